"""words/<language>.yaml: every word that is printed on a component."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Text


class WordsDocument(Document):
    """The words of one language."""

    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]
    """ISO 639 code, the file's name."""
    words: dict[str, Text]
    """Words by key; `{name}` stands for a value filled in."""
