"""The small map is plain SVG, to scale, and says which hexes matter."""

from __future__ import annotations

import re
from functools import partial
from math import hypot
from xml.etree import ElementTree as ET

import pytest

from scenario_forge.compiler.set_up import plan
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.hexes import across, centre, distance
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import frame_around
from scenario_forge.printing.map.small import Backdrop, front_between, hexes_open, small_map
from tests.printing.conftest import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def game(skirmish):
    return skirmish()


@pytest.fixture
def linked(game):
    return hex_map(game)


def at(linked, name):
    return linked.grid.find(name)


def drawn(game, own, other=()):
    return ET.fromstring(small_map(Brief(game), hex_map(game), own, other, "#5C6428"))


def test_own_hexes_are_filled_and_numbered_the_others_outlined(game, linked):
    root = drawn(game, {at(linked, "G6"): 2, at(linked, "F5"): 0}, [at(linked, "FF4"), at(linked, "G6")])
    marked = {p.get("id"): p.get("class") for p in root.iter(f"{SVG}path") if p.get("id")}
    assert marked == {"hex-G6": "own", "hex-F5": "own", "hex-FF4": "other"}
    assert [t.text for t in root.iter(f"{SVG}text") if t.get("fill") == "#FFFFFF" and not t.get("stroke")] == ["2"]


def test_it_says_its_size_in_millimetres(game, linked):
    root = drawn(game, {at(linked, "A1"): 1, at(linked, "GG10"): 1})
    assert root.get("viewBox").split(",")[2:] == [root.get(key).removesuffix("mm") for key in ("width", "height")]


@pytest.mark.parametrize(("width", "height"), [(186, 62), (60, 60), (30, 90)])
def test_a_window_around_hexes_keeps_within_its_room(linked, width, height):
    left, top, right, bottom = frame_around(linked, [at(linked, "A1"), at(linked, "GG10")], width, height).box
    assert right - left <= width + 1e-6
    assert bottom - top <= height + 1e-6


def test_every_marked_hex_is_inside(linked):
    marked = [at(linked, name) for name in ("A1", "G6", "GG10", "AA10")]
    frame = frame_around(linked, marked, 186, 62)
    assert all(frame.holds(centre(linked.grid, h, frame.size)) for h in marked)


def test_without_marks_the_whole_map_is_drawn(linked):
    frame = frame_around(linked, [], 186, 62)
    assert all(frame.holds(centre(linked.grid, h, frame.size)) for h in range(len(linked.grid)))


def quadratics(path):
    """Points along the curves of a path, ten to each."""
    found, here, start = [], (0.0, 0.0), (0.0, 0.0)
    for command, numbers in re.findall(r"([MLQZ])([^MLQZ]*)", path):
        values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        if command == "Q":
            (bx, by), (ex, ey) = values[:2], values[2:]
            for n in range(11):
                t = n / 10
                x, y = (
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * e
                    for a, b, e in ((here[0], bx, ex), (here[1], by, ey))
                )
                found.append((x, y))
        here = start if command == "Z" else tuple(values[-2:])
        start = here if command == "M" else start
    return found


def test_the_coast_keeps_clear_of_every_hex_centre(game, linked):
    root = drawn(game, {at(linked, "G6"): 1, at(linked, "A1"): 1, at(linked, "GG10"): 1})
    size = frame_around(linked, [at(linked, "G6"), at(linked, "A1"), at(linked, "GG10")], 186, 62).size
    coast = quadratics(next(p.get("d") for p in root.iter(f"{SVG}path") if p.get("class") == "coast"))
    assert len(coast) > 100
    centres = [centre(linked.grid, h, size) for h in range(len(linked.grid))]
    assert min(hypot(x - cx, y - cy) for x, y in coast for cx, cy in centres) > 0.3 * size


def test_a_name_is_text_whatever_it_says(skirmish, linked):
    game = skirmish(("map.yaml", "name: Port Sefton,", 'name: "<script>&amp;\'\\"",'))
    root = drawn(game, {at(linked, "A1"): 1, at(linked, "GG10"): 1})
    assert "<script>&amp;'\"" in [text.text for text in root.iter(f"{SVG}text")]


def test_the_same_map_gives_the_same_text(skirmish):
    one, two = (drawn(skirmish(), {5: 1}, [9, 8]) for _ in range(2))
    assert ET.tostring(one) == ET.tostring(two)


def test_a_map_of_one_hex_and_of_flat_tops_is_drawn(skirmish):
    assert drawn(skirmish(("map.yaml", "orientation: pointy", "orientation: flat")), {0: 1, 159: 1}).get("width")


def test_the_front_lies_midway_between_two_hexes_and_ends_where_nobody_is_near(linked):
    west, east = at(linked, "C3"), at(linked, "C7")
    sides = front_between(linked, [[west], [east]])
    assert sides
    metric = partial(distance, linked.grid)
    for side in sides:
        a, b = across(linked.grid, side)
        assert {metric(a, west) <= metric(a, east), metric(b, west) <= metric(b, east)} == {True, False}
        assert all(linked.land[h] and max(metric(h, west), metric(h, east)) <= 6 for h in (a, b))


def test_there_is_no_front_between_those_far_apart_and_none_with_one_side_alone(linked):
    far = [[at(linked, "C1")], [at(linked, "CC10")]]
    assert not front_between(linked, far)
    assert not front_between(linked, [far[0], []])


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_the_ground_on_which_a_side_begins_or_enters_is_tinted(side):
    """The garrison begins inside the perimeter; whoever attacks enters at the west and south edges."""
    game = load_game(ROOT / "content/rats-of-tobruk", "all")
    planned = plan(game, "easter-battle")
    open_ground = hexes_open(planned)
    grid = planned.map.grid
    assert {grid.find("4614"), grid.find("1124")} <= {*open_ground["allied"]}
    assert grid.find("0111") not in open_ground["allied"]
    assert {grid.find("0111"), grid.find("3746")} <= {*open_ground["axis"]}
    assert grid.find("1124") not in open_ground["axis"]
    other = open_ground["allied" if side == "axis" else "axis"]
    drawing = small_map(Brief(game), planned.map, {}, (), "#5C6428", Backdrop(own=open_ground[side], other=other))
    classes = [path.get("class") for path in ET.fromstring(drawing).iter(f"{SVG}path")]
    assert (classes.count("own-area"), classes.count("other-area")) == (1, 1)
