"""Scenarios that join boards: sheets from west to east, as they lie or turned by half a turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.scenario import Board
from scenario_forge.game.hexmap import build_grid, link_map
from scenario_forge.game.place import Where
from scenario_forge.game.reading.variants import joined_map, misfit
from scenario_forge.hexes import Grid, Sheet


def document(orientation="pointy", rows=4, columns=4):
    terrain = [{"id": "clear", "name": "Clear", "letter": "c"}, {"id": "hill", "name": "Hill", "letter": "h"}]
    sheets = [{"id": s, "columns": columns, "numbering": f"{s.upper()}{{col:A}}{{row}}"} for s in "pqr"]
    line = "h" + "c" * (columns - 1)
    data = {
        "basis": "printed",
        "grid": {"orientation": orientation, "shifted": "even", "rows": rows, "rows_from": "south", "sheets": sheets},
        "terrain": terrain,
        "rows": [{"row": str(n), "p": line, "q": line, "r": line} for n in range(rows, 0, -1)],
        "hexside_kinds": [{"id": "wall", "name": "Wall"}],
        "hexsides": [{"kind": "wall", "sides": ["PA1/PB1", "PA1:SW", "QA1/QB1", "PD1/QA1"]}],
        "line_kinds": [{"id": "track", "name": "Track"}],
        "lines": [{"kind": "track", "hexes": ["PA2", "PB2", "PC2", "PD2", "QA2", "QB2", "QC2", "QD2", "RA2", "RB2"]}],
        "places": [{"name": "Farm", "hex": "PC3"}, {"name": "Mill", "hex": "QB2"}],
        "areas": [
            {"id": "north", "name": "North", "hexes": ["PA4..PD4", "QA4"]},
            {"id": "west", "name": "West", "edge": ["west"]},
            {"id": "yard", "name": "Yard", "around": "QB2", "within": "wall"},
            {"id": "gate", "name": "Gate", "hexes": ["QA1"], "edge": ["east"]},
        ],
    }
    return MapDocument.model_validate(data)


def boards(*names):
    """`p`, `q!` for one that is turned."""
    return [Board(sheet=name[0], turned=name.endswith("!")) for name in names]


def made(*names, **shape):
    old = document(**shape)
    return MapDocument.model_validate({**old.model_dump(exclude_unset=True), **joined_map(old, boards(*names))})


def test_boards_lie_from_west_to_east_in_the_order_in_which_they_are_named():
    grid = build_grid(made("q", "p").grid)
    assert grid.ids[:8] == ("QA4", "QB4", "QC4", "QD4", "PA4", "PB4", "PC4", "PD4")
    assert grid.find("RA1") is None


def test_a_turned_board_counts_from_the_other_corner():
    grid = build_grid(made("p", "q!").grid)
    assert grid.ids[:8] == ("PA4", "PB4", "PC4", "PD4", "QD1", "QC1", "QB1", "QA1")


@given(
    st.sampled_from(["pointy", "flat"]), st.integers(1, 4), st.integers(1, 4), st.sampled_from(["odd", "even"]),
    st.sampled_from(["south", "north"]),
)  # fmt: skip
def test_turning_a_board_keeps_who_is_beside_whom_and_turns_every_direction(orientation, rows, columns, shifted, side):
    lies, turned = (
        Grid(orientation, shifted, (Sheet("p", 2 * columns, 2 * rows, rows_from=side, turned=turn),))
        for turn in (False, True)
    )
    for hex_, six in enumerate(lies.neighbours):
        other = turned.neighbours[turned.find(lies.ids[hex_])]
        ids = [None if at < 0 else lies.ids[at] for at in six]
        assert [None if at < 0 else turned.ids[at] for at in (*other[3:], *other[:3])] == ids


def test_what_is_drawn_on_a_board_stays_on_it():
    found = made("p", "r")
    assert [place.name for place in found.places] == ["Farm"]
    assert found.areas[0].hexes == ["PA4..PD4"]
    assert [area.id for area in found.areas] == ["north", "west", "gate"]
    assert [side for feature in found.hexsides for side in feature.sides] == ["PA1/PB1", "PA1:SW"]
    assert [list(row.cells) for row in found.rows] == [["p", "r"]] * 4


@pytest.mark.parametrize(
    ("names", "areas"),
    [
        (("p", "q"), {"north": "PA4 PB4 PC4 PD4 QA4", "west": "PA1 PA2 PA3 PA4", "gate": "QA1 QD1 QD2 QD3 QD4"}),
        (("r",), {"west": "RA1 RA2 RA3 RA4", "gate": "RD1 RD2 RD3 RD4"}),
        (("p!",), {"north": "PA4 PB4 PC4 PD4", "west": "PD1 PD2 PD3 PD4", "gate": "PA1 PA2 PA3 PA4"}),
    ],
)
def test_an_area_at_an_edge_is_at_that_edge_of_the_joined_map(names, areas):
    linked = link_map(made(*names), Where(None, ()))
    found = {id_: " ".join(sorted(linked.name(hex_) for hex_ in hexes)) for id_, hexes in linked.areas.items()}
    found.pop("yard", None)
    assert found == areas


def test_an_area_that_a_line_encloses_is_there_with_the_hex_inside_it():
    assert "yard" in [area.id for area in made("p", "q").areas]
    assert "yard" not in [area.id for area in made("p", "r").areas]


def test_directions_of_the_rim_turn_with_the_board():
    assert made("p!").hexsides[0].sides == ["PA1/PB1", "PA1:NE"]


def test_a_road_ends_where_its_board_does_and_goes_on_where_boards_meet():
    assert [line.hexes for line in made("p", "r").lines] == [["PA2", "PB2", "PC2", "PD2"], ["RA2", "RB2"]]
    assert len(made("p", "q", "r").lines) == 1


@pytest.mark.parametrize(
    ("names", "shape", "at", "why"),
    [
        (("p", "x"), {}, 1, "no sheet `x`"),
        (("p", "q", "p!"), {}, 2, "is there already"),
        (("p", "q!"), {"rows": 3}, 1, "half a hex off"),
        (("p", "q"), {"orientation": "flat", "columns": 3}, 1, "half a hex off"),
    ],
)
def test_boards_that_do_not_fit_are_named(names, shape, at, why):
    number, said = misfit(document(**shape), boards(*names))
    assert number == at
    assert why in said
    assert joined_map(document(**shape), boards(*names)) is None


@pytest.mark.parametrize(
    ("names", "shape"),
    [
        (("p", "q!"), {}),
        (("p!", "q"), {}),
        (("p!", "q!"), {"rows": 3}),
        (("p", "q!"), {"orientation": "flat"}),
        (("p", "q!", "r"), {"orientation": "flat", "rows": 3}),
    ],
)
def test_boards_that_fit_are_joined(names, shape):
    assert misfit(document(**shape), boards(*names)) is None
