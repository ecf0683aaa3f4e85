"""Numbering of printed hexes: patterns such as ``{row:A}{col}`` or ``{col:02}{row:02}``, and sheets that use them.

A pattern is literal text around exactly one ``{row}`` and one ``{col}``, each with an optional style:

========== ======================================= ==================
style      meaning                                 numbers 1, 2, 27
========== ======================================= ==================
(none)     decimal                                 1, 2, 27
``02``     decimal, always that many digits        01, 02, 27
``A``      one letter                              A, B, (none)
``AA``     the letter doubled (``AAA``: tripled)   AA, BB, (none)
``A+``     letters, doubled after Z, and so on     A, B, AA
========== ======================================= ==================

Lower-case styles (``a``, ``aa``, ``a+``) print lower-case letters. Letters start at number 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


Axis = Literal["row", "col"]
RowsFrom = Literal["south", "north"]

MAX_LETTERS = 4
MAX_NUMBER = 1_000_000
_FIELD = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_STYLE = re.compile(r"|0[1-9]|A{1,4}|a{1,4}|A\+|a\+")
# A side is written "A1/A2" or "A1:NW", so these cannot stand inside a hex.
_NOT_IN_LITERALS = re.compile(r"[{}/:\x00-\x1f\x7f]")


class GridError(ValueError):
    """Error of a grid that cannot be built.

    ``sheet`` is the id of the sheet at fault, None if it is the grid as a whole; ``key`` the parameter.
    """

    def __init__(self, message: str, *, key: str, sheet: str | None = None) -> None:
        super().__init__(message)
        self.key = key
        self.sheet = sheet


@dataclass(frozen=True, slots=True)
class Field:
    """The place of a row or column number in a pattern, and its style."""

    axis: Axis
    style: str

    def label(self, number: int) -> str | None:
        """Return the number as printed; None if the style cannot show it."""
        style = self.style
        if number < 0:
            return None
        if not style:
            return str(number)
        if style[0] == "0":
            text = f"{number:0{style}}"
            return text if len(text) == int(style) else None
        if number == 0:
            return None
        times, letter = divmod(number - 1, 26)
        if style[-1] == "+":
            return chr(ord(style[0]) + letter) * (times + 1) if times < MAX_LETTERS else None
        return chr(ord(style[0]) + letter) * len(style) if times == 0 else None

    @property
    def loose(self) -> str:
        """Regular expression for anything written in this place of an id, on the map or not."""
        if not self.style:
            return r"[0-9]+"
        return rf"[0-9]{{{int(self.style)}}}" if self.style[0] == "0" else r"[A-Za-z]+"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern taken apart: ``before``, first field, ``between``, second field, ``after``."""

    before: str
    first: Field
    between: str
    second: Field
    after: str

    def join(self, row: str, col: str) -> str:
        """Return the id of the hex with these two labels."""
        one, two = (row, col) if self.first.axis == "row" else (col, row)
        return f"{self.before}{one}{self.between}{two}{self.after}"

    def field(self, axis: Axis) -> Field:
        """Return the field for rows or for columns."""
        return self.first if self.first.axis == axis else self.second

    def split(self, text: str) -> tuple[str, str] | None:
        """Return the row and column parts of a text of this form, on the map or not; None for another form."""
        match = _loose(self).fullmatch(text)
        if match is None:
            return None
        one, two = match.groups()
        return (one, two) if self.first.axis == "row" else (two, one)


@lru_cache(maxsize=64)
def _loose(pattern: Pattern) -> re.Pattern[str]:
    before, between, after = (re.escape(s) for s in (pattern.before, pattern.between, pattern.after))
    return re.compile(f"{before}({pattern.first.loose}){between}({pattern.second.loose}){after}")


@lru_cache(maxsize=64)
def parse_pattern(text: str) -> Pattern:
    """Read a pattern.

    Raises:
        ValueError: with a message for the author, if it is not one.
    """
    fields = list(_FIELD.finditer(text))
    if sorted(match[1] for match in fields) != ["col", "row"]:
        raise ValueError(f"pattern {text!r} needs one {{row}} and one {{col}}, and nothing else in braces")
    one, two = fields
    literals = text[: one.start()], text[one.end() : two.start()], text[two.end() :]
    for literal in literals:
        if wrong := _NOT_IN_LITERALS.search(literal):
            raise ValueError(f"pattern {text!r} must not contain {wrong[0]!r} outside a field")
    before, between, after = literals
    return Pattern(before, _field(text, one), between, _field(text, two), after)


