"""PRT001: texts with characters that no font of the package has, before a page is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.place import Where
from scenario_forge.lettering.fonts import missing_characters
from scenario_forge.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Node, Path

CODES = Codes(__file__)
PRT001 = CODES.warning("PRT001", "missing-glyph", "{letters} cannot be printed: no included font has {them}")

_NOT_PRINTED = frozenset({"provenance", "suppress", "aliases", "recognise"})
"""Keys whose texts stand in the files only."""
_NO_COMPONENT = frozenset({"profiles", "playtest"})
"""Kinds of document that nothing is printed of."""
_LATIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0xAD), *range(0xAE, 0x100))))
_SURE = _LATIN | frozenset("\t\n\r–—‘’“”…†•−")
"""Characters that the fonts have for certain: no font is read for texts of these alone."""
_SHOWN = 8
"""Characters that a message names."""


def missing_glyphs(game: Game) -> Iterator[Diagnostic]:
    """Report each text of the game that cannot be printed whole, in order of file and position."""
    language = game.about.language if game.about else "en"
    for file in game.files.values():
        foreign = file.kind.name == "words" and file.stem != language
        if file.root is None or foreign or file.kind.name in _NO_COMPONENT:
            continue
        if file.patched or not _SURE.issuperset(file.source.text):
            for path, letters in _lacking(file.root):
                yield _finding(Where(file, path), letters)


def _lacking(root: Node) -> Iterator[tuple[Path, list[str]]]:
    """Yield each text with letters that no font has; titles stand in capitals too, at the head of pages."""
    waiting: list[tuple[Node, Path]] = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [(node.values[key], (*path, key)) for key in reversed(node.values) if key not in _NOT_PRINTED]
        elif isinstance(node, Sequence):
            waiting += [(item, (*path, number)) for number, item in reversed(list(enumerate(node.items)))]
        elif isinstance(node, Scalar) and isinstance(node.data, str) and not _SURE.issuperset(node.data):
            letters = missing_characters(node.data + node.data.upper() if path[-1:] == ("title",) else node.data)
            if letters:
                yield path, letters


def _finding(where: Where, letters: list[str]) -> Diagnostic:
    named = ", ".join(f"`{letter}`" for letter in letters[:_SHOWN]) + (" …" if len(letters) > _SHOWN else "")
    return PRT001.at(where, letters=named, them="it" if len(letters) == 1 else "them")


CHECKS = (missing_glyphs,)
