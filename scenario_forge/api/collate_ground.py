"""What a form asks of the ground: rows of terrain, chains of hexsides and of roads, as far as they are not printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.hexes import across, parse_side
from scenario_forge.hexes.sides import SideError
from scenario_forge.project.address import address
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.mapview import row_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.project.files import GameFile
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where


@dataclass(frozen=True)
class TerrainRow:
    """A row of one sheet: where it is written, its letters, and the number of its first hex."""

    at: str
    letters: str
    first: int


@dataclass(frozen=True)
class Chain:
    """A chain of hexsides, or the hexes of a road."""

    at: str
    name: str
    kind: str
    steps: tuple[str, ...]
    """As written."""
    sides: tuple[str, ...] | None
    """Each step as the map's drawing calls the hexside; None for a road."""


@dataclass(frozen=True)
class Ground:
    """All that is asked of a map beside its places."""

    map: HexMap
    rows: list[TerrainRow]
    chains: list[Chain]

    @property
    def count(self) -> int:
        """How many values."""
        return len(self.rows) + len(self.chains)


def ground(game: Game) -> Ground | None:
    """What of the ground rests on nothing printed; None where all of it is printed, or there is no map."""
    linked = hex_map(game)
    if linked is None:
        return None
    asked = Ground(linked, list(_rows(linked)), list(_chains(linked)))
    return asked if asked.count else None


def _open(where: Where) -> str:
    """The address of a value that is ours; empty for one that is printed."""
    file: GameFile = where.file
    ours = file.basis_at(where.path) in ("proposed", "fitted")
    return f"{file.name.removesuffix('.yaml')}.{address(file.root, where.path)}" if ours else ""


def _rows(linked: HexMap) -> Iterator[TerrainRow]:
    for number, row in enumerate(linked.document.rows):
        index = row_index(linked.grid, row.row)
        for sheet in linked.grid.sheets if index is not None else ():
            text = row.cells.get(sheet.id)
            hexes = linked.grid.row_hexes(sheet.id, sheet.row_labels[index or 0])
            at = _open(linked.where / "rows" / number / sheet.id) if text is not None else ""
            if text is not None and at and len(text) == len(hexes):
                yield TerrainRow(at, text, hexes.start)


def _chains(linked: HexMap) -> Iterator[Chain]:
    for number, feature in enumerate(linked.document.hexsides):
        at = _open(linked.where / "hexsides" / number / "sides")
        names = tuple(name for text in feature.sides if (name := side_name(linked, text)))
        if at and len(names) == len(feature.sides):
            kind = linked.hexside_kinds.get(feature.kind)
            title = kind.name if kind else feature.kind
            yield Chain(at, feature.name or title, title, tuple(feature.sides), names)
    for number, line in enumerate(linked.document.lines):
        at = _open(linked.where / "lines" / number / "hexes")
        if at:
            known = linked.line_kinds.get(line.kind)
            title = known.name if known else line.kind
            yield Chain(at, line.name or title, title, tuple(line.hexes), None)


def side_name(linked: HexMap, text: str) -> str:
    """`A1/A2` with the hex of the lower number first; empty for what is no side between two hexes."""
    try:
        one, other = across(linked.grid, parse_side(linked.grid, text))
    except SideError:
        return ""
    return f"{linked.name(one)}/{linked.name(other)}" if other >= 0 else ""
