"""Destinations of units that do not attack: toward goals, within supply, out of danger."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scenario_forge.campaign.players.ground import costs_to, distances, numbers, supply_field
from scenario_forge.campaign.players.supply_moves import hauls
from scenario_forge.campaign.players.threats import arriving_strength, threat
from scenario_forge.simulator.step import number

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scenario_forge.campaign.players.fitting import Fitting
    from scenario_forge.campaign.players.ground import Numbers
    from scenario_forge.campaign.players.view import View


_NEAR = 7
"""Distance in hexes within which an attack is feared."""


class Goal(NamedTuple):
    """A hex that needs units."""

    hex: int
    value: float
    need: float
    """The strength needed."""
    hold: bool
    """Whether it is ours and to be kept."""


def goals(view: View) -> list[Goal]:
    """Return the goals of the side, the most valuable first; found once while nothing changes."""
    state = view.state

    def make() -> tuple[Goal, ...]:
        found = [*_places(view), *_presences(view), *_prey(view)]
        return tuple(sorted(found, key=lambda goal: (-goal.value, goal.hex)))

    tables = ("units", "hexes", "supplies", "sides", "clock", "ever")
    return list(state.derived(f"player goals {view.side}", tables, make))


def _places(view: View) -> list[Goal]:
    found = []
    for hex_, stake in view.stakes.hexes.items():
        if stake <= 0:
            continue
        if view.state.hexes.control[hex_] == view.side + 1 and not view.barred[hex_]:
            danger, close = arriving_strength(view, hex_, fed=False), arriving_strength(view, hex_, fed=True)
            need = min(14.0, max(1.0, view.weights.posting.garrison * close - 2 * view.rules.values[hex_]))
            found.append(Goal(hex_, stake * (1.0 if danger else 0.3), need if danger else 0.0, hold=True))
        else:
            there = view.power(list(view.foes.get(hex_, ())))
            need = 3.0 * there + 2 * view.rules.values[hex_] + 6
            found.append(Goal(hex_, 0.8 * stake, need, hold=False))
    return found


def _presences(view: View) -> list[Goal]:
    """Return regions where our units count, by their nearest hex; and enemies that count where they are."""
    found = []
    for presence in view.stakes.presences:
        if presence.side == view.side:
            mine = [unit for unit in view.units if unit in presence.units]
            there = [u for u in mine if view.state.units.place[u] in presence.hexes]
            if there or not mine:
                continue
            starts = {view.state.units.place[u] for u in mine if view.state.units.place[u] >= 0} or _doors(view, mine)
            if starts:
                field = costs_to(view, starts)
                _, near = min([(field[h], h) for h in presence.hexes if field[h] >= 0], default=(0, -1))
                if near >= 0:
                    found.append(Goal(near, view.weights.stakes.presence * presence.points, 12.0, hold=False))
        else:
            prey = [h for h, us in view.foes.items() if h in presence.hexes and any(u in presence.units for u in us)]
            for hex_ in prey:
                value = view.weights.stakes.presence * presence.points / len(prey)
                found.append(Goal(hex_, value, 2.5 * view.power(list(view.foes[hex_])), hold=False))
    return found


def _doors(view: View, units: Sequence[int]) -> set[int]:
    """Return the hexes beside the off-map boxes that units are in."""
    boxes, found = view.rules.compiled.boxes, set()
    for box in {-2 - view.state.units.place[u] for u in units}:
        found |= set(boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]])
    return found


def _prey(view: View) -> list[Goal]:
    """Return goals for enemies to hunt down."""
    return [
        Goal(hex_, 0.5 * sum(view.worth(u) for u in there), 2.5 * view.power(list(there)), hold=False)
        for hex_, there in view.foes.items()
    ]


def garrisons(view: View, wanted: Sequence[Goal]) -> dict[int, int]:
    """Return units that stay in a valuable place that they hold, with the hex: as many as its danger needs."""
    found: dict[int, int] = {}
    for goal in wanted:
        there = view.own.get(goal.hex, ()) if goal.hold and goal.value >= view.weights.posting.precious else ()
        have = 0.0
        for unit in sorted(
            there, key=lambda u: (not view.rules.columns.fortification_benefits[_kind(view, u)], -view.strength(u), u)
        ):
            if have >= goal.need:
                break
            have += view.strength(unit)
            found[unit] = goal.hex
    return found


def _kind(view: View, unit: int) -> int:
    return view.rules.compiled.units.type[unit]


def guard_assignments(view: View, free: Sequence[int], wanted: Sequence[Goal]) -> dict[int, Goal]:
    """Return units that make for valuable places of ours with too small a garrison."""
    precious = [goal for goal in wanted if goal.hold and goal.need and goal.value >= view.weights.posting.precious]
    return assignments(view, free, precious, rest=False)


def assignments(view: View, free: Sequence[int], wanted: Sequence[Goal], *, rest: bool = True) -> dict[int, Goal]:
    """Return the goal of each unit: goals by value, each gets the nearest until its need is met; the rest the best."""
    left = {unit for unit in free if view.state.units.place[unit] != -1}
    found: dict[int, Goal] = {}
    open_goals: list[Goal] = []
    everybody = frozenset(left)
    for goal in wanted:
        if not left:
            break
        if not goal.hold and not _may_be_won(view, goal, everybody):
            continue
        open_goals.append(goal)
        field = costs_to(view, {goal.hex})
        have = view.power([u for u in view.own.get(goal.hex, ()) if u not in left]) if goal.hold else 0.0
        for _away, unit in sorted([(_far(view, field, unit), unit) for unit in left]):
            if have >= goal.need:
                break
            found[unit] = goal
            left.discard(unit)
            have += view.strength(unit)
    if rest and left and open_goals:
        wide = [goal for goal in open_goals if not goal.hold] or _endangered(view, open_goals)
        found |= {unit: max(wide, key=lambda goal: _pull(view, goal, unit)) for unit in sorted(left)}
    return found


def _endangered(view: View, held: Sequence[Goal]) -> list[Goal]:
    """Return the place of ours nearest to the enemy: the others are behind it."""
    foes = distances(view).foes
    return [min(held, key=lambda goal: (foes[goal.hex] if foes[goal.hex] >= 0 else 999, -goal.value, goal.hex))]


def _pull(view: View, goal: Goal, unit: int) -> tuple[float, float]:
    """Return how much a goal attracts a spare unit: by its value, and its distance in turns."""
    march = max(1, view.rules.compiled.units.movement[unit] * view.rules.scale)
    away = _far(view, costs_to(view, {goal.hex}), unit)
    return (goal.value / (1 + away / march), -away)


def _may_be_won(view: View, goal: Goal, free: Collection[int]) -> bool:
    """Return whether units that can be there soon are stronger than the enemies around."""
    field, scale = costs_to(view, {goal.hex}), view.rules.scale
    movement = view.rules.compiled.units.movement
    own = view.power([u for u in free if _far(view, field, u) <= movement[u] * scale])
    return own >= view.weights.posting.bold * threat(view, goal.hex, 8) + view.rules.values[goal.hex]


def _far(view: View, field: Sequence[int], unit: int) -> float:
    place = view.state.units.place[unit]
    if place >= 0:
        return float(field[place]) if field[place] >= 0 else 1e6
    boxes, box = view.rules.compiled.boxes, -2 - place
    beside = [field[h] for h in boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]] if field[h] >= 0]
    return float(min(beside, default=10**6))


def future_supply(view: View, wanted: Sequence[Goal]) -> dict[int, bytes]:
    """Return by radius the hexes that supply units could supply after moving toward the goals."""
    spots: set[int] = set()
    for marker in view.markers:
        place = view.state.supplies.place[marker]
        if place >= 0:
            spots.add(place)
        found = hauls(view, marker) if place >= 0 else None
        if not found:
            continue
        foes = numbers(distances(view).foes)
        for goal in wanted[:4]:
            field = costs_to(view, {goal.hex})
            far = numbers(field)
            open_ = np.nonzero((numbers(found[0]) >= 0) & (far >= 0) & ((foes < 0) | (foes > 2)))[0]
            if len(open_):
                spots.add(int(open_[far[open_].argmin()]))
    radii = set(view.rules.columns.supply_general_radius)
    return {r: (numbers(supply_field(view, sorted(spots), r)) >= 0).tobytes() for r in radii}


def _around(view: View) -> Numbers:
    """Return for each hex the strength of enemies within a turn's march over open ground."""

    def make() -> Numbers:
        width = view.rules.width
        rows = view.rules.hexes // width
        found = np.zeros(view.rules.hexes)
        field = found[: rows * width].reshape(rows, width)
        for other, there in view.foes.items():
            row, column = divmod(other, width)
            up, left = max(0, row - _NEAR), max(0, column - _NEAR)
            field[up : row + _NEAR + 1, left : column + _NEAR + 1] += view.power(there)
        return found

    return view.state.derived(f"player around {view.side}", ("units",), make)


