"""Slips in the victory table."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.game.statements import statements
from scenario_forge.source.nodes import Scalar
from slips.book import Slip
from slips.hand import hex_slips, other_digit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random
    from typing import Any

    from slips.book import Book, Stretch

VICTORY = "victory.yaml"


def _rows(book: Book) -> Iterator[tuple[int, dict[str, Any]]]:
    yield from enumerate(book.data(VICTORY)["objectives"])


def _others(book: Book, row: dict[str, Any]) -> tuple[Stretch, ...]:
    """Where else the quantities that a row states are stated."""
    found = statements(book.game)
    said = [s for quantity in row.get("states", ()) for s in found.get(quantity, ())]
    return tuple(book.place(s.where.file.name, s.where.path) for s in said)


def points_mistyped(book: Book, random: Random) -> Iterator[Slip]:
    """Points unlike what the row or a clause states."""
    for number, row in _rows(book):
        node = book.node(VICTORY, ("objectives", number, "points"))
        if node is not None and row["points"] in [v for v in row.get("states", {}).values() if not isinstance(v, bool)]:
            new = other_digit(random, str(row["points"]))
            yield Slip((book.replace(VICTORY, node, new),), f"{row['id']}: {row['points']} → {new}", _others(book, row))


def worse_for_more(book: Book, _: Random) -> Iterator[Slip]:
    """The points of a better and a worse state exchanged."""
    for (number, row), (after, other) in pairwise(_rows(book)):
        one, two = (book.node(VICTORY, ("objectives", n, "points")) for n in (number, after))
        if (
            row.get("group")
            and row.get("group") == other.get("group")
            and row["points"] != other["points"]
            and one
            and two
        ):
            also = _others(book, row) + _others(book, other)
            yield Slip(book.swap(VICTORY, one, two), f"{row['id']} and {other['id']} exchanged", also)


def better_state_left_out(book: Book, _: Random) -> Iterator[Slip]:
    """The row of the better state left out."""
    for (number, row), (after, other) in pairwise(_rows(book)):
        if row.get("group") and row.get("group") == other.get("group") and row["points"] > other["points"]:
            edit = book.drop_item(VICTORY, ("objectives", number))
            if edit:
                yield Slip(
                    (edit,), f"no {row['id']}", (book.place(VICTORY, ("objectives", after)), *_others(book, row))
                )


def row_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A row typed twice."""
    for number, row in _rows(book):
        edit = book.double_item(VICTORY, ("objectives", number))
        if edit:
            yield Slip((edit,), f"{row['id']} twice", (book.place(VICTORY, ("objectives", number)),))


def another_place(book: Book, _: Random) -> Iterator[Slip]:
    """A predicate about another place than the row's text."""
    places = [p["name"] for p in book.data("map.yaml")["places"] if "supply-centre" in p.get("kinds", ())]
    for path, node in book.walk(VICTORY):
        if len(path) > 2 and path[0] == "objectives" and path[-1] in ("hold", "besiege", "besieged", "east_of"):
            text = book.data(VICTORY)["objectives"][path[1]]["text"]
            new = next((p for p in places if p != node.data), None)
            if str(node.data) in text and new and new not in text:
                start = book.place(VICTORY, (*path[:2], "text"))
                yield Slip((book.replace(VICTORY, node, new),), f"{path[1]}: {node.data} → {new}", (start,))


def no_such_stop(book: Book, random: Random) -> Iterator[Slip]:
    """A row of a stop date that does not exist."""
    for number, row in _rows(book):
        node = book.node(VICTORY, ("objectives", number, "stop"))
        if node is not None:
            new = other_digit(random, row["stop"])
            if new not in book.track.stops:
                yield Slip((book.replace(VICTORY, node, new),), f"{row['id']}: {row['stop']} → {new}")


def no_such_unit(book: Book, _: Random) -> Iterator[Slip]:
    """A unit number that the side does not have."""
    for path, node in book.walk(VICTORY):
        if len(path) > 2 and path[-2] == "nos" and isinstance(node, Scalar):
            yield Slip(
                (book.replace(VICTORY, node, f"{node.data}{node.data}{node.data}"),),
                f"{path[1]}: unit {node.data}{node.data}{node.data}",
            )


