"""Random positions on the real map: stacks near one another, boxes, supplies and the control of places."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .position import OTHER, men_of, position_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.play.table import Board

    from .position import Ground, Position


class Dealer:
    """Deals positions of one game, each from its own seed."""

    def __init__(self, board: Board, ground: Ground, seed: str) -> None:
        self.board, self.ground, self.random = board, ground, Random(seed)
        state = board.state
        for hex_ in range(state.hexes.rows):
            state.hexes.box[hex_] = 0

    def army(self, side: str) -> list[int]:
        """The combat units of a side, in random order."""
        compiled = self.board.rules.compiled
        keys, units = compiled.keys, compiled.units
        rows = [
            row
            for row in range(len(units.no))
            if keys["sides"][units.side[row]] == side and keys["types"][units.type[row]] != self.ground.book.raider
        ]
        self.random.shuffle(rows)
        return rows

    def near(self, hex_: int, radius: int) -> list[int]:
        """The open hexes within a radius."""
        return [at for at, far in self.ground.away(hex_).items() if far <= radius and self.ground.open[at]]

    def open_hex(self) -> int:
        return self.random.choice([hex_ for hex_, open_ in enumerate(self.ground.open) if open_])

    def put(self, row: int, hex_: int, **values: int) -> None:
        """Put a unit into a hex, at a random strength unless one is given."""
        units, full = self.board.state.units, self.board.rules.compiled.units.strength[row]
        units.place[row] = hex_
        units.strength[row] = self.random.choice([full, self.random.randint(min(1, full), full)])
        for name, value in values.items():
            getattr(units, name)[row] = value
        self.changed()

    def scatter(self, rows: Sequence[int], hexes: Sequence[int]) -> list[int]:
        """Put units into random hexes that no enemy holds and that have room; return those that found a place."""
        placed, state = [], self.board.state.units
        position = self.position()
        for row in rows:
            hex_ = self.random.choice(hexes)
            full = self.board.rules.compiled.units.strength[row]
            self.put(row, hex_)
            after = position.with_men(men_of(self.board, [row]))
            if after.at(hex_, OTHER[after.men[row].side]) or not after.room(after.men[row], hex_):
                state.place[row], state.strength[row] = -1, full
            else:
                position = after
                placed.append(row)
        self.changed()
        return placed

    def boxes(self, hexes: Sequence[int], chance: float) -> None:
        """Put fortified boxes on some hexes that are held."""
        position = self.position()
        for man in position.fighters:
            if man.place in hexes and man.place not in self.ground.forts and self.random.random() < chance:
                self.board.state.hexes.box[man.place] = self.side(man.side) + 1
        self.changed()

    def side(self, name: str) -> int:
        return self.board.rules.compiled.keys["sides"].index(name)

    def supply(self, side: str, hex_: int) -> None:
        """Put a supply unit into a place, while the counter mix has one."""
        places, markers = self.board.state.supplies.place, self.board.rules.markers
        for row, marker in enumerate(markers):
            if marker.side == self.side(side) and places[row] == -1:
                places[row] = hex_
                break
        self.changed()

    def changed(self) -> None:
        self.board.state.revisions = [revision + 1 for revision in self.board.state.revisions]

    def position(self) -> Position:
        return position_of(self.board, self.ground)
