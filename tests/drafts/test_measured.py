"""What a draft says of its own guesses: the figures of its method and of its distance to the nearest start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenario_forge.drafts import measured
from scenario_forge.drafts.dates import WORDS, ScenarioRequest, dates_of
from scenario_forge.drafts.measured import (
    PRIOR,
    Chance,
    chance,
    figures,
    measured_as,
    share_of_kind,
    span_of_turns,
    total,
    turns_apart,
)
from scenario_forge.drafts.methods import DEFAULT, METHODS
from scenario_forge.drafts.scenario import new_scenario

KNOWN = {
    "roles": {
        "one": {"3-4": {"line": Chance(60, 20, 5, 50), "arrival": Chance(46, 8, 2, 40)}},
        "other": {"3-4": {"line": Chance(40, 0, 0, 40)}, "7-8": {"line": Chance(50, 5, 0, 40)}},
    },
    "before": {"one": {"3-4": {"place": Chance(40, 4, 0, 36)}}},
}


@pytest.fixture
def known(monkeypatch):
    """Other figures than those that are kept."""
    monkeypatch.setattr(measured, "figures", lambda: KNOWN)


def test_all_guesses_at_a_distance_count_together_or_those_of_one_kind():
    assert chance("roles", 3, KNOWN) == (146, 28, 7, 130)
    assert chance("between", 4, KNOWN) is None


def test_the_chance_of_a_kind_is_that_of_the_game_smoothed_by_the_kind_and_by_all():
    everything = 33 / 196
    line = (25 + PRIOR * everything) / (150 + PRIOR)
    assert share_of_kind("roles", "one", "line", KNOWN) == pytest.approx((20 + PRIOR * line) / (60 + PRIOR))
    assert share_of_kind("roles", "third", "line", KNOWN) == pytest.approx(line)
    assert share_of_kind("roles", "one", "garrison", KNOWN) == pytest.approx(everything)
    assert share_of_kind("before", "one", "", KNOWN) == pytest.approx(0.1)
    assert share_of_kind("between", "one", "line", KNOWN) is None


@pytest.mark.parametrize(("apart", "n"), [(1, 146), (4, 146), (5, 146), (6, 50), (8, 50), (20, 50)])
def test_the_nearest_distance_that_was_measured_counts(apart, n):
    assert chance("roles", apart, KNOWN).n == n


def test_the_figures_in_words():
    line = "measured on hidden starts: a place like this is within 3 hexes in 2 of 10 (n = 146)"
    assert chance("roles", 3, KNOWN).line == line


@pytest.mark.usefixtures("known")
def test_a_draft_says_so_in_its_head_and_behind_each_guess(game):
    made = new_scenario(game, ScenarioRequest("new", "2/41", "8/41"), "before")
    head = "Measured on hidden starts: a place like this is within 3 hexes in 1 of 10 (n = 40)."
    assert head in made.text.replace("\n# ", " ")
    assert made.remarks[0] == head[0].lower() + head[1:-1]
    guesses = [row for draft in made.drafted for row in draft.rows if row.open and row.token.kind == "at"]
    assert guesses
    for row in guesses:
        assert row.why[-1] == "such guesses are within 3 hexes in 1 of 10"
    assert made.text.count("such guesses are") == len(guesses)


@pytest.mark.usefixtures("known")
def test_a_draft_by_a_method_that_was_not_measured_says_nothing(game):
    made = new_scenario(game, ScenarioRequest("new", "2/41", "8/41"), "mar41")
    assert not made.remarks
    assert "hidden starts" not in made.text
    assert "such guesses" not in made.text


@pytest.mark.usefixtures("known")
def test_a_printed_start_has_no_guesses(game):
    assert "hidden starts" not in new_scenario(game, ScenarioRequest("new", "mar41", "8/41")).text


def test_a_start_that_is_named_is_measured_only_if_it_is_the_one_before(game):
    dates = dates_of(game, ScenarioRequest("new", "2/41", "8/41"))
    assert measured_as(dates, None, "roles") == "roles"
    assert measured_as(dates, "dec40", "roles") == "before"
    assert measured_as(dates, "mar41", "roles") == ""
    assert measured_as(dates, "playouts:5", "roles") == "playouts"


def test_the_distance_is_to_the_nearest_printed_start_before_or_after(game):
    dates = dates_of(game, ScenarioRequest("new", "2/41", "8/41"))  # Dec 40 is two turns before, Mar 41 one after
    assert turns_apart(dates) == 1
    assert turns_apart(replace(dates, first_turn=dates.first_turn + 4)) == 3


def test_what_is_kept_is_of_methods_that_there_are():
    kept = figures()
    assert kept.keys() <= WORDS.keys()
    assert METHODS.keys() <= kept.keys()
    for span, kinds in (one for games in kept.values() for spans in games.values() for one in spans.items()):
        assert span == span_of_turns(int(span.split("-")[0]))
        for each in kinds.values():
            assert each.n >= each.near >= each.exact >= 0 < each.n
            assert each.near <= each.in_play <= each.n


def test_the_default_wins_whichever_game_is_left_out():
    """The method that is best at the starts of the other games, by units of the map and boxes that are near."""
    kept = figures()
    games = {game for each in kept.values() for game in each}
    assert len(games) > 2
    for left_out in games:
        scores = {}
        for method, each in kept.items():
            found = total(
                one for game, spans in each.items() if game != left_out for k in spans.values() for one in k.values()
            )
            scores[method] = found.near / found.n
        assert max(scores, key=scores.__getitem__) == DEFAULT, (left_out, scores)
        assert all(scores[method] >= scores["before"] for method in METHODS)
