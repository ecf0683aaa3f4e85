"""SCN: a scenario's length, dates and sides against its start and stop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.project.calendar import CENTURY
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.schedule import schedule
from scenario_forge.project.word_dates import agrees, dates_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.project.schedule import DateMark, Schedule
    from scenario_forge.project.word_dates import WordDate


def lengths(game: Game) -> Iterator[Diagnostic]:
    """A stop that does not come after the start; a length that is not the one between them."""
    for scenario, start, stop, counted in _dated(game):
        if counted >= 1:
            yield from _stated(scenario, counted)
            continue
        opens, closes = _turn_of(start, scenario.first), _turn_of(stop, scenario.last)
        finding = scn.SCN004.at(scenario.where / "stop", start=opens, stop=closes)
        yield finding.also(scenario.where / "start", "the start")


def _dated(game: Game) -> Iterator[tuple[Scenario, DateMark, DateMark, int]]:
    """The scenarios of which all names are known, with their dates and player turns."""
    track = schedule(game)
    for scenario in scenarios(game).listed if track else ():
        start, stop = scenario.start, scenario.stop
        if track is None or start is None or stop is None or not {scenario.first, scenario.last} <= {*track.sides}:
            continue
        counted = scenario.player_turns(track)
        if counted is not None:
            yield scenario, start, stop, counted


def _turn_of(mark: DateMark, side: str) -> str:
    return f"{mark.date.label} ({side.capitalize()} player turn)"


def _stated(scenario: Scenario, counted: int) -> Iterator[Diagnostic]:
    length = scenario.document.length
    if length is None or not (scenario.start and scenario.stop):
        return
    figures = (
        ("player_turns", length.player_turns, counted, "player turns"),
        ("game_turns", length.game_turns, scenario.game_turns(), "game turns"),
    )
    for key, said, found, unit in figures:
        if said is not None and found is not None and said != found:
            where = scenario.where / "length" / key
            finding = scn.SCN001.at(where, said=said, counted=found, unit=unit)
            opens, closes = _turn_of(scenario.start, scenario.first), _turn_of(scenario.stop, scenario.last)
            finding = finding.note(f"counted from {opens} to {closes}, both included")
            marks = scenario.start.where / "turn", scenario.stop.where / "turn"
            yield finding.rests_on(where, scenario.where / "start", scenario.where / "stop", *marks)


def words(game: Game) -> Iterator[Diagnostic]:
    """The dates that a heading or title prints."""
    track = schedule(game)
    for scenario, _start, _stop, counted in _dated(game):
        if track is None or counted < 1:
            continue
        for key, text in (("dates", scenario.document.dates), ("title", scenario.document.title)):
            found = dates_in(text)
            wrong = _pair(track, scenario, found) if len(found) == 2 else None
            if wrong:
                which, mark = wrong
                finding = scn.SCN002.at(scenario.where / key, text=text, which=which, date=mark.date.label)
                yield finding.also(scenario.where / which, f"the {which}")
            elif len(found) < 2 and key == "dates":
                yield from _loose(track, scenario, found)


def _pair(track: Schedule, scenario: Scenario, found: list[WordDate]) -> tuple[str, DateMark] | None:
    """The end that disagrees with two dates that are printed as the first and the last."""
    for which, mark, date in (("start", scenario.start, found[0]), ("stop", scenario.stop, found[1])):
        if mark and mark.turn is not None and not agrees(track.calendar, mark.turn, date):
            return which, mark
    return None


def _loose(track: Schedule, scenario: Scenario, found: list[WordDate]) -> Iterator[Diagnostic]:
    """One date, or a year with a season: it must lie between start and stop."""
    text = scenario.document.dates
    start, stop = scenario.start, scenario.stop
    if not (start and stop) or start.turn is None or stop.turn is None:
        return
    turns = range(start.turn, stop.turn + 1)
    if found:
        inside = any(agrees(track.calendar, turn, found[0]) for turn in turns)
    else:
        year = re.search(r"\b(\d{4}|\d{2})\b(?!.*\b\d)", text)
        if not year or not re.search(r"[^\W\d_]{3,}", text):
            return
        number = int(year[1]) + (CENTURY if len(year[1]) == 2 else 0)
        inside = any(track.label(turn).split()[-1 - bool(track.calendar.parts)] in (str(number), f"{number % 100:02}")
                     for turn in turns)  # fmt: skip
    if not inside:
        both = f"{start.date.label} to {stop.date.label}"
        yield scn.SCN002.at(scenario.where / "dates", text=text, which="scenario", date=both)


def sides(game: Game) -> Iterator[Diagnostic]:
    """A scenario that lets another side open or close than its date does."""
    for scenario in scenarios(game).listed:
        document = scenario.document
        for key, stated, mark in (("first", document.first, scenario.start), ("last", document.last, scenario.stop)):
            if stated and mark and stated != mark.side:
                word = "opens" if key == "first" else "closes"
                values = {"side": stated.capitalize(), "word": word, "other": mark.side.capitalize()}
                finding = scn.SCN003.at(scenario.where / key, date=mark.date.label, **values)
                yield finding.also(mark.where / key, f"{mark.side.capitalize()} {word} here")


CHECKS = (lengths, words, sides)
