"""Arrays of what counters say besides strength and movement, by unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import NONE
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.project.counter_values import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.compiler.plan import Plan
    from scenario_forge.documents.counters import CounterValue, Printed, UnitCounter

_OWN = frozenset({"strength", "movement"})
"""Values that have arrays of their own."""


def value_arrays(plan: Plan) -> dict[str, list[int]]:
    """`value.ID`, `face.ID` and `face.ID.VALUE`: what the counters of units in play say, −1 where they say nothing.

    A number is itself, a word its place among the words that the value declares, a flag 0 or 1. `face.ID` is 1 for
    units whose counter has that face. A value whose words are not declared has no array. There is nothing here for
    strength and movement, which every scenario has.
    """
    found = plan.game.one("counters", CountersDocument)
    document = found[0] if found else None
    if document is None:
        return {}
    counters = [
        placed.unit.counter.counter if placed.unit.counter else None
        for placed in plan.placed
        if plan.in_play(placed.unit)
    ]
    values = {value.id: value for value in document.values if value.kind != "word" or value.words}
    made = {f"value.{id_}": _column(value, counters) for id_, value in values.items() if id_ not in _OWN}
    for face in document.faces:
        made[f"face.{face.id}"] = [int(counter is not None and face.id in counter.faces) for counter in counters]
        for id_ in face.values:
            if id_ in values:
                made[f"face.{face.id}.{id_}"] = _column(values[id_], counters, face.id)
    return made


def _column(value: CounterValue, counters: Sequence[UnitCounter | None], face: str | None = None) -> list[int]:
    words = [word.id for word in value.words]
    return [_number(value, words, _said(counter, face).get(value.id)) for counter in counters]


def _said(counter: UnitCounter | None, face: str | None) -> dict[str, Printed]:
    if counter is None:
        return {}
    if face is None:
        return said(counter)
    return said(counter, counter.faces[face]) if face in counter.faces else {}


def _number(value: CounterValue, words: Sequence[str], cell: Printed | None) -> int:
    if value.kind == "flag":
        return int(cell is True)
    if isinstance(cell, str):
        return words.index(cell) if cell in words else NONE
    return cell if isinstance(cell, int) else NONE
