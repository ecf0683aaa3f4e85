"""Repair of wrecked armour (rule 10)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import enemies, enemy_zones
from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Step
from scenario_forge.wargame.base.steps import outcomes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action

END = "end"


class Repair(Step[CampaignState]):
    """The side's choice of wrecks to throw for, each once: ``(hex,)`` or ``("end",)``."""

    id = "repair"
    clause = "repair.eligible-wrecks"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the side; NOBODY where there is no wreck to throw for."""
        return state.clock.side[0] if self._wrecks(state, frame) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the wrecks not thrown for yet, and `end`."""
        return () if prefix else [Choice(END), *(Choice(hex_) for hex_ in self._wrecks(state, frame))]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Throw for the chosen hex; the others follow."""
        if not action or action == (END,):
            return Next()
        hex_ = int(action[0])
        after = frame.with_values(thrown=[*frame.data.get("thrown", ()), hex_])
        return Next((), (after, Frame("repair-throw", {"hex": hex_})))

    @rule("repair.eligible-wrecks")
    def _wrecks(self, state: CampaignState, frame: Frame) -> list[int]:
        """Return hexes with a wreck that the side controls, outside enemy zones (10.2, 10.13)."""
        side, thrown = state.clock.side[0], frame.data.get("thrown", ())
        zone, barred = enemy_zones(self.rules, state, side), enemies(self.rules, state, side)
        return [
            hex_
            for hex_ in compress(range(self.rules.hexes), state.hexes.wreck)
            if state.hexes.control[hex_] == side + 1 and hex_ not in thrown
            if not barred[hex_] and not zone[hex_]
        ]


class RepairThrow(Step[CampaignState]):
    """A die for one wreck, the side's modifier added (10.11, 10.14)."""

    id = "repair-throw"
    clause = "repair.repaired"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE, which rolls the die of the repair."""
        return CHANCE

    def chance(self, state: CampaignState, frame: Frame) -> Chance:
        """Return the question for one die of the repair table, for the wreck in the hex of the frame."""
        faces = self.rules.columns.repair_die[1]
        outcomes = outcomes_of(dice(1, faces))
        return Chance("repair", outcomes, state.clock.turn[0], (state.clock.side[0], frame.data["hex"]))

    @rule("repair.repaired", "repair.beyond-repair")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Repair or lose points, at most as many as the wreck has (10.7 and its ruling)."""
        hex_, side = frame.data["hex"], state.clock.side[0]
        table = self.rules.columns.repair_table
        throw = int(action[0]) + self.rules.columns.repair_side_modifier[side]
        result = table[max(1, min(throw, len(table))) - 1]
        there = state.hexes.wreck[hex_]
        points = min(abs(result), there)
        changes = [state.hexes.change(hex_, "wreck", there - points)]
        if result > 0:
            changes.append(state.sides.change(side, "repairs", state.sides.repairs[side] + points))
        name, clause = (
            ("repaired", self.rules.clauses["repair.repaired"])
            if result > 0
            else ("beyond repair", self.rules.clauses["repair.beyond-repair"])
        )
        return Next((Event(name, tuple(changes), clause, (hex_, points)),))
