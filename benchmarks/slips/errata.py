"""Slips in the lists of errata."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.source.nodes import Mapping, Scalar
from slips.book import Edit, Slip
from slips.hand import misspelt, other_digit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random
    from typing import Any

    from scenario_forge.game.reading.errata import Patch
    from slips.book import Book, Stretch


def _patches(book: Book) -> Iterator[tuple[Patch, str, dict[str, Any], Mapping]]:
    """Errata that are laid over: patch, file, data, node."""
    for patch in book.game.patches:
        name, path = patch.where.file.name, patch.where.path
        node = book.node(name, path)
        if not patch.problem and isinstance(node, Mapping):
            yield patch, name, node.data, node


def _target(book: Book, patch: Patch) -> tuple[Stretch, ...]:
    return (book.place(*patch.target),) if patch.target else ()


def printed_value_not_there(book: Book, random: Random) -> Iterator[Slip]:
    """An erratum whose printed value is not what is printed."""
    for patch, name, data, node in _patches(book):
        value = node.values["printed"]
        if isinstance(data["printed"], str) and data["printed"] and isinstance(value, Scalar):
            new = misspelt(random, data["printed"])
            yield Slip(
                (book.replace(name, value, new),), f"{data['id']}: {data['printed']} → {new}", _target(book, patch)
            )


def place_not_there(book: Book, random: Random) -> Iterator[Slip]:
    """An erratum of a place that does not exist."""
    for _patch, name, data, node in _patches(book):
        if "[" in data["at"]:
            new = re.sub(r"\[(?=\d)", "[9", data["at"], count=1)
            new = new if new != data["at"] else data["at"].replace("[", "[x", 1)
            yield Slip((book.replace(name, node.values["at"], new),), f"{data['id']}: {data['at']} → {new}")
        new = misspelt(random, data["at"].split(".")[0]) + data["at"][len(data["at"].split(".")[0]) :]
        yield Slip((book.replace(name, node.values["at"], new),), f"{data['id']}: {data['at']} → {new}")


def changes_nothing(book: Book, _: Random) -> Iterator[Slip]:
    """An erratum that corrects to what is printed."""
    for patch, name, data, node in _patches(book):
        value, printed = node.values["corrected"], node.values["printed"]
        text = book.texts[name][printed.start.index : printed.end.index]
        edit = Edit(name, value.start.index, value.end.index, text)
        yield Slip((edit,), f"{data['id']}: corrected to {data['printed']}", _target(book, patch))


def number_twice(book: Book, _: Random) -> Iterator[Slip]:
    """Two errata of one number."""
    for (patch, name, data, _node), (_other, file, after, node) in pairwise(_patches(book)):
        if name == file:
            also = (book.place(name, patch.where.path),)
            yield Slip((book.replace(name, node.values["id"], data["id"]),), f"{after['id']} → {data['id']}", also)


def erratum_twice(book: Book, _: Random) -> Iterator[Slip]:
    """An erratum typed twice."""
    for patch, name, data, _node in _patches(book):
        edit = book.double_item(name, patch.where.path)
        if edit:
            yield Slip((edit,), f"{data['id']} twice", (book.place(name, patch.where.path), *_target(book, patch)))


def corrected_to_nonsense(book: Book, random: Random) -> Iterator[Slip]:
    """An erratum that brings in a mistake of its own."""
    for patch, name, data, node in _patches(book):
        at, value = data["at"], node.values["corrected"]
        if at.startswith("orders-of-battle") and isinstance(data["corrected"], str) and isinstance(value, Scalar):
            hexes = re.match(r"[A-Z]+\d+", data["corrected"])
            new = f"{hexes[0]}{random.choice('6789')}9" if hexes else f"{data['corrected']}x"
            yield Slip(
                (book.replace(name, value, new),), f"{data['id']}: {data['corrected']} → {new}", _target(book, patch)
            )


def unknown_printing(book: Book, _: Random) -> Iterator[Slip]:
    """An erratum of a printing that does not exist."""
    about = book.game.about
    printings = [p.id for p in about.printings] if about else []
    for _patch, name, data, node in _patches(book):
        if "incorporated_in" not in data and "applies_to" not in data and not node.flow and printings:
            status = node.keys["status"].start
            text = f"applies_to: [{printings[0]}x]\n{' ' * status.column}"
            yield Slip((Edit(name, status.index, status.index, text),), f"{data['id']}: {printings[0]}x")


def incorporated_already(book: Book, _: Random) -> Iterator[Slip]:
    """An erratum that says the printing at hand already has it, though it reads otherwise."""
    about = book.game.about
    for patch, name, data, node in _patches(book):
        if "incorporated_in" not in data and not node.flow and about and about.printing:
            status = node.keys["status"].start
            text = f"incorporated_in: [{about.printing}]\n{' ' * status.column}"
            yield Slip(
                (Edit(name, status.index, status.index, text),),
                f"{data['id']}: in {about.printing}",
                _target(book, patch),
            )


def wrong_address(book: Book, random: Random) -> Iterator[Slip]:
    """An erratum of the wrong unit or row."""
    for patch, name, data, node in _patches(book):
        numbers = re.search(r"\[(\d+)\]", data["at"])
        if numbers:
            new = data["at"].replace(numbers[0], f"[{other_digit(random, numbers[1])}]")
            yield Slip(
                (book.replace(name, node.values["at"], new),),
                f"{data['id']}: {data['at']} → {new}",
                _target(book, patch),
            )


KINDS = (
    printed_value_not_there, place_not_there, changes_nothing, number_twice, erratum_twice, corrected_to_nonsense,
    unknown_printing, incorporated_already, wrong_address,
)  # fmt: skip
