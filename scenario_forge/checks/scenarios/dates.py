"""SCN001 to SCN008, SCN037, SCN053: a scenario's length, dates, sides and name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.rulebook.stated_numbers import RUL015
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.base import slug
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.calendar import CENTURY, agrees, dates_in, months_of, place_in_turn, seasons_in, with_date
from scenario_forge.game.game import with_part
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.calendar import Calendar, Season, WordDate
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.game.schedule import DateMark, Schedule
    from scenario_forge.game.tables import Cell, LinkedChart

CODES = Codes(__file__)
SCN001 = CODES.error(
    "SCN001",
    "length-against-dates",
    "the text says {said} {unit}; from start to stop there are {counted}",
)
SCN002 = CODES.error("SCN002", "heading-against-dates", "the text says `{text}`, but the {which} is {date}")
SCN003 = CODES.info("SCN003", "another-side-opens", "{side} {word} here, but {date} has {other}")
SCN004 = CODES.error("SCN004", "stop-before-start", "the scenario ends in {stop}, before it begins in {start}")
SCN005 = CODES.warning("SCN005", "scenario-again", "`{one}` is the same as `{other}`: start, stop, sides and options")
SCN006 = CODES.error("SCN006", "scenario-id-twice", "another scenario already has the id `{id}`")
SCN007 = CODES.warning("SCN007", "scenario-id-against-file", "the scenario's id is `{id}`, but its file is {file}")
SCN008 = CODES.info("SCN008", "pair-without-scenario", "there is no scenario from {start} to {stop}")
SCN037 = CODES.error("SCN037", "part-outside-the-scenario", "{other} is {dates}, which is not within this scenario")
SCN053 = CODES.error("SCN053", "title-twice", "another scenario has the title `{title}` already")


def lengths(game: Game) -> Iterator[Diagnostic]:
    """Report a stop before the start, or a stated length that differs from the dates."""
    track = schedule(game)
    for scenario, start, stop, counted in _dated(game) if track else ():
        if track is None:
            continue
        if counted >= 1:
            yield from _stated(track, scenario, counted)
            continue
        opens, closes = _turn_of(track, start, scenario.first), _turn_of(track, stop, scenario.last)
        finding = SCN004.at(scenario.where / "stop", start=opens, stop=closes)
        yield finding.also(scenario.where / "start", "the start")


def _dated(game: Game) -> Iterator[tuple[Scenario, DateMark, DateMark, int]]:
    """The scenarios of which all names are known, with their dates and player turns, or game turns without an order."""
    track = schedule(game)
    for scenario in scenarios(game).listed if track else ():
        start, stop = scenario.start, scenario.stop
        if track is None or start is None or stop is None:
            continue
        if track.fixed and not {scenario.first, scenario.last} <= {*track.sides}:
            continue
        counted = scenario.player_turns(track)
        if counted is not None:
            yield scenario, start, stop, counted


def _turn_of(track: Schedule, mark: DateMark, side: str) -> str:
    return f"{mark.date.label} ({track.side_name(side)} player turn)" if track.fixed else mark.date.label


def _stated(track: Schedule, scenario: Scenario, counted: int) -> Iterator[Diagnostic]:
    length = scenario.document.length
    if length is None or not (scenario.start and scenario.stop):
        return
    turns = scenario.game_turns()
    # with the initiative each side that game.yaml names has a player turn in each game turn; a cup has none
    with_initiative = turns * len(track.sides) or None if turns is not None and track.acts == "initiative" else None
    figures = (
        ("player_turns", length.player_turns, counted if track.fixed else with_initiative, "player turns"),
        ("game_turns", length.game_turns, turns, "game turns"),
    )
    for key, said, found, unit in figures:
        if said is not None and found is not None and said != found:
            where = scenario.where / "length" / key
            finding = SCN001.at(where, said=said, counted=found, unit=unit)
            opens, closes = (
                _turn_of(track, scenario.start, scenario.first),
                _turn_of(track, scenario.stop, scenario.last),
            )
            finding = finding.note(f"counted from {opens} to {closes}, both included")
            marks = scenario.start.where / "turn", scenario.stop.where / "turn"
            if track.fixed and unit == "player turns":
                finding = finding.also(scenario.start.where / "first", "who begins")
                finding = finding.also(scenario.stop.where / "last", "who ends")
            yield finding.rests_on(where, scenario.where / "start", scenario.where / "stop", *marks)


def words(game: Game) -> Iterator[Diagnostic]:
    """Report dates in a heading or title that are not the scenario's."""
    track = schedule(game)
    for scenario, _start, _stop, counted in _dated(game):
        if track is None or counted < 1:
            continue
        for key, text in (("dates", scenario.document.dates), ("title", scenario.document.title)):
            found = dates_in(text)
            if len(found) == 2 and key == "dates" and not track.calendar.dated:
                yield from _beside_cells(track, scenario, found)
            wrong = _pair(track, scenario, found) if len(found) == 2 else None
            if wrong:
                which, mark = wrong
                finding = SCN002.at(scenario.where / key, text=text, which=which, date=mark.date.label)
                finding = _dated_otherwise(finding, track, scenario, which, key)
                yield finding.also(scenario.where / which, f"the {which}")
            elif len(found) < 2 and key == "dates":
                yield from _loose(track, scenario, found)


