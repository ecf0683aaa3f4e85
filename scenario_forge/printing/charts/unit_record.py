"""The unit record: what the counter of each unit says, and boxes for what players write down and change in play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.components import AidsDocument
from scenario_forge.printing.brief import Job, Made
from scenario_forge.printing.charts.tables import Signs
from scenario_forge.printing.typeset import typeset
from scenario_forge.project.force import said
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.components import UnitRecord
    from scenario_forge.documents.counters import CounterValue
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.forces import Force, Unit
    from scenario_forge.project.game import Game

NAME = "unit-record"


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - the same for all
    """A sheet for each side with something to write down; none where aids.yaml has no `unit_record`."""
    record = unit_record(brief.game)
    for side, force in forces(brief.game).sides.items() if record else ():
        if record and any(side in (box.sides or [side]) for box in record.boxes):
            title = f"{brief.words('unit_record')}, {brief.game.side_names.get(side, side)}"
            yield Job(NAME, brief.file(NAME, side), title, partial(_make, brief, record, force, title))


def unit_record(game: Game) -> UnitRecord | None:
    """What players write down for each unit; None where the game has no such sheet."""
    found = (document.unit_record for document, _where in game.documents("aids", AidsDocument))
    return next((record for record in found if record is not None), None)


def _make(brief: Brief, record: UnitRecord, force: Force, title: str) -> Made:
    signs = Signs(brief, named=not brief.bare)
    data = record_rows(brief, record, force, signs)
    page = brief.page(f"{brief.game.title}: {title}", signs.notes())
    return Made(typeset("unit-record.typ", page | data, uses=("chart-blocks.typ",)))


def record_rows(brief: Brief, record: UnitRecord, force: Force, signs: Signs) -> dict[str, Any]:
    """Headings, and a row for each unit of one side; a value that a unit does not have is left empty."""
    declared: dict[str, CounterValue] = {}
    for unit in force.units:
        if unit.counter:
            declared |= {value.id: value for value in unit.counter.counter.declared}
    values = [declared[name] for name in record.values if name in declared]
    words = brief.words
    return {
        "game": brief.game.title,
        "title": words("unit_record"),
        "side": brief.game.side_names.get(force.side, force.side),
        "accent": brief.palette.accent(brief.game, force.side),
        "head": [words("unit_number"), words("identity"), *(value.name for value in values)],
        "boxes": [
            {"title": box.title, "width": box.width}
            for box in record.boxes
            if force.side in (box.sides or [force.side])
        ],
        "rows": [_row(brief, unit, values, signs) for unit in force.units],
    }


def _row(brief: Brief, unit: Unit, values: Sequence[CounterValue], signs: Signs) -> dict[str, Any]:
    counter = unit.counter.counter if unit.counter else None
    printed = said(counter) if counter else {}
    return {
        "no": str(unit.no),
        "name": unit.row.name,
        "marks": signs.at(unit.where / "name"),
        "note": unit.row.note,
        "tint": brief.palette.nation(brief.game, counter.nationality).tint if counter else "",
        "values": [
            {
                "text": _text(value, printed.get(value.id, "")),
                "marks": signs.at(unit.counter.where / value.id) if unit.counter else "",
            }
            for value in values
        ],
    }


def _text(value: CounterValue, said: object) -> str:
    """A value as it reads: a word by its name, a flag as a dot where it is set."""
    if isinstance(said, bool):
        return "•" if said else ""
    return next((word.name for word in value.words if word.id == said), str(said))
