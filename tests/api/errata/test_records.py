"""A record replays after the errata have grown, and says which errata and version it was played with."""

from __future__ import annotations

import json

import pytest

from scenario_forge.cli.main import run


@pytest.fixture
def record(game):
    assert run(["play", "skirmish", "-s", "siege", "--seed", "2", "-o", "r.json", "--errata", "all"]) == 0
    return game.parent.parent / "r.json"


CELL, PRINTED = "orders-of-battle/allied.units[4].mar41", "G6"


def test_a_record_replays_after_a_new_erratum(record, erratum, capsys):
    erratum(("SK-100", CELL, PRINTED, "F6"))
    capsys.readouterr()
    assert run(["replay", str(record)]) == 0
    assert "as recorded" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("corrected: F6", "corrected: F7", "erratum SK-100 says something else since"),
        ("status: proposed", "status: withdrawn", "erratum SK-100 is gone since"),
    ],
)
def test_an_erratum_that_is_changed_or_withdrawn_since_is_named(game, erratum, capsys, before, after, message):
    erratum(("SK-100", CELL, PRINTED, "F6"))
    assert run(["play", "skirmish", "-s", "siege", "--seed", "2", "-o", "r.json", "--errata", "all"]) == 0
    path = game / "errata" / "ours.yaml"
    path.write_text(path.read_text().replace(before, after))
    capsys.readouterr()
    assert run(["replay", "r.json"]) == 1
    assert message in capsys.readouterr().out


def test_a_record_names_set_errata_and_version(game, record):
    setting = json.loads(record.read_text())["setting"]
    assert setting["errata"] == "all"
    assert list(setting["corrections"]) == ["SK-001"]
    assert "errata_version" not in setting, "these lists name no version"
    path = game / "errata" / "maker.yaml"
    path.write_text(path.read_text().replace("errata:\n", 'versions:\n  - {version: "1.1"}\n\nerrata:\n', 1))
    assert run(["play", "skirmish", "-s", "siege", "--seed", "2", "-o", "s.json", "--errata", "all"]) == 0
    assert json.loads(record.with_name("s.json").read_text())["setting"]["errata_version"] == "1.1"
