"""CHT006 to CHT010, and CHT025: cells that break the order or steps of their table, copies of a table, totals."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.notations import Range, number
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Trend
    from scenario_forge.game.game import Game
    from scenario_forge.game.tables import Cell, Heading, LinkedChart

CODES = Codes(__file__)
CHT006 = CODES.error("CHT006", "cell-against-the-trend", "`{cell}` is out of order: {part} {trend}")
CHT007 = CODES.warning("CHT007", "step-breaks-progression", "`{cell}` breaks the pattern of its {line}: {steps}")
CHT008 = CODES.error("CHT008", "copies-differ", "the two copies differ: {what} here, {other} in {chart}")
CHT009 = CODES.error("CHT009", "total-does-not-add-up", "the total is {total}, but the {line} adds up to {sum}")
CHT010 = CODES.error("CHT010", "modifier-given-twice", "the modifier `{id}` is defined twice")
CHT025 = CODES.warning(
    "CHT025",
    "result-out-of-order",
    "`{cell}` stands out of the order {order} that all other cells of {line} keep",
)


Spot = tuple[int, int]
"""Row and column."""

_FORBIDDEN = {"rises": "fall", "falls": "rise"}
_MOST = 20
"""Cells that are blamed at most: where more break a trend, the trend is wrong."""
_EXCHANGED = 2
"""Cells that are out of an order which is not stated."""
_STEPS = 5
"""Steps one way from which on lines have an order though none is stated."""
_AGAINST = 4
_FEW = 5
"""Steps one way for each the other way, from which on those are thought slips."""
_SHORTEST = 5
"""Cells that a line must have before an even step is taken to be meant."""


@dataclass(frozen=True)
class _Order:
    """One part of the results of a table, turned so that it should rise to the right and down."""

    values: dict[Spot, int]
    rows: dict[int, list[Spot]]
    columns: dict[int, list[Spot]]
    across: int
    """1 where it should rise to the right, -1 where it should fall, 0 where it may do as it likes."""
    down: int

    def before(self, one: Spot, other: Spot) -> int:
        """Return 1 where ``one`` must not exceed ``other``, -1 for the reverse, 0 where they are free."""
        if one[0] == other[0] and self.across:
            return self.across if one[1] < other[1] else -self.across
        if one[1] == other[1] and self.down:
            return self.down if one[0] < other[0] else -self.down
        return 0

    def others(self, spot: Spot) -> Iterator[tuple[Spot, int]]:
        """Yield the other cells of a cell's row and column, with their values."""
        for other in (*self.rows[spot[0]], *self.columns[spot[1]]):
            if other != spot and other in self.values:
                yield other, self.values[other]

    def conflicts(self, spot: Spot) -> int:
        """Return the number of other cells of its row and column with which a cell is out of order."""
        value = self.values[spot]
        return sum((value - found) * self.before(spot, other) > 0 for other, found in self.others(spot))

    def limits(self, spot: Spot) -> tuple[int | None, int | None]:
        """Return the lowest and the highest value that would be in order in a cell; None where there is no limit."""
        low = [v for s, v in self.others(spot) if self.before(spot, s) < 0]
        high = [v for s, v in self.others(spot) if self.before(spot, s) > 0]
        return (max(low) if low else None), (min(high) if high else None)

    def without(self, spot: Spot) -> _Order:
        """Return a copy with one cell set aside."""
        return replace(self, values={s: v for s, v in self.values.items() if s != spot})

    def strangeness(self, spot: Spot) -> int:
        """Return how far the value of a cell is from the values of the four cells next to it."""
        row, column = spot
        beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return sum(abs(self.values[s] - self.values[spot]) for s in beside if s in self.values)


def trends(game: Game) -> Iterator[Diagnostic]:
    """Report cells that go against the trend that their table states."""
    for table in tables(game).charts.values():
        for trend in table.chart.trends:
            yield from _against(table, trend)


