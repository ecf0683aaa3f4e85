"""The form to hold a printed copy against a game, on paper: a box to tick and a line to write on for each value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.printing.brief import Brief


def collate_pdf(brief: Brief, parts: Iterable[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]) -> bytes:
    """Components with rows of fields and our values, as a document on the profile's paper."""
    words = brief.words
    title = words("collate_title")
    data: dict[str, Any] = brief.page(f"{brief.game.title}: {title}") | {
        "game": brief.game.title,
        "title": title,
        "lead": words("collate_lead"),
        "copy": words("collate_copy"),
        "parts": [
            {"title": part, "rows": [{"name": name, "values": [list(v) for v in values]} for name, values in rows]}
            for part, rows in parts
        ],
    }
    return typeset("collate.typ", data)
