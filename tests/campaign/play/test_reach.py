"""Where units can go, all at once, is where the operations phase lets them go stage by stage."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

from scenario_forge.campaign.movement.boxes import admits
from scenario_forge.campaign.movement.reach import _out_of_box, _step_by_step, can_end, reach
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.state import box_place
from scenario_forge.simulator.players import RandomPlayer, Seat
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed, number
from scenario_forge.systems.desert_rats.play import DesertPlay
from scenario_forge.systems.desert_rats.raid_reach import raid_reach

from .table import rules_of


def by_stages(playout, unit):
    """Least cost by place of all moves that stages offer, where they may end."""
    rules, found = playout.sequence.steps["operations"].rules, {}
    waiting, met = [(0, (unit,))], {}
    while waiting:
        _spent, prefix = heappop(waiting)
        for choice in playout.choices(prefix):
            if not isinstance(choice.token, int):
                continue
            way = (*prefix, choice.token)
            walk = walk_of(rules, playout.state, unit)
            before = walk.spent
            for place in way[1:]:
                walk.enter(place)
            cost = walk.spent - before
            if choice.whole:
                found[choice.token] = min(found.get(choice.token, cost), cost)
            if choice.more and met.get(choice.token, cost + 1) > cost:
                met[choice.token] = cost
                heappush(waiting, (cost, way))
    return found


def at_once(rules, state, unit):
    found = reach(rules, state, unit)
    costs = {hex_: cost for hex_, cost in enumerate(found.cost) if cost >= 0 and hex_ != found.start}
    costs |= {place: cost for place, (cost, _before) in found.boxes.items() if place != found.start}
    return {place: cost for place, cost in costs.items() if can_end(rules, state, unit, place)}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "scenario", "seed"), [("skirmish", "siege", 1), ("skirmish", "siege", 5), ("skirmish", "compass", 2)]
)
def test_all_at_once_is_what_stages_offer(game, scenario, seed):
    play = DesertPlay(rules_of(game, scenario).compiled)
    rules = play.sequence.steps["operations"].rules
    playout = Playout(play.sequence, play.begin(), Keyed(seed))
    players = [RandomPlayer(play, side, seed) for side in range(2)]
    asked = 0
    while (side := playout.advance()) is not None and asked < 12:
        if playout.frame.step == "operations":
            for choice in playout.choices():
                if (
                    isinstance(choice.token, int)
                    and asked < 12
                    and not number(f"{seed} {choice.token} {len(playout.log)}", 6)
                ):
                    asked += 1
                    expected = by_stages(playout, choice.token)
                    expected.pop(playout.state.units.place[choice.token], None)
                    assert at_once(rules, playout.state, choice.token) == expected
                    found = reach(rules, playout.state, choice.token)
                    for place in expected:
                        playout.must_allow(found.move(place))
        playout.act_unchecked(players[side].choose(Seat(play, playout, side)))
    assert asked == 12


def test_out_of_a_box_all_at_once_is_what_the_walk_says_step_by_step():
    play = DesertPlay(rules_of("desert-rats", "dec40-dec42").compiled)
    rules, state = play.rules, play.begin()
    for unit in [next(unit for unit in rules.fighters[side] if state.units.place[unit] >= 0) for side in range(2)]:
        side = rules.compiled.units.side[unit]
        if admits(rules, 0, side, rules.compiled.units.type[unit]):
            state.apply((state.units.change(unit, "place", box_place(0)), state.clock.change(0, "side", side)))
            walk = walk_of(rules, state, unit)
            found, expected = _out_of_box(walk), _step_by_step(walk)
            assert list(found.cost) == list(expected.cost)
            ends = [hex_ for hex_, cost in enumerate(found.cost) if cost >= 0]
            assert ends
            for end in ends:
                on = walk_of(rules, state, unit)
                for place in found.path(end):
                    on.enter(place)
                assert on.spent - walk.spent == found.cost[end]


@pytest.mark.parametrize("down", [0, 1])
def test_the_reach_of_a_private_army_at_once_is_that_step_by_step(down):
    """Costs, and the same way of several that cost the same; those near an off-map box are left to the search."""
    play = DesertPlay(rules_of("desert-rats", "dec40-dec42").compiled)
    rules, state = play.rules, play.begin()
    raider, found = rules.irregular_units[0], 0
    state.apply((state.units.change(raider, "down", down),))
    for hex_ in sorted(place for place in state.units.place if place >= 0)[::2]:
        state.apply((state.units.change(raider, "place", hex_),))
        walk = walk_of(rules, state, raider)
        at_once, expected = raid_reach(walk), _step_by_step(walk)
        if at_once is not None:
            found += 1
            assert list(at_once.cost) == list(expected.cost)
            assert list(at_once.came) == list(expected.came)
            assert at_once.boxes == expected.boxes
    assert found > 3
