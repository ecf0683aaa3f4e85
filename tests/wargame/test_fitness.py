"""What keeps the shelf a shelf: shared code has users, a game's own stays small, and no game is needed by another."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scenario_forge.campaign.parameters.consistency import STEPS
from scenario_forge.campaign.turns import PHASES

ROOT = Path(__file__).parents[2]
CODE = ROOT / "scenario_forge"
SHARED = ("campaign", "mechanics", "wargame")
MOST_FILES = 25
IDLE = {"mechanics/tables.py: play_samples"}
"""The bridge to charts of samples: two charts of *Knights of the Desert* are such, and its rules read neither yet."""
BUDGETS = {"desert_rats": 4000, "knights_of_the_desert": 2000, "rats_of_tobruk": 2000, "western_desert": 800}
"""Most non-blank lines of Python in the folder of a game."""


def modules(*folders):
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def named(path):
    """Every name that a module reads, of modules, of classes or after a dot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def test_everything_that_is_shared_has_a_caller():
    used = {name for path in modules(CODE) for name in named(path)}
    idle = {
        f"{path.relative_to(CODE)}: {node.name}"
        for path in modules(*(CODE / folder for folder in SHARED))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and node.name not in used
    }
    assert idle == IDLE


def test_no_folder_is_a_heap():
    folders = [path for path in CODE.rglob("*") if path.is_dir()]
    counts = {path.relative_to(CODE).as_posix(): len({*path.glob("*.py")} - {path / "__init__.py"}) for path in folders}
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}


def test_no_system_imports_a_system():
    games = [path for path in (CODE / "systems").iterdir() if (path / "__init__.py").exists()]
    assert games
    for game in games:
        text = "\n".join(path.read_text(encoding="utf-8") for path in modules(game))
        assert set(re.findall(r"scenario_forge\.systems\.(\w+)", text)) <= {game.name}


@pytest.mark.parametrize("game", BUDGETS)
def test_what_only_one_game_has_is_small(game):
    lines = [line for path in modules(CODE / "systems" / game) for line in path.read_text("utf-8").splitlines()]
    assert 0 < sum(bool(line.strip()) for line in lines) <= BUDGETS[game]


def test_a_game_of_the_shelf_has_no_python():
    assert modules(ROOT / "content") == []
    assert not {"massawa", "ridge"} & {path.name for path in (CODE / "systems").iterdir()}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The package as if there had never been a *Desert Rats*."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copytree(CODE, folder / "scenario_forge", ignore=shutil.ignore_patterns("desert_rats"))
    for game in GAMES:
        shutil.copytree(ROOT / game, folder / game)
    about = folder / "scenario_forge-0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: scenario-forge\nVersion: 0.0\n")
    points = ["[scenario_forge.systems]", "campaign = scenario_forge.campaign.system:SYSTEM"]
    points += ["wargame = scenario_forge.wargame.shelf.system:SYSTEM"]
    points += ["knights-of-the-desert = scenario_forge.systems.knights_of_the_desert:SYSTEM"]
    points += ["rats-of-tobruk = scenario_forge.systems.rats_of_tobruk:SYSTEM"]
    points += ["western-desert = scenario_forge.systems.western_desert:SYSTEM", ""]
    (about / "entry_points.txt").write_text("\n".join(points))
    return folder


GAMES = {
    "content/massawa": "official",
    "content/knights-of-the-desert": "all",
    "content/ridge": "all",
    "content/rats-of-tobruk": "all",
    "content/western-desert": "all",
}
"""Each with the errata without which its slips stop it."""
VERBS = """
import sys
from scenario_forge.__main__ import run

folder, errata, made = sys.argv[1:]
for verb in (
    ["check", "--format", "concise"],
    ["play"],
    ["fuzz", "--games", "1", "--output", made],
    ["build", "--only", "charts", "--no-previews", "--output", made],
):
    sys.argv = ["forge", verb[0], folder, *verb[1:], "--errata", errata]
    try:
        code = run()
    except SystemExit as end:
        code = end.code
    if code:
        sys.exit(f"{verb[0]}: {code}")
"""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", GAMES)
def test_all_other_games_are_checked_played_fuzzed_and_built_without_desert_rats(alone, tmp_path, game):
    folder = alone / game
    made = subprocess.run(
        [sys.executable, "-c", VERBS, str(folder), GAMES[game], str(tmp_path)],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(alone),
            "SCENARIO_FORGE_CACHE": str(tmp_path / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]


def test_checks_know_the_steps_that_play_has():
    """They name them without loading play."""
    assert tuple(kind.id for kind in PHASES) == STEPS
