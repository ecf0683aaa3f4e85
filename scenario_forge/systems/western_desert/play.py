"""One scenario in play: smoke on the map, and which way a counter faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.simulator.play import CounterInPlay
from scenario_forge.systems.western_desert.advance import WesternAdvance
from scenario_forge.systems.western_desert.airstrike import Airstrike
from scenario_forge.systems.western_desert.facing import Facing
from scenario_forge.systems.western_desert.fire import WesternFire
from scenario_forge.systems.western_desert.mines import WesternWorks
from scenario_forge.systems.western_desert.movement import WesternMovement
from scenario_forge.systems.western_desert.sight import WesternSight
from scenario_forge.systems.western_desert.smoke import Smoke, phase_end
from scenario_forge.wargame.shelf.play import WargamePlay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.wargame.base.numbers import GameState

Facing.deeds = (Smoke, Airstrike)
Facing.steps = {"phase-end": ("26.4", phase_end)}


class WesternDesertPlay(WargamePlay):
    """One scenario."""

    own = (Facing, WesternMovement, WesternSight, WesternFire, WesternAdvance, WesternWorks)
    clause = "7"

    def pieces(self, state: GameState) -> Iterator[CounterInPlay]:
        """Yield units and markers, smoke among them."""
        yield from super().pieces(state)
        yield from (CounterInPlay("smoke", hex_, -1, hex_) for hex_, laid in enumerate(state.ground.smoke) if laid)

    def front_arc(self, hex_: int, way: str) -> list[int]:
        """Return the hexes in the front arc of a unit that faces a way."""
        if way not in self.rules.directions:
            return []
        facing, number = self.board.module(Facing), self.rules.directions.index(way)
        return [to for to in range(self.rules.hexes) if facing.arc_holds(hex_, number, to)]

    def marks_of(self, state: GameState, unit: int) -> list[str]:
        """Return the marks on the counter of a unit, and the way that it faces."""
        return [*super().marks_of(state, unit), self.rules.directions[state.units.facing[unit]]]
