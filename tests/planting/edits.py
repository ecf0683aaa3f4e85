"""What planters have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from slips.book import Book, Edit, Slip, Stretch, new_file

from scenario_forge.game.place import address
from scenario_forge.game.scenarios import scenarios
from scenario_forge.source.nodes import Mapping

if TYPE_CHECKING:
    from scenario_forge.game.scenarios import Scenario

Slips = Iterator[Slip]


def one(what: str, *edits: Edit | None, also: tuple[Stretch, ...] = ()) -> Slips:
    """Yield a slip, unless one of its edits cannot be made."""
    if edits and all(edits):
        yield Slip(edits, what, also)


def all_scenarios(book: Book) -> Iterator[tuple[Scenario, str]]:
    """Yield every scenario with the name of its file."""
    for scenario in scenarios(book.game).scenarios.values():
        yield scenario, scenario.where.file.name


def rows(book: Book, kind: str, key: str) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Yield the items of a list at the top of the files of a kind: file, number, item."""
    for name in book.files(kind):
        for number, row in enumerate((book.data(name) or {}).get(key) or ()):
            yield name, number, row


def options(book: Book) -> list[str]:
    """Return the optional rules of the game."""
    return [row["id"] for _name, _number, row in rows(book, "options", "options")]


def whole(book: Book, name: str) -> Stretch:
    """Return all of a file, for ``Slip.also``."""
    return name, 0, len(book.texts[name])


def key_of(book: Book, name: str, path: tuple) -> Stretch:
    """Return where the key before a value stands, for ``Slip.also``."""
    root = book.game.files[name].source.root
    node = root
    for step in path[:-1]:
        node = node.values[step] if isinstance(node, Mapping) else node.items[step]
    key = node.keys[path[-1]]
    return name, key.start.index, key.end.index


def address_of(book: Book, name: str, path: tuple) -> str:
    """Return the address of a value as errata and changes give it."""
    return f"{name.removesuffix('.yaml')}.{address(book.game.files[name].source.root, path)}"


def without(book: Book, name: str, path: tuple) -> Edit | None:
    """Return the edit that leaves out a key and its value."""
    edit = book.drop_key(name, path)
    node = book.node(name, path)
    if edit or node is None:
        return edit
    start, _ = book.line(name, key_of(book, name, path)[1])
    place = book.place(name, path)
    _, end = book.line(name, place[2] - (book.texts[name][place[2] - 1] == "\n"))
    dashed = book.texts[name][start:].lstrip(" ").startswith("- ")
    return None if dashed else Edit(name, start, end, "")


def exchange(book: Book, name: str, one: tuple, other: tuple) -> tuple[Edit, ...]:
    """Return the edits that exchange two values."""
    nodes = book.node(name, one), book.node(name, other)
    return book.swap(name, *nodes) if all(nodes) else ()


def in_words(book: Book, what: str, key: str, text: str, *edits: Edit | None) -> Slips:
    """Yield a slip with a text in the English words of a game, in a new file where it has none."""
    name = next(iter(book.files("words")), None)
    if name:
        yield from one(what, book.set(name, ("words", key), text), *edits)
    else:
        words = {"basis": "proposed", "language": "en", "words": {key: text}}
        yield from one(what, new_file("words/en.yaml", words), *edits)


def another_event(book: Book, row: dict[str, Any]) -> Edit | None:
    """Return the edit that adds an event to the chronology, in a new file where a game has none."""
    name = next(iter(book.files("chronology")), None)
    if name:
        return book.append(name, ("events",), row)
    return new_file("chronology.yaml", {"basis": "proposed", "events": [row]})


def works_of(book):
    """The rule on works, where cells of units say which they stand in; else None."""
    works = book.game.system.works(book.game) if book.game.system else None
    return works if works and works.sign else None
