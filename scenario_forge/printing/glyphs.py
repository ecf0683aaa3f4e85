"""Which printed texts hold characters that no shipped font has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.printing.fonts import coverage, missing
from scenario_forge.project.place import Where
from scenario_forge.source.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.files import GameFile
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Node, Path

_NOT_PRINTED = frozenset({"provenance", "suppress", "aliases", "recognise"})
"""Keys whose texts stand in the files only."""
_NO_COMPONENT = frozenset({"profiles"})
"""Kinds of document that nothing is printed of."""


def missing_glyphs(game: Game) -> list[Diagnostic]:
    """A warning at each text of the game that cannot be printed whole, in order of file and position."""
    language = game.about.language if game.about else "en"
    found = []
    for file in game.files.values():
        foreign = file.kind.name == "words" and file.stem != language
        if file.root is None or foreign or file.kind.name in _NO_COMPONENT:
            continue
        if file.patched or not coverage().issuperset(map(ord, file.source.text)):
            found += [_finding(Where(file, path), letters) for path, letters in _lacking(file)]
    return found


def _lacking(file: GameFile) -> Iterator[tuple[Path, list[str]]]:
    waiting: list[tuple[Node, Path]] = [(file.root, ())] if file.root else []
    while waiting:
        node, path = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [(node.values[key], (*path, key)) for key in reversed(node.values) if key not in _NOT_PRINTED]
        elif isinstance(node, Sequence):
            waiting += [(item, (*path, number)) for number, item in reversed(list(enumerate(node.items)))]
        elif isinstance(node, Scalar) and isinstance(node.data, str) and (letters := missing(node.data)):
            yield path, letters


def _finding(where: Where, letters: list[str]) -> Diagnostic:
    named = ", ".join(f"`{letter}`" for letter in letters[:8]) + (" …" if len(letters) > 8 else "")
    return prt.PRT001.at(where, letters=named, them="it" if len(letters) == 1 else "them")
