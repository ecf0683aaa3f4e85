"""The map as documents to print: posters of each sheet and of all joined, pages to be joined, and separate tracks."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Job, PrintedDocument
from scenario_forge.printing.lint import PRT009, too_pale, too_small
from scenario_forge.printing.map.plan import MARGIN, draw_art, plan_map
from scenario_forge.printing.map.tiles import MARK, OFF, crop_marks, draw_mark_line, tile_art, tiles_pdf, tiling_cuts
from scenario_forge.printing.profile import POINT, POSTERS, Paper
from scenario_forge.printing.svg import Canvas
from scenario_forge.printing.typeset import PrintedPage, sheets_pdf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.map.panel import Panel, Shape
    from scenario_forge.printing.map.plan import MapPlan
    from scenario_forge.printing.svg import Box, TextMark


NAME = "map"


class DrawnMap:
    """Map of one game and profile; laid out and drawn when the first document is made."""

    def __init__(self, brief: Brief, linked: HexMap) -> None:
        self.brief, self.linked = brief, linked

    @cached_property
    def plan(self) -> MapPlan:
        """Layout of the map: names, panels, strips."""
        return plan_map(self.brief, self.linked)

    @cached_property
    def findings(self) -> list[Diagnostic]:
        """Findings: names without room, and texts that cannot be read."""
        return [*crowded_names(self.plan), *hard_to_read(self.plan, self.joined.drawing.texts)]

    @cached_property
    def joined(self) -> PrintedPage:
        """All sheets on one page."""
        plan = self.plan
        return poster(plan, plan.frame, plan.art, joined_paper(plan.art), self.title("map_joined_document"))

    @cached_property
    def joined_pdf(self) -> bytes:
        """The page of all sheets as PDF; the tiles are cut from it."""
        return sheets_pdf(self.brief, self.joined.label, [self.joined])

    @property
    def facts(self) -> dict[str, str | int]:
        """Facts for the build report."""
        return {"hexes": len(self.linked.grid), "sheets": len(self.linked.grid.sheets)}

    def title(self, key: str, **values: str) -> str:
        """Return the title of a document."""
        return self.brief.words(key, title=self.brief.game.title, **values)


def jobs(brief: Brief, scenarios: Sequence[str]) -> Iterator[Job]:  # noqa: ARG001 - one map for all scenarios
    """Yield a poster for each sheet and one of all, the pages to be joined, and the tracks that found no room."""
    linked = hex_map(brief.game)
    if linked is None:
        return
    drawn = DrawnMap(brief, linked)
    plan, sheets = drawn.plan, linked.document.grid.sheets
    for number, each in enumerate(sheets):
        paper = plan.paper(number).name
        title = drawn.title("map_sheet_document", sheet=each.name or each.id)
        file = brief.file(NAME, each.id, paper=paper)
        yield Job(NAME, file, title, partial(_sheet, drawn, number, title), shows_all=len(sheets) == 1)
    if len(sheets) > 1:
        paper = joined_paper(plan.art).name
        title = drawn.title("map_joined_document")
        yield Job(NAME, brief.file(NAME, "joined", paper=paper), title, partial(_joined, drawn), shows_all=True)
    if plan.board is None:
        title = drawn.title("map_tiles_document")
        yield Job(NAME, brief.file(NAME, "pages"), title, partial(_tiles, drawn, title))
    if plan.left_over:
        title = drawn.title("map_tracks_document")
        yield Job(NAME, brief.file(NAME, "tracks"), title, partial(_tracks, drawn, title))


def _sheet(drawn: DrawnMap, number: int, title: str) -> PrintedDocument:
    plan = drawn.plan
    art, frame = plan.sheet_arts[number], plan.sheets[number]
    page = poster(plan, frame, art, plan.paper(number), title)
    if plan.board:
        found = drawn.linked.document.grid.sheets[number]
        _name(page, drawn.brief, art, found.name or found.id)
    name = f"map-{drawn.linked.grid.sheets[number].id}"
    facts = {**drawn.facts, "hexes": len(frame.hexes)} | ({"boards": 1} if plan.board else {})
    return PrintedDocument(
        sheets_pdf(drawn.brief, title, [page]), {name: page.drawing.svg()}, list(drawn.findings), facts=facts
    )


def _name(page: PrintedPage, brief: Brief, art: Box, name: str) -> None:
    """Write the name of a board over it, outside the cut."""
    at = (art[0] + 4 * MARK, art[1] - brief.profile.bleed - 1.2)
    ink, on = brief.palette["ink"], brief.palette["page"]
    page.drawing.text(at, name, 10 * POINT, face="sans-bold", fill=ink, on=on, role="board")


def _joined(drawn: DrawnMap) -> PrintedDocument:
    svgs = {"map-joined": drawn.joined.drawing.svg()}
    return PrintedDocument(drawn.joined_pdf, svgs, list(drawn.findings), facts=drawn.facts)


def _tiles(drawn: DrawnMap, title: str) -> PrintedDocument:
    plan, canvas = drawn.plan, drawn.joined.drawing
    tiling = tile_art(plan.art, drawn.brief.profile)
    corner = (canvas.left, canvas.top)
    pdf = tiles_pdf(drawn.brief, title, tiling, plan.art, lambda: drawn.joined_pdf, corner)
    facts = {**drawn.facts, "tiles": len(tiling.tiles), "cuts": len(tiling_cuts(drawn.brief, tiling))}
    return PrintedDocument(pdf, {}, list(drawn.findings), facts=facts, in_small=frozenset({1}))


def _tracks(drawn: DrawnMap, title: str) -> PrintedDocument:
    pdf = sheets_pdf(drawn.brief, title, tracks_sheets(drawn.brief, drawn.plan.left_over))
    return PrintedDocument(pdf, facts={"cuts": 4 * len(drawn.plan.left_over)})


# -- what of the map cannot be printed as it is written --------------------------------------------


_THINGS = {
    "number": "a hex number",
    "symbol": "a symbol",
    "road": "a road",
    "name": "another name",
    "panel": "a panel",
    "rim": "the end of a sheet",
}


def crowded_names(plan: MapPlan) -> list[Diagnostic]:
    """Return a warning at each name that covers what must be read."""
    where = plan.frame.linked.where
    found = []
    for key, number, text, covers in [
        *(("places", label.place, label.text, label.covers) for label in plan.labels),
        *(("names", name.number, name.text, name.covers) for name in plan.names),
    ]:
        if covers:
            at = where / key / number / "name"
            found.append(PRT009.at(at, name=text, what=", ".join(_THINGS[c] for c in dict.fromkeys(covers))))
    return found


def hard_to_read(plan: MapPlan, texts: Sequence[TextMark]) -> list[Diagnostic]:
    """Return a warning for each text of the drawn map that is too small or too pale; hex numbers count as one."""
    where = plan.frame.linked.where / "grid"
    numbers = [mark for mark in texts if mark.role == "hex-number"]
    rest = [mark for mark in texts if mark.role != "hex-number"]
    looked_at = [*rest, *sorted(numbers, key=lambda mark: mark.points)[:1]]
    return list(dict.fromkeys([*too_small(looked_at, where), *too_pale(looked_at, where)]))


# -- panels that found no room on the map, on pages of the printer's paper -------------------------


TOP, SIDE, FOOT = 14.0, 14.0, 16.0
_BOARD_FOOT = 4.8
"""How far the foot of a board stands above the edge of the paper: farther than on a poster, which is cut."""
GAP = 8.0


def tracks_sheets(brief: Brief, panels: Sequence[Panel]) -> list[PrintedPage]:
    """Draw panels below each other; a new page, and if need be a larger one, where there is no more room."""
    sheets: list[PrintedPage] = []
    canvas: Canvas | None = None
    y = TOP
    for panel in panels:
        paper, shape = _paper(brief, panel)
        if canvas is None or canvas.width != paper.width or y + shape.height > canvas.height - FOOT:
            canvas = Canvas(paper.width, paper.height)
            sheets.append(PrintedPage(canvas, panel.id, foot_inset=SIDE))
            y = TOP
        x = (canvas.width - shape.width) / 2
        box: Box = (x, y, x + shape.width, y + shape.height)
        with canvas.group(name=f"panel-{panel.id}", cls="panel"):
            shape.draw(canvas, box)
        crop_marks(canvas, box, 1.0, brief.palette["mark"])
        y += shape.height + GAP + 6
    return sheets


def _paper(brief: Brief, panel: Panel) -> tuple[Paper, Shape]:
    """The printer's paper upright if any shape fits, else turned, else a poster, else one made for it."""
    for paper in (brief.paper, brief.paper.turned(), *POSTERS):
        for shape in panel.shapes:
            if shape.width <= paper.width - 2 * SIDE and shape.height <= paper.height - TOP - FOOT:
                return paper, shape
    shape = panel.shapes[0]
    return Paper("sheet", shape.width + 2 * SIDE, shape.height + TOP + FOOT), shape


