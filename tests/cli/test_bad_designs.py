"""What an evening of design can be fed: each is refused in words, and nothing is written, or all of it in one step."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scenario_forge.cli.outputs import must_be_yours
from scenario_forge.game.reading.locate import find_game
from tests.as_printed import copy_as_printed

NEW = ("new", "scenario", "skirmish", "--start", "4/41", "--stop", "6/41", "--name", "thrust")
COPY = """\
basis: printed
title: mine
answers:
  - {at: "counters.units[allied/1].name", printed: Other}
"""


def everything(folder: Path) -> dict[str, bytes]:
    """All files below a folder, hidden and temporary ones too."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def dates(start: str, stop: str, *more: str) -> tuple[str, ...]:
    return (*NEW[:3], "--start", start, "--stop", stop, "--name", "thrust", *more)


def erratum(game: Path, *rows: tuple[str, str, object, object]) -> None:
    """A list of errata of one's own: id, place, printed and corrected value."""
    lines = "".join(
        f"  - id: {id_}\n    at: {json.dumps(at)}\n    printed: {json.dumps(printed)}\n"
        f"    corrected: {json.dumps(corrected)}\n    why: x\n    source: x\n    by: us\n    status: proposed\n"
        for id_, at, printed, corrected in rows
    )
    (game / "errata" / "ours.yaml").write_text(f"basis: proposed\ntitle: Ours\nerrata:\n{lines}")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (dates("6/39", "6/41"), "not in the campaign"),
        (dates("4/41", "9/41"), "not in the campaign"),
        (dates("6/41", "4/41"), "comes before the start"),
        (dates("31/4/41", "6/41"), "not a date"),
        (dates("13/41", "6/41"), "not a date"),
        (dates("4-5/41", "6/41"), "4-5/41"),
        (dates("spring", "6/41"), "not a date"),
        (dates("4/41", "6/41", "--first", "french"), "no side"),
        (dates("4/41", "6/41", "--from", "nowhere"), "nowhere"),
        (dates("4/41", "6/41", "--from", "nowhere.json"), "nowhere.json"),
        ((*NEW[:-1], "../thrust"), "not a valid name"),
        ((*NEW[:-1], "/thrust"), "not a valid name"),
        ((*NEW[:-1], "con"), "con"),
        ((*NEW[:-1], "siege"), "already"),
        (("diff", "skirmish:siege", "skirmish"), "of both"),
        (("diff", "skirmish:nope", "skirmish:siege"), "no scenario"),
        (("diff", "skirmish@HEAD", "skirmish"), "git"),
        (("pack", "skirmish", "nope"), "nope"),
        (("pack", "skirmish", "../siege"), "siege"),
        (("open", "nothing.forge"), "cannot be read"),
        (("collate", "skirmish", "--answers", "../../etc/passwd"), "passwd"),
        (("collate", "skirmish", "--copy", "../x"), "no name"),
        (("errata", "check", "skirmish", "SK-999"), "SK-999"),
        (("dossier", "skirmish", "--date", "6/39"), "6/39"),
        (("new", "game", "../own", "--like", "skirmish"), "own"),
        (("new", "game", "own", "--like", "nothing"), "`forge games` lists the games"),
        (("new", "game", "own", "--like", "skirmish", "--folder", "content/skirmish/game.yaml"), "is no folder"),
        (dates("4/41", "6/41", "--from", "nowhere"), "printed starts: dec40, mar41"),
        (("errata", "check", "skirmish", "--no-reprint", "-o", "content/skirmish/game.yaml"), "documents of the game"),
        (("errata", "check", "skirmish", "-o", "content"), "it is a folder"),
        (("errata", "propose", "skirmish", "--date", "2026-13-40"), "2026-13-40"),
        (("errata", "page", "skirmish", "-o", "content/skirmish/game.yaml"), "is no folder"),
        (("errata", "sheet", "skirmish", "-o", "content/skirmish/game.yaml"), "is no folder"),
        (("diff", "skirmish+none", "skirmish", "-o", "content"), "it is a folder"),
        (("diff", "nowhere.yaml", "skirmish"), "there is no file nowhere.yaml"),
        (("diff", "C:\\games\\mine:siege", "skirmish:siege"), "no game at C:\\games\\mine\n"),
    ],
    ids=lambda value: " ".join(value[-4:]) if isinstance(value, tuple) else value,
)
def test_it_is_refused_in_words_and_writes_nothing(forge, here, words, told, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))
    before = everything(here)
    said = forge(*words)
    assert said.code == 2, said
    assert told in said.err
    assert "our mistake" not in said.err
    assert everything(here) == before


