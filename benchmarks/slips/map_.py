"""Slips in the map."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.hexes import distance
from scenario_forge.source.nodes import Scalar
from slips.book import Edit, Slip
from slips.hand import hex_slips, misspelt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from slips.book import Book, Stretch

MAP = "map.yaml"


def _sides(book: Book) -> Iterator[tuple[tuple[int, int], Scalar, str, str]]:
    for path, node in book.walk(MAP):
        if len(path) == 4 and path[0] == "hexsides" and path[2] == "sides" and isinstance(node, Scalar):
            one, _, other = str(node.data).partition("/")
            if other:
                yield (path[1], path[3]), node, one, other


def _after(node: Scalar, text: str) -> Edit:
    """Another item behind an item of a list in brackets."""
    return Edit(MAP, node.end.index, node.end.index, f", {text}")


def hexside_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A hexside given twice."""
    for _path, node, one, other in _sides(book):
        yield Slip((_after(node, f"{one}/{other}"),), f"{one}/{other} twice")


def hexside_both_ways(book: Book, _: Random) -> Iterator[Slip]:
    """A hexside given from both sides, so that both hexes are the higher."""
    for _path, node, one, other in _sides(book):
        yield Slip((_after(node, f"{other}/{one}"),), f"{one}/{other} and {other}/{one}")


def hexside_of_hexes_apart(book: Book, random: Random) -> Iterator[Slip]:
    """A hexside between hexes that are not adjacent."""
    grid = book.map.grid
    for _path, node, one, other in _sides(book):
        fixed = grid.find(one)
        wrong = [
            h
            for h in hex_slips(other)
            if (n := grid.find(h)) is not None and fixed is not None and distance(grid, fixed, n) > 1
        ]
        if wrong:
            new = random.choice(wrong)
            yield Slip((book.replace(MAP, node, f"{one}/{new}"),), f"{one}/{other} → {one}/{new}")


def _chains(book: Book) -> Iterator[tuple[list[Scalar], list[str]]]:
    for path, node in book.walk(MAP):
        if len(path) == 3 and path[0] == "lines" and path[2] == "hexes":
            nodes = [
                below for p, below in book.walk(MAP) if len(p) == 4 and p[:3] == path and isinstance(below, Scalar)
            ]
            yield nodes, [str(n.data) for n in nodes]
        del node


def _around(nodes: list[Scalar]) -> tuple[Stretch, ...]:
    return tuple((MAP, node.start.index, node.end.index) for node in nodes)


def road_hex_skipped(book: Book, _: Random) -> Iterator[Slip]:
    """A hex of a road left out."""
    grid, text = book.map.grid, book.texts[MAP]
    for nodes, hexes in _chains(book):
        for i in range(1, len(nodes) - 1):
            before, after = grid.find(hexes[i - 1]), grid.find(hexes[i + 1])
            if before is not None and after is not None and distance(grid, before, after) > 1:
                end = nodes[i].end.index
                while text[end] in ", ":
                    end += 1
                around = _around(nodes[i - 1 : i + 2])
                yield Slip((Edit(MAP, nodes[i].start.index, end, ""),), f"{hexes[i]} left out of a road", around)


def road_hex_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """A hex of a road mistyped."""
    grid = book.map.grid
    for nodes, hexes in _chains(book):
        for i in range(1, len(nodes)):
            before = grid.find(hexes[i - 1])
            wrong = [
                h
                for h in hex_slips(hexes[i])
                if (n := grid.find(h)) is not None and before is not None and distance(grid, before, n) > 1
            ]
            if wrong:
                new = random.choice(wrong)
                around = _around(nodes[max(i - 1, 0) : i + 2])
                yield Slip((book.replace(MAP, nodes[i], new),), f"road hex {hexes[i]} → {new}", around)


def road_hexes_exchanged(book: Book, _: Random) -> Iterator[Slip]:
    """Two hexes of a road exchanged."""
    grid = book.map.grid
    for nodes, hexes in _chains(book):
        for i in range(1, len(nodes) - 2):
            a, c = grid.find(hexes[i - 1]), grid.find(hexes[i + 1])
            if a is not None and c is not None and distance(grid, a, c) > 1:
                around = _around(nodes[i - 1 : i + 3])
                yield Slip(book.swap(MAP, nodes[i], nodes[i + 1]), f"{hexes[i]} and {hexes[i + 1]} exchanged", around)


