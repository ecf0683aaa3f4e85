"""The linked charts: headings and cells with their meanings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.project.game import Game, view
from scenario_forge.project.names import Unresolved
from scenario_forge.project.system import Notation, NotationError

if TYPE_CHECKING:
    from scenario_forge.documents.charts import Chart, Scale
    from scenario_forge.project.place import Where


@dataclass(frozen=True, slots=True)
class Range:
    """What a heading covers, as printed. ``values`` lists single values; ``up``/``down`` are open ends."""

    values: tuple[int, ...]
    up: bool = False
    down: bool = False

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        return (
            value in self.values or (self.up and value > max(self.values)) or (self.down and value < min(self.values))
        )


class TextNotation(Notation[object]):
    """Any text; it means itself."""

    def parse(self, text: str) -> object:
        """The text."""
        return text

    def format(self, value: object) -> str:
        """The text."""
        return str(value)


class NumberNotation(Notation[object]):
    """A whole number, with or without a sign."""

    def parse(self, text: str) -> object:
        """The number as a :class:`Range` of one value."""
        if not re.fullmatch(r"[+−-]?\d+", text):
            raise NotationError(f"`{text}` is not a whole number", 0, len(text))
        return Range((int(text.replace("−", "-")),))

    def format(self, value: object) -> str:
        """The number."""
        return str(value.values[0]) if isinstance(value, Range) else str(value)


class RangesNotation(Notation[object]):
    """Headings that cover several values: ``0``, ``+2,3``, ``-4,3``, ``1-3``, ``+12 +``, ``-5 or less``.

    Read to the letter: ``-4,3`` covers -4 and 3. What the printer may have meant is an erratum's affair.
    """

    _LIST = re.compile(r"([+−-]?\d+)(?:,\s*([+−-]?\d+))*\Z")
    _SPAN = re.compile(r"([+−-]?\d+)\s*(?:to|–|-)\s*([+−-]?\d+)\Z")

    def parse(self, text: str) -> object:
        """A :class:`Range`."""
        plain = text.replace("−", "-").strip()
        up = bool(re.search(r"(\s\+|\d\+| or more| or greater)$", plain))
        down = bool(re.search(r"( or less| or worse)$", plain))
        core = re.sub(r"\s*(\+| or more| or greater| or less| or worse)$", "", plain) if up or down else plain
        if span := self._SPAN.match(core):
            first, last = int(span[1]), int(span[2])
            if first <= last:
                return Range(tuple(range(first, last + 1)), up, down)
        elif self._LIST.match(core):
            values = tuple(int(part) for part in core.split(","))
            if up and len(values) == 1:
                return Range(values, up=True)
            return Range(values, up, down)
        raise NotationError(f"`{text}` is not a number or a range such as +2,3 or 1-3", 0, len(text))

    def format(self, value: object) -> str:
        """The range as a heading."""
        if not isinstance(value, Range):
            return str(value)
        text = ",".join(str(number) for number in value.values)
        return f"{text} +" if value.up else f"{text} or less" if value.down else text


CORE_NOTATIONS: dict[str, Notation[object]] = {
    "text": TextNotation(),
    "number": NumberNotation(),
    "ranges": RangesNotation(),
}


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


@dataclass(eq=False)
class Table:
    """A chart with its meanings."""

    id: str
    chart: Chart
    where: Where
    columns: list[Heading]
    rows: list[Heading]
    cells: list[list[Cell]]
    """By row, then by column."""

    def column(self, text: str) -> int | None:
        """The column with that heading, or whose range holds that number."""
        return _line(self.columns, self.chart.column_scale, text)

    def row(self, text: str) -> int | None:
        """The row with that heading, or whose range holds that number."""
        return _line(self.rows, self.chart.row_scale, text)


def _line(headings: list[Heading], scale: Scale, text: str) -> int | None:
    for index, heading in enumerate(headings):
        if heading.text == text:
            return index
    if not re.fullmatch(r"[+-]?\d+", text):
        return None
    value = int(text)
    for index, heading in enumerate(headings):
        if isinstance(heading.meaning, Range) and value in heading.meaning:
            return index
    return len(headings) - 1 if scale.beyond == "clamp" and headings else None


@dataclass(eq=False)
class Tables:
    """All charts of the game."""

    charts: dict[str, Table] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)
    malformed: list[tuple[Where, NotationError]] = field(default_factory=list)


@view
def tables(game: Game) -> Tables:
    """The game's charts."""
    linked = Tables()
    notations = {**CORE_NOTATIONS, **(game.system.notations() if game.system else {})}
    for document, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in document.charts.items():
            linked.charts[chart_id] = _link(chart_id, chart, where / "charts" / chart_id, notations, linked)
    return linked


def _link(chart_id: str, chart: Chart, where: Where, notations: dict[str, Notation[object]], linked: Tables) -> Table:
    def notation(name: str, at: Where) -> Notation[object]:
        if name not in notations:
            hint = did_you_mean(name, notations)
            linked.unresolved.append(Unresolved(at, name, "notation", "", hint))
        return notations.get(name, CORE_NOTATIONS["text"])

    def meaning(reader: Notation[object], text: str, at: Where) -> object:
        try:
            return reader.parse(text)
        except NotationError as error:
            linked.malformed.append((at.within(error.start, error.end), error))
            return None

    across = notation(chart.column_scale.notation, where / "column_scale" / "notation")
    down = notation(chart.row_scale.notation, where / "row_scale" / "notation")
    default = notation(chart.cells, where / "cells")
    columns = [
        Heading(text, meaning(across, text, where / "columns" / i), where / "columns" / i)
        for i, text in enumerate(chart.columns)
    ]
    readers = [
        notation(chart.column_cells[c.text], where / "column_cells" / c.text)
        if c.text in chart.column_cells
        else default
        for c in columns
    ]
    rows, cells = [], []
    for heading, texts in chart.rows.items():
        at = where / "rows" / heading
        rows.append(Heading(heading, meaning(down, heading, at.key()), at.key()))
        line = []
        for index, text in enumerate(texts):
            reader = readers[index] if index < len(readers) else default
            skip = chart.merged and not text
            line.append(Cell(text, None if skip else meaning(reader, text, at / index), at / index))
        cells.append(line)
    return Table(chart_id, chart, where, columns, rows, cells)
