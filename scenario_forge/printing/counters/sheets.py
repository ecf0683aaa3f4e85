"""Counter sheets as documents to print: all counters, or those of each scenario, and the calibration page.

Pages with grounds that run through, faces, marks outside the art and labels; and what cannot be printed as written.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.profiles import ProfileDocument
from scenario_forge.game.forces import counter_sheets
from scenario_forge.game.scenarios import scenarios as known_scenarios
from scenario_forge.printing.brief import Job, PrintedDocument, is_unpublished
from scenario_forge.printing.counters.face import known_symbol, symbol_hint
from scenario_forge.printing.counters.layout import (
    MARK_GAP,
    RULER,
    WARNING,
    calibration_pages,
    row_name,
    ruler,
    sheet_plan,
)
from scenario_forge.printing.counters.manifest import manifest_pages
from scenario_forge.printing.counters.markers import lacking_pieces
from scenario_forge.printing.counters.values import plain_text
from scenario_forge.printing.fonts import fitting_size, shorten, wrap
from scenario_forge.printing.lint import (
    PRT006,
    PRT011,
    PRT012,
    SAFE_AREA,
    shrink_box,
    texts_beyond,
    too_pale,
    too_small,
)
from scenario_forge.printing.palette import SIDES_APART, difference
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.place import Where
    from scenario_forge.lettering.fonts import Face as Type
    from scenario_forge.printing.brief import Brief, PrintAs
    from scenario_forge.printing.counters.face import Face
    from scenario_forge.printing.counters.layout import SheetPlan
    from scenario_forge.printing.counters.pieces import Piece
    from scenario_forge.printing.svg import Box

NAME = "counters"
_HOW = {"long": "duplex-long", "short": "duplex-short", "fold": "fold", "none": "fronts-only"}


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:
    """Yield all counters in one document, or one for each scenario if the brief asks; then the calibration page."""
    linked = counter_sheets(brief.game)
    if not linked.counters and not linked.markers:
        return
    words, how = brief.words, _HOW[brief.profile.backs]
    if brief.for_scenario:
        known = known_scenarios(brief.game).scenarios
        for scenario in scenarios:
            name = known[scenario].document.title if scenario in known else scenario
            title = words("counters_for", scenario=name)
            yield Job(NAME, brief.file(NAME, scenario, how=how), title, partial(_make, brief, title, scenario))
    else:
        title = words("counters_title")
        yield Job(NAME, brief.file(NAME, how=how), title, partial(_make, brief, title, None))
    if brief.profile.backs in ("long", "short"):
        title = words("calibration_title")
        yield Job(NAME, brief.file("calibration", how=how), title, partial(_calibration, brief, title))


def print_as(brief: Brief) -> PrintAs:
    """Return how the counter sheets are to be printed: single-sided, or how their backs register."""
    return "single" if brief.profile.backs == "none" else brief.profile.backs


def _make(brief: Brief, title: str, scenario: str | None) -> PrintedDocument:
    plan, faces, said = sheet_plan(brief, scenario), Faces(brief), notes(brief)
    pages = sheet_pages(brief, plan, faces, title, said)
    svgs = {f"sheet-{number}": page.drawing.svg() for number, page in enumerate(pages, 1)}
    svgs |= _faces(plan, faces)
    pages += manifest_pages(brief, plan, said)
    pdf = sheets_pdf(brief, f"{brief.game.title}: {title}", pages)
    facts: dict[str, str | int] = {"counters": plan.counters, "sheets": len(plan.sheets), "spare": plan.spare}
    facts["cuts"] = len(plan.grid.cuts) * len(plan.sheets)
    return PrintedDocument(pdf, svgs, findings(brief, plan, faces), print_as(brief), facts)


def _faces(plan: SheetPlan, faces: Faces) -> dict[str, str]:
    """Each face by itself, under the name of its counter."""
    looks = {piece.look: piece for _sheet, _slot, piece in plan.slots()}
    drawn = {look: faces.front(piece).canvas().svg() for look, piece in looks.items()}
    return drawn | {f"{look}-back": faces.back(piece).canvas().svg() for look, piece in looks.items()}


def _calibration(brief: Brief, title: str) -> PrintedDocument:
    pages = calibration_pages(brief)
    svgs = {f"calibration-{number}": page.drawing.svg() for number, page in enumerate(pages, 1)}
    return PrintedDocument(sheets_pdf(brief, f"{brief.game.title}: {title}", pages), svgs, [], print_as(brief))


# -- the pages of a sheet --------------------------------------------------------------------------


_RIM, _RIM_INSET = 0.2, 0.55
"""Width of a counter's outline, and how far it lies from the cut: a cut that goes astray leaves it whole."""
_OVER = 0.1
"""Grounds reach under their right and lower neighbour, so that no white line shines between them."""
_LABEL = 5.5 * POINT
_NOTE = 10.8
"""From the lower edge of the paper to the line of notes, above the foot."""


