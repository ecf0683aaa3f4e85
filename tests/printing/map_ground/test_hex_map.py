"""The one drawing of hex maps: all that show a map draw with it, at every level of detail, with any of its layers."""

from __future__ import annotations

import ast
from math import cos, hypot, sin, tau
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.hexes import centre
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import MapFrame, frame_around, whole_map
from scenario_forge.printing.map.hex_map import LAYERS, DrawnFront, MarkedHex, Tint, draw_hex_map
from scenario_forge.printing.map.plain import ease, outline
from scenario_forge.printing.svg import Canvas
from scenario_forge.reports.drawing import Shrinker
from tests.hexes.maps import grids
from tests.printing.conftest import SKIRMISH
from tests.printing.map_ground.conftest import inside

GAME = load_game(SKIRMISH, "all")
LINKED, BRIEF = hex_map(GAME), Brief(GAME)
CODE = Path(__file__).parents[3] / "scenario_forge"
USERS = {
    "printing/booklet/booklet.py", "printing/box_pictures.py", "printing/map/both_sides.py", "printing/map/plan.py",
    "printing/map/small.py", "reports/collate.py", "reports/diff.py", "reports/playtest_pictures.py",
}  # fmt: skip
"""Posters, tiles, replay, dossier and pictures of set-ups draw the art of a plan; pages of errata a playtest's map."""
OUTLINES = {"chains", "corners", "lattice_corners", "millimetres", "side_ends"}
"""What only a drawing of hexes of its own would ask of their geometry."""
LAYERS_OF_ITS_OWN = {"hexsides", "land", "lattice", "roads"}


