"""Set-up cards: sums that come out, control where the game states it, colours and type of the profile."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from scenario_forge.compiler.plan import plan
from scenario_forge.printing.cards.card import set_up_card
from scenario_forge.printing.palette import Palette, grey
from scenario_forge.printing.profile import Profile
from scenario_forge.printing.words import words_of
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.workspace import load_game
from tests.printing.conftest import GAMES


def cards(game, scenario, palette=None):
    planned = plan(game, scenario)
    return planned, {side: set_up_card(planned, side, words_of(game), palette) for side in planned.forces.sides}


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
