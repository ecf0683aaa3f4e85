"""Any state in which a player turn begins can be written as a set-up: begun from it, the state is the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from scenario_forge.api import check, load_game
from scenario_forge.api.drafts.from_play import from_state
from scenario_forge.api.play import prepare
from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT
from scenario_forge.compiler.set_up import plan
from scenario_forge.drafts.dates import ScenarioRequest

SKIRMISH = Path(__file__).parents[1] / "games" / "skirmish"
WANTED = ScenarioRequest("later", "5/41", "8/41", "axis")


@pytest.fixture(scope="module")
def siege(game: Any) -> Any:
    return prepare(game, "siege", ["eighty-eights"])


def some_state(siege: Any, seed: int) -> Any:
    """A state of May 1941, Axis to move, in which everything is somewhere that it may be."""
    chance, state, compiled = random.Random(seed), siege.play.begin(), siege.compiled
    hexes, supplies = state.hexes, state.supplies
    land = [h for h, kind in enumerate(compiled.map.terrain) if compiled.kinds.terrain_passable[kind]]
    for hex_ in land:
        hexes.wreck[hex_] = hexes.box[hex_] = 0
    for hex_ in chance.sample(land, 40):
        hexes.control[hex_] = chance.randint(0, 2)
    own = [[h for h in land if hexes.control[h] == side + 1] for side in (0, 1)]
    boxes: list[list[int]] = [[], [-2]]  # the box is the Axis's
    scatter_units(siege, state, chance, [places + box for places, box in zip(own, boxes, strict=True)])
    for number, marker in enumerate(siege.play.rules.markers):
        place = chance.choice([NOWHERE, *own[marker.side], *boxes[marker.side]])
        supplies.place[number] = place
        supplies.used[number] = chance.randint(0, 1) if place != NOWHERE else 0
    for hex_ in chance.sample(land, 4):
        hexes.wreck[hex_] = chance.randint(1, 9)
    barred = {hex_ for hex_ in compiled.places.hex if hex_ >= 0}  # forts and towns among them
    for hex_ in chance.sample([h for h in own[0] + own[1] if h not in barred], 3):
        hexes.box[hex_] = hexes.control[hex_]
    for side in (0, 1):
        state.sides.repairs[side] = chance.randint(0, 5)
    state.clock.turn[0], state.clock.side[0] = compiled.turns.span[0] + 2, 1
    return state


def scatter_units(siege: Any, state: Any, chance: random.Random, places: list[list[int]]) -> None:
    """Each unit somewhere, nowhere or lost; some face down, green, or withdrawn for another."""
    columns, units = siege.compiled.units, state.units
    unnamed = set(range(len(units.place)))
    for unit, side in enumerate(columns.side):
        place = chance.choice([NOWHERE, NOWHERE, AT_BASE, OUT, *chance.sample(places[side], 3)])
        there, raider, most = place >= 0 or place == -2, siege.play.rules.irregulars[unit], columns.strength[unit]
        units.place[unit] = place
        units.strength[unit] = chance.randint(min(1, most), most) if there else most if place == NOWHERE else 0
        units.down[unit] = int(there and raider and chance.random() < 0.5)
        units.green[unit] = 0
        units.stands[unit] = 0
        mates = sorted(other for other in unnamed if other != unit and columns.side[other] == side)
        if place == NOWHERE and not raider and mates and chance.random() < 0.5:
            named = chance.choice(mates)
            unnamed.discard(named)
            units.stands[unit], units.strength[unit] = named + 1, chance.randint(1, most)


def written(state: Any, markers: Any) -> dict[str, Any]:
    """What a set-up says of a state; supply markers of a side and kind are not told apart."""
    data = state.to_data()["tables"]
    units, supplies = data["units"], data["supplies"]
    lying = zip(markers, supplies["place"], supplies["used"], strict=True)
    return {
        **{name: units[name] for name in ("place", "strength", "down", "green", "stands")},
        "supplies": sorted((m.side, m.captured, place, used) for m, place, used in lying),
        **{name: data["hexes"][name] for name in ("wreck", "box")},
        "saved": data["sides"]["repairs"],
        **{name: data["clock"][name] for name in ("turn", "side")},
    }


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(20))
def test_begun_from_its_set_up_a_state_is_the_same(game, siege, seed):
    state = some_state(siege, seed)
    made = from_state(game, WANTED, siege, state, "a state")
    again = load_game(SKIRMISH, files={"scenarios/later.yaml": made.text})
    own = [each for each in check(again) if each.span.file == "scenarios/later.yaml"]
    assert not {each.code.id for each in own} & {"SCN040", "SCN041", "REF001", "REF002", "SCH001", "SCN013"}
    begun = prepare(again, "later").play.begin()
    assert written(begun, siege.play.rules.markers) == written(state, siege.play.rules.markers)
    assert all(now == was for now, was in zip(begun.hexes.control, state.hexes.control, strict=True) if was)


def test_every_part_is_there_even_where_there_is_nothing(game, siege):
    made = from_state(game, WANTED, siege, siege.play.begin(), "the start")
    document = yaml.safe_load(made.text)
    for side in document["set_up"]:
        assert {"units", "markers", "saved"} <= set(side)
        assert side["saved"] == {"repair": 0}
    kinds = {row["marker"].split("-")[0] for side in document["set_up"] for row in side["markers"]}
    assert {"supply", "captured", "fortified"} <= kinds
    assert document["options"] == ["eighty-eights"]


def july(siege: Any, side: int) -> Any:
    """July 1941: Allied 3, who should have left in June, is there; Allied 7, who should have come in May, is not."""
    state = siege.play.begin()
    state.clock.turn[0], state.clock.side[0] = siege.compiled.turns.span[0] + 4, side
    three, seven = (siege.compiled.units.no.index(no) for no in (3, 7))
    state.units.place[three], state.units.place[seven] = state.units.place[0], NOWHERE
    return state


def rows_of(text: str) -> dict[tuple[str, int], dict[str, str]]:
    """Rows by side and number; this YAML takes the key `no` for a truth value."""
    return {(side["side"], row[False]): row for side in yaml.safe_load(text)["set_up"] for row in side["units"]}


@pytest.mark.parametrize(("side", "first", "date"), [(0, "allied", "7/41"), (1, "axis", "8/41")])
def test_what_is_overdue_is_due_in_the_sides_first_player_turn(game, siege, side, first, date):
    text = from_state(game, ScenarioRequest("later", "7/41", "8/41", first), siege, july(siege, side), "a state").text
    rows = rows_of(text)
    assert rows["allied", 3]["later"].startswith(f"W{date}")
    assert rows["allied", 7]["later"].startswith(f"R{date}")
    assert "#   withdrawals outstanding: Allied 3\n" in text
    again = load_game(SKIRMISH, files={"scenarios/later.yaml": text})
    changes = {(change.unit.no, change.kind) for change in plan(again, "later").changes if change.unit.side == "allied"}
    assert {(3, "leaves"), (7, "arrives")} <= changes


def test_a_withdrawal_that_another_has_made_is_not_outstanding(game, siege):
    state = july(siege, 0)
    three, four = (siege.compiled.units.no.index(no) for no in (3, 4))
    state.units.place[four], state.units.stands[four] = NOWHERE, three + 1
    rows = rows_of(from_state(game, ScenarioRequest("later", "7/41", "8/41"), siege, state, "a state").text)
    assert "later" not in rows["allied", 3]
    assert rows["allied", 4]["at"] == "N(for 3)"
