"""Movement of units that began their player turn out of supply: to home or a port only (rule 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.contact import adjacent
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import enemies, enemy_zones, gates, most_spent, room
from scenario_forge.campaign.state import box_of
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.movement import OPEN, UNREACHED, Situation
from scenario_forge.mechanics.supply import mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.movement.walk import Steps
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

MOVES = ("units", "hexes", "supplies", "clock")
"""The tables that decide where a unit may go."""


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

    Along the road, zones and enemies further on are not minded (8.12 and its ruling). Hexes beside a box that is home
    count 1, as if the box were a hex.
    """
    if road:
        return state.derived(("road home", side), (), lambda: _road_steps(rules, side))

    def make() -> Sequence[int]:
        gate = gates(rules, state, side)
        goals = mask(rules.hexes, [hex_ for hex_ in rules.home_hexes[side] if gate[hex_] == OPEN])
        return rules.mechanics.flood(rules.ways, gate, goals)

    return state.derived(("home", side), lambda: (gates(rules, state, side),), make)


def _road_steps(rules: Rules, side: int) -> Sequence[int]:
    return rules.mechanics.flood(rules.roads_home, b"\x01" * rules.hexes, mask(rules.hexes, rules.home_hexes[side]))


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


def port_costs(rules: Rules, state: CampaignState, unit: int) -> Sequence[int]:
    """Return for each hex the points to the nearest friendly port with room, outside enemy zones; −1 for none."""
    side = rules.compiled.units.side[unit]
    zone = enemy_zones(rules, state, side)
    goals = [h for h in _open_ports(rules, state, side) if room(rules, state, side, h, unit)]

    def make() -> Sequence[int]:
        if not goals:
            return [-1] * rules.hexes
        slow = Situation(zone, enemies(rules, state, side), bytes(rules.hexes))
        return rules.mechanics.cost_home(rules.ground, mask(rules.hexes, goals), slow)

    return state.derived(("ports", side, *goals), lambda: (gates(rules, state, side),), make)


class Retreat(Walk):
    """The walk of an unsupplied unit to home or a port."""

    def __init__(self, rules: Rules, state: CampaignState, unit: int) -> None:
        super().__init__(rules, state, unit)
        self.by_route = home_steps(rules, state, self.side)
        self.by_road = home_steps(rules, state, self.side, road=True)
        self.to_port = port_costs(rules, state, unit)

    @rule("unsupplied.movement")
    def steps(self) -> Steps:
        """Return those steps of a common move that rule 8 allows."""
        if box_of(self.at) >= 0 or (self.begun and at_home(self.rules, self.side, self.at)):
            return ()  # 8.10
        return [(place, cost) for place, cost in self.open_steps() if self._serves(int(place), cost)]

    def _serves(self, place: int, cost: int) -> bool:
        """Return whether a step leads into a home box, or outside enemy zones (8.6) toward home or a port."""
        if place < 0:
            return at_home(self.rules, self.side, place)
        return not self.facing.stops[place] and (self._homeward(place) or self._to_port(place, cost))

    @rule("unsupplied.homeward")
    def _homeward(self, place: int) -> bool:
        """Return whether a step leads nearer home, along the road, or out of a ring of zones."""
        steps = self.by_route
        ringed = steps[self.at] == UNREACHED and self.facing.stops[self.at] and not self.begun
        return ringed or 0 <= steps[place] < steps[self.at] or self._along_road(place)

    @rule("unsupplied.road-home")
    def _along_road(self, place: int) -> bool:
        nearer = self.by_road[place] < self.by_road[self.at]
        return nearer and self.rules.roads_home[adjacent(self.rules, self.at, place)] == place

    @rule("unsupplied.to-port")
    def _to_port(self, place: int, cost: int) -> bool:
        """Return whether a step leads to a port that the unit can still reach."""
        costs = self.to_port
        return 0 <= costs[place] < costs[self.at] and self.spent + cost + costs[place] <= self.budget


@rule("unsupplied.ringed", "unsupplied.obligation")
def must_move_on(rules: Rules, state: CampaignState, unit: int, limit: int | None = None) -> bool:
    """Return whether an unsupplied unit must still move: it can, and is neither home nor in a port (8.8 to 8.15).

    Args:
        rules: the scenario's rules.
        state: the state of play.
        unit: which unit.
        limit: movement points up to which it is looked at, scaled; at a round of combat those of the others (8.18).
    """
    if not state.units.unsupplied[unit]:
        return False
    spent = max(state.units.spent[unit], state.clock.spent[0])
    if state.units.halted[unit] or spent >= rules.compiled.units.movement[unit] * rules.scale:
        return False
    side, place = rules.compiled.units.side[unit], state.units.place[unit]
    if at_home(rules, side, place) or place in ports(rules, state, side):
        return False
    walk = Retreat(rules, state, unit)
    for step, cost in walk.steps():
        if limit is None or walk.spent + cost <= limit:
            after = walk.copy()
            after.enter(step, cost)
            if after.can_end():  # out of a ring it may move, but need not (8.15)
                return max(walk.by_route[walk.at], walk.to_port[walk.at]) >= 0
    return False


def laggards(rules: Rules, state: CampaignState, side: int, limit: int | None = None) -> list[int]:
    """Return the unsupplied units of a side that must still move, see :func:`must_move_on`."""

    def make() -> list[int]:
        hungry = state.units.unsupplied
        return [unit for unit in rules.fighters[side] if hungry[unit] and must_move_on(rules, state, unit, limit)]

    return state.derived(("laggards", side, limit), MOVES, make)


@rule("unsupplied.keeping-pace")
def units_behind(rules: Rules, state: CampaignState, side: int) -> list[int]:
    """Return the unsupplied units that must move before a round of combat: they keep pace (8.18)."""
    return laggards(rules, state, side, most_spent(rules, state, side))
