"""The sequence of play: game turns of player turns, each of phases in order (rule 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.fortified_boxes import EmptyBoxes
from scenario_forge.campaign.arrivals.reinforcements import Reinforcements, march_penalty
from scenario_forge.campaign.arrivals.replacements import ReplacementPoints, Replacements
from scenario_forge.campaign.arrivals.withdrawals import Withdrawals
from scenario_forge.campaign.combat.combat import COMBAT
from scenario_forge.campaign.combat.repair import Repair, RepairThrow
from scenario_forge.campaign.operations import March, Operations
from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.supply.attrition import Attrition
from scenario_forge.campaign.supply.capture import capture_on_entry
from scenario_forge.campaign.supply.destroying import AT, Destroying
from scenario_forge.campaign.supply.new_supply import NewSupply, UsedSupply
from scenario_forge.campaign.supply.supply_moves import ContinueHaul, SupplyMoves
from scenario_forge.campaign.victory.end_of_turn import OperationsEnd
from scenario_forge.campaign.victory.scoring import NoteEver, Victory
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.playout import SequenceOfPlay
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Event, Next, Step
from scenario_forge.wargame.sequence_tree import steps_in_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Update
    from scenario_forge.simulator.step import Action


@rule("sequence.phases")
def player_turn(rules: Rules) -> tuple[str, ...]:
    """Return the steps of a player turn in order, as rules.yaml has them (rule 2)."""
    return steps_in_turn(rules.given.sequence)


class PlayerTurns(Step[CampaignState]):
    """The player turns in order, until the last one of the last game turn is over (rules 2 and 14)."""

    id = "player-turns"
    clause = "sequence.player-turns"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.steps = player_turn(rules)

    @rule("sequence.player-turns", "sequence.end-of-game", "sequence.last-turn", "sequence.game-length")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Go on to the next step of the player turn; after the last one, to the next player turn if there is one."""
        number = frame.data["next"]
        if number < len(self.steps):
            return Next((), (frame.with_values(next=number + 1), Frame(self.steps[number])))
        _first, last, _opens, closes = self.rules.compiled.turns.span
        clock = state.clock
        if (clock.turn[0], clock.side[0]) == (last, closes) or clock.decisive[0]:
            return Next((Event("game over", (), self.rules.clauses["sequence.game-length"]),))
        side = (clock.side[0] + 1) % self.rules.sides
        changes = [clock.change(0, "side", side)]
        if side == 0:
            changes.append(clock.change(0, "turn", clock.turn[0] + 1))
        return Next((Event("player turn", tuple(changes), self.clause, (side,)),), (Frame(self.id, {"next": 0}),))


class GeneralSupply(Step[CampaignState]):
    """The supply check as a player turn begins; points and marks of the last turn are cleared."""

    id = "general-supply"
    clause = "supply.general-check"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("supply.general-check")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Set the marks of each unit of the side."""
        side, units = state.clock.side[0], state.units
        fed = supplied(self.rules, state, side)
        changes: list[Update] = []
        for unit, owner in enumerate(self.rules.compiled.units.side):
            if owner != side:
                continue
            marks = {"unsupplied": int(units.place[unit] >= 0 and not fed[unit]), "moved": 0, "halted": 0}
            marks |= {"spent": march_penalty(self.rules, state, unit), "began": units.place[unit]}
            changes += [
                units.change(unit, name, now) for name, now in marks.items() if getattr(units, name)[unit] != now
            ]
        changes += self.rules.turn_begins(state)
        for number, spent in enumerate(state.supplies.spent):
            changes += [state.supplies.change(number, "spent", 0)] if spent else []
        for hex_, held in enumerate(state.hexes.repulsed):
            changes += [state.hexes.change(hex_, "repulsed", 0)] if held else []
        for column in ("spent", "rounds"):
            change = state.clock.change(0, column, 0)
            changes += [change] if change.old else []
        return Next((Event("supply looked at", tuple(changes), self.clause, (side,)),))


class TurnEnds(Step[CampaignState]):
    """The end of a player turn."""

    id = "turn-ends"
    clause = "sequence.player-turns"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """End the player turn; the next one follows."""
        return Next((Event("turn ends", (), self.clause, (state.clock.side[0],)),))


PHASES = (
    GeneralSupply,
    Operations,
    SupplyMoves,
    OperationsEnd,
    NoteEver,
    Withdrawals,
    Reinforcements,
    Repair,
    ReplacementPoints,
    Replacements,
    NewSupply,
    Attrition,
    EmptyBoxes,
    UsedSupply,
    Victory,
    TurnEnds,
)
"""Steps that the sequence of play of every game names; the order is that of rules.yaml."""


def sequence(
    rules: Rules,
    own: Sequence[Step[Any]] = (),
    interrupt: Callable[[CampaignState, Event], Frame | None] | None = None,
) -> SequenceOfPlay[CampaignState]:
    """Return the sequence of play, with all steps by id.

    Args:
        rules: the scenario's rules.
        own: steps of the game beside those of the shelf.
        interrupt: what comes of an event by the game's own rules.
    """
    steps: list[Step[CampaignState]] = [
        PlayerTurns(rules),
        *(kind(rules) for kind in (*PHASES, *COMBAT, March, ContinueHaul, RepairThrow)),
        *own,
    ]

    def interrupts(state: CampaignState, event: Event) -> Frame | None:
        return capture_on_entry(rules, state, event) or (interrupt(state, event) if interrupt else None)

    for step in steps:
        step.clause = rules.clauses[step.clause]
    steps = [Destroying(rules, step) if step.id in AT else step for step in steps]
    return SequenceOfPlay({step.id: step for step in steps}, Frame("player-turns", {"next": 0}), interrupts)
