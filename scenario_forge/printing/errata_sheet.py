"""The sheet of changes, as two documents: counters with their backs; and list, patches and pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from scenario_forge.game.errata.lists import COMPONENTS
from scenario_forge.printing.counters.layout import SheetPlan, arrange, grid_of
from scenario_forge.printing.counters.sheets import Faces, print_as, sheet_pages
from scenario_forge.printing.fonts import wrap
from scenario_forge.printing.owner.sheet import pieces_pdf
from scenario_forge.printing.pdf import lay_below, pdf_bytes, with_print_settings
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.reprints import slip_sizes
from scenario_forge.printing.svg import Canvas, xy
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf, typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pikepdf

    from scenario_forge.game.errata.lists import Correction, Corrections
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.counters.pieces import Group
    from scenario_forge.printing.owner.pieces import Slip
    from scenario_forge.printing.reprints import ChangedParts, Patch, WholePages
    from scenario_forge.printing.svg import XY


@dataclass(frozen=True)
class SheetFiles:
    """Documents of the errata sheet; a part without content is None."""

    counters: bytes | None
    plan: SheetPlan | None
    """The plan of the sheets of counters; None without counters."""
    rest: bytes


def sheet_files(brief: Brief, made: ChangedParts, between: tuple[str, str], ids: Sequence[str]) -> SheetFiles:
    """Draw the errata sheet: changed counters, and the rest as one document.

    Args:
        brief: the later state of the game.
        made: what has changed.
        between: what both states are called.
        ids: the errata that lie between them.
    """
    plan = counter_plan(brief, made.groups) if made.groups else None
    counters = None
    if plan is not None:
        title = brief.words("changes_counters")
        pages = sheet_pages(brief, plan, Faces(brief), title, [])
        counters = with_print_settings(sheets_pdf(brief, f"{brief.game.title}: {title}", pages), print_as(brief))
    return SheetFiles(counters, plan, _rest(brief, made, plan, between, ids))


def counter_plan(brief: Brief, groups: list[Group]) -> SheetPlan:
    """Return the counters on a grid no larger than needed, so that no card is wasted."""
    grid = grid_of(brief)
    count = sum(len(group.pieces) for group in groups)
    columns = min(grid.columns, count)
    rows = min(grid.rows, -(-count // columns))
    small = replace(grid, columns=columns, rows=rows, left=(grid.width - columns * grid.side) / 2)
    return SheetPlan(small, groups, arrange(groups, small, []))


def _rest(
    brief: Brief, made: ChangedParts, plan: SheetPlan | None, between: tuple[str, str], ids: Sequence[str]
) -> bytes:
    import pikepdf  # noqa: PLC0415 - heavy

    title = f"{brief.game.title}: {brief.words('changes_title')}"
    page = brief.page(title)
    parts = [typeset("changes.typ", page | _list(brief, made, plan, between, ids), longest=4000)]
    if made.cells or any(slip.text for slip in made.slips):
        parts.append(pieces_pdf(brief, made.cells, made.slips, slip_sizes(brief.profile)))
    layout = lay_out(brief, made.patches)
    if layout:
        parts.append(with_patches(sheets_pdf(brief, title, patch_pages(brief, layout)), layout))
    with pikepdf.new() as document:
        for part in parts:
            with pikepdf.open(BytesIO(part)) as source:
                document.pages.extend(source.pages)
        for whole in made.whole:
            with pikepdf.open(BytesIO(whole.pdf)) as source:
                for number in whole.pages:
                    document.pages.append(source.pages[number])
        return with_print_settings(pdf_bytes(document), "single")


def _list(
    brief: Brief, made: ChangedParts, plan: SheetPlan | None, between: tuple[str, str], ids: Sequence[str]
) -> dict[str, object]:
    """Return the values for the template of the list."""
    words = brief.words
    sections = [
        {"title": words(f"changes_list_{key}"), "lines": lines, "numbered": key in ("patches", "cells", "slips")}
        for key, lines in (
            ("counters", list(_counter_lines(brief, made, plan))),
            ("cells", [f"{cell.place}: {' '.join(cell.lines)}" for cell in made.cells]),
            ("slips", list(_slip_lines(brief, made.slips))),
            ("patches", [patch_line(brief, patch) for patch in made.patches]),
            ("whole", [_whole_line(brief, whole) for whole in made.whole]),
            ("by_hand", [_by_hand_line(brief, *value) for value in (*made.by_hand, *struck_out(made.slips))]),
            ("named", made.named),
        )
        if lines
    ]
    return {
        "game": brief.game.title,
        "title": words("changes_title"),
        "lead": words("changes_from", before=between[0], after=between[1]),
        "how": words("changes_how") if not made.nothing else words("changes_nothing"),
        "sections": sections,
        "ids": words("changes_errata", ids=", ".join(ids)) if ids else "",
    }


def _counter_lines(brief: Brief, made: ChangedParts, plan: SheetPlan | None) -> Iterator[str]:
    words = brief.words
    places = {piece.id: plan.name(slot) for _sheet, slot, piece in plan.slots()} if plan else {}
    for group in made.groups:
        named = [f"{_name(piece)} ({places[piece.id]})" for piece in group.pieces]
        said = words("changes_counter_line", count=len(group.pieces), names=", ".join(named))
        yield f"{group.title}: {said}"
    if made.gone:
        yield words("changes_gone", names=", ".join(made.gone))


def _slip_lines(brief: Brief, slips: Sequence[Slip]) -> Iterator[str]:
    for slip in slips:
        if slip.text:
            place = f"{slip.place} ({slip.clause})" if slip.clause else slip.place
            yield brief.words("changes_slip_line", place=place, title=slip.title) if slip.title else place


def struck_out(slips: Sequence[Slip]) -> Iterator[tuple[str, str, str]]:
    """Yield passages that are gone as values without a later one."""
    yield from ((slip.place, f"“{slip.old}”", "") for slip in slips if not slip.text)


def _by_hand_line(brief: Brief, place: str, was: str, now: str) -> str:
    key = "changes_by_hand" if was and now else "changes_by_hand_new" if now else "changes_by_hand_gone"
    return brief.words(key, place=place, was=was, now=now)


def _name(piece: object) -> str:
    item = getattr(piece, "item", None)
    no = getattr(item, "no", None)
    name = str(getattr(item, "name", ""))
    return f"{no} {name}" if no is not None else name


def patch_line(brief: Brief, patch: Patch) -> str:
    """Return the line that tells where a patch goes: its hexes, or page and millimetres."""
    words = brief.words
    if patch.place:
        return words("changes_hex_line", title=patch.title, hexes=patch.place)
    x, y = (round(value) for value in patch.box[:2])
    return words("changes_patch_line", title=patch.title, page=patch.page + 1, x=x, y=y)


def _whole_line(brief: Brief, whole: WholePages) -> str:
    words = brief.words
    if whole.new:
        return words("changes_new_line", title=whole.title)
    pages = words("changes_page_line", title=whole.title, pages=", ".join(str(n + 1) for n in whole.pages))
    said = dict.fromkeys(words(f"changes_why_{key}", number=number) for key, number in whole.reasons)
    return f"{pages} ({'; '.join(said)})" if said else pages


# -- patches on pages ------------------------------------------------------------------------------


GAP = 6.0
"""Free space between two patches, in millimetres."""
LABEL = 7 * POINT
_LINE = 1.25 * LABEL
WIDE = 52.0
"""Width of the words below a patch, at least."""
HEAD, FOOT = 12.0, 16.0
"""Above and below the patches on a page."""


@dataclass(frozen=True)
class PatchSpot:
    """Place of a patch on a page."""

    patch: Patch
    number: int
    at: XY
    """Where its left top corner is."""
    words: tuple[str, ...]

    @property
    def shift(self) -> XY:
        """Shift from a patch's place on its own page to its place here."""
        return (self.at[0] - self.patch.box[0], self.at[1] - self.patch.box[1])


