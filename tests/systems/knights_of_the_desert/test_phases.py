"""What the phases of a turn bring and ask for, beside what happens in them."""

from __future__ import annotations

import pytest

from .board import ALLIED, AXIS, Board, prepared

AGHEILA, ALEXANDRIA, BARDIA, BESIDE, TOBRUK = "0204", "3408", "2010", "2009", "1711"


@pytest.mark.clause("III.2.A.5", game="knights-of-the-desert")
def test_a_cadre_gets_the_room_that_reinforcements_leave():
    """The home base has room for one: who is due has it, though its number is higher than that of the cadre."""
    board = Board({no: {"at": AGHEILA} for no in (1, 9, 10, 11, 12)}, step="reinforcement")
    cadre, due = board.index[8], board.index[13]
    board.state.units.place[cadre], board.state.units.place[due] = -3, -2
    board.state.units.due[due] = 0
    board.playout.advance()
    assert (board.where(8), board.where(13)) == (-3, AGHEILA)


@pytest.mark.clause("IV.D.1.c4", game="knights-of-the-desert")
def test_new_air_points_are_added_to_those_that_a_side_has():
    """March 1941 brings 3 German air points and no British ones."""
    board = Board(step="reinforcement")
    board.state.sides.air[AXIS], board.state.sides.air[ALLIED] = 5, 7
    board.playout.advance()
    assert list(board.state.sides.air) == [8, 7]


@pytest.mark.clause("III.2.E.10.e", "III.2.G.5", "III.2.H.3", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("step", "unit"), [("limited-reaction", 8), ("depot-movement", 2), ("enemy-reaction", 8), ("operations", 8)]
)
def test_a_phase_of_movement_lasts_until_its_player_ends_it(step, unit):
    """Also right at its beginning, while units could still move."""
    board = Board({unit: {"at": "0605", "points": 18}, 36: {"at": ALEXANDRIA}}, step=step)
    assert {"end", unit} <= set(board.offered())
    board.act("end")
    assert board.playout.over


@pytest.mark.clause("III.2.G.2", game="knights-of-the-desert")
def test_a_depot_pays_for_hexes_like_any_other_unit_of_its_type():
    left = []
    for step, no in (("depot-movement", 2), ("operations", 12)):
        board = Board({no: {"at": "0303", "points": 18, "supply": 400}, 36: {"at": ALEXANDRIA}}, step=step)
        board.act(no, "0403")
        left.append((board.unit(no, "points"), board.unit(no, "supply")))
    assert left[0] == left[1] != (18, 400)


@pytest.mark.clause("III.2.I.5b", "III.2.I.5a", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("unit", "start", "base", "side"), [(8, "3407", ALEXANDRIA, AXIS), (36, "0304", AGHEILA, ALLIED)]
)
def test_each_side_has_a_home_base_to_lose(unit, start, base, side):
    other = {36: {"at": TOBRUK}} if side == AXIS else {8: {"at": TOBRUK}}
    board = Board({unit: {"at": start, "points": 28}, **other}, side=side, dice=[0, 0])
    board.act(unit, base)
    outcome = board.play.outcome(board.state)
    assert (outcome.winner, outcome.decisive) == (side, True)


@pytest.mark.clause("III.2.E.12.e", "IV.D.1.d", game="knights-of-the-desert")
def test_the_defender_answers_with_a_risk_and_the_air_points_that_it_has():
    board = Board({8: {"at": BESIDE}, 39: {"at": BARDIA}}, dice=[100, 100, 0, 0, 0])
    board.state.sides.air[ALLIED] = 2
    board.playout.advance()
    begun = board.action("attack", BESIDE, BARDIA, 39, "by", 8, "with")
    board.playout.act((*begun, 5, 1, 0))
    assert board.playout.advance() == ALLIED
    assert [choice.token for choice in board.playout.choices(())] == list(range(1, 10))
    assert [choice.token for choice in board.playout.choices((4,))] == [0, 1, 2]


@pytest.mark.clause("X.6", "IV.D.1.c2", game="knights-of-the-desert")
@pytest.mark.parametrize(("own", "chance"), [(0, 9), (1, 36), (9, 52)])
def test_a_side_shoots_an_air_point_down_by_the_points_that_it_has_there(own, chance):
    """With none there is the fire from the ground; the enemy has one at least."""
    board = Board({8: {"at": BESIDE}, 39: {"at": BARDIA}}, dice=[100, 100, 0, 0, 0])
    board.state.sides.air[AXIS], board.state.sides.air[ALLIED] = 9, 9
    board.attack(BESIDE, BARDIA, [39], [8], 5, 1, own, (1, 1))
    assert board.chances("air loss")[0] == {1: chance, 0: 100 - chance}


@pytest.mark.clause("IV.A.1.g", game="knights-of-the-desert")
@pytest.mark.parametrize(("no", "most"), [(8, 600), (12, 500)])
def test_who_captures_supply_keeps_what_it_can_carry(no, most):
    """A mobile unit 600 points, a non-mobile one 500; the rest is lost."""
    units = {no: {"at": BESIDE, "strength": 600, "supply": most}, 39: {"at": BARDIA, "strength": 62, "supply": 600}}
    board = Board(units, dice=[100, 100, 0, 0, 0, 0])
    board.attack(BESIDE, BARDIA, [39], [no], 9, 1, 0)
    assert board.where(39) in (-1, -3)
    assert board.unit(no, "supply") == most


@pytest.mark.clause(
    "III.2.E.12.a", "III.2.E.12.c", "III.2.E.12.d", "IV.D.1.a1", "IV.D.1.b", "IV.D.3", game="knights-of-the-desert"
)
def test_an_attacker_says_who_is_attacked_by_whom_and_how():
    """One unit at least of each side; who lacks supply is not offered, nor an intensity that cannot be paid for."""
    weak, able = {"at": BESIDE, "supply": 50}, {"at": BESIDE, "supply": 105}
    board = Board({8: able, 9: weak, 39: {"at": BARDIA}, 40: {"at": BARDIA}})
    board.state.sides.air[AXIS] = 3
    begun = ("attack", BESIDE, BARDIA)
    assert board.offered(*begun) == [39, 40]
    assert board.offered(*begun, 39) == [40, "by"]
    assert board.offered(*begun, 39, "by") == [8]
    assert board.offered(*begun, 39, "by", 8) == ["with"]
    assert board.offered(*begun, 39, "by", 8, "with") == [1, 2, 3, 4, 5]
    assert board.offered(*begun, 39, "by", 8, "with", "3") == list(range(1, 10))
    assert board.offered(*begun, 39, "by", 8, "with", "3", "4") == [0, 1, 2, 3]


@pytest.mark.parametrize(("number", "kind"), [(48, "absent"), (49, "absent"), (36, None)])
def test_a_unit_that_a_scenario_does_not_bring_is_not_there_and_not_lost(number, kind):
    """From March 1941 on 48 comes in November; 49 comes only where a scenario starts in 1942; 36 stands on the map."""
    ready = prepared("campaign-41")
    unit = list(ready.compiled.units.no).index(number)
    assert ready.play.out_of_play(ready.play.begin()).get(unit) == kind
