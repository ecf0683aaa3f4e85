"""The linked figures of the rulebook: their maps, and every hex, unit, marker, clause and chart they name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import DiagramsDocument, RulebookDocument
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.forces import forces
from scenario_forge.game.game import Game, view
from scenario_forge.game.hexmap import hex_map, link_map
from scenario_forge.game.tables import tables
from scenario_forge.hexes import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.rulebook import Diagram
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where

Named = tuple[str, str, "Where"]
"""A name, what it should name, and where it stands."""


@dataclass(eq=False)
class Scene:
    """One figure. ``linked`` is None where it has no map, ``hexes`` are those that are drawn."""

    diagram: Diagram = field(repr=False)
    where: Where
    linked: HexMap | None
    hexes: tuple[int, ...] = field(repr=False)

    def hex(self, text: str) -> int | None:
        """Return the hex of a name, if it is drawn."""
        found = self.linked.find(text) if self.linked else None
        return found.hex if found and found.hex in self.hexes else None


@dataclass(eq=False, repr=False)
class Diagrams(LinkedPart):
    """All figures in their order."""

    scenes: list[Scene] = field(default_factory=list)


@view
def diagrams(game: Game) -> Diagrams:
    """The figures of a game, linked, and what they name that is not there."""
    linked = Diagrams()
    for document, where in game.documents("diagrams", DiagramsDocument):
        for diagram, at in where.each("diagrams", document.diagrams):
            scene = _scene(game, linked, diagram, at)
            linked.scenes.append(scene)
            _link_hexes(linked, scene)
            _link_names(game, linked, scene)
    return linked


def _scene(game: Game, linked: Diagrams, diagram: Diagram, where: Where) -> Scene:
    if diagram.map is not None:
        own = link_map(diagram.map, where / "map")
        linked.unresolved += own.unresolved if own else ()
        return Scene(diagram, where, own, tuple(range(len(own.grid))) if own else ())
    grid = hex_map(game)
    spot = grid.find(diagram.around) if grid and diagram.around else None
    if grid is None or spot is None or spot.hex is None:
        if grid is not None:
            why, hint = grid.why_not(diagram.around) if diagram.around else ("it has no map of its own", None)
            at = where / "around" if diagram.around else where / "id"
            linked.note(at, diagram.around or diagram.id, "place", why, hint)
        return Scene(diagram, where, None, ())
    return Scene(diagram, where, grid, tuple(sorted(disk(grid.grid, spot.hex, diagram.radius))))


def _link_hexes(linked: Diagrams, scene: Scene) -> None:
    for text, wanted, at in _hexes_named(scene.diagram, scene.where):
        if scene.linked is not None and scene.hex(text) is None:
            why, hint = "it is not on the figure", None
            if scene.linked.find(text) is None:
                why, hint = scene.linked.why_not(text)
            linked.note(at, text, wanted, why, hint)


def _hexes_named(diagram: Diagram, where: Where) -> Iterator[Named]:
    wanted = "hex of the figure"
    yield from ((stack.at, wanted, where / "stacks" / n / "at") for n, stack in enumerate(diagram.stacks))
    yield from ((mark.at, wanted, where / "marks" / n / "at") for n, mark in enumerate(diagram.marks))
    for zone, at in where.each("zones", diagram.zones):
        yield from ((text, wanted, at / "hexes" / i) for i, text in enumerate(zone.hexes))
    for arrow, here in where.each("arrows", diagram.arrows):
        yield from ((text, wanted, here / "path" / i) for i, text in enumerate(arrow.path))


def _link_names(game: Game, linked: Diagrams, scene: Scene) -> None:
    counters = forces(game)
    units = {f"{side}/{no}" for side, no in counters.counters}
    sides = list(game.side_names)
    clauses = {c.id for book, _where in game.documents("rulebook", RulebookDocument) for c in book.clauses}
    known: dict[str, set[str]] = {
        "unit": units,
        "marker": set(counters.markers),
        "side": set(sides),
        "clause": clauses,
        "chart": set(tables(game).charts),
    }
    for text, wanted, at in _named(scene.diagram, scene.where):
        if known[wanted]:
            linked.known(at, text, wanted, known[wanted])


def _named(diagram: Diagram, where: Where) -> Iterator[Named]:
    yield diagram.clause, "clause", where / "clause"
    for stack, here in where.each("stacks", diagram.stacks):
        yield from ((text, "unit", here / "units" / i) for i, text in enumerate(stack.units))
        yield from ((text, "marker", here / "markers" / i) for i, text in enumerate(stack.markers))
    yield from ((zone.side, "side", where / "zones" / n / "side") for n, zone in enumerate(diagram.zones))
    for fight, at in where.each("fights", diagram.fights):
        yield from ((text, "unit", at / "attackers" / i) for i, text in enumerate(fight.attackers))
        yield from ((text, "unit", at / "defenders" / i) for i, text in enumerate(fight.defenders))
        if fight.chart is not None:
            yield fight.chart, "chart", at / "chart"
