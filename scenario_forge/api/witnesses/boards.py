"""Positions made at random: a few units of each side near each other, and markers beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scenario_forge.api.witnesses.position import Position, unit_keys
from scenario_forge.compiler.arrays import NONE
from scenario_forge.simulator.step import number

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario

T = TypeVar("T")
_MOST_UNITS = 4
_APART = 3
"""How many hexes from the middle counters lie at most."""


class Wanted(NamedTuple):
    """What a board should have."""

    kinds: Collection[str]
    """Kinds of the markers that may start."""
    about: Sequence[int] = ()
    """Hexes of which one is in the middle; empty: any."""
    units: Collection[int] = ()
    """Units of which each side has one, if it has any of them."""


def board(compiled: CompiledScenario, wanted: Wanted, key: str) -> Position:
    """Return the position that follows from a key: the same for the same key."""
    hexes = _around(compiled, key, wanted.about)
    units: dict[str, str] = {}
    for side in range(len(compiled.keys["sides"])):
        own = f"{key}|{side}"
        if side and not number(f"{own}|far", 3):
            hexes = _around(compiled, own, ())
        units |= _units(compiled, own, side, wanted.units, hexes)
        hexes = [hex_ for hex_ in hexes if hex_ not in units.values()] or hexes  # no enemy is in the same hex
    return Position(units, list(_laid(compiled, wanted.kinds, key, units, hexes)))


def _units(
    compiled: CompiledScenario, key: str, side: int, wanted: Collection[int], hexes: Sequence[str]
) -> dict[str, str]:
    """Return some units of a side and where they are; one that comes later may be left to come."""
    keys, types, arrival = unit_keys(compiled), compiled.units.type, compiled.units.arrival
    own = [unit for unit, of in enumerate(compiled.units.side) if of == side]
    first = [unit for unit in own if unit in wanted]
    found = {}
    for again in range(1 + number(f"{key}|count", _MOST_UNITS)):
        # a type first: of some there is one unit among fifty
        kind = _one_of(sorted({types[unit] for unit in own}), f"{key}|{again}|type")
        alike = first if first and not again else [unit for unit in own if types[unit] == kind]
        unit = _one_of(alike, f"{key}|{again}|unit")
        if unit is not None:
            comes = arrival[unit] != NONE and not number(f"{key}|{unit}|comes", 3)
            found[keys[unit]] = "" if comes else _one_of(hexes, f"{key}|{again}|hex") or ""
    return found


def _laid(
    compiled: CompiledScenario, kinds: Collection[str], key: str, units: Mapping[str, str], hexes: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield some of the markers that may start; one of a side may lie where an enemy finds it."""
    there = [at for at in units.values() if at]
    for type_, marker in enumerate(compiled.keys["markers"]):
        kind = compiled.keys["marker_kinds"][compiled.marker_types.kind[type_]]
        if kind in kinds and number(f"{key}|{marker}|there", 2):
            enemies = [at for unit, at in units.items() if at and unit.partition("/")[0] != _owner(compiled, type_)]
            beside = number(f"{key}|{marker}|where", 2) and enemies
            at = _one_of(enemies if beside else [*there, *hexes], f"{key}|{marker}|hex")
            if at is not None:
                yield marker, at


def _owner(compiled: CompiledScenario, type_: int) -> str:
    side = compiled.marker_types.side[type_]
    return compiled.keys["sides"][side] if side >= 0 else ""


def _around(compiled: CompiledScenario, key: str, about: Sequence[int]) -> list[str]:
    """Return the hexes about a place, or about any hex, that units can be in."""
    map_, kinds = compiled.map, compiled.kinds
    open_ = [hex_ for hex_, kind in enumerate(map_.terrain) if kinds.terrain_passable[kind]]
    places = [hex_ for hex_ in compiled.places.hex if hex_ in set(open_)]
    ground = _one_of(sorted({map_.terrain[hex_] for hex_ in open_}), f"{key}|ground")
    alike = [hex_ for hex_ in open_ if map_.terrain[hex_] == ground]
    middle = _one_of(about or (places, open_, alike)[number(f"{key}|at", 3)], f"{key}|middle")
    found = {middle if middle is not None else open_[0]}
    for _ in range(1 + number(f"{key}|apart", _APART)):
        beside = {map_.neighbours[6 * hex_ + way] for hex_ in found for way in range(6)}
        found |= {hex_ for hex_ in beside if hex_ >= 0 and kinds.terrain_passable[map_.terrain[hex_]]}
    return [compiled.names["hexes"][hex_] for hex_ in sorted(found)]


def _one_of(items: Sequence[T], key: str) -> T | None:
    return items[number(key, len(items))] if items else None
