"""The linked map: terrain by hex, hexsides by side, lines, places, boxes and areas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.hexes import Grid, GridError, HexIdError, SideError, across, parse_side, without_sides
from scenario_forge.project.boards import sheets_of
from scenario_forge.project.game import Game, view
from scenario_forge.project.mapview import HexMap, Location, MapLine, NameAcross, SideFeature, row_index
from scenario_forge.project.place import Unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.map_ import Area
    from scenario_forge.project.place import Where


__all__ = ["HexMap", "Location", "MapLine", "NameAcross", "SideFeature", "build_grid", "hex_map", "link_map"]


@view
def hex_map(game: Game) -> HexMap | None:
    """The game's map; None when there is none or its grid makes no sense (reported by MAP checks)."""
    found = game.one("map", MapDocument)
    return link_map(*found) if found else None


def build_grid(document: MapDocument) -> Grid:
    """The grid that a map document describes.

    Raises:
        GridError: it does not fit together.
    """
    return Grid(document.grid.orientation, document.grid.shifted, sheets_of(document.grid))


def link_map(document: MapDocument, where: Where) -> HexMap | None:
    """Look up every name of a map document; what names nothing is noted in ``unresolved``."""
    try:
        grid = build_grid(document)
    except GridError:
        return None
    linked = HexMap(grid, document, where, [None] * len(grid))
    _link_terrain(linked)
    _link_sides(linked)
    _link_crossings(linked)
    _link_lines(linked)
    _link_places(linked)
    _link_names(linked)
    return linked


def _link_terrain(linked: HexMap) -> None:
    letters = {kind.letter: kind.id for kind in linked.document.terrain}
    known = {
        sheet.id: {i: linked.grid.row_hexes(sheet.id, label) for i, label in enumerate(sheet.row_labels)}
        for sheet in linked.grid.sheets
    }
    turned = {sheet.id for sheet in linked.grid.sheets if sheet.turned}
    first: dict[int, Where] = {}
    for number, row in enumerate(linked.document.rows):
        at = linked.where / "rows" / number
        index = row_index(linked.grid, row.row)
        if index is None:
            linked.unresolved.append(Unresolved(at / "row", row.row, "row"))
            continue
        for sheet, text in row.cells.items():
            hexes = known.get(sheet, {}).get(index)
            if hexes is None:
                linked.unresolved.append(Unresolved((at / sheet).key(), sheet, "sheet", "", did_you_mean(sheet, known)))
                continue
            _link_row(linked, hexes[::-1] if sheet in turned else hexes, text, at / sheet, letters, first)
    ids = linked.kinds
    for number, written in enumerate(linked.document.hexes):
        at = linked.where / "hexes" / number
        hex_ = _hex(linked, written.hex, at / "hex")
        if written.terrain not in ids:
            linked.unread.update(() if hex_ is None else (hex_,))
            hint = did_you_mean(written.terrain, ids)
            linked.unresolved.append(Unresolved(at / "terrain", written.terrain, "terrain", "", hint))
        elif hex_ is not None:
            _give(linked, hex_, written.terrain, at / "hex", first)


def _link_row(
    linked: HexMap, hexes: range, text: str, at: Where, letters: dict[str, str], first: dict[int, Where]
) -> None:
    straight = hexes.step == 1 and first.keys().isdisjoint(hexes)
    if straight and len(text) == len(hexes) and letters.keys() >= set(text):
        linked.terrain[hexes.start : hexes.stop] = [letters[letter] for letter in text]
        first.update(dict.fromkeys(hexes, at))
        return
    for index, (hex_, letter) in enumerate(zip(hexes, text, strict=False)):
        if letter in letters:
            _give(linked, hex_, letters[letter], at.within(index, index + 1), first)
        else:
            linked.unread.add(hex_)
            linked.unresolved.append(Unresolved(at.within(index, index + 1), letter, "terrain letter"))
    if len(text) != len(hexes):
        # from the slip onwards, wherever that is, each letter stands in the wrong hex
        for hex_ in hexes:
            linked.terrain[hex_] = None
        linked.unread.update(hexes)
        linked.misfits.append((at, len(text), len(hexes)))


def _give(linked: HexMap, hex_: int, terrain: str, at: Where, first: dict[int, Where]) -> None:
    if hex_ in first:
        linked.given.setdefault(hex_, [first[hex_]]).append(at)
        if linked.terrain[hex_] != terrain:
            linked.terrain[hex_] = None
            linked.unread.add(hex_)
    else:
        first[hex_] = at
        linked.terrain[hex_] = terrain


def _hex(linked: HexMap, text: str, at: Where) -> int | None:
    try:
        return linked.grid.parse(text)
    except HexIdError as error:
        hint = f"did you mean {error.instead}?" if error.instead else None
        linked.unresolved.append(Unresolved(at, text, "hex", error.message, hint))
        return None


