"""The most typical of many games: how far games lie apart, which one is taken, and what is told of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.api import load_game
from scenario_forge.api.drafts import playouts
from scenario_forge.api.drafts.from_play import from_record
from scenario_forge.api.drafts.playouts import (
    FAR,
    Measure,
    PlayoutsOrder,
    ReachedState,
    from_playouts,
    most_typical,
    spread,
)
from scenario_forge.api.play import prepare
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import NotMade, ScenarioRequest
from scenario_forge.game.forces import forces
from scenario_forge.hexes import distance

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
WANTED = ScenarioRequest("spring", "2/41", "8/41")
RANDOM = {"allied": "random", "axis": "random"}


@pytest.fixture(scope="module")
def measure(grid):
    """Four units of strength 4; one box."""
    return Measure(grid.grid, [grid.adjoining["Camp"]], [4] * 4)


@pytest.fixture(scope="module")
def found(game):
    return from_playouts(game, WANTED, PlayoutsOrder(4, players=RANDOM, seed=5, jobs=1))


def there(*units, held=(1,), seed=1):
    return ReachedState(seed, units=units, held=held)


# -- how far games lie apart -----------------------------------------------------------------------


def test_hexes_between_units_count_and_no_more_than_far(measure, grid):
    d3, d4, jj = grid.grid.parse("D3"), grid.grid.parse("D4"), grid.grid.parse("GG9")
    assert measure.unit(0, there(("at", d3, 4)), there(("at", d4, 4))) == 1
    assert measure.unit(0, there(("at", d3, 4)), there(("at", jj, 4))) == min(FAR, distance(grid.grid, d3, jj))


def test_a_box_lies_beyond_the_hexes_that_it_adjoins(measure, grid):
    """The Great Camp adjoins A1 to F1."""
    a1, a3 = grid.grid.parse("A1"), grid.grid.parse("A3")
    assert measure.unit(0, there(("at", a1, 4)), there(("at", -2, 4))) == 1
    assert measure.unit(0, there(("at", -2, 4)), there(("at", a3, 4))) == 3


def test_strength_counts_by_the_part_that_is_lost(measure):
    assert measure.unit(0, there(("at", 5, 4)), there(("at", 5, 3))) == FAR / 4
    assert measure.unit(0, there(("at", 5, 4)), there(("at", 5, 4))) == 0


def test_who_is_out_in_one_game_and_not_in_the_other_is_far(measure):
    assert measure.unit(0, there(("at", 5, 4)), there(("eliminated", -1, 0))) == FAR
    assert measure.unit(0, there(("reserve", -1, 0)), there(("eliminated", -1, 0))) == FAR
    assert measure.unit(0, there(("eliminated", -1, 0)), there(("eliminated", -1, 0))) == 0


def test_a_place_in_other_hands_is_far(measure):
    assert measure.games(there(("at", 5, 4), held=(1, 2)), there(("at", 5, 4), held=(2, 2))) == FAR


UNITS = st.tuples(st.sampled_from(["at", "at", "eliminated"]), st.integers(20, 79), st.integers(1, 4)).map(
    lambda each: each if each[0] == "at" else (each[0], -1, 0)
)
GAMES = st.lists(
    st.builds(lambda units, held: there(*units, held=(held,)), st.lists(UNITS, min_size=4, max_size=4), st.integers(0, 2)),
    min_size=1,
    max_size=6,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_no_game_has_a_smaller_sum_of_distances_than_the_one_taken(measure, games):
    taken = most_typical(measure, games)
    sums = [sum(measure.games(one, other) for other in games) for one in games]
    mine = sum(measure.games(taken.game, other) for other in games)
    assert mine == pytest.approx(min(sums))
    assert taken.others <= taken.all + 1e-9


@settings(max_examples=60, deadline=None)
@given(GAMES.filter(lambda games: len(games) > 1))
def test_distance_is_the_same_both_ways_and_none_to_itself(measure, games):
    one, other = games[:2]
    assert measure.games(one, other) == pytest.approx(measure.games(other, one))
    assert measure.games(one, one) == 0


def test_the_spread_of_a_unit(measure, grid):
    d3, d5, f9 = (grid.grid.parse(name) for name in ("D3", "D5", "F9"))
    games = [there(("at", d3, 4)), there(("at", d5, 4)), there(("at", f9, 4)), there(("eliminated", -1, 0))]
    boxes = {-2: "Camp"}
    assert (
        spread(measure, 0, games[0], games, boxes, "in reserve")
        == "within 2 hexes in 2 of 4; else 1 eliminated, 1 further off"
    )
    assert spread(measure, 0, games[3], games, boxes, "in reserve") == "eliminated in 1 of 4; else 3 on the map"
    assert spread(measure, 0, games[0], games[:2], boxes, "in reserve") == "within 2 hexes in all 2"
    assert spread(measure, 0, games[3], games[3:], boxes, "in reserve") == ""
    camp = there(("at", -2, 4))
    assert spread(measure, 0, camp, [camp, games[0]], boxes, "in reserve").startswith("in Camp in ")


# -- from games to a scenario ----------------------------------------------------------------------


def test_the_head_names_players_seeds_and_the_game_taken(found):
    text = " ".join(line.lstrip("# ") for line in found.made.text.splitlines()[:8])
    assert "the most typical of 4 games of compass (allied random, axis random, seeds 5 to 8)" in text
    assert f"that of seed {found.typical.game.seed}, " in text
    assert "hexes a unit from the others, which lie" in text


def test_rows_tell_the_spread(found):
    lines = found.made.text.splitlines()
    assert any("of 4; else" in line or "in all 4" in line for line in lines)


def test_units_stand_where_the_game_taken_had_them(game, found):
    made = load_game(SKIRMISH, files={"scenarios/spring.yaml": found.made.text})
    begun = {p.number: (p.place, p.strength) for p in begin(made, "spring") if p.kind == "units"}
    numbered = [p.unit.key for p in plan(game, "compass").placed if plan(game, "compass").in_play(p.unit)]
    again = [p.unit.key for p in plan(made, "spring").placed if plan(made, "spring").in_play(p.unit)]
    for number, (state, place, strength) in enumerate(found.typical.game.units):
        if state == "at":
            assert begun[again.index(numbered[number])] == (place, strength)
    assert {p.unit.key for p in plan(made, "spring").placed} == {unit.key for unit in forces(made).units()}


def begin(game, scenario):
    play = prepare(game, scenario).play
    return play.pieces(play.begin())


def test_the_record_that_is_kept_gives_the_same_set_up(game, found):
    again = from_record(game, WANTED, found.record).text

    def set_up(text):
        lines = (line.partition("  #")[0].rstrip() for line in text[text.index("set_up:") :].splitlines())
        return [re.sub(r'"?Decide: (.*?)\?"', r"\1", line).replace(" ", "").replace('"', "") for line in lines]

    assert set_up(again) == set_up(found.made.text)


def test_any_number_of_jobs_gives_the_same_bytes(game, found):
    assert from_playouts(game, WANTED, PlayoutsOrder(4, players=RANDOM, seed=5, jobs=2)).made.text == found.made.text


def test_progress_is_told(game):
    seen = []
    from_playouts(
        game, WANTED, PlayoutsOrder(2, players=RANDOM, jobs=1, seen=lambda done, all_: seen.append((done, all_)))
    )
    assert seen == [(1, 2), (2, 2)]


def test_games_that_are_over_before_the_date_are_told_and_not_counted(game, monkeypatch):
    real = playouts.play_all

    def play_all(order, seeds, jobs, seen):
        reached = real(order, seeds, jobs, seen)
        return [*reached[:2], ReachedState(reached[2].seed, "over")]

    monkeypatch.setattr(playouts, "play_all", play_all)
    found = from_playouts(game, WANTED, PlayoutsOrder(3, players=RANDOM, jobs=1))
    assert (found.games, found.counted) == (3, 2)
    head = " ".join(line.lstrip("# ") for line in found.made.text.splitlines()[:8])
    assert "Not counted: 1 over before that date" in head


def test_no_game_that_comes_to_the_date(game, monkeypatch):
    failed = [ReachedState(1, "over"), ReachedState(2, "fault", "the rules broke")]
    monkeypatch.setattr(playouts, "play_all", lambda *_: failed)
    with pytest.raises(
        NotMade, match=r"none of 2 games of compass came to Allied Feb 41: 1 over .*\(the rules broke\)"
    ):
        from_playouts(game, WANTED, PlayoutsOrder(2, players=RANDOM))


@pytest.mark.parametrize(
    ("wanted", "order", "why"),
    [
        (WANTED, PlayoutsOrder(0), "takes 1 game or more, not 0"),
        (WANTED, PlayoutsOrder(1, players={"axis": "nobody"}), "no player `nobody`"),
        (ScenarioRequest("x", "mar41", "8/41"), PlayoutsOrder(1), "Mar 41 is a printed start"),
        (ScenarioRequest("x", "8/41", "2/41"), PlayoutsOrder(1), "comes before the start"),
    ],
)
def test_what_cannot_be_is_refused(game, wanted, order, why):
    with pytest.raises(NotMade, match=why):
        from_playouts(game, wanted, order)


def test_no_scenario_that_lasts_to_the_date():
    text = (SKIRMISH / "scenarios/siege.yaml").read_text("utf-8")
    other = text.replace("start: mar41", "start: dec40")
    assert other != text
    game = load_game(SKIRMISH, files={"scenarios/siege.yaml": other})
    with pytest.raises(NotMade, match="no scenario begins at Mar 41 and lasts to May 41") as refused:
        from_playouts(game, ScenarioRequest("x", "5/41", "8/41"), PlayoutsOrder(1))
    assert "--start mar41 --stop 5/41" in refused.value.hint
