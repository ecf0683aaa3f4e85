"""Smoke that artillery lays on infantry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.board.phase import Deed
from scenario_forge.wargame.modules.fire.combined import CombinedFire

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.board import Board, Situation


class Smoke(Deed):
    """``gun, unit``."""

    word, phase, pattern = "smoke", "actions", "smoke unit unit"

    @rule("26.1", "26.3")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return a gun that could fire, and infantry in its range that has no smoke yet."""
        fire, own, smoke = self.board.module(CombinedFire), now.own(frame.data["side"]), now.state.ground.smoke
        guns = (unit for unit in own if fire.supports[unit] and fire.is_free(now, unit))
        foot = [unit for unit in own if self.board.group("infantry")[unit] and not smoke[now.place[unit]]]

        def near(gun: int) -> list[int]:
            away = self.board.distances(now.place[gun])
            return [unit for unit in foot if away[now.place[unit]] <= fire.ranges[gun]]

        return two_stage_choices(targets_by_token(guns, near), begun)

    @rule("26.2")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Lay smoke in the hex of the infantry, instead of firing."""
        gun, hex_ = int(action[0]), now.place[int(action[1])]
        book.put("shot", gun, 1)
        book.put("ground.smoke", hex_, frame.data["side"] + 1)
        book.event("smoke", "26", gun, hex_)
        return [frame]


@rule("26.4")
def phase_end(board: Board, state: GameState, frame: Frame, book: Book) -> None:  # noqa: ARG001 - as steps are asked
    """Clear the smoke that the other side laid."""
    for hex_, laid in enumerate(state.ground.smoke):
        if laid == 2 - frame.data["side"]:
            book.put("ground.smoke", hex_, 0)
            book.event("smoke clears", "26", hex_)
    book.event("phase ends", "7", frame.data["side"])
