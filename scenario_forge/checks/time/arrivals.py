"""TIM007, TIM008: letters for arrivals and withdrawals on the track, against the dates in the orders of battle."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.cells import is_outside
from scenario_forge.diagnostics.model import Codes
from scenario_forge.project.forces import forces
from scenario_forge.project.time.calendar import DateError
from scenario_forge.project.time.schedule import schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Entry, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.time.schedule import Schedule, TrackEntry

CODES = Codes(__file__)
TIM007 = CODES.error(
    "TIM007", "letter-without-move", "the track has {letter} for {side} in {turn}, but no unit {move} then"
)
TIM008 = CODES.error("TIM008", "move-without-letter", "{unit} {move} in {turn}, but the track has no {letter} for it")


MOST_LABELS = 4


@dataclass(frozen=True, slots=True)
class _Sort:
    """One of the two letters."""

    kind: str
    flag: str
    letter: str
    one: str
    several: str


def letters(game: Game) -> Iterator[Diagnostic]:
    """A letter on a turn without arrivals or withdrawals, and an arrival or withdrawal without a letter."""
    track = schedule(game)
    if track is None or game.broken("orders-of-battle"):
        return
    turns = Counter(box.turn for box in track.boxes)
    single = [(box.turn, box) for box in track.boxes if box.turn is not None and turns[box.turn] == 1]
    for side in forces(game).sides:
        entries = {turn: box.entries[side] for turn, box in single if side in box.entries}
        for sort in _sorts(game):
            if _shows(track, sort):
                yield from _compare(game, track, side, sort, entries)


def _sorts(game: Game) -> tuple[_Sort, _Sort]:
    came, left = game.system.arrival_letters if game.system else ("", "")
    return _Sort("arrives", "reinforcements", came, "arrives", "arrive"), _Sort(
        "leaves", "withdrawals", left, "leaves", "leave"
    )


def _shows(track: Schedule, sort: _Sort) -> bool:
    """Whether this track prints the letter at all."""
    return bool(sort.letter) and any(
        entry.token is not None and getattr(entry.token, sort.flag)
        for box in track.boxes
        for entry in box.entries.values()
    )


def _compare(
    game: Game, track: Schedule, side: str, sort: _Sort, entries: dict[int, TrackEntry]
) -> Iterator[Diagnostic]:
    moves = _moves(game, side, sort)
    unread = _unread(game, track, side, sort)
    for turn, entry in entries.items():
        if entry.token is None:
            continue
        shown = bool(getattr(entry.token, sort.flag))
        if shown and turn not in moves and None not in unread and turn not in unread:
            yield _nothing_moves(track, side, sort, turn, entry, moves)
        elif not shown:
            force = forces(game).sides[side]
            moved = [(unit, move) for unit, move in moves.get(turn, ()) if not is_outside(track, force, move)]
            if moved:
                yield _no_letter(track, sort, turn, entry, moved)


def _moves(game: Game, side: str, sort: _Sort) -> dict[int, list[tuple[Unit, Entry]]]:
    found: dict[int, list[tuple[Unit, Entry]]] = {}
    for unit in forces(game).sides[side].units:
        for entry in unit.entries():
            if entry.kind == sort.kind and entry.turn is not None:
                found.setdefault(entry.turn, []).append((unit, entry))
    return found


def _unread(game: Game, track: Schedule, side: str, sort: _Sort) -> set[int | None]:
    """Turns that cells which cannot be read may have meant; None stands for any.

    Such a cell is reported already: a letter on the track that it would account for is no second fault.
    """
    found: set[int | None] = set()
    linked = forces(game)
    force = linked.sides[side]
    name = force.where.file.name
    places = [(n.where, n.text, n.hint) for n in linked.unresolved if n.where.file.name == name]
    places += [(where, str(where.data or ""), error.hint) for where, error in linked.malformed]
    for where, text, hint in places:
        if where.file.name == name and where.path[:1] == ("units",):
            found |= _could_mean(track, sort, text, hint)
    return found


def _could_mean(track: Schedule, sort: _Sort, text: str, hint: str | None) -> set[int | None]:
    meant = re.search(r"([A-Z]+)(\d{1,2}/\d{2,4})", hint or "")
    if meant:
        try:
            return {track.calendar.turn(meant[2])} if meant[1] == sort.letter else set()
        except DateError:
            return {None}
    return {None} if re.search(rf"{re.escape(sort.letter)}\s*\d|\d\s*/|^\d", text) else set()


def _nothing_moves(
    track: Schedule,
    side: str,
    sort: _Sort,
    turn: int,
    entry: TrackEntry,
    moves: dict[int, list[tuple[Unit, Entry]]],
) -> Diagnostic:
    at = entry.text.find(sort.letter)
    where = entry.where.within(at, at + 1) if at >= 0 else entry.where
    label = track.label(turn)
    finding = TIM007.at(where, letter=sort.letter, side=track.side_name(side), move=sort.one, turn=label)
    near = [t for t in moves if abs(t - turn) == 1 and not _letter(track, side, sort, t)]
    for other in near:
        unit, moved = moves[other][0]
        finding = finding.also(moved.where, f"{unit.cited} {sort.one} in {track.label(other)}, without a letter")
    return finding.rests_on(entry.where)


def _letter(track: Schedule, side: str, sort: _Sort, turn: int) -> bool:
    entry = track.entry(turn, side)
    return bool(entry and entry.token and getattr(entry.token, sort.flag))


def _no_letter(
    track: Schedule, sort: _Sort, turn: int, entry: TrackEntry, moved: list[tuple[Unit, Entry]]
) -> Diagnostic:
    unit, first = moved[0]
    more = f" and {len(moved) - 1} more" if len(moved) > 1 else ""
    finding = TIM008.at(
        first.where, unit=unit.cited + more, move=sort.one if not more else sort.several,
        turn=track.label(turn), letter=sort.letter,
    )  # fmt: skip
    for other, later in moved[1:MOST_LABELS]:
        finding = finding.also(later.where, other.cited)
    finding = finding.also(entry.where, f"no {sort.letter} here")
    return finding.rests_on(entry.where, *(found.where for _unit, found in moved))


CHECKS = (letters,)
