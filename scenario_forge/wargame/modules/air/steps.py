"""The module of air with its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.simulator.terms import Attack
from scenario_forge.wargame.board.phase import Deed, SidePhase
from scenario_forge.wargame.modules.air.air import ANTI_AIRCRAFT, INTERDICTED, Air
from scenario_forge.wargame.modules.air.interdiction import INTERDICTION, FlyInterdiction, interdict
from scenario_forge.wargame.modules.air.strikes import STRIKE, AntiAircraftFire, FlyStrike, StrikeDice, strike
from scenario_forge.wargame.modules.air.support import AirSupport, help_out, supported
from scenario_forge.wargame.modules.assault.steps import AIR_SUPPORT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.modules.air.key import AirKey


class AirPhase(SidePhase):
    """The phase in which a side flies missions."""

    plain = "strike"


class AirModule(Air):
    """The module of air with its steps."""

    deeds: ClassVar[Sequence[type[Deed]]] = (FlyStrike, FlyInterdiction)
    loops: ClassVar = {"air": "sides"}

    def __init__(self, board: Board, given: AirKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        flown = [deed for deed in type(self).deeds if getattr(given.missions, deed.word) is not None]
        self.deeds = tuple(flown)  # type: ignore[misc]  # those of its missions

    @classmethod
    def columns_of(cls, given: AirKey) -> Mapping[str, str]:
        """Return the columns of state: the sorties that each side has flown, and who interdicts each hex."""
        table, _, column = INTERDICTED.partition(".")
        return {"air": "flown"} | ({table: column} if given.missions.interdict is not None else {})

    @classmethod
    def due(cls, given: AirKey) -> Sequence[str]:
        """Return its phase, where missions are flown in one."""
        return ["air"] if any(getattr(given.missions, deed.word) is not None for deed in cls.deeds) else []

    @classmethod
    def patterns(cls, given: AirKey) -> Mapping[str, Sequence[str]]:
        """Return the stages of missions."""
        strike, interdicts = given.missions.strike, given.missions.interdict is not None
        found = [FlyStrike.pattern if strike.most > 1 else "hex"] if strike is not None else []
        return {"air": [*found, *[FlyInterdiction.pattern] * interdicts], AIR_SUPPORT: ["number:sorties"]}

    def pending(self, now: Situation, frame: Frame, action: Action) -> Attack | None:  # noqa: ARG002 - as modules are asked
        """Return the strike for which dice are still to be thrown, or the assault that aircraft may support."""
        data = frame.data
        if frame.step == AIR_SUPPORT and "through" not in data:
            return supported(data, [*data["flown"], *(int(sorties) for sorties in action)])
        if frame.step == ANTI_AIRCRAFT and data["to"] == STRIKE:
            sorties, guns = data["sorties"] - data["lost"], data["guns"]
        elif frame.step == STRIKE and "thrown" not in data:
            sorties, guns = data["through"], ()
        else:
            return None
        return Attack(data["hex"], (), {"by": self.key, "sorties": sorties, "guns": guns}) if sorties else None

    steps: ClassVar = {
        "air": ("air.phase", AirPhase),
        ANTI_AIRCRAFT: ("air.anti-aircraft", AntiAircraftFire),
        STRIKE: ("air.result", StrikeDice, strike),
        AIR_SUPPORT: ("air.support", AirSupport),
        INTERDICTION: ("air.interdict", interdict),
    }
    inner = (ANTI_AIRCRAFT, STRIKE, AIR_SUPPORT, INTERDICTION)
    words: ClassVar = {
        "air begins": "the {0:side} player flies missions",
        "strike begins": "the {0:side} player strikes {1:hex}; sorties: {2}",
        "sortie lost": "{0:unit} shoots down a sortie: {1} on the dice",
        "aircraft missed": "{0:unit} fires at aircraft and misses: {1} on the dice",
        "air strike": "air strike on {0:hex}, sorties: {1}; {2} on the dice, {3:struck}",
        "air support": "the {0:side} player supports the fight for {1:hex}; sorties: {2}",
        "interdiction begins": "the {0:side} player sends a sortie to {1:hex}",
        "interdicted": "{1:hex} is interdicted by the {0:side} player",
    }
    busy = (ANTI_AIRCRAFT, STRIKE, AIR_SUPPORT)
    thoughts: ClassVar = {AIR_SUPPORT: help_out}
