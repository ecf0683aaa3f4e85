"""Questions that a referee was asked: where two rules meet, and the text settles it."""

from __future__ import annotations

import pytest

from .position import DAY, NIGHT, Board

HALF = 2
"""Points are counted in halves."""
BUSH, COMPANY = "Bush/2/17", "A/2/17"
"""On foot, with 3 points and with 4."""
TRUCKS = "1/8MG"


def walker(name, at, **more):
    return Board({"HQ 2/17": "1725", name: at, "HQ 8MG": "0130"}, "HQ 2/17", **more)


@pytest.mark.clause("9.0.8", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "way", "spent"),
    [
        (BUSH, ["1629", "1530"], 2.5),
        (COMPANY, ["1628", "1629", "1530"], 4),
        (COMPANY, ["1629", "1630"], 3),
    ],
)
def test_a_ditch_costs_half_and_the_hex_behind_it_nothing(name, way, spent):
    """Half may be spent before, so that nothing is left for the hex (9.0)."""
    board = walker(name, "1628" if way[0] == "1629" else "1627")
    board.move(name, "to", *way)
    assert (board.where(name), board.unit(name, "spent")) == (way[-1], spent * HALF)


@pytest.mark.clause("9.0.8", game="rats-of-tobruk")
def test_who_has_spent_more_than_half_crosses_no_ditch():
    board = walker(BUSH, "1627")
    assert "1629" in board.offered(BUSH, "by", "1628")
    assert "1530" not in board.offered(BUSH, "by", "1628", "1629"), "2 of 3 points are spent"


@pytest.mark.clause("9.0.8", "15.2.3", game="rats-of-tobruk")
def test_a_ditch_that_has_been_cleared_costs_nothing_and_the_hex_behind_it_does():
    board = walker(COMPANY, "1629")
    clearing, at = board.rules.modules["clearing"], board.hex("1629")
    board.state.hexsides.cleared[clearing.rows_of[6 * at + board.rules.direction(at, board.hex("1530"))]] = 1
    board.move(COMPANY, "to", "1530", "1529")
    assert board.unit(COMPANY, "spent") == (1 + 2) * HALF, "hamada, and half of 4 over the next ditch"


@pytest.mark.clause("9.1.2", "13.2.1", "13.2.2", game="rats-of-tobruk")
@pytest.mark.parametrize(("sandstorm", "lapse", "enters"), [(0, 0, True), (1, 0, False), (0, 2, False)])
def test_tanks_enter_a_ravine_at_night_unless_their_points_are_halved_once_more(sandstorm, lapse, enters):
    """They pay 4 of 8, which the night leaves them, and no hex is always allowed."""
    tanks = {"HQ I/5Pz": "1431", "2/5Pz": {"at": "1431", "lapse": lapse}, "HQ 2/17": "4730"}
    board = Board(tanks, "HQ I/5Pz", turn=NIGHT, sandstorm=sandstorm)
    assert ("1532" in board.offered("2/5Pz", "by")) == enters


@pytest.mark.clause("10.0.1", "5.2.5", "10.1.2", game="rats-of-tobruk")
def test_a_unit_whose_strength_is_halved_to_nothing_may_still_attack():
    """Depleted guns of 1 out of supply: their strength is 0."""
    units = {"HQ 8MG": "2231", "5/8MG": {"at": "2229", "depleted": 1, "lapse": 2}, TRUCKS: "2229", COMPANY: "2228"}
    board = Board(units, "HQ 8MG", dice=[8], turn=DAY).fight()
    assert board.offered("attack", "2228") == [TRUCKS, "5/8MG"]
    board.act("attack", "2228", TRUCKS, "5/8MG")
    assert board.events("battle")[-1].subjects[1:3] == (4, 6)
    alone = Board({**units, TRUCKS: "2236"}, "HQ 8MG", dice=[2], turn=DAY).fight()
    alone.act("attack", "2228", "5/8MG")
    _hex, attack, defence, *_, column = alone.events("battle")[-1].subjects
    assert (attack, defence, column) == (0, 6, 0), "the column 1-4"


@pytest.mark.clause("10.4.10", "10.4.12", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("dice", "left"),
    [
        (2, []),  # DE: all defenders
        (3, ["HQ 2/24"]),  # DD: one, and no headquarters
    ],
)
def test_a_headquarters_is_spared_where_one_is_chosen_and_not_where_all_are_hit(dice, left):
    companies = dict.fromkeys([TRUCKS, "2/8MG", "3/8MG", "6/8MG"], "1425")
    defenders = {"A/2/24": {"at": "1424", "depleted": 1}, "HQ 2/24": "1424"}
    board = Board({"HQ 8MG": "1427", **companies, **defenders}, "HQ 8MG", dice=[dice]).fight()
    board.act("attack", "1424", *sorted(companies, key=board.index.get))
    assert board.events("battle")[-1].subjects[1:3] == (16, 5)
    assert [name for name in defenders if board.where(name) != "out"] == left


@pytest.mark.clause("9.4.2", "13.2.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "enters"), [(DAY, True), (NIGHT, False)])
def test_tanks_pay_for_the_ditch_in_the_advance_of_an_overrun_which_they_cannot_at_night(turn, enters):
    units = {"HQ I/5Pz": "1534", "2/5Pz": {"at": "1530", "overran": 1}, "HQ 2/17": "1725"}
    board = Board(units, step="overrun-advance", side=0, names=["2/5Pz"], turn=turn)
    board.state.stack = (board.state.stack[0].with_values(hex=board.hex("1529")),)
    assert board.offered() == (["2/5Pz", "end"] if enters else [])
    if enters:
        board.act("2/5Pz")
        assert board.unit("2/5Pz", "spent") == 8 * HALF
