"""The linked charts: headings, cells and modifiers with their meanings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.formula import parse
from scenario_forge.game.game import Game, view
from scenario_forge.game.notations import CORE_NOTATIONS, ModifierValue, Notation, NotationError, Range, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.documents.charts import Chart, Scale
    from scenario_forge.game.formula import Formula
    from scenario_forge.game.place import Where


@dataclass(frozen=True, slots=True)
class Heading:
    """A row's or column's heading; ``meaning`` is None when it does not parse."""

    text: str
    meaning: object
    where: Where


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell; ``meaning`` is None when it does not parse. ``text`` is empty in merged cells."""

    text: str
    meaning: object
    where: Where


@dataclass(eq=False, repr=False)
class LinkedChart:
    """A chart with its meanings."""

    id: str
    chart: Chart
    where: Where
    columns: list[Heading]
    rows: list[Heading]
    cells: list[list[Cell]]
    """By row, then by column."""
    readers: list[Notation[object]]
    """The notation of each column's cells."""
    modifiers: list[ModifierValue | None]
    """What each modifier printed with it comes to; None when it does not parse."""
    formulas: list[Formula | None]
    """What its cells must agree with; None where a formula does not parse."""

    def __repr__(self) -> str:
        return f"LinkedChart({self.id}: {len(self.rows)} rows, {len(self.columns)} columns)"

    def column(self, text: str) -> int | None:
        """Return the index of the column with that heading, or whose range holds that number."""
        return _line(self.columns, self.chart.column_scale, text)

    def row(self, text: str) -> int | None:
        """Return the index of the row with that heading, or whose range holds that number."""
        return _line(self.rows, self.chart.row_scale, text)

    def at(self, row: int, column: int) -> Cell | None:
        """Return the cell there, or the one it is merged with; None where the row is too short."""
        while row >= 0:
            line = self.cells[row]
            if column >= len(line):
                return None
            if line[column].text or not self.chart.merged:
                return line[column]
            row -= 1
        return None


@dataclass(eq=False, repr=False)
class Tables(LinkedPart):
    """All charts of the game, linked."""

    charts: dict[str, LinkedChart] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Tables({len(self.charts)} charts)"


@view
def tables(game: Game) -> Tables:
    """The charts of a game, linked, and what is wrong with their cells."""
    linked = Tables()
    notations = {**CORE_NOTATIONS, **(game.system.notations() if game.system else {})}
    for document, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in document.charts.items():
            linker = _Linker(chart, where / "charts" / chart_id, notations, linked)
            linked.charts[chart_id] = linker.link(chart_id)
    return linked


def row_begun(headings: Iterable[str], begun: str) -> str | None:
    """Return the heading that a text is the whole or, in the first such row, the beginning of; None for no row."""
    fitting = [heading for heading in headings if heading.startswith(begun)]
    return begun if begun in fitting else next(iter(fitting), None)


def _line(headings: list[Heading], scale: Scale, text: str) -> int | None:
    for index, heading in enumerate(headings):
        if heading.text == text:
            return index
    if scale.lookup != "exact":
        return _nearest(headings, text)
    return _covering(headings, scale, text) if re.fullmatch(r"[+−-]?\d+", text) else None


def _covering(headings: list[Heading], scale: Scale, text: str) -> int | None:
    value = int(text.replace("−", "-"))
    covers = [(index, h.meaning) for index, h in enumerate(headings) if isinstance(h.meaning, Range)]
    for index, meaning in covers:
        if value in meaning:
            return index
    if scale.beyond != "clamp" or not covers:
        return None
    lowest, highest = min(covers, key=lambda c: min(c[1].values)), max(covers, key=lambda c: c[1].values[0])
    if value < min(lowest[1].values):
        return lowest[0]
    return highest[0] if value > max(highest[1].values) else None


def _nearest(headings: list[Heading], text: str) -> int | None:
    """The heading whose number is nearest; of two, the first."""
    try:
        value = Fraction(text.replace("−", "-"))
    except ValueError:
        return None
    found = [(abs(at - value), index) for index, h in enumerate(headings) if (at := number(h.meaning)) is not None]
    return min(found)[1] if found else None


class _Linker:
    """Reads one chart by its notations; what does not parse is noted once."""

    def __init__(self, chart: Chart, where: Where, notations: dict[str, Notation[object]], linked: Tables) -> None:
        self.chart, self.where, self.notations, self.linked = chart, where, notations, linked

    def link(self, chart_id: str) -> LinkedChart:
        chart, where = self.chart, self.where
        across = self._notation(chart.column_scale.notation)
        down = self._notation(chart.row_scale.notation)
        columns = [self._heading(across, text, where / "columns" / i) for i, text in enumerate(chart.columns)]
        readers = self._readers()
        rows, cells = [], []
        for heading, texts in chart.rows.items():
            at = where / "rows" / heading
            rows.append(self._heading(down, heading, at.key()))
            cells.append([self._cell(readers, i, text, at / i) for i, text in enumerate(texts)])
        modifiers = [self._modifier(i, modifier.value) for i, modifier in enumerate(chart.modifiers)]
        formulas = [self._formula(i, given.formula) for i, given in enumerate(chart.formulas)]
        return LinkedChart(chart_id, chart, where, columns, rows, cells, readers, modifiers, formulas)

    def _readers(self) -> list[Notation[object]]:
        own = self.chart.column_cells
        return [self._notation(own.get(text, self.chart.cells)) for text in self.chart.columns]

    def _notation(self, name: str) -> Notation[object]:
        return self.notations.get(name, CORE_NOTATIONS["text"])

    def _heading(self, reader: Notation[object], text: str, at: Where) -> Heading:
        return Heading(text, self.linked.parsed(at, text, reader), at)

    def _cell(self, readers: list[Notation[object]], index: int, text: str, at: Where) -> Cell:
        if index >= len(readers) or (self.chart.merged and not text):
            return Cell(text, None, at)
        return Cell(text, self.linked.parsed(at, text, readers[index]), at)

    def _modifier(self, index: int, text: str) -> ModifierValue | None:
        found = self.linked.parsed(self.where / "modifiers" / index / "value", text, CORE_NOTATIONS["modifier"])
        return found if isinstance(found, ModifierValue) else None

    def _formula(self, index: int, text: str) -> Formula | None:
        try:
            return parse(text)
        except NotationError as error:
            at = self.where / "formulas" / index / "formula"
            self.linked.malformed.append((at.within(error.start, error.end), error))
            return None
