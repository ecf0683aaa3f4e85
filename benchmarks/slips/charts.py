"""Slips in the charts."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.game.statements import statements
from scenario_forge.source.nodes import Scalar, Sequence
from slips.book import Edit, Slip
from slips.hand import misspelt, other_digit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from scenario_forge.source.nodes import Node
    from slips.book import Book, Stretch

CHARTS = "charts.yaml"


def _chart(book: Book, wanted: str) -> Iterator[tuple[str, dict[str, object]]]:
    for name, chart in book.data(CHARTS)["charts"].items():
        scale = chart.get("column_scale", {}).get("notation")
        kind = "results" if scale == "ranges" else "terrain" if chart.get("row_scale", {}).get("terrain") else "other"
        if kind == wanted:
            yield name, chart


def _cells(book: Book, wanted: str) -> Iterator[tuple[str, str, int, Scalar]]:
    """Cells of charts of a sort: chart, row, column, node."""
    for name, chart in _chart(book, wanted):
        for row, cells in chart["rows"].items():  # type: ignore[attr-defined]
            for column in range(len(cells)):
                node = book.node(CHARTS, ("charts", name, "rows", row, column))
                if isinstance(node, Scalar):
                    yield name, row, column, node


def _losses(text: str) -> tuple[int, int] | None:
    match = re.match(r"(\d+)/(\d+)", text)
    return (int(match[1]), int(match[2])) if match else None


def cells_exchanged(book: Book, _: Random) -> Iterator[Slip]:
    """Two results beside or above each other exchanged."""
    by_place = {(chart, row, column): node for chart, row, column, node in _cells(book, "results")}
    for (chart, row, column), node in by_place.items():
        rows = list(book.data(CHARTS)["charts"][chart]["rows"])
        below = rows[rows.index(row) + 1] if row != rows[-1] else ""
        for other in (by_place.get((chart, row, column + 1)), by_place.get((chart, below, column))):
            if other is None:
                continue
            one, two = _losses(str(node.data)), _losses(str(other.data))
            # both parts must differ, or the exchange may leave a table as regular as before
            if one and two and one[0] > two[0] and one[1] < two[1]:
                yield Slip(book.swap(CHARTS, node, other), f"{node.data} and {other.data} exchanged")


def result_out_of_step(book: Book, _: Random) -> Iterator[Slip]:
    """A digit of a result mistaken, so that a better throw is worse."""
    for chart, row, column, node in _cells(book, "results"):
        losses = _losses(str(node.data))
        rows = book.data(CHARTS)["charts"][chart]["rows"]
        if losses and 0 < column < len(rows[row]) - 1:
            left = _losses(rows[row][column - 1])
            if left and left[0] > 0:
                new = f"{left[0] + 2}/{losses[1]}"
                edit = book.replace_part(CHARTS, node, f"{losses[0]}/{losses[1]}", new)
                around = tuple(book.place(CHARTS, ("charts", chart, "rows", row, c)) for c in (column - 1, column + 1))
                if edit:
                    yield Slip((edit,), f"{row}, column {column}: {node.data} → {new}", around)


def result_damaged(book: Book, random: Random) -> Iterator[Slip]:
    """A result that is none: a stroke lost or mistaken."""
    for _name, row, column, node in _cells(book, "results"):
        new = str(node.data).replace("/", random.choice(["", "-", "//", "/x"]), 1)
        yield Slip((book.replace(CHARTS, node, new),), f"{row}, column {column}: {node.data} → {new}")


def rows_exchanged(book: Book, _: Random) -> Iterator[Slip]:
    """The results of two rows exchanged."""
    for name, chart in _chart(book, "results"):
        rows = list(chart["rows"])  # type: ignore[call-overload]
        for one, other in ((rows[i], rows[i + 3]) for i in range(len(rows) - 3)):
            nodes = book.node(CHARTS, ("charts", name, "rows", one)), book.node(CHARTS, ("charts", name, "rows", other))
            if nodes[0] is not None and nodes[1] is not None:
                # what the rows disagree with are those between them
                also = tuple(book.place(CHARTS, ("charts", name, "rows", row)) for row in rows)
                yield Slip(book.swap(CHARTS, nodes[0], nodes[1]), f"rows {one} and {other} exchanged", also)


def _headings(book: Book) -> Iterator[tuple[str, int, Scalar]]:
    for name, chart in _chart(book, "results"):
        for index in range(len(chart["columns"])):  # type: ignore[arg-type]
            node = book.node(CHARTS, ("charts", name, "columns", index))
            if isinstance(node, Scalar):
                yield name, index, node


def _beside(book: Book, name: str, index: int) -> tuple[Stretch, ...]:
    columns = book.data(CHARTS)["charts"][name]["columns"]
    return tuple(
        book.place(CHARTS, ("charts", name, "columns", i)) for i in (index - 1, index + 1) if 0 <= i < len(columns)
    )


def sign_lost(book: Book, _: Random) -> Iterator[Slip]:
    """The minus of a heading lost."""
    for name, index, node in _headings(book):
        text = str(node.data)
        if text.startswith("-") and text.count("-") == 1 and not text.startswith("-0"):
            yield Slip((book.replace(CHARTS, node, text[1:]),), f"{text} → {text[1:]}", _beside(book, name, index))


def heading_mistyped(book: Book, _: Random) -> Iterator[Slip]:
    """A digit of a heading mistaken: a gap or an overlap."""
    for name, index, node in _headings(book):
        for match in re.finditer(r"\d+", str(node.data)):
            new = str(node.data)[: match.start()] + str(int(match[0]) + 2) + str(node.data)[match.end() :]
            yield Slip((book.replace(CHARTS, node, new),), f"{node.data} → {new}", _beside(book, name, index))


def heading_left_out(book: Book, _: Random) -> Iterator[Slip]:
    """A heading left out."""
    text = book.texts[CHARTS]
    for name, index, node in _headings(book):
        end = node.end.index
        while text[end] in ", ":
            end += 1
        rows = book.data(CHARTS)["charts"][name]["rows"]
        also = tuple(book.place(CHARTS, ("charts", name, "rows", row)) for row in rows)
        yield Slip((Edit(CHARTS, node.start.index, end, ""),), f"no {node.data}", (*also, *_beside(book, name, index)))


def cell_left_out(book: Book, _: Random) -> Iterator[Slip]:
    """A cell left out of a row."""
    text = book.texts[CHARTS]
    for sort in ("results", "terrain"):
        for _name, row, column, node in _cells(book, sort):
            end = node.end.index
            while text[end] in ", ":
                end += 1
            yield Slip((Edit(CHARTS, node.start.index, end, ""),), f"row {row}: no {node.data} in column {column}")


def _rows(book: Book) -> Iterator[tuple[str, str, Node, int, int]]:
    """Rows of every chart: chart, heading, its cells, start and end of its line."""
    for sort in ("results", "terrain", "other"):
        for name, chart in _chart(book, sort):
            for row in chart["rows"]:  # type: ignore[attr-defined]
                node = book.node(CHARTS, ("charts", name, "rows", row))
                if isinstance(node, Sequence):
                    yield name, row, node, *book.line(CHARTS, node.start.index)


def row_left_out(book: Book, _: Random) -> Iterator[Slip]:
    """A row of a chart left out."""
    for name, row, _node, start, end in _rows(book):
        also = tuple(book.place(CHARTS, ("charts", name, *key)) for key in (("rows",), ("row_scale",), ("title",)))
        kinds = [
            (g, n)
            for g in ("terrain", "hexside_kinds", "line_kinds")
            for n, k in enumerate(book.data("map.yaml").get(g, ()))
            if k["name"] == row
        ]
        also += tuple(book.place("map.yaml", kind) for kind in kinds)
        if name in dict(_chart(book, "terrain")) and not kinds:
            continue  # a line that no hex of the map needs is not missed
        yield Slip((Edit(CHARTS, start, end, ""),), f"{name}: no row {row}", also)


def row_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A row of a chart typed twice."""
    for name, row, _node, start, end in _rows(book):
        yield Slip((Edit(CHARTS, end, end, book.texts[CHARTS][start:end]),), f"{name}: row {row} twice")


