"""Arrays of what a start says besides places and strengths, and of what the columns of the track say.

Only those that are not empty are there, so that a start as printed compiles to what it always was. Names of the first
begin with `start.`, each array holds pairs; those of the second with `track.`, with a number for each game turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import NONE
from scenario_forge.project.placement import EDGES
from scenario_forge.project.starts import saved_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.muster import Numbers
    from scenario_forge.compiler.objectives import Keys
    from scenario_forge.compiler.plan import Placed, Plan
    from scenario_forge.project.start_rules import Mark

Pair = tuple[str, int, int]
"""The array, and what goes into it."""


def start_arrays(plan: Plan, keys: Keys, numbered: Numbers) -> dict[str, list[int]]:
    """All of them.

    `start.within`: unit, area; `start.free`: unit, area, a pair for each area of its side; `start.attached`: unit, the
    unit that it is with; `start.facing`: unit, direction; `start.enters`: unit, edge, a pair for each; `start.arrives`:
    the same for units that arrive on a date; `start.edge`: edge, hex, for each hex of these edges that can be entered.
    Edges count from 0, clockwise from the north.

    `start.unit.MARK`: unit, number (for marks that name a unit, its index); `start.marker.MARK`: row of the markers,
    number; `start.points`: row of the markers, points that lie there; `start.saved.POOL`: side, points.
    """
    found: dict[str, list[int]] = {}
    for name, one, other in (*_starts(plan, numbered), *_units(plan, numbered), *_markers(plan), *_saved(plan, keys)):
        found.setdefault(f"start.{name}", []).extend((one, other))
    return found


def _starts(plan: Plan, numbered: Numbers) -> Iterator[Pair]:
    """Starts that leave a choice, or that depend on another unit; facings; edges."""
    used: set[str] = set()
    for placed in plan.placed:
        number, entry = numbered.get(placed.unit.key), placed.entry
        if number is None or entry is None:
            continue
        if entry.facing is not None:
            yield "facing", number, entry.facing
        meant = list(_choices(plan, placed, numbered))
        used |= {EDGES[edge] for name, edge in meant if name == "enters"}
        yield from ((name, number, value) for name, value in meant)
    for change in plan.changes:
        for edge in change.entry.token.edges if change.unit.key in numbered else ():
            used.add(edge)
            yield "arrives", numbered[change.unit.key], EDGES.index(edge)
    for edge in sorted(used, key=EDGES.index):
        for hex_ in sorted(plan.map.edge((edge,))):
            if plan.map.passable[hex_]:
                yield "edge", EDGES.index(edge), hex_


def _choices(plan: Plan, placed: Placed, numbered: Numbers) -> Iterator[tuple[str, int]]:
    """Among what a unit's place is to be chosen, or with which unit it is."""
    areas, entry = tuple(plan.map.areas), placed.entry
    token = entry.token if entry else None
    if token is None:
        return
    if token.kind == "within" and token.place in areas:
        yield "within", areas.index(token.place)
    elif token.kind == "free":
        yield from (("free", areas.index(area)) for area in plan.map.areas_of(placed.unit.side))
    elif token.kind == "enters":
        yield from (("enters", EDGES.index(edge)) for edge in token.edges)
    elif token.attached is not None and (placed.unit.side, token.attached) in numbered:
        yield "attached", numbered[placed.unit.side, token.attached]


def _units(plan: Plan, numbered: Numbers) -> Iterator[Pair]:
    rules = plan.game.system.start(plan.game) if plan.game.system else None
    for placed in plan.placed:
        number = numbered.get(placed.unit.key)
        for name, value in placed.entry.token.marks if placed.entry and number is not None else ():
            mark = rules.marks.get(name) if rules else None
            meant = _meant(placed, mark, value, numbered)
            if number is not None and meant is not None:
                yield f"unit.{name}", number, meant


def _meant(placed: Placed, mark: Mark | None, value: int, numbered: Numbers) -> int | None:
    """The number of a mark; None for a unit that is not in play (a check tells of one that there is not)."""
    if mark is None or not mark.names_unit:
        return value
    return numbered.get((placed.unit.side, value))


def _markers(plan: Plan) -> Iterator[Pair]:
    for row, marker in enumerate(plan.markers):
        token = marker.entry.token
        for name, value in token.marks:
            yield f"marker.{name}", row, value
        if token.strength is not None:
            yield "points", row, token.strength


def _saved(plan: Plan, keys: Keys) -> Iterator[Pair]:
    for saved in saved_at(plan.game, plan.scenario.id):
        if saved.points and saved.side in keys["sides"]:
            yield f"saved.{saved.pool}", keys["sides"].index(saved.side), saved.points


def track_arrays(plan: Plan) -> dict[str, list[int]]:
    """`track.COLUMN`: what each column of the track says of each turn of the scenario, −1 where it says nothing.

    A number is itself, a flag 0 or 1; what has a name is a place in the keys `track.COLUMN`.
    """
    track, turns = plan.track, range(plan.first_turn, plan.last_turn + 1)
    return {
        f"track.{column}": [NONE if (cell := track.cell(turn, column)) is None or cell.value is None else cell.value
                            for turn in turns]
        for column in track.columns
    }  # fmt: skip
