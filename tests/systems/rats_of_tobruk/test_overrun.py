"""Overrun: tanks attack when all movement is over, and move on if nobody is left (9.4)."""

from __future__ import annotations

import pytest

from scenario_forge.wargame.board.mind import Mind

from .position import AXIS, HQ, PANZER, TANKS, Board, reach

FOOT = "A/2/13"
"""Of one battalion: a headquarters; 6-7-8 and 4-5-10, tracked. Against them a depleted company of 2-3-4."""
HALF = 2
WEAK = {"at": "2045", "depleted": 1}
"""Points are counted in halves."""


def overrun(*units, dice=2, **more):
    """Tanks that have gone two hexes, and overrun; 2 eliminates one defender."""
    them = {HQ: "2040", PANZER: "2042", TANKS: "2042", FOOT: WEAK, "HQ 2/13": "2030", **more}
    board = Board(them, HQ, dice=[dice])
    board.move(*sorted(units, key=board.index.get), "to", "2043", "2044")
    board.fight().act("overrun", "2045", *sorted(units, key=board.index.get))
    return board


def flee(board):
    """Whoever must retreat goes anywhere."""
    while board.step == "retreat":
        gone = [board.offered()[0]]
        while ahead := board.offered(*gone):
            gone.append(ahead[0])
        board.act(*gone)


@pytest.mark.clause("9.4.1", "9.4.4", game="rats-of-tobruk")
def test_tanks_attack_in_the_course_of_their_move_at_no_cost():
    board = overrun(TANKS, PANZER)
    assert [board.unit(name, "spent") for name in (TANKS, PANZER)] == [2 * HALF, 2 * HALF]
    assert board.events("battle")[-1].subjects[1:5] == (10, 3, 2, 0)
    assert (board.where(FOOT), board.step) == ("out", "overrun-advance")


@pytest.mark.clause("9.4.4", game="rats-of-tobruk")
def test_an_overrun_has_all_modifiers_of_an_attack():
    board = Board({HQ: "3836", PANZER: "3838", FOOT: "3839", "HQ 2/13": "2030"}, HQ, dice=[2]).fight()
    board.act("overrun", "3839", PANZER)
    assert board.events("battle")[-1].subjects[4] == 4, "a bunker"


@pytest.mark.clause("9.4.1", game="rats-of-tobruk")
def test_only_tracked_units_overrun():
    units = {"HQ 2MG": "2042", "1/2MG": "2044", FOOT: "2045", "HQ 2/13": "2030"}
    assert "overrun" not in Board(units, "HQ 2MG").fight().offered()
    assert "overrun" in Board({HQ: "2042", TANKS: "2044", FOOT: "2045"}, HQ).fight().offered()
    assert Board({HQ: "2044", FOOT: "2045"}, HQ).fight().playout.over, "a headquarters does not attack"


@pytest.mark.clause("9.4.3", "9.4.10", game="rats-of-tobruk")
def test_only_units_of_one_hex_overrun_together_and_not_all_of_them_must():
    board = Board(
        {HQ: "2042", TANKS: "2044", PANZER: "2044", "4/5Pz": "2145", FOOT: "2045"}, HQ, dice=[4]
    ).fight()  # 1-2: no effect
    assert board.offered("overrun", "2045") == [TANKS, PANZER, "4/5Pz"]
    assert board.offered("overrun", "2045", TANKS) == [PANZER]
    board.act("overrun", "2045", TANKS)
    assert board.offered("overrun", "2045") == [PANZER, "4/5Pz"]


@pytest.mark.clause("9.4.5", game="rats-of-tobruk")
def test_nobody_joins_an_overrun_from_afar_on_either_side():
    board = overrun(TANKS, **{"1/75Art": "2039", "A/E/1RHA": "2035"})
    assert not board.events("supports")
    assert board.events("battle")[-1].subjects[1:3] == (4, 3)


@pytest.mark.clause("9.4.5", game="rats-of-tobruk")
def test_others_may_have_attacked_the_hex_before():
    board = Board({HQ: "2042", TANKS: "2044", PANZER: "2145", FOOT: WEAK}, HQ, dice=[8, 2]).fight()
    board.act("overrun", "2045", PANZER)  # 2-1: no effect
    assert board.where(FOOT) == "2045"
    board.act("overrun", "2045", TANKS)
    assert board.where(FOOT) == "out"


