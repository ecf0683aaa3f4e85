"""Every part of a drafted start is accounted for: what follows by rule is written, what nobody says is said so."""

from __future__ import annotations

import pytest
import yaml

from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.scenario import new_scenario
from scenario_forge.game.knowledge import look_up
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from tests.as_printed import load_as_printed


@pytest.fixture(scope="module")
def game():
    return load_as_printed("desert-rats", "all")


def drafted(
    game, *args: str, origin: str | None = None
) -> tuple[str, dict[tuple[str, int], dict[str, str]], list[dict]]:
    """The text, its rows by side and number, and its sides; this YAML takes the key `no` for a truth value."""
    text = new_scenario(game, ScenarioRequest("new", *args), origin).text
    sides = yaml.safe_load(text)["set_up"]
    return text, {(side["side"], row[False]): row for side in sides for row in side["units"]}, sides


def test_all_parts_have_a_line(game):
    text, _rows, sides = drafted(game, "6/41", "12/41", origin="nov41")
    kinds = {row["marker"] for side in sides for row in side["markers"]}
    assert {"supply-allied", "captured-allied", "wreck", "fortified-box", "supply-axis", "captured-axis"} <= kinds
    assert [side["saved"] for side in sides] == [{"repair": 0}, {"repair": 0}]
    for line in ("Wreck: none, stated by no component", "withdrawals outstanding: none", "saved repair points: none"):
        assert line in text


def test_who_arrived_last_month_has_still_spent_points_on_the_march(game):
    """Arrivals of February 1941 have 11 points less in March: also where the Allies open March (13.11)."""
    _text, rows, _sides = drafted(game, "3/41", "9/41", "allied")
    marched = {no for (side, no), row in rows.items() if side == "axis" and "m11" in row["at"]}
    assert marched == {10, 11, 12, 13, 14, 15, 16, 17, 35}
    assert {row["at"] for (_side, no), row in rows.items() if no in marched and "m11" in row["at"]} == {
        "Decide: Trip m11?"
    }


def test_nobody_has_spent_points_at_another_date(game):
    for args in (("4/41", "9/41"), ("6/41", "12/41")):
        _text, rows, _sides = drafted(game, *args, origin="mar41")
        assert not [row for row in rows.values() if " m" in row["at"]]


def test_the_private_army_is_where_it_is_and_its_readiness_is_nowhere_told(game):
    text, rows, _sides = drafted(game, "12/41", "6/42", origin="before")
    assert rows["allied", 34]["at"] == "Decide: EE36?"
    (line,) = [line for line in text.splitlines() if "Private Army" in line]
    assert "not face down: stated by no component" in line


def test_a_unit_that_left_and_comes_again_is_known_for_it(game):
    _text, rows, _sides = drafted(game, "12/41", "6/42")
    assert rows["allied", 21]["at"] == "N(again)"  # July to August 1941, and from January 1942
    assert rows["allied", 45]["at"] == "N"  # first in July 1942


@pytest.fixture(scope="module")
def full(game):
    """A scenario with some of everything."""
    text, _rows, _sides = drafted(game, "12/41", "6/42", origin="before")
    for was, now in (
        ("marker: wreck,           at: none", 'marker: wreck,           at: "T25(c4)"'),
        ("marker: captured-allied, at: none", "marker: captured-allied, at: SS32(d)"),
        ("marker: fortified-box,   at: none", "marker: fortified-box,   at: O27"),
        ('name: Private Army, at: "Decide: EE36?"', "name: Private Army, at: AA6(d)"),
        ("at: N(again), later: R1/42", "at: N(for 13)"),
        ("saved: {repair: 0}", "saved: {repair: 3}"),
    ):
        assert was in text
        text = text.replace(was, now, 1)
    return load_as_printed("desert-rats", "all", files={"scenarios/new.yaml": text})


def test_the_set_up_card_prints_it(full):
    card = set_up_card(plan(full, "new"), "allied", words_of(full))
    lines = {group["hex"]: [(row["name"], row.get("notes", [])) for row in group["lines"]] for group in card["groups"]}
    assert ("Wreck", ["4 points"]) in lines["T25"]
    assert ("Captured supply", ["face down"]) in lines["SS32"]
    assert ("Fortified box", []) in lines["O27"]
    assert ("Private Army", ["face down"]) in lines["AA6"]
    sections = {section["title"]: section for section in card["sections"]}
    assert sections["Saved when play begins"]["names"].startswith("Saved repair points: 3")
    (part,) = sections["Withdrawn in the place of others"]["parts"]
    assert [(row["no"], row["notes"]) for row in part["lines"]] == [(21, ["withdrawn in the place of unit 13"])]
    assert "Withdrawn in the place of others" not in {
        s["title"] for s in set_up_card(plan(full, "new"), "axis", words_of(full))["sections"]
    }


def test_forge_show_tells_it(full):
    def told(thing: str, heading: str) -> list[str]:
        card = look_up(full, thing).card
        assert card is not None
        return [line.text for section in card.sections if section.heading == heading for line in section.lines]

    lines = told("new", "Set-up of its own")
    for words in (
        "Allied, wreck: T25 (Gazala) with 4 points",
        "Allied 34, Private Army: face down",
        "saved repair points: 3",
    ):
        assert any(words in line for line in lines)
    assert told("Allied 34", "Scenarios with their own set-up") == ["new: in AA6 (Siwa); face down"]
