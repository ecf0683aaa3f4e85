"""Work on finished PDFs: count, measure, picture, compare, trim and fold pages."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from scenario_forge.printing.profile import INCH, POINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pikepdf
    import pypdfium2
    from PIL.Image import Image

    from scenario_forge.printing.svg import Box


def page_count(pdf: bytes) -> int:
    """Return the number of pages of a PDF."""
    import pikepdf  # noqa: PLC0415 - heavy

    with pikepdf.open(BytesIO(pdf)) as document:
        return len(document.pages)


_PDFIUM = threading.Lock()
"""PDFium must not be called from two threads at once."""


@contextmanager
def open_pdf(pdf: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF in PDFium, while no other thread calls it."""
    import pypdfium2  # noqa: PLC0415 - heavy

    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        yield document


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height of each page in millimetres, to a tenth."""
    with open_pdf(pdf) as document:
        sizes = map(document.get_page_size, range(len(document)))
        return [(round(w * POINT, 1), round(h * POINT, 1)) for w, h in sizes]


def with_page_boxes(pdf: bytes, boxes: Sequence[tuple[Box | None, Box | None]]) -> bytes:
    """Return the PDF with TrimBox and BleedBox on its pages (PDF 1.7, 14.11.2), in millimetres from the top left."""
    import pikepdf  # noqa: PLC0415 - heavy

    with pikepdf.open(BytesIO(pdf)) as document:
        for page, (trim, bleed) in zip(document.pages, boxes, strict=True):
            if trim is not None:
                page.trimbox = _pdf_box(page, trim)
                page.obj["/BleedBox"] = _pdf_box(page, bleed or trim)
        return pdf_bytes(document)


_DUPLEX = {"single": "Simplex", "fold": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


def with_print_settings(pdf: bytes, print_as: str) -> bytes:
    """Return the PDF asking the print dialogue for true size, these sides and paper of its pages' size.

    PDF 32000-1, 12.2, table 150: `/PrintScaling`, `/Duplex`, `/PickTrayByPDFSize`.
    """
    import pikepdf  # noqa: PLC0415 - heavy

    with pikepdf.open(BytesIO(pdf)) as document:
        wishes = document.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        wishes.PrintScaling = pikepdf.Name("/None")
        wishes.Duplex = pikepdf.Name(f"/{_DUPLEX[print_as]}")
        wishes.PickTrayByPDFSize = True
        document.Root.ViewerPreferences = wishes
        return pdf_bytes(document)


def lay_below(page: pikepdf.Page, form: pikepdf.Object, name: str, clip: str, matrix: str) -> None:
    """Show another page's form below what the page has, clipped to a path and moved (PDF 1.7, 8.4.4); in points.

    A form of that name that the page has already is replaced: a name of pikepdf's own would be random.
    """
    import pikepdf  # noqa: PLC0415 - heavy

    given = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(f"/{name}"), replace_existing=True)
    page.contents_add(f"q {clip} W n {matrix} cm {given} Do Q\n".encode("ascii"), prepend=True)


def pdf_bytes(document: pikepdf.Pdf) -> bytes:
    """Return a document's bytes; the same document gives the same bytes."""
    out = BytesIO()
    document.save(out, deterministic_id=True)
    return out.getvalue()


def _pdf_box(page: pikepdf.Page, box: Box) -> pikepdf.Array:
    import pikepdf  # noqa: PLC0415 - heavy

    height = float(page.mediabox[3])
    left, top, right, bottom = (value / POINT for value in box)
    return pikepdf.Array([round(v, 3) for v in (left, height - bottom, right, height - top)])


# -- where two pages differ, seen as a reader sees them --------------------------------------------


CELL = 1.0
"""Side of the squares of a page that are compared, in millimetres."""
APART = 2.5
"""What lies no further apart is one rectangle."""
ROOM = 0.8
"""Kept around what has changed."""
LEAST = (9.0, 5.0)
"""The least that a rectangle is wide and high."""
_DPI = 4 * INCH
_UNLIKE = 40
"""How much a dot must differ, of 255: less is the rim of a letter."""


