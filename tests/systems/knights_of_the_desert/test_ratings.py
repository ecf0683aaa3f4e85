"""Ratings and levels of difficulty: what a side gets more or less of, and when its units come (II)."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import Playout

from .board import ALLIED, AXIS, Dice, prepared

LEVELS = {"expert": 80, "intermediate": 110, "novice": 130}
RATINGS = "axis: {combat: 3, replacements: 3, supply: 3, air: 3, reinforcements: 5}"


def rated(**ratings):
    """The change of rules.yaml that gives the Axis these ratings, and else the historical ones."""
    given = {"combat": 3, "replacements": 3, "supply": 3, "air": 3, "reinforcements": 5, **ratings}
    said = ", ".join(f"{aspect}: {rating}" for aspect, rating in given.items())
    return ((RATINGS, f"axis: {{{said}}}"),)


def strengths(**how):
    """By number, the strength of each unit when play begins."""
    ready = prepared(**how)
    return dict(zip(ready.compiled.units.no, ready.play.begin().units.strength, strict=True))


@pytest.mark.clause("II.8", "II.9", "II.10", "II.14", "II.13", game="knights-of-the-desert")
@pytest.mark.parametrize("level", LEVELS)
def test_units_of_a_side_begin_and_arrive_as_strong_as_its_level_makes_them(level):
    """Rounded, never above the ceiling, nor below the breaking point; those of the other side are as strong as ever."""
    plain, made = strengths(options=frozenset()), strengths(options=frozenset({f"axis-{level}"}))
    ready = prepared()
    ceilings = dict(zip(ready.compiled.units.no, ready.play.rules.column("value.ceiling"), strict=True))
    for no, strength in plain.items():
        rated = max((strength * LEVELS[level] + 50) // 100, ceilings[no] * 15 // 100)
        expected = min(rated, ceilings[no]) if no < 29 else strength
        assert made[no] == expected, no
    assert any(made[no] == ceilings[no] > plain[no] for no in plain if no < 29) == (level != "expert")


@pytest.mark.clause("II.10", "IV.A.2.a", game="knights-of-the-desert")
@pytest.mark.parametrize("rating", [0, 1, 2, 3])
def test_no_rating_puts_a_unit_below_its_breaking_point(rating):
    """Ruling A63: five Axis units are printed at it, 15 % of 200 and 300; 1 of 100 with 300 has more to lose."""
    made = strengths(changed=rated(combat=rating))
    assert [made[no] for no in (2, 3, 4, 5, 14)] == [30, 30, 30, 30, 45]
    assert made[1] == 70 + 10 * rating


@pytest.mark.clause("II.10", game="knights-of-the-desert")
@pytest.mark.parametrize("rating", range(10))
def test_each_rating_is_ten_in_a_hundred_more(rating):
    """70 % at 0; a unit of 665 points, ceiling 800."""
    assert strengths(changed=rated(combat=rating))[8] == min((665 * (70 + 10 * rating) + 50) // 100, 800)


def received(**how):
    """Air points, supply points and replacements by nationality that the first turn of March 1941 brings."""
    ready = prepared(**how)
    playout = Playout(ready.play.sequence, ready.play.begin(), Dice([0] * 99))
    playout.advance()
    state = playout.state
    return list(state.sides.air), state.sides.pool[AXIS], list(state.nations.replacements)


@pytest.mark.clause("II.9", "II.10", "II.11", "IV.B.1.b2", "IV.D.1.c4", game="knights-of-the-desert")
def test_points_of_the_turn_are_rated_each_by_itself():
    """3 German air points, 7000 supply points, 80 and 250 replacement points of the Axis, 600 of the Allies."""
    air, pool, replacements = received()
    assert (air[AXIS], pool, replacements) == (3, 7000, [80, 250, 600])
    assert received(changed=rated(air=0))[0][AXIS] == 1
    assert received(changed=rated(supply=0))[1:] == (4900, [80, 250, 600])
    assert received(changed=rated(replacements=9))[1:] == (7000, [128, 400, 600])
    assert received(options=frozenset({"allied-expert"}))[1:] == (7000, [80, 250, 480])


@pytest.mark.sampled(3)
@pytest.mark.clause("II.11", game="knights-of-the-desert")
@pytest.mark.parametrize(("rating", "points"), [(0, 1), (1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (9, 5)])
def test_air_points_have_percentages_of_their_own(rating, points):
    """40, 60, 80, 100, 110, 120 … 160 % of three points, rounded to the nearest."""
    assert received(changed=rated(air=rating))[0][AXIS] == points


@pytest.mark.clause("II.11", "II.9", "IV.D.1.c4", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("options", "january", "july"),
    [
        ((), (12, 12), (24, 21)),
        (("axis-expert",), (7, 12), (14, 21)),
        (("axis-intermediate", "allied-expert"), (13, 7), (26, 13)),
        (("axis-novice", "allied-novice"), (16, 16), (31, 27)),
    ],
)
def test_the_air_points_that_a_start_begins_with_are_rated(options, january, july):
    """Ruling X5: 60, 110 or 130 % of 12, 24 and 21."""
    for scenario, points in (("tobruk-42", january), ("campaign-42", january), ("el-alamein", july)):
        assert tuple(prepared(scenario, frozenset(options)).play.begin().sides.air) == points


@pytest.mark.clause("IV.D.1.c4", "X.1", game="knights-of-the-desert")
@pytest.mark.parametrize(("start", "turns"), [("mar41", 0), ("jan42", 5), ("jul42", 8)])
def test_air_points_of_a_start_are_those_of_the_turns_before(start, turns):
    rules = prepared("campaign").play.rules
    for side in ("axis", "allied"):
        track = [rules.of_turn(f"track.{rules.says.track.air[side]}", turn) for turn in range(turns)]
        assert rules.says.starts[start].air[side] == sum(track)


def delayed(rating, turns=0):
    """Turns of arrival of all units after so many turns are drawn for each, and what chance was asked."""
    ready = prepared("campaign", None, rated(reinforcements=rating))
    playout = Playout(ready.play.sequence, ready.play.begin(), Dice([turns] * 99))
    playout.advance()
    return list(playout.state.units.due), playout.source.asked


@pytest.mark.clause("II.12", game="knights-of-the-desert")
@pytest.mark.parametrize(("rating", "most"), [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0), (6, 1), (7, 2), (8, 3), (9, 4)])
def test_units_come_up_to_so_many_turns_early_or_late(rating, most):
    """All numbers of turns up to the most are alike; by the historical rating nothing is drawn."""
    asked = [chance for chance in delayed(rating)[1] if chance.purpose == "delay"]
    assert bool(asked) == (rating != 5)
    for chance in asked:
        assert [(outcome.token, outcome.weight) for outcome in chance.outcomes] == [(n, 1) for n in range(most + 1)]
    ready = prepared("campaign")
    coming = [u for u, place in enumerate(ready.play.begin().units.place) if place == -2]
    own = [u for u in coming if ready.compiled.units.side[u] == AXIS]
    assert [chance.subjects[0] for chance in asked] == (own if rating != 5 else [])


@pytest.mark.clause("II.12", game="knights-of-the-desert")
@pytest.mark.parametrize(("rating", "sign"), [(1, -1), (9, 1)])
def test_what_is_drawn_is_added_to_the_turn_of_arrival_or_taken_off_it(rating, sign):
    """A unit of the Axis never comes before the first turn; the Allies come when they came."""
    ready = prepared("campaign")
    units, state = ready.compiled.units, ready.play.begin()
    coming = [u for u, place in enumerate(state.units.place) if place == -2]
    due, _ = delayed(rating, 3)
    for unit in coming:
        shift = 3 * sign if units.side[unit] == AXIS else 0
        assert due[unit] == max(units.arrival[unit] + shift, 0), unit
    assert {units.side[unit] for unit in coming} == {AXIS, ALLIED}


@pytest.mark.clause("II.12", "II.8", game="knights-of-the-desert")
@pytest.mark.parametrize("scenario", ["tobruk-42", "el-alamein"])
def test_a_late_side_keeps_the_units_of_the_set_up(scenario):
    """Ruling A64: the worst rating asks about those to come alone."""
    ready = prepared(scenario, None, rated(reinforcements=9))
    playout = Playout(ready.play.sequence, ready.play.begin(), Dice([4] * 99))
    before = list(playout.state.units.place)
    playout.advance()
    there = [unit for unit, place in enumerate(before) if place >= 0]
    assert there
    assert all(playout.state.units.place[unit] == before[unit] for unit in there)
    asked = {chance.subjects[0] for chance in playout.source.asked if chance.purpose == "delay"}
    owned = [unit for unit, side in enumerate(ready.compiled.units.side) if side == AXIS]
    assert asked == {unit for unit in owned if before[unit] == -2}
