"""Lines of JSON: back again, and not if they were cut or edited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.playtest.result import changes_text, line_of, parse_changes, result_of

GROUND = st.lists(st.integers(0, 3), min_size=30, max_size=30)


@given(GROUND, GROUND)
def test_changes_of_the_ground_lead_from_one_to_the_other(before, after):
    held = list(before)
    for hexes, value in parse_changes(changes_text(before, after)):
        for hex_ in hexes:
            held[hex_] = value
    assert held == after


def test_a_run_of_hexes_is_short():
    assert changes_text([0] * 9, [0, 1, 1, 1, 2, 0, 0, 0, 1]) == "1-3=1 4=2 8=1"


def test_a_line_gives_the_game_back(game):
    result = game(3, (2, -1, 5), controls=("0-1=1", "", "3=2"), history={"fort": True}, message="ä “x”")
    line = line_of(result)
    assert line.count("\n") == 1
    assert line.endswith("\n")
    assert result_of(line) == result


def test_a_line_that_was_edited_is_none(game):
    line = line_of(game())
    assert result_of(line.replace('"winner":0', '"winner":1')) is None


def test_a_line_that_was_cut_is_none(game):
    line = line_of(game())
    assert all(result_of(line[:length]) is None for length in range(len(line) - 1))
