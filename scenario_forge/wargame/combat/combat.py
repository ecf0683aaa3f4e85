"""The round of combat: its steps, and how it is declared (rules 2, 3 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Event, Next, Step
from scenario_forge.wargame.combat.allocation import Allocation
from scenario_forge.wargame.combat.battle import Aftermath, Battles, Fight
from scenario_forge.wargame.combat.losses import Losses
from scenario_forge.wargame.retreat.advance import Advance
from scenario_forge.wargame.retreat.retreat import Withdraw
from scenario_forge.wargame.supply.capture import Capture
from scenario_forge.wargame.supply.combat_supply import CombatSupply, DefenceSupply, UnsuppliedAttackers

if TYPE_CHECKING:
    from scenario_forge.wargame.rules import Rules
    from scenario_forge.wargame.state import WargameState

ROUND = "round"


@rule("combat.declaration")
def declared(rules: Rules, state: WargameState, frame: Frame) -> Next:
    """A round is declared: all units have spent what the one that spent most has, and it costs nothing more."""
    side, clock = state.clock.side[0], state.clock
    spent = [spent for spent, owner in zip(state.units.spent, rules.compiled.units.side, strict=True) if owner == side]
    most = max([clock.spent[0], *spent]) + rules.given.movement.round_cost * rules.scale
    changes = [clock.change(0, "rounds", clock.rounds[0] + 1)]
    if most != clock.spent[0]:
        changes.append(clock.change(0, "spent", most))
    event = Event("round of combat", tuple(changes), rules.clauses["combat.declaration"], (clock.rounds[0] + 1,))
    return Next((event,), (rules.in_round(state, frame), Frame(CombatSupply.id)))


def combat_steps(rules: Rules) -> list[Step[WargameState]]:
    """The steps of a round, in the order in which they come."""
    return [
        CombatSupply(rules),
        UnsuppliedAttackers(rules),
        Allocation(rules),
        DefenceSupply(rules),
        Battles(rules),
        Fight(rules),
        Losses(rules),
        Withdraw(rules),
        Aftermath(rules),
        Advance(rules),
        Capture(rules),
    ]
