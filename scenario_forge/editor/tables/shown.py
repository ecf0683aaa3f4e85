"""Tables of a game as the page shows them: every cell with its place in the text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.api.tables.table import NoSuchTable, find_table, tables
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.tables.columns import Column, columns_of
from scenario_forge.editor.tables.faces import drawn_with
from scenario_forge.editor.tables.proposals import next_ids
from scenario_forge.editor.text.page_text import PageText
from scenario_forge.source.nodes import Mapping, Path, Sequence, child, content_end, descend

if TYPE_CHECKING:
    from scenario_forge.api.tables.table import Line, Table
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Node


TableEntry = TypedDict("TableEntry", {"name": str, "title": str, "doc": str})
"""A table of the list."""
TableList = TypedDict("TableList", {"tables": list[TableEntry]})
"""The tables of a game."""
TableRow = TypedDict("TableRow", {"from": int, "to": int, "cells": tuple[str | None, ...], "spans": list[int]})
"""A row: the text of each cell, and two offsets for each, -1 where it has none; `from` and `to` are the row's."""


class TableData(TableEntry):
    """A table as the page shows it."""

    rows_at: Path
    ids: list[int]
    """Columns by which rows are found."""
    chart: bool
    usual: int
    """Columns that are always shown; the others are optional, and no row has them."""
    columns: list[Column]
    rows: list[TableRow]
    drawn_with: str
    backs: bool
    """Whether a counter may have a back of its own."""
    next: dict[str, str]
    """Ids proposed for a new row, by the first id where rows have two."""


def tables_data(game: Game) -> TableList:
    """Return all tables by name, in the order of their documents."""
    return {
        "tables": [
            {"name": table.name, "title": title_of(table), "doc": table.source.name}
            for table in tables(game).values()
            if not table.repeats  # rows of the grid are found by ids
        ]
    }


def title_of(table: Table) -> str:
    """Return a table's title on the page: a chart's printed title, else the words of its name."""
    kind, _, id_ = table.name.partition("/")
    if table.chart and table.source.root is not None:
        title, depth = descend(table.source.root, ("charts", id_, "title"))
        if depth == 3 and isinstance(title.data, str):
            return title.data
    words = (f"{kind}: {id_}" if id_ else kind).replace("/", ", ").replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def table_named(game: Game, name: str) -> tuple[Table, int]:
    """Return a table by name, with columns that no row has yet last; and the number of those before them.

    Raises:
        Unknown: the game has none of that name, or its file cannot be read.
    """
    try:
        table = find_table(game, name[:200])
    except NoSuchTable as error:
        raise Unknown(f"{error}: {error.hint}" if error.hint else str(error)) from error
    spare = () if table.chart else tuple(each for each in table.kinds if each not in table.columns)
    return replace(table, columns=(*table.columns, *spare)), len(table.columns)


def table_data(game: Game, name: str) -> TableData:
    """Return a table: its columns, and the text and place of each cell.

    Raises:
        Unknown: the game has none of that name, or its file cannot be read.
    """
    table, usual = table_named(game, name)
    root, text = table.source.root, PageText(table.source.text)
    lines = table.lines(root) if root is not None else []
    steps = [table.steps(column) for column in table.columns]
    rows: list[TableRow] = []
    for line in lines:
        spans: list[int] = []
        for number, path in enumerate(steps):
            node = _cell(table, line, number, path)
            spans += (text.to_page(node.start.index), text.to_page(content_end(node, text.text))) if node else (-1, -1)
        begin = min((each for each in spans if each >= 0), default=text.to_page(line.node.start.index))
        end = text.to_page(line.node.end.index) if _in_brackets(line.node) else max(spans, default=begin)
        rows.append({"cells": line.cells, "spans": spans, "from": begin, "to": end})
    return {
        "name": table.name,
        "title": title_of(table),
        "doc": table.source.name,
        "rows_at": table.rows_at,
        "ids": [*range(len(table.ids))] if table.chart else [table.columns.index(each) for each in table.ids],
        "chart": table.chart,
        "usual": usual,
        "columns": columns_of(game, table),
        "rows": rows,
        "drawn_with": drawn_with(game, table),
        "backs": bool(table.faced) or any(line.cells[n] for line in lines for n in _backs(table)),
        "next": next_ids(game, table, lines),
    }


def _backs(table: Table) -> list[int]:
    """Return the columns that give a counter a back of its own."""
    faces = [each for each, kind in table.kinds.items() if kind == "flag" or each == "back"]
    return [table.columns.index(each) for each in faces if each in table.columns]


def _cell(table: Table, line: Line, number: int, path: tuple[str | int, ...]) -> Node | None:
    """Return where a cell of a row is written; of a chart's heading its key."""
    if table.chart:
        if number:
            return child(line.node, number - 1)
        parent = descend(table.source.root, table.rows_at)[0] if table.source.root is not None else None
        return parent.keys.get(line.id[0]) if isinstance(parent, Mapping) else None
    node: Node | None = line.node
    for step in path:
        node = node.values.get(str(step)) if isinstance(node, Mapping) else None
    return node


def _in_brackets(node: Node) -> bool:
    return isinstance(node, (Mapping, Sequence)) and node.flow
