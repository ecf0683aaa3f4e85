"""Predicates of the victory table that a rule system has beside those of every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.front import PlaceState, Predicate, ranks_above
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.system import System

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
VICTORY = (SKIRMISH / "victory.yaml").read_text("utf-8")
HELD = "when: {hold: "


def unknown_keys(text):
    assert text != VICTORY
    game = load_game(SKIRMISH, files={"victory.yaml": text})
    return [found for found in check(game) if found.code.id == "SCH002"]


@pytest.mark.parametrize(("key", "meant"), [("holds", "hold"), ("beseiged", "besieged")])
def test_a_misspelt_predicate_is_an_unknown_key(key, meant):
    (finding,) = unknown_keys(VICTORY.replace(HELD, f"when: {{{key}: ", 1))
    assert f"`{key}`" in finding.message
    assert finding.help == f"did you mean {meant}?"


def test_a_misspelt_predicate_with_parts_is_an_unknown_key_too():
    where = VICTORY.index(HELD)
    text = VICTORY[:where] + "when: {al: [{hold: " + VICTORY[where + len(HELD) :].replace("}", "}]}", 1)
    (finding,) = unknown_keys(text)
    assert finding.help == "did you mean all?"


def test_a_predicate_of_another_system_is_an_unknown_key(monkeypatch):
    system = load_game(SKIRMISH).system
    text = VICTORY.replace(HELD, "when: {besieged: ", 1)
    assert unknown_keys(text) == []
    monkeypatch.setattr(type(system), "predicates", System.predicates)
    assert unknown_keys(text)


HELD_IT, FREE = PlaceState(), PlaceState(predicate="besieged", denied=True)
SHUT_IN, SHUTS_IN = PlaceState(predicate="besieged"), PlaceState(holds=False, predicate="besiege")
STATES = (HELD_IT, FREE, SHUT_IN, SHUTS_IN)


def test_which_state_of_a_place_is_better():
    """To hold it beats any siege of it; to be free beats to be shut in; nothing else is better than another."""
    better = {(one, other) for one in STATES for other in STATES if ranks_above(one, other)}
    assert better == {
        (FREE, SHUT_IN), (HELD_IT, SHUT_IN), (FREE, SHUTS_IN), (HELD_IT, SHUTS_IN), (SHUT_IN, SHUTS_IN),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (HELD_IT, "Tobruk held"),
        (FREE, "Tobruk held and not besieged"),
        (SHUT_IN, "Tobruk held and besieged"),
        (SHUTS_IN, "Tobruk besieged"),
    ],
)
def test_what_is_said_of_a_state(state, said):
    known = {
        "besieged": Predicate("besieged", "besieged", "holder"),
        "besiege": Predicate("besiege", "besieged", "enemy"),
    }
    assert state.words("Tobruk", known) == said
