"""Movement of units that began their player turn out of supply: to home or a port only (rule 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.contact import adjacent
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import enemies, enemy_zones, gates, room
from scenario_forge.campaign.state import box_of
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.movement import OPEN, UNREACHED, Situation
from scenario_forge.mechanics.supply import mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.movement.walk import Steps
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


def home_area(rules: Rules, side: int, spot: int) -> list[int]:
    """Return a home base with the hexes around that belong to it; for any other place, the place alone."""
    return sorted(rules.home_areas.get((side, spot), {spot}))


@rule("unsupplied.home")
def at_home(rules: Rules, side: int, place: int) -> bool:
    """Return whether a place belongs to a side's home base area."""
    return place in rules.home_places[side]


@rule("unsupplied.distance-home")
def home_steps(rules: Rules, state: CampaignState, side: int, *, road: bool = False) -> Sequence[int]:
    """Return for each hex the steps to home by routes through no enemy zone (8.13); −1 for no way.

    Along the road, zones and enemies further on are not minded (8.12 and its ruling). A box counts as a hex.
    """
    if road:
        free = b"\x01" * rules.hexes
        return state.derived(("road home", side), (), lambda: steps_to_homes(rules, side, rules.roads_home, free))

    def make() -> Sequence[int]:
        return steps_to_homes(rules, side, rules.ways, gates(rules, state, side))

    return state.derived(("home", side), lambda: (gates(rules, state, side),), make)


def steps_to_homes(rules: Rules, side: int, ways: Sequence[int], gate: bytes) -> Sequence[int]:
    """Return for each hex the steps to the nearest home base by open hexes, one more into a box; −1 for no way."""
    near = [
        rules.mechanics.flood(ways, gate, mask(rules.hexes, [hex_ for hex_ in goals[side] if gate[hex_] == OPEN]))
        for goals in (rules.home_hexes, rules.beside_home)
    ]
    found = [
        min((steps for steps in (home, beside + (beside >= 0)) if steps >= 0), default=UNREACHED)
        for home, beside in zip(*near, strict=True)
    ]
    for hex_ in rules.beside_home[side]:  # out of a zone, too, the box is the next
        found[hex_] = min(found[hex_], 1) if found[hex_] >= 0 else 1
    return found


@rule("unsupplied.ports")
def ports(rules: Rules, state: CampaignState, side: int) -> list[int]:
    """Return the hexes of ports with a supply centre that the side controls, without enemies (8.7 and its ruling)."""
    barred, control = enemies(rules, state, side), state.hexes.control
    return [hex_ for hex_ in rules.supply_ports if control[hex_] == side + 1 and not barred[hex_]]


def _open_ports(rules: Rules, state: CampaignState, side: int) -> Sequence[int]:
    """Return the ports outside enemy zones."""

    def make() -> list[int]:
        zone = enemy_zones(rules, state, side)
        return [hex_ for hex_ in ports(rules, state, side) if not zone[hex_]]

    return state.derived(("open ports", side), ("units.place", "hexes.box", "hexes.control"), make)


def port_costs(rules: Rules, state: CampaignState, unit: int) -> list[Sequence[int]]:
    """Return by friendly port with room, outside enemy zones, the points to it from each hex; −1 for no way."""
    side = rules.compiled.units.side[unit]
    return [
        _costs_to(rules, state, side, hex_)
        for hex_ in _open_ports(rules, state, side)
        if room(rules, state, side, hex_, unit)
    ]


def _costs_to(rules: Rules, state: CampaignState, side: int, port: int) -> Sequence[int]:
    def make() -> Sequence[int]:
        zone = enemy_zones(rules, state, side)
        slow = Situation(zone, enemies(rules, state, side), bytes(rules.hexes))
        return rules.mechanics.cost_home(rules.ground, mask(rules.hexes, [port]), slow)

    return state.derived(("port", side, port), lambda: (gates(rules, state, side),), make)


class Retreat(Walk):
    """The walk of an unsupplied unit to home or a port."""

    def __init__(self, rules: Rules, state: CampaignState, unit: int) -> None:
        super().__init__(rules, state, unit)
        self.by_route = home_steps(rules, state, self.side)
        self.by_road = home_steps(rules, state, self.side, road=True)
        self.to_ports = port_costs(rules, state, unit)

    @rule("unsupplied.movement")
    def steps(self) -> Steps:
        """Return those steps of a common move that rule 8 allows."""
        if box_of(self.at) >= 0 or (self.begun and at_home(self.rules, self.side, self.at)):
            return ()  # 8.10
        return [(place, cost) for place, cost in self.open_steps() if self._serves(int(place), cost)]

    def _serves(self, place: int, cost: int) -> bool:
        """Return whether a step leads into a home box, or outside enemy zones (8.6) toward home or a port."""
        if place < 0:
            return self.is_homeward(place)
        return not self.facing.stops[place] and (self.is_homeward(place) or self._to_port(place, cost))

    @rule("unsupplied.homeward")
    def is_homeward(self, place: int) -> bool:
        """Return whether a step leads nearer home, along the road, into a home box, or out of a ring of zones."""
        if place < 0:
            return at_home(self.rules, self.side, place)
        steps = self.by_route
        ringed = steps[self.at] == UNREACHED and self.facing.stops[self.at] and not self.begun
        return ringed or 0 <= steps[place] < steps[self.at] or self._along_road(place)

    @rule("unsupplied.road-home")
    def _along_road(self, place: int) -> bool:
        nearer = self.by_road[place] < self.by_road[self.at]
        return nearer and self.rules.roads_home[adjacent(self.rules, self.at, place)] == place

    @rule("unsupplied.to-port")
    def _to_port(self, place: int, cost: int) -> bool:
        """Return whether a step leads nearer, in points, to a port that the unit can still reach (its ruling)."""
        left = self.budget - self.spent - cost
        return any(0 <= costs[place] < costs[self.at] and costs[place] <= left for costs in self.to_ports)