@dataclass
class Faces:
    """Faces by their look, each drawn once."""

    brief: Brief
    fronts: dict[str, Face] = field(default_factory=dict)
    backs: dict[str, Face] = field(default_factory=dict)

    def front(self, piece: Piece) -> Face:
        """Return the front of a counter."""
        if piece.look not in self.fronts:
            self.fronts[piece.look] = piece.front(self.brief)
        return self.fronts[piece.look]

    def back(self, piece: Piece) -> Face:
        """Return the back of a counter; counters that look alike share the drawing."""
        if piece.look not in self.backs:
            self.backs[piece.look] = piece.back(self.brief)
        return self.backs[piece.look]


def sheet_pages(brief: Brief, plan: SheetPlan, faces: Faces, title: str, notes: Sequence[str]) -> list[PrintedPage]:
    """Draw front and back of each sheet in turn; one page each if they are folded or have no backs."""
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
        """Draw the page of the fronts."""
        canvas = self._canvas()
        self._fronts(canvas)
        return self._sheet(canvas, label, self.grid.box, self.grid.bleed)

    def back(self) -> PrintedPage:
        """Draw the page of the backs."""
        canvas = self._canvas()
        self._backs(canvas)
        return self._sheet(canvas, "counter_sheet_back", self.grid.back_box, self.grid.back_bleed)

    def folded(self) -> PrintedPage:
        """Draw fronts and backs on one page, with the fold line between them."""
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
        near = {ground for ground in {face.ground for *_, face in placed} if difference(ground, land) < SIDES_APART}
        for (left, top, right, bottom), piece, face in placed:
            if piece.nationality and face.ground in near:
                a, b, c, e = shrink_box((left, top, right, bottom), _RIM_INSET)
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
        held = wrap(f"{counts}: {self._held()}", 7.5 * POINT, "sans", room)
        for line_number, line in enumerate([*held[:1], " ".join(held[1:]).lstrip("· ")]):
            self._head(canvas, line, margin + 10.2 + 3.1 * line_number, 7.5 * POINT, room)
        ruler(canvas, (grid.width - margin - RULER, margin + 0.6), words, palette)
        at = (margin, grid.height - _NOTE - (WARNING if self.brief.flawed else 0.0))
        note = " ".join(self.notes)
        size = fitting_size(note, 7 * POINT, "sans", grid.width - 2 * margin, 5 * POINT)
        canvas.text(at, note, size, fill=palette["quiet"], on=palette["page"], role="note")
        left, top, right, bottom = box
        beyond = (left - bleed, top - bleed, right + bleed, bottom + bleed)
        return PrintedPage(canvas, said, box, beyond, foot_inset=margin)

    def _head(self, canvas: Canvas, text: str, low: float, size: float, room: float, *, strong: bool = False) -> None:
        palette, margin = self.brief.palette, self.brief.profile.margin
        face: Type = "sans-bold" if strong else "sans"
        size = fitting_size(text, size, face, room, 6 * POINT)
        colour = palette["ink" if strong else "quiet"]
        made = shorten(text, size, face, room)
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


# -- what cannot be printed as it is written -------------------------------------------------------


