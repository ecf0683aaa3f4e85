"""Choices of the command line that are written in other letters than the game or the help has them."""

from __future__ import annotations

import pytest

from scenario_forge.cli.options import one_of
from scenario_forge.game.reading.locate import NoSuchGame, find_game

PAIRS = [
    ("check skirmish --format json", "check SKIRMISH --format JSON"),
    ("check skirmish --errata all --format json", "check skirmish --errata All --format json"),
    (
        "diff knights-of-the-desert+none knights-of-the-desert+KD-101",
        "diff knights-of-the-desert+NONE knights-of-the-desert+kd-101",
    ),
    ("errata check knights-of-the-desert KD-101", "errata check knights-of-the-desert kd-101"),
    ("export table skirmish counters", "export table skirmish Counters"),
    ("rules skirmish --format json", "rules skirmish --format Json"),
    (
        "play skirmish --scenario SCENARIO --player random --seed 3",
        "play skirmish --scenario UPPER --player RANDOM --seed 3",
    ),
    ("play skirmish --scenario SCENARIO --player axis=idle", "play skirmish --scenario UPPER --player Axis=Idle"),
    ("diff skirmish:SCENARIO skirmish:SCENARIO", "diff skirmish:UPPER Skirmish:UPPER"),
]


@pytest.fixture
def scenario(game):
    return next(path.stem for path in sorted((game / "scenarios").glob("*.yaml")))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("usual", "other"), PAIRS, ids=[other for _, other in PAIRS])
def test_a_choice_in_other_letters_means_the_same(forge, scenario, usual, other):
    first = forge(*usual.replace("SCENARIO", scenario).split())
    second = forge(*other.replace("UPPER", scenario.upper()).split())
    assert first.code != 2, first.err
    assert (second.code, second.err) == (first.code, first.err)
    assert second.out == first.out


def test_paper_in_other_letters_is_that_paper(forge, game, here):
    assert forge("build", "skirmish", "--only", "Charts", "--paper", "a4", "--no-previews", "--quiet").code == 0
    files = sorted(path.name for path in (here / "build").rglob("*.pdf"))
    assert files
    assert all("_A4" in name or "a4" not in name for name in files)


def test_what_two_names_differ_in_is_not_passed_over():
    assert one_of("b", ("B", "b"), "--x") == "b"
    assert one_of("B", ("B", "b"), "--x") == "B"


def test_a_game_is_found_in_other_letters_only_where_no_file_has_them(here):
    assert find_game("Massawa").name == "massawa"
    (here / "Massawa").mkdir()
    assert find_game("Massawa").name == "Massawa"
    with pytest.raises(NoSuchGame):
        find_game("masawa")
