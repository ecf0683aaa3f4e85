"""Booklet pages on both sides of larger sheets, in the order for folding and stapling through the fold."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.booklet.tags import Tags
from scenario_forge.printing.pages import boxed, saved
from scenario_forge.printing.paper import POINT

if TYPE_CHECKING:
    import pikepdf

    from scenario_forge.printing.svg import Box

Side = tuple[int | None, int | None]
"""What stands at the left and right of one side of a sheet: page numbers from 0; None: a blank page."""


def saddle_stitch(pages: int) -> list[Side]:
    """Sides in the order in which they are printed: front and back of the outermost sheet, then further in.

    Front and back are joined along the short edge of the paper; blank pages at the end make whole sheets.

    >>> saddle_stitch(6)
    [(None, 0), (1, None), (5, 2), (3, 4)]
    """
    places = -(-pages // 4) * 4

    def page(number: int) -> int | None:
        return number if number < pages else None

    sides: list[Side] = []
    for sheet in range(places // 4):
        first, last = 2 * sheet, places - 1 - 2 * sheet
        sides += [(page(last), page(first)), (page(first + 1), page(last - 1))]
    return sides


def imposed(pdf: bytes, width: float, height: float, note: bytes | None = None) -> bytes:
    """A booklet's pages two on a side of sheets of ``width`` by ``height`` millimetres, against the fold.

    ``note`` is a document with one page of that size for each sheet, laid over its outer side: marks for folding.
    """
    import pikepdf  # noqa: PLC0415 - heavy

    wide, high = width / POINT, height / POINT
    with pikepdf.open(BytesIO(pdf)) as source, pikepdf.new() as made:
        pages = [made.copy_foreign(page.as_form_xobject()) for page in source.pages]
        sizes = [(float(page.mediabox[2]), float(page.mediabox[3])) for page in source.pages]
        notes: list[pikepdf.Object] = []
        if note is not None:
            with pikepdf.open(BytesIO(note)) as marks:
                notes = [made.copy_foreign(page.as_form_xobject()) for page in marks.pages]
        title, language = source.docinfo.get("/Title"), source.Root.get("/Lang")
        shown_on: dict[int, pikepdf.Object] = {}
        for number, (left, right) in enumerate(saddle_stitch(len(pages))):
            parts = []
            if left is not None:
                parts.append((pages[left], wide / 2 - sizes[left][0], (high - sizes[left][1]) / 2))
            if right is not None:
                parts.append((pages[right], wide / 2, (high - sizes[right][1]) / 2))
            if number % 2 == 0 and number // 2 < len(notes):
                parts.append((notes[number // 2], 0.0, 0.0))
            sheet = _side(made, wide, high, parts)
            shown_on |= {page: sheet for page in (left, right) if page is not None}
        if title is not None:
            made.docinfo["/Title"] = str(title)
            with made.open_metadata(set_pikepdf_as_editor=False) as metadata:
                metadata["dc:title"] = str(title)
        if language is not None:
            made.Root["/Lang"] = str(language)
        Tags(made, source, pages).write(shown_on)
        made.Root["/ViewerPreferences"] = pikepdf.Dictionary(
            Duplex=pikepdf.Name.DuplexFlipShortEdge, DisplayDocTitle=True
        )
        rims = [(wide / 2 - size[0]) * POINT for size in sizes[:1]]
        trim: Box = (rims[0], 0.0, width - rims[0], height)
        return boxed(saved(made), [(trim, None)] * len(made.pages))


def _side(
    made: pikepdf.Pdf, wide: float, high: float, parts: list[tuple[pikepdf.Object, float, float]]
) -> pikepdf.Object:
    import pikepdf  # noqa: PLC0415 - heavy

    page = made.add_blank_page(page_size=(round(wide, 3), round(high, 3)))
    named = pikepdf.Dictionary()
    for number, (form, x, y) in enumerate(parts):
        # in the form itself, each of which stands once: some readers place hyphens wrongly under a shifted page
        form["/Matrix"] = pikepdf.Array([1, 0, 0, 1, round(x, 3), round(y, 3)])
        named[f"/P{number}"] = form
    page.Resources = pikepdf.Dictionary(XObject=named)
    # not named.keys(), which is a set: its order is another in each process
    page.Contents = made.make_stream(" ".join(f"q /P{number} Do Q" for number in range(len(parts))).encode())
    return page.obj
