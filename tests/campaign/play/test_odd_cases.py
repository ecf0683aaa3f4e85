"""Cases that the rules cover and games seldom bring: boxes, captures between battles, who comes late."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.boxes import exits
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.campaign.turns import player_turn, sequence
from scenario_forge.campaign.wrecks import lose
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.systems.desert_rats.raids import OFF_MAP, captors

from .fight import attack, operations, round_on
from .table import Board, Watched
from .test_logistics import at_step, control, events, tokens
from .test_raiders import raiding

TRIPOLI = box_place(0)


@pytest.mark.clause("8.20", "8.21")
def test_supply_in_range_serves_a_stack_whose_supply_is_lost_before_its_battle():
    """8.20: as long as a supply unit is in range of a defending stack it is used, in each battle."""
    board = Board()
    first, second = board.put("allied", 1, "J20"), board.put("allied", 2, "M20")
    weak, strong = board.put("axis", 17, "J21", strength=1), board.put("axis", 15, "M21")
    for hex_ in ("J19", "M19"):
        board.state.supplies.used[board.supply("allied", hex_)] = 1
    lost, spare = board.supply("axis", "J21"), board.supply("axis", "N25")
    playout = round_on(board, 6, 1, 6)  # a battle, a capture, a battle
    assert playout.frame.step == "allocation"
    playout.act((board.hex("J21"), "by", first, "next", board.hex("M21"), "by", second))
    playout.advance()
    assert (board.state.supplies.used[lost], board.state.supplies.used[spare]) == (1, 0), "one serves both (8.22)"
    playout.act((board.hex("J21"),))
    playout.advance()
    playout.act((0, weak))
    playout.advance()
    playout.act((first, board.hex("J21")))
    playout.advance()
    assert events(playout, "supply captured")
    assert [event.subjects for event in events(playout, "supply used")] == [(lost,), (spare,)]
    differential = [event.subjects[0] for event in events(playout, "battle")][1]
    units = board.rules.compiled.units.strength
    assert differential == units[second] - units[strong], "nothing for want of supply"


@pytest.mark.clause("11.19")
def test_one_attempt_in_the_box_is_all_though_who_made_it_has_left():
    """11.19: once a player turn in total."""
    board, raider = raiding(side="axis")
    one, other = board.put("axis", 15, "B2"), board.put("axis", 16, "B2")
    board.state.units.place[raider] = board.state.units.place[one] = board.state.units.place[other] = TRIPOLI
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert captors(board.rules, board.state, raider) == [one, other]
    board.state.units.tried[one] = OFF_MAP
    board.state.units.place[one] = board.hex("B2")
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert captors(board.rules, board.state, raider) == []


@pytest.mark.clause("12.4")
def test_the_southern_edge_serves_axis_units_and_no_raider():
    """12.4 speaks of Axis units alone."""
    board = Board(side="axis")
    for number, row in zip((1, 2, 4), "ABD", strict=True):
        board.put("allied", number, f"{row}1")
    western = {hex_ for hex_, _cost, _swift in exits(board.rules, board.state, 0, 0)}
    assert {hex_ for hex_, _cost, _swift in exits(board.rules, board.state, 0, 1)} > western
    board = Board()
    for number, row in zip((15, 16, 18), "ABD", strict=True):
        board.put("axis", number, f"{row}1")
    assert {hex_ for hex_, _cost, _swift in exits(board.rules, board.state, 0, 0, irregular=True)} == western


@pytest.mark.clause("8.33")
def test_who_comes_on_where_enemy_supply_lies_captures_it():
    """A-ARRIVE-CAPTURE: by sea here; reinforcements and the rebuilt likewise."""
    board = Board("nov41-dec42")
    unit = board.put("allied", 10, "T30")
    marker = board.supply("axis", "SS32")
    control(board, "allied", "T30", "SS32")
    board.state.units.began[unit] = board.hex("T30")
    playout = at_step(board, "sea-transfer", (1,))
    playout.act((unit, board.hex("SS32")))
    playout.advance()
    assert events(playout, "supply captured")
    assert board.state.supplies.place[marker] == NOWHERE


@pytest.mark.clause("9.4")
def test_a_unit_that_still_waits_to_come_stays_away_and_nobody_leaves_for_it():
    """A-W-WAITING."""
    board = Board("cyrenaica")
    board.state.clock.turn[0] = 7
    other = board.put("allied", 16, "J20")
    also = board.put("allied", 11, "J22")
    board.state.units.place[board.unit("allied", 5)] = NOWHERE
    board.put("allied", 15, "J24")
    at_step(board, "withdrawals").advance()
    assert board.state.units.place[other] == NOWHERE, "it is named itself"
    assert board.state.units.place[also] == board.hex("J22")


@pytest.mark.clause("9.6", "9.8")
def test_nobody_is_brought_back_in_an_enemy_zone():
    """9.6: who receives replacements is in no enemy zone; a centre that is in one takes none of the rebuilt."""
    board = Board("nov41-dec42")
    dead = board.unit("allied", 4)
    for column, value in (("place", AT_BASE), ("began", AT_BASE), ("strength", 0)):
        getattr(board.state.units, column)[dead] = value
    for hex_ in range(board.state.hexes.rows):
        board.state.hexes.control[hex_] = 0
    control(board, "allied", "D3")
    board.state.sides.replacements[0] = 3
    assert tokens(at_step(board, "replacements"), ("replacements",)) == [dead]
    board.put("axis", 15, "D4")
    assert at_step(board, "replacements").advance() is None, "nothing that could be decided"


@pytest.mark.clause("12.6", "2.8", "3.8")
def test_eleven_points_of_march_hold_for_all_once_a_round_is_declared():
    """A-MARCH-CLOCK."""
    board = Board("cyrenaica", side="axis")
    marching = board.put("axis", 10, "B2", spent=11 * board.rules.scale)
    board.state.units.place[marching] = TRIPOLI
    board.put("axis", 15, "J20")
    board.put("allied", 1, "J21")
    board.supply("axis", "J19")
    operations(board).act(("round",))
    assert board.state.clock.spent[0] == 11 * board.rules.scale


@pytest.mark.clause("9.8")
def test_who_fell_in_the_enemys_turn_may_be_rebuilt_and_who_fell_in_ones_own_may_not():
    """A-REBUILD-TURN."""
    board = Board("nov41-dec42")
    dead = board.unit("allied", 4)
    board.state.units.place[dead], board.state.units.strength[dead] = AT_BASE, 0
    control(board, "allied", "SS32")
    for began, able in ((board.hex("J20"), []), (AT_BASE, [dead])):
        board.state.sides.replacements[0] = 1
        board.state.units.began[dead] = began
        assert tokens(at_step(board, "replacements"), ("replacements",)) == able


@pytest.mark.clause("14.21")
def test_supply_alone_does_not_keep_the_british_from_a_decisive_victory():
    """A-DECISIVE-UNITS."""
    board = Board("nov41-dec42", side="axis")
    board.supply("axis", "J20")
    at_step(board, "victory").advance()
    assert board.state.clock.decisive[0] == 1
    board = Board("nov41-dec42", side="axis")
    board.put("axis", 15, "J20")
    at_step(board, "victory").advance()
    assert board.state.clock.decisive[0] == 0


@pytest.mark.clause("6.39")
def test_who_advances_next_to_others_does_not_fight_them_in_this_round():
    """6.39: the enemy of J23 was next to nobody when the round was declared."""
    board = Board()
    victor = board.put("allied", 1, "J20")
    weak, other = board.put("axis", 17, "J21", strength=1), board.put("axis", 15, "J23")
    playout = attack(supplied(board), 6)
    playout.act((0, weak))
    playout.advance()
    playout.act((victor, board.hex("J21"), board.hex("J22")))
    playout.advance()
    assert len(events(playout, "battle")) == 1
    assert playout.frame.step == "operations"
    assert contact(board.rules, board.state, 0).bound == {victor}, "in the next round it must"
    assert board.state.units.place[other] == board.hex("J23")


def supplied(board):
    board.state.supplies.used[board.supply("allied", "J19")] = 1
    return board


@pytest.mark.clause("10.10")
@pytest.mark.parametrize(("owner", "number"), [("axis", 15), ("allied", 1)])
def test_wrecks_of_either_side_are_repaired_by_whoever_controls_the_hex(owner, number):
    """10.10: here the Axis, of its own tanks and of the enemy's."""
    board = Board(side="axis")
    unit = board.put(owner, number, "J20")
    board.state.apply(lose(board.rules, board.state, {unit: board.state.units.strength[unit]}))
    wrecked = board.state.hexes.wreck[board.hex("J20")]
    control(board, "axis", "J20")
    playout = at_step(board, "repair", [1])
    playout.advance()
    playout.act((board.hex("J20"),))
    playout.advance()
    assert list(board.state.sides.repairs) == [0, 2]
    assert board.state.hexes.wreck[board.hex("J20")] == wrecked - 2


