"""Changes of a table's rows as edits of its file: cells set, rows added and removed; all else stays, byte for byte."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, cast

from scenario_forge.api.tables import merge
from scenario_forge.diagnostics.model import Severity
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import inline
from scenario_forge.source.nodes import EditRefused
from scenario_forge.source.table_rows import TableChanges

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Sequence as Seq

    from scenario_forge.api.tables import Kind, Line, Table
    from scenario_forge.source.nodes import Data, Path

WANTED = {"number": "a whole number", "flag": "true or false", "text": "text on one line"}
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,8}").fullmatch
_Later: TypeAlias = "tuple[Path, str, Data, tuple[str, ...]]"
"""A key to add to a row: its path, the key, the value, and the keys that stand before it."""


def read_cell(text: str, kind: Kind) -> Data:
    """The value of a cell; None where it has none."""
    if kind == "number":
        return int(text) if _NUMBER(text) else None
    if kind == "flag":
        return {"true": True, "false": False}.get(text)
    if any(unicodedata.category(sign) in ("Cc", "Zl", "Zp") for sign in text):
        return None
    root, problems = compose(f"a: {inline(text)}\n", "")
    wrong = root is None or root.data != {"a": text} or any(each.severity is Severity.ERROR for each in problems)
    return None if wrong else text


def without_rows(table: Table, text: str, lines: Iterable[Line]) -> str:
    """The text without some rows.

    Raises:
        EditRefused: something else stands on the line of one.
    """
    changes = TableChanges(text)
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
    """The text with the cells of rows set, and new rows added, each behind the row before it.

    Args:
        table: whose file the text is, or was before rows were removed from it.
        text: of the file.
        rows: rows that change and rows that are new. Those of the file stand in its order.

    Raises:
        EditRefused: the text leaves no place for a change.
    """
    changes = TableChanges(text)
    lines = table.lines(changes.root)
    if table.chart:
        _change_chart(changes, table, lines, rows)
        return changes.result()
    later: list[_Later] = []
    index, fresh, places = 0, [], list[int]()
    for row in rows:
        if row.number is None:
            fresh.append(_made(table, {}, row.cells))
            places.append(index)
            if lines:
                changes.insert(table.rows_at, index, fresh[-1])
            continue
        line = lines[row.number]
        index = int(line.path[-1]) + 1
        later += _set_row(changes, table, line, row.cells) if row.cells else ()
    if fresh and not lines:
        changes.begin(str(table.rows_at[0]), fresh)
    text = changes.result()
    if not later:
        return text
    changes = TableChanges(text)  # keys come into a block once those that go are gone
    for path, key, value, after in later:
        ahead = sum(place <= int(path[-1]) for place in places)
        changes.add((*path[:-1], int(path[-1]) + ahead), key, value, after)
    return changes.result()


def _change_chart(changes: TableChanges, table: Table, lines: Seq[Line], rows: Seq[Row]) -> None:
    headings: tuple[str, ...] = ()
    for row in rows:
        if row.number is None:
            heading = str(row.cells[0])
            items: list[Data] = [row.cells.get(column) or "" for column in range(1, len(table.columns))]
            changes.add(table.rows_at, heading, items, headings)
        else:
            line = lines[row.number]
            heading = line.id[0]
            cells = {column: value for column, value in row.cells.items() if column}
            if cells:
                _set_chart_row(changes, line, cells)
            if 0 in row.cells:
                changes.rename(line.path, str(row.cells[0]))
        headings = (*headings, heading)


def _set_chart_row(changes: TableChanges, line: Line, cells: dict[int, Data]) -> None:
    items = line.node.data if isinstance(line.node.data, list) else []
    if max(cells) <= len(items):
        for column, value in cells.items():
            changes.set((*line.path, column - 1), value or "")
        return
    row = [*items, *[""] * (max(cells) - len(items))]
    for column, value in cells.items():
        row[column - 1] = value or ""
    changes.set(line.path, row)


def _set_row(changes: TableChanges, table: Table, line: Line, cells: dict[int, Data]) -> list[_Later]:
    """Change a row; gives what has to be added once that is done."""
    old = cast("dict[str, Data]", line.node.data)
    new = _made(table, old, cells)
    names = {column: table.name_of(column) for column in cells}
    kept = [column for column, value in cells.items() if value is not None and _has(old, table.steps(names[column]))]
    if len(kept) == len(cells):
        for column in kept:
            changes.set((*line.path, *table.steps(names[column])), cells[column])
        return []
    try:
        changes.row(line.path, new)
    except EditRefused:
        pass
    else:
        return []
    later: list[_Later] = []
    for key in dict.fromkeys((*old, *new)):
        if repr(old.get(key)) == repr(new.get(key)):
            continue
        if key in old and key in new and not isinstance(old[key], dict):
            changes.set((*line.path, key), new[key])
            continue
        if key in old:
            changes.remove((*line.path, key))
        if key in new:
            order = [*new]
            later.append((line.path, key, new[key], tuple(order[: order.index(key)])))
    return later


def _has(row: Data, steps: Path) -> bool:
    for step in steps:
        if not isinstance(row, dict) or str(step) not in row:
            return False
        row = row[str(step)]
    return not isinstance(row, dict)


def _made(table: Table, old: dict[str, Data], cells: dict[int, Data]) -> dict[str, Data]:
    """A row with cells set and taken away; new keys stand where their column stands."""
    row: dict[str, Data] = {key: dict(value) if isinstance(value, dict) else value for key, value in old.items()}
    order: list[str] = []
    merge(order, [*old])
    for column, value in cells.items():
        steps = [str(step) for step in table.steps(table.name_of(column))]
        inner = row
        if len(steps) > 1:
            face = row.get(steps[0])
            inner = face if isinstance(face, dict) else row.setdefault(steps[0], {})  # type: ignore[assignment]
        if value is None:
            inner.pop(steps[-1], None)
        else:
            inner[steps[-1]] = value
        if len(steps) > 1 and not inner:
            del row[steps[0]]
    tops = list(dict.fromkeys(str(table.steps(name)[0]) for name in (*table.columns, *table.kinds)))
    ranks = {key: number for number, key in enumerate(tops)}
    for key in sorted((key for key in row if key not in old), key=lambda key: ranks.get(key, 0)):
        place = max((order.index(each) + 1 for each in order if ranks.get(each, 0) < ranks.get(key, 0)), default=0)
        order.insert(place, key)
    return {key: row[key] for key in order if key in row}
