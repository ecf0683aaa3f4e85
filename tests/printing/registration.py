"""Proof that backs lie behind their fronts: the pages as they are printed, laid one over the other.

Three things are looked at on the rendered pages: the crop marks of both sides meet, the ground of each counter
fills its cut to the edge and beyond the rim of the sheet, and the words on each back are those of the counter
before it.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.printing.counters.layout import MARK_GAP, sheet_plan
from scenario_forge.printing.counters.sheets import Faces
from scenario_forge.printing.lint import PRT007
from scenario_forge.printing.palette import rgb
from scenario_forge.printing.profile import POINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.layout import SheetPlan, SlotGrid
    from scenario_forge.printing.counters.pieces import Piece
    from scenario_forge.printing.svg import XY, Box

TOLERANCE = 0.1
"""Millimetres that marks, and so cuts, of both sides may lie apart."""
_SCALE = 10
"""Pixels a millimetre."""
_EDGE = 0.15
"""How near to the cut a counter's ground is looked at."""
_WINDOW = 1.2
"""How far around its place a mark is looked for."""
_DARK = 40
"""Darkness of a mark across its width, at least: one of 0.15 mm is a pixel and a half of black."""
_COLOUR = 48
"""How much a colour may differ in red, green and blue together: text and blur lie beyond."""


def registration(brief: Brief, pdf: bytes, scenario: str | None = None) -> list[Diagnostic]:
    """What does not register on a document of counters made from this brief; empty if all does."""
    return [diagnostic for sheet, what in registers(brief, pdf, scenario) for diagnostic in _found(brief, sheet, what)]


def _found(brief: Brief, sheet: int, what: str) -> Iterator[Diagnostic]:
    found = brief.game.one("counters", CountersDocument)
    if found:
        yield PRT007.at(found[1], sheet=brief.words("counter_sheet_name", sheet=sheet), what=what)


def registers(
    brief: Brief, pdf: bytes, scenario: str | None = None, plan: SheetPlan | None = None
) -> Iterator[tuple[int, str]]:
    """Number of the sheet, and what does not fit together on it; at most one of each sort a sheet.

    ``plan`` is what the sheets were made from, if not all counters or a scenario's.
    """
    plan, faces = plan or sheet_plan(brief, scenario), Faces(brief)
    backs = plan.grid.backs
    if backs == "none":
        return
    step = 1 if backs == "fold" else 2
    for number, pieces in enumerate(plan.sheets):
        pages = _Pages(pdf, number * step, number * step + step - 1)
        yield from ((number + 1, what) for what in _sheet(plan, pieces, faces, pages))


def _sheet(plan: SheetPlan, pieces: list[Piece], faces: Faces, pages: _Pages) -> Iterator[str]:
    grid = plan.grid
    yield from _marks(grid, pages)
    yield from _grounds(plan, pieces, faces, pages)
    yield from _words(plan, pieces, faces, pages)


@dataclass(frozen=True, eq=False)
class _Picture:
    """A rendered page: red, green and blue by row and column, and pixels a millimetre across and down."""

    pixels: Any
    across: float
    down: float


class _Pages:
    """The two pages of a sheet as pictures and as texts; one and the same if it is folded."""

    def __init__(self, pdf: bytes, front: int, back: int) -> None:
        import numpy as np  # noqa: PLC0415 - heavy
        import pypdfium2  # noqa: PLC0415 - heavy

        document = pypdfium2.PdfDocument(pdf)
        self.texts = [document[number].get_textpage() for number in (front, back)]
        self.height = document[front].get_height()
        pictures: dict[int, _Picture] = {}
        for number in (front, back):
            if number not in pictures:
                page = document[number]
                pixels = np.asarray(page.render(scale=_SCALE * POINT).to_pil().convert("RGB"), dtype=np.int16)
                # a page is not a whole number of pixels wide: the renderer stretches it to one
                across, down = pixels.shape[1] / page.get_width() / POINT, pixels.shape[0] / page.get_height() / POINT
                pictures[number] = _Picture(pixels, across, down)
        self.front, self.back = pictures[front], pictures[back]

    def words(self, side: int, box: Box) -> str:
        """What is written inside a rectangle, in millimetres from the top left."""
        left, top, right, bottom = (value / POINT for value in box)
        return str(self.texts[side].get_text_bounded(left, self.height - bottom, right, self.height - top))


# -- marks -------------------------------------------------------------------------------------


def _marks(grid: SlotGrid, pages: _Pages) -> Iterator[str]:
    """Marks of the back, carried over to the front, meet those of the front."""
    dx, dy = grid.shift
    for axis, count in (("x", grid.columns), ("y", grid.rows)):
        front = [_mark(pages.front, grid, grid.box, axis, n, back=False) for n in range(count + 1)]
        back = [_mark(pages.back, grid, grid.back_box, axis, n, back=True) for n in range(count + 1)]
        if None in front or None in back:
            yield f"{front.count(None) + back.count(None)} crop marks are missing"
            return
        carried = [_carried(grid, axis, place - (dx if axis == "x" else dy)) for place in back if place is not None]
        carried.sort()
        apart = [abs(a - b) for a, b in zip([f for f in front if f is not None], carried, strict=True)]
        if max(apart) > TOLERANCE:
            way = "to the side" if axis == "x" else "up or down"
            yield f"marks of front and back lie {max(apart):.2f} mm apart {way}"


