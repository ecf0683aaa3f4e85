"""``forge copy``: whole or not at all, and never over something."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api.files import NotCopied, copy_game
from scenario_forge.checks.run import check
from scenario_forge.game.reading.locate import NoSuchGame
from scenario_forge.game.reading.workspace import Workspace

GAME = Path(__file__).parent.parent / "games" / "skirmish"


def test_a_copy_says_what_the_game_says(tmp_path):
    copy_game(str(GAME), tmp_path / "mine")
    assert texts(tmp_path / "mine") == texts(GAME)
    assert check(Workspace(tmp_path / "mine").load()) == []


def texts(folder):
    """The texts of a game's files without their first line, by path."""
    return {p.relative_to(folder).as_posix(): p.read_text().partition("\n")[2] for p in folder.rglob("*.yaml")}


def test_each_file_of_a_copy_names_a_schema_that_came_with_it(tmp_path):
    copy_game("desert-rats", tmp_path / "mine")
    for path in (tmp_path / "mine").rglob("*.yaml"):
        schema = path.read_text().partition("\n")[0].partition("$schema=")[2]
        assert (path.parent / schema).is_file(), path


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(NotCopied, match="exists already"):
        copy_game(str(GAME), tmp_path / "mine")
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_copy_that_fails_half_way_leaves_nothing(tmp_path, monkeypatch):
    def full(*_args, **_keywords):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copytree", full)
    with pytest.raises(NotCopied, match="No space left"):
        copy_game(str(GAME), tmp_path / "mine")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_copy_left_is_removed(tmp_path):
    left = tmp_path / ".mine.abcd_123.forge-tmp"
    (left / "mine").mkdir(parents=True)
    copy_game("massawa", tmp_path / "mine")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_an_unknown_game_is_told(tmp_path):
    with pytest.raises(NoSuchGame):
        copy_game("desert-mice", tmp_path / "mine")