@pytest.mark.clause("9.4.5", "3.4.4", "3.4.5", "3.4.6", game="rats-of-tobruk")
def test_others_attack_before_in_the_same_activation_and_then_only_who_overruns_moves_on():
    """PANZER attacks from 2145; TANKS go on from 2044, and 4/5Pz, which has points left, does not."""
    units = {HQ: "2042", TANKS: "2044", PANZER: "2145", "4/5Pz": "2043", FOOT: WEAK}
    board = Board(units, HQ, dice=[8, 2])
    assert {TANKS, PANZER, "4/5Pz"} <= set(board.offered())
    assert "overrun" not in board.offered(), "others can still move"
    board.fight().act("attack", "2045", PANZER)  # 2-1: no effect
    assert (board.step, board.where(FOOT)) == ("combat", "2045")
    board.act("overrun", "2045", TANKS)
    board.act("end")
    assert (board.step, board.offered()) == ("movement", [TANKS, "end"])
    board.move(TANKS, "to", "2045")
    assert board.playout.over, "no enemy is left to fight"


@pytest.mark.clause("9.4.5", "3.4.4", game="rats-of-tobruk")
def test_others_attack_after_an_overrun_and_the_combat_of_the_activation_goes_on():
    board = overrun(TANKS, **{"4/5Pz": "2041", "B/2/13": "2240", "C/2/13": "2142"})
    board.act("end")
    assert (board.step, board.offered()) == ("movement", [TANKS, "end"])
    board.act("end")
    assert (board.step, board.offered("attack")) == ("combat", ["2142"])
    assert board.offered("attack", "2142") == [PANZER, "4/5Pz"]


@pytest.mark.clause("7.1.6", game="rats-of-tobruk")
def test_where_too_many_are_after_they_have_moved_on_some_suffer():
    full = dict.fromkeys(("1/2MG", "2/2MG", "3/2MG", "1/8MG"), "2043")
    board = overrun(TANKS, **full)
    board.act("end")
    board.move(TANKS, "to", "2043")
    assert board.step == "crowding"


@pytest.mark.clause("11.3.30", "9.4.5", game="rats-of-tobruk")
def test_who_has_fired_attacks_but_does_not_overrun():
    """The fire of others does not matter."""
    for firer, able in ((PANZER, [TANKS]), (TANKS, [PANZER])):
        board = Board({HQ: "2040", PANZER: "2044", TANKS: "2044", FOOT: "2045"}, HQ).fight()
        board.put(firer, "2044", shot=1)
        assert board.offered("overrun", "2045") == able
        assert board.offered("attack", "2045") == [TANKS, PANZER]


