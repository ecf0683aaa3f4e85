"""Completions at a place: ids, hexes, dates, and cells as they are printed elsewhere. Keys are the schemas'."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from scenario_forge.documents.marks import Names
from scenario_forge.game.addresses import ADDRESSES, next_steps
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.references import ids_of, mark_at, names_of
from scenario_forge.game.schedule import schedule
from scenario_forge.source.compose import compose
from scenario_forge.source.nodes import Mapping, Scalar, Sequence
from scenario_forge.source.salvage import open_quote

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
_CELLS = frozenset({"cell", "cell or side", "cell of the track"})
"""Kinds of texts that are best written as they are elsewhere."""
_WITHIN = {
    "gaps": (re.compile(r"\{\+?([^{}]*)\Z"), "quantity"),
    "hexside": (re.compile(r"([^/:]*)\Z"), "hex"),
    "hexes": (re.compile(r"([^.]*)\Z"), "hex"),
    "figure": (re.compile(r"\A([^/]*)\Z"), "chart"),
    "chart/column": (re.compile(r"\A([^/]*)\Z"), "chart"),
    "formula of values": (re.compile(r"([a-z][a-z0-9_]*)\Z"), "value"),
    "set of errata": (re.compile(r"([^\s,]*)\Z"), "erratum"),
}
"""By kind of a text that names things among other words: what is begun at its end, and what that names."""
_OPEN = re.compile(r"\s*Decide:\s*")
"""Begins a value that is left to decide."""


class Completion(NamedTuple):
    """A word that fits. It replaces the characters from ``start`` up to the cursor, as an offset."""

    label: str
    kind: str
    """What it names, such as ``hex``; ``cell`` for a cell as it is printed elsewhere."""
    start: int


def complete(game: Game, file: str, text: str, offset: int) -> list[Completion]:
    """Return completions at an offset of a text, which need not be the text that the game was read from.

    Nothing at keys that are no names, in prose, and where the line cannot be read.
    """
    there = game.read.get(file)
    root = _composed(text, offset, file, there.source.text if there else "")
    found = next(_marked(root, ()), None) if root is not None else None
    if found is None or there is None:
        return []
    path, on, written = found
    before = written[: written.index(_MARK)]
    path = (*path[:-1], before) if on == "key" else path
    fitting = complete_value(game, Where(there, path, on), before)
    return [each._replace(start=offset - len(before) + each.start) for each in fitting]


def complete_value(game: Game, at: Where, before: str) -> list[Completion]:
    """Return completions of a begun value or key, also a new one; ``start`` counts from its first character."""
    begun = _WORD.search(before)
    word, whole = begun[0] if begun else "", before
    found = mark_at(game, at)
    mark = found[0] if found is not None else None
    made: dict[str, Completion] = {}
    if isinstance(mark, Names) and mark.kind not in _CELLS:
        for each in _names_fitting(game, mark, found[1] if found else at, at, before):
            made.setdefault(each.label, each)
    elif at.on == "value":
        for cell in _cells(game, at.file.kind.name, at.path):
            made.setdefault(cell, Completion(cell, "cell", len(before) - len(whole)))
        if isinstance(mark, Names):
            # behind a sign such as (f) an entry is complete
            for label, of in names_of(game, mark, at) if word or before[-1:] in " ,;" else ():
                made.setdefault(label, Completion(label, of, len(before) - len(word)))
            for each in _with_signs(game, before, markers="markers" in at.path):
                made.setdefault(each.label, each)
    fitting = [each for each in made.values() if each.label.casefold().startswith(before[each.start :].casefold())]
    return fitting[:MOST]


def _composed(text: str, offset: int, file: str, read: str) -> Node | None:
    """The text with the mark in it: the quote that is open there is closed, other lines may be those that were read."""
    marked = text[:offset] + _MARK + text[offset:]
    root, _problems = compose(marked, file)
    if root is not None:
        return root
    line, before = text.count("\n", 0, offset), text[text.rfind("\n", 0, offset) + 1 : offset]
    opened = open_quote(before)
    close = "" if opened is None else before[opened]
    marked = text[:offset] + _MARK + close + text[offset:]
    root, _problems = compose(marked, file)
    lines = read.split("\n")
    if root is not None or len(lines) != text.count("\n") + 1:
        return root
    for written in (marked, text[:offset] + _MARK + text[offset:]):
        lines[line] = written.split("\n")[line]
        root, _problems = compose("\n".join(lines), file)
        if root is not None:
            return root
    return None


def _names_fitting(game: Game, mark: Names, belongs: Where, at: Where, before: str) -> Iterator[Completion]:
    """Names that a text may have next; ``belongs`` is where what is around it decides what they are."""
    if mark.kind in ADDRESSES:
        yield from (Completion(*each) for each in next_steps(game, at, mark, before))
    elif mark.kind == "chart/column" and "/" in before:
        chart = before.partition("/")[0]
        yield from (Completion(label, "chart column", len(chart) + 1) for label in ids_of(game, "chart column", chart))
    elif mark.kind in _WITHIN:
        pattern, of = _WITHIN[mark.kind]
        last = pattern.search(before)
        for label, named in names_of(game, Names(of), at) if last else ():
            yield Completion(label, named, last.start(1) if last else 0)
    else:
        begun, open_ = _WORD.search(before), _OPEN.match(before) if mark.open else None
        word, whole = begun[0] if begun else "", before[open_.end() if open_ else 0 :]
        for label, of in names_of(game, mark, belongs):
            already = whole if label.casefold().startswith(whole.casefold()) else word
            yield Completion(label, of, len(before) - len(already))


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


def _marked(node: Node, path: Path) -> Iterator[tuple[Path, Literal["key", "value"], str]]:
    """The value or key that holds the mark, with its path, and its text."""
    if isinstance(node, Scalar):
        if _MARK in node.text:
            yield path, "value", node.text
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            if _MARK in key:
                yield (*path, key), "key", key
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
