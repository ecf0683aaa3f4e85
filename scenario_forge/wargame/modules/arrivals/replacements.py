"""Replacements: points of a turn with which a side restores units that are turned over or eliminated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import OUT, GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.board.phase import END, note_side
from scenario_forge.wargame.modules.supply import Supply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.arrivals.arrivals import Arrivals
    from scenario_forge.wargame.modules.arrivals.key import Replacements

SAVED = "replacements.saved"
"""The column of points that sides have kept."""


class Pool:
    """The points of both sides, and what they can be spent on."""

    def __init__(self, arrivals: Arrivals, given: Replacements) -> None:
        self.arrivals, self.board, self.given = arrivals, arrivals.board, given
        self.able = self.board.column("arrivals.replaced")
        """By unit: whether it can be restored."""
        compiled = self.board.compiled
        self.sources = [given.points.get(side, 0) for side in compiled.keys["sides"]]
        """By side: its column of the track, or its figure; 0 where it has no points."""
        self.marks: list[str] = []
        """Columns of state that an eliminated unit leaves behind."""

    def ready(self) -> None:
        """Look up what counters are marked with, but for the side that is up."""
        modules = self.board.modules.values()
        found = {mark for module in modules for mark in type(module).marks_of(module.given)}
        self.marks = sorted((found | ({"lapse"} if self.supply is not None else set())) - {"flipped"})

    @property
    def supply(self) -> Supply | None:
        """The rules of supply, where the game has any."""
        return self.board.get(Supply)

    @rule("arrivals.points")
    def points(self, now: Situation, side: int) -> int:
        """Return the points that a side has in a turn, with those that it has kept."""
        saved: int = now.state.replacements.saved[side] if self.given.kept else 0
        return self.board.amount_in(self.sources[side], now.turn) + saved

    @rule("arrivals.restored")
    def is_safe(self, now: Situation, unit: int, hex_: int) -> bool:
        """Return whether a unit can be restored in a hex: outside zones of the enemy, and in supply."""
        if hex_ in now.enemy_zone(unit):
            return False
        return self.supply is None or self.supply.distances(now, unit)[0][hex_] >= 0

    @rule("arrivals.turned-back")
    def turned_over(self, now: Situation, side: int) -> list[int]:
        """Return the units of a side that can be turned back."""
        return [unit for unit in now.own(side) if now.flipped[unit] and self.is_safe(now, unit, now.place[unit])]

    def home(self, unit: int) -> Sequence[int]:
        """Return the hexes that the entry of a unit in the order of battle names, wherever it begins or arrives."""
        begins = self.board.units.hex[unit]
        return self.arrivals.hexes(unit) or self.board.areas.get(unit, ()) or ([begins] if begins >= 0 else [])

    @rule("arrivals.returned")
    def returning(self, now: Situation, unit: int) -> list[int]:
        """Return the hexes of its entry where an eliminated unit can come back."""
        arrivals = self.arrivals
        if arrivals.is_over(now, unit):
            return []
        return [h for h in self.home(unit) if arrivals.is_open(now, unit, h) and self.is_safe(now, unit, h)]

    def comes_to_edge(self, unit: int) -> bool:
        """Return whether a unit comes back at an edge of the map, from where it moves on."""
        return not self.arrivals.spots.get(unit) and unit in self.board.edges

    def cost(self, now: Situation, unit: int) -> int:
        """Return what it costs to restore a unit."""
        restores = self.given.restores
        return (restores.eliminated if now.place[unit] == OUT else restores.flipped) or 0

    def offers(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return the units that a side can restore, each with the hexes among which it chooses, if it does."""
        side, points, restores = frame.data["side"], frame.data["points"], self.given.restores
        found: dict[int, Sequence[int]] = {}
        if restores.flipped is not None and restores.flipped <= points:
            found |= dict.fromkeys(self.turned_over(now, side), ())
        if restores.eliminated is not None and restores.eliminated <= points:
            for unit in self.board.of_side[side]:
                if now.place[unit] == OUT and (hexes := self.returning(now, unit)):
                    found[unit] = () if self.comes_to_edge(unit) else hexes
        done = frame.data["restored"]
        return {unit: hexes for unit, hexes in found.items() if self.able[unit] and unit not in done}

    def restore(self, book: Book, now: Situation, unit: int, hexes: Sequence[int]) -> None:
        """Write into the book that a unit is turned back, or comes back to a hex or to an edge of the map."""
        if now.place[unit] != OUT:
            book.put("flipped", unit, 0)
            book.event("turned back", "arrivals.turned-back", unit)
            return
        turned = self.given.returns == "turned_over" and self.board.faces.backed[unit]
        book.clear(self.marks, [unit])
        book.put("flipped", unit, int(turned))
        if hexes:
            self.board.put(book, unit, hexes[0])
            book.event("comes back", "arrivals.returned", unit, hexes[0])
        else:
            book.put("place", unit, TO_COME)
            book.event("comes back to the edge", "arrivals.returned", unit)

    def worth(self, mind: Mind, now: Situation, unit: int) -> float:
        """Return what it is worth to a computer player to restore a unit, for each point that it costs."""
        assault, board = mind.assault, self.board
        front, back = board.faces.both(assault.attack_value, unit) if assault is not None else (1, 0)
        turned = self.given.returns == "turned_over"
        whole = (back if turned else front) + board.ledger.for_loss[board.units.side[unit]]
        gain = front - back if now.place[unit] != OUT else whole
        return gain / self.cost(now, unit)


class Restoring(Decision[GameState]):
    """``(unit)`` to turn it back, ``(unit, hex)`` to bring it back, one after another, or ``(end)``."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it can restore nobody or the phase has not begun."""
        return super().who(state, frame) if "points" in frame.data else NOBODY

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can be restored, with the end of the phase; then the hexes of one."""
        if prefix[:1] == (END,) or len(prefix) > 1:
            return []
        found = pool_of(self.rules).offers(self.rules.at(state), frame)
        if prefix:
            return [Choice(hex_) for hex_ in found.get(int(prefix[0]), ())]
        return [*(Choice(unit, not hexes, bool(hexes)) for unit, hexes in found.items()), Choice(END)]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin the phase with the points of the side, restore a unit, or keep what is left."""
        pool, now, side = pool_of(self.rules), self.rules.at(state), frame.data["side"]
        if "points" not in frame.data:
            points = pool.points(now, side)
            if not points:
                return ()
            note_side(state, frame, book)
            book.event("replacements begin", self.clause, side, points)
            return [frame.with_values(points=points, restored=[])]
        if action and action[0] != END:
            unit, *hexes = (int(token) for token in action)
            left = frame.data["points"] - pool.cost(now, unit)
            pool.restore(book, now, unit, hexes)
            return [frame.with_values(points=left, restored=[*frame.data["restored"], unit])]
        if pool.given.kept and frame.data["points"] != state.replacements.saved[side]:
            book.put(SAVED, side, frame.data["points"])
            book.event("points kept", self.clause, side, frame.data["points"])
        return ()


def pool_of(board: Board) -> Pool:
    """Return the points of a game that has replacements."""
    pool: Pool = board.modules["arrivals"].pool  # type: ignore[attr-defined]  # as the shelf has it
    return pool


def rebuild(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit whose restoring is worth most for its points, in the hex where it is worth most."""
    pool = pool_of(mind.board)
    found = pool.offers(now, frame)
    unit = max(found, key=lambda unit: pool.worth(mind, now, unit))
    hexes = found[unit]
    return (unit, max(hexes, key=lambda hex_: mind.outlook(now, unit, hex_))) if hexes else (unit,)
