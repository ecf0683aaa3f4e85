"""DGM010: the ways that figures draw cost what the rulebook says of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenario_forge.checks.figure_scenes import layouts
from scenario_forge.diagnostics.catalogue import dgm, ref
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.examples import Example, ExamplesDocument
from scenario_forge.documents.map_ import Place
from scenario_forge.project.statements import statements
from scenario_forge.systems.desert_rats.worked.check import ASSUMED, answers
from scenario_forge.systems.desert_rats.worked.figure import KINDS, Figures
from scenario_forge.systems.desert_rats.worked.figures import cost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.figure_scenes import Layout, Way
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Statement


def drawn_ways(game: Game) -> Iterator[Diagnostic]:
    """Ways whose cost by the rules is not what the quantity that they name is stated to be."""
    game.record(KINDS)
    stated, figures = statements(game), Figures(game)
    for layout in layouts(game):
        for letter, quantity in layout.diagram.costs.items() if layout.diagram else ():
            at, said = layout.where / "costs" / letter, stated.get(quantity)
            ends = [way for way in layout.ways if way.whole and layout.letters.get(way.hexes[-1][0]) == letter]
            if letter not in layout.letters.values() or not ends:
                yield ref.REF001.at(at.key(), text=letter, wanted="end of a way drawn")
            elif said is None:
                yield ref.REF001.at(at, text=quantity, wanted="quantity").suggest(did_you_mean(quantity, stated))
            for way in ends if said is not None else ():
                if all(layout.adjacent(a, b) for (a, _), (b, _) in pairwise(way.hexes)):
                    yield from _compared(figures, layout, way, said or [])


def _compared(figures: Figures, layout: Layout, way: Way, said: list[Statement]) -> Iterator[Diagnostic]:
    movers = layout.at(way.hexes[0][0])
    if not movers or layout.diagram is None or layout.diagram.map is None:
        return
    names = {hex_: layout.linked.grid.ids[hex_] for hex_ in range(len(layout.linked.grid))}
    given: dict[str, Any] = {
        "side": movers[0].counter.side,
        "at": {names[hex_]: [p.name for p in layout.at(hex_)] for hex_ in {p.hex for p in layout.pieces}},
        "unit": movers[0].name,
        "path": [names[hex_] for hex_, _at in way.hexes],
    }
    ground = layout.diagram.map.model_copy(update={"places": [Place(name=name, hex=name) for name in names.values()]})
    example = Example.model_construct(
        id=f"{layout.diagram.id}-figure", rule="", title="", asked="", given=given, answer={},
        map=ground, counters=[piece.counter for piece in layout.pieces],
    )  # fmt: skip
    try:
        board = figures.board(example, example)
        found = cost(figures.game, example, board)["cost"] if board else None
    except ASSUMED:
        return  # names of nothing have their own checks
    if found is None:
        return
    values = {statement.value for statement in said}
    if found not in values and len(values) == 1 and found not in _answered(figures, said[0].quantity):
        finding = dgm.DGM010.at(way.where / "path", found=found, said=said[0].value)
        yield finding.also(said[0].where, "the cost stated").under(said[0].rule or None)


def _answered(figures: Figures, quantity: str) -> set[Any]:
    """What the rules answer to the worked examples that state a quantity: then those are wrong, not the drawing."""
    return {
        answers(figures, example, document.examples).get("cost")
        for document, _where in figures.game.documents("examples", ExamplesDocument)
        for example in document.examples
        if quantity in example.states
    }
