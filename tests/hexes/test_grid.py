"""Neighbours and shape of a grid."""

from __future__ import annotations

import pytest
from hypothesis import given

from scenario_forge.hexes import Grid, GridError, Sheet, opposite

from .maps import CCRR_FLAT, CCRR_POINTY, LARGE, ONE_HEX, TWO_SHEETS, grid_and_hexes, grids

# Steps in (printed column, printed row), as the maps state them.
EVEN_ROWS_EAST = {
    1: {"E": (1, 0), "W": (-1, 0), "NE": (0, 1), "NW": (-1, 1), "SE": (0, -1), "SW": (-1, -1)},
    0: {"E": (1, 0), "W": (-1, 0), "NE": (1, 1), "NW": (0, 1), "SE": (1, -1), "SW": (0, -1)},
}
EVEN_COLUMNS_SOUTH = {
    1: {"N": (0, -1), "S": (0, 1), "NE": (1, -1), "SE": (1, 0), "NW": (-1, -1), "SW": (-1, 0)},
    0: {"N": (0, -1), "S": (0, 1), "NE": (1, 0), "SE": (1, 1), "NW": (-1, 0), "SW": (-1, 1)},
}


def around(grid: Grid, text: str) -> dict[str, str]:
    six = grid.neighbours[grid.parse(text)]
    return {name: grid.ids[other] for name, other in zip(grid.directions, six, strict=True) if other >= 0}


def letters(column: int, row: int) -> str:
    """The id on the two sheets of a hex with running column 1…72."""
    letter = chr(ord("A") + row - 1)
    return f"{letter}{column}" if column <= 36 else f"{letter * 2}{column - 36}"


@pytest.mark.parametrize(
    ("grid", "columns", "rows", "steps", "by_row", "name"),
    [
        (TWO_SHEETS, 72, 26, EVEN_ROWS_EAST, True, letters),
        (CCRR_POINTY, 39, 17, EVEN_ROWS_EAST, True, lambda c, r: f"{c:02}{r:02}"),
        (CCRR_FLAT, 54, 46, EVEN_COLUMNS_SOUTH, False, lambda c, r: f"{c:02}{r:02}"),
    ],
)
def test_every_hex_has_the_neighbours_its_map_states(grid, columns, rows, steps, by_row, name):
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            expected = {
                direction: name(column + dc, row + dr)
                for direction, (dc, dr) in steps[(row if by_row else column) % 2].items()
                if 1 <= column + dc <= columns and 1 <= row + dr <= rows
            }
            assert around(grid, name(column, row)) == expected


def test_the_sheets_join_at_their_seam():
    assert around(TWO_SHEETS, "B36") == {
        "E": "BB1",
        "NE": "CC1",
        "NW": "C36",
        "W": "B35",
        "SW": "A36",
        "SE": "AA1",
    }
    assert around(TWO_SHEETS, "CC1") == {
        "E": "CC2",
        "NE": "DD1",
        "NW": "D36",
        "W": "C36",
        "SW": "B36",
        "SE": "BB1",
    }


def test_hexes_beside_a_rim_have_fewer_neighbours():
    assert around(TWO_SHEETS, "A1") == {"E": "A2", "NE": "B1"}
    assert around(TWO_SHEETS, "ZZ36") == {"W": "ZZ35", "SW": "YY36"}
    assert around(CCRR_FLAT, "0101") == {"S": "0102", "SE": "0201"}


def test_hexes_count_from_the_north_west_along_rows():
    assert TWO_SHEETS.ids[0] == "Z1"
    assert TWO_SHEETS.ids[35:37] == ("Z36", "ZZ1")
    assert TWO_SHEETS.ids[-1] == "AA36"
    assert CCRR_FLAT.ids[:2] == ("0101", "0201")


def test_the_shift_follows_the_printed_numbers_of_the_first_sheet():
    def shifts(first_row: int, rows_from: str) -> tuple[int, ...]:
        return Grid("pointy", "even", (Sheet("m", 2, 3, rows_from=rows_from, first_row=first_row),)).shifts

    assert shifts(1, "north") == (0, 1, 0)
    assert shifts(0, "north") == (1, 0, 1)
    assert shifts(10, "south") == (1, 0, 1)


def test_the_shift_of_columns_runs_on_over_a_seam():
    grid = Grid("flat", "even", (Sheet("w", 3, 2, "A{col}-{row}"), Sheet("e", 3, 2, "B{col}-{row}")))
    assert grid.shifts == (0, 1, 0, 1, 0, 1)


