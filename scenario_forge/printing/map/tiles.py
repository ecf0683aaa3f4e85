"""The joined map on pages of the printer's paper: one copy of its art, seen through a window on each page."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import width_of, wrap
from scenario_forge.printing.home.cutting import tile_cuts, trim_cuts
from scenario_forge.printing.pdf import lay_below, pdf_bytes
from scenario_forge.printing.profile import INCH, POINT
from scenario_forge.printing.svg import Canvas, xy
from scenario_forge.printing.typeset import PrintedPage, compose_parts, sheets_pdf

if TYPE_CHECKING:
    from collections.abc import Callable

    import pikepdf

    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.home.cutting import Cut
    from scenario_forge.printing.profile import Paper, Profile
    from scenario_forge.printing.svg import XY, Box


def tiles_pdf(brief: Brief, title: str, tiling: Tiling, art: Box, joined: Callable[[], bytes], corner: XY) -> bytes:
    """Return the plan of the pages, then each page, as one PDF.

    Args:
        brief: the game and its profile.
        title: of the document.
        tiling: how the art is cut.
        art: what is tiled, in millimetres of the map.
        joined: makes a PDF with the art at true size on its first page.
        corner: the place on the map of that page's left top corner.
    """
    import pikepdf  # noqa: PLC0415 - heavy

    plan, small = plan_page(brief, tiling, art, title)
    pages = [plan, *(tile_page(brief, tiling, tile) for tile in tiling.tiles)]
    shown, around = compose_parts(joined, lambda _shown: sheets_pdf(brief, title, pages))
    with pikepdf.open(BytesIO(around)) as document, pikepdf.open(BytesIO(shown)) as source:
        form = document.copy_foreign(source.pages[0].as_form_xobject())
        high = float(source.pages[0].mediabox[3]) * POINT
        part = (small[2] - small[0]) / (art[2] - art[0])
        _show(document.pages[0], form, _fit(document.pages[0], art, (small[0], small[1]), corner, high, part), small)
        for page, tile in zip(list(document.pages)[1:], tiling.tiles, strict=True):
            clip = _clip(brief, tiling, tile)
            _show(page, form, _fit(page, tile.window, tiling.at, corner, high, 1.0), clip)
        return pdf_bytes(document)


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
    """Below what the page has: the form, moved and clipped to a box in millimetres."""
    high = float(page.mediabox[3])
    left, top, right, bottom = (value / POINT for value in clip)
    part, x, y = fit
    box = f"{left:.4f} {high - bottom:.4f} {right - left:.4f} {bottom - top:.4f} re"
    lay_below(page, form, "Map", box, f"{part:.6f} 0 0 {part:.6f} {x:.4f} {y:.4f}")


# -- what stands around the art on a page of the tiled map -----------------------------------------


MARK = 5.0
"""Length of a crop mark."""
OFF = 0.6
"""From the bleed to a mark."""
LABEL = 11 * POINT
SMALL = 7.5 * POINT
STEP = 13 * POINT
PLAN = 6.6
"""The most that the small plan is high, in millimetres."""
FOOT_UP = 3.5


def crop_marks(canvas: Canvas, box: Box, away: float, ink: str) -> None:
    """Draw two lines at each corner, in line with the cuts, none of them on the art."""
    left, top, right, bottom = box
    for x, dx in ((left, -1), (right, 1)):
        for y, dy in ((top, -1), (bottom, 1)):
            draw_mark_line(canvas, (x + dx * away, y), (x + dx * (away + MARK), y), ink)
            draw_mark_line(canvas, (x, y + dy * away), (x, y + dy * (away + MARK)), ink)


def draw_mark_line(canvas: Canvas, start: XY, end: XY, ink: str) -> None:
    """Draw a fine line, as of crop marks."""
    canvas.line([start, end], stroke=ink, width=0.15, cls="mark")


def tile_page(brief: Brief, tiling: Tiling, tile: Tile) -> PrintedPage:
    """Draw the page without its art."""
    paper, (x, _y) = tiling.paper, tiling.at
    box = tile_box(tiling, tile)
    canvas = Canvas(paper.width, paper.height)
    _marks(canvas, brief, tiling, tile, box)
    _neighbours(canvas, brief, tiling, tile, box)
    low = paper.height - FOOT_UP - 5.4
    _ruler(canvas, brief, (x, low))
    _label(canvas, brief, tile, (x + 62, low))
    _small_plan(canvas, brief, tiling, tile, (box[2], low + 1.2))
    return PrintedPage(canvas, tile.id, box, None, foot_inset=x, foot_up=FOOT_UP)


def _marks(canvas: Canvas, brief: Brief, tiling: Tiling, tile: Tile, box: Box) -> None:
    """At each end of a cut a line; at each end of a repeated strip a bar as wide as the strip."""
    away, ink = brief.profile.bleed + OFF, brief.palette["mark"]
    left, top, right, bottom = box
    long = min(MARK, left - away - 3, top - away - 3)
    for x in (left, right):
        draw_mark_line(canvas, (x, top - away), (x, top - away - long), ink)
        draw_mark_line(canvas, (x, bottom + away), (x, bottom + away + long), ink)
    for y in (top, bottom):
        draw_mark_line(canvas, (left - away, y), (left - away - long, y), ink)
        draw_mark_line(canvas, (right + away, y), (right + away + long, y), ink)
    bar, shade, over = 1.1, brief.palette["faint"], tiling.overlap
    if tiling.tile(tile.row, tile.column + 1) and over:
        for y in (top - away - bar, bottom + away):
            canvas.rect((right - over, y, right, y + bar), fill=shade, cls="overlap")
        for start, end in ((top - away, top - away - long), (bottom + away, bottom + away + long)):
            draw_mark_line(canvas, (right - over, start), (right - over, end), ink)
    if tiling.tile(tile.row + 1, tile.column) and over:
        for x in (left - away - bar, right + away):
            canvas.rect((x, bottom - over, x + bar, bottom), fill=shade, cls="overlap")
        for start, end in ((left - away, left - away - long), (right + away, right + away + long)):
            draw_mark_line(canvas, (start, bottom - over), (end, bottom - over), ink)


def tiling_cuts(brief: Brief, tiling: Tiling) -> list[Cut]:
    """Return the cuts of all pages in their order, then those around the joined map."""
    away, paper, found = brief.profile.bleed + OFF, (tiling.paper.width, tiling.paper.height), []
    for tile in tiling.tiles:
        box = tile_box(tiling, tile)
        found += tile_cuts(box, paper, away, left=tile.column > 0, above=tile.row > 0)
    return found + trim_cuts(tile_box(tiling, tiling.tiles[0]), paper, away)


def tile_box(tiling: Tiling, tile: Tile) -> Box:
    """Return where the art of a page stands on it."""
    (x, y), (left, top, right, bottom) = tiling.at, tile.window
    return (x, y, x + right - left, y + bottom - top)


def _neighbours(canvas: Canvas, brief: Brief, tiling: Tiling, tile: Tile, box: Box) -> None:
    """An arrow and the label of the page that lies there."""
    left, top, right, bottom = box
    middle, centre, away = (left + right) / 2, (top + bottom) / 2, brief.profile.bleed + OFF + 1.4
    ink, on = brief.palette["ink"], brief.palette["page"]
    for drow, dcolumn, at in (
        (-1, 0, (middle, top - away)),
        (1, 0, (middle, bottom + away)),
        (0, -1, (left - away, centre)),
        (0, 1, (right + away, centre)),
    ):
        other = tiling.tile(tile.row + drow, tile.column + dcolumn)
        if other is None:
            continue
        x, y = at
        tip = (x + dcolumn * 1.5, y + drow * 1.5)
        one = (x - drow * 1.2 - dcolumn * 0.3, y - dcolumn * 1.2 - drow * 0.3)
        two = (x + drow * 1.2 - dcolumn * 0.3, y + dcolumn * 1.2 - drow * 0.3)
        canvas.path(f"M{xy(tip)}L{xy(one)}L{xy(two)}Z", fill=ink, cls="neighbour")
        place = (x + 2.2, y + 1.0) if drow else (x, y + 4.6)
        text = brief.words("tile_neighbour", id=other.id)
        anchor = "start" if drow else "middle"
        canvas.text(place, text, SMALL * 1.15, face="sans-bold", fill=ink, anchor=anchor, on=on, role="neighbour")  # type: ignore[arg-type]


def _ruler(canvas: Canvas, brief: Brief, at: XY) -> None:
    """50 mm above, 2 inches below one line: if they measure right, the page is at true size."""
    x, y = at
    ink, on = brief.palette["ink"], brief.palette["page"]
    draw_mark_line(canvas, (x, y), (x + 2 * INCH, y), ink)
    for number in range(51):
        high = 1.9 if number % 10 == 0 else 1.3 if number % 5 == 0 else 0.8
        draw_mark_line(canvas, (x + number, y), (x + number, y - high), ink)
    for number in range(17):
        high = 1.9 if number % 8 == 0 else 1.3 if number % 4 == 0 else 0.8
        draw_mark_line(canvas, (x + number * INCH / 8, y), (x + number * INCH / 8, y + high), ink)
    canvas.text((x + 52, y - 0.4), brief.words("ruler_mm"), SMALL, fill=ink, on=on, role="ruler")
    canvas.text((x + 52, y + 2.0), brief.words("ruler_inch"), SMALL, fill=ink, on=on, role="ruler")


def _label(canvas: Canvas, brief: Brief, tile: Tile, at: XY) -> None:
    words, (x, y) = brief.words, at
    ink, quiet, on = brief.palette["ink"], brief.palette["quiet"], brief.palette["page"]
    text = words("tile_label", id=tile.id, row=tile.id.partition("-")[0], column=tile.column + 1)
    canvas.text((x, y - 0.3), text, LABEL, face="sans-bold", fill=ink, on=on, role="tile", name=f"tile-{tile.id}")
    note = words("full_size")
    canvas.text((x, y + 2.4), note, SMALL, fill=quiet, on=on, role="tile")


def _small_plan(canvas: Canvas, brief: Brief, tiling: Tiling, tile: Tile, at: XY) -> None:
    """All pages, this one dark; its right low corner at ``at``."""
    wide, high = tiling.tiles[0].window[2] - tiling.tiles[0].window[0], 0.0
    high = tiling.tiles[0].window[3] - tiling.tiles[0].window[1]
    part = min(PLAN / (tiling.rows * high), 40.0 / (tiling.columns * wide))
    cell_wide, cell_high = wide * part, high * part
    x, y = at[0] - cell_wide * tiling.columns, at[1] - cell_high * tiling.rows
    line = brief.palette["quiet"]
    whole = (x, y, at[0], at[1])
    d = "".join(f"M{xy((x + n * cell_wide, y))}V{at[1]:.3f}" for n in range(1, tiling.columns))
    d += "".join(f"M{xy((x, y + n * cell_high))}H{at[0]:.3f}" for n in range(1, tiling.rows))
    canvas.rect(whole, stroke=line, width=0.15, cls="plan")
    canvas.path(d, stroke=line, width=0.1)
    here = (x + tile.column * cell_wide, y + tile.row * cell_high)
    canvas.rect((*here, here[0] + cell_wide, here[1] + cell_high), fill=brief.palette["ink"])


def plan_page(brief: Brief, tiling: Tiling, art: Box, title: str) -> tuple[PrintedPage, Box]:
    """Draw the first page without the small map; also return where the map goes on it."""
    paper, words = tiling.paper, brief.words
    canvas = Canvas(paper.width, paper.height)
    side = 15.0
    ink, quiet, on = brief.palette["ink"], brief.palette["quiet"], brief.palette["page"]
    size = 20 * POINT
    while width_of(title, size, "serif-semibold") > paper.width - 2 * side and size > 9 * POINT:
        size *= 0.95
    canvas.text((side, 24), title, size, face="serif-semibold", fill=ink, on=on, role="title")
    counts = words("plan_pages", columns=tiling.columns, rows=tiling.rows, count=len(tiling.tiles))
    canvas.text((side, 31), counts, 11 * POINT, fill=quiet, on=on, role="subtitle")
    room = (paper.width - 2 * side, paper.height - 120)
    part = min(room[0] / (art[2] - art[0]), room[1] / (art[3] - art[1]))
    wide, high = (art[2] - art[0]) * part, (art[3] - art[1]) * part
    box = (side + (room[0] - wide) / 2, 38.0, side + (room[0] + wide) / 2, 38.0 + high)
    _plan_grid(canvas, brief, tiling, art, box, part)
    y = box[3] + 13
    for number, key in enumerate(("plan_one", "plan_two", "plan_three", "plan_four"), start=1):
        canvas.text((side, y), str(number), 15 * POINT, face="sans-bold", fill=ink, on=on, role="step")
        for line in wrap(words(key), STEP, "sans", paper.width - 2 * side - 8):
            canvas.text((side + 8, y), line, STEP, fill=ink, on=on, role="step")
            y += 1.35 * STEP
        y += 0.65 * STEP
    _ruler(canvas, brief, (side, paper.height - FOOT_UP - 7))
    return PrintedPage(canvas, words("plan_title"), foot_inset=side, foot_up=FOOT_UP), box


def _plan_grid(canvas: Canvas, brief: Brief, tiling: Tiling, art: Box, box: Box, part: float) -> None:
    ink, page = brief.palette["ink"], brief.palette["page"]
    canvas.rect(box, stroke=ink, width=0.3)
    for tile in tiling.tiles:
        left, top, right, bottom = tile.window
        x0, y0 = box[0] + (left - art[0]) * part, box[1] + (top - art[1]) * part
        x1, y1 = x0 + (right - left) * part, y0 + (bottom - top) * part
        if tile.column:
            canvas.line([(x0, y0), (x0, y1)], stroke=ink, width=0.25, dash="1.2 0.8")
        if tile.row:
            canvas.line([(x0, y0), (x1, y0)], stroke=ink, width=0.25, dash="1.2 0.8")
        size = min(14 * POINT, (x1 - x0) / 3, (y1 - y0) / 2)
        if size >= 5 * POINT:
            middle = ((x0 + x1) / 2, (y0 + y1) / 2 + size * 0.35)
            canvas.text(
                middle, tile.id, size, face="sans-bold", fill=ink, anchor="middle", halo=page, halo_width=1.0,
                role="tile",
            )  # fmt: skip


# -- how a large drawing is cut into pages ---------------------------------------------------------


BAND = 8.0
"""Below the art of a page, above its lower margin: ruler, label, small plan. Millimetres."""
_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
LEAST_MARGIN = 8.0
"""Room for marks and labels, also where the profile's margin is narrower."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One page's part of the art."""

    row: int
    column: int
    window: Box
    """What it shows of the art, the repeated strips included."""

    @property
    def id(self) -> str:
        """Label, ``II-3``: row II, column 3; unlike any hex, paper size or page number."""
        return f"{roman(self.row + 1)}-{self.column + 1}"


@dataclass(frozen=True)
class Tiling:
    """All pages of a drawing."""

    paper: Paper
    """The paper of its pages, turned as they are printed."""
    rows: int
    columns: int
    overlap: float
    tiles: tuple[Tile, ...]
    """Row by row from the top left."""
    at: XY
    """Where the left top of each window stands on its page, in millimetres from the page's left top."""

    def tile(self, row: int, column: int) -> Tile | None:
        """Return the tile at a row and column; None if there is none."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self.tiles[row * self.columns + column]
        return None


def tile_art(art: Box, profile: Profile) -> Tiling:
    """Cut the art into as few pages of the profile's paper as possible; of equals the upright."""
    both = [_tile(art, paper, profile) for paper in (profile.paper, profile.paper.turned())]
    return min(both, key=lambda tiling: len(tiling.tiles))


