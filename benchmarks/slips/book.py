"""A clean game as text, and the edits that plant a slip in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import yaml

from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.source.nodes import Mapping, Node, Sequence, descend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.forces import Forces, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.source.nodes import Data

Path = tuple[Any, ...]
Stretch = tuple[str, int, int]
"""A file and offsets in it."""


@dataclass(frozen=True)
class Edit:
    """Characters ``start`` to ``end`` of a file become ``new``."""

    file: str
    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Slip:
    """Edits that belong together, and where a finding about them may stand beside the places they touch.

    ``also`` are stretches of the clean text (file, start, end) that disagree with the slip: the unit whose
    counter is gone, the box of the track that a mistyped date misses.
    """

    edits: tuple[Edit, ...]
    what: str
    also: tuple[Stretch, ...] = ()


Kind = "Callable[[Book, Random], Iterator[Slip]]"


@dataclass
class Book:
    """The clean game. Paths are keys and indices in one file; offsets are in its text."""

    game: Game
    texts: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Keep the texts by file name."""
        self.texts = {name: file.source.text for name, file in self.game.files.items()}

    # -- the linked views of the clean game ----------------------------------------------------------

    @cached_property
    def map(self) -> HexMap:
        """The map."""
        found = hex_map(self.game)
        assert found is not None
        return found

    @cached_property
    def track(self) -> Schedule:
        """The time record track."""
        found = schedule(self.game)
        assert found is not None
        return found

    @cached_property
    def forces(self) -> Forces:
        """The orders of battle."""
        return forces(self.game)

    # -- places ------------------------------------------------------------------------------------

    def files(self, kind: str) -> list[str]:
        """The names of the files of a kind."""
        return [file.name for file in self.game.files_of(kind)]

    def data(self, name: str) -> Any:  # noqa: ANN401 - plain YAML data
        """A file's data as written, without errata."""
        root = self.game.files[name].source.root
        return root.data if root else None

    def node(self, name: str, path: Path) -> Node | None:
        """The node at a path as written; None where there is none or an erratum speaks of it."""
        patched = self.game.files[name].patched
        if any(p[: len(path)] == path or path[: len(p)] == p for p in patched):
            return None
        return self._node(name, path)

    def _node(self, name: str, path: Path) -> Node | None:
        """The node at a path as written, whatever errata say."""
        root = self.game.files[name].source.root
        if root is None:
            return None
        node, depth = descend(root, path)
        return node if depth == len(path) else None

    def walk(self, name: str) -> Iterator[tuple[Path, Node]]:
        """Every node of a file that no erratum speaks of, with its path."""
        root = self.game.files[name].source.root
        if root is not None:
            yield from self._walk(root, (), self.game.files[name].patched)

    def _walk(self, node: Node, path: Path, patched: frozenset[Path]) -> Iterator[tuple[Path, Node]]:
        if path in patched:
            return
        yield path, node
        below: Any = ()
        if isinstance(node, Mapping):
            below = node.values.items()
        elif isinstance(node, Sequence):
            below = enumerate(node.items)
        for step, child in below:
            yield from self._walk(child, (*path, step), patched)

    def place(self, name: str, path: Path) -> Stretch:
        """For ``Slip.also``: where the value at a path stands."""
        root = self.game.files[name].source.root
        assert root is not None
        node, _depth = descend(root, path)
        return name, node.start.index, _last(node).end.index

    def line(self, name: str, offset: int) -> tuple[int, int]:
        """Start and end of the line around an offset, its line end included."""
        text = self.texts[name]
        end = text.find("\n", offset)
        return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end + 1

    # -- edits -------------------------------------------------------------------------------------

    def replace(self, name: str, node: Node, new: str) -> Edit:
        """Another value, in quotes where it was in quotes."""
        start, end = node.start.index, node.end.index
        quote = self.texts[name][start]
        return Edit(name, start, end, f"{quote}{new}{quote}" if quote in "\"'" else new)

    def replace_part(self, name: str, node: Node, old: str, new: str) -> Edit | None:
        """Another word in a value, the first such; None where it is not there."""
        start = self.texts[name].find(old, node.start.index, node.end.index)
        return None if start < 0 else Edit(name, start, start + len(old), new)

    def rename_key(self, name: str, path: Path, new: str) -> Edit | None:
        """Another key before the value at a path."""
        node, parent = self.node(name, path), self._node(name, path[:-1])
        if node is None or not isinstance(parent, Mapping):
            return None
        key = parent.keys[path[-1]]
        return self.replace(name, key, new)

    def lines_of(self, name: str, path: Path) -> tuple[int, int] | None:
        """Start and end of the whole lines an item of a block list takes up; None if it shares them."""
        node, parent = self.node(name, path), self._node(name, path[:-1])
        if node is None or not isinstance(parent, Sequence) or parent.flow:
            return None
        start, _ = self.line(name, node.start.index)
        following = path[-1] + 1
        if following < len(parent.items):
            end, _ = self.line(name, parent.items[following].start.index)
        else:
            last = _last(node)
            _, end = self.line(name, last.end.index)
        return start, end

    def drop_item(self, name: str, path: Path) -> Edit | None:
        """A line left out."""
        lines = self.lines_of(name, path)
        return Edit(name, *lines, "") if lines else None

    def double_item(self, name: str, path: Path) -> Edit | None:
        """A line typed twice."""
        lines = self.lines_of(name, path)
        return Edit(name, lines[1], lines[1], self.texts[name][slice(*lines)]) if lines else None

    def drop_key(self, name: str, path: Path) -> Edit | None:
        """A key and its value left out of a mapping in braces."""
        node, parent = self.node(name, path), self._node(name, path[:-1])
        if node is None or not isinstance(parent, Mapping) or not parent.flow:
            return None
        text, end = self.texts[name], node.end.index
        while text[end] in ", ":
            end += 1
        start = parent.keys[path[-1]].start.index
        if text[end] == "}":
            start = text.rindex(",", 0, start)
        return Edit(name, start, end, "")

    def set(self, name: str, path: Path, value: Data) -> Edit | None:
        """The value at a path, or a key or item more where there is none; None if an erratum speaks of it."""
        if any(p[: len(path)] == path or path[: len(p)] == p for p in self.game.files[name].patched):
            return None
        node = self._node(name, path)
        if node is not None:
            start, end = node.start.index, _last(node).end.index
            return Edit(name, start, start + len(self.texts[name][start:end].rstrip()), _flow(value))
        parent, step = self._node(name, path[:-1]), path[-1]
        if parent is None:
            return self.set(name, path[:-1], {step: value} if isinstance(step, str) else [value])
        if isinstance(parent, Mapping):
            return self._first_key(name, parent, step, value)
        return self._last_item(name, parent, value) if isinstance(parent, Sequence) else None

    def append(self, name: str, path: Path, value: Data) -> Edit | None:
        """An item more at the end of a list."""
        node = self._node(name, path)
        return self.set(name, (*path, len(node.items) if isinstance(node, Sequence) else 0), value)

    def _first_key(self, name: str, parent: Mapping, key: str, value: Data) -> Edit:
        if not parent.keys:  # {}
            return Edit(name, parent.start.index + 1, parent.start.index + 1, f"{key}: {_flow(value)}")
        start = next(iter(parent.keys.values())).start.index
        behind = ", " if parent.flow else "\n" + " " * (start - self.line(name, start)[0])
        return Edit(name, start, start, f"{key}: {_flow(value)}{behind}")

    def _last_item(self, name: str, parent: Sequence, value: Data) -> Edit:
        if parent.flow:
            end = parent.end.index - 1
            return Edit(name, end, end, f"{', ' if parent.items else ''}{_flow(value)}")
        first, end = parent.items[0].start.index, _last(parent).end.index
        start, _ = self.line(name, first)
        dash = self.texts[name].index("-", start) - start
        text = self.texts[name]
        if text[end - 1] != "\n":  # a block scalar ends behind its line
            _, end = self.line(name, end)
        return Edit(name, end, end, f"{'' if text[end - 1] == chr(10) else chr(10)}{' ' * dash}- {_flow(value)}\n")

    def swap(self, name: str, one: Node, other: Node) -> tuple[Edit, Edit]:
        """Two values in each other's place."""
        text = self.texts[name]
        first, second = text[one.start.index : one.end.index], text[other.start.index : other.end.index]
        return (
            Edit(name, one.start.index, one.end.index, second),
            Edit(name, other.start.index, other.end.index, first),
        )

    # -- units -------------------------------------------------------------------------------------

    def cells(self) -> Iterator[tuple[Unit, str, Node, str]]:
        """Every cell of every unit: unit, column, node, file."""
        for unit in self.forces.units():
            name = unit.where.file.name
            for column in unit.row.cells:
                node = self.node(name, (*unit.where.path, column))
                if node is not None:
                    yield unit, column, node, name


class _Plain(yaml.SafeDumper):
    """Writes as a person would: no anchors, and figures that are names in quotes."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if text[:1].isdigit() else None)


_Plain.add_representer(str, _text)


def new_file(name: str, data: Data) -> Edit:
    """A file more."""
    text = yaml.dump(data, Dumper=_Plain, sort_keys=False, allow_unicode=True, default_flow_style=False)
    return Edit(name, 0, 0, text)


def _flow(value: Data) -> str:
    """A value as it stands on one line."""
    text = yaml.dump([value], Dumper=_Plain, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6)
    return text.strip()[1:-1]


def _last(node: Node) -> Node:
    """The last scalar or flow collection in a node: a block collection's own end lies behind comments."""
    while isinstance(node, (Mapping, Sequence)) and not node.flow:
        below = list(node.values.values()) if isinstance(node, Mapping) else node.items
        if not below:
            return node
        node = below[-1]
    return node
