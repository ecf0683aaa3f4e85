"""Derived from positions: stacks, zones of control, distance from enemies, supply (rules 3, 4, 5, 8).

Everything is kept as long as its inputs stay the same; callers must not change what is given here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.movement import OPEN, Situation, gates_of
from scenario_forge.mechanics.supply import any_of, mask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

PLACES = ("units.place",)
ZONES = ("units.place", "hexes.box")
"""The columns that zones of control follow from."""
_IS_ZERO = bytes([1] + [0] * 255)


def stacks(rules: Rules, state: CampaignState) -> Sequence[Mapping[int, Sequence[int]]]:
    """Return by side the combat units in each hex, in ascending order."""
    sides = range(rules.sides)
    return state.derived("stacks", PLACES, lambda: [stacks_of(rules, state, side) for side in sides])


def stacks_of(rules: Rules, state: CampaignState, side: int) -> Mapping[int, Sequence[int]]:
    """Return the combat units of a side in each hex, in ascending order."""

    def make() -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for unit, at in zip(rules.fighters[side], rules.places[side](state.units.place), strict=True):
            if at >= 0:
                found.setdefault(at, []).append(unit)
        return found

    return state.derived(("stacks", side), lambda: rules.places[side](state.units.place), make, steady=True)


@rule("combat.declaration", "unsupplied.keeping-pace")
def most_spent(rules: Rules, state: CampaignState, side: int) -> int:
    """Return the most scaled points that a combat unit of a side has spent, or counts as having spent (3.8)."""
    return max([state.clock.spent[0], *(state.units.spent[unit] for unit in rules.fighters[side])])


@rule("zones.extent", "zones.fortified-boxes", "zones.adjacent-hexes", "off-map.zones")
def zones(rules: Rules, state: CampaignState, side: int, *, boxes: bool = True) -> bytes:
    """Return for each hex 1 if it is in the zone of control of a combat unit of ``side`` (rules 4 and 7).

    Zones reach neither into nor out of fortifications, not into boxes of the other side, not across
    hexsides or into terrain that cannot be passed, not between the map and a box off it. Without ``boxes``, as if
    there were no fortified ones.
    """

    def grounds() -> tuple[Mapping[int, Sequence[int]], bytes]:
        closed = _closed(rules, state, side) if boxes else rules.forts
        return stacks_of(rules, state, side), closed

    def make() -> bytes:
        stacked, closed = grounds()
        none = rules.zoneless
        active = [hex_ for hex_, units in stacked.items() if not none.issuperset(units)] if none else [*stacked]
        counts = rules.mechanics.zone_counts(rules.ways, mask(rules.hexes, active), closed, rules.no_zones_from)
        return any_of(rules.hexes, (counts,))

    return state.derived(("zones", side, boxes), grounds, make, steady=True)


def _closed(rules: Rules, state: CampaignState, side: int) -> bytes:
    """Return for each hex 1 if no zone of the side reaches into it: fortifications, and boxes of others."""

    def make() -> bytes:
        foreign = [hex_ for hex_, owner in enumerate(state.hexes.box) if owner and owner != side + 1]
        return any_of(rules.hexes, (rules.forts, mask(rules.hexes, foreign)))

    return state.derived(("closed", side), ("hexes.box",), make, steady=True)


@rule("zones.stop-to-fight", "zones.effects", "zones.entry")
def enemy_zones(rules: Rules, state: CampaignState, side: int, *, boxes: bool = True) -> bytes:
    """Return for each hex 1 if it is in the zone of an enemy of ``side``."""

    def grounds() -> tuple[bytes, ...]:
        return tuple([zones(rules, state, other, boxes=boxes) for other in rules.others[side]])

    return state.derived(("enemy zones", side, boxes), grounds, lambda: any_of(rules.hexes, grounds()), steady=True)


def enemies(rules: Rules, state: CampaignState, side: int) -> bytes:
    """Return for each hex 1 if a combat unit of an enemy of ``side`` is in it."""

    def grounds() -> tuple[Mapping[int, Sequence[int]], ...]:
        return tuple([stacks_of(rules, state, other) for other in rules.others[side]])

    def make() -> bytes:
        return bytes(mask(rules.hexes, [hex_ for stacked in grounds() for hex_ in stacked]))

    return state.derived(("enemies", side), grounds, make, steady=True)


def unoccupied(rules: Rules, state: CampaignState, side: int, places: Iterable[int]) -> list[int]:
    """Return the places where units of a side can be, room aside, in ascending order: without enemies."""
    held = (stacks_of(rules, state, other) for other in rules.others[side])
    return sorted(rules.grounds.intersection(places).difference(*held))


@rule("movement.strategic")
def strategic_hexes(rules: Rules, state: CampaignState, side: int, beyond: int | None = None) -> bytes:
    """Return for each hex 1 at the strategic rate: far enough from enemy units and supply units (3.4).

    ``beyond`` is how many hexes must lie between; by default as many as for combat units.
    """
    limit = rules.given.movement.strategic_beyond if beyond is None else beyond

    def grounds() -> tuple[bytes, bytes]:
        return enemies(rules, state, side), enemy_supplies(rules, state, side)

    def make() -> bytes:
        marked = any_of(rules.hexes, grounds())
        return bytes(rules.mechanics.beyond(rules.neighbours, marked, limit))

    return state.derived(("far", limit, side), grounds, make)


def enemy_supplies(rules: Rules, state: CampaignState, side: int) -> bytes:
    """Return for each hex 1 if a supply marker of an enemy is in it."""

    def make() -> bytes:
        markers = zip(rules.markers, state.supplies.place, strict=True)
        return bytes(mask(rules.hexes, [place for marker, place in markers if marker.side != side and place >= 0]))

    return state.derived(("enemy supplies", side), ("supplies.place",), make, steady=True)


def within_distance(rules: Rules, marked: bytes | bytearray, limit: int) -> bytes:
    """Return for each hex 1 if it is at most ``limit`` hexes from a marked one, terrain ignored."""
    return bytes(rules.mechanics.beyond(rules.neighbours, marked, limit)).translate(_IS_ZERO)


def distances_from(rules: Rules, state: CampaignState, start: int) -> Sequence[int]:
    """Return the distance of each hex from one hex, terrain ignored."""
    return state.derived(("apart", start), (), lambda: _apart(rules, start))


def _apart(rules: Rules, start: int) -> Sequence[int]:
    return rules.mechanics.flood(rules.neighbours, b"\x01" * rules.hexes, mask(rules.hexes, [start]))


def facing(rules: Rules, state: CampaignState, side: int, *, strategic: bool = True) -> Situation:
    """Return the obstacles of a side's units now."""

    def grounds() -> tuple[bytes, bytes, bytes]:
        swift = strategic_hexes(rules, state, side) if strategic else bytes(rules.hexes)
        return enemy_zones(rules, state, side), enemies(rules, state, side), swift

    return state.derived(("facing", side, strategic), grounds, lambda: Situation(*grounds()))


