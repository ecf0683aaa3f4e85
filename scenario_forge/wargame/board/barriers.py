"""What does not reach across some kinds of hexside: zones, supply."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.wargame.board.board import Board, Situation


class Barriers:
    """The neighbour table of what stops at kinds of hexside, save along lines such as roads, and at closed hexes."""

    def __init__(self, board: Board, kinds: Sequence[str], along: Sequence[str]) -> None:
        self.board = board
        keys, open_ = board.compiled.keys, board.compiled.kinds.side_passable
        self._shut = sum(1 << bit for bit, id_ in enumerate(keys["hexside_kinds"]) if id_ in kinds or not open_[bit])
        self._along = sum(1 << bit for bit, id_ in enumerate(keys["line_kinds"]) if id_ in along)
        self._ways = self._made(board.compiled.map.sides)

    def _made(self, sides: Sequence[int]) -> Sequence[int]:
        lines, closed = self.board.compiled.map.lines, self.board.closed
        ways = (
            to if to not in closed and (not sides[step] & self._shut or lines[step] & self._along) else -1
            for step, to in enumerate(self.board.neighbours)
        )
        return array("i", ways)

    def ways(self, now: Situation) -> Sequence[int]:
        """Return the neighbour table, by 6 × hex + direction; −1 off the map and where nothing reaches across."""
        clearing = self.board.clearing
        if clearing is None:
            return self._ways
        name = ("barriers", self._shut, self._along)
        return now.state.derived(name, clearing.columns_of_state, lambda: self._made(clearing.sides(now)))
