"""The words that every game has, in English, as they lie beside the code that prints them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from scenario_forge.documents.words import WordsDocument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.project.game import Game

FOLDER = Path(__file__).parents[1] / "printing" / "english"


@cache
def english() -> dict[str, str]:
    """Words by key, from `printing/english/*.yaml`: one file a component."""
    words: dict[str, str] = {}
    for document in english_files().values():
        words |= document.words
    return words


def english_of(game: Game) -> dict[str, str]:
    """The same with the words of a game's rule system, which has some of its own and says others in other words."""
    return english() | dict(game.system.words() if game.system else {})


@cache
def english_files() -> dict[str, WordsDocument]:
    """The same by component, such as `booklet` and `map`."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.yaml"))}


@cache
def words_in(path: Path) -> Mapping[str, str]:
    """The words of one file that stands beside the code, such as those of a rule system."""
    return MappingProxyType(_read(path).words)


def _read(path: Path) -> WordsDocument:
    from scenario_forge.source.document import Source  # noqa: PLC0415 - only where words are read

    root = Source.read(path.name, path.read_bytes()).root
    return WordsDocument.model_validate(root.data if root else None)
