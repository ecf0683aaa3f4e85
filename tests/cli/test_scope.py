"""`forge check FILE`: the game is found above the file, and only findings in the file are shown and counted."""

from __future__ import annotations

import json

import pytest

ALLIED = "content/skirmish/orders-of-battle/allied.yaml"
ERROR = ("orders-of-battle/allied.yaml", "mar41: G6}", "mar41: G66}")
OTHER = ("game.yaml", 'edition: "1.0"', "edition: 1.0")


@pytest.fixture
def slips(change):
    """An error in one file, and one in another."""
    change(*ERROR)
    change(*OTHER)


def test_only_findings_in_the_file_are_shown_and_the_others_counted(forge, slips):
    said = forge("check", ALLIED, "--format", "concise")
    shown, checked, elsewhere = said.out.splitlines()
    assert said.code == 1
    assert shown.startswith(f"{ALLIED}:16:")
    assert checked.endswith(": 1 error")
    assert elsewhere == "elsewhere in the game: 1 error (`forge check skirmish --errata official`)"


def test_errors_elsewhere_do_not_fail_a_file_without_any(forge, slips):
    said = forge("check", "content/skirmish/map.yaml")
    assert said.code == 0
    assert said.out.splitlines()[-2:] == [
        "no errors",
        "elsewhere in the game: 2 errors (`forge check skirmish --errata official`)",
    ]


def test_a_clean_game_has_nothing_elsewhere(forge):
    assert forge("check", ALLIED).out.endswith("\nno errors\n")


def test_json_holds_the_findings_of_the_file_alone(forge, slips):
    data = json.loads(forge("check", ALLIED, "--format", "json").out)
    assert {each["file"] for each in data["diagnostics"]} == {"orders-of-battle/allied.yaml"}
    assert data["summary"]["errors"] == 1


def test_several_files_and_folders_of_one_game_are_taken_together(forge, slips):
    named = ("content/skirmish/orders-of-battle", "content/skirmish/game.yaml")
    said = forge("check", *named, "--format", "concise")
    assert said.code == 1
    assert said.out.endswith(": 2 errors\n")
    assert forge("check", "content/skirmish/scenarios").code == 0


@pytest.mark.parametrize("name", ["allied.yaml", "./allied.yaml", "../orders-of-battle/allied.yaml"])
def test_a_file_is_found_from_within_its_game(forge, slips, game, monkeypatch, name):
    monkeypatch.chdir(game / "orders-of-battle")
    said = forge("check", name, "--format", "concise")
    assert said.code == 1
    assert " error[REF001] " in said.out.splitlines()[0]


def test_a_name_that_only_begins_like_the_file_is_elsewhere(forge, game, change):
    change("game.yaml", "sides:", "sidez:")
    (game / "game.yaml.d").mkdir()
    assert forge("check", "content/skirmish/game.yaml.d").code == 2


def test_only_the_file_is_fixed(forge, change, game):
    change(*OTHER)
    axis = change("orders-of-battle/axis.yaml", "side: axis", "side: axis  # ignore: OOB001 - gone long ago")
    said = forge("check", "content/skirmish/game.yaml", "--fix")
    assert said.code == 0
    assert "1 fixed" in said.out
    assert 'edition: "1.0"' in (game / "game.yaml").read_text(encoding="utf-8")
    assert "OOB001" in axis.read_text(encoding="utf-8")
    assert "1 fixed" in forge("check", axis, "--fix").out
    assert "OOB001" not in axis.read_text(encoding="utf-8")


def test_the_way_to_fix_names_the_file(forge, slips):
    assert "forge check content/skirmish/game.yaml --fix" in forge("check", "content/skirmish/game.yaml").out


def test_a_file_in_no_game_is_refused(forge, here):
    (here / "map.yaml").write_text("map: 1\n", encoding="utf-8")
    said = forge("check", "map.yaml")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "forge: map.yaml is in no game: no folder above it has a game.yaml\n"
        "  `forge schema --validate map.yaml` checks the file against its schema\n"
    )
    (here / "notes.txt").write_text("", encoding="utf-8")
    assert "schema" not in forge("check", "notes.txt").err


def test_a_file_that_is_not_there_is_refused_with_a_near_name(forge):
    said = forge("check", "content/skirmish/mapp.yaml")
    assert (said.code, said.out) == (2, "")
    assert "there is no file content/skirmish/mapp.yaml" in said.err
    assert "did you mean map.yaml?" in said.err
    assert forge("check", "content/skirmish/no/such.yaml").code == 2


def test_a_file_that_no_game_reads_is_refused(forge, game):
    (game / "picture.png").write_bytes(b"\x89PNG")
    said = forge("check", game / "picture.png")
    assert (said.code, said.out) == (2, "")
    assert "picture.png is none of the files that the game in skirmish is read from" in said.err


def test_a_file_that_cannot_be_parsed_shows_its_own_error(forge, game):
    (game / "map.yaml").write_text("map: [", encoding="utf-8")
    said = forge("check", "content/skirmish/map.yaml", "--format", "concise")
    assert said.code == 1
    assert said.out.startswith("content/skirmish/map.yaml:1:")


def test_a_game_and_a_file_or_files_of_two_games_are_refused(forge, here, game):
    mixed = forge("check", ALLIED, "skirmish")
    assert (mixed.code, mixed.out) == (2, "")
    assert "skirmish is a whole game" in mixed.err
    (here / "other").mkdir()
    (here / "other" / "game.yaml").write_bytes((game / "game.yaml").read_bytes())
    two = forge("check", ALLIED, "other/game.yaml")
    assert (two.code, two.out) == (2, "")
    assert "are of different games" in two.err


def test_a_linked_file_belongs_to_the_game_that_it_is_named_in(forge, slips, game, here):
    moved = here / "allied.yaml"
    (game / "orders-of-battle" / "allied.yaml").rename(moved)
    (game / "orders-of-battle" / "allied.yaml").symlink_to(moved)
    assert " is in no game" in forge("check", "allied.yaml").err
    assert "elsewhere" in forge("check", ALLIED).out


def test_play_wants_the_whole_game(forge):
    said = forge("check", ALLIED, "--play")
    assert (said.code, said.out) == (2, "")
    assert "--play plays the whole game" in said.err


def test_a_game_that_is_misspelled_within_a_game_is_still_taken_for_one(forge, game, monkeypatch):
    monkeypatch.chdir(game)
    assert "did you mean massawa?" in forge("check", "massava").out
