"""Results tables: which column a fight uses, and what a die roll gives there.

Columns are found by a difference of strengths (`Differentials`) or by a ratio (`Ratios`). Then, in this order: what
lies beyond the ends uses the end, shifts move the column, caps hold it. Columns are numbered from 0, left to right.
Cells are whatever a system makes of them.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from scenario_forge.game.notations import Range, Ratio, number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.game.tables import Heading
    from scenario_forge.game.tables import LinkedChart as Chart


R = TypeVar("R")
N_contra = TypeVar("N_contra", contravariant=True)


class Scale(Protocol[N_contra]):
    """A way to find the column of a table."""

    def __len__(self) -> int: ...

    def column(self, value: N_contra) -> int:
        """Return the column of a value; the nearest end for values beyond."""


@dataclass(frozen=True)
class Differentials:
    """Columns that are ranges of differences without gaps, each named by its lowest.

    >>> crt = Differentials((-5, -4, -2, 0, 1, 2))
    >>> [crt.column(value) for value in (-9, -5, -3, -1, 0, 1, 40)]
    [0, 0, 1, 2, 3, 4, 5]
    """

    lows: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.lows or any(a >= b for a, b in zip(self.lows, self.lows[1:], strict=False)):
            raise ValueError("columns are one or more, in ascending order")

    def __len__(self) -> int:
        return len(self.lows)

    def column(self, value: int) -> int:
        """Return the column whose range has the difference."""
        return max(bisect_right(self.lows, value) - 1, 0)


Rounding = Literal["defender", "attacker", "nearest"]


@dataclass(frozen=True)
class Ratios:
    """Columns that are ratios of attack to defence, ascending.

    ``rounding``: in whose favour a ratio between two columns is read; the defender's is the lower one. "nearest"
    takes the nearer, of two equally near the lower.

    >>> odds = Ratios(((1, 2), (1, 1), (3, 2), (2, 1), (3, 1)))
    >>> [odds.column(fight) for fight in ((1, 9), (7, 8), (5, 3), (29, 10), (8, 0))]
    [0, 0, 2, 3, 4]
    """

    columns: tuple[tuple[int, int], ...]
    rounding: Rounding = "defender"

    def __post_init__(self) -> None:
        if not self.columns or any(a < 0 or b < 1 for a, b in self.columns):
            raise ValueError("columns are one or more ratios of whole numbers, the second above 0")
        shares = [Fraction(*pair) for pair in self.columns]
        if any(a >= b for a, b in itertools.pairwise(shares)):
            raise ValueError("columns are in ascending order")

    def __len__(self) -> int:
        return len(self.columns)

    def column(self, value: tuple[int, int]) -> int:
        """Return the column of attack and defence; a defence of 0 is in the last.

        Raises:
            ValueError: a strength is below 0, or both are 0.
        """
        attack, defence = value
        if attack < 0 or defence < 0 or attack == defence == 0:
            raise ValueError(f"no ratio of {attack} to {defence}")
        # whole numbers throughout: attack : defence against a : b is attack × b against a × defence
        lower = sum(a * defence <= attack * b for a, b in self.columns) - 1
        last = len(self) - 1
        if self.rounding == "defender" or not 0 <= lower < last:
            return min(max(lower, 0), last)
        (a, b), (c, d) = self.columns[lower : lower + 2]
        if self.rounding == "attacker":
            return lower if attack * b == a * defence else lower + 1
        return lower if 2 * attack * b * d <= defence * (a * d + c * b) else lower + 1


@dataclass(frozen=True)
class Named:
    """Columns that are found by their heading.

    >>> Named(("Clear", "Rough")).column("Rough")
    1
    """

    headings: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.headings or len(set(self.headings)) < len(self.headings):
            raise ValueError("columns are one or more, each with its own heading")

    def __len__(self) -> int:
        return len(self.headings)

    def column(self, value: str) -> int:
        """Return the column with a heading.

        Raises:
            ValueError: there is none.
        """
        return self.headings.index(value)


@dataclass(frozen=True)
class Samples(Generic[N_contra]):
    """Numbers at some values, ascending: read at the nearest of them, or between two in proportion.

    Of two equally near the lower is taken; what lies beyond the ends uses the end.

    >>> loss = Samples(Differentials((1, 2)), (100, 200), ((5, 6), (6, 8)))
    >>> str(loss.at(1, 150)), str(loss.at(1, 900))
    ('7', '8')
    """

    scale: Scale[N_contra]
    points: tuple[int | Fraction, ...]
    rows: tuple[tuple[int | Fraction, ...], ...]
    nearest: bool = False

    def __post_init__(self) -> None:
        if not self.points or any(a >= b for a, b in itertools.pairwise(self.points)):
            raise ValueError("samples are one or more, in ascending order")
        if len(self.rows) != len(self.points) or any(len(row) != len(self.scale) for row in self.rows):
            raise ValueError(f"each sample has a row with a cell for each of {len(self.scale)} columns")

    def at(self, column: int, value: int | Fraction) -> Fraction:
        """Return the number of a column at a value."""
        above = bisect_right(self.points, value)
        if above in (0, len(self.points)):
            return Fraction(self.rows[max(above - 1, 0)][column])
        low, high = self.points[above - 1 : above + 1]
        first, last = (Fraction(self.rows[index][column]) for index in (above - 1, above))
        if self.nearest:
            return first if value - low <= high - value else last
        return first + (last - first) * Fraction(value - low) / (high - low)


@dataclass(frozen=True)
class ResultsTable(Generic[N_contra, R]):
    """Results by column and die. ``rows[0]`` is that of a total of ``first``; each row has a cell a column."""

    scale: Scale[N_contra]
    first: int
    rows: tuple[tuple[R, ...], ...]

    def __post_init__(self) -> None:
        if not self.rows or any(len(row) != len(self.scale) for row in self.rows):
            raise ValueError(f"rows are one or more, with a cell for each of {len(self.scale)} columns")

    def column(self, value: N_contra, *, shift: int = 0, lowest: int = 0, highest: int | None = None) -> int:
        """Return the column to use.

        Args:
            value: what the scale is of.
            shift: columns to the right; to the left below 0.
            lowest: the first column that may be used.
            highest: the last column that may be used; None for that of the table.
        """
        last = len(self.scale) - 1
        end = last if highest is None else min(highest, last)
        return min(max(self.scale.column(value) + shift, lowest, 0), end)

    def at(self, column: int, total: int) -> R:
        """Return the result of a total; that of the nearest row for a total beyond the rows."""
        return self.rows[min(max(total - self.first, 0), len(self.rows) - 1)][column]

    def chances(self, column: int, totals: Chances[int]) -> Chances[R]:
        """Return the probability of each result of a column."""
        return totals.through(lambda total: self.at(column, total))

    def expected(self, totals: Chances[int], value: Callable[[R], int]) -> tuple[Fraction, ...]:
        """Return for each column the mean of a value of its results, such as what an attack costs."""
        return tuple(self.chances(column, totals).mean(value) for column in range(len(self.scale)))


# -- exact odds ------------------------------------------------------------------------------------


T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Chances(Generic[T]):
    """Outcomes with the number of ways to each, all ways having the same probability."""

    ways: Mapping[T, int]

    @property
    def total(self) -> int:
        """The number of ways in which the dice can fall."""
        return sum(self.ways.values())

    def of(self, outcome: T) -> Fraction:
        """Return the probability of an outcome.

        >>> dice(2).of(7)
        Fraction(1, 6)
        """
        return Fraction(self.ways.get(outcome, 0), self.total)

    def that(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the probability that a condition holds.

        >>> dice(1).that(lambda pips: pips <= 2)
        Fraction(1, 3)
        """
        return Fraction(sum(ways for outcome, ways in self.ways.items() if holds(outcome)), self.total)

    def mean(self, value: Callable[[T], int]) -> Fraction:
        """Return the mean of a whole number over the outcomes.

        >>> dice(1).mean(lambda pips: pips)
        Fraction(7, 2)
        """
        return Fraction(sum(value(outcome) * ways for outcome, ways in self.ways.items()), self.total)

    def through(self, step: Callable[[T], U]) -> Chances[U]:
        """Return the chances of the outcomes' images; outcomes with the same image are counted together."""
        found: dict[U, int] = {}
        for outcome, ways in self.ways.items():
            after = step(outcome)
            found[after] = found.get(after, 0) + ways
        return Chances(found)

    def then(self, step: Callable[[T], Chances[U]]) -> Chances[U]:
        """Return the chances after a second roll that depends on the first outcome."""
        nexts = [(step(outcome), ways) for outcome, ways in self.ways.items()]
        whole = lcm(*(after.total for after, _ in nexts))
        found: dict[U, int] = {}
        for after, ways in nexts:
            for outcome, count in after.ways.items():
                found[outcome] = found.get(outcome, 0) + ways * count * (whole // after.total)
        return Chances(found)


def dice(count: int, faces: int = 6) -> Chances[int]:
    """Return the totals of some dice, in ascending order.

    >>> dict(dice(2).ways)
    {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}

    Raises:
        ValueError: no dice, or dice without faces.
    """
    if count < 1 or faces < 1:
        raise ValueError(f"no dice: {count}d{faces}")
    ways = {0: 1}
    for _ in range(count):
        rolled: dict[int, int] = {}
        for total, count_so_far in ways.items():
            for pips in range(1, faces + 1):
                rolled[total + pips] = rolled.get(total + pips, 0) + count_so_far
        ways = rolled
    return Chances(dict(sorted(ways.items())))


# -- from the charts of a game to the tables that play reads ---------------------------------------


class ChartError(ValueError):
    """A chart that play cannot read: its headings or cells have errors, which the checks report."""


def play_table(chart: Chart) -> ResultsTable[Any, Any]:
    """Return the table of a chart whose rows are dice totals; each cell is what its notation makes of it.

    Columns are found by ratio, by difference (ranges of numbers), or by their printed heading, as their notation is.

    Raises:
        ChartError: a heading is not of its notation, rows leave out a total, or a cell does not parse.
    """
    rows = [_range(chart, heading) for heading in chart.rows]
    totals = {value: index for index, covered in enumerate(rows) for value in covered.values}
    first = min(totals, default=0)
    if sorted(totals) != list(range(first, first + len(totals))):
        raise ChartError(f"the rows of `{chart.chart.title}` leave out totals")
    try:
        return ResultsTable(_scale(chart), first, tuple(_line(chart, totals[total]) for total in sorted(totals)))
    except ValueError as error:
        raise ChartError(f"`{chart.chart.title}`: {error}") from error


def play_samples(chart: Chart, part: str = "value") -> Samples[Any]:
    """Return the table of a chart whose rows are samples, read at the nearest of them or in between.

    Args:
        chart: its rows are numbers, its `row_scale.lookup` is nearest or interpolate.
        part: which part of a cell, where a cell has several.

    Raises:
        ChartError: a heading or a cell is no number, or the samples are not in ascending order.
    """
    points = [_number(chart, heading.meaning, heading.text) for heading in chart.rows]
    cells = [
        tuple(_number(chart, cell.meaning, cell.text, part) for cell in line[: len(chart.columns)])
        for line in chart.cells
    ]
    try:
        nearest = chart.chart.row_scale.lookup == "nearest"
        return Samples(_scale(chart), tuple(points), tuple(cells), nearest=nearest)
    except ValueError as error:
        raise ChartError(f"`{chart.chart.title}`: {error}") from error


def _scale(chart: Chart) -> Scale[Any]:
    headings = chart.columns
    notation = chart.chart.column_scale.notation
    if notation == "ratio":
        return Ratios(tuple(_ratio(chart, heading) for heading in headings), chart.chart.column_scale.rounding)
    if all(isinstance(heading.meaning, Range) for heading in headings):
        return _differentials(chart, headings)
    return Named(tuple(heading.text for heading in headings))


def _differentials(chart: Chart, headings: Sequence[Heading]) -> Differentials:
    return Differentials(tuple(min(_range(chart, heading).values) for heading in headings))


def _ratio(chart: Chart, heading: Heading) -> tuple[int, int]:
    if not isinstance(heading.meaning, Ratio):
        raise ChartError(f"`{heading.text}` of `{chart.chart.title}` is no ratio")
    value = heading.meaning.value
    return value.numerator, value.denominator


def _range(chart: Chart, heading: Heading) -> Range:
    if not isinstance(heading.meaning, Range):
        raise ChartError(f"`{heading.text}` of `{chart.chart.title}` is no number or range")
    return heading.meaning


def _number(chart: Chart, meaning: object, text: str, part: str = "value") -> Fraction:
    found = number(meaning, part)
    if found is None:
        raise ChartError(f"`{text}` of `{chart.chart.title}` is no number")
    return found


def _line(chart: Chart, row: int) -> tuple[object, ...]:
    made = []
    for column in range(len(chart.columns)):
        cell = chart.at(row, column)
        if cell is None or cell.meaning is None:
            raise ChartError(f"row `{chart.rows[row].text}` of `{chart.chart.title}` lacks a cell")
        made.append(cell.meaning)
    return tuple(made)