def test_a_date_before_the_first_printed_start_is_drafted_and_a_game_without_starts_refuses(forge, here, change):
    change("time-track.yaml", "  - {id: dec40, label: Dec 40, turn: 12/40, first: allied}\n", "")
    said = forge(*dates("1/41", "6/41"))
    assert said.code == 0, said
    (written,) = (path for path in (here / "content/skirmish/scenarios").iterdir() if path.stem in said.out)
    written.unlink()
    change("time-track.yaml", "starts:\n  - {id: mar41, label: Mar 41, turn: 3/41,  first: axis}\n", "")
    before = everything(here)
    said = forge(*dates("1/41", "6/41"))
    assert (said.code, "prints no start" in said.err) == (2, True), said
    assert everything(here) == before


@pytest.mark.parametrize("field", ["game", "scenario", "content"])
def test_a_record_of_another_game_or_other_content(forge, here, field):
    assert forge("play", "skirmish", "--scenario", "siege", "--record", "r.json").code == 0
    record = json.loads(Path("r.json").read_text())
    assert field in record["setting"]
    record["setting"][field] = "0" * 64 if field == "content" else "another"
    Path("r.json").write_text(json.dumps(record))
    before = everything(here)
    said = forge(*NEW, "--from", "r.json")
    assert said.code in (1, 2), said
    assert everything(here) == before


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (NEW, "victory.yaml"),
        (NEW, "errata/maker.yaml"),
        (NEW, "orders-of-battle/axis.yaml"),
        (("dossier", "skirmish", "--date", "4/41"), "victory.yaml"),
        (("dossier", "skirmish", "--date", "4/41"), "game.yaml"),
        (("errata", "page", "skirmish"), "errata/maker.yaml"),
        (("errata", "sheet", "skirmish"), "errata/maker.yaml"),
        (("collate", "skirmish", "--answers", "mine"), "copies/mine.yaml"),
    ],
)
def test_what_cannot_be_read_is_not_left_out_without_a_word(forge, here, game, words, file):
    (game / "copies").mkdir()
    (game / file).write_bytes(b"\x00")
    before = everything(here)
    said = forge(*words)
    assert (said.code, "says why" in said.err) == (2, True), said
    assert everything(here) == before


def test_without_its_rule_system_no_cell_can_be_read(forge, here, change):
    change("game.yaml", "system: desert-rats", "system: nowhere")
    before = everything(here)
    said = forge(*NEW)
    assert (said.code, "rule system" in said.err) == (2, True), said
    assert everything(here) == before


def test_a_dossier_that_cannot_be_read_keeps_no_scenario_from_play(forge, game):
    (game / "dossiers").mkdir()
    (game / "dossiers" / "4-41.yaml").write_text("x")
    assert forge("pack", "skirmish", "siege", "-o", "p.forge").code == 0


