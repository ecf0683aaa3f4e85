"""The front of a start as pages draw it: as written, or between those who stand there; a line that bends softly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.forces.set_ups import set_ups
from scenario_forge.design.front import owners
from scenario_forge.hexes import chains, line_between, millimetres
from scenario_forge.printing.cards.curves import curve, eased, middles, xy
from scenario_forge.project.front import fronts
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.scenarios import scenarios

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.hexes import Side
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


def front_of(game: Game, start: str) -> list[Side]:
    """The line that a scenario draws; else the one that would be drawn between those who stand at a start.

    Args:
        game: the game.
        start: id of a scenario, or of a printed start.
    """
    linked, known, scenario = hex_map(game), set_ups(game), scenarios(game).scenarios.get(start)
    set_up = known.get(start) or (known.get(scenario.document.start) if scenario else None)
    written = fronts(game).fronts.get(start)
    if written is not None:
        return list(written.line)
    if linked is None or set_up is None:
        return []
    zones = game.system.zones(game) if game.system else None
    without = zones.without if zones else frozenset()
    stands = [(each.hex, each.unit.side) for each in set_up.units if not each.unit.option and each.type not in without]
    stands += [(hex_, marker.side) for marker, hex_ in set_up.markers]
    return line_between(linked.grid, owners(linked, list(game.side_names), stands))


def soft_line(linked: HexMap, sides: Sequence[Side], size: float) -> str:
    """Hexsides as a path that bends less than they do, in millimetres of a map with hexes of that breadth."""
    parts = []
    for chain in chains(linked.grid, sides):
        closed = chain[0] == chain[-1]
        points = [millimetres(linked.grid, point, size) for point in chain]
        for _ in range(2):
            points = eased(points, closed=closed)
        on = middles(points)
        parts.append(f"M{xy(points[0])}L{xy(on[0])}{curve(points[1:-1], on[1:])}L{xy(points[-1])}")
    return "".join(parts)
