"""Aircraft in an assault: each side says how many sorties it flies in support, before the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.simulator.terms import Attack
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.modules.air.air import Air
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.assault.steps import AIR_SUPPORT, fight_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

_OWN = ("attacker", "flown", "through")
"""What the frame has besides the fight: who attacks, the sorties of each side that came through, those just now."""


class AirSupport(Decision[GameState]):
    """``sorties``: how many the attacker flies, and in a second step the defender."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame; NOBODY where it has no sortie, or has sent some."""
        return NOBODY if "through" in frame.data else super().who(state, frame)

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return how many sorties can be flown."""
        return [] if prefix else [Choice(number) for number in numbers(self.rules.at(state), frame)]

    @rule("air.support")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Send sorties; once they are there, ask the defender, and then throw the dice."""
        data, side = frame.data, frame.data["side"]
        if "through" not in data:
            sorties = int((*action, 0)[0])
            mission = self.rules.module(Air).send(self.rules.at(state), book, sorties, frame)
            if sorties:
                book.event("air support", "air.support", side, data["hex"], sorties)
            return [mission]
        fight, flown = {key: each for key, each in data.items() if key not in _OWN}, [*data["flown"], data["through"]]
        if len(flown) == 1:
            return [Frame(AIR_SUPPORT, {**fight, "side": 1 - side, "attacker": data["attacker"], "flown": flown})]
        return [Frame("battle", {**fight, "side": data["attacker"], "sorties": flown})]


def numbers(now: Situation, frame: Frame) -> range:
    """Return the numbers of sorties that the side of a frame can fly in support."""
    air = now.board.module(Air)
    given = air.given.missions.support
    return range(1 + (min(given.most, air.remaining(now, frame.data["side"])) if given is not None else 0))


def supported(data: Mapping[str, Any], flown: Sequence[int]) -> Attack:
    """Return the attack of a frame with so many sorties in support, of the attacker and then of the defender."""
    given = {**data, "by": "assault", "sorties": [*flown, 0, 0][:2]}
    return Attack(data["hex"], tuple(data["attackers"]), given)


def help_out(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the fewest sorties with which the side may expect most of the assault."""
    assault, data = mind.board.module(Assault), frame.data
    hex_, units = data["hex"], data["attackers"]
    theirs = sum(mind.value(now, unit) for unit in assault.defenders(now, hex_)) + mind.goals.get(hex_, 0)
    ours = sum(mind.value(now, unit) for unit in units)
    sign = 1 if data["side"] == data["attacker"] else -1

    def gain(sorties: int) -> float:
        attack = supported(data, [*data["flown"], sorties])
        won, lost = assault.losses(now, fight_of(mind.board, attack.given)) or (0.0, 0.0)
        return sign * (won * theirs - lost * ours)

    return (max(numbers(now, frame), key=lambda sorties: (gain(sorties), -sorties)),)