def _letters(book: Book) -> Iterator[tuple[Scalar, int, int, str]]:
    """Every terrain letter: node of its row, index in it, hex, terrain."""
    grid = book.map.grid
    sheets = {sheet.id for sheet in grid.sheets}
    for path, node in book.walk(MAP):
        if len(path) == 3 and path[0] == "rows" and path[2] in sheets and isinstance(node, Scalar):
            row = book.data(MAP)["rows"][path[1]]["row"]
            labels = next(s.row_labels for s in grid.sheets if row in s.row_labels)
            own = next(s for s in grid.sheets if s.id == path[2])
            hexes = grid.row_hexes(own.id, own.row_labels[labels.index(row)])
            for index, hex_ in enumerate(hexes):
                yield node, index, hex_, book.map.terrain[hex_] or ""


def _letter(book: Book, node: Scalar, index: int, new: str) -> Edit:
    at = node.start.index + index + (book.texts[MAP][node.start.index] in "\"'")
    return Edit(MAP, at, at + 1, new)


def _wet(book: Book) -> str:
    return next(kind.letter for kind in book.map.document.terrain if not kind.land)


def _named(book: Book) -> dict[int, list[Stretch]]:
    """What needs land in a hex: places, roads and units that set up there."""
    found: dict[int, list[Stretch]] = {}
    for _place, hex_, where in book.map.places.values():
        if hex_ is not None:
            found.setdefault(hex_, []).append(book.place(MAP, where.path))
    for line in book.map.lines:
        for index, hex_ in enumerate(line.hexes):
            if hex_ is not None:
                found.setdefault(hex_, []).append(book.place(MAP, (*line.where.path, "hexes", index)))
    for unit in book.forces.units():
        for entry in unit.entries():
            if entry.hex is not None:
                found.setdefault(entry.hex, []).append(book.place(entry.where.file.name, entry.where.path))
    return found


def sea_under_a_road(book: Book, _: Random) -> Iterator[Slip]:
    """The letter of the sea at the coast, where a place, road or unit is."""
    named = _named(book)
    for node, index, hex_, _terrain in _letters(book):
        coast = any(n >= 0 and not book.map.land[n] for n in book.map.grid.neighbours[hex_])
        if hex_ in named and coast and book.map.land[hex_]:
            yield Slip((_letter(book, node, index, _wet(book)),), f"sea at {book.map.name(hex_)}", tuple(named[hex_]))


def sea_in_the_desert(book: Book, _: Random) -> Iterator[Slip]:
    """The letter of the sea in the midst of land."""
    for node, index, hex_, _terrain in _letters(book):
        around = book.map.grid.neighbours[hex_]
        if book.map.land[hex_] and all(n >= 0 and book.map.land[n] for n in around):
            yield Slip((_letter(book, node, index, _wet(book)),), f"sea at {book.map.name(hex_)}")


def land_in_the_sea(book: Book, _: Random) -> Iterator[Slip]:
    """A letter of land in the midst of the sea."""
    dry = next(kind.letter for kind in book.map.document.terrain if kind.land)
    for node, index, hex_, _terrain in _letters(book):
        around = book.map.grid.neighbours[hex_]
        if not book.map.land[hex_] and all(n >= 0 and not book.map.land[n] for n in around):
            yield Slip((_letter(book, node, index, dry),), f"land at {book.map.name(hex_)}")


def unknown_letter(book: Book, _: Random) -> Iterator[Slip]:
    """A terrain letter that means nothing."""
    known = {kind.letter for kind in book.map.document.terrain}
    new = next(letter for letter in "xvaeio" if letter not in known)
    for node, index, hex_, _terrain in _letters(book):
        if index % 5 == 0:
            yield Slip((_letter(book, node, index, new),), f"{new} at {book.map.name(hex_)}")


def letter_too_few(book: Book, _: Random) -> Iterator[Slip]:
    """A row a letter short or long."""
    for node, index, hex_, _terrain in _letters(book):
        if index in (3, 8):
            edit = _letter(book, node, index, "")
            double = Edit(MAP, edit.start, edit.start, str(node.data)[index])
            yield Slip((edit if index == 3 else double,), f"row of {book.map.name(hex_)} with {edit.start}")


