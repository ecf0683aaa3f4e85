"""The linked figures of the rulebook: their maps, and every hex, unit, marker, clause and chart they name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import DiagramsDocument, RulebookDocument
from scenario_forge.game.codes import LinkedPart
from scenario_forge.game.game import Game, view
from scenario_forge.game.hexmap import hex_map, link_map
from scenario_forge.hexes import disk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.rulebook import Diagram
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where


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
    """The figures of a game, linked, with what is not on them."""
    linked = Diagrams()
    clauses = {c.id for book, _where in game.documents("rulebook", RulebookDocument) for c in book.clauses}
    for document, where in game.documents("diagrams", DiagramsDocument):
        for diagram, at in where.each("diagrams", document.diagrams):
            scene = _scene(game, linked, diagram, at)
            linked.scenes.append(scene)
            _link_hexes(linked, scene)
            if clauses:
                linked.check_name(at / "clause", diagram.clause, "clause", clauses)
    return linked


def scene_of(game: Game, diagram: Diagram, where: Where) -> Scene:
    """Return a figure that no document of the game has, linked; what is not on it is left out."""
    return _scene(game, Diagrams(), diagram, where)


def _scene(game: Game, linked: Diagrams, diagram: Diagram, where: Where) -> Scene:
    if diagram.map is not None:
        own = link_map(diagram.map, where / "map")
        linked.unresolved += own.unresolved if own else ()
        return Scene(diagram, where, own, tuple(range(len(own.grid))) if own else ())
    grid = hex_map(game)
    spot = grid.find(diagram.around) if grid and diagram.around else None
    if grid is None or spot is None or spot.hex is None:
        if grid is not None and not diagram.around:
            linked.note(where / "id", diagram.id, "place", "it has no map of its own")
        elif grid is not None and spot is not None:
            linked.note(where / "around", diagram.around, "place", *grid.why_not(diagram.around))
        return Scene(diagram, where, None, ())
    return Scene(diagram, where, grid, tuple(sorted(disk(grid.grid, spot.hex, diagram.radius))))


def _link_hexes(linked: Diagrams, scene: Scene) -> None:
    for text, at in _hexes_named(scene.diagram, scene.where):
        if scene.linked is not None and scene.linked.find(text) is not None and scene.hex(text) is None:
            linked.note(at, text, "hex of the figure", "it is not on the figure")


def _hexes_named(diagram: Diagram, where: Where) -> Iterator[tuple[str, Where]]:
    yield from ((stack.at, where / "stacks" / n / "at") for n, stack in enumerate(diagram.stacks))
    yield from ((mark.at, where / "marks" / n / "at") for n, mark in enumerate(diagram.marks))
    for zone, at in where.each("zones", diagram.zones):
        yield from at.each("hexes", zone.hexes)
    for arrow, here in where.each("arrows", diagram.arrows):
        yield from here.each("path", arrow.path)