def imported(path):
    """Module and name of all that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def shows_maps():
    """The modules of print and pages outside the folder of the map."""
    paths = sorted([*CODE.glob("printing/**/*.py"), *CODE.glob("reports/**/*.py")])
    return {path.relative_to(CODE).as_posix(): [*imported(path)] for path in paths}


def test_all_that_show_a_map_draw_the_hex_map():
    found = {name for name, names in shows_maps().items() if any(name == "draw_hex_map" for _, name in names)}
    assert found == USERS


def test_nothing_else_draws_hexes():
    for path, names in shows_maps().items():
        if not path.startswith("printing/map/"):
            for module, name in names:
                assert not (module.startswith("scenario_forge.hexes") and name in OUTLINES), f"{path} uses {name}"
                last = module.removeprefix("scenario_forge.printing.map.")
                assert last not in LAYERS_OF_ITS_OWN, f"{path} draws a layer of {module}"


# -- levels of detail and layers -------------------------------------------------------------------


def drawn(game, **options):
    frame = whole_map(hex_map(game), 15.0)
    canvas = Canvas(*frame.box[2:])
    draw_hex_map(canvas, Brief(game), frame, **options)
    return ET.fromstring(canvas.svg()), frame


@pytest.mark.parametrize("detail", LAYERS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_any_of_the_layers_are_a_drawing(detail, data):
    layers = data.draw(st.sets(st.sampled_from([layer for part in LAYERS[detail] for layer in part])))
    frame = whole_map(LINKED, 15.0)
    canvas = Canvas(*frame.box[2:])
    marked, tints = [MarkedHex(5, "#FF0000", figure=2)], [Tint([5, 6, 7], "#00FF00", "one"), Tint([], "#00FF00", "two")]
    draw_hex_map(
        canvas,
        BRIEF,
        frame,
        detail=detail,
        layers=layers,
        marked=marked,
        tints=tints,
        fronts=[DrawnFront((), "#000000", 1.0)],
    )
    ids = [each.get("id") for each in ET.fromstring(canvas.svg()).iter() if each.get("id")]
    assert len(ids) == len({*ids})


def test_a_layer_left_out_is_left_out(skirmish):
    game = skirmish()
    for layer, group in (("roads", "roads"), ("sea", "coast"), ("symbols", "symbols"), ("numbers", "numbers")):
        layers = [each for part in LAYERS["poster"] for each in part]
        names = [
            {each.get("id") for each in drawn(game, layers=some)[0].iter()}
            for some in (layers, [each for each in layers if each != layer])
        ]
        assert group in names[0] - names[1]


def test_each_hex_is_an_element_or_all_are_one_path(skirmish):
    root, frame = drawn(skirmish())
    ids = {f"hex-{frame.linked.grid.ids[hex_]}" for hex_ in frame.hexes}
    assert {each.get("id") for each in root.iter() if "hex" in each.get("class", "").split()} == ids
    merged, _ = drawn(skirmish(), each_hex=False)
    assert not any("hex" in each.get("class", "").split() for each in merged.iter())
    grid = [each for each in merged.iter() if each.get("class") == "others"]
    land, sea = (each.get("d").count("M") for each in grid)
    assert min(land, sea) < len(frame.hexes) <= land + sea


def test_hexes_stay_hollow_where_a_page_shares_their_shape():
    """A page has one hexagon for all, which has the looks of the group in which it is used."""
    frame = whole_map(LINKED, 15.0)
    canvas = Canvas(*frame.box[2:])
    draw_hex_map(canvas, BRIEF, frame)
    root = ET.fromstring(f'<svg xmlns:xlink="http://www.w3.org/1999/xlink">{Shrinker().shrink(canvas.body())}</svg>')
    groups = [g for g in root.iter("g") if any("hex" in each.get("class", "").split() for each in g)]
    assert sum(len(g.findall("use")) for g in groups) == len(frame.hexes)
    assert all(g.get("fill") == "none" for g in groups)


# -- geometry --------------------------------------------------------------------------------------


@given(grids(), st.data())
def test_a_point_leads_back_to_its_hex(grid, data):
    hex_, size = data.draw(st.integers(0, len(grid) - 1)), data.draw(st.floats(1.0, 40.0))
    far, angle = data.draw(st.floats(0, 0.49)) * size, data.draw(st.floats(0, tau))
    frame = MapFrame(SimpleNamespace(grid=grid), size, (), (0, 0, 0, 0))
    x, y = frame.centre(hex_)
    assert frame.hex_at((x + far * cos(angle), y + far * sin(angle))) == hex_
    assert frame.hex_at((-size, -size)) == -1


@settings(deadline=None, max_examples=60)
@given(grids(), st.data(), st.booleans())
def test_an_outline_holds_its_hexes_and_no_other(grid, data, smooth):
    chosen = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    d = outline(SimpleNamespace(grid=grid), chosen, 10.0, smooth=smooth)
    rings = []
    for part in d.split("M")[1:]:
        numbers = [float(n) for n in part.replace("Z", "").replace("L", " ").replace("Q", " ").split()]
        points = [*zip(numbers[::2], numbers[1::2], strict=True)]
        # of a curve the ends of its pieces will do: they lie on it
        points = points[::2] if smooth else points
        rings.append([*points, points[0]])
    for hex_ in range(len(grid)):
        assert inside(centre(grid, hex_, 10.0), rings) == (hex_ in chosen)


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=9))
def test_an_eased_line_keeps_its_ends_and_its_reach(points):
    line = ease(points)
    assert len(line) == len(points)
    if points[0] != points[-1]:
        assert (line[0], line[-1]) == (points[0], points[-1])
    reach = max(hypot(*point) for point in points)
    assert all(hypot(*point) <= reach + 1e-9 for point in line)


@given(st.sets(st.integers(0, 159), min_size=1, max_size=6), st.floats(20, 300), st.floats(20, 300))
def test_a_small_map_holds_what_is_marked_within_its_room(marked, width, height):
    frame = frame_around(LINKED, sorted(marked), width, height)
    left, top, right, bottom = frame.box
    assert right - left <= width + 1e-6
    assert bottom - top <= height + 1e-6
    assert all(frame.holds(frame.centre(hex_)) and hex_ in frame.hexes for hex_ in marked)
