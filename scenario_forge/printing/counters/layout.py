"""Slots of counters on sheets, placed so that backs come behind fronts; and the page that calibrates a printer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from scenario_forge.printing.counters.pieces import Group, Piece, groups
from scenario_forge.printing.fonts import fitting_size, wrap
from scenario_forge.printing.home.cutting import grid_cuts
from scenario_forge.printing.profile import INCH, POINT
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.printing.typeset import PrintedPage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.profiles import Backs
    from scenario_forge.printing.brief import Brief, Words
    from scenario_forge.printing.home.cutting import Cut
    from scenario_forge.printing.palette import Palette
    from scenario_forge.printing.svg import XY, Box


MARK = 3.0
"""Least length of a crop mark."""
MARK_GAP = 0.5
"""Between what is printed and the mark."""
HEAD, FOOT, WARNING = 14.4, 13.5, 3.2
"""Height of the texts above and below the marks, and of a warning at the foot."""
FOLD = 5.0
"""From the bleed to the line along which a sheet is folded."""


@dataclass(frozen=True)
class SlotGrid:
    """Slots of ``side`` millimetres on a sheet, its corner at (``left``, ``top``); no room between neighbours."""

    width: float
    height: float
    side: float
    columns: int
    rows: int
    left: float
    top: float
    bleed: float
    backs: Backs
    shift: XY = (0.0, 0.0)
    """Right and down: how far backs move to meet their fronts on this printer."""

    @property
    def box(self) -> Box:
        """The rectangle around all fronts, along the outer cuts."""
        return (self.left, self.top, self.left + self.columns * self.side, self.top + self.rows * self.side)

    @property
    def back_bleed(self) -> float:
        """Width of the bleed of backs; larger than that of fronts, since a printer shifts the backs."""
        return self.bleed + 1.0 if self.bleed else 0.0

    @property
    def zone(self) -> float:
        """Distance from the cut to the outer end of the marks."""
        return self.back_bleed + MARK_GAP + MARK

    @property
    def fold(self) -> float:
        """Height of the line of the fold."""
        return self.box[3] + max(self.zone, self.back_bleed + FOLD) + 0.5

    @property
    def back_box(self) -> Box:
        """All backs, cut, on their own page; below the fold if there is one."""
        left, top, right, bottom = self.box
        dx, dy = self.shift
        if self.backs == "long":
            return (self.width - right + dx, top + dy, self.width - left + dx, bottom + dy)
        if self.backs == "short":
            return (left + dx, self.height - bottom + dy, right + dx, self.height - top + dy)
        return (left, 2 * self.fold - bottom, right, 2 * self.fold - top)

    @property
    def turned(self) -> bool:
        """Whether backs are upside down, so that a counter turned over sideways shows its back upright."""
        return self.backs in ("short", "fold")

    @property
    def slots(self) -> int:
        """Number of counters that a sheet holds."""
        return self.columns * self.rows

    @property
    def cuts(self) -> list[Cut]:
        """Cuts of the fronts in their order."""
        return grid_cuts(self.box, self.columns, self.rows, self.bleed + MARK_GAP)

    def place(self, slot: int) -> tuple[int, int]:
        """Return row and column of a slot on the front."""
        return divmod(slot, self.columns)

    def front(self, slot: int) -> Box:
        """Return the outline of a counter on the front."""
        row, column = self.place(slot)
        return _cell(self.box, column, row, self.side)

    def back(self, slot: int) -> Box:
        """Return the outline of the same counter on the back: mirrored in its row, or in its column."""
        row, column = self.place(slot)
        if self.backs == "long":
            return _cell(self.back_box, self.columns - 1 - column, row, self.side)
        return _cell(self.back_box, column, self.rows - 1 - row, self.side)


def _cell(box: Box, column: int, row: int, side: float) -> Box:
    left, top = box[0] + column * side, box[1] + row * side
    return (left, top, left + side, top + side)


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """All counters on sheets. Every slot holds a counter, spare ones included."""

    grid: SlotGrid
    groups: list[Group]
    sheets: list[list[Piece]]

    @cached_property
    def counters(self) -> int:
        """Number of counters without the spare ones."""
        return sum(len(group.pieces) for group in self.groups)

    @property
    def spare(self) -> int:
        """Number of slots that hold spare counters."""
        return len(self.sheets) * self.grid.slots - self.counters

    def slots(self) -> Iterator[tuple[int, int, Piece]]:
        """Yield sheet and slot, from 0, of each counter."""
        for number, sheet in enumerate(self.sheets):
            for slot, piece in enumerate(sheet):
                yield number, slot, piece

    def name(self, slot: int) -> str:
        """Return the name of a slot, ``C7``: row and column as they stand beside the sheet."""
        row, column = self.grid.place(slot)
        return f"{row_name(row)}{column + 1}"


def sheet_plan(brief: Brief, scenario: str | None = None) -> SheetPlan:
    """Lay all counters, or a scenario's, out on sheets of the profile's paper.

    Raises:
        CompileError: errors in the game leave the scenario's set-up open.
    """
    grid, found = grid_of(brief), groups(brief, scenario)
    return SheetPlan(grid, found, arrange(found, grid, _nationalities(brief)))


def grid_of(brief: Brief) -> SlotGrid:
    """Return the grid that the profile's paper, margin and counter size give."""
    profile, paper = brief.profile, brief.paper
    side, backs = profile.counter, profile.backs
    probe = SlotGrid(paper.width, paper.height, side, 1, 1, 0, 0, profile.bleed, backs)
    head = profile.margin + HEAD + probe.zone
    foot = max(profile.margin, FOOT) + probe.zone + (WARNING if brief.flawed else 0.0)
    if backs == "short":
        head = foot = max(head, foot)
    columns = max(1, int((paper.width - 2 * (profile.margin + probe.zone)) / side + 1e-6))
    high = paper.height - head - foot
    if backs == "fold":
        high = (high - 2 * (probe.fold - probe.box[3])) / 2
    rows = max(1, int(high / side + 1e-6))
    left = (paper.width - columns * side) / 2
    shift = (0.0, 0.0) if backs in ("fold", "none") else (profile.back_right, profile.back_down)
    return SlotGrid(paper.width, paper.height, side, columns, rows, left, head, profile.bleed, backs, shift)


