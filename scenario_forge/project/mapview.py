"""What a map says, names looked up: the class that :func:`~scenario_forge.project.hexmap.hex_map` fills."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.hexes import Grid, Neighbours, Side, without_sides

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.documents.map_ import (
        Box,
        HexsideKind,
        Line,
        LineKind,
        MapDocument,
        MapName,
        Place,
        Terrain,
    )
    from scenario_forge.project.place import Unresolved, Where


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


@dataclass(eq=False)
class HexMap:
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
    boxes: dict[str, Box] = field(default_factory=dict)
    """By id, name and alias."""
    adjoining: dict[str, frozenset[int]] = field(default_factory=dict)
    """Hexes that a box adjoins, by box id."""
    areas: dict[str, frozenset[int]] = field(default_factory=dict)
    names: list[NameAcross] = field(default_factory=list)
    """Names of seas and regions."""
    unresolved: list[Unresolved] = field(default_factory=list)
    misfits: list[tuple[Where, int, int]] = field(default_factory=list)
    """Rows with another number of letters than hexes: (place, letters, hexes)."""
    unread: set[int] = field(default_factory=set)
    """Hexes whose terrain is written in a way that leaves it unknown: a letter that means nothing, a row of
    the wrong length, two different letters (each reported)."""

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
        for number, row in enumerate(self.document.rows):
            index = row_index(self.grid, row.row)
            for sheet in self.grid.sheets if index is not None else ():
                if sheet.id in row.cells and index is not None:
                    first = self.grid.row_hexes(sheet.id, sheet.row_labels[index]).start
                    places.setdefault(first, self.where / "rows" / number / sheet.id)
        for number, written in enumerate(self.document.hexes):
            hex_ = self.grid.find(written.hex)
            if hex_ is not None and hex_ not in places:
                places[hex_] = self.where / "hexes" / number / "terrain"
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

    def why_not(self, text: str) -> tuple[str, str | None]:
        """Why :meth:`find` found nothing, and what may have been meant."""
        near = did_you_mean(text, [*self.places, *self.boxes])
        error = self.grid.why_not(text)
        instead = f"did you mean {error.instead}?" if error.instead else near
        return error.message, instead


def row_index(grid: Grid, label: str) -> int | None:
    """A row from the north by its label on any sheet: row R of the west sheet is row RR of the east one."""
    return next((s.row_labels.index(label) for s in grid.sheets if label in s.row_labels), None)
