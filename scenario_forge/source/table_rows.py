"""Rows of a table changed as a whole: what stays keeps its spelling, and keys stand in the columns of the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from scenario_forge.source.change import Changes
from scenario_forge.source.emit import inline
from scenario_forge.source.fmt import gaps
from scenario_forge.source.nodes import EditRefused, Mapping, Scalar, Sequence, content_end, descend

if TYPE_CHECKING:
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Data, Node, Step


class TableChanges(Changes):
    """Changes of a text with tables: rows get and lose keys, and new rows stand in the columns of all the others."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._columns: dict[str, int] = {}

    def row(self, path: Seq[Step], value: dict[str, Data]) -> None:
        """Give a row in brackets on one line these keys and values.

        Raises:
            EditRefused: there is no such row, or it stands on several lines.
        """
        node = self._at(path)
        if not isinstance(node, Mapping) or not node.flow or node.start.line != node.end.line:
            raise EditRefused("this is not a row in brackets on one line")
        self._columns = self._columns_of(descend(self.root, path[:-1])[0])
        parts = {key: self._part(node, key, each) for key, each in value.items()}
        self._splice(node.start.index, content_end(node, self.text), self._laid(parts))
        self._note(path)
        self._values[*path,] = value

    def insert(self, path: Seq[Step], index: int, value: Data) -> None:
        """Insert a row, in the columns of the table."""
        self._columns = self._columns_of(self._at(path))
        super().insert(path, index, value)

    def _aligned(self, like: Mapping, value: dict[str, Data]) -> str:
        if not self._columns:
            return super()._aligned(like, value)
        return self._laid({key: inline({key: each})[1:-1] for key, each in value.items()})

    def _part(self, node: Mapping, key: str, value: Data) -> str:
        """An entry as it was written, if it says the same."""
        if key not in node.keys:
            return inline({key: value})[1:-1]
        old, name = node.values[key], node.keys[key]
        if repr(old.data) == repr(value):
            return self.text[name.start.index : content_end(old, self.text)]
        style = old.style if isinstance(old, Scalar) else ""
        return f"{self.text[name.start.index : name.end.index]}: {inline(value, style)}"

    def _laid(self, parts: dict[str, str]) -> str:
        written = "{"
        for number, (key, part) in enumerate(parts.items()):
            if number:
                written = f"{written},".ljust(max(self._columns.get(key, 0), len(written) + 2))
            written += part
        return written + "}"

    def _columns_of(self, rows: Node) -> dict[str, int]:
        """Key → the column, from the bracket on, in which most rows have it; none where rows are not set out."""
        found: defaultdict[str, Counter[int]] = defaultdict(Counter)
        set_out = False
        for row in rows.items if isinstance(rows, Sequence) else ():
            if isinstance(row, Mapping) and row.flow and row.start.line == row.end.line:
                set_out = set_out or any("  " in there for _, there in gaps(self.text, row))
                for key, node in row.keys.items():
                    found[key][node.start.column - row.start.column] += 1
        return {key: seen.most_common(1)[0][0] for key, seen in found.items()} if set_out else {}
