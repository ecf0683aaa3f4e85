"""The form as files: a page and a document, with what the file of the copy says already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.documents.copies import CopyDocument
from scenario_forge.hexes import across, parse_side
from scenario_forge.hexes.sides import SideError
from scenario_forge.project.address import address
from scenario_forge.project.copies import names_asked
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.mapview import row_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.collate import Part
    from scenario_forge.project.files import GameFile
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.reports.collate_page import Answered


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


# -- the form as files -----------------------------------------------------------------------------


__all__ = ["Ground", "form_files", "ground_of"]

ground_of = ground


def form_files(game: Game, copy: str, parts: Sequence[Part], land: Ground | None) -> tuple[bytes, bytes]:
    """The page and the document; the page begins with the answers of ``copies/COPY.yaml``, if it is there.

    Raises:
        LookupError: that file is there and cannot be read.
    """
    from scenario_forge.printing.brief import Brief  # noqa: PLC0415 - printing loads much
    from scenario_forge.printing.collate import collate_pdf  # noqa: PLC0415
    from scenario_forge.reports.collate_ground import ground_part  # noqa: PLC0415
    from scenario_forge.reports.collate_page import collate_page  # noqa: PLC0415

    brief = Brief(game)
    asked = {value.at for part in parts for row in part.rows for value in row.values}
    asked |= {row.at for row in land.rows} | {run.at for run in land.chains} if land else set()
    answered = answered_in(game, copy, asked)
    drawn = ""
    if land is not None:
        rows = [(row.at, row.letters, row.first) for row in land.rows]
        runs = [(run.at, run.name, run.kind, run.steps, run.sides) for run in land.chains]
        drawn = ground_part(brief.words, land.map, rows, runs, answered.answers)
    roots = {name: file.source.root for name, file in game.read.items() if file.source.root is not None}
    names = names_asked(roots)
    rows_of = [(p.title, [(r.name, [(v.at, v.field, v.ours) for v in r.values]) for r in p.rows]) for p in parts]
    html = collate_page(game.title, brief.words, copy, rows_of, answered, drawn, names)
    shown = [(p.title, [(r.name, [(v.field, str(v.ours)) for v in r.values]) for r in p.rows]) for p in parts]
    return html.encode("utf-8", "replace"), collate_pdf(brief, shown)


def answered_in(game: Game, copy: str, asked: set[str]) -> Answered:
    """What the file of a copy says, parted into what the form asks and what it does not."""
    from scenario_forge.reports.collate_page import Answered  # noqa: PLC0415

    name = f"copies/{copy}.yaml"
    if name not in game.files:
        return Answered()
    found = next((d for d, where in game.documents("copies", CopyDocument) if where.file.name == name), None)
    if found is None:
        raise LookupError(f"{name} is there, and cannot be read")
    answers = {answer.at: answer.printed for answer in found.answers if answer.at in asked}
    kept = [answer.model_dump(mode="json") for answer in found.answers if answer.at not in asked]
    return Answered(found.title, answers, kept)
