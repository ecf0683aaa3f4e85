"""A person's printer goes before a game's defaults, and behind what a game's own profile says."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from scenario_forge.cli.main import run
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.home.printer import UnusablePrinter, own_printer, printer_of, settings_folder
from scenario_forge.printing.profile import Printer, chosen_profile, find_profile
from tests.printing.conftest import SKIRMISH, edited

OWN = "basis: proposed\nprofile: attic\ntitle: The attic\nback_right: 1 mm\n"


@pytest.fixture
def settings(tmp_path, monkeypatch):
    folder = tmp_path / "settings"
    monkeypatch.setenv("SCENARIO_FORGE_SETTINGS", str(folder))
    return folder / "printer.yaml"


@pytest.fixture
def forge(capsys):
    def call(*words):
        code = run(["printer", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_what_is_set_is_shown_kept_and_added_to(forge, settings):
    code, out, _err = forge()
    assert (code, out.splitlines()[0]) == (0, "no printer is set: each game decides by itself")
    assert forge("--paper", "letter", "--back-right", "0.4mm")[0] == 0
    assert forge("--back-down", "-0.2 mm")[0] == 0
    assert own_printer() == Printer(paper="Letter", back_right=0.4, back_down=-0.2)
    code, out, _err = forge()
    assert (code, out.splitlines()) == (
        0, ["paper: Letter", "back_right: 0.4 mm", "back_down: -0.2 mm", f"kept in {settings}"],
    )  # fmt: skip
    assert forge("--forget")[1] == "forgotten\n"
    assert forge("--forget")[1] == "no printer was set\n"
    assert own_printer() == Printer()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--back-right", "40mm"], "`back_right: 40mm` cannot be used: it must be from -10 to 10 mm"),
        (["--back-down", "0.4"], "write a length as `0.4 mm`"),
        (["--margin", "-1mm"], "it must be from 0 to 40 mm"),
        (["--paper", "A9"], "--paper is one of A4"),
        (["--paper", ""], "--paper is one of A4"),
        (["--profile", "grye"], "it must be one of colour-blind, default, grey"),
        (["--backs", "both"], "backs are `long`, `short`, `fold` or `none`"),
        (["--forget", "--paper", "A4"], "--forget goes alone"),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_set_stays(forge, settings, words, why):
    forge("--paper", "A3")
    before = settings.read_bytes()
    code, _out, err = forge(*words)
    assert code == 2
    assert why in err
    assert settings.read_bytes() == before
    assert [path.name for path in settings.parent.iterdir()] == ["printer.yaml"]


def test_a_folder_that_is_a_file_is_told_and_nothing_written(forge, settings):
    settings.parent.write_text("a file")
    code, _out, err = forge("--paper", "A4")
    assert code == 2
    assert str(settings.parent) in err
    assert settings.parent.read_text() == "a file"


def test_a_file_that_is_a_folder_can_be_neither_read_nor_written(forge, settings):
    settings.mkdir(parents=True)
    for words in ([], ["--paper", "A4"], ["--forget"]):
        code, _out, err = forge(*words)
        assert code == 2
        assert str(settings) in err
    assert list(settings.iterdir()) == []


def test_a_folder_that_may_not_be_made_is_told(forge, settings, monkeypatch):
    def refuse(*_arguments, **_options):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    code, _out, err = forge("--paper", "A4")
    assert code == 2
    assert f"{settings.parent} cannot be made: Permission denied" in err
    assert not settings.parent.exists()


def test_a_file_that_may_not_be_written_is_told_and_the_one_before_stays(forge, settings, monkeypatch):
    forge("--paper", "A3")
    before = settings.read_bytes()

    def refuse(*_arguments, **_options):
        raise PermissionError(errno.EACCES, "Permission denied")

    for place in (os, Path):
        monkeypatch.setattr(place, "replace", refuse)
        monkeypatch.setattr(place, "rename", refuse)
    code, _out, err = forge("--paper", "A4")
    assert code == 2
    assert "printer.yaml" in err
    assert settings.read_bytes() == before
    assert [path.name for path in settings.parent.iterdir()] == ["printer.yaml"]


@pytest.mark.parametrize(
    ("written", "kept"), [("0.00001mm", "0 mm"), ("-0.0004mm", "0 mm"), ("1/3 mm", "0.333 mm"), ("1/64 in", "0.397 mm")]
)
def test_a_length_that_is_kept_can_be_read_back(forge, settings, written, kept):
    assert forge("--back-right", written)[0] == 0
    assert forge()[1].splitlines()[0] == f"back_right: {kept}"
    assert forge("--back-down", "1mm")[0] == 0


@pytest.mark.parametrize("text", ["", "# paper: A4\n", "\n\n", "---\n"])
def test_an_empty_file_sets_nothing(settings, text):
    settings.parent.mkdir()
    settings.write_text(text)
    assert own_printer() == Printer()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("back_right: 40 mm\n", "`back_right: 40 mm` cannot be used: it must be from -10 to 10 mm"),
        ("papier: A4\n", "there is no setting `papier`; there are paper, profile"),
        ("paper: [A4]\n", "`paper: ['A4']` cannot be used: write the name of one paper; there are A4, Letter"),
        ("paper: 4\n", "`paper: 4` cannot be used: write the name of one paper"),
        ("profile: 4\n", "`profile: 4` cannot be used: write the name of one profile"),
        ("margin: 4\n", "`margin: 4` cannot be used: write a length as `0.4 mm`"),
        ("paper: {\n", "line"),
        ("- paper\n", "holds no settings"),
        ("\x00", "line 1"),
    ],
)
def test_a_file_that_was_spoilt_by_hand_ends_printing_with_its_name(settings, text, why, capsys, monkeypatch, tmp_path):
    settings.parent.mkdir()
    settings.write_text(text)
    with pytest.raises(UnusablePrinter, match=r"printer\.yaml") as error:
        own_printer()
    assert why in str(error.value)
    monkeypatch.chdir(tmp_path)
    assert run(["build", str(SKIRMISH), "--only", "charts"]) == 2
    assert "printer.yaml" in capsys.readouterr().err
    assert not Path("build").exists()


def game(**files):
    return load_game(SKIRMISH, "none", edited([]) | files)


def test_a_printer_goes_before_the_games_default_and_behind_its_own_profile():
    printer = printer_of({"paper": "Letter", "back_right": "0.4 mm", "backs": "short"})
    plain = game()
    assert find_profile(plain, "default")[0].back_right == 0.0
    found = find_profile(plain, "grey", printer)[0]
    assert (found.ink, found.paper.name, found.back_right, found.backs) == ("grey", "Letter", 0.4, "short")
    own = find_profile(game(**{"profiles/attic.yaml": OWN}), "attic", printer)[0]
    assert (own.back_right, own.backs, own.paper.name) == (1.0, "short", "Letter")
    defaults = edited([("game.yaml", "game: skirmish\n", "game: skirmish\ndefaults: {paper: A3}\n")])
    with_paper = load_game(SKIRMISH, "none", defaults)
    assert find_profile(with_paper, "default")[0].paper.name == "A3"
    assert find_profile(with_paper, "default", printer)[0].paper.name == "Letter"


def test_the_profile_is_the_named_one_then_the_printers_then_the_games():
    printer = printer_of({"profile": "grey"})
    assert chosen_profile(game(), "low-ink", printer) == "low-ink"
    assert chosen_profile(game(), None, printer) == "grey"
    assert chosen_profile(game(), None, Printer()) == chosen_profile(game(), None)


def test_without_the_switch_settings_lie_where_the_system_keeps_them(monkeypatch):
    monkeypatch.delenv("SCENARIO_FORGE_SETTINGS")
    assert settings_folder().name == "scenario-forge"


def test_a_build_uses_the_printer(settings, forge, monkeypatch, tmp_path):
    forge("--paper", "Letter")
    monkeypatch.chdir(tmp_path)
    assert run(["build", str(SKIRMISH), "--only", "charts", "--no-previews", "--quiet"]) == 0
    assert [path.name.split("_")[2] for path in Path("build/skirmish/parts").glob("*.pdf")] == ["Letter"]
    assert run(["build", str(SKIRMISH), "--only", "charts", "--paper", "A4", "--no-previews", "--quiet"]) == 0
    assert len(list(Path("build/skirmish/parts").glob("*_A4_*.pdf"))) == 1
