"""``forge schema --validate``: files held against the published schemas alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.as_printed import copy_as_printed

CONTENT = Path(__file__).parents[2] / "content"
GAMES = sorted(path.parent for path in CONTENT.glob("*/game.yaml"))


@pytest.fixture
def massawa(tmp_path):
    return copy_as_printed("massawa", tmp_path / "massawa")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_file_of_our_games_is_valid(forge, folder):
    files = sorted(folder.rglob("*.yaml"))
    arguments = [argument for file in files for argument in ("--validate", str(file))]
    assert forge("schema", *arguments).out == "".join(f"{file} is valid\n" for file in files)


def test_a_misspelt_key_a_wrong_type_and_a_missing_key_are_named_at_their_places(forge, massawa):
    game = massawa / "game.yaml"
    text = game.read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("title:"))
    game.write_text(text.replace(first, "titel: 7\ntitle: [7]", 1), encoding="utf-8")
    found = forge("schema", "--validate", str(game))
    assert found.code == 1
    said = found.out
    number = text.splitlines().index(first) + 1
    assert f"{game}:{number}:1: error[SCH004] " in said
    assert "there is no key `titel` here" in said
    assert f"{game}:{number + 1}:8: error[SCH004] expected text, found a list" in said


def test_the_first_line_names_the_schema_of_a_file_that_lies_anywhere(forge, tmp_path):
    file = tmp_path / "anything.yaml"
    file.write_text("# yaml-language-server: $schema=x/map.schema.json\nbasis: printed\n", encoding="utf-8")
    found = forge("schema", "--validate", str(file))
    assert (found.code, "the key `grid` is missing" in found.out) == (1, True)


def test_text_that_is_no_yaml_is_told_as_elsewhere(forge, massawa):
    (massawa / "map.yaml").write_text("rows: [1\n", encoding="utf-8")
    found = forge("schema", "--validate", str(massawa / "map.yaml"))
    assert (found.code, "error[YML" in found.out) == (1, True)


def test_a_file_of_no_kind_and_one_that_is_not_there_end_the_command(forge, tmp_path):
    stray = tmp_path / "stray.yaml"
    stray.write_text("a: 1\n", encoding="utf-8")
    unknown, missing = (forge("schema", "--validate", str(tmp_path / name)) for name in ("stray.yaml", "map.yaml"))
    assert (unknown.code, "is called like no file of a game" in unknown.err) == (2, True)
    assert (missing.code, "cannot be read" in missing.err) == (2, True)
