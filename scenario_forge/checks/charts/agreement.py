"""CHT018 to 021: charts that list units, against the counters; columns of two charts; cells that stand twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Chart
    from scenario_forge.documents.counters import CounterValue, UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
CHT018 = CODES.warning(
    "CHT018",
    "counter-against-list",
    "{unit} has {value} {said}; the chart {chart} lists {name} at {listed}",
)
CHT019 = CODES.warning("CHT019", "listed-twice", "{name} is listed at {first} and at {second}")
CHT020 = CODES.warning(
    "CHT020",
    "columns-differ-once",
    "`{cell}` for {row} here, `{other}` in {chart}; the {count} other rows that both have agree",
)
CHT021 = CODES.warning(
    "CHT021", "cell-stands-twice", "`{cell}` stands at {first} and at {second}; no other cell stands twice"
)

_ENOUGH = 5
"""Units that are listed from which on a chart is taken for a list of their values."""
_ASTRAY = 5
"""One of so many units may differ from such a list."""
_AGREE = 4
"""Rows in which two columns agree from which on one that does not stands out."""
_TEXTS = 3
"""Different cells without which columns that agree hardly say anything."""
_DISTINCT = 9
"""Cells, all different, from which on two that are alike stand out."""
_TEXT = re.compile(r"[^\W\d_]{3}")
_NUMBER = re.compile(r"\d{1,4}")
_NAMES = re.compile(r"[^,()]+")
_WORD = re.compile(r"[\w./]*\w")
_MARK = "*"
"""Behind a name: a note says more of it."""


class _Listed(NamedTuple):
    """A name in a cell of a chart, and the number of its row."""

    name: str
    words: frozenset[str]
    number: int
    marked: bool
    column: int
    where: Where


class _Unit(NamedTuple):
    """A unit with the words of its name and of its type."""

    counter: UnitCounter
    name: set[str]
    type: set[str]
    where: Where


def counters_against_lists(game: Game) -> Iterator[Diagnostic]:
    """Report units with another value than the row of the chart that lists them (CHT018), and double names (CHT019)."""
    for counters, at in game.documents("counters", CountersDocument):
        kinds = {kind.id: _words(kind.name) for kind in counters.types}
        units = [
            _Unit(unit, _words(unit.name), kinds.get(unit.type, set()), at / "units" / number)
            for number, unit in enumerate(counters.units)
        ]
        values = [value for value in counters.values if value.kind == "number" and value.of == "unit"]
        for charts, where in game.documents("charts", ChartsDocument):
            for id_, chart in charts.charts.items():
                value = _subject(chart, values)
                names = [*_names(chart, where / "charts" / id_)] if value is not None else []
                if value is not None and names:
                    yield from _compared(game, chart, value, names, units)


def _subject(chart: Chart, values: Sequence[CounterValue]) -> CounterValue | None:
    """The value of units that the title of a chart names; None where it names none or several."""
    title = _words(chart.title)
    named = [value for value in values if (words := _words(value.name or value.id) - {"value"}) and words <= title]
    return named[0] if len(named) == 1 else None


def _names(chart: Chart, where: Where) -> Iterator[_Listed]:
    for label, cells in chart.rows.items():
        number = _NUMBER.match(label)
        for column, cell in enumerate(cells if number else ()):
            for match in _NAMES.finditer(cell):
                text = match[0].strip(" ." + _MARK)
                if number and _words(text):
                    start = match.start() + match[0].index(text)
                    at = (where / "rows" / label / column).within(start, start + len(text))
                    bracketed = cell[: match.start()].count("(") > cell[: match.start()].count(")")
                    marked = _MARK in match[0] or bracketed or cell[match.end() : match.end() + 1] == "("
                    yield _Listed(text, frozenset(_words(text)), int(number[0]), marked, column, at)


def _compared(
    game: Game, chart: Chart, value: CounterValue, names: Sequence[_Listed], units: Sequence[_Unit]
) -> Iterator[Diagnostic]:
    listed, astray = 0, []
    for unit, own, kind, at in units:
        said = unit.number(value.id)
        meant = [name for name in names if name.words <= own | kind and name.words & own]
        nearest = max((len(name.words) for name in meant), default=0)
        meant = [name for name in meant if len(name.words) == nearest]
        listed += bool(meant and said is not None)
        if meant and said is not None and said not in [name.number for name in meant]:
            astray.append((unit, at, said, meant[0]))
    if listed < _ENOUGH or len(astray) * _ASTRAY > listed:
        return
    for unit, at, said, name in astray:
        finding = CHT018.at(
            at / value.id,
            unit=f"{game.side_name(unit.side)} {unit.no} ({unit.name})",
            value=(value.name or value.id).casefold(),
            said=said,
            chart=chart.title,
            name=name.name,
            listed=name.number,
        )
        yield finding.also(name.where, "the list")
    first: dict[tuple[int, frozenset[str]], _Listed] = {}
    for name in names:
        earlier = first.setdefault((name.column, name.words), name)
        if earlier.number != name.number and not earlier.marked and not name.marked:
            finding = CHT019.at(name.where, name=name.name, first=earlier.number, second=name.number)
            yield finding.also(earlier.where, "the first")


def columns_of_two_charts(game: Game) -> Iterator[Diagnostic]:
    """Report the only row in which columns of two charts differ, where both have the same rows (CHT020)."""
    columns = [*_columns(game)]
    for number, column in enumerate(columns):
        for other in columns[:number] if len(column.cells) > _AGREE else ():
            both = [row for row in column.cells if row in other.cells and not _NUMBER.fullmatch(row)]
            differ = [row for row in both if column.cells[row].data != other.cells[row].data]
            texts = {column.cells[row].data for row in both if row not in differ}
            copies = column.original == other.original  # CHT008
            if not copies and len(differ) == 1 and len(both) > _AGREE and len(texts) >= _TEXTS:
                here, there = other.cells[differ[0]], column.cells[differ[0]]
                finding = CHT020.at(
                    here,
                    cell=here.data,
                    row=here.path[-2],
                    other=there.data,
                    chart=column.title,
                    count=len(both) - 1,
                )
                yield finding.also(there, "the other")


class _Column(NamedTuple):
    """A column of a chart, with its filled cells by row in small letters."""

    original: str
    """The id of the chart that this one is a copy of, or its own."""
    title: str
    number: int
    cells: dict[str, Where]


def _columns(game: Game) -> Iterator[_Column]:
    for charts, where in game.documents("charts", ChartsDocument):
        for id_, chart in charts.charts.items():
            at = where / "charts" / id_ / "rows"
            for column in range(len(chart.columns)):
                cells = {label.casefold().strip(): at / label / column for label, cells in chart.rows.items()
                         if column < len(cells) and cells[column].strip()}  # fmt: skip
                yield _Column(chart.copy_of or id_, chart.title, column, cells)


def cells_that_stand_twice(game: Game) -> Iterator[Diagnostic]:
    """Report a name that stands twice in a long legend whose other names all differ (CHT021)."""
    for column in _columns(game):
        texts = [at for at in column.cells.values() if column.number == 0 and _TEXT.search(str(at.data))]
        doubled = [*repeated_rows(texts, lambda at: str(at.data))]
        if len(texts) >= _DISTINCT and len(doubled) == 1:
            at, there = doubled[0]
            yield CHT021.at(at, cell=at.data, first=there.path[-2], second=at.path[-2]).also(there, "the first")


def _words(text: str) -> set[str]:
    """The words of a text in small letters, without the s of a plural."""
    return {word.removesuffix("s") if len(word) > 2 else word for word in _WORD.findall(text.casefold())}


CHECKS = (counters_against_lists, columns_of_two_charts, cells_that_stand_twice)