def steps(game: Game) -> Iterator[Diagnostic]:
    """Report a row or column of numbers that changes by one step everywhere except at one cell."""
    for table in tables(game).charts.values():
        width = min((len(line) for line in table.cells), default=0)
        lines = [("row", list(line)) for line in table.cells]
        lines += [("column", [line[i] for line in table.cells]) for i in range(width)]
        for word, cells in lines:
            numbers = [cell.meaning.value if isinstance(cell.meaning, Range) else None for cell in cells]
            known = [number for number in numbers if number is not None]
            if len(known) == len(numbers) >= _SHORTEST:
                yield from _uneven(table, word, cells, known)


# -- trends ---------------------------------------------------------------------------------------


def _against(table: LinkedChart, trend: Trend) -> Iterator[Diagnostic]:
    """Report the cell that is out of order with most others, set it aside, and repeat."""
    order = _order(table, trend)
    for _ in range(_MOST):
        if not order.values:
            return
        worst = max(order.values, key=lambda s: (order.conflicts(s), order.strangeness(s), s))
        if not order.conflicts(worst):
            return
        rest = order.without(worst)
        yield _blamed(table, trend, order, worst, alone=not any(rest.conflicts(s) for s in rest.values))
        order = rest


def _order(table: LinkedChart, trend: Trend) -> _Order:
    sign = {"rises": 1, "falls": -1, "any": 0}
    values: dict[Spot, int] = {}
    rows: dict[int, list[Spot]] = {}
    columns: dict[int, list[Spot]] = {}
    for row, line in enumerate(table.cells):
        for column in range(len(line)):
            cell = table.at(row, column)
            value = _part(cell.meaning, trend.part) if cell else None
            if value is not None:
                values[row, column] = value
                rows.setdefault(row, []).append((row, column))
                columns.setdefault(column, []).append((row, column))
    return _Order(values, rows, columns, sign[trend.across], sign[trend.down])


def _part(meaning: object, part: str) -> int | None:
    value = meaning if isinstance(meaning, int) else getattr(meaning, part, None)
    return value if isinstance(value, int) else None


def _blamed(table: LinkedChart, trend: Trend, order: _Order, spot: Spot, *, alone: bool) -> Diagnostic:
    row, column = spot
    cell = table.cells[row][column]
    other = next(s for s, v in order.others(spot) if (order.values[spot] - v) * order.before(spot, s) > 0)
    words = ((trend.across, "from left to right"), (trend.down, "from top to bottom"))
    ways = [f"must not {_FORBIDDEN[way]} {word}" for way, word in words if way in _FORBIDDEN]
    finding = CHT006.at(
        cell.where, cell=cell.text, part=_name(trend, order.values[spot]), trend=" and ".join(ways)
    ).also(table.cells[other[0]][other[1]].where, "compare this one")
    low, high = order.limits(spot)
    if alone and low is not None and low == high:
        finding = finding.suggest(_meant(table, cell, column, trend.part, low))
    return finding.under(table.chart.rule)


def _name(trend: Trend, value: int) -> str:
    return "it" if trend.part == "value" else f"its {trend.part} part, here {value},"


def _meant(table: LinkedChart, cell: Cell, column: int, part: str, value: int) -> str | None:
    """The cell as it would be in order, in the table's own notation."""
    meaning: Any = cell.meaning
    if isinstance(meaning, Range):
        return f"did you mean {value}?"
    if not dataclasses.is_dataclass(meaning):
        return None
    mended = dataclasses.replace(meaning, **{part: value})  # type: ignore[type-var]
    return f"did you mean {table.readers[column].format(mended)}?"


# -- orders that no trend states --------------------------------------------------------------------