def unit_of_another_sort(book: Book, _: Random) -> Iterator[Slip]:
    """A unit number of another nationality or size than its row asks for."""
    for path, node in book.walk(VICTORY):
        if len(path) < 3 or path[-2] != "nos":
            continue
        asked: Any = book.data(VICTORY)
        for step in path[:-2]:
            asked = asked[step]
        for (side, no), counter in book.forces.counters.items():
            unlike = asked.get("nationality", counter.counter.nationality) != counter.counter.nationality
            unlike |= asked.get("size", counter.counter.size) != counter.counter.size
            if side == asked.get("side") and unlike and no not in asked["nos"]:
                yield Slip((book.replace(VICTORY, node, str(no)),), f"{path[1]}: unit {node.data} → {no}")
                break


def scored_after_the_end(book: Book, _: Random) -> Iterator[Slip]:
    """A decisive victory from a month on that the game never reaches."""
    for path, node in book.walk(VICTORY):
        if path and path[-1] == "since":
            month, _, year = str(node.data).rpartition("/")
            for new in (f"{month}/{int(year) + 3}", f"{int(month) + 12}/{year}"):
                yield Slip((book.replace(VICTORY, node, new),), f"since {node.data} → {new}")


def hex_of_a_place(book: Book, _: Random) -> Iterator[Slip]:
    """A hex that a row's text names, mistyped."""
    for number, row in _rows(book):
        match = re.search(r"\((\w+)\)", row["text"])
        node = book.node(VICTORY, ("objectives", number, "text"))
        if match and node is not None:
            for new in hex_slips(match[1]):
                edit = book.replace_part(VICTORY, node, match[1], new)
                if edit:
                    yield Slip((edit,), f"{match[1]} → {new}", _others(book, row))


def hex_stated(book: Book, _: Random) -> Iterator[Slip]:
    """The hex of a place stated otherwise than on the map."""
    for path, node in book.walk(VICTORY):
        if path and isinstance(path[-1], str) and path[-1].endswith(".hex"):
            for new in hex_slips(str(node.data)):
                yield Slip(
                    (book.replace(VICTORY, node, new),),
                    f"{path[-1]}: {node.data} → {new}",
                    _others(book, {"states": {path[-1]: 0}}),
                )


def side_of_a_row(book: Book, _: Random) -> Iterator[Slip]:
    """A row in the other side's column, where that side has the same one."""
    rows = list(_rows(book))
    for number, row in rows:
        node = book.node(VICTORY, ("objectives", number, "side"))
        same = [
            n
            for n, other in rows
            if other["stop"] == row["stop"] and other["side"] != row["side"] and other["when"] == row["when"]
        ]
        if node is not None and same:
            also = tuple(book.place(VICTORY, ("objectives", n)) for n in (number, *same))
            yield Slip(
                (book.replace(VICTORY, node, rows[same[0]][1]["side"]),),
                f"{row['id']}: {rows[same[0]][1]['side']}",
                also,
            )


def decisive_points(book: Book, random: Random) -> Iterator[Slip]:
    """A decisive victory for other points than the rules give."""
    for path, node in book.walk(VICTORY):
        if len(path) == 3 and path[0] == "decisive" and path[2] == "points":
            found = [
                s for q in ("scoring.decisive", "victory.decisive.points") for s in statements(book.game).get(q, ())
            ]
            if any(s.value == node.data for s in found):
                new = other_digit(random, str(node.data))
                also = tuple(book.place(s.where.file.name, s.where.path) for s in found)
                yield Slip((book.replace(VICTORY, node, new),), f"decisive: {node.data} → {new}", also)


KINDS = (
    points_mistyped, worse_for_more, better_state_left_out, row_twice, another_place, no_such_stop, no_such_unit,
    unit_of_another_sort, scored_after_the_end, hex_of_a_place, hex_stated, side_of_a_row, decisive_points,
)  # fmt: skip
