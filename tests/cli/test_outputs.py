"""No verb writes over a game's documents, nor without --force over a file that it did not make."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from scenario_forge.game.reading import locate

if TYPE_CHECKING:
    from pathlib import Path

PLAY = ("play", "skirmish", "--scenario", "siege", "--player", "idle")
WRITERS = {
    "check as text": ("check", "skirmish", "--output"),
    "check as JSON": ("check", "skirmish", "--format", "json", "--output"),
    "check as SARIF": ("check", "skirmish", "--format", "sarif", "--output"),
    "check as a letter": ("check", "skirmish", "--format", "html", "--output"),
    "play: record": (*PLAY, "--record"),
    "play: page": (*PLAY, "--html"),
    "replay: page": ("replay", "game.json", "--html"),
    "playtest: page": ("playtest", "skirmish", "--scenario", "siege", "--games", "1", "--jobs", "1", "--html"),
    "diff": ("diff", "skirmish+none", "skirmish", "--output"),
    "pack": ("pack", "skirmish", "siege", "--output"),
    "errata check": ("errata", "check", "skirmish", "--no-reprint", "--output"),
}  # fmt: skip
AGAIN = ("check as JSON", "check as SARIF", "check as a letter", "play: page", "replay: page", "playtest: page", "diff")
"""Reports, which can be made again."""


@pytest.fixture
def recorded(forge, here):
    said = forge(*PLAY, "--record", "game.json")
    assert said.code == 0, said
    return here / "game.json"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
@pytest.mark.parametrize("force", [(), ("--force",)], ids=["plain", "forced"])
def test_a_document_of_a_game_is_never_written_over(forge, here, game, recorded, words, force):
    before = files(here)
    for target in ("content/skirmish/rules.yaml", game / "scenarios/new.yaml"):
        said = forge(*words, target, *force)
        assert (said.code, "documents of the game" in said.err) == (2, True), said
    assert files(here) == before


@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_a_link_to_a_document_does_not_help(forge, here, game, recorded, words):
    (here / "out.json").symlink_to(game / "rules.yaml")
    before = files(here)
    assert forge(*words, "out.json", "--force").code == 2
    assert files(here) == before


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", WRITERS.values(), ids=WRITERS)
def test_a_file_of_the_person_is_replaced_by_force_alone(forge, here, recorded, words):
    mine = here / "mine.txt"
    mine.write_text("{mine}")
    said = forge(*words, mine)
    assert (said.code, "exists already" in said.err, "--force" in said.err) == (2, True, True), said
    assert mine.read_text() == "{mine}"
    forge(*words, mine, "--force")
    assert mine.read_bytes() != b"{mine}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", AGAIN)
def test_a_report_is_made_again_without_force(forge, here, recorded, name):
    for words in (WRITERS[name], (*WRITERS[name][:-1], "--errata", "none", WRITERS[name][-1])):
        if "--errata" not in words or name not in ("replay: page", "diff"):
            said = forge(*words, "report")
            assert said.code in (0, 1), said
            assert (here / "report").is_file()


def test_a_recorded_game_is_not_lost_to_the_next(forge, recorded):
    before = recorded.read_bytes()
    said = forge(*PLAY, "--seed", "2", "--record", recorded)
    assert (said.code, recorded.read_bytes()) == (2, before)
    assert forge("replay", recorded, "--html", recorded).code == 2
    assert recorded.read_bytes() == before


def test_a_page_is_not_written_over_the_record_of_its_game(forge, here):
    said = forge(*PLAY, "--record", "one", "--html", here / "one")
    assert (said.code, "two files" in said.err) == (2, True), said
    assert not (here / "one").exists()


def test_a_game_that_goes_on_is_kept_in_its_own_record(forge, here, monkeypatch):
    evening = (*PLAY, "--interactive", "--human", "allied")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert forge(*evening, "--record", "half.json").code == 0
    begun = (here / "half.json").read_text()
    assert forge("play", "skirmish", "--resume", "half.json", "--record", "half.json").code == 0
    assert '"ended":"over"' in (here / "half.json").read_text() != begun


def test_saving_at_the_table_spares_other_files(forge, here, recorded, monkeypatch):
    (here / "mine.txt").write_text("mine")
    before = files(here)
    lines = "save mine.txt\nsave content/skirmish/rules.yaml\nsave game.json\nsave new.json\nsave new.json\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    said = forge(*PLAY, "--interactive", "--human", "allied")
    assert said.out.count("exists already") == 2
    assert said.out.count("documents of the game") == 1
    assert said.out.count("wrote new.json") == 2
    after = files(here)
    assert after.pop("new.json")
    assert after == before


def test_prints_do_not_go_into_a_game(forge, here, game):
    before = files(here)
    said = forge("build", "skirmish", "--only", "counters", "--output", "content")
    assert (said.code, "is the folder of a game" in said.err) == (2, True), said
    assert files(here) == before


def test_schemas_take_the_place_of_schemas_only(forge, here):
    (here / "schemas").mkdir()
    mine = here / "schemas/map.schema.json"
    mine.write_text('{"mine": 1}')
    said = forge("schema")
    assert (said.code, "is no JSON Schema" in said.err, mine.read_text()) == (2, True, '{"mine": 1}'), said


@pytest.mark.parametrize(
    "words",
    [("open", "siege.forge-scenario", "installed/skirmish"), ("new", "game", "skirmish", "--like", "skirmish", "--force", "--folder", "installed")],
    ids=["open", "new game"],
)  # fmt: skip
def test_what_came_with_the_installation_stays_as_it_is(forge, here, game, words, monkeypatch):
    assert forge("pack", "skirmish", "siege", "--output", "siege.forge-scenario").code == 0
    installed = here / "installed/skirmish"
    installed.parent.mkdir()
    game.rename(installed)
    (installed / "scenarios/siege.yaml").unlink()
    (here / "content/skirmish").symlink_to(installed)
    monkeypatch.setattr(locate, "bundled_folder", lambda: here / "installed")
    monkeypatch.setattr(locate, "is_installed", lambda _bundled: True)
    before = files(installed)
    said = forge(*words)
    assert (said.code, "came with the installation" in said.err) == (2, True), said
    assert files(installed) == before


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be deleted there")
@pytest.mark.parametrize("words", [("check", "skirmish"), ("games",), ("schema",), ("fmt", "skirmish")])
def test_in_a_deleted_folder_a_word_is_said(forge, here, words, monkeypatch):
    gone = here / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    said = forge(*words)
    assert (said.code, "is gone" in said.err, "our mistake" in said.err) == (2, True, False), said
    assert forge(words[0], "--help").code == 0


@pytest.mark.skipif(os.name == "nt", reason="no signals of that kind there")
@pytest.mark.parametrize(
    ("number", "code", "word"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "ended by SIGTERM")],
    ids=["Ctrl-C", "SIGTERM"],
)
def test_a_signal_ends_the_command_in_a_word(number, code, word, tmp_path):
    # at the very start, while the command is still being read, where no verb could hear it
    script = (
        "import sys, time, scenario_forge.__main__ as main\n"
        "class Slow:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'scenario_forge.cli.main':\n"
        "            print('now', flush=True); time.sleep(60)\n"
        "sys.meta_path.insert(0, Slow())\n"
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.argv = ['forge', '--help']\n"
        "sys.exit(main.run())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout.readline().strip() == b"now"
        time.sleep(0.05)
        running.send_signal(number)
        _out, err = running.communicate(timeout=30)
    assert (running.returncode, word in err.decode(), b"Traceback" in err) == (code, True, False), err
