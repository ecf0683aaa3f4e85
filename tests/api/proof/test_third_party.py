"""Players of other people's packages, installed as such; runs that are interrupted by a person."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scenario_forge.cli.main import run

from .table import SKIRMISH

ROOT = Path(__file__).parents[3]
CODE = """
import time
from scenario_forge.simulator.players import first_way

class First:
    def __init__(self, play, side, seed):
        self.count = 0
    def choose(self, seat):
        self.count += 1
        return first_way(seat)

class Raises(First):
    def choose(self, seat):
        if self.count > 3:
            raise RuntimeError("lost my notes")
        return super().choose(seat)

class Never(First):
    def choose(self, seat):
        while self.count > 3:
            time.sleep(0.01)
        return super().choose(seat)

class Illegal(First):
    def choose(self, seat):
        return ("teleport", 7) if self.count > 3 else super().choose(seat)

class Slow(First):
    def choose(self, seat):
        open(f"after_{seat.number}", "w").close()
        time.sleep(0.1)
        return super().choose(seat)

class Unmakeable:
    pass
"""
POINTS = """[scenario_forge.players]
first = my_players:First
raises = my_players:Raises
never = my_players:Never
illegal = my_players:Illegal
slow = my_players:Slow
unmakeable = my_players:Unmakeable
missing = my_players_gone:First
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of installed packages with one that brings players, as an installer leaves it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "my_players.py").write_text(CODE)
    about = folder / "my_players-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-players\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(POINTS)
    return folder


@pytest.fixture
def here(tmp_path):
    shutil.copytree(SKIRMISH, tmp_path / "content" / "skirmish")
    return tmp_path


def start(here, site, *line):
    path = os.pathsep.join([str(site), str(ROOT)])
    return subprocess.Popen(
        [sys.executable, "-m", "scenario_forge", *map(str, line)],
        cwd=here,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def forge(here, site, monkeypatch, capsys):
    """The command line in a process in which the package is installed."""
    monkeypatch.chdir(here)
    monkeypatch.syspath_prepend(str(site))

    def call(*line):
        capsys.readouterr()
        code = run([str(word) for word in line])
        return code, *capsys.readouterr()

    return call


# -- players of a package ------------------------------------------------------------------------


def test_an_installed_player_plays_and_the_record_names_its_package(forge, here):
    code, out, err = forge("play", "skirmish", "-s", "siege", "--player", "first", "-o", "r.json")
    assert (code, err) == (0, "")
    assert "allied first, axis first" in out
    record = json.loads((here / "r.json").read_text())
    assert record["setting"]["versions"]["my-players"] == "1.2"
    record["setting"]["versions"]["my-players"] = "1.1"
    (here / "older.json").write_text(json.dumps(record))
    code, out, _ = forge("replay", "older.json")
    assert "made with my-players 1.1; this is 1.2" in out


@pytest.mark.parametrize(
    ("name", "limit", "told"),
    [
        ("raises", "5", "the player Raises failed: RuntimeError: lost my notes"),
        ("never", "0.3", "the player Never took longer than 0.3 s to choose"),
        ("illegal", "5", "the player Illegal answered `teleport 7`, which is not allowed"),
    ],
)
def test_one_that_fails_ends_the_game_and_the_record_goes_up_to_there(forge, here, name, limit, told):
    line = ("play", "skirmish", "-s", "siege", "--player", f"allied={name}", "--limit", limit, "-o", "r.json")
    code, _, err = forge(*line)
    assert code == 1
    assert told in err
    assert "Traceback" not in err
    record = json.loads((here / "r.json").read_text())
    assert record["end"]["ended"] == "player"
    assert len([row for row in record["actions"] if row[0] == "allied"]) == 4


@pytest.mark.parametrize(("name", "told"), [("unmakeable", "TypeError"), ("missing", "my_players_gone")])
def test_one_that_cannot_be_made_is_told_as_that(forge, name, told):
    code, _, err = forge("play", "skirmish", "-s", "siege", "--player", name)
    assert code == 2
    assert f"the player `{name}` cannot be used" in err
    assert told in err
    assert "our mistake" not in err


# -- interrupted ---------------------------------------------------------------------------------


def interrupted(here, site, *line):
    """The process when a person presses Ctrl-C in the midst of its second game turn or so."""
    process = start(here, site, *line)
    ends = time.monotonic() + 60
    while not (here / "after_5").exists() and time.monotonic() < ends and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT for one process there")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("play", "skirmish", "-s", "siege", "--player", "slow", "-o", "r.json"), "the game so far is in r.json"),
        (("check", "skirmish", "--play", "--games", "5000", "--player", "slow"), "interrupted after 0 games"),
    ],
)
def test_an_interrupted_run_keeps_and_tells_what_was_done(forge, here, site, line, told):
    code, out, err = interrupted(here, site, *line)
    assert code == 130, err
    assert told in out + err
    assert "Traceback" not in err
    if (here / "r.json").exists():
        code, out, err = forge("replay", "r.json")
        assert code == 0, out + err
