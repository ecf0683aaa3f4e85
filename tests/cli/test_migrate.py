"""A game of format 1, as Desert Rats and Road to Massawa were written, becomes one of this format."""

from __future__ import annotations

import os
import re
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge import check, load_game
from scenario_forge.project.formats import FORMAT, migrated
from scenario_forge.source.edit import EditRefused

ROOT = Path(__file__).resolve().parents[2]
GAME = "basis: printed\ngame: tiny\n"
OTHER_KEYS = {"rules.yaml": "phases:|order:|attack_at|logistics.order", "rulebook.yaml": "restates:|data:"}
"""Lines that say in another way what they said."""
COUNTERS = "basis: printed\nunits:\n  - {side: red, no: 1}  # ours\n"


@pytest.fixture(params=["desert-rats", "massawa"])
def old(request, tmp_path):
    """A copy of the game as it was in format 1."""
    with tarfile.open(ROOT / "tests/games/format-1.tar.xz") as kept:
        kept.extractall(tmp_path, filter="data")
    return tmp_path / request.param


def texts(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.yaml")}


def findings(folder):
    game = load_game(folder, errata="none")
    lines = {name: file.source.text.splitlines() for name, file in game.read.items()}
    return sorted((f.code.id, f.span.file, lines[f.span.file][f.span.line - 1], f.message) for f in check(game))


def test_an_older_game_is_refused_in_one_sentence_that_says_what_to_do(forge, old):
    said = forge("play", str(old))
    assert said.code == 2
    assert said.err.splitlines()[0].endswith("this game is written in format 1; this version reads format 2")
    assert "forge migrate" in said.err
    assert f"{old.name}/game.yaml:" in forge("check", str(old)).out
    assert [problem.code.id for problem in load_game(old).problems] == ["FIL016"]


def test_a_newer_game_is_refused_in_one_sentence(forge, old):
    path = old / "game.yaml"
    path.write_text("format: 99\n" + path.read_text())
    said = forge("play", str(old))
    assert (said.code, len(said.err.strip().splitlines())) == (2, 2)
    assert "format 99" in said.err
    assert [problem.code.id for problem in load_game(old).problems] == ["FIL017"]
    assert forge("migrate", str(old)).code == 2


def test_migrated_it_is_found_to_be_what_the_game_of_today_is(forge, old, request):
    """Everything that is found as printed, code by code and message by message."""
    assert forge("migrate", str(old)).code == 0
    name = old.name
    today = ROOT / "content" / name
    assert findings(old) == findings(today)


def test_every_byte_that_was_there_stays(forge, old):
    before = texts(old)
    assert forge("migrate", str(old)).code == 0
    after = texts(old)
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert {"game.yaml", "counters.yaml", "rules.yaml"} <= changed <= {*OTHER_KEYS, "game.yaml", "counters.yaml"}
    for name in changed:
        other = re.compile(OTHER_KEYS.get(name, "(?!)").encode())
        before[name] = b"\n".join(line for line in before[name].splitlines() if not other.search(line))
        lines, rest = before[name].splitlines(), iter(after[name].splitlines())
        assert all(line in rest for line in lines)  # in their order, nothing between them touched


def test_done_twice_it_changes_nothing(forge, old):
    forge("migrate", str(old))
    before = texts(old)
    said = forge("migrate", str(old))
    assert said.code == 0
    assert "nothing to change" in said.out
    assert texts(old) == before


def test_check_writes_nothing(forge, old):
    before = texts(old)
    said = forge("migrate", str(old), "--check")
    assert said.code == 1
    assert "game.yaml would be changed" in said.out
    assert texts(old) == before


def test_interrupted_it_goes_on(forge, old, monkeypatch):
    replace, calls = os.replace, []

    def second_is_interrupted(*args):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        replace(*args)

    monkeypatch.setattr(os, "replace", second_is_interrupted)
    assert forge("migrate", str(old)).code == 130
    monkeypatch.setattr(os, "replace", replace)
    assert "format" not in (old / "game.yaml").read_text().splitlines()[0]
    assert forge("migrate", str(old)).code == 0
    assert load_game(old).problems == []
    assert (old / "counters.yaml").read_text().count("\nvalues:\n") == 1


def test_what_a_person_saves_meanwhile_is_not_overwritten(forge, old, monkeypatch):
    from scenario_forge.api import migrate  # noqa: PLC0415 - patched

    write = migrate.write_file

    def meanwhile(path, *args):
        path.write_text("# saved in an editor\n")
        return write(path, *args)

    monkeypatch.setattr(migrate, "write_file", meanwhile)
    said = forge("migrate", str(old))
    assert said.code == 2
    assert "# saved in an editor\n" in {path.read_text() for path in old.glob("*.yaml")}


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({}, "no game.yaml"),
        ({"game.yaml": "a: [\n"}, "game.yaml cannot be read"),
        ({"game.yaml": "- a\n"}, "game.yaml cannot be read"),
        ({"game.yaml": "{game: tiny, basis: printed}\n"}, "not laid out by lines"),
        ({"game.yaml": GAME, "counters.yaml": "units: [\n"}, "counters.yaml cannot be read"),
        ({"game.yaml": GAME, "counters.yaml": "{units: []}\n"}, "not laid out by lines"),
        ({"game.yaml": f"format: {FORMAT + 1}\n{GAME}"}, "none that this version knows"),
        ({"game.yaml": f"format: two\n{GAME}"}, "none that this version knows"),
        ({"game.yaml": f"format: 0\n{GAME}"}, "none that this version knows"),
    ],
)
def test_in_doubt_it_is_refused(files, says):
    with pytest.raises(EditRefused, match=says):
        migrated(files)


def test_comments_stay_with_what_they_speak_of():
    counters = COUNTERS.replace("units:", "# every unit,\n# by side\nunits:")
    made = migrated({"game.yaml": GAME, "counters.yaml": counters})["counters.yaml"]
    assert made.endswith("\n\n# every unit,\n# by side\nunits:\n  - {side: red, no: 1}  # ours\n")


@pytest.mark.parametrize("said", ["format: 1  # the first\n", "game: tiny\nformat:   1\n"])
def test_a_format_that_the_game_names_is_replaced_where_it_stands(said):
    files = {"game.yaml": f"basis: printed\n{said}", "counters.yaml": "values: []\n" + COUNTERS}
    made = migrated(files)
    assert made == {"game.yaml": files["game.yaml"].replace("1", f"{FORMAT}", 1)}
    assert migrated({**files, **made}) == {}


@given(st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
def test_it_has_the_line_ends_of_the_file_and_is_done_once(end, comment, blank):
    head = ("# a heading\n" if comment else "") + ("\n" if blank else "")
    files = {"game.yaml": (head + GAME).replace("\n", end), "counters.yaml": (head + COUNTERS).replace("\n", end)}
    made = migrated(files)
    assert set(made) == set(files)
    for name, text in made.items():
        assert text.count("\n") == text.count(end)
        rest = iter(text.split(end))
        assert all(line in rest for line in files[name].split(end))
    assert migrated({**files, **made}) == {}
