"""Aircraft against movement: hexes that cost the enemy more points to enter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.air.air import INTERDICTED, Air

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

INTERDICTION = "interdiction"
"""The step in which sorties arrive over a hex that they interdict."""
_NEAR, _GAIN = 2, 0.05
"""How far from enemies a computer player interdicts a hex, and what a point is worth that a unit pays for it."""


class FlyInterdiction(Deed):
    """``hex``."""

    word, phase, pattern = "interdict", "air", "interdict hex"

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the hexes that can be interdicted."""
        return [] if begun else [Choice(hex_) for hex_ in self.board.module(Air).hexes(now, frame.data["side"])]

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Send a sortie to a hex."""
        side, hex_ = frame.data["side"], int(action[0])
        mission = self.board.module(Air).send(now, book, 1, Frame(INTERDICTION, {"side": side, "hex": hex_}))
        book.event("interdiction begins", "air.interdict", side, hex_)
        return [frame, mission]

    @rule("air.interdict")
    def begins(self, state: GameState, book: Book, side: int) -> None:
        """End what the side has interdicted since its last phase."""
        for hex_, by in enumerate(state.ground.interdicted):
            if by & 1 << side:
                book.put(INTERDICTED, hex_, by & ~(1 << side))

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the hex by which most enemies near it may want to go on, of several the one nearest to a goal."""
        pull, board = mind.pull(now), self.board
        units = [now.place[unit] for unit in now.own(1 - frame.data["side"])]
        worth = {
            hex_: sum(board.distance(at, hex_) <= _NEAR and pull[hex_] > pull[at] for at in units)
            for hex_ in board.module(Air).hexes(now, frame.data["side"])
            if hex_ not in now.stacks
        }
        best = max(worth, key=lambda hex_: (worth[hex_], pull[hex_]), default=None)
        given = board.module(Air).given.missions.interdict
        return (0.0, ()) if best is None or given is None else (_GAIN * given.cost * worth[best], (best,))


@rule("air.interdict")
def interdict(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are
    """Note that a side interdicts a hex, if its sortie has come through."""
    side, hex_ = frame.data["side"], frame.data["hex"]
    if frame.data["through"]:
        book.put(INTERDICTED, hex_, state.ground.interdicted[hex_] | 1 << side)
        book.event("interdicted", "air.interdict", side, hex_)
    return ()