def _dated_otherwise(finding: Diagnostic, track: Schedule, scenario: Scenario, which: str, key: str) -> Diagnostic:
    """The finding with the text made to fit the date of the scenario, and that date made to fit the text."""
    number, text = int(which == "stop"), scenario.document.dates if key == "dates" else scenario.document.title
    mark, marks = (scenario.stop, track.stops) if number else (scenario.start, track.starts)
    months = months_of(track.calendar, mark.turn) if mark and mark.turn is not None else ()
    for month in {months[0], months[-1]} if months and number else months[:1]:
        new = with_date(text, number, month)
        finding = finding.could_be(scenario.where / key, new, f"the {which} of the scenario", "restated")
    for id_, other in marks.items():
        if other.turn is not None and agrees(track.calendar, other.turn, dates_in(text)[number]):
            finding = finding.could_be(scenario.where / which, id_, "the dates that the text names", "restated")
    return finding


def _pair(track: Schedule, scenario: Scenario, found: list[WordDate]) -> tuple[str, DateMark] | None:
    """The end that disagrees with two dates that are printed as the first and the last."""
    for which, mark, date in (("start", scenario.start, found[0]), ("stop", scenario.stop, found[1])):
        if mark and mark.turn is not None and not _is_end(track.calendar, mark.turn, date, which):
            return which, mark
    return None


def _is_end(calendar: Calendar, turn: int, date: WordDate, which: str) -> bool:
    """Whether a date is that of a turn: of one of several months the first, and as the end of a scenario the last."""
    if calendar.unit != "month" or date.day is not None or not agrees(calendar, turn, date):
        return agrees(calendar, turn, date)
    place = place_in_turn(calendar, turn, date)
    return place == 0 or (which == "stop" and place == calendar.step - 1)


def _beside_cells(track: Schedule, scenario: Scenario, said: list[WordDate]) -> Iterator[Diagnostic]:
    """Two dates, where turns have none but the boxes print them: a column that has one has the other too."""
    ends = (("start", scenario.start, said[0]), ("stop", scenario.stop, said[1]))
    cells = [
        (which, date, {id_: cell for id_ in track.columns if (cell := track.cell(mark.turn, id_)) is not None})
        for which, mark, date in ends
        if mark is not None and mark.turn is not None
    ]
    by_column = {
        id_: [(which, date, row[id_], dates_in(row[id_].text)) for which, date, row in cells if id_ in row]
        for id_ in track.columns
    }
    of_dates = [rows for rows in by_column.values() if len(rows) == 2 and all(len(named) == 1 for *_, named in rows)]
    fits = [[_same_day(named[0], date) for _which, date, _cell, named in rows] for rows in of_dates]
    if len([fit for fit in fits if any(fit)]) != 1 or any(all(fit) for fit in fits):
        return
    rows, fit = next((rows, fit) for rows, fit in zip(of_dates, fits, strict=True) if any(fit))
    which, _date, cell, _named = rows[fit.index(False)]
    text, where = scenario.document.dates, scenario.where / "dates"
    yield SCN002.at(where, text=text, which=which, date=cell.text).also(cell.where, f"the {which}")


def _same_day(one: WordDate, other: WordDate) -> bool:
    year = one.year is None or other.year is None or one.year == other.year
    return year and (one.month, one.day) == (other.month, other.day)


def _loose(track: Schedule, scenario: Scenario, found: list[WordDate]) -> Iterator[Diagnostic]:
    """One date, or a year with a season: it must lie between start and stop."""
    text = scenario.document.dates
    start, stop = scenario.start, scenario.stop
    if not (start and stop) or start.turn is None or stop.turn is None:
        return
    turns = range(start.turn, stop.turn + 1)
    named = seasons_in(text)
    if found:
        inside = any(_is_end(track.calendar, turn, found[0], "stop") for turn in turns)
    elif named:
        inside = all(_falls_in(track, scenario, season) for season in named)
    else:
        year = re.search(r"\b(\d{4}|\d{2})\b(?!.*\b\d)", text)
        if not year or not re.search(r"[^\W\d_]{3,}", text):
            return
        number = int(year[1]) + (CENTURY if len(year[1]) == 2 else 0)
        if not track.calendar.dated:
            return
        inside = any(track.label(turn).split()[-1 - bool(track.calendar.parts)] in (str(number), f"{number % 100:02}")
                     for turn in turns)  # fmt: skip
    if not inside:
        both = f"{start.date.label} to {stop.date.label}"
        yield SCN002.at(scenario.where / "dates", text=text, which="scenario", date=both)


