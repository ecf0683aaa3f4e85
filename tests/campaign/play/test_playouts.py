"""Whole games, decided at random: they end, and what must always hold does."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenario_forge.systems.desert_rats as system
from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.compiler.set_up import STATES
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed
from scenario_forge.systems.desert_rats.play import DesertPlay, sequence

from .table import GAMES, at_random, rules_of

CASES = [("desert-rats", "crusader"), ("desert-rats", "beda-fomm"), ("skirmish", "siege"), ("skirmish", "compass")]


@pytest.mark.clause("2.21", "14.1", "14.2")
@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_a_game_ends_with_its_last_player_turn(game, scenario):
    rules = rules_of(game, scenario)
    playout = Playout(sequence(rules), first_state(rules), Keyed(1))
    at_random(playout, 1)
    _first, last, _opens, closes = rules.compiled.turns.span
    assert (playout.state.clock.turn[0], playout.state.clock.side[0]) == (last, closes)
    assert playout.events[-1].name == "game over"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_what_must_always_hold_does(game, scenario):
    play = DesertPlay(rules_of(game, scenario).compiled)
    playout = Playout(play.sequence, play.begin(), Keyed(2))

    def watch(state):
        assert list(play.breaches(state)) == []

    at_random(playout, 2, watch=watch)


@pytest.mark.clause("13.3", "13.4")
@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_play_begins_as_the_set_up_says(game, scenario):
    rules = rules_of(game, scenario)
    state, units = first_state(rules), rules.compiled.units
    for unit in range(len(units.side)):
        if STATES[units.state[unit]] == "at" and units.hex[unit] >= 0:
            assert state.units.place[unit] == units.hex[unit]
            assert state.units.strength[unit] == units.start_strength[unit]
    assert sum(place != NOWHERE for place in state.supplies.place) == len(rules.compiled.markers.type)


def test_the_rules_name_no_place_unit_nationality_or_date():
    """Another campaign on the same rules needs no line of Python."""
    game = load_game(GAMES["desert-rats"], "all")
    places = [name for document in game.files_of("map") for name in [p["name"] for p in document.data["places"]]]
    nations = [n.id for n in game.about.nationalities]
    for path in sorted(Path(system.__file__).parent.glob("play/*.py")):
        text = path.read_text(encoding="utf-8").casefold()
        found = [name for name in [*places, *nations, "tripolitania", "qattara"] if name.casefold() in text]
        assert found == [], path.name
