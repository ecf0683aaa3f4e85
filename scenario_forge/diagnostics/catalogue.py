"""Where the codes are: every module of the package that yields codes, and what each family of codes is about.

A code, its message and its page are where it is yielded. Who wants them all (``forge explain``, SARIF, comments that
silence findings) asks here; the modules are imported then and no sooner.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics.model import Code

FAMILIES = {
    "FIL": "what is wrong with the folder and files of a game, before a word in them is read",
    "YML": "what keeps a file from being read as YAML, or lets two readers read it differently",
    "SUP": "comments that silence a finding: ``# ignore: OOB007 - why``",
    "SCH": "what a document's shape forbids",
    "REF": "names that name nothing, and notations that cannot be read",
    "MAP": "the grid, terrain, hexsides, roads, places, boxes and areas of the map",
    "CNT": "the values, faces and formations that counters.yaml declares",
    "OOB": "orders of battle, alone and against counters, map and time record track",
    "TIM": "the calendar, the time record track, start and stop dates",
    "CHT": "charts whose headings leave gaps, whose cells break their order, or which do not agree with a copy",
    "VIC": "objectives that say nothing sensible, cannot be scored, or pay less for more",
    "RUL": "the rulebook's clauses, and quantities that two passages state differently",
    "EXM": "worked examples that do not add up, or that the charts and set-ups do not bear out",
    "DGM": "figures of the rulebook and its worked examples that break the rules they show",
    "CHR": "dates of the chronology",
    "ERR": "errata that do not fit the text, each other, or what they say of printings",
    "SCN": "scenarios and the options they choose",
    "CMP": "what keeps a scenario from being compiled although each file can be read",
    "PLT": "what is expected of many games, and cannot be",
    "PRT": "what cannot be printed as it is written",
    "REC": "records of games that cannot be read, or that play otherwise than they say",
    "PLY": "what `forge check --play` shows: rules that fail in play, and set-ups that cannot be meant so",
    "PCK": "packs, files that carry a scenario from one person to another",
    "COL": "what was read off a printed copy, against the files of the game",
    "DOS": "what a designer has decided for a date that the publisher never gave",
    "SEQ": "the sequence of play as rules.yaml gives it",
    "WGM": "what rules.yaml of a game on the shelf names",
}
"""What the codes with these letters are about."""

MODULES = (
    "source.codes",
    "project.codes",
    "compiler.problems",
    "checks.causes",
    "checks.charts.formulas",
    "checks.charts.lines",
    "checks.charts.trends",
    "checks.errata.lists",
    "checks.errata.trials",
    "checks.forces.cells",
    "checks.forces.counters",
    "checks.forces.identities",
    "checks.forces.positions",
    "checks.forces.presence",
    "checks.forces.supply",
    "checks.map.grid",
    "checks.map.lines",
    "checks.map.places",
    "checks.names",
    "checks.rulebook.aids",
    "checks.rulebook.examples",
    "checks.rulebook.figures",
    "checks.rulebook.names",
    "checks.rulebook.prose",
    "checks.rulebook.quantities",
    "checks.rulebook.references",
    "checks.rulebook.scenes",
    "checks.rulebook.spelling",
    "checks.rulebook.stated_numbers",
    "checks.scenarios.changes",
    "checks.scenarios.dates",
    "checks.scenarios.options",
    "checks.scenarios.starts",
    "checks.small_documents",
    "checks.time.arrivals",
    "checks.time.track",
    "checks.victory.levels",
    "checks.victory.names",
    "checks.victory.rows",
    "simulator.codes",
    "playtest.summary",
    "proof.findings",
    "printing.codes",
    "wargame.frame.checks",
    "wargame.sequence_checks",
    "wargame.worked.differences",
    "wargame.worked.drawn",
    "api.packs.codes",
)
"""Modules with ``CODES``, from the lowest floor up."""


def codes_of(module: str) -> list[Code]:
    """The codes of one of :data:`MODULES`, by id."""
    return sorted(import_module(f"scenario_forge.{module}").CODES, key=lambda code: code.id)


def all_codes(extra: Iterable[Code] = ()) -> dict[str, Code]:
    """Every code of the package and ``extra`` (those of rule systems), by id, in order.

    Raises:
        ValueError: two codes share an id or a name.
    """
    found = [*extra, *(code for module in MODULES for code in codes_of(module))]
    by_id: dict[str, Code] = {}
    names: set[str] = set()
    for code in sorted(found, key=lambda c: c.id):
        if by_id.get(code.id) is code:
            continue  # rule systems share codes of the shelf
        if code.id in by_id or code.name in names:
            raise ValueError(f"{code.id} ({code.name}) is defined twice")
        by_id[code.id] = code
        names.add(code.name)
    return by_id
