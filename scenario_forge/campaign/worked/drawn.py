"""DGM010: ways in figures whose cost is not what the rulebook says."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.worked.check import answers
from scenario_forge.campaign.worked.verdicts import answers_to
from scenario_forge.checks.rulebook.scenes import layouts
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.map_ import Place
from scenario_forge.documents.rulebook import Example, ExamplesDocument
from scenario_forge.game.codes import REF001, unknown_name
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.rulebook.scenes import FigureLayout, FigurePath
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.system import Statement

CODES = Codes(__file__)
DGM010 = CODES.error(
    "DGM010",
    "figure-way-costs-otherwise",
    "the path drawn costs {found} movement points; the rulebook says {said}",
)


def drawn_ways(game: Game) -> Iterator[Diagnostic]:
    """Yield ways whose cost by the rules differs from the quantity that they name."""
    stated, asked = statements(game), []
    for layout in layouts(game):
        for letter, quantity in layout.diagram.costs.items() if layout.diagram else ():
            at, said = layout.where / "costs" / letter, stated.get(quantity)
            ends = [way for way in layout.ways if way.whole and layout.letters.get(way.hexes[-1][0]) == letter]
            if letter not in layout.letters.values() or not ends:
                yield REF001.at(at.key(), text=letter, wanted="end of a way drawn")
            elif said is None:
                yield unknown_name(at, quantity, "quantity", stated)
            for way in ends if said is not None else ():
                question = _question(layout, way)
                if question and all(layout.adjacent(a, b) for (a, _), (b, _) in pairwise(way.hexes)):
                    asked.append((question, (way, said or [])))
    found = answers_to(game, [(question, question) for question, _ in asked])
    for answer, (_, (way, said)) in zip(found, asked, strict=True):
        yield from _compared(game, way, said, answer.get("cost"))


def _question(layout: FigureLayout, way: FigurePath) -> Example | None:
    """Return a way as a worked example that asks for its cost; None where no unit is at its start."""
    movers = layout.at(way.hexes[0][0])
    if not movers or layout.diagram is None or layout.diagram.map is None:
        return None
    names = {hex_: layout.linked.grid.ids[hex_] for hex_ in range(len(layout.linked.grid))}
    given: dict[str, Any] = {
        "side": movers[0].counter.side,
        "at": {names[hex_]: [p.name for p in layout.at(hex_)] for hex_ in {p.hex for p in layout.pieces}},
        "unit": movers[0].name,
        "path": [names[hex_] for hex_, _at in way.hexes],
    }
    ground = layout.diagram.map.model_copy(update={"places": [Place(name=name, hex=name) for name in names.values()]})
    return Example.model_construct(
        id=f"{layout.diagram.id}-figure", rule="", title="", asked="", given=given, answer={"cost": None},
        map=ground, counters=[piece.counter for piece in layout.pieces],
    )  # fmt: skip


def _compared(game: Game, way: FigurePath, said: list[Statement], found: object) -> Iterator[Diagnostic]:
    if found is None or len({statement.value for statement in said}) != 1 or found == said[0].value:
        return
    if found not in _answered(game, said[0].quantity):
        finding = DGM010.at(way.where / "path", found=found, said=said[0].value)
        yield finding.also(said[0].where, "the cost stated").under(said[0].rule)


def _answered(game: Game, quantity: str) -> list[Any]:
    """Return the answers to worked examples that state a quantity: then those are wrong, not the drawing."""
    return [
        answer.get("cost")
        for document, _where in game.documents("examples", ExamplesDocument)
        for example, answer in zip(document.examples, answers(game, document), strict=True)
        if quantity in example.states
    ]
