"""The two sides of counters: the values of the side that is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.wargame.base.document import GameRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.board.board import Board, Situation


def other_side(game: Game) -> list[str]:
    """Return the face that rules turn up, in a list: the first by id that has values; none where counters have none.

    The face that shows successors of leaders is not meant.
    """
    found, rules = game.one("counters", CountersDocument), game.one("rules", GameRules)
    successor = getattr(getattr(rules[0], "leaders", None), "successor", None) if rules else None
    faces = found[0].faces if found else ()
    return sorted(face.id for face in faces if face.values and face.id != successor)[:1]


class Faces:
    """What both sides of each counter say, for a game whose counters have one other side at most."""

    def __init__(self, board: Board) -> None:
        arrays, leaders = board.compiled.rules, board.given.get("leaders")
        names = {name.split(".")[1] for name in arrays if name.startswith("face.") and name.count(".") > 1}
        faces = sorted(names - {leaders["key"]["successor"] if leaders is not None else ""})
        self.backed = [bool(each) for each in arrays[f"face.{faces[0]}"]] if faces else [False] * len(board.units.side)
        """By unit: whether its counter has another side."""
        self.face = faces[0] if faces else ""
        """The id of that side; empty where no counter has one."""
        self._board = board
        self._values: dict[str, tuple[Sequence[int], Sequence[int]]] = {}

    def both(self, name: str, unit: int) -> tuple[int, int]:
        """Return a value on both sides of a counter; the same twice where it has one."""
        front, turned = self._sides(name)
        return front[unit], turned[unit]

    def value(self, now: Situation, name: str, unit: int) -> int:
        """Return a value on the side of a counter that is up."""
        flipped = now.flipped
        return self._sides(name)[flipped[unit] if flipped else 0][unit]

    def _sides(self, name: str) -> tuple[Sequence[int], Sequence[int]]:
        if name not in self._values:
            front = self._board.printed(name)
            back = self._board.compiled.rules.get(f"face.{self.face}.{name}", front)
            turned = [b if has else f for f, b, has in zip(front, back, self.backed, strict=True)]
            self._values[name] = front, turned
        return self._values[name]
