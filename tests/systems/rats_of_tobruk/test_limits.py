"""The other side of each condition: who does not act, what does not count, and the exact numbers at which it turns."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.modules.assault.assault import Fight

from .position import ALLIED, AXIS, HQ, PANZER, TANKS, Board, attacked

FOE, OTHER = "A/2/13", "B/2/13"
MINER, PIONEER = "2/3 Fd Coy", "1/200Pio"
TRUCKS = "1/2MG"
AUSTRALIANS = {FOE: "2044", "HQ 2/13": "2046"}


def on_dice(units, hex_, *attackers):
    """What the ground adds to the dice of an attack."""
    board = Board(units)
    return board.play.terms(board.state, board.hex(hex_), [board.index[name] for name in attackers]).sums[2].total


# -- engineers ---------------------------------------------------------------------------------------


@pytest.mark.clause("12.1.1", "12.1.3", game="rats-of-tobruk")
def test_engineers_of_the_axis_lay_no_mines():
    assert on_dice({FOE: "2043", PANZER: "2044", PIONEER: "2045"}, "2044", FOE) == 0


@pytest.mark.clause("12.1.1", "10.8.6", "16.0.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("attackers", "modifier"), [((PANZER,), 3), ((PIONEER,), 0), ((PANZER, PIONEER), 0)])
def test_engineers_who_attack_take_mines_away(attackers, modifier):
    """Mines beside the hex, whoever attacks with the engineers."""
    units = {**dict.fromkeys(attackers, "2043"), FOE: "2044", MINER: "2045"}
    assert on_dice(units, "2044", *attackers) == modifier


# -- retreats with a headquarters --------------------------------------------------------------------


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
def test_only_a_headquarters_retreats_with_attackers_and_it_may_stay():
    """10 to 6: 7 is AR. 1/2MG is in the hex and has not attacked."""
    units = {HQ: "2043", PANZER: "2043", TANKS: "2043"}
    board = attacked([7], units, {**AUSTRALIANS, TRUCKS: "2043"})
    assert (board.step, board.playout.decider) == ("accompany", AXIS)
    assert board.offered() == [HQ, "none"]
    board.act("none")
    assert board.offered() == ["1/5Pz"]
    board = attacked([7], units, AUSTRALIANS)
    board.act(HQ)
    assert board.index[HQ] in board.playout.frame.data["units"]


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
def test_defenders_retreat_without_being_asked_whom_to_take():
    board = attacked([6], {HQ: "2042", PANZER: "2043", TANKS: "2043", "4/5Pz": "2043"}, AUSTRALIANS)
    assert (board.step, board.playout.decider) == ("retreat", ALLIED)


# -- nominated stacks --------------------------------------------------------------------------------


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("here", "there", "asked"),
    [({"nominated": 1}, {"nominated": 1}, True), ({"nominated": 1}, {}, False), ({}, {}, False)],
)
def test_only_nominated_units_in_several_hexes_split(here, there, asked):
    board = Board({TRUCKS: {"at": "2042", **here}, "2/2MG": {"at": "2044", **there}}, step="designation")
    assert board.offered() == (["2042", "2044"] if asked else [])


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
def test_a_nominated_unit_that_is_gone_splits_nothing():
    board = Board({TRUCKS: {"at": "2042", "nominated": 1}}, step="designation")
    board.state.units.nominated[board.index["2/2MG"]] = 1
    assert board.offered() == []


# -- debarking ---------------------------------------------------------------------------------------


@pytest.mark.clause("9.6.5", "9.6.3", game="rats-of-tobruk")
def test_who_has_moved_and_debarks_may_move_on():
    board = Board({"HQ 2MG": "2036", TRUCKS: "2037", "HQ 2/13": "4020"}, "HQ 2MG")
    board.move(TRUCKS, "to", "2038")
    assert TRUCKS not in board.offered()
    board.act("debark", TRUCKS)
    assert TRUCKS in board.offered()
    assert [board.unit(TRUCKS, column) for column in ("moved", "spent")] == [0, 0]


# -- the cup -----------------------------------------------------------------------------------------


def cup(units, side=AXIS, chits=()):
    """What may be put into the cup at first, and whether more may follow."""
    board = Board(units, step="cup", side=side)
    for name in chits:
        board.state.units.chit[board.index[name]] = 1
    board.playout.advance()
    names = board.compiled.names["units"]
    found = [choice for choice in board.playout.choices(()) if choice.token != "none"]
    return {names[choice.token]: choice.more for choice in found}


THREE = {f"{kind}/{n}": "2020" for n in ("2/13", "2/15", "2/17") for kind in "AB"}


@pytest.mark.clause("17.6.2", "17.6.3", "17.7.5", "17.7.6", "17.5.1", game="rats-of-tobruk")
def test_a_side_puts_only_its_own_chits_in_and_none_that_goes_in_by_itself():
    assert cup({"1/2MG": "2042", "1/8MG": "2042", "1/606": "off", **THREE}) == {"HQ 2MG": True, "HQ 8MG": False}


@pytest.mark.clause("17.6.3", "17.7.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("german", "more"), [((), False), (("2MG", "8MG"), False), (("2MG", "8MG", "3Rec"), True)])
def test_more_chits_follow_while_there_are_others_and_some_are_due(german, more):
    offered = cup({TRUCKS: "2042", **THREE}, ALLIED, [f"HQ {name}" for name in german])
    assert offered == {"HQ 2/13": more, "HQ 2/15": more, "HQ 2/17": False}


# -- stacks on the way -------------------------------------------------------------------------------


@pytest.mark.clause("9.1.4", "9.1.6", "9.3.1", "9.3.3", game="rats-of-tobruk")
def test_a_stack_leaves_units_behind_one_hex_after_another():
    """Not in the hex where it begins, and one in each."""
    board = Board({HQ: "2037", PANZER: "2037", TANKS: "2037"}, HQ)
    stack = (HQ, TANKS, PANZER, "by")
    drops = [board.offered(*stack, *way) for way in ((), ("2038",), ("2038", "drop"), ("2038", "drop", HQ))]
    assert ["drop" in board.action(*each) for each in drops] == [False, True, False, False]
    assert set(drops[2]) == {HQ, TANKS, PANZER}
    assert "drop" in board.action(*board.offered(*stack, "2038", "drop", HQ, "2039"))
    assert "drop" not in board.action(*board.offered(PANZER, "by", "2038"))


@pytest.mark.clause("9.1.4", "9.1.6", "9.3.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("place", "moves"), [("2038", True), ("2036", False)])
def test_who_is_not_with_its_stack_any_more_stays_where_it_is(place, moves):
    board = Board({HQ: "2038", PANZER: place}, step="march", side=AXIS, names=[HQ, PANZER], at=2)
    data = {"way": [board.hex("2039")], "at": board.hex("2038")}
    board.state.stack = (board.state.stack[0].with_values(**data),)
    board.playout.advance()
    assert [board.where(name) for name in (HQ, PANZER)] == ["2039", "2039" if moves else place]
    assert board.unit(PANZER, "moved") == moves


@pytest.mark.clause("9.1.4", "9.3.1", "9.3.2", game="rats-of-tobruk")
def test_units_of_one_hex_move_together_and_none_of_another():
    board = Board({HQ: "2037", PANZER: "2037", TANKS: "2038", "4/5Pz": {"at": "2037", "moved": 1}}, HQ)
    assert set(board.offered(HQ)) == {PANZER, "by"}


@pytest.mark.clause("9.0.16", "6.0.3", "9.0.14", game="rats-of-tobruk")
def test_who_has_moved_or_cannot_go_anywhere_is_not_offered():
    board = Board({HQ: {"at": "2037", "moved": 1}, PANZER: {"at": "2037", "spent": 16}, TANKS: "2037"}, HQ)
    assert board.offered() == [TANKS, "end"]


# -- riders ------------------------------------------------------------------------------------------

TANK = "D/7RTR"
RIDING = {"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", FOE: "2040"}


def ridden(hq="HQ 1RTR", **more):
    """A company on a tank, with both headquarters near."""
    board = Board({**RIDING, **more}, hq)
    board.put(FOE, board.where(TANK), tank=board.index[TANK] + 1)
    return board


@pytest.mark.clause("9.5.12", "9.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "spent", "may"), [(FOE, 6, True), (FOE, 7, False), (TANK, 10, True), (TANK, 11, False)]
)
def test_who_dismounts_and_its_tank_have_a_point_left(name, spent, may):
    """Four points on foot, six of the tank, counted in halves."""
    board = ridden()
    board.put(name, "2040", spent=spent)
    assert board.offered("dismount") == [FOE] * may


@pytest.mark.clause("9.5.6", "9.5.12", game="rats-of-tobruk")
def test_only_who_rides_dismounts():
    assert ridden(**{OTHER: "2040"}).offered("dismount") == [FOE]
    assert Board(RIDING, "HQ 1RTR").offered("dismount") == []


# -- the north-western corner ------------------------------------------------------------------------


@pytest.mark.clause("5.1.4", "5.1.5", game="rats-of-tobruk")
def test_a_stack_is_nominated_wherever_it_is_on_the_map():
    """The hex 0101 is the first of all."""
    assert Board({TRUCKS: "0101", "2/2MG": "off"}, step="nomination").offered() == ["0101", "none"]


# -- fire at who moves -------------------------------------------------------------------------------


@pytest.mark.clause("11.4.1", "11.4.5", "11.4.6", "11.4.9", game="rats-of-tobruk")
def test_those_that_move_are_all_of_the_stack_and_nobody_else():
    board = Board({HQ: "2041", PANZER: "2041", TANKS: "2041", "D/3RHA": "2044", "J/3RHA": "2020"}, HQ)
    board.move(HQ, TANKS, PANZER, "to", "2042")
    data = board.playout.frame.data
    assert sorted(data["units"]) == sorted(board.index[name] for name in (HQ, TANKS, PANZER))
    assert (data["hex"], data["side"]) == (board.hex("2042"), ALLIED)


# -- odds --------------------------------------------------------------------------------------------


@pytest.mark.clause("10.1.2", "10.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(0, 0, "1-4"), (0, 6, "1-4"), (6, 11, "1-2"), (6, 6, "1-1"), (11, 6, "1-1"), (12, 6, "2-1"), (6, 0, "5-1")],
)
def test_odds_are_rounded_for_the_defender_and_nothing_against_nothing_is_the_worst(
    attack, defence, column, monkeypatch
):
    board = Board({PANZER: "2043", FOE: "2044"})
    assault, now = board.rules.modules["assault"], board.rules.at(board.state)
    monkeypatch.setattr(assault, "attack", lambda _now, _unit: attack)
    monkeypatch.setattr(assault, "defence", lambda _now, _unit: defence)
    odds = assault.odds(now, Fight(board.hex("2044"), [board.index[PANZER]]))
    headings = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1"]
    assert odds == (attack, defence, 0, headings.index(column))


# -- clearing ----------------------------------------------------------------------------------------


@pytest.mark.clause("12.0.4", "12.1.5", "12.0.1", game="rats-of-tobruk")
def test_an_engineer_clears_the_ditches_of_its_own_hex_alone():
    """All hexes with a ditch along a side, in turn."""
    board = Board({PIONEER: "1630"})
    clearing, unit = board.rules.modules["clearing"], board.index[PIONEER]
    ditches = sorted(clearing.rows_of)
    for place in sorted({step // 6 for step in ditches}):
        board.put(PIONEER, board.compiled.names["hexes"][place])
        beyond = [board.rules.neighbours[step] for step in ditches if step // 6 == place]
        assert clearing.targets(board.rules.at(board.state), unit) == beyond


@pytest.mark.clause("12.0.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "open_"), [(FOE, False), ("HQ 2/13", False), (PANZER, True), (HQ, True)])
def test_an_engineer_clears_towards_friends_and_not_towards_enemies(name, open_):
    """A headquarters has no zone: the hex is shut because it is there."""
    board = Board({"HQ 200Pio": "1632", PIONEER: "1630", name: "1629"}, "HQ 200Pio")
    targets = board.rules.modules["clearing"].targets(board.rules.at(board.state), board.index[PIONEER])
    assert (board.hex("1629") in targets) == open_


@pytest.mark.clause("9.5.10", game="rats-of-tobruk")
def test_who_jumps_off_is_told_with_its_tank():
    board = ridden(**{PANZER: "2041"})
    board.state.stack = (Frame("shot", {"firer": board.index[PANZER], "target": board.index[TANK]}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([33]))
    board.playout.advance()
    assert [event.subjects for event in board.events("jumps off")] == [(board.index[FOE], board.index[TANK])]
    assert [board.unit(FOE, "pinned"), board.unit(FOE, "tank")] == [1, 0]


@pytest.mark.clause("17.6.2", "17.7.5", "17.7.6", game="rats-of-tobruk")
def test_a_chit_goes_into_the_cup_once():
    board = Board({"1/2MG": "2042", "1/8MG": "2042", "1/3Rec": "2042"}, step="cup", side=AXIS)
    names = ["HQ 2MG", "HQ 8MG", "HQ 3Rec"]
    names.sort(key=board.index.get)
    assert board.offered() == [*names, "none"]
    assert board.offered(names[0]) == names[1:]
    assert board.offered(names[1]) == names[2:]
    assert board.offered("none") == []


@pytest.mark.clause("9.5.1", "9.5.2", game="rats-of-tobruk")
def test_nobody_mounts_who_has_still_to_come():
    assert Board({"HQ 1RTR": "2040", TANK: "off", FOE: "off"}, "HQ 1RTR").offered("mount") == []


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
def test_no_stack_is_nominated_of_a_battalion_that_is_not_on_the_map():
    assert Board({TRUCKS: "off", "HQ 2MG": "off"}, step="nomination").offered() == []
