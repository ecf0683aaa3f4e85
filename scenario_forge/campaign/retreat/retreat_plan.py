"""Whether all units can retreat, and where each may go so that the others can too (rule 6, rule 17)."""

from __future__ import annotations

from itertools import combinations, permutations
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.retreat.breakout import WayOut, breakout_ends, mechanised
from scenario_forge.campaign.retreat.retreat_ground import NOTHING, Vacated, around, vacated
from scenario_forge.campaign.situation import distances_from, stack_weight, weight
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import NOWHERE, Ends, WaysOut, nearest_ends, ways_out

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.mechanics.retreats import Surroundings

    Strengths = Mapping[int, int]
    """Strength by unit."""
    Loads = Mapping[int, int]
    """Weight by hex."""


MOST_ORDERED = 4
"""Stacks up to which every order is tried."""


class Party(NamedTuple):
    """Units that go together: one that retreats in order, or a stack that breaks out."""

    strengths: tuple[tuple[int, int], ...]
    """Units with their strengths."""
    start: int
    load: int
    points: int | None = None
    """What a stack that breaks out has paid for zones."""


class Planner:
    """A plan that places parties in the order in which they retreat, trying all placements if need be."""

    def __init__(
        self,
        rules: Rules,
        state: CampaignState,
        side: int,
        count: int,
        gone: Sequence[int] = (),
        after: Strengths = MappingProxyType({}),
    ) -> None:
        self.rules, self.state, self.side, self.count = rules, state, side, count
        self.held, self.limit = stack_weight(rules, state, side), rules.given.stacking.limit
        self._gone, self._after = tuple(gone), after
        self._dead = frozenset(unit for unit, strength in after.items() if not strength)
        self._failed: set[tuple[tuple[tuple[int, int, int | None], ...], tuple[tuple[int, int], ...]]] = set()
        self._fixed = False

    def party(self, strengths: Sequence[tuple[int, int]], points: int | None = None) -> Party:
        """Return units of one hex, with their strengths, as a party."""
        load = sum(weight(self.rules, self.state, *each) for each in strengths)
        return Party(tuple(strengths), self.state.units.place[strengths[0][0]], load, points)

    def losses(self) -> dict[int, int]:
        """Return by hex how much less those of the battle weigh there than they do in the state."""
        found: dict[int, int] = {}
        for unit, strength in self._after.items():
            now = weight(self.rules, self.state, unit, strength) if strength else 0
            change = now - weight(self.rules, self.state, unit)
            found = with_load(found, self.state.units.place[unit], change)
        return found

    @rule("retreat.distance", "retreat.further")
    def ends(self, party: Party, planned: Loads, left: frozenset[int] = frozenset()) -> Ends:
        """Return where a party can go given the ``planned`` places of others: past friends before further.

        ``left``: the units that have left their hexes by then, the dead among them.
        """
        others = vacated(self.rules, self.state, self.side, left, self._gone)
        if party.points is None:
            return self._ends(party, planned, others)
        out = WayOut(party.start, self.count, party.points, self._gone, others)
        return breakout_ends(self.rules, self.state, self.side, dict(party.strengths), out, planned)

    def ground(self, others: Vacated = NOTHING) -> Surroundings:
        """Return the surroundings of the retreat."""
        return around(self.rules, self.state, self.side, self._gone, others)

    def ways(self, start: int, limit: int) -> WaysOut:
        """Return the ways of a number of steps from a hex."""
        return self._reached(start, limit, NOTHING)[0]

    def settle(self, parties: Sequence[Party], planned: Loads | None = None) -> bool:
        """Return whether all parties find a place in turn."""
        barred = self.ground().barred
        # where nobody can enter the hex of another, whoever goes first leaves the others no more than they had
        self._fixed = all(party.points is None and barred[party.start] for party in parties)
        self._failed.clear()
        return self._settle(tuple(parties), self.losses() if planned is None else planned, self._dead)

    def leaves(self, first: Party, end: int, others: Sequence[Party]) -> bool:
        """Return whether all others find a place when the first has gone to an end."""
        planned = with_load(with_load({}, first.start, -first.load), end, first.load)
        left = frozenset(unit for unit, _strength in first.strengths)
        self._fixed = False
        self._failed.clear()
        return self._settle(tuple(others), planned, left)

    def _settle(self, parties: tuple[Party, ...], planned: Loads, left: frozenset[int]) -> bool:
        """Return whether the parties find a place; what failed once is not tried in another order."""
        if not parties:
            return True
        key = (tuple([party[1:] for party in parties]), tuple(sorted(planned.items())))
        if key in self._failed or (self._fixed and not all(self.ends(each, planned, left).hexes for each in parties)):
            return False
        first, *others = parties
        after = left.union(unit for unit, _strength in first.strengths)
        away = with_load(planned, first.start, -first.load)
        ends = self.ends(first, planned, left).hexes
        for end in ends if first.load else ends[:1]:  # where one without weight goes, nobody minds
            if self._settle(tuple(others), with_load(away, end, first.load), after):
                return True
        self._failed.add(key)
        return False

    def _ends(self, party: Party, planned: Loads, others: Vacated) -> Ends:
        """Return ends at the required distance by a way that long, else by the fewest more hexes (6.26, 6.28)."""
        away = distances_from(self.rules, self.state, party.start)
        for limit in (self.count, None):
            ways, far_enough = self._reached(party.start, limit, others)
            held, left = self.held, self.limit - party.load
            fits = [hex_ for hex_ in far_enough if held.get(hex_, 0) + planned.get(hex_, 0) <= left]
            found = nearest_ends(ways, away, fits)
            if found.hexes:
                return found
        return NOWHERE

    def _reached(self, start: int, limit: int | None, others: Vacated) -> tuple[WaysOut, Sequence[int]]:
        """Return the ways from a hex, and the hexes they lead to at the required distance or further."""
        rules, state = self.rules, self.state

        def make() -> tuple[WaysOut, list[int]]:
            ways = ways_out(self.ground(others), start, limit, rules.mechanics.flood)
            away = distances_from(rules, state, start)
            return ways, [hex_ for hex_, steps in enumerate(ways.past) if steps > 0 and away[hex_] >= self.count]

        name = ("ways out", self.side, self.count, self._gone, start, limit, others)
        return state.derived(name, ("units", "hexes", "supplies"), make)


