"""Sheets of counters as pages: grounds that run through, faces, marks outside the art, labels, a ruler."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from scenario_forge.printing.counters.layout import MARK_GAP, WARNING, row_name
from scenario_forge.printing.fonts import fitted, shortened, wrapped
from scenario_forge.printing.lint import inside
from scenario_forge.printing.palette import SIDES_APART, difference
from scenario_forge.printing.profile import INCH, POINT
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.printing.typeset import PrintedPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.counters.frame import Face
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.printing.counters.pieces import Piece
    from scenario_forge.printing.fonts import Face as Type
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import XY, Box

_RIM, _RIM_INSET = 0.2, 0.55
"""Width of a counter's outline, and how far it lies from the cut: a cut that goes astray leaves it whole."""
_OVER = 0.1
"""Grounds reach under their right and lower neighbour, so that no white line shines between them."""
_LABEL = 5.5 * POINT
RULER = 2 * INCH
"""Length of the ruler in millimetres."""
_NOTE = 10.8
"""From the lower edge of the paper to the line of notes, above the foot."""


@dataclass
class Faces:
    """Faces by their look, each drawn once."""

    brief: Brief
    fronts: dict[str, Face] = field(default_factory=dict)
    backs: dict[str, Face] = field(default_factory=dict)

    def front(self, piece: Piece) -> Face:
        """The front of a counter."""
        if piece.look not in self.fronts:
            self.fronts[piece.look] = piece.front(self.brief)
        return self.fronts[piece.look]

    def back(self, piece: Piece) -> Face:
        """Its back."""
        if piece.look not in self.backs:
            self.backs[piece.look] = piece.back(self.brief)
        return self.backs[piece.look]


def sheet_pages(brief: Brief, plan: SheetPlan, faces: Faces, title: str, notes: Sequence[str]) -> list[PrintedPage]:
    """Front and back of each sheet in turn; one page each if they are folded or have no backs."""
    pages = []
    for number in range(len(plan.sheets)):
        page = _Page(brief, plan, number, faces, title, notes)
        backs = plan.grid.backs
        if backs in ("long", "short"):
            pages += [page.front("counter_sheet_front"), page.back()]
        elif backs == "fold":
            pages.append(page.folded())
        else:
            pages.append(page.front("counter_sheet_single"))
    return pages


