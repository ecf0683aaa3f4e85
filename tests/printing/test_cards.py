"""Set-up cards: sums that come out, control where the game states it, colours and type of the profile."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from scenario_forge.compiler.set_up import plan
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.palette import Palette, grey
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.set_up_card import set_up_card
from tests.printing.conftest import GAMES


def cards(game, scenario, palette=None):
    planned = plan(game, scenario)
    return planned, {side: set_up_card(planned, side, words_of(game), palette) for side in planned.forces.sides}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_unit_that_comes_back_is_counted_once(path):
    game = load_game(path, "all")
    for scenario in scenarios(game).scenarios:
        planned, made = cards(game, scenario)
        for side, card in made.items():
            there = {p.unit.no for p in planned.placed if p.unit.side == side and p.entry and p.entry.location}
            coming = [c.unit for c in planned.changes if c.kind == "arrives" and c.unit.side == side]
            new = {unit.no for unit in coming if planned.in_play(unit)} - there
            total = next((t for t in card["totals"] if t.startswith("To arrive")), "")
            if new:
                assert f"To arrive: {len(new)} unit" in total
            assert (f"{sum(planned.in_play(unit) for unit in coming) - len(new)} returning" in total) or (
                "returning" not in total
            )


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_points_count_as_spent_in_a_turn_in_which_the_unit_could_move(path):
    """Who comes in the Logistics Phase has no march behind it on arrival: its points count in the turn after."""
    game = load_game(path, "all")
    for scenario, found in scenarios(game).scenarios.items():
        planned, made = cards(game, scenario)
        track, first, last = planned.track, planned.first_turn, planned.last_turn
        span = range(track.player_turn(first, found.first), track.player_turn(last, found.last) + 1)
        for side, card in made.items():
            labels = {track.label(turn) for turn in range(first, last + 1) if track.player_turn(turn, side) in span}
            notes = [
                note
                for section in card["sections"]
                for part in section.get("parts", ())
                for line in part["lines"]
                for note in line["notes"]
                if "movement points" in note
            ]
            assert {note.partition(" spent in ")[2] for note in notes} <= labels
            coming = [c for c in planned.changes if c.unit.side == side and c.entry.token.spent]
            if coming and track.player_turn(coming[0].turn + 1, side) in span:
                assert f"{coming[0].entry.token.spent} movement points already spent in" in " ".join(notes)


def test_control_at_the_start_is_shared_out_as_the_game_states(skirmish):
    game = skirmish()
    for scenario, found in scenarios(game).scenarios.items():
        _planned, made = cards(game, scenario)
        named = [s["names"] for card in made.values() for s in card["sections"] if "names" in s]
        places = [name.strip("°§") for names in named for name in names.split(", ")]
        assert len(places) == len(set(places)), f"{found.document.title}: no place has two masters"


def test_in_grey_the_small_map_has_no_colour(skirmish):
    _planned, made = cards(skirmish(), "compass", Palette(replace(Profile(), ink="grey")))
    for card in made.values():
        for colour in set(re.findall(r"#[0-9A-F]{6}", card["map"])):
            assert colour == grey(colour)


def test_both_sides_see_the_same_front_and_the_key_names_it(skirmish):
    game, fronts = skirmish(), 0
    for scenario in scenarios(game).scenarios:
        _planned, made = cards(game, scenario)
        lines = [re.findall(r'class="front" d="([^"]*)"', card["map"]) for card in made.values()]
        assert all(line == lines[0] for line in lines)
        for card, line in zip(made.values(), lines, strict=True):
            assert bool(line) == ("front" in [each["sign"] for each in card["key"]])
        fronts += bool(lines[0])
    assert fronts


def _of(name, scenario):
    return cards(load_game(next(path for path in GAMES if path.name == name), "all"), scenario)[1]


def _knights(scenario):
    return _of("knights-of-the-desert", scenario)


def test_a_card_says_who_is_first_in_each_turn_where_the_scenario_sets_the_order():
    """Ten whole turns, the Allied phase first in each (7.1, 7.2): no half turn at either end."""
    assert _of("western-desert", "abd")["axis"]["facts"][:3] == [
        "First turn: Turn 15, Allied first in each",
        "Last turn: Turn 24",
        "10 turns",
    ]
    assert _of("ridge", "dawn")["french"]["facts"][0] == "First turn: Turn 1", "the track says it turn by turn"
    tobruk = _of("rats-of-tobruk", "salient")["axis"]["facts"][0]
    assert tobruk.startswith("First turn: ")
    assert "first in each" not in tobruk, "whoever is drawn from the cup"


def test_a_card_says_how_many_airstrikes_its_side_has_and_with_which_force_it_plays():
    both = _of("western-desert", "abd")
    named = {side: {s["title"]: s["names"] for s in card["sections"] if "names" in s} for side, card in both.items()}
    assert named["allied"]["Airstrikes"] == "1"
    assert "Airstrikes" not in named["axis"]
    assert "Force: Italian Armoured Force" in named["axis"]
    assert "Other force, from the force sheet" in named["axis"], "room for the name of another"


def test_a_card_has_the_rows_of_the_ledger_that_only_some_scenarios_score():
    """Of Fuka alone its own; rows that count in every scenario are on the charts."""

    def scored(name, scenario, side):
        sections = [s for s in _of(name, scenario)[side]["sections"] if s["title"].startswith("Scored ")]
        return {s["title"]: [(row["head"], row["figure"]) for row in s["rows"]] for s in sections}

    for side in ("axis", "allied"):
        assert scored("western-desert", "fuka", side) == {
            "Scored at once": [("Axis", "1"), ("Axis", "1"), ("Allied", "2")],
            "Scored at the end": [("Allied", "4")],
        }
        assert scored("western-desert", "capuzzo", side) == {
            "Scored at once": [("", "1")],
            "Scored at the end": [("", "3")],
        }
    assert scored("ridge", "dawn", "french") == {}
    assert not any(s.get("rows") == [] for s in _of("western-desert", "fuka")["axis"]["sections"]), "no empty heading"


@pytest.mark.parametrize(
    ("scenario", "mobile", "air", "fort"),
    [
        ("tobruk-41", 300, "0", "level 3 in 1711 and 2010"),
        ("campaign-42", 350, "12", "level 3 in 1711 and 2010"),
        ("el-alamein", 350, "24", "level 4 in 3105, 3106 and 3205"),
    ],
)
def test_a_card_has_what_its_side_begins_with_at_the_start_of_its_scenario(scenario, mobile, air, fort):
    """Sections of aids.yaml that name the start, and of them the lines of the side (X4, X20)."""
    both = _knights(scenario)
    found = {
        side: [s for s in card["sections"] if s["title"] == "Also write down at the start"]
        for side, card in both.items()
    }
    (axis,), (allied,) = found["axis"], found["allied"]
    said = {row["head"]: row["text"] for row in axis["rows"]}
    assert said["Supply"] == f"{mobile} each mobile unit, 250 each other, 400 each depot"
    assert said["Air points"] == air
    assert next(row["text"] for row in allied["rows"] if row["head"] == "Fort") == fort


def test_a_unit_that_grows_in_play_has_its_strength_at_the_start_and_no_marker():
    """Strengths of Knights of the Desert are written down; no marker lies under a counter."""
    lines = [line for group in _knights("el-alamein")["allied"]["groups"] for line in group["lines"]]
    notes = {line["no"]: line["notes"] for line in lines}
    assert notes[41] == ["starts at strength 620"]
    assert notes[29] == []


def test_levels_that_an_erratum_corrects_carry_its_sign():
    """KD-115: the value is printed and corrected, not one of ours."""
    levels = next(s for s in _knights("campaign-42")["axis"]["sections"] if s["title"] == "Levels of victory")
    assert [row["marks"] for row in levels["rows"]] == ["§", "", "", "", "", ""]
    assert [row["text"] for row in levels["rows"]][:2] == ["Strategic", "Tactical"]
