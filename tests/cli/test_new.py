"""``forge new scenario``: what is written, and what is never written over."""

from __future__ import annotations

import pytest

LINE = ("new", "scenario", "skirmish", "--start", "2/41", "--stop", "8/41", "--name", "spring")


def test_it_writes_a_file_that_checks_prints_and_plays(forge, game):
    said = forge(*LINE)
    assert said.code == 0, said.err
    assert "wrote content/skirmish/scenarios/spring.yaml" in said.out
    assert forge("check", "skirmish").code == 0
    assert (game / "scenarios/spring.yaml").is_file()


def test_a_file_that_exists_stays_unless_forced(forge, game):
    path = game / "scenarios/spring.yaml"
    path.write_text("mine", "utf-8")
    said = forge(*LINE)
    assert (said.code, path.read_text("utf-8")) == (2, "mine")
    assert "exists already" in said.err
    assert forge(*LINE, "--force").code == 0
    assert path.read_text("utf-8") != "mine"
    assert sorted(p.name for p in path.parent.iterdir()) == ["compass.yaml", "siege.yaml", "spring.yaml"]


@pytest.mark.parametrize("name", ["../spring", "a/b", "/tmp/spring", "Spring", "", "mar41", ".."])
def test_a_name_that_is_none_writes_nothing(forge, here, name):
    before = sorted(here.rglob("*.yaml"))
    said = forge(*LINE[:-1], name)
    assert said.code == 2
    assert sorted(here.rglob("*.yaml")) == before


def test_nothing_is_written_through_a_link_out_of_the_game(forge, game, here):
    outside = here / "outside"
    (game / "scenarios").rename(outside)
    (game / "scenarios").symlink_to(outside)
    before = sorted(outside.iterdir())
    said = forge(*LINE)
    assert said.code == 2
    assert "leads out of" in said.err or "cannot be read" in said.err
    assert sorted(outside.iterdir()) == before


def test_a_game_without_a_folder_of_scenarios_gets_one(forge, game):
    for path in (game / "scenarios").iterdir():
        path.unlink()
    (game / "scenarios").rmdir()
    assert forge(*LINE).code == 0
    assert (game / "scenarios/spring.yaml").is_file()


@pytest.mark.parametrize("data", [None, "", "{", "[]", '{"a": 1}'])
def test_a_record_that_is_none_writes_nothing(forge, game, data):
    if data is not None:
        (game.parent.parent / "r.json").write_text(data, "utf-8")
    said = forge(*LINE, "--from", "r.json")
    assert said.code in (1, 2)
    assert "Traceback" not in said.err + said.out
    assert not (game / "scenarios/spring.yaml").exists()
