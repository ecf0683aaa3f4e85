"""Whatever is given as GAME, every verb answers in words and with an exit code."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scenario_forge.game.reading import locate
from scenario_forge.game.reading.locate import NoSuchGame, find_game, games

VERBS = (["check"], ["fmt"], ["build"], ["show", "T30"])


def call(forge, verb, game):
    return forge(verb[0], game, *verb[1:])


def put_nothing(folder: Path) -> None:
    folder.mkdir()


def put_file(folder: Path) -> None:
    folder.write_text("game: x\n", encoding="utf-8")


def put_loop(folder: Path) -> None:
    folder.symlink_to(folder)


def put_other_things(folder: Path) -> None:
    folder.mkdir()
    (folder / "readme.txt").write_text("not a game", encoding="utf-8")


def put_no_one(folder: Path) -> None:
    del folder


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
@pytest.mark.parametrize("put", [put_nothing, put_file, put_loop, put_other_things, put_no_one])
def test_where_there_is_no_game_nothing_can_be_done(forge, here, verb, put):
    put(here / "thing")
    said = call(forge, verb, "thing")
    assert said.code == 2
    assert "thing" in said.out + said.err
    assert "Traceback" not in said.err
    assert "inside Scenario Forge" not in said.err


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
@pytest.mark.parametrize("name", ["", ".", "no\0name", "x" * 5000, "~", "-", "désert", "*", "content/", "a/b/c"])
def test_no_name_is_a_traceback(forge, verb, name):
    said = call(forge, verb, name)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert "inside Scenario Forge" not in said.err


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\x00", b"\x00" * 100, b"\xff\xfea\x00", b"caf\xe9: 1\n", b"a: [", b"- " * 200, b"&a [*a]"],
)
@pytest.mark.parametrize("name", ["game.yaml", "map.yaml", "counters.yaml", "time-track.yaml", "rulebook.yaml"])
def test_an_unreadable_file_is_a_finding_for_every_verb(forge, game, data, name):
    (game / name).write_bytes(data)
    said = forge("check", "skirmish")
    assert said.code == 1
    assert f"content/skirmish/{name}:1:" in said.out
    assert (game / name).read_bytes() == data
    for verb in VERBS[1:]:
        assert "inside Scenario Forge" not in call(forge, verb, "skirmish").err
    assert forge("check", "skirmish", "--fix").code == 1
    assert (game / name).read_bytes() == data


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_out_of_the_folder_is_neither_read_nor_written(forge, game, here):
    secret = here / "secret.yaml"
    secret.write_text("edition: 1.0\npassword: hunter2\n", encoding="utf-8")
    (game / "scenarios" / "out.yaml").symlink_to(secret)
    said = forge("check", "skirmish", "--fix")
    assert said.code == 1
    assert "FIL008" in said.out
    assert "hunter2" not in said.out
    assert secret.read_text() == "edition: 1.0\npassword: hunter2\n"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_loop_of_links_is_a_finding(forge, game):
    (game / "scenarios" / "loop.yaml").symlink_to(game / "scenarios" / "loop.yaml")
    (game / "errata" / "round").symlink_to(game)
    said = forge("check", "skirmish")
    assert said.code == 1
    assert "FIL009" in said.out


@pytest.mark.parametrize("output", ["content", "content/skirmish/game.yaml/below.txt"])
def test_an_output_that_cannot_be_written_is_named(forge, output, game):
    before = (game / "game.yaml").read_bytes()
    said = forge("check", "skirmish", "--output", output)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert Path(output).name.partition(".")[0] in said.err
    assert (game / "game.yaml").read_bytes() == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user without all rights")
def test_a_folder_without_rights(forge, game, here):
    game.chmod(0)
    try:
        assert forge("check", "skirmish").code == 2
    finally:
        game.chmod(0o755)
    here.chmod(0o555)
    try:
        assert forge("check", "skirmish", "--output", "out.txt").code == 2
    finally:
        here.chmod(0o755)


# -- what GAME names --------------------------------------------------------------------------------


def test_a_folder_goes_before_a_name(here, game):
    assert find_game("skirmish") == Path("content/skirmish")
    (here / "skirmish").mkdir()
    assert find_game("skirmish") == Path("skirmish")
    assert find_game(game) == game


def test_a_local_game_hides_a_bundled_one_of_its_name(here):
    assert find_game("desert-rats") == locate.bundled_folder() / "desert-rats"
    (here / "content" / "desert-rats").mkdir()
    assert find_game("desert-rats") == Path("content/desert-rats")
    assert next(g for g in games() if g.name == "desert-rats").kind == "bundled", "it has no game.yaml yet"
    (here / "content" / "desert-rats" / "game.yaml").write_text("title: Mine\n", encoding="utf-8")
    assert [(g.title, g.kind) for g in games() if g.name == "desert-rats"] == [("Mine", "local")]


def test_a_name_never_leads_out_of_the_shelf(here):
    (here / "elsewhere").mkdir()
    with pytest.raises(NoSuchGame):
        find_game("content/../nowhere/../../x")
    assert find_game("..") == Path("..")


def test_in_a_wheel_the_games_are_in_the_package(tmp_path, monkeypatch):
    package = tmp_path / "site-packages" / "scenario_forge"
    (package / "project").mkdir(parents=True)
    (tmp_path / "site-packages" / "content" / "stranger").mkdir(parents=True)
    monkeypatch.setattr(locate, "_package", lambda: package)
    assert locate.bundled_folder() is None, "a folder of that name beside a package is no shelf of ours"
    (package / "content" / "desert-rats").mkdir(parents=True)
    assert locate.bundled_folder() == package / "content"
    assert find_game("desert-rats", tmp_path / "none") == package / "content" / "desert-rats"


def test_an_unknown_name_says_which_may_be_meant(here):
    with pytest.raises(NoSuchGame) as caught:
        find_game("content/skirmsh/")
    assert caught.value.hint == "did you mean skirmish?"
