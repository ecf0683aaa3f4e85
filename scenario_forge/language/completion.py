"""What may be written at a place: ids, hexes, dates, and cells as they are printed elsewhere. Keys are the schemas'."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.project.place import Where
from scenario_forge.project.references.index import names_of, pattern_of
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Data, Node, Path

_MARK = "zzforgezz"
"""Is put where the cursor stands, so that an unfinished text has a value there."""
_WORD = re.compile(r"[^\s,()\[\]{}\"']*\Z")
_LONGEST = 30
"""Letters of the longest value that is taken for a printed cell rather than a text."""
MOST = 500


class Completion(NamedTuple):
    """A word that fits. It replaces the characters from ``start`` up to the cursor, as an offset."""

    label: str
    kind: str
    """What it names, such as ``hex``; ``cell`` for a cell as it is printed elsewhere."""
    start: int


def complete(game: Game, file: str, text: str, offset: int) -> list[Completion]:
    """What fits at an offset of a text, which need not be the text that the game was read from.

    Nothing where the text cannot be read, at keys, and in prose.
    """
    marked = text[:offset] + _MARK + text[offset:]
    root, _problems = compose(marked, file)
    found = next(_marked(root, ()), None) if root is not None else None
    there = game.read.get(file)
    if found is None or there is None:
        return []
    path, node = found
    before = node.text[: node.text.index(_MARK)]
    begun = _WORD.search(before)
    word, whole = begun[0] if begun else "", before
    kind = pattern_of(there.kind.name, path)
    made: dict[str, Completion] = {}
    for label, of in names_of(game, kind, Where(there, path)) if kind else ():
        already = whole if label.casefold().startswith(whole.casefold()) else word
        made.setdefault(label, Completion(label, of, offset - len(already)))
    if kind is None:
        for cell in _cells(game, there.kind.name, path):
            made.setdefault(cell, Completion(cell, "cell", offset - len(whole)))
        if there.kind.name in ("orders-of-battle", "scenarios") and _is_cell(path):
            for label, of in names_of(game, "in a cell", Where(there, path)):
                made.setdefault(label, Completion(label, of, offset - len(word)))
    fitting = [each for each in made.values() if each.label.casefold().startswith(text[each.start : offset].casefold())]
    return fitting[:MOST]


def _is_cell(path: Path) -> bool:
    """Whether a value of an order of battle or a set-up has a notation."""
    return (len(path) > 2 and "units" in path) or "markers" in path


def _marked(node: Node, path: Path) -> Iterator[tuple[Path, Scalar]]:
    """The value that holds the mark, with its path."""
    if isinstance(node, Scalar):
        if _MARK in node.text:
            yield path, node
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield from _marked(value, (*path, key))
    elif isinstance(node, Sequence):
        for index, value in enumerate(node.items):
            yield from _marked(value, (*path, index))


def _cells(game: Game, kind: str, path: Path) -> list[str]:
    """The short values under the same keys, the most used first."""
    wanted = tuple(step if isinstance(step, str) else None for step in path)
    counts: dict[str, int] = {}
    for file in game.files_of(kind):
        for value in _alike(file.data, wanted):
            if isinstance(value, str) and value and len(value) <= _LONGEST:
                counts[value] = counts.get(value, 0) + 1
    return sorted(counts, key=lambda value: (-counts[value], value))


def _alike(data: Data, wanted: tuple[str | None, ...]) -> Iterator[Data]:
    if not wanted:
        yield data
        return
    step, rest = wanted[0], wanted[1:]
    below: Iterable[Data] = ()
    if step is None:
        below = data if isinstance(data, list) else ()
    elif isinstance(data, dict) and step in data:
        below = (data[step],)
    for value in below:
        yield from _alike(value, rest)
