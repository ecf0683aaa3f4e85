"""`forge check --fix`: only what is safe, whole or not at all, every other byte as it was."""

from __future__ import annotations

import os

import pytest

from scenario_forge.api import calls as mending
from scenario_forge.api.calls import mend
from scenario_forge.diagnostics import Span, TextEdit
from scenario_forge.game.codes import FIL005

NAME = ('edition: "1.0"', "edition: 1.0   # ours,  as it  stands")


@pytest.fixture
def slips(change):
    """A number where a text is meant, and a suppression that silences nothing; a mistake that no fix can mend."""
    change("game.yaml", *NAME)
    change("orders-of-battle/axis.yaml", "side: axis", "side: axis  # ignore: OOB001 - gone long ago")
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")


def test_safe_fixes_are_made_and_what_remains_is_shown(forge, slips, game):
    said = forge("check", "skirmish", "--fix")
    assert said.code == 1
    assert "fixed game.yaml:9: " in said.out
    assert "fixed orders-of-battle/axis.yaml:3: remove the comment [SUP002]" in said.out
    assert "2 fixed" in said.out
    assert "error[REF001]: this game has no hex `G66`" in said.out
    assert "SUP002]:" not in said.out.partition("2 fixed")[2]
    assert 'edition: "1.0"   # ours,  as it  stands\n' in (game / "game.yaml").read_text()
    assert "side: axis\n" in (game / "orders-of-battle" / "axis.yaml").read_text()


def test_every_other_byte_stays(forge, slips, game):
    before = {path: path.read_bytes() for path in game.rglob("*.yaml")}
    forge("check", "skirmish", "--fix")
    for path, data in before.items():
        wanted = data.replace(b"edition: 1.0", b'edition: "1.0"').replace(b"  # ignore: OOB001 - gone long ago", b"")
        assert path.read_bytes() == wanted


def test_windows_line_ends_and_other_scripts_stay(forge, game):
    path = game / "game.yaml"
    data = path.read_text().replace('edition: "1.0"', "edition: 1.0 # Ελ Αλαμέιν العلمين").replace("\n", "\r\n")
    path.write_bytes(data.encode())
    assert forge("check", "skirmish", "--fix").code == 0
    assert path.read_bytes() == data.replace("edition: 1.0", 'edition: "1.0"').encode()


def test_fixing_twice_is_fixing_once(forge, slips, game):
    forge("check", "skirmish", "--fix")
    before = {path: path.read_bytes() for path in game.rglob("*.yaml")}
    said = forge("check", "skirmish", "--fix")
    assert "nothing to fix safely" in said.out
    assert {path: path.read_bytes() for path in game.rglob("*.yaml")} == before


def test_for_machines_the_words_go_to_standard_error(forge, slips):
    said = forge("check", "skirmish", "--fix", "--format", "json")
    assert said.out.startswith("{")
    assert "fixed game.yaml" in said.err


