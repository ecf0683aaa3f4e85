"""CHT022: what two charts, or a chart and a counter, say of one situation."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.charts.phrases import signed, stems, whole
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.documents.charts import Scale
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import ColumnCell, Schedule
    from scenario_forge.game.tables import LinkedChart

CODES = Codes(__file__)
CHT022 = CODES.warning(
    "CHT022",
    "situation-said-twice",
    "`{cell}` for {situation} here, but `{other}` in {chart}{why}",
    modifier="`{cell}` for {situation} here, but the dice of {chart} are modified by {possible} only",
    sentence="{number} here (`{text}`), but {other} in the same sentence elsewhere",
)

_NEXT = "compare both with the printed game, and correct the one that differs"
_SUM = ", which has no other number for it that is not of another list"
_TRACK = "the time track"
_LIST = 2
"""Modifiers that make a list."""
_SUMMARY = 3
"""Cells in a line of a chart that sums up a situation."""
_SHARED = 3
"""Words that two sentences share from which on they say one thing."""
_TITLES = stems("modifier modifiers result table chart effect list value other cost suggested")
"""Words of a title that do not tell what a chart is about."""
_USUAL = stems("normal total none clear other")
"""Words for the usual case, which differs from chart to chart."""
_DICE = stems("dice")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_PART = re.compile(r"[;.](?:\s|\Z)")
_NUMBERS = re.compile(r"(?<![\w.,:/+−-])\d{1,3}(?![\w:/%-]|[.,]\d)")
_THROWN = re.compile(r"(\d+)d\d+\Z")


class _Line(NamedTuple):
    """A modifier: the words of its situation, its number and its place."""

    situation: str
    words: frozenset[str]
    value: int
    where: Where


class _List(NamedTuple):
    """The modifiers of one column, or those printed with a table."""

    chart: LinkedChart
    about: frozenset[str]
    heading: frozenset[str]
    lines: Sequence[_Line]


class _Said(NamedTuple):
    """A number in the line of a situation, and what it is about."""

    source: str
    title: str
    about: frozenset[str]
    value: int
    signed: bool
    width: int
    """How many numbers its source has room for in the line."""
    where: Where


class _Sentence(NamedTuple):
    """A sentence with one number."""

    words: frozenset[str]
    number: int
    text: str
    source: object
    """Its chart, note or counter."""
    where: Where

    def repeats(self, other: _Sentence) -> bool:
        """Whether all words of the one are in the other, of another source."""
        return self.source != other.source and (self.words <= other.words or other.words <= self.words)


def modifiers_of_two_charts(game: Game) -> Iterator[Diagnostic]:
    """Report the one modifier that two lists of modifiers give differently (CHT022)."""
    lists = [*_lists(tables(game).charts.values())]
    for here, there in combinations(lists, 2):
        same_chart = here.chart is there.chart or here.chart.chart.copy_of == there.chart.id
        related = bool(here.about & there.about) or bool(here.heading and here.heading == there.heading)
        if same_chart or there.chart.chart.copy_of == here.chart.id:
            continue
        pairs = [*_pairs(here.lines, there.lines)]
        differ = [pair for pair in pairs if pair[0].value != pair[1].value]
        if len(differ) == 1 and len(pairs) > (1 if related else _LIST):
            ((line, other),) = differ
            why = "; of what both list nothing else differs"
            yield _told(line.where, line.situation, other.where, there.chart.chart.title, why)


def _lists(charts: Iterable[LinkedChart]) -> Iterator[_List]:
    for table in charts:
        about = stems(table.chart.title) - _TITLES
        lines = [
            _Line(modifier.when, stems(modifier.when), number, table.where / "modifiers" / index / "value")
            for index, (modifier, value) in enumerate(zip(table.chart.modifiers, table.modifiers, strict=True))
            if value and (number := signed(modifier.value)) is not None
        ]
        if lines:
            yield _List(table, about, frozenset(), lines)
        for column, heading in enumerate(table.columns):
            cells = [(row.text, line[column]) for row, line in zip(table.rows, table.cells, strict=True)
                     if column < len(line) and line[column].text.strip()]  # fmt: skip
            lines = [_Line(row, stems(row), number, cell.where) for row, cell in cells
                     if stems(row) and (number := signed(cell.text)) is not None]  # fmt: skip
            if len(lines) >= _LIST and len(lines) * 2 >= len(cells):
                yield _List(table, about, stems(heading.text), lines)


def _pairs(here: Sequence[_Line], there: Sequence[_Line]) -> Iterator[tuple[_Line, _Line]]:
    """The lines of two lists that speak of one situation, and of no other of either list."""
    first, second = _single(here, there), _single(there, here)
    for line in first:
        meant = _meant(line, second)
        if len(meant) == 1 and _meant(meant[0], first) == [line]:
            yield line, meant[0]


def _single(lines: Sequence[_Line], others: Sequence[_Line]) -> list[_Line]:
    """The lines that are no combination of several situations of the other list."""
    return [line for line in lines if sum(other.words < line.words for other in others) < _LIST]


def _meant(line: _Line, others: Sequence[_Line]) -> list[_Line]:
    same = [other for other in others if other.words == line.words]
    return same or [other for other in others if other.words <= line.words or line.words <= other.words]


# -- charts that sum up a situation -----------------------------------------------------------------


def summaries(game: Game) -> Iterator[Diagnostic]:
    """Report numbers of a situation that differ from the chart of all its effects (CHT022)."""
    said: dict[frozenset[str], list[_Said]] = defaultdict(list)
    names: dict[frozenset[str], str] = {}
    linked = tables(game).charts.values()
    situations = _situations(linked)
    for table in linked:
        for name, number in _statements(table, situations):
            words = stems(name)
            if words and not words & _USUAL and not table.chart.copy_of:
                said[words].append(number)
                names.setdefault(words, name)
    track = schedule(game)
    for name, number in _on_the_track(track) if track else ():
        if stems(name) in said:
            said[stems(name)].append(number)
    modified = [table for table in linked if _scale(table).modifiers]
    told: set[Span] = set()
    findings = [_compared(names[words], numbers, modified) for words, numbers in said.items()]
    for finding in chain(*findings, _modifiers_of_dice(linked, situations)):
        if finding.span not in told:
            told.add(finding.span)
            yield finding


def _modifiers_of_dice(linked: Collection[LinkedChart], situations: Collection[frozenset[str]]) -> Iterator[Diagnostic]:
    """Report a modifier of the dice, or a number of dice, that the chart on which they are thrown does not have."""
    for table in linked:
        title = stems(table.chart.title) - _TITLES
        possible = _scale(table).modifiers
        for other in linked if title and table.chart.die and not table.chart.copy_of else ():
            for name, number in _statements(other, situations) if other is not table else ():
                if not (number.about & _DICE and title <= number.about - _DICE):
                    continue
                if number.signed and possible and number.value not in possible:
                    listed = ", ".join(f"{value:+}" for value in sorted(possible))
                    finding = CHT022.at(
                        number.where,
                        "modifier",
                        cell=number.where.data,
                        situation=name,
                        chart=table.chart.title,
                        possible=listed,
                    )
                    yield finding.also(table.where.key(), "the chart").suggest(_NEXT)
                elif not number.signed and number.width > 1 and not other.chart.die:
                    yield from _dice_counted(table, name, number)


def _dice_counted(table: LinkedChart, situation: str, number: _Said) -> Iterator[Diagnostic]:
    thrown, at = table.chart.die, table.where / "die"
    for key, text in table.chart.dice_when.items():
        if stems(key) == stems(situation):
            thrown, at = text, table.where / "dice_when" / key
    match = _THROWN.match(thrown)
    if match and int(match[1]) != number.value:
        yield _told(number.where, situation, at, table.chart.title)


def _statements(table: LinkedChart, situations: Collection[frozenset[str]]) -> Iterator[tuple[str, _Said]]:
    """The numbers of each row and each column, by the heading of the line; those of a list by its rows alone.

    A chart with one column of numbers is a list, unless that column is of a situation.
    """
    title = stems(table.chart.title) - _TITLES
    rows = [*zip(table.rows, table.cells, strict=True)]
    numeric = [
        at for at in range(len(table.columns)) if _is_numeric([cells[at].text for _, cells in rows if at < len(cells)])
    ]
    only = numeric[0] if len(numeric) == 1 and stems(table.columns[numeric[0]].text) not in situations else None
    for row, cells in rows:
        for at, (head, cell) in enumerate(zip(table.columns, cells, strict=False)):
            number = signed(cell.text)
            value = whole(cell.text) if number is None else number
            for name, heading in ((row, head), (head, row)) if value is not None else ():
                listed = at == only and name is row
                about = title if listed else stems(heading.text) - _TITLES
                room = 1 if listed else len(table.columns if name is row else table.rows)
                if about and value is not None and (only is None or name is row or len(table.columns) > _LIST):
                    yield (
                        name.text,
                        _Said(table.id, table.chart.title, about, value, number is not None, room, cell.where),
                    )


def _is_numeric(column: Sequence[str]) -> bool:
    """Whether most of the cells that a column fills are numbers."""
    filled = [text for text in column if text.strip()]
    numbers = sum(signed(text) is not None or whole(text) is not None for text in filled)
    return bool(filled) and numbers * 2 > len(filled)


def _situations(linked: Iterable[LinkedChart]) -> set[frozenset[str]]:
    return {words for table in linked for row in table.rows if (words := stems(row.text))}


def _on_the_track(track: Schedule) -> Iterator[tuple[str, _Said]]:
    """The number of all boxes with a word; where they differ among themselves, that is a finding of the track."""
    numbers: dict[tuple[str, str], list[ColumnCell]] = defaultdict(list)
    for box in track.boxes:
        words = [cell.shown for cell in box.cells.values() if cell.column.kind == "word"]
        for cell in box.cells.values():
            number = signed(cell.text) if cell.column.kind == "number" and not cell.column.of else None
            for word in words if number is not None else ():
                numbers[word, cell.column.name].append(cell)
    for (word, column), cells in numbers.items():
        about, value = stems(column) - _TITLES, signed(cells[0].text)
        if about and value is not None and len({cell.text for cell in cells}) == 1:
            yield word, _Said("", _TRACK, about, value, signed=True, width=_SUMMARY, where=cells[0].where)


def _compared(situation: str, numbers: Sequence[_Said], dice: Sequence[LinkedChart]) -> Iterator[Diagnostic]:
    """Compare what is said of one thing; what alone is left in a list and in the sum of effects is one thing too."""
    claimed = {id(number) for number in numbers if _thrown_on(number, dice)}
    for one, other in combinations(numbers, 2):
        alike = one.signed == other.signed and one.source != other.source and (one.width == 1) != (other.width == 1)
        if alike and (one.about <= other.about or other.about <= one.about):
            claimed |= {id(one), id(other)}
            if one.value != other.value:
                here, there = (one, other) if one.width == 1 else (other, one)
                yield _told(here.where, situation, there.where, there.title)
    for signs in (False, True):
        left = [number for number in numbers if number.signed == signs and id(number) not in claimed]
        lists = [number for number in left if number.width == 1]
        sums = [number for number in left if number.width >= _SUMMARY]
        if len(lists) == len(sums) == 1 and lists[0].value != sums[0].value and lists[0].source != sums[0].source:
            yield _told(lists[0].where, situation, sums[0].where, sums[0].title, _SUM)


def _thrown_on(number: _Said, dice: Sequence[LinkedChart]) -> bool:
    """Whether a number is of the dice of a chart: how many, or a modifier of theirs."""
    return (
        bool(number.about & _DICE)
        and number.width > 1
        and (not number.signed or any(stems(table.chart.title) - _TITLES <= number.about for table in dice))
    )


def _scale(table: LinkedChart) -> Scale:
    """The side of a chart that the dice are read on."""
    down = table.chart.row_scale
    return down if down.modifiers or down.dice else table.chart.column_scale


def _told(here: Where, situation: str, there: Where, chart: str, why: str = "") -> Diagnostic:
    finding = CHT022.at(here, cell=here.data, situation=situation, other=there.data, chart=chart, why=why)
    return finding.also(there, "the other").suggest(_NEXT)


# -- sentences ------------------------------------------------------------------------------------


def sentences(game: Game) -> Iterator[Diagnostic]:
    """Report a sentence of a chart or of a counter that another one repeats with another number (CHT022)."""
    told = [*_sentences(game)]
    often = Counter(word for sentence in told for word in sentence.words)
    rarest = [min(sentence.words, key=lambda word: (often[word], word)) for sentence in told]
    having: dict[str, list[int]] = defaultdict(list)
    known_by: dict[str, list[int]] = defaultdict(list)
    for at, sentence in enumerate(told):
        known_by[rarest[at]].append(at)
        for word in sentence.words:
            having[word].append(at)
    same: list[list[int]] = []
    for at, sentence in enumerate(told):
        # what has all words of a sentence has its rarest, and the rarest of what it has is one of its own
        near = sorted({*having[rarest[at]], *(number for word in sentence.words for number in known_by[word])} - {at})
        same.append([number for number in near if sentence.repeats(told[number])])
    alone = [bool(others) and all(told[number].number != told[at].number for number in others)
             for at, others in enumerate(same)]  # fmt: skip
    for at, sentence in enumerate(told):
        if alone[at] and (len(same[at]) > 1 or at < same[at][0] or not alone[same[at][0]]):
            other = told[same[at][0]]
            finding = CHT022.at(
                sentence.where, "sentence", number=sentence.number, text=sentence.text, other=other.number
            )
            yield finding.also(other.where, "the other").suggest(_NEXT)


def _sentences(game: Game) -> Iterator[_Sentence]:
    for table in tables(game).charts.values():
        for row, cells in zip(table.rows, table.cells, strict=True):
            for cell in cells if _LETTERS.search(row.text) and not table.chart.copy_of else ():
                yield from _counting(f"{row.text} {cell.text}", cell.text, table.id, cell.where)
        for position, note in enumerate(table.chart.notes):
            yield from _counting(note, note, (table.id, position), table.where / "notes" / position)
    for counters, where in game.documents("counters", CountersDocument):
        free = [value.id for value in counters.values if value.kind == "word" and not value.words]
        for unit, at in where.each("units", counters.units if free else ()):
            for value in free:
                for part in _PART.split(str(unit.values.get(value, ""))):
                    yield from _counting(f"{unit.name} {part}", part, at.path, at / value)


def _counting(sentence: str, text: str, source: object, where: Where) -> Iterator[_Sentence]:
    """The sentence, if it has words and exactly one number."""
    numbers = _NUMBERS.findall(text)
    words = stems(sentence) - set(numbers)
    if len(numbers) == 1 and len(words) >= _SHARED and stems(text) - set(numbers):
        yield _Sentence(words, int(numbers[0]), text.strip(), source, where)


CHECKS = (modifiers_of_two_charts, summaries, sentences)
