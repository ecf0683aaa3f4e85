"""EXM038, RUL149: what examples and texts tell of a unit, against its counter and its row in the order of battle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from scenario_forge.checks.forces.identities import plain
from scenario_forge.checks.rulebook.quantities import dates
from scenario_forge.checks.rulebook.sentences import printed_texts
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.base import slug
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import CounterValue, UnitCounter
    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.game.tables import LinkedChart

CODES = Codes(__file__)
EXM038 = CODES.warning(
    "EXM038",
    "unit-of-example-unlike-counter",
    other="the example gives {unit} {value} {said}; its counter has {printed}",
    above="the example gives {unit} {value} {said}, more than its {limit} of {printed}",
    chart="the example gives {unit} {said} {value}; by {chart} it has {printed} at most",
)
RUL149 = CODES.warning(
    "RUL149",
    "unit-told-otherwise",
    number="the text calls {name} unit {said}; the order of battle has it as {number}",
    arrival="the text has {name} arrive {said}; the order of battle has {found}",
    place="the text has {name} in {said} at {start}; the order of battle has {found}",
    value="the text gives {name} {value} {said}; its counter has {printed}",
    above="the text gives {name} {value} {said}, more than its {limit} of {printed}",
)

_LIMITS = frozenset({"ceiling", "allowance", "maximum", "limit", "most"})
"""Words of the name of a value that bounds what a unit has of a thing: `supply_ceiling` bounds supply points."""


# -- examples -------------------------------------------------------------------------------------


class _Told(NamedTuple):
    """A number that an example gives for a unit, and under which name."""

    key: str
    number: int
    where: Where


def units_of_examples(game: Game) -> Iterator[Diagnostic]:
    """Report a value of a unit in an example that is not that of its counter, or above what it may be."""
    if game.about is None:
        return
    linked = forces(game)
    values = [value for sheet, _ in game.documents("counters", CountersDocument) for value in sheet.values]
    charts = _allotments(game)
    for document, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", document.examples):
            own = {f"{counter.side}/{counter.no}": counter for counter in example.counters}
            for name, told in _told(example, at):
                side, _, number = name.rpartition("/")
                known = linked.counters.get((side, int(number))) if number.isdecimal() and not own else None
                counter = known.counter if known else own.get(name)
                if counter is not None:
                    there = known.where if known else at / "counters" / example.counters.index(counter)
                    for finding in _against_counter(game, counter, told, values, there):
                        yield finding.under(rule_name(example.rule))
                    for finding in _against_charts(game, counter, told, values, charts):
                        yield finding.under(rule_name(example.rule))


def _told(example: Example, at: Where) -> Iterator[tuple[str, list[_Told]]]:
    """Yield the units that an example gives numbers of, and the numbers."""
    for key, data in (("given", example.given), ("answer", example.answer)):
        for path, table in _mappings(data, (key,)):
            here = Where(at.file, (*at.path, *path))
            name = table.get("unit")
            if isinstance(name, str) and "/" in name:
                yield name, [_Told(key, said, here / key) for key, said in table.items() if _is_number(said)]
            columns, rows = table.get("columns"), table.get("rows")
            if isinstance(columns, list) and isinstance(rows, list) and "unit" in columns:
                place = columns.index("unit")
                for n, row in enumerate(rows):
                    ids = [each for each in example.units if isinstance(row, list) and len(row) == len(columns)
                           and each.rpartition("/")[2] == str(row[place])]  # fmt: skip
                    if len(ids) == 1:
                        cells = [_Told(slug(str(columns[c])), said, here / "rows" / n / c)
                                 for c, said in enumerate(row) if c != place and _is_number(said)]  # fmt: skip
                        yield ids[0], cells


def _mappings(
    data: object, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, object]]]:
    if isinstance(data, dict):
        yield path, data
        for key, below in data.items():
            yield from _mappings(below, (*path, key))
    elif isinstance(data, list):
        for index, below in enumerate(data):
            yield from _mappings(below, (*path, index))


def _is_number(said: object) -> TypeGuard[int]:
    return isinstance(said, int) and not isinstance(said, bool)


def _against_counter(
    game: Game, counter: UnitCounter, told: Sequence[_Told], values: Sequence[CounterValue], there: Where
) -> Iterator[Diagnostic]:
    unit = f"{game.side_name(counter.side)} {counter.no}"
    for each in told:
        named = next((value for value in values if each.key in (value.id, slug(value.name or value.id))), None)
        bound = next((value for value in values if _bounds(value, each.key)), None) if named is None else None
        printed = counter.number(named.id) if named else None
        finding = None
        if named is not None and printed is not None:
            words = {"unit": unit, "value": _lower(named), "said": each.number}
            most = counter.number(named.up_to) if named.up_to else printed
            if named.id == "strength" and most is not None and each.number > most:
                limit = _called(values, named.up_to) if named.up_to else "printed strength"
                finding = EXM038.at(each.where, "above", limit=limit, printed=most, **words)
            elif named.id != "strength" and not named.up_to and each.number != printed:
                finding = EXM038.at(each.where, "other", printed=printed, **words)
        elif bound is not None and (most := counter.number(bound.id)) is not None and each.number > most:
            words = {"unit": unit, "value": each.key.replace("_", " "), "said": each.number}
            finding = EXM038.at(each.where, "above", limit=_lower(bound), printed=most, **words)
        if finding is not None:
            yield finding.also(there, "its counter").suggest("correct the number in the example, or on the counter")


def _bounds(value: CounterValue, key: str) -> bool:
    """Whether a value of units bounds what a key of an example counts: `supply_ceiling` and `supply_points`."""
    words = set(value.id.split("_"))
    return bool(words & _LIMITS) and bool(words - _LIMITS) and words - _LIMITS <= set(key.split("_"))


def _allotments(game: Game) -> list[LinkedChart]:
    """The charts of one column of numbers, which may give units so much of a thing."""
    return [table for table in tables(game).charts.values() if len(table.columns) == 1]


def _against_charts(
    game: Game,
    counter: UnitCounter,
    told: Sequence[_Told],
    values: Sequence[CounterValue],
    charts: Sequence[LinkedChart],
) -> Iterator[Diagnostic]:
    """What charts allot to units by side and a word of their counters: `Axis mobile: 36` operation points."""
    words = [{game.side_name(counter.side).casefold()}]
    for value in values:
        words += [{word.id, re.sub(r"\W", "", word.name.casefold())} for word in value.words
                  if counter.values.get(value.id) == word.id]  # fmt: skip
    for each in told:
        for table in charts:
            if slug(table.columns[0].text) != each.key:
                continue
            for row, heading in enumerate(table.rows):
                cell = table.at(row, 0)
                if cell is None or not cell.text.isdecimal() or not _is_of(heading.text, words):
                    continue
                if each.number > int(cell.text):
                    unit = f"{game.side_name(counter.side)} {counter.no}"
                    said = {"said": each.number, "value": each.key.replace("_", " "), "printed": cell.text}
                    finding = EXM038.at(each.where, "chart", unit=unit, chart=table.chart.title, **said)
                    yield finding.also(cell.where, "the chart").suggest(
                        "correct the number in the example, or the chart"
                    )


def _is_of(heading: str, words: Sequence[set[str]]) -> bool:
    """Whether a heading says all of some words, each of which has several spellings: `Axis nonmobile`."""
    said = [re.sub(r"\W", "", word) for word in heading.casefold().split()]
    return len(said) == len(words) and all(any(word in spellings for word in said) for spellings in words)


def _called(values: Sequence[CounterValue], id_: str) -> str:
    return next((_lower(value) for value in values if value.id == id_), id_)


def _lower(value: CounterValue) -> str:
    return (value.name or value.id).casefold()


# -- running text ---------------------------------------------------------------------------------


_SENTENCE = re.compile(r"(?:[^.]|\.(?=\d|[A-Z]\b)|(?<=\b[A-Z][a-z])\.|(?<=\b[A-Z][a-z]{2})\.)+")
_ARRIVES = re.compile(
    r"\b(?:arrives?|comes? (?:in|on|into play)|enters? play|(?:is|are) due|appears?)\b(?: \w+){0,2}? in\b",
    re.IGNORECASE,
)
_LONG = 5
"""Letters without which the name of a unit may be any word."""


class _Names(NamedTuple):
    """The names of units as texts may have them."""

    pattern: re.Pattern[str]
    units: dict[str, list[Unit]]
    """By plain name."""


class _Sentence(NamedTuple):
    """A sentence with the name of a unit."""

    text: str
    start: int
    """Where it begins in the whole text."""
    name: re.Match[str]
    units: Sequence[Unit]
    """Those of that name."""
    at: Where
    """The whole text."""

    def place(self, start: int, end: int) -> Where:
        """Return the place of a part of it."""
        return self.at.within(self.start + start, self.start + end)


def units_in_texts(game: Game) -> Iterator[Diagnostic]:
    """Report the number, the arrival, the place or a value of a unit that a text tells otherwise (RUL149)."""
    if not game.in_english:
        return
    names, track, grid = _names(game), schedule(game), hex_map(game)
    values = [value for sheet, _ in game.documents("counters", CountersDocument) for value in sheet.values]
    if names is None:
        return
    for text, at, _book in printed_texts(game):
        for match in _SENTENCE.finditer(text) if names.pattern.search(text) else ():
            sentences = [
                _Sentence(match[0], match.start(), name, names.units.get(plain(name[0]), []), at)
                for name in names.pattern.finditer(match[0])
            ]
            findings = [finding for sentence in sentences for finding in _number(sentence)]
            if len({plain(sentence.name[0]) for sentence in sentences}) == 1:  # else of which of them is it said?
                if track is not None:
                    findings += _arrival(track, sentences[0])
                if track is not None and grid is not None:
                    findings += _place(track, grid, sentences[0])
                findings += _value(values, sentences[0])
            yield from (finding.suggest("correct the text, or the row of the unit") for finding in findings)


def _names(game: Game) -> _Names | None:
    units: dict[str, list[Unit]] = {}
    for unit in forces(game).units():
        if len(plain(unit.name)) >= _LONG and re.search(r"[^\W\d]{2}", unit.name):
            units.setdefault(plain(unit.name), []).append(unit)
    called = {unit.name.rstrip(".") for several in units.values() for unit in several}
    if not called:
        return None
    words = sorted(called, key=len, reverse=True)
    alternatives = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
    return _Names(re.compile(rf"(?<![\w/])(?:{alternatives})(?![\w/])"), units)


def _number(sentence: _Sentence) -> Iterator[Diagnostic]:
    units, before = sentence.units, _UNIT.search(sentence.text[: sentence.name.start()])
    if before and units and int(before[1]) not in [unit.no for unit in units]:
        place = sentence.place(*before.span(1))
        finding = RUL149.at(place, "number", name=sentence.name[0], said=before[1], number=units[0].no)
        yield finding.also(units[0].where / "no", "its row")


_UNIT = re.compile(r"\b[Uu]nit (\d+)(?:,| is(?: called)?| \()? (?:the )?\Z")


def _arrival(track: Schedule, sentence: _Sentence) -> Iterator[Diagnostic]:
    said = list(dates(sentence.text))
    verb = _ARRIVES.search(sentence.text, sentence.name.end())
    turn = track.find(said[0][0]) if len(said) == 1 and verb and verb.end() <= said[0][1] else None
    arrivals = [entry for unit in sentence.units for entry in unit.all_entries() if entry.kind == "arrives"]
    if turn is None or not arrivals or any(entry.turn == turn for entry in arrivals):
        return
    known = next((entry for entry in arrivals if entry.turn is not None), None)
    if known is not None and known.turn is not None:
        _date, start, end = said[0]
        values = {"name": sentence.name[0], "said": sentence.text[start:end], "found": track.label(known.turn)}
        yield RUL149.at(sentence.place(start, end), "arrival", **values).also(known.where, "its arrival")


def _place(track: Schedule, grid: HexMap, sentence: _Sentence) -> Iterator[Diagnostic]:
    turns = {track.find(date) for date, *_ in dates(sentence.text)}
    starts = [mark for mark in track.starts.values() if mark.turn in turns]
    named = _BEFORE.search(sentence.text, 0, sentence.name.start()) or _BEHIND.match(sentence.text, sentence.name.end())
    spot = grid.find(named[1]) if named else None
    if len(turns) != 1 or len(starts) != 1 or not named or spot is None or spot.hex is None:
        return
    start = starts[0].date
    entries = [entry for unit in sentence.units if (entry := unit.at_date(start.id)) is not None]
    if entries and all(entry.kind == "at" and entry.hex is not None and entry.hex != spot.hex for entry in entries):
        values = {"name": sentence.name[0], "said": named[1], "start": start.label, "found": entries[0].text}
        finding = RUL149.at(sentence.place(*named.span(1)), "place", **values)
        yield finding.also(entries[0].where, "where it starts")


_BEFORE = re.compile(r"\b(?:in|on|at) (\w+), with \Z")
_BEHIND = re.compile(r" (?:stands|starts|begins|is set up|is) (?:in|on|at) (\w+)\b")


def _value(values: Sequence[CounterValue], sentence: _Sentence) -> Iterator[Diagnostic]:
    units = sentence.units
    for value in values if len(units) == 1 and units[0].counter else ():
        words = "|".join(re.escape(word) for word in {_lower(value), value.id} if len(word) > 2)
        behind = re.compile(rf"[^;:]*?\b(?:{words})(?: (?:of|is|at))? (\d+)(?![\w/.]*\w)", re.IGNORECASE)
        told = behind.match(sentence.text, sentence.name.end()) if words else None
        counter = units[0].counter.counter if units[0].counter else None
        printed = counter.number(value.id) if counter else None
        if not told or value.kind != "number" or counter is None or printed is None:
            continue
        said, most = int(told[1]), counter.number(value.up_to) if value.up_to else printed
        wrong = most is not None and said > most if value.id == "strength" or value.up_to else said != printed
        if wrong:
            place = sentence.place(*told.span(1))
            about = {"name": sentence.name[0], "value": _lower(value), "said": said}
            if value.up_to:
                finding = RUL149.at(place, "above", limit=_called(values, value.up_to), printed=most, **about)
            else:
                finding = RUL149.at(place, "value", printed=printed, **about)
            yield finding.also(units[0].where, "its row")


CHECKS = (units_of_examples, units_in_texts)
