"""What a map says, with the names in it looked up: :class:`HexMap`, which :func:`hex_map` fills."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.game import Game, view
from scenario_forge.hexes import (
    Grid,
    GridError,
    Neighbours,
    Sheet,
    Side,
    SideError,
    across,
    parse_side,
    without_sides,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.documents.map_ import Area, Box, HexsideKind, Line, LineKind, MapName, Place, Terrain
    from scenario_forge.documents.map_ import Grid as GridModel
    from scenario_forge.documents.map_ import Sheet as SheetModel
    from scenario_forge.game.place import Where


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

    line: Line = field(repr=False)
    hexes: tuple[int | None, ...] = field(repr=False)
    where: Where


@dataclass(frozen=True, slots=True)
class NameAcross:
    """A name that lies across the map; hexes that did not resolve are left out."""

    name: MapName
    hexes: tuple[int, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Location:
    """A hex, an off-map box, an area or edges of the map, whichever a name stands for."""

    hex: int | None = None
    box: str | None = None
    place: Place | None = None
    area: str | None = None
    edges: tuple[str, ...] = ()


@dataclass(eq=False, repr=False)
class HexMap(LinkedPart):
    """The map as its document says, names looked up. Hexes are numbers of ``grid``."""

    grid: Grid
    document: MapDocument
    where: Where
    terrain: list[str | None]
    """Terrain id by hex; None where none is given, or what is given cannot be relied on (see ``unread``)."""
    given: dict[int, list[Where]] = field(default_factory=dict)
    """Hexes given more than once, with all their places."""
    sides: dict[Side, list[SideFeature]] = field(default_factory=dict)
    lines: list[MapLine] = field(default_factory=list)
    places: dict[str, tuple[Place, int | None, Where]] = field(default_factory=dict)
    """By name and alias."""
    places_by_id: dict[str, tuple[Place, int | None, Where]] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    """By id, name and alias."""
    adjoining: dict[str, frozenset[int]] = field(default_factory=dict)
    """Hexes that a box adjoins, by box id."""
    areas: dict[str, frozenset[int]] = field(default_factory=dict)
    names: list[NameAcross] = field(default_factory=list)
    """Names of seas and regions."""
    misfits: list[tuple[Where, int, int]] = field(default_factory=list)
    """Rows with another number of letters than hexes: (place, letters, hexes)."""
    unread: set[int] = field(default_factory=set)
    """Hexes whose terrain is written in a way that leaves it unknown: a letter that means nothing, a row of
    the wrong length, two different letters (each reported)."""

    def __repr__(self) -> str:
        return f"HexMap({self.where.file.name}: {len(self.grid)} hexes)"

    @cached_property
    def hexes_by_id(self) -> dict[str, int]:
        """The hex of each place by the id of the place."""
        return {id_: at for id_, (_place, at, _where) in self.places_by_id.items() if at is not None}

    @cached_property
    def kinds(self) -> dict[str, Terrain]:
        """Every terrain of the document by its id."""
        return {kind.id: kind for kind in self.document.terrain}

    @cached_property
    def hexside_kinds(self) -> dict[str, HexsideKind]:
        """Every kind of hexside of the document by its id."""
        return {kind.id: kind for kind in self.document.hexside_kinds}

    @cached_property
    def line_kinds(self) -> dict[str, LineKind]:
        """Every kind of line of the document by its id."""
        return {kind.id: kind for kind in self.document.line_kinds}

    @cached_property
    def place_kinds_at(self) -> dict[int, frozenset[str]]:
        """Kinds of the places in each hex that has any."""
        found: dict[int, frozenset[str]] = {}
        for place, hex_, _where in self.places.values():
            if hex_ is not None:
                found[hex_] = found.get(hex_, frozenset()).union(place.kinds)
        return found

    @cached_property
    def land(self) -> bytearray:
        """1 for each hex of land, and where the terrain is unknown: what follows from that stays silent."""
        wet = {kind.id for kind in self.document.terrain if not kind.land}
        return bytearray(terrain not in wet for terrain in self.terrain)

    @cached_property
    def passable(self) -> bytearray:
        """1 for each hex that ordinary units may enter, and where the terrain is unknown."""
        barred = {kind.id for kind in self.document.terrain if not (kind.passable and kind.land)}
        return bytearray(terrain not in barred for terrain in self.terrain)

    @cached_property
    def ways(self) -> Neighbours:
        """The neighbour table without hexsides that no unit may cross."""
        shut = {kind.id for kind in self.document.hexside_kinds if not kind.passable}
        return without_sides(
            self.grid.neighbours,
            [s for s, features in self.sides.items() if any(f.kind in shut for f in features)],
        )

    @cached_property
    def _written(self) -> dict[int, Where]:
        """Where the terrain of each first hex of a row on a sheet, and of each hex apart, is written."""
        places: dict[int, Where] = {}
        for row, at in self.where.each("rows", self.document.rows):
            index = row_index(self.grid, row.row)
            for sheet in self.grid.sheets if index is not None else ():
                if sheet.id in row.cells and index is not None:
                    first = self.grid.row_hexes(sheet.id, sheet.row_labels[index]).start
                    places.setdefault(first, at / sheet.id)
        for written, here in self.where.each("hexes", self.document.hexes):
            hex_ = self.grid.find(written.hex)
            if hex_ is not None and hex_ not in places:
                places[hex_] = here / "terrain"
        return places

    def terrain_where(self, hex_: int) -> Where:
        """Where a hex's terrain is written: its letter in a row, or its own line."""
        known = self._written.get(hex_)
        if known is not None and known.path[0] == "hexes":
            return known
        start, _row = self.grid.position(hex_)
        for sheet in self.grid.sheets:
            if start < sheet.columns:
                break
            start -= sheet.columns
        place = self._written.get(hex_ - start)
        if place is None or place.path[0] == "hexes":
            return self.where / "rows"
        return place.within(start, start + 1)

    def edge(self, edges: Iterable[str]) -> frozenset[int]:
        """The hexes along edges of the map, passable or not."""
        places = [self.grid.position(hex_) for hex_ in range(len(self.grid))]
        last_column, last_row = max(column for column, _ in places), max(row for _, row in places)
        wanted = set(edges)
        return frozenset(
            hex_
            for hex_, (column, row) in enumerate(places)
            if ("west" in wanted and column == 0)
            or ("east" in wanted and column == last_column)
            or ("north" in wanted and row == 0)
            or ("south" in wanted and row == last_row)
        )

    def area_names(self) -> dict[str, str]:
        """The printed names of the areas by id."""
        return {area.id: area.name for area in self.document.areas}

    def areas_of(self, side: str) -> list[str]:
        """The areas in which a side may set up freely."""
        return [area.id for area in self.document.areas if area.side == side]

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

    def find_key(self, text: str) -> Location | None:
        """Return what a key stands for that names a hex or the id of a place."""
        hex_ = self.grid.find(text)
        if hex_ is not None:
            return Location(hex=hex_)
        if text not in self.places_by_id:
            return None
        place, at, _where = self.places_by_id[text]
        return Location(hex=at, place=place)

    def key_of(self, hex_: int) -> str:
        """Return how a key names a hex: by the id of the place in it, if it has one."""
        return next((id_ for id_, at in self.hexes_by_id.items() if at == hex_), self.name(hex_))

    def why_not(self, text: str) -> tuple[str, str | None]:
        """Why :meth:`find` found nothing, and what may have been meant."""
        near = did_you_mean(text, [*self.places, *self.boxes])
        error = self.grid.why_not(text)
        instead = f"did you mean {error.instead}?" if error.instead else near
        return error.message, instead


