"""Whole games, decided at random: they end, and what must always hold does."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenario_forge.systems.desert_rats as system
from scenario_forge.compiler.plan import STATES
from scenario_forge.project.workspace import load_game
from scenario_forge.simulator.chance import Keyed
from scenario_forge.simulator.playout import Playout
from scenario_forge.systems.desert_rats.play.begin import first_state
from scenario_forge.systems.desert_rats.play.situation import stacks, weight
from scenario_forge.systems.desert_rats.play.tables import NOWHERE
from scenario_forge.systems.desert_rats.play.turns import sequence

from .table import GAMES, at_random, rules_of

CASES = [("desert-rats", "crusader"), ("desert-rats", "beda-fomm"), ("skirmish", "siege"), ("skirmish", "compass")]


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_a_game_ends_with_its_last_player_turn(game, scenario):
    rules = rules_of(game, scenario)
    playout = Playout(sequence(rules), first_state(rules), Keyed(1))
    at_random(playout, 1)
    _first, last, _opens, closes = rules.compiled.turns.span
    assert (playout.state.clock.turn[0], playout.state.clock.side[0]) == (last, closes)
    assert playout.events[-1].name == "game over"


@pytest.mark.parametrize(("game", "scenario"), CASES)
def test_stacking_and_terrain_hold_after_every_event(game, scenario):
    rules = rules_of(game, scenario)
    playout = Playout(sequence(rules), first_state(rules), Keyed(2))
    limit = rules.number("stacking.limit")
    land = rules.compiled.kinds.terrain_passable
    while (side := playout.advance()) is not None:
        state = playout.state
        for owner, stacked in enumerate(stacks(rules, state)):
            for hex_, units in stacked.items():
                assert sum(weight(rules, state, unit) for unit in units) <= limit, (owner, hex_)
                assert land[rules.compiled.map.terrain[hex_]]
                assert all(hex_ not in other for n, other in enumerate(stacks(rules, state)) if n != owner)
        choices = playout.choices()
        playout.act(
            ("end",) if len(playout.log) % 9 == 8 or len(choices) == 1 else first_way(playout, choices[-1].token)
        )
        assert side == playout.log[-1].decider


def first_way(playout, unit):
    """A move of the unit: always the last hex offered, until it can stop."""
    prefix = (unit,)
    while True:
        pick = playout.choices(prefix)[-1]
        prefix = (*prefix, pick.token)
        if pick.whole:
            return prefix


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
