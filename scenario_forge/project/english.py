"""The words that every game has, in English, as they lie beside the code that prints them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from scenario_forge.documents.words import WordsDocument

FOLDER = Path(__file__).parents[1] / "printing" / "english"


@cache
def english() -> dict[str, str]:
    """Words by key, from `printing/english/*.yaml`: one file a component."""
    words: dict[str, str] = {}
    for document in english_files().values():
        words |= document.words
    return words


@cache
def english_files() -> dict[str, WordsDocument]:
    """The same by component, such as `booklet` and `map`."""
    from scenario_forge.source.document import Source  # noqa: PLC0415 - only where words are read

    found: dict[str, WordsDocument] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        root = Source.read(path.name, path.read_bytes()).root
        found[path.stem] = WordsDocument.model_validate(root.data if root else None)
    return found
