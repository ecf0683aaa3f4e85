"""Choosers for losses, retreats and advances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.players.ground import distances

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from scenario_forge.campaign.players.view import View
    from scenario_forge.simulator.players import Seat
    from scenario_forge.simulator.step import Action


def losses(view: View, seat: Seat) -> Action:
    """Return the cheapest way to bear a loss: strength, retreat, or both."""
    data = seat.frame.data
    units: list[int] = list(data["units"])
    best: tuple[float, int] | None = None
    for choice in seat.choices():
        count = int(choice.token)
        points = 0 if choice.whole and not choice.more else min(data["loss"] - count, view.power(units))
        cost = _strength_cost(view, units, points) + (_retreat_cost(view, data, count) if count else 0.0)
        if best is None or cost < best[0]:
            best = (cost, count)
    count = best[1] if best else 0
    return _who(view, seat, count, units)


def _strength_cost(view: View, units: Sequence[int], points: int) -> float:
    """Return the cost of the cheapest ``points``."""
    held = {unit: view.strength(unit) for unit in units}
    total = 0.0
    for _ in range(points):
        unit = _cheapest(view, held)
        if unit is None:
            break
        total += _price(view, unit, held[unit])
        held[unit] -= 1
    return total


def _price(view: View, unit: int, left: int) -> float:
    """Return the cost of a unit's next point: the last one is the unit."""
    stakes = view.weights.stakes
    return stakes.point_of_strength + (stakes.whole_unit + view.stakes.units.get(unit, 0.0)) / float(
        max(1, left) ** 1.5
    )


def _cheapest(view: View, held: Mapping[int, int]) -> int | None:
    alive = [unit for unit, left in held.items() if left > 0]
    return min(alive, key=lambda unit: (_price(view, unit, held[unit]), unit), default=None)


def _retreat_cost(view: View, data: Mapping[str, Any], count: int) -> float:
    """Return the cost of giving up the ground."""
    weigh = view.weights.losses
    hexes = {view.state.units.place[unit] for unit in data["units"]}
    cost = weigh.cornered * 0.1 * count
    for hex_ in hexes:
        cost += weigh.ground * view.stakes.hexes.get(hex_, 0.0)
        value = view.rules.values[hex_] + (
            view.rules.given.fortification.box_value if view.state.hexes.box[hex_] else 0
        )
        cost += weigh.shelter * value
    if data["role"] != "defender":
        cost += weigh.halted * len(data["units"])
    return cost


def _who(view: View, seat: Seat, count: int, units: Sequence[int]) -> Action:
    """Return the points one by one, each from the unit that it costs least, in ascending order of units."""
    prefix: Action = (count,)
    first = next(choice for choice in seat.choices() if choice.token == count)
    if first.whole:
        return prefix
    data = seat.frame.data
    held = {unit: view.strength(unit) for unit in units}
    wanted = []
    for _ in range(int(data["loss"]) - count):
        unit = _cheapest(view, held)
        if unit is None:
            break
        wanted.append(unit)
        held[unit] -= 1
    wanted.sort()
    while True:
        ways = seat.choices(prefix)
        if not ways:
            return prefix
        after = wanted[len(prefix) - 1] if len(wanted) >= len(prefix) else None
        pick = next((way for way in ways if way.token == after), ways[-1])
        prefix = (*prefix, pick.token)
        if pick.whole:
            return prefix


def retreat(view: View, seat: Seat) -> Action:
    """Return the way that leads away from enemies and toward supply."""
    field = distances(view)
    prefix: Action = ()
    while True:
        ways = seat.choices(prefix)
        if not ways:
            return prefix
        pick = min(ways, key=lambda way: (field.refuge(int(way.token)), str(way.token)))
        prefix = (*prefix, pick.token)
        if pick.whole:
            return prefix


def advance(view: View, seat: Seat) -> Action:
    """Return the advance that gains most, of the strongest unit if several gain as much; `done` if none gains."""
    best: tuple[float, Action] | None = None
    stakes = view.stakes.hexes
    for choice in seat.choices():
        if not isinstance(choice.token, int):
            continue
        unit = choice.token
        for step in seat.choices((unit,)):
            hex_ = int(step.token)
            if not step.whole:
                continue
            place = view.state.units.place[unit]
            gain = stakes.get(hex_, 0.0) - stakes.get(place, 0.0) + 0.05 * view.rules.values[hex_]
            gain -= 0.0 if hex_ not in view.own else 1.0
            if gain > 0 and (best is None or gain + 0.01 * view.strength(unit) > best[0]):
                best = (gain + 0.01 * view.strength(unit), (unit, hex_))
    return best[1] if best else ("done",)
