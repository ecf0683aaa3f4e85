"""Rows of documents: items of lists and entries of mappings, found again, set, added, moved and removed as edits.

Called by whatever changes a table, a form, the map or a set-up, and by the import of a CSV. Everything that a change
does not name stays, byte for byte; what cannot be done is refused with :class:`EditRefused`, and nothing changes.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, TypeAlias, cast

from scenario_forge.source.change import Changes, entry, in_columns
from scenario_forge.source.compose import compose
from scenario_forge.source.emit import LISTED, Rows, inline
from scenario_forge.source.nodes import (
    EditRefused,
    Lines,
    Mapping,
    Scalar,
    Sequence,
    children_of,
    content_end,
    descend,
    entry_starts,
    least_splice,
    splice,
)

if TYPE_CHECKING:
    from collections.abc import Hashable
    from collections.abc import Mapping as Map
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Collection, Data, Node, Path, Splice, Step

Id: TypeAlias = "str | tuple[str, ...]"
"""Of a row; empty, or of empty parts, for none."""


class RowChanges(Changes):
    """Changes of a text with rows, which gain and lose keys, and stand in the columns of their table."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._renamed: dict[Path, str] = {}

    def node(self, path: Seq[Step]) -> Node | None:
        """Return the node at a path of the text as it was before the first change; None where there is none."""
        node, depth = descend(self.root, path)
        return node if depth == len(path) else None

    # -- added ---------------------------------------------------------------------------------

    def append(self, path: Seq[Step], rows: Seq[Data], at: int | None = None, after: Seq[str] = ()) -> None:
        """Add rows to a list, at its end or before the item of number ``at``; the list too, where there is none.

        Args:
            path: of the list. Only its last key may be missing.
            rows: words go into a list of words on its lines, and rows into the columns of the others. A list that
                begins with them has them as given, or in brackets where they are plain rows that fit on a line.
            at: a number of the list as it was before the first change; those beyond the end are the end.
            after: keys behind which that of a new list stands.

        Raises:
            EditRefused: something else stands there.
        """
        node = self.node(path)
        if isinstance(node, Sequence) and node.items:
            number = len(node.items) if at is None else min(at, len(node.items))
            words = words_of(node)
            if words is not None and all(isinstance(row, str) for row in rows):
                self.set_words(path, [*words[:number], *map(str, rows), *words[number:]])
                return
            for row in rows:
                self.insert(path, number, row)
        elif node is not None and not isinstance(node, Sequence) and node.data is not None:
            raise EditRefused("there is no list here")
        elif len(path) == 1 and all(isinstance(row, dict) for row in rows):
            self.begin(str(path[0]), rows_in_layout(cast("Seq[dict[str, Data]]", rows)), after)
        elif node is None:
            self.add(path[:-1], str(path[-1]), [*rows], after)
        else:
            self.set(path, [*rows])

    def set_words(self, path: Seq[Step], words: Seq[str]) -> None:
        """Replace the words of a list in brackets: if there are as many as before, each in its place."""
        node = self._at(path)
        old = [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
        if not isinstance(node, Sequence) or not node.flow or not len(old) == len(words) == len(node.items):
            super().set_words(path, words)
            return
        for number, (was, word) in enumerate(zip(old, words, strict=True)):
            if was != word:
                self.set([*path, number], word)

    def add(self, path: Seq[Step], key: str, value: Data, after: Seq[str] = ()) -> None:
        """Add an entry to a mapping; a row of words below other such rows is set out in their columns."""
        node = self._at(path)
        rows = list(node.values.items()) if isinstance(node, Mapping) and not node.flow else []
        like = next((row for row in reversed(rows) if row[0] in after), rows[-1] if rows else None)
        row = like[1] if like else None
        if like is None or not isinstance(value, list) or not isinstance(row, Sequence) or not row.flow:
            super().add(path, key, value, after)
            return
        assert isinstance(node, Mapping)  # noqa: S101 - it has rows
        name = node.keys[like[0]]
        written = f"{inline(key, name.style)}:".ljust(row.start.column - name.start.column - 1)
        begin = row.start.column - name.start.column
        written = f"{written} [" if len(written) + 1 >= begin else written.ljust(begin) + "["
        single = row.start.line == row.end.line
        for number, item in enumerate(map(inline, value)):
            if number:
                there = row.items[number].start.column - name.start.column if single and number < len(row.items) else 0
                written = f"{written},".ljust(max(there, len(written) + 2))
            written += item
        at, new = self._place_for(node, list(node.keys).index(like[0]) + 1, f"{written}]")
        self._splice(at, at, new)
        self._note(path)
        self._added.setdefault((*path,), []).append((like[0], key, value))

    # -- set -----------------------------------------------------------------------------------

    def put(self, path: Seq[Step], value: Data, after: Seq[str] = ()) -> None:
        """Set a value, add its key behind the last of ``after`` that is there, or with None remove it."""
        if not self.has(path):
            if value is not None:
                self.add(path[:-1], str(path[-1]), value, after)
        elif value is None:
            self.remove(path)
        else:
            self.set(path, value)

    def put_cells(self, path: Seq[Step], cells: Map[Path, Data], order: Seq[str] = ()) -> None:
        """Set several cells of a row, each by its path in the row; None removes one.

        A row in brackets on one line is laid out anew in the columns of its table, where it gets or loses a cell.

        Args:
            path: of the row. Of a list of words cells go by number, and blank ones fill it up to a number beyond it.
            cells: what changes.
            order: the keys that such rows may have; a new key stands behind those before it.

        Raises:
            EditRefused: there is no such row, or something else stands on its lines.
        """
        node = self._at(path)
        old = node.data
        if isinstance(old, list) and all(isinstance(cell[0], int) for cell in cells):
            self._fill(path, old, cells)
            return
        if not isinstance(node, Mapping) or not isinstance(old, dict):
            key = next(iter(cells))[0]
            raise EditRefused(f"the key {key} cannot be added here")
        cells = {cell: value for cell, value in cells.items() if value is not None or _has(old, cell)}
        if all(value is not None and _has(old, cell) for cell, value in cells.items()):
            for cell, value in cells.items():
                self.set((*path, *cell), value)
            return
        new = with_cells(old, cells, order)
        if node.flow and node.start.line == node.end.line:
            self._rewrite(path, node, new)
            return
        self._rewrite_block(path, old, new)

    def _fill(self, path: Seq[Step], old: list[Data], cells: Map[Path, Data]) -> None:
        numbers = {int(cell[0]): value or "" for cell, value in cells.items()}
        if max(numbers) < len(old):
            for number, value in numbers.items():
                self.set((*path, number), value)
            return
        row = [*old, *[""] * (max(numbers) + 1 - len(old))]
        for number, value in numbers.items():
            row[number] = value
        self.set(path, row)

    def _rewrite(self, path: Seq[Step], node: Mapping, row: dict[str, Data]) -> None:
        """Give a row in brackets on one line other keys and values; those that stay keep their words."""
        parts = {key: self._part(node, key, value) for key, value in row.items()}
        columns = self._columns_at(path[:-1])
        self._splice(node.start.index, content_end(node, self.text), in_columns(parts, columns))
        self._note(path)
        self._values[*path,] = row

    def _rewrite_block(self, path: Seq[Step], old: dict[str, Data], new: dict[str, Data]) -> None:
        """Give a row of several lines other keys and values."""
        keys = [*new]
        changed = [key for key in dict.fromkeys((*old, *keys)) if repr(old.get(key)) != repr(new.get(key))]
        replaced = {key for key in changed if key in old and (key not in new or isinstance(old[key], dict))}
        for key in changed:
            if key in replaced:
                self.remove((*path, key))
            elif key in old:
                self.set((*path, key), new[key])
        for key in changed:
            if key in new and (key in replaced or key not in old):
                self.add(path, key, new[key], keys[: keys.index(key)])

    def _part(self, node: Mapping, key: str, value: Data) -> str:
        if key not in node.keys:
            return entry(key, value)
        old, name = node.values[key], node.keys[key]
        if repr(old.data) == repr(value):
            return self.text[name.start.index : content_end(old, self.text)]
        style = old.style if isinstance(old, Scalar) else ""
        return f"{self.text[name.start.index : name.end.index]}: {inline(value, style)}"

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

    # -- removed -------------------------------------------------------------------------------

    def take(self, path: Seq[Step]) -> None:
        """Remove a row or an entry; the other words of a list in brackets stay on their lines."""
        parent, step = self.node(path[:-1]), path[-1]
        words = words_of(parent) if isinstance(parent, Sequence) else None
        if words is not None and isinstance(step, int):
            self.set_words(path[:-1], words[:step] + words[step + 1 :])
        else:
            self.remove(path)


def _set_cell(row: dict[str, Data], path: Path, value: Data) -> None:
    """Set or take away one cell. Mappings above it are copied, made where there are none, and removed if empty."""
    key, *below = path
    name, inner = str(key), value
    if below:
        above = row.get(name)
        inner = dict(above) if isinstance(above, dict) else {}
        _set_cell(inner, tuple(below), value)
    if inner is None or (below and not inner):
        row.pop(name, None)
    else:
        row[name] = inner


def with_cells(old: Map[str, Data], cells: Map[Path, Data], order: Seq[str] = ()) -> dict[str, Data]:
    """Return a row with cells set, by their paths in it, and with those of None taken away.

    >>> with_cells({"no": 1, "at": "R12"}, {("name",): "Sofafi", ("at",): None}, ["no", "name", "at"])
    {'no': 1, 'name': 'Sofafi'}
    """
    row = dict(old)
    for path, value in cells.items():
        _set_cell(row, path, value)
    ranks = {key: number for number, key in enumerate(order)}
    keys = [*old]
    for key in sorted((key for key in row if key not in old), key=lambda key: ranks.get(key, len(ranks))):
        rank = ranks.get(key, len(ranks))
        before = [number for number, other in enumerate(keys) if ranks.get(other, -1) < rank]
        keys.insert(max(before, default=-1) + 1, key)
    return {key: row[key] for key in keys if key in row}


def rows_in_layout(rows: Seq[dict[str, Data]]) -> Seq[dict[str, Data]]:
    """Return rows as a person would write them: short ones in brackets, a line each."""
    if isinstance(rows, Rows):
        return rows
    nested = any(isinstance(value, (dict, list)) for row in rows for value in row.values())
    return rows if nested or any(map(_is_long, rows)) else Rows(rows)


def _is_long(row: dict[str, Data]) -> bool:
    """Check whether a row is too long for a line; it is written only if it may be."""
    most = sum(len(key) + 2 * len(str(value)) + len('": ", ') for key, value in row.items())
    return most > LISTED and len(inline(row)) > LISTED


def words_of(node: Sequence) -> list[str] | None:
    """Return the words of a list in brackets; None where it holds anything else."""
    if not node.flow or not all(isinstance(item, Scalar) and isinstance(item.data, str) for item in node.items):
        return None
    return [str(item.data) for item in node.items]


def _has(row: Data, cell: Path) -> bool:
    for step in cell:
        if not isinstance(row, dict) or str(step) not in row:
            return False
        row = row[str(step)]
    return True


# -- moved -----------------------------------------------------------------------------------------


def move_item(text: str, path: Seq[Step], number: int, to: int) -> list[Splice]:
    """Return splices that give the item ``number`` of the list or mapping at ``path`` the number ``to``.

    Comments at the end of its lines, and on lines of their own directly above it, go with it; those above the first
    item of a list stay, since they are mostly about all of it. Empty lines between items stay where they are.

    Raises:
        EditRefused: there is no such list or item, or the new text would not read back as what was meant.
    """
    root, _problems = compose(text, "")
    node, depth = descend(root, path) if root is not None else (None, -1)
    if not isinstance(node, (Mapping, Sequence)) or depth != len(path):
        raise EditRefused("there is no such list of rows")
    if not {number, to} <= {*range(len(children_of(node)))}:
        raise EditRefused("there is no such row to be moved")
    if number == to:
        return []
    units = _units(text, node)
    low, high = min(number, to), max(number, to)
    between = [text[units[at][1] : units[at + 1][0]] for at in range(low, high)]
    if node.flow and any("#" in gap for gap in between):
        raise EditRefused("comments stand between these values: move them in the text")
    order = list(range(low, high + 1))
    order.insert(to - low, order.pop(number - low))
    rows = [text[slice(*units[at])] for at in order]
    new = rows[0] + "".join(gap + row for gap, row in zip(between, rows[1:], strict=True))
    made = [least_splice(text, units[low][0], units[high][1], new)]
    items = _items(node)
    items.insert(to, items.pop(number))
    again, _problems = compose(splice(text, made), "")
    after, depth = descend(again, path) if again is not None else (None, -1)
    if after is None or depth != len(path) or _items(after) != items:
        raise EditRefused("the rows cannot be exchanged without changing what they say: move them in the text")
    return made


def _items(node: Node) -> list[str]:
    if isinstance(node.data, dict):
        return [repr(each) for each in node.data.items()]
    return [repr(each) for each in node.data] if isinstance(node.data, list) else []


def _units(text: str, node: Collection) -> list[tuple[int, int]]:
    """Return where each item begins and ends with what belongs to it."""
    starts, items = entry_starts(node, text), children_of(node)
    if node.flow:
        return [(start, content_end(item, text)) for start, item in zip(starts, items, strict=True)]
    lines = Lines(text)
    units = []
    for number, (start, item) in enumerate(zip(starts, items, strict=True)):
        end = lines.bounds(lines.position(content_end(item, text))[0])[1]
        units.append((_with_comments(text, lines, start) if number else start, end))
    return units


def _with_comments(text: str, lines: Lines, start: int) -> int:
    """Return the start of the comments that stand directly above an item, in its own column; else its own."""
    line, column = lines.position(start)
    while line > 1:
        begin, end = lines.bounds(line - 1)
        above = text[begin:end]
        if not above.lstrip().startswith("#") or len(above) - len(above.lstrip()) != column - 1:
            break
        line, start = line - 1, begin + column - 1
    return start


# -- found again in a text that was changed --------------------------------------------------------


def rows_now(old: Seq[Hashable], new: Seq[Hashable], ids: tuple[Seq[Id], Seq[Id]]) -> list[int | None]:
    """Return the number that each row has among the new rows; None where it is not there, or may be one of several.

    ``ids`` are those of the old and of the new rows: an id that only one row has finds it, whatever else it says.
    """
    numbers: list[int | None] = [None] * len(old)
    for tag, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or (tag == "replace" and last - first == end - begin):
            numbers[first:last] = range(begin, end)
    before, after = Counter(ids[0]), Counter(ids[1])
    places = {id_: number for number, id_ in enumerate(ids[1])}
    for number, id_ in enumerate(ids[0]):
        if any(id_) and before[id_] == 1 == after[id_]:
            numbers[number] = places[id_]
    return numbers


def path_now(old: str, new: str, path: Seq[Step]) -> Path | None:
    """Return an old text's path in the new one: its keys, and the present numbers of its rows; None if unknown."""
    if old == new:
        return (*path,)
    before, now = compose(old, "")[0], compose(new, "")[0]
    steps: list[Step] = []
    for depth, step in enumerate(path):
        if not isinstance(step, int):
            steps.append(step)
            continue
        if before is None or now is None:
            return None
        rows, there = (_rows(descend(root, way)[0].data) for root, way in ((before, path[:depth]), (now, steps)))
        numbers = rows_now([*map(repr, rows)], [*map(repr, there)], (_ids(rows), _ids(there)))
        number = numbers[step] if step < len(numbers) else step if step == len(rows) == len(there) else None
        if number is None:
            return None
        steps.append(number)
    return (*steps,)


def _rows(data: object) -> list[object]:
    return data if isinstance(data, list) else []


def _ids(rows: list[object]) -> list[str]:
    ids = (row.get("id") if isinstance(row, dict) else None for row in rows)
    return [str(id_) if isinstance(id_, (str, int)) else "" for id_ in ids]
