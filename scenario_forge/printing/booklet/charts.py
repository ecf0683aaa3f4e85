"""The charts of the game on the booklet's last pages, where they are found without turning a leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.charts.signs import Signs
from scenario_forge.printing.charts.tables import chart_blocks

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief


def last_pages(brief: Brief) -> dict[str, Any]:
    """Charts in the order of the data, those across the page last: the back cover shows the combat results."""
    signs = Signs(brief)
    blocks = list(chart_blocks(brief.game, signs).values())
    ordered = [block for block in blocks if not block["wide"]] + [block for block in blocks if block["wide"]]
    return {"title": brief.words("charts_title"), "blocks": ordered, "notes": signs.notes()}
