"""Pages of the booklet on both sides of larger sheets, to be folded, with the tags they had."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from scenario_forge.printing.profile import POINT
from scenario_forge.printing.typeset import boxed, saved

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    # not named.keys(), which is a set: its order differs in each process
    page.Contents = made.make_stream(" ".join(f"q /P{number} Do Q" for number in range(len(parts))).encode())
    return page.obj


# -- tags of booklet pages that were laid on sheets ------------------------------------------------


_KEPT = ("/S", "/Alt", "/ActualText", "/Lang", "/T", "/E")
"""What an element keeps; layout boxes would be those of another page."""


class Tags:
    """Copies a structure tree onto forms: each form is a page of the source, each stands on one page of ``made``.

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
