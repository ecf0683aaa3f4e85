"""Answers to worked examples are kept between runs: the same findings with and without, and play not loaded."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.campaign.system import drawn_ways, worked_examples
from scenario_forge.campaign.worked import verdicts
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.source import files

GAME = Path(__file__).parents[3] / "content/desert-rats"
SMALL = Path(__file__).parents[3] / "content/massawa"
LOOK = """
import sys
from scenario_forge.api import effects_of_errata, load_game
from scenario_forge.checks.run import check
game = load_game(sys.argv[1], "official")
for finding in (*check(game, each=True), *effects_of_errata(game)):
    print(finding.code.id, finding.span, finding.message)
print("PLAYED" if any(".play." in name or ".simulator" in name for name in sys.modules) else "NOT PLAYED")
"""


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("SCENARIO_FORGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv(files.SWITCH)
    return tmp_path / "cache"


def looked(folder):
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(folder)], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    *findings, played = done.stdout.splitlines()
    return findings, played == "PLAYED"


def test_findings_are_the_same_first_again_damaged_and_switched_off(cache, monkeypatch):
    first, played = looked(SMALL)
    assert played
    assert looked(SMALL) == (first, False)
    for file in cache.rglob("*.json"):
        file.write_bytes(file.read_bytes()[:-3])
    assert looked(SMALL) == (first, True)
    monkeypatch.setenv(files.SWITCH, "off")
    assert looked(SMALL) == (first, True)


def test_only_what_answers_rest_on_has_them_worked_out_again(cache, tmp_path):
    folder = tmp_path / "game"
    shutil.copytree(SMALL, folder)
    assert looked(folder)[1]
    assert not list(folder.rglob("*.json")), "nothing is kept in a game's folder"
    chronology = folder / "chronology.yaml"
    chronology.write_text(chronology.read_text("utf-8") + "# a comment\n", "utf-8")
    assert not looked(folder)[1]
    rules = folder / "rules.yaml"
    rules.write_text(rules.read_text("utf-8").replace("strategic_factor: 0.5", "strategic_factor: 1"), "utf-8")
    findings, played = looked(folder)
    assert played
    assert any(line.startswith("EXM005") for line in findings)


@pytest.fixture
def worked(cache, monkeypatch):
    """Which questions had to be worked out."""
    asked = []
    really = verdicts._worked_out
    monkeypatch.setattr(verdicts, "_worked_out", lambda game, q: asked.append(len(q)) or really(game, q))
    return asked


def found(game):
    return [(f.code.id, f.message) for run in (worked_examples, drawn_ways) for f in run(game)]


def test_other_errata_are_other_answers(worked):
    printed, corrected = load_game(GAME, "none"), load_game(GAME, "official")
    assert [code for code, _ in found(printed)].count("EXM005") == 2
    assert [code for code, _ in found(corrected)].count("EXM005") == 0
    before = len(worked)
    assert before >= 3
    assert [code for code, _ in found(load_game(GAME, "none"))].count("EXM005") == 2
    assert len(worked) == before


def test_other_code_has_them_worked_out_again(worked, monkeypatch):
    game = load_game(GAME, "official")
    list(worked_examples(game))
    list(worked_examples(game))
    assert len(worked) == 1
    monkeypatch.setattr(verdicts, "own_code", lambda *_: ["changed"])
    list(worked_examples(game))
    assert len(worked) == 2
    monkeypatch.setattr(verdicts, "own_code", lambda *_: None)
    list(worked_examples(game))
    list(worked_examples(game))
    assert len(worked) == 4
