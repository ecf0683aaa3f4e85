"""Slips that contradict nothing: only the printed page tells. They show what silence does not promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.statements import statements
from scenario_forge.source.nodes import Scalar
from slips.book import Slip
from slips.hand import other_digit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from slips.book import Book


def next_hex(book: Book, random: Random) -> Iterator[Slip]:
    """A unit set up in the hex beside its own, as good as that."""
    taken = {e.hex for u in book.forces.units() for e in u.entries()}
    for unit, column, node, name in book.cells():
        entry = unit.at_start(column)
        if entry and entry.start and entry.hex is not None:
            free = [
                n for n in book.map.grid.neighbours[entry.hex] if n >= 0 and book.map.passable[n] and n not in taken
            ]
            if free:
                new = book.map.name(random.choice(free))
                edit = book.replace_part(name, node, entry.token.place, new)
                if edit:
                    yield Slip((edit,), f"{unit.cited}: {entry.token.place} → {new}")


def track_figure(book: Book, random: Random) -> Iterator[Slip]:
    """A figure of the track mistaken."""
    for box in book.track.boxes:
        for entry in box.entries.values():
            node = book.node("time-track.yaml", entry.where.path)
            if node is not None:
                new = other_digit(random, entry.text)
                yield Slip((book.replace("time-track.yaml", node, new),), f"{box.label}: {entry.text} → {new}")


def movement_allowance(book: Book, _: Random) -> Iterator[Slip]:
    """A counter with another movement allowance."""
    for counter in book.forces.counters.values():
        name, path = counter.where.file.name, (*counter.where.path, "movement")
        node = book.node(name, path)
        if node is not None:
            new = str(counter.counter.movement + 1)
            yield Slip((book.replace(name, node, new),), f"{counter.counter.name}: {counter.counter.movement} → {new}")


def stated_once(book: Book, random: Random) -> Iterator[Slip]:
    """A number that only one clause states."""
    for quantity, said in statements(book.game).items():
        one = said[0]
        name = one.where.file.name
        if (
            len(said) == 1
            and name == "rulebook.yaml"
            and isinstance(one.value, int)
            and not isinstance(one.value, bool)
        ):
            node = book.node(name, one.where.path)
            if isinstance(node, Scalar):
                new = other_digit(random, str(one.value))
                yield Slip((book.replace(name, node, new),), f"{quantity}: {one.value} → {new}")


KINDS = (next_hex, track_figure, movement_allowance, stated_once)