def _tile(art: Box, paper: Paper, profile: Profile) -> Tiling:
    margin = max(profile.margin, LEAST_MARGIN)
    room = (paper.width - 2 * margin, paper.height - 2 * margin - BAND)
    wide, high = art[2] - art[0], art[3] - art[1]
    columns, rows = (_count(length, each, profile.overlap) for length, each in zip((wide, high), room, strict=True))
    across = (wide + (columns - 1) * profile.overlap) / columns
    down = (high + (rows - 1) * profile.overlap) / rows
    tiles = []
    for row in range(rows):
        for column in range(columns):
            left, top = art[0] + column * (across - profile.overlap), art[1] + row * (down - profile.overlap)
            tiles.append(Tile(row, column, (left, top, left + across, top + down)))
    at = ((paper.width - across) / 2, margin + (room[1] - down) / 2)
    return Tiling(paper, rows, columns, profile.overlap, tuple(tiles), at)


def _count(length: float, room: float, overlap: float) -> int:
    """Pages of ``room`` that cover ``length``, each repeating ``overlap`` of the last; never more than sense."""
    return max(1, ceil((length - overlap) / max(room - overlap, 10.0) - 1e-9))


def roman(number: int) -> str:
    """Return a number in Roman figures: 1 is I, 4 IV, 49 XLIX."""
    text = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        text += sign * count
    return text
