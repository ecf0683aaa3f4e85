"""words/<language>.yaml: every word that is printed on a component; and the words that every game has, in English."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Text
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Mapping


class WordsDocument(Document):
    """The words of one language."""

    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
    """ISO 639 code, the file's name."""
    words: dict[str, Text]
    """Words by key; `{name}` stands for a value filled in."""


FOLDER = Path(__file__).parents[1] / "printing" / "english"


@cache
def english() -> dict[str, str]:
    """Return words by key, from `printing/english/*.yaml`: one file a component."""
    words: dict[str, str] = {}
    for document in english_files().values():
        words |= document.words
    return words


@cache
def english_files() -> dict[str, WordsDocument]:
    """Return words by component, such as `booklet` and `map`."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.yaml"))}


@cache
def words_in(path: Path) -> Mapping[str, str]:
    """Return the words of one file that stands beside the code, such as those of a rule system."""
    return MappingProxyType(_read(path).words)


def _read(path: Path) -> WordsDocument:
    root = Source.read(path.name, path.read_bytes()).root
    return WordsDocument.model_validate(root.data if root else None)
