"""Numbers that rules.yaml takes from chart cells, and groups of units by what their counters say.

An address is ``chart/row/column``: a row by how its heading begins, ``*`` for all of them; a column by its number from
0, ``2-`` for it and those after it, ``heading`` for the number in the heading itself. Without them all cells are taken,
row by row. After a bar, ``low`` or ``high`` names a part of a cell, ``max`` takes the highest number of a heading, and
``x100`` makes hundredths of what is printed.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.notations import Range, number
from scenario_forge.game.tables import row_begun, tables
from scenario_forge.wargame.base.cells import figure
from scenario_forge.wargame.base.selection import selects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.tables import LinkedChart


class NoSuchFigureError(LookupError):
    """An address in rules.yaml that leads to no figure of a chart."""


def figures_of(game: Game, wanted: Mapping[str, str | list[str]]) -> dict[str, list[int]]:
    """Return the numbers at one or several addresses, by name.

    Raises:
        NoSuchFigureError: a chart, a row or a column is not there.
    """
    charts = tables(game).charts
    found = {}
    for name, given in wanted.items():
        addresses = [given] if isinstance(given, str) else given
        found[name] = [each for address in addresses for each in _numbers(charts, address)]
    return found


def numbers_named(game: Game, figures: Mapping[str, str | list[str]], name: str | int) -> list[int]:
    """Return the numbers of a figure of rules.yaml by its name; a number stands for itself.

    Raises:
        KeyError: there is no figure of that name.
        NoSuchFigureError: a chart, a row or a column is not there.
    """
    return [name] if isinstance(name, int) else figures_of(game, {name: figures[name]})[name]


def figure_at(game: Game, where: Where, name: str | int) -> int | None:
    """Return the first number of a figure of the rules.yaml that a place is in; None where it cannot be read.

    Other checks tell of a figure that cannot.
    """
    with suppress(LookupError, ValueError):
        return next(iter(numbers_named(game, getattr(where.file.document, "figures", {}), name)), None)
    return None


def _numbers(charts: Mapping[str, LinkedChart], address: str) -> Iterator[int]:
    path, _, said = address.partition(" | ")
    words = said.split()
    chart, row, column = [*path.split("/"), "*", "*"][:3]
    if chart not in charts:
        raise NoSuchFigureError(f"there is no chart `{chart}`")
    table = charts[chart]
    begun = row_begun((heading.text for heading in table.rows), row)
    rows = [n for n, heading in enumerate(table.rows) if row == "*" or heading.text == begun]
    if not rows:
        raise NoSuchFigureError(f"no row of `{chart}` begins with `{row}`")
    for at in rows:
        if column == "heading":
            yield _in_heading(table.rows[at].meaning, table.rows[at].text, "max" in words)
            continue
        cells = table.cells[at]
        first = column.removesuffix("-")
        if column == "*":
            found = cells
        elif first.isdigit() and int(first) < len(cells):
            found = cells[int(first) :] if column.endswith("-") else cells[int(first) : int(first) + 1]
        else:
            raise NoSuchFigureError(f"`{chart}` has no column `{column}`")
        yield from (_in_cell(cell.meaning, cell.text, words) for cell in found)


def _in_heading(meaning: object, text: str, most: bool) -> int:
    return max(meaning.values) if most and isinstance(meaning, Range) else figure(text)


def _in_cell(meaning: object, text: str, words: Iterable[str]) -> int:
    part = next((word for word in words if word in ("low", "high")), "value")
    times = next((int(word[1:]) for word in words if word[0] == "x"), 1)
    found = number(meaning, part)
    return figure(text) if found is None else int(times * found)


def groups_of(game: Game, wanted: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[UnitKey, int]]:
    """Return whether each unit belongs to a group, by group, as its counter says.

    A group names a value, or `type`, `nationality` or `parent`, and what it is: one of a list, or a text with ``*`` for
    any letters. `not` is followed by what units of another group would be.
    """
    counters = game.one("counters", CountersDocument)
    units = counters[0].units if counters else []
    return {
        f"group.{name}": {
            (unit.side, unit.no + copy): int(selects(what, unit)) for unit in units for copy in range(unit.count)
        }
        for name, what in wanted.items()
    }
