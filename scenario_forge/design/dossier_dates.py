"""The date of a dossier: a start like that of a new scenario, whatever its stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade, Wanted, dates_of
from scenario_forge.project.schedule import schedule

if TYPE_CHECKING:
    from scenario_forge.design.dates import Dates
    from scenario_forge.project.game import Game


def dossier_dates(game: Game, date: str, first: str | None = None) -> Dates:
    """The start on a date, and the printed starts around it.

    Raises:
        NotMade: the game has no track, or no start can be made on that date.
    """
    track = schedule(game)
    stop = track.calendar.text(track.calendar.length - 1) if track else ""
    last = track.sides[-1] if track and track.sides else None
    try:
        return dates_of(game, Wanted("dossier-of-a-date", date, stop, first, last))
    except NotMade as problem:
        raise NotMade(str(problem).replace("--start", "--date", 1), problem.hint) from problem