def gates(rules: Rules, state: CampaignState, side: int) -> bytes:
    """Return for each hex whether a side's ways lead through it, end in it (enemy zones), or avoid it (enemies)."""

    def grounds() -> tuple[bytes, bytes]:
        return enemies(rules, state, side), enemy_zones(rules, state, side)

    return state.derived(("gates", side), grounds, lambda: gates_of(*grounds()), steady=True)


@rule("stacking.depleted", "stacking.free", "stacking.weight")
def weight(rules: Rules, state: CampaignState, unit: int, strength: int | None = None) -> int:
    """Return a unit's stacking weight, less if worn down (rule 5); as if it had ``strength``, if given."""
    least, worn, whole = rules.weights[unit]
    left = state.units.strength[unit] if strength is None else strength
    return worn if left < least else whole


def weights(rules: Rules, state: CampaignState) -> Sequence[int]:
    """Return the stacking weight of each unit at its present strength."""
    units = range(state.units.rows)
    return state.derived("weights", ("units.strength",), lambda: [weight(rules, state, unit) for unit in units])


def stack_weight(rules: Rules, state: CampaignState, side: int) -> Mapping[int, int]:
    """Return the weight of the side's units by hex."""

    def make() -> dict[int, int]:
        stacked = stacks(rules, state)[side].items()
        return {hex_: sum(weight(rules, state, unit) for unit in there) for hex_, there in stacked}

    return state.derived(f"fill {side}", ("units",), make)


@rule("stacking.limit")
def room(rules: Rules, state: CampaignState, side: int, hex_: int, unit: int, strength: int | None = None) -> bool:
    """Return whether a unit may end in a hex, as if it had ``strength``, if given: one division at most (rule 5)."""
    load, there = weight(rules, state, unit, strength), stacks_of(rules, state, side).get(hex_, ())
    if there:
        each = weights(rules, state)
        load += sum([each[other] for other in there if other != unit])
    return load <= rules.stacking_limit


@rule("supply.general")
def supplied(rules: Rules, state: CampaignState, side: int) -> list[int]:
    """Return for each unit 1 if it is of the side and in supply; 0 for other sides and off the map (rule 8).

    Paths run from a unit to a supply marker of its side through hexes without enemies, in enemy zones only
    where a friend stands, by hexes that can be entered; through off-map boxes where the rules say so.
    """

    def make() -> list[int]:
        return _supplied(rules, state, side)

    return state.derived(("supplied", side), ("units.place", "hexes.box", "supplies.place"), make)


