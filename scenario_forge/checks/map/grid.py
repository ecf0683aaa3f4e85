"""MAP001 to 008, MAP040, 041, MAP050 to 052: the grid, the key, the terrain of each hex, and its charts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes, did_you_mean, nearest
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import build_grid, hex_map, link_map, row_index
from scenario_forge.game.tables import tables
from scenario_forge.hexes import GridError, components

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import Heading

CODES = Codes(__file__)
MAP001 = CODES.error("MAP001", "grid-impossible", "this grid cannot be laid out: {problem}")
MAP002 = CODES.error("MAP002", "hex-given-twice", "{hex} is given twice")
MAP003 = CODES.error("MAP003", "row-given-twice", "row {row} is given twice")
MAP004 = CODES.error("MAP004", "row-missing", "row {row} has no terrain{sheets}")
MAP005 = CODES.error("MAP005", "hex-without-terrain", "no terrain is given for {hexes}")
MAP006 = CODES.error(
    "MAP006",
    "row-length",
    row="the row has {letters} but {hexes}: {by}",
    columns="the sheet {sheet} has {columns}, but each of its {count} rows has {letters}",
    rows="the grid has {rows}, but letters are written for {count}",
)
MAP007 = CODES.error("MAP007", "defined-twice", "the {what} `{name}` is already taken")
MAP008 = CODES.info("MAP008", "kind-unused", "the key lists {name}, but the map has none")
MAP040 = CODES.error("MAP040", "terrain-without-chart-line", "no terrain chart has a line for {name}")
MAP041 = CODES.error(
    "MAP041",
    "chart-line-without-terrain",
    "the chart has a line for {line}, which matches nothing on the map",
)
MAP050 = CODES.warning("MAP050", "cut-off", "{hex} is cut off from the rest of the land ({what}, {size})")
MAP051 = CODES.warning("MAP051", "lone-hex", "{hex} is {kind}, but all six hexes around it are {around}")
MAP052 = CODES.warning("MAP052", "inland-sea", "the {kind} at {hex} ({size}) does not reach the map's edge")


_SHEET_KEYS = {"pattern": "numbering", "id": "id", "columns": "columns", "first_column": "first_column"}


def impossible_grid(game: Game) -> Iterator[Diagnostic]:
    """Report a grid that cannot be laid out."""
    found = game.one("map", MapDocument)
    if found is None:
        return
    document, where = found
    try:
        build_grid(document.grid)
    except GridError as error:
        at = where / "grid"
        if error.sheet is not None and error.key in _SHEET_KEYS:
            named = [n for n, sheet in enumerate(document.grid.sheets) if sheet.id == error.sheet]
            at = at / "sheets" / named[-1] / _SHEET_KEYS[error.key]
        elif error.key in MODEL_KEYS:
            at = at / error.key
        yield MAP001.at(at, problem=str(error))


MODEL_KEYS = frozenset({"orientation", "shifted", "rows", "first_row", "rows_from", "sheets"})


@with_part(hex_map)
def rows_and_hexes(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report hexes given twice or not at all, and rows of the wrong length."""
    yield from _row_lengths(linked)
    missing = _missing_rows(linked)
    yield from _doubled_rows(linked, missing)
    yield from _doubled_hexes(linked)
    yield from _gaps(linked, missing)


def rows_of_figures(game: Game) -> Iterator[Diagnostic]:
    """Report rows of the wrong length on the maps that examples have of their own."""
    for document, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", document.examples):
            own = link_map(example.map, at / "map") if example.map else None
            yield from _row_lengths(own) if own else ()


def _row_lengths(linked: HexMap) -> Iterator[Diagnostic]:
    """Report rows with more or fewer letters than their sheet has hexes, of a map or a figure.

    Where all rows of a sheet have as many letters, the number of its columns is wrong.
    """
    wrong = _wrong_columns(linked)
    for sheet, (letters, count) in wrong.items():
        number = next(n for n, each in enumerate(linked.grid.sheets) if each.id == sheet)
        at = linked.where / "grid" / "sheets" / number / "columns"
        columns = plural(linked.grid.sheets[number].columns, "column")
        finding = MAP006.at(at, "columns", sheet=sheet, columns=columns, count=count, letters=plural(letters, "letter"))
        first = next(where for where, *_ in linked.misfits if where.path[-1] == sheet)
        yield finding.also(first, "the first of them").suggest(f"did you mean `columns: {letters}`?")
    for where, letters, hexes in linked.misfits:
        if where.path[-1] in wrong:
            continue
        more = "too many" if letters > hexes else "too few"
        by = f"{abs(letters - hexes)} {more}"
        yield MAP006.at(where, "row", letters=plural(letters, "letter"), hexes=plural(hexes, "hex"), by=by)