def lay_out(brief: Brief, patches: Sequence[Patch]) -> list[list[PatchSpot]]:
    """Place patches in rows in their order, page by page. One too large for any page is placed nevertheless."""
    margin, paper = max(brief.profile.margin, 10.0), brief.paper
    right, low = paper.width - margin, paper.height - margin - FOOT
    pages: list[list[PatchSpot]] = []
    x, y, high = margin, margin + HEAD, 0.0
    for number, patch in enumerate(patches, 1):
        left, top, end, bottom = patch.box
        said = wrap(patch_line(brief, patch), LABEL, "sans", max(WIDE, end - left))
        wide, tall = max(WIDE, end - left), bottom - top + 3.4 + _LINE * len(said)
        if x > margin and x + wide > right:
            x, y, high = margin, y + high + GAP, 0.0
        if not pages or y + tall > low:
            pages.append([])
            x, y, high = margin, margin + HEAD, 0.0
        pages[-1].append(PatchSpot(patch, number, (x, y), tuple(said)))
        x, high = x + wide + GAP, max(high, tall)
    return pages


def patch_pages(brief: Brief, pages: Sequence[Sequence[PatchSpot]]) -> list[PrintedPage]:
    """Draw cut lines and words; the patches themselves are laid below by :func:`with_patches`."""
    made = []
    words, palette, paper, margin = brief.words, brief.palette, brief.paper, max(brief.profile.margin, 10.0)
    for count, spots in enumerate(pages, 1):
        canvas = Canvas(paper.width, paper.height)
        title = words("changes_patches_page", page=count)
        on = palette["page"]
        canvas.text((margin, margin + 4), title, 12 * POINT, face="sans-bold", fill=palette["ink"], on=on, role="head")
        for spot in spots:
            _cut_line(canvas, spot, palette["mark"])
            x, low = spot.at[0], spot.at[1] + spot.patch.box[3] - spot.patch.box[1] + 3.4
            for number, line in enumerate(spot.words):
                said = f"{spot.number}  {line}" if number == 0 else line
                canvas.text((x, low + number * _LINE), said, LABEL, fill=palette["quiet"], on=on, role="label")
        made.append(PrintedPage(canvas, title, foot_inset=margin))
    return made


