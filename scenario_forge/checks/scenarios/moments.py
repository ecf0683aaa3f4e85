"""RUL104, SCN113, SCN121, SCN122: times, lengths, first and last turns in words, and years, against track and units."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import COUNT, worth
from scenario_forge.checks.scenarios.texts import starts_in
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.calendar import dates_in, month_named, place_in_turn
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.place import rule_name
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import days_of, schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.calendar import WordDate
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import DateMark, Schedule

CODES = Codes(__file__)
RUL104 = CODES.error(
    "RUL104",
    "first-or-last-turn-unlike-track",
    "the text lets a game {verb} on {said}, which is no {kind} of the time record track: {known}",
)
SCN113 = CODES.error(
    "SCN113",
    "moment-unlike-track",
    time="the text says {said}, but the {which} is at {clock} by the track",
    turns="the text says `{said}`; from start to stop there are {count}",
)
SCN121 = CODES.warning(
    "SCN121",
    "unit-before-its-time",
    "{unit}, {name}, takes part, but its counter says `{said}`",
)
SCN122 = CODES.warning(
    "SCN122",
    "year-unlike-other-scenarios",
    "this scenario is dated {said}, and {other}, on the same turns of the track, {year}",
)

_FROM = re.compile(
    r"\b(?:from|since|not before) (?:(?P<part>early|mid|late|spring|summer|autumn)[- ])?"
    r"(?:(?P<month>[^\W\d_]+) )?(?P<year>1[89]\d\d|20\d\d)\b",
    re.IGNORECASE,
)
_BEGINS = {"early": 0, "spring": 2, "mid": 4, "summer": 5, "autumn": 8, "late": 8}
"""The first month that a part of a year may mean."""
_A_YEAR = 12
_APART = 2
"""Months within which scenarios on the same turns may lie in one year."""
_TIME = re.compile(r"(?<![\d:.])([01]?\d|2[0-4])[:.]([0-5]\d)(?![\d:])")
_HOUR = 60
_DAY = 24 * _HOUR
_TURNS = re.compile(rf"({COUNT}) game[- ]turns?\b(?! (?:after|ago|ahead|before|earlier|from|later)\b)", re.IGNORECASE)
_PART = re.compile(r"\b(?:first|last|next|every|each|after|within|for|final|opening|next to) \Z", re.IGNORECASE)
_ENDS = re.compile(
    r"\b(?:games?|plays?|scenarios?|campaigns?|it)\b[^.;,]{0,40}?\b(begin|start|open|end|stop)s?\b([^;.]*)",
    re.IGNORECASE,
)
_OF_STARTS = ("begin", "start", "open")


@with_part(schedule)
def times(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report times of day in the heading of a scenario that are not those of its first and last turn."""
    for scenario in scenarios(game).listed:
        said = [(match, _minutes(match)) for match in _TIME.finditer(scenario.document.dates)]
        if len(said) != len(("start", "stop")):
            continue
        for column in track.columns:
            clock = _Clock.of(track, column, scenario)
            if clock is None:
                continue
            ends = {clock.last, (clock.last + clock.step) % _DAY}
            for which, (match, minutes), right in (("start", said[0], {clock.first}), ("stop", said[1], ends)):
                if minutes % _DAY not in right:
                    shown = " or ".join(f"{each // _HOUR:02}:{each % _HOUR:02}" for each in sorted(right))
                    at = (scenario.where / "dates").within(*match.span())
                    finding = SCN113.at(at, "time", said=match[0], which=which, clock=shown)
                    mark = clock.start if which == "start" else clock.stop
                    yield finding.also(mark, f"the {which}")


class _Clock(NamedTuple):
    """The times that a column of the track gives to the first and the last turn of a scenario."""

    first: int
    last: int
    step: int
    start: Where
    stop: Where

    @classmethod
    def of(cls, track: Schedule, column: str, scenario: Scenario) -> _Clock | None:
        marks = [scenario.start, scenario.stop]
        cells = [track.cell(mark.turn, column) if mark and mark.turn is not None else None for mark in marks]
        found = [(cell, _TIME.fullmatch(cell.text)) for cell in cells if cell is not None]
        every = [
            _minutes(match) for turn in range(track.calendar.length)
            if (cell := track.cell(turn, column)) is not None and (match := _TIME.fullmatch(cell.text)) is not None
        ]  # fmt: skip
        if len(found) != len(marks) or any(match is None for _, match in found) or len(every) < len(marks):
            return None
        first, last = (_minutes(match) for _, match in found if match is not None)
        steps = [(later - earlier) % _DAY for earlier, later in pairwise(every)]
        return cls(first, last, max(set(steps), key=steps.count), found[0][0].where, found[1][0].where)


def _minutes(match: re.Match[str]) -> int:
    return int(match[1]) * _HOUR + int(match[2])


