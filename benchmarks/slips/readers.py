"""Slips that a reader wrote down by hand, kept as data beside this module in ``reader_<name>.yaml``.

Readers know the rulebook and the content but not the checks. Their file is a list; each item has an ``id``, the
``kind`` of document, ``what`` is wrong, and ``edits`` of a ``file``: the text to ``find``, which occurs there once,
and what to ``replace`` it by, or the whole text to ``create`` a file with. ``also`` names texts, each occurring once,
that then disagree with the slip. ``game`` is the folder of the game, ``desert-rats`` if it is left out. ``legal: true``
marks an edit that an author may make: it is no slip, and any finding about it is false.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from slips.book import Edit, Slip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from slips.book import Book, Stretch

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
FIRST_GAME = "desert-rats"

Row = dict[str, Any]
"""A slip as the reader wrote it down."""


def names() -> list[str]:
    """The readers whose slips are on file."""
    return sorted(path.stem.removeprefix("reader_") for path in FOLDER.glob("reader_*.yaml"))


def rows_by_game(reader: str) -> dict[str, list[Row]]:
    """A reader's slips by the name of their game, in the order of the file.

    Args:
        reader: one of :func:`names`, or the path of a list.

    Raises:
        ValueError: two slips have one id.
    """
    path = Path(reader) if reader.endswith(".yaml") else FOLDER / f"reader_{reader}.yaml"
    games: dict[str, list[Row]] = {}
    seen: set[str] = set()
    for row in yaml.safe_load(path.read_text(encoding="utf-8")):
        if row["id"] in seen:
            raise ValueError(f"{row['id']}: two slips have this id")
        seen.add(row["id"])
        games.setdefault(row.get("game", FIRST_GAME), []).append(row)
    return games


def game_folder(name: str) -> Path:
    """The folder of the game of this name.

    Raises:
        ValueError: there is no such game.
    """
    folders = (ROOT / "content" / name, ROOT / "tests/games" / name)
    folder = next((folder for folder in folders if (folder / "game.yaml").exists()), None)
    if folder is None:
        raise ValueError(f"neither content nor tests/games has a game {name}")
    return folder


def slips_of(rows: Iterable[Row], book: Book) -> dict[str, list[Slip]]:
    """The slips by kind of document, in the order of the rows.

    Raises:
        ValueError: a text to find does not occur just once in its file.
    """
    kinds: dict[str, list[Slip]] = {}
    for row in rows:
        edits = tuple(_edit(book, row["id"], edit) for edit in row["edits"])
        also = tuple(_stretch(book, row["id"], place) for place in row.get("also", ()))
        kinds.setdefault(row["kind"], []).append(Slip(edits, f"{row['id']} {row['what']}", also))
    return kinds


def _edit(book: Book, slip: str, edit: Row) -> Edit:
    if "create" not in edit:
        return Edit(*_stretch(book, slip, edit), edit["replace"])
    if edit["file"] in book.texts:
        raise ValueError(f"{slip}: the game already has a file {edit['file']}")
    return Edit(edit["file"], 0, 0, edit["create"])


def _stretch(book: Book, slip: str, place: Row) -> Stretch:
    """Where the one occurrence of a text starts and ends."""
    name, wanted = place["file"], place["find"]
    if name not in book.texts:
        raise ValueError(f"{slip}: the game has no file {name}")
    count = book.texts[name].count(wanted)
    if count != 1:
        raise ValueError(f"{slip}: {name} has {wanted!r} {count} times, not once")
    start = book.texts[name].index(wanted)
    return name, start, start + len(wanted)
