"""The other side of each condition: who does not act, what does not count, and the exact numbers at which it turns."""

from __future__ import annotations

import pytest

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
