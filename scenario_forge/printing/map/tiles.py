"""The joined map on pages of the printer's paper: one copy of its art, seen through a window on each page."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.map.tile_page import plan_page, tile_page
from scenario_forge.printing.pages import saved, sheets_pdf
from scenario_forge.printing.paper import POINT

if TYPE_CHECKING:
    import pikepdf

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.tiling import Tile, Tiling
    from scenario_forge.printing.svg import XY, Box


def tiles_pdf(brief: Brief, title: str, tiling: Tiling, art: Box, joined: bytes, corner: XY) -> bytes:
    """The plan of the pages, then each page.

    Args:
        brief: the game and its profile.
        title: of the document.
        tiling: how the art is cut.
        art: what is tiled, in millimetres of the map.
        joined: a PDF with the art at true size on its first page.
        corner: the place on the map of that page's left top corner.
    """
    import pikepdf  # noqa: PLC0415 - heavy

    plan, small = plan_page(brief, tiling, art, title)
    around = sheets_pdf(brief, title, [plan, *(tile_page(brief, tiling, tile) for tile in tiling.tiles)])
    with pikepdf.open(BytesIO(around)) as document, pikepdf.open(BytesIO(joined)) as source:
        form = document.copy_foreign(source.pages[0].as_form_xobject())
        high = float(source.pages[0].mediabox[3]) * POINT
        part = (small[2] - small[0]) / (art[2] - art[0])
        _show(document.pages[0], form, _fit(document.pages[0], art, (small[0], small[1]), corner, high, part), small)
        for page, tile in zip(list(document.pages)[1:], tiling.tiles, strict=True):
            clip = _clip(brief, tiling, tile)
            _show(page, form, _fit(page, tile.window, tiling.at, corner, high, 1.0), clip)
        return saved(document)


def _clip(brief: Brief, tiling: Tiling, tile: Tile) -> Box:
    """The window on its page, with bleed where the art ends."""
    bleed, (x, y) = brief.profile.bleed, tiling.at
    left, top, right, bottom = tile.window
    return (
        x - (bleed if tile.column == 0 else 0),
        y - (bleed if tile.row == 0 else 0),
        x + right - left + (bleed if tile.column == tiling.columns - 1 else 0),
        y + bottom - top + (bleed if tile.row == tiling.rows - 1 else 0),
    )


def _fit(page: pikepdf.Page, window: Box, at: XY, corner: XY, high: float, part: float) -> tuple[float, float, float]:
    """Scale and shift, in points, that set the window's left top at ``at`` on a page."""
    down = float(page.mediabox[3]) * POINT
    right = at[0] - (window[0] - corner[0]) * part
    up = down - at[1] - (high - (window[1] - corner[1])) * part
    return part, right / POINT, up / POINT


def _show(page: pikepdf.Page, form: pikepdf.Object, fit: tuple[float, float, float], clip: Box) -> None:
    """Below what the page has: the form, moved and clipped (PDF 1.7, 8.4.4)."""
    import pikepdf  # noqa: PLC0415 - heavy

    high = float(page.mediabox[3])
    left, top, right, bottom = (value / POINT for value in clip)
    part, x, y = fit
    name = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name("/Map"))  # a name of pikepdf's own is random
    box = f"{left:.4f} {high - bottom:.4f} {right - left:.4f} {bottom - top:.4f} re W n"
    content = f"q {box} {part:.6f} 0 0 {part:.6f} {x:.4f} {y:.4f} cm {name} Do Q\n"
    page.contents_add(content.encode("ascii"), prepend=True)