def _cut_line(canvas: Canvas, spot: PatchSpot, ink: str) -> None:
    dx, dy = spot.shift
    for outline in _outlines(spot.patch):
        d = "M" + "L".join(xy((x + dx, y + dy)) for x, y in outline) + "Z"
        canvas.path(d, stroke=ink, width=0.12, cls="cut")


def _outlines(patch: Patch) -> Sequence[Sequence[XY]]:
    left, top, right, bottom = patch.box
    return patch.outlines or (((left, top), (right, top), (right, bottom), (left, bottom)),)


def with_patches(pdf: bytes, pages: Sequence[Sequence[PatchSpot]]) -> bytes:
    """Return the pages with each patch at its place, cut out of its own page at true size."""
    import pikepdf  # noqa: PLC0415 - heavy

    with pikepdf.open(BytesIO(pdf)) as document:
        sources: dict[bytes, pikepdf.Pdf] = {}
        forms: dict[tuple[bytes, int], tuple[pikepdf.Object, float]] = {}
        for page, spots in zip(document.pages, pages, strict=True):
            for spot in spots:
                key = (spot.patch.pdf, spot.patch.page)
                if key not in forms:
                    source = sources.setdefault(key[0], pikepdf.open(BytesIO(key[0])))
                    own = source.pages[key[1]]
                    forms[key] = document.copy_foreign(own.as_form_xobject()), float(own.mediabox[3]) * POINT
                _show(page, spot, *forms[key], list(forms).index(key))
        made = pdf_bytes(document)
        for source in sources.values():
            source.close()
        return made


def _show(page: pikepdf.Page, spot: PatchSpot, form: pikepdf.Object, own_high: float, number: int) -> None:
    high = float(page.mediabox[3])
    dx, dy = spot.shift
    clip = " ".join(_clip(outline, (dx, dy), high) for outline in _outlines(spot.patch))
    up = high * POINT - dy - own_high
    lay_below(page, form, f"Patch{number}", clip, f"1 0 0 1 {dx / POINT:.4f} {up / POINT:.4f}")


