"""Rules 2, 7, 8, 9, 10, 13 and 15: the logistics phase, step by step."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.arrivals.reinforcements import march_penalty
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.simulator.playout import whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import IllegalActionError, Scripted
from scenario_forge.systems.desert_rats.play import DesertPlay, sequence

from .table import Board, Watched

TRIPOLI = box_place(0)


def at_step(board, step, dice=(), **data):
    """A playout that stands in one step, alone."""
    board.state.stack = (Frame(step, data),)
    board.state.revisions = [revision + 1 for revision in board.state.revisions]
    return Watched(sequence(board.rules), board.state, Scripted(dice))


def tokens(playout, prefix=()):
    return [choice.token for choice in playout.choices(prefix)]


def control(board, side, *hexes):
    for hex_ in hexes:
        board.state.hexes.control[board.hex(hex_)] = board.rules.compiled.keys["sides"].index(side) + 1


def arrival(board, side, number):
    """A reinforcement that comes on by its first choice, with SS32 in Allied hands: its row and the playout."""
    control(board, "allied", "SS32")
    unit = board.unit(side, number)
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, playout.choices((unit,))[0].token))
    return unit, playout


def events(playout, name):
    return [event for event in playout.events if event.name == name]


# -- withdrawals -------------------------------------------------------------------------------------


def leaving():
    """A board in the month in which units 15 and 16 leave."""
    board = Board("cyrenaica")
    board.state.clock.turn[0] = 7
    return board


@pytest.mark.clause("9.3", "13.7", "2.12")
def test_the_named_unit_leaves_from_wherever_it_is():
    board = leaving()
    named = [board.put("allied", 15, "RR31"), board.put("allied", 16, "J20"), board.put("allied", 5, "S32")]
    at_step(board, "withdrawals").advance()
    assert [board.state.units.place[unit] for unit in named] == [NOWHERE] * 3


@pytest.mark.clause("9.4", "13.8")
def test_another_of_equal_strength_leaves_for_one_that_is_gone():
    """9.4, 13.8 and A-W-EQUIV: printed and current strength at least that of the missing one."""
    board = leaving()
    gone = board.put("allied", 15, "J20")
    board.state.units.place[gone], board.state.units.strength[gone] = AT_BASE, 0
    board.put("allied", 5, "S32")
    board.put("allied", 16, "RR31")
    strong, weak = board.put("allied", 13, "J21"), board.put("allied", 14, "J22", strength=3)
    small = board.put("allied", 12, "J23")  # 6 as the missing one
    playout = at_step(board, "withdrawals")
    assert playout.advance() == 0
    assert weak not in tokens(playout)
    assert {strong, small} <= set(tokens(playout))
    playout.act((small,))
    playout.advance()
    assert board.state.units.place[small] == NOWHERE
    assert board.state.units.stands[small] == gone + 1


@pytest.mark.clause("13.8")
def test_strength_is_traded_only_when_nobody_else_can_leave():
    """13.8: the total stays what it was."""
    board = leaving()
    board.put("allied", 5, "S32")  # leaves first
    named = board.put("allied", 15, "J20", strength=4)
    givers = [board.put("allied", 13, "J21", strength=3), board.put("allied", 14, "J22", strength=2)]
    total = sum(board.state.units.strength[unit] for unit in (named, *givers))
    playout = at_step(board, "withdrawals")
    assert playout.advance() == 0
    assert tokens(playout) == [named]
    assert not playout.choices()[0].whole
    playout.act((named, givers[0], givers[0]))
    assert board.state.units.strength[named] == 6
    assert sum(board.state.units.strength[unit] for unit in (named, *givers)) == total
    assert board.state.units.place[named] == NOWHERE


@pytest.mark.clause("13.8", "5.3")
def test_a_worn_unit_in_a_full_stack_may_be_made_whole_as_it_leaves():
    """13.8: it leaves at once, so the hex never holds more than may stack there (5.1, 5.3)."""
    board = leaving()
    board.put("allied", 5, "S32")  # leaves first
    named = board.put("allied", 15, "J20", strength=2)
    board.put("allied", 13, "J20", strength=5)
    board.put("allied", 14, "J20", strength=2)
    giver = board.put("allied", 16, "J21", strength=5)
    control(board, "allied", "S32", "J20", "J21")
    play, broken = DesertPlay(board.rules.compiled), []
    playout = at_step(board, "withdrawals")
    assert list(play.breaches(board.state)) == []
    playout.watch = lambda state, _event: broken.extend(play.breaches(state))
    assert playout.advance() == 0
    playout.act((named, giver, giver, giver, giver))
    playout.advance()
    assert board.state.units.place[named] == NOWHERE
    assert broken == []


# -- reinforcements ----------------------------------------------------------------------------------


@pytest.mark.clause("9.16", "9.17", "9.18", "9.19", "9.20", "9.21", "9.22", "9.23", "9.24", "9.25", "13.6", "9.2")
def test_reinforcements_come_on_at_controlled_centres_within_capacity_and_stacking():
    """9.16 to 9.25, 13.6: Alexandria with the hexes around it, Mersa Matruh for two."""
    board = Board("cyrenaica")
    board.state.clock.turn[0] = 6
    control(board, "allied", "RR15", "SS32")
    control(board, "axis", "T30", "SS1", "T7", "D3", "EE36")
    playout = at_step(board, "reinforcements")
    assert playout.advance() == 0
    unit = board.unit("allied", 18)
    spots = tokens(playout, (unit,))
    names = {board.ids[spot] for spot in spots}
    assert {"RR15", "SS32"} <= names
    assert "T30" not in names
    near = {board.rules.neighbours[6 * board.hex("SS32") + d] for d in range(6)}
    assert names - {"RR15", "SS32"} <= {board.ids[h] for h in near if h >= 0}
    come = tokens(playout)
    for each in come[:2]:
        playout.act((each, board.hex("RR15")))
    playout.advance()
    third = tokens(playout)[0]
    assert board.hex("RR15") not in tokens(playout, (third,)), "capacity 2"


@pytest.mark.clause("9.18")
def test_nobody_comes_on_where_the_enemy_is_and_who_cannot_come_waits():
    """9.18 and A-CENTRE-ZOC."""
    board = Board("cyrenaica")
    board.state.clock.turn[0] = 6
    for row in range(board.state.hexes.rows):
        board.state.hexes.control[row] = 2
    playout = at_step(board, "reinforcements")
    assert playout.advance() is None
    board.state.clock.turn[0] = 7
    control(board, "allied", "SS32")
    assert at_step(board, "reinforcements").advance() == 0
    assert board.unit("allied", 18) in tokens(at_step(board, "reinforcements"))


@pytest.mark.clause("12.6", "13.11", "13.14")
def test_units_whose_march_has_begun_come_on_in_the_box_and_pay_eleven_points_the_month_after():
    board = Board("dec40-sep41", "axis")
    board.state.clock.turn[0] = 2
    playout = at_step(board, "reinforcements")
    assert playout.advance() == 1
    unit = board.unit("axis", 15)
    assert tokens(playout, (unit,)) == [TRIPOLI]
    playout.act((unit, TRIPOLI))
    board.state.clock.turn[0] = 3
    assert march_penalty(board.rules, board.state, unit) == 11 * board.rules.scale
    board.state.clock.turn[0] = 4
    assert march_penalty(board.rules, board.state, unit) == 0


# -- repair ------------------------------------------------------------------------------------------


@pytest.mark.clause("10.2", "10.11", "10.14", "10.3", "10.6", "10.7", "REP.1", "REP.3")
@pytest.mark.parametrize(
    ("side", "die", "repaired", "left"),
    [
        ("axis", 3, 2, 3),
        ("axis", 5, 1, 4),
        ("axis", 6, 0, 4),
        ("allied", 3, 1, 4),
        ("allied", 5, 0, 4),
        ("allied", 6, 0, 3),
    ],
)
def test_a_die_for_each_wreck_and_one_more_for_the_british(side, die, repaired, left):
    """10.2, 10.11, 10.14 with A-REPAIR-READING: 1 to 3 two points, 4 and 5 one, 6 loses one, 7 two."""
    board = Board(side=side)
    control(board, side, "J20")
    board.state.hexes.wreck[board.hex("J20")] = 5
    playout = at_step(board, "repair", [die])
    number = playout.advance()
    playout.act((board.hex("J20"),))
    playout.advance()
    assert board.state.sides.repairs[number] == repaired
    assert board.state.hexes.wreck[board.hex("J20")] == left


@pytest.mark.clause("10.13", "10.2", "10.8", "REP.1")
def test_no_more_is_repaired_than_lies_there_and_none_in_an_enemy_zone_or_hex():
    """A-WRECK-2, 10.13."""
    board = Board(side="axis")
    control(board, "axis", "J20", "J30")
    control(board, "allied", "J10")
    for hex_ in ("J10", "J20", "J30"):
        board.state.hexes.wreck[board.hex(hex_)] = 1
    board.put("allied", 1, "J31")
    playout = at_step(board, "repair", [1])
    playout.advance()
    assert tokens(playout) == ["end", board.hex("J20")]
    playout.act((board.hex("J20"),))
    assert playout.advance() is None
    assert board.state.sides.repairs[1] == 1
    assert board.state.hexes.wreck[board.hex("J20")] == 0


# -- replacements ------------------------------------------------------------------------------------


def replacing(points=3, repairs=0):
    board = Board(side="axis")
    board.state.sides.replacements[1], board.state.sides.repairs[1] = points, repairs
    control(board, "axis", "T7")
    control(board, "allied", "SS1", "D3", "T30", "V12", "RR15")
    return board


@pytest.mark.clause("9.5", "9.6", "9.7", "9.10")
def test_a_point_adds_one_strength_up_to_the_printed_one_outside_enemy_zones():
    board = replacing()
    weak = board.put("axis", 10, "J20", strength=5)
    whole = board.put("axis", 11, "J22")
    pinned = board.put("axis", 12, "J30", strength=2)
    board.put("allied", 1, "J31")
    playout = at_step(board, "replacements")
    playout.advance()
    units = tokens(playout, ("replacements",))
    assert weak in units
    assert whole not in units
    assert pinned not in units
    playout.act(("replacements", weak))
    assert board.state.units.strength[weak] == 6
    assert board.state.sides.replacements[1] == 2
    assert weak not in tokens(playout, ("replacements",))
    playout.act(("end",))
    playout.advance()
    assert board.state.sides.replacements[1] == 0, "9.10"


@pytest.mark.clause("9.8")
def test_the_dead_of_earlier_turns_come_back_at_a_centre_and_those_of_this_turn_do_not():
    """9.8 and A-REBUILD-WHERE: at a controlled supply centre, within its capacity."""
    board = replacing()
    old, new = board.unit("axis", 10), board.unit("axis", 11)
    for unit in (old, new):
        board.state.units.place[unit], board.state.units.strength[unit] = AT_BASE, 0
    board.state.units.began[old] = AT_BASE
    board.state.units.began[new] = board.hex("J20")
    playout = at_step(board, "replacements")
    playout.advance()
    assert tokens(playout, ("replacements",)) == [old]
    assert tokens(playout, ("replacements", old)) == sorted([TRIPOLI, board.hex("T7")])
    playout.act(("replacements", old, board.hex("T7")))
    assert (board.state.units.place[old], board.state.units.strength[old]) == (board.hex("T7"), 1)
    assert sum(board.state.centres.arrived) == 1


@pytest.mark.clause("10.4", "10.5", "REP.2")
def test_repaired_points_are_for_armour_and_kept_only_if_all_of_it_is_whole():
    """10.4, 10.5 and A-REPAIR-SAVE."""
    board = replacing(points=0, repairs=2)
    tanks, foot = board.put("axis", 15, "J20", strength=8), board.put("axis", 10, "J22", strength=2)
    playout = at_step(board, "replacements")
    playout.advance()
    assert tokens(playout) == ["end", "repairs"]
    assert foot not in tokens(playout, ("repairs",))
    playout.act(("repairs", tanks))
    if playout.advance() is not None:
        playout.act(("end",))
    playout.advance()
    whole = board.state.units.strength[tanks] == board.rules.compiled.units.strength[tanks]
    assert board.state.sides.repairs[1] == (1 if whole else 0)
    assert whole

    board = replacing(points=0, repairs=2)
    board.put("axis", 15, "J20", strength=5)
    playout = at_step(board, "replacements")
    playout.advance()
    playout.act(("end",))
    playout.advance()
    assert board.state.sides.repairs[1] == 0


@pytest.mark.clause("7.8", "7.9", "7.10", "7.11", "9.9", "2.13")
def test_a_box_costs_a_point_where_rule_7_allows_one():
    board = replacing(points=2)
    for number, hex_ in enumerate(("J20", "T30", "T7", "J30")):
        board.put("axis", 10 + number, hex_)
    board.put("allied", 1, "J31")
    playout = at_step(board, "replacements")
    playout.advance()
    assert tokens(playout, ("box",)) == [board.hex("J20")], "not a fortification, a town, an enemy zone"
    playout.act(("box", board.hex("J20")))
    assert board.state.hexes.box[board.hex("J20")] == 2
    assert board.state.sides.replacements[1] == 1
    playout.advance()
    assert "box" not in (tokens(playout) if not playout.over else []), "7.10: one in a hex"


@pytest.mark.clause("9.32")
def test_no_points_come_when_the_enemy_has_every_centre():
    board = Board("crusader")
    for row in range(board.state.hexes.rows):
        board.state.hexes.control[row] = 2
    at_step(board, "replacements-come").advance()
    assert board.state.sides.replacements[0] == 0
    control(board, "allied", "SS32")
    at_step(board, "replacements-come").advance()
    assert board.state.sides.replacements[0] > 0


@pytest.mark.clause("5.5")
def test_replacements_do_not_bring_a_stack_over_the_limit():
    """5.5 and A-STACK-REBUILT."""
    board = replacing()
    worn = board.put("axis", 10, "J20", strength=2)  # of 6: stacks as a brigade
    board.put("axis", 9, "J20")
    playout = at_step(board, "replacements")
    playout.advance()
    assert "replacements" not in tokens(playout) or worn not in tokens(playout, ("replacements",))


# -- supply ------------------------------------------------------------------------------------------


@pytest.mark.clause("9.12", "9.13", "9.14", "9.22")
def test_supply_is_topped_up_to_the_number_of_the_track_captured_not_counted():
    """9.12 to 9.14; 9.22: the centre that takes supply only takes supply."""
    board = Board("crusader", "axis")
    control(board, "axis", "V12", "T7")
    board.state.clock.turn[0] = 12
    captured = next(n for n, m in enumerate(board.rules.markers) if m.side == 1 and m.captured)
    board.state.supplies.place[captured] = board.hex("J20")
    playout = at_step(board, "supply")
    count = 0
    while playout.advance() is not None:
        spots = tokens(playout)
        assert (board.hex("V12") in spots) == (count == 0), "capacity 1"
        playout.act((board.hex("V12") if count == 0 else TRIPOLI,))
        count += 1
    turns, span = board.rules.compiled.turns, board.rules.compiled.turns.span
    assert count == turns.figures[((12 - span[0]) * 2 + 1) * 2 + 1]


@pytest.mark.clause("8.24")
def test_used_supply_goes_when_the_game_turn_ends_not_before():
    for side, stays in (("allied", True), ("axis", False)):
        board = Board(side=side)
        marker = board.supply("allied", "J20")
        board.state.supplies.used[marker] = 1
        at_step(board, "used-supply").advance()
        assert (board.state.supplies.place[marker] != NOWHERE) == stays


@pytest.mark.clause("7.18")
def test_an_empty_box_goes_when_the_turn_ends():
    """7.18 and A-BOX-SUPPLY-ONLY."""
    board = Board()
    board.put("allied", 4, "J20")
    board.supply("allied", "J22")
    for hex_ in ("J20", "J22"):
        board.state.hexes.box[board.hex(hex_)] = 1
    at_step(board, "empty-boxes").advance()
    assert board.state.hexes.box[board.hex("J20")] == 1
    assert board.state.hexes.box[board.hex("J22")] == 0


# -- sea transfer ------------------------------------------------------------------------------------


def sailing(side="allied", turn=12):
    board = Board("crusader", side)
    control(board, side, "T30", "SS32")
    board.state.clock.turn[0] = turn
    return board


@pytest.mark.clause("9.27", "9.28", "9.29", "9.30", "9.31")
def test_who_stayed_in_port_may_sail_and_ships_cost_points_once():
    """9.27 to 9.31, A-SEA-BASEAREA, A-SEA-DIE."""
    board = sailing()
    stayed, moved, near = board.put("allied", 4, "T30"), board.put("allied", 3, "T30"), board.put("allied", 5, "SS31")
    for unit in (stayed, moved, near):
        board.state.units.began[unit] = board.state.units.place[unit]
    board.state.units.moved[moved] = 1
    playout = at_step(board, "sea-transfer", [4])
    playout.advance()
    assert tokens(playout) == ["end", stayed]
    landing = tokens(playout, (stayed,))
    assert board.hex("SS32") in landing
    assert len(landing) > 1
    playout.act((stayed, board.hex("SS32")))
    playout.advance()
    assert list(board.state.sides.points) == [0, 1]


@pytest.mark.clause("14.23")
@pytest.mark.parametrize(("turn", "die", "points"), [(12, 2, 1), (13, 2, 0), (12, 6, 2), (13, 6, 2)])
def test_the_axis_adds_one_until_the_frogmen(turn, die, points):
    """14.23 and A-SEA-7: until December 1941; a 7 counts as the last line."""
    board = sailing("axis", turn)
    unit = board.put("axis", 15, "T30")
    board.state.units.began[unit] = board.hex("T30")
    playout = at_step(board, "sea-transfer", [die])
    playout.advance()
    playout.act((unit, TRIPOLI))
    playout.advance()
    assert list(board.state.sides.points) == [points, 0]


# -- attrition, white knees --------------------------------------------------------------------------


@pytest.mark.clause("2.18", "8.5", "10.1", "6.21")
def test_units_out_of_general_supply_lose_two_and_armour_leaves_wrecks():
    board = Board(side="axis")
    board.supply("axis", "J10")
    fed, tanks, foot = (board.put("axis", n, h) for n, h in ((16, "J12"), (15, "J34"), (10, "H34")))
    board.state.units.strength[foot] = 2
    at_step(board, "attrition").advance()
    units, printed = board.state.units, board.rules.compiled.units.strength
    assert units.strength[fed] == printed[fed]
    assert units.strength[tanks] == printed[tanks] - 2
    assert board.state.hexes.wreck[board.hex("J34")] == 2
    assert (units.strength[foot], units.place[foot]) == (0, AT_BASE)
    assert board.state.hexes.wreck[board.hex("H34")] == 0


def test_every_offer_of_logistics_can_be_carried_out():
    """Prefixes are offered only if they can be completed, and every whole action applies."""
    board = replacing(points=2, repairs=1)
    board.put("axis", 15, "J20", strength=5)
    board.put("axis", 10, "J24", strength=3)
    dead = board.unit("axis", 11)
    board.state.units.place[dead], board.state.units.strength[dead], board.state.units.began[dead] = AT_BASE, 0, AT_BASE
    playout = at_step(board, "replacements")
    playout.advance()
    before = board.state.hash
    for action in list(whole_actions(playout)):
        playout.act(action)
        playout.undo()
        assert board.state.hash == before, action
    with pytest.raises(IllegalActionError):
        playout.act(("box", board.hex("J10")))
