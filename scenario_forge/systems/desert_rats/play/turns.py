"""The sequence of play: game turns of player turns, each of phases in order (rule 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.simulator.playout import SequenceOfPlay
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Event, Next, Step
from scenario_forge.systems.desert_rats.play.operations import March, Operations
from scenario_forge.systems.desert_rats.play.situation import supplied
from scenario_forge.systems.desert_rats.play.tables import DesertState

if TYPE_CHECKING:
    from scenario_forge.simulator.state import Change
    from scenario_forge.simulator.step import Action
    from scenario_forge.systems.desert_rats.play.rules import Rules

PLAYER_TURN = ("general-supply", "operations", "turn-ends")
"""The steps of a player turn in order."""


class PlayerTurns(Step[DesertState]):
    """One player turn after another, until the one that closes the last game turn is over (rules 2 and 14)."""

    id = "player-turns"
    rule = "2.1"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """The next step of the player turn; behind the last one the next player turn, if there is one."""
        number = frame.data["next"]
        if number < len(PLAYER_TURN):
            return Next((), (frame.having(next=number + 1), Frame(PLAYER_TURN[number])))
        _first, last, _opens, closes = self.rules.compiled.turns.span
        clock = state.clock
        if (clock.turn[0], clock.side[0]) == (last, closes) or clock.decisive[0]:
            return Next((Event("game over", (), "14.1"),))
        side = (clock.side[0] + 1) % self.rules.sides
        changes = [clock.change(0, "side", side)]
        if side == 0:
            changes.append(clock.change(0, "turn", clock.turn[0] + 1))
        return Next((Event("player turn", tuple(changes), self.rule, (side,)),), (Frame(self.id, {"next": 0}),))


class GeneralSupply(Step[DesertState]):
    """As a player turn begins: who is out of general supply is bound for it; points and marks of the last turn go."""

    id = "general-supply"
    rule = "8.4"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """The marks of each unit of the side."""
        side, units = state.clock.side[0], state.units
        fed = supplied(self.rules, state, side)
        changes: list[Change] = []
        for unit, owner in enumerate(self.rules.compiled.units.side):
            if owner != side:
                continue
            marks = {"unsupplied": int(units.place[unit] >= 0 and not fed[unit]), "moved": 0, "halted": 0, "spent": 0}
            for column, value in marks.items():
                change = units.change(unit, column, value)
                changes += [change] if change.old != value else []
        for column in ("spent", "rounds"):
            change = state.clock.change(0, column, 0)
            changes += [change] if change.old else []
        return Next((Event("supply looked at", tuple(changes), self.rule, (side,)),))


class TurnEnds(Step[DesertState]):
    """The end of a player turn."""

    id = "turn-ends"
    rule = "2.18"

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """What comes after it is the next player turn."""
        return Next((Event("turn ends", (), self.rule, (state.clock.side[0],)),))


def sequence(rules: Rules) -> SequenceOfPlay[DesertState]:
    """All steps by id."""
    steps: list[Step[DesertState]] = [
        PlayerTurns(rules),
        GeneralSupply(rules),
        Operations(rules),
        March(rules),
        TurnEnds(),
    ]
    return SequenceOfPlay({step.id: step for step in steps}, Frame("player-turns", {"next": 0}))
