"""Hex ids: patterns, round trips, and why a text is no hex."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scenario_forge.hexes import Grid, GridError, HexIdError, Sheet, hexes_in, parse_pattern

from .maps import CCRR_FLAT, CCRR_POINTY, LARGE, ONE_HEX, TWO_SHEETS, grid_and_hexes, grids


@given(grids())
@example(ONE_HEX)
@example(TWO_SHEETS)
@example(LARGE["flat"])
def test_what_is_printed_in_a_hex_leads_back_to_it(grid):
    assert [grid.find(text) for text in grid.ids] == list(range(len(grid)))


@given(grid_and_hexes(3), st.lists(st.sampled_from([" ", "-", "..", "–", ", ", " (", "/"]), min_size=4, max_size=4))
def test_hexes_in_a_text_are_found_in_order_where_they_stand(drawn, between):
    grid, hexes = drawn
    text = between[0] + "".join(grid.ids[hex_] + gap for hex_, gap in zip(hexes, between[1:], strict=True))
    found = [*hexes_in(grid, text)]
    assert [each.hex_ for each in found] == hexes
    assert all(text.startswith(each.id, each.start) for each in found)


BOARDS = Grid("pointy", "even", (Sheet("a", 9, 9, "A-{col:02}{row:02}"), Sheet("2", 9, 9, "2-{row:A}{col}")))


@pytest.mark.parametrize(("grid", "text", "ids"), [
    (CCRR_FLAT, "the road 0815-0816", ["0815", "0816"]),
    (TWO_SHEETS, "from A31..A36 and B10-B12", ["A31", "A36", "B10", "B12"]),
    (BOARDS, "A-0404, 2-G3 and 12-G3; G3", ["A-0404", "2-G3"]),
    (TWO_SHEETS, "AA1(f), xA1, A1x and A99", ["AA1"]),
])  # fmt: skip
def test_hexes_in_a_text_are_whole_words(grid, text, ids):
    assert [each.id for each in hexes_in(grid, text)] == ids


@given(grids())
def test_an_id_is_the_labels_of_its_row_and_column(grid):
    for text, (column, row) in ((text, grid.position(hex_)) for hex_, text in enumerate(grid.ids)):
        sheet = grid.sheet_of(grid.parse(text))
        start = sum(s.columns for s in grid.sheets[: grid.sheets.index(sheet)])
        assert sheet.parts.split(text) == (sheet.row_labels[row], sheet.column_labels[column - start])


def test_rows_count_from_south_or_north():
    assert Sheet("s", 1, 3, "{row:A}{col}").row_labels == ("C", "B", "A")
    assert Sheet("n", 1, 3, "{row:A}{col}", rows_from="north").row_labels == ("A", "B", "C")


def test_numbers_start_where_the_sheet_says():
    sheet = Sheet("s", 2, 2, "{col:02}{row:02}", first_column=0, first_row=41)
    assert [sheet.row_ids(row) for row in (0, 1)] == [["0042", "0142"], ["0041", "0141"]]


@pytest.mark.parametrize(
    ("style", "numbers", "labels"),
    [
        ("", (0, 1, 120), ("0", "1", "120")),
        (":02", (0, 1, 99, 100), ("00", "01", "99", None)),
        (":A", (0, 1, 26, 27), (None, "A", "Z", None)),
        (":aa", (1, 26, 27), ("aa", "zz", None)),
        (":AAA", (2,), ("BBB",)),
        (":A+", (0, 26, 27, 52, 53, 104, 105), (None, "Z", "AA", "ZZ", "AAA", "ZZZZ", None)),
    ],
)
def test_a_style_shows_numbers(style, numbers, labels):
    field = parse_pattern(f"{{row{style}}}.{{col}}").field("row")
    assert tuple(field.label(number) for number in numbers) == labels


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("{row:A}", "needs one"),
        ("", "needs one"),
        ("{row}{row}{col}", "needs one"),
        ("{row}{column}", "needs one"),
        ("{row:AB}{col}", "'AB' is not a style"),
        ("{row:2}{col}", "'2' is not a style"),
        ("{row:}}{col}", "must not contain '}'"),
        ("{row}/{col}", "must not contain '/'"),
        ("{row}:{col}", "must not contain ':'"),
        ("{row}\n{col}", "must not contain"),
    ],
)
def test_a_pattern_that_is_none_is_refused(pattern, words):
    with pytest.raises(GridError, match=words) as caught:
        Sheet("m", 1, 1, pattern)
    assert caught.value.key == "pattern"


def test_a_pattern_must_be_able_to_show_all_its_numbers():
    with pytest.raises(GridError, match=r"\{row:A\} cannot show number 27"):
        Sheet("m", 1, 27, "{row:A}{col}")
    with pytest.raises(GridError, match=r"\{col:02\} cannot show number 100"):
        Sheet("m", 100, 1, "{row}-{col:02}")
    with pytest.raises(GridError, match=r"\{row:A\} cannot show number 0"):
        Sheet("m", 1, 2, "{row:A}{col}", first_row=0)


@pytest.mark.parametrize(
    ("grid", "text", "reason", "message", "instead"),
    [
        (
            TWO_SHEETS,
            "A37",
            "column",
            "A37 is not on the map: no column 37; columns are 1 to 36 on sheet west",
            None,
        ),
        (
            TWO_SHEETS,
            "SS37",
            "column",
            "SS37 is not on the map: no column 37; columns are 1 to 36 on sheet east",
            None,
        ),
        (
            TWO_SHEETS,
            "A0",
            "column",
            "A0 is not on the map: no column 0; columns are 1 to 36 on sheet west",
            None,
        ),
        (TWO_SHEETS, "AB12", "row", "AB12 is not on the map: no row AB; rows are A to Z, AA to ZZ", None),
        (TWO_SHEETS, "AB99", "row", "AB99 is not on the map: no row AB; rows are A to Z, AA to ZZ", None),
        (TWO_SHEETS, "A01", "spelling", "A01 is not how this map writes a hex; write A1", "A1"),
        (TWO_SHEETS, "ss32", "spelling", "ss32 is not how this map writes a hex; write SS32", "SS32"),
        (TWO_SHEETS, "a007", "spelling", "a007 is not how this map writes a hex; write A7", "A7"),
        (TWO_SHEETS, " A1", "spelling", "' A1' is not how this map writes a hex; write A1", "A1"),
        (TWO_SHEETS, "1124", "form", "1124 is not a hex: hexes are written A1 to Z36, AA1 to ZZ36", None),
        (TWO_SHEETS, "A-1", "form", "A-1 is not a hex: hexes are written A1 to Z36, AA1 to ZZ36", None),
        (TWO_SHEETS, "A٣", "form", "A٣ is not a hex: hexes are written A1 to Z36, AA1 to ZZ36", None),
        (CCRR_POINTY, "4001", "column", "4001 is not on the map: no column 40; columns are 01 to 39", None),
        (CCRR_POINTY, "3918", "row", "3918 is not on the map: no row 18; rows are 01 to 17", None),
        (CCRR_FLAT, "111", "form", "111 is not a hex: hexes are written 0101 to 5446", None),
        (CCRR_FLAT, "", "form", "'' is not a hex: hexes are written 0101 to 5446", None),
        (ONE_HEX, "0102", "row", "0102 is not on the map: no row 02; rows are 01", None),
    ],
)
def test_a_text_that_is_no_hex_says_why(grid, text, reason, message, instead):
    assert grid.find(text) is None
    with pytest.raises(HexIdError) as caught:
        grid.parse(text)
    error = caught.value
    assert (error.text, error.reason, str(error), error.instead) == (text, reason, message, instead)


def test_a_very_long_text_is_not_repeated_in_full():
    error = TWO_SHEETS.why_not("A" + "9" * 100_000)
    assert error.reason == "form"
    assert len(error.message) < 120


def test_a_reason_names_the_sheet_that_comes_nearest():
    grid = Grid("flat", "odd", (Sheet("a", 4, 4, "{row:A}{col}"), Sheet("b", 9, 4, "{row:a}{col}")))
    assert "columns are 1 to 4 on sheet a" in grid.why_not("B10").message
    assert grid.why_not("B7").instead == "b7"


@given(st.text(max_size=12) | st.from_regex(r" ?[A-Za-z]{0,3}-?[0-9]{0,5}", fullmatch=True))
@example("²1")
@example("A²")
@example("{row}")
def test_any_other_text_gets_a_reason(text):
    for grid in (TWO_SHEETS, CCRR_FLAT):
        if grid.find(text) is None:
            error = grid.why_not(text)
            assert error.message
            assert (error.reason == "spelling") == (error.instead is not None)
            assert error.instead is None or grid.find(error.instead) is not None
