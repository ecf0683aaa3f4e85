"""EXM001, EXM002, EXM004: what worked examples add up and read from charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import exm, ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.examples import ExamplesDocument
from scenario_forge.project.notations import Range
from scenario_forge.project.paper import rule_name
from scenario_forge.project.system import NotationError
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.examples import Lookup
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.tables import Heading, Table

_TINY = 1e-9


def sums(game: Game) -> Iterator[Diagnostic]:
    """Additions that are wrong."""
    for document, where in game.documents("examples", ExamplesDocument):
        for index, example in enumerate(document.examples):
            for number, printed in enumerate(example.sums):
                right = sum(printed.parts)
                if abs(right - printed.total) > _TINY:
                    at = where / "examples" / index / "sums" / number / "total"
                    finding = exm.EXM001.at(
                        at, sum=_written(printed.parts), right=f"{right:g}", total=f"{printed.total:g}"
                    )
                    yield finding.under(rule_name(example.rule))


def lookups(game: Game) -> Iterator[Diagnostic]:
    """Results that the chart does not have where the example reads them."""
    charts = tables(game).charts
    for document, where in game.documents("examples", ExamplesDocument):
        for index, example in enumerate(document.examples):
            for number, lookup in enumerate(example.lookups):
                at = where / "examples" / index / "lookups" / number
                table = charts.get(lookup.chart)
                if table is not None:
                    for finding in _read(table, lookup, at):
                        yield finding.under(rule_name(example.rule))
                elif not game.broken("charts"):
                    hint = did_you_mean(lookup.chart, charts)
                    yield ref.REF001.at(at / "chart", text=lookup.chart, wanted="chart").suggest(hint)


def doubled(game: Game) -> Iterator[Diagnostic]:
    """Examples with one id."""
    for document, where in game.documents("examples", ExamplesDocument):
        first: dict[str, int] = {}
        for index, example in enumerate(document.examples):
            earlier = first.setdefault(example.id, index)
            if earlier != index:
                finding = exm.EXM004.at(where / "examples" / index / "id", id=example.id)
                yield finding.also(where / "examples" / earlier / "id", "the first")


def _read(table: Table, lookup: Lookup, at: Where) -> Iterator[Diagnostic]:
    row, column = table.row(lookup.row), table.column(lookup.column)
    lines = (("row", lookup.row, row, table.rows), ("column", lookup.column, column, table.columns))
    for key, text, found, headings in lines:
        if found is None and not _between(text, headings):
            hint = did_you_mean(text, [heading.text for heading in headings])
            yield ref.REF001.at(at / key, text=text, wanted=f"{key} of {table.chart.title}").suggest(hint)
    if row is None or column is None or len(table.cells[row]) != len(table.columns):
        return
    cell = table.at(row, column)
    if cell is None or cell.meaning is None:
        return
    try:
        meant = table.readers[column].parse(lookup.result)
    except NotationError as error:
        hint = f"did you mean {error.hint}?" if error.hint else None
        yield ref.REF002.at((at / "result").within(error.start, error.end), problem=str(error)).suggest(hint)
        return
    if meant != cell.meaning and lookup.result != cell.text.partition(" ")[0]:
        finding = exm.EXM002.at(
            at / "result",
            chart=table.chart.title,
            found=cell.text,
            row=lookup.row,
            column=lookup.column,
            result=lookup.result,
        )
        yield finding.also(cell.where, "the cell").rests_on(cell.where)


def _between(text: str, headings: Sequence[Heading]) -> bool:
    """Whether a number falls into a gap between headings, which is reported there."""
    covers = [value for h in headings if isinstance(h.meaning, Range) for value in h.meaning.values]
    number = text.removeprefix("+")
    if not covers or not number.removeprefix("-").isdecimal():
        return False
    return min(covers) < int(number) < max(covers)


def _written(parts: list[float]) -> str:
    """``7 + 2``, ``6 - 2``."""
    first, *rest = parts
    return f"{first:g}" + "".join(f" {'-' if part < 0 else '+'} {abs(part):g}" for part in rest)


CHECKS = (sums, lookups, doubled)
