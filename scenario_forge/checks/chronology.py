"""CHR001 to 023, CHR074, CHR085: dates of the chronology, what its rows say, and whom their fates concern."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.game.calendar import DateError, Stretch, read_date
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.game.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.time_track import Fate
    from scenario_forge.game.forces import Forces
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule

CODES = Codes(__file__)
CHR001 = CODES.error("CHR001", "date-unreadable", "`{date}` is not a date: {problem}")
CHR002 = CODES.error("CHR002", "date-out-of-order", "{date} is listed after {before}, out of order")
CHR023 = CODES.error("CHR023", "event-without-entry", "nothing is said of {date}")
CHR074 = CODES.warning(
    "CHR074",
    "event-under-another-column",
    near="{place} is on the map, and all {count} other events at places of the map stand under {column}",
    who="all {count} other events with {who} stand under {column}",
    far="{place} is not on the map, and all {count} other places that fall under {column} are",
)
CHR085 = CODES.error(
    "CHR085",
    "fate-of-nobody",
    none="nobody is named who is {fate}",
    both="a formation and units are named, and one of them is meant",
    unit="{side} has no unit {no}",
)


_SHORT = 3
_MOST = 2000
"""Rows of a chronology among which the fewest misplaced ones are looked for."""


def dates(game: Game) -> Iterator[Diagnostic]:
    """Report dates that cannot be read, and those earlier than one above them."""
    track = schedule(game)
    for document, where in game.documents("chronology", ChronologyDocument):
        known: list[tuple[int, str, Stretch]] = []
        for index, event in enumerate(document.events):
            try:
                known.append((index, event.date, _stretch(track, event.date)))
            except DateError as error:
                at = where / "events" / index / "date"
                yield CHR001.at(at, date=event.date, problem=str(error))
        for place in _misplaced([stretch for _, _, stretch in known]):
            index, text, stretch = known[place]
            before = max(known[:place], key=lambda row: row[2].first, default=None)
            if before is None or before[2].first <= stretch.last:
                before = next(row for row in known[place + 1 :] if row[2].last < stretch.first)
                finding = CHR002.at(where / "events" / index / "date", date=before[1], before=text)
            else:
                finding = CHR002.at(where / "events" / index / "date", date=text, before=before[1])
            finding = finding.also(where / "events" / before[0] / "date", "compare this one")
            yield finding.suggest(_hint(text, known, place))


def _stretch(track: Schedule | None, text: str) -> Stretch:
    """Read a date, or a turn as the track writes it; of a part of a day, the day.

    Raises:
        DateError: it is neither.
    """
    calendar = track.calendar if track else None
    if calendar is not None and not calendar.dated:
        turn = calendar.turn(text)
        return Stretch(turn, turn)
    if calendar is not None and calendar.parts and " " in text:
        calendar.turn(text)
        return read_date(text.partition(" ")[0])
    return read_date(text)


def entries(game: Game) -> Iterator[Diagnostic]:
    """Report rows that have a date and say nothing (CHR023)."""
    for document, where in game.documents("chronology", ChronologyDocument):
        for event, at in where.each("events", document.events):
            if not any(event.cells.values()) and not event.control and not event.fates:
                names = ", ".join(column.id for column in document.columns)
                what = f"fill in one of {names}" if names else "say who holds a place, or what became of whom"
                yield CHR023.at(at / "date", date=event.date).suggest(f"{what}, or remove the row")


def fates(game: Game) -> Iterator[Diagnostic]:
    """Report fates of nobody, and of units that the side does not have (CHR085)."""
    linked = forces(game)
    for document, where in game.documents("chronology", ChronologyDocument):
        for event, at in where.each("events", document.events):
            for fate, here in at.each("fates", event.fates):
                if not fate.units and fate.formation is None:
                    yield CHR085.at(here / "fate", "none", fate=fate.fate.replace("_", " ")).suggest(
                        "name a `formation`, or `units` by their set-up numbers"
                    )
                elif fate.units and fate.formation is not None:
                    yield CHR085.at(here / "units", "both").also(here / "formation", "the formation")
                if fate.side in game.side_names and "unit" not in Vocabulary(game).unknown:
                    yield from _no_such(game, linked, fate, here)


def _no_such(game: Game, linked: Forces, fate: Fate, here: Where) -> Iterator[Diagnostic]:
    known = {no for side, no in (*linked.counters, *(unit.key for unit in linked.units())) if side == fate.side}
    for no, at in here.each("units", fate.units):
        if no not in known:
            close = did_you_mean(str(no), [str(each) for each in sorted(known)])
            yield CHR085.at(at, "unit", side=game.side_name(fate.side), no=no).suggest(close)


_SISTERS = 5
"""Events without exception that make a pattern."""
_FALLS = re.compile(r"\b((?:[A-Z][\w'-]+ )*[A-Z][\w'-]+) (?:falls?|is (?:taken|given up|surrendered|entered))\b")
_NAME = re.compile(r"(?:(?<=[a-z,;:] )|^)[A-Z][a-z]{3,}(?= [a-z]|[,;.]|\Z)")
_FALL_OF = re.compile(r"\b(?:Fall|fall|Capture|capture|Loss|loss) of ((?:[A-Z][\w'-]+ )*[A-Z][\w'-]+)")


@with_part(hex_map)
def columns(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report an event under another column than all others at places of the map, or off it (CHR074)."""
    names = {place: re.compile(rf"(?<!\w){re.escape(place)}(?!\w)") for place in grid.places if len(place) > _SHORT}
    for document, where in game.documents("chronology", ChronologyDocument):
        labels = {column.id: column.label for column in document.columns}
        near: list[tuple[str, str, Where]] = []
        falls: list[tuple[str, str, bool, Where]] = []
        named: dict[str, list[tuple[str, Where]]] = {}
        for event, at in where.each("events", document.events):
            for column, text in event.cells.items():
                for name in dict.fromkeys(_NAME.findall(text)) if game.in_english else ():
                    named.setdefault(name, []).append((column, at / column))
                on_map = [place for place, pattern in names.items() if pattern.search(text)]
                near += [(column, place, at / column) for place in on_map[:1]]
                fallen = [*_FALLS.findall(text), *_FALL_OF.findall(text)] if game.in_english else []
                falls += [(column, place, bool(on_map), at / column) for place in fallen]
        own = [column for column, _place, _at in near]
        odd = [row for row in near if own.count(row[0]) == 1]
        if len(odd) == 1 and len(set(own)) == len(("own", "odd")) and len(near) > _SISTERS:
            (column, place, at), usual = odd[0], next(each for each in own if each != odd[0][0])
            finding = CHR074.at(at, "near", place=place, count=len(near) - 1, column=labels.get(usual, usual))
            yield finding.suggest(f"did you mean {usual}?")
        else:
            yield from _names({name: rows for name, rows in named.items() if name not in grid.places}, labels)
        for column in dict.fromkeys(own):
            under = [row for row in falls if row[0] == column]
            off = [row for row in under if not row[2]]
            if len(off) == 1 and len(under) > _SISTERS and len(labels) > 1:
                label = labels.get(column, column)
                finding = CHR074.at(off[0][3], "far", place=off[0][1], count=len(under) - 1, column=label)
                yield finding.suggest("move the event to the column of its theatre")


