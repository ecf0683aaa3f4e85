"""Where supply units can get to, and where they should: by the strength that they supply, out of harm's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.rules.movement import way
from scenario_forge.systems.desert_rats.play.supply_moves import Haul
from scenario_forge.systems.desert_rats.play.tables import box_of
from scenario_forge.systems.desert_rats.players.ground import covered, lanes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.systems.desert_rats.players.view import View


def hauls(view: View, marker: int) -> tuple[Sequence[int], Sequence[int]] | None:
    """Costs and predecessors of the hexes that a supply unit on the map can move to now; None where it cannot."""
    walk = Haul(view.rules, view.state, marker)
    if walk.halted or walk.at < 0:
        return None
    around, start = walk.facing, walk.at
    leaving = bool(around.stops[start])
    if leaving and not walk.may_leave_zone:
        return None
    extra = view.rules.number("movement.disengagement_cost") * view.rules.scale if leaving else 0
    return view.mechanics.movement_range(
        view.rules.ground, start, max(0, walk.budget - walk.spent), around, first_extra=extra, first_clear=leaving
    )


def served_places(view: View, radius: int, markers: Sequence[int] | None = None) -> bytes:
    """By hex: a supply unit could be brought within ``radius`` hexes of it, as the crow flies."""
    marks = bytearray(view.rules.hexes)
    for marker in view.markers if markers is None else markers:
        place = view.state.supplies.place[marker]
        if place >= 0:
            marks[place] = 1
        found = hauls(view, marker) if place >= 0 else None
        if found:
            for hex_, cost in enumerate(found[0]):
                if cost >= 0:
                    marks[hex_] = 1
    everywhere = b"\x01" * view.rules.hexes
    steps = view.mechanics.flood(view.rules.ways, everywhere, bytes(marks), radius)
    return bytes(int(step >= 0) for step in steps)


class Coverage:
    """What a supply unit in a hex would supply: strength by hex, of units that no other supplies yet."""

    def __init__(self, view: View, placed: Sequence[int]) -> None:
        self.view = view
        self.general = [0.0] * view.rules.hexes
        self.combat = [0.0] * view.rules.hexes
        self.away: dict[int, int] = {}
        units, state = view.rules.compiled.units, view.state
        radii, near = view.rules.column("supply.general_radius"), view.rules.column("supply.combat_radius")
        known = {radius: covered(view, placed, radius) for radius in {*radii, *near}} if placed else {}
        for hex_, there in view.own.items():
            for nation in {units.nationality[unit] for unit in there}:
                weight = sum(view.worth(u) for u in there if units.nationality[u] == nation)
                for radius, field, worth in (
                    (radii[nation], self.general, view.weights.supply.covered),
                    (near[nation], self.combat, view.weights.supply.combat),
                ):
                    have = radius in known and known[radius][hex_] >= 0
                    share = worth * (view.weights.supply.depth if have else 1.0) * weight
                    self._spread(hex_, radius, field, share)
        del state

    def _spread(self, start: int, radius: int, field: list[float], share: float) -> None:
        for hex_, steps in enumerate(_from(self.view, start, radius)):
            if steps >= 0:
                field[hex_] += share


def _from(view: View, start: int, radius: int) -> Sequence[int]:
    """Steps of supply paths around a unit; nearly those toward it."""
    name = f"player supply {view.side} {start} {radius}"
    return view.state.derived(name, (view.state.units, view.state.hexes), lambda: covered(view, [start], radius))


def best_haul(view: View, marker: int, placed: Sequence[int]) -> list[int] | None:
    """The way to where a supply unit does most good; empty to stay, None where it cannot move."""
    place = view.state.supplies.place[marker]
    if place < 0:
        return _out_of_box(view, marker, placed)
    found = hauls(view, marker)
    if found is None:
        return None
    cost, came = found
    coverage = Coverage(view, placed)
    scores = {hex_: score(view, coverage, hex_, placed) for hex_, spent in enumerate(cost) if spent >= 0}
    best = max(scores, key=lambda hex_: (round(scores[hex_], 6), -cost[hex_], -hex_))
    return way(came, place, best) if scores[best] > scores.get(place, -1e9) + 0.05 else []


def _out_of_box(view: View, marker: int, placed: Sequence[int]) -> list[int] | None:
    """A supply unit in an off-map box: by the exit that leads on best, then as far as it is good."""
    walk = Haul(view.rules, view.state, marker)
    if box_of(walk.at) < 0 or walk.halted:
        return None
    coverage = Coverage(view, placed)
    best: tuple[float, list[int]] = (0.3, [])
    for gate, price in walk.open_steps():
        if not isinstance(gate, int):
            continue
        cost, came = view.mechanics.movement_range(
            view.rules.ground, gate, max(0, walk.budget - walk.spent - price), walk.facing
        )
        for hex_, spent in enumerate(cost):
            if spent >= 0:
                found = score(view, coverage, hex_, placed)
                if found > best[0]:
                    best = (found, [gate, *way(came, gate, hex_)])
    return best[1]


def score(view: View, coverage: Coverage, hex_: int, placed: Sequence[int]) -> float:
    """How good it is for a supply unit to lie in a hex."""
    weigh, field = view.weights.supply, lanes(view)
    good = coverage.general[hex_] + coverage.combat[hex_]
    away = field.foes[hex_]
    if view.zone[hex_]:
        good -= weigh.danger * (0.4 if hex_ in view.own else 2.0)
    elif hex_ not in view.own and field.raid[hex_] >= 0:
        good -= weigh.danger * max(0.0, 1.0 - field.raid[hex_] / (weigh.raid * view.rules.scale))
    if hex_ in view.own:
        good += weigh.escorted
    near = min((abs(steps) for steps in (away,) if steps >= 0), default=0)
    return good - weigh.nearer * near - 0.2 * (hex_ in placed)


def order_of(view: View) -> list[int]:
    """Own supply units that can still move, those nearest the enemy first."""
    places, used = view.state.supplies.place, view.state.supplies.used
    foes: Mapping[int, int] = dict(enumerate(lanes(view).foes))
    free = [n for n in view.markers if not used[n]]
    return sorted(free, key=lambda n: (foes.get(places[n], 99) if places[n] >= 0 else 99, n))