def _shelter(view: View) -> Numbers:
    """Return for each hex the strength that fortifications and boxes make up for, roughly."""

    def make() -> Numbers:
        found: Numbers = 2 * np.array(view.rules.values) + 2 * (np.array(view.state.hexes.box) != 0)
        return found

    return view.state.derived("player shelter", ("hexes.box",), make)


def destination(view: View, fitting: Fitting, unit: int, goal: Goal, supply: Mapping[int, bytes]) -> int | None:
    """Return the destination of a unit; None to stay."""
    reach = fitting.reaches[unit]
    place = view.state.units.place[unit]
    if reach is None:
        return None
    cost, field = numbers(reach.cost), numbers(costs_to(view, {goal.hex}))
    full = fitting.full(unit)
    hexes = ((cost >= 0) & (field >= 0) & (full <= view.rules.stacking_limit)).nonzero()[0]
    if not len(hexes):
        return None
    weigh, cost = view.weights.posting, cost[hexes]
    radius = view.rules.columns.supply_general_radius[view.rules.compiled.units.nationality[unit]]
    scores = -weigh.nearer * field[hexes] / view.rules.scale - 0.001 * cost
    scores += weigh.supplied * np.frombuffer(supply[radius], np.uint8)[hexes]
    away = numbers(distances(view).foes)[hexes]
    feared = ((away >= 0) & (away <= _NEAR)).nonzero()[0]
    if len(feared):
        scores[feared] -= weigh.danger * view.worth(unit) * _risk(view, fitting, unit, hexes[feared])
    scores[_prey_at(view)[hexes] & (cost > 0)] += weigh.capture
    if goal.hold:
        scores[hexes == goal.hex] += 0.5 * goal.value
    scores[hexes == place] += weigh.keep
    scores += weigh.jitter * _drawn(view, unit, hexes)
    best = int(hexes[scores.argmax()])
    return best if best != place else None