def row_given_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A row of the map with another row's letter."""
    rows = book.data(MAP)["rows"]
    for number in range(1, len(rows)):
        node = book.node(MAP, ("rows", number, "row"))
        if isinstance(node, Scalar):
            also = (book.place(MAP, ("rows", number - 1)),)
            yield Slip(
                (book.replace(MAP, node, rows[number - 1]["row"]),),
                f"row {rows[number]['row']} called {rows[number - 1]['row']}",
                also,
            )


def place_in_the_sea(book: Book, random: Random) -> Iterator[Slip]:
    """A place whose hex is mistyped, off the map or in the sea."""
    grid = book.map.grid
    for number, place in enumerate(book.data(MAP).get("places", ())):
        node = book.node(MAP, ("places", number, "hex"))
        wrong = [h for h in hex_slips(place["hex"]) if (n := grid.find(h)) is None or not book.map.land[n]]
        if wrong and node is not None:
            new = random.choice(wrong)
            yield Slip((book.replace(MAP, node, new),), f"{place['name']}: {place['hex']} → {new}")


def place_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A place given twice."""
    for number, place in enumerate(book.data(MAP).get("places", ())):
        edit = book.double_item(MAP, ("places", number))
        if edit:
            yield Slip((edit,), f"{place['name']} twice")


def area_off_the_map(book: Book, random: Random) -> Iterator[Slip]:
    """A hex of an area or beside a box mistyped, off the map."""
    for path, node in book.walk(MAP):
        if len(path) == 4 and path[0] in ("areas", "boxes") and path[2] in ("hexes", "adjoins"):
            first, dots, last = str(node.data).partition("..")
            wrong = [h for h in hex_slips(last or first) if book.map.grid.find(h) is None]
            if wrong:
                new = random.choice(wrong)
                text = f"{first}..{new}" if dots else new
                yield Slip((book.replace(MAP, node, text),), f"{node.data} → {text}")


def terrain_without_a_line(book: Book, random: Random) -> Iterator[Slip]:
    """A terrain, hexside or road named otherwise than in the chart."""
    charts = book.data("charts.yaml")["charts"]
    rows = next(chart for chart in charts.values() if chart.get("row_scale", {}).get("terrain"))["rows"]
    for group in ("terrain", "hexside_kinds", "line_kinds"):
        for number, kind in enumerate(book.data(MAP).get(group, ())):
            node = book.node(MAP, (group, number, "name"))
            if node is not None and kind["name"] in rows:
                new = misspelt(random, kind["name"])
                key = next(k for p, k in _chart_keys(book) if p == kind["name"])
                yield Slip((book.replace(MAP, node, new),), f"{kind['name']} → {new}", (("charts.yaml", key, key),))


def _chart_keys(book: Book) -> Iterator[tuple[str, int]]:
    for path, node in book.walk("charts.yaml"):
        if path and path[-1] == "rows":
            for name, key in node.keys.items():  # type: ignore[attr-defined]
                yield name, key.start.index


def gap_in_a_boundary(book: Book, _: Random) -> Iterator[Slip]:
    """A hexside left out of the middle of a boundary."""
    kinds = {kind.id for kind in book.map.document.hexside_kinds if kind.boundary}
    found = [(path, node) for path, node, _one, _other in _sides(book)]
    for (path, node), (after, _n) in pairwise(found):
        feature = book.data(MAP)["hexsides"][path[0]]
        if feature["kind"] in kinds and after[0] == path[0] and path[1] > 1:
            end = node.end.index
            while book.texts[MAP][end] in ", ":
                end += 1
            also = (book.place(MAP, ("hexsides", path[0])),)
            yield Slip((Edit(MAP, node.start.index, end, ""),), f"{node.data} left out of {feature['name']}", also)


KINDS = (
    hexside_twice, hexside_both_ways, hexside_of_hexes_apart, road_hex_skipped, road_hex_mistyped, road_hexes_exchanged,
    sea_under_a_road, sea_in_the_desert, land_in_the_sea, unknown_letter, letter_too_few, row_given_twice,
    place_in_the_sea, place_twice, area_off_the_map, terrain_without_a_line, gap_in_a_boundary,
)  # fmt: skip
