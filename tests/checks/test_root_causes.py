"""A file that is broken or gone is the one thing found: what follows from it stays silent."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.diagnostics.model import Severity
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.change import remove

ROOT = Path(__file__).parents[2]
GAMES = (ROOT / "tests" / "games" / "skirmish", ROOT / "content" / "desert-rats")
MOST_WITHOUT_A_FILE = 5
"""Findings when a file is gone that others name things of: a few names, none of them again and again."""


def files_of(game):
    names = [path.relative_to(game).as_posix() for path in sorted(game.rglob("*.yaml"))]
    return [name for name in names if not name.startswith("scenarios/")] + [f"scenarios/{_first(game)}"]


def _first(game):
    return min(path.name for path in (game / "scenarios").iterdir())


FILES = [pytest.param(game, name, id=f"{game.name}-{name}") for game in GAMES for name in files_of(game)]


@pytest.fixture(scope="module")
def workspaces():
    return {game: Workspace(game) for game in GAMES}


def tally(findings):
    return Counter((f.code.id, f.span.file, f.message) for f in findings)


def beside(findings, before):
    """What is found that was not found before."""
    return list((tally(findings) - tally(before)).elements())


@pytest.mark.parametrize(("game", "name"), FILES)
def test_of_a_broken_file_only_the_break_is_found(workspaces, game, name):
    text = (game / name).read_text("utf-8")
    workspace = workspaces[game]
    before = check(workspace.load("all"))
    for broken in ("", "- a list\n", "basis: printed\n" + "x: [1\n" + text, text.replace("basis: ", "basis: un", 1)):
        new = beside(check(workspace.load("all", {name: broken})), before)
        assert new
        assert {file for _code, file, _message in new} == {name}


@pytest.mark.parametrize(("game", "name"), FILES)
def test_of_a_missing_file_little_follows(workspaces, game, name, tmp_path):
    if name.startswith("errata/"):
        pytest.skip("without its errata a game is as printed")
    copy = Path(shutil.copytree(game, tmp_path / game.name))
    (copy / name).unlink()
    new = beside(check(Workspace(copy).load("all")), check(workspaces[game].load("all")))
    assert len(new) <= MOST_WITHOUT_A_FILE


@pytest.mark.parametrize(
    ("name", "path", "codes"),
    [
        ("game.yaml", ["nationalities", 0], ["REF001", "DR004", "DR004"]),
        ("orders-of-battle/allied.yaml", ["columns", 6], ["REF001", "TIM015"]),
    ],
)
def test_a_name_defined_nowhere_and_used_all_over_is_said_once(workspaces, name, path, codes):
    game = GAMES[1]
    text = remove((game / name).read_text("utf-8"), path)
    found = check(workspaces[game].load("all", {name: text}))
    assert sorted(finding.code.id for finding in found) == sorted(codes)
    unknown = next(finding for finding in found if finding.code.id == "REF001")
    assert unknown.labels[-1].text.startswith("the last of ")
    assert unknown.labels[-1].span > unknown.span


def test_what_each_has_a_fix_for_is_said_each_time():
    text = "basis: printed\nhexes: [0614, 0614, 0614, 0614, 0614]\n"
    found = check(Workspace(GAMES[0]).load("all", {"map.yaml": text}))
    assert [finding.code.id for finding in found if finding.fixes] == ["YML040"] * 5


def test_a_suppression_is_not_called_unused_while_a_file_cannot_be_read(workspaces):
    game = GAMES[0]
    text = (game / "map.yaml").read_text("utf-8") + "# ignore: MAP001 - as printed\n"
    found = check(workspaces[game].load("all", {"map.yaml": text}))
    assert [f.code.id for f in found] == ["SUP002"]
    assert found[0].severity < Severity.ERROR
    assert [f.code.id for f in check(workspaces[game].load("all", {"map.yaml": text, "counters.yaml": ""}))] == [
        "YML003"
    ]