def test_an_output_that_is_no_file_is_written_to_and_stays_what_it_is(forge, here):
    os.mkfifo(here / "pipe")
    reader = os.open(here / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert forge("diff", "skirmish+none", "skirmish", "-o", "pipe").code == 0
        assert b"Thaw and rain" in os.read(reader, 10_000)
    finally:
        os.close(reader)
    assert (here / "pipe").is_fifo()


@pytest.mark.parametrize("redirect", [">&-", ">/dev/full", "2>&- >&-"])
def test_an_output_that_takes_nothing_is_no_mistake_of_ours(here, redirect):
    if redirect == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("only where there is such a device")
    line = f'"{sys.executable}" -m scenario_forge diff skirmish+none skirmish {redirect}'
    done = subprocess.run(["/bin/sh", "-c", line], cwd=here, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "our mistake" not in done.stderr
    assert done.returncode == (2 if "full" in redirect else 0)


@pytest.mark.parametrize(
    "words",
    [
        ("new", "scenario", "massawa", "--start", "2/2/41", "--stop", "2/3/41", "--name", "mine"),
        ("dossier", "massawa", "--date", "16/2/41"),
        ("errata", "propose", "massawa"),
        ("tune", "massawa", "--scenario", "keren", "--games", "2", "--write"),
        ("fmt", "massawa"),
        ("check", "massawa", "--fix"),
    ],
)
def test_a_game_that_came_with_the_installation_is_not_written_to(forge, here, words):
    folder = find_game("massawa")
    before = everything(here), everything(folder)
    said = forge(*words)
    assert (said.code, "forge copy massawa" in said.err) == (2, True), said
    assert (everything(here), everything(folder)) == before


def test_what_came_with_the_installation_may_be_looked_at_and_in_a_checkout_be_worked_on(forge, monkeypatch):
    folder = find_game("massawa")
    assert "came with the installation" not in forge("fmt", "massawa", "--check").err
    assert forge("check", "massawa").code == 0
    monkeypatch.chdir(folder.parent.parent)
    must_be_yours(folder)


def test_an_installation_in_the_folder_one_works_in_is_not_written_to_either(forge, here, monkeypatch):
    package = here / ".venv/lib/scenario_forge"
    copy_as_printed("massawa", package / "content/massawa")
    monkeypatch.setattr("scenario_forge.game.reading.locate._package", lambda: package)
    assert find_game("massawa") == package / "content/massawa"
    before = everything(package)
    for words in (("fmt", "massawa"), ("check", "massawa", "--fix"), ("fmt", package / "content/massawa")):
        said = forge(*words)
        assert (said.code, "came with the installation" in said.err) == (2, True), said
    assert everything(package) == before


NAME = "counters.units[allied/1].name"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([("SK-101", "counters.units[allied/99].name", "x", "y")], "ERR001"),
        ([("SK-101", NAME, "2 Arm Brig", "3 Arm Brig")], "ERR002"),
        ([("SK-101", NAME, "1 Arm Brig", "1 Arm Brig")], "ERR003"),
        ([("SK-101", NAME, "1 Arm Brig", "A"), ("SK-102", NAME, "1 Arm Brig", "B")], "ERR004"),
        ([("SK-101", NAME, "1 Arm Brig", "A"), ("SK-102", NAME, "A", "1 Arm Brig")], "ERR004"),
        ([("SK-101", NAME, "1 Arm Brig", "A"), ("SK-101", "counters.units[allied/2].name", "2 Arm Brig", "B")], "ERR006"),
        ([("SK-001", NAME, "1 Arm Brig", "A")], "ERR006"),
        ([("SK-101", "../../x.name", "1", "2")], "ERR001"),
        ([("SK-101", "counters", "1", "2")], "ERR001"),
    ],
    ids=["no place", "not printed so", "no change", "corrected already", "in a circle", "one id", "one id, two lists",
         "a path", "a whole file"],
)  # fmt: skip
def test_an_erratum_that_cannot_be_is_told_by_its_code(forge, game, rows, code):
    erratum(game, *rows)
    before = everything(game)
    said = forge("errata", "check", "skirmish", "--no-reprint")
    assert said.code == 1
    assert code in said.out + forge("check", "skirmish", "--errata", "all", "--format", "concise").out
    assert everything(game) == before


def repacked(path: Path, change) -> None:
    """The pack with its files changed by name; sizes and hashes of the manifest stay as they were."""
    with zipfile.ZipFile(path) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    change(files)
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda files: files.update({"scenarios/siege.yaml": files["scenarios/siege.yaml"] + b"# \n"}), "PCK003"),
        (lambda files: files.update({"picture.png": b"x"}), "PCK003"),
        (lambda files: files.update({"README.txt": b"x"}), "PCK003"),
        (lambda files: files.update({"manifest.json": files["manifest.json"].replace(b"siege", b"singe")}), "PCK003"),
        (lambda files: files.update({"errata/more.yaml": b"basis: printed\n"}), "PCK003"),
        (lambda files: files.update({"../out.yaml": b"x"}), "PCK004"),
        (lambda files: files.update({"/out.yaml": b"x"}), "PCK004"),
        (lambda files: files.update({"game.yaml": b"x"}), "PCK004"),
        (lambda files: files.pop("manifest.json"), "PCK001"),
    ],
)
def test_a_pack_that_was_tampered_with_or_leads_out(forge, here, game, change, code):
    assert forge("pack", "skirmish", "siege", "-o", "p.forge").code == 0
    (game / "scenarios" / "siege.yaml").unlink()
    repacked(Path("p.forge"), change)
    before = everything(here)
    for more in ((), ("--force",)):
        said = forge("open", "p.forge", "skirmish", *more)
        assert said.code == 1, said
        assert code in said.out
    assert everything(here) == before
    assert not (here.parent / "out.yaml").exists()


