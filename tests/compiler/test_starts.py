"""Starts that are no single hex: in an area, at a map edge, with another unit, free, facing a way."""

from __future__ import annotations

import re
import shutil

import pytest

from scenario_forge import check, load_game
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.compiler.set_up import STATES, plan
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.cards import entry_words
from scenario_forge.game.notations import NotationError
from scenario_forge.game.placement import Placement
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.set_up_card import set_up_card
from tests.content.games import CONTENT, TOBRUK, game_of

COUNTERS = """basis: proposed
values:
  - {id: attack, name: Attack strength, at: foot}
  - {id: defence, name: Defence strength, at: foot, optional: true}
  - {id: movement, name: Movement allowance, at: foot, optional: true}
  - {id: class, name: Class, kind: word, optional: true, words: [{id: tracked, name: T}, {id: wheeled, name: W}]}
  - {id: range, name: Range, at: left, optional: true}
  - {id: activation, name: Activation range, at: right, of: formation, optional: true}
  - {id: fire, name: Fire, kind: word, optional: true, words: [{id: direct, name: D}, {id: artillery, name: A}]}
types: [{id: inf, name: Infantry}]
formations: [{id: first, name: First, side: axis}, {id: "606", name: "606", side: axis}]
units:
"""
RULES = """basis: proposed
automatic: {formation: "606", place: "4321"}
set_up: {}
sequence: {before: [set-up], turns: [turn-end]}
"""
CHART = """basis: proposed
side: SIDE
title: SIDE
columns: [{id: start, label: Turn 1, start: turn-1}, {id: start+, after: turn-1}]
units:
"""
NATIONALITIES = {"axis": ("german", "italian"), "allied": ("australian", "british")}
SCENARIO = "basis: proposed\nscenario: try\ntitle: Try\nstart: turn-1\nstop: turn-20\n"


def game(folder, axis=(), allied=(), later=None, north=None):
    """The map of Tobruk with units in these cells, by number from 1 on, and no rules but of a set-up."""
    made = folder / TOBRUK
    made.mkdir()
    for name in ("game.yaml", "map.yaml", "time-track.yaml"):
        shutil.copy((CONTENT / TOBRUK) / name, made)
    if north:
        drawn = (made / "map.yaml").read_text()
        (made / "map.yaml").write_text(re.sub(r'row: "01", tobruk: "[^"]*"', f'row: "01", tobruk: "{north}"', drawn))
    (made / "orders-of-battle").mkdir()
    (made / "scenarios").mkdir()
    (made / "scenarios" / "try.yaml").write_text(SCENARIO)
    counters = COUNTERS
    for side, cells in (("axis", axis), ("allied", allied)):
        rows = ""
        for no, cell in enumerate(cells, 1):
            nationality = NATIONALITIES[side][no % 2]
            counters += (
                f"  - {{side: {side}, no: {no}, name: U{no}, nationality: {nationality}, type: inf, attack: 3}}\n"
            )
            after = f", start+: '{later}'" if later and side == "axis" else ""
            rows += f"  - {{no: {no}, name: U{no}, start: '{cell}'{after}}}\n"
        (made / "orders-of-battle" / f"{side}.yaml").write_text(CHART.replace("SIDE", side) + (rows or "  []\n"))
    (made / "counters.yaml").write_text(counters)
    (made / "rules.yaml").write_text(RULES)
    return load_game(made, errata="none")


@pytest.mark.parametrize(
    "cell",
    ["0614", "0614>NE", "Tobruk (3)", "3/41 (2)", "turn 3", "in:perimeter", "edge:south,west turn 3", "edge:west",
     "on:12", "free", "N", "E", "0614>NE, on:12"],
)  # fmt: skip
def test_a_cell_is_written_as_it_was_read(cell):
    notation = Placement()
    tokens = notation.parse(cell)
    assert [
        (t.kind, t.place, t.date, t.edges, t.attached, t.facing) for t in notation.parse(notation.format(tokens))
    ] == [(t.kind, t.place, t.date, t.edges, t.attached, t.facing) for t in tokens]


@pytest.mark.parametrize(("cell", "at"), [("edge:west,sout", "sout"), ("edge:up", "up"), ("on:HQ", "on:HQ")])
def test_what_is_no_start_is_told_at_its_place(cell, at):
    with pytest.raises(NotationError) as caught:
        Placement().parse(cell)
    assert cell[caught.value.start : caught.value.end] == at


def test_a_marker_cannot_start_as_units_do():
    with pytest.raises(NotationError, match="is for units"):
        Placement(markers=True).parse("in:perimeter")


def test_the_perimeter_is_all_that_the_ditch_encloses():
    grid = hex_map(game_of(TOBRUK))
    inside = grid.areas["perimeter"]
    assert {grid.find(name).hex for name in ("4614", "4321", "2923")} <= inside
    assert not {grid.find(name).hex for name in ("0101", "0146", "2046", "0120")} & inside
    assert all(grid.passable[hex_] for hex_ in inside)


