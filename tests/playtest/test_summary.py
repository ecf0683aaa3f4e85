"""What made-up games say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenario_forge.playtest.by_turn import control_shares, decisive_at, front, owners, smooth, without_islets
from scenario_forge.playtest.summary import summary
from scenario_forge.reports.playtest import lengths


@pytest.mark.parametrize(
    ("leads", "turn"),
    [
        ((1, 1, 1), 0),
        ((-1, 1, 2), 1),
        ((1, -1, 1), 2),
        ((1, 0, 1), 2),
        ((-2, -3, -1), 0),
        ((3, 2, 0), None),
    ],
)
def test_the_decisive_turn_is_the_first_after_which_the_winner_led_to_the_end(game, leads, turn):
    assert decisive_at(game(0, leads)) == turn


def test_wins_draws_and_margins(game, facts):
    found = summary(facts(), [game(0, (1, 4)), game(1, (1, -2)), game(2, (1, 0)), game(3, (1, 6))])
    assert (found.wins["red"].count, found.wins["blue"].count, found.draws.count) == (2, 1, 1)
    assert found.wins["red"].share == 0.5
    assert found.margin.mean == 2.0
    assert found.margin.quantiles["0"] == -2
    assert found.decided_first.count == 2
    assert found.decided_first.of == 3


def test_margins_are_seen_from_the_reference_side(game, facts):
    assert summary(facts(reference=1), [game(0, (1, 4)), game(1, (1, -2))]).margin.mean == -1.0


def test_who_wins_with_fewer_points_has_a_margin_below_nought(game, facts):
    won = game(0, (1, -28), winner=0, margin=-28)
    assert summary(facts(reference=0), [won]).margin.mean == -28
    assert summary(facts(reference=1), [won]).margin.mean == 28


def test_failed_games_are_counted_and_left_out(game, facts):
    found = summary(facts(), [game(0), game(1, (), ended="player", message="x"), game(2, (), ended="died")])
    assert (found.games, found.whole) == (3, 1)
    assert found.failed == {"died": 1, "player": 1}
    assert found.wins["red"].of == 1
    assert found.failures[0].seed == 101


def test_of_no_games_nothing_is_said(facts):
    found = summary(facts(), [])
    assert found.margin is None
    assert found.turns == []
    assert found.wins["red"].share == 0.0


def test_turns_are_means_over_games_that_reached_them(game, facts):
    games = [game(0, (2, 2, 2), controls=("0-1=1",)), game(1, (-4,), controls=("0=2",))]
    turns = summary(facts(), games).turns
    assert [(turn.label, turn.side, turn.games) for turn in turns] == [
        ("Jan", "red", 2), ("Jan", "blue", 1), ("Feb", "red", 1),
    ]  # fmt: skip
    assert turns[0].lead["mean"] == -1.0
    assert turns[0].held == {"The Fort": {"red": 0.5, "blue": 0.5}}
    assert turns[1].measures == {"strength": {"red": 9.0, "blue": 20.0}}
    assert turns[0].hexes == {"red": 1.0, "blue": 0.5}
    assert turns[2].hexes == {"red": 2.0, "blue": 0.0}
    assert [turn.decided for turn in turns] == [1.0, 1.0, 1.0]


def test_peaks_are_the_most_at_any_time(game, facts):
    found = summary(facts(), [game(0, (1, 1, 1))])
    assert found.ends["strength"]["red"].mean == 8
    assert found.peaks["strength"]["red"].mean == 10


def test_what_happens_and_what_never_does(game, facts):
    known = facts(
        steps=("move", "fire"),
        options=("smoke", "night", "fog"),
        option_clauses={
            "smoke": ("Smoke", frozenset({"9.1"})),
            "night": ("Night", frozenset({"3.2"})),
            "fog": ("Fog", frozenset()),
        },
    )
    found = summary(known, [game(0), game(1, events={})])
    assert [(use.name, use.clause, use.games, use.mean) for use in found.events] == [("enters", "3.2", 0.5, 2.0)]
    assert found.idle_steps == ["fire"]
    assert [(option.id, option.cited) for option in found.options_used] == [
        ("smoke", False), ("night", True), ("fog", None),
    ]  # fmt: skip


def test_history_is_held_against_games_that_got_so_far(game, facts):
    known = facts(history=[{"id": "fort", "text": "The fort fell", "label": "Feb"}], dates={"fort": ("2/41",)})
    found = summary(known, [game(0, history={"fort": True}), game(1, history={"fort": False}), game(2)])
    assert (found.history[0].games.count, found.history[0].games.of) == (1, 2)


# -- ground ----------------------------------------------------------------------------------------

ROW = [n for h in range(4) for n in (h + 1 if h < 3 else -1, -1, -1, h - 1, -1, -1)]
"""Neighbours of four hexes in a row."""


def test_the_ground_stays_as_it_was_left(game, facts):
    games = [game(0, (1, 1, 1), controls=("0-1=1", "1=2", "")), game(1, (1,), controls=("0=1",))]
    found = summary(facts(), games).ground
    assert [ground.label for ground in found] == ["Jan", "Feb"]
    assert found[0].shares == {"red": [1000, 0, 0, 0], "blue": [0, 500, 0, 0]}
    assert found[1].shares == found[0].shares


def test_ground_that_nobody_trod_goes_to_the_nearest():
    leaning = control_shares([1000, 0, 0, 0], [0, 0, 0, 1000])
    assert leaning == [1.0, None, None, 0.0]
    owned = owners(leaning, ROW, [1, 1, 1, 1], 0.5)
    assert owned == [1, 1, 2, 2]
    assert front(owned, ROW) == [(1, 0)]


def test_no_front_leads_over_water():
    owned = owners([1.0, None, None, 0.0], ROW, [1, 0, 1, 1], 0.5)
    assert owned == [1, 0, 2, 2]
    assert front(owned, ROW) == []


def test_the_edge_moves_the_front():
    leaning = control_shares([900, 600, 300, 0], [100, 400, 700, 1000])
    fronts = [front(owners(leaning, ROW, [1] * 4, edge), ROW) for edge in (0.25, 0.5, 0.75)]
    assert fronts == [[(2, 0)], [(1, 0)], [(0, 0)]]


def test_an_islet_belongs_to_whom_is_around_it():
    assert without_islets([1, 2, 1, 1], ROW, 2) == [1, 1, 1, 1]
    assert without_islets([1, 1, 2, 2], ROW, 2) == [1, 1, 2, 2]


def test_an_island_in_the_sea_keeps_its_owner():
    assert without_islets([1, 0, 2, 2], ROW, 2) == [1, 0, 2, 2]


def test_smoothing_makes_neighbours_alike_and_nothing_over_water():
    assert smooth([300, 0, 0, 0], ROW, [1, 1, 0, 1], 1) == [200.0, 100.0, 0.0, 0.0]
    assert smooth([500] * 4, ROW, [1] * 4, 3) == [500.0] * 4


@pytest.mark.parametrize(
    ("sides", "counted"), [((0, 1, 0), "player turn"), ((-1, 0, 1), "phase"), ((-1, -1, -1), "game turn")]
)
def test_turns_of_both_sides_together_are_not_called_player_turns(game, facts, sides, counted):
    """Length is counted in player turns where all are of a side, in game turns where none is, else in phases."""
    played = game(leads=(1, 1, 1))
    turns = tuple(
        replace(turn, turn=n, side=side) for n, (turn, side) in enumerate(zip(played.turns, sides, strict=True))
    )
    base = summary(facts(), [replace(played, turns=turns)] * 2)
    names = [name for name, *_figures in lengths(base)]
    assert f"{counted}s" in names
    assert f"decisive {counted}" in names
