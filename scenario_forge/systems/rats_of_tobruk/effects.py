"""Effects of a result: headquarters suffer last, and who rides a tank shares its fate."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.systems.rats_of_tobruk.riding import is_headquarters
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.modules.effects import Effects, Loss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.modules.effect_key import Effect


class RatsLoss(Loss):
    """Headquarters suffer last."""

    @rule("10.4.12")
    def left(self, state: GameState, frame: Frame) -> list[int]:
        """Return the units that can still be hit: headquarters where the others are too few."""
        left = super().left(state, frame)
        others = [unit for unit in left if not is_headquarters(self.rules, unit)]
        return others if len(others) >= frame.data["number"] else left


def stay(mind: Mind, now: Situation, frame: Frame) -> Action:  # noqa: ARG001 - as players are asked
    """Return that a headquarters stays where it is."""
    return ("none",)


class Accompany(Decision[GameState]):
    """``(unit)`` or ``(none)``: a headquarters retreats with attackers of its hex, or stays."""

    rules: Board

    @rule("10.4.13")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the headquarters in a hex with units that must retreat."""
        now, units = self.rules.at(state), frame.data["units"]
        beside = {other for unit in units for other in now.stack(now.place[unit])}
        free = [unit for unit in sorted(beside) if unit not in units and is_headquarters(self.rules, unit)]
        return [] if prefix else [*map(Choice, free), Choice("none")]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Go on to the retreat, with the headquarters or without it."""
        if not action or action[0] == "none":
            return [Frame("retreat", frame.data)]
        return [frame.with_values(units=[*frame.data["units"], int(action[0])])]


class RatsEffects(Effects):
    """Who rides a tank shares its fate, and jumps off when it is pinned."""

    steps: ClassVar = {**Effects.steps, "loss": ("10.4", RatsLoss), "accompany": ("10.4", Accompany)}
    inner = (*Effects.inner, "accompany")
    busy = (*Effects.busy, "accompany")
    thoughts: ClassVar = {**Effects.thoughts, "accompany": stay}

    @rule("10.4.13")
    def frames_of(
        self, effect: Effect, sides: tuple[int, int], units: tuple[Sequence[int], Sequence[int]]
    ) -> list[Frame]:
        """Return the steps of what happens: before units retreat, a headquarters that has not fought may join them."""
        return [
            Frame("accompany", frame.data) if frame.step == "retreat" else frame
            for frame in super().frames_of(effect, sides, units)
        ]

    @rule("9.5.9", "9.5.14")
    def flip(self, book: Book, unit: int, clause: str = "effects.flip") -> None:
        """Turn a unit over with who rides it; where it is gone of that, its rider jumps off before."""
        for each in [*self.riders(book, unit), unit]:
            if book.get("flipped", each) or not self.board.faces.backed[each]:
                self.jump_off(book, each)
            super().flip(book, each, clause)

    @rule("9.5.9")
    def eliminate(self, book: Book, unit: int, clause: str = "effects.losses") -> None:
        """Take a unit off the map with who rides it."""
        for each in [*self.riders(book, unit), unit]:
            book.put("tank", each, 0)
            super().eliminate(book, each, clause)

    def riders(self, book: Book, unit: int) -> list[int]:
        """Return the units that ride a tank."""
        return [rider for rider, tank in enumerate(book.column("tank")) if tank == unit + 1]

    @rule("9.5.10")
    def jump_off(self, book: Book, unit: int, *, pinned: bool = False) -> None:
        """Let whoever rides a tank ride it no more."""
        for rider in self.riders(book, unit):
            book.put("tank", rider, 0)
            if pinned:
                book.put("pinned", rider, 1)
            book.event("jumps off", "9.5", rider, unit)