def test_a_single_hex_has_no_neighbours():
    assert ONE_HEX.neighbours == ((-1,) * 6,)
    assert list(ONE_HEX.neighbour_array) == [-1] * 6


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_a_grid_of_forty_thousand_hexes_is_whole(orientation):
    grid = LARGE[orientation]
    assert len(grid) == len(grid.ids) == len(grid.neighbours) == 40_000
    inner = sum(all(other >= 0 for other in six) for six in grid.neighbours)
    assert inner == 198 * 198
    assert grid.neighbour_array.itemsize == 4
    assert list(grid.neighbour_array[6:12]) == list(grid.neighbours[1])


@given(grids())
def test_every_neighbour_is_one_back_in_the_opposite_direction(grid):
    for hex_, six in enumerate(grid.neighbours):
        known = [other for other in six if other >= 0]
        assert len(set(known)) == len(known)
        for direction, other in enumerate(six):
            if other >= 0:
                assert grid.neighbours[other][opposite(direction)] == hex_
                assert grid.direction(hex_, other) == direction


@given(grid_and_hexes(1))
def test_a_position_leads_back_to_its_hex(drawn):
    grid, (hex_,) = drawn
    assert grid.at(*grid.position(hex_)) == hex_
    sheet = grid.sheet_of(hex_)
    assert grid.ids[hex_] in sheet.row_ids(grid.position(hex_)[1])


def test_positions_off_the_map_are_no_hex():
    assert [CCRR_FLAT.at(*place) for place in ((-1, 0), (54, 0), (0, -1), (0, 46))] == [-1] * 4


def test_hexes_that_are_not_adjacent_have_no_direction():
    assert TWO_SHEETS.direction(0, 2) is None
    assert TWO_SHEETS.direction(0, -1) is None


def test_a_printed_row_is_the_hexes_of_one_sheet_from_the_west():
    assert [TWO_SHEETS.ids[h] for h in TWO_SHEETS.row_hexes("east", "CC")] == [f"CC{c}" for c in range(1, 37)]
    for wrong in (("east", "C"), ("middle", "CC")):
        with pytest.raises(KeyError):
            TWO_SHEETS.row_hexes(*wrong)


def test_grids_of_the_same_description_are_equal():
    again = Grid("pointy", "even", (Sheet("map", 39, 17, "{col:02}{row:02}"),))
    assert again == CCRR_POINTY
    assert hash(again) == hash(CCRR_POINTY)
    assert again != Grid("pointy", "odd", CCRR_POINTY.sheets)


@pytest.mark.parametrize(
    ("build", "key", "sheet", "words"),
    [
        (lambda: Grid("pointy", "odd", ()), "sheets", None, "needs a sheet"),
        (lambda: Grid("round", "odd", (Sheet("m", 1, 1),)), "orientation", None, "pointy or flat"),
        (lambda: Grid("flat", "both", (Sheet("m", 1, 1),)), "shifted", None, "odd or even"),
        (
            lambda: Grid("flat", "odd", (Sheet("m", 1, 1), Sheet("m", 1, 1))),
            "id",
            "m",
            "two sheets are called m",
        ),
        (
            lambda: Grid("flat", "odd", (Sheet("a", 1, 2), Sheet("b", 1, 3))),
            "rows",
            "b",
            "b has 3 rows, sheet a has 2",
        ),
        (lambda: Grid("flat", "odd", (Sheet("a", 1, 2), Sheet("b", 1, 2))), "pattern", "b", "called 0102"),
        (
            lambda: Grid("flat", "odd", (Sheet("a", 12, 12, "{col}{row}"),)),
            "pattern",
            "a",
            "would both be called",
        ),
        (
            lambda: Grid("flat", "odd", (Sheet("a", 10**6, 10**6, "{row}.{col}"),)),
            "sheets",
            None,
            "at most 1000000",
        ),
        (lambda: Sheet("a", 10**30, 1, "{row}.{col}"), "columns", "a", "at most"),
        (lambda: Sheet("a", 0, 1), "columns", "a", "at least 1"),
        (lambda: Sheet("a", 1, -4), "rows", "a", "at least 1"),
        (lambda: Sheet("a", 1, 1, first_row=-1), "first_row", "a", "at least 0"),
        (lambda: Sheet("a", 1, 1, rows_from="east"), "rows_from", "a", "south or from north"),
    ],
)
def test_a_grid_that_cannot_be_says_which_parameter_is_wrong(build, key, sheet, words):
    with pytest.raises(GridError, match=words) as caught:
        build()
    assert (caught.value.key, caught.value.sheet) == (key, sheet)
