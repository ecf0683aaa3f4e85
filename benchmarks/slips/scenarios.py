"""Slips in the scenarios."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.game.scenarios import scenarios
from slips.book import Edit, Slip
from slips.hand import misspelt

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from scenario_forge.game.scenarios import Scenario
    from slips.book import Book


def _all(book: Book) -> Iterator[tuple[Scenario, str]]:
    for scenario in scenarios(book.game).scenarios.values():
        yield scenario, scenario.where.file.name


def stop_before_start(book: Book, _: Random) -> Iterator[Slip]:
    """A stop date before the start."""
    for scenario, name in _all(book):
        node = book.node(name, ("stop",))
        early = [
            s
            for s, mark in book.track.stops.items()
            if scenario.start and (mark.turn or 0) < (scenario.start.turn or 0)
        ]
        for new in early:
            if node is not None:
                yield Slip(
                    (book.replace(name, node, new),), f"{scenario.id}: stop {new}", (book.place(name, ("start",)),)
                )


def length_off_by_one(book: Book, _: Random) -> Iterator[Slip]:
    """A length one turn off."""
    for scenario, name in _all(book):
        for key in ("player_turns", "game_turns"):
            node = book.node(name, ("length", key))
            for step in (1, -1):
                if node is not None:
                    new = str(int(str(node.data)) + step)
                    yield Slip((book.replace(name, node, new),), f"{scenario.id}: {key} {node.data} → {new}")


def another_stop(book: Book, _: Random) -> Iterator[Slip]:
    """Another start or stop date than its length and title go with."""
    for scenario, name in _all(book):
        if not scenario.document.length:
            continue
        for key, marks in (("start", book.track.starts), ("stop", book.track.stops)):
            node = book.node(name, (key,))
            for new in marks:
                if node is not None and new != node.data:
                    also = tuple(book.place(name, (k,)) for k in ("title", "dates", "length", "start", "stop"))
                    yield Slip((book.replace(name, node, new),), f"{scenario.id}: {key} {node.data} → {new}", also)


def id_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A scenario copied, its id left as it was."""
    found = list(_all(book))
    for (one, first), (_other, name) in pairwise(found):
        node = book.node(name, ("scenario",))
        if node is not None:
            also = (book.place(first, ("scenario",)),)
            yield Slip((book.replace(name, node, one.id),), f"{name}: {one.id}", also)


def unknown_option(book: Book, random: Random) -> Iterator[Slip]:
    """An optional rule that the game does not have."""
    options = [o["id"] for name in book.files("options") for o in book.data(name).get("options", ())]
    for scenario, name in _all(book):
        start = book.node(name, ("start",))
        if options and start is not None and book.node(name, ("options",)) is None:
            new = misspelt(random, random.choice(options))
            begin, _end = book.line(name, start.start.index)
            yield Slip((Edit(name, begin, begin, f"options: [{new}]\n"),), f"{scenario.id}: {new}")


def unknown_side(book: Book, random: Random) -> Iterator[Slip]:
    """A side that opens or closes and does not exist."""
    sides = list(book.track.sides)
    for scenario, name in _all(book):
        start = book.node(name, ("start",))
        if start is not None:
            new = misspelt(random, random.choice(sides))
            begin, _end = book.line(name, start.start.index)
            yield Slip(
                (Edit(name, begin, begin, f"{random.choice(['first', 'last'])}: {new}\n"),), f"{scenario.id}: {new}"
            )


def month_in_the_title(book: Book, _: Random) -> Iterator[Slip]:
    """A title or date that names another year than the start or stop."""
    for scenario, name in _all(book):
        for key in ("title", "dates"):
            node = book.node(name, (key,))
            for old, new in (("41", "42"), ("42", "41"), ("40", "41")):
                edit = book.replace_part(name, node, old, new) if node is not None else None
                if edit:
                    also = tuple(book.place(name, (k,)) for k in ("start", "stop"))
                    yield Slip((edit,), f"{scenario.id}: {node.data if node else ''}, {old} → {new}", also)


KINDS = (stop_before_start, length_off_by_one, another_stop, id_twice, unknown_option, unknown_side, month_in_the_title)
