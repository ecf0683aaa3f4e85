"""Who holds what when play begins: places by their names, the land of a front as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter
from scenario_forge.compare.units import hex_name
from scenario_forge.project.control import places_that_count
from scenario_forge.project.front import fronts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.compiler.plan import Plan

HELD = "control"
"""The array of a rule system that says who holds what when play begins: hex and side by turns."""
FRONT = "The front"
"""What a change of the front is about."""


def held_changes(one: Plan, was: CompiledScenario, other: Plan, now: CompiledScenario) -> Iterator[Change]:
    """Places that another side holds, and how much land changes hands with the front."""
    before, after = _holders(one, was), _holders(other, now)
    named = {*_named(one, before), *_named(other, after)}
    grid = other.map.grid.ids
    for hex_ in sorted(named):
        old, new = before.get(hex_, ""), after.get(hex_, "")
        if old != new:
            place = hex_name(other.map, hex_)
            what = f"{new or 'nobody'} holds it, not {old or 'anybody'}"
            names = (grid[hex_],) if hex_ < len(grid) else ()
            yield Change(Matter.SET_UP, place, what, old, new, weight=1, hexes_before=names, hexes_after=names)
    drawn = [made.scenario.id in fronts(made.game).fronts for made in (one, other)]
    if drawn == [True, True]:
        yield from _moved(other, before, after)
    elif any(drawn):
        what = "is drawn" if drawn[1] else "is drawn no more"
        yield Change(Matter.SET_UP, FRONT, what, weight=1)


def _moved(other: Plan, before: Mapping[int, str], after: Mapping[int, str]) -> Iterator[Change]:
    """Land that changes hands, named or not."""
    grid = other.map.grid.ids
    gains: dict[str, int] = {}
    moved = [hex_ for hex_ in sorted({*before, *after}) if before.get(hex_) != after.get(hex_)]
    for hex_ in moved:
        side = after.get(hex_, "nobody")
        gains[side] = gains.get(side, 0) + 1
    if moved:
        count = ", ".join(f"{number} {'hex' if number == 1 else 'hexes'} to {side}" for side, number in gains.items())
        names = tuple(grid[hex_] for hex_ in moved if hex_ < len(grid))
        yield Change(
            Matter.SET_UP, FRONT, f"has moved: {count}", size=len(moved), hexes_before=names, hexes_after=names
        )


def _named(made: Plan, held: Mapping[int, str]) -> set[int]:
    """Hexes whose holder is told one by one: those that a front does not tell, and places."""
    linked = fronts(made.game)
    if made.scenario.id not in linked.fronts:
        return set(held)
    stated = {each.hex for each in linked.stated.get(made.scenario.id, ())}
    return {*places_that_count(made.game).values(), *stated}


def _holders(made: Plan, compiled: CompiledScenario) -> dict[int, str]:
    pairs = [int(value) for value in compiled.rules.get(HELD, ())]
    sides = compiled.keys["sides"]
    return {
        hex_: made.game.side_name(sides[side])
        for hex_, side in zip(pairs[::2], pairs[1::2], strict=True)
        if 0 <= side < len(sides) and 0 <= hex_ < compiled.hexes
    }
