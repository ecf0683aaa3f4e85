"""Slips in the time record track and the chronology."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.source.nodes import Scalar
from slips.book import Edit, Slip

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from slips.book import Book, Stretch

TRACK = "time-track.yaml"


def _entries(book: Book) -> Iterator[tuple[int, str, Scalar, str]]:
    """Every side's entry: turn, side, node, text."""
    for box in book.track.boxes:
        for side, entry in box.entries.items():
            node = book.node(TRACK, entry.where.path)
            if isinstance(node, Scalar) and box.turn is not None:
                yield box.turn, side, node, entry.text


def _moves(book: Book, turn: int, side: str, kind: str) -> tuple[Stretch, ...]:
    """The cells whose units arrive or leave on a turn."""
    found = [e for u in book.forces.units() if u.side == side for e in u.entries() if e.turn == turn and e.kind == kind]
    return tuple(book.place(e.where.file.name, e.where.path) for e in found)


def mark_lost(book: Book, _: Random) -> Iterator[Slip]:
    """R or W lost from a box."""
    for turn, side, node, text in _entries(book):
        for mark, kind in (("R", "arrives"), ("W", "leaves")):
            if mark in text.split()[0]:
                new = text.replace(mark, "", 1).strip()
                yield Slip(
                    (book.replace(TRACK, node, new),),
                    f"{book.track.label(turn)} {side}: {text} → {new}",
                    _moves(book, turn, side, kind),
                )


def mark_too_many(book: Book, _: Random) -> Iterator[Slip]:
    """An R or W where nothing comes or goes."""
    for turn, side, node, text in _entries(book):
        if not re.match(r"[RW]", text):
            for mark in "RW":
                yield Slip(
                    (book.replace(TRACK, node, f"{mark} {text}"),), f"{book.track.label(turn)} {side}: {mark} {text}"
                )


def figures_damaged(book: Book, random: Random) -> Iterator[Slip]:
    """A stroke lost or a sign mistaken in a box."""
    for turn, side, node, text in _entries(book):
        new = text.replace("-", random.choice(["", ".", "_", "--", "-a"]))
        yield Slip((book.replace(TRACK, node, new),), f"{book.track.label(turn)} {side}: {text} → {new}")


def box_missing(book: Book, _: Random) -> Iterator[Slip]:
    """A box left out."""
    for box in book.track.boxes:
        edit = book.drop_item(TRACK, box.where.path)
        if edit and box.turn is not None:
            also = tuple(
                p for side in box.entries for kind in ("arrives", "leaves") for p in _moves(book, box.turn, side, kind)
            )
            yield Slip((edit,), f"no {box.label} ({book.track.label(box.turn)})", also)


def box_twice(book: Book, _: Random) -> Iterator[Slip]:
    """A box typed twice."""
    for box in book.track.boxes:
        edit = book.double_item(TRACK, box.where.path)
        if edit:
            yield Slip((edit,), f"{box.label} twice")


def boxes_exchanged(book: Book, _: Random) -> Iterator[Slip]:
    """Two boxes in each other's place."""
    for box, after in zip(book.track.boxes, book.track.boxes[1:], strict=False):
        one, other = book.node(TRACK, box.where.path), book.node(TRACK, after.where.path)
        if one is not None and other is not None:
            yield Slip(book.swap(TRACK, one, other), f"{box.label} and {after.label} exchanged")


def wrong_label(book: Book, _: Random) -> Iterator[Slip]:
    """A box with another month's name."""
    labels = [box.label for box in book.track.boxes]
    for number, box in enumerate(book.track.boxes):
        node = book.node(TRACK, (*box.where.path, "label"))
        for new in {"JUN": ["JUL"], "JUL": ["JUN"], "MAR": ["MAY"], "MAY": ["MAR"]}.get(
            box.label, labels[number - 1 : number]
        ):
            if node is not None and new != box.label:
                yield Slip((book.replace(TRACK, node, new),), f"{box.label} called {new}")


def wrong_year(book: Book, _: Random) -> Iterator[Slip]:
    """A box or date with another year."""
    for path, node in book.walk(TRACK):
        if path and path[-1] == "turn" and isinstance(node, Scalar):
            month, _, year = str(node.data).rpartition("/")
            for other in (int(year) - 1, int(year) + 1):
                yield Slip(
                    (book.replace(TRACK, node, f"{month}/{other}"),), f"{path[0]}: {node.data} → {month}/{other}"
                )


def short_calendar(book: Book, _: Random) -> Iterator[Slip]:
    """A calendar that ends or begins a month off."""
    for key, turn in (("last", book.track.calendar.length - 2), ("first", 1)):
        node = book.node(TRACK, ("calendar", key))
        box = book.track.boxes[-1 if key == "last" else 0]
        if node is not None:
            new = book.track.calendar.text(turn)
            yield Slip((book.replace(TRACK, node, new),), f"calendar {key} {new}", (book.place(TRACK, box.where.path),))


def impossible_day(book: Book, _: Random) -> Iterator[Slip]:
    """A date of the chronology that no calendar has."""
    for name in book.files("chronology"):
        for path, node in book.walk(name):
            match = re.fullmatch(r"(?:(\d+)/)?(\d+)/(\d+)", str(node.data)) if path and path[-1] == "date" else None
            if match:
                new = f"{match[1] or ''}{'/' if match[1] else ''}{int(match[2]) + 12}/{match[3]}"
                yield Slip((book.replace(name, node, new),), f"{node.data} → {new}")


def events_out_of_order(book: Book, _: Random) -> Iterator[Slip]:
    """An event of the chronology with another year."""
    for name in book.files("chronology"):
        events = [(p, n) for p, n in book.walk(name) if p and p[-1] == "date"]
        for number, (_path, node) in enumerate(events):
            head, _, year = str(node.data).rpartition("/")
            if 0 < number < len(events) - 1 and "-" not in head:
                for other in (int(year) - 1, int(year) + 1):
                    around = tuple(
                        (name, n.start.index, n.end.index) for _p, n in events[max(number - 1, 0) : number + 2]
                    )
                    neighbours = {str(n.data).rpartition("/")[2] for _p, n in events[number - 1 : number + 2 : 2]}
                    if neighbours == {year}:
                        yield Slip(
                            (book.replace(name, node, f"{head}/{other}"),), f"{node.data} → {head}/{other}", around
                        )


def label_of_a_date(book: Book, _: Random) -> Iterator[Slip]:
    """A start or stop date whose label says another month."""
    for marks in (book.track.starts, book.track.stops):
        found = list(marks.values())
        for mark, other in zip(found, found[1:] + found[:1], strict=True):
            node = book.node(TRACK, (*mark.where.path, "label"))
            if node is not None and mark.date.label != other.date.label:
                yield Slip(
                    (book.replace(TRACK, node, other.date.label),), f"{mark.date.label} called {other.date.label}"
                )


def blank_entry(book: Book, _: Random) -> Iterator[Slip]:
    """A side's entry left out of a box."""
    for turn, side, node, _text in _entries(book):
        box = next(b for b in book.track.boxes if b.turn == turn)
        edit: Edit | None = book.drop_key(TRACK, (*box.where.path, side))
        if edit:
            yield Slip((edit,), f"{book.track.label(turn)}: no entry of {side}", _moves(book, turn, side, "arrives"))
        del node


KINDS = (
    mark_lost, mark_too_many, figures_damaged, box_missing, box_twice, boxes_exchanged, wrong_label, wrong_year,
    short_calendar, impossible_day, events_out_of_order, label_of_a_date, blank_entry,
)  # fmt: skip
