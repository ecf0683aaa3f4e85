"""Where a computer player moves its units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.mechanics.movement import way
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.modules.board import TO_COME
from scenario_forge.wargame.modules.movement.move import BY
from scenario_forge.wargame.modules.movement.moving import Movement
from scenario_forge.wargame.modules.phase import END, acting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.modules.board import Situation
    from scenario_forge.wargame.modules.mind import Mind


def march(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the next move of the plan of a phase that can still be made."""
    movement = mind.board.module(Movement)
    plan = mind.planned(frame, lambda: plan_of(mind, movement, now, frame))
    while plan:
        unit, *hexes = (int(token) for token in plan.pop(0))
        if now.place[unit] != OUT and not now.units.moved[unit] and now.has_room(hexes[-1], unit):
            return (unit, BY, *hexes) if movement.given.together else (unit, *hexes)
    return (END,)


def plan_of(mind: Mind, movement: Movement, now: Situation, frame: Frame) -> list[Action]:
    """Return moves: first those that a module wishes for, such as to attack, then the others where they are wanted."""
    movers = [unit for unit in acting(now, frame) if not now.units.moved[unit]]
    reached = {unit: movement.reach(mind.mechanics, now, unit) for unit in movers}
    room, goes = mind.room(now), dict[int, int]()
    for module in mind.board.modules.values():
        for unit, hex_ in module.wishes(mind, now, reached):
            if unit not in goes and room.put(unit, hex_):
                goes[unit] = hex_
    pull, danger = mind.pull(now), mind.danger(now)
    for unit in sorted((unit for unit in movers if unit not in goes), key=lambda unit: -pull[now.place[unit]]):
        strength = mind.strength(now, unit)
        ends = [hex_ for hex_, cost in enumerate(reached[unit][0]) if cost >= 0 and room.fits(unit, hex_)]
        best = max(ends, key=lambda hex_: pull[hex_] - mind.loss(danger[hex_], strength, hex_), default=now.place[unit])
        room.put(unit, best)
        goes[unit] = best
    arrivals = [*_arrivals(mind, movement, now, frame)]
    moves = ((unit, way(reached[unit][1], now.place[unit], hex_)) for unit, hex_ in goes.items())
    return [*arrivals, *((unit, *hexes) for unit, hexes in moves if hexes)]


def _arrivals(mind: Mind, movement: Movement, now: Situation, frame: Frame) -> Iterator[Action]:
    """Yield how units come on to the map: each at the hex of its edges that it is wanted in most."""
    pull = mind.pull(now)
    for unit in acting(now, frame, coming=True):
        if now.place[unit] == TO_COME:
            ahead = [trial.hex for trial in movement.ahead(now, movement.before(now, [unit]))]
            yield from ((unit, hex_) for hex_ in sorted(ahead, key=lambda hex_: -pull[hex_])[:3])
