"""``forge replay``: what is told of a record, right or wrong."""

from __future__ import annotations

import json

import pytest

from scenario_forge.simulator.record import read_record, text_of

from .test_play import toy  # noqa: F401 - a fixture


@pytest.fixture
def record(forge, here):
    """A record's file."""
    forge("play", "skirmish", "-s", "siege", "--seed", 2, "-o", "r.json", "--errata", "all")
    return here / "r.json"


def edit(path, **setting):
    """The record with another setting, sealed anew."""
    record, _ = read_record(path.read_bytes())
    made = record.model_copy(update={"setting": record.setting.model_copy(update=setting)})
    path.write_text(text_of(made))


def test_a_record_replays_on_the_errata_it_names(forge, record):
    said = forge("replay", record)
    assert said.code == 0, said.out
    assert "as recorded; score: allied" in said.out


def test_a_replay_stops_where_it_is_told(forge, record):
    said = forge("replay", record, "--to", 1, "--log")
    assert said.code == 0
    assert "replayed 1 of" in said.out


def test_a_replay_tells_events_as_the_game_told_them(forge):
    how = ("play", "massawa", "-s", "agordat", "--player", "idle", "--log", "-o", "m.json")
    told = [line for line in forge(*how).out.splitlines() if line.startswith("  ")]
    heads = [line for line in told if line.startswith("  Player turn of")]
    assert len(set(heads)) == len(heads) > 1, "a date for each"
    replayed = forge("replay", "m.json", "--log").out.splitlines()
    assert [line for line in replayed if line in heads] == heads
    assert any("supply" in line for line in told)
    assert {line for line in replayed if "supply" in line} <= set(told)


def test_rec001_a_truncated_record_is_told_with_its_line(forge, record):
    record.write_bytes(record.read_bytes()[:-40])
    said = forge("replay", record)
    assert said.code == 1
    assert "error[REC001] this is not a record: it is cut off here" in said.out


def test_rec003_an_edited_record_is_told_and_where_it_parts(forge, record):
    text = record.read_text()
    record.write_text(text.replace('["end"]', '["und"]', 1))
    said = forge("replay", record)
    assert said.code == 1
    assert "warning[REC003]" in said.out
    assert "error[REC006] action" in said.out
    line = next(n for n, line in enumerate(text.splitlines(), 1) if '["end"]' in line)
    assert f"r.json:{line}:1: error[REC006]" in said.out


def test_rec004_another_version_is_told_and_the_replay_goes_on(forge, record):
    edit(record, versions={"scenario-forge": "0.0.1"})
    said = forge("replay", record)
    assert said.code == 0
    assert "warning[REC004] made with scenario-forge 0.0.1" in said.out
    assert "as recorded" in said.out


def test_rec005_other_content_is_told(forge, record, change):
    change("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G7}")
    said = forge("replay", record)
    assert said.code == 1
    assert "error[REC005] the scenario `siege` is not the one that was played" in said.out


def test_rec005_names_errata_that_differ(forge, record):
    edit(record, content="00", corrections={"SK-009": "1"}, errata="all")
    said = forge("replay", record)
    assert "erratum SK-009 is gone since" in said.out
    assert "SK-001" not in said.out, "what came since is not laid over the game"


@pytest.mark.parametrize(
    ("setting", "told"),
    [({"game": "skirmsh"}, "skirmsh"), ({"scenario": "sige"}, "sige")],
)
def test_a_game_that_is_not_here_is_told(forge, record, setting, told):
    edit(record, **setting)
    said = forge("replay", record)
    assert said.code == 2
    assert told in said.err


@pytest.mark.parametrize("name", ["nothing.json", ".", "content"])
def test_a_file_that_is_not_there_is_told(forge, name):
    said = forge("replay", name)
    assert said.code == 2
    assert "cannot be read" in said.err


def test_options_that_are_gone_are_other_content(forge, record):
    edit(record, options=("eighty-eights", "nobody-knows"))
    assert forge("replay", record).code == 0, "the content hash decides, and it is the same"


def test_the_setting_says_all_that_is_needed(record):
    setting = json.loads(record.read_text())["setting"]
    assert setting["game"] == "skirmish"
    assert setting["options"] == ["eighty-eights"]
    assert set(setting["corrections"]) >= {"SK-001"}
    assert setting["sides"] == ["allied", "axis"]
    assert "scenario-forge" in setting["versions"]