def listed_dates(game: Game) -> Iterator[Diagnostic]:
    """Report dates of a scenario that differ from those in its row of a chart."""
    titled = {scenario.document.title.casefold(): scenario for scenario in scenarios(game).listed}
    for table in tables(game).charts.values() if titled else ():
        for row, heading in enumerate(table.rows):
            scenario = titled.get(heading.text.casefold())
            for cell in table.cells[row] if scenario is not None else ():
                if scenario is not None:
                    yield from _unlike_row(table, scenario, cell)


def _unlike_row(table: LinkedChart, scenario: Scenario, cell: Cell) -> Iterator[Diagnostic]:
    here, there = dates_in(scenario.document.dates), dates_in(cell.text)
    at, which = scenario.where / "dates", f"row in {table.chart.title}"
    if len(here) != len(there) or here == there or any(date.months is None for date in (*here, *there)):
        return
    one, other = scenario.document.dates, cell.text
    for number, (mine, theirs) in enumerate(zip(here, there, strict=True)):
        one, other = with_date(one, number, theirs.months or 0), with_date(other, number, mine.months or 0)
    finding = SCN002.at(at, text=scenario.document.dates, which=which, date=cell.text).also(cell.where, f"the {which}")
    finding = finding.could_be(at, one, f"the {which}", "restated")
    yield finding.could_be(cell.where, other, "the dates of the scenario", "restated").under(table.chart.rule)


