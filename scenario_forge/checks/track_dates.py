"""TIM: start and stop dates: named twice, out of order, against their labels, without a use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import tim
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.project.calendar import DateError
from scenario_forge.project.schedule import schedule
from scenario_forge.project.word_dates import says_otherwise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.time_track import StartDate, StopDate
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.schedule import Schedule


def dates(game: Game) -> Iterator[Diagnostic]:
    """Each list of dates by itself: ids, order, labels."""
    track = schedule(game)
    found = game.one("time-track", TimeTrackDocument)
    if track is None or found is None:
        return
    document, where = found
    for word, listed in (("start", document.starts), ("stop", document.stops)):
        at = where / f"{word}s"
        yield from _doubled(track, listed, at, word)
        yield from _order(track, listed, at, word)
        yield from _labels(track, listed, at)


def _turn(track: Schedule, text: str) -> int | None:
    try:
        turn = track.calendar.turn(text)
    except DateError:
        return None
    return turn if 0 <= turn < track.calendar.length else None


def _doubled(track: Schedule, listed: Sequence[StartDate | StopDate], at: Where, word: str) -> Iterator[Diagnostic]:
    ids: dict[str, int] = {}
    turns: dict[tuple[int | None, str], int] = {}
    for number, date in enumerate(listed):
        known = ids.setdefault(date.id, number)
        if known != number:
            finding = tim.TIM009.at(at / number / "id", what=f"`{date.id}` is the id of another {word} date")
            yield finding.also(at / known / "id", "the first")
            continue
        turn = _turn(track, date.turn)
        side = getattr(date, "first", "") or getattr(date, "last", "")
        same = turns.setdefault((turn, side), number)
        if same != number and turn is not None:
            finding = tim.TIM009.at(
                at / number / "turn", what=f"{date.turn} is the {word} date `{listed[same].id}` too"
            )
            yield finding.also(at / same / "turn", "the first")


def _order(track: Schedule, listed: Sequence[StartDate | StopDate], at: Where, word: str) -> Iterator[Diagnostic]:
    latest: tuple[int, int] | None = None
    for number, date in enumerate(listed):
        turn = _turn(track, date.turn)
        if turn is None or says_otherwise(track.calendar, turn, date.label):
            continue
        if latest is not None and turn < latest[0]:
            finding = tim.TIM010.at(at / number / "turn", turn=date.turn, word=word, before=listed[latest[1]].turn)
            yield finding.also(at / latest[1] / "turn", "a later date, listed before")
        else:
            latest = (turn, number)


def _labels(track: Schedule, listed: Sequence[StartDate | StopDate], at: Where) -> Iterator[Diagnostic]:
    for number, date in enumerate(listed):
        turn = _turn(track, date.turn)
        if turn is not None and says_otherwise(track.calendar, turn, date.label):
            finding = tim.TIM005.at(at / number / "label", label=date.label, turn=date.turn)
            yield finding.also(at / number / "turn", "its date")


def uses(game: Game) -> Iterator[Diagnostic]:
    """A stop before any start, and a start after every stop."""
    track = schedule(game)
    if track is None:
        return
    starts = {s.where: track.player_turn(s.turn, s.side) for s in track.starts.values() if s.turn is not None}
    stops = {s.where: track.player_turn(s.turn, s.side) for s in track.stops.values() if s.turn is not None}
    for where, turn in stops.items() if starts and len(starts) == len(track.starts) else ():
        if turn < min(starts.values()):
            yield tim.TIM011.at(where / "turn", what="no game that ends here can have begun: every start date is later")
    for where, turn in starts.items() if stops and len(stops) == len(track.stops) else ():
        if turn > max(stops.values()):
            yield tim.TIM011.at(where / "turn", what="no game that begins here can end: every stop date is earlier")


CHECKS = (dates, uses)
