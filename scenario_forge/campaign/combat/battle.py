"""Battles one by one in the attacker's order: the throw, then the losses (rule 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.combat.differential import differential, result
from scenario_forge.campaign.contact import adjacent
from scenario_forge.campaign.retreat.retreat_ground import boxes_removed
from scenario_forge.campaign.situation import stacks
from scenario_forge.campaign.state import AT_BASE, NOWHERE, CampaignState
from scenario_forge.campaign.supply.combat_supply import DefenceSupply
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Step
from scenario_forge.wargame.base.steps import outcomes_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action, Outcome

ROLES = ("battle", "defender", "attacker")
"""The roles that take losses after the throw, in order."""


class Battles(Step[CampaignState]):
    """The attacker's choice of the next battle, by the first of its hexes."""

    id = "battles"
    clause = "combat.order"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("combat.order")
    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the attacker while several battles are left; else NOBODY."""
        return state.clock.side[0] if len(frame.data["battles"]) > 1 else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return the battles left in the phase, each by its first hex."""
        return () if prefix else [Choice(battle["hexes"][0]) for battle in frame.data["battles"]]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Fight the chosen battle before the others."""
        battles = frame.data["battles"]
        if not battles:
            return Next()
        chosen = next(b for b in battles if not action or b["hexes"][0] == action[0])
        rest = [battle for battle in battles if battle is not chosen]
        left = self._left(state, chosen)
        fight = (Frame("battle", {**chosen, "attackers": left, "paths": [], "taken": 0}),) if left else ()
        fed_anew = DefenceSupply(self.rules).frame_for(state, chosen) if left else ()
        return Next((), (frame.with_values(battles=rest), *fight, *fed_anew))

    def _left(self, state: CampaignState, battle: Mapping[str, Any]) -> list[int]:
        """Return its attackers; where units may attack several times, only those still beside it."""
        if self.rules.given.combat.attacks_per_unit == 1:
            return list(battle["attackers"])
        return [
            unit
            for unit in survivors(state, battle["attackers"])
            if not state.units.halted[unit]
            if all(adjacent(self.rules, state.units.place[unit], hex_) >= 0 for hex_ in battle["hexes"])
        ]


class Fight(Step[CampaignState]):
    """The throw on the combat results table."""

    id = "battle"
    clause = "combat.resolution"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE, which rolls the die of the fight."""
        return CHANCE

    def chance(self, state: CampaignState, frame: Frame) -> Chance:
        """Return the question for the die, told apart by the round and the hexes attacked."""
        subjects = (state.clock.side[0], state.clock.rounds[0], *frame.data["hexes"])
        return Chance("combat", self.outcomes(), state.clock.turn[0], subjects)

    def outcomes(self) -> Sequence[Outcome]:
        """Return the throws of the die of the fight."""
        return outcomes_of(dice(*self.rules.columns.combat_die))

    @rule("combat.resolution", "fortifications.repulse")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Find the losses of both sides; a fortification that cost the attacker any is no target again this turn."""
        data, die = frame.data, int(action[0])
        found = differential(self.rules, state, data["attackers"], data["hexes"], data["defenders"])
        attacker, defender = result(self.rules, found.resolved, die)
        events = [Event("battle", (), self.clause, (found.resolved, die, attacker, defender, *data["hexes"]))]
        held = [h for h in data["hexes"] if self.rules.forts[h]]
        if attacker and held:
            changes = tuple(state.hexes.change(hex_, "repulsed", 1) for hex_ in held)
            events.append(
                Event("attack thrown back", changes, self.rules.clauses["fortifications.repulse"], tuple(held))
            )
        return Next(tuple(events), (Frame("aftermath", {**data, "role": ROLES[0], "result": [attacker, defender]}),))


class Aftermath(Step[CampaignState]):
    """What follows a loss: removed boxes, the other side's loss, then the advance."""

    id = "aftermath"
    clause = "losses.order"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("losses.order")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Remove boxes that nobody holds any more; then take the losses that are left, then advance."""
        data = frame.data
        entered = {state.units.place[unit] for unit in data.get("gone", ())} - {NOWHERE, AT_BASE}
        events = tuple(boxes_removed(self.rules, state, entered | set(data.get("hexes", ())), ()))
        if data["role"] not in ROLES:
            return Next(events)
        for role in ROLES[ROLES.index(data["role"]) + 1 :]:
            units = survivors(state, data[f"{role}s"])
            loss = data["result"][role == "defender"]
            if loss:
                first = self.rules.lost_first(data["attackers" if role == "defender" else "defenders"], units)
                told = {"role": role, "units": units, "loss": loss, "least": first, "most": loss, "armour": first}
                return Next(events, (Frame("losses", {**data, **told}),))
        return Next(events, self._advance(state, data))

    @rule("advance.after-combat")
    def _advance(self, state: CampaignState, data: Mapping[str, Any]) -> tuple[Frame, ...]:
        """Return the advance of those that fought and did not retreat, as far as the result or the retreat went."""
        units = [unit for unit in survivors(state, data["attackers"]) if not state.units.halted[unit]]
        limit = data["taken"] or data["result"][1]
        held = {hex_ for stacked in stacks(self.rules, state) for hex_ in stacked}
        if not units or all(hex_ in held for hex_ in data["hexes"]):
            return ()
        return (Frame("advance", {"units": units, "count": limit, "trails": data["paths"]}),)


def survivors(state: CampaignState, units: Sequence[int]) -> list[int]:
    """Return the units that are still on the map."""
    return [unit for unit in units if state.units.place[unit] >= 0]
