"""The reach of a unit, all hexes at once, so that players need not try ways by stages (rules 3, 4, 8, 11, 12).

Agrees with what `Operations` offers; the way to a hex is an action's way. Stacking is checked by `room`.
"""

from __future__ import annotations

from array import array
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.movement.boxes import adjoining, admits, exits
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.situation import room
from scenario_forge.campaign.state import box_of, box_place
from scenario_forge.mechanics.movement import UNREACHED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.step import Action


class Reach(NamedTuple):
    """The places that a unit can reach."""

    unit: int
    start: int
    """The unit's place."""
    cost: Sequence[int]
    """By hex: scaled movement points to get there; −1 out of reach."""
    came: Sequence[int]
    """By hex: the place before it on a way of that cost; −1 out of reach and at the unit's place."""
    boxes: Mapping[int, tuple[int, int]]
    """By place of an off-map box in reach: cost, and the hex before it."""
    left: int
    """Points that it has left before it moves."""

    def path(self, place: int) -> tuple[int, ...]:
        """Return a cheapest way to a hex or box in reach, without the start; empty for the start.

        Raises:
            ValueError: it is out of reach.
        """
        found: list[int] = []
        at = place
        while at != self.start:
            before = self.came[at] if at >= 0 else self.boxes.get(at, (0, UNREACHED))[1]
            if before == UNREACHED:
                raise ValueError(f"{place} is out of reach")
            found.append(at)
            at = before
        return tuple(reversed(found))

    def move(self, place: int) -> Action:
        """Return the action of `Operations` that takes the unit there.

        Raises:
            ValueError: the place is out of reach, or the unit is in it.
        """
        way = self.path(place)
        if not way:
            raise ValueError(f"unit {self.unit} stands in {place}")
        return (self.unit, *way)


def reach(rules: Rules, state: CampaignState, unit: int) -> Reach:
    """Return the reach of a unit of the phasing side in the operations phase, with costs.

    All rules of movement bind it but stacking, which binds at the end of a move: `can_end`. What irregulars do besides
    is not looked at.
    """
    walk = walk_of(rules, state, unit)

    def grounds() -> tuple[object, ...]:
        return type(walk), walk.at, walk.spent, walk.begun, walk.halted, walk.may_leave_zone, walk.facing

    # who retreats goes where others stand, too: what binds such a unit is not in what it faces alone
    on = grounds if type(walk) is Walk else ("units.place", "units.spent", "units.moved", "hexes.box", "hexes.control")
    return state.derived(("reach", unit, type(walk)), on, lambda: _reach(walk))


def can_end(rules: Rules, state: CampaignState, unit: int, place: int) -> bool:
    """Return whether a unit may end its move in a place: stacking binds on the map (rule 5), irregulars nowhere."""
    side = rules.compiled.units.side[unit]
    return place < 0 or bool(rules.irregulars[unit]) or room(rules, state, side, place, unit)


def _reach(walk: Walk) -> Reach:
    if type(walk) is Walk and walk.at >= 0:
        found = _over_the_map(walk)
        if found is not None:
            return found
    if type(walk) is Walk and box_of(walk.at) >= 0 and len(walk.rules.compiled.boxes.side) == 1:
        return _out_of_box(walk)
    own = walk.rules.reach_of(walk)
    if own is not None:
        return own
    return _step_by_step(walk)


def _out_of_box(walk: Walk) -> Reach:
    """Return the reach from a box, by a call of the mechanics for each hex where units come onto the map."""
    import numpy as np  # noqa: PLC0415 - heavy, and worked examples of battles do without

    rules, facing, left = walk.rules, walk.facing, walk.budget - walk.spent
    best, came = (np.full(rules.hexes, UNREACHED, np.intc) for _ in range(2))
    for gate, price in () if walk.halted else walk.open_steps():
        if not isinstance(gate, int):
            continue
        cost, before = rules.mechanics.movement_range(rules.ground, gate, left - price, facing)
        ends = [gate] if facing.stops[gate] else slice(None)
        open_ = np.zeros(rules.hexes, bool)
        open_[ends] = np.asarray(cost)[ends] >= 0
        total = np.asarray(cost) + price
        better = open_ & ((best < 0) | (best > total))
        best[better], came[better] = total[better], np.asarray(before)[better]
        if better[gate]:
            came[gate] = walk.at
    return Reach(walk.unit, walk.at, array("i", best.tobytes()), array("i", came.tobytes()), {}, left)


def _over_the_map(walk: Walk) -> Reach | None:
    """Return the reach by one call of the mechanics; None where a way through an off-map box is shorter."""
    rules, start, facing = walk.rules, walk.at, walk.facing
    left = walk.budget - walk.spent
    leaving = bool(facing.stops[start])
    stuck = walk.halted or (leaving and not walk.may_leave_zone)
    extra = rules.given.movement.disengagement_cost * rules.scale if leaving else 0
    budget = 0 if stuck else max(left, 0)
    cost, came = rules.mechanics.movement_range(
        rules.ground, start, budget, facing, first_extra=extra, first_clear=leaving
    )
    boxes: dict[int, tuple[int, int]] = {}
    for box in range(0 if stuck else len(rules.compiled.boxes.side)):
        if not admits(rules, box, walk.side, walk.kind):
            continue
        price = rules.columns.off_map_cost[box]
        ways = [
            (cost[hex_] + price + (extra if hex_ == start else 0), hex_)
            for hex_ in adjoining(rules, box)
            if cost[hex_] >= 0 and (hex_ == start or not facing.stops[hex_])
        ]
        if ways and min(ways)[0] <= left:
            boxes[box_place(box)] = min(ways)
            if _comes_out(walk, box, min(ways)[0], cost):
                return None
    return Reach(walk.unit, start, cost, came, boxes, left)


def _comes_out(walk: Walk, box: int, spent: int, cost: Sequence[int]) -> bool:
    """Return whether some hex is reached more cheaply through a box."""
    for hex_, slow, swift in exits(walk.rules, walk.state, box, walk.side):
        total = spent + (swift if walk.facing.swift[hex_] else slow)
        if not walk.facing.barred[hex_] and walk.spent + total <= walk.budget and not 0 <= cost[hex_] <= total:
            return True
    return False


def _step_by_step(walk: Walk) -> Reach:
    """Return the reach by the walk's own steps: for units under other rules, and in off-map boxes."""
    count = walk.rules.hexes
    cost, came = [UNREACHED] * count, [UNREACHED] * count
    boxes: dict[int, tuple[int, int]] = {}
    known = {walk.at: 0}
    if walk.at >= 0:
        cost[walk.at] = 0
    waiting = [(0, walk.at, walk.begun)]
    on = walk.copy()
    while waiting:
        spent, on.at, on.begun = heappop(waiting)
        if spent > known[on.at]:
            continue
        at, on.spent = on.at, walk.spent + spent
        for place, price in on.steps():
            total = spent + price
            if not isinstance(place, int) or known.get(place, total + 1) <= total:
                continue
            known[place] = total
            heappush(waiting, (total, place, True))
            if place >= 0:
                cost[place], came[place] = total, at
            else:
                boxes[place] = (total, at)
    return Reach(walk.unit, walk.at, cost, came, boxes, walk.budget - walk.spent)
