"""`forge explain`, `games`, `schema`, `fmt`: words in, words out, exit codes."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from scenario_forge.api.calls import known_codes
from scenario_forge.diagnostics.catalogue import all_codes

TOY = Path(__file__).parent.parent / "systems/toy"
GAME = Path(__file__).parent.parent / "games/toy"


# -- explain ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["FIL001", "fil001", "no-such-game"])
def test_a_code_is_explained_by_id_or_name(forge, word):
    said = forge("explain", word)
    assert said.code == 0
    assert said.out.startswith("FIL001 (error): no such game\n")
    assert "What to do" in said.out


def test_a_page_in_markdown(forge):
    assert forge("explain", "FIL001", "--format", "markdown").out.startswith("## FIL001 no such game\n")


def test_all_codes_are_shown(forge):
    text, markdown = forge("explain", "--all").out, forge("explain", "--all", "--format", "markdown").out
    for code in all_codes():
        assert f"{code} (" in text
        assert f"### {code} " in markdown
    assert "## FIL: the folder and files of a game" in markdown


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (["FIL0001"], "did you mean FIL001?"),
        (["no-such-gme"], "did you mean no-such-game?"),
        ([], "forge explain FIL001"),
        (["FIL001", "--all"], "forge explain FIL001"),
        (["FIL001", "--format", "markdwn"], "did you mean markdown?"),
        (["qqqqqqqqqq"], "forge explain --all"),
    ],
)
def test_what_cannot_be_explained_is_said_with_a_hint(forge, line, hint):
    said = forge("explain", *line)
    assert (said.code, said.out) == (2, "")
    assert hint in said.err


def test_codes_of_an_installed_system_are_explained_too(forge, monkeypatch):
    assert "SKM001" not in known_codes()
    monkeypatch.syspath_prepend(str(TOY))
    try:
        assert forge("explain", "SKM001").out.startswith("SKM001 (error): too few to fight\n")
    finally:
        sys.modules.pop("skirmish_rules", None)


# -- games ------------------------------------------------------------------------------------------


def test_games_are_listed_with_title_and_folder(forge, here):
    (here / "content" / "draft").mkdir()
    (here / "content" / "draft" / "game.yaml").write_text("title: [", encoding="utf-8")
    (here / "content" / "notes").mkdir()
    said = forge("games")
    assert said.code == 0
    rows = {line.split()[0]: line for line in said.out.splitlines()}
    assert "Skirmish on the Coast" in rows["skirmish"]
    assert rows["skirmish"].endswith("content/skirmish")
    assert "bundled" in rows["desert-rats"]
    assert "cannot be read" in rows["draft"]
    assert "notes" not in rows


# -- schema -----------------------------------------------------------------------------------------


def test_schemas_are_written_and_then_up_to_date(forge, here):
    said = forge("schema", "--output", "out/schemas")
    assert said.code == 0
    assert json.loads((here / "out" / "schemas" / "map.schema.json").read_text(encoding="utf-8"))["title"]
    assert "desert-rats.rules.schema.json" in said.out
    assert "up to date" in forge("schema", "--output", "out/schemas").out
    assert forge("schema", "--output", "out/schemas", "--check").code == 0


def test_check_names_what_is_old_missing_and_stray_and_writes_nothing(forge, here):
    forge("schema")
    (here / "schemas" / "map.schema.json").write_text("{}", encoding="utf-8")
    (here / "schemas" / "game.schema.json").unlink()
    (here / "schemas" / "tiles.schema.json").write_text("{}", encoding="utf-8")
    before = {path: path.read_bytes() for path in (here / "schemas").iterdir()}
    said = forge("schema", "--check")
    assert said.code == 1
    for name, word in (("map", "out of date"), ("game", "out of date"), ("tiles", "of no document")):
        assert any(f"{name}.schema.json" in line and word in line for line in said.out.splitlines())
    assert {path: path.read_bytes() for path in (here / "schemas").iterdir()} == before


# -- fmt --------------------------------------------------------------------------------------------


def test_fmt_lays_out_and_then_has_nothing_to_do(forge, game):
    path = game / "game.yaml"
    neat = path.read_bytes()
    path.write_bytes(neat + b"\n\n\n")
    assert forge("fmt", "skirmish", "--check").code == 1
    assert path.read_bytes() == neat + b"\n\n\n"
    said = forge("fmt", "skirmish")
    assert said.code == 0
    assert "laid out game.yaml\n" in said.out
    assert path.read_bytes() == neat
    assert forge("fmt", "skirmish", "--check").code == 0


def test_fmt_leaves_an_unreadable_file_alone_and_says_so(forge, game):
    (game / "map.yaml").write_text("a: [\n\n\n\n", encoding="utf-8")
    said = forge("fmt", "skirmish")
    assert said.code == 1
    assert "map.yaml cannot be read" in said.out
    assert (game / "map.yaml").read_text() == "a: [\n\n\n\n"


@pytest.mark.parametrize(("mishap", "code"), [(KeyboardInterrupt(), 130), (OSError(28, "No space left on device"), 2)])
def test_an_interrupted_fmt_loses_nothing(forge, game, monkeypatch, mishap, code):
    with (game / "game.yaml").open("a") as stream:
        stream.write("\n\n\n")
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}

    def interrupted(*_args):
        raise mishap

    monkeypatch.setattr(os, "replace", interrupted)
    assert forge("fmt", "skirmish").code == code
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


def test_fmt_does_not_write_over_what_was_saved_meanwhile(forge, game, monkeypatch):
    with (game / "game.yaml").open("a") as stream:
        stream.write("\n\n\n")

    def saved(text, name):
        with (game / name).open("a") as stream:
            stream.write("# saved meanwhile\n")
        return text.rstrip() + "\n"

    monkeypatch.setattr("scenario_forge.api.files.format_text", saved)
    said = forge("fmt", "skirmish")
    assert said.code == 2
    assert "game.yaml" in said.err
    assert (game / "game.yaml").read_text().endswith("\n\n\n# saved meanwhile\n")
