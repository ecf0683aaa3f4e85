"""The named columns of the time record track: what their cells say, and which cells say nothing of their kind."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.time_track import TimeTrackDocument, TrackBox
from scenario_forge.game.calendar import Calendar, DateError, civil, label_contradicts, read_date
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.game import Game, view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.game import GameDocument
    from scenario_forge.documents.time_track import Acts, StartDate, StopDate, TrackColumn
    from scenario_forge.game.calendar import Stretch
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import TrackToken


_NUMBER = re.compile(r"[+-]?\d{1,9}")
_FLAGS = {"true": 1, "yes": 1, "false": 0, "no": 0}


@dataclass(frozen=True, slots=True)
class ColumnCell:
    """What one box says in one column. ``value`` is None where the cell is not of the column's kind.

    A number is itself, a flag 0 or 1; a side, a nationality and a word are their place among ``words`` of the column.
    """

    column: TrackColumn
    text: str
    value: int | None
    shown: str
    """For people: the printed name of what the cell names."""
    where: Where


@dataclass(frozen=True, slots=True)
class ColumnFault:
    """A cell that is not of its column's kind."""

    cell: ColumnCell
    wanted: str
    hint: str | None


@dataclass(frozen=True, slots=True)
class DoubledColumn:
    """A column whose id is taken, by a side or by another column."""

    where: Where
    id: str
    by: str


@dataclass(eq=False, repr=False)
class TrackColumns:
    """The columns by id, in printed order."""

    by_id: dict[str, tuple[TrackColumn, Where]] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    """By column: what its cells may say, with the printed name; empty for numbers, flags and free words."""
    faults: list[ColumnFault] = field(default_factory=list)
    doubled: list[DoubledColumn] = field(default_factory=list)
    free: dict[str, dict[str, int]] = field(default_factory=dict)
    """Texts of columns of free words, in the order in which they first appear."""
    sides_known: bool = True
    """False while game.yaml cannot be read: cells may then be any side or nationality."""

    def __repr__(self) -> str:
        return f"TrackColumns({', '.join(self.by_id)})"

    def __contains__(self, column: str) -> bool:
        return column in self.by_id

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_id)

    def __len__(self) -> int:
        return len(self.by_id)

    def names(self, column: str) -> Sequence[str]:
        """Return what the values of a column stand for, by value; empty for numbers and flags."""
        return tuple(self.words[column]) or tuple(self.free.get(column, ()))

    def read(self, column: str, text: str, where: Where) -> ColumnCell:
        """Return what a cell says; one that is not of the column's kind is noted."""
        about, _where = self.by_id[column]
        value, shown, wanted = self._value(about, text.strip())
        cell = ColumnCell(about, text, value, shown, where)
        if value is None:
            self.faults.append(ColumnFault(cell, wanted, did_you_mean(text, self.words[column])))
        return cell

    def _value(self, column: TrackColumn, text: str) -> tuple[int | None, str, str]:
        words = self.words[column.id]
        if column.kind == "number":
            return int(text) if _NUMBER.fullmatch(text) else None, text, "a whole number"
        if column.kind == "flag":
            value = _FLAGS.get(text.casefold())
            return value, "yes" if value else "no", "true or false"
        if not words and (column.kind == "word" or not self.sides_known):
            free = self.free.setdefault(column.id, {})
            return free.setdefault(text, len(free)), text, ""
        if text in words:
            return list(words).index(text), words[text], ""
        kinds = {"side": "the id of a side", "nationality": "the id of a nationality"}
        return None, text, f"{kinds.get(column.kind, 'a word of the column')}: {', '.join(words)}"


def columns_of(document: TimeTrackDocument, where: Where, about: GameDocument | None) -> TrackColumns:
    """Return the columns that time-track.yaml declares."""
    found = TrackColumns(sides_known=about is not None)
    sides = {side.id: side.name for side in about.sides} if about else {}
    nationalities = {each.id: each.name for each in about.nationalities} if about else {}
    for column, at in where.each("columns", document.columns):
        if column.id in sides or column.id in found.by_id or column.id in TrackBox.model_fields:
            by = "a side" if column.id in sides else "another column"
            by = "a key of every box" if column.id in TrackBox.model_fields else by
            found.doubled.append(DoubledColumn(at / "id", column.id, by))
            continue
        found.by_id[column.id] = (column, at)
        listed: dict[str, str] = {}
        for word, here in at.each("words", column.words):
            if word.id in listed:
                found.doubled.append(DoubledColumn(here / "id", word.id, "another word of the column"))
            listed.setdefault(word.id, word.name)
        kinds = {"side": sides, "nationality": nationalities, "word": listed}
        found.words[column.id] = kinds.get(column.kind, {})
    return found


