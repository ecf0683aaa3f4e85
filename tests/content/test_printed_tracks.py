"""Tracks and starts, cell by cell against what their games print."""

from __future__ import annotations

import pytest

from scenario_forge import check, load_game
from scenario_forge.game.forces import forces
from scenario_forge.game.schedule import schedule
from tests.content.games import CONTENT, KNIGHTS, NAMES, TOBRUK, game_of, missing, printed

NUMBERS = {
    "ge_air": "air_german", "br_air": "air_british", "ge_supply": "supply_german", "ge_repl": "replacements_german",
    "it_repl": "replacements_italian", "br_repl": "replacements_british",
}  # fmt: skip
PARTS = ("Morning", "Day", "Evening", "Night")


def track(name):
    return schedule(game_of(name))


def shown(linked, column):
    return [box.cells[column].shown for box in linked.boxes]


def values(linked, column):
    return [box.cells[column].value for box in linked.boxes]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_track_is_read_whole(name):
    linked = schedule(game_of(name))
    assert len(linked.boxes) == linked.calendar.length
    assert not [*linked.unresolved, *linked.columns.faults, *linked.malformed]
    assert [found.message for found in check(game_of(name)) if found.code.id.startswith("TIM")] == []


def test_the_track_of_knights_has_twelve_turns_of_two_months():
    linked = track(KNIGHTS)
    assert len(linked.boxes) == 12
    assert [linked.label(turn) for turn in (0, 5, 11)] == ["Mar 41", "Jan 42", "Jan 43"]
    assert sum(values(linked, "supply_german")) == 90000
    assert values(linked, "air_british") == [0, 3, 3, 3, 3, 3, 3, 3, 9, 6, 6, 3]
    assert shown(linked, "initiative").count("British") == 6


def test_the_reinforcements_chart_of_knights_cell_by_cell():
    rows = printed(KNIGHTS)["tables"]["reinforcements_chart"]
    linked = track(KNIGHTS)
    assert [box.label.upper() for box in linked.boxes] == [" ".join(row["date"].split()[::-1]) for row in rows]
    assert [name.upper() for name in shown(linked, "initiative")] == [row["initiative"] for row in rows]
    for key, column in NUMBERS.items():
        assert values(linked, column) == [int(row[key]) for row in rows], column


def test_the_turns_of_tobruk_go_round_the_day():
    linked = track(TOBRUK)
    assert [linked.label(turn) for turn in (0, 3, 4, 19)] == [
        "Turn 1, Morning", "Turn 4, Night", "Turn 5, Morning", "Turn 20, Night"]  # fmt: skip
    assert {box.turn for box in linked.boxes if "die" in box.cells} == {2, 6, 10, 14, 18}
    assert {box.cells["die"].value for box in linked.boxes if "die" in box.cells} == {1}


@pytest.mark.parametrize(("number", "column"), [(1, "easter"), (2, "salient")])
def test_the_turn_track_of_tobruk_cell_by_cell(number, column):
    listed = missing(TOBRUK, "turn_track")[f"scenario_{number}"]
    ours = [
        f"{turn}: {box.cells[column].shown} {box.cells['light'].shown}" + " +1" * ("die" in box.cells)
        for turn, box in enumerate(track(TOBRUK).boxes, 1)
    ]
    assert ours == listed


def test_moments_follow_each_other_by_player_turns_only_where_their_order_is_fixed():
    fixed, cup = track("desert-rats"), track(TOBRUK)
    assert [fixed.player_turn(1, side) for side in ("axis", "allied")] == [3, 2]
    assert [cup.player_turn(1, side) for side in ("axis", "allied")] == [1, 1]
    assert (fixed.end, cup.end) == (50, 20)


def starts(name, column):
    """Cells by side, then by number."""
    found = {}
    for unit in forces(game_of(name)).units():
        found.setdefault(unit.side, {})[unit.no] = (unit.name, unit.row.cells.get(column, ""))
    return found


def test_the_easter_battle_begins_off_the_map_and_inside_the_perimeter():
    """17.5, 17.6, 17.7: Germans enter by any west or south edge hex; no Italians; all Allied units in the perimeter."""
    found = starts(TOBRUK, "start")
    assert {cell for _name, cell in found["allied"].values()} == {"in:perimeter"}
    assert [cell for _name, cell in found["axis"].values()].count("edge:west,south") == 57
    assert [cell for _name, cell in found["axis"].values()].count("N") == 37
    assert len(found["allied"]) == 106


def test_the_salient_brings_the_italians():
    game = game_of(TOBRUK)
    assert not [found for found in check(game) if found.code.id == "OOB027"], "no unit of either battle is idle"
    linked = forces(game)
    own = [unit for unit in linked.units() if unit.at_start("salient") and unit.side == "axis"]
    assert [unit.at_start("salient").token.edges for unit in own] == [("south", "west")] * 94


def test_a_column_of_knights_that_no_rule_reads_is_found():
    text = ((CONTENT / KNIGHTS) / "time-track.yaml").read_text(encoding="utf-8")
    added = text.replace("\nstarts:", "  - {id: weather, name: Weather, optional: true}\n\nstarts:", 1)
    found = check(load_game(CONTENT / KNIGHTS, "none", {"time-track.yaml": added}))
    (finding,) = [each for each in found if each.code.id == "TIM022"]
    assert added.splitlines()[finding.span.line - 1].startswith("  - {id: weather")
    assert [each for each in check(game_of(KNIGHTS)) if each.code.id == "TIM022"] == []
