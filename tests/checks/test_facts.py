"""Facts of the chronology that contradict each other, or a printed start."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.api import load_game
from scenario_forge.checks.facts import CHECKS
from scenario_forge.game.reading.workspace import Workspace

SKIRMISH = Path(__file__).parents[1] / "games/skirmish"
AXIS_3 = "{side: axis, units: [3], fate: %s}"
"""60 Div., which is on the map in December 1940 and in March 1941, then in C3."""


def found(*rows: str) -> list[tuple[str, str]]:
    """Code and message of each finding; a row is a date, and what it says."""
    events = "".join(f"  - {{date: {date}, {said}}}\n" for date, _, said in (row.partition(" ") for row in rows))
    game = Workspace(SKIRMISH).load("none", files={"chronology.yaml": f"basis: proposed\nevents:\n{events}"})
    return [(each.code.id, each.message) for check in CHECKS for each in check(game)]


def fate(word: str, at: str = "", units: str = "units: [3]") -> str:
    return f"fates: [{{side: axis, {units}, fate: {word}{f', at: {at}' if at else ''}}}]"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["desert-rats", "knights-of-the-desert", "massawa", "ridge"])
def test_the_facts_of_the_bundled_games_contradict_nothing(name):
    game = load_game(name, "all")
    assert [each.message for check in CHECKS for each in check(game)] == []


@pytest.mark.parametrize(
    ("dates", "codes"),
    [(("12/4/41", "12/4/41"), ["CHR086"]), (("4/41", "30/4/41"), ["CHR086"]), (("12/4/41", "13/4/41"), [])],
    ids=["one day", "until the same day", "another day"],
)
def test_a_place_has_one_holder_from_the_end_of_a_date_on(dates, codes):
    one, other = (f"{date} control: {{zawia: {side}}}" for date, side in zip(dates, ("axis", "allied"), strict=True))
    assert [code for code, _said in found(one, other)] == codes
    assert found(one, one) == []


@pytest.mark.parametrize("word", ["destroyed", "cut_off", "relieved", "left"])
@pytest.mark.parametrize("end", ["destroyed", "left"])
def test_a_unit_that_is_gone_does_nothing_more(end, word):
    ((code, said),) = found(f"4/4/41 {fate(end)}", f"5/5/41 {fate(word)}")
    assert code == "CHR086"
    assert f"{word.replace('_', ' ')} 5/5/41, after it was" in said


@pytest.mark.parametrize("word", ["came", "refitted"])
def test_a_unit_may_return(word):
    assert found(f"4/4/41 {fate('destroyed')}", f"5/5/41 {fate(word)}", f"6/6/41 {fate('destroyed')}") == []


def test_a_unit_that_its_order_of_battle_brings_in_again_is_back():
    """Axis 7 arrives in 4/41."""
    again = [f"{date} {fate('destroyed', units='units: [7]')}" for date in ("3/3/41", "5/5/41", "6/6/41")]
    assert found(*again[:2]) == []
    assert [code for code, _said in found(*again[1:])] == ["CHR086"]


def test_what_is_left_of_several_units_may_go_on():
    part, rest = fate("destroyed", units="units: [3]"), fate("destroyed", units="units: [3, 4]")
    assert found(f"4/4/41 {part}", f"5/5/41 {rest}") == []
    assert [code for code, _said in found(f"4/4/41 {rest}", f"5/5/41 {part}")] == ["CHR086"]


@pytest.mark.parametrize(
    ("dates", "codes"),
    [(("4/4/41", "4/4/41"), ["CHR086"]), (("4/4/41", "5/4/41"), []), (("4/41", "4/41"), [])],
    ids=["one day", "two days", "a month"],
)
def test_a_unit_is_at_one_place_a_day(dates, codes):
    one, other = (f"{date} {fate('cut_off', at)}" for date, at in zip(dates, ("Zawia", "Marsa Akra"), strict=True))
    assert [code for code, _said in found(one, other)] == codes
    assert found(one, one) == []


def test_a_start_gives_a_place_to_whom_the_fact_before_it_gives_it():
    """In March 1941 the Allied hold Marsa Akra, where Allied 4 stands."""
    assert found("2/41 control: {marsa_akra: axis}") == [
        ("CHR087", "Marsa Akra is held by Axis from 2/41 on, and by Allied at the start of Mar 41")
    ]
    assert found("2/41 control: {marsa_akra: allied}") == []
    assert found("5/41 control: {marsa_akra: axis}") == []


def test_a_start_may_have_what_happens_in_its_first_turn():
    axis, allied = "2/41 control: {marsa_akra: axis}", "%s control: {marsa_akra: allied}"
    assert found(axis, allied % "31/3/41") == []
    assert [code for code, _said in found(axis, allied % "1/4/41")] == ["CHR087"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (f"12/2/41 {fate('destroyed')}", "Axis 3 was destroyed 12/2/41, and is at C3 at the start of Mar 41"),
        (f"12/2/41 {fate('left')}", ""),
        (f"12/2/41 {fate('destroyed', units='units: [1]')}", ""),
        (f"1/11/40 {fate('destroyed', units='units: [1]')}", "Axis 1 was destroyed 1/11/40, and is at F9"),
        (f"2/8/40 {fate('destroyed')}", ""),
        (f"12/2/41 {fate('cut_off', 'Marsa Akra')}", "Axis 3 was cut off at Marsa Akra 12/2/41, and is at C3"),
        (f"12/2/41 {fate('cut_off', 'Bir Tal')}", ""),
        (f"12/2/41 {fate('cut_off')}", ""),
    ],
    ids=["destroyed", "left", "eliminated", "before the first", "long before", "elsewhere", "near", "somewhere"],
)
def test_a_start_has_units_where_the_fact_before_it_has_them(row, said):
    """Bir Tal is a hex from C3."""
    told = [message for _code, message in found(row)]
    assert [message.startswith(said) for message in told] == ([True] if said else [])


def test_all_of_a_formation_must_be_there():
    """Of 1 Ind, Allied 4 is on the map in March 1941 and Allied 3 is not."""
    formation = "12/2/41 fates: [{side: allied, %s, fate: destroyed}]"
    assert found(formation % "formation: 1 Ind") == []
    assert [code for code, _said in found(formation % "units: [4]")] == ["CHR087"]