def _clip(outline: Sequence[XY], shift: XY, high: float) -> str:
    points = [((x + shift[0]) / POINT, high - (y + shift[1]) / POINT) for x, y in outline]
    first, *rest = [f"{x:.4f} {y:.4f}" for x, y in points]
    return f"{first} m " + " ".join(f"{point} l" for point in rest) + " h"


# -- the list of errata as a document: the same rows as the page on the screen ---------------------


LONGEST = 4000
"""Longer texts are cut off there."""
_HEADS = ("errata_number", "errata_where", "errata_was", "errata_is", "errata_why")


def errata_list_pdf(brief: Brief, listed: Corrections) -> bytes:
    """Return the whole list of errata on the profile's paper; the same values give the same bytes."""
    words = brief.words
    title = words("errata_list_title")
    page = brief.page(f"{brief.game.title}: {title}") | {"foot": brief.foot() | {"left": _foot(brief, listed)}}
    return with_print_settings(typeset("errata.typ", page | errata_list(brief, listed), longest=LONGEST), "single")


def _foot(brief: Brief, listed: Corrections) -> str:
    """Game and edition, and the version of the list: which errata are laid over the game is no matter here."""
    words, about = brief.words, brief.game.about
    edition = words("edition_line", title=brief.game.title, edition=about.edition if about else "")
    version = words("errata_version", version=listed.version) if listed.version else words("errata_list_title")
    return f"{edition}  ·  {version}"


def errata_list(brief: Brief, listed: Corrections) -> dict[str, Any]:
    """Return the values for `errata.typ`: edition, rows by component, versions and printings."""
    words, about = brief.words, brief.game.about
    lead = [words("edition_line", title=brief.game.title, edition=about.edition if about else "")]
    lead += [words("errata_version", version=listed.version)] if listed.version else []
    lead += [words("errata_since", version=listed.since)] if listed.since else []
    parts = [
        {"title": words(f"errata_of_{key}"), "rows": [_row(words, row) for row in listed.of(key)]}
        for key, _title in COMPONENTS
        if listed.of(key)
    ]
    return {
        "game": brief.game.title,
        "title": words("errata_list_title"),
        "lead": lead,
        "signs": words("errata_signs"),
        "heads": [words(key) for key in _HEADS],
        "parts": parts,
        "log": [
            {
                "version": edition.version,
                "note": " · ".join(p for p in (edition.date, edition.note) if p),
                "lines": lines,
            }
            for edition, lines in listed.log
        ],
        "printings": list(_printings(words, listed)),
        "words": {key: words(key) for key in ("errata_nothing", "errata_log", "errata_printings")},
        "accent": brief.palette["ink"],
        "wrong": brief.palette["warning"],
    }


def _row(words: Words, row: Correction) -> dict[str, Any]:
    erratum = row.erratum
    status = [words(f"errata_{erratum.status}")]
    status += [words("errata_incorporated")] if row.incorporated else []
    return {
        "id": erratum.id,
        "status": status,
        "place": row.place,
        "was": [list(piece) for piece in row.was],
        "now": [list(piece) for piece in row.now],
        "why": erratum.why,
        "source": f"{erratum.source} ({erratum.date or words('errata_undated')})",
        "new": row.new,
        "kept": not row.applies,
    }


def _printings(words: Words, listed: Corrections) -> Iterator[dict[str, str]]:
    applied = [row.erratum for row in listed.rows if row.applies]
    for printing in listed.printings:
        has = [e.id for e in applied if printing.id in e.incorporated_in]
        others = [e.id for e in applied if e.applies_to and printing.id not in e.applies_to]
        but = ", ".join([*has, *others])
        take = words("errata_take_but", ids=but) if but else words("errata_take_all")
        said = [words("errata_has", ids=", ".join(has))] if has else []
        name = printing.name + (f" ({printing.year})" if printing.year else "")
        yield {"name": name, "recognise": printing.recognise, "has": " · ".join([*said, take])}
