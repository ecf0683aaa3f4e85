"""Where a computer player moves its units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.mechanics.movement import Situation as Obstacles
from scenario_forge.mechanics.movement import way
from scenario_forge.mechanics.supply import mask
from scenario_forge.wargame.base.numbers import OUT
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.board.phase import END, ENTRENCH
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.leaders.key import ATTACH
from scenario_forge.wargame.modules.movement.costs import Price

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.mechanics.movement import Ground
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.board.asked import OverrunRules
    from scenario_forge.wargame.board.board import Situation
    from scenario_forge.wargame.board.mind import Mind, Room
    from scenario_forge.wargame.modules.movement.moving import Move, Movement

OVERRUN = "overrun"


def march(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the next move of the plan of a phase, as far as it can still be made."""
    deed: Move = mind.board.deeds["move"]  # type: ignore[assignment]  # as the module has it
    joins = joining(mind, now, frame)
    if joins:
        return joins
    plan = mind.planned(frame, lambda: _plan(mind, deed, now, frame))
    while plan:
        unit, *hexes = (int(token) for token in plan.pop(0))
        way = _begun(deed.movement, now, unit, hexes) if now.place[unit] != OUT and not now.units.moved[unit] else ()
        if way:
            return deed.stages(unit, way)
    return entrenching(mind, now, frame) or after_overruns(mind, deed, now, frame)


def after_overruns(mind: Mind, deed: Move, now: Situation, frame: Frame) -> Action:
    """Return an overrun when all have moved, then how those move on that have won one; else the end."""
    overrun = mind.board.deeds.get(OVERRUN)
    if overrun is None:
        return (END,)
    _gain, stages = overrun.thought(mind, now, frame) if frame.step in overrun.phases else (0.0, ())
    if stages:
        return (OVERRUN, *stages)
    rules: OverrunRules = mind.board.modules[OVERRUN]  # type: ignore[assignment]  # as the shelf has it
    again = frame.with_values(units=rules.have_overrun(now.state, mind.side))
    gain, stages = deed.thought(mind, now, again)
    return stages if gain > 0 else (END,)