def test_play_can_read_where_a_unit_may_start(tmp_path):
    made = game(tmp_path, ("edge:west,south", "2540>NE", "on:2"), ("in:perimeter", "free"), later="edge:west turn 3")
    grid = hex_map(made)
    compiled = compile_scenario(made, "try")
    states = [STATES[state] for state in compiled.units.state]
    rules = {name: list(values) for name, values in compiled.rules.items() if name.startswith("start.")}
    numbers = {name: n for n, name in enumerate(zip(compiled.units.side, compiled.units.no, strict=True))}
    axis = {no: numbers[0, no] for no in (1, 2, 3)}
    allied = {no: numbers[1, no] for no in (1, 2)}
    assert [states[axis[no]] for no in (1, 2, 3)] == ["enters", "at", "attached"]
    assert [states[allied[no]] for no in (1, 2)] == ["within", "free"]
    assert rules["start.enters"] == [axis[1], 2, axis[1], 3]  # south, west
    assert rules["start.facing"] == [axis[2], grid.grid.directions.index("NE")]
    assert rules["start.attached"] == [axis[3], axis[2]]
    assert rules["start.within"] == [allied[1], 0]
    assert rules["start.free"] == [allied[2], 0]
    assert rules["start.arrives"] == [axis[1], 3, axis[2], 3, axis[3], 3]
    hexes = set(zip(rules["start.edge"][::2], rules["start.edge"][1::2], strict=True))
    assert {edge for edge, _hex in hexes} == {2, 3}
    assert (3, grid.find("0120").hex) in hexes
    assert (2, grid.find("2046").hex) in hexes
    assert list(compiled.changes.turn) == [2, 2, 2]


BAD = [
    ("OOB051", {"axis": ("edge:north",), "north": "s" * 54}, ("no hex that it can enter",)),
    ("OOB052", {"axis": ("free",)}, ()),
    ("OOB053", {"axis": ("2540>E",)}, ()),
    ("OOB054", {"axis": ("on:9",)}, ("has no unit 9",)),
    (
        "OOB054",
        {"axis": ("on:2", "on:1")},
        ("unit 2 starts with this unit in turn", "unit 1 starts with this unit in turn"),
    ),
    ("OOB054", {"axis": ("on:2", "N")}, ("is not there",)),
    ("REF001", {"axis": ("in:perimetre",)}, ("perimetre",)),
]


@pytest.mark.parametrize(("code", "cells", "says"), BAD)
def test_a_start_that_cannot_be_is_told(tmp_path, code, cells, says):
    found = [each for each in check(game(tmp_path, **cells)) if each.code.id in (code, "OOB051", "OOB052", "OOB053")]
    assert [each.code.id for each in found] == [code] * max(1, len(says))
    assert all(said in each.message for said, each in zip(says, found, strict=False))
    assert all(each.span.file.endswith("axis.yaml") for each in found)


def test_good_starts_are_told_nothing_of(tmp_path):
    made = game(tmp_path, ("edge:west,south", "2540>NE", "on:2"), ("in:perimeter", "free"))
    assert [each.message for each in check(made) if each.code.id.startswith(("OOB05", "REF00", "MAP066"))] == []


def test_an_open_start_is_said_in_words(tmp_path):
    made = game(tmp_path, ("edge:west,south", "2540>NE", "on:2"), ("in:perimeter",))
    linked = forces(made)
    said = {unit.key: entry_words(made, unit.at_start("start")) for unit in linked.units()}
    assert said == {
        ("axis", 1): "enters at any south or west edge hex",
        ("axis", 2): "in 2540, facing NE",
        ("axis", 3): "with unit 2",
        ("allied", 1): "anywhere inside the perimeter",
    }


def test_a_set_up_card_says_open_starts_and_counts_turns(tmp_path):
    made = game(tmp_path, ("edge:west,south", "2540>NE", "on:2"), ("in:perimeter",))
    planned = plan(made, "try")
    cards = {side: set_up_card(planned, side, words_of(made)) for side in ("axis", "allied")}
    assert [section["title"] for section in cards["allied"]["sections"]] == ["Anywhere inside the perimeter"]
    entering, together = cards["axis"]["sections"]
    assert entering["title"] == "Enters at any south or west edge hex, in any turn"
    assert together["parts"][0]["lines"][0]["notes"] == ["with 2 U2"]
    assert cards["axis"]["groups"][0]["lines"][0]["notes"] == ["facing NE"]
    assert cards["axis"]["facts"] == ["First turn: Turn 1, Morning", "Last turn: Turn 20, Night", "20 turns"]


def test_a_message_names_a_side_as_it_is_printed(tmp_path):
    (tmp_path / "a").mkdir()
    made = game(tmp_path / "a", ("on:9",))
    path = tmp_path / "a" / TOBRUK / "game.yaml"
    path.write_text(path.read_text().replace("name: Axis", "name: Afrika Korps"))
    found = [each.message for each in check(load_game(path.parent, errata="none")) if each.code.id == "OOB054"]
    assert made.side_names["axis"] == "Axis"
    assert found == ["Afrika Korps 1 starts with another unit, but its side has no unit 9"]