@pytest.mark.clause("8.24", "14.20")
def test_supply_used_up_in_the_last_turn_still_counts_for_victory():
    """A-USED-AT-END: it goes when the game turn is over, which is after the player-turn that wins."""
    board = Board("nov41-dec42")
    board.state.clock.turn[0] = board.rules.compiled.turns.span[1]
    board.put("axis", 15, "EE36")
    marker = board.supply("axis", "EE35")
    board.state.supplies.used[marker] = 1
    steps = player_turn(board.rules)
    board.state.stack = (Frame("player-turns", {"next": steps.index("attrition") + 1}),)
    board.state.revisions = [n + 1 for n in board.state.revisions]
    playout = Watched(sequence(board.rules), board.state, Scripted([]))
    assert playout.advance() is None
    assert board.state.clock.decisive[0] == 2
    assert board.state.supplies.place[marker] == NOWHERE


@pytest.mark.clause("8.6", "3.7")
def test_an_unsupplied_victor_may_advance_into_a_zone():
    """A-UNSUPPLIED-ADVANCE: what it may not do is move there."""
    board = Board()
    victor = board.put("allied", 1, "J20", unsupplied=1)
    weak = board.put("axis", 17, "J21", strength=1)
    board.put("axis", 15, "J23")
    playout = attack(supplied(board), 6)
    playout.act((0, weak))
    playout.advance()
    playout.act((victor, board.hex("J21"), board.hex("J22")))
    assert board.state.units.place[victor] == board.hex("J22")


