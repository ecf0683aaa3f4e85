"""What *Desert Rats* keeps of its units beside the columns of the shelf, and its own parameters in the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scenario_forge.campaign.state import CampaignState, Units

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Column
    from scenario_forge.systems.desert_rats.columns import DesertColumns
    from scenario_forge.systems.desert_rats.parameters import DesertDocument, PrivateArmy


class DesertUnits(Units):
    """By unit."""

    down: Column
    """1 while a private army has still to rearm (rule 11)."""
    green: Column
    """Operations phases that it still has white knees (rule 15)."""
    tried: Column
    """Attempts in this player turn to take a private army: 1 for each on the map, 1000 for each in a box (rule 11)."""


class DesertState(CampaignState):
    """Everything that changes in play."""

    units: DesertUnits


def own(state: CampaignState) -> DesertState:
    """A state of this game, where the shelf knows it as any."""
    return cast("DesertState", state)


def given(rules: Rules) -> DesertDocument:
    """rules.yaml of this game, where the shelf knows it as any."""
    return cast("DesertDocument", rules.given)


def columns_of(rules: Rules) -> DesertColumns:
    """The columns of this game, where the shelf knows them as any."""
    return cast("DesertColumns", rules.columns)


def army_of(rules: Rules) -> PrivateArmy:
    """The parameters of private armies (rule 11).

    Raises:
        LookupError: the game has none, so no unit of theirs can be in play.
    """
    found = given(rules).private_army
    if found is None:
        raise LookupError("rules.yaml has no private_army")
    return found
