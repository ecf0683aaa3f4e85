"""What counters say: the values of a unit, derived values among them, and the kinds of marker that a game has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument, MarkerKind
from scenario_forge.game.formula import parse
from scenario_forge.game.game import Game, view
from scenario_forge.game.notations import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.documents.counters import CounterValue, Marker, Printed, UnitCounter
    from scenario_forge.game.formula import Formula


def formula_of(value: CounterValue) -> Formula | None:
    """Return the formula of a derived value; None where there is none, or it cannot be read (CNT003)."""
    if value.derived is None:
        return None
    try:
        return parse(value.derived)
    except NotationError:
        return None


def face_values(unit: UnitCounter, changed: dict[str, Printed] | None = None) -> dict[str, Printed]:
    """Return the values of a unit's front, or of another face, by id, with the derived ones.

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


def invalid_derived_values(unit: UnitCounter) -> Iterator[tuple[str, str, CounterValue, str]]:
    """Yield derived values that cannot be printed: the unit's face (empty: its front), its id, the value, and why."""
    for face, changed in (("", {}), *unit.faces.items()):
        found = face_values(unit, changed)
        numbers = {id_: value for id_, value in found.items() if isinstance(value, int) and not isinstance(value, bool)}
        for value in unit.declared:
            formula = formula_of(value)
            if formula is None or value.of != "unit" or not {name.text for name in formula.names} <= numbers.keys():
                continue
            if value.id not in found:
                yield face, unit.name, value, "its formula divides by 0"
            elif (number := numbers.get(value.id, 0)) < 0:
                yield face, unit.name, value, f"its formula comes to {number}"


def circular_values(values: Sequence[CounterValue]) -> list[str]:
    """Return ids of derived values that depend on a circle of values, in document order; empty where none do."""
    formulas = {value.id: formula for value in values if (formula := formula_of(value)) is not None}
    left = {id_: {name.text for name in formula.names} & formulas.keys() for id_, formula in formulas.items()}
    while free := [id_ for id_, needed in left.items() if not needed & left.keys()]:
        for id_ in free:
            del left[id_]
    return list(left)


# -- kinds of marker -------------------------------------------------------------------------------


def _core() -> tuple[MarkerKind, ...]:
    """The kinds of marker that every game has, whatever its counters.yaml says."""
    return (
        MarkerKind(id="strength", use="under a unit that has lost strength; the figure is what is left", drawn="value"),
        MarkerKind(id="control", use="who controls this place", drawn="name", two_faced=True),
        MarkerKind(id="turn", use="on the track, at the present game turn", drawn="arrow"),
        MarkerKind(id="track", use="on a track, at the figure that it counts", drawn="name"),
        MarkerKind(id="status", use="the state of the unit or place it lies on", drawn="name", two_faced=True),
        MarkerKind(id="blank", use="for whatever the players want to mark", drawn="nothing"),
    )


def kinds_given(game: Game) -> dict[str, MarkerKind]:
    """Return the kinds of marker before the game declares any: those of every game, then those of its system."""
    found = {kind.id: kind for kind in _core()}
    for kind in game.system.marker_kinds() if game.system else ():
        found.setdefault(kind.id, kind)
    return found


@view
def marker_kinds(game: Game) -> Mapping[str, MarkerKind]:
    """Kinds of marker by id: those of every game, then its system's, then its own; the first of an id counts."""
    found = kinds_given(game)
    for document, _where in game.documents("counters", CountersDocument):
        for kind in document.marker_kinds:
            found.setdefault(kind.id, kind)
    return found


def kind_of_marker(game: Game, marker: Marker) -> MarkerKind:
    """Return the kind of a marker; one that is not declared counts as a status."""
    kinds = marker_kinds(game)
    return kinds.get(marker.kind, kinds["status"])
