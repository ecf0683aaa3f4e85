"""DGM007, 013, 014: figures of the rulebook in one shape, their names, supply and counted steps."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.diagrams import diagrams
from scenario_forge.game.forces import forces
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import link_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.rulebook import Diagram, Example
    from scenario_forge.game.diagrams import Scene
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
DGM007 = CODES.error(
    "DGM007",
    "figure-letter-nowhere",
    units_at="the caption has {number} {noun} at {letter}, the figure {drawn}",
    parts="the parts of the result are {sum} in all, not {total}",
    twice="two hexes have the letter `{letter}`",
    not_in_caption="the caption does not mention `{letter}`",
    caption_alone="the caption mentions `{letter}`, but no hex of the figure has that letter",
    path_alone="no hex of the figure has the letter `{letter}`",
    allowance="the caption gives units at {letter} {allowance}, {unit} has {movement}",
)
DGM013 = CODES.error(
    "DGM013",
    "steps-unlike-path",
    unknown="`{step}` is not a terrain, hexside or line of the figure",
    entered="{hexes} entered by the steps, {number} by the path",
    costs="the costs are of {costs} steps, the steps are {steps}",
    no_hexside="no {feature} lies between {here} and {there}",
    after_hexside="no hex is entered after crossing the {feature}",
    no_line="no {line} leads between {here} and {there}",
    along_line="a {line} leads between {here} and {there}",
    ground="{there} is {terrain}",
)
DGM014 = CODES.error(
    "DGM014",
    "figure-supply-of-the-other-side",
    "{marker} in {hex} belongs to {side}, but its arrow leads to {unit}",
)


class FigureUnit(NamedTuple):
    """A unit on a figure."""

    name: str
    counter: UnitCounter
    hex: int
    where: Where


class FigurePath(NamedTuple):
    """A way drawn or gone on a figure: hexes in their order, each with its place."""

    kind: str
    hexes: tuple[tuple[int, Where], ...]
    barred: bool
    whole: bool
    """False where a hex of it names nothing, so that steps are missing."""
    where: Where
    stops_at: int | None = None
    """Where an example says that the way ends before its last hex."""


@dataclass(eq=False, repr=False)
class FigureLayout:
    """A figure of the rulebook set up on its hexes, whichever way the book draws it."""

    linked: HexMap
    where: Where
    pieces: list[FigureUnit] = field(default_factory=list)
    ways: list[FigurePath] = field(default_factory=list)
    zones: list[tuple[str, int, Where]] = field(default_factory=list)
    letters: dict[int, str] = field(default_factory=dict)
    marker_hexes: set[int] = field(default_factory=set)
    """Hexes with markers: supply units, for one, move and are attacked too."""
    extent: frozenset[int] = frozenset()
    """The hexes that a figure shows."""
    diagram: Diagram | None = None
    """None for a worked example."""
    vague: bool = False
    """Whether some of its units are unknown, so that nobody can say where no unit stands."""

    def __repr__(self) -> str:
        return f"FigureLayout({self.where!r}: {len(self.pieces)} units)"

    def name(self, hex_: int) -> str:
        """Return a hex as messages name it: with its letter, where it has one."""
        letter = self.letters.get(hex_)
        return f"{self.linked.name(hex_)} ({letter})" if letter else self.linked.name(hex_)

    def adjacent(self, one: int, other: int) -> bool:
        """Return whether two hexes share a side."""
        return self.linked.grid.direction(one, other) is not None

    def at(self, hex_: int) -> list[FigureUnit]:
        """Return the units in a hex."""
        return [piece for piece in self.pieces if piece.hex == hex_]


@view
def layouts(game: Game) -> list[FigureLayout]:
    """All figures of diagrams.yaml, then those of the worked examples."""
    return [*_of_diagrams(game), *_of_examples(game)]


def _of_diagrams(game: Game) -> Iterator[FigureLayout]:
    known = {f"{side}/{no}": counter.counter for (side, no), counter in forces(game).counters.items()}
    for scene in diagrams(game).scenes:
        if scene.linked is not None:
            yield _diagram(scene, scene.linked, known)


def _diagram(scene: Scene, linked: HexMap, known: dict[str, UnitCounter]) -> FigureLayout:
    made = FigureLayout(linked, scene.where, extent=frozenset(scene.hexes), diagram=scene.diagram)
    for mark in scene.diagram.marks:
        at = scene.hex(mark.at)
        if at is not None:
            made.letters[at] = mark.text
    for stack, here in scene.where.each("stacks", scene.diagram.stacks):
        at = scene.hex(stack.at)
        for i, name in enumerate(stack.units if at is not None else ()):
            made.vague |= name not in known
            if name in known and at is not None:
                made.pieces.append(FigureUnit(name, known[name], at, here / "units" / i))
    marked = (scene.hex(stack.at) for stack in scene.diagram.stacks if stack.markers)
    made.marker_hexes.update(at for at in marked if at is not None)
    for zone, each_at in scene.where.each("zones", scene.diagram.zones):
        for i, text in enumerate(zone.hexes):
            at = scene.hex(text)
            if at is not None:
                made.zones.append((zone.side, at, each_at / "hexes" / i))
    for arrow, where in scene.where.each("arrows", scene.diagram.arrows):
        steps = [(scene.hex(text), where / "path" / i) for i, text in enumerate(arrow.path)]
        hexes = tuple((at, place) for at, place in steps if at is not None)
        made.ways.append(FigurePath(arrow.kind, hexes, arrow.barred, len(hexes) == len(steps), where))
    return made


def _of_examples(game: Game) -> Iterator[FigureLayout]:
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


def _example(example: Example, figure: Example, linked: HexMap, where: Where) -> FigureLayout:
    made, given = FigureLayout(linked, where), where / "given"
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
                made.pieces.append(FigureUnit(name, known[name], hexes[letter], given / "at" / letter / i))
    path = example.given.get("path")
    if isinstance(path, list):
        steps = [(hexes.get(str(letter)), given / "path" / i) for i, letter in enumerate(path)]
        gone = tuple((at, place) for at, place in steps if at is not None)
        stop = hexes.get(str(example.answer.get("stops_at")))
        made.ways.append(FigurePath("path", gone, True, len(gone) == len(steps), given / "path", stop))
    return made


# -- the steps that a worked example counts, against its path on the figure ------------------------


def steps(game: Game) -> Iterator[Diagnostic]:
    """Report the first step of an example that is slipped in or left out, at most one for each example."""
    for layout in layouts(game):
        given = layout.where / "given"
        said = given.data.get("steps") if isinstance(given.data, dict) else None
        path = next((way for way in layout.ways if way.kind == "path" and way.whole), None)
        if layout.diagram is None and isinstance(said, list) and path is not None and _goes(layout, path):
            found = next(_unlike(layout, path, [str(step) for step in said], given / "steps"), None)
            if found is not None:
                yield found.also(path.where, "the path")


def _goes(layout: FigureLayout, path: FigurePath) -> bool:
    """Whether a path leads from hex to adjacent hex; one that jumps is DGM003."""
    return all(layout.adjacent(one, other) for (one, _), (other, _) in itertools.pairwise(path.hexes))


def _unlike(layout: FigureLayout, path: FigurePath, said: list[str], at: Where) -> Iterator[Diagnostic]:
    linked = layout.linked
    yield from _unknown(linked, said, at)
    entered = [step for step in said if step not in linked.hexside_kinds]
    gone = len(path.hexes) - 1
    if len(entered) != gone:
        yield DGM013.at(at, "entered", hexes=_hexes(len(entered)), number=gone)
    yield from _summed(layout, len(said), at)
    pairs = itertools.pairwise(hex_ for hex_, _where in path.hexes)
    crossing: list[int] = []
    for number, step in enumerate(said):
        if step in linked.hexside_kinds:
            crossing.append(number)
            continue
        pair = next(pairs, None)
        if pair is None:
            return
        for n in crossing:
            if said[n] not in _sides(linked, *pair):
                feature = linked.hexside_kinds[said[n]].name
                yield DGM013.at(at / n, "no_hexside", feature=feature, **_ends(layout, *pair))
        crossing.clear()
        yield from _step(layout, step, *pair, at / number)
    for n in crossing:
        yield DGM013.at(at / n, "after_hexside", feature=linked.hexside_kinds[said[n]].name)


def _unknown(linked: HexMap, said: list[str], at: Where) -> Iterator[Diagnostic]:
    known = {*linked.kinds, *linked.line_kinds, *linked.hexside_kinds}
    for number, step in enumerate(said):
        if step not in known:
            finding = DGM013.at(at / number, "unknown", step=step)
            yield finding.suggest(did_you_mean(step, known))


def _step(layout: FigureLayout, step: str, here: int, there: int, at: Where) -> Iterator[Diagnostic]:
    """Yield why a step from one hex to the next cannot be over the ground, or along the line, that it names."""
    linked = layout.linked
    ends, lines, ground = _ends(layout, here, there), _lines(linked, here, there), linked.terrain[there]
    if step in linked.line_kinds:
        if step not in lines:
            yield DGM013.at(at, "no_line", line=linked.line_kinds[step].name, **ends)
    elif lines:
        yield DGM013.at(at, "along_line", line=linked.line_kinds[min(lines)].name, **ends)
    elif ground and ground != step:
        yield DGM013.at(at, "ground", terrain=linked.kinds[ground].name, **ends)


def _ends(layout: FigureLayout, here: int, there: int) -> dict[str, str]:
    return {"here": layout.name(here), "there": layout.name(there)}


def _summed(layout: FigureLayout, count: int, at: Where) -> Iterator[Diagnostic]:
    """Costs that are stated step by step, as many as there are steps."""
    states = (layout.where / "states").data
    for quantity, value in states.items() if isinstance(states, dict) else ():
        if str(quantity).endswith(".steps") and isinstance(value, str) and value.count("+") + 1 != count:
            finding = DGM013.at(at, "costs", costs=value.count("+") + 1, steps=count)
            yield finding.also(layout.where / "states" / str(quantity), "the costs")


def _sides(linked: HexMap, here: int, there: int) -> set[str]:
    """The hexside features between two hexes."""
    features = itertools.chain.from_iterable(linked.sides.values())
    return {feature.kind for feature in features if {feature.high, feature.low} == {here, there}}


def _lines(linked: HexMap, here: int, there: int) -> set[str]:
    """The kinds of line that lead from one hex to the other."""
    return {
        line.line.kind for line in linked.lines for pair in itertools.pairwise(line.hexes) if {*pair} == {here, there}
    }


def _hexes(number: int) -> str:
    return "1 hex is" if number == 1 else f"{number} hexes are"


# -- supply and allowances that figures show, against the counters in them -------------------------


_ALLOWANCE = re.compile(r"\bunits? at ([A-Za-z]) (?:has|have) a movement allowance of (\d+)( or more)?")


def supply(game: Game) -> Iterator[Diagnostic]:
    """Report arrows of supply from a marker of the other side."""
    markers = {id_: marker for id_, (marker, _where) in forces(game).markers.items()}
    for layout in layouts(game):
        for stack, here in layout.where.each("stacks", layout.diagram.stacks if layout.diagram else ()):
            at = layout.linked.find(stack.at)
            owned = [(i, id_, markers[id_].side) for i, id_ in enumerate(stack.markers) if id_ in markers]
            for i, id_, side in owned if at is not None else ():
                fed = _fed(layout, at.hex if at is not None else None)
                if side is not None and fed and all(owner != side for owner, _unit in fed):
                    where = here / "markers" / i
                    yield DGM014.at(where, marker=id_, hex=stack.at, side=side, unit=fed[0][1])


def _fed(layout: FigureLayout, start: int | None) -> list[tuple[str, str]]:
    """The units to which arrows of supply lead from a hex, with their sides."""
    ends = [way.hexes[-1][0] for way in layout.ways if way.kind == "supply" and way.whole and way.hexes[0][0] == start]
    return [(piece.counter.side, piece.name) for end in ends for piece in layout.at(end)]


def allowances(game: Game) -> Iterator[Diagnostic]:
    """Report movement allowances in a caption that the units at its letter do not have."""
    for layout in layouts(game):
        match = _ALLOWANCE.search(layout.diagram.caption) if layout.diagram and not layout.vague else None
        hexes = [hex_ for hex_, letter in layout.letters.items() if match and letter == match[1]]
        for piece in layout.at(hexes[0]) if match and len(hexes) == 1 else ():
            has, said = piece.counter.movement, int(match[2]) if match else 0
            if match and has is not None and (has < said or (has != said and not match[3])):
                stated = {"letter": match[1], "allowance": f"{match[2]}{match[3] or ''}"}
                finding = DGM007.at(piece.where, "allowance", unit=piece.name, movement=has, **stated)
                yield finding.also(layout.where / "caption", "the caption")


# -- the hexes, units, markers, clauses and charts that the figures of the rulebook name -----------


def names(game: Game) -> Iterator[Diagnostic]:
    """Report a name in a figure that names nothing."""
    yield from diagrams(game).findings()


CHECKS = (
    steps,
    supply,
    allowances,
    names,
)