# -- the linked time record track ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TrackEntry:
    """One side's entry in a box. ``token`` is None when the cell does not parse."""

    side: str
    text: str
    token: TrackToken | None
    where: Where


@dataclass(frozen=True, slots=True)
class Box:
    """One box. ``turn`` is None when its date is none."""

    turn: int | None
    label: str
    entries: dict[str, TrackEntry] = field(repr=False)
    where: Where
    cells: dict[str, ColumnCell] = field(default_factory=dict, repr=False)
    """What the columns of the track say of the turn, by column."""


@dataclass(frozen=True, slots=True)
class DateMark:
    """A start or stop date: its game turn, and the side that opens or closes; empty where none is named.

    ``turn`` is None when it is no turn of the track, or when the label says another date (both reported).
    """

    date: StartDate | StopDate
    turn: int | None
    side: str
    where: Where


@dataclass(eq=False, repr=False)
class Schedule(LinkedPart):
    """The track and its dates."""

    calendar: Calendar
    sides: tuple[str, ...]
    """In the order of a game turn, if they have a fixed one (see ``fixed``)."""
    columns: TrackColumns
    acts: Acts = "sides"
    """Who acts in a game turn."""
    boxes: list[Box] = field(default_factory=list)
    starts: dict[str, DateMark] = field(default_factory=dict)
    stops: dict[str, DateMark] = field(default_factory=dict)
    where: Where | None = None
    side_names: dict[str, str] = field(default_factory=dict)
    """The printed names of the sides."""

    def __repr__(self) -> str:
        return f"Schedule({len(self.boxes)} boxes; starts {', '.join(self.starts)}; stops {', '.join(self.stops)})"

    @property
    def listed_columns(self) -> list[str]:
        """The columns that a printed track lists in its boxes: those that say more than the labels of the boxes."""
        return [id_ for id_ in self.columns if any(self._says_more(box, id_) for box in self.boxes)]

    @staticmethod
    def _says_more(box: Box, column: str) -> bool:
        cell = box.cells.get(column)
        return cell is not None and cell.shown.casefold() != box.label.casefold()

    @property
    def fixed(self) -> bool:
        """Whether the sides act in a fixed order, each in a player turn of its own."""
        return self.acts == "sides"

    @property
    def moments(self) -> int:
        """How many moments one after another a game turn has: its player turns, or itself alone."""
        return len(self.sides) if self.fixed else 1

    @property
    def end(self) -> int:
        """The moment after the last of the calendar."""
        return self.calendar.length * max(1, self.moments)

    @property
    def counted(self) -> Literal["player_turn", "game_turn"]:
        """What the length of a scenario is counted in."""
        return "player_turn" if self.fixed else "game_turn"

    @property
    def counted_in(self) -> str:
        """What the length of a scenario is counted in, in words."""
        return self.counted.replace("_", " ")

    def turn(self, text: str) -> int:
        """Return the number of the turn of a printed date.

        Raises:
            DateError: it is no date of the calendar, or off the track.
        """
        turn = self.calendar.turn(text)
        if not 0 <= turn < self.calendar.length:
            ends = (self.calendar.text(0), self.calendar.text(self.calendar.length - 1))
            raise DateError("the track runs from {} to {}".format(*ends))
        return turn

    def find(self, text: str) -> int | None:
        """Return the number of the turn of a printed date; None where it is no date of the track."""
        try:
            return self.turn(text)
        except DateError:
            return None

    def cell(self, turn: int, column: str) -> ColumnCell | None:
        """Return what a column of the track says of a turn."""
        box = next((box for box in self.boxes if box.turn == turn), None)
        return box.cells.get(column) if box else None

    def entry(self, turn: int, side: str) -> TrackEntry | None:
        """Return a side's entry in the box of a turn."""
        box = next((box for box in self.boxes if box.turn == turn), None)
        return box.entries.get(side) if box else None

    def player_turn(self, turn: int, side: str) -> int:
        """Return the moment at which a side acts, counted from the first of the calendar: later is greater.

        Player turns, where the sides act in a fixed order; else a game turn is one moment for both sides.
        """
        within = self.sides.index(side) if self.fixed and side in self.sides else 0
        return turn * self.moments + within

    def label(self, turn: int) -> str:
        """Return a turn as a track prints it: ``Dec 40``."""
        return self.calendar.label(turn)

    def side_name(self, side: str) -> str:
        """Return the printed name of a side; its id, capitalised, where the game has none of that id."""
        return self.side_names.get(side) or side.capitalize()

    def moment_words(self, turn: int, side: str) -> str:
        """Return words for a moment, ``Allied Dec 40``; the turn alone where the sides act in no fixed order."""
        return f"{self.side_name(side)} {self.label(turn)}" if self.fixed else self.label(turn)

    def opening_words(self, label: str, side: str) -> str:
        """Return words for an opening, ``Dec 40, Allied first``; the label alone where sides act in no fixed order."""
        return f"{label}, {self.side_name(side)} first" if self.fixed else label


