"""What a drawn map holds: its hexes and numbers, once each, whatever the game and however odd its map."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map import key
from scenario_forge.printing.map.frame import sheet
from scenario_forge.printing.map.symbols import number_box
from scenario_forge.printing.profile import find_profile
from scenario_forge.printing.svg import Canvas
from tests.printing.conftest import GAMES
from tests.printing.map_ground.conftest import by_class


@pytest.mark.sampled(2)
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_every_hex_of_a_sheet_is_an_element_with_a_number(folder, ground):
    game = load_game(folder)
    linked = hex_map(game)
    for part in linked.grid.sheets:
        canvas, root, frame = ground(game, sheet(linked, 15.0, part.id))
        ids = [linked.grid.ids[hex_] for hex_ in frame.hexes]
        found = Counter(each.get("id") for each in root.iter() if each.get("id"))
        assert all(found[f"hex-{name}"] == 1 for name in ids)
        assert len(by_class(root, "hex")) == len(ids)
        assert found.most_common(1)[0][1] == 1, "an id stands twice"
        assert sorted(mark.text for mark in canvas.texts if mark.role == "hex-number") == sorted(ids)


def test_the_same_game_gives_the_same_drawing(skirmish, ground):
    assert ground(skirmish())[0].svg() == ground(skirmish())[0].svg()


def test_layers_lie_in_the_order_of_the_land(skirmish, ground):
    """Sea over rivers, roads over relief, symbols over roads, numbers last."""
    _, root, _ = ground(skirmish())
    order = [each.get("id") for each in root.iter() if each.tag.endswith("}g")]
    layers = ["terrain", "textures", "grid", "rivers", "sea", "coast", "relief", "roads", "symbols", "numbers"]
    places = [order.index(name) for name in layers]
    assert places == sorted(places)


def test_unknown_terrain_is_drawn_plain(skirmish, ground):
    edit = ("map.yaml", "{row: E, west: cccccccccc,", "{row: E, west: cc?xccc,")
    game = skirmish(edit)
    linked = hex_map(game)
    assert None in linked.terrain
    _, root, _ = ground(game)
    hexes = {each.get("id"): each.get("class") for each in by_class(root, "hex")}
    assert hexes["hex-E3"] == "hex plain"
    assert len(hexes) == len(linked.grid)


@pytest.mark.parametrize(
    "edit",
    [
        ("map.yaml", "orientation: pointy", "orientation: flat"),
        ("map.yaml", "hexes: [F2, E3, D3, C3]", "hexes: [F2, QQ99, A1, A2, A1, A2, A1]"),
        ("map.yaml", "name: Bir Tal, ", 'name: "<b>\\u0007بئر & ]]>", '),
        ("map.yaml", 'capacity: "1"}', 'capacity: "very much indeed, too long"}'),
        ("map.yaml", "{row: H, west: ssssssssss, east: ssssssssss}", "{row: H, west: cccccccccc, east: cccccccccc}"),
    ],
    ids=["flat", "broken road", "odd name", "long capacity", "no sea at the rim"],
)  # fmt: skip
def test_odd_maps_are_drawn(skirmish, ground, edit):
    canvas, root, frame = ground(skirmish(edit))
    assert len(by_class(root, "hex")) == len(frame.hexes)
    left, top, right, bottom = frame.box
    for mark in canvas.texts:
        assert left < mark.box[0] and mark.box[2] < right and top < mark.box[1] and mark.box[3] < bottom  # noqa: PT018


def test_numbers_stay_in_their_hexes_at_any_size(skirmish, ground):
    for size in (15.0, 19.0, 30.0):
        _, _, frame = ground(skirmish(), size=size)
        for hex_ in frame.hexes:
            box = number_box(frame, hex_)
            (cx, cy), corners = frame.centre(hex_), frame.corners(hex_)
            assert corners[1][1] < box[1] < box[3] < cy
            for x in (box[0], box[2]):
                rise = abs(x - cx) / 3**0.5  # of the upper sides, from the top corner
                assert box[1] > corners[1][1] + rise


def test_a_half_inch_counter_leaves_the_number_of_a_15_mm_hex_free(skirmish, ground):
    _, _, frame = ground(skirmish())
    for hex_ in frame.hexes:
        _, top, _, bottom = number_box(frame, hex_)
        assert bottom - (frame.centre(hex_)[1] - 12.7 / 2) < 0.2 * (bottom - top)


@pytest.mark.parametrize("name", ["grey", "low-ink", "colour-blind", "large-print"])
def test_all_profiles_draw(skirmish, ground, name):
    game = skirmish()
    canvas, root, _ = ground(game, profile=find_profile(game, name)[0])
    assert by_class(root, "coast")
    if name == "grey":
        colours = {v for each in root.iter() for v in (each.get("fill"), each.get("stroke")) if v and v[0] == "#"}
        assert all(c[1:3] == c[3:5] == c[5:7] for c in colours)
    ET.fromstring(canvas.svg())


def test_the_key_has_a_sample_of_everything(skirmish):
    game = skirmish()
    linked, canvas = hex_map(game), Canvas(200, 200)
    brief, box = Brief(game), (10.0, 10.0, 21.5, 16.8)
    for sample, kinds in (
        (key.sample_terrain, linked.kinds), (key.sample_hexside, linked.hexside_kinds),
        (key.sample_line, linked.line_kinds), (key.sample_place, [k.id for k in linked.document.place_kinds]),
    ):  # fmt: skip
        for kind in kinds:
            before = len(canvas.body())
            sample(canvas, brief, linked, kind, box)
            assert len(canvas.body()) > before + 60, kind
    for mark in canvas.texts:
        assert box[0] < mark.box[0] < mark.box[2] < box[2]