def _carried(grid: SlotGrid, axis: str, place: float) -> float:
    """A place on the page of the backs as it lies on the front, once the sheet is turned or folded."""
    if axis == "x":
        return grid.width - place if grid.backs == "long" else place
    if grid.backs == "short":
        return grid.height - place
    return 2 * grid.fold - place if grid.backs == "fold" else place


def _mark(picture: _Picture, grid: SlotGrid, box: Box, axis: str, number: int, *, back: bool) -> float | None:
    """Where the mark above (or left of) the art really stands, from its darkness; None if there is none."""
    near = (grid.back_bleed if back else grid.bleed) + MARK_GAP + 0.3
    far = grid.zone - 0.3
    left, top, _right, _bottom = box
    if axis == "x":
        pixels, at, before, along, beside = picture.pixels, left, top, picture.across, picture.down
    else:
        pixels, at, before, along, beside = picture.pixels.swapaxes(0, 1), top, left, picture.down, picture.across
    at += number * grid.side
    low, high = round((at - _WINDOW) * along), round((at + _WINDOW) * along)
    patch = pixels[round((before - far) * beside) : round((before - near) * beside), low:high]
    dark = (255 - patch.mean(axis=2)).mean(axis=0)
    total = float(dark.sum())
    if total < _DARK:
        return None
    return (low + sum(float(value) * (place + 0.5) for place, value in enumerate(dark)) / total) / along


# -- grounds -----------------------------------------------------------------------------------


def _grounds(plan: SheetPlan, pieces: list[Piece], faces: Faces, pages: _Pages) -> Iterator[str]:
    """Each ground reaches its cut on all sides, and beyond it at the rim of the sheet."""
    grid = plan.grid
    wrong: dict[str, list[str]] = {"front": [], "back": []}
    for slot, piece in enumerate(pieces):
        for side, picture, box, face, whole, bleed in (
            ("front", pages.front, grid.front(slot), faces.front(piece), grid.box, grid.bleed),
            ("back", pages.back, grid.back(slot), faces.back(piece), grid.back_box, grid.back_bleed),
        ):
            if any(_differs(picture, at, face.ground) for at in _edges(box, whole, bleed)):
                wrong[side].append(plan.name(slot))
    for side, names in wrong.items():
        if names:
            yield f"the {side} of {', '.join(names[:5])}{' …' if len(names) > 5 else ''} does not fill its cut"


def _edges(box: Box, whole: Box, bleed: float) -> Iterator[XY]:
    """Points just inside each edge of a counter, and in the bleed of what lies at the rim."""
    left, top, right, bottom = box
    spots = ((left + right) / 2, (top + bottom) / 2)
    yield from (
        (left + _EDGE, spots[1]),
        (right - _EDGE, spots[1]),
        (spots[0], top + _EDGE),
        (spots[0], bottom - _EDGE),
    )
    beyond = bleed - 2 * _EDGE
    if beyond <= 0:
        return
    if left - whole[0] < _EDGE:
        yield (left - beyond, spots[1])
    if whole[2] - right < _EDGE:
        yield (right + beyond, spots[1])
    if top - whole[1] < _EDGE:
        yield (spots[0], top - beyond)
    if whole[3] - bottom < _EDGE:
        yield (spots[0], bottom + beyond)


def _differs(picture: _Picture, at: XY, colour: str) -> bool:
    x, y = int(at[0] * picture.across), int(at[1] * picture.down)
    if not (0 <= y < picture.pixels.shape[0] and 0 <= x < picture.pixels.shape[1]):
        return False
    return bool(sum(abs(int(a) - b) for a, b in zip(picture.pixels[y, x], rgb(colour), strict=True)) > _COLOUR)


# -- words -------------------------------------------------------------------------------------


def _words(plan: SheetPlan, pieces: list[Piece], faces: Faces, pages: _Pages) -> Iterator[str]:
    """On each place of front and back stands what the counter there says."""
    grid = plan.grid
    for slot, piece in enumerate(pieces):
        for number, box, face in (
            (0, grid.front(slot), faces.front(piece)),
            (1, grid.back(slot), faces.back(piece)),
        ):
            wanted = "".join(mark.text for mark in face.art.texts)
            if _letters(wanted) != _letters(pages.words(number, box)):
                side = ("front", "back")[number]
                yield f"on the {side} of {plan.name(slot)} stands not what counter `{piece.id}` says"
                return


def _letters(text: str) -> Counter[str]:
    """The plain letters and figures of a text, which all fonts have."""
    return Counter(c for c in unicodedata.normalize("NFKC", text) if c.isascii() and c.isalnum())