def _supplied(rules: Rules, state: CampaignState, side: int) -> list[int]:
    units = rules.compiled.units
    markers = zip(rules.markers, state.supplies.place, strict=True)
    sources = {at for marker, at in markers if marker.side == side and at != -1}  # face-down ones too (8.24)
    radii, immune, always = rules.columns.supply_general_radius, rules.columns.supply_immune, rules.provided[side]
    most = max(radii, default=0)
    steps = supply_steps(rules, state, side, [place for place in sources if place >= 0], most)
    steps, off_map = through_boxes(rules, state, side, (steps, sources), most)
    found = [0] * len(units.side)
    for unit, place in enumerate(state.units.place):
        if units.side[unit] != side:
            continue
        if immune[units.type[unit]] or place in always:
            found[unit] = int(place != -1)
        else:
            taken = steps[place] if place >= 0 else off_map.get(place, -1)
            found[unit] = int(0 <= taken <= radii[units.nationality[unit]])
    return found


@rule("supply.closed-boxes")
def _serving(rules: Rules) -> Sequence[int]:
    """Return for each box 1 if supply paths lead into it."""
    return rules.columns.off_map_supply


def through_boxes(
    rules: Rules, state: CampaignState, side: int, found: tuple[Sequence[int], Collection[int]], limit: int
) -> tuple[Sequence[int], Mapping[int, int]]:
    """Return steps of supply paths by hex and by box, with each off-map box on a path counting as one hex.

    Args:
        rules: the scenario's rules.
        state: the state of play.
        side: whose paths.
        found: steps by hex without boxes; the places where supply is.
        limit: steps beyond which nobody looks.
    """
    steps, sources = found
    boxes, off_map = rules.compiled.boxes, dict[int, int]()
    for box, serves in enumerate(_serving(rules)):
        if not serves or boxes.side[box] not in {side, -1}:
            continue
        near = boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]]
        reached = [steps[hex_] + 1 for hex_ in near if steps[hex_] >= 0]
        taken = 0 if -2 - box in sources else min(reached, default=limit + 1)
        if taken > limit:
            continue
        off_map[-2 - box] = taken
        steps = _onward(rules, steps, _supply_gates(rules, state, side), near, (taken + 1, limit))
    return steps, off_map


def _onward(
    rules: Rules, steps: Sequence[int], gates_: bytes, near: Sequence[int], within_: tuple[int, int]
) -> Sequence[int]:
    """Return the steps where paths go on from a box to the hexes beside it."""
    first, limit = within_
    starts = [hex_ for hex_ in near if gates_[hex_] == OPEN] if first <= limit else []
    after = rules.mechanics.flood(rules.ways, gates_, mask(rules.hexes, starts), max(limit - first, 0))
    found = [-1 if one < 0 else first + one for one in after]
    for hex_ in near if first <= limit else ():
        if gates_[hex_]:
            found[hex_] = first
    return [min((one for one in pair if one >= 0), default=-1) for pair in zip(steps, found, strict=True)]


def _supply_gates(rules: Rules, state: CampaignState, side: int) -> bytes:
    """Return for each hex whether supply paths of a side lead through it, end in it, or avoid it."""

    def make() -> bytes:
        opened = bytearray(gates(rules, state, side))
        barred = enemies(rules, state, side)
        for hex_ in stacks_of(rules, state, side):
            opened[hex_] = not barred[hex_]
        return bytes(opened)

    return state.derived(("supply gates", side), ZONES, make, steady=True)


def steps_from(rules: Rules, state: CampaignState, side: int, start: int, limit: int) -> Sequence[int]:
    """Return the steps of shortest supply paths from a place, as :func:`supply_steps`, cached."""

    def grounds() -> tuple[bytes, bytes]:
        return _supply_gates(rules, state, side), enemies(rules, state, side)

    name = ("supply from", side, start, limit)
    return state.derived(name, grounds, lambda: supply_steps(rules, state, side, (start,), limit))


@rule("supply.paths")
def supply_steps(rules: Rules, state: CampaignState, side: int, sources: Iterable[int], limit: int) -> Sequence[int]:
    """Return the steps of the shortest supply path from each hex; −1 beyond ``limit``.

    Paths are followed from where supply is: they end in an enemy zone, unless a friend stands there.
    """
    gate = _supply_gates(rules, state, side)
    barred = enemies(rules, state, side)
    starts = mask(rules.hexes, [hex_ for hex_ in sources if not barred[hex_]])
    return rules.mechanics.flood(rules.ways, gate, starts, limit)
