"""Symbols keep to their hexes and out of each other's way."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import get_args

import pytest

from scenario_forge.documents.map_ import PlaceDrawing
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.symbols import HexPlaces, layout, number_box, symbol_boxes
from tests.printing.conftest import GAMES
from tests.printing.map_ground.conftest import by_class, inside

CENTRAL = [look for look in get_args(PlaceDrawing) if look not in ("supply", "fortification", "port")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [15.0, 19.0, 30.0])
@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_symbols_lie_inside_their_hex_clear_of_its_number(folder, size):
    linked = hex_map(load_game(folder))
    frame = whole_map(linked, size)
    boxes = symbol_boxes(frame)
    assert boxes.keys() == {hex_ for _, hex_, _ in linked.places.values()}
    for hex_, found in boxes.items():
        ring = [*frame.corners(hex_), frame.corners(hex_)[0]]
        number = number_box(frame, hex_)
        for left, top, right, bottom in found:
            middles = ((left, (top + bottom) / 2), (right, (top + bottom) / 2), ((left + right) / 2, bottom))
            assert all(inside(point, [ring]) for point in middles), linked.grid.ids[hex_]
            assert top > number[3] or left > number[2] or right < number[0]


@pytest.mark.parametrize("central", CENTRAL)
@pytest.mark.parametrize("others", [("supply",), ("supply", "port"), ("supply", "port", "fortification"), ("port",)])
def test_symbols_of_a_hex_do_not_cover_each_other(central, others):
    """Corners of their boxes may meet by a little: the shapes in them are round."""
    here = HexPlaces(dict.fromkeys((central, *others)), "2", "3" if "fortification" in others else None)
    for one, two in combinations(layout(here), 2):
        across = (one.half[0] + two.half[0]) / 15 - abs(one.dx - two.dx)
        along = (one.half[1] + two.half[1]) / 15 - abs(one.dy - two.dy)
        assert min(across, along) < 0.09


def test_figures_are_written_and_ours_are_signed(skirmish, ground):
    edits = [
        ("map.yaml", "basis: printed\n", "basis: printed\nprovenance:\n  - {at: ['places[G6].value'], basis: proposed, why: ours}\n")
    ]  # fmt: skip
    canvas, root, _ = ground(skirmish(*edits))
    marks = [(mark.role, mark.text) for mark in canvas.texts if mark.role != "hex-number"]
    assert sorted(marks) == [
        ("capacity", "1"), ("capacity", "2"), ("capacity", "U"), ("fortification-value", "3"), ("sign", "°"),
    ]  # fmt: skip
    assert len(by_class(root, "wall")) == 1


def test_a_supply_symbol_for_one_side_has_another_shape(skirmish, ground):
    """Not only another colour."""
    _, root, _ = ground(skirmish())
    shapes = {each.tag.rpartition("}")[2] for each in by_class(root, "supply") if each.tag[-1] != "g"}
    assert shapes == {"circle", "path"}


def test_six_and_nine_are_told_apart(skirmish, ground):
    edit = ("map.yaml", "value: 3,", "value: 9,")
    plain, lined = (len(by_class(ground(skirmish(*edits))[1], "place")[0].findall(".//*")) for edits in ((), (edit,)))
    both = [ground(skirmish(*edits))[0].svg().count("<path") for edits in ((), (edit,))]
    assert both[1] == both[0] + 1
    assert plain
    assert lined


def test_places_of_one_hex_are_drawn_together(skirmish, ground):
    edit = ("map.yaml", "{name: Bir Tal,     hex: D3,", "{name: Bir Tal,     hex: F1,")
    linked = hex_map(skirmish(edit))
    frame = whole_map(linked, 15.0)
    assert len(symbol_boxes(frame)[linked.grid.parse("F1")]) == 2
    _, root, _ = ground(skirmish(edit))
    ids = [each.get("id") for each in by_class(root, "place")]
    assert all(a != b for a, b in pairwise(sorted(ids)))
