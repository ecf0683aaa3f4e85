"""Two games of one seed: where and when they diverge, and what is no divergence."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.playtest.impact import divergence
from scenario_forge.playtest.result import (
    GameResult,
    TurnResult,
    changes_text,
    line_of,
    owners_at_end,
    parse_changes,
    result_of,
)

HEXES = 6


def turn(number, side, lies="", control=""):
    return TurnResult(number, side, 0, 0, (0, 0), ((1, 1),), (0,), control, lies)


def game(*turns, start="0=5", owned="", **more):
    return GameResult(
        0, 0, 7, "over", turns=turns, measures=("units",), places=("A",), start=start, owned=owned, **more
    )


def test_games_of_the_same_turns_are_alike():
    found = divergence(game(turn(0, 0, "0=0 1=5")), game(turn(0, 0, "0=0 1=5")), HEXES)
    assert found.alike
    assert found.moment is None


def test_the_first_player_turn_and_its_hexes_are_told():
    one = game(turn(0, 0, "0=0 1=5"), turn(0, 1), turn(1, 0, "1=0 2=5", "2=1"))
    other = game(turn(0, 0, "0=0 1=5"), turn(0, 1), turn(1, 0, "1=0 3=5", "3=1"))
    found = divergence(one, other, HEXES)
    assert found.moment == (1, 0)
    assert found.hexes == {2, 3}


def test_a_unit_set_up_elsewhere_is_no_parting_until_it_acts():
    stays = divergence(game(turn(0, 0), start="0=5"), game(turn(0, 0), start="4=5"), HEXES)
    assert stays.start == {0, 4}
    assert stays.moment is None
    assert stays.alike
    goes = divergence(game(turn(0, 0, "0=0 1=5"), start="0=5"), game(turn(0, 0), start="4=5"), HEXES)
    assert goes.moment == (0, 0)
    assert goes.hexes == {0, 1}


def test_ground_that_is_another_s_from_the_first_is_no_parting():
    found = divergence(
        game(turn(0, 0, "", "0-5=1"), owned="0-5=1"), game(turn(0, 0, "", "0-5=2"), owned="0-5=2"), HEXES
    )
    assert found.start == set(range(HEXES))
    assert found.moment is None


def test_what_is_off_the_map_parts_games_too():
    found = divergence(game(turn(0, 0, "6=9")), game(turn(0, 0)), HEXES)
    assert found.hexes == {HEXES}


def test_a_game_that_ends_earlier_parts_there():
    found = divergence(game(turn(0, 0)), game(turn(0, 0), turn(0, 1)), HEXES)
    assert found.moment == (0, 1)
    assert not found.alike


def test_what_only_is_counted_otherwise_is_not_alike():
    found = divergence(game(turn(0, 0), winner=0, margin=3), game(turn(0, 0), winner=1, margin=3), HEXES)
    assert found.moment is None
    assert not found.alike


def test_the_owners_at_the_end_are_those_of_the_last_change():
    found = owners_at_end(game(turn(0, 0, "", "0-2=1"), turn(0, 1, "", "2-3=2")), HEXES)
    assert found == [1, 1, 2, 2, 0, 0]


VALUES = st.lists(st.integers(0, 4_294_967_295), min_size=3, max_size=3)


@given(VALUES, VALUES)
def test_changes_come_back(before, now):
    made = list(before)
    for hexes, value in parse_changes(changes_text(before, now)):
        for hex_ in hexes:
            made[hex_] = value
    assert made == now


def test_a_line_comes_back_with_what_lies_where_and_is_as_ever_without():
    whole = game(turn(0, 0, "0=0 1=5", "1=1"), turn(0, 1), owned="0=1")
    assert result_of(line_of(whole)) == whole
    plain = dataclasses.replace(whole, start="", owned="", turns=(turn(0, 0, "", "1=1"),))
    assert result_of(line_of(plain)) == plain
    assert '"start"' not in line_of(plain)
    assert '"owned"' not in line_of(plain)
    assert line_of(plain).count('[0,0,0,0,[0,0],[[1,1]],[0],"1=1"]') == 1
