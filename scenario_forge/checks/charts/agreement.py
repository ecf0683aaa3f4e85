"""CHT018 to 021, 026, 027: charts against the counters, the map and each other; cells that stand twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.forces.counters import counter_name
from scenario_forge.checks.order import repeated_rows
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.charts import Chart
    from scenario_forge.documents.counters import CounterValue, UnitCounter, ValueWord
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
CHT026 = CODES.warning(
    "CHT026",
    "symbol-of-another-kind",
    "{chart} has `{cell}` for {name}; the counters mark {name} with {mark}",
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
_PLAIN = re.compile(r"\d*\.?\d+")
_PARTS = 2
"""Numbers of a cell that are compared each on its own: `3/9`."""
_NAMES = re.compile(r"[^,()]+")
_MARKS = 2
_WORD = re.compile(r"[\w./]*\w")
_MARK = "*"
"""Behind a name: a note says more of it."""


class _Listed(NamedTuple):
    """A name in a cell of a chart, and the number of its row."""

    name: str
    words: frozenset[str]
    number: int
    mark: str
    """The asterisks behind it: a note says more of it."""
    qualified: bool
    """Whether brackets say more of it, or it stands in brackets."""
    variant: bool
    """Whether brackets behind it say which of several is meant."""
    heading: str
    column: int
    where: Where

    @property
    def marked(self) -> bool:
        """Whether more is said of it than its row."""
        return bool(self.mark) or self.qualified


class _Unit(NamedTuple):
    """A unit with the words of its name and of its type."""

    counter: UnitCounter
    name: dict[str, int]
    """By word: its place."""
    type: set[str]
    where: Where


def counters_against_lists(game: Game) -> Iterator[Diagnostic]:
    """Report units with another value than the row of the chart that lists them (CHT018), and double names (CHT019)."""
    for counters, at in game.documents("counters", CountersDocument):
        kinds = {kind.id: _words(kind.name) for kind in counters.types}
        units = [
            _Unit(unit, _places(unit.name), kinds.get(unit.type, set()), at / "units" / number)
            for number, unit in enumerate(counters.units)
        ]
        values = [value for value in counters.values if value.kind == "number" and value.of == "unit"]
        for charts, where in game.documents("charts", ChartsDocument):
            for id_, chart in charts.charts.items():
                value = _subject(chart, values)
                names = [*_names(chart, where / "charts" / id_)] if value is not None else []
                if value is not None and names:
                    subject = _words(value.name or value.id)
                    special = [other for other in values if subject < _words(other.name or other.id)]
                    yield from _compared(game, chart, [value, *special], names, units)


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
                    mark = _MARK * match[0].count(_MARK)
                    variant = cell[match.end() : match.end() + 1] == "("
                    words = frozenset(_words(text))
                    yield _Listed(text, words, int(number[0]), mark, bracketed or variant, variant, label, column, at)


def _compared(
    game: Game,
    chart: Chart,
    values: Sequence[CounterValue],
    names: Sequence[_Listed],
    units: Sequence[_Unit],
) -> Iterator[Diagnostic]:
    """Compare units with the rows that list them.

    Args:
        game: the game.
        chart: the chart.
        values: the value that the chart lists, and then those of special cases of it.
        names: the names in its cells.
        units: all units.
    """
    listed, astray, twice = 0, [], []
    for unit in units:
        meant = _meant(unit, names)
        if meant and unit.counter.number(values[0].id) is not None:
            listed += 1
            astray += [(unit, value, name) for value, name in _differing(unit, values, meant)][:1]
            own = {unit.counter.number(value.id) for value in values}
            if not own.isdisjoint(name.number for name in meant):
                twice += [name for name in meant if name.number not in own and name.words <= unit.name.keys()
                          and not name.variant and not _is_explained(chart, name)]  # fmt: skip
    if listed < _ENOUGH or len(astray) * _ASTRAY > listed:
        return
    for unit, value, name in astray:
        finding = CHT018.at(
            unit.where / value.id,
            unit=counter_name(game, unit.counter),
            value=(value.name or value.id).casefold(),
            said=unit.counter.number(value.id),
            chart=chart.title,
            name=name.name,
            listed=name.number,
        )
        yield finding.also(name.where, "the list").suggest("compare both with the printed game")
    yield from _listed_twice(names, twice if len(twice) * _ASTRAY <= listed else [])


def _meant(unit: _Unit, names: Sequence[_Listed]) -> list[_Listed]:
    """The names that come nearest to a unit's: most of its words, then those nearest to its beginning."""
    meant = [name for name in names if name.words <= unit.name.keys() | unit.type and name.words & unit.name.keys()]
    near = [(-len(name.words), min(unit.name.get(word, len(unit.name)) for word in name.words)) for name in meant]
    return [name for name, how in zip(meant, near, strict=True) if how == min(near)]


def _differing(
    unit: _Unit, values: Sequence[CounterValue], meant: Sequence[_Listed]
) -> Iterator[tuple[CounterValue, _Listed]]:
    """The values of a unit that no row with its name has; a name with a mark is of a special case, if it has any."""
    plain, marked = ([name for name in meant if bool(name.mark) == mark] for mark in (False, True))
    special = [value for value in values[1:] if unit.counter.number(value.id) is not None]
    for value in (values[0], *special):
        rows = meant if not (special and plain and marked) else plain if value is values[0] else marked
        number = unit.counter.number(value.id)
        if number not in [name.number for name in rows] and (value is values[0] or rows is marked):
            yield value, rows[0]


