"""From the charts of a game to the tables that play reads: headings become scales, cells what they mean.

One bridge for every game, so that no system copies its chart into code or into a second document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.project.notations import Range, Ratio, number
from scenario_forge.rules.tables import Differentials, Named, Ratios, Samples, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from scenario_forge.project.tables import Heading
    from scenario_forge.project.tables import Table as Chart
    from scenario_forge.rules.tables import Scale


class ChartError(ValueError):
    """A chart that play cannot read: its headings or cells have errors, which the checks report."""


def play_table(chart: Chart) -> Table[Any, Any]:
    """The table of a chart whose rows are totals of dice; a cell is what its notation makes of it.

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
        return Table(_scale(chart), first, tuple(_line(chart, totals[total]) for total in sorted(totals)))
    except ValueError as error:
        raise ChartError(f"`{chart.chart.title}`: {error}") from error


def play_samples(chart: Chart, part: str = "value") -> Samples[Any]:
    """The table of a chart whose rows are samples, read at the nearest of them or in between.

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
