"""What *Desert Rats* keeps of its units beside the columns of the shelf."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scenario_forge.wargame.state import Units, WargameState

if TYPE_CHECKING:
    from scenario_forge.simulator.state import Column


class DesertUnits(Units):
    """By unit."""

    down: Column
    """1 while a private army has still to rearm (rule 11)."""
    green: Column
    """Operations phases that it still has white knees (rule 15)."""
    tried: Column
    """Attempts in this player turn to take a private army: 1 for each on the map, 1000 for each in a box (rule 11)."""


class DesertState(WargameState):
    """Everything that changes in play."""

    units: DesertUnits


def own(state: WargameState) -> DesertState:
    """A state of this game, where the shelf knows it as any."""
    return cast(DesertState, state)