def changed_squares(before: bytes, after: bytes, number: int) -> list[Box] | None:
    """Return the squares of :data:`CELL` in which a page of ``after`` differs from the same page of ``before``.

    None where the first has no such page, or one of another size: then there is nothing to paste over.
    """
    one, other = picture(before, number), picture(after, number)
    if one is None or other is None or one.shape != other.shape:
        return None
    unlike = abs(one.astype("int16") - other.astype("int16")) > _UNLIKE
    return _squares(unlike)


def regions(squares: list[Box]) -> list[Box]:
    """Return squares as rectangles with some room around them, from the top."""
    return join_rectangles([_grown(box) for box in join_rectangles(squares)], 0.0)


def dots_per_mm() -> float:
    """Return the dots per millimetre at which a page is compared."""
    return _DPI / INCH


def picture(pdf: bytes, number: int) -> Any:  # noqa: ANN401 - an array of dots
    """Return a page in greys; None where there is none of that number."""
    import pypdfium2  # noqa: PLC0415 - heavy

    with pypdfium2.PdfDocument(pdf) as document:
        if number >= len(document):
            return None
        return document[number].render(scale=_DPI / 72, grayscale=True).to_numpy().squeeze().copy()


def _squares(unlike: Any) -> list[Box]:  # noqa: ANN401 - an array of dots
    """Dots that differ as squares of the page, row by row."""
    import numpy as np  # noqa: PLC0415 - heavy

    dots = round(_DPI / INCH * CELL)
    high, wide = (-(-side // dots) for side in unlike.shape)
    padded = np.zeros((high * dots, wide * dots), dtype=bool)
    padded[: unlike.shape[0], : unlike.shape[1]] = unlike
    rows, columns = np.nonzero(padded.reshape(high, dots, wide, dots).any(axis=(1, 3)))
    places = zip(rows.tolist(), columns.tolist(), strict=True)
    return [(c * CELL, r * CELL, (c + 1) * CELL, (r + 1) * CELL) for r, c in places]


def join_rectangles(boxes: list[Box], apart: float = APART) -> list[Box]:
    """Return rectangles with those joined that lie no further than ``apart`` from each other, from the top."""
    left = sorted(boxes, key=lambda box: (box[1], box[0]))
    while True:
        made: list[Box] = []
        for box in left:
            near = next((n for n, other in enumerate(made) if _near(box, other, apart)), None)
            if near is None:
                made.append(box)
            else:
                made[near] = _around(box, made[near])
        if len(made) == len(left):
            return sorted(made, key=lambda box: (box[1], box[0]))
        left = made


def _near(one: Box, other: Box, apart: float) -> bool:
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return across <= apart and down <= apart / 2


def _around(one: Box, other: Box) -> Box:
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))


def _grown(box: Box) -> Box:
    """With room around it, and large enough to be handled."""
    across = max(ROOM, (LEAST[0] - (box[2] - box[0])) / 2)
    down = max(ROOM, (LEAST[1] - (box[3] - box[1])) / 2)
    return (box[0] - across, box[1] - down, box[2] + across, box[3] + down)


# -- pictures of pages: what a document looks like without opening it. The same PDF gives the same bytes --


DPI = 80
"""Dots an inch of a preview."""
SMALL_DPI = 40
"""Of a thumbnail, and no larger than :data:`SMALL`."""
LARGE, SMALL = 1700, 480
"""Most pixels along the longer side: a poster is shown smaller than a page."""


