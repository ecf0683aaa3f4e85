"""Grids to test with: three as printed or fitted for real games, and any grid at all."""

from __future__ import annotations

from hypothesis import strategies as st

from scenario_forge.hexes import Grid, Sheet

TWO_SHEETS = Grid(
    "pointy",
    "even",
    (Sheet("west", 36, 26, "{row:A}{col}"), Sheet("east", 36, 26, "{row:AA}{col}")),
)
CCRR_POINTY = Grid("pointy", "even", (Sheet("map", 39, 17, "{col:02}{row:02}"),))
CCRR_FLAT = Grid("flat", "even", (Sheet("map", 54, 46, "{col:02}{row:02}", rows_from="north"),))
ONE_HEX = Grid("pointy", "odd", (Sheet("map", 1, 1),))
LARGE = {
    orientation: Grid(orientation, "odd", (Sheet("map", 200, 200, "{col:03}{row:03}"),))
    for orientation in ("pointy", "flat")
}

PATTERNS = (
    "{row}.{col}",
    "{col:03}{row:03}",
    "{row:A+}{col}",
    "{col:a}-{row:04}",
    "x{col:AA}{row}y",
    "{row:02}{col:A+}",
)


@st.composite
def grids(draw: st.DrawFn, most: int = 9) -> Grid:
    """Any small grid: either way up, either shift, one to three sheets, any numbering."""
    rows = draw(st.integers(1, most))
    sheets = tuple(
        Sheet(
            f"s{number}",
            draw(st.integers(1, most)),
            rows,
            f"{number}_" + draw(st.sampled_from(PATTERNS)),
            rows_from=draw(st.sampled_from(("south", "north"))),
            first_column=draw(st.integers(1, 12)),
            first_row=draw(st.integers(1, 12)),
        )
        for number in range(draw(st.integers(1, 3)))
    )
    return Grid(draw(st.sampled_from(("pointy", "flat"))), draw(st.sampled_from(("odd", "even"))), sheets)


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int, most: int = 9) -> tuple[Grid, list[int]]:
    """A grid and some of its hexes."""
    grid = draw(grids(most))
    hexes = st.integers(0, len(grid) - 1)
    return grid, draw(st.lists(hexes, min_size=count, max_size=count))
