"""A game and its parts are shown in a line, so that a traceback or a debugger stays readable."""

from __future__ import annotations

import dataclasses

import pytest

from scenario_forge.api import check, compile_scenario, load_game
from scenario_forge.game.place import Where
from scenario_forge.game.scenarios import scenarios

GAMES = ("desert-rats", "knights-of-the-desert", "massawa", "ridge")
LINE = 500
"""Characters that a part of a game is shown in at most."""


def parts_of(value, seen):
    """Our values within a value, each once."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    if isinstance(value, Where):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from parts_of(each, seen)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for each in value:
            yield from parts_of(each, seen)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield value
        for each in dataclasses.fields(value):
            yield from parts_of(getattr(value, each.name), seen)


@pytest.mark.parametrize("name", GAMES)
def test_each_part_of_a_game_is_shown_in_a_line(name):
    game = load_game(name, errata="all")
    check(game)
    compiled = compile_scenario(game, next(iter(scenarios(game).scenarios)))
    long = {type(part).__qualname__: text for part in parts_of([game, compiled], {}) if len(text := repr(part)) > LINE}
    assert {kind: len(text) for kind, text in long.items()} == {}


def test_a_place_is_shown_as_file_address_and_characters():
    file = load_game("desert-rats", errata="none").read["counters.yaml"]
    unit = Where(file) / "units" / 0
    assert repr(Where(file)) == "Where(counters.yaml: all of it)"
    assert repr(unit / "strength") == "Where(counters.yaml: units[axis/1].strength)"
    assert repr((unit / "strength").key()) == "Where(counters.yaml: key of units[axis/1].strength)"
    assert repr((unit / "name").within(2, 5)) == "Where(counters.yaml: units[axis/1].name, characters 2 to 5)"


def test_a_game_and_a_file_are_shown_by_name_and_number():
    game = load_game("desert-rats", errata="none")
    assert repr(game).endswith(f"desert-rats', errata='none', {len(game.read)} files)")
    assert repr(game.read["map.yaml"].source) == "Source(name='map.yaml')"
    assert repr(game.read["map.yaml"]) == "GameFile(source=Source(name='map.yaml'))"
