"""CSV (RFC 4180): rows read with the place of each cell, and written; what looks like a formula is guarded."""

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
_NAMED = re.compile(r'"?sep=([^"\r\n])"?(?:\r\n?|\n|\Z)', re.IGNORECASE).match
_FORMULA = re.compile(r"['\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n]").match
"""Beginnings that some spreadsheet computes, with or without apostrophes before them."""
_HARMLESS = re.compile(r"-(?:[1-9][0-9]{0,14})?").fullmatch
"""A dash and whole negative numbers, which come back as they are."""


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


def guarded(text: str) -> str:
    """Return the text of a cell with an apostrophe if it looks like a formula, so that a spreadsheet takes it for text.

    >>> [guarded(text) for text in ("=1+1", "+2", "-2", "'=1", "'t Hooft")]
    ["'=1+1", "'+2", '-2', "''=1", "'t Hooft"]
    """
    return f"'{text}" if _FORMULA(text) and not _HARMLESS(text) else text


def unguarded(text: str) -> str:
    """Return the text of a cell without the apostrophe of :func:`guarded`.

    >>> [unguarded(text) for text in ("'=1+1", "=1+1", "''=1", "'t Hooft")]
    ['=1+1', '=1+1', "'=1", "'t Hooft"]
    """
    return text[1:] if text.startswith("'") and _FORMULA(text, 1) else text


def named_delimiter(text: str) -> tuple[str, int] | None:
    r"""Return the delimiter that a first line `sep=;` names, and the offset behind that line; None without one.

    >>> named_delimiter("sep=;\r\nno;name\r\n")
    (';', 7)
    """
    line = _NAMED(text)
    return (line[1], line.end()) if line else None


def read_rows(text: str, delimiter: str, at: int = 0) -> Iterator[list[Cell]]:
    r"""Yield the rows of a text from an offset on, one after the other, unguarded; cells may hold line ends.

    >>> [[cell.text for cell in row] for row in read_rows('no;name\r\n1;"a ""b"";"\r\n', ";")]
    [['no', 'name'], ['1', 'a "b";']]

    Raises:
        BadCsvError: a quote is not closed, or text follows it.
    """
    row = list[Cell]()
    while at < len(text) or row:
        if text.startswith('"', at):
            found = _QUOTED(text, at)
            if found is None:
                raise BadCsvError(at, "the quote that opens here is not closed")
            cell = Cell(unguarded(found[1].replace('""', '"')), at, found.end())
        else:
            found = _PLAIN[delimiter](text, at)
            cell = Cell(unguarded(found[0]) if found else "", at, found.end() if found else at)
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
    r"""Return the delimiter that splits the first row into the most expected names, in any letters; else a comma.

    >>> delimiter_of("rows;-5;-4,3;+1\n", ["rows", "-5", "-4,3"])
    ';'
    """
    wanted = {folded(name) for name in names}

    def known(delimiter: str) -> int:
        try:
            return sum(folded(cell.text) in wanted for cell in next(read_rows(text, delimiter), ()))
        except BadCsvError:
            return 0

    return max(DELIMITERS, key=known)


def folded(name: str) -> str:
    """Return the name of a column as it is compared where its letters and blanks are not as in the table.

    >>> folded(" Side")
    'side'
    """
    return name.strip().casefold()


def write_rows(rows: Iterable[Seq[str]]) -> str:
    r"""Return rows as CSV with commas and CR LF, guarded, quotes only where they are needed.

    >>> write_rows([["no", "dec40+"], ["5", "R4/41, W7/41"]])
    'no,dec40+\r\n5,"R4/41, W7/41"\r\n'
    """
    written = StringIO(newline="")
    csv.writer(written, lineterminator="\r\n").writerows(map(guarded, row) for row in rows)
    return written.getvalue()
