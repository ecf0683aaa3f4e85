"""Whether all units can retreat, and where each may go so that the others can too (rule 6, rule 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.retreat.breakout import WayOut, breakout_ends, mechanised
from scenario_forge.campaign.retreat.retreat_ground import around
from scenario_forge.campaign.situation import distances_from, stack_weight, weight
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import NOWHERE, Ends, WaysOut, nearest_ends, ways_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

    Strengths = Mapping[int, int]
    """Strength by unit."""
    Loads = Mapping[int, int]
    """Weight by hex."""


class Planner:
    """A plan that places units in the order in which they retreat, trying all placements if need be."""

    def __init__(self, rules: Rules, state: CampaignState, side: int, count: int, gone: Sequence[int] = ()) -> None:
        self.rules, self.state, self.side, self.count = rules, state, side, count
        self.ground = around(rules, state, side, gone)
        self.held, self.limit = stack_weight(rules, state, side), rules.given.stacking.limit
        self._gone = tuple(gone)
        self._failed: set[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]] = set()

    @rule("retreat.distance", "retreat.further")
    def ends(self, unit: int, strength: int, planned: Loads) -> Ends:
        """Return where a unit can go given the ``planned`` places of others: past friends before further."""
        return self._ends(self.state.units.place[unit], self._weight(unit, strength), planned)

    def ways(self, start: int, limit: int) -> WaysOut:
        """Return the ways of a number of steps from a hex."""
        return self._reached(start, limit)[0]

    def settle(self, units: Sequence[tuple[int, int]], planned: Loads) -> bool:
        """Return whether all units, with their strengths, find a place."""
        loads = [(self.state.units.place[unit], self._weight(unit, strength)) for unit, strength in units]
        light = all(self._ends(start, own, planned).hexes for start, own in set(loads) if not own)
        return light and self._settle(tuple(load for load in loads if load[1]), planned)

    def _settle(self, loads: tuple[tuple[int, int], ...], planned: Loads) -> bool:
        """Return whether all starts with weights find a place; what failed once is not tried in another order."""
        if not loads:
            return True
        key = (loads, tuple(sorted(planned.items())))
        if key in self._failed:
            return False
        found = [self._ends(*load, planned).hexes for load in loads]
        own = loads[0][1]
        if all(found) and any(self._settle(loads[1:], with_load(planned, end, own)) for end in found[0]):
            return True
        self._failed.add(key)
        return False

    def _ends(self, start: int, own: int, planned: Loads) -> Ends:
        """Return ends at the required distance by a way that long, else by the fewest more hexes (6.26, 6.28)."""
        away = distances_from(self.rules, self.state, start)
        for limit in (self.count, None):
            ways, far_enough = self._reached(start, limit)
            held, left = self.held, self.limit - own
            fits = [hex_ for hex_ in far_enough if held.get(hex_, 0) + planned.get(hex_, 0) <= left]
            found = nearest_ends(ways, away, fits)
            if found.hexes:
                return found
        return NOWHERE

    def _reached(self, start: int, limit: int | None) -> tuple[WaysOut, Sequence[int]]:
        """Return the ways from a hex, and the hexes they lead to at the required distance or further."""
        rules, state = self.rules, self.state

        def make() -> tuple[WaysOut, list[int]]:
            ways = ways_out(self.ground, start, limit, rules.mechanics.flood)
            away = distances_from(rules, state, start)
            return ways, [hex_ for hex_, steps in enumerate(ways.past) if steps > 0 and away[hex_] >= self.count]

        name = ("ways out", self.side, self.count, self._gone, start, limit)
        return state.derived(name, ("units", "hexes", "supplies"), make)

    def _weight(self, unit: int, strength: int) -> int:
        return weight(self.rules, self.state, unit, strength)


def with_load(planned: Loads, hex_: int, own: int) -> dict[int, int]:
    """Return the planned loads with one more in a hex."""
    return {**planned, hex_: planned.get(hex_, 0) + own}


@rule("retreat.possible", "retreat.no-way-out")
def orderly(rules: Rules, state: CampaignState, side: int, units: Strengths, count: int) -> bool:
    """Return whether all units, with their strengths, can retreat that many hexes clear of enemy zones."""
    return Planner(rules, state, side, count).settle(sorted(units.items()), {})


def can_retreat(rules: Rules, state: CampaignState, side: int, units: Strengths, count: int, paid: Loads) -> bool:
    """Return whether all can retreat, if need be through zones paid for by strength already lost (rule 17).

    ``paid`` is that strength, by the hex of the stack; it counts toward the result (17.4).
    """
    name = f"can retreat {side} {count} {sorted(units.items())} {sorted(paid.items())}"

    def make() -> bool:
        broken = breaking(rules, state, side, units, count)
        if broken is None or not broken:
            return broken is not None
        return leaves_room(rules, state, side, units, count, BreakoutsLeft(tuple(broken), paid, {}))

    return state.derived(name, ("units", "hexes", "supplies"), make)


def breaking(rules: Rules, state: CampaignState, side: int, units: Strengths, count: int) -> list[int] | None:
    """Return the stacks, by hex, that can only go through zones; None where others can go nowhere (17.2)."""
    if orderly(rules, state, side, units, count):
        return []
    fit = mechanised(rules, state, units)
    by_hex = stacks_of(state, units)
    found = [hex_ for hex_ in sorted(fit) if not orderly(rules, state, side, by_hex[hex_], count)]
    for extra in [hex_ for hex_ in (-1, *sorted(fit)) if hex_ not in found]:
        found += [extra] if extra >= 0 else []
        rest = {unit: held for unit, held in units.items() if state.units.place[unit] not in found}
        if found and orderly(rules, state, side, rest, count):
            return sorted(found)
    return None


class BreakoutsLeft(NamedTuple):
    """Stacks that have still to break out."""

    hexes: tuple[int, ...]
    paid: Loads
    """The strength that each has paid, by hex."""
    planned: Loads
    """The loads that those before them bring to their hexes of retreat."""


def leaves_room(
    rules: Rules, state: CampaignState, side: int, units: Strengths, count: int, left: BreakoutsLeft
) -> bool:
    """Return whether the stacks can break out in turn, and all others retreat in order after them."""
    by_hex = stacks_of(state, units)
    if not left.hexes:
        return Planner(rules, state, side, count).settle(sorted(units.items()), left.planned)
    hex_, *later = left.hexes
    stack = by_hex[hex_]
    rest = {unit: held for unit, held in units.items() if unit not in stack}
    load = sum(weight(rules, state, *each) for each in stack.items())
    return any(
        leaves_room(
            rules, state, side, rest, count, BreakoutsLeft(tuple(later), left.paid, with_load(left.planned, end, load))
        )
        for end in breakout_ends(rules, state, side, stack, WayOut(hex_, count, left.paid.get(hex_, 0)), left.planned)
    )


def stacks_of(state: CampaignState, units: Strengths) -> dict[int, dict[int, int]]:
    """Return the units in each hex, with their strengths."""
    found: dict[int, dict[int, int]] = {}
    for unit, held in units.items():
        found.setdefault(state.units.place[unit], {})[unit] = held
    return found
