"""SCN113, RUL104: times of day, lengths and first and last turns in words, against the time record track."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import COUNT, worth
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.calendar import dates_in, place_in_turn
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


CHECKS = (times, turns, first_and_last)