def unstated(game: Game) -> Iterator[Diagnostic]:
    """Report the one result, or two that are exchanged, out of an order that all others keep."""
    legends = [[row.text for row in table.rows] for table in tables(game).charts.values()]
    for table in tables(game).charts.values():
        if table.chart.trends or table.chart.formulas or table.chart.copy_of or table.chart.merged:
            continue
        if all(isinstance(row.meaning, Range) for row in table.rows):
            ranks, order = _ranks(table, legends)
            yield from _out_of_order(table, ranks, order)


def _ranks(table: LinkedChart, legends: Sequence[Sequence[str]]) -> tuple[dict[Spot, int], str]:
    """The places of the results in the order of a legend that has all, or of numbers."""
    cells = {(row, at): cell for row, line in enumerate(table.cells) for at, cell in enumerate(line) if cell.text}
    for codes in legends:
        if all(cell.text in codes for cell in cells.values()):
            return {spot: codes.index(cell.text) for spot, cell in cells.items()}, f"{codes[0]} to {codes[-1]}"
    numbers = {spot: number(cell.meaning) for spot, cell in cells.items()}
    if any(value is None for value in numbers.values()):
        return {}, ""
    values = sorted({value for value in numbers.values() if value is not None})
    return {spot: values.index(value) for spot, value in numbers.items() if value is not None}, "of numbers"


def _out_of_order(table: LinkedChart, ranks: dict[Spot, int], order: str) -> Iterator[Diagnostic]:
    rows: dict[int, list[Spot]] = {}
    columns: dict[int, list[Spot]] = {}
    for spot in ranks:
        rows.setdefault(spot[0], []).append(spot)
        columns.setdefault(spot[1], []).append(spot)
    across, down = _way(rows.values(), ranks), _way(columns.values(), ranks)
    kept = _Order(ranks, rows, columns, across, down)
    blamed: dict[Spot, Spot] = {}
    while len(blamed) < _EXCHANGED and (across or down):
        worst = max(kept.values, key=lambda s: (kept.conflicts(s), kept.strangeness(s), s))
        if not kept.conflicts(worst):
            break
        rest = [s for s, rank in kept.others(worst) if (ranks[worst] - rank) * kept.before(worst, s) > 0]
        blamed[worst] = rest[0]
        kept = kept.without(worst)
    if not blamed or any(kept.conflicts(spot) for spot in kept.values):
        return
    line = "its row and column" if across and down else "its row" if across else "its column"
    for (row, column), other in blamed.items():
        cell = table.cells[row][column]
        finding = CHT025.at(cell.where, cell=cell.text, order=order, line=line)
        finding = finding.also(table.cells[other[0]][other[1]].where, "compare this one")
        yield finding.suggest("compare both cells with the printed table").under(table.chart.rule)


def _way(lines: Iterable[Sequence[Spot]], ranks: dict[Spot, int]) -> int:
    """1 where results rise along nearly all of the lines, -1 where they fall, 0 where they do neither."""
    steps = [ranks[b] - ranks[a] for line in lines for a, b in pairwise(line)]
    up, down = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    most, least = max(up, down), min(up, down)
    return 0 if most < _STEPS or least > _AGAINST or least * _FEW > most else 1 if up > down else -1


# -- even steps -----------------------------------------------------------------------------------


def _uneven(table: LinkedChart, word: str, cells: list[Cell], numbers: list[int]) -> Iterator[Diagnostic]:
    last = len(numbers) - 1
    for index in range(len(numbers)):
        rest = [(i, n) for i, n in enumerate(numbers) if i != index]
        (first_at, first), (last_at, end) = rest[0], rest[-1]
        step, uneven = divmod(end - first, last_at - first_at)
        if uneven or not step or any(n != first + (i - first_at) * step for i, n in rest):
            continue
        meant = first + (index - first_at) * step
        if meant == numbers[index] or (index in (0, last) and numbers[index] in (0, first, end)):
            return
        finding = CHT007.at(
            cells[index].where, cell=cells[index].text, line=word, steps=f"all other steps are {step:+}"
        )
        yield finding.suggest(f"did you mean {meant}?").under(table.chart.rule)
        return


