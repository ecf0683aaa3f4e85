"""Marks that go as phases begin and end (rules 2, 9 and 15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.carries import carries
from scenario_forge.simulator.step import Event, Next, Step
from scenario_forge.wargame.state import WargameState

if TYPE_CHECKING:
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


class OperationsEnd(Step[WargameState]):
    """The operations phase is over: white knees are a phase browner (15.1), centres stand empty (9.21)."""

    id = "operations-end"
    rule = "2.10"

    @carries("15.1", "9.21", neutral=Next())
    def apply(self, state: WargameState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """The marks of both sides."""
        units, centres = state.units, state.centres
        changes = [units.change(unit, "green", green - 1) for unit, green in enumerate(units.green) if green]
        changes += [centres.change(row, "arrived", 0) for row, count in enumerate(centres.arrived) if count]
        return Next((Event("operations end", tuple(changes), self.rule, (state.clock.side[0],)),))
