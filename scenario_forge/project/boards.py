"""Boards that a scenario joins: some of the map's sheets, from west to east, each as it lies or turned by half a turn.

What is drawn on a board stays on it: terrain, hexsides, roads, places, areas. Ids of hexes are those printed on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.map_ import MapDocument
from scenario_forge.hexes import DIRECTIONS, Grid, GridError, Sheet, opposite

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.documents.map_ import Grid as GridModel
    from scenario_forge.documents.map_ import Sheet as SheetModel
    from scenario_forge.documents.scenario import Board

Entries = list[dict[str, Any]]


def build_grid(grid: GridModel) -> Grid:
    """The grid that a map document describes.

    Raises:
        GridError: it does not fit together.
    """
    return Grid(
        grid.orientation, grid.shifted, tuple(_sheet(grid, sheet, turned=sheet.turned) for sheet in grid.sheets)
    )


def _sheet(grid: GridModel, of: SheetModel, *, turned: bool) -> Sheet:
    numbering = (of.numbering, grid.rows_from, of.first_column, grid.first_row)
    return Sheet(of.id, of.columns, grid.rows, *numbering, turned)


def misfit(document: MapDocument, boards: Sequence[Board]) -> tuple[int, str] | None:
    """The first board that cannot be joined to those before it, by its number, and why; None where all fit."""
    grid = document.grid
    known = {sheet.id: sheet for sheet in grid.sheets}
    laid: list[Sheet] = []
    for number, board in enumerate(boards):
        if board.sheet not in known:
            return number, f"the map has no sheet `{board.sheet}`"
        if board.sheet in {sheet.id for sheet in laid}:
            return number, f"sheet {board.sheet} is there already"
        try:
            sheet = _sheet(grid, known[board.sheet], turned=board.turned)
            here = Grid(grid.orientation, grid.shifted, (sheet,)).shifts
            whole = Grid(grid.orientation, grid.shifted, (*laid, sheet)).shifts
        except GridError as error:
            return number, str(error)
        if whole[-len(here) :] != here and len(here) > 1:
            turned = " turned" if board.turned else ""
            return number, f"the hexes of sheet {board.sheet}{turned} are half a hex off those of the boards beside it"
        laid.append(sheet)
    return None


def joined(document: MapDocument, boards: Sequence[Board]) -> dict[str, Any] | None:
    """What changes in a map's data when boards are joined, by key of the document; None where they do not fit."""
    if misfit(document, boards) is not None:
        return None
    data = document.model_dump(exclude_unset=True)
    lie = [board.sheet for board in boards]
    known = {sheet["id"]: sheet for sheet in data["grid"]["sheets"]}
    sheets = [{**known[board.sheet], **({"turned": True} if board.turned else {})} for board in boards]
    grid = MapDocument.model_validate({**data, "grid": {**data["grid"], "sheets": sheets}}).grid
    on = _Kept(build_grid(grid), {board.sheet for board in boards if board.turned})
    return {
        "grid": {**data["grid"], "sheets": sheets},
        "rows": [{key: text for key, text in row.items() if key in ("row", *lie)} for row in data.get("rows", ())],
        "hexes": [each for each in data.get("hexes", ()) if on.has(each["hex"])],
        "hexsides": on.listed(data.get("hexsides", ()), "sides", on.side),
        "lines": [*on.chains(data.get("lines", ()))],
        "places": [each for each in data.get("places", ()) if on.has(each["hex"])],
        "areas": on.listed(data.get("areas", ()), "hexes", on.stretch),
        "boxes": on.listed(data.get("boxes", ()), "adjoins", on.stretch, least=0),
        "names": on.listed(data.get("names", ()), "along", on.stretch),
    }


class _Kept:
    """What of a map lies on the boards that are joined."""

    def __init__(self, grid: Grid, turned: set[str]) -> None:
        self.grid, self.turned = grid, turned

    def has(self, hex_: str) -> bool:
        """Whether a hex is on one of the boards."""
        return self.grid.find(hex_) is not None

    def side(self, text: str) -> str | None:
        """A hexside as the joined map writes it: directions turn with the board."""
        one, stroke, other = text.partition("/")
        if stroke:
            return text if self.has(one) and self.has(other) else None
        one, _colon, direction = text.partition(":")
        found, names = self.grid.find(one), DIRECTIONS[self.grid.orientation]
        if found is None or self.grid.sheet_of(found).id not in self.turned or direction not in names:
            return None if found is None else text
        return f"{one}:{names[opposite(names.index(direction))]}"

    def stretch(self, text: str) -> str | None:
        """A hex or a range of hexes."""
        first, _dots, last = text.partition("..")
        return text if self.has(first) and (not last or self.has(last)) else None

    def listed(self, entries: Iterable[dict[str, Any]], key: str, keep: Any, *, least: int = 1) -> Entries:  # noqa: ANN401
        """Entries with those items of a list that are on the boards; none with fewer than ``least``."""
        found = []
        for entry in entries:
            items = [made for item in entry.get(key, ()) if (made := keep(item)) is not None]
            if len(items) >= least:
                found.append({**entry, key: items} if key in entry else entry)
        return found

    def chains(self, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Roads in the stretches of at least two hexes that are on the boards and adjacent there."""
        for line in lines:
            run: list[str] = []
            for hex_ in (*line["hexes"], None):
                here = self.grid.find(hex_) if hex_ is not None else None
                before = self.grid.find(run[-1]) if run else None
                if here is not None and (before is None or self.grid.direction(before, here) is not None):
                    run.append(hex_)
                    continue
                if len(run) > 1:
                    yield {**line, "hexes": run}
                run = [hex_] if here is not None else []
