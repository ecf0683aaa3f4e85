"""The tracks and starts of the slices, cell by cell against what their games print."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from scenario_forge import check, load_game
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule

from .conftest import folder_of, slice_of

CHECKLISTS = Path(__file__).parents[4] / "shared" / "checklists"
NUMBERS = {
    "ge_air": "air_german", "br_air": "air_british", "ge_supply": "supply_german", "ge_repl": "replacements_german",
    "it_repl": "replacements_italian", "br_repl": "replacements_british",
}  # fmt: skip
PARTS = ("Morning", "Day", "Evening", "Night")


def track(name):
    return schedule(slice_of(name))


def checklist(name):
    path = CHECKLISTS / f"{name}.yaml"
    if not path.exists():
        pytest.skip("the checklists are not beside the project")
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def shown(linked, column):
    return [box.cells[column].shown for box in linked.boxes]


def values(linked, column):
    return [box.cells[column].value for box in linked.boxes]


@pytest.mark.sampled(3)
def test_every_track_is_read_whole(slice_):
    linked = schedule(slice_)
    assert len(linked.boxes) == linked.calendar.length
    assert not [*linked.unresolved, *linked.columns.faults, *linked.malformed]
    assert [found.message for found in check(slice_) if found.code.id.startswith("TIM")] == []


def test_the_track_of_knights_has_twelve_turns_of_two_months():
    linked = track("knights")
    assert len(linked.boxes) == 12
    assert [linked.label(turn) for turn in (0, 5, 11)] == ["Mar 41", "Jan 42", "Jan 43"]
    assert sum(values(linked, "supply_german")) == 90000
    assert values(linked, "air_british") == [0, 3, 3, 3, 3, 3, 3, 3, 9, 6, 6, 3]
    assert shown(linked, "initiative").count("British") == 6


def test_the_reinforcements_chart_of_knights_cell_by_cell():
    rows = checklist("knights-of-the-desert")["tables"]["reinforcements_chart"]
    linked = track("knights")
    assert [box.label.upper() for box in linked.boxes] == [" ".join(row["date"].split()[::-1]) for row in rows]
    assert [name.upper() for name in shown(linked, "initiative")] == [row["initiative"] for row in rows]
    for key, column in NUMBERS.items():
        assert values(linked, column) == [int(row[key]) for row in rows], column


def test_the_turns_of_tobruk_go_round_the_day():
    linked = track("rats-of-tobruk")
    assert [linked.label(turn) for turn in (0, 3, 4, 19)] == [
        "Turn 1, Morning", "Turn 4, Night", "Turn 5, Morning", "Turn 20, Night"]  # fmt: skip
    assert {box.turn for box in linked.boxes if "die" in box.cells} == {2, 6, 10, 14, 18}
    assert {box.cells["die"].value for box in linked.boxes if "die" in box.cells} == {1}


@pytest.mark.parametrize(("number", "column"), [(1, "easter"), (2, "salient")])
def test_the_turn_track_of_tobruk_cell_by_cell(number, column):
    missing = {each["id"]: each for each in checklist("rats-of-tobruk")["missing"]}
    printed = missing["turn_track"]["proposed"][f"scenario_{number}"]
    ours = [
        f"{turn}: {box.cells[column].shown} {box.cells['light'].shown}" + " +1" * ("die" in box.cells)
        for turn, box in enumerate(track("rats-of-tobruk").boxes, 1)
    ]
    assert ours == printed


def test_a_turn_of_western_desert_is_half_an_hour_and_haze_comes_at_noon():
    linked = track("western-desert")
    assert shown(linked, "hour")[::4] == ["08:00", "10:00", "12:00"]
    assert [box.cells["hour"].shown for box in linked.boxes if box.cells["visibility"].shown == "Heat haze"] == [
        "12:00", "12:30"]  # fmt: skip
    meeting = next(e for e in checklist("western-desert")["missing"] if e["id"] == "MS4")["proposed"]["scenarios"][0]
    assert (linked.calendar.length, shown(linked, "hour")[0]) == (meeting["turns"], meeting["time_start"])


def test_moments_follow_each_other_by_player_turns_only_where_their_order_is_fixed():
    fixed, cup = track("western-desert"), track("rats-of-tobruk")
    assert [fixed.player_turn(1, side) for side in ("axis", "allied")] == [2, 3]
    assert [cup.player_turn(1, side) for side in ("axis", "allied")] == [1, 1]
    assert (fixed.end, cup.end) == (20, 20)


def starts(name, column):
    """Cells by side, then by number."""
    found = {}
    for unit in forces(slice_of(name)).units():
        found.setdefault(unit.side, {})[unit.no] = (unit.name, unit.row.cells.get(column, ""))
    return found


def test_the_easter_battle_begins_off_the_map_and_inside_the_perimeter():
    """17.5, 17.6, 17.7: Germans enter by any west or south edge hex; no Italians; all Allied units in the perimeter."""
    found = starts("rats-of-tobruk", "start")
    assert {cell for _name, cell in found["allied"].values()} == {"in:perimeter"}
    assert [cell for _name, cell in found["axis"].values()].count("edge:west,south") == 57
    assert [cell for _name, cell in found["axis"].values()].count("N") == 37
    assert len(found["allied"]) == 106


def test_the_salient_brings_the_italians():
    game = slice_of("rats-of-tobruk")
    assert not [found for found in check(game) if found.code.id == "OOB027"], "no unit of either battle is idle"
    linked = forces(game)
    own = [unit for unit in linked.units() if unit.at_start("salient") and unit.side == "axis"]
    assert [unit.at_start("salient").token.edges for unit in own] == [("south", "west")] * 94


def test_the_meeting_engagement_stands_hex_by_hex_with_its_headquarters():
    linked = forces(slice_of("western-desert"))
    grid = hex_map(slice_of("western-desert"))
    meeting = next(e for e in checklist("western-desert")["missing"] if e["id"] == "MS4")["proposed"]["scenarios"][0]
    for side, facing in (("axis", "E"), ("allied", "W")):
        units = {u.no: u.at_start("meeting") for u in linked.units() if u.side == side and u.at_start("meeting")}
        led = {entry.token.attached for entry in units.values() if entry.kind == "attached"}
        stand = {grid.name(e.hex): no in led for no, e in units.items() if e.kind == "at"}
        assert stand == {hex_: unit.endswith("+HQ") for hex_, unit in meeting[side]["setup"].items()}
        assert len(led) == meeting[side]["hq"]
        assert {e.token.facing for e in units.values() if e.kind == "at"} == {facing}
        assert all(e.facing is not None for e in units.values() if e.kind == "at")


def test_a_column_of_knights_that_no_rule_reads_is_found():
    text = (folder_of("knights") / "time-track.yaml").read_text(encoding="utf-8")
    added = text.replace("\nstarts:", "  - {id: weather, name: Weather, optional: true}\n\nstarts:", 1)
    found = check(load_game(folder_of("knights"), "none", {"time-track.yaml": added}))
    (finding,) = [each for each in found if each.code.id == "TIM022"]
    assert added.splitlines()[finding.span.line - 1].startswith("  - {id: weather")
    assert [each for each in check(slice_of("knights")) if each.code.id == "TIM022"] == []