def previews(stem: str, pdf: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and PNG of each page's preview and thumbnail, page after page."""
    import pypdfium2  # noqa: PLC0415 - heavy

    with pypdfium2.PdfDocument(pdf) as document:
        digits = len(str(len(document)))
        for number in range(len(document)):
            page = document[number]
            width, height = (side * POINT for side in page.get_size())
            picture = page.render(scale=_dpi(max(width, height), DPI, LARGE) / 72).to_pil()
            page.close()
            name = f"{stem}_p{number + 1:0{digits}}.png"
            yield f"png/{name}", _png(picture)
            yield f"png/small/{name}", _png(_smaller(picture, width, height))


MOST_DOTS = 20_000_000
"""Of one picture on the screen."""


def page_picture(pdf: bytes, number: int, dpi: float) -> bytes:
    """Return one page, from 0, as PNG; at a lower resolution where it would have over :data:`MOST_DOTS`."""
    with open_pdf(pdf) as document:
        page = document[number]
        width, height = page.get_size()
        scale = min(dpi / 72, (MOST_DOTS / (width * height)) ** 0.5)
        picture = page.render(scale=scale).to_pil()
        page.close()
    stream = BytesIO()
    picture.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _dpi(side: float, dpi: float, most: int) -> float:
    """So many dots an inch that a side of so many millimetres has no more than ``most``."""
    return min(dpi, most / (side / INCH))


def _smaller(picture: Image, width: float, height: float) -> Image:
    from PIL import Image  # noqa: PLC0415 - heavy

    dpi = _dpi(max(width, height), SMALL_DPI, SMALL)
    size = max(1, round(width / INCH * dpi)), max(1, round(height / INCH * dpi))
    return picture.resize(size, Image.Resampling.BOX, reducing_gap=2)


def _png(picture: Image) -> bytes:
    # a palette would be a third of the size, but pale tints side by side fall into one
    out = BytesIO()
    picture.convert("RGB").save(out, "PNG", compress_level=4)
    return out.getvalue()


# -- pages on both sides of larger sheets, to be folded --------------------------------------------


Side = tuple[int | None, int | None]
"""What stands at the left and right of one side of a sheet: page numbers from 0; None: a blank page."""


def saddle_stitch(pages: int) -> list[Side]:
    """Return sides in printing order: front and back of the outermost sheet, then further in.

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


def impose(pdf: bytes, width: float, height: float, note: bytes | None = None) -> bytes:
    """Impose a booklet's pages two to a side on sheets of ``width`` by ``height`` millimetres, against the fold.

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
            sheet = _folded_side(made, wide, high, parts)
            shown_on |= {page: sheet for page in (left, right) if page is not None}
        if title is not None:
            made.docinfo["/Title"] = str(title)
            with made.open_metadata(set_pikepdf_as_editor=False) as metadata:
                metadata["dc:title"] = str(title)
        if language is not None:
            made.Root["/Lang"] = str(language)
        Tags(made, source, pages).write(shown_on)
        made.Root["/ViewerPreferences"] = pikepdf.Dictionary(DisplayDocTitle=True)
        rims = [(wide / 2 - size[0]) * POINT for size in sizes[:1]]
        trim: Box = (rims[0], 0.0, width - rims[0], height)
        return with_page_boxes(pdf_bytes(made), [(trim, None)] * len(made.pages))


def _folded_side(
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
    # not named.keys(), which is a set: its order differs in each process
    page.Contents = made.make_stream(" ".join(f"q /P{number} Do Q" for number in range(len(parts))).encode())
    return page.obj


# -- tags of booklet pages that were laid on sheets ------------------------------------------------


_KEPT = ("/S", "/Alt", "/ActualText", "/Lang", "/T", "/E")
"""What an element keeps; layout boxes would be those of another page."""


class Tags:
    """Copier of a structure tree onto forms: each form is a page of the source, and stands on one page of ``made``.

    PDF 32000-1, 14.7.4: marked content of a form is named by its stream, the page that shows it and its number.
    """

    def __init__(self, made: pikepdf.Pdf, source: pikepdf.Pdf, forms: Sequence[pikepdf.Object]) -> None:
        self.made, self.forms = made, forms
        self.numbers = {page.obj.objgen: number for number, page in enumerate(source.pages)}
        self.tree = source.Root.get("/StructTreeRoot")
        self._marked: dict[int, dict[int, pikepdf.Object]] = {}

    def write(self, shown_on: Mapping[int, pikepdf.Object]) -> None:
        """Set the tree in ``made``; ``shown_on`` is the sheet's page by the number of the booklet's page."""
        import pikepdf  # noqa: PLC0415 - heavy

        if self.tree is None:
            return
        root = self.made.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot))
        root.K = pikepdf.Array(list(self._children(self.tree, root, None, shown_on)))
        if "/RoleMap" in self.tree:
            root.RoleMap = self._plain(self.tree.RoleMap)
        numbers = pikepdf.Array()
        for number in sorted(self._marked):
            self.forms[number]["/StructParents"] = number
            found = self._marked[number]
            row = [found.get(mark, pikepdf.Object.parse(b"null")) for mark in range(max(found) + 1)]
            numbers.append(number)
            numbers.append(self.made.make_indirect(pikepdf.Array(row)))
        root.ParentTree = self.made.make_indirect(pikepdf.Dictionary(Nums=numbers))
        root.ParentTreeNextKey = len(self.forms)
        self.made.Root.StructTreeRoot = root
        self.made.Root.MarkInfo = pikepdf.Dictionary(Marked=True)

    def _children(
        self, element: pikepdf.Object, parent: pikepdf.Object, page: int | None, shown_on: Mapping[int, pikepdf.Object]
    ) -> Iterator[pikepdf.Object]:
        import pikepdf  # noqa: PLC0415 - heavy

        kids = element.get("/K")
        for kid in kids if isinstance(kids, pikepdf.Array) else [] if kids is None else [kids]:
            if isinstance(kid, int):
                found = self._mark(kid, page, parent, shown_on)
            elif kid.get("/Type") == "/MCR":
                found = self._mark(int(kid.MCID), self._page(kid, page), parent, shown_on)
            elif "/S" in kid:
                found = self._element(kid, parent, self._page(kid, page), shown_on)
            else:
                found = None  # links stay behind: there is nothing to click on a sheet
            if found is not None:
                yield found

    def _element(
        self, element: pikepdf.Object, parent: pikepdf.Object, page: int | None, shown_on: Mapping[int, pikepdf.Object]
    ) -> pikepdf.Object | None:
        import pikepdf  # noqa: PLC0415 - heavy

        values = {key: self._plain(element[key]) for key in _KEPT if key in element}
        made = self.made.make_indirect(pikepdf.Dictionary({"/Type": pikepdf.Name.StructElem, "/P": parent, **values}))
        kids = list(self._children(element, made, page, shown_on))
        made.K = pikepdf.Array(kids)
        return made if kids else None

    def _mark(
        self, mark: int, page: int | None, parent: pikepdf.Object, shown_on: Mapping[int, pikepdf.Object]
    ) -> pikepdf.Object | None:
        import pikepdf  # noqa: PLC0415 - heavy

        if page is None or page not in shown_on:
            return None
        self._marked.setdefault(page, {})[mark] = parent
        return pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=shown_on[page], Stm=self.forms[page], MCID=mark)

    def _page(self, element: pikepdf.Object, page: int | None) -> int | None:
        return self.numbers.get(element.Pg.objgen, page) if "/Pg" in element else page

    def _plain(self, value: pikepdf.Object) -> pikepdf.Object:
        """A name, a text or a dictionary of such, in the new file."""
        import pikepdf  # noqa: PLC0415 - heavy

        if isinstance(value, pikepdf.Dictionary):
            return pikepdf.Dictionary({key: self._plain(inner) for key, inner in sorted(value.items())})
        return pikepdf.Object.parse(value.unparse())
