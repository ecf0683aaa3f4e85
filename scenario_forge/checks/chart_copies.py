"""CHT008 to CHT010: copies of a table, totals, modifiers given twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import cht
from scenario_forge.project.notations import Range
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.tables import Cell, Heading, Table

_TOTALS = frozenset({"total", "totals", "sum"})


def copies(game: Game) -> Iterator[Diagnostic]:
    """A table that repeats another one and differs from it; headings first, cells only where they match."""
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
    """A column or row headed Total that is not the sum of the numbers before it."""
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
    """Two modifiers of one table with the same id, or in the same words."""
    for table in tables(game).charts.values():
        seen: dict[str, int] = {}
        for index, modifier in enumerate(table.chart.modifiers):
            at = table.where / "modifiers"
            for key, text in (("id", modifier.id), ("when", modifier.when.casefold())):
                first = seen.setdefault(f"{key} {text}", index)
                if first != index:
                    finding = cht.CHT010.at(at / index / key, id=modifier.id)
                    yield finding.also(at / first / key, "the first").under(table.chart.rule or None)
                    break


def _headings(table: Table, original: Table, which: str) -> Iterator[Diagnostic]:
    mine: Sequence[Heading] = getattr(table, which)
    theirs: Sequence[Heading] = getattr(original, which)
    for here, there in zip(mine, theirs, strict=False):
        if _plain(here.text) != _plain(there.text):
            finding = cht.CHT008.at(
                here.where, what=f"`{here.text}`", other=f"`{there.text}`", chart=original.chart.title
            )
            yield finding.also(there.where, "the other")
            return
    if len(mine) != len(theirs):
        finding = cht.CHT008.at(
            table.where.key(), what=f"{len(mine)} {which}", other=str(len(theirs)), chart=original.chart.title
        )
        yield finding.also(original.where.key(), "the other")


def _cells(table: Table, original: Table) -> Iterator[Diagnostic]:
    for mine, theirs in zip(table.cells, original.cells, strict=True):
        for here, there in zip(mine, theirs, strict=False):
            if _plain(here.text) != _plain(there.text) and here.meaning != there.meaning:
                finding = cht.CHT008.at(
                    here.where, what=f"`{here.text}`", other=f"`{there.text}`", chart=original.chart.title
                )
                yield finding.also(there.where, "the other").under(table.chart.rule or None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _sums(table: Table, lines: Iterable[tuple[Sequence[Cell], Cell, str]]) -> Iterator[Diagnostic]:
    for cells, total, word in lines:
        printed = _number(total)
        numbers = [number for cell in cells if (number := _number(cell)) is not None]
        if printed is not None and len(numbers) > 1 and sum(numbers) != printed:
            finding = cht.CHT009.at(total.where, total=printed, line=word, sum=sum(numbers))
            yield finding.under(table.chart.rule or None)


def _number(cell: Cell) -> int | None:
    return cell.meaning.value if isinstance(cell.meaning, Range) else None


CHECKS = (copies, totals, modifiers)
