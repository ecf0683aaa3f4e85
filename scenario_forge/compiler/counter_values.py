"""Arrays of what counters say besides strength and movement, by unit, and of formations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import NONE
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.project.counter_values import said

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.muster import Numbers
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
    values = {value.id: value for value in document.values if _readable(value) and value.of == "unit"}
    made = {f"value.{id_}": _column(value, counters) for id_, value in values.items() if id_ not in _OWN}
    for face in document.faces:
        made[f"face.{face.id}"] = [int(counter is not None and face.id in counter.faces) for counter in counters]
        for id_ in face.values:
            if id_ in values:
                made[f"face.{face.id}.{id_}"] = _column(values[id_], counters, face.id)
    return made


def formation_arrays(plan: Plan, numbered: Numbers) -> dict[str, list[int]]:
    """`formation` by unit in play, and by formation what counters.yaml says of it; nothing where there are none.

    `formation` is the number of the unit's formation in `keys["formations"]`, −1 where it has none. By formation:
    `formation.side`; `formation.within`, another formation; `formation.headquarters`, a unit in play; `formation.chit`,
    1 where it has one; `formation.value.ID`, as `value.ID` of units. −1 stands for none.
    """
    found = plan.game.one("counters", CountersDocument)
    formations = found[0].formations if found else []
    if not found or not formations:
        return {}
    number = {formation.id: n for n, formation in enumerate(formations)}
    sides = plan.track.sides
    made = {
        "formation": [
            number.get(placed.unit.counter.counter.parent, NONE) if placed.unit.counter else NONE
            for placed in plan.placed
            if plan.in_play(placed.unit)
        ],
        "formation.side": [sides.index(each.side) if each.side in sides else NONE for each in formations],
        "formation.within": [number.get(each.within or "", NONE) for each in formations],
        "formation.headquarters": [numbered.get((each.side, each.headquarters or 0), NONE) for each in formations],
        "formation.chit": [int(each.chit) for each in formations],
    }
    for value in found[0].values:
        if value.of == "formation" and _readable(value):
            words = [word.id for word in value.words]
            made[f"formation.value.{value.id}"] = [
                _number(value, words, each.values.get(value.id)) for each in formations
            ]
    return made


def formation_keys(document: CountersDocument | None) -> Mapping[str, tuple[str, ...]]:
    """The ids of the formations, as a key of a compiled scenario; none where there are none."""
    return {"formations": tuple(each.id for each in document.formations)} if document and document.formations else {}


def _readable(value: CounterValue) -> bool:
    return value.kind != "word" or bool(value.words)


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
