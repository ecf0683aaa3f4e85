"""Play of *Desert Rats*: the sequence of play with the game's own steps, and concealed movement."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign import turns
from scenario_forge.campaign.play import CampaignPlay
from scenario_forge.systems.desert_rats import concealed
from scenario_forge.systems.desert_rats.raids import Captures, CaptureThrow, Raids, RaidThrow, meeting
from scenario_forge.systems.desert_rats.rules import DesertRules
from scenario_forge.systems.desert_rats.sea_transfer import Convoys, SeaTransfer
from scenario_forge.systems.desert_rats.state import desert_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.players import Maker
    from scenario_forge.simulator.playout import SequenceOfPlay
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Event


class DesertPlay(CampaignPlay):
    """One scenario of the game in play."""

    rules_type = DesertRules
    own_steps = (Raids, RaidThrow, Captures, CaptureThrow, SeaTransfer, Convoys)

    @cached_property
    def sequence(self) -> SequenceOfPlay[CampaignState]:
        """The sequence of play, with the steps that only this game has (rule 2)."""
        return sequence(self.rules)

    def observe(self, state: CampaignState, side: int) -> dict[str, Any]:
        """Return what a side may see, covered stacks hidden where rule 16 is in play."""
        return concealed.visible_tables(self.rules, desert_state(state), side)

    def visible_state(self, state: CampaignState, side: int) -> CampaignState:
        """Return the state as a side may take it to be where rule 16 is in play."""
        return concealed.plausible_state(self.rules, desert_state(state), side)

    def players(self) -> Mapping[str, Maker]:
        """Return the computer players that know the private armies, by name."""
        from scenario_forge.systems.desert_rats.player import competent, hold  # noqa: PLC0415 - itself plays

        return {"competent": competent, "hold": hold}


def sequence(rules: Rules) -> SequenceOfPlay[CampaignState]:
    """Return the sequence of play: the steps of the shelf and the game's own."""

    def interrupt(state: CampaignState, event: Event) -> Frame | None:
        return meeting(rules, desert_state(state), event)

    return turns.sequence(rules, [kind(rules) for kind in DesertPlay.own_steps], interrupt)
