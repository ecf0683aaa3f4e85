"""Slips that a reader wrote down by hand, kept as data beside this module in ``reader_<name>.yaml``.

Readers know the rulebook and the content but not the checks. Their file is a list; each item has an ``id``, the
``kind`` of document, ``what`` is wrong, and ``edits`` of a ``file``: the text to ``find``, which occurs there once,
and what to ``replace`` it by. ``also`` names texts, each occurring once, that then disagree with the slip.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from slips.book import Edit, Slip

if TYPE_CHECKING:
    from slips.book import Book, Stretch

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The readers whose slips are on file."""
    return sorted(path.stem.removeprefix("reader_") for path in FOLDER.glob("reader_*.yaml"))


def slips_of(reader: str, book: Book) -> dict[str, list[Slip]]:
    """A reader's slips by kind of document, in the order of the file.

    Raises:
        ValueError: two slips have one id, or a text to find does not occur just once in its file.
    """
    rows = yaml.safe_load((FOLDER / f"reader_{reader}.yaml").read_text(encoding="utf-8"))
    kinds: dict[str, list[Slip]] = {}
    seen: set[str] = set()
    for row in rows:
        if row["id"] in seen:
            raise ValueError(f"{row['id']}: two slips have this id")
        seen.add(row["id"])
        edits = tuple(Edit(*_stretch(book, row["id"], edit), edit["replace"]) for edit in row["edits"])
        also = tuple(_stretch(book, row["id"], place) for place in row.get("also", ()))
        kinds.setdefault(row["kind"], []).append(Slip(edits, f"{row['id']} {row['what']}", also))
    return kinds


def _stretch(book: Book, slip: str, place: dict[str, Any]) -> Stretch:
    """Where the one occurrence of a text starts and ends."""
    name, wanted = place["file"], place["find"]
    if name not in book.texts:
        raise ValueError(f"{slip}: the game has no file {name}")
    count = book.texts[name].count(wanted)
    if count != 1:
        raise ValueError(f"{slip}: {name} has {wanted!r} {count} times, not once")
    start = book.texts[name].index(wanted)
    return name, start, start + len(wanted)
