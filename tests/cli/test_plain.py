"""`system: plain`: a game without rules is begun, checked and packed; what plays it says that it has none."""

from __future__ import annotations

import re
import shutil

import pytest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.system import find_system

NEW = ("new", "game", "my-battle", "--like", "plain")


@pytest.fixture
def battle(forge, here):
    """A new game without rules at content/my-battle."""
    assert forge(*NEW).code == 0
    return here / "content/my-battle"


def all_files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_it_writes_has_no_finding_and_no_layout_to_mend(forge, here):
    said = forge(*NEW, "--title", 'My "Own" Battle')
    assert (said.code, said.err) == (0, "")
    assert "wrote content/my-battle: 10 files, a small game that can be checked and printed as it is" in said.out
    assert re.findall(r"^  (.*)$", said.out, re.MULTILINE) == [
        f"forge {verb} my-battle" for verb in ("check", "edit", "build")
    ]
    checked = forge("check", "my-battle", "--strict")
    assert (checked.code, checked.out.splitlines()[-1]) == (0, "no errors")
    assert 'My "Own" Battle' in checked.out
    assert forge("fmt", "my-battle", "--check").code == 0


def test_no_file_speaks_of_what_it_has_not(battle):
    for path in battle.rglob("*.yaml"):
        text = path.read_text("utf-8")
        assert text.startswith("# yaml-language-server: $schema="), path
        assert (path.parent / text.split("=", 1)[1].split("\n", 1)[0]).is_file(), path
        assert "<<" not in text, path
        assert not re.search(
            r"suppl|zones? of|replacement|reinforce|victory|withdraw|rules\.yaml", text, re.IGNORECASE
        ), path
    assert not (battle / "rules.yaml").exists()


@pytest.mark.parametrize("size", ["12x7", "13x8", "99x99", "31 × 26"])
def test_a_map_of_any_size_gives_a_game_without_a_finding(forge, here, size):
    assert forge(*NEW, "--size", size).code == 0
    game = load_game(here / "content/my-battle")
    columns, rows = map(int, re.split(r"\D+", size))
    grid = next(f.document for f in game.files.values() if f.kind.name == "map").grid
    assert (grid.sheets[0].columns, grid.rows) == (columns, rows)
    assert check(game) == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--like", "plain", "--size", "100x10"), "12 to 99 columns here, not 100"),
        (("--like", "plain", "--size", "12x6"), "7 to 99 rows here, not 6"),
        (("--like", "plain", "--size", "11x7"), "12 to 99 columns here, not 11"),
        (("--like", "nothing"), "`--like plain` begins one without rules"),
        (("--like", "Plain"), "there is no game at Plain"),
    ],
)
def test_what_cannot_be_begun_leaves_nothing(forge, here, words, why):
    said = forge("new", "game", "other", *words)
    assert said.code == 2
    assert why in said.err
    assert [path.name for path in (here / "content").iterdir()] == ["skirmish"]


def test_a_game_is_not_replaced_unless_that_is_asked_for(forge, battle):
    before = all_files(battle)
    said = forge(*NEW)
    assert (said.code, "exists already" in said.err) == (2, True)
    assert all_files(battle) == before
    (battle / "map.yaml").write_text("gone", "utf-8")
    assert forge(*NEW, "--force").code == 0
    assert all_files(battle) == before


def test_a_game_like_one_without_rules_has_none_either(forge, battle, here):
    assert forge("new", "game", "second", "--like", "my-battle").code == 0
    assert load_game(here / "content/second").system is find_system("plain")
    assert forge("check", "second", "--strict").code == 0


PLAYING = [
    ("play", "my-battle"),
    ("play", "my-battle", "--interactive"),
    ("play", "my-battle", "--scenario", "day", "--record", "game.json"),
    ("playtest", "my-battle", "--scenario", "day", "--games", "2"),
    ("tune", "my-battle", "--scenario", "day", "--write"),
    ("fuzz", "my-battle", "--games", "2"),
    ("check", "my-battle", "--play", "--fix"),
    ("errata", "impact", "my-battle", "E-1"),
    ("new", "scenario", "my-battle", "--start", "3", "--stop", "dusk", "--name", "late", "--from", "playouts"),
    ("new", "scenario", "my-battle", "--start", "3", "--stop", "dusk", "--name", "late", "--contested", "2"),
]


