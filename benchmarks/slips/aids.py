"""Slips in the sentences of player aids and chart notes: roles exchanged, a quantity or clause of a neighbour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scenario_forge.source.nodes import Scalar
from slips.book import Slip

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from scenario_forge.source.nodes import Path
    from slips.book import Book

_OPPOSITES = (
    ("attacker", "defender"),
    ("attackers", "defenders"),
    ("first player", "second player"),
    ("enemy", "friendly"),
    ("at least", "at most"),
    ("more than", "less than"),
    ("before", "after"),
    ("must", "may"),
)
_FILES = {"aids.yaml": "text", "charts.yaml": "notes"}


def roles_exchanged(book: Book, _: Random) -> Iterator[Slip]:
    """A sentence in which a role or a condition gave way to its opposite."""
    sides = [side["name"] for side in book.data("game.yaml")["sides"]]
    for name, key in _FILES.items():
        for path, node in book.walk(name) if name in book.texts else ():
            if key not in path[-2:] or not isinstance(node, Scalar):
                continue
            for pair in (*_OPPOSITES, tuple(sides[:2])):
                for old, new in (pair, pair[::-1]):
                    if re.search(rf"\b{old}\b", str(node.data)) and new not in str(node.data):
                        edit = book.replace_part(name, node, old, new)
                        if edit is not None:
                            yield Slip((edit,), f"{name} {path[1]}: {old} → {new}")


def zone_of_the_other(book: Book, _: Random) -> Iterator[Slip]:
    """A duty to attack that goes by the zone of the wrong side."""
    ways = (
        (r"(\w+ enemy units?) with a unit of yours in its zone", r"\1 in your zones"),
        (r"(\w+ enemies) with units of yours in their zones", r"\1 in your zones"),
        (r"your units with an enemy in its zone", "your units in an enemy zone"),
        (r"your units with enemies in their zones", "your units in enemy zones"),
    )
    for path, node in book.walk("aids.yaml") if "aids.yaml" in book.texts else ():
        for old, new in ways:
            match = re.search(old, str(node.data)) if isinstance(node, Scalar) else None
            edit = book.replace_part("aids.yaml", node, match[0], match.expand(new)) if match else None
            if match and edit is not None:
                yield Slip((edit,), f"{path[1]}: {match[0]} → {match.expand(new)}")


def clause_of_a_neighbour(book: Book, _: Random) -> Iterator[Slip]:
    """A line of an aid whose quantities are stated by clauses that it no longer names."""
    ids = [clause["id"] for clause in book.data("rulebook.yaml")["clauses"]]
    for path, node in book.walk("aids.yaml") if "aids.yaml" in book.texts else ():
        if path[-1:] == ("clause",) and isinstance(node, Scalar) and node.data in ids and "{" in _line(book, path):
            at = ids.index(str(node.data))
            if at + 1 < len(ids):
                edit = book.replace("aids.yaml", node, ids[at + 1])
                yield Slip((edit,), f"{path[1]}: clause {node.data} → {ids[at + 1]}")


def _line(book: Book, path: Path) -> str:
    """Return the text of the item that names a clause at ``path``."""
    item: Any = book.data("aids.yaml")
    for step in path[:-1]:
        item = item[step]
    return str(item.get("text", item.get("cells", item.get("title", ""))))


KINDS = (roles_exchanged, zone_of_the_other, clause_of_a_neighbour)
