"""Classes for the state of a game, made from the names of its columns."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from scenario_forge.simulator.state import State, StateTable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@cache
def state_of(**tables: str) -> Callable[..., Any]:
    """Return a function that makes a state whose tables have these columns, separated by spaces.

    It is the same for the same columns, so that states compare. Each table is then given as its columns by name, of
    which at least one says how many rows it has, or as a number of rows in which every value is 0.

    >>> make = state_of(units="place strength", clock="turn side")
    >>> make(units={"place": [7, -1]}, clock=1).to_data()["tables"]["units"]
    {'place': [7, -1], 'strength': [0, 0]}

    Raises:
        TypeError: a column has the name of something that every table has.
    """
    kinds = {
        name: type(name.title(), (StateTable,), {"__annotations__": dict.fromkeys(columns.split(), "Column")})
        for name, columns in tables.items()
    }
    whole: Any = type("GameState", (State,), {"__annotations__": dict.fromkeys(kinds, "Table")})

    def make(**given: Mapping[str, list[int]] | int) -> State:
        made: State = whole(**{name: _table(kinds[name], values) for name, values in given.items()})
        return made

    return make


def _table(kind: type[StateTable], given: Mapping[str, list[int]] | int) -> StateTable:
    if isinstance(given, int):
        return kind(given)
    return kind(len(next(iter(given.values()))), **given)
