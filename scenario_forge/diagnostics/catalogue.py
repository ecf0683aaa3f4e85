"""The catalogue of codes: the modules that define them, the subject of each family, and their pages for people.

A code, its message and its page are in the module that reports it. Callers that need all codes (``forge explain``,
SARIF, comments that silence findings) collect them here; the modules are imported only then.
"""

from __future__ import annotations

import re
import textwrap
from importlib import import_module
from itertools import groupby
from os.path import relpath, sep
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.report import name_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.diagnostics.model import Code


FAMILIES = {
    "FIL": "the folder and files of a game, before their content is read",
    "YML": "text that is not YAML, or that different readers read differently",
    "SUP": "comments that silence a finding: `# ignore: OOB007 - why`",
    "SCH": "keys and values that a document may not have",
    "REF": "unknown names, and cells that cannot be read",
    "MAP": "the grid, terrain, hexsides, roads, places, boxes and areas of the map",
    "CNT": "the values, faces and formations that counters.yaml declares",
    "OOB": "orders of battle, alone and compared with counters, map and time record track",
    "TIM": "the calendar, the time record track, start and stop dates",
    "CHT": "charts with gaps between headings, cells out of order, or differences between copies",
    "VIC": "objectives that make no sense, cannot be scored, or pay less for more",
    "RUL": "the clauses of the rulebook, and quantities that two passages state differently",
    "EXM": "worked examples that do not add up, or that charts and set-ups contradict",
    "DGM": "figures of the rulebook and worked examples that break the rules they show",
    "CHR": "the dates of the chronology",
    "GAM": "what game.yaml says of the game as a whole",
    "ERR": "errata that contradict the text, each other, or their list of printings",
    "SCN": "scenarios and their options",
    "CMP": "what prevents a scenario from being compiled although each file can be read",
    "PLT": "expectations of playtests that cannot be met or tested",
    "PRT": "what cannot be printed as written",
    "REC": "records of games that cannot be read, or that replay differently",
    "PLY": "rules that fail in play, and set-ups that cannot be intended (`forge check --play`)",
    "PCK": "packs: files for sharing a scenario",
    "CSV": "tables as CSV files, read back from a spreadsheet",
    "COL": "readings of a printed copy, compared with the files of the game",
    "DOS": "a designer's decisions for a date without a printed set-up",
    "SIG": "sightings: what sources say of units, formations and places at a date",
    "SEQ": "the sequence of play in rules.yaml",
    "USE": "what a game declares for its rules and no rule reads",
    "MOD": "rule modules that rules.yaml chooses, and the charts, steps and units that they ask for",
    "WGM": "names in rules.yaml of games that use the shared rule system",
}
"""What the codes with these letters are about."""

MODULES = (
    "source.codes",
    "game.codes",
    "compiler.problems",
    "checks.causes",
    "checks.charts.agreement",
    "checks.charts.formulas",
    "checks.charts.hours",
    "checks.charts.legends",
    "checks.charts.lines",
    "checks.charts.situations",
    "checks.charts.relations",
    "checks.charts.trends",
    "checks.chronology",
    "checks.copies",
    "checks.dossiers",
    "checks.facts",
    "checks.sightings",
    "checks.errata.lists",
    "checks.errata.moves",
    "checks.errata.trials",
    "checks.forces.cells",
    "checks.forces.counters",
    "checks.forces.formations",
    "checks.forces.identities",
    "checks.forces.markers",
    "checks.forces.positions",
    "checks.forces.presence",
    "checks.forces.rows",
    "checks.forces.sisters",
    "checks.forces.texts",
    "checks.game_file",
    "checks.glyphs",
    "checks.holders",
    "checks.map.claims",
    "checks.map.barriers",
    "checks.map.grid",
    "checks.map.lines",
    "checks.map.places",
    "checks.map.sites",
    "checks.names",
    "checks.repeats",
    "checks.rulebook.aids",
    "checks.rulebook.by_side",
    "checks.rulebook.bounds",
    "checks.rulebook.captions",
    "checks.rulebook.counted_lists",
    "checks.rulebook.examples",
    "checks.rulebook.figures",
    "checks.rulebook.headings",
    "checks.rulebook.likeness",
    "checks.rulebook.other_names",
    "checks.rulebook.names",
    "checks.rulebook.pointers",
    "checks.rulebook.prose",
    "checks.rulebook.quantities",
    "checks.rulebook.reckonings",
    "checks.rulebook.references",
    "checks.rulebook.restated",
    "checks.rulebook.scenes",
    "checks.rulebook.sentences",
    "checks.rulebook.spelling",
    "checks.rulebook.stated_numbers",
    "checks.rulebook.terms",
    "checks.rulebook.thrown_dice",
    "checks.rulebook.told_units",
    "checks.scenarios.settings",
    "checks.scenarios.dates",
    "checks.scenarios.moments",
    "checks.scenarios.options",
    "checks.scenarios.starts",
    "checks.scenarios.texts",
    "checks.scenarios.variants",
    "checks.time_track",
    "checks.track_patterns",
    "checks.track_totals",
    "checks.unused",
    "checks.victory.at_start",
    "checks.victory.levels",
    "checks.victory.names",
    "checks.victory.results",
    "checks.victory.rows",
    "checks.victory.wording",
    "checks.words",
    "simulator.record",
    "playtest.summary",
    "playtest.proof",
    "printing.lint",
    "printing.profile",
    "wargame.base.checks",
    "wargame.base.exchanges",
    "wargame.sequence_checks",
    "wargame.base.differences",
    "wargame.board.checks",
    "wargame.board.table_checks",
    "campaign.worked.drawn",
    "api.packs.archive",
    "api.tables.imported",
)
"""Modules with ``CODES``, from the lowest floor up."""


