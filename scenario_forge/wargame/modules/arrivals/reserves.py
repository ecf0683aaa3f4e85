"""Reserves: units that neither move nor arrive before something releases them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.modules.conditions import Conditions, Test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.modules.arrivals.key import Release

COLUMN = "released"
"""The column of state of units that have been released."""


class Reserve(NamedTuple):
    """Units of one side that are released together, and what releases them."""

    units: tuple[int, ...]
    lost: frozenset[int]
    """Hexes: an enemy in one of them releases the units."""
    held: frozenset[int]
    """Hexes: a unit of their side in one of them does."""
    near: int
    """How near to one of the units an enemy comes that releases them, in hexes; below 0: however near."""
    is_met: Test | None
    """Whether a condition releases them; None: there is none."""


class Reserves:
    """The reserves of both sides."""

    def __init__(self, board: Board, given: Sequence[Release]) -> None:
        self.board, conditions = board, Conditions(board)
        self.of_side: list[list[Reserve]] = [[] for _ in board.of_side]
        """By side: its reserves; a unit is in the first that selects it."""
        bound: set[int] = set()
        for number, row in enumerate(given):
            member = board.column(f"arrivals.released.{number}")
            lost, held = (frozenset(board.hex(name) for name in names) for names in (row.lost, row.held))
            test = conditions.test(conditions.with_indices(row.when)) if row.when is not None else None
            for side, own in enumerate(board.of_side):
                units = tuple(unit for unit in own if member[unit] and unit not in bound)
                bound.update(units)
                near = -1 if row.near is None else row.near
                self.of_side[side].append(Reserve(units, lost, held, near, test))
        self.bound = frozenset(bound)

    @rule("arrivals.reserve")
    def may_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may move or arrive: it is of no reserve, or has been released."""
        return unit not in self.bound or bool(now.units.released[unit])

    @rule("arrivals.released")
    def due(self, now: Situation, side: int) -> list[int]:
        """Return the units of a side that are released now."""
        found: list[int] = []
        for reserve in self.of_side[side]:
            waiting = [unit for unit in reserve.units if not now.units.released[unit]]
            if waiting and self.is_met(now, side, reserve):
                found += waiting
        return found

    def is_met(self, now: Situation, side: int, reserve: Reserve) -> bool:
        """Return whether a reserve is released as things stand."""
        enemies = now.held(1 - side)
        if enemies & reserve.lost or now.held(side) & reserve.held:
            return True
        if reserve.is_met is not None and reserve.is_met(now.place):
            return True
        there = {now.place[unit] for unit in reserve.units if now.place[unit] >= 0}
        return any(self.board.distance(hex_, enemy) <= reserve.near for hex_ in there for enemy in enemies)