@pytest.mark.parametrize("words", PLAYING, ids=" ".join)
def test_what_plays_says_that_there_are_no_rules_and_what_to_write(forge, battle, here, words):
    before = all_files(here)
    said = forge(*words)
    assert (said.code, said.out) == (2, "")
    first, second = said.err.splitlines()
    assert first == "forge: My Battle has no rules, so it cannot be played"
    assert second.startswith("  to give it rules, write another `system:` in game.yaml: ")
    named = second.rpartition(": ")[2].split(", ")
    assert {"campaign", "knights-of-the-desert"} <= set(named)
    assert "plain" not in named
    assert all_files(here) == before


def test_rules_in_a_game_without_are_found(forge, battle):
    shutil.copy(battle.parent / "skirmish/rules.yaml", battle / "rules.yaml")
    said = forge("check", "my-battle")
    assert said.code == 0
    assert "warning[FIL005]: rules.yaml is not a file of a game" in said.out
    assert "`system: plain` in game.yaml has no rules: name one that reads this file, or delete it" in said.out
    assert "did you mean" not in said.out


def test_another_stray_file_is_no_file_of_rules(forge, battle):
    (battle / "charst.yaml").write_text("basis: printed\n", "utf-8")
    said = forge("check", "my-battle").out
    assert "did you mean charts.yaml?" in said
    assert "has no rules" not in said


def test_a_value_that_counters_do_not_declare_is_an_error(forge, battle):
    counters = battle / "counters.yaml"
    counters.write_text(counters.read_text("utf-8").replace("melee: 7,", "melee: 7, strength: 7,"), "utf-8")
    said = forge("check", "my-battle")
    assert (said.code, "there is no key `strength` here" in said.out) == (1, True)


def test_clauses_are_not_asked_for_code(forge, battle):
    listed = forge("rules", "my-battle").out
    assert listed.splitlines()[-1] == "3 clauses"
    assert not re.search(r"code|test|lacks", listed)
    assert forge("rules", "my-battle", "--missing").out == "3 clauses\n"
    assert "carried out" not in forge("rules", "my-battle", "3.1").out
    assert "to be carried out" in forge("rules", "skirmish").out


def test_the_grid_of_dates_has_no_verdicts_and_nothing_to_score(forge, battle):
    plain, scored = forge("dates", "my-battle").out, forge("dates", "skirmish").out
    for words in ("verdict", "not played", "victory", "scored"):
        assert words not in plain
        assert words in scored
    assert "P printed scenario   S scenario of your own   . none yet" in plain


def test_a_draft_says_nothing_that_only_rules_could(forge, battle):
    assert forge("new", "scenario", "my-battle", "--start", "3", "--stop", "6", "--name", "third").code == 0
    text = (battle / "scenarios/third.yaml").read_text("utf-8")
    assert "8 units: 8 there; 0 to come" in text
    assert not re.search(r"target|withdrawal|strength|suppl|victory", text)
    assert forge("check", "my-battle").code == 0


def test_a_scenario_is_packed_and_opened_elsewhere(forge, battle):
    assert forge("pack", "my-battle", "day", "--output", "day.forge").code == 0
    (battle / "scenarios/day.yaml").unlink()
    assert forge("open", "day.forge", "my-battle").code == 0
    assert forge("check", "my-battle", "--strict").code == 0


def test_the_system_asks_for_no_document_beyond_those_of_every_game(forge, battle):
    for name in ("charts", "rulebook"):
        (battle / f"{name}.yaml").unlink()
    shutil.rmtree(battle / "scenarios")
    said = forge("check", "my-battle", "--strict")
    assert said.code == 0, said.out
