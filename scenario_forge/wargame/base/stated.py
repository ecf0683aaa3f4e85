"""Quantities that charts and victory ledgers state cell by cell, for comparison with the text of clauses.

* ``chart.ID.ROW`` is a cell of a chart with one column, ``chart.ID.ROW.COLUMN`` one of a wider chart: ``LEVEL 9`` and
  ``75%`` are their numbers, what has several numbers or none is its text (``4/12``, ``.97 to 1.08``);
* ``ledger.ID.points`` and ``ledger.ID.per`` of a line of the ledger, ``ledger.ID.bands`` of one that goes by distance:
  ``0-3: 0, 4-12: 3``.

A heading counts up to its first bracket, unless another one begins in the same way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.documents.base import slug
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.system import Statement
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import LinkedChart

_NUMBER = re.compile(r"(?<![\w.])-?(?:\d+(?:\.\d+)?|\.\d+)(?!\w)")
_FRACTION = re.compile(r"(?<!\w)\.(?=\d)")


def stated(game: Game) -> Iterator[Statement]:
    """Yield the statements of the charts and of the victory table's ledger."""
    for table in tables(game).charts.values():
        yield from _of_chart(table)
    for document, where in game.documents("victory", VictoryDocument):
        for number, row in enumerate(document.ledger):
            at, name = where / "ledger" / number, f"ledger.{slug(row.id)}"
            if row.distance is not None:
                bands = ", ".join(f"{band.hexes}: {band.points}" for band in row.distance.bands)
                yield Statement(f"{name}.bands", bands, at / "distance" / "bands")
                continue
            yield Statement(f"{name}.points", row.points, at / "points")
            if row.losses is not None and row.losses.per is not None:
                yield Statement(f"{name}.per", row.losses.per, at / "losses" / "per")


def _of_chart(table: LinkedChart) -> Iterator[Statement]:
    rows = _names([row.text for row in table.rows])
    columns = [f".{name}" for name in _names([column.text for column in table.columns])] if table.columns[1:] else [""]
    for row, line in zip(rows, table.cells, strict=True):
        for column, cell in zip(columns, line, strict=False):
            if cell.text:
                yield Statement(f"chart.{slug(table.id)}.{row}{column}", worth(cell.text), cell.where, table.chart.rule)


def _names(headings: Sequence[str]) -> list[str]:
    """Return headings as parts of quantities, up to the first bracket if that is unique, else with their position.

    >>> _names(["Human Allied", "Axis (III) / German", ".5-1.", "5-1"])
    ['human_allied', 'axis', '0_5_1', '5_1']
    >>> _names(["9 (low)", "9 (high)", "-1", "+1"])
    ['9_low', '9_high', '1_3', '1_4']
    """
    short = [slug(_FRACTION.sub("0.", heading.partition(" (")[0])) for heading in headings]
    whole = [slug(_FRACTION.sub("0.", heading)) for heading in headings]
    names = [brief if short.count(brief) == 1 else full for brief, full in zip(short, whole, strict=True)]
    return [n if names.count(n) == 1 else f"{n}_{place}" for place, n in enumerate(names, 1)]


def worth(text: str) -> int | float | str:
    """Return the value of a cell: its only number, or its text.

    >>> worth("LEVEL 9"), worth("75%"), worth(".8"), worth("4/12"), worth("P")
    (9, 75, 0.8, '4/12', 'P')
    """
    found = _NUMBER.findall(text)
    if len(found) != 1:
        return text
    return float(found[0]) if "." in found[0] else int(found[0])
