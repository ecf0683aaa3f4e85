"""Rows of tables: as CSV (RFC 4180) with the place of each cell, and in a document, whose spelling and columns stay."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.source.change import Changes, entry, in_columns
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import EditRefused, Mapping, Scalar, Sequence, content_end

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Data, Path, Step


DELIMITERS = ",;\t"
"""What may stand between cells. Where a comma is the decimal mark, spreadsheets write semicolons."""
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"').match
_PLAIN = {sign: re.compile(rf"[^{sign}\r\n]*").match for sign in DELIMITERS}
_LINE_END = re.compile(r"\r\n?|\n").match


class Cell(NamedTuple):
    """The text of a cell, without quotes, and where it stands: offsets, quotes included."""

    text: str
    start: int
    end: int


class BadCsvError(ValueError):
    """The text is not CSV; ``start`` is the offset of what is wrong."""

    def __init__(self, start: int, problem: str) -> None:
        super().__init__(problem)
        self.start = start


def read_rows(text: str, delimiter: str) -> Iterator[list[Cell]]:
    r"""The rows of a text, one after the other; cells may hold line ends.

    >>> [[cell.text for cell in row] for row in read_rows('no;name\r\n1;"a ""b"";"\r\n', ";")]
    [['no', 'name'], ['1', 'a "b";']]

    Raises:
        BadCsvError: a quote is not closed, or text follows it.
    """
    at, row = 0, list[Cell]()
    while at < len(text) or row:
        if text.startswith('"', at):
            found = _QUOTED(text, at)
            if found is None:
                raise BadCsvError(at, "the quote that opens here is not closed")
            cell = Cell(found[1].replace('""', '"'), at, found.end())
        else:
            found = _PLAIN[delimiter](text, at)
            cell = Cell(found[0] if found else "", at, found.end() if found else at)
        row.append(cell)
        at = cell.end
        if text.startswith(delimiter, at):
            at += 1
            continue
        line_end = _LINE_END(text, at)
        if line_end is None and at < len(text):
            raise BadCsvError(at, "text follows the closing quote of a cell")
        yield row
        at, row = line_end.end() if line_end else at, []


def delimiter_of(text: str, names: Collection[str]) -> str:
    r"""The delimiter with which the first row has most of the names that are expected there; a comma if none has any.

    >>> delimiter_of("rows;-5;-4,3;+1\n", ["rows", "-5", "-4,3"])
    ';'
    """

    def known(delimiter: str) -> int:
        try:
            return sum(cell.text in names for cell in next(read_rows(text, delimiter), ()))
        except BadCsvError:
            return 0

    return max(DELIMITERS, key=known)


def write_rows(rows: Iterable[Seq[str]]) -> str:
    r"""Rows as CSV with commas and CR LF, quotes only where they are needed.

    >>> write_rows([["no", "dec40+"], ["5", "R4/41, W7/41"]])
    'no,dec40+\r\n5,"R4/41, W7/41"\r\n'
    """
    written = StringIO(newline="")
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return written.getvalue()


class TableChanges(Changes):
    """Changes of a text with tables: rows get and lose keys, and new rows stand in the columns of all the others."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._renamed: dict[Path, str] = {}

    def row(self, path: Seq[Step], value: dict[str, Data]) -> None:
        """Give a row in brackets on one line these keys and values.

        Raises:
            EditRefused: there is no such row, or it stands on several lines.
        """
        node = self._at(path)
        if not isinstance(node, Mapping) or not node.flow or node.start.line != node.end.line:
            raise EditRefused("this is not a row in brackets on one line")
        parts = {key: self._part(node, key, each) for key, each in value.items()}
        self._splice(node.start.index, content_end(node, self.text), in_columns(parts, self._columns_at(path[:-1])))
        self._note(path)
        self._values[*path,] = value

    def add(self, path: Seq[Step], key: str, value: Data, after: Seq[str] = ()) -> None:
        """Add an entry to a mapping; a row of words below other such rows is set out in their columns."""
        node = self._at(path)
        rows = list(node.values.items()) if isinstance(node, Mapping) and not node.flow else []
        like = next((each for each in reversed(rows) if each[0] in after), rows[-1] if rows else None)
        row = like[1] if like else None
        if like is None or not isinstance(value, list) or not isinstance(row, Sequence) or not row.flow:
            super().add(path, key, value, after)
            return
        assert isinstance(node, Mapping)  # noqa: S101 - it has rows
        name = node.keys[like[0]]
        written = f"{inline(key, name.style)}:".ljust(row.start.column - name.start.column - 1)
        items = [inline(item) for item in value]
        begin = row.start.column - name.start.column
        written = f"{written} [" if len(written) + 1 >= begin else written.ljust(begin) + "["
        single = row.start.line == row.end.line
        for number, item in enumerate(items):
            if number:
                there = row.items[number].start.column - name.start.column if single and number < len(row.items) else 0
                written = f"{written},".ljust(max(there, len(written) + 2))
            written += item
        at, new = self._place_for(node, list(node.keys).index(like[0]) + 1, f"{written}]")
        self._splice(at, at, new)
        self._note(path)
        self._added.setdefault((*path,), []).append((like[0], key, value))

    def rename(self, path: Seq[Step], key: str) -> None:
        """Give an entry of a mapping a new key; quotes that stood there are kept.

        Raises:
            EditRefused: there is no such entry, or the mapping has the new key already.
        """
        node = self._at(path[:-1])
        old = str(path[-1])
        if not isinstance(node, Mapping) or old not in node.keys or key in node.keys:
            raise EditRefused(f"the key {old} cannot be renamed to {key}")
        name = node.keys[old]
        written = self.text[name.start.index : name.end.index]
        new = inline(key, name.style)
        self._splice(name.start.index, name.end.index, new)
        gap = re.compile(r":( {2,})(?=\S)").match(self.text, name.end.index)
        if gap:  # what follows stays in its column, if there is room
            room = max(len(gap[1]) + len(written) - len(new), 1)
            self._splice(gap.start(1), gap.end(1), " " * room)
        self._note(path[:-1])
        self._renamed[*path,] = key

    def _made(self, data: Data, path: Path) -> Data:
        made = super()._made(data, path)
        if isinstance(made, dict) and any(each[:-1] == path for each in self._renamed):
            return {self._renamed.get((*path, key), key): value for key, value in made.items()}
        return made

    def _part(self, node: Mapping, key: str, value: Data) -> str:
        """An entry as it was written, if it says the same."""
        if key not in node.keys:
            return entry(key, value)
        old, name = node.values[key], node.keys[key]
        if repr(old.data) == repr(value):
            return self.text[name.start.index : content_end(old, self.text)]
        style = old.style if isinstance(old, Scalar) else ""
        return f"{self.text[name.start.index : name.end.index]}: {inline(value, style)}"