def arrange(found: Sequence[Group], grid: SlotGrid, nationalities: Sequence[str]) -> list[list[Piece]]:
    """Return sheets of slots in the order of the groups.

    Each group begins a row, or at least each nationality does, unless that takes another sheet.
    """
    count = sum(len(group.pieces) for group in found)
    sheets = max(1, -(-count // grid.slots))
    tries = (_rows(found, grid.columns, breaks) for breaks in ("all", "nationalities", "none"))
    slots = next(each for each in tries if len(each) <= sheets * grid.slots)
    rest = sheets * grid.slots - len(slots)
    spare = [*nationalities, *[None] * rest][:rest]
    slots = slots + [_blank(each, f"{each or 'plain'}-{number}") for number, each in enumerate(spare)]
    return [slots[start : start + grid.slots] for start in range(0, len(slots), grid.slots)]


def _rows(found: Sequence[Group], columns: int, breaks: Literal["all", "nationalities", "none"]) -> list[Piece]:
    """Groups one behind the other, rows filled up with spare counters where the next group begins one."""
    made: list[Piece] = []
    for number, group in enumerate(found):
        own = group.nationality is not None or (number and found[number - 1].nationality is not None)
        if made and (breaks == "all" or (breaks == "nationalities" and own)):
            before = found[number - 1].nationality
            gaps = -len(made) % columns
            made += [_blank(before, f"{before or 'plain'}-row-{len(made)}-{each}") for each in range(gaps)]
        made += group.pieces
    return made


def _blank(nationality: str | None, name: str) -> Piece:
    return Piece(f"blank-{name}", f"blank-{nationality or 'plain'}", None, nationality)


def _nationalities(brief: Brief) -> list[str]:
    return [each.id for each in brief.game.about.nationalities] if brief.game.about else []


def row_name(row: int) -> str:
    """Return the name of a row: ``A`` to ``Z``, then ``AA``."""
    return (chr(64 + row // 26) if row >= 26 else "") + chr(65 + row % 26)


# -- what a printer is set right by: the ruler on each sheet, and the calibration page -------------


RULER = 2 * INCH
"""Length of the ruler in millimetres."""


def ruler(canvas: Canvas, at: XY, words: Words, palette: Palette) -> None:
    """Draw 50 mm over 2 inches, to prove that nothing was scaled; `RULER` wide and 11 mm high."""
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
    size = fitting_size(said, 5.5 * POINT, "sans", RULER, 5 * POINT)
    canvas.text((x + INCH, y + 10.6), said, size, anchor="middle", **style)  # type: ignore[arg-type]


_REACH = 6
"""Millimetres on each side of a ruler's zero."""


def calibration_pages(brief: Brief) -> list[PrintedPage]:
    """Draw front and back; the back is moved as the profile says, so a correctly set printer shows zero."""
    front, back = _calibration_page(brief, "calibration_front"), _calibration_page(brief, "calibration_back")
    for x, y in crosses(brief):
        _cross(front, (x, y), brief)
        _rulers(back, point_behind(brief, (x, y)), brief)
    return [
        PrintedPage(front, brief.words("calibration_front"), foot_inset=brief.profile.margin),
        PrintedPage(back, brief.words("calibration_back"), foot_inset=brief.profile.margin),
    ]


def crosses(brief: Brief) -> list[XY]:
    """Return the points of the crosses on the front: corners, middle and between."""
    paper, rim = brief.paper, brief.profile.margin + 2 * _REACH + 4
    return [
        (x, y)
        for y in (rim + 16, paper.height / 2, paper.height - rim - 16)
        for x in (rim, paper.width / 2, paper.width - rim)
    ]


def point_behind(brief: Brief, at: XY) -> XY:
    """Return the point on the back that is meant to lie behind a point on the front."""
    profile, paper = brief.profile, brief.paper
    x = paper.width - at[0] if profile.backs == "long" else at[0]
    y = paper.height - at[1] if profile.backs == "short" else at[1]
    return (x + profile.back_right, y + profile.back_down)


def _calibration_page(brief: Brief, label: str) -> Canvas:
    words, profile, palette = brief.words, brief.profile, brief.palette
    canvas = Canvas(brief.paper.width, brief.paper.height)
    margin, ink, page = profile.margin, palette["ink"], palette["page"]
    canvas.text((margin, margin + 4), words(label), 13 * POINT, face="sans-bold", fill=ink, on=page, role="head")
    how = words(f"counter_how_{profile.backs}").split(". ")[0]
    canvas.text((margin, margin + 8), how, 7.5 * POINT, fill=palette["quiet"], on=page, role="head")
    ruler(canvas, (brief.paper.width - margin - RULER, margin + 0.6), words, palette)
    said = [words(key) for key in ("calibration_do", "calibration_read", "calibration_set", "calibration_sign")]
    said.append(words("calibration_now", right=f"{profile.back_right:g}", down=f"{profile.back_down:g}"))
    y = brief.paper.height * 0.3
    for number, text in enumerate(said, 1):
        for line_number, line in enumerate(wrap(text, 9.5 * POINT, "sans", brief.paper.width - 2 * margin - 26)):
            if line_number == 0:
                at = (margin + 10, y)
                canvas.text(at, str(number), 9.5 * POINT, face="sans-bold", fill=ink, on=page, role="head")
            typed = line.replace("--", "-\u200c-")  # a command's two hyphens: no ligature, which is one dash
            canvas.text((margin + 14, y), typed, 9.5 * POINT, fill=ink, on=page, role="text")
            y += 4.4
        y += 1.6
    return canvas


def _cross(canvas: Canvas, at: XY, brief: Brief) -> None:
    x, y = at
    d = f"M{mm(x - _REACH - 3)} {mm(y)}h{mm(2 * _REACH + 6)}M{mm(x)} {mm(y - _REACH - 3)}v{mm(2 * _REACH + 6)}"
    canvas.path(d, stroke=brief.palette["mark"], width=0.2, cls="cross")


def _rulers(canvas: Canvas, at: XY, brief: Brief) -> None:
    """A ruler across, counting to the right, and one down, counting down, both from the point."""
    x, y = at
    ink = brief.palette["ink"]
    d = f"M{mm(x - _REACH)} {mm(y)}h{2 * _REACH}M{mm(x)} {mm(y - _REACH)}v{2 * _REACH}"
    for step in range(-2 * _REACH, 2 * _REACH + 1):
        half = 0.4 if step % 2 else 1.4 if step % 6 == 0 else 0.8
        if step:
            d += f"M{mm(x + step / 2)} {mm(y - half)}v{mm(2 * half)}M{mm(x - half)} {mm(y + step / 2)}h{mm(2 * half)}"
    canvas.path(d, stroke=ink, width=0.12, cls="rulers")
    for sign, end in (("−", -1), ("+", 1)):
        style = {"fill": ink, "on": brief.palette["page"], "role": "label", "anchor": "middle"}
        far = end * (_REACH + 1.9)
        canvas.text((x + far, y + 0.75), f"{sign}{_REACH}", 6 * POINT, **style)  # type: ignore[arg-type]
        canvas.text((x, y + far + 0.75), f"{sign}{_REACH}", 6 * POINT, **style)  # type: ignore[arg-type]
