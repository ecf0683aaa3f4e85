"""Positions made at random: a few units of each side near each other, and markers beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from scenario_forge.api.witnesses.position import Position, unit_keys
from scenario_forge.simulator.step import number

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario

T = TypeVar("T")
_MOST_UNITS = 4
_APART = 3
"""How many hexes from the middle counters lie at most."""


def board(compiled: CompiledScenario, kinds: Collection[str], key: str, about: Sequence[int] = ()) -> Position:
    """Return the position that follows from a key.

    Args:
        compiled: the scenario that has the map and the units.
        kinds: those of the markers that may start.
        key: the same position for the same key.
        about: hexes of which one is in the middle; empty: any.
    """
    hexes = _around(compiled, key, about)
    sides, keys = compiled.keys["sides"], unit_keys(compiled)
    units: dict[str, str] = {}
    for side in range(len(sides)):
        own = [unit for unit, of in enumerate(compiled.units.side) if of == side]
        for again in range(1 + number(f"{key}|{side}|count", _MOST_UNITS)):
            # a type first: of some there is one unit among fifty
            kind = _one_of(sorted({compiled.units.type[unit] for unit in own}), f"{key}|{side}|{again}|type")
            alike = [keys[unit] for unit in own if compiled.units.type[unit] == kind]
            name = _one_of(alike, f"{key}|{side}|{again}|unit")
            if name is not None:
                units[name] = _one_of(hexes, f"{key}|{side}|{again}|hex") or ""
    markers = []
    for type_, marker in enumerate(compiled.keys["markers"]):
        if compiled.keys["marker_kinds"][compiled.marker_types.kind[type_]] not in kinds:
            continue
        if number(f"{key}|{marker}|there", 2):
            at = _one_of([*units.values(), *units.values(), *hexes], f"{key}|{marker}|hex")
            markers += [(marker, at)] if at else []
    return Position(units, markers)


def _around(compiled: CompiledScenario, key: str, about: Sequence[int]) -> list[str]:
    """Return the hexes about a place, or about any hex, that units can be in."""
    map_, kinds = compiled.map, compiled.kinds
    open_ = [hex_ for hex_, kind in enumerate(map_.terrain) if kinds.terrain_passable[kind]]
    places = [hex_ for hex_ in compiled.places.hex if hex_ in set(open_)]
    middle = _one_of(about or (places if number(f"{key}|at", 3) else open_), f"{key}|middle")
    found = {middle if middle is not None else open_[0]}
    for _ in range(1 + number(f"{key}|apart", _APART)):
        beside = {map_.neighbours[6 * hex_ + way] for hex_ in found for way in range(6)}
        found |= {hex_ for hex_ in beside if hex_ >= 0 and kinds.terrain_passable[map_.terrain[hex_]]}
    return [compiled.names["hexes"][hex_] for hex_ in sorted(found)]


def _one_of(items: Sequence[T], key: str) -> T | None:
    return items[number(key, len(items))] if items else None