def test_without_fix_nothing_is_written(forge, slips, game):
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    assert forge("check", "skirmish").code == 1
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("mishap", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_an_interruption_leaves_the_old_file_whole(forge, slips, game, monkeypatch, mishap):
    before = {path: path.read_bytes() for path in game.rglob("*.yaml")}

    def interrupted(*_args):
        raise mishap

    monkeypatch.setattr(os, "replace", interrupted)
    said = forge("check", "skirmish", "--fix")
    assert said.code == (130 if mishap is KeyboardInterrupt else 2)
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before
    if mishap is not KeyboardInterrupt:
        assert "not fixed game.yaml: " in said.out
        assert "No space left on device" in said.out


def test_a_fix_that_could_not_be_written_fails_the_command_though_the_game_has_no_error(forge, change, monkeypatch):
    change("orders-of-battle/axis.yaml", "side: axis", "side: axis  # ignore: OOB001 - gone long ago")
    assert forge("check", "skirmish").code == 0
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        said = forge("check", "skirmish", "--fix")
    assert said.code == 2
    assert "orders-of-battle/axis.yaml could not be written" in said.err
    assert forge("check", "skirmish", "--fix").code == 0


def test_an_interruption_after_the_first_file_keeps_that_one_mended(forge, slips, game, monkeypatch):
    replace, calls = os.replace, []

    def second_is_interrupted(*args):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        replace(*args)

    monkeypatch.setattr(os, "replace", second_is_interrupted)
    assert forge("check", "skirmish", "--fix").code == 130
    monkeypatch.setattr(os, "replace", replace)
    assert 'edition: "1.0"' in (game / "game.yaml").read_text()
    assert "# ignore" in (game / "orders-of-battle" / "axis.yaml").read_text()
    assert not [path for path in game.rglob("*") if path.is_file() and path.suffix != ".yaml"]
    assert "1 fixed" in forge("check", "skirmish", "--fix").out


def test_a_file_that_someone_else_changed_meanwhile_is_not_written(forge, slips, game, monkeypatch):
    def meanwhile(_workspace, _game, name, _text):
        with (game / name).open("a") as stream:
            stream.write("# saved in an editor\n")

    monkeypatch.setattr(mending, "_new_fault", meanwhile)
    said = forge("check", "skirmish", "--fix")
    assert "not fixed game.yaml: " in said.out
    assert (game / "game.yaml").read_text().count("# saved in an editor\n") == 1
    assert "edition: 1.0 " in (game / "game.yaml").read_text()


def fake(monkeypatch, *fixes):
    """Have the checks offer these safe fixes on game.yaml as long as the text has their places."""

    def findings(game):
        text = game.files["game.yaml"].source.text
        return [
            FIL005.at(edit.span, path=title).fix(title, edit, safe=safe)
            for title, edit, safe, wanted in fixes
            if wanted in text
        ]

    monkeypatch.setattr(mending, "check", findings)


def edit(line, start, end, new):
    return TextEdit(Span("game.yaml", line, start, line, end), new)


def test_fixes_that_overlap_are_made_one_after_the_other(game, monkeypatch):
    # line 7: `title: Skirmish on the Coast`
    fake(
        monkeypatch,
        ("first", edit(7, 8, 16, "Fight"), True, "title: Skirmish on the Coast\n"),
        ("second", edit(7, 8, 16, "Battle"), True, "title: Skirmish on the Coast\n"),
        ("third", edit(7, 8, 13, "Raid!"), True, "title: Fight on"),
    )
    mended = mend(game)
    assert [done.title for done in mended.done] == ["first", "third"]
    assert "title: Raid! on the Coast" in (game / "game.yaml").read_text()
    assert mended.game.title == "Raid! on the Coast"


def test_a_fix_that_is_not_safe_is_never_made(game, monkeypatch):
    fake(monkeypatch, ("risky", edit(7, 8, 16, "Fight"), False, "Skirmish on the"))
    assert mend(game).done == []
    assert "Skirmish on the Coast" in (game / "game.yaml").read_text()


def test_a_fix_that_would_break_the_file_is_refused(game, monkeypatch):
    before = (game / "game.yaml").read_bytes()
    fake(monkeypatch, ("breaks", edit(7, 8, 16, '"'), True, "title: Skirmish on the Coast\n"))
    mended = mend(game)
    assert [name for name, _ in mended.refused] == ["game.yaml"]
    assert (game / "game.yaml").read_bytes() == before


def test_a_fix_that_would_cause_another_fault_is_refused(game, monkeypatch):
    before = (game / "game.yaml").read_bytes()
    fake(monkeypatch, ("clumsy", edit(7, 1, 6, "tilte"), True, "title: Skirmish"))
    mended = mend(game)
    assert "another fault" in mended.refused[0][1]
    assert (game / "game.yaml").read_bytes() == before


def test_a_fix_that_never_ends_is_given_up(game, monkeypatch):
    fake(monkeypatch, ("again", edit(7, 8, 8, "x"), True, "title"))
    assert len(mend(game).done) == mending.ROUNDS


def test_a_value_that_an_erratum_replaced_is_left_as_printed(game, monkeypatch):
    # the finding is about the corrected value; the text shows the printed one
    path = game / "chronology.yaml"
    line = next(n for n, text in enumerate(path.read_text().splitlines(), 1) if "Thaw" in text)
    column = path.read_text().splitlines()[line - 1].index("Thaw") + 1
    place = Span("chronology.yaml", line, column, line, column + 4)

    def findings(loaded):
        return [FIL005.at(place, path="x").fix("respell", TextEdit(place, "Rain"), safe=True)]

    monkeypatch.setattr(mending, "check", findings)
    assert mend(game, "official").done == []
    assert "Thaw" in path.read_text()
    assert [done.title for done in mend(game, "none").done][:1] == ["respell"]


def test_a_file_that_cannot_be_written_is_named_and_the_others_are_mended(forge, slips, game, monkeypatch):
    replace = os.replace

    def denied(source, target):
        if str(target).endswith("axis.yaml"):
            raise PermissionError(13, "Permission denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", denied)
    said = forge("check", "skirmish", "--fix")
    assert "not fixed orders-of-battle/axis.yaml" in said.out
    assert "fixed game.yaml" in said.out
    assert said.code == 2