def modifier_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """A modifier of the chart unlike the rules."""
    for name, chart in _chart(book, "results"):
        for index, modifier in enumerate(chart.get("modifiers", ())):  # type: ignore[var-annotated]
            node = book.node(CHARTS, ("charts", name, "modifiers", index, "value"))
            if isinstance(node, Scalar) and re.search(r"\d", modifier["value"]):
                sign = modifier["value"].translate(str.maketrans("+-", "-+"))
                new = random.choice([sign, other_digit(random, modifier["value"])])
                also = _stated(book, f"combat.modifier.{modifier['id']}")
                yield Slip((book.replace(CHARTS, node, new),), f"{modifier['id']}: {node.data} → {new}", also)


def _stated(book: Book, quantity: str) -> tuple[Stretch, ...]:
    found = statements(book.game).get(quantity, [])
    return tuple(book.place(s.where.file.name, s.where.path) for s in found)


def terrain_cost_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """A movement cost or combat effect unlike the rules."""
    for name, row, column, node in _cells(book, "terrain"):
        if re.search(r"\d", str(node.data)):
            new = other_digit(random, str(node.data))
            word = row.lower().removesuffix(" hexside").replace(" ", "_")
            also = _stated(book, f"terrain.{word}.movement_cost") + _stated(book, f"combat.modifier.{word}")
            also += _stated(book, f"terrain.{word}.private_army_cost")
            if also:
                yield Slip((book.replace(CHARTS, node, new),), f"{row}, column {column}: {node.data} → {new}", also)
        del name


