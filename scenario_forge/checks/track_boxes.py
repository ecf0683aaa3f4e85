"""TIM: the calendar, and the boxes of the time record track."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import ref, tim
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.time_track import TimeTrackDocument
from scenario_forge.project.calendar import Calendar, DateError
from scenario_forge.project.schedule import schedule
from scenario_forge.project.word_dates import agrees, dates_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.schedule import Box, Schedule


def impossible_calendar(game: Game) -> Iterator[Diagnostic]:
    """A first or last turn that is no date, or in the wrong order."""
    found = game.one("time-track", TimeTrackDocument)
    if found is None:
        return
    document, where = found
    try:
        Calendar.of(document.calendar)
    except DateError as error:
        yield tim.TIM001.at(where / "calendar" / error.key, problem=str(error))


def boxes(game: Game) -> Iterator[Diagnostic]:
    """Boxes that are missing, doubled or out of order, and what they lack."""
    track = schedule(game)
    if track is None or not track.boxes or track.where is None:
        return
    dated = [box for box in track.boxes if box.turn is not None]
    missing = sorted(set(range(track.calendar.length)) - {box.turn for box in dated if box.turn is not None})
    misread = _misread(dated, missing)
    for index, turn in misread.items():
        yield _meant(track, dated[index], turn)
        missing.remove(turn)
    rest = [box for index, box in enumerate(dated) if index not in misread]
    yield from _doubled(track, rest)
    yield from _out_of_order(track, rest)
    if len(dated) == len(track.boxes):
        yield from _missing(track, rest, missing)
    yield from _labels(track, rest)
    yield from _entries(track)
    yield from _cells(track)


def _misread(dated: list[Box], missing: list[int]) -> dict[int, int]:
    """The places of boxes that are out of order there, while the turn that belongs there, given too, has no box."""
    found: dict[int, int] = {}
    for index, box in enumerate(dated):
        before = dated[index - 1].turn if index else None
        after = dated[index + 1].turn if index + 1 < len(dated) else None
        due = before + 1 if before is not None else after - 1 if after is not None else None
        fits = due in missing and (after is None or after == (due or 0) + 1)
        placed = box.turn == due or (before is not None and after is not None and before < (box.turn or 0) < after)
        if due is not None and fits and not placed:
            found[index] = due
    return found


def _meant(track: Schedule, box: Box, turn: int) -> Diagnostic:
    text = track.calendar.text(turn)
    finding = tim.TIM004.at(box.where / "turn", turn=track.calendar.text(box.turn or 0))
    return finding.note(f"{text} has no box, and belongs here").suggest(f"did you mean {text}?")


def _doubled(track: Schedule, dated: list[Box]) -> Iterator[Diagnostic]:
    first: dict[int | None, Box] = {}
    for box in dated:
        known = first.setdefault(box.turn, box)
        if known is not box:
            finding = tim.TIM003.at(box.where / "turn", turn=track.calendar.text(box.turn or 0))
            yield finding.also(known.where / "turn", "the first")


def _out_of_order(track: Schedule, dated: list[Box]) -> Iterator[Diagnostic]:
    """The fewest boxes that stand out of order: those not in the longest rising row."""
    turns = [box.turn or 0 for box in dated]
    kept = longest_rise(turns)
    for index, box in enumerate(dated):
        if index not in kept and turns.count(turns[index]) == 1:
            yield tim.TIM004.at(box.where / "turn", turn=track.calendar.text(turns[index]))


def longest_rise(values: list[int]) -> set[int]:
    """The places of a longest strictly rising selection of ``values``."""
    tops: list[int] = []
    places: list[int] = []
    before: dict[int, int] = {}
    for index, value in enumerate(values):
        at = bisect_left(tops, value)
        if at == len(tops):
            tops.append(value)
            places.append(index)
        else:
            tops[at], places[at] = value, index
        if at:
            before[index] = places[at - 1]
    kept: set[int] = set()
    here = places[-1] if places else None
    while here is not None:
        kept.add(here)
        here = before.get(here)
    return kept


def _missing(track: Schedule, dated: list[Box], missing: list[int]) -> Iterator[Diagnostic]:
    """A finding for each stretch of turns without a box, at the box behind it."""
    stretches: list[list[int]] = []
    for turn in missing:
        if stretches and stretches[-1][-1] == turn - 1:
            stretches[-1].append(turn)
        else:
            stretches.append([turn])
    for stretch in stretches:
        after = next((box for box in dated if (box.turn or 0) > stretch[-1]), None) or dated[-1] if dated else None
        where = after.where / "turn" if after else track.where
        names = " to ".join(track.calendar.text(turn) for turn in dict.fromkeys((stretch[0], stretch[-1])))
        if where is not None:
            yield tim.TIM002.at(where, turns=names, boxes="a box" if len(stretch) == 1 else "boxes")


def _labels(track: Schedule, dated: list[Box]) -> Iterator[Diagnostic]:
    for box in dated:
        named = dates_in(box.label)
        if named and not any(agrees(track.calendar, box.turn or 0, date) for date in named):
            finding = tim.TIM005.at(box.where / "label", label=box.label, turn=track.calendar.text(box.turn or 0))
            yield finding.also(box.where / "turn", "its date")


def _entries(track: Schedule) -> Iterator[Diagnostic]:
    """A side without an entry in a box, if it has entries in most."""
    for side in track.sides:
        without = [box for box in track.boxes if side not in box.entries]
        if len(without) * 2 < len(track.boxes):
            for box in without:
                turn = track.calendar.text(box.turn) if box.turn is not None else "this turn"
                yield tim.TIM006.at(box.where / "turn", side=track.side_name(side), turn=turn)


def _cells(track: Schedule) -> Iterator[Diagnostic]:
    """A box that leaves out a column that is not optional, if others have it; a column that no box has."""
    for column, (about, at) in track.columns.known.items():
        without = [] if about.optional else [box for box in track.boxes if column not in box.cells]
        if without and len(without) == len(track.boxes):
            yield tim.TIM023.at(at / "id", column=about.name)
            continue
        for box in without:
            turn = track.calendar.text(box.turn) if box.turn is not None else "this turn"
            yield tim.TIM006.at(box.where / "turn", side=about.name, turn=turn)


def columns(game: Game) -> Iterator[Diagnostic]:
    """Columns declared twice, about nobody, read by nobody; cells that are not of their column's kind."""
    track = schedule(game)
    if track is None:
        return
    found = track.columns
    for doubled in found.doubled:
        yield tim.TIM020.at(doubled.where, column=doubled.id, by=doubled.by)
    for where, of, hint in found.about_nobody:
        yield ref.REF001.at(where, text=of, wanted="side or nationality").suggest(hint)
    for fault in found.faults:
        cell = fault.cell
        finding = tim.TIM021.at(cell.where, text=cell.text, wanted=fault.wanted, column=cell.column.name)
        yield finding.suggest(fault.hint)
    read = game.system.track_columns(game) if game.system else None
    for column, (about, at) in found.known.items():
        if read is not None and column not in read:
            yield tim.TIM022.at(at / "id", column=about.name).suggest(did_you_mean(column, read))


def sides_of_dates(game: Game) -> Iterator[Diagnostic]:
    """A start or stop date that does not say whose player turn it is, where the sides act in a fixed order."""
    track = schedule(game)
    if track is None or not track.fixed:
        return
    for word, key, marks in (("start", "first", track.starts), ("stop", "last", track.stops)):
        for mark in marks.values():
            if not mark.side:
                yield tim.TIM019.at(mark.where / "id", word=word, label=mark.date.label, key=key)


CHECKS = (impossible_calendar, boxes, columns, sides_of_dates)
