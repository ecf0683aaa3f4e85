"""Draws: units of which so many come in each turn, as chance or their owner says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Outcome, Subset
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision, Throw

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.simulator.step import Action, Choice, Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.arrivals.key import Draw

DRAWN = "drawn"
"""The column of state of units that have been drawn."""
BY_CHANCE, BY_OWNER = "arrival-draw", "arrival-choice"


class Line(NamedTuple):
    """Units of one side that are drawn together."""

    units: frozenset[int]
    number: str | int
    """The column of the track, or the figure, that says how many."""
    step: str
    """The step in which they are drawn."""


class Draws:
    """The units of both sides that are drawn."""

    def __init__(self, board: Board, given: Sequence[Draw]) -> None:
        self.board = board
        self.of_side: list[list[Line]] = [[] for _ in board.of_side]
        """By side: its lines; a unit is of the first that selects it."""
        bound: set[int] = set()
        for number, row in enumerate(given):
            member = board.column(f"arrivals.drawn.{number}")
            step = BY_CHANCE if row.by == "chance" else BY_OWNER
            for side, own in enumerate(board.of_side):
                units = frozenset(unit for unit in own if member[unit] and unit not in bound)
                bound |= units
                self.of_side[side].append(Line(units, row.number, step))
        self.bound = frozenset(bound)

    def may_come(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may arrive: nobody draws it, or it has been drawn."""
        return unit not in self.bound or bool(now.units.drawn[unit])

    @rule("arrivals.drawn")
    def frames(self, now: Situation, side: int, waiting: Iterable[int]) -> list[Frame]:
        """Return the steps in which units are drawn of those whose turn has come, the first to be played last."""
        left, found = [unit for unit in waiting if not self.may_come(now, unit)], []
        for line in reversed(self.of_side[side]):
            units = [unit for unit in left if unit in line.units]
            number = min(self.board.amount_in(line.number, now.turn), len(units))
            if number:
                found.append(Frame(line.step, {"side": side, "units": units, "number": number}))
        return found


def _draw(book: Book, unit: int) -> None:
    book.put(DRAWN, unit, 1)
    book.event("drawn", "arrivals.drawn", unit)


class DrawByChance(Throw[GameState]):
    """One draw after another, each of all units that are left with the same chance."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return CHANCE as long as one is to be drawn and others are left."""
        return CHANCE if len(frame.data["units"]) > frame.data["number"] > 0 else NOBODY

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return the units that are left."""
        return [Outcome(unit) for unit in frame.data["units"]]

    def dice(self, answer: Token) -> str:  # noqa: ARG002 - as steps are asked
        """Return nothing: a unit is no die."""
        return ""

    def name_of(self, answer: Token) -> str:
        """Return the unit that is drawn."""
        return self.rules.compiled.names["units"][int(answer)]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Draw a unit, or all that are left where there is nothing to draw."""
        units, number = frame.data["units"], frame.data["number"]
        drawn = [int(action[0])] if action else units[:number]
        for unit in drawn:
            _draw(book, unit)
        left = [unit for unit in units if unit not in drawn]
        return [frame.with_values(units=left, number=number - 1)] if action else ()


class DrawByOwner(Decision[GameState]):
    """``(unit, unit …)``: the units that come, as many as may."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return the side, or NOBODY where all come."""
        side: int = frame.data["side"] if len(frame.data["units"]) > frame.data["number"] else NOBODY
        return side

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return the sets of units that can come together."""
        number = frame.data["number"]
        return Subset(frame.data["units"], least=number, most=number).choices(prefix)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Draw the units that are chosen, or all."""
        for unit in [int(unit) for unit in action] or frame.data["units"]:
            _draw(book, unit)
        return ()


def best_drawn(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the most valuable units of those that can come."""
    by_value: Any = sorted(frame.data["units"], key=lambda unit: -mind.value(now, unit))
    return tuple(sorted(by_value[: frame.data["number"]]))
