"""DGM007, DGM014: supply and allowances that figures show, against the counters in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.figure_scenes import layouts
from scenario_forge.diagnostics.catalogue import dgm
from scenario_forge.project.forces import forces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.figure_scenes import Layout
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

_ALLOWANCE = re.compile(r"\bunits? at ([A-Za-z]) (?:has|have) a movement allowance of (\d+)( or more)?")


def supply(game: Game) -> Iterator[Diagnostic]:
    """Arrows of supply from a marker of the other side."""
    markers = {id_: marker for id_, (marker, _where) in forces(game).markers.items()}
    for layout in layouts(game):
        for n, stack in enumerate(layout.diagram.stacks if layout.diagram else ()):
            at = layout.linked.find(stack.at)
            owned = [(i, id_, markers[id_].side) for i, id_ in enumerate(stack.markers) if id_ in markers]
            for i, id_, side in owned if at is not None else ():
                fed = _fed(layout, at.hex if at is not None else None)
                if side is not None and fed and all(owner != side for owner, _unit in fed):
                    where = layout.where / "stacks" / n / "markers" / i
                    yield dgm.DGM014.at(where, marker=id_, hex=stack.at, side=side, unit=fed[0][1])


def _fed(layout: Layout, start: int | None) -> list[tuple[str, str]]:
    """The units to which arrows of supply lead from a hex, with their sides."""
    ends = [way.hexes[-1][0] for way in layout.ways if way.kind == "supply" and way.whole and way.hexes[0][0] == start]
    return [(piece.counter.side, piece.name) for end in ends for piece in layout.at(end)]


def allowances(game: Game) -> Iterator[Diagnostic]:
    """Movement allowances that a caption gives units at a letter."""
    for layout in layouts(game):
        match = _ALLOWANCE.search(layout.diagram.caption) if layout.diagram and not layout.vague else None
        hexes = [hex_ for hex_, letter in layout.letters.items() if match and letter == match[1]]
        for piece in layout.at(hexes[0]) if match and len(hexes) == 1 else ():
            has, said = piece.counter.movement, int(match[2]) if match else 0
            if match and has is not None and (has < said or (has != said and not match[3])):
                problem = f"the caption gives units at {match[1]} {match[2]}{match[3] or ''}, {piece.name} has {has}"
                yield dgm.DGM007.at(piece.where, problem=problem).also(layout.where / "caption", "the caption")


CHECKS = (supply, allowances)