def build_grid(grid: GridModel) -> Grid:
    """The grid that a map document describes.

    Raises:
        GridError: it does not fit together.
    """
    return Grid(
        grid.orientation, grid.shifted, tuple(sheet_of(grid, sheet, turned=sheet.turned) for sheet in grid.sheets)
    )


def sheet_of(grid: GridModel, of: SheetModel, *, turned: bool) -> Sheet:
    """A sheet of a map document, as it lies or turned by half a turn."""
    numbering = (of.numbering, grid.rows_from, of.first_column, grid.first_row)
    return Sheet(of.id, of.columns, grid.rows, *numbering, turned)


def row_index(grid: Grid, label: str) -> int | None:
    """A row from the north by its label on any sheet: row R of the west sheet is row RR of the east one."""
    return next((s.row_labels.index(label) for s in grid.sheets if label in s.row_labels), None)


@view
def hex_map(game: Game) -> HexMap | None:
    """The game's map; None when there is none or its grid makes no sense (reported by MAP checks)."""
    found = game.one("map", MapDocument)
    return link_map(*found) if found else None


def link_map(document: MapDocument, where: Where) -> HexMap | None:
    """Look up every name of a map document; rows, letters and ranges that make no sense are noted."""
    try:
        grid = build_grid(document.grid)
    except GridError:
        return None
    linked = HexMap(grid, document, where, [None] * len(grid))
    _link_terrain(linked)
    _link_sides(linked)
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
    for row, at in linked.where.each("rows", linked.document.rows):
        index = row_index(linked.grid, row.row)
        if index is None:
            linked.note(at / "row", row.row, "row")
            continue
        for sheet, text in row.cells.items():
            hexes = known.get(sheet, {}).get(index)
            if hexes is not None:
                _link_row(linked, hexes[::-1] if sheet in turned else hexes, text, at / sheet, letters, first)
    for written, at in linked.where.each("hexes", linked.document.hexes):
        hex_ = linked.grid.find(written.hex)
        if hex_ is not None and written.terrain in linked.kinds:
            _give(linked, hex_, written.terrain, at / "hex", first)
        elif hex_ is not None:
            linked.unread.add(hex_)


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
            linked.note(at.within(index, index + 1), letter, "terrain letter")
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