@pytest.mark.clause("6.10", "6.12")
def test_the_attacker_says_who_attacks_what_and_a_hex_is_attacked_once():
    """6.10, 6.12: either unit can attack either hex, or both together both; none is attacked again."""
    board = Board()
    one, other = board.put("allied", 4, "J20"), board.put("allied", 5, "J20")
    board.put("axis", 10, "J21"), board.put("axis", 11, "I21")
    playout = round_on(supplied(board))
    east, north = board.hex("J21"), board.hex("I21")
    assert set(tokens(playout)) == {east, north}
    assert set(tokens(playout, (north, "by"))) == {one, other}
    assert tokens(playout, (north, "by", one, "next")) == [east]
    assert tokens(playout, (north, "by", one, "next", east, "by")) == [other]
    together = (*sorted((east, north)), "by", one, other)
    assert {action for action in whole_actions(playout) if len(action) == 5} == {together}


@pytest.mark.clause("3.2")
def test_a_unit_that_cannot_pay_for_one_hex_enters_none():
    """A-MIN-MOVE: an allowance is a limit."""
    board = Board()
    walk = Walk(board.rules, board.state, board.put("allied", 1, "J20"))
    board.put("axis", 15, "J23")
    for points, open_ in ((2, True), (1, False)):  # clear costs 2 near the enemy
        walk = Walk(board.rules, board.state, walk.unit)
        walk.budget = points * board.rules.scale
        assert bool(list(walk.steps())) is open_
