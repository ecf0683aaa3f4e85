"""The status display, as the replay page shows it."""

from __future__ import annotations

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario
from scenario_forge.simulator.game_log import game_log

from .board import ALLIED, AXIS, Board, prepared


def rows(board):
    """What the display says, by side and name."""
    return {(row.side, row.name): row.value for row in board.play.status(board.state)}


@pytest.mark.clause("VII.1", "VII.3", "VII.4", "VII.5", "VII.6", game="knights-of-the-desert")
def test_the_display_shows_what_that_of_the_manual_shows():
    """The example of VII: January 1942, 14 of 20 air points and 15 of 18, pool, replacements, one unit by sea."""
    board = Board(scenario="campaign")
    state, nations = board.state, board.compiled.keys["nationalities"]
    state.clock.turn[0] = board.compiled.names["turns"].index("Jan 42") + board.compiled.turns.span[0]
    for side, air, flown, gained in ((ALLIED, 20, 6, 2285), (AXIS, 18, 3, 1766)):
        state.sides.air[side], state.sides.flown[side] = air, flown
        state.sides.inflicted[side], state.sides.gained[side] = 0, gained
    state.sides.pool[AXIS] = 1186
    for nation, points in (("british", 138), ("italian", 20), ("german", 100)):
        state.nations.replacements[nations.index(nation)] = points
    assert rows(board) == {
        (-1, "Date"): "Jan 42",
        (-1, "Score"): "−519",
        (ALLIED, "Air points ready"): "14 of 20",
        (ALLIED, "British replacements"): "138",
        (ALLIED, "Units to go by sea"): "1",
        (ALLIED, "Victory points"): "2285",
        (AXIS, "Air points ready"): "15 of 18",
        (AXIS, "Supply points"): "1186",
        (AXIS, "German replacements"): "100",
        (AXIS, "Italian replacements"): "20",
        (AXIS, "Victory points"): "1766",
    }


@pytest.mark.clause("VII.6", game="knights-of-the-desert")
def test_the_display_shows_that_nobody_may_go_by_sea_any_more():
    board = Board()
    board.state.clock.sailed[0] = 1
    assert rows(board)[ALLIED, "Units to go by sea"] == "0"


def test_the_log_ends_with_the_display_of_the_last_state():
    """Each row has a value from the beginning on; its last change is what the last state says."""
    ready = prepared()
    played = play_scenario(ready, PlayOrder(seed=1))
    made = game_log(ready.play, played.match.playout.log)
    first, last = dict(made.lines[0].status), {}
    for line in made.lines:
        last |= dict(line.status)
    status = ready.play.status(played.match.playout.state)
    assert sorted(first) == list(range(len(status)))
    assert [last[n] for n in range(len(status))] == [row.value for row in status]
    assert made.status == [(row.side, row.name) for row in status]
    assert len({line.status[0] for line in made.lines if line.status}) > 1