# -- A sheet, or all of them joined, at true size on one page --------------------------------------


def poster(plan: MapPlan, frame: MapFrame, art: Box, paper: Paper, label: str) -> PrintedPage:
    """Draw a page with the art in its middle."""
    across, down = (paper.width - (art[2] - art[0])) / 2, (paper.height - (art[3] - art[1])) / 2
    canvas = Canvas(paper.width, paper.height, art[0] - across, art[1] - down)
    canvas.rect(
        (canvas.left, canvas.top, canvas.left + paper.width, canvas.top + paper.height), fill=plan.brief.palette["page"]
    )
    draw_art(canvas, plan, frame, art)
    crop_marks(canvas, art, plan.brief.profile.bleed + OFF, plan.brief.palette["mark"])
    _joins(canvas, plan, art)
    trim = (across, down, paper.width - across, paper.height - down)
    bleed = plan.brief.profile.bleed
    reach = (trim[0] - bleed, trim[1] - bleed, trim[2] + bleed, trim[3] + bleed)
    return PrintedPage(
        canvas,
        label,
        trim,
        reach,
        foot_inset=max(across, MARGIN) + 2 * MARK,
        foot_up=_BOARD_FOOT if plan.board and plan.board.name == paper.name else min(3.5, down / 3),
    )


def joined_paper(art: Box) -> Paper:
    """Return the page made for the art: its size and the margins."""
    wide, high = art[2] - art[0] + 2 * MARGIN, art[3] - art[1] + 2 * MARGIN
    return Paper(f"{round(wide)}x{round(high)}mm", wide, high)


def _joins(canvas: Canvas, plan: MapPlan, art: Box) -> None:
    """Where the neighbouring sheet begins: the art of both is the same between two such marks."""
    away, ink = plan.brief.profile.bleed + OFF, plan.brief.palette["mark"]
    for other in plan.sheet_arts:
        for x in (other[0], other[2]):
            if art[0] + 1e-6 < x < art[2] - 1e-6 and other != art:
                draw_mark_line(canvas, (x, art[1] - away), (x, art[1] - away - MARK * 0.6), ink)
                draw_mark_line(canvas, (x, art[3] + away), (x, art[3] + away + MARK * 0.6), ink)