def _field(text: str, match: re.Match[str]) -> Field:
    style = match[2] or ""
    if not _STYLE.fullmatch(style):
        raise ValueError(
            f"pattern {text!r}: {style!r} is not a style; use none, 02, A, AA or A+ (or lower-case letters)"
        )
    return Field("row" if match[1] == "row" else "col", style)


@dataclass(frozen=True)
class Sheet:
    """One printed sheet of a map: its size in hexes and how its hexes are numbered.

    Columns count from the west from ``first_column``; rows count from the side ``rows_from`` from
    ``first_row``. Letters are numbers too: A is 1.

    Raises:
        GridError: if there is nothing on it, the pattern is none, or cannot show all its numbers.
    """

    id: str
    columns: int
    rows: int
    pattern: str = "{col:02}{row:02}"
    rows_from: RowsFrom = "south"
    first_column: int = 1
    first_row: int = 1
    turned: bool = False
    """Turned by half a turn, so that columns count from the east, and rows from the other side."""

    def __post_init__(self) -> None:
        for key, least in (("columns", 1), ("rows", 1), ("first_column", 0), ("first_row", 0)):
            if getattr(self, key) < least:
                raise GridError(f"{key} must be at least {least}", key=key, sheet=self.id)
            if getattr(self, key) > MAX_NUMBER:
                raise GridError(f"{key} must be at most {MAX_NUMBER}", key=key, sheet=self.id)
        if self.rows_from not in ("south", "north"):
            raise GridError("rows count from south or from north", key="rows_from", sheet=self.id)
        try:
            parts = self.parts
        except ValueError as error:
            raise GridError(str(error), key="pattern", sheet=self.id) from None
        rows, columns = (parts.field("row"), self._row_numbers), (parts.field("col"), self._column_numbers)
        for field, numbers in (rows, columns):
            for number in (numbers[0], numbers[-1]):
                if field.label(number) is None:
                    message = f"{{{field.axis}:{field.style}}} cannot show number {number}"
                    raise GridError(message, key="pattern", sheet=self.id)

    @cached_property
    def parts(self) -> Pattern:
        """Pattern taken apart: literal text, and row and column with their styles."""
        return parse_pattern(self.pattern)

    @property
    def _row_numbers(self) -> range:
        last = self.first_row + self.rows - 1
        if (self.rows_from == "north") != self.turned:
            return range(self.first_row, last + 1)
        return range(last, self.first_row - 1, -1)

    @property
    def _column_numbers(self) -> range:
        numbers = range(self.first_column, self.first_column + self.columns)
        return numbers[::-1] if self.turned else numbers

    def row_number(self, row: int) -> int:
        """Return the printed number of a row counted from 0 in the north."""
        return self._row_numbers[row]

    @cached_property
    def row_labels(self) -> tuple[str, ...]:
        """Labels printed for the rows, from north to south."""
        label = self.parts.field("row").label
        return tuple(text for n in self._row_numbers if (text := label(n)) is not None)

    @cached_property
    def column_labels(self) -> tuple[str, ...]:
        """Labels printed for the columns, from west to east."""
        label = self.parts.field("col").label
        return tuple(text for n in self._column_numbers if (text := label(n)) is not None)

    def first_and_last(self, axis: Axis) -> tuple[str, str]:
        """Return the labels of the lowest and highest row or column number."""
        labels = self.column_labels if axis == "col" else self.row_labels
        rising = (axis == "col" or self.rows_from == "north") != self.turned
        return (labels[0], labels[-1]) if rising else (labels[-1], labels[0])

    def row_ids(self, row: int) -> list[str]:
        """Return the ids of a row's hexes from west to east; the row is counted from 0 in the north."""
        parts, label = self.parts, self.row_labels[row]
        if parts.first.axis == "row":
            head, tail = f"{parts.before}{label}{parts.between}", parts.after
        else:
            head, tail = parts.before, f"{parts.between}{label}{parts.after}"
        return [f"{head}{column}{tail}" for column in self.column_labels]