def terrain_row_misspelt(book: Book, random: Random) -> Iterator[Slip]:
    """A terrain misspelt in its chart."""
    kinds = {k["name"] for g in ("terrain", "hexside_kinds", "line_kinds") for k in book.data("map.yaml").get(g, ())}
    for name, _data in _chart(book, "terrain"):
        rows = book.node(CHARTS, ("charts", name, "rows"))
        for row, key in rows.keys.items() if rows else ():  # type: ignore[attr-defined]
            if row in kinds:
                new = misspelt(random, row)
                yield Slip((book.replace(CHARTS, key, new),), f"{row} → {new}")


def repair_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """An effect unlike what the rules say, or against the run of its table."""
    for name, row, _column, node in _cells(book, "other"):
        if re.search(r"\d", str(node.data)):
            new = other_digit(random, str(node.data))
            also = _stated(book, f"repair.result.{row}")
            if also:
                yield Slip((book.replace(CHARTS, node, new),), f"{name} {row}: {node.data} → {new}", also)


def die_heading_mistyped(book: Book, _: Random) -> Iterator[Slip]:
    """A die roll mistyped in front of a row."""
    for sort in ("results", "other"):
        for name, chart in _chart(book, sort):
            rows = book.node(CHARTS, ("charts", name, "rows"))
            for (row, key), (after, _k) in pairwise(rows.keys.items()) if rows else ():  # type: ignore[attr-defined]
                also = (
                    book.place(CHARTS, ("charts", name, "rows", after)),
                    book.place(CHARTS, ("charts", name, "row_scale")),
                )
                yield Slip((book.replace(CHARTS, key, after),), f"{name}: row {row} called {after}", also)
            del chart


KINDS = (
    cells_exchanged, result_out_of_step, result_damaged, rows_exchanged, sign_lost, heading_mistyped, heading_left_out,
    cell_left_out, row_left_out, row_twice, modifier_mistyped, terrain_cost_mistyped, terrain_row_misspelt,
    repair_mistyped, die_heading_mistyped,
)  # fmt: skip