def codes_of(module: str) -> list[Code]:
    """Return the codes of one of :data:`MODULES`, sorted by id."""
    return sorted(import_module(f"scenario_forge.{module}").CODES, key=lambda code: code.id)


def all_codes(extra: Iterable[Code] = ()) -> dict[str, Code]:
    """Return every code of the package and ``extra`` (those of rule systems), by id, in order.

    Raises:
        ValueError: two codes share an id or a name.
    """
    found = [*extra, *(code for module in MODULES for code in codes_of(module))]
    by_id: dict[str, Code] = {}
    names: set[str] = set()
    for code in sorted(found, key=lambda c: c.id):
        if by_id.get(code.id) is code:
            continue  # rule systems share codes
        if code.id in by_id or code.name in names:
            raise ValueError(f"{code.id} ({code.name}) is defined twice")
        by_id[code.id] = code
        names.add(code.name)
    return by_id


# -- the page of a code: for forge explain CODE, for SARIF, and for the index in the documentation


_PARTS = ("Why", "Wrong", "Right", "What to do")


def find_code(word: str, codes: Mapping[str, Code]) -> Code | None:
    """Return the code with this id or name, without regard to case; None when there is none.

    ``codes`` is by id, as the catalogue gives it. For ``did you mean`` offer its ids and names.
    """
    wanted = word.strip().casefold()
    for code in codes.values():
        if wanted in (code.id.casefold(), code.name.casefold()):
            return code
    return None


def page_text(code: Code, width: int = 80) -> str:
    """Return the page of a code for a terminal, wrapped at ``width``."""
    head = f"{code.id} ({code.severity.word}): {name_in_words(code.name)}"
    blocks = [head, textwrap.fill(code.page.what, width)]
    why, bad, good, mend = _PARTS
    blocks.append(f"{why}\n{_wrapped(code.page.why, width)}")
    blocks += [f"{bad}\n{_example(code.page.bad)}", *(_wrapped(text, width) for text in code.page.remarks)]
    blocks.append(f"{good}\n{_example(code.page.good)}")
    blocks.append(f"{mend}\n{_wrapped(code.page.mend, width)}")
    return "\n\n".join(blocks) + "\n"


def _wrapped(words: str, width: int) -> str:
    return textwrap.fill(words, width, initial_indent="  ", subsequent_indent="  ")


def _example(sample: str) -> str:
    return textwrap.indent(sample.rstrip("\n"), "    ")


def page_markdown(code: Code, level: int = 2) -> str:
    """Return the page of a code in Markdown; ``level`` is that of its heading."""
    why, bad, good, mend = _PARTS
    return "\n\n".join(
        (
            f"{'#' * level} {code.id} {name_in_words(code.name)}",
            f"*{code.severity.word}*, `{code.name}`",
            code.page.what,
            f"**{why}.** {code.page.why}",
            f"{bad}:\n\n{_fenced(code.page.bad)}",
            *(f"> {text}" for text in code.page.remarks),
            f"{good}:\n\n{_fenced(code.page.good)}",
            f"**{mend}.** {code.page.mend}\n",
        )
    )


def _fenced(sample: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", sample)), default=0))
    return "{0}yaml\n{1}\n{0}".format(fence, sample.rstrip("\n"))


def family_of(code: Code) -> str:
    """Return the letters of a code before its number: ``OOB``."""
    return code.id.rstrip("0123456789")


def all_pages(codes: Iterable[Code], titles: Mapping[str, str]) -> str:
    """Return all pages as one Markdown document, grouped by family.

    ``titles`` says what a family is about; a family without one is headed by its letters alone.
    """
    parts = ["# Codes\n"]
    for heading, members in _families(codes, titles):
        parts += [f"## {heading}\n", *(page_markdown(code, 3) for code in members)]
    return "\n".join(parts)


def index(codes: Iterable[Code], titles: Mapping[str, str], folder: str) -> str:
    """Return the list of all codes in Markdown, grouped by family: a line for each code, linked to its page.

    ``titles`` is as in :func:`all_pages`. Links are relative to ``folder``, where the list is to be saved.
    """
    intro = (
        "Every finding has a code. `forge explain CODE` shows its page: what is wrong, why it matters, an example in\n"
        "which `«…»` marks the place of the finding, and what to do."
    )
    parts = ["# Codes", intro]
    for heading, members in _families(codes, titles):
        parts += [f"## {heading}", "\n".join(_entry(code, folder) for code in members)]
    return "\n\n".join(parts) + "\n"


def _families(codes: Iterable[Code], titles: Mapping[str, str]) -> Iterator[tuple[str, list[Code]]]:
    for name, members in groupby(sorted(codes, key=lambda code: (family_of(code), code.id)), family_of):
        about = titles.get(name)
        yield f"{name}: {about}" if about else name, list(members)


_SENTENCE = re.compile(r".*?[.?!](?= |$)")


def _entry(code: Code, folder: str) -> str:
    link = f"{relpath(code.page.file, folder).replace(sep, '/')}#{_anchor(code)}"
    first = _SENTENCE.match(code.page.what)
    return f"- [{code.id}]({link}) `{code.name}`, {code.severity.word}: {first[0] if first else code.page.what}"


def _anchor(code: Code) -> str:
    """The fragment that GitHub gives the heading of a page."""
    return f"{code.id} {name_in_words(code.name)}".lower().replace(" ", "-")
