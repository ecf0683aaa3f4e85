"""Addresses of values: what each step of one names, and what a value that belongs at one means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.documents.marks import Names
from scenario_forge.documents.shapes import Shape, shape_at, shape_of
from scenario_forge.game.game import Game, fact
from scenario_forge.game.naming import Part
from scenario_forge.game.place import KEYS, AddressError, Where, headings_of, item_keys, resolve, step_spans
from scenario_forge.game.vocabulary import Target, defined_as
from scenario_forge.source.nodes import Mapping, Sequence, descend

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.shapes import Mark
    from scenario_forge.game.naming import Reader
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Node, Path

ADDRESSES = frozenset({"address", "address of the game"})
"""Kinds of texts that are addresses."""
_BEHIND = re.compile(r"\.yaml:\s*|\.(?!yaml\b)|(?=\[)")
"""Stands between the name of a file, without its ending, and the steps of an address."""


def home_of(game: Game, address: str, at: Where) -> tuple[GameFile, int]:
    """Return the file that an address is about, and where in its text the steps begin."""
    home, begin = at.file, 0
    if path_of(home, address) is not None:  # `charts.results` in charts.yaml is no address in a file called `charts`
        return home, begin
    for name in _file_names(game):
        stem = name.removesuffix(".yaml")
        if address.startswith(stem) and (behind := _BEHIND.match(address, len(stem))) and behind.end() > begin:
            home, begin = game.read[name], behind.end()
    return home, begin


@fact
def _file_names(game: Game) -> tuple[str, ...]:
    return tuple(game.files)


def steps(reader: Reader, address: str, at: Where) -> Iterator[Part]:
    """Yield what each step of an address names, for steps that are a key or an id."""
    home, begin = home_of(reader.game, address, at)
    reader.game.record((home.kind.name,))
    root, so_far = home.source.root, list[str]()
    scenario = Target("scenario", home.stem)
    if home.kind.name == "scenarios" and begin and reader.words.has(scenario):
        first = len("scenarios/")
        yield Part(first, first + len(home.stem), scenario)
    if root is None:
        return
    try:
        for start, end in step_spans(address[begin:]):
            so_far.append(address[begin + start : begin + end])
            path = resolve(root, tuple(so_far))[0]
            target = _step(reader, home, root, path, so_far[-1])
            if target is not None:
                yield Part(begin + start, begin + end, target)
    except AddressError:  # it names nothing, which other checks tell
        return


def _step(reader: Reader, home: GameFile, root: Node, path: Path, step: str) -> Target | None:
    """What a step names: the key that it is, the heading of a column, or what the item of a list is known by."""
    above, at = shape_at(shape_of(home.kind.model), path[:-1]), Where(home, path)
    if step == "*":
        return None
    if headings_of(tuple(descend(root, path[:depth])[0] for depth in range(len(path)))):
        return reader.one(Names("chart column"), step, at)
    if above is None:
        return None
    if isinstance(path[-1], str):
        return _meant(reader, above.key_mark(path[-1]), path[-1], at.key())
    item, below = at.data, above.item
    if below is None or not isinstance(item, dict):
        return _meant(reader, below.mark if below else None, step, at)
    key = next((key for key in KEYS if key in item), "")
    named = below.below(key) if key else None
    return _meant(reader, named.mark if named else None, step.rpartition("/")[2] if "side" in item else step, at / key)


def _meant(reader: Reader, mark: Mark | None, text: str, at: Where) -> Target | None:
    if isinstance(mark, Names):
        return reader.one(mark, text, at)
    target = defined_as(mark, at) if mark is not None else None
    return target if target is not None and text in (target.id, target.id.rpartition("/")[2]) else None


def belongs_at(game: Game, at: Where) -> tuple[Where, Shape] | None:
    """Return the place that the address beside a value leads to, and the shape of a value there."""
    address = address_beside(at)
    if address is None:
        return None
    home, begin = home_of(game, address, at)
    game.record((home.kind.name,))
    path = path_of(home, address[begin:])
    if path is None:
        path = _to_be_added(home, address[begin:])
    shape = shape_at(shape_of(home.kind.model), path) if path is not None else None
    return (Where(home, path), shape) if path is not None and shape is not None else None


def _to_be_added(home: GameFile, address: str) -> Path | None:
    """Return the path of a key that a mapping of a file does not have yet; None where there is no such mapping."""
    above, _dot, key = address.rpartition(".")
    path = path_of(home, above)
    return (*path, key) if path is not None and key and "[" not in key else None


def path_of(home: GameFile, address: str) -> Path | None:
    """Return the path of an address in a file; None where it names nothing."""
    root = home.source.root
    if root is None:
        return None
    try:
        names = tuple(address[start:end] for start, end in step_spans(address)) if address else ()
        if names and isinstance(root, Mapping) and names[0] not in root.values:
            return None  # most of another file's are known by that; an error would look for what was meant
        return resolve(root, names)[0] if names else ()
    except AddressError:
        return None


def address_beside(at: Where) -> str | None:
    """Return the address beside a value, or beside what it is in; None where there is none."""
    for depth in range(len(at.path) - 1, 0, -1):
        above = Where(at.file, at.path[:depth]).data
        address = above.get("at") if isinstance(above, dict) else None
        if isinstance(address, str):
            return address
    return None


def next_steps(game: Game, at: Where, mark: Names, begun: str) -> Iterator[tuple[str, str, int]]:
    """Yield what may come next in an address that is begun: a name, what it is, and where in the text it belongs."""
    bracket = begun.rfind("[")
    last = bracket if bracket > begun.rfind("]") else begun.rfind(".")
    own = last > 0 and path_of(at.file, begun[:last]) is not None
    home, begin = (at.file, 0) if own else home_of(game, begun, at)
    if begin == 0 and not own and mark.kind == "address of the game":
        yield from ((file.name.removesuffix(".yaml"), "file", 0) for file in game.read.values())
        return
    cut = max(last, begin - 1) + 1
    path = path_of(home, begun[begin:cut].rstrip(".["))
    if home.source.root is None or path is None:
        return
    chain = tuple(descend(home.source.root, path[:depth])[0] for depth in range(len(path) + 1))
    cut += begun[cut : cut + 1] in ('"', "'")
    if isinstance(chain[-1], Mapping):
        yield from ((key, "key", cut) for key in chain[-1].values)
    elif isinstance(chain[-1], Sequence):
        names = headings_of(chain) or [key for item in chain[-1].items for key in item_keys(item)]
        yield from ((name, "key", cut) for name in names)