def _names(named: dict[str, list[tuple[str, Where]]], labels: dict[str, str]) -> Iterator[Diagnostic]:
    """Names of people and armies that stand under one column in all events but one."""
    for name, places in named.items():
        columns = [column for column, _at in places]
        odd = [row for row in places if columns.count(row[0]) == 1]
        if len(odd) == 1 and len(set(columns)) == len(("own", "odd")) and len(places) > _SISTERS:
            usual = next(column for column in columns if column != odd[0][0])
            finding = CHR074.at(odd[0][1], "who", who=name, count=len(places) - 1, column=labels.get(usual, usual))
            yield finding.suggest(f"did you mean {usual}?")


def _misplaced(stretches: list[Stretch]) -> list[int]:
    """The fewest rows without which the others are in order; of two that are exchanged, the second."""
    late = [i for i, latest in enumerate(_latest(stretches)) if latest > stretches[i].last]
    if not late or len(stretches) > _MOST:
        return late
    runs: list[tuple[int, int, int]] = []
    """For the longest ordered run that ends at a row: its length, the row before, the latest beginning in it."""
    for stretch in stretches:
        length, before, latest = 0, -1, stretch.first
        for earlier, (rows, _, begins) in enumerate(runs):
            if rows > length and begins <= stretch.last:
                length, before, latest = rows, earlier, max(begins, stretch.first)
        runs.append((length + 1, before, latest))
    at = max(range(len(runs)), key=lambda i: runs[i][0], default=-1)
    kept = set()
    while at >= 0:
        kept.add(at)
        at = runs[at][1]
    return [index for index in range(len(stretches)) if index not in kept]


def _latest(stretches: list[Stretch]) -> Iterator[int]:
    """For each row, the latest day on which it or a row above it begins."""
    return accumulate((stretch.first for stretch in stretches), max)


def _hint(text: str, known: list[tuple[int, str, Stretch]], place: int) -> str | None:
    """A stretch of months that lost its dash: ``9/11/42`` for ``9-11/42``, if that stands in order."""
    day, _, rest = text.partition("/")
    try:
        meant = read_date(f"{day}-{rest}") if rest.count("/") == 1 and day != rest.partition("/")[0] else None
    except DateError:
        meant = None
    rows = [row for number, row in enumerate(known) if number != place]
    fits = meant is not None and all(
        row[2].first <= meant.last if row[0] < known[place][0] else meant.first <= row[2].last for row in rows
    )
    return f"did you mean {day}-{rest}?" if fits else None


CHECKS = (dates, entries, fates, columns)