@pytest.mark.clause("10.0.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("at", "may"), [("2038", True), ("2033", False)])
def test_who_overruns_is_in_range_of_its_headquarters_then(at, may):
    board = Board({HQ: "2042", TANKS: "2044", FOOT: "2045"}, HQ)
    board.put(HQ, at)
    board.fight()
    assert (not board.playout.over and "overrun" in board.offered()) == may


@pytest.mark.clause("9.4.6", game="rats-of-tobruk")
def test_tanks_with_riders_do_not_overrun():
    units = {"HQ 1RTR": "2038", "HQ 2/13": "2038", "D/7RTR": "2040", FOOT: "2040", "1/2MG": "2041"}
    board = Board(units, "HQ 1RTR").fight()
    assert board.offered("overrun") == ["2041"]
    board.put(FOOT, "2040", tank=board.index["D/7RTR"] + 1)
    assert board.offered("overrun") == []


@pytest.mark.clause("9.4.2", "9.4.7", "9.4.11", game="rats-of-tobruk")
def test_they_may_enter_the_hex_for_its_points_and_move_on_with_the_rest():
    """Tanks with 10 points have spent 2, enter for 1, and have 7 left; those that stay have 8."""
    board = overrun(TANKS, PANZER)
    assert board.offered() == [TANKS, PANZER, "end"]
    board.act(TANKS)
    assert (board.where(TANKS), board.unit(TANKS, "spent")) == ("2045", 3 * HALF)
    board.act("end")
    assert (board.where(PANZER), board.step) == ("2044", "movement")
    assert {TANKS, PANZER} <= set(board.offered())
    board.move(TANKS, "to", "2046")
    assert board.unit(TANKS, "spent") == 4 * HALF


@pytest.mark.clause("9.4.2", game="rats-of-tobruk")
def test_nobody_enters_who_has_too_few_points_left():
    board = Board({HQ: "2040", PANZER: {"at": "2044", "moved": 1, "spent": 8 * HALF}, FOOT: WEAK}, HQ, dice=[2])
    board.fight().act("overrun", "2045", PANZER)
    assert board.where(FOOT) == "out"
    assert board.playout.over, "nobody can enter, nor go anywhere else"


@pytest.mark.clause("9.4.7", game="rats-of-tobruk")
def test_a_retreat_of_all_defenders_opens_the_way():
    board = overrun(TANKS, dice=4)  # 1-1: all defenders retreat
    flee(board)
    assert board.where(FOOT) != "2045"
    assert board.step == "overrun-advance"


@pytest.mark.clause("9.4.9", "9.4.4", game="rats-of-tobruk")
def test_who_overruns_in_vain_does_nothing_more():
    board = overrun(TANKS, dice=7)  # 1-1: the attacker retreats
    flee(board)
    assert TANKS not in board.offered("overrun", "2045")
    board = overrun(TANKS, dice=6)  # 1-1: no effect
    assert board.unit(TANKS, "overran") == 1
    assert board.step == "combat", "it does not move"
    assert "attack" not in board.offered()
    assert board.offered("fire") == [PANZER]


@pytest.mark.clause("9.4.8", "10.0.3", game="rats-of-tobruk")
def test_who_has_overrun_attacks_no_more_in_the_activation():
    board = overrun(TANKS, PANZER, **{"B/2/13": "2341"})
    board.act("end")
    board.put("C/2/13", "2145")
    board.act("end")
    assert board.playout.over, "it neither overruns nor attacks"
    fresh = Board({HQ: "2040", TANKS: "2044", "C/2/13": "2145"}, HQ)
    assert {"overrun", "attack"} <= set(fresh.fight().offered())


@pytest.mark.clause("9.4.12", game="rats-of-tobruk")
def test_overrun_movement_stops_in_a_zone():
    board = overrun(TANKS, **{"B/2/13": "2246"})
    board.act(TANKS)
    assert TANKS in board.offered()
    board.move(TANKS, "to", "2145")
    assert TANKS not in board.offered(), "2145 is in the zone of B/2/13"


@pytest.mark.clause("9.4.12", game="rats-of-tobruk")
def test_a_zone_in_the_hex_that_is_entered_does_not_stop_them_but_costs_a_point_to_leave():
    """2045 and 2146 are in the zone of B/2/13 in 2046, and 2145 is not."""
    board = overrun(TANKS, **{"B/2/13": "2046"})
    board.act(TANKS)
    assert (board.where(TANKS), board.unit(TANKS, "spent")) == ("2045", 3 * HALF)
    assert board.offered(TANKS, "by", "2146") == [], "it stops in the next zone"
    board.move(TANKS, "to", "2145")
    assert board.unit(TANKS, "spent") == (3 + 1 + 1) * HALF


@pytest.mark.clause("9.4.13", game="rats-of-tobruk")
def test_to_leave_a_zone_in_which_the_overrun_began_costs_a_point_more():
    """B/2/13 has a zone in 2044, and none in 2045."""
    board = Board({HQ: "2040", TANKS: {"at": "2044", "spent": 2 * HALF}, FOOT: WEAK, "B/2/13": "2144"}, HQ, dice=[2])
    board.fight().act("overrun", "2045", TANKS)
    board.act(TANKS)
    assert board.unit(TANKS, "spent") == (2 + 1 + 1) * HALF


@pytest.mark.clause("9.4.14", game="rats-of-tobruk")
def test_a_stack_may_split_each_within_its_own_allowance():
    board = overrun(TANKS, PANZER)
    board.act(TANKS)
    board.act(PANZER)
    far = [f"20{row}" for row in range(44, 35, -1)]

    assert (reach(board, TANKS, far), reach(board, PANZER, far)) == (7, 5)
    board.move(TANKS, "to", "2046")
    board.move(PANZER, "to", "2044")
    assert [board.where(name) for name in (TANKS, PANZER)] == ["2046", "2044"]


@pytest.mark.clause("11.4.2", game="rats-of-tobruk")
def test_nobody_fires_at_who_advances_but_at_who_moves_on():
    units = {HQ: "2040", TANKS: "2044", FOOT: WEAK, "D/3RHA": "2246"}
    board = Board(units, HQ, dice=[2]).fight()
    board.act("overrun", "2045", TANKS)
    board.act(TANKS)
    assert board.step == "movement", "nobody fires at the advance"
    board.move(TANKS, "to", "2046")
    assert board.step == "opportunity"


def test_a_computer_player_overruns_where_it_gains():
    board = Board({HQ: "2040", PANZER: "2044", TANKS: "2044", "4/5Pz": "2044", FOOT: {"at": "2045", "depleted": 1}}, HQ)
    board.fight()
    mind = Mind(board.play, AXIS)
    deed = board.rules.deeds["overrun"]
    gain, action = deed.thought(mind, board.rules.at(board.state), board.playout.frame)
    assert gain > 0
    assert action[0] == board.hex("2045")
    board = Board({HQ: "2040", TANKS: {"at": "2044", "depleted": 1}, FOOT: "2045", "B/2/13": "2045"}, HQ)
    board.fight()
    assert deed.thought(mind, board.rules.at(board.state), board.playout.frame) == (0.0, ())
