"""What content expects of many games can be held against them, and every name in it is looked up."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.names import unresolved_names
from scenario_forge.checks.victory.names import CHECKS
from scenario_forge.compiler.compile import compile_scenario, history
from scenario_forge.documents.victory import PlaytestDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from tests.playtest.conftest import SKIRMISH

GAMES = sorted(path.parent for path in (Path(__file__).parents[2] / "content").glob("*/playtest.yaml"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_happening_falls_into_a_scenario_with_all_its_claims(folder):
    game = load_game(folder, "all")
    document, _ = game.one("playtest", PlaytestDocument)
    met = set()
    for name in scenarios(game).scenarios:
        for happening in history(game, name, compile_scenario(game, name)):
            met.add(happening["id"])
            assert all(claim["when"] for claim in happening["claims"])
    assert met == {happening.id for happening in document.history}


def test_what_is_expected_is_no_part_of_what_play_depends_on():
    text = "basis: proposed\nhistory:\n  - {id: a, text: A, turn: 1/41, claims: [{side: axis, when: {hold: Marsa Akra}}]}\n"
    with_, without = (load_game(SKIRMISH, "none", files) for files in ({"playtest.yaml": text}, {}))
    assert compile_scenario(with_, "compass").hash == compile_scenario(without, "compass").hash


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("targets:\n  - {scenario: sieg, side: axis, low: 0.4, high: 0.6}", {"sieg"}),
        ("targets:\n  - {scenario: siege, side: axs, low: 0.4, high: 0.6, players: {blue: idle}}", {"axs", "blue"}),
        (
            "history:\n  - {id: a, text: A, turn: 1/49, claims: [{side: axs, when: {hold: Akr}}]}",
            {"1/49", "axs", "Akr"},
        ),
        (
            "history:\n  - {id: a, text: A, turn: 1/41, after: blue, dates: [9/9/41], claims: [{when: {destroyed: {side: x}}}]}",
            {"blue", "9/9/41", "x"},
        ),
    ],
)
def test_names_that_name_nothing_are_found(text, names):
    game = load_game(SKIRMISH, "none", {"playtest.yaml": f"basis: proposed\n{text}\n"})
    found = [finding for check in (unresolved_names, *CHECKS) for finding in check(game)]
    assert {finding.code.id for finding in found} == {"REF001"}
    assert {name for name in names if any(f"`{name}`" in finding.message for finding in found)} == names


def test_happenings_with_errors_are_left_out():
    text = "basis: proposed\nhistory:\n  - {id: a, text: A, turn: 1/41, claims: [{when: {hold: Nowhere}}]}\n"
    game = load_game(SKIRMISH, "none", {"playtest.yaml": text})
    assert history(game, "compass", compile_scenario(game, "compass")) == []


@pytest.mark.parametrize(
    ("turn", "after", "expected"),
    [
        ("12/40", "", [(0, 1)]),
        ("12/40", "allied", [(0, 0)]),
        ("3/41", "", [(3, 0)]),
        ("3/41", "axis", []),
        ("4/41", "", []),
    ],
)
def test_of_a_half_turn_only_the_half_that_is_played_counts(turn, after, expected):
    """Compass: from the Allied turn of 12/40 to the Allied turn of 3/41."""
    more = f", after: {after}" if after else ""
    line = f"{{id: a, text: A, turn: {turn}{more}, claims: [{{side: axis, when: {{hold: Marsa Akra}}}}]}}"
    game = load_game(SKIRMISH, "none", {"playtest.yaml": f"basis: proposed\nhistory:\n  - {line}\n"})
    found = history(game, "compass", compile_scenario(game, "compass"))
    assert [(each["turn"], each["side"]) for each in found] == expected