def with_load(planned: Loads, hex_: int, own: int) -> dict[int, int]:
    """Return the planned loads with one more in a hex."""
    return {**planned, hex_: planned.get(hex_, 0) + own}


def parties_in_turn(planner: Planner, units: Strengths, broken: Collection[int], paid: Loads) -> Iterator[list[Party]]:
    """Yield the orders in which units may go: those that break out first and the others by number, then stack by stack.

    A unit may have to go before another or after it: a hex that is left makes room, and loses its box.
    """
    stacks = stacks_of(planner.state, units)
    by_hex = {
        hex_: [planner.party(sorted(stack.items()), paid.get(hex_, 0))]
        if hex_ in broken
        else [planner.party([each]) for each in sorted(stack.items())]
        for hex_, stack in stacks.items()
    }
    first = [party for hex_ in sorted(broken) if hex_ in by_hex for party in by_hex[hex_]]
    yield [
        *first,
        *sorted(party for hex_, parties in by_hex.items() if hex_ not in broken for party in parties),
    ]  # by number
    if 1 < len(by_hex) <= MOST_ORDERED:
        for order in permutations(sorted(by_hex)):
            yield [party for hex_ in order for party in by_hex[hex_]]


class Flight(NamedTuple):
    """A retreat that all units of a battle are to make."""

    side: int
    units: Strengths
    """Those that are left, with their strengths."""
    hexes: int
    """How many they retreat."""
    paid: Loads = MappingProxyType({})
    """Strength already lost, by the hex of the stack: what zones are paid with (17.3); it counts toward the result."""
    after: Strengths = MappingProxyType({})
    """What is left of each unit of the battle, none of those that are lost, as the state does not show it yet."""


@rule("retreat.possible", "retreat.no-way-out")
def orderly(rules: Rules, state: CampaignState, flight: Flight) -> bool:
    """Return whether all units can retreat clear of enemy zones."""
    return _in_turn(rules, state, flight, ()) is not None


def _in_turn(rules: Rules, state: CampaignState, flight: Flight, broken: Collection[int]) -> list[Party] | None:
    """Return the units in an order in which all find a place; None if there is none."""
    planner = Planner(rules, state, flight.side, flight.hexes, (), flight.after)
    orders = parties_in_turn(planner, flight.units, broken, flight.paid)
    return next((order for order in orders if planner.settle(order)), None)


def can_retreat(rules: Rules, state: CampaignState, flight: Flight) -> bool:
    """Return whether all can retreat, if need be through zones paid for by strength already lost (rule 17)."""
    return way_of_all(rules, state, flight) is not None


def way_of_all(rules: Rules, state: CampaignState, flight: Flight) -> list[Party] | None:
    """Return the parties in which all retreat, in turn: stacks that break out have points; None if not all can."""
    name = f"way of all {flight.side} {flight.hexes} {sorted(flight.units.items())} {sorted(flight.paid.items())}"
    after = tuple(sorted(flight.after.items()))

    def make() -> list[Party] | None:
        broken = breaking(rules, state, flight)
        return None if broken is None else _in_turn(rules, state, flight, broken)

    return state.derived((name, after), ("units", "hexes", "supplies"), make)


def breaking(rules: Rules, state: CampaignState, flight: Flight) -> list[int] | None:
    """Return the stacks, by hex, that can only go through zones; None where others can go nowhere (17.2)."""
    if orderly(rules, state, flight):
        return []
    fit = mechanised(rules, state, flight.units)
    by_hex = stacks_of(state, flight.units)
    found = [hex_ for hex_ in sorted(fit) if not orderly(rules, state, flight._replace(units=by_hex[hex_]))]
    others = [hex_ for hex_ in sorted(fit) if hex_ not in found]
    for number in range(len(others) + 1):
        for extra in combinations(others, number):  # those to whom the others leave no room
            broken = {*found, *extra}
            rest = {unit: held for unit, held in flight.units.items() if state.units.place[unit] not in broken}
            if broken and orderly(rules, state, flight._replace(units=rest)):
                return sorted(broken)
    return None


def stacks_of(state: CampaignState, units: Strengths) -> dict[int, dict[int, int]]:
    """Return the units in each hex, with their strengths."""
    found: dict[int, dict[int, int]] = {}
    for unit, held in units.items():
        found.setdefault(state.units.place[unit], {})[unit] = held
    return found
