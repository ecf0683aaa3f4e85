"""The chronology: dates that can be read and are in order, and cells under its columns."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.game.calendar import DateError, read_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.calendar import Stretch
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
CHR001 = CODES.error("CHR001", "date-unreadable", "`{date}` is not a date: {problem}")
CHR002 = CODES.error("CHR002", "date-out-of-order", "{date} is listed after {before}, out of order")
CHR023 = CODES.error("CHR023", "event-without-entry", "nothing is said of {date}")


_MOST = 2000
"""Rows of a chronology among which the fewest misplaced ones are looked for."""


def dates(game: Game) -> Iterator[Diagnostic]:
    """Report dates that cannot be read, and those earlier than one above them."""
    for document, where in game.documents("chronology", ChronologyDocument):
        known: list[tuple[int, str, Stretch]] = []
        for index, event in enumerate(document.events):
            try:
                known.append((index, event.date, read_date(event.date)))
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


def entries(game: Game) -> Iterator[Diagnostic]:
    """Report rows that have a date and nothing in any column (CHR023)."""
    for document, where in game.documents("chronology", ChronologyDocument):
        for event, at in where.each("events", document.events):
            if not any(event.cells.values()):
                names = ", ".join(column.id for column in document.columns)
                yield CHR023.at(at / "date", date=event.date).suggest(f"fill in one of {names}, or remove the row")


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


CHECKS = (dates, entries)
