"""Edits of an author's text: values set, inserted and removed; all other text stays, byte for byte.

:class:`Changes` gathers several changes of one text and gives them back as splices, verified once. The functions at
the foot make a single change and give the new text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, cast

from scenario_forge.source.compose import compose
from scenario_forge.source.edit import fill_lines, list_over_lines
from scenario_forge.source.emit import (
    LISTED,
    WIDE,
    AlignedRows,
    Rows,
    WrappedList,
    document,
    entries,
    folded_text,
    inline,
    plain_key,
)
from scenario_forge.source.fmt import gaps
from scenario_forge.source.nodes import (
    EditRefused,
    Lines,
    Mapping,
    Node,
    Scalar,
    Sequence,
    children_of,
    content_end,
    descend,
    entry_starts,
    least_splice,
    merge_touching,
    splice,
    stand_apart,
)
from scenario_forge.source.read import newline_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Mapping as Map
    from collections.abc import Sequence as Seq

    from scenario_forge.source.nodes import Data, Path, Splice, Step

_FULL_LINE_COMMENT = re.compile(r"[\r\n][ \t]*#").search
_GAP = re.compile(r",( +)(?=\S)").match


class Changes:
    """Changes of one text. Every path and index names a place in the text as it was before the first change.

    ``tidy`` lays new values out as a person would: rows in the columns of their table, entries of a list of blocks as
    blocks, long lists over several lines. Without it they are one line in brackets.

    Raises:
        EditRefused: the text cannot be read. Each method raises it too, where there is no such place.
    """

    def __init__(self, text: str, *, tidy: bool = True) -> None:
        root, _ = compose(text, "")
        if root is None:
            raise EditRefused("the file cannot be read")
        self.text, self.root, self.tidy = text, root, tidy
        self._newline = newline_of(text)
        self._lines = Lines(text)
        self._splices: dict[tuple[int, int], str] = {}
        self._values: dict[Path, Data] = {}
        self._gone: set[Path] = set()
        self._inserted: dict[Path, dict[int, list[Data]]] = {}
        self._added: dict[Path, list[tuple[str, str, Data]]] = {}
        self._touched: set[Path] = set()
        self._columns_by_table: dict[Path, dict[str, int]] = {}

    def splices(self) -> list[Splice]:
        """Return the smallest stretches of the text that change, in order, each with its replacement.

        Raises:
            EditRefused: changes overlap, or the new text would not read back as what was meant.
        """
        found = sorted((start, end, new) for (start, end), new in (self._splices | self._alone()).items())
        root, _ = compose(splice(self.text, merge_touching(found)), "")
        # compared as written out, since True == 1 == 1.0 in Python
        if root is None or repr(root.data) != repr(self._made(self.root.data, ())):
            raise EditRefused("the change would not read back as what was meant")
        return merge_touching(
            each for each in (least_splice(self.text, *each) for each in found) if each[0] < each[1] or each[2]
        )

    def result(self) -> str:
        """Return the new text; raises as :meth:`splices`."""
        return splice(self.text, self.splices())

    # -- the changes ---------------------------------------------------------------------------

    def set(self, path: Seq[Step], value: Data, *, in_table: bool = True) -> None:
        """Replace one value that is not a block of lines. Quotes that stood there are kept.

        With ``in_table`` the next column of a table stays where it is, if there is room; without it a whole column
        changes at once, and moves.
        """
        node = self._at(path)
        if isinstance(node, (Mapping, Sequence)) and not node.flow:
            raise EditRefused("this value is a block of several lines")
        start, end = node.start.index, content_end(node, self.text)
        new = self._folded(path, node, value) or inline(value, node.style if isinstance(node, Scalar) else "")
        if start == end and start and not self.text[start - 1].isspace():
            new = " " + new
        gap = _GAP(self.text, end) if self.tidy and "\n" not in new else None
        if gap and (len(gap[1]) > 1 or (in_table and self._in_table(path))):
            room = max(len(gap[1]) + (end - start) - len(new), 1)
            new, end = f"{new},{' ' * room}", gap.end()
        self._splice(start, end, new)
        self._note(path)
        self._values[*path,] = value

    def set_words(self, path: Seq[Step], words: Seq[str]) -> None:
        """Replace the words of a list in brackets; lines without a change stay."""
        node = self._at(path)
        if not isinstance(node, Sequence) or not node.flow or not all(isinstance(each, Scalar) for each in node.items):
            raise EditRefused("this is not a list of words in brackets")
        start, end = node.start.index, node.end.index
        self._splice(start, end, self._relisted(node, [str(word) for word in words]))
        self._note(path)
        self._values[*path,] = list(words)

    def insert(self, path: Seq[Step], index: int, value: Data) -> None:
        """Insert an item into the list at ``path``, before the item that has this index now, or at the end."""
        node = self._at(path)
        if not isinstance(node, Sequence):
            raise EditRefused("there is no list here")
        index = min(index, len(node.items))
        at, new = self._place_for(node, index, self._item(path, node, index, value))
        self._splice(at, at, new)
        self._note(path)
        self._inserted.setdefault((*path,), {}).setdefault(index, []).append(value)

    def add(self, path: Seq[Step], key: str, value: Data, after: Seq[str] = ()) -> None:
        """Add an entry to the mapping at ``path``: behind the last of the keys ``after`` that it has, or at its end."""
        node = self._at(path)
        if not isinstance(node, Mapping) or (key in node.keys and (*path, key) not in self._gone):
            raise EditRefused(f"the key {key} cannot be added here")
        keys = list(node.keys)
        there = [known for known in keys if (*path, known) not in self._gone] or keys
        behind = next((known for known in reversed(there) if known in after), there[-1] if there else "")
        written = inline({key: value})[1:-1]
        if self.tidy and not path and not node.flow:
            written = self._document(key, value)
            written = self._newline + written if "\n" in written else written
        elif self.tidy and isinstance(value, Rows) and not node.flow:
            written = f"{key}:\n{entries(value, indent=node.start.column + 2)}".rstrip("\n").replace(
                "\n", self._newline
            )
        at, new = self._place_for(node, keys.index(behind) + 1 if keys else 0, written)
        self._splice(at, at, new)
        self._note(path)
        self._added.setdefault((*path,), []).append((behind, key, value))

    def begin(self, key: str, items: Seq[Map[str, object]], after: Seq[str] = ()) -> None:
        """Add a list with one item or more to the document, where it has none or an empty one."""
        value = cast("Data", items)
        there = self.root.values.get(key) if isinstance(self.root, Mapping) else None
        if there is None:
            self.add((), key, value, after)
            return
        if there.data or not isinstance(self.root, Mapping):
            raise EditRefused(f"the key {key} cannot be added here")
        self._splice(self.root.keys[key].start.index, content_end(there, self.text), self._document(key, value))
        self._note((key,))
        self._values[key,] = value

    def drop(self, key: str, numbers: Collection[int]) -> None:
        """Remove items of a list of the document, if any; the list too, if none would be left."""
        if not numbers:
            return
        node = self._at((key,))
        if not isinstance(node, Sequence):
            raise EditRefused("there is no list here")
        if len({*numbers}) == len(node.items):
            self.remove((key,))
        else:
            for number in sorted(numbers):
                self.remove((key, number))

    def remove(self, path: Seq[Step]) -> None:
        """Remove an item of a list or an entry of a mapping, with the comment on its line."""
        self._at(path)
        if not path:
            raise EditRefused("the whole document cannot be removed")
        parent, _ = descend(self.root, path[:-1])
        step = path[-1]
        if isinstance(parent, Mapping):
            index = list(parent.keys).index(str(step))
        else:
            assert isinstance(parent, Sequence)  # noqa: S101 - nothing else has a value below it
            index = int(step)
        start, end = self._extent(parent, index)
        if self.tidy and isinstance(parent, Sequence) and (*path[:-1], index - 1) in self._gone:
            # the empty lines between two that go, go with them
            while self.text.endswith(self._newline * 2, 0, start):
                start -= len(self._newline)
        self._splice(start, end, "")
        self._note(path[:-1])
        self._gone.add((*path,))

    # -- what the text is to say then ----------------------------------------------------------

    def _note(self, path: Seq[Step]) -> None:
        self._touched.update(tuple(path[:depth]) for depth in range(len(path) + 1))

    def _made(self, data: Data, path: Path) -> Data:
        if path in self._values:
            return self._values[path]
        if path not in self._touched:
            return data
        if isinstance(data, dict):
            added = self._added.get(path, [])
            made: dict[str, Data] = {}
            for key, value in data.items():
                if (*path, key) not in self._gone:
                    made[key] = self._made(value, (*path, key))
                made.update((new, given) for behind, new, given in added if behind == key)
            return {**made, **{new: given for behind, new, given in added if not behind}}
        if not isinstance(data, list):
            return data
        listed: list[Data] = []
        inserted = self._inserted.get(path, {})
        for number, item in enumerate(data):
            listed += inserted.get(number, ())
            if (*path, number) not in self._gone:
                listed.append(self._made(item, (*path, number)))
        return [*listed, *inserted.get(len(data), ())]

    # -- how it is laid out --------------------------------------------------------------------

    def has(self, path: Seq[Step]) -> bool:
        """Return whether there is a value at a path."""
        return descend(self.root, path)[1] == len(path)

    def _document(self, key: str, value: Data) -> str:
        return document({key: value}).rstrip("\n").replace("\n", self._newline)

    def _alone(self) -> dict[tuple[int, int], str]:
        """The row that is left of a table, which is one no more, with single spaces in it."""
        found: dict[tuple[int, int], str] = {}
        for path in {path[:-1] for path in self._gone} if self.tidy else ():
            node = self._at(path)
            items = node.items if isinstance(node, Sequence) and path not in self._inserted else []
            left = [item for number, item in enumerate(items) if (*path, number) not in self._gone]
            row = left[0] if len(left) == 1 else None
            if isinstance(row, Mapping) and row.flow:
                found |= {(start, end): new for (start, end, new), there in gaps(self.text, row) if there != new}
        return found

    def _at(self, path: Seq[Step]) -> Node:
        node, depth = descend(self.root, path)
        if depth < len(path):
            raise EditRefused(f"there is nothing at {'.'.join(map(str, path))}")
        return node

    def _splice(self, start: int, end: int, new: str) -> None:
        if start == end:
            self._splices[start, end] = self._splices.get((start, end), "") + new
        elif (start, end) in self._splices:
            raise EditRefused("two changes overlap")
        else:
            self._splices[start, end] = new

    def _place_for(self, node: Mapping | Sequence, index: int, entry: str) -> tuple[int, str]:
        """Where a new entry goes, and what is written there."""
        text, children = self.text, children_of(node)
        if node.flow:
            if index:
                return content_end(children[index - 1], text), ", " + entry
            return (entry_starts(node, text)[0], entry + ", ") if children else (node.start.index + 1, entry)
        if isinstance(node, Sequence):
            entry = "- " + entry
        line_end = self._newline + " " * node.start.column
        apart = self._newline if self.tidy and stand_apart(node, text) else ""
        if index == 0:
            return entry_starts(node, text)[0], entry + apart + line_end
        last, _ = self._lines.position(content_end(children[index - 1], text))
        begin = "" if entry.startswith(self._newline) else line_end
        return self._lines.bounds(last)[1], apart + (begin or self._newline) + entry

    def _extent(self, node: Mapping | Sequence, index: int) -> tuple[int, int]:
        """What has to go so that an entry is gone: to the next one, from the last one, or whole lines."""
        text, lines = self.text, self._lines
        starts, children = entry_starts(node, text), children_of(node)
        start, end = starts[index], content_end(children[index], text)
        if node.flow:
            if index + 1 < len(starts):
                return start, starts[index + 1]
            return (content_end(children[index - 1], text) if index else start), end
        first, last = lines.position(start)[0], lines.position(end)[0]
        begin = lines.bounds(first)[0]
        if not text[begin:start].strip():
            stop = lines.bounds(last + 1)[0] if last < len(lines) else len(text)
            blank = self._newline
            if self.tidy and text[:begin].endswith(blank * 2) and (stop == len(text) or text.startswith(blank, stop)):
                begin -= len(blank)  # of two empty lines one goes too, and so does one at the end of the text
            return begin, stop
        if index + 1 == len(starts) or _FULL_LINE_COMMENT(text, start, starts[index + 1]):
            raise EditRefused("something else stands on the same line")
        return start, starts[index + 1]

    def _item(self, path: Seq[Step], node: Sequence, index: int, value: Data) -> str:
        """The text of a new item of a list, after its dash."""
        like = node.items[min(index, len(node.items)) - 1] if node.items else None
        if not self.tidy or node.flow or not isinstance(value, dict) or not isinstance(like, Mapping):
            return inline(value)
        column = node.start.column
        if like.flow:
            columns = self._columns_at(path) or _columns_of_row(like)
            return in_columns({key: entry(key, each) for key, each in value.items()}, columns)
        laid = {key: self._list_like(like, key, each, column + 2 + len(key) + 2) for key, each in value.items()}
        written = entries([laid], indent=column).rstrip("\n").lstrip(" -")
        return written.replace("\n", self._newline)

    @staticmethod
    def _list_like(like: Mapping, key: str, value: Data, column: int) -> object:
        """A list of rows as another item has such a list; one that does not fit on its line over several."""
        if not isinstance(value, list):
            return value
        rows = [each for each in value if isinstance(each, dict)]
        if rows:
            there = like.values.get(key)
            in_brackets = isinstance(there, Sequence) and all(
                isinstance(each, Mapping) and each.flow for each in there.items
            )
            return AlignedRows(rows) if in_brackets and len(rows) == len(value) else value
        return WrappedList(value) if column + len(inline(value)) > LISTED else value

    def _columns_at(self, path: Seq[Step]) -> dict[str, int]:
        """The columns of the keys of a table, counted once for all of its rows; empty where rows are not set out."""
        columns = self._columns_by_table.get((*path,))
        if columns is None:
            columns = self._columns_by_table[*path,] = self._columns_of(descend(self.root, path)[0])
        return columns

    def _columns_of(self, rows: Node) -> dict[str, int]:
        """Key → the column, from the bracket on, in which most rows have it; empty where rows are not set out."""
        columns: defaultdict[str, Counter[int]] = defaultdict(Counter)
        set_out = False
        for row in rows.items if isinstance(rows, Sequence) else ():
            if isinstance(row, Mapping) and row.flow:
                own = _columns_of_row(row)
                set_out = set_out or (bool(own) and any("  " in gap for _, gap in gaps(self.text, row)))
                for key, column in own.items():
                    columns[key][column] += 1
        return {key: counts.most_common(1)[0][0] for key, counts in columns.items()} if set_out else {}

    def _folded(self, path: Seq[Step], node: Node, value: Data) -> str:
        """A text over several lines, where it stood so before or is too long for its line; else empty."""
        parent, _ = descend(self.root, path[:-1])
        if (
            not self.tidy
            or not isinstance(node, Scalar)
            or not isinstance(value, str)
            or not isinstance(parent, Mapping)
        ):
            return ""
        long = node.style == "" and node.start.column + len(inline(value)) > WIDE
        if parent.flow or not value.strip() or not (long or node.style == ">"):
            return ""
        return folded_text(value, parent.start.column + 2).replace("\n", self._newline)

    def _in_table(self, path: Seq[Step]) -> bool:
        """Whether the row of a value is set out in columns with the rows above and below it."""
        if len(path) < 2 or not isinstance(path[-2], int):
            return False
        rows, _ = descend(self.root, path[:-2])
        row = self._at(path[:-1])
        keys = list(row.keys) if isinstance(row, Mapping) else []
        if not isinstance(rows, Sequence) or not isinstance(row, Mapping) or path[-1] == keys[-1]:
            return False
        following = keys[keys.index(str(path[-1])) + 1]
        column = row.keys[following].start.column
        beside = [each for number, each in enumerate(rows.items) if abs(number - path[-2]) == 1]
        same = [
            each.keys[following].start.column == column
            for each in beside
            if isinstance(each, Mapping) and following in each.keys
        ]
        return bool(same) and all(same)

    def _relisted(self, node: Sequence, words: Seq[str]) -> str:
        """The list with other words: kept ones on their lines, each new one on the line of the word before it."""
        old = [item.text for item in node.items if isinstance(item, Scalar)]
        whole = self.text[node.start.index : node.end.index]
        if not words or not old:
            return f"[{', '.join(map(inline, words))}]"
        written = [self.text[item.start.index : item.end.index] for item in node.items]
        lines: dict[int, list[str]] = {item.start.line: [] for item in node.items}
        line = node.items[0].start.line
        for tag, one, two, first, last in SequenceMatcher(None, old, words, autojunk=False).get_opcodes():
            if tag == "equal":
                for number in range(one, two):
                    line = node.items[number].start.line
                    lines[line].append(written[number])
                continue
            line = node.items[one].start.line if one < two else line
            lines[line] += map(inline, words[first:last])
        if node.start.line == node.end.line:
            return self._on_one_line(node, lines[node.start.line])
        return list_over_lines(whole, node, lines, written, self._newline)

    def _on_one_line(self, node: Sequence, words: list[str]) -> str:
        begin, end = self._lines.bounds(node.start.line + 1)
        listed = f"[{', '.join(words)}]"
        ahead = self.text[begin : node.start.index]
        if len(ahead) + len(listed) + end - node.end.index <= WIDE or "{" in ahead or "[" in ahead:
            return listed
        column = len(ahead) - len(ahead.lstrip(" -"))
        return self._newline.join(["[", *fill_lines(words, " " * (column + 2), LISTED), " " * column + "]"])


# -- rows in brackets --------------------------------------------------------------------------------


def in_columns(parts: Map[str, str], columns: Map[str, int]) -> str:
    """Write a row in brackets, its parts by key in their columns where there is room."""
    row = "{"
    for number, (key, text) in enumerate(parts.items()):
        if number:
            row = f"{row},".ljust(max(columns.get(key, 0), len(row) + 2))
        row += text
    return row + "}"


def entry(key: str, value: Data) -> str:
    """Write a key and its value as they stand in brackets."""
    if isinstance(value, (str, int)) and plain_key(key) and not (isinstance(value, str) and inline(value) != value):
        return f"{key}: {inline(value)}"
    return inline({key: value})[1:-1]  # slow: a library writes it


def _columns_of_row(row: Mapping) -> dict[str, int]:
    if row.start.line != row.end.line:
        return {}
    return {key: node.start.column - row.start.column for key, node in row.keys.items()}


# -- one change, and the new text --------------------------------------------------------------------


def set_scalar(text: str, path: Seq[Step], value: Data) -> str:
    r"""Replace one value that is not a block of lines. Quotes that stood there are kept.

    >>> set_scalar("hex: R12  # the pass\n", ["hex"], "0614")
    'hex: "0614"  # the pass\n'

    Raises:
        EditRefused: there is no such value, or the result would not read back as meant.
    """
    changes = Changes(text, tidy=False)
    changes.set(path, value)
    return changes.result()


def insert_item(text: str, path: Seq[Step], index: int, value: Data) -> str:
    """Insert an item into the list at ``path``, before the item that has this index now, or at the end.

    Raises:
        EditRefused: there is no such list, or the result would not read back as meant.
    """
    changes = Changes(text, tidy=False)
    changes.insert(path, index, value)
    return changes.result()


def add_entry(text: str, path: Seq[Step], key: str, value: Data) -> str:
    """Add an entry at the end of the mapping at ``path``.

    Raises:
        EditRefused: there is no such mapping, the key is there already, or the result would not read
            back as meant.
    """
    changes = Changes(text, tidy=False)
    changes.add(path, key, value)
    return changes.result()


def remove(text: str, path: Seq[Step]) -> str:
    """Remove an item of a list or an entry of a mapping, with the comment on its line.

    Raises:
        EditRefused: there is no such value, it is the only one in its block, or the result would not
            read back as meant.
    """
    changes = Changes(text, tidy=False)
    changes.remove(path)
    return changes.result()
