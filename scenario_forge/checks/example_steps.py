"""DGM013: the steps that a worked example counts, against its path on the figure."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from scenario_forge.checks.figure_scenes import layouts
from scenario_forge.diagnostics.catalogue import dgm
from scenario_forge.diagnostics.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.figure_scenes import Layout, Way
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where


def steps(game: Game) -> Iterator[Diagnostic]:
    """At most one finding an example: of a step that is slipped in or left out, the first that does not fit."""
    for layout in layouts(game):
        given = layout.where / "given"
        said = given.data.get("steps") if isinstance(given.data, dict) else None
        path = next((way for way in layout.ways if way.kind == "path" and way.whole), None)
        if layout.diagram is None and isinstance(said, list) and path is not None and _goes(layout, path):
            found = next(_unlike(layout, path, [str(step) for step in said], given / "steps"), None)
            if found is not None:
                yield found.also(path.where, "the path")


def _goes(layout: Layout, path: Way) -> bool:
    """Whether a path leads from hex to adjacent hex; one that jumps is DGM003."""
    return all(layout.adjacent(one, other) for (one, _), (other, _) in itertools.pairwise(path.hexes))


def _unlike(layout: Layout, path: Way, said: list[str], at: Where) -> Iterator[Diagnostic]:
    linked = layout.linked
    yield from _unknown(linked, said, at)
    entered = [step for step in said if step not in linked.hexside_kinds]
    gone = len(path.hexes) - 1
    if len(entered) != gone:
        yield dgm.DGM013.at(at, problem=f"{_hexes(len(entered))} entered by the steps, {gone} by the path")
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
                problem = f"no {linked.hexside_kinds[said[n]].name} lies {_between(layout, *pair)}"
                yield dgm.DGM013.at(at / n, problem=problem)
        crossing.clear()
        problem = _otherwise(layout, step, *pair)
        if problem:
            yield dgm.DGM013.at(at / number, problem=problem)
    for n in crossing:
        problem = f"no hex is entered after crossing the {linked.hexside_kinds[said[n]].name}"
        yield dgm.DGM013.at(at / n, problem=problem)


def _unknown(linked: HexMap, said: list[str], at: Where) -> Iterator[Diagnostic]:
    known = {*linked.kinds, *linked.line_kinds, *linked.hexside_kinds}
    for number, step in enumerate(said):
        if step not in known:
            finding = dgm.DGM013.at(at / number, problem=f"`{step}` is no ground, hexside or line of the figure")
            yield finding.suggest(did_you_mean(step, known))


def _otherwise(layout: Layout, step: str, here: int, there: int) -> str:
    """Why a step from one hex to the next cannot be over the ground, or along the line, that it names."""
    linked = layout.linked
    lines = _lines(linked, here, there)
    if step in linked.line_kinds:
        name = linked.line_kinds[step].name
        return "" if step in lines else f"no {name} leads {_between(layout, here, there)}"
    if lines:
        return f"a {linked.line_kinds[min(lines)].name} leads {_between(layout, here, there)}"
    ground = linked.terrain[there]
    return f"{layout.name(there)} is {linked.kinds[ground].name}" if ground and ground != step else ""


def _between(layout: Layout, here: int, there: int) -> str:
    return f"between {layout.name(here)} and {layout.name(there)}"


def _summed(layout: Layout, count: int, at: Where) -> Iterator[Diagnostic]:
    """Costs that are stated step by step, as many as there are steps."""
    states = (layout.where / "states").data
    for quantity, value in states.items() if isinstance(states, dict) else ():
        if str(quantity).endswith(".steps") and isinstance(value, str) and value.count("+") + 1 != count:
            problem = f"the costs are of {value.count('+') + 1} steps, the steps are {count}"
            yield dgm.DGM013.at(at, problem=problem).also(layout.where / "states" / str(quantity), "the costs")


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


CHECKS = (steps,)
"""The checks of this module."""