# -- why a text is no id ---------------------------------------------------------------------------


Reason = Literal["form", "spelling", "row", "column"]
LONGEST = 40


class HexIdError(ValueError):
    """Error of a text that names no hex of the map.

    ``reason`` is ``form`` (nothing of the kind), ``spelling`` (the hex in ``instead`` is meant),
    ``row`` (no such row) or ``column`` (the row exists, the column does not).
    """

    def __init__(self, text: str, reason: Reason, message: str, instead: str | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.reason = reason
        self.message = message
        self.instead = instead


def why_not(sheets: Sequence[Sheet], ids: Collection[str], text: str) -> HexIdError:
    """Return what is wrong with ``text``, which is not among ``ids``.

    Of several sheets, the one on which the text comes nearest to a hex decides.
    """
    if len(text) > LONGEST:
        return _no_form(sheets, text)
    for respelt in dict.fromkeys((text.strip(), text.strip().upper(), text.strip().lower())):
        if respelt in ids:
            return _spelling(text, respelt)
    best: HexIdError | None = None
    for sheet in sheets:
        error = _on_sheet(sheet, sheets, text)
        if error is not None and (best is None or _NEARNESS[error.reason] > _NEARNESS[best.reason]):
            best = error
    return best or _no_form(sheets, text)


_NEARNESS: dict[Reason, int] = {"form": 0, "row": 1, "column": 2, "spelling": 3}


def _on_sheet(sheet: Sheet, sheets: Sequence[Sheet], text: str) -> HexIdError | None:
    split = sheet.parts.split(text.strip())
    if split is None:
        return None
    row, column = _respell(split[0], sheet.row_labels), _respell(split[1], sheet.column_labels)
    if row is None:
        why = f"no row {split[0]}; {_extent(sheets, 'row')}"
        return HexIdError(text, "row", f"{text.strip()} is not on the map: {why}")
    if column is None:
        why = f"no column {split[1]}; {_extent([sheet], 'col')}"
        where = f" on sheet {sheet.id}" if len(sheets) > 1 else ""
        return HexIdError(text, "column", f"{text.strip()} is not on the map: {why}{where}")
    return _spelling(text, sheet.parts.join(row, column))


def _no_form(sheets: Sequence[Sheet], text: str) -> HexIdError:
    return HexIdError(text, "form", f"{_shown(text)} is not a hex: {_forms(sheets)}")


def _shown(text: str) -> str:
    """The text as a message can carry it: short, and in quotes if it would not be seen without."""
    short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return short if short and short.isprintable() and short == short.strip() else repr(short)


def _spelling(text: str, instead: str) -> HexIdError:
    message = f"{_shown(text)} is not how this map writes a hex; write {instead}"
    return HexIdError(text, "spelling", message, instead)


def _respell(part: str, labels: Sequence[str]) -> str | None:
    if part in labels:
        return part
    for label in labels:
        if label.lower() == part.lower() or (part.isdigit() and label.isdigit() and int(label) == int(part)):
            return label
    return None


def _extent(sheets: Sequence[Sheet], axis: Axis) -> str:
    """``rows are A to Z, AA to ZZ``."""
    spans = dict.fromkeys(sheet.first_and_last(axis) for sheet in sheets)
    words = ", ".join(first if first == last else f"{first} to {last}" for first, last in spans)
    return f"{'rows' if axis == 'row' else 'columns'} are {words}"


def _forms(sheets: Sequence[Sheet]) -> str:
    """``hexes are written A1 to Z36, AA1 to ZZ36``."""
    words = []
    for sheet in sheets:
        rows, columns = sheet.first_and_last("row"), sheet.first_and_last("col")
        first, last = (sheet.parts.join(row, column) for row, column in zip(rows, columns, strict=True))
        words.append(first if first == last else f"{first} to {last}")
    return "hexes are written " + ", ".join(dict.fromkeys(words))
