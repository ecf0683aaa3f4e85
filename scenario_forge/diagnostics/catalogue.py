"""The modules of the package that define codes, and what each family of codes is about.

A code, its message and its page are in the module that reports it. Callers that need all codes (``forge explain``,
SARIF, comments that silence findings) collect them here; the modules are imported only then.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    "ERR": "errata that contradict the text, each other, or their list of printings",
    "SCN": "scenarios and their options",
    "CMP": "what prevents a scenario from being compiled although each file can be read",
    "PLT": "expectations of playtests that cannot be met or tested",
    "PRT": "what cannot be printed as written",
    "REC": "records of games that cannot be read, or that replay differently",
    "PLY": "rules that fail in play, and set-ups that cannot be intended (`forge check --play`)",
    "PCK": "packs: files for sharing a scenario",
    "COL": "readings of a printed copy, compared with the files of the game",
    "DOS": "a designer's decisions for a date without a printed set-up",
    "SEQ": "the sequence of play in rules.yaml",
    "WGM": "names in rules.yaml of games that use the shared rule system",
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
    "checks.time_track",
    "checks.victory.levels",
    "checks.victory.names",
    "checks.victory.rows",
    "simulator.record",
    "playtest.summary",
    "proof.findings",
    "printing.lint",
    "printing.profile",
    "wargame.frame.checks",
    "wargame.sequence_checks",
    "wargame.worked.differences",
    "wargame.worked.drawn",
    "api.pack_archive",
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
