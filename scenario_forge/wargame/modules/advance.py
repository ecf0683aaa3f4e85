"""Advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.phase import END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind


class AdvanceKey(Model):
    """How attackers advance into the hex that they attacked."""

    compulsory: bool = False
    """Whether one of them must."""


class Advance(Module[AdvanceKey]):
    """Advance in play."""

    key, model = "advance", AdvanceKey


class Advancing(Decision[GameState]):
    """``(unit)`` or ``(end)``: attackers beside a hex that is empty now enter it."""

    rules: Board

    @rule("advance.hex")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can advance."""
        now, hex_ = self.rules.at(state), frame.data["hex"]
        if prefix or now.side_at(hex_) == 1 - frame.data["side"]:
            return []
        near = self.rules.adjacent[hex_]
        units = [unit for unit in frame.data["units"] if now.place[unit] in near and now.has_room(hex_, unit)]
        return [*(Choice(unit) for unit in units), Choice("end")]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Advance a unit."""
        if not action or action[0] == "end":
            return ()
        unit, hex_ = int(action[0]), frame.data["hex"]
        self.rules.put(book, unit, hex_)
        book.event("advances", "advance.hex", unit, hex_)
        return [frame.with_values(units=[other for other in frame.data["units"] if other != unit])]


def go_on(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit that gains most by the hex; the end where none does."""
    hex_ = frame.data["hex"]
    pull, danger = mind.pull(now), mind.danger(now)
    near = [
        unit
        for unit in frame.data["units"]
        if now.place[unit] in mind.board.adjacent[hex_] and now.has_room(hex_, unit)
    ]

    def gain(unit: int) -> float:
        at, strength = now.place[unit], mind.strength(now, unit)
        lost = mind.loss(danger[hex_], strength, hex_) - mind.loss(danger[at], strength, at)
        return pull[hex_] - pull[at] - lost

    best = max(near, key=gain, default=None)
    return (best,) if best is not None and gain(best) > 0 else (END,)


Advance.thoughts = {"advance": go_on}
Advance.steps = {"advance": ("advance.hex", Advancing)}
Advance.inner = ("advance",)
Advance.words = {"advances": "{0:unit} advances to {1:hex}"}
Advance.actions = {"advance": ["unit"]}
Advance.busy = ("advance",)
