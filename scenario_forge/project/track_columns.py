"""The named columns of the time record track: what their cells say, and which cells say nothing of their kind."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.time_track import TrackBox

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.game import GameDocument
    from scenario_forge.documents.time_track import TimeTrackDocument, TrackColumn
    from scenario_forge.project.place import Where

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


@dataclass(eq=False)
class TrackColumns:
    """The columns by id, in printed order."""

    known: dict[str, tuple[TrackColumn, Where]] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    """By column: what its cells may say, with the printed name; empty for numbers, flags and free words."""
    faults: list[ColumnFault] = field(default_factory=list)
    doubled: list[DoubledColumn] = field(default_factory=list)
    about_nobody: list[tuple[Where, str, str | None]] = field(default_factory=list)
    """Columns about a side or nationality that the game does not have: where, what, what may have been meant."""
    free: dict[str, dict[str, int]] = field(default_factory=dict)
    """Texts of columns of free words, in the order in which they first appear."""
    sides_known: bool = True
    """False while game.yaml cannot be read: cells may then be any side or nationality."""

    def __contains__(self, column: str) -> bool:
        return column in self.known

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def names(self, column: str) -> Sequence[str]:
        """What the values of a column stand for, by value; empty for numbers and flags."""
        return tuple(self.words[column]) or tuple(self.free.get(column, ()))

    def read(self, column: str, text: str, where: Where) -> ColumnCell:
        """A cell; one that is not of the column's kind is noted."""
        about, _where = self.known[column]
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
    """The columns that time-track.yaml declares."""
    found = TrackColumns(sides_known=about is not None)
    sides = {side.id: side.name for side in about.sides} if about else {}
    nationalities = {each.id: each.name for each in about.nationalities} if about else {}
    for number, column in enumerate(document.columns):
        at = where / "columns" / number
        if column.id in sides or column.id in found.known or column.id in TrackBox.model_fields:
            by = "a side" if column.id in sides else "another column"
            by = "a key of every box" if column.id in TrackBox.model_fields else by
            found.doubled.append(DoubledColumn(at / "id", column.id, by))
            continue
        found.known[column.id] = (column, at)
        listed: dict[str, str] = {}
        for index, word in enumerate(column.words):
            if word.id in listed:
                found.doubled.append(DoubledColumn(at / "words" / index / "id", word.id, "another word of the column"))
            listed.setdefault(word.id, word.name)
        kinds = {"side": sides, "nationality": nationalities, "word": listed}
        found.words[column.id] = kinds.get(column.kind, {})
        if column.of is not None and about and column.of not in {**sides, **nationalities}:
            known = (*sides, *nationalities)
            found.about_nobody.append((at / "of", column.of, did_you_mean(column.of, known)))
    return found