def _link_sides(linked: HexMap) -> None:
    for feature, at in linked.where.each("hexsides", linked.document.hexsides):
        for text, where in at.each("sides", feature.sides if feature.kind in linked.hexside_kinds else ()):
            try:
                side = parse_side(linked.grid, text)
            except SideError:
                continue
            one, other = across(linked.grid, side)
            named = linked.grid.find(text.partition("/")[0].partition(":")[0])
            high, low = (other, one) if named == other else (one, other)
            linked.sides.setdefault(side, []).append(SideFeature(feature.kind, feature.name, high, low, where))


def _link_lines(linked: HexMap) -> None:
    for line, at in linked.where.each("lines", linked.document.lines):
        linked.lines.append(MapLine(line, tuple(map(linked.grid.find, line.hexes)), at))


def _link_places(linked: HexMap) -> None:
    for place, at in linked.where.each("places", linked.document.places):
        hex_ = linked.grid.find(place.hex)
        for name in (place.name, *place.aliases):
            linked.places.setdefault(name, (place, hex_, at))
        linked.places_by_id.setdefault(place.key, (place, hex_, at))
    for box, at in linked.where.each("boxes", linked.document.boxes):
        for name in (box.id, box.name, *box.aliases):
            linked.boxes.setdefault(name, box)
        linked.adjoining[box.id] = frozenset(_ranges(linked, box.adjoins, at / "adjoins"))
    for area, at in linked.where.each("areas", linked.document.areas):
        hexes = {*_ranges(linked, area.hexes, at / "hexes"), *linked.edge(area.edge), *_enclosed(linked, area)}
        linked.areas[area.id] = frozenset(hexes)


def _enclosed(linked: HexMap, area: Area) -> set[int]:
    """The hexes that an area has as it is `around` one and `within` a line."""
    start = linked.grid.find(area.around) if area.around is not None else None
    kind = linked.hexside_kinds.get(area.within or "")
    return enclosed(linked, start, kind.id) if start is not None and kind is not None else set()


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
    for name, at in linked.where.each("names", linked.document.names):
        hexes = map(linked.grid.find, name.along)
        linked.names.append(NameAcross(name, tuple(h for h in hexes if h is not None), at))


def _ranges(linked: HexMap, texts: list[str], at: Where) -> Iterator[int]:
    """Hexes of ids and of ranges ``A1..A9`` along a row or ``A1..Z1`` along a column."""
    for index, text in enumerate(texts):
        ends = [linked.grid.find(id_) for id_ in text.split("..", 1)]
        first, last = ends[0], ends[-1]
        if first is None or last is None:
            continue
        (column, row), (to_column, to_row) = linked.grid.position(first), linked.grid.position(last)
        if column != to_column and row != to_row:
            linked.note(at / index, text, "hex range", "a range runs along one row or one column")
            continue
        for c in range(min(column, to_column), max(column, to_column) + 1):
            for r in range(min(row, to_row), max(row, to_row) + 1):
                yield linked.grid.at(c, r)
