"""CHT032: columns that are a multiple of other columns, or differ from them by one number, in all rows but one."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import worth
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.charts import ChartsDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Chart
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
CHT032 = CODES.warning(
    "CHT032",
    "cell-breaks-relation",
    "`{cell}` for {row} is not {relation}, as in the {count} other rows that both have: {should}",
)

_AGREE = 5
"""Rows in which two columns stand in one relation from which on one that does not stands out."""
_DIFFERENT = 3
"""Different numbers among them, without which a multiple is chance."""
_MANY_DIFFERENT = 4
"""Different numbers without which a difference is chance."""
_MOST = 400
"""Columns from which on nothing is compared: so many pairs take long, and agree by chance."""

_NUMBER = r"(?:\d+(?:\.\d+)?½?|\.\d+|½)"
_CELL = re.compile(rf"(?P<before>\D{{0,12}}?)(?P<one>[+−-]? ?{_NUMBER})(?:/(?P<two>{_NUMBER}))?(?P<behind>\D*)\Z")


class _Number(NamedTuple):
    value: Fraction
    where: Where


class _Series(NamedTuple):
    """The numbers of a column, or of the first or second numbers of its cells, by row in small letters."""

    chart: str
    title: str
    """The column, and the chart."""
    scale: str
    """What the rows count, where they are numbers."""
    numbers: dict[str, _Number]


class _Exception(NamedTuple):
    """A row in which a number is not what another number makes it in all other rows."""

    row: str
    relation: str
    should: str
    here: Where
    there: Where
    others: int
    column: int
    """The number by which the column is known."""
    fraction: bool
    """Whether the relation is a part of the other number."""


def lone_exceptions(game: Game) -> Iterator[Diagnostic]:
    """Report the only cell that breaks what holds between its column and another one in all other rows (CHT032)."""
    series = [*_series(game)]
    pairs = [pair for pair in combinations(series, 2) if pair[0].scale == pair[1].scale]
    exact: set[tuple[int, str]] = set()
    broken: list[tuple[_Series, _Series]] = []
    for one, other in pairs if len(series) <= _MOST else ():
        holds = _holds(one, other)
        if holds:
            exact |= {(id(one), other.chart), (id(other), one.chart)}
        elif holds is None:
            broken.append((one, other))
    found: list[_Exception] = []
    for one, other in broken:
        # what one column of a chart agrees with wholly, another need not agree with
        if not exact & {(id(one), other.chart), (id(other), one.chart)}:
            found += _exceptions(one, other)
    sure = {number for number, _chart in exact}
    # the wrong cell is the one that stands in most of the exceptions, else that of a column which agrees with no other
    times = Counter(each.here.path for each in found)
    told: set[object] = set()
    for each in sorted(found, key=lambda e: (-times[e.here.path], e.column in sure, e.fraction)):
        if not told & {each.here.path, each.there.path}:
            told |= {each.here.path, each.there.path}
            said = {"cell": each.here.data, "row": each.row, "relation": each.relation, "should": each.should}
            yield CHT032.at(each.here, count=each.others, **said).also(each.there, "the other")


def _series(game: Game) -> Iterator[_Series]:
    for charts, where in game.documents("charts", ChartsDocument):
        for id_, chart in charts.charts.items():
            if not chart.formulas and chart.copy_of is None and not chart.die:  # results go by their trends
                yield from _of_chart(id_, chart, where / "charts" / id_ / "rows")


def _of_chart(id_: str, chart: Chart, where: Where) -> Iterator[_Series]:
    for column, head in enumerate(chart.columns):
        parts: tuple[dict[str, _Number], dict[str, _Number]] = ({}, {})
        for label, cells in chart.rows.items():
            match = _CELL.match(cells[column].strip()) if column < len(cells) else None
            for part, text in zip(parts, (match["one"], match["two"]) if match else (), strict=False):
                if text:
                    value = worth(text.replace("−", "-").replace(" ", "").lstrip("+-"))
                    sign = -1 if text[0] in "−-" else 1
                    part[label.casefold().strip()] = _Number(sign * value, where / label / column)
        for name, part in zip(("", " (second number)"), parts, strict=True):
            rows_count = all(re.fullmatch(r"[\d\s+−-]+", label) for label in chart.rows)
            scale = f"{chart.row_scale.title}:{id_ if not chart.row_scale.title else ''}" if rows_count else ""
            if len(part) > _AGREE:
                yield _Series(id_, f"`{head}`{name} of {chart.title}", scale, part)


def _rows(one: _Series, other: _Series) -> list[str]:
    return [row for row in one.numbers if row in other.numbers]


def _holds(one: _Series, other: _Series) -> bool | None:
    """Whether one relation holds in all rows; None where there is one that a single row breaks."""
    rows = _rows(one, other)
    if len(rows) <= _AGREE:
        return False
    pairs = [(one.numbers[row].value, other.numbers[row].value) for row in rows]
    odd = [len(relation.odd) for relation in _relations(pairs, same=one.chart == other.chart)]
    return None if 1 in odd and 0 not in odd else 0 in odd


class _Relation(NamedTuple):
    """What the first numbers of most pairs are to the second: so many times as much, or so much more."""

    times: bool
    usual: Fraction
    odd: list[int]
    """The pairs for which it does not hold."""

    def of(self, second: Fraction) -> Fraction:
        """Return what the first number should be."""
        return second * self.usual if self.times else second + self.usual

    def words(self, second: str) -> str:
        """Return what the first number should be, in words."""
        if self.times:
            return second if self.usual == 1 else f"{_text(self.usual)} times {second}"
        return f"{_text(abs(self.usual))} {'more' if self.usual > 0 else 'less'} than {second}"


def _relations(pairs: Sequence[tuple[Fraction, Fraction]], *, same: bool) -> Iterator[_Relation]:
    """Yield what holds for nearly all pairs; columns of the `same` chart may well be alike in all rows but some."""
    for times, values in (
        (True, [x / y if y else None for x, y in pairs]),
        (False, [x - y for x, y in pairs]),
    ):
        usual, agree = Counter(values).most_common(1)[0]
        odd = [n for n, value in enumerate(values) if value != usual]
        different = {y for n, (_x, y) in enumerate(pairs) if n not in odd}
        enough = len(different) >= (_DIFFERENT if times else _MANY_DIFFERENT) and agree >= _AGREE
        alike = usual == (1 if times else 0)
        if usual is not None and enough and not (times and usual == 0) and not (same and alike):
            yield _Relation(times, usual, odd)


def _exceptions(one: _Series, other: _Series) -> Iterator[_Exception]:
    """Yield the row that breaks a relation, told of the one column and of the other."""
    rows = _rows(one, other)
    for first, second in ((one, other), (other, one)):
        pairs = [(first.numbers[row].value, second.numbers[row].value) for row in rows]
        relations = _relations(pairs, same=one.chart == other.chart)
        broken = next((relation for relation in relations if len(relation.odd) == 1), None)
        if broken is not None:
            row = rows[broken.odd[0]]
            here, there = first.numbers[row].where, second.numbers[row].where
            should = f"it would be {_text(broken.of(second.numbers[row].value))}"
            fraction = broken.times and broken.usual < 1
            label = str(here.path[-2])
            others = len(rows) - 1
            yield _Exception(label, broken.words(second.title), should, here, there, others, id(first), fraction)


def _text(value: Fraction) -> str:
    exact = Fraction(str(float(value))) == value
    return f"{float(value):g}" if exact else str(value)


CHECKS = (lone_exceptions,)
