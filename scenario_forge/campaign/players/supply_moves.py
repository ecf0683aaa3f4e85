"""Moves of supply units: to where they supply most strength, out of danger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from scenario_forge.campaign.players.ground import distances, numbers, supply_field
from scenario_forge.campaign.situation import steps_from
from scenario_forge.campaign.state import box_of
from scenario_forge.campaign.supply.supply_moves import Haul
from scenario_forge.campaign.supply.supply_ways import facing_supply
from scenario_forge.mechanics.movement import way

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.players.ground import Numbers
    from scenario_forge.campaign.players.view import View


def hauls(view: View, marker: int) -> tuple[Sequence[int], Sequence[int]] | None:
    """Return costs and predecessors of the hexes a supply unit on the map can move to; None where it cannot."""
    walk = Haul(view.rules, view.state, marker)
    if walk.halted or walk.at < 0:
        return None

    def grounds() -> tuple[object, ...]:
        return walk.at, walk.spent, walk.begun, walk.facing

    return view.state.derived(("player haul", marker), grounds, lambda: _hauls(view, walk))


def _hauls(view: View, walk: Haul) -> tuple[Sequence[int], Sequence[int]] | None:
    around, start = walk.facing, walk.at
    leaving = bool(around.stops[start])
    if leaving and not walk.may_leave_zone:
        return None
    extra = view.rules.given.movement.disengagement_cost * view.rules.scale if leaving else 0
    return view.mechanics.movement_range(
        view.rules.ground, start, max(0, walk.budget - walk.spent), around, first_extra=extra, first_clear=leaving
    )


def served_places(view: View, radius: int, markers: Sequence[int] | None = None) -> bytes:
    """Return for each hex whether a supply unit could come within ``radius`` hexes, as the crow flies."""
    marks = bytearray(view.rules.hexes)
    for marker in view.markers if markers is None else markers:
        place = view.state.supplies.place[marker]
        if place >= 0:
            marks[place] = 1
        found = hauls(view, marker) if place >= 0 else None
        if found:
            np.frombuffer(marks, np.uint8)[numbers(found[0]) >= 0] = 1
    everywhere = b"\x01" * view.rules.hexes
    steps = view.mechanics.flood(view.rules.ways, everywhere, bytes(marks), radius)
    return (numbers(steps) >= 0).tobytes()


class Coverage:
    """The strength that a supply unit in each hex would supply; units that others supply count less."""

    def __init__(self, view: View, placed: Sequence[int]) -> None:
        self.view = view
        self.general: Numbers = np.zeros(view.rules.hexes)
        self.combat: Numbers = np.zeros(view.rules.hexes)
        self.away: dict[int, int] = {}
        units, state = view.rules.compiled.units, view.state
        radii, near = view.rules.columns.supply_general_radius, view.rules.columns.supply_combat_radius
        known = {radius: supply_field(view, placed, radius) for radius in {*radii, *near}} if placed else {}
        for hex_, there in view.own.items():
            for nation in {units.nationality[unit] for unit in there}:
                weight = sum([view.worth(u) for u in there if units.nationality[u] == nation])
                for radius, field, worth in (
                    (radii[nation], self.general, view.weights.supply.covered),
                    (near[nation], self.combat, view.weights.supply.combat),
                ):
                    have = radius in known and known[radius][hex_] >= 0
                    share = worth * (view.weights.supply.depth if have else 1.0) * weight
                    self._spread(hex_, radius, field, share)
        del state

    def _spread(self, start: int, radius: int, field: Numbers, share: float) -> None:
        field[_near(self.view, start, radius)] += share


def _near(view: View, start: int, radius: int) -> Numbers:
    """Return hexes on supply paths around a unit, which are nearly those on paths toward it."""

    def grounds() -> tuple[Sequence[int]]:
        return (steps_from(view.rules, view.state, view.side, start, radius),)

    def make() -> Numbers:
        return np.flatnonzero(numbers(*grounds()) >= 0)

    return view.state.derived(("player near", view.side, start, radius), grounds, make)


def attackable(view: View) -> bytes:
    """Return for each hex whether the enemy could supply an attack on it in his next turn, as the crow flies."""
    rules, state, places = view.rules, view.state, view.state.supplies.place

    def grounds() -> tuple[object, ...]:
        return facing_supply(rules, state, view.enemy), places.tobytes(), state.supplies.used.tobytes()

    def make() -> bytes:
        around, marks = facing_supply(rules, state, view.enemy), bytearray(rules.hexes)
        for marker in view.foe_markers:
            marks[places[marker]] = 1
            if state.supplies.used[marker]:
                continue
            budget = rules.markers[marker].movement * rules.scale
            cost, _ = view.mechanics.movement_range(rules.ground, places[marker], budget, around)
            np.frombuffer(marks, np.uint8)[numbers(cost) >= 0] = 1
        near = max(rules.columns.supply_combat_radius, default=0) + 1
        steps = view.mechanics.flood(rules.ways, b"\x01" * rules.hexes, bytes(marks), near)
        return (numbers(steps) >= 0).tobytes()

    return state.derived(("player attackable", view.side), grounds, make)


def best_haul(view: View, marker: int, placed: Sequence[int]) -> list[int] | None:
    """Return the way to the best hex for a supply unit; empty to stay, None where it cannot move."""
    place = view.state.supplies.place[marker]
    if place < 0:
        return _out_of_box(view, marker, placed)
    ways = hauls(view, marker)
    if ways is None:
        return None
    cost, came = ways
    coverage = Coverage(view, placed)
    hexes = np.nonzero(numbers(cost) >= 0)[0]
    found = scores(view, coverage, hexes, placed)
    good = dict(zip(hexes.tolist(), found.tolist(), strict=True))
    near = hexes[found >= found.max() - 1e-5].tolist()
    best = max(near, key=lambda hex_: (round(good[hex_], 6), -cost[hex_], -hex_))
    return way(came, place, best) if good[best] > good.get(place, -1e9) + 0.05 else []


def _out_of_box(view: View, marker: int, placed: Sequence[int]) -> list[int] | None:
    """Return the way of a supply unit out of an off-map box: by the best exit, then as far as it is good."""
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
        hexes = np.nonzero(numbers(cost) >= 0)[0]
        found = scores(view, coverage, hexes, placed)
        if len(hexes) and found.max() > best[0]:
            best = (float(found.max()), [gate, *way(came, gate, int(hexes[found.argmax()]))])
    return best[1]


def score(view: View, coverage: Coverage, hex_: int, placed: Sequence[int]) -> float:
    """Return how good a hex is for a supply unit."""
    return float(scores(view, coverage, np.array([hex_]), placed)[0])


def scores(view: View, coverage: Coverage, hexes: Numbers, placed: Sequence[int]) -> Numbers:
    """Return how good each of some hexes is for a supply unit."""
    weigh, field = view.weights.supply, distances(view)
    own, lain = np.zeros(view.rules.hexes, bool), np.zeros(view.rules.hexes, bool)
    for hex_ in view.own:
        own[hex_] = True
    for hex_ in placed:
        lain[hex_] = hex_ >= 0 or lain[hex_]
    here, raid = own[hexes], numbers(field.raid)[hexes]
    good = coverage.general[hexes] + coverage.combat[hexes]
    raided = np.where(here | (raid < 0), 0.0, raid <= weigh.raid * view.rules.scale)
    held = np.where(here, 0.4, 2.0)
    good -= weigh.danger * np.where(np.frombuffer(view.zone, np.uint8)[hexes], held, raided)
    good[here] += weigh.escorted
    near = np.maximum(numbers(field.foes)[hexes], 0)
    found: Numbers = good - weigh.nearer * near - 0.2 * lain[hexes]
    return found


def order_of(view: View) -> list[int]:
    """Return own face-up supply units, those nearest the enemy first."""
    places, used = view.state.supplies.place, view.state.supplies.used
    foes: Mapping[int, int] = dict(enumerate(distances(view).foes))
    free = [n for n in view.markers if not used[n]]
    return sorted(free, key=lambda n: (foes.get(places[n], 99) if places[n] >= 0 else 99, n))