def turns(game: Game) -> Iterator[Diagnostic]:
    """Report a number of game turns in the text of a scenario that its dates do not have."""
    for scenario in scenarios(game).listed:
        count = scenario.game_turns()
        for match in _TURNS.finditer(scenario.document.text) if count else ():
            if worth(match[1]) != count and not _PART.search(scenario.document.text[: match.start()]):
                at = scenario.where / "text"
                yield SCN113.at(at, "turns", said=match[0], count=count).also(scenario.where / "stop", "the stop")


@with_part(schedule)
def first_and_last(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report clauses that let a game begin or end on a date that is no start or no stop of the track."""
    if not track.calendar.dated:
        return
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            for match in _ENDS.finditer(clause.text):
                begins = match[1].casefold() in _OF_STARTS
                marks = list((track.starts if begins else track.stops).values())
                odd = [date for date in dates_in(match[2]) if not any(_is(track, mark, date) for mark in marks)]
                if odd and marks and all(mark.turn is not None for mark in marks):
                    known = ", ".join(mark.date.label for mark in marks)
                    verb, kind = ("begin", "start") if begins else ("end", "stop")
                    finding = RUL104.at(at / "text", verb=verb, said=odd[0].text, kind=kind, known=known)
                    yield finding.also(marks[-1].where, f"the {kind}").under(rule_name(clause.rule))
                    break


def _is(track: Schedule, mark: DateMark, date: WordDate) -> bool:
    """Whether a date in words can be that of a start or stop."""
    turn = mark.turn or 0
    place = place_in_turn(track.calendar, turn, date)
    if place is None or date.day is None or track.calendar.unit != "day":
        return place is not None
    first, last = days_of(track, turn) or (0, 0)
    return place in (0, last - first)


# -- years ------------------------------------------------------------------------------------------


def units_of_later_years(game: Game) -> Iterator[Diagnostic]:
    """Report a scenario that begins before a unit is there, by its counter, that starts in it (SCN121)."""
    dated = []
    for unit in forces(game).units() if game.in_english else ():
        data = unit.counter.where.data if unit.counter else None
        for key, text in data.items() if isinstance(data, dict) else ():
            match = _FROM.search(text) if isinstance(text, str) and key != "name" else None
            months = _months_of(match) if match else None
            if match and months is not None and unit.counter:
                dated.append((unit, months, match[0], unit.counter.where / key))
    for scenario in scenarios(game).listed if dated else ():
        said = dates_in(scenario.document.dates)
        begins = said[0].months if said else None
        early = [each for each in dated if begins is not None and each[1] > begins and starts_in(each[0], scenario)]
        if early:
            unit, _months, text, _at = early[0]
            dates, row = scenario.where / "dates", unit.where / "name"
            # of several units the dates are the one thing that may be wrong
            at, other = (row, (dates, "the dates")) if len(early) == 1 else (dates, (row, "the unit"))
            finding = SCN121.at(at, unit=unit.cited, name=unit.name, said=text)
            for counter in dict.fromkeys(each[3] for each in early):
                finding = finding.also(counter, "the counter")
            yield finding.also(*other).suggest("correct the dates of the scenario, or leave the unit out of it")


def _months_of(match: re.Match[str]) -> int | None:
    """The months since year 0 from which something is there."""
    month = _BEGINS.get((match["part"] or "").casefold(), 0)
    if match["month"]:
        named = month_named(match["month"])
        if named is None:
            return None
        month = named
    return int(match["year"]) * _A_YEAR + month


@with_part(schedule)
def years(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a scenario dated a year away from all others on its turns, close to which it would lie in their year."""
    if track.calendar.dated:
        return
    by_turns: dict[tuple[str, str], list[tuple[Scenario, WordDate]]] = defaultdict(list)
    for scenario in scenarios(game).listed:
        said = dates_in(scenario.document.dates)
        if said and all(date.day is not None and date.year is not None for date in said):
            by_turns[scenario.document.start, scenario.document.stop].append((scenario, said[0]))
    for several in by_turns.values():
        tally = Counter(date.year for _, date in several)
        odd = [each for each in several if tally[each[1].year] == 1]
        usual = tally.most_common(1)[0][0]
        if len(tally) != len(("one", "other")) or not odd:
            continue
        scenario, date = next((each for each in reversed(odd) if each[1].year != usual), odd[-1])
        others = [each for each in several if each[1].year != date.year]
        apart = min(abs((date.months or 0) - (each.months or 0)) for _, each in others)
        months = min(abs(date.month - each.month) for _, each in others)
        if apart >= _A_YEAR - _APART and months <= _APART:
            other, near = others[0]
            values = {"said": date.year, "other": other.document.title, "year": near.year}
            finding = SCN122.at(scenario.where / "dates", **values).suggest(f"did you mean {near.year}?")
            yield finding.also(other.where / "dates", "the other dates")


CHECKS = (times, turns, first_and_last, units_of_later_years, years)