def _falls_in(track: Schedule, scenario: Scenario, season: Season) -> bool:
    """Whether a season and a scenario share a month; True if the dates of the scenario are unknown."""
    start, stop = scenario.start, scenario.stop
    if not (start and stop) or start.turn is None or stop.turn is None:
        return True
    played = range(start.turn, stop.turn + 1)
    years = {month // 12 for turn in played for month in months_of(track.calendar, turn)}
    if season.name != "winter" and not years.issuperset(season.years):
        return False
    return any(not season.months.isdisjoint(months_of(track.calendar, turn)) for turn in played)


def seasons(game: Game) -> Iterator[Diagnostic]:
    """Report seasons that a clause names for a scenario other than its own, or differently in words and states."""
    track = schedule(game)
    every = scenarios(game).listed if track else ()
    listed = {slug(each.document.title): each for each in every} | {slug(each.id): each for each in every}
    for book, where in game.documents("rulebook", RulebookDocument) if track else ():
        for clause, at in where.each("clauses", book.clauses):
            stated = {
                name: found[0]
                for name, value in clause.states.items()
                if isinstance(value, str) and (found := seasons_in(value))
            }
            said = seasons_in(f"{clause.title} {clause.text}")
            scenario = next((listed[name] for name in map(_of_scenario, clause.states) if name in listed), None)
            told = list(_of_clause(track, scenario, said, stated, at)) if scenario is not None and track else []
            yield from told
            for name, season in stated.items() if not told else ():
                other = next((each for each in said if each.key != season.key), None)
                if other is not None and season.key not in {each.key for each in said}:
                    yield _unlike(at / "text", other, name, clause, at)


def _of_clause(
    track: Schedule, scenario: Scenario, said: list[Season], stated: dict[str, Season], at: Where
) -> Iterator[Diagnostic]:
    """Seasons of a clause that the scenario it speaks of does not play, or is not dated by."""
    places = [(season, at / "text") for season in said]
    places += [(season, at / "states" / name) for name, season in stated.items()]
    for season, place in places:
        if not _falls_in(track, scenario, season) and scenario.start and scenario.stop:
            both = f"{scenario.start.date.label} to {scenario.stop.date.label}"
            finding = SCN002.at(place, text=season.text, which="scenario", date=both)
            yield finding.also(scenario.where / "start", "the scenario")
            return
    dated = seasons_in(scenario.document.dates)
    for name, season in stated.items():
        if dated and dated[0].key != season.key and _falls_in(track, scenario, dated[0]):
            place = scenario.where / "dates"
            finding = RUL015.at(place, said=f"`{dated[0].text}`", quantity=name, value=season.text)
            yield finding.also(at / "states" / name, "stated here")


def _unlike(text: Where, said: Season, name: str, clause: Clause, at: Where) -> Diagnostic:
    finding = RUL015.at(text, said=f"`{said.text}`", quantity=name, value=clause.states[name])
    return finding.also(at / "states" / name, "stated here")


def _of_scenario(quantity: str) -> str:
    """The scenario that a quantity such as `scenario.crusader.dated` is of."""
    head, _, rest = quantity.partition(".")
    return rest.partition(".")[0] if head == "scenario" else ""


def sides(game: Game) -> Iterator[Diagnostic]:
    """Report a scenario in which a different side moves first or last than its date states."""
    for scenario in scenarios(game).listed:
        document = scenario.document
        for key, stated, mark in (("first", document.first, scenario.start), ("last", document.last, scenario.stop)):
            if stated and mark and mark.side and stated != mark.side:
                word = "opens" if key == "first" else "closes"
                values = {"side": game.side_name(stated), "word": word, "other": game.side_name(mark.side)}
                finding = SCN003.at(scenario.where / key, date=mark.date.label, **values)
                yield finding.also(mark.where / key, f"{game.side_name(mark.side)} {word} here")


# -- scenarios that are doubled, named differently from their file ---------------------------------


NEARLY_ALL = 0.88
"""A game that has scenarios for so many of its pairs of start and stop means to have them all."""


def doubles(game: Game) -> Iterator[Diagnostic]:
    """Report two scenarios with one id or title, or with the same start, stop, sides and options."""
    listed = [each for each in scenarios(game).listed if each.document.title]
    for again, first in repeated_rows(listed, lambda each: " ".join(each.document.title.casefold().split())):
        finding = SCN053.at(again.where / "title", title=again.document.title)
        yield finding.also(first.where / "title", "the first")
    ids: dict[str, Scenario] = {}
    terms: dict[tuple[object, ...], Scenario] = {}
    for scenario in scenarios(game).listed:
        known = ids.setdefault(scenario.id, scenario)
        if known is not scenario:
            finding = SCN006.at(scenario.where / "scenario", id=scenario.id)
            yield finding.also(known.where / "scenario", "the first")
        elif scenario.id != scenario.where.file.stem:
            finding = SCN007.at(scenario.where / "scenario", id=scenario.id, file=scenario.where.file.name)
            yield finding.suggest(f"did you mean {scenario.where.file.stem}?")
        document = scenario.document
        # the same dates with another set-up, or with other points, are another scenario
        own = str([getattr(document, key) for key in ("set_up", "victory", "without", "changes")])
        same = terms.setdefault(
            (document.start, document.stop, scenario.first, scenario.last, frozenset(document.options), own), scenario
        )
        if same is not scenario:
            finding = SCN005.at(scenario.where / "start", one=scenario.id, other=same.id)
            yield finding.also(same.where / "start", f"`{same.id}`")


@with_part(schedule)
def missing_pairs(game: Game, track: Schedule) -> Iterator[Diagnostic]:
    """Report a start and a later stop without a scenario, where nearly all such pairs have one."""
    if game.broken("scenarios"):
        return
    have = {(s.document.start, s.document.stop) for s in scenarios(game).listed}
    pairs = [
        (start, stop)
        for start, opens in track.starts.items()
        for stop, closes in track.stops.items()
        if opens.turn is not None and closes.turn is not None
        and track.player_turn(closes.turn, closes.side) >= track.player_turn(opens.turn, opens.side)
    ]  # fmt: skip
    missing = [pair for pair in pairs if pair not in have]
    if len(pairs) - len(missing) < NEARLY_ALL * len(pairs):
        return
    for start, stop in missing:
        values = {"start": track.starts[start].date.label, "stop": track.stops[stop].date.label}
        yield SCN008.at(track.stops[stop].where / "id", **values).also(track.starts[start].where / "id", "the start")


def joined_scenarios(game: Game) -> Iterator[Diagnostic]:
    """Report a text `Beda Fomm and Cyrenaica as one game` that joins what is not played in the scenario."""
    listed = scenarios(game).listed
    for scenario in listed:
        match = _JOINED.search(scenario.document.text)
        for other in listed if match else ():
            ends = (scenario.start, scenario.stop, other.start, other.stop)
            turns = [end.turn for end in ends if end is not None and end.turn is not None]
            named = match is not None and other.document.title in match[0]
            if other is scenario or not named or len(turns) < len(ends):
                continue
            if turns[2] < turns[0] or turns[3] > turns[1]:
                dates = " to ".join(end.date.label for end in ends[2:] if end is not None)
                finding = SCN037.at(scenario.where / "text", other=other.document.title, dates=dates)
                yield finding.also(other.where / "title", "the part")


_JOINED = re.compile(r"[^.;]* and [^.;]* as one\b")


CHECKS = (
    lengths,
    words,
    listed_dates,
    seasons,
    sides,
    doubles,
    missing_pairs,
    joined_scenarios,
)