_FIGURES = ("size", "strength", "movement")


def notes(brief: Brief) -> list[str]:
    """Return notes for the foot of each sheet: which values are not printed ones."""
    linked, found = counter_sheets(brief.game), []
    if any((each.where / key).ours for each in linked.counters.values() for key in _FIGURES):
        found.append(brief.words("counter_values_note"))
    if any((where / "count").ours for _marker, where in linked.markers.values()):
        found.append(brief.words("counter_mix_note"))
    added = [*dict.fromkeys(marker.name for marker in lacking_pieces(brief.game).markers)]
    if added and not is_unpublished(brief.game):
        found.append(brief.words("counter_added_note", markers=", ".join(added)))
    return found


def findings(brief: Brief, plan: SheetPlan, faces: Faces) -> list[Diagnostic]:
    """Return findings, each once, where it is written: symbols without a drawing, bad texts, too many sheets."""
    found = [*_symbols(brief), *_texts(brief, plan, faces), *_faces_noted(brief, plan, faces), *_sheets(brief, plan)]
    return list(dict.fromkeys(found))


def _symbols(brief: Brief) -> Iterator[Diagnostic]:
    found = brief.game.one("counters", CountersDocument)
    for number, kind in enumerate(found[0].types if found else ()):
        if found and kind.symbol and not known_symbol(kind.symbol):
            where = found[1] / "types" / number / "symbol"
            yield PRT011.at(where, symbol=plain_text(kind.symbol)).suggest(symbol_hint(kind.symbol))


def _texts(brief: Brief, plan: SheetPlan, faces: Faces) -> Iterator[Diagnostic]:
    pieces, shared = _pieces(plan), _shared(brief)
    for group in plan.groups:
        for item, where, _count in group.rows:
            piece = pieces.get(id(item))
            if piece is not None:
                cut = {*faces.front(piece).cut, *faces.back(piece).cut}
                said = {key: getattr(item, key, "") for key in ("name", "parent", "back")}
                own = shared | {plain_text(text): where / key for key, text in said.items() if text}
                yield from (PRT012.at(own[text], text=text) for text in sorted(map(plain_text, cut)) if text in own)


def _shared(brief: Brief) -> dict[str, Where]:
    """Where the names of sides and nationalities stand, which many counters carry."""
    found = brief.game.one("game", GameDocument)
    if found is None:
        return {}
    document, where = found
    named = [(each.name, where / "nationalities" / number) for number, each in enumerate(document.nationalities)]
    named += [(each.name, where / "sides" / number) for number, each in enumerate(document.sides)]
    return {plain_text(name): at / "name" for name, at in named}


def _faces_noted(brief: Brief, plan: SheetPlan, faces: Faces) -> Iterator[Diagnostic]:
    """Texts on either face that are too small, too pale, or too near to the cut."""
    side = brief.profile.counter
    safe = shrink_box((0.0, 0.0, side, side), min(SAFE_AREA, 0.0945 * side))
    pieces = _pieces(plan)
    for group in plan.groups:
        for item, where, _count in group.rows:
            piece = pieces.get(id(item))
            for face in (faces.front(piece), faces.back(piece)) if piece else ():
                marks = face.art.texts
                yield from dict.fromkeys([*too_small(marks, where), *too_pale(marks, where)])
                yield from dict.fromkeys(texts_beyond(marks, safe, where))


def _pieces(plan: SheetPlan) -> dict[int, Piece]:
    """One piece of each unit or marker, by its identity."""
    return {id(piece.item): piece for _sheet, _slot, piece in plan.slots() if piece.item is not None}


def _sheets(brief: Brief, plan: SheetPlan) -> Iterator[Diagnostic]:
    """More counters than the sheets that the profile speaks of."""
    most, needed = brief.profile.sheets, len(plan.sheets)
    if most is None or needed <= most:
        return
    for document, where in brief.game.documents("profiles", ProfileDocument):
        if document.profile == brief.profile.id:
            yield PRT006.at(where / "sheets", count=plan.counters, needed=needed, sheets=most)
