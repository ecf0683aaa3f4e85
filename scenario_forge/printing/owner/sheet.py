"""Pages of an owner's sheet: cells and slips at true size, each in a cut line, with the place where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.printing.owner.pieces import LEADING
from scenario_forge.printing.palette import contrast
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.owner.pieces import CellPatch, Slip
    from scenario_forge.printing.profile import PublishedSizes


LONGEST = 4000
"""Longer passages are cut off there."""
SIDES, GUTTER = 24.0, 5.0
"""Both margins of a page, and the room between two cells, in millimetres; those of the template."""
_WORDS = 56.0
"""Room for the words below a cell, in millimetres."""


def pieces_pdf(brief: Brief, cells: Sequence[CellPatch], slips: Sequence[Slip], sizes: PublishedSizes) -> bytes:
    """Return the pages of cells and slips, numbered on from each other as the list for the box numbers them."""
    words = brief.words
    drawn = [slip for slip in slips if slip.text]
    data = {
        "rows": _rows([_cell(brief, number, cell) for number, cell in enumerate(cells, 1)], brief.paper.width),
        "slips": [_slip(brief, number, slip) for number, slip in enumerate(drawn, 1)],
        "column": sizes.column,
        "size": sizes.type,
        "ground": brief.palette.ink(sizes.ground),
        "inks": _inks(brief, sizes.ground),
        "words": {key: words(key) for key in ("changes_cells_page", "changes_slips_page")},
        "cut": brief.palette["mark"],
    }
    return typeset("slips.typ", brief.page(f"{brief.game.title}: {words('changes_title')}") | data, longest=LONGEST)


def _cell(brief: Brief, number: int, patch: CellPatch) -> dict[str, Any]:
    covers = [brief.words("changes_slip_covers", old=patch.old)] if patch.old else []
    notes = [*covers, patch.note, *([type_note(brief, patch)] if patch.smaller else [])]
    return {
        "number": number,
        "place": patch.place,
        "lines": list(patch.lines),
        "room": max(patch.cell.width, _WORDS),
        "width": patch.cell.width,
        "height": patch.cell.height,
        "size": patch.size,
        "leading": (LEADING - 1) * patch.size,
        "ground": brief.palette.ink(patch.cell.ground),
        "ink": _inks(brief, patch.cell.ground)[0],
        "note": " · ".join(notes),
    }


def _rows(cells: list[dict[str, Any]], paper: float) -> list[list[dict[str, Any]]]:
    """The cells in rows as wide as the paper."""
    rows: list[list[dict[str, Any]]] = []
    left = 0.0
    for cell in cells:
        if not rows or left + cell["room"] > paper - SIDES + 1e-6:
            rows.append([])
            left = 0.0
        rows[-1].append(cell)
        left += cell["room"] + GUTTER
    return rows


def type_note(brief: Brief, patch: CellPatch) -> str:
    """Return a note on type that is smaller than the publisher's: ``set in 5.4 pt, not 7 pt, to fit``."""
    sizes = (f"{size / POINT:.3g}" for size in (patch.size, patch.cell.type))
    return brief.words("changes_smaller", size=next(sizes), wanted=next(sizes))


def _slip(brief: Brief, number: int, slip: Slip) -> dict[str, Any]:
    words = brief.words
    covers = words("changes_slip_covers", old=slip.old) if slip.old else words("changes_slip_new")
    covers = f"{slip.clause} · {covers}" if slip.clause else covers
    return {
        "number": number,
        "place": slip.place,
        "title": slip.title,
        "text": slip.text,
        "covers": covers,
        "note": slip.note,
    }


def _inks(brief: Brief, ground: str) -> list[str]:
    """The ink that is read best on a ground, and a quieter one."""
    palette = brief.palette
    dark = contrast(palette["ink"], ground) >= contrast(palette["page"], ground)
    return [palette["ink"], palette["quiet"]] if dark else [palette["page"], palette["page"]]
