"""RUL132: quantities of player aids under the heading of another side, start date or column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook.aids import sections_of_aids
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import quantities, statements

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.aids import AidSection, AidTable
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL132 = CODES.warning(
    "RUL132",
    "quantity-under-another-heading",
    side="this line is for {side}, but `{quantity}` is of {other}",
    start="this section is for {start}, but `{quantity}` is of {other}",
    column="the column `{column}` shows quantities such as `{quantity}`, which are those of `{other}`",
    cell="`{quantity}` stands under `{column}` among quantities of {meant}",
)

_PART = re.compile(r"[._]")
_OTHERS = 2
"""Cells of a column that say what it shows."""


def quantities_of_sides_and_starts(game: Game) -> Iterator[Diagnostic]:
    """Report quantities of another side than their line, or of another start than their section (RUL132)."""
    track, known = schedule(game), statements(game)
    starts = {id_: mark.date.label for id_, mark in track.starts.items()} if track is not None else {}
    for section, where in sections_of_aids(game):
        yield from _of_starts(section, where, starts)
        for line, at in where.each("lines", section.lines):
            side = line.side or section.side
            for quantity in quantities(line.text) if side else ():
                other = _one_for_another(quantity.name, side or "", game.side_names, known)
                if other is not None:
                    names = {"side": game.side_name(side or ""), "other": game.side_name(other)}
                    place = (at / "text").within(quantity.start, quantity.end)
                    finding = RUL132.at(place, "side", quantity=quantity.name, **names)
                    yield finding.also(at, "the line").suggest("name that of this side, or give the line to the other")


def _one_for_another(name: str, own: str, every: Container[str], known: Container[str]) -> str | None:
    """Return the id in a name that stands where another should, if the name with that one is known too."""
    parts = name.split(".")
    others = [(place, part) for place, part in enumerate(parts) if part in every and part != own]
    if own in parts or len(others) != 1:
        return None
    place, other = others[0]
    return other if ".".join((*parts[:place], own, *parts[place + 1 :])) in known else None


def _of_starts(section: AidSection, where: Where, starts: Mapping[str, str]) -> Iterator[Diagnostic]:
    own = [id_ for id_ in section.starts if id_ in starts]
    shown = [(quantity, at / "text", [part for part in quantity.name.split(".") if part in starts])
             for line, at in where.each("lines", section.lines if own else ())
             for quantity in quantities(line.text)]  # fmt: skip
    dated = [(quantity, at, parts[0]) for quantity, at, parts in shown if parts]
    odd = [row for row in dated if row[2] not in own]
    for quantity, at, other in odd[:1] if len(odd) == len(dated) else odd:
        said = {"start": starts[own[0]], "quantity": quantity.name, "other": starts[other]}
        place = where / "starts" if len(odd) == len(dated) else at.within(quantity.start, quantity.end)
        finding = RUL132.at(place, "start", **said)
        yield finding.also(at if len(odd) == len(dated) else where / "starts", "the other").suggest(
            f"did you mean {other}?" if len(odd) == len(dated) else f"did you mean that of {own[0]}?"
        )


def quantities_of_columns(game: Game) -> Iterator[Diagnostic]:
    """Report columns of a small table under each other's headings, and cells with a quantity of another column."""
    track = schedule(game)
    starts = {id_: mark.date.label for id_, mark in track.starts.items()} if track is not None else {}
    for section, where in sections_of_aids(game):
        if section.table is not None:
            at = where / "table"
            shown = _by_column(section.table)
            marks = {column: _marks(column, shown) for column in shown}
            yield from _headings(section.table, at, shown, marks, starts)
            yield from _cells(section.table, at, shown)


def _by_column(table: AidTable) -> dict[int, dict[int, str]]:
    """By column and row the name of the one quantity of a cell."""
    shown: dict[int, dict[int, str]] = {}
    for number, row in enumerate(table.rows):
        for column, cell in enumerate(row.cells[: len(table.columns)]):
            named = [quantity.name for quantity in quantities(cell)]
            if len(named) == 1:
                shown.setdefault(column, {})[number] = named[0]
    return {column: cells for column, cells in shown.items() if len(cells) >= _OTHERS}


def _marks(column: int, shown: Mapping[int, Mapping[int, str]], without: int | None = None) -> set[str]:
    """The parts of names that all quantities of a column have, and none of any other."""
    mine = [set(_PART.split(name)) for row, name in shown[column].items() if row != without]
    others = {part for other, cells in shown.items() if other != column
              for row, name in cells.items() if row != without for part in _PART.split(name)}  # fmt: skip
    return set.intersection(*mine) - others if mine else set()


def _headings(
    table: AidTable,
    at: Where,
    shown: Mapping[int, Mapping[int, str]],
    marks: Mapping[int, set[str]],
    starts: Mapping[str, str],
) -> Iterator[Diagnostic]:
    for column, cells in shown.items():
        heading = table.columns[column].casefold()
        others = [other for other in shown if other != column and _heads(heading, marks[other], starts)]
        if len(others) == 1 and marks[column] and not _heads(heading, marks[column], starts):
            other = table.columns[others[0]]
            names = {"column": table.columns[column], "quantity": next(iter(cells.values()))}
            finding = RUL132.at(at / "columns" / column, "column", other=other, **names)
            yield finding.suggest("are the headings exchanged?")
            return


def _heads(heading: str, marks: set[str], starts: Mapping[str, str]) -> bool:
    """Whether a heading has one of the marks of a column as a word, or is the start date that it stands for."""
    words = set(re.findall(r"\w+", heading))
    return any(mark in words or starts.get(mark, "").casefold() == heading for mark in marks)


def _cells(table: AidTable, at: Where, shown: Mapping[int, Mapping[int, str]]) -> Iterator[Diagnostic]:
    for column, cells in shown.items():
        for row, name in cells.items() if len(cells) > _OTHERS else ():
            own, parts = _marks(column, shown, row), set(_PART.split(name))
            elsewhere = {part for other in shown if other != column for part in _marks(other, shown, row)}
            if own and not own & parts and elsewhere & parts:
                place = at / "rows" / row / "cells" / column
                meant = " and ".join(f"`{part}`" for part in sorted(own))
                finding = RUL132.at(place, "cell", quantity=name, column=table.columns[column], meant=meant)
                yield finding.suggest("name the quantity of this column")


CHECKS = (quantities_of_sides_and_starts, quantities_of_columns)
