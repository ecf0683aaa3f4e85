"""A battalion without its headquarters: one stack of it is in supply all the same (5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.modules.activation import Activation
from scenario_forge.wargame.modules.supply import Supply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

NONE = "none"


class RatsSupply(Supply):
    """Supply, which a nominated stack has without a path: 1 + what it has lacked before of each of its units."""

    columns: ClassVar = {"units": "lapse nominated"}

    @rule("5.1.4", "5.1.6")
    def is_supplied(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in supply: it is nominated, or a way leads to it."""
        return bool(now.units.nominated[unit]) or self.has_path(now, unit)

    def has_path(self, now: Situation, unit: int) -> bool:
        """Return whether a way leads to a unit on the map."""
        return now.place[unit] >= 0 and super().is_supplied(now, unit)


class Nominate(Decision[GameState]):
    """``(hex)`` or ``(none)``: the stack of a formation that is in supply, or the part of it that stays so."""

    rules: Board

    def candidates(self, state: GameState, frame: Frame) -> list[int]:
        """Return the units among which the side chooses."""
        own = self.rules.module(Activation).formations[frame.data["hq"]]
        there = [unit for unit in own if state.units.place[unit] >= 0]
        return [unit for unit in there if state.units.nominated[unit]] if frame.data["split"] else there

    @rule("5.1.4", "5.1.5")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the hexes of the units."""
        hexes = sorted({state.units.place[unit] for unit in self.candidates(state, frame)})
        return [] if prefix else [*map(Choice, hexes), *[Choice(NONE)] * (not frame.data["split"])]

    @rule("5.1.4", "5.1.5")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Nominate the units of the hex; those of a nominated stack that are elsewhere lack supply as before."""
        for unit in self.candidates(state, frame) if action else ():
            kept, held = state.units.place[unit] == action[0], state.units.nominated[unit]
            if held and not kept:
                book.put("lapse", unit, held)
                book.put("nominated", unit, 0)
            elif kept and not held:
                book.put("nominated", unit, 1 + state.units.lapse[unit])
        if action and action[0] != NONE:
            book.event("nominated", "5.1", frame.data["hq"], int(action[0]))
        return ()


@rule("5.1.4")
def nomination(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are asked
    """Let each side nominate a stack of each formation whose headquarters no way of supply leads to."""
    if nominated := [unit for unit, on in enumerate(state.units.nominated) if on]:
        book.clear(["nominated"], nominated)
        book.event("nominations end", "5.1")
    now, supply = board.at(state), board.module(RatsSupply)
    cut_off = (hq for hq in board.module(Activation).formations if not supply.has_path(now, hq))
    return [_asked(board, hq, split=False) for hq in cut_off]


@rule("5.1.5")
def designation(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:  # noqa: ARG001 - as steps are asked
    """Let the owner of a nominated stack that has split say which part of it stays in supply."""
    units, formations = state.units, board.module(Activation).formations
    parts = {
        hq: {units.place[u] for u in own if units.nominated[u] and units.place[u] >= 0}
        for hq, own in formations.items()
    }
    return [_asked(board, hq, split=True) for hq, hexes in parts.items() if len(hexes) > 1]


def _asked(board: Board, hq: int, *, split: bool) -> Frame:
    return Frame("nominate", {"side": board.owner(hq), "hq": hq, "split": split})


def nominate(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the hex with the most strength of the formation."""
    own = [unit for unit in mind.board.module(Activation).formations[frame.data["hq"]] if now.place[unit] >= 0]
    able = [unit for unit in own if now.units.nominated[unit] or not frame.data["split"]]
    worth = {now.place[unit]: sum(mind.value(now, u) for u in able if now.place[u] == now.place[unit]) for unit in able}
    return (max(sorted(worth), key=lambda hex_: worth[hex_]),)


RatsSupply.words = {
    **Supply.words,
    "nominations end": "the nominations of stacks end",
    "nominated": "the units of the battalion of {0:unit} in {1:hex} are in supply",
}
RatsSupply.actions = {"nominate": ["hex:stack"]}
RatsSupply.thoughts = {"nominate": nominate}
