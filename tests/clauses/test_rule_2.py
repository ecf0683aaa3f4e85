"""Rule 2: the sequence of play."""

from __future__ import annotations

import pytest
from campaign.play.fight import attack, operations, round_on
from campaign.play.table import rules_of

from scenario_forge.campaign.state import NOWHERE
from scenario_forge.campaign.turns import player_turn
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed
from scenario_forge.systems.desert_rats.play import DesertPlay

from .positions import Board, at_step, control, ends, events, first_whole, move, points, tokens


@pytest.mark.clause("2.1", "2.2", "2.3", "2.17", "2.20", "2.21", "9.1", "13.2", "14.2", "1.5")
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [
        ("beda-fomm", [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]),  # Dec 40 to Mar 41, Allied only
        ("crusader", [(11 + n, side) for n in range(5) for side in (0, 1)]),  # Nov 41 to Mar 42, whole
    ],
)
def test_player_turns_alternate_each_with_operations_then_logistics_until_the_stop_date(scenario, turns):
    play = (
        DesertPlay(rules_of("desert-rats", scenario))
        if False
        else DesertPlay(rules_of("desert-rats", scenario).compiled)
    )
    state = play.begin()
    clock, came = state.clock, [(state.clock.turn[0], state.clock.side[0])]
    steps, whole = {came[0]: []}, player_turn(play.rules)
    playout = Playout(play.sequence, state, Keyed(1))
    while playout.advance() is not None:
        now = (clock.turn[0], clock.side[0])
        if now != came[-1]:
            came.append(now)
            steps[now] = []
        if playout.frame.step in whole:
            steps[now].append(whole.index(playout.frame.step))
        offered = [choice.token for choice in playout.choices()]
        playout.act(("end",) if "end" in offered else first_whole(playout))
    begun = [came[0], *_begun(playout, turns[0])]
    assert begun == turns
    assert playout.events[-1].name == "game over"
    assert len(events(playout, "stop date scored")) == 1, "then the victory conditions decide"
    assert playout.over
    assert all(order == sorted(order) for order in steps.values()), "a player turn never goes back"
    assert whole.index("operations") < whole.index("reinforcements")
    order = [whole.index(step) for step in ("replacements", "supply", "attrition")]
    assert order == sorted(order), "supply is looked at when new supply has come"


def _begun(playout, first):
    """Turn and side of each player turn that an event begins."""
    turn = first[0]
    for event in events(playout, "player turn"):
        turn += event.subjects[0] == 0
        yield turn, event.subjects[0]


def fighting(*dice):
    """Two attacks are possible, one after the other; a third unit is far away."""
    board = Board()
    fresh, idle = board.put("allied", 5, "J22"), board.put("allied", 26, "F12")
    board.put("axis", 15, "J23")
    board.supply("allied", "J21")
    return board, fresh, idle


@pytest.mark.clause("2.4", "2.7", "2.9", "2.10", "3.10")
def test_rounds_and_movement_alternate_as_the_player_likes():
    board, _unit, idle = fighting()
    playout = attack(board, 6)
    while playout.frame.step != "operations":
        ends_step(playout)
    offered = tokens(playout)
    assert {"end", "round", idle} <= set(offered), "another round at once, movement, or an end"
    move(playout, board, idle, "F13")
    assert board.state.units.place[idle] == board.hex("F13")
    assert "round" in tokens(playout)
    assert [event.clause for event in events(playout, "round of combat")] == ["2.8"]
    playout.act(("round",))
    playout.advance()
    assert board.state.clock.rounds[0] == 2


def ends_step(playout):
    """Bear a loss as strength, decline the rest."""
    offered = tokens(playout)
    if playout.frame.step == "losses":
        action = (0,)
        while playout.choices(action):
            action = (*action, playout.choices(action)[0].token)
        playout.act(action)
    else:
        playout.act(("done",) if "done" in offered else ("end",))
    playout.advance()


@pytest.mark.clause("2.6")
def test_points_spent_are_kept_while_others_move():
    board = Board()
    board.put("axis", 15, "M24")
    one, other = board.put("allied", 1, "J20"), board.put("allied", 2, "H20")
    playout = board.play()
    move(playout, board, one, "J21", "J22")
    move(playout, board, other, "H21")
    assert points(board, one) == 4
    move(playout, board, one, "J21")
    assert (points(board, one), points(board, other)) == (6, 2)


@pytest.mark.clause("2.9", "6.7", "8.28")
def test_a_round_begins_with_combat_supply_and_goes_on_to_the_attacks():
    board, _unit, _idle = fighting()
    playout = round_on(board)
    assert playout.frame.step == "combat-supply"
    playout.act(("done",))
    playout.advance()
    assert playout.frame.step != "operations"


@pytest.mark.clause("2.11", "2.13", "9.5")
def test_the_first_figure_of_the_track_is_what_may_be_spent_on_strength_or_boxes():
    board = Board("cyrenaica", "allied")
    board.state.clock.turn[0] = 8  # August 1941, printed "W 3-2" on the Allied side
    control(board, "allied", "SS32")
    weak = board.put("allied", 4, "J20", strength=1)
    at_step(board, "replacements-come").advance()
    assert board.state.sides.replacements[0] == 3
    playout = at_step(board, "replacements")
    playout.advance()
    assert {"replacements", "box"} <= set(tokens(playout))
    assert weak in tokens(playout, ("replacements",))


def supplied(board, own, captured=0):
    """Put so many supply units on the map, and captured ones."""
    board.state.clock.turn[0] = 12
    control(board, "axis", "V12", "T7")
    for wanted, count in ((False, own), (True, captured)):
        free = [n for n, m in enumerate(board.rules.markers) if m.side == 1 and m.captured == wanted]
        for number in free[:count]:
            board.state.supplies.place[number] = board.hex("J20")
    return at_step(board, "supply")


def limit(board):
    return board.rules.compiled.turns.figures[((12 - board.rules.compiled.turns.span[0]) * 2 + 1) * 2 + 1]


@pytest.mark.clause("2.14", "2.16", "9.12", "9.14", "8.38", "2.11")
def test_the_second_figure_is_how_many_supply_units_there_may_be_captured_ones_apart():
    board = Board("crusader", "axis")
    most = limit(board)
    assert supplied(board, most - 1, captured=2).advance() == 1, "one more may come"
    board = Board("crusader", "axis")
    assert supplied(board, most, captured=2).advance() is None, "that is all"


@pytest.mark.clause("2.19", "8.37", "11.12", "11.17")
def test_the_private_army_attacks_supply_when_operations_are_over():
    board = Board("nov41-dec42")
    raider = board.put("allied", 34, "J20")
    marker = board.supply("axis", "J20")
    playout = operations(board, 1)
    playout.advance()
    assert playout.frame.step == "operations"
    playout.act(("end",))
    ends(playout, lambda one: one.frame.step == "raids")
    assert tokens(playout) == ["end", raider]
    playout.act((raider,))
    playout.advance()
    assert board.state.supplies.place[marker] == NOWHERE