def _wrong_columns(linked: HexMap) -> dict[str, tuple[int, int]]:
    """By sheet with another number of columns than all its rows have letters: the letters, and how many rows."""
    found: dict[str, tuple[int, int]] = {}
    for sheet in linked.grid.sheets:
        lengths = [letters for where, letters, _hexes in linked.misfits if where.path[-1] == sheet.id]
        rows = sum(sheet.id in row.cells for row in linked.document.rows)
        if len(lengths) == rows >= ROWS and len(set(lengths)) == 1:
            found[sheet.id] = lengths[0], rows
    return found


ROWS = 3
"""So many rows with as many letters show how many columns there are."""


@with_part(hex_map)
def row_count(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a grid with fewer rows than the map has letters for, where those that are none go on behind the last."""
    written = list(dict.fromkeys(row.row for row in linked.document.rows))
    extra = [label for label in written if row_index(linked.grid, label) is None]
    labels = set(linked.grid.sheets[0].row_labels)
    if not extra or not labels.issubset(written) or len(written) < ROWS:
        return
    grid = linked.document.grid
    wider = build_grid(grid.model_copy(update={"rows": len(written)}))
    if all(row_index(wider, label) is not None for label in extra):
        at = linked.where / "grid" / "rows"
        finding = MAP006.at(at, "rows", rows=plural(grid.rows, "row"), count=len(written))
        yield finding.suggest(f"did you mean `rows: {len(written)}`?")


def _missing_rows(linked: HexMap) -> dict[int, list[str]]:
    """Rows for which a sheet has no letter at all: row from the north → sheets."""
    if not linked.document.rows or None not in linked.terrain:
        return {}
    if _astray(linked):
        return {}
    found: dict[int, list[str]] = {}
    for index in range(linked.grid.rows):
        for sheet in linked.grid.sheets:
            hexes = linked.grid.row_hexes(sheet.id, sheet.row_labels[index])
            if all(linked.terrain[h] is None and h not in linked.unread_hexes for h in hexes):
                found.setdefault(index, []).append(sheet.id)
    return found


def _astray(linked: HexMap) -> bool:
    """Whether letters are written for a row or a sheet that is none, so that others may be meant by them."""
    sheets = {sheet.id for sheet in linked.grid.sheets}
    return any(
        row_index(linked.grid, row.row) is None or not sheets.issuperset(row.cells) for row in linked.document.rows
    )


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
            hint = f"did you mean {linked.grid.sheets[0].row_labels[lost]}? No row has that name"
        finding = MAP003.at(linked.where / "rows" / wrong / "row", row=row.row)
        yield finding.also(linked.where / "rows" / right / "row", "the other").suggest(hint)


def _fits(indices: list[int | None], number: int, lost: int) -> bool:
    """Whether a row stands where the lost one would stand: behind the row north of it or before that south of it."""
    before = indices[number - 1] if number else None
    after = indices[number + 1] if number + 1 < len(indices) else None
    return before == lost - 1 or after == lost + 1


def _doubled_hexes(linked: HexMap) -> Iterator[Diagnostic]:
    """Hexes written out by themselves that stand elsewhere too; doubled rows are reported whole."""
    for hex_, places in linked.doubled_hexes.items():
        for place in places[1:]:
            if place.path[0] == "hexes":
                yield MAP002.at(place, hex=linked.name(hex_)).also(places[0], "given here first")


def _gaps(linked: HexMap, missing: dict[int, list[str]]) -> Iterator[Diagnostic]:
    """Whole rows of a sheet that are missing, and single hexes."""
    if None not in linked.terrain or _astray(linked):
        return
    grid = linked.grid
    for index in range(grid.rows):
        if index in missing:
            yield _missing_row(linked, index, missing[index])
        for sheet in grid.sheets:
            hexes = grid.row_hexes(sheet.id, sheet.row_labels[index])
            empty = [h for h in hexes if linked.terrain[h] is None and h not in linked.unread_hexes]
            if empty and (not linked.document.rows or len(empty) < len(hexes)):
                at = (linked.where / "rows").key() if linked.document.rows else linked.where / "grid"
                yield MAP005.at(at, hexes=_some(linked.name(h) for h in empty))


def _missing_row(linked: HexMap, index: int, sheets: list[str]) -> Diagnostic:
    label = linked.grid.sheets[0].row_labels[index]
    for row, here in linked.where.each("rows", linked.document.rows):
        if row_index(linked.grid, row.row) == index:
            at = here / "row"
            return MAP004.at(at, row=label, sheets=f" on the {' and '.join(sheets)} sheet")
    finding = MAP004.at((linked.where / "rows").key(), row=label, sheets="")
    declared = linked.where / "grid" / "rows"
    return finding if declared.data is None else finding.also(declared, "so many rows are declared")


def _some(names: Iterable[str], most: int = 6) -> str:
    listed = list(names)
    rest = f" and {len(listed) - most} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + rest


@with_part(hex_map)
def key(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report kinds listed twice in the key, two kinds with one letter, and kinds that the map never shows."""
    document = linked.document
    for section in ("terrain", "hexside_kinds", "line_kinds", "place_kinds", "boxes", "areas"):
        items = getattr(document, section)
        yield from _doubled(linked.where / section, "id", [item.id for item in items])
    yield from _doubled(linked.where / "terrain", "letter", [kind.letter for kind in document.terrain])
    if not linked.unread_hexes and None not in linked.terrain:
        yield from _unused(linked, "terrain", {t for t in linked.terrain if t})
    yield from _unused(linked, "hexside_kinds", {feature.kind for feature in document.hexsides})
    yield from _unused(linked, "line_kinds", {line.kind for line in document.lines})
    yield from _unused(linked, "place_kinds", {kind for place in document.places for kind in place.kinds})


def _doubled(where: Where, field: str, names: list[str]) -> Iterator[Diagnostic]:
    for (number, name), (known, _) in repeated_rows(enumerate(names), lambda row: row[1]):
        finding = MAP007.at(where / number / field, name=name, what=field)
        yield finding.also(where / known / field, "given here first")


def _unused(linked: HexMap, section: str, used: set[str]) -> Iterator[Diagnostic]:
    """Kinds without a single instance, unless the map shows none of that sort at all."""
    for number, kind in enumerate(getattr(linked.document, section)):
        if used and kind.id not in used:
            yield MAP008.at(linked.where / section / number / "id", name=kind.name)


# -- the terrain of the map against the lines of the terrain charts --------------------------------


_MARKS = " *†‡§.¹²³"
"""What refers to a note behind a heading."""


def terrain_and_charts(game: Game) -> Iterator[Diagnostic]:
    """Report terrain without a line in any chart of terrain, and a line that is no terrain of the map."""
    linked = hex_map(game)
    headings = _headings(game)
    if linked is None or not headings or game.broken("charts"):
        return
    needed = _needed(linked)
    lines = {_folded(heading.text) for heading in headings}
    without = {name: where for name, where in needed.items() if _folded(name) not in lines}
    allowed = {*needed, *(kind.name for kind in linked.document.place_kinds), *_exempt(linked)}
    folded = {_folded(name) for name in allowed}
    for heading in headings:
        if _folded(heading.text) in folded:
            continue
        finding = MAP041.at(heading.where, line=heading.text)
        near = nearest(heading.text, without)
        if near is not None:
            finding = finding.also(without.pop(near), "the map has no line in the chart for this")
        yield finding.suggest(f"did you mean {near}?" if near else did_you_mean(heading.text, allowed))
    for name, where in without.items():
        yield MAP040.at(where, name=name)


def _headings(game: Game) -> list[Heading]:
    found: list[Heading] = []
    for table in tables(game).charts.values():
        if table.chart.row_scale.terrain:
            found += table.rows
        if table.chart.column_scale.terrain:
            found += table.columns
    return found


def _needed(linked: HexMap) -> dict[str, Where]:
    """What must have a line, by printed name: all terrain but water, hexsides but boundaries, roads."""
    document, found = linked.document, {}
    for section, kinds in (
        ("terrain", [(n, k.name) for n, k in enumerate(document.terrain) if k.land]),
        ("hexside_kinds", [(n, k.name) for n, k in enumerate(document.hexside_kinds) if not k.boundary]),
        ("line_kinds", [(n, k.name) for n, k in enumerate(document.line_kinds)]),
    ):
        for number, name in kinds:
            found[name] = linked.where / section / number / "name"
    return found


def _exempt(linked: HexMap) -> Iterator[str]:
    """What may have a line but needs none."""
    yield from (kind.name for kind in linked.document.terrain if not kind.land)
    yield from (kind.name for kind in linked.document.hexside_kinds if kind.boundary)


def _folded(name: str) -> str:
    return name.strip(_MARKS).casefold()


# -- land that is cut off, a coast that leaks, a letter that stands alone --------------------------


LARGE = 10
"""A terrain with so many hexes in patches, and one hex alone, has probably one letter too many."""


@with_part(hex_map)
def cut_off(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report land from which nobody can go to the rest: where a unit starts, or a pocket within the land.

    Left alone are islands with a place of their own, empty islands, and land that goes on over the map's
    edge, such as the far bank of a river, unless a unit starts there.
    """
    if linked.unread_hexes or None in linked.terrain:
        return
    parts = components(linked.ways, linked.passable)
    if len(parts) < 2:
        return
    main = max(parts, key=len)
    starts = _starts(game)
    named = {hex_: (place.name, where) for place, hex_, where in linked.places.values() if hex_ is not None}
    reached = {hex_ for hexes in linked.adjoining.values() for hex_ in hexes}
    for part in parts:
        if part is main or not reached.isdisjoint(part):
            continue
        inside = [named[h] for h in part if h in named]
        at_sea, at_edge = _surroundings(linked, part)
        unit = next((starts[h] for h in part if h in starts), None)
        island = at_sea and bool(inside)
        if unit is not None and not island:
            yield _cut(linked, part, unit[1], f"where {unit[0]} starts")
        elif not at_sea and not at_edge:
            place = (f"with {inside[0][0]}", inside[0][1] / "hex") if inside else None
            yield _cut(linked, part, place[1], place[0]) if place else _cut(linked, part, None, "a pocket")


def _cut(linked: HexMap, part: list[int], where: Where | None, what: str) -> Diagnostic:
    terrain = linked.terrain_where(part[0])
    finding = MAP050.at(where or terrain, hex=linked.name(part[0]), what=what, size=plural(len(part), "hex"))
    return finding.rests_on(terrain, *([where] if where else []))


def _starts(game: Game) -> dict[int, tuple[str, Where]]:
    """A unit that starts in each hex."""
    found: dict[int, tuple[str, Where]] = {}
    for unit in forces(game).units():
        for entry in unit.entries():
            if entry.kind == "at" and entry.hex is not None:
                found.setdefault(entry.hex, (unit.cited, entry.where))
    return found


def _surroundings(linked: HexMap, part: list[int]) -> tuple[bool, bool]:
    """Whether only water lies around, and whether the map ends beside it."""
    inside = set(part)
    around = {other for hex_ in part for other in linked.grid.neighbours[hex_] if other not in inside}
    at_edge = -1 in around
    return not any(linked.land[h] for h in around if h >= 0), at_edge


@with_part(hex_map)
def lone_hexes(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a hex unlike all six around it, of a kind that elsewhere lies in patches.

    Water among land and land among water are reported whatever their kinds; otherwise the six must be alike.
    """
    lone: dict[str, list[int]] = {}
    counts = Counter(linked.terrain)
    named = {hex_ for _place, hex_, _where in linked.places.values()}
    for hex_, here in enumerate(linked.terrain):
        # most hexes are like one of their neighbours, so the first look settles nearly all of them
        around = linked.grid.neighbours[hex_]
        if here is not None and around[0] >= 0 and linked.terrain[around[0]] != here and _alone(linked, hex_, around):
            lone.setdefault(here, []).append(hex_)
    for kind, hexes in lone.items():
        if len(hexes) == 1 and counts[kind] > LARGE and hexes[0] not in named:
            yield _lone(linked, kind, hexes[0])


def _alone(linked: HexMap, hex_: int, around: Iterable[int]) -> bool:
    if any(other < 0 for other in around):
        return False
    kinds = {linked.terrain[other] for other in around}
    if None in kinds or linked.terrain[hex_] in kinds:
        return False
    return len(kinds) == 1 or all(linked.land[other] != linked.land[hex_] for other in around)


def _lone(linked: HexMap, kind: str, hex_: int) -> Diagnostic:
    beside = Counter(linked.terrain[other] for other in linked.grid.neighbours[hex_])
    around = linked.kinds[beside.most_common(1)[0][0] or kind]
    other = around.name if len(beside) == 1 else "land" if around.land else "water"
    where = linked.terrain_where(hex_)
    finding = MAP051.at(where, hex=linked.name(hex_), kind=linked.kinds[kind].name, around=other)
    finding = finding.note(f"no other hex of {linked.kinds[kind].name} is alone like this")
    return finding.suggest(f"did you mean `{around.letter}`?").rests_on(where)


@with_part(hex_map)
def inland_seas(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report water that does not reach the map's edge, of a kind that does elsewhere."""
    for kind in linked.document.terrain:
        if kind.land:
            continue
        parts = components(linked.grid.neighbours, [terrain == kind.id for terrain in linked.terrain])
        inland = [part for part in parts if all(-1 not in linked.grid.neighbours[h] for h in part)]
        if len(inland) == len(parts):
            continue
        for part in inland:
            inside = set(part)
            around = {other for h in part for other in linked.grid.neighbours[h] if other not in inside}
            if len(part) > 1 and None not in {linked.terrain[other] for other in around}:
                where = linked.terrain_where(part[0])
                finding = MAP052.at(where, hex=linked.name(part[0]), size=plural(len(part), "hex"), kind=kind.name)
                yield finding.rests_on(where)


CHECKS = (
    impossible_grid,
    rows_and_hexes,
    rows_of_figures,
    row_count,
    key,
    terrain_and_charts,
    cut_off,
    lone_hexes,
    inland_seas,
)
