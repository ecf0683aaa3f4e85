"""The linked map: terrain by hex, hexsides by side, lines, places, boxes and areas."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.hexes import (
    Grid,
    GridError,
    HexIdError,
    Neighbours,
    Sheet,
    Side,
    SideError,
    across,
    parse_side,
    without_sides,
)
from scenario_forge.project.game import Game, view
from scenario_forge.project.names import Unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.map_ import Box, HexsideKind, Line, LineKind, Place, Terrain
    from scenario_forge.project.place import Where


@dataclass(frozen=True, slots=True)
class SideFeature:
    """One hexside with a feature. ``high`` is the hex named first, ``low`` the other (−1 on the rim)."""

    kind: str
    name: str
    high: int
    low: int
    where: Where


@dataclass(frozen=True, slots=True)
class MapLine:
    """A road or track; hexes that did not resolve are left out of ``hexes`` and break the chain."""

    line: Line
    hexes: tuple[int | None, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Location:
    """A hex or an off-map box, whichever a name stands for."""

    hex: int | None = None
    box: str | None = None
    place: Place | None = None


@dataclass(eq=False)
class HexMap:
    """The map as its document says, names looked up. Hexes are numbers of ``grid``."""

    grid: Grid
    document: MapDocument
    where: Where
    terrain: list[str | None]
    """Terrain id by hex; None where none is given or its letter is unknown."""
    given: dict[int, list[Where]] = field(default_factory=dict)
    """Hexes given more than once, with all their places."""
    sides: dict[Side, list[SideFeature]] = field(default_factory=dict)
    lines: list[MapLine] = field(default_factory=list)
    places: dict[str, tuple[Place, int | None, Where]] = field(default_factory=dict)
    """By name and alias."""
    boxes: dict[str, Box] = field(default_factory=dict)
    """By id, name and alias."""
    adjoining: dict[str, frozenset[int]] = field(default_factory=dict)
    """Hexes that a box adjoins, by box id."""
    areas: dict[str, frozenset[int]] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)

    @cached_property
    def kinds(self) -> dict[str, Terrain]:
        """Terrain by id."""
        return {kind.id: kind for kind in self.document.terrain}

    @cached_property
    def hexside_kinds(self) -> dict[str, HexsideKind]:
        """Hexside kinds by id."""
        return {kind.id: kind for kind in self.document.hexside_kinds}

    @cached_property
    def line_kinds(self) -> dict[str, LineKind]:
        """Line kinds by id."""
        return {kind.id: kind for kind in self.document.line_kinds}

    @cached_property
    def land(self) -> bytearray:
        """1 for each hex of land."""
        wet = {kind.id for kind in self.document.terrain if not kind.land}
        return bytearray(terrain not in wet and terrain is not None for terrain in self.terrain)

    @cached_property
    def passable(self) -> bytearray:
        """1 for each hex that ordinary units may enter."""
        barred = {kind.id for kind in self.document.terrain if not (kind.passable and kind.land)}
        return bytearray(terrain not in barred and terrain is not None for terrain in self.terrain)

    @cached_property
    def ways(self) -> Neighbours:
        """The neighbour table without hexsides that no unit may cross."""
        shut = {kind.id for kind in self.document.hexside_kinds if not kind.passable}
        return without_sides(
            self.grid.neighbours,
            [s for s, features in self.sides.items() if any(f.kind in shut for f in features)],
        )

    def name(self, hex_: int | None) -> str:
        """The printed id of a hex."""
        return "?" if hex_ is None else self.grid.ids[hex_]

    def find(self, text: str) -> Location | None:
        """What a hex id, place name, box id or alias stands for."""
        hex_ = self.grid.find(text)
        if hex_ is not None:
            return Location(hex=hex_)
        if text in self.boxes:
            return Location(box=self.boxes[text].id)
        if text in self.places:
            place, at, _where = self.places[text]
            return Location(hex=at, place=place)
        return None

    def why_not(self, text: str) -> tuple[str, str | None]:
        """Why :meth:`find` found nothing, and what may have been meant."""
        near = did_you_mean(text, [*self.places, *self.boxes])
        error = self.grid.why_not(text)
        instead = f"did you mean {error.instead}?" if error.instead else near
        return error.message, instead


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
    grid = document.grid
    sheets = tuple(
        Sheet(s.id, s.columns, grid.rows, s.numbering, grid.rows_from, s.first_column, grid.first_row)
        for s in grid.sheets
    )
    return Grid(grid.orientation, grid.shifted, sheets)


def link_map(document: MapDocument, where: Where) -> HexMap | None:
    """Look up every name of a map document; what names nothing is noted in ``unresolved``."""
    try:
        grid = build_grid(document)
    except GridError:
        return None
    linked = HexMap(grid, document, where, [None] * len(grid))
    _link_terrain(linked)
    _link_sides(linked)
    _link_lines(linked)
    _link_places(linked)
    return linked


def _link_terrain(linked: HexMap) -> None:
    letters = {kind.letter: kind.id for kind in linked.document.terrain}
    known = {
        sheet.id: {i: linked.grid.row_hexes(sheet.id, label) for i, label in enumerate(sheet.row_labels)}
        for sheet in linked.grid.sheets
    }
    first: dict[int, Where] = {}
    for number, row in enumerate(linked.document.rows):
        at = linked.where / "rows" / number
        index = _row_index(linked.grid, row.row)
        if index is None:
            linked.unresolved.append(Unresolved(at / "row", row.row, "row"))
            continue
        for sheet, text in row.cells.items():
            hexes = known.get(sheet, {}).get(index)
            if hexes is None:
                linked.unresolved.append(Unresolved((at / sheet).key(), sheet, "sheet", "", did_you_mean(sheet, known)))
                continue
            _link_row(linked, hexes, text, at / sheet, letters, first)
    ids = linked.kinds
    for number, written in enumerate(linked.document.hexes):
        at = linked.where / "hexes" / number
        hex_ = _hex(linked, written.hex, at / "hex")
        if written.terrain not in ids:
            hint = did_you_mean(written.terrain, ids)
            linked.unresolved.append(Unresolved(at / "terrain", written.terrain, "terrain", "", hint))
        elif hex_ is not None:
            _give(linked, hex_, written.terrain, at / "hex", first)


def _row_index(grid: Grid, label: str) -> int | None:
    """A row from the north by its label on any sheet: row R of the west sheet is row RR of the east one."""
    return next((s.row_labels.index(label) for s in grid.sheets if label in s.row_labels), None)


def _link_row(
    linked: HexMap, hexes: range, text: str, at: Where, letters: dict[str, str], first: dict[int, Where]
) -> None:
    if first.keys().isdisjoint(hexes) and len(text) == len(hexes) and letters.keys() >= set(text):
        linked.terrain[hexes.start : hexes.stop] = [letters[letter] for letter in text]
        first.update(dict.fromkeys(hexes, at))
        return
    for index, (hex_, letter) in enumerate(zip(hexes, text, strict=False)):
        if letter in letters:
            _give(linked, hex_, letters[letter], at.within(index, index + 1), first)
        else:
            linked.unresolved.append(Unresolved(at.within(index, index + 1), letter, "terrain letter"))
    if len(text) != len(hexes):
        why = f"{len(text)} letters for {len(hexes)} hexes"
        linked.unresolved.append(Unresolved(at, text, "row length", why))


def _give(linked: HexMap, hex_: int, terrain: str, at: Where, first: dict[int, Where]) -> None:
    if hex_ in first:
        linked.given.setdefault(hex_, [first[hex_]]).append(at)
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
        linked.areas[area.id] = frozenset(_ranges(linked, area.hexes, at / "hexes"))


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
