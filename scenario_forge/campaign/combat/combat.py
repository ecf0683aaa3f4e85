"""The round of combat: its steps and its declaration (rules 2, 3 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.combat.allocation import Allocation
from scenario_forge.campaign.combat.battle import Aftermath, Battles, Fight
from scenario_forge.campaign.combat.losses import Losses
from scenario_forge.campaign.retreat.advance import Advance
from scenario_forge.campaign.retreat.retreat import Withdraw
from scenario_forge.campaign.situation import most_spent
from scenario_forge.campaign.supply.capture import Capture
from scenario_forge.campaign.supply.combat_supply import CombatSupply, DefenceSupply, UnsuppliedAttackers
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Event, Next

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

ROUND = "round"
WITHIN = {
    "operations": (ROUND,),
    ROUND: (CombatSupply.id, UnsuppliedAttackers.id, Allocation.id, DefenceSupply.id, Battles.id),
    Battles.id: (Fight.id, Losses.id, Withdraw.id, Advance.id),
}
"""By step, those that are played within it, in their order. Each needs what the one before it has found, so that there
is no other order; what the sequence of play prints of a round comes from here."""
DECLARATION = "combat.declaration"
"""The rule by which a round begins."""


@rule("combat.declaration")
def declare_round(rules: Rules, state: CampaignState, frame: Frame) -> Next:
    """Declare a round: all units have now spent as much as the combat unit that spent most, plus the round's cost."""
    clock = state.clock
    most = most_spent(rules, state, clock.side[0]) + rules.given.movement.round_cost * rules.scale
    changes = [clock.change(0, "rounds", clock.rounds[0] + 1)]
    if most != clock.spent[0]:
        changes.append(clock.change(0, "spent", most))
    event = Event("round of combat", tuple(changes), rules.clauses[DECLARATION], (clock.rounds[0] + 1,))
    return Next((event,), (rules.in_round(state, frame), Frame(CombatSupply.id)))


COMBAT = (
    CombatSupply,
    UnsuppliedAttackers,
    Allocation,
    DefenceSupply,
    Battles,
    Fight,
    Losses,
    Withdraw,
    Aftermath,
    Advance,
    Capture,
)
"""The steps of a round, in the order in which they come."""
