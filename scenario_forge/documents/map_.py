"""map.yaml: grid, terrain, hexsides, roads and tracks, places, off-map boxes, areas."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Row, Text, slug
from scenario_forge.documents.marks import Defines, Names, Repeats, Shared
from scenario_forge.documents.names import HexName, HexsideName, SideName, TypeName
from scenario_forge.documents.place_ids import id_of_name

Texture = Literal[
    "plain", "dunes", "rough", "depression", "hills", "mountain", "marsh", "wood", "scrub", "salt", "cultivated", "sea"
]
"""How a terrain is drawn."""
Edge = Literal["north", "east", "south", "west"]
"""An edge of the map."""
SideDrawing = Literal["escarpment", "ridge", "river", "stream", "wire", "border", "wall", "ditch"]
"""How a hexside feature is drawn."""
LineDrawing = Literal["road", "track", "trail", "railway", "pipeline"]
"""How a road is drawn."""
PlaceDrawing = Literal[
    "town", "village", "fortification", "fort", "port", "supply", "pass", "oasis", "airfield", "well", "landmark",
    "base",
]  # fmt: skip
"""The symbol of a kind of place."""


class Sheet(Model):
    """One printed map sheet; sheets lie side by side from west to east."""

    id: Annotated[Id, Defines("sheet")]
    """Short name; rows of terrain use it as their column."""
    name: str = ""
    """As printed."""
    columns: Annotated[int, Field(ge=1, le=1000)]
    """Hexes in a row."""
    numbering: Text
    """Pattern of a hex id: `{row:A}{col}` (letters), `{row:AA}{col}` (letters doubled), `{col:02}{row:02}`."""
    first_column: int = 1
    """Number of the westernmost column."""
    turned: bool = False
    """True for a board that lies turned by half a turn; scenarios that join boards set it."""


class Grid(Model):
    """The layout and numbering of the hexes."""

    orientation: Literal["pointy", "flat"]
    """pointy: rows are straight; flat: columns are straight."""
    shifted: Literal["odd", "even"]
    """Which rows are half a hex further east (pointy), or which columns half a hex further south (flat)."""
    rows: Annotated[int, Field(ge=1, le=1000)]
    """Hexes in a column."""
    first_row: int = 1
    """Number of the first row; letters count from 1 = A."""
    rows_from: Literal["south", "north"]
    """Where row numbers begin."""
    miles_per_hex: float | None = None
    """Printed scale."""
    sheets: Annotated[list[Sheet], Field(min_length=1)]
    """The sheets from west to east."""


class Terrain(Model):
    """A kind of terrain and the letter that stands for it in the rows."""

    id: Annotated[Id, Defines("terrain")]
    """Short name; the terrain effects chart has a line for it."""
    name: Text
    """As printed: `Rough`."""
    letter: Annotated[str, Field(min_length=1, max_length=1)]
    """One letter in `rows`."""
    land: bool = True
    """False for water."""
    passable: bool = True
    """False where no ordinary unit may enter."""
    only: list[TypeName] = []
    """Types of units in counters.yaml that may enter it all the same; the map's key says so."""
    drawn: Texture | None = None
    """How it is drawn; without it water as sea, land plain or in a texture of its own."""


class TerrainRow(Row):
    """One row of hexes: a string for each sheet, one letter a hex from west to east."""

    __pydantic_extra__: dict[Annotated[str, Names("sheet")], str]

    row: Text
    """The row as printed: `T` or `12`."""


class HexException(Model):
    """A hex given on its own instead of in `rows`."""

    hex: Annotated[Text, Names("hex")]
    """Hex id."""
    terrain: Annotated[Id, Names("terrain")]
    """Terrain id."""


class HexsideKind(Model):
    """A kind of hexside feature."""

    id: Annotated[Id, Defines("hexside kind")]
    """Short name; the terrain effects chart has a line for it unless `boundary`."""
    name: Text
    """As printed: `Escarpment Hexside`."""
    passable: bool = True
    """False where no unit may cross."""
    boundary: bool = False
    """True for a line that only divides areas, such as a frontier."""
    drawn: SideDrawing | None = None
    """How it is drawn; without it as its id says, a boundary as border, what bars units as river, the rest as ridge."""


class HexsideFeature(Model):
    """A chain of hexsides with one name; each side stands once in the whole file."""

    kind: Annotated[Id, Names("hexside kind")]
    """Hexside kind."""
    name: Annotated[str, Shared()] = ""
    """As printed or known."""
    sides: Annotated[list[HexsideName], Field(min_length=1)]
    """`A1/A2`: the side between two hexes, the higher or inner one first; `A1:NW` on the map's rim."""


