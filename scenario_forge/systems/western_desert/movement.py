"""Movement: in the end a unit faces any way, and may do only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Choice
from scenario_forge.systems.western_desert.facing import Facing
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.modules.exits import EXIT
from scenario_forge.wargame.modules.movement.moving import Move
from scenario_forge.wargame.modules.movement.steps import MovementModule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Situation


class WesternMove(Move):
    """``unit, hex …, direction``."""

    clears = (*Move.clears, "dust")

    @rule("9.2", "6.5", "6.6", "12.5")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return the units that can move or turn, then hexes and ways to face."""
        on_map = {*now.own(frame.data["side"])}
        if not begun:
            able = on_map.union(way.token for way in super().ways(now, frame, ()))
            return offer(unit for unit in self.movers(now, frame) if unit in able)
        if isinstance(begun[-1], str):
            return []
        facing, ways = now.units.facing[int(begun[0])], super().ways(now, frame, begun)
        if len(begun) == 1:
            there = begun[0] in on_map
            turns = [way for number, way in enumerate(self.board.directions) if there and number != facing]
        else:
            turns = [*self.board.directions]
        goes = [Choice(way.token, way.token == EXIT, way.token != EXIT) for way in ways]
        return [*goes, *map(Choice, turns)]

    @rule("24.1", "24.4", "24.5", "Q11.1", "Q9.2")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:
        """Move a unit, which raises dust, and turn it; only to turn raises none."""
        if action[-1] == EXIT:
            return super().carry_out(now, frame, action, book)
        if len(action) > 2:
            book.put("dust", int(action[0]), 1)
        frames = super().carry_out(now, frame, action[:-1], book)
        self.board.module(Facing).face(book, int(action[0]), str(action[-1]))
        return frames

    def whole(self, now: Situation, action: Action) -> Action:
        """Return the move of a player, whose unit faces the nearest enemy."""
        if action[-1] == EXIT:
            return action
        unit, at, board = int(action[0]), int(action[-1]), self.board
        near = min(now.held(1 - board.owner(unit)), key=lambda hex_: board.distance(at, hex_), default=at)
        q, r = board.from_to(at, near)
        ahead = [2 * (a * q + b * r) + a * r + b * q for a, b in board.module(Facing).vectors]
        return (*action, board.directions[ahead.index(max(ahead))])


class WesternMovement(MovementModule):
    """Units move and face."""

    deeds = (WesternMove,)