# -- copies of a table, totals, modifiers given twice ----------------------------------------------


_TOTALS = frozenset({"total", "totals", "sum"})


def copies(game: Game) -> Iterator[Diagnostic]:
    """Report a table that differs from the one it repeats; cells are compared only where the headings match."""
    linked = tables(game).charts
    for table in linked.values():
        original = linked.get(table.chart.copy_of or "")
        if original is None or original is table:
            continue
        headings = [*_headings(table, original, "columns"), *_headings(table, original, "rows")]
        yield from headings
        if not headings:
            yield from _cells(table, original)


def totals(game: Game) -> Iterator[Diagnostic]:
    """Report a column or row headed Total that is not the sum of the numbers before it."""
    for table in tables(game).charts.values():
        for index, heading in enumerate(table.columns):
            if heading.text.casefold() in _TOTALS:
                lines = [(line[:index], line[index], "row") for line in table.cells if len(line) > index]
                yield from _sums(table, lines)
        for index, heading in enumerate(table.rows):
            if heading.text.casefold() in _TOTALS:
                above = [line for line in table.cells[:index] if len(line) == len(table.columns)]
                columns = enumerate(table.cells[index][: len(table.columns)])
                yield from _sums(table, [([line[i] for line in above], cell, "column") for i, cell in columns])


def modifiers(game: Game) -> Iterator[Diagnostic]:
    """Report two modifiers of one table with the same id, or in the same words."""
    for table in tables(game).charts.values():
        seen: dict[str, int] = {}
        for index, modifier in enumerate(table.chart.modifiers):
            at = table.where / "modifiers"
            for key, text in (("id", modifier.id), ("when", modifier.when.casefold())):
                first = seen.setdefault(f"{key} {text}", index)
                if first != index:
                    finding = CHT010.at(at / index / key, id=modifier.id)
                    yield finding.also(at / first / key, "the first").under(table.chart.rule)
                    break


def _headings(table: LinkedChart, original: LinkedChart, which: str) -> Iterator[Diagnostic]:
    mine: Sequence[Heading] = getattr(table, which)
    theirs: Sequence[Heading] = getattr(original, which)
    for here, there in zip(mine, theirs, strict=False):
        if _plain(here.text) != _plain(there.text):
            finding = CHT008.at(here.where, what=f"`{here.text}`", other=f"`{there.text}`", chart=original.chart.title)
            yield finding.also(there.where, "the other")
            return
    if len(mine) != len(theirs):
        finding = CHT008.at(
            table.where.key(), what=f"{len(mine)} {which}", other=str(len(theirs)), chart=original.chart.title
        )
        yield finding.also(original.where.key(), "the other")


def _cells(table: LinkedChart, original: LinkedChart) -> Iterator[Diagnostic]:
    for mine, theirs in zip(table.cells, original.cells, strict=True):
        for here, there in zip(mine, theirs, strict=False):
            if _plain(here.text) != _plain(there.text) and here.meaning != there.meaning:
                finding = CHT008.at(
                    here.where, what=f"`{here.text}`", other=f"`{there.text}`", chart=original.chart.title
                )
                yield finding.also(there.where, "the other").under(table.chart.rule)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _sums(table: LinkedChart, lines: Iterable[tuple[Sequence[Cell], Cell, str]]) -> Iterator[Diagnostic]:
    for cells, total, word in lines:
        printed = _number(total)
        numbers = [number for cell in cells if (number := _number(cell)) is not None]
        if printed is not None and len(numbers) > 1 and sum(numbers) != printed:
            finding = CHT009.at(total.where, total=printed, line=word, sum=sum(numbers))
            yield finding.under(table.chart.rule)


def _number(cell: Cell) -> int | None:
    return cell.meaning.value if isinstance(cell.meaning, Range) else None


CHECKS = (
    trends,
    unstated,
    steps,
    copies,
    totals,
    modifiers,
)
