"""Where a hex is named, and which hexes a stretch of text names: by the index, and in running text.

The index reads names alone: texts whose type says what they name. In running text any word may be one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.game.references import references
from scenario_forge.game.vocabulary import Target, marked_texts
from scenario_forge.source.nodes import path_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.source.nodes import Path

_WORD = re.compile(r"\w+")
_DATE = re.compile(r"/\d")
"""Stands behind a letter and a month."""


class Mention(NamedTuple):
    """Characters of a file's text that name something, and the path of the value or key that has them."""

    start: int
    end: int
    file: GameFile
    path: Path


def mentions(game: Game, hex_: str) -> Iterator[Mention]:
    """Yield where a hex is named by its id, in the order of the files and their texts."""
    uses = references(game).of(Target("hex", hex_))
    for file in game.read.values():
        named = {
            file.source.offsets(where.characters.span): where.path for where in uses if where.file.name == file.name
        }
        text = file.source.text
        for match in re.finditer(rf"(?<!\w){re.escape(hex_)}(?!\w)", text) if hex_ in text else ():
            path = _mentioned(game, file, *match.span())
            if path:
                named[match.span()] = path
        yield from (Mention(*at, file, named[at]) for at in sorted(named))


def hexes_in(game: Game, file: GameFile, start: int, end: int) -> Iterator[str]:
    """Yield the ids of hexes that are named between two offsets of a file's text, comments read too."""
    grid = hex_map(game)
    for match in _WORD.finditer(file.source.text, start, end) if grid is not None else ():
        if grid is not None and grid.grid.find(match[0]) is not None:
            use = references(game).at(file.name, *file.source.lines.position(match.start()))
            if (use and use.target == Target("hex", match[0])) or _mentioned(game, file, *match.span()) is not None:
                yield match[0]


def hexes_of_letters(game: Game, file: GameFile, start: int, end: int) -> list[str]:
    """Return the ids of the hexes whose terrain is given by letters between two offsets of a file's text."""
    grid, root = hex_map(game), file.source.root
    if grid is None or root is None or file.name != grid.where.file.name:
        return []
    match path_at(root, file.source.text, start):
        case ("rows", int(number), str(sheet)) if number < len(grid.document.rows):
            begin, _end = file.source.offsets(Where(file, ("rows", number, sheet)).characters.span)
            hexes = grid.hexes_of_row(grid.document.rows[number].row, sheet)
            return [grid.name(hex_) for hex_ in hexes[max(start - begin, 0) : max(end - begin, 0)]]
    return []


def _mentioned(game: Game, file: GameFile, start: int, end: int) -> Path | None:
    """The path of the running text or quantity that has a word, empty in a comment; None for any other text.

    A single word is no running text: if it named a hex, its type would say so. In the date `R7/41`, `R7` is no hex.
    """
    text, root = file.source.text, file.source.root
    if root is None or _DATE.match(text, end):
        return None
    path, use = path_at(root, text, start), references(game).at(file.name, *file.source.lines.position(start))
    if use is not None:
        return path if use.kind == "quantity" else None
    marked = any(each.where.path == path and each.mark.kind != "gaps" for each in marked_texts(game, file))
    data = Where(file, path).data
    return None if marked or (path and not (isinstance(data, str) and " " in data)) else path