def joining(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return how a leader joins a unit, if one should; he goes with it then."""
    attach = mind.board.deeds.get(ATTACH)
    _gain, stages = attach.thought(mind, now, frame) if attach is not None else (0.0, ())
    return (ATTACH, *stages) if stages else ()


def entrenching(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return how a unit that stays builds a work instead of moving, if one should."""
    entrench = mind.board.deeds.get(ENTRENCH)
    _gain, stages = entrench.thought(mind, now, frame) if entrench is not None else (0.0, ())
    return (ENTRENCH, *stages) if stages else ()


def _begun(movement: Movement, now: Situation, unit: int, hexes: Sequence[int]) -> Sequence[int]:
    """Return as much of a way as a unit can go now, and end in a hex with room."""
    trial, far = movement.before(now, [unit]), 0
    for number, hex_ in enumerate(hexes, 1):
        after = movement.next_to(now, trial, hex_)
        if after is None:
            break
        trial, far = after, number if now.has_room(hex_, unit) else far
    return hexes[:far]


def _plan(mind: Mind, deed: Move, now: Situation, frame: Frame) -> list[Action]:
    """Return moves: those that a module wishes for, such as to attack; the others where wanted; headquarters behind."""
    movement, free = deed.movement, deed.movers(now, frame)
    movers = [unit for unit in free if now.place[unit] >= 0]
    reached = {unit: reach(movement, now, unit) for unit in movers}
    room, goes = mind.room(now), dict[int, int]()
    activation = mind.board.get(Activation)
    leaders = set(activation.formations) if activation is not None else set[int]()
    for module in mind.board.modules.values():
        for unit, hex_ in module.wishes(mind, now, reached):
            if unit not in goes and unit not in leaders and room.put(unit, hex_):
                goes[unit] = hex_
    pull = mind.pull(now)
    others = [unit for unit in movers if unit not in goes and unit not in leaders]
    for unit in sorted(others, key=lambda unit: -pull[now.place[unit]]):
        ends = [hex_ for hex_, cost in enumerate(reached[unit][0]) if cost >= 0 and room.fits(unit, hex_)]
        best = max(ends, key=mind.wanted(now, unit), default=now.place[unit])
        room.put(unit, best)
        goes[unit] = best
    arrivals = [*_arrivals(mind, movement, now, [unit for unit in free if now.place[unit] == TO_COME], room)]
    for unit in (unit for unit in movers if unit in leaders):
        ends = [hex_ for hex_, cost in enumerate(reached[unit][0]) if cost >= 0 and room.fits(unit, hex_)]
        ends = [*mind.fed(now, unit, ends)]
        best = activation.behind(now, unit, ends, room.places) if activation is not None and ends else now.place[unit]
        room.put(unit, best)
        goes[unit] = best
    moves = ((unit, way(reached[unit][1], now.place[unit], hex_)) for unit, hex_ in goes.items())
    return [*arrivals, *((unit, *hexes) for unit, hexes in moves if hexes)]


def _arrivals(mind: Mind, movement: Movement, now: Situation, coming: Sequence[int], room: Room) -> Iterator[Action]:
    """Yield how units come on to the map: each where it is wanted most, and on from there as long as that is better."""
    for unit in coming:
        wanted, trial, hexes = mind.wanted(now, unit), movement.before(now, [unit]), list[int]()
        while ahead := [after for after in movement.ahead(now, trial) if room.fits(unit, after.hex)]:
            best = max(ahead, key=lambda after: wanted(after.hex))
            if hexes and wanted(best.hex) <= wanted(trial.hex):
                break
            trial = best
            hexes.append(best.hex)
            if best.stops:
                break
        if hexes:
            room.put(unit, hexes[-1])
            yield (unit, *hexes)


def reach(movement: Movement, now: Situation, unit: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the cost of each hex that a unit can reach alone, and the hex before it; −1 for none."""
    side, start, nothing = movement.board.units.side[unit], now.place[unit], bytes(movement.board.hexes)
    on = movement.zones.rests_on if movement.zones is not None else ()
    zone = now.state.derived(("stops", side), ("units.place", *on), lambda: _zone_mask(movement, now, side))
    if movement.locked and movement.hindered(now, [unit], start):
        return [0 if hex_ == start else -1 for hex_ in range(movement.board.hexes)], [-1] * movement.board.hexes
    stops, dearer = zone if movement.stops_in_zones else nothing, zone if movement.enter else nothing
    around = Obstacles(stops, now.barred(side), dearer)
    extra = movement.leave if movement.leave and movement.hindered(now, [unit], start) else 0
    has = movement.allowance(now, unit)
    mechanics = movement.board.mechanics
    return mechanics.movement_range(_ground(movement, now, unit), start, has, around, first_extra=extra)


def _zone_mask(movement: Movement, now: Situation, side: int) -> bytes:
    """Return for each hex 1 if a zone hinders units of a side that come into it."""
    negated = movement.zones is not None and movement.zones.negates("movement")
    zone = now.zone(1 - side) - now.held(side) if negated else now.zone(1 - side)
    return bytes(mask(movement.board.hexes, sorted(zone)))


def _ground(movement: Movement, now: Situation, unit: int) -> Ground:
    """Return the ground as a player estimates it for a unit."""
    clearing, class_, to = movement.board.clearing, movement.class_now(now, unit), movement.board.neighbours
    costs, side = movement.classes[class_], movement.board.units.side[unit]
    works = movement.works if movement.works is not None and movement.works.costs else None
    tolls = movement.air.tolls(now, side) if movement.air is not None else {}
    if clearing is None and works is None and not tolls:
        return costs.ground

    def make() -> Ground:
        cleared = clearing.rows_of if clearing is not None else ()
        prices = costs.least({s: costs.over(to[s], now.hexsides(s)) for s in cleared})
        for step in works.dear_steps(now) if works is not None else ():
            prices[step] = movement.with_works(now, unit, prices[step], step)
        for step, hex_ in enumerate(to) if tolls else ():
            if hex_ in tolls and prices[step].parts >= 0:
                prices[step] = prices[step].plus(Price(tolls[hex_] * movement.scale))
        return costs.ground_of(prices)

    on = clearing.columns_of_state if clearing is not None else ()
    by_works = tuple(each[unit] for each in works.costs.values()) if works is not None else ()
    if works is not None:
        on = (*on, *works.columns_of_state)
    if movement.air is not None and tolls:
        return now.state.derived(("ground", side, class_, *by_works), (movement.air.column, *on), make)
    return now.state.derived(("ground", class_, *by_works), on, make)