class _Page:
    """One sheet while its pages are drawn."""

    def __init__(
        self, brief: Brief, plan: SheetPlan, number: int, faces: Faces, title: str, notes: Sequence[str]
    ) -> None:
        self.brief, self.plan, self.number, self.faces, self.title = brief, plan, number, faces, title
        self.grid, self.notes, self.pieces = plan.grid, notes, plan.sheets[number]

    def front(self, label: str) -> PrintedPage:
        """The page of the fronts."""
        canvas = self._canvas()
        self._fronts(canvas)
        return self._sheet(canvas, label, self.grid.box, self.grid.bleed)

    def back(self) -> PrintedPage:
        """The page of the backs."""
        canvas = self._canvas()
        self._backs(canvas)
        return self._sheet(canvas, "counter_sheet_back", self.grid.back_box, self.grid.back_bleed)

    def folded(self) -> PrintedPage:
        """Both on one page, with the line of the fold between them."""
        grid, canvas, words = self.grid, self._canvas(), self.brief.words
        self._fronts(canvas)
        self._backs(canvas)
        y, margin = grid.fold, self.brief.profile.margin
        quiet, page = self.brief.palette["quiet"], self.brief.palette["page"]
        canvas.line([(margin, y), (grid.width - margin, y)], stroke=quiet, width=0.15, dash="2 1.5", cls="fold")
        canvas.text((margin, y - 0.55), words("counter_fold_line"), 5.5 * POINT, fill=quiet, on=page, role="label")
        left, top, right, _bottom = grid.box
        return self._sheet(canvas, "counter_sheet_fold", (left, top, right, grid.back_box[3]), grid.bleed)

    def _canvas(self) -> Canvas:
        return Canvas(self.grid.width, self.grid.height)

    def _fronts(self, canvas: Canvas) -> None:
        grid = self.grid
        rows = [self.pieces[start : start + grid.columns] for start in range(0, grid.slots, grid.columns)]
        grounds = [[self.faces.front(piece).ground for piece in row] for row in rows]
        _grounds(canvas, grid.box, grid.side, grid.bleed, grounds)
        for slot, piece in enumerate(self.pieces):
            left, top, _right, _bottom = grid.front(slot)
            canvas.place(self.faces.front(piece).art, (left, top), piece.id, "counter")
        self._rims(
            canvas, [(grid.front(slot), piece, self.faces.front(piece)) for slot, piece in enumerate(self.pieces)]
        )
        self._marks(canvas, grid.box, grid.bleed, [row_name(r) for r in range(grid.rows)], range(grid.columns))

    def _backs(self, canvas: Canvas) -> None:
        grid = self.grid
        by_place = {grid.back(slot)[:2]: piece for slot, piece in enumerate(self.pieces)}
        ordered = [by_place[at] for at in sorted(by_place, key=lambda at: (round(at[1], 3), at[0]))]
        rows = [ordered[start : start + grid.columns] for start in range(0, grid.slots, grid.columns)]
        grounds = [[self.faces.back(piece).ground for piece in row] for row in rows]
        _grounds(canvas, grid.back_box, grid.side, grid.back_bleed, grounds)
        for slot, piece in enumerate(self.pieces):
            left, top, right, bottom = grid.back(slot)
            art = self.faces.back(piece).art
            if grid.turned:
                _place_turned(canvas, art, (left, top, right, bottom), f"{piece.id}-back")
            else:
                canvas.place(art, (left, top), f"{piece.id}-back", "counter back")
        self._rims(canvas, [(grid.back(slot), piece, self.faces.back(piece)) for slot, piece in enumerate(self.pieces)])
        names, columns = [row_name(r) for r in range(grid.rows)], range(grid.columns)
        if grid.backs == "long":
            self._marks(canvas, grid.back_box, grid.back_bleed, names, columns[::-1])
        else:
            self._marks(canvas, grid.back_box, grid.back_bleed, names[::-1], columns)

    def _rims(self, canvas: Canvas, placed: Sequence[tuple[Box, Piece, Face]]) -> None:
        """A thin dark outline for units whose ground would melt into that of the map."""
        land, d = self.brief.palette["land"], ""
        for (left, top, right, bottom), piece, face in placed:
            if piece.nationality and difference(face.ground, land) < SIDES_APART:
                a, b, c, e = inside((left, top, right, bottom), _RIM_INSET)
                d += f"M{mm(a)} {mm(b)}H{mm(c)}V{mm(e)}H{mm(a)}Z"
        canvas.path(d, stroke=self.brief.palette["counter-ink"], width=_RIM, cls="rims")

    def _marks(self, canvas: Canvas, box: Box, bleed: float, rows: Sequence[str], columns: Sequence[int]) -> None:
        """Crop marks on all four sides, never on the art, and the names of rows and columns between them."""
        grid, palette = self.grid, self.brief.palette
        left, top, right, bottom = box
        near, far = bleed + MARK_GAP, grid.zone
        d = ""
        for number in range(grid.columns + 1):
            at = mm(left + number * grid.side)
            d += f"M{at} {mm(top - far)}V{mm(top - near)}M{at} {mm(bottom + near)}V{mm(bottom + far)}"
        for number in range(grid.rows + 1):
            at = mm(top + number * grid.side)
            d += f"M{mm(left - far)} {at}H{mm(left - near)}M{mm(right + near)} {at}H{mm(right + far)}"
        canvas.path(d, stroke=palette["mark"], width=0.15, cls="marks", linecap="butt")
        half, low = grid.side / 2, 0.35 * _LABEL
        away, style = (near + far) / 2, {"fill": palette["quiet"], "on": palette["page"], "role": "label"}
        over, beside = (top - away, bottom + away), (left - away, right + away)
        places = [((left + n * grid.side + half, y), str(c + 1)) for n, c in enumerate(columns) for y in over]
        places += [((x, top + n * grid.side + half), name) for n, name in enumerate(rows) for x in beside]
        for (x, y), name in places:
            canvas.text((x, y + low), name, _LABEL, anchor="middle", **style)  # type: ignore[arg-type]

    def _sheet(self, canvas: Canvas, label: str, box: Box, bleed: float) -> PrintedPage:
        """Head and notes around the art, and the page's boxes."""
        words, grid, palette, margin = self.brief.words, self.grid, self.brief.palette, self.brief.profile.margin
        said = words(label, sheet=self.number + 1, sheets=len(self.plan.sheets))
        used = sum(piece.item is not None for piece in self.pieces)
        counts = words("counter_sheet_counts", used=used, slots=grid.slots, spare=grid.slots - used)
        room = grid.width - 2 * margin - RULER - 6
        self._head(canvas, f"{self.title} · {said}", margin + 3.4, 11 * POINT, room, strong=True)
        self._head(canvas, words(f"counter_how_{grid.backs}"), margin + 6.9, 7.5 * POINT, room)
        held = wrapped(f"{counts}: {self._held()}", 7.5 * POINT, "sans", room)
        for line_number, line in enumerate([*held[:1], " ".join(held[1:]).lstrip("· ")]):
            self._head(canvas, line, margin + 10.2 + 3.1 * line_number, 7.5 * POINT, room)
        ruler(canvas, (grid.width - margin - RULER, margin + 0.6), words, palette)
        at = (margin, grid.height - _NOTE - (WARNING if self.brief.flawed else 0.0))
        note = " ".join(self.notes)
        size = fitted(note, 7 * POINT, "sans", grid.width - 2 * margin, 5 * POINT)
        canvas.text(at, note, size, fill=palette["quiet"], on=palette["page"], role="note")
        left, top, right, bottom = box
        beyond = (left - bleed, top - bleed, right + bleed, bottom + bleed)
        return PrintedPage(canvas, said, box, beyond, foot_inset=margin)

    def _head(self, canvas: Canvas, text: str, low: float, size: float, room: float, *, strong: bool = False) -> None:
        palette, margin = self.brief.palette, self.brief.profile.margin
        face: Type = "sans-bold" if strong else "sans"
        size = fitted(text, size, face, room, 6 * POINT)
        colour = palette["ink" if strong else "quiet"]
        made = shortened(text, size, face, room)
        canvas.text((margin, low), made, size, face=face, fill=colour, on=palette["page"], role="head")

    def _held(self) -> str:
        """``British and Empire A1–D10 · Strength E1–G4``: what stands where on this sheet."""
        place = {piece.id: self.plan.name(slot) for slot, piece in enumerate(self.pieces)}
        found = []
        for group in self.plan.groups:
            spots = [place[piece.id] for piece in group.pieces if piece.id in place]
            if spots:
                found.append(f"{group.title} {spots[0]}–{spots[-1]}" if len(spots) > 1 else f"{group.title} {spots[0]}")
        return " · ".join(found)


