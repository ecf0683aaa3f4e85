"""CSV (RFC 4180): rows read with the place of each cell, and written."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from collections.abc import Sequence as Seq


DELIMITERS = ",;\t"
"""What may stand between cells. Where a comma is the decimal mark, spreadsheets write semicolons."""
_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"').match
_PLAIN = {sign: re.compile(rf"[^{sign}\r\n]*").match for sign in DELIMITERS}
_LINE_END = re.compile(r"\r\n?|\n").match


class Cell(NamedTuple):
    """Text of a cell, without quotes, and its place: offsets, quotes included."""

    text: str
    start: int
    end: int


class BadCsvError(ValueError):
    """Error of a text that is not CSV; ``start`` is the offset of what is wrong."""

    def __init__(self, start: int, problem: str) -> None:
        super().__init__(problem)
        self.start = start


def read_rows(text: str, delimiter: str) -> Iterator[list[Cell]]:
    r"""Yield the rows of a text, one after the other; cells may hold line ends.

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
    r"""Return the delimiter that splits the first row into the most expected names; a comma if none does.

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
    r"""Return rows as CSV with commas and CR LF, quotes only where they are needed.

    >>> write_rows([["no", "dec40+"], ["5", "R4/41, W7/41"]])
    'no,dec40+\r\n5,"R4/41, W7/41"\r\n'
    """
    written = StringIO(newline="")
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return written.getvalue()
