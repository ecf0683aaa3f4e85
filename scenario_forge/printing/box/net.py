"""The net of the tuck box: panels, flaps and tabs on two sheets, cut and fold lines. Millimetres from the top left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.printing.svg import Canvas, xy

if TYPE_CHECKING:
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.paper import Paper
    from scenario_forge.printing.svg import XY, Box

DEPTH = 25.0
"""How thick the box is."""
TAB = 10.0
"""Width of what is glued."""
TUCK = 12.0
"""Length of the tongue of the lid."""
_SPARE = 4.0
"""Room around a folded sheet."""
_BEVEL = 4.0
_A_SIZES = (148.5, 210.0)
_LETTER_SIZES = (139.7, 215.9)


@dataclass(frozen=True)
class Net:
    """One sheet of the box: a large panel, a side at its right with a tab, and a flap above or below."""

    paper: Paper
    panel: Box
    side: Box
    flap: Box
    """Lid of the front sheet, floor of the back sheet."""
    lid: bool

    @property
    def outline(self) -> list[XY]:
        """Where it is cut, clockwise from the panel's top left."""
        left, top, right, bottom = self.panel
        edge, tab = self.side[2], self.side[2] + TAB
        side = [(edge, top), (tab, top + _BEVEL), (tab, bottom - _BEVEL), (edge, bottom)]
        if self.lid:
            over, tip = self.flap[1], self.flap[1] - TUCK
            lid = [(left, over), (left + _BEVEL, tip), (right - _BEVEL, tip), (right, over)]
            return [(left, top), *lid, (right, top), *side, (left, bottom)]
        under, tip = self.flap[3], self.flap[3] + TAB
        floor = [(right, bottom), (right, under), (right - _BEVEL, tip), (left + _BEVEL, tip), (left, under)]
        return [(left, top), *side, *floor, (left, bottom)]

    @property
    def folds(self) -> list[tuple[XY, XY]]:
        """Where it is folded."""
        left, top, right, bottom = self.panel
        edge = self.side[2]
        upright = [((right, top), (right, bottom)), ((edge, top), (edge, bottom))]
        if self.lid:
            return [*upright, ((left, top), (right, top)), ((left, self.flap[1]), (right, self.flap[1]))]
        return [*upright, ((left, bottom), (right, bottom)), ((left, self.flap[3]), (right, self.flap[3]))]


def nets(paper: Paper) -> tuple[Net, Net]:
    """Front and back sheet of a box for half sheets: A5, or half Letter."""
    wide, high = (size + _SPARE for size in (_A_SIZES if paper.name.startswith("A") else _LETTER_SIZES))
    left = (paper.width - wide - DEPTH - TAB) / 2
    # the foot of the page stands below
    top = (paper.height - high - DEPTH - TUCK) / 2 - 2.0
    return _net(paper, left, top + TUCK + DEPTH, wide, high, lid=True), _net(paper, left, top, wide, high, lid=False)


def _net(paper: Paper, left: float, top: float, wide: float, high: float, *, lid: bool) -> Net:
    right, bottom = left + wide, top + high
    flap = (left, top - DEPTH, right, top) if lid else (left, bottom, right, bottom + DEPTH)
    return Net(paper, (left, top, right, bottom), (right, top, right + DEPTH, bottom), flap, lid)


def lines(brief: Brief, net: Net) -> Canvas:
    """Cut lines whole, fold lines dashed."""
    canvas = Canvas(net.paper.width, net.paper.height)
    colour = brief.palette["mark"]
    canvas.path("M" + "L".join(map(xy, net.outline)) + "Z", stroke=colour, width=0.2, cls="cut")
    for fold in net.folds:
        canvas.line(fold, stroke=brief.palette["faint"], width=0.15)  # seen on a dark ground
        canvas.line(fold, stroke=colour, width=0.15, dash="2 1.5", cls="fold")
    return canvas
