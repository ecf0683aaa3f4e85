"""Maps: what the rulebooks state of their hexes."""

from __future__ import annotations

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes.grid import distance
from tests.content.games import KNIGHTS, NAMES, TOBRUK, game_of


def found(name):
    return hex_map(game_of(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_map_can_be_linked(name):
    assert found(name).unresolved == []


def test_home_bases_of_knights_are_as_far_apart_as_the_victory_chart_goes():
    """Points for distance end at 34 hexes (VIII), from El Agheila to Alexandria."""
    grid = found(KNIGHTS)
    ends = [grid.find(name).hex for name in ("El Agheila", "Alexandria")]
    assert distance(grid.grid, *ends) == 34


def test_stated_hexes_of_tobruk_are_where_the_rules_say():
    """2.1 (hills), 17.4 (harbour), 17.5 (airbase)."""
    grid = found(TOBRUK)
    named = {"1124": "hill", "1125": "hill", "1224": "hill", "4614": "harbour", "4321": "airbase"}
    assert {name: grid.terrain[grid.find(name).hex] for name in named} == named
