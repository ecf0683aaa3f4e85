"""What the chronology of a game tells around a date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.chronology import ChronologyDocument
from scenario_forge.project.calendar import DateError
from scenario_forge.project.word_dates import days_of, read_date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.design.chronicle import Lost
    from scenario_forge.design.dates import Dates
    from scenario_forge.project.game import Game

When = Literal["before", "then", "after"]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry: its date as printed, when it is seen from the date, and what it says by column."""

    date: str
    when: When
    near: bool
    """Between the printed starts around the date."""
    cells: tuple[tuple[str, str], ...]
    against: bool = False
    """Whether it contradicts what is drafted."""


def chronology(game: Game, dates: Dates, lost: Sequence[Lost] = ()) -> list[Told]:
    """Every entry whose date can be read, in printed order; none where the game has no chronology.

    ``lost``: places that the draft has in hands that have lost them.
    """
    found = game.one("chronology", ChronologyDocument)
    now = days_of(dates.track, dates.first_turn)
    if found is None or now is None:
        return []
    begins = days_of(dates.track, dates.before.turn or 0)
    ends = days_of(dates.track, dates.after.turn) if dates.after and dates.after.turn is not None else None
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
        against = any(each.date == event.date and each.said in text for each in lost for _label, text in cells)
        told.append(Told(event.date, when, near, cells, against))
    return told
