"""The way that each unit faces; and the state that only this game has: dust, smoke and airstrikes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.systems.western_desert.parameters import Airstrikes
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.board.module import Module

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.board import Board, Situation


class Facing(Module[Airstrikes]):
    """Facing in play. Its key is that of airstrikes, the only one that is this game's own."""

    key, model = "airstrikes", Airstrikes
    columns: ClassVar = {"units": "facing dust", "ground": "smoke", "sides": "airstrikes"}
    words: ClassVar = {
        "smoke clears": "smoke clears at {0:hex}",
        "phase ends": "the {0:side} phase ends",
        "faces": "{0:unit} faces {1:way}",
        "smoke": "{0:unit} lays smoke at {1:hex}",
        "airstrike": "an airstrike on {0:hex} and {1:hex}",
    }

    def __init__(self, board: Board, given: Airstrikes, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.rows = {"ground": board.hexes, "sides": len(board.of_side)}
        middle = next(hex_ for hex_ in range(board.hexes) if len(board.around(hex_)) == 6)
        self.vectors = [board.from_to(middle, hex_) for hex_ in board.around(middle)]
        """The way to each adjacent hex, in the order of the board's directions."""

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The ways that units face, by their number."""
        return {"way": self.board.directions}

    @rule("6.1", "22.1")
    def begin(self, state: GameState) -> None:
        """Write the way that each unit faces, and the airstrikes of each side."""
        for unit, way in pairs(self.board.compiled.rules.get("start.facing", ())):
            state.units.facing[unit] = way
        flown = self.given.get(self.board.compiled.names["scenario"][0], {})
        for side, id_ in enumerate(self.board.compiled.keys["sides"]):
            state.sides.airstrikes[side] = flown.get(id_, 0)

    @rule("6.2", "6.3")
    def in_front(self, now: Situation, unit: int, hex_: int) -> bool:
        """Return whether a hex is at most 60 degrees off the way that a unit faces."""
        return self.arc_holds(now.place[unit], now.units.facing[unit], hex_)

    def arc_holds(self, at: int, way: int, hex_: int) -> bool:
        """Return whether a hex is at most 60 degrees off a way from another."""
        (q, r), (a, b) = self.vectors[way], self.board.from_to(at, hex_)
        dot = 2 * (q * a + r * b) + q * b + r * a
        return bool(dot > 0 and dot * dot >= a * a + a * b + b * b)

    def face(self, book: Book, unit: int, direction: str) -> None:
        """Write into the book that a unit faces a way."""
        way = self.board.directions.index(direction)
        book.put("facing", unit, way)
        book.event("faces", "6", unit, way)
