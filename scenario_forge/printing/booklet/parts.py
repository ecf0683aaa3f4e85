"""What the appendices share: short titles, and the sign of what is ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.place import Where

Part = dict[str, Any]
"""An appendix as the template reads it: `kind`, `title`, `intro`, and its rows."""


def short(text: str, most: int = 160) -> str:
    """A title as long as a heading may be."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def star(brief: Brief, where: Where, bars: Bars) -> str:
    """The sign of a value of ours that is no correction."""
    return brief.words("proposed_mark") if where.ours and not bars.ids(where) else ""