def _listed_twice(names: Sequence[_Listed], wrong: Sequence[_Listed]) -> Iterator[Diagnostic]:
    """Names in two rows: those that no counter bears out, and those of which neither row says more."""
    pairs = []
    for name in wrong:
        others = [other for other in names if other.words == name.words and other.number != name.number]
        pairs += [(name, other) for other in others[:1]]
    first: dict[tuple[int, frozenset[str]], _Listed] = {}
    for name in names:
        earlier = first.setdefault((name.column, name.words), name)
        if earlier.number != name.number and not earlier.marked and not name.marked:
            pairs.append((name, earlier))
    told: set[Where] = set()
    for name, earlier in pairs:
        if not {name.where, earlier.where} & told:
            told.add(name.where)
            finding = CHT019.at(name.where, name=name.name, first=earlier.number, second=name.number)
            yield finding.also(earlier.where, "the other").suggest("compare both rows with the printed chart")


def _is_explained(chart: Chart, name: _Listed) -> bool:
    """Whether a note of its mark says the heading of its row: `25 Pounders*`, in the row `1 hex`."""
    notes = [note for note in chart.notes if name.mark and note.startswith(f"{name.mark} ")]
    return any(re.search(rf"(?<!\w){re.escape(name.heading)}(?!\w)", note) for note in notes)


def columns_of_two_charts(game: Game) -> Iterator[Diagnostic]:
    """Report the only row in which columns of two charts differ, where both have the same rows (CHT020)."""
    columns = [part for column in _columns(game) for part in column.parts()]
    told = set()
    for number, column in enumerate(columns):
        for other in columns[:number] if len(column.cells) > _AGREE else ():
            both = [row for row in column.cells if row in other.cells and not _NUMBER.fullmatch(row)]
            differ = [row for row in both if column.texts[row] != other.texts[row]]
            texts = {column.texts[row] for row in both if row not in differ}
            copies = column.original == other.original  # CHT008
            if not copies and len(differ) == 1 and len(both) > _AGREE and len(texts) >= _TEXTS:
                here, there = other.cells[differ[0]], column.cells[differ[0]]
                if (here, there) in told:
                    continue
                told.add((here, there))
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
    texts: dict[str, str]
    """What is compared of each cell."""

    def parts(self) -> Iterator[_Column]:
        """Yield the column, and one for the first, second … number of its cells, where all have as many."""
        yield self
        numbers = {row: _PLAIN.findall(text) for row, text in self.texts.items()}
        numbers = {row: found for row, found in numbers.items() if found}
        most = max(map(len, numbers.values()), default=0)
        for part in range(most if most <= _PARTS else 0):
            texts = {row: found[part] for row, found in numbers.items() if len(found) == most}
            if texts != self.texts:
                yield self._replace(cells={row: self.cells[row] for row in texts}, texts=texts)


def _columns(game: Game) -> Iterator[_Column]:
    for charts, where in game.documents("charts", ChartsDocument):
        for id_, chart in charts.charts.items():
            at = where / "charts" / id_ / "rows"
            for column in range(len(chart.columns)):
                cells = {label.casefold().strip(): at / label / column for label, cells in chart.rows.items()
                         if column < len(cells) and cells[column].strip()}  # fmt: skip
                texts = {row: str(cell.data) for row, cell in cells.items()}
                yield _Column(chart.copy_of or id_, chart.title, column, cells, texts)


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
    return {*_places(text)}


def _places(text: str) -> dict[str, int]:
    """By word, as in :func:`_words`: its last place in the text."""
    words = (word.removesuffix("s") if len(word) > 2 else word for word in _WORD.findall(text.casefold()))
    return {word: place for place, word in enumerate(words)}


def symbols_of_counters(game: Game) -> Iterator[Diagnostic]:
    """Report a symbol in a chart that the counters give to another word of the value, or to none (CHT026)."""
    for counters, where in game.documents("counters", CountersDocument):
        for number, value in enumerate(counters.values):
            if sum(bool(word.mark) for word in value.words) >= _MARKS:
                words = dict(enumerate(value.words))
                for column in _columns(game):
                    yield from _symbols(column, words, where / "values" / number / "words")


def _symbols(column: _Column, words: Mapping[int, ValueWord], where: Where) -> Iterator[Diagnostic]:
    named = {name: at for at, word in words.items() for name in (_folded(word.id), _folded(word.name))}
    marks = {_folded(word.mark): at for at, word in words.items() if word.mark}
    shown = {row: (named[_folded(row)], _folded(text)) for row, text in column.texts.items() if _folded(row) in named}
    if sum(text in marks for _, text in shown.values()) < _MARKS:
        return
    wrong = {row: at for row, (at, text) in shown.items() if (marks.get(text, at) != at or text not in marks) and
             (words[at].mark or text in marks)}  # fmt: skip
    for row, at in [*wrong.items()][:1]:
        word, here = words[at], column.cells[row]
        mark = f"`{word.mark}`" if word.mark else "nothing"
        finding = CHT026.at(here, chart=column.title, cell=here.data, name=word.name or word.id, mark=mark)
        for other in wrong:
            finding = finding if other == row else finding.also(column.cells[other], "this one too")
        yield finding.also(where / at, "its mark").suggest("compare both with the printed counters")


def _folded(text: str) -> str:
    return text.casefold().replace("-", " ").strip()


CHECKS = (
    counters_against_lists,
    columns_of_two_charts,
    cells_that_stand_twice,
    symbols_of_counters,
)
