"""Ways of a supply unit when a round is declared: on its own points, held by zones as others are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.boxes import adjoining, exits
from scenario_forge.campaign.situation import distances_from, enemy_supplies, facing
from scenario_forge.campaign.state import box_of, box_place
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.movement import UNREACHED, Situation
from scenario_forge.mechanics.supply import any_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


@rule("supply.strategic-rate")
def facing_supply(rules: Rules, state: CampaignState, side: int) -> Situation:
    """Return the obstacles of a side's supply units: no strategic rate (8.31), hexes with enemy supply barred."""

    def grounds() -> tuple[Situation, bytes]:
        return facing(rules, state, side, strategic=False), enemy_supplies(rules, state, side)

    def make() -> Situation:
        around, supplies = grounds()
        barred = any_of(rules.hexes, (bytes(around.barred), supplies))  # only combat units capture (8.34)
        return Situation(around.stops, barred, around.swift)

    return state.derived(("facing supply", side), grounds, make)


def ranges(rules: Rules, state: CampaignState, marker: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return for each hex the scaled points for a supply unit to get there, −1 for no way, and the place before."""
    side, start = rules.markers[marker].side, state.supplies.place[marker]
    around = facing_supply(rules, state, side)
    budget = max(rules.markers[marker].movement * rules.scale - state.supplies.spent[marker], 0)
    if box_of(start) >= 0:
        return _out_of_box(rules, state, marker, around, budget)
    return _from(rules, around, start, budget)


def _from(rules: Rules, around: Situation, start: int, budget: int) -> tuple[Sequence[int], Sequence[int]]:
    points = budget * (not around.stops[start])  # none out of an enemy zone
    return rules.mechanics.movement_range(rules.ground, start, points, around)


@rule("off-map.supply-movement")
def _out_of_box(
    rules: Rules, state: CampaignState, marker: int, around: Situation, budget: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the ranges from a box: onto the map at the cost of the hex entered, by the cheapest ways."""
    start, side = state.supplies.place[marker], rules.markers[marker].side
    found: dict[int, tuple[int, int]] = {}
    for hex_, slow, swift in exits(rules, state, box_of(start), side):
        price = swift if around.swift[hex_] else slow
        if around.barred[hex_] or price > budget:
            continue
        further, before = _from(rules, around, hex_, budget - price)
        for at, spent in enumerate(further):
            if spent != UNREACHED:
                last = (price + spent, start if at == hex_ else before[at])
                found[at] = min(found.get(at, last), last)
    nowhere = (UNREACHED, UNREACHED)
    ways = [found.get(at, nowhere) for at in range(rules.hexes)]
    return [cost for cost, _before in ways], [before for _cost, before in ways]


@rule("supply.nearest-first")
def hexes_away(rules: Rules, state: CampaignState, start: int, goals: dict[int, int]) -> dict[int, int]:
    """Return the distance from ``start`` to each goal, terrain ignored; a box is one hex beside those it adjoins."""
    steps, found = distances_from(rules, state, start), {}
    boxes = {box_place(box): adjoining(rules, box) for box in range(len(rules.compiled.boxes.side))}
    for marker, goal in goals.items():
        beside = boxes.get(goal, ())
        found[marker] = 1 + min(steps[hex_] for hex_ in beside) if beside else steps[goal]
    return found
