"""Which counter stands where on which sheet: grid, slots, and where a back must lie to come behind its front."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from scenario_forge.printing.counters.pieces import Group, Piece, groups

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.components import Backs
    from scenario_forge.printing.brief import Brief
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
        """All fronts, cut."""
        return (self.left, self.top, self.left + self.columns * self.side, self.top + self.rows * self.side)

    @property
    def back_bleed(self) -> float:
        """Backs go further beyond the cut than fronts: they are the ones that go astray."""
        return self.bleed + 1.0 if self.bleed else 0.0

    @property
    def zone(self) -> float:
        """From the cut to the outer end of the marks."""
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
        """Whether backs stand on their heads, so that a counter turned over sideways shows its back upright."""
        return self.backs in ("short", "fold")

    @property
    def slots(self) -> int:
        """Counters on a sheet."""
        return self.columns * self.rows

    def place(self, slot: int) -> tuple[int, int]:
        """Row and column of a slot on the front."""
        return divmod(slot, self.columns)

    def front(self, slot: int) -> Box:
        """The cut of a counter on the front."""
        row, column = self.place(slot)
        return _cell(self.box, column, row, self.side)

    def back(self, slot: int) -> Box:
        """The cut of the same counter on the back: mirrored in its row, or in its column."""
        row, column = self.place(slot)
        if self.backs == "long":
            return _cell(self.back_box, self.columns - 1 - column, row, self.side)
        return _cell(self.back_box, column, self.rows - 1 - row, self.side)


def _cell(box: Box, column: int, row: int, side: float) -> Box:
    left, top = box[0] + column * side, box[1] + row * side
    return (left, top, left + side, top + side)


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """All counters on sheets. Every slot holds a counter, be it a spare one."""

    grid: SlotGrid
    groups: list[Group]
    sheets: list[list[Piece]]

    @cached_property
    def counters(self) -> int:
        """Counters without the spare ones."""
        return sum(len(group.pieces) for group in self.groups)

    @property
    def spare(self) -> int:
        """Spare counters."""
        return len(self.sheets) * self.grid.slots - self.counters

    def slots(self) -> Iterator[tuple[int, int, Piece]]:
        """Sheet and slot, from 0, of each counter."""
        for number, sheet in enumerate(self.sheets):
            for slot, piece in enumerate(sheet):
                yield number, slot, piece

    def name(self, slot: int) -> str:
        """``C7``: row and column as they stand beside the sheet."""
        row, column = self.grid.place(slot)
        return f"{row_name(row)}{column + 1}"


def sheet_plan(brief: Brief, scenario: str | None = None) -> SheetPlan:
    """Put all counters, or a scenario's, on sheets of the profile's paper.

    Raises:
        CompileError: errors in the game leave the scenario's set-up open.
    """
    grid, found = grid_of(brief), groups(brief, scenario)
    return SheetPlan(grid, found, arrange(found, grid, _nationalities(brief)))


def grid_of(brief: Brief) -> SlotGrid:
    """The grid that the profile's paper, margin and counter size give."""
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
    """Sheets of slots in the order of the groups.

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
    """``A`` to ``Z``, then ``AA``."""
    return (chr(64 + row // 26) if row >= 26 else "") + chr(65 + row % 26)
