"""Import of a CSV into the file of a table: cells are set, rows added, and all else stays, byte for byte.

Rows are found by their ids. What is wrong with the CSV is found at its line and column; then nothing changes.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from scenario_forge.api.calls import check
from scenario_forge.api.tables.table import Id
from scenario_forge.diagnostics.model import Codes, Severity, did_you_mean
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.reading.shape import MOST, MOST_DIGITS, MOST_LETTERS, may_be_out_of_range
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.source.codes import YML006, YML007
from scenario_forge.source.compose import compose
from scenario_forge.source.csv_rows import (
    DELIMITERS,
    BadCsvError,
    Cell,
    delimiter_of,
    folded,
    named_delimiter,
    read_rows,
)
from scenario_forge.source.emit import inline
from scenario_forge.source.files import write_file
from scenario_forge.source.fmt import format_text
from scenario_forge.source.nodes import Lines
from scenario_forge.source.read import Source, read_bytes, wide_codec
from scenario_forge.source.rows import RowChanges, with_cells

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from collections.abc import Sequence as Seq

    from scenario_forge.api.tables.table import Kind, Line, Table
    from scenario_forge.diagnostics import Code, Diagnostic, Span
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data, Node, Path

CODES = Codes(__file__)
CSV001 = CODES.error("CSV001", "not-csv", "this cannot be read as CSV: {problem}")
CSV002 = CODES.error("CSV002", "csv-unknown-column", "the table {table} has no column `{name}`")
CSV003 = CODES.error("CSV003", "csv-column-twice", "the column `{name}` appears twice")
CSV004 = CODES.error("CSV004", "csv-column-missing", "the column `{name}`, by which rows are found, is missing")
CSV005 = CODES.error("CSV005", "csv-row-twice", "the row {row} stands on line {line} already")
CSV006 = CODES.error("CSV006", "csv-wrong-number-of-cells", "this row has {found} cells, and the header {wanted}")
CSV007 = CODES.error("CSV007", "csv-cell-unreadable", "{row}, column `{column}`: {cell} is not {wanted}")
CSV058 = CODES.error("CSV058", "csv-makes-unreadable", "with these rows {path} could not be read again: {problem}")

_WANTED = {"number": "a whole number", "flag": "true or false", "text": "text on one line"}
_TOO_GREAT = {
    "number": f"a number that can be read, at most {MOST:,}",
    "text": f"text that can be read: at most {MOST_LETTERS:,} characters, and {MOST_DIGITS} digits in a row",
}
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}").fullmatch
_WHOLE = re.compile(r"(0|-?[1-9][0-9]{0,8})[.,]0{1,9}").fullmatch
"""A whole number as spreadsheets write it in a column that they take for one of fractions."""
_SHOWN = 20
"""So many findings of one code are shown; the rest are counted."""


@dataclass
class TableImport:
    """The file of a table after the import of a CSV."""

    table: Table
    text: str
    """The new text; the old one where findings keep it from being made."""
    findings: list[Diagnostic] = field(default_factory=list)
    """What is wrong with the CSV, at its lines and columns: the first of each code."""
    wrong: int = 0
    """How many findings there are in all."""
    remarks: list[str] = field(default_factory=list)
    """Sentences on what was read though it is not written as the table has it."""
    cells: int = 0
    """Cells that change."""
    added: list[Id] = field(default_factory=list)
    removed: list[Id] = field(default_factory=list)
    left: list[Id] = field(default_factory=list)
    """Rows that the CSV does not have, and that stay."""

    @property
    def changes(self) -> bool:
        """Whether the file says something else than before."""
        return self.text != self.table.source.text


@dataclass(frozen=True)
class _Wanted:
    """A row of the CSV: the cells by column of the table, those that it says nothing of left out."""

    id: Id
    cells: dict[int, Cell]


def import_table(table: Table, data: bytes, file: str, *, remove: bool = False) -> TableImport:
    """Read a CSV into the text of a table's file; nothing is written.

    Args:
        table: of :func:`find_table`.
        data: the CSV in UTF-8, UTF-16 or a Western code page; commas, semicolons or tabs between cells.
        file: its name in findings.
        remove: remove rows that the CSV does not have.

    Raises:
        EditRefused: the file of the table leaves no place for a change.
    """
    made = TableImport(table, table.source.text)
    content = _text_of(data, file)
    if isinstance(content, list):
        made.findings, made.wrong = content, len(content)
    if isinstance(content, list) or table.source.root is None:
        return made
    sheet = _Sheet(table, file, content[0], table.source.root)
    wanted = sheet.rows()
    lines = sheet.lines
    there = {line.id: line for line in lines}
    known = {row.id for row in wanted}
    gone = [id_ for id_ in there if id_ not in known]
    made.left, made.removed = ([], gone) if remove else (gone, [])
    news = {row.id: sheet.values(row, there.get(row.id)) for row in wanted}
    made.findings, made.wrong = sheet.first_findings(), sheet.wrong.total()
    if made.findings:
        return made
    made.remarks = [*content[1:], *sheet.remarks()]
    dropped = [there[id_] for id_ in made.removed]
    text = without_rows(table, table.source.text, dropped) if dropped else made.text
    made.added = [row.id for row in wanted if row.id not in there]
    made.cells = sum(len(news[id_]) for id_ in there if id_ in news)
    numbers = {line.id: number for number, line in enumerate(line for line in lines if line not in dropped)}
    text = changed_rows(table, text, [Row(numbers.get(id_), cells) for id_, cells in news.items()])
    if format_text(made.text, "") == made.text:
        text = format_text(text, "")
    problems = Source.read(table.source.name, table.source.encoded(text)).problems if text != made.text else ()
    problem = next((each for each in problems if each.severity is Severity.ERROR), None)
    if problem is not None:
        finding = CSV058.at(sheet.places.span(file, 0, 1), path=table.source.name, problem=problem.message)
        made.findings, made.wrong = [finding], 1
        return made
    made.text = text
    return made


def _text_of(data: bytes, file: str) -> tuple[str, ...] | list[Diagnostic]:
    """Return the text of a CSV and remarks on its encoding, or why it has none."""
    read = read_bytes(data, file)
    problems = [found for found in read.problems if found.severity is Severity.ERROR]
    codes = [found.code for found in problems]
    if not problems:
        return (read.text,)
    if codes in ([YML006], [YML007]):
        wide = wide_codec(data)
        encoding = wide[:6].upper() if wide else "Windows-1252, since it is not UTF-8: look at letters with accents"
        try:
            return data.decode(wide or "cp1252"), f"read as {encoding}"
        except UnicodeDecodeError:
            pass
    return problems


def new_findings(game: Game, imported: TableImport) -> list[Diagnostic]:
    """Return what a check finds in the game with the new text, and not without it."""
    name = imported.table.source.name
    before = Counter(_same(found) for found in check(game))
    after = check(Workspace.after(game).load(game.errata, {name: imported.text}))
    news = []
    for found in after:
        before[_same(found)] -= 1
        if before[_same(found)] < 0:
            news.append(found)
    return news


def _same(found: Diagnostic) -> tuple[str, str, str]:
    return found.code.id, found.span.file, found.message


def write_table(game: Game, imported: TableImport) -> Diagnostic | None:
    """Replace the file of the table in one step; return why not, or None when it was done."""
    source = imported.table.source
    digest = source.digest if source.name in game.read else None
    return write_file(game.folder / source.name, source.encoded(imported.text), source.name, digest)


class _Sheet:
    """A CSV compared with its table; ``findings`` grow as it is read."""

    def __init__(self, table: Table, file: str, text: str, root: Node) -> None:
        self.table, self.file, self.text, self._root = table, file, text, root
        self.places = Lines(text)
        self.wrong: Counter[Code] = Counter()
        self.lines = table.lines(root)
        self._findings: list[Diagnostic] = []
        self._remarks: list[str] = []
        self._whole: list[tuple[Cell, str]] = []
        """Cells like `6.0`, and the text that was read instead."""
        self._bare: list[tuple[Cell, str]] = []
        """The same of cells with blanks at their ends."""

    def rows(self) -> list[_Wanted]:
        """Return the usable rows, each id once; empty rows are left out."""
        rows = self._cells()
        if not rows:
            return []
        head, wanted, seen, again = self._header(rows[0]), dict[Id, _Wanted](), dict[Id, int](), Counter[Id]()
        ids = [{line.id[number] for line in self.lines} for number in range(len(self.table.ids))]
        for row in rows[1:] if not self._findings else ():
            if not any(cell.text for cell in row):
                continue
            if len(row) != len(rows[0]):
                self._find(CSV006.at(self._span(row[0]._replace(end=row[-1].end)), found=len(row), wanted=len(rows[0])))
                continue
            cells = {head[number]: cell for number, cell in enumerate(row)}
            for name, known in zip(self.table.ids, ids, strict=True):
                number = self.table.number_of(name)
                cells[number] = self._as_known(cells[number], self.table.kinds[name], known)
            keys = [cells[self.table.number_of(name)] for name in self.table.ids]
            id_ = self.table.told_apart(tuple(cell.text for cell in keys), again)
            empty = next((cell for cell in keys if not cell.text), None)
            if empty is not None and not self.table.repeats:
                name = self.table.ids[keys.index(empty)]
                self._find(CSV007.at(self._span(empty), row="row", column=name, cell="an empty cell", wanted="an id"))
            elif id_ in seen:
                self._find(CSV005.at(self._span(keys[-1]), row="/".join(id_), line=seen[id_]))
            else:
                seen[id_] = self._span(keys[-1]).line
                wanted[id_] = _Wanted(id_, cells)
        return [*wanted.values()]

    def _cells(self) -> list[list[Cell]]:
        """Return the cells of all rows, without columns that are empty from the header to the last row."""
        delimiter, start = named_delimiter(self.text) or ("", 0)
        if delimiter and delimiter not in DELIMITERS:
            problem = f"the first line says that `{delimiter}` stands between cells; use a comma, semicolon or tab"
            self._find(CSV001.at(self.places.span(self.file, 0, start), problem=problem))
            return []
        if delimiter:
            self._remarks.append("the first line names what stands between cells, and is no row")
        delimiter = delimiter or delimiter_of(self.text, {*self.table.columns, *self.table.kinds})
        try:
            rows = list(read_rows(self.text, delimiter, start))
        except BadCsvError as error:
            self._find(CSV001.at(self.places.span(self.file, error.start, error.start + 1), problem=str(error)))
            return []
        if not rows:
            self._find(CSV001.at(self.places.span(self.file, start, start), problem="it is empty"))
            return []
        widths = [max((number for number, cell in enumerate(row, 1) if cell.text), default=0) for row in rows]
        names = [cell.text for cell in rows[0]]
        width = max(*widths, len(names) if names == [*self.table.columns] else 1)
        beyond = max(len(row) for row, full in zip(rows, widths, strict=True) if full) - width if any(widths) else 0
        if beyond > 0:
            self._remarks.append(f"{plural(beyond, 'empty column')} at the right left out")
        return [row[:width] for row in rows]

    def _header(self, row: list[Cell]) -> list[int]:
        """Return the column of the table for each of the CSV; numbers past the end for those that no row has yet."""
        names = [cell.text for cell in row]
        if names == [*self.table.columns]:
            return [*range(len(names))]
        meant = Counter(folded(name) for name in self.table.kinds)
        alike = {folded(name): name for name in self.table.kinds if meant[folded(name)] == 1}
        names = [name if name in self.table.kinds else alike.get(folded(name), name) for name in names]
        pairs = zip(row, names, strict=True)
        headings = [f"`{cell.text}` as `{name}`" for cell, name in pairs if cell.text != name]
        if headings:
            self._remarks.append(f"read the {'columns' if len(headings) > 1 else 'column'} {', '.join(headings)}")
        seen: set[str] = set()
        for cell, name in zip(row, names, strict=True):
            if name in seen and name:
                self._find(CSV003.at(self._span(cell), name=name))
            elif name not in self.table.kinds and name not in seen:
                hint = did_you_mean(name, self.table.kinds)
                self._find(CSV002.at(self._span(cell), table=self.table.name, name=name).suggest(hint))
            seen.add(name)
        if self.table.repeats and not seen.isdisjoint(self.table.ids):
            # by what the CSV says of them: a sheet without the column `to` is about rows with and without it
            self.table = replace(self.table, ids=tuple(name for name in self.table.ids if name in seen))
            self.lines = self.table.lines(self._root)
        for name in self.table.ids:
            if name not in seen:
                self._find(CSV004.at(self._span(row[0]), name=name))
        return [self.table.number_of(name) for name in names if name in self.table.kinds]

    def values(self, row: _Wanted, there: Line | None) -> dict[int, Data]:
        """Return the changes of a row by column, None for a cell that goes; of a new row, all that it has."""
        found: dict[int, Data] = {}
        for column, raw in row.cells.items():
            name = self.table.name_of(column)
            kind = self.table.kinds[name]
            old = there.cells[column] if there and column < len(there.cells) else None
            cell = self._as_number(raw, kind, () if old is None else (old,))
            said = cell.text.lower() if kind == "flag" else cell.text
            if _same_line_ends(said) == _same_line_ends(old or ""):
                continue
            value = read_cell(said, kind) if said else None
            if said and value is None:
                place, shown = "/".join(part for part in row.id if part), f"`{_shown(cell.text)}`"
                self._find(
                    CSV007.at(
                        self._span(cell), row=f"row {place}", column=name, cell=shown, wanted=wanted_of(said, kind)
                    )
                )
            found[column] = value
        return found

    def _as_known(self, cell: Cell, kind: Kind, known: Collection[str]) -> Cell:
        """Return the cell of an id as the table has it: ` axis ` is `axis` where there is no row of the former."""
        bare = cell.text.strip()
        if cell.text not in known and bare != cell.text and bare in known:
            return _noted(self._bare, cell, bare)
        return self._as_number(cell, kind, known)

    def _as_number(self, cell: Cell, kind: Kind, known: Collection[str]) -> Cell:
        """Return a cell as the table has it: 6.0 is 6 in a column of numbers, and where a text has been 6 till now."""
        text = cell.text
        if text in known or not text:
            return cell
        bare = text if kind == "text" else text.strip()
        whole = _WHOLE(bare)
        if whole and (kind == "number" or whole[1] in known):
            return _noted(self._whole, cell, whole[1])
        return cell if bare == text else _noted(self._bare, cell, bare)

    def first_findings(self) -> list[Diagnostic]:
        """Return the findings by place; of those of one code the first, the last of which tells how many follow."""
        first = sorted(self._findings, key=lambda found: found.sort_key)
        last = {found.code: number for number, found in enumerate(first)}
        for code, number in last.items():
            if self.wrong[code] > _SHOWN:
                first[number] = first[number].note(f"and {self.wrong[code] - _SHOWN:,} more like it")
        return first

    def remarks(self) -> list[str]:
        """Return what was read though it is not written as the table has it, in words."""
        remarks = list(self._remarks)
        for cells in (self._whole, self._bare):
            if cells:
                (first, text), line, more = cells[0], self._span(cells[0][0]).line, len(cells) - 1
                also = f", and {plural(more, 'cell')} like it" if more else ""
                remarks.append(f"read `{_shown(first.text)}` on line {line} as `{text}`{also}")
        return remarks

    def _span(self, cell: Cell) -> Span:
        return self.places.span(self.file, cell.start, max(cell.end, cell.start + 1))

    def _find(self, finding: Diagnostic) -> None:
        self.wrong[finding.code] += 1
        if self.wrong[finding.code] <= _SHOWN:
            self._findings.append(finding)


def _noted(cells: list[tuple[Cell, str]], cell: Cell, text: str) -> Cell:
    """Return the cell with another text, and note it among cells of its kind."""
    cells.append((cell, text))
    return cell._replace(text=text)


def _shown(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _same_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


# -- changes of a table as edits of its file, for the import and for the editor ----------------------


def read_cell(text: str, kind: Kind) -> Data:
    """Return the value of a cell; None where it has none, or one that a file could not be read with."""
    if kind == "number":
        return int(text) if _NUMBER(text) and abs(int(text)) <= MOST else None
    if kind == "flag":
        return {"true": True, "false": False}.get(text)
    return text if _fits_on_a_line(text) else None


@lru_cache(maxsize=4096)
def _fits_on_a_line(text: str) -> bool:
    """Check whether a file can be read again with a text in it; tables repeat most of theirs."""
    if may_be_out_of_range([text]) or any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in text):
        return False
    root, problems = compose(f"a: {inline(text)}\n", "")
    wrong = root is None or root.data != {"a": text} or any(each.severity is Severity.ERROR for each in problems)
    return not wrong


def wanted_of(text: str, kind: Kind) -> str:
    """Return what a cell should be for which :func:`read_cell` has no value, in words."""
    too_great = _NUMBER(text) if kind == "number" else may_be_out_of_range([text])
    return _TOO_GREAT.get(kind, _WANTED[kind]) if too_great else _WANTED[kind]


def without_rows(table: Table, text: str, lines: Iterable[Line]) -> str:
    """Return the text without some rows.

    Raises:
        EditRefused: something else stands on the line of one.
    """
    changes = RowChanges(text)
    if table.chart:
        for line in lines:
            changes.remove(line.path)
    else:
        changes.drop(str(table.rows_at[0]), [int(line.path[-1]) for line in lines])
    return changes.result()


@dataclass(frozen=True)
class Row:
    """A row after the import: its number in the file, and the cells that change, by column."""

    number: int | None
    """None for a new row, of which all cells are given."""
    cells: dict[int, Data] = field(default_factory=dict)
    """None for a cell that goes."""


def changed_rows(table: Table, text: str, rows: Seq[Row]) -> str:
    """Return the text with the cells of rows set, and new rows added, each behind the row before it.

    Args:
        table: whose file the text is, or was before rows were removed from it.
        text: of the file.
        rows: rows that change and rows that are new. Those of the file stand in its order.

    Raises:
        EditRefused: the text leaves no place for a change.
    """
    changes = RowChanges(text)
    lines = table.lines(changes.root)
    if table.chart:
        _change_chart(changes, table, lines, rows)
        return changes.result()
    order = list(dict.fromkeys(str(table.steps(name)[0]) for name in (*table.columns, *table.kinds)))
    fresh: list[Data] = []
    index = 0
    for row in rows:
        cells = {table.steps(table.name_of(column)): value for column, value in row.cells.items()}
        if row.number is None:
            fresh.append(with_cells({}, cells, order))
            if lines:
                changes.insert(table.rows_at, index, fresh[-1])
            continue
        line = lines[row.number]
        index = int(line.path[-1]) + 1
        if cells:
            changes.put_cells(line.path, cells, order)
    if fresh and not lines:
        changes.append(table.rows_at, fresh)
    return changes.result()


def _change_chart(changes: RowChanges, table: Table, lines: Seq[Line], rows: Seq[Row]) -> None:
    headings: tuple[str, ...] = ()
    for row in rows:
        if row.number is None:
            heading = str(row.cells[0])
            items: list[Data] = [row.cells.get(column) or "" for column in range(1, len(table.columns))]
            changes.add(table.rows_at, heading, items, headings)
        else:
            line = lines[row.number]
            heading = line.id[0]
            cells: dict[Path, Data] = {(column - 1,): value for column, value in row.cells.items() if column}
            if cells:
                changes.put_cells(line.path, cells)
            if 0 in row.cells:
                changes.rename(line.path, str(row.cells[0]))
        headings = (*headings, heading)
