"""``forge playtest``: what can be asked, and what is said to what cannot."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from scenario_forge.api.play import NotPlayable
from scenario_forge.api.trials import impact, tune
from scenario_forge.api.trials import playtest as api
from scenario_forge.cli import words as cli_words
from scenario_forge.playtest.result import RunLock
from scenario_forge.simulator import players

QUICK = ("playtest", "skirmish", "-s", "compass", "--player", "idle", "--jobs", 1, "-n", 2)
TARGET = "basis: proposed\ntargets:\n  - {scenario: compass, side: axis, low: 0.1, high: 0.3, games: 60}\n"


@pytest.fixture(autouse=True)
def any_code(monkeypatch):
    """The code may change while tests run."""
    monkeypatch.setattr(api, "code_hash", str)


def test_wins_and_margins_are_told(forge):
    said = forge(*QUICK)
    assert said.code == 0
    assert "2 games; allied idle, axis idle" in said.out
    assert "100.0 %" in said.out
    assert "margin of allied" in said.out


def test_json_is_the_report_and_nothing_else(forge, here):
    said = forge(*QUICK, "--format", "json", "-o", "run")
    assert json.loads(said.out)["base"]["whole"] == 2
    assert (here / "run/report.json").read_text() == said.out


def test_a_page_is_written(forge, here):
    said = forge(*QUICK, "--html", "page.html")
    assert "wrote page.html" in said.out
    assert (here / "page.html").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--games", 0), "--games is 1 or more, not 0"),
        (("--games", -3), "--games is 1 or more, not -3"),
        (("--jobs", 0), "--jobs is 1 or more, not 0"),
        (("--player", "axis=clever"), "there is no player `clever`"),
        (("--player", "green=idle"), "SIDE in --player is one of"),
        (("--format", "xml"), "--format is one of text, json"),
        (("--until",), "has no target for `compass`"),
        (("--until", "--matrix", "idle"), "cannot be combined"),
        (("--matrix", ","), "--matrix names players"),
        (("--matrix", "idle,clever"), "there is no player `clever`"),
        (("--against", "none"), "--against takes errata=SET"),
        (("--against", "dice=loaded"), "--against is one of"),
        (("--against", "errata=XX-1"), "--errata is none, official, all"),
        (("--against", "options=none-such"), "--options is one of"),
        (("--against", "scenario=nowhere"), "no scenario `nowhere`"),
    ],
)
def test_what_cannot_be_is_said(forge, words, said):
    found = forge(*QUICK, *words)
    assert found.code == 2
    assert said in found.err
    assert found.out == ""


@pytest.mark.parametrize(
    ("module", "call", "words"),
    [
        (api, "playtest", QUICK),
        (tune, "tune", ("tune", "skirmish", "-s", "compass")),
        (impact, "errata_impact", ("errata", "impact", "skirmish", "SK-100")),
    ],
)
def test_the_bar_is_taken_away_before_an_error_is_told(forge, monkeypatch, module, call, words):
    def fail(*_given):
        raise NotPlayable("it cannot be played")

    order = []
    monkeypatch.setattr(module, call, fail)
    monkeypatch.setattr(cli_words.Meter, "hide", lambda _line: order.append("hidden"))
    monkeypatch.setattr(cli_words, "say_error", lambda *_said: order.append("told"))
    assert forge(*words).code == 2
    assert order == ["hidden", "told"]


def test_no_such_scenario(forge):
    found = forge("playtest", "skirmish", "-s", "compas")
    assert found.code == 2
    assert "did you mean" in found.err


def test_games_that_fail_give_exit_code_1(forge, here, monkeypatch):
    class Broken:
        def __init__(self, play, side, seed):
            pass

        def choose(self, seat):
            raise RuntimeError("no idea")

    monkeypatch.setattr(players, "BUILT_IN", {**players.BUILT_IN, "broken": Broken})
    said = forge(*QUICK, "--player", "axis=broken", "-o", "run", "--html", "page.html")
    assert said.code == 1
    assert "2 did not come to their end (player): seed 1, the player Broken failed: RuntimeError: no idea" in said.out
    assert "2 games did not come to their end; their records are in run/failed" in said.err
    assert "no idea" in (here / "page.html").read_text()
    assert len(list((here / "run/failed").iterdir())) == 2
    again = forge("replay", here / "run/failed/0-1.json")
    assert "actions as recorded" in again.out


def test_a_folder_of_another_run_is_refused(forge):
    assert forge(*QUICK, "-o", "run").code == 0
    said = forge(*QUICK, "-o", "run", "--seed", 9)
    assert said.code == 2
    assert "run holds the games of another run: seed was 1 and is 9 now" in said.err
    assert forge(*QUICK, "-o", "run", "-n", 3).code == 0


def test_a_folder_in_which_another_run_is_at_work_is_refused(forge, here):
    (here / "run").mkdir()
    with RunLock(here / "run"):
        said = forge(*QUICK, "-o", "run")
    assert said.code == 2
    assert "another playtest is at work in run" in said.err


def test_a_folder_that_is_a_file_is_refused(forge, here):
    (here / "run").write_text("x")
    assert forge(*QUICK, "-o", "run").code == 2


def test_the_target_is_told(forge, game):
    (game / "playtest.yaml").write_text(TARGET)
    said = forge(*QUICK, "--until", "-n", 50)
    assert "target: axis wins 10 to 30 %: ABOVE the band" in said.out
    assert "50 games" not in said.out


def test_a_variant_is_told_beside_the_base(forge):
    said = forge(*QUICK, "-n", 4, "--against", "options=eighty-eights")
    assert "options=eighty-eights against the base, 4 seeds" in said.out


def test_a_matrix_is_told(forge):
    said = forge(*QUICK, "--matrix", "idle,random")
    assert "wins of allied, 2 games a pair" in said.out
    assert "random" in said.out


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupted_run_goes_on(forge, here):
    """Ctrl-C in mid-run, in a process of its own; what it has done is not done again."""
    begin = "import sys; from scenario_forge.api import playtest; playtest.code_hash = str"
    begin += "; from scenario_forge.cli.main import run; sys.exit(run())"  # the code may change while tests run
    words = [sys.executable, "-c", begin, "playtest", "skirmish", "-s", "compass", "--player", "random"]
    words += ["--jobs", "2", "-n", "400", "-o", "run"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    file = here / "run/games.jsonl"
    until = time.monotonic() + 60
    while time.monotonic() < until and not (file.exists() and file.read_text().count("\n") > 3):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on with run" in error
    kept = file.read_text().splitlines()
    assert 3 < len(kept) < 400
    again = [*words[:-3], str(len(kept) + 2), "-o", "run"]
    assert subprocess.run(again, check=False, capture_output=True).returncode == 0
    assert set(kept) <= set(file.read_text().splitlines())
