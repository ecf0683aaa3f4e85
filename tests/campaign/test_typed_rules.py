"""Play reads rules.yaml as the typed document that it is, and a compiled scenario carries it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from scenario_forge.campaign.parameters.arrays import arrays
from scenario_forge.campaign.rules import Rules
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.compiled import CompiledScenario
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios

CONTENT = Path(__file__).parents[2] / "content"


@pytest.mark.parametrize("name", ["desert-rats", "massawa"])
def test_the_rules_of_a_compiled_scenario_are_those_of_the_game(name):
    game = load_game(CONTENT / name, "all")
    compiled = compile_scenario(game, next(iter(scenarios(game).scenarios)))
    given = game.system.play(CompiledScenario.from_json(compiled.to_json())).rules.given
    [(stated, _where)] = game.documents("rules", type(given))
    left = {"basis", "provenance", "control"}
    assert type(given) is type(stated)
    assert given.model_dump(exclude=left) == stated.model_dump(exclude=left)


def test_what_only_prose_says_is_not_part_of_a_compiled_scenario():
    game = load_game(CONTENT / "massawa")
    compiled = compile_scenario(game, next(iter(scenarios(game).scenarios)))
    assert not {"basis", "provenance", "control"} & {*compiled.parameters["rules"]}


def test_no_number_or_column_is_asked_for_by_a_string():
    assert not [name for name in ("number", "column", "pairs") if hasattr(Rules, name)]


def test_every_column_is_declared_and_filled():
    """A list that the compiler makes under a name that play does not know would be read by nobody."""
    game = load_game(CONTENT / "desert-rats", "all")
    scenario = next(iter(scenarios(game).scenarios))
    made = {name.replace(".", "_") for name in arrays(game, scenario, game.system)}
    declared = {field.name for field in fields(game.system.play(compile_scenario(game, scenario)).rules.columns)}
    assert declared == {name for name in made if not name.startswith("combat_modifier_")}