def _grounds(canvas: Canvas, box: Box, side: float, bleed: float, rows: Sequence[Sequence[str]]) -> None:
    """One rectangle for each run of neighbours of one colour, beyond the cut at the rim of the sheet."""
    left, top, right, bottom = box
    for number, row in enumerate(rows):
        first, last = number == 0, number == len(rows) - 1
        high = top - bleed if first else top + number * side
        low = bottom + bleed if last else top + (number + 1) * side + _OVER
        start = 0
        for colour, run in groupby(row):
            end = start + len(list(run))
            from_ = left - bleed if start == 0 else left + start * side
            to = right + bleed if end == len(row) else left + end * side + _OVER
            canvas.rect((from_, high, to, low), fill=colour, cls="ground")
            start = end


def _place_turned(canvas: Canvas, art: Canvas, box: Box, name: str) -> None:
    """A face standing on its head."""
    left, top, right, bottom = box
    known = len(canvas.texts)
    with canvas.group(transform=f"rotate(180 {mm((left + right) / 2)} {mm((top + bottom) / 2)})"):
        canvas.place(art, (left, top), name, "counter back")
    for number, mark in enumerate(canvas.texts[known:], known):
        a, b, c, d = mark.box
        turned = (left + right - c, top + bottom - d, left + right - a, top + bottom - b)
        canvas.texts[number] = replace(mark, box=turned)


def ruler(canvas: Canvas, at: XY, words: Words, palette: Palette) -> None:
    """50 mm over 2 inches, to prove that nothing was scaled; `RULER` wide and 11 mm high."""
    x, y = at
    d = f"M{mm(x)} {mm(y + 4.2)}h{mm(RULER)}"
    for step in range(51):
        d += f"M{mm(x + step)} {mm(y + 4.2)}v{mm(-2.2 if step % 10 == 0 else -1.5 if step % 5 == 0 else -0.9)}"
    for step in range(17):
        long = 2.2 if step % 8 == 0 else 1.5 if step % 4 == 0 else 0.9
        d += f"M{mm(x + step * INCH / 8)} {mm(y + 4.2)}v{mm(long)}"
    canvas.path(d, stroke=palette["ink"], width=0.15, cls="ruler", linecap="butt")
    style = {"fill": palette["ink"], "on": palette["page"], "role": "label"}
    for step in range(0, 51, 10):
        canvas.text((x + step, y + 1.6), str(step), 5 * POINT, anchor="middle", **style)  # type: ignore[arg-type]
    for step in range(3):
        canvas.text((x + step * INCH, y + 8.1), f"{step}", 5 * POINT, anchor="middle", **style)  # type: ignore[arg-type]
    said = words("counter_ruler")
    size = fitted(said, 5.5 * POINT, "sans", RULER, 5 * POINT)
    canvas.text((x + INCH, y + 10.6), said, size, anchor="middle", **style)  # type: ignore[arg-type]
