"""Figures of the rulebook and of its worked examples in one shape: who stands where, what ways are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.examples import ExamplesDocument
from scenario_forge.project.diagrams import diagrams
from scenario_forge.project.forces import forces
from scenario_forge.project.game import view
from scenario_forge.project.hexmap import link_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.diagrams import Diagram
    from scenario_forge.documents.examples import Example
    from scenario_forge.project.diagrams import Scene
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where


class Piece(NamedTuple):
    """A unit on a figure."""

    name: str
    counter: UnitCounter
    hex: int
    where: Where


class Way(NamedTuple):
    """A way drawn or gone on a figure: hexes in their order, each with its place."""

    kind: str
    hexes: tuple[tuple[int, Where], ...]
    barred: bool
    whole: bool
    """False where a hex of it names nothing, so that steps are missing."""
    where: Where
    stops_at: int | None = None
    """Where an example says that the way ends before its last hex."""


@dataclass(eq=False)
class Layout:
    """One figure set up."""

    linked: HexMap
    where: Where
    pieces: list[Piece] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    zones: list[tuple[str, int, Where]] = field(default_factory=list)
    letters: dict[int, str] = field(default_factory=dict)
    marked: set[int] = field(default_factory=set)
    """Hexes with markers: supply units, for one, move and are attacked too."""
    drawn: frozenset[int] = frozenset()
    """The hexes that a figure shows."""
    diagram: Diagram | None = None
    """None for a worked example."""
    vague: bool = False
    """Whether some of its units are unknown, so that nobody can say where no unit stands."""

    def name(self, hex_: int) -> str:
        """A hex as messages name it: its letter too, where it has one."""
        letter = self.letters.get(hex_)
        return f"{self.linked.name(hex_)} ({letter})" if letter else self.linked.name(hex_)

    def adjacent(self, one: int, other: int) -> bool:
        """Whether two hexes share a side."""
        return self.linked.grid.direction(one, other) is not None

    def at(self, hex_: int) -> list[Piece]:
        """Who stands in a hex."""
        return [piece for piece in self.pieces if piece.hex == hex_]


@view
def layouts(game: Game) -> list[Layout]:
    """All figures of diagrams.yaml, then those of the worked examples."""
    return [*_of_diagrams(game), *_of_examples(game)]


def _of_diagrams(game: Game) -> Iterator[Layout]:
    known = {f"{side}/{no}": counter.counter for (side, no), counter in forces(game).counters.items()}
    for scene in diagrams(game).scenes:
        if scene.linked is not None:
            yield _diagram(scene, scene.linked, known)


def _diagram(scene: Scene, linked: HexMap, known: dict[str, UnitCounter]) -> Layout:
    made = Layout(linked, scene.where, drawn=frozenset(scene.hexes), diagram=scene.diagram)
    for mark in scene.diagram.marks:
        at = scene.hex(mark.at)
        if at is not None:
            made.letters[at] = mark.text
    for n, stack in enumerate(scene.diagram.stacks):
        at = scene.hex(stack.at)
        for i, name in enumerate(stack.units if at is not None else ()):
            made.vague |= name not in known
            if name in known and at is not None:
                made.pieces.append(Piece(name, known[name], at, scene.where / "stacks" / n / "units" / i))
    marked = (scene.hex(stack.at) for stack in scene.diagram.stacks if stack.markers)
    made.marked.update(at for at in marked if at is not None)
    for n, zone in enumerate(scene.diagram.zones):
        for i, text in enumerate(zone.hexes):
            at = scene.hex(text)
            if at is not None:
                made.zones.append((zone.side, at, scene.where / "zones" / n / "hexes" / i))
    for n, arrow in enumerate(scene.diagram.arrows):
        where = scene.where / "arrows" / n
        steps = [(scene.hex(text), where / "path" / i) for i, text in enumerate(arrow.path)]
        hexes = tuple((at, place) for at, place in steps if at is not None)
        made.ways.append(Way(arrow.kind, hexes, arrow.barred, len(hexes) == len(steps), where))
    return made


def _of_examples(game: Game) -> Iterator[Layout]:
    for document, where in game.documents("examples", ExamplesDocument):
        drawn = {example.id: (example, where / "examples" / n) for n, example in enumerate(document.examples)}
        maps = {
            id_: link_map(example.map, at / "map") for id_, (example, at) in drawn.items() if example.map is not None
        }
        for example, at in drawn.values():
            named = example.given.get("figure")
            figure = named if isinstance(named, str) else example.id
            linked = maps.get(figure)
            if linked is not None:
                yield _example(example, drawn[figure][0], linked, at)


def _example(example: Example, figure: Example, linked: HexMap, where: Where) -> Layout:
    made, given = Layout(linked, where), where / "given"
    known = {f"{counter.side}/{counter.no}": counter for counter in (*figure.counters, *example.counters)}
    hexes: dict[str, int] = {}
    for place in figure.map.places if figure.map else ():
        spot = linked.find(place.name)
        if spot is not None and spot.hex is not None:
            hexes[place.name] = spot.hex
            made.letters[spot.hex] = place.name
    placed = example.given.get("at")
    for letter, names in placed.items() if isinstance(placed, dict) else ():
        for i, name in enumerate(names if isinstance(names, list) else ()):
            if letter in hexes and isinstance(name, str) and name in known:
                made.pieces.append(Piece(name, known[name], hexes[letter], given / "at" / letter / i))
    path = example.given.get("path")
    if isinstance(path, list):
        steps = [(hexes.get(str(letter)), given / "path" / i) for i, letter in enumerate(path)]
        gone = tuple((at, place) for at, place in steps if at is not None)
        stop = hexes.get(str(example.answer.get("stops_at")))
        made.ways.append(Way("path", gone, True, len(gone) == len(steps), given / "path", stop))
    return made
