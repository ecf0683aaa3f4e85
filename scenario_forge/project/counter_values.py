"""What the counter of a unit says: the values that it gives, and those that follow from them by a formula."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scenario_forge.project.formula import parse
from scenario_forge.project.system import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.counters import CounterValue, Printed, UnitCounter
    from scenario_forge.project.formula import Formula


def formula_of(value: CounterValue) -> Formula | None:
    """The formula of a derived value; None where there is none, or it cannot be read (CNT003)."""
    if value.derived is None:
        return None
    try:
        return parse(value.derived)
    except NotationError:
        return None


def said(unit: UnitCounter, changed: dict[str, Printed] | None = None) -> dict[str, Printed]:
    """The values of a unit's front by id, derived ones too.

    A derived value is a whole number: what its formula comes to, rounded down. It is left out where a value that its
    formula names is missing or no number.

    Args:
        unit: the counter.
        changed: values of another face, which stand in the place of those of the front.
    """
    found = {**unit.values, **(changed or {})}
    numbers = {id_: value for id_, value in found.items() if isinstance(value, int) and not isinstance(value, bool)}
    left = {value.id: formula for value in unit.declared if (formula := formula_of(value)) is not None}
    while ready := [id_ for id_, formula in left.items() if {name.text for name in formula.names} <= numbers.keys()]:
        for id_ in ready:
            try:
                numbers[id_] = found[id_] = math.floor(left.pop(id_).value(numbers))
            except ZeroDivisionError:
                continue
    return found


def impossible(unit: UnitCounter) -> Iterator[tuple[str, str, CounterValue, str]]:
    """Derived values of a unit that cannot be: the unit's face (empty: its front), its id, the value, and why."""
    for face, changed in (("", {}), *unit.faces.items()):
        found = said(unit, changed)
        numbers = {id_: value for id_, value in found.items() if isinstance(value, int) and not isinstance(value, bool)}
        for value in unit.declared:
            formula = formula_of(value)
            if formula is None or value.of != "unit" or not {name.text for name in formula.names} <= numbers.keys():
                continue
            if value.id not in found:
                yield face, unit.name, value, "its formula divides by 0"
            elif (number := numbers.get(value.id, 0)) < 0:
                yield face, unit.name, value, f"its formula comes to {number}"


def circle(values: Sequence[CounterValue]) -> list[str]:
    """Ids of derived values that follow from each other, in the order of the document; empty where none do."""
    formulas = {value.id: formula for value in values if (formula := formula_of(value)) is not None}
    left = {id_: {name.text for name in formula.names} & formulas.keys() for id_, formula in formulas.items()}
    while free := [id_ for id_, needed in left.items() if not needed & left.keys()]:
        for id_ in free:
            del left[id_]
    return list(left)
