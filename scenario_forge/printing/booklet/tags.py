"""Tags of booklet pages that were laid on sheets: the structure of the pages, pointed at the forms that hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pikepdf

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
