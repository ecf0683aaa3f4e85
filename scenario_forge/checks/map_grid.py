"""MAP: the grid, the key, and the rows of terrain that fill it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import map as map_codes
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.hexes import GridError
from scenario_forge.project.hexmap import build_grid, hex_map
from scenario_forge.project.mapview import row_index

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.mapview import HexMap
    from scenario_forge.project.place import Where

_SHEET_KEYS = {"pattern": "numbering", "id": "id", "columns": "columns", "first_column": "first_column"}


def impossible_grid(game: Game) -> Iterator[Diagnostic]:
    """A grid that cannot be laid out."""
    found = game.one("map", MapDocument)
    if found is None:
        return
    document, where = found
    try:
        build_grid(document)
    except GridError as error:
        at = where / "grid"
        if error.sheet is not None and error.key in _SHEET_KEYS:
            named = [n for n, sheet in enumerate(document.grid.sheets) if sheet.id == error.sheet]
            at = at / "sheets" / named[-1] / _SHEET_KEYS[error.key]
        elif error.key in MODEL_KEYS:
            at = at / error.key
        yield map_codes.MAP001.at(at, problem=str(error))


MODEL_KEYS = frozenset({"orientation", "shifted", "rows", "first_row", "rows_from", "sheets"})


def rows_and_hexes(game: Game) -> Iterator[Diagnostic]:
    """Hexes given twice or not at all, rows of the wrong length."""
    linked = hex_map(game)
    if linked is None:
        return
    for where, letters, hexes in linked.misfits:
        more = "too many" if letters > hexes else "too few"
        yield map_codes.MAP006.at(where, letters=letters, hexes=hexes, by=f"{abs(letters - hexes)} {more}")
    missing = _missing_rows(linked)
    yield from _doubled_rows(linked, missing)
    yield from _doubled_hexes(linked)
    yield from _gaps(linked, missing)


def _missing_rows(linked: HexMap) -> dict[int, list[str]]:
    """Rows for which a sheet has no letter at all: row from the north → sheets."""
    if not linked.document.rows or None not in linked.terrain:
        return {}
    if any(name.wanted in ("row", "sheet") for name in linked.unresolved):
        return {}
    found: dict[int, list[str]] = {}
    for index in range(linked.grid.rows):
        for sheet in linked.grid.sheets:
            hexes = linked.grid.row_hexes(sheet.id, sheet.row_labels[index])
            if all(linked.terrain[h] is None and h not in linked.unread for h in hexes):
                found.setdefault(index, []).append(sheet.id)
    return found


def _doubled_rows(linked: HexMap, missing: dict[int, list[str]]) -> Iterator[Diagnostic]:
    """A row given twice; where just one is missing, that one was meant, and it is not reported too."""
    indices = [row_index(linked.grid, row.row) for row in linked.document.rows]
    first: dict[tuple[int, str], int] = {}
    for number, row in enumerate(linked.document.rows):
        index = indices[number]
        if index is None:
            continue
        known = min((first.setdefault((index, sheet), number) for sheet in row.cells), default=number)
        if known == number:
            continue
        wrong, right, hint = number, known, None
        if len(missing) == 1:
            lost = missing.popitem()[0]
            if _fits(indices, known, lost) and not _fits(indices, number, lost):
                wrong, right = known, number
            hint = f"did you mean {linked.grid.sheets[0].row_labels[lost]}? No row is called so"
        finding = map_codes.MAP003.at(linked.where / "rows" / wrong / "row", row=row.row)
        yield finding.also(linked.where / "rows" / right / "row", "the other").suggest(hint)


def _fits(indices: list[int | None], number: int, lost: int) -> bool:
    """Whether a row stands where the lost one would stand: behind the row north of it or before that south of it."""
    before = indices[number - 1] if number else None
    after = indices[number + 1] if number + 1 < len(indices) else None
    return before == lost - 1 or after == lost + 1


def _doubled_hexes(linked: HexMap) -> Iterator[Diagnostic]:
    """Hexes written out by themselves that stand elsewhere too; doubled rows are reported whole."""
    for hex_, places in linked.given.items():
        for place in places[1:]:
            if place.path[0] == "hexes":
                yield map_codes.MAP002.at(place, hex=linked.name(hex_)).also(places[0], "given here first")


def _gaps(linked: HexMap, missing: dict[int, list[str]]) -> Iterator[Diagnostic]:
    """Whole rows of a sheet that are missing, and single hexes."""
    if None not in linked.terrain or any(name.wanted in ("row", "sheet") for name in linked.unresolved):
        return
    grid = linked.grid
    for index in range(grid.rows):
        if index in missing:
            yield _missing_row(linked, index, missing[index])
        for sheet in grid.sheets:
            hexes = grid.row_hexes(sheet.id, sheet.row_labels[index])
            empty = [h for h in hexes if linked.terrain[h] is None and h not in linked.unread]
            if empty and (not linked.document.rows or len(empty) < len(hexes)):
                at = (linked.where / "rows").key() if linked.document.rows else linked.where / "grid"
                yield map_codes.MAP005.at(at, hexes=_some(linked.name(h) for h in empty))


def _missing_row(linked: HexMap, index: int, sheets: list[str]) -> Diagnostic:
    label = linked.grid.sheets[0].row_labels[index]
    for number, row in enumerate(linked.document.rows):
        if row_index(linked.grid, row.row) == index:
            at = linked.where / "rows" / number / "row"
            return map_codes.MAP004.at(at, row=label, sheets=f" on the {' and '.join(sheets)} sheet")
    return map_codes.MAP004.at((linked.where / "rows").key(), row=label, sheets="")


def _some(names: Iterable[str], most: int = 6) -> str:
    listed = list(names)
    rest = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + rest


def key(game: Game) -> Iterator[Diagnostic]:
    """The key: kinds that stand there twice, two kinds with one letter, kinds that the map never shows."""
    linked = hex_map(game)
    if linked is None:
        return
    document = linked.document
    for section in ("terrain", "hexside_kinds", "line_kinds", "place_kinds", "boxes", "areas"):
        items = getattr(document, section)
        yield from _doubled(linked.where / section, "id", [item.id for item in items])
    yield from _doubled(linked.where / "terrain", "letter", [kind.letter for kind in document.terrain])
    if not linked.unread and None not in linked.terrain:
        yield from _unused(linked, "terrain", {t for t in linked.terrain if t})
    yield from _unused(linked, "hexside_kinds", {feature.kind for feature in document.hexsides})
    yield from _unused(linked, "line_kinds", {line.kind for line in document.lines})
    yield from _unused(linked, "place_kinds", {kind for place in document.places for kind in place.kinds})


def _doubled(where: Where, field: str, names: list[str]) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    for number, name in enumerate(names):
        known = first.setdefault(name, number)
        if known != number:
            finding = map_codes.MAP007.at(where / number / field, name=name, what=field)
            yield finding.also(where / known / field, "given here first")


def _unused(linked: HexMap, section: str, used: set[str]) -> Iterator[Diagnostic]:
    """Kinds without a single instance, unless the map shows none of that sort at all."""
    for number, kind in enumerate(getattr(linked.document, section)):
        if used and kind.id not in used:
            yield map_codes.MAP008.at(linked.where / section / number / "id", name=kind.name)


CHECKS = (impossible_grid, rows_and_hexes, key)
