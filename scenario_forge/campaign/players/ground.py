"""Distances for plans: points to goals, steps from enemies, steps of supply."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from scenario_forge.campaign.situation import facing, supply_steps
from scenario_forge.mechanics.movement import open_ground
from scenario_forge.mechanics.supply import mask

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.campaign.players.view import View


Numbers: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
"""Numbers by hex, for arithmetic on all at once."""


def numbers(values: Sequence[int]) -> Numbers:
    """Return numbers as a numpy array; arrays are not copied and must only be read."""
    return np.frombuffer(values, np.intc) if isinstance(values, array) else np.array(values, np.intc)


class Distances:
    """The distances in one state, computed on demand."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._foes: Sequence[int] | None = None
        self._home: Sequence[int] | None = None
        self._raid: Sequence[int] | None = None

    @property
    def foes(self) -> Sequence[int]:
        """By hex: hexes to the nearest enemy, as the crow flies; −1 where there is none."""
        if self._foes is None:
            view = self.view
            everywhere = b"\x01" * view.rules.hexes
            self._foes = view.mechanics.flood(view.rules.neighbours, everywhere, view.barred)
        return self._foes

    @property
    def home(self) -> Sequence[int]:
        """By hex: points to the nearest own supply or home base."""
        if self._home is None:
            self._home = costs_to(self.view, sources(self.view))
        return self._home

    @property
    def raid(self) -> Sequence[int]:
        """By hex: points for the nearest enemy to get there past our units and zones; −1 where none can."""
        if self._raid is None:
            view = self.view
            screen = facing(view.rules, view.state, view.enemy)
            self._raid = view.mechanics.cost_home(view.rules.ground, view.barred, screen)
        return self._raid

    def refuge(self, hex_: int) -> float:
        """Return how bad a hex is to retreat to."""
        away = self.foes[hex_]
        near = 3.0 / (1 + away) if away >= 0 else 0.0
        far = self.home[hex_]
        return near + (0.02 * far / self.view.rules.scale if far >= 0 else 5.0) - 0.3 * (hex_ in self.view.own)


def distances(view: View) -> Distances:
    """Return the distances in the present state."""
    state = view.state
    return state.derived(f"player lanes {view.side}", ("units", "supplies", "hexes"), lambda: Distances(view))


def sources(view: View) -> set[int]:
    """Return the hexes of own supply units and home bases."""
    places = view.state.supplies.place
    found = {places[n] for n in view.markers if places[n] >= 0}
    for (owner, _spot), area in view.rules.home_areas.items():
        if owner == view.side:
            found |= {hex_ for hex_ in area if hex_ >= 0}
            for box in [-2 - place for place in area if place < -1]:
                boxes = view.rules.compiled.boxes
                found |= set(boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]])
    return found


def costs_to(view: View, goals: Iterable[int]) -> Sequence[int]:
    """Return for each hex points at ordinary rates to the nearest goal, units ignored; −1 for no way."""
    wanted = frozenset(goals)

    def make() -> Sequence[int]:
        rules = view.rules
        return view.mechanics.cost_home(rules.ground, mask(rules.hexes, wanted), open_ground(rules.hexes))

    return view.state.derived(("player costs", wanted), (), make)


def supply_field(view: View, places: Iterable[int], radius: int) -> Sequence[int]:
    """Return for each hex the steps of a supply path from the nearest place; −1 beyond the radius."""
    return supply_steps(view.rules, view.state, view.side, [p for p in places if p >= 0], radius)