def _link_sides(linked: HexMap) -> None:
    for number, feature in enumerate(linked.document.hexsides):
        at = linked.where / "hexsides" / number
        if feature.kind not in linked.hexside_kinds:
            hint = did_you_mean(feature.kind, linked.hexside_kinds)
            linked.unresolved.append(Unresolved(at / "kind", feature.kind, "hexside kind", "", hint))
            continue
        for index, text in enumerate(feature.sides):
            where = at / "sides" / index
            try:
                side = parse_side(linked.grid, text)
            except SideError as error:
                linked.unresolved.append(Unresolved(where, text, "hexside", error.message))
                continue
            one, other = across(linked.grid, side)
            named = linked.grid.find(text.partition("/")[0].partition(":")[0])
            high, low = (other, one) if named == other else (one, other)
            linked.sides.setdefault(side, []).append(SideFeature(feature.kind, feature.name, high, low, where))


def _link_crossings(linked: HexMap) -> None:
    for number, kind in enumerate(linked.document.line_kinds):
        for index, crossed in enumerate(kind.crosses):
            if crossed not in linked.hexside_kinds:
                hint = did_you_mean(crossed, linked.hexside_kinds)
                at = linked.where / "line_kinds" / number / "crosses" / index
                linked.unresolved.append(Unresolved(at, crossed, "hexside kind", "", hint))


def _link_lines(linked: HexMap) -> None:
    for number, line in enumerate(linked.document.lines):
        at = linked.where / "lines" / number
        if line.kind not in linked.line_kinds:
            hint = did_you_mean(line.kind, linked.line_kinds)
            linked.unresolved.append(Unresolved(at / "kind", line.kind, "line kind", "", hint))
        hexes = tuple(_hex(linked, text, at / "hexes" / index) for index, text in enumerate(line.hexes))
        linked.lines.append(MapLine(line, hexes, at))


def _link_places(linked: HexMap) -> None:
    kinds = {kind.id for kind in linked.document.place_kinds}
    for number, place in enumerate(linked.document.places):
        at = linked.where / "places" / number
        hex_ = _hex(linked, place.hex, at / "hex")
        for name in (place.name, *place.aliases):
            linked.places.setdefault(name, (place, hex_, at))
        for index, kind in enumerate(place.kinds):
            if kind not in kinds:
                hint = did_you_mean(kind, kinds)
                linked.unresolved.append(Unresolved(at / "kinds" / index, kind, "place kind", "", hint))
    for number, box in enumerate(linked.document.boxes):
        at = linked.where / "boxes" / number
        for name in (box.id, box.name, *box.aliases):
            linked.boxes.setdefault(name, box)
        linked.adjoining[box.id] = frozenset(_ranges(linked, box.adjoins, at / "adjoins"))
    for number, area in enumerate(linked.document.areas):
        at = linked.where / "areas" / number
        hexes = {*_ranges(linked, area.hexes, at / "hexes"), *linked.edge(area.edge), *_enclosed(linked, area, at)}
        linked.areas[area.id] = frozenset(hexes)


def _enclosed(linked: HexMap, area: Area, at: Where) -> set[int]:
    """The hexes that an area has as it is `around` one and `within` a line."""
    start = _hex(linked, area.around, at / "around") if area.around is not None else None
    kinds = [kind.id for kind in linked.document.hexside_kinds]
    if area.within is not None and area.within not in kinds:
        hint = did_you_mean(area.within, kinds)
        linked.unresolved.append(Unresolved(at / "within", area.within, "hexside kind", "", hint))
        return set()
    return enclosed(linked, start, area.within) if start is not None and area.within is not None else set()


def enclosed(linked: HexMap, start: int, kind: str) -> set[int]:
    """All hexes reached from one without crossing a kind of hexside or entering impassable ground."""
    walls = [side for side, features in linked.sides.items() if any(f.kind == kind for f in features)]
    ways = without_sides(linked.grid.neighbours, walls)
    found, waiting = {start}, [start]
    while waiting:
        for other in ways[waiting.pop()]:
            if other >= 0 and other not in found and linked.passable[other]:
                found.add(other)
                waiting.append(other)
    return found


def _link_names(linked: HexMap) -> None:
    for number, name in enumerate(linked.document.names):
        at = linked.where / "names" / number
        hexes = [_hex(linked, text, at / "along" / index) for index, text in enumerate(name.along)]
        linked.names.append(NameAcross(name, tuple(h for h in hexes if h is not None), at))


def _ranges(linked: HexMap, texts: list[str], at: Where) -> Iterator[int]:
    """Hexes of ids and of ranges ``A1..A9`` along a row or ``A1..Z1`` along a column."""
    for index, text in enumerate(texts):
        first_text, dots, last_text = text.partition("..")
        first = _hex(linked, first_text, at / index)
        if first is None or not dots:
            yield from () if first is None else (first,)
            continue
        last = _hex(linked, last_text, at / index)
        if last is None:
            continue
        (column, row), (to_column, to_row) = linked.grid.position(first), linked.grid.position(last)
        if column != to_column and row != to_row:
            why = "a range runs along one row or one column"
            linked.unresolved.append(Unresolved(at / index, text, "hex range", why))
            continue
        for c in range(min(column, to_column), max(column, to_column) + 1):
            for r in range(min(row, to_row), max(row, to_row) + 1):
                yield linked.grid.at(c, r)