def _drawn(view: View, unit: int, hexes: Numbers) -> Numbers:
    """Return numbers from 0 to 1 by hex from the seed alone, so that each seed plays a little differently."""
    seed = number(f"{view.key}|{unit}", 1 << 16)
    found: Numbers = (hexes * 40503 + seed) % 65521 / 65521
    return found


def _risk(view: View, fitting: Fitting, unit: int, hexes: Numbers) -> Numbers:
    """Return from 0 to 1 by hex how easily the enemy could overwhelm a unit there and those with it."""
    held = np.full(view.rules.hexes, view.strength(unit))
    for hex_, strength in fitting.strengths().items():
        held[hex_] += strength
    mates = held[hexes]
    over = 0.7 * _around(view)[hexes] - mates - _shelter(view)[hexes]
    found: Numbers = np.minimum(np.maximum(over / (2 * np.maximum(1, mates)), 0.0), 1.0)
    return found


def _prey_at(view: View) -> Numbers:
    """Return for each hex whether supply of the enemy is there."""

    def make() -> Numbers:
        found = np.zeros(view.rules.hexes, bool)
        for marker in view.foe_markers:
            found[view.state.supplies.place[marker]] = True
        return found

    return view.state.derived(f"player prey {view.side}", ("supplies.place",), make)
