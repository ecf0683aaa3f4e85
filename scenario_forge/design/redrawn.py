"""The front of a scenario drawn anew from where its units stand, as a change of its text.

A draft has its front drawn between its candidates; when they are decided otherwise, the line is out of date. Control
that the scenario states stays as it is; places that a draft would leave to decide are added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.design.dates import NotMade, dossier_dates
from scenario_forge.design.front import AROUND, drawn_between
from scenario_forge.design.text import decide_cell
from scenario_forge.hexes import SideError, parse_side
from scenario_forge.project.front import stands
from scenario_forge.project.hexmap import hex_map
from scenario_forge.source.change import Changes
from scenario_forge.source.emit import Block, Wrapped, commented

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.design.front import FrontStretch, Held
    from scenario_forge.documents.scenario import FrontLine
    from scenario_forge.hexes import Side
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.scenarios import Scenario
    from scenario_forge.source.nodes import Data, Path

_BEFORE = ("basis", "provenance", "scenario", "title", "start", "stop", "first", "last", "victory", "target", "options")
"""Keys that a draft has before its front."""


def with_front(game: Game, scenario: Scenario) -> str:
    """The text of a scenario's file with its front drawn anew; the same text where the front is as it would be drawn.

    Raises:
        NotMade: the game has no map or no front, the set-up is a printed one, or the start is not on the track.
        EditRefused: the file is of a form in which the front cannot be changed.
    """
    grid, document = hex_map(game), scenario.document
    if grid is None or game.system is None or not game.system.start(game).front:
        raise NotMade("the rules of this game have no front")
    if not document.set_up or scenario.where.path:
        raise NotMade("only a scenario with its own set-up, in its own file, has a front to draw")
    dates = dossier_dates(game, document.start, scenario.first or None)
    drawn = drawn_between(game, grid, dates, [(each.hex, each.side) for each in stands(game, scenario)])
    text = scenario.where.file.source.text
    changes = Changes(text)
    above: dict[Path, list[str | None]] = {}
    if not document.front and drawn.runs:
        changes.begin("front", [_data(run) for run in drawn.runs], after=_BEFORE)
        above = {("front",): [f"The front, drawn {drawn.why}. Control follows from it."]}
    else:
        _redraw(changes, grid, document.front, drawn.runs)
    stated = {_hex(grid, name) for name in document.control}
    held = [each for each in drawn.held if _hex(grid, each.place) not in stated]
    behind = _add_control(changes, held, begun=bool(document.control))
    made = changes.result()
    return commented(made, above, behind) if above or behind else made


def _redraw(changes: Changes, grid: HexMap, old: Sequence[FrontLine], new: Sequence[FrontStretch]) -> None:
    """Change the stretches whose hexsides differ; names that a person gave stay."""
    pairs = dict(_matched(grid, old, new))
    for number, run in pairs.items():
        if _sides(grid, run.sides) != _sides(grid, old[number].sides):
            changes.listed(("front", number, "sides"), run.sides)
    for run in new:
        if run not in pairs.values():
            changes.insert(("front",), len(old), _data(run))
    gone = [number for number in range(len(old)) if number not in pairs]
    if gone and len(pairs) < len(old):
        if new:
            for number in gone:
                changes.remove(("front", number))
        else:
            changes.remove(("front",))


def _matched(grid: HexMap, old: Sequence[FrontLine], new: Sequence[FrontStretch]) -> Iterable[tuple[int, FrontStretch]]:
    """Which stretch takes the place of which: of one name, else those that have most hexsides in common."""
    free = dict(enumerate(old))
    for run in new:
        ours = [n for n, each in free.items() if (each.name or "").startswith(AROUND) == bool(run.name)]
        same = [n for n in ours if not run.name or free[n].name == run.name]
        if same:
            sides = _sides(grid, run.sides)
            best = max(same, key=lambda n: (len(sides & _sides(grid, free[n].sides)), -n))
            del free[best]
            yield best, run


def _sides(grid: HexMap, written: Iterable[str]) -> frozenset[Side | str]:
    """Hexsides, whichever of their two hexes is written first."""
    found: set[Side | str] = set()
    for text in written:
        try:
            found.add(parse_side(grid.grid, text))
        except SideError:
            found.add(text)
    return frozenset(found)


def _hex(grid: HexMap, name: str) -> int | None:
    spot = grid.find(name)
    return spot.hex if spot is not None else None


def _data(run: FrontStretch) -> dict[str, Data]:
    return ({"name": run.name} if run.name else {}) | {"sides": Wrapped(run.sides)}


def _add_control(changes: Changes, held: Sequence[Held], *, begun: bool) -> dict[Path, str]:
    """Add places to `control:`; the comment behind each."""
    if not held:
        return {}
    cells: dict[str, Data] = {each.place: decide_cell(each.side, open_=each.open) for each in held}
    if begun:
        for place, cell in cells.items():
            changes.add(("control",), place, cell)
    else:
        changes.add((), "control", Block(cells), after=(*_BEFORE, "front"))
    return {("control", each.place): each.why for each in held}