@view
def schedule(game: Game) -> Schedule | None:
    """The game's track; None when there is none or its calendar makes no sense (reported by TIM checks)."""
    found = game.one("time-track", TimeTrackDocument)
    if found is None:
        return None
    document, where = found
    try:
        calendar = Calendar.of(document.calendar)
    except DateError:
        return None
    sides = tuple(game.side_names)
    columns = columns_of(document, where, game.about)
    linked = Schedule(calendar, sides, columns, document.acts, where=where, side_names=game.side_names)
    for start, here in where.each("starts", document.starts):
        linked.starts.setdefault(start.id, _date(linked, start, start.first, here))
    for stop, each_at in where.each("stops", document.stops):
        linked.stops.setdefault(stop.id, _date(linked, stop, stop.last, each_at))
    notation = game.system.track() if game.system else None
    for box, at in where.each("boxes", document.boxes):
        entries: dict[str, TrackEntry] = {}
        cells: dict[str, ColumnCell] = {}
        for side, text in box.cells.items():
            if side in columns and side not in sides:
                cells[side] = columns.read(side, text, at / side)
                continue
            token = linked.parsed(at / side, text, notation) if notation else None
            entries[side] = TrackEntry(side, text, token, at / side)
        linked.boxes.append(Box(_turn(linked, box.turn, at / "turn"), box.label, entries, at, cells))
    return linked


def _date(linked: Schedule, date: StartDate | StopDate, side: str | None, at: Where) -> DateMark:
    turn = linked.find(date.turn)
    if turn is not None and label_contradicts(linked.calendar, turn, date.label):
        turn = None
    return DateMark(date, turn, side or "", at)


def _turn(linked: Schedule, text: str, at: Where) -> int | None:
    """The turn of a box; a date that is none is noted, as no name but the box itself says which turns there are."""
    try:
        return linked.turn(text)
    except DateError as error:
        linked.note(at, text, "turn", str(error))
        return None


def days_of(track: Schedule, turn: int) -> tuple[int, int] | None:
    """Return the first and the last day of a game turn; None where its date cannot be read."""
    own = _stretch(track, turn)
    if own is None:
        return None
    following = _stretch(track, turn + 1)
    return own.first, max(own.first, following.first - 1) if following else own.last


def _stretch(track: Schedule, turn: int) -> Stretch | None:
    try:
        return read_date(track.calendar.text(turn).partition(" ")[0])
    except DateError:
        return None


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """The game turns that a date may mean, below 0 before the track begins; and its days, where turns have dates."""

    first: int
    last: int
    days: tuple[int, int] | None = None


def span_of(track: Schedule, text: str) -> TurnSpan:
    """Return the game turns of a day, a month, a stretch of either, or a turn as the track writes it.

    Raises:
        DateError: it is none of these.
    """
    calendar = track.calendar
    if not calendar.dated or (calendar.parts and " " in text):
        turn = calendar.turn(text)
        return TurnSpan(turn, turn, days_of(track, turn) if calendar.dated else None)
    days = read_date(text)
    first, last = (calendar.turn(_date_of(calendar, day)) for day in (days.first, days.last))
    if calendar.parts:
        last = calendar.turn(calendar.to_its_end(_date_of(calendar, days.last)))
    return TurnSpan(first, last, (days.first, days.last))


def _date_of(calendar: Calendar, day: int) -> str:
    """Return a day as the calendar's dates are written."""
    year, month, of_month = civil(day)
    return f"{month}/{year:04}" if calendar.unit == "month" else f"{of_month}/{month}/{year:04}"
