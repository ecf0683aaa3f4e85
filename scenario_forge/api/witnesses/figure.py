"""The figure of a witness: the position in which the readings differ, drawn as the figures of the rulebook are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.api.witnesses.position import unit_keys
from scenario_forge.documents.rulebook import Diagram, Stack
from scenario_forge.game.diagrams import scene_of
from scenario_forge.game.reading.variants import on_boards
from scenario_forge.hexes import distance
from scenario_forge.printing.booklet.booklet import draw_scene
from scenario_forge.printing.brief import Brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.api.witnesses.search import Found
    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.hexes import Grid
    from scenario_forge.simulator.play import CounterInPlay

WIDTH, HEIGHT = 120.0, 90.0
"""Most that a figure takes, in millimetres."""
_FEWEST, _MOST = 2, 6
"""Hexes about its middle that it shows."""


def figure(game: Game, found: Found, title: str, where: Where) -> str | None:
    """Return the position as SVG; None where nothing of it has a place on the map."""
    diagram = diagram_of(game, found, title)
    if diagram is None:
        return None
    boards = on_boards(game, found.case.scenario)
    drawn = draw_scene(Brief(boards), scene_of(boards, diagram, where), WIDTH, HEIGHT)
    return drawn.svg() if drawn is not None else None


def diagram_of(game: Game, found: Found, title: str) -> Diagram | None:
    """Return the position as a figure of the rulebook would state it: the counters that are on the map by then."""
    compiled, match = found.case.second, found.game.matches[0]
    pieces = [piece for piece in match.play.pieces(match.playout.state) if piece.place >= 0]
    grid = _grid(game, found)
    if grid is None:
        return None
    there = sorted({piece.place for piece in pieces}) or sorted(set(found.case.scored_apart()))
    if not there:
        return None
    middle = min(there, key=lambda hex_: max(distance(grid, hex_, other) for other in there))
    radius = max(distance(grid, middle, other) for other in there) + 1
    hexes = compiled.names["hexes"]
    stacks = [
        Stack(at=hexes[place], units=_units(compiled, pieces, place), markers=_markers(compiled, pieces, place))
        for place in there
    ]
    return Diagram(
        id="witness",
        clause=found.case.scenario,
        title=title,
        caption=title,
        around=hexes[middle],
        radius=min(max(radius, _FEWEST), _MOST),
        stacks=[stack for stack in stacks if stack.units or stack.markers],
    )


def _grid(game: Game, found: Found) -> Grid | None:
    from scenario_forge.game.hexmap import hex_map  # noqa: PLC0415 - linked only where a figure is drawn

    linked = hex_map(on_boards(game, found.case.scenario))
    return linked.grid if linked is not None else None


def _units(compiled: CompiledScenario, pieces: Sequence[CounterInPlay], place: int) -> list[str]:
    keys = unit_keys(compiled)
    return [keys[piece.number] for piece in pieces if piece.kind == "units" and piece.place == place]


def _markers(compiled: CompiledScenario, pieces: Sequence[CounterInPlay], place: int) -> list[str]:
    kinds, types = compiled.keys["marker_kinds"], compiled.marker_types
    found = []
    for piece in pieces:
        if piece.kind in kinds and piece.place == place:
            kind = kinds.index(piece.kind)
            rows = [row for row, of in enumerate(types.kind) if of == kind]
            own = [row for row in rows if types.side[row] == piece.side] or rows
            found += [compiled.keys["markers"][row] for row in own[:1]]
    return found
