"""Set-ups as they are printed, unit by unit: against the checklists where they are there, and by themselves."""

from __future__ import annotations

import pytest

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.documents.counters import CountersDocument
from tests.content.games import CONTENT, KNIGHTS, game_of, missing, printed

SIDES = ("axis", "allied")
SCENARIOS = {
    "tobruk-41": "3_1941", "campaign-41": "3_1941", "campaign": "3_1941",
    "tobruk-42": "1_1942", "campaign-42": "1_1942", "el-alamein": "7_1942",
}  # fmt: skip
"""Which of the three set-ups each scenario of *Knights of the Desert* begins with."""
OPTIONAL, GARRISONS = {6, 7}, {1: 100, 29: 600}
DEPOTS = {"axis": 60, "allied": 150}
"""Depots that come with an option; strengths of garrisons, and of depots of the later starts (X3)."""
FORTS = {"3_1941": {"1711": 3, "2010": 3}, "1_1942": {"1711": 3, "2010": 3},
         "7_1942": {"1711": 3, "2010": 3, "3106": 4, "3205": 4, "3105": 4}}  # fmt: skip
"""Levels of fortification: Tobruk, Bardia; the line of El Alamein, Ruweisat and Bab el Qattara (X20)."""


_BEGUN = {}


def begun(scenario):
    """A scenario of *Knights of the Desert* when play begins, with all that its options add."""
    if scenario not in _BEGUN:
        ready = prepare(game_of(KNIGHTS), scenario, {"extra-depots"})
        _BEGUN[scenario] = ready, ready.play.begin()
    return _BEGUN[scenario]


def of_units(scenario, column):
    """A column by number of the units on the map."""
    ready, state = begun(scenario)
    values = getattr(state.units, column)
    numbers = enumerate(zip(ready.compiled.units.no, state.units.place, strict=True))
    return {no: values[unit] for unit, (no, place) in numbers if place >= 0}


def where(scenario):
    names = begun(scenario)[0].compiled.names["hexes"]
    return {no: names[place] for no, place in of_units(scenario, "place").items()}


def kinds():
    """By number of each unit: its row of the counters."""
    return {unit.no: unit for unit in load_game(CONTENT / KNIGHTS).one("counters", CountersDocument)[0].units}


@pytest.mark.parametrize(
    ("scenario", "on_map", "strengths", "places"),
    [
        ("tobruk-41", 29, {8: 665, 37: 590, 2: 30, 29: 600}, {8: "0304", 36: "0607", 37: "1711"}),
        ("tobruk-42", 40, {8: 330, 41: 600, 2: 60, 30: 150}, {18: "0304", 41: "3408", 39: "1711"}),
        ("el-alamein", 46, {8: 510, 55: None, 50: 60}, {19: "3006", 41: "3105", 17: "1711", 39: None}),
    ],
)
def test_some_units_of_knights_stand_where_their_start_has_them(scenario, on_map, strengths, places):
    """The figures of X2 and X3, without the checklist."""
    found, strong = where(scenario), of_units(scenario, "strength")
    assert len(found) == on_map
    assert {no: found.get(no) for no in places} == places
    assert {no: strong.get(no) for no in strengths} == strengths


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("scenario", "start"), SCENARIOS.items())
def test_every_scenario_of_knights_stands_unit_by_unit(scenario, start):
    listed = missing(KNIGHTS, "X2")[f"setup_{start}"]
    wanted = {no: row["hex"] for side in SIDES for row in listed[side] for no in row["units"]}
    assert where(scenario) == wanted


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("scenario", "start"), SCENARIOS.items())
def test_every_scenario_of_knights_has_its_strengths(scenario, start):
    """X3; depots and garrisons have the same at every later start, and at the first what the counters print."""
    listed, units, found = (
        missing(KNIGHTS, "X3")[f"start_{start}"],
        kinds(),
        of_units(scenario, "strength"),
    )
    wanted = dict(GARRISONS)
    for text in (text for side in ("Axis", "Allied") for text in listed[side]):
        named, strength = text.rsplit(": ", 1)
        no = int(named.split()[0])
        assert (units[no].name, units[no].values["ceiling"]) == (named.split(" ", 1)[1], int(strength.split("/")[1]))
        wanted[no] = int(strength.split("/")[0])
    first = start == "3_1941"
    for no in found:
        if units[no].type == "depot":
            wanted[no] = units[no].strength if first else DEPOTS[units[no].side]
    assert found == wanted


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("scenario", "start"), SCENARIOS.items())
def test_every_scenario_of_knights_begins_with_its_supply_air_points_towns_and_forts(scenario, start):
    """X4, X5, X6, X7 and X20."""
    (ready, state), units, listed = begun(scenario), kinds(), printed(KNIGHTS)["missing"]
    proposed = {row["id"]: row["proposed"] for row in listed}
    month = start.replace("_", "/")
    axis = proposed["X4"]["axis_units_3_1941" if start == "3_1941" else "axis_units_later"]
    supply = {
        no: proposed["X4"]["depots"] if units[no].type == "depot"
        else axis["mobile" if units[no].values["mobility"] == "mobile" else "nonmobile"] if units[no].side == "axis"
        else units[no].values["supply_ceiling"]
        for no in where(scenario)
    }  # fmt: skip
    assert of_units(scenario, "supply") == supply
    assert list(state.sides.air) == [proposed["X5"][month][nation] for nation in ("GE", "BR")]
    held = {town: SIDES[holder - 1].title() for town, holder in ready.play.holders(state).items()}
    assert held == proposed["X6"][month]
    assert list(ready.play.score(state)) == [proposed["X7"]["all"]] * 2
    forts = {no: FORTS[start].get(hex_, 0) for no, hex_ in where(scenario).items()}
    assert of_units(scenario, "fort") == forts
    assert set(of_units(scenario, "points").values()) == {0}


def test_units_of_knights_arrive_in_the_month_that_the_order_of_battle_prints():
    listed = {int(row["unit"]): row["arrival"] for row in printed(KNIGHTS)["order_of_battle"]}
    ready, _ = begun("campaign")
    months = {no: list(map(int, said.split("-"))) for no, said in listed.items() if "START" not in said}
    due = dict(zip(ready.compiled.units.no, ready.compiled.units.arrival, strict=True))
    assert due == dict.fromkeys(listed, -1) | {no: ((y - 1941) * 12 + m - 3) // 2 for no, (m, y) in months.items()}


def test_the_extra_depots_of_knights_come_with_their_option_alone():
    plain = prepare(game_of(KNIGHTS), "tobruk-41")
    assert not OPTIONAL & set(plain.compiled.units.no)
    assert set(where("tobruk-41")) >= OPTIONAL