# -- nothing is overwritten without --force, and then in one step ---------------------------------


def prepared(forge, game: Path, command: str) -> tuple[tuple[str, ...], Path]:
    """A command line, and the file that it would write, which is there and says something else."""
    if command == "new scenario":
        return NEW, game / "scenarios" / "thrust.yaml"
    if command == "collate":
        counters = game / "counters.yaml"
        counters.write_text(counters.read_text().replace("basis: printed", "basis: proposed", 1))
        return ("collate", "skirmish"), Path("build/skirmish/skirmish_collate.html")
    if command == "draft":
        (game / "copies").mkdir()
        (game / "copies" / "mine.yaml").write_text(COPY)
        return ("collate", "skirmish", "--answers", "mine", "--draft"), game / "errata" / "copy-mine.yaml"
    if command == "diff":
        return ("diff", "skirmish+none", "skirmish", "--format", "html", "-o", "d.html"), Path("d.html")
    if command == "pack":
        return ("pack", "skirmish", "siege", "-o", "p.forge"), Path("p.forge")
    if command == "errata page":
        return ("errata", "page", "skirmish"), Path("build/skirmish/skirmish_errata-list.html")
    assert forge("pack", "skirmish", "siege", "-o", "q.forge").code == 0
    return ("open", "q.forge", "skirmish"), game / "scenarios" / "siege.yaml"


COMMANDS = ("new scenario", "collate", "draft", "diff", "pack", "errata page", "open")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_there_stays_without_force_and_is_replaced_whole_with_it(forge, here, game, command):
    words, target = prepared(forge, game, command)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"# mine\n")
    before = everything(here)
    said = forge(*words)
    assert said.code in (1, 2), said
    assert target.name in said.out + said.err
    assert everything(here) == before
    assert forge(*words, "--force").code == 0
    assert target.read_bytes() != b"# mine\n"


@pytest.mark.parametrize("command", ["new scenario", "draft", "open", "dossier"])
@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("whole", [False, True], ids=["file", "folder"])
def test_nothing_is_written_through_a_link_out_of_the_game(forge, here, game, command, force, whole):
    """Neither to a file that is not there yet, nor in a folder that is somewhere else."""
    if command == "dossier":
        words = ("dossier", "skirmish", "--date", "4/41")
        assert forge(*words).code == 0
        (target,) = (game / "dossiers").iterdir()
        target.unlink()
        target.parent.rmdir()
    else:
        words, target = prepared(forge, game, command)
    outside = here.parent / f"{here.name}-outside"
    outside.mkdir()
    if whole:
        if target.parent.exists():
            target.parent.rename(outside / "all")
        else:
            (outside / "all").mkdir()
        target.parent.symlink_to(outside / "all")
    else:
        target.unlink(missing_ok=True)
        target.parent.mkdir(exist_ok=True)
        target.symlink_to(outside / "all.yaml")
    before = everything(outside)
    said = forge(*words, *(["--force"] if force else []))
    assert said.code != 0, said
    assert everything(outside) == before


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "stopped"]
)
def test_interrupted_between_it_leaves_the_old_file_and_nothing_else(forge, here, game, command, error, monkeypatch):
    words, target = prepared(forge, game, command)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(b"# mine\n")
    before = everything(here)

    def fails(*_paths, **_more):
        raise error

    monkeypatch.setattr(os, "replace", fails)
    with contextlib.suppress(KeyboardInterrupt):
        assert forge(*words, "--force").code != 0
    assert everything(here) == before
