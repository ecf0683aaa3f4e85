"""Attacks of a turn, and what is settled of them: who goes where."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scenario_forge.campaign.players.ground import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.movement.reach import Reach
    from scenario_forge.campaign.players.ground import Numbers
    from scenario_forge.campaign.players.view import View
    from scenario_forge.simulator.state import Column


class Attack(NamedTuple):
    """A possible attack: its target, its units with their hexes, and its gain."""

    target: int
    places: tuple[tuple[int, int], ...]
    """Unit and hex from which it attacks."""
    gain: float


class Fitting:
    """The settled battles of a turn: each unit with its destination."""

    def __init__(self, view: View, reaches: Mapping[int, Reach | None]) -> None:
        self.view, self.reaches = view, reaches
        self.free = set(reaches)
        self.taken: Column = array("i", bytes(4 * view.rules.hexes))
        """By hex: the weight of those who are settled there, and of own units that have not left."""
        self.settled: dict[int, int] = {}
        self.targets: set[int] = set()
        self.fixed: Mapping[int, int] = {}
        """Units that must stay where they are: they attack from there or not at all."""
        for hex_, there in view.own.items():
            self.taken[hex_] = sum([view.loads[unit] for unit in there])

    def settle(self, attack: Attack) -> None:
        """Note an attack that will be made, so that its units are not used again."""
        self.targets.add(attack.target)
        for unit, hex_ in attack.places:
            self.free.discard(unit)
            self.send(unit, hex_)

    def send(self, unit: int, hex_: int) -> None:
        """Move a unit from its place to another hex."""
        self.settled[unit] = hex_
        place, own = self.view.state.units.place[unit], self.view.loads[unit]
        if place >= 0:
            self.taken[place] -= own
        self.taken[hex_] += own

    @cached_property
    def marches(self) -> Sequence[int]:
        """By unit: the scaled points it may spend in a turn."""
        return [max(1, points * self.view.rules.scale) for points in self.view.rules.compiled.units.movement]

    def full(self, unit: int) -> Numbers:
        """Return for each hex its load with a unit in it."""
        found: Numbers = numbers(self.taken) + self.view.loads[unit]
        place = self.view.state.units.place[unit]
        if place >= 0:
            found[place] -= self.view.loads[unit]
        return found

    def strengths(self) -> dict[int, int]:
        """Return the strength in each hex of settled and staying units."""
        found: dict[int, int] = {}
        strength = self.view.state.units.strength
        for settled in (self.settled, self.fixed):
            for unit, hex_ in settled.items():
                found[hex_] = found.get(hex_, 0) + strength[unit]
        return found

    @cached_property
    def able(self) -> Mapping[int, Sequence[int]]:
        """By hex beside enemies: units, free at first, that can be there when the round is declared, ascending."""
        rules, units = self.view.rules, self.view.state.units
        beside = np.zeros(rules.hexes + 1, bool)
        for target in self.view.foes:
            beside[rules.neighbours[6 * target : 6 * target + 6]] = True
        found: dict[int, list[int]] = {}
        for unit in sorted(self.free):
            reach, place = self.reaches[unit] if unit not in self.fixed else None, units.place[unit]
            hexes = set() if reach is None else {*(beside[:-1] & (numbers(reach.cost) >= 0)).nonzero()[0].tolist()}
            hexes = hexes - {place} if units.halted[unit] else hexes | {place}
            for hex_ in hexes:
                found.setdefault(hex_, []).append(unit)
        return found
