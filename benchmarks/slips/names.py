"""Names written otherwise than the thing they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.source.nodes import Mapping, Scalar
from slips.book import Slip
from slips.hand import misspelt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from slips.book import Book

_PLACES = ("hold", "besiege", "besieged", "on", "east_of", "on_or_east_of", "west_of", "area", "box")


def _values(book: Book, kind: str, *keys: str) -> Iterator[tuple[str, Scalar, str]]:
    """Scalars behind certain keys in files of a kind: file, node, key."""
    for name in book.files(kind):
        for path, node in book.walk(name):
            if path and path[-1] in keys and isinstance(node, Scalar) and isinstance(node.data, str) and node.data:
                yield name, node, path[-1]


def _misspelt(book: Book, random: Random, kind: str, *keys: str) -> Iterator[Slip]:
    for name, node, key in _values(book, kind, *keys):
        new = misspelt(random, str(node.data))
        yield Slip((book.replace(name, node, new),), f"{name}: {key} {node.data} → {new}")


def side(book: Book, random: Random) -> Iterator[Slip]:
    """A side misspelt."""
    for kind in ("counters", "victory", "game", "map"):
        yield from _misspelt(book, random, kind, "side", "after")
    yield from _misspelt(book, random, "time-track", "first", "last")


def place(book: Book, random: Random) -> Iterator[Slip]:
    """A place, area or box of an objective misspelt."""
    yield from _misspelt(book, random, "victory", *_PLACES)


def size_or_type(book: Book, random: Random) -> Iterator[Slip]:
    """A type, nationality or marker kind misspelt."""
    yield from _misspelt(book, random, "counters", "type", "nationality")


def map_feature(book: Book, random: Random) -> Iterator[Slip]:
    """A kind of hexside, line or place misspelt."""
    for name, node, key in _values(book, "map", "kind"):
        new = misspelt(random, str(node.data))
        yield Slip((book.replace(name, node, new),), f"{key} {node.data} → {new}")
    for name in book.files("map"):
        for path, node in book.walk(name):
            if len(path) == 4 and path[0] == "places" and path[2] == "kinds" and isinstance(node, Scalar):
                new = misspelt(random, str(node.data))
                yield Slip((book.replace(name, node, new),), f"place kind {node.data} → {new}")


def key(book: Book, random: Random) -> Iterator[Slip]:
    """A key misspelt."""
    for kind in ("counters", "map", "victory", "time-track", "charts"):
        for name in book.files(kind):
            for path, node in book.walk(name):
                if isinstance(node, Mapping) and 2 <= len(path) <= 3 and isinstance(path[-1], int):
                    word = random.choice(list(node.keys))
                    new = misspelt(random, word)
                    edit = book.rename_key(name, (*path, word), new) if word.isalpha() else None
                    if edit and len(word) > 2 and new not in node.keys:
                        yield Slip((edit,), f"{name}: {word}: → {new}:")


def unit(book: Book, random: Random) -> Iterator[Slip]:
    """A unit's name in the chart unlike that on its counter."""
    for one in book.forces.units():
        where = one.where
        node = book.node(where.file.name, (*where.path, "name"))
        if node is not None and one.counter:
            new = misspelt(random, one.name)
            also = (book.place(one.counter.where.file.name, one.counter.where.path),)
            yield Slip((book.replace(where.file.name, node, new),), f"{one.cited}: {one.name} → {new}", also)


def formation(book: Book, random: Random) -> Iterator[Slip]:
    """A formation named by several counters, misspelt on one."""
    found = list(_values(book, "counters", "parent"))
    for name, node, _key in found:
        fellows = [other for _n, other, _k in found if other.data == node.data and other is not node]
        if len(fellows) > 1:
            new = misspelt(random, str(node.data))
            also = tuple((name, fellow.start.index, fellow.end.index) for fellow in fellows)
            yield Slip((book.replace(name, node, new),), f"formation {node.data} → {new}", also)


def off_map_box(book: Book, random: Random) -> Iterator[Slip]:
    """An off-map box misspelt in a cell."""
    for one, column, node, name in book.cells():
        entry = one.at_start(column)
        if entry and entry.location and entry.location.box:
            new = misspelt(random, entry.token.place)
            edit = book.replace_part(name, node, entry.token.place, new)
            if edit and book.map.find(new) is None:
                yield Slip((edit,), f"{one.cited}: {entry.token.place} → {new}")


def option(book: Book, random: Random) -> Iterator[Slip]:
    """An optional rule misspelt."""
    for kind in ("counters", "orders-of-battle", "charts"):
        yield from _misspelt(book, random, kind, "option")


def marker(book: Book, random: Random) -> Iterator[Slip]:
    """A marker misspelt in an order of battle."""
    yield from _misspelt(book, random, "orders-of-battle", "marker")


def date(book: Book, random: Random) -> Iterator[Slip]:
    """A start or stop date misspelt."""
    yield from _misspelt(book, random, "scenarios", "start", "stop")
    yield from _misspelt(book, random, "victory", "stop")
    yield from _misspelt(book, random, "orders-of-battle", "after", "start")


def place_of_the_rules(book: Book, random: Random) -> Iterator[Slip]:
    """A place misspelt among the numbers of the rules."""
    for name in book.files("rules"):
        for path, node in book.walk(name):
            if isinstance(node, Scalar) and isinstance(node.data, str) and node.data in book.map.places:
                new = misspelt(random, node.data)
                yield Slip((book.replace(name, node, new),), f"{'.'.join(map(str, path))}: {node.data} → {new}")


def address(book: Book, random: Random) -> Iterator[Slip]:
    """An address of the provenance misspelt."""
    for name in book.texts:
        for path, node in book.walk(name):
            if path[:1] == ("provenance",) and "at" in path and isinstance(node, Scalar):
                new = misspelt(random, str(node.data).split("[")[0].split(".")[0])
                rest = str(node.data)[len(str(node.data).split("[")[0].split(".")[0]) :]
                yield Slip((book.replace(name, node, new + rest),), f"{name}: {node.data} → {new}{rest}")


KINDS = (
    side,
    place,
    size_or_type,
    map_feature,
    key,
    unit,
    formation,
    off_map_box,
    option,
    marker,
    date,
    place_of_the_rules,
    address,
)
