"""The columns of state that only *Desert Rats* has, and typed access to its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from scenario_forge.campaign.state import CampaignState, Units

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Column
    from scenario_forge.systems.desert_rats.columns import DesertColumns
    from scenario_forge.systems.desert_rats.parameters import DesertDocument, PrivateArmy


class DesertUnits(Units):
    """The columns of units in play."""

    down: Column
    """1 while a private army has still to rearm (rule 11)."""
    green: Column
    """Operations phases that it still has white knees (rule 15)."""
    tried: Column
    """Attempts in this player turn to take a private army: 1 for each on the map, 1000 for each in a box (rule 11)."""


class DesertState(CampaignState):
    """The state of the game in play."""

    units: DesertUnits


def desert_state(state: CampaignState) -> DesertState:
    """Return a state of the shelf's type as one of this game."""
    return cast("DesertState", state)


def desert_document(rules: Rules) -> DesertDocument:
    """Return the rules.yaml of this game."""
    return cast("DesertDocument", rules.given)


def columns_of(rules: Rules) -> DesertColumns:
    """Return the columns of this game."""
    return cast("DesertColumns", rules.columns)


def army_of(rules: Rules) -> PrivateArmy:
    """Return the parameters of private armies (rule 11).

    Raises:
        LookupError: the game has none, so no unit of theirs can be in play.
    """
    found = desert_document(rules).private_army
    if found is None:
        raise LookupError("rules.yaml has no private_army")
    return found
