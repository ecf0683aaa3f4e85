"""What may be written at a place: ids, hexes, dates, and cells as they are printed elsewhere. Keys are the schemas'."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.references import names_of, pattern_of
from scenario_forge.game.schedule import schedule
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.source.nodes import Data, Node, Path

_MARK = "zzforgezz"
"""Is put where the cursor stands, so that an unfinished text has a value there."""
_WORD = re.compile(r"[^\s,()\[\]{}\"']*\Z")
_ENTRY = re.compile(r"(?:[^\s,;][^,;]*)?\Z")
"""The entry of a cell that is begun."""
_NAME = re.compile(r"[^\s,;()]+")
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
    fitting = complete_value(game, Where(there, path), before)
    return [each._replace(start=offset - len(before) + each.start) for each in fitting]


def complete_value(game: Game, at: Where, before: str) -> list[Completion]:
    """What fits into a value that is begun; ``start`` counts from its first character. The value may be a new one."""
    begun = _WORD.search(before)
    word, whole = begun[0] if begun else "", before
    document = at.file.kind.name
    kind = pattern_of(document, at.path)
    made: dict[str, Completion] = {}
    for label, of in names_of(game, kind, at) if kind else ():
        already = whole if label.casefold().startswith(whole.casefold()) else word
        made.setdefault(label, Completion(label, of, len(before) - len(already)))
    if kind is None:
        for cell in _cells(game, document, at.path):
            made.setdefault(cell, Completion(cell, "cell", len(before) - len(whole)))
        if document in ("orders-of-battle", "scenarios") and _is_cell(at.path):
            # behind a sign such as (f) an entry is complete
            for label, of in names_of(game, "in a cell", at) if word or before[-1:] in " ,;" else ():
                made.setdefault(label, Completion(label, of, len(before) - len(word)))
            for each in _with_signs(game, before, markers="markers" in at.path):
                made.setdefault(each.label, each)
    fitting = [each for each in made.values() if each.label.casefold().startswith(before[each.start :].casefold())]
    return fitting[:MOST]


def _with_signs(game: Game, before: str, *, markers: bool) -> Iterator[Completion]:
    """The entry that is begun with signs that the charts print beside a name: ``R2/41``, ``T30(f)``."""
    entry = _ENTRY.search(before)
    begun = entry[0] if entry else ""
    dated, placed = _signs(game, markers=markers)
    track, grid = schedule(game), hex_map(game)
    start = len(before) - len(begun)
    for sign in dated if track is not None else ():
        if begun and begun[0] in (sign[0], sign[0].lower()):
            yield from (Completion(f"{sign}{label}", "turn", start) for label in _dates(track))
    name = _NAME.match(begun)
    if name is not None and grid is not None and grid.find(name[0]) is not None:
        yield from (Completion(f"{name[0]}{sign}", "cell", start) for sign in placed)


def _dates(track: Schedule | None) -> Iterator[str]:
    if track is not None:
        yield from (track.calendar.text(turn) for turn in range(track.calendar.length))


def _signs(game: Game, *, markers: bool) -> tuple[list[str], list[str]]:
    """Signs before dates and behind names in all charts, the most used first."""
    dated: dict[str, int] = {}
    placed: dict[str, int] = {}
    linked = forces(game)
    entries = (
        [each.entry for each in linked.marker_entries()]
        if markers
        else [entry for unit in linked.units() for entry in unit.all_entries()]
    )
    for entry in entries:
        cell, token, part = entry.where.whole().data, entry.token, entry.where.part
        if not isinstance(cell, str) or part is None or token.name_start >= token.name_end:
            continue
        written, name = cell[slice(*part)], (token.name_start - token.start, token.name_end - token.start)
        before, after = written[: name[0]], written[name[1] :]
        if entry.kind == "at" and after:
            placed[after] = placed.get(after, 0) + 1
        elif entry.turn is not None and before:
            dated[before] = dated.get(before, 0) + 1
    return (sorted(dated, key=lambda sign: -dated[sign]), sorted(placed, key=lambda sign: -placed[sign]))


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