class LineKind(Model):
    """A kind of road or track."""

    id: Annotated[Id, Defines("line kind")]
    """Short name; the terrain effects chart has a line for it."""
    name: Text
    """As printed: `Coast Road`."""
    crosses: list[Annotated[Id, Names("hexside kind")]] = []
    """Hexside kinds that it crosses although they are otherwise impassable or costly."""
    drawn: LineDrawing | None = None
    """How it is drawn; without it as its id says, the first kind as road, others as track."""


class Line(Model):
    """A road or track as a chain of hexes, each adjacent to the last."""

    kind: Annotated[Id, Names("line kind")]
    """Line kind."""
    name: Annotated[str, Shared()] = ""
    """As printed or known."""
    hexes: Annotated[list[HexName], Field(min_length=2), Repeats()]
    """The chain."""


class PlaceKind(Model):
    """A kind of place: a town, a fortification, a port."""

    id: Annotated[Id, Defines("place kind")]
    """Short name."""
    name: Text
    """As printed."""
    drawn: PlaceDrawing | None = None
    """Its symbol; without it the one of the same name, else a landmark's."""


class Place(Model):
    """A hex with a name: a town, a fortress, a well."""

    name: Annotated[Text, Defines("place")]
    """As printed."""
    id: Annotated[Id, Defines("place id")] | None = None
    """How keys name it; without it the name in small letters, if these are plain ones: `el_agheila`."""
    hex: Annotated[Text, Names("hex")]
    """Hex id."""
    kinds: list[Annotated[Id, Names("place kind")]] = []
    """What it is."""
    aliases: list[str] = []
    """Other spellings that the texts use; any further spelling is reported."""
    capacity: Text | None = None
    """Printed beside a supply symbol: a number, or U for unlimited."""
    sides: list[SideName] = []
    """Sides that may use it; empty: every side."""
    value: int | None = None
    """A number printed in the hex, such as a fortification's."""

    @property
    def key(self) -> str:
        """Return the id that keys and quantities name it by; of a place that has none, its name as a quantity."""
        return self.id or id_of_name(self.name) or slug(self.name)


class Box(Model):
    """An off-map box that adjoins hexes."""

    id: Annotated[Text, Defines("box")]
    """As orders of battle cite it: `Trip`."""
    name: Text
    """As printed."""
    aliases: list[str] = []
    """Other spellings."""
    adjoins: list[Annotated[str, Names("hexes")]] = []
    """Hexes it adjoins: ids, or ranges along a row or column `A1..Z1`."""
    side: SideName | None = None
    """The side whose units may use it."""
    capacity: Text | None = None
    """As for a place."""


class Area(Model):
    """A region that rules or scenarios refer to by name."""

    id: Annotated[Id, Defines("area")]
    """Short name."""
    name: Text
    """As printed."""
    hexes: list[Annotated[str, Names("hexes")]] = []
    """Hex ids, and ranges along a row or column: `A31..A36`."""
    around: Annotated[Text, Names("hex")] | None = None
    """A hex inside it, when `within` is the line that encloses it."""
    within: Annotated[Id, Names("hexside kind")] | None = None
    """Kind of hexside that encloses it: all hexes reached from `around` without crossing one, or impassable ground."""
    edge: list[Edge] = []
    """Edges of the map whose hexes belong to it."""
    side: SideName | None = None
    """The side that may set up anywhere in it."""


class MapName(Model):
    """A name that lies across the map: a sea, a desert, a country."""

    name: Annotated[Text, Shared()]
    """As printed across the map."""
    kind: Literal["water", "land"] = "land"
    """Names on water are set in italics, areas in spaced capitals."""
    along: Annotated[list[HexName], Field(min_length=1), Repeats()]
    """Hexes that it runs along, from its first letter to its last."""
    large: bool = False
    """True for what is read first, such as the sea."""


class MapDocument(Document):
    """The map sheets: grid, terrain, hexsides, roads and places."""

    title: str = ""
    """As printed on the map."""
    grid: Grid
    """How the hexes lie."""
    terrain: Annotated[list[Terrain], Field(min_length=1)]
    """The terrain key."""
    rows: list[TerrainRow] = []
    """The terrain, in the order of the printed map from the top."""
    hexes: list[HexException] = []
    """Hexes given on their own; a hex is here or in `rows`, never in both."""
    hexside_kinds: list[HexsideKind] = []
    """Kinds of hexside features."""
    hexsides: list[HexsideFeature] = []
    """Escarpments, ridges, rivers, frontiers."""
    line_kinds: list[LineKind] = []
    """Kinds of roads."""
    lines: list[Line] = []
    """Roads and tracks."""
    place_kinds: list[PlaceKind] = []
    """Kinds of places."""
    places: list[Place] = []
    """Named hexes."""
    boxes: list[Box] = []
    """Off-map boxes."""
    areas: list[Area] = []
    """Named regions."""
    names: list[MapName] = []
    """Names of seas and regions."""
