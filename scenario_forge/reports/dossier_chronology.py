"""What the chronology of a game tells around a date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.checks.chronology import read_date
from scenario_forge.documents.chronology import ChronologyDocument
from scenario_forge.project.calendar import DateError

if TYPE_CHECKING:
    from scenario_forge.checks.chronology import Stretch
    from scenario_forge.design.dates import Dates
    from scenario_forge.project.game import Game
    from scenario_forge.project.schedule import Schedule

When = Literal["before", "then", "after"]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry: its date as printed, when it is seen from the date, and what it says by column."""

    date: str
    when: When
    near: bool
    """Between the printed starts around the date."""
    cells: tuple[tuple[str, str], ...]


def chronology(game: Game, dates: Dates) -> list[Told]:
    """Every entry whose date can be read, in printed order; none where the game has no chronology."""
    found = game.one("chronology", ChronologyDocument)
    now = _turn(dates.track, dates.first_turn)
    if found is None or now is None:
        return []
    begins = _turn(dates.track, dates.before.turn or 0)
    ends = _turn(dates.track, dates.after.turn) if dates.after and dates.after.turn is not None else None
    labels = {column.id: column.label for column in found[0].columns}
    told = []
    for event in found[0].events:
        try:
            at = read_date(event.date)
        except DateError:
            continue
        when: When = "before" if at.last < now[0] else "after" if at.first > now[1] else "then"
        near = (begins is None or at.last >= begins[0]) and (ends is None or at.first <= ends[1])
        cells = tuple((labels.get(id_, id_), text) for id_, text in event.cells.items() if text)
        told.append(Told(event.date, when, near, cells))
    return told


def _turn(track: Schedule, turn: int) -> tuple[int, int] | None:
    """The first and the last day of a game turn."""
    own = _read(track, turn)
    if own is None:
        return None
    following = _read(track, turn + 1) if turn + 1 < track.calendar.length else None
    return own.first, max(own.first, following.first - 1) if following else own.last


def _read(track: Schedule, turn: int) -> Stretch | None:
    try:
        return read_date(track.calendar.text(turn).partition(" ")[0])
    except DateError:
        return None
