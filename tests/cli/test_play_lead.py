"""What `forge play` says of the game that it plays: who plays, who leads and by what, and nothing once nobody reads."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.play import lead, prepare
from scenario_forge.cli import words
from scenario_forge.cli.main import run

CONTENT = Path(__file__).parents[2] / "content"
SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"


@pytest.fixture
def played(capsys):
    def play(*line):
        assert run(["play", str(SKIRMISH), *line]) == 0
        return capsys.readouterr().out.splitlines()

    return play


@pytest.mark.parametrize(
    ("scenario", "name", "row"),
    [("compass", "Axis", "Each division that survives"), ("siege", "Allied", "Hold Marsa Akra")],
)
def test_who_leads_at_the_start_and_who_wins_are_told_with_the_row_that_brings_it(played, scenario, name, row):
    said = played("-s", scenario, "--player", "idle")
    assert said[1:3] == [f"{name} leads by 6 points.", f"  {name} 6: {row} (6)"]
    assert said[-2:] == [f"{name} wins by 6 points.", f"  {name} 6: {row} (6)"]


def test_the_leader_follows_the_place_that_is_fought_for():
    """Marsa Akra is worth 6 to the Allied side and 8 to the Axis: the same row changes who leads, and by how much."""
    game = load_game(SKIRMISH)
    prepared = prepare(game, "siege")
    state = prepared.play.begin()
    assert lead(game, prepared, state)[0] == "Allied leads by 6 points."
    text = (SKIRMISH / "victory.yaml").read_text()
    assert "points: 6" in text
    one = load_game(SKIRMISH, files={"victory.yaml": text.replace("points: 6", "points: 1")})
    fewer = prepare(one, "siege")
    assert lead(one, fewer, fewer.play.begin())[0] == "Allied leads by 1 point."


def test_sides_that_are_level_have_no_leader():
    text = (SKIRMISH / "victory.yaml").read_text().replace("points: 6", "points: 0")
    game = load_game(SKIRMISH, files={"victory.yaml": text})
    prepared = prepare(game, "siege")
    state = prepared.play.begin()
    assert lead(game, prepared, state) == ["Nobody leads: the sides are level."]
    assert lead(game, prepared, state, over=True) == ["Nobody wins: the sides are level."]


def test_who_is_not_named_is_played_by_one_who_knows_the_rules(played):
    if "competent" not in prepare(load_game(SKIRMISH), "siege").play.players():
        pytest.fail("the rule system has no competent player any more")
    assert "(seed 1; allied idle, axis competent)" in played("-s", "siege", "--player", "allied=idle")[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE: a closed pipe raises another error")
@pytest.mark.parametrize("how", ["--log", "--human=allied"])
def test_a_game_of_which_nobody_reads_the_rest_ends_quietly(how):
    """The reader goes away in the midst of the game, while the rules or a person at the table are at work."""
    command = [sys.executable, "-m", "scenario_forge", "play", str(SKIRMISH), "-s", "siege", how]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        for _ in range(6):
            process.stdout.readline()
        process.stdout.close()
        process.stdin.write("look\n" * 50)
        process.stdin.close()
        said = process.stderr.read()
    assert said == ""
    assert process.returncode == words.NO_READER


def test_a_side_that_a_chart_of_levels_gives_the_game_to_is_not_said_to_be_ahead():
    """*Knights of the Desert* X: with fewer than 50 points more than the Allies, the Axis side loses `tobruk-41`."""
    game = load_game(CONTENT / "knights-of-the-desert")
    prepared = prepare(game, "tobruk-41")
    state = prepared.play.begin()
    standing = "Allied wins (marginal victory): Axis 0 points, Allied 0 points."
    assert lead(game, prepared, state)[0] == f"As it stands, {standing}"
    assert lead(game, prepared, state, over=True)[0] == standing
