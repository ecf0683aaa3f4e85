"""Strikes of aircraft, and what is thrown against sorties on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Choice
from scenario_forge.simulator.terms import Attack
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Throw, outcomes_of
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.air.air import Air
from scenario_forge.wargame.modules.assault.modifiers import total_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.step import Action, Outcome
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.air.key import Strike

STRIKE = "air-strike"
"""The step of the dice of a strike."""


class FlyStrike(Deed):
    """``hex``, or ``hex, sorties`` where several may strike together."""

    word, phase, pattern = "strike", "air", "hex number:sorties"

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.air = board.module(Air)
        assert self.air.given.missions.strike is not None  # noqa: S101 - whose deed it is
        self.given: Strike = self.air.given.missions.strike

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the hexes that can be struck, then how many sorties can do so."""
        side = frame.data["side"]
        if not begun:
            hexes = self.air.targets(now, side, frame.data.get("struck", ()))
            return [Choice(hex_) for hex_ in hexes] if self.given.most == 1 else offer(hexes)
        together = len(begun) == 1 and self.given.most > 1
        return [Choice(number) for number in range(1, self.most(now, side) + 1)] if together else []

    def most(self, now: Situation, side: int) -> int:
        """Return the most sorties that can strike a hex now."""
        return min(self.given.most, self.air.remaining(now, side))

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:
        """Return the strike that is chosen."""
        if len(begun) < (1 if self.given.most == 1 else 2):
            return None
        hex_, sorties = int(begun[0]), int((*begun, 1)[1])
        guns = self.air.against(now, frame.data["side"], hex_)
        return Attack(hex_, (), {"by": Air.key, "sorties": sorties, "guns": guns})

    @rule("air.phase", "air.once")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Fly a strike; no hex is struck twice in a phase."""
        hex_, sorties, side = int(action[0]), int((*action, 1)[1]), frame.data["side"]
        mission = self.air.send(now, book, sorties, Frame(STRIKE, {"side": side, "hex": hex_}))
        book.event("strike begins", "air.strike", side, hex_, sorties)
        return [frame.with_values(struck=[*frame.data.get("struck", ()), hex_]), mission]

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the strike that may be expected to cost the enemy most, together with the best use of the rest."""
        side = frame.data["side"]
        hexes, most = self.air.targets(now, side, frame.data.get("struck", ())), self.most(now, side)
        gains = {hex_: [self.air.expected(mind, now, side, hex_, n) for n in range(1, most + 1)] for hex_ in hexes}

        def rest(hex_: int, sorties: int) -> float:
            number = min(most, self.air.remaining(now, side) - sorties)
            return (
                max((each[number - 1] for other, each in gains.items() if other != hex_), default=0.0)
                if number
                else 0.0
            )

        ways = [(hex_, n) for hex_ in hexes for n in range(1, most + 1) if gains[hex_][n - 1] > 0]
        won = {(hex_, n): gains[hex_][n - 1] for hex_, n in ways}
        best = max(ways, key=lambda way: (won[way] + rest(*way), won[way], -way[1]), default=None)
        if best is None:
            return 0.0, ()
        return won[best], best if self.given.most > 1 else best[:1]


class StrikeDice(Throw[GameState]):
    """The dice of a strike, as many as the table asks for; none are thrown where no sortie is left."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return CHANCE until the dice are thrown."""
        return super().who(state, frame) if frame.data["through"] else NOBODY

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the totals of the dice."""
        return self.rules.module(Air).dice.outcomes(self.rules.at(state))


@rule("air.result")
def strike(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result of a strike in the table, and let the units of the hex suffer what it does."""
    air, now, hex_ = board.module(Air), board.at(state), frame.data["hex"]
    sorties, side = frame.data["through"], frame.data["side"]
    if not sorties or air.results is None or air.effects is None:
        return ()
    code = air.result(sorties, frame.data["thrown"], total_of(air.counting(now, hex_)))
    book.event("air strike", "air.result", hex_, sorties, frame.data["thrown"], air.results.codes.index(code))
    return air.effects.frames(code, (side, 1 - side), ((), [*now.stack(hex_)]))


class AntiAircraftFire(Throw[GameState]):
    """Dice for each unit that throws against sorties, as long as any are left; then these go on to their mission."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return CHANCE as long as a unit throws."""
        return CHANCE if frame.data["guns"] and frame.data["lost"] < frame.data["sorties"] else NOBODY

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the totals of the dice of the unit that throws next."""
        return outcomes_of(self.rules.module(Air).guns[frame.data["guns"][0]].dice)

    @rule("air.lost")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Take a sortie off if the throw is high enough; once all are thrown, go on with those that are left."""
        data = frame.data
        if not action:
            return [Frame(data["to"], {**data["mission"], "through": data["sorties"] - data["lost"]})]
        unit, total = data["guns"][0], int(action[0])
        hit = self.rules.module(Air).hits(self.rules.at(state), unit, data["hex"], total)
        book.event("sortie lost" if hit else "aircraft missed", "air.lost", unit, total)
        return [frame.with_values(guns=data["guns"][1:], lost=data["lost"] + hit)]
