"""Drawn sheets as pages of a PDF, at true size, with foot, bookmarks, TrimBox and BleedBox."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.profile import POINT
from scenario_forge.printing.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pikepdf

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.svg import Box, Canvas


@dataclass(frozen=True)
class Sheet:
    """One page: a drawing as large as the paper."""

    drawing: Canvas
    label: str
    """Its bookmark; also set at its head if ``head``."""
    trim: Box | None = None
    """What is left when it is cut, in millimetres from the top left; None: the whole page."""
    bleed: Box | None = None
    """What is printed beyond that; None: as ``trim``."""
    foot: bool = True
    foot_inset: float = 10.0
    """How far the foot stays from the left and right edge."""
    foot_up: float = 5.0
    """How far its lower edge stays from the edge of the paper."""


def sheets_pdf(brief: Brief, title: str, sheets: Sequence[Sheet]) -> bytes:
    """One PDF of drawn sheets in their order; each page is as large as its drawing.

    Raises:
        ValueError: there is no sheet.
    """
    if not sheets:
        raise ValueError("a document needs a page")
    pages = [
        {
            "width": sheet.drawing.width,
            "height": sheet.drawing.height,
            "label": sheet.label,
            "foot": sheet.foot,
            "inset": sheet.foot_inset,
            "up": sheet.foot_up,
        }
        for sheet in sheets
    ]
    svgs = {str(number): sheet.drawing.svg() for number, sheet in enumerate(sheets)}
    made = typeset("sheets.typ", brief.page(title) | {"pages": pages}, svgs)
    if all(sheet.trim is None for sheet in sheets):
        return made
    return boxed(made, [(sheet.trim, sheet.bleed) for sheet in sheets])


def boxed(pdf: bytes, boxes: Sequence[tuple[Box | None, Box | None]]) -> bytes:
    """The same PDF with TrimBox and BleedBox on its pages (PDF 1.7, 14.11.2), in millimetres from the top left."""
    import pikepdf  # noqa: PLC0415 - heavy

    with pikepdf.open(BytesIO(pdf)) as document:
        for page, (trim, bleed) in zip(document.pages, boxes, strict=True):
            if trim is not None:
                page.trimbox = _pdf_box(page, trim)
                page.obj["/BleedBox"] = _pdf_box(page, bleed or trim)
        return saved(document)


def saved(document: pikepdf.Pdf) -> bytes:
    """A document's bytes; the same document gives the same bytes."""
    out = BytesIO()
    document.save(out, deterministic_id=True)
    return out.getvalue()


def _pdf_box(page: pikepdf.Page, box: Box) -> pikepdf.Array:
    import pikepdf  # noqa: PLC0415 - heavy

    height = float(page.mediabox[3])
    left, top, right, bottom = (value / POINT for value in box)
    return pikepdf.Array([round(v, 3) for v in (left, height - bottom, right, height - top)])
