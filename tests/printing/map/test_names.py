"""Names on the map: clear of each other and of what must be read; PRT009 where they cannot be."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.layout import boxes_overlap
from scenario_forge.printing.map.plan import draw_art, plan_map
from scenario_forge.printing.map.sheets import crowded_names
from scenario_forge.printing.map.symbols import symbol_boxes
from scenario_forge.printing.svg import Canvas

ROOM = "{name: Bir Tal,     hex: D3,  kinds: [landmark]}"


@pytest.fixture
def texts(plan):
    """What is written on the joined map, by role."""
    left, top, right, bottom = plan.art
    canvas = Canvas(right - left, bottom - top, left, top)
    draw_art(canvas, plan, plan.frame, plan.art)
    found = {}
    for mark in canvas.texts:
        found.setdefault(mark.role, []).append(mark)
    if not plan.frame.linked.document.places:
        pytest.skip("nothing on its map has a name")
    return found


def test_no_name_touches_another(plan, texts):
    """Letters of one region are spaced by where they stand; the boxes of turned ones are larger than they are."""
    regions = [number for number, name in enumerate(plan.names) for _letter in name.letters]
    names = [(None, mark) for mark in texts["name"]] + [*zip(regions, texts.get("area-name", []), strict=True)]
    assert len(texts["name"]) >= 4
    apart = [(a, b) for (one, a), (other, b) in combinations(names, 2) if one is None or one != other]
    touching = [(a.text, b.text) for a, b in apart if boxes_overlap(a.box, b.box)]
    assert touching == []


def test_no_name_covers_a_hex_number_or_a_symbol(plan, texts):
    names = texts["name"] + texts.get("area-name", [])
    numbers = [(mark.text, mark.box) for mark in texts["hex-number"]]
    assert len(numbers) == len(plan.frame.hexes)
    symbols = [("symbol", box) for boxes in symbol_boxes(plan.frame).values() for box in boxes]
    covered = [(n.text, what) for n in names for what, box in numbers + symbols if boxes_overlap(n.box, box)]
    assert covered == []


@pytest.mark.sampled(3)
def test_every_place_and_every_region_is_named_once(plan, texts):
    assert sorted(mark.text for mark in texts["name"]) == sorted(p.name for p in plan.frame.linked.document.places)
    letters = "".join(mark.text for mark in texts.get("area-name", []))
    assert len(letters) == sum(len(n.name.name.replace(" ", "")) for n in plan.frame.linked.names)


@pytest.mark.sampled(3)
def test_a_name_stands_nearest_to_its_own_hex_or_beside_it(plan):
    for label in plan.labels:
        x, y = plan.frame.centre(label.hex)
        away = max(label.box[0] - x, x - label.box[2], label.box[1] - y, y - label.box[3])
        assert away <= plan.frame.size, label.text
        apart = {other.hex: _apart(plan.frame.centre(other.hex), label.box) for other in plan.labels}
        assert min(apart, key=apart.__getitem__) == label.hex, label.text


def test_a_name_in_open_country_stands_close_to_its_symbol(plan):
    """In open country: neither the sea nor another place is in the next hex."""
    places, linked = {label.hex for label in plan.labels}, plan.frame.linked
    beside = {hex_: [n for n in linked.grid.neighbours[hex_] if n >= 0] for hex_ in places}
    open_ = [each for each in plan.labels if all(linked.land[n] and n not in places for n in beside[each.hex])]
    away = {each.text: _apart(plan.frame.centre(each.hex), each.box) / plan.frame.size for each in open_}
    assert bool(away) == bool(linked.document.places)
    assert {name: far for name, far in away.items() if far > 0.3} == {}


def _apart(at, box):
    return hypot(max(box[0] - at[0], 0, at[0] - box[2]), max(box[1] - at[1], 0, at[1] - box[3]))


@pytest.mark.sampled(3)
def test_a_name_with_room_on_the_water_stands_there_when_its_town_is_on_the_coast(plan):
    """Each game that has a sea has one of these towns; one without has none."""
    land = plan.frame.linked.land
    towns = [each for each in plan.labels if each.text in ("Port Sefton", "Benghazi", "Massawa", "Tobruk harbour")]
    assert bool(towns) == any(not land[hex_] for hex_ in plan.frame.hexes)
    for label in towns:
        x, y = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
        under = min(plan.frame.hexes, key=lambda h: hypot(plan.frame.centre(h)[0] - x, plan.frame.centre(h)[1] - y))
        assert not land[under], label.text


def test_a_name_without_room_is_reported_at_its_text(skirmish):
    crowd = "\n".join(f"  - {{name: Bir Tal the {n}th of many, hex: D3, kinds: [landmark]}}" for n in range(40))
    game = skirmish(("map.yaml", f"  - {ROOM}\n", f"  - {ROOM}\n{crowd}\n"))
    found = crowded_names(plan_map(Brief(game), hex_map(game)))
    assert {finding.code.id for finding in found} == {"PRT009"}
    assert all("D3" not in finding.message and "another name" in finding.message for finding in found[:1])
    assert found[0].span.file == "map.yaml"


def test_names_with_room_are_not_reported(plan):
    assert crowded_names(plan) == []


@pytest.mark.parametrize("name", ["ليبيا", "Ω" * 300, "a\\u0007b", "Ещё одно имя", "A B"])
def test_any_name_is_set(skirmish, name):
    names = (
        f'names: [{{name: "{name}", along: [C1, C9]}}, {{name: "{name}", kind: water, along: [HH2], large: true}}]\n'
    )
    game = skirmish(("map.yaml", "areas:\n", f"{names}areas:\n"), ("map.yaml", "name: Bir Tal, ", f'name: "{name}", '))
    plan = plan_map(Brief(game), hex_map(game))
    assert len(plan.names) == 2
    assert all(mark.letters for mark in plan.names)
    assert len(plan.labels) == 4


def test_letters_of_a_region_run_from_west_to_east_and_are_spaced_evenly(plan):
    straight = [
        n for n in plan.names if len({plan.frame.centre(h)[1] for h in plan.frame.linked.names[n.number].hexes}) == 1
    ]
    for name in straight:
        lefts = [letter.at[0] for letter in name.letters]
        assert lefts == sorted(lefts)
        assert len({round(letter.at[1], 3) for letter in name.letters}) == 1
        assert {round(letter.turn, 6) for letter in name.letters} == {0.0}


@pytest.mark.sampled(3)
def test_the_same_map_gives_the_same_names(plan):
    again = plan_map(plan.brief, plan.frame.linked)
    assert again.labels == plan.labels
    assert again.names == plan.names
