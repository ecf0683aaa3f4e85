"""New boxes of the time record track: the next game turn, and a calendar that reaches it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.game.calendar import MAX_TURNS, Calendar, DateError

if TYPE_CHECKING:
    from scenario_forge.game.game import Game
    from scenario_forge.source.change import Changes
    from scenario_forge.source.nodes import Data


def next_box(game: Game) -> dict[str, Any]:
    """Return a box for the game turn after the last, with the cells of the last; empty for an unreadable track."""
    found = game.one("time-track", TimeTrackDocument)
    if found is None:
        return {}
    document, _where = found
    try:
        endless = _reaching(document, None)
        last = max((endless.turn(box.turn) for box in document.boxes), default=-1)
    except DateError:
        return {}
    box = document.boxes[-1] if document.boxes else None
    text = endless.text(last + 1)
    made: dict[str, Any] = {"turn": text, "label": _label(endless.label(last + 1), box.label if box else "")}
    cells = box.cells if box else dict.fromkeys(game.side_names, "")
    return made | dict(cells)


def _reaching(document: TimeTrackDocument, turns: int | None) -> Calendar:
    """Return the calendar with so many turns; None: as many as there may be."""
    calendar = Calendar.of(document.calendar)
    length = MAX_TURNS if turns is None else turns
    return Calendar(calendar.unit, calendar.step, calendar.parts, calendar.origin, length)


def _label(words: str, like: str) -> str:
    """Return a label in the style of the label before: ``FEB`` behind ``JAN``, ``2 FEB`` behind ``19 JAN``."""
    parts = words.split()
    dated = parts[:-1] if parts[-1:] and parts[-1].isdecimal() and len(parts) > 1 else parts
    short = " ".join(dated) if like and not like.rsplit(maxsplit=1)[-1].isdecimal() else words
    return short.upper() if like and like.isupper() else short


def extend(changes: Changes, game: Game, box: Data) -> None:
    """Extend the calendar to the turn of a new box, where it ends before it."""
    found = game.one("time-track", TimeTrackDocument)
    if found is None or not isinstance(box, dict):
        return
    document, _where = found
    try:
        calendar, turn = Calendar.of(document.calendar), _reaching(document, None).turn(str(box.get("turn", "")))
    except DateError:
        return
    if turn >= calendar.length and changes.has(("calendar", "last")):
        changes.set(("calendar", "last"), _reaching(document, None).text(turn))
