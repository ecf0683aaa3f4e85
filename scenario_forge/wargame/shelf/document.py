"""rules.yaml of a game that is made of modules: a key for each that it chooses."""

from __future__ import annotations

from scenario_forge.documents.names import MarkerName
from scenario_forge.wargame.base.document import GameRules
from scenario_forge.wargame.modules.activation import ActivationKey
from scenario_forge.wargame.modules.advance import AdvanceKey
from scenario_forge.wargame.modules.air.key import AirKey
from scenario_forge.wargame.modules.arrivals.key import ArrivalsKey
from scenario_forge.wargame.modules.assault.key import AssaultKey
from scenario_forge.wargame.modules.barrage import BarrageKey
from scenario_forge.wargame.modules.clearing import ClearingKey
from scenario_forge.wargame.modules.combat import CombatKey
from scenario_forge.wargame.modules.effect_key import Effect
from scenario_forge.wargame.modules.exits import Exit
from scenario_forge.wargame.modules.fire.key import FireKey
from scenario_forge.wargame.modules.hidden import HiddenKey
from scenario_forge.wargame.modules.kinds_of_turn import WeatherKey
from scenario_forge.wargame.modules.leaders.key import LeadersKey
from scenario_forge.wargame.modules.movement.key import MovementKey
from scenario_forge.wargame.modules.overrun import OverrunKey
from scenario_forge.wargame.modules.rally import RallyKey
from scenario_forge.wargame.modules.retreat import RetreatKey
from scenario_forge.wargame.modules.set_up import SetUpKey
from scenario_forge.wargame.modules.sight import SightKey
from scenario_forge.wargame.modules.stacking import StackingLimit
from scenario_forge.wargame.modules.supply import SupplyKey
from scenario_forge.wargame.modules.work_key import Work
from scenario_forge.wargame.modules.zones import ZonesKey


class WargameRules(GameRules):
    """The rules.yaml of a game of modules. A key that is not there chooses nothing: without `zones` there are none."""

    activation: ActivationKey | None = None
    movement: MovementKey | None = None
    exits: list[Exit] | None = None
    """Where units may leave the map in their move."""
    zones: ZonesKey | None = None
    stacking: list[StackingLimit] | None = None
    """The limits of what may be in one hex."""
    assault: AssaultKey | None = None
    effects: dict[str, Effect] | None = None
    """By result of the tables: what it does to the units of each side."""
    retreat: RetreatKey | None = None
    advance: AdvanceKey | None = None
    overrun: OverrunKey | None = None
    rally: RallyKey | None = None
    set_up: SetUpKey | None = None
    arrivals: ArrivalsKey | None = None
    supply: SupplyKey | None = None
    sight: SightKey | None = None
    hidden: HiddenKey | None = None
    fire: FireKey | None = None
    weather: WeatherKey | None = None
    barrage: BarrageKey | None = None
    air: AirKey | None = None
    clearing: ClearingKey | None = None
    combat: CombatKey | None = None
    """The ways to fight in the phase `combat`, in any order; each is then no phase of its own."""
    leaders: LeadersKey | None = None
    works: dict[MarkerName, Work] | None = None
    """By marker: what the work does that it shows."""
