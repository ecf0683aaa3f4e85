"""The modules that there are, in the order in which a rulebook has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.advance import Advance
from scenario_forge.wargame.modules.air.steps import AirModule
from scenario_forge.wargame.modules.arrivals.steps import ArrivalsModule
from scenario_forge.wargame.modules.assault.counted import CountedAssault
from scenario_forge.wargame.modules.barrage import Barrage
from scenario_forge.wargame.modules.clearing import Clearing
from scenario_forge.wargame.modules.combat import Combat
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.exits import Exits
from scenario_forge.wargame.modules.fire.combined import CombinedFire
from scenario_forge.wargame.modules.hidden import Hidden
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.leaders.steps import LeadersModule
from scenario_forge.wargame.modules.movement.steps import MovementModule
from scenario_forge.wargame.modules.overrun import Overrun
from scenario_forge.wargame.modules.rally import Rally
from scenario_forge.wargame.modules.retreat import Retreat
from scenario_forge.wargame.modules.set_up import SetUp
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.stacking import Stacking
from scenario_forge.wargame.modules.supply import Supply
from scenario_forge.wargame.modules.works import Works
from scenario_forge.wargame.modules.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.wargame.board.module import Module


def shelf() -> Sequence[type[Module[Any]]]:
    """Return all modules."""
    return (
        SetUp,
        ArrivalsModule,
        Weather,
        Activation,
        MovementModule,
        Exits,
        Zones,
        Stacking,
        CountedAssault,
        Effects,
        Retreat,
        Advance,
        Overrun,
        Rally,
        Supply,
        Sight,
        Hidden,
        CombinedFire,
        Barrage,
        AirModule,
        Clearing,
        Combat,
        LeadersModule,
        Works,
    )
