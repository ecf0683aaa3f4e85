"""Combat results tables as plain data, written when a scenario is compiled and read in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.statements import typeset_value
from scenario_forge.game.tables import tables
from scenario_forge.mechanics.tables import Differentials, Ratios, ResultsTable, play_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.mechanics.tables import Scale


def results_data(game: Game, chart: str) -> dict[str, Any]:
    """Return a results chart whose columns are ratios or differences, as plain data.

    Raises:
        KeyError: there is no such chart.
        ChartError: play cannot read it.
        TypeError: its columns are something else.
    """
    table = play_table(tables(game).charts[chart])
    rows = [[str(cell) for cell in row] for row in table.rows]
    if isinstance(table.scale, Ratios):
        return {
            "ratios": [list(each) for each in table.scale.columns],
            "rounding": table.scale.rounding,
            "first": table.first,
            "rows": rows,
        }
    if isinstance(table.scale, Differentials):
        return {"lows": list(table.scale.lows), "first": table.first, "rows": rows}
    raise TypeError(f"the columns of `{chart}` are neither ratios nor differences")


class Results:
    """A combat results table in play. ``codes`` are its results in the order of the table."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        scale: Scale[Any] = (
            Ratios(tuple((a, b) for a, b in data["ratios"]), data["rounding"])
            if "ratios" in data
            else Differentials(tuple(data["lows"]))
        )
        self._table = ResultsTable(scale, data["first"], tuple(tuple(row) for row in data["rows"]))
        self._headings = list(_headings(scale))
        self.codes = list(dict.fromkeys(code for row in data["rows"] for code in row))

    def at(self, value: Any, total: int, shift: int = 0) -> str:  # noqa: ANN401 - a ratio, or a difference
        """Return the result for a dice total at a ratio (attack, defence) or a difference, shifted to the right."""
        return str(self._table.at(self.index(value, shift), total))

    def column(self, value: Any, shift: int = 0) -> str:  # noqa: ANN401 - a ratio, or a difference
        """Return the heading of the column of a ratio or a difference, shifted to the right."""
        return self._headings[self.index(value, shift)]

    def index(self, value: Any, shift: int = 0) -> int:  # noqa: ANN401 - a ratio, or a difference
        """Return the column, from 0, of a ratio (attack, defence) or a difference, shifted so many to the right."""
        return self._table.column(value, shift=shift)

    def heading(self, column: int) -> str:
        """Return the heading of a column, from 0."""
        return self._headings[column]

    def in_column(self, column: int, total: int) -> str:
        """Return the result for a dice total in a column."""
        return str(self._table.at(column, total))


def _headings(scale: Scale[Any]) -> Iterator[str]:
    """Yield the heading of each column: `3:2`, or the differences that it has."""
    if isinstance(scale, Ratios):
        yield from (f"{attack}:{defence}" for attack, defence in scale.columns)
    elif isinstance(scale, Differentials):
        yield from spans(scale.lows)


def spans(lows: Sequence[int]) -> Iterator[str]:
    """Yield the differences of each column: `0`, `+1 to +3`; the first and the last have what lies beyond.

    >>> list(spans((-5, -4, -2, 0, 1, 2)))
    ['−5 and less', '−4 to −3', '−2 to −1', '0', '+1', '+2 and more']
    """
    highs = [*(low - 1 for low in lows[1:]), lows[-1]]
    for number, (low, high) in enumerate(zip(lows, highs, strict=True)):
        first, last = (typeset_value(end, signed=True) for end in (low, high))
        if len(lows) == 1:
            yield "all"
        elif number in (0, len(lows) - 1):
            yield f"{first} and more" if number else f"{last} and less"
        else:
            yield first if high == low else f"{first} to {last}"
