"""What follows from where everybody is: stacks, zones of control, nearness of the enemy, supply (rules 3, 4, 5, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.rules.movement import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.systems.desert_rats.play.rules import Rules
    from scenario_forge.systems.desert_rats.play.tables import DesertState


def stacks(rules: Rules, state: DesertState) -> list[dict[int, list[int]]]:
    """By side: the combat units in each hex, in ascending order."""

    def make() -> list[dict[int, list[int]]]:
        found: list[dict[int, list[int]]] = [{} for _ in range(rules.sides)]
        for unit, place in enumerate(state.units.place):
            if place >= 0 and rules.fights[unit]:
                found[rules.compiled.units.side[unit]].setdefault(place, []).append(unit)
        return found

    return state.derived("stacks", (state.units,), make)


def zones(rules: Rules, state: DesertState, side: int) -> bytes:
    """By hex: 1 in the zone of control of a combat unit of ``side`` (rules 4 and 7).

    Zones reach neither into nor out of fortifications, not into boxes of the other side, not across
    hexsides or into terrain that cannot be passed.
    """

    def make() -> bytes:
        found = bytearray(rules.hexes)
        into, out_of = rules.number("zones.into.fortification"), rules.number("zones.out_of.fortification")
        boxed = rules.number("zones.into.box")
        for hex_ in stacks(rules, state)[side]:
            if rules.forts[hex_] and not out_of:
                continue
            for edge in range(6 * hex_, 6 * hex_ + 6):
                other = rules.neighbours[edge]
                if other < 0 or not rules.open_sides[edge] or (rules.forts[other] and not into):
                    continue
                owner = state.hexes.box[other]
                if not owner or owner == side + 1 or boxed:
                    found[other] = 1
        return bytes(found)

    return state.derived(f"zones {side}", (state.units, state.hexes), make)


def enemy_zones(rules: Rules, state: DesertState, side: int) -> bytes:
    """By hex: 1 in the zone of an enemy of ``side``."""

    def make() -> bytes:
        found = bytearray(rules.hexes)
        for other in range(rules.sides):
            if other != side:
                for hex_, zone in enumerate(zones(rules, state, other)):
                    found[hex_] |= zone
        return bytes(found)

    return state.derived(f"enemy zones {side}", (state.units, state.hexes), make)


def enemies(rules: Rules, state: DesertState, side: int) -> bytes:
    """By hex: 1 where a combat unit of an enemy of ``side`` stands."""

    def make() -> bytes:
        found = bytearray(rules.hexes)
        for other, stacked in enumerate(stacks(rules, state)):
            if other != side:
                for hex_ in stacked:
                    found[hex_] = 1
        return bytes(found)

    return state.derived(f"enemies {side}", (state.units,), make)


def far(rules: Rules, state: DesertState, side: int, limit: str = "movement.strategic_beyond") -> bytes:
    """By hex: 1 where it is entered at the strategic rate: far enough from enemy units, supply units too (3.4)."""

    def make() -> bytes:
        marked = bytearray(enemies(rules, state, side))
        for number, marker in enumerate(rules.markers):
            if marker.side != side and state.supplies.place[number] >= 0:
                marked[state.supplies.place[number]] = 1
        near = within(rules, marked, rules.number(limit))
        return bytes(1 - flag for flag in near)

    return state.derived(f"far {limit} {side}", (state.units, state.supplies), make)


def within(rules: Rules, marked: Iterable[int], limit: int) -> bytearray:
    """By hex: 1 at most ``limit`` hexes from a marked one, terrain of no account."""
    found = bytearray(rules.hexes)
    rim = [hex_ for hex_, flag in enumerate(marked) if flag]
    for hex_ in rim:
        found[hex_] = 1
    for _ in range(limit):
        after = []
        for hex_ in rim:
            for other in rules.neighbours[6 * hex_ : 6 * hex_ + 6]:
                if other >= 0 and not found[other]:
                    found[other] = 1
                    after.append(other)
        rim = after
    return found


def facing(rules: Rules, state: DesertState, side: int, *, strategic: bool = True) -> Situation:
    """What stands in the way of a side's units now."""
    swift = far(rules, state, side) if strategic else bytes(rules.hexes)
    return Situation(enemy_zones(rules, state, side), enemies(rules, state, side), swift)


def weight(rules: Rules, state: DesertState, unit: int, strength: int | None = None) -> int:
    """What a unit counts against stacking: less once it is worn down (rule 5); as if it had ``strength``, if given."""
    size, most = rules.compiled.units.size[unit], rules.compiled.units.strength[unit]
    left = state.units.strength[unit] if strength is None else strength
    worn = 100 * left < rules.number("stacking.depleted_below") * most
    return rules.column("stacking.depleted" if worn else "stacking.weight")[size]


def room(rules: Rules, state: DesertState, side: int, hex_: int, unit: int) -> bool:
    """Whether a unit may end in a hex: one division at most (rule 5)."""
    there = [other for other in stacks(rules, state)[side].get(hex_, ()) if other != unit]
    total = sum(weight(rules, state, other) for other in there) + weight(rules, state, unit)
    return total <= rules.number("stacking.limit")


def supplied(rules: Rules, state: DesertState, side: int, name: str = "supply.general_radius") -> list[int]:
    """By unit of the side: 1 in supply; units of other sides and off the map 0 (rule 8).

    Paths run from a unit to a supply marker of its side through hexes without enemies, in enemy zones only
    where a friend stands, by hexes that can be entered.
    """

    def make() -> list[int]:
        return _supplied(rules, state, side, name)

    return state.derived(f"{name} {side}", (state.units, state.supplies, state.hexes), make)


def _supplied(rules: Rules, state: DesertState, side: int, name: str) -> list[int]:
    units = rules.compiled.units
    sources = {
        state.supplies.place[n]
        for n, marker in enumerate(rules.markers)
        if marker.side == side and state.supplies.place[n] >= 0
    }
    radii = rules.column(name)
    steps = supply_steps(rules, state, side, sources, max(radii, default=0))
    found = [0] * len(units.side)
    for unit, place in enumerate(state.units.place):
        if units.side[unit] != side:
            continue
        if rules.column("supply.immune")[units.type[unit]] or _at_home(rules, side, place):
            found[unit] = int(place != -1)
        elif place >= 0:
            found[unit] = int(0 <= steps[place] <= radii[units.nationality[unit]])
    return found


def _at_home(rules: Rules, side: int, place: int) -> bool:
    """Home bases that always supply whoever is in them (rules 9 and 12)."""
    home = rules.column("home.places")
    always = {(owner, spot) for owner, spot, flag in zip(home[::4], home[1::4], home[3::4], strict=True) if flag}
    return any(place in area for key, area in rules.home_areas.items() if key[0] == side and key in always)


def supply_steps(rules: Rules, state: DesertState, side: int, sources: Iterable[int], limit: int) -> list[int]:
    """Steps of the shortest supply path from each hex; −1 beyond ``limit``."""
    barred, zone = enemies(rules, state, side), enemy_zones(rules, state, side)
    friends = stacks(rules, state)[side]
    steps = [-1] * rules.hexes
    rim = [hex_ for hex_ in sources if not barred[hex_]]
    for hex_ in rim:
        steps[hex_] = 0
    for distance in range(1, limit + 1):
        after = []
        for hex_ in rim:
            for edge in range(6 * hex_, 6 * hex_ + 6):
                other = rules.neighbours[edge]
                if other < 0 or steps[other] >= 0 or not rules.open_sides[edge] or barred[other]:
                    continue
                steps[other] = distance
                if not zone[other] or other in friends:
                    after.append(other)
        rim = after
    return steps
