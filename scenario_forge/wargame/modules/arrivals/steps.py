"""The steps of arrivals: dice and draws for those that need them, and units that come on one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import two_stage_choices
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.board.board import TO_COME
from scenario_forge.wargame.board.phase import END, note_side
from scenario_forge.wargame.modules.arrivals.arrivals import Arrivals
from scenario_forge.wargame.modules.arrivals.draws import BY_CHANCE, BY_OWNER, DrawByChance, DrawByOwner, best_drawn
from scenario_forge.wargame.modules.arrivals.key import REPLACEMENTS, STEP
from scenario_forge.wargame.modules.arrivals.replacements import Restoring, rebuild
from scenario_forge.wargame.modules.arrivals.reserves import COLUMN
from scenario_forge.wargame.modules.effects import Effects

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.mind import Mind

DIE = "arrival-die"


class Arriving(Decision[GameState]):
    """``(unit, hex)`` for one unit after another, or ``(end)``; units that arrive at an edge come there first."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the side of the frame, or NOBODY if it has nobody to bring on or the phase has not begun."""
        return super().who(state, frame) if "begun" in frame.data else NOBODY

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can come on, with the end of the phase; then the hexes of one."""
        if prefix[:1] == (END,):
            return []
        found = able(self.rules.at(state), frame.data["side"])
        return [*two_stage_choices(found, prefix), *([] if prefix else [Choice(END)])]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Begin the phase, bring on a unit, or end it for those that cannot come on."""
        now, arrivals, side = self.rules.at(state), self.rules.module(Arrivals), frame.data["side"]
        if "begun" not in frame.data:
            return self._begun(now, frame, book)
        if action and action[0] != END:
            unit, hex_ = int(action[0]), int(action[1])
            self.rules.put(book, unit, hex_)
            book.event("arrives", "arrivals.place", unit, hex_)
            return [frame]
        for unit in arrivals.admitted(now, side) if arrivals.given.blocked == "eliminate" else ():
            if not arrivals.open_to(now, unit):
                self.rules.module(Effects).eliminate(book, unit, "arrivals.blocked")
        return ()

    def _begun(self, now: Situation, frame: Frame, book: Book) -> Frames:
        """Release reserves first of all; then let units leave and arrive."""
        arrivals, side = self.rules.module(Arrivals), frame.data["side"]
        freed = arrivals.reserves.due(now, side) if arrivals.reserves is not None else ()
        if freed:
            note_side(now.state, frame, book)
            for unit in freed:
                book.put(COLUMN, unit, 1)
                book.event("released", "arrivals.released", unit)
            return [frame]
        return self._arrived(now, frame, book)

    def _arrived(self, now: Situation, frame: Frame, book: Book) -> Frames:
        """Let units leave; lead to dice and draws, if there are any; then bring those to the edge that arrive there."""
        arrivals, side = self.rules.module(Arrivals), frame.data["side"]
        waiting, leaving = arrivals.waiting(now, side), arrivals.leaving(now, side)
        if not waiting and not leaving:
            return ()
        if "rolled" not in frame.data:
            note_side(now.state, frame, book)
            for unit in leaving:
                withdraw(self.rules, book, unit)
            if not waiting:
                return ()
            book.event("arrivals begin", self.clause, side)
            throwing = [unit for unit in waiting if arrivals.throws(now, unit)]
            first = [Frame(DIE, {"side": side, "units": throwing})] if throwing else []
            first += arrivals.draws.frames(now, side, waiting) if arrivals.draws is not None else []
            if first:
                return [frame.with_values(rolled=True), *first]
        for unit in arrivals.admitted(now, side):
            if arrivals.at_edge(now, unit):
                book.put("place", unit, TO_COME)
                book.event("reaches the edge", "arrivals.edge", unit)
        return [frame.with_values(begun=True)]


def withdraw(board: Board, book: Book, unit: int) -> None:
    """Take a unit off the map that is not lost, with what belongs to it there."""
    board.withdraw(book, unit, "withdrawn", "arrivals.withdrawn")


class ArrivalDie(Throw[GameState]):
    """A die for each unit that needs one to arrive."""

    rules: Board

    def who(self, state: GameState, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return CHANCE as long as a unit is left."""
        return CHANCE if frame.data["units"] else NOBODY

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Let a unit come if the die is high enough."""
        if not action:
            return ()
        unit, *others = frame.data["units"]
        if int(action[0]) >= self.rules.module(Arrivals).least:
            book.put("admitted", unit, 1)
            book.event("may arrive", "arrivals.die", unit, int(action[0]))
        else:
            book.event("is late", "arrivals.die", unit, int(action[0]))
        return [frame.with_values(units=others)]


def able(now: Situation, side: int) -> dict[int, Sequence[int]]:
    """Return the units of a side that can come on, each with the hexes where it can."""
    arrivals = now.board.module(Arrivals)
    return {unit: hexes for unit in arrivals.admitted(now, side) if (hexes := arrivals.open_to(now, unit))}


def bring_on(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the most valuable unit that can come on, into the hex where it is worth most."""
    can = able(now, frame.data["side"])
    unit = max(can, key=lambda unit: mind.value(now, unit))
    return (unit, max(can[unit], key=lambda hex_: mind.outlook(now, unit, hex_)))


class ArrivalsModule(Arrivals):
    """The module of arrivals with its steps."""

    loops: ClassVar = {STEP: "sides", REPLACEMENTS: "sides"}
    steps: ClassVar = {
        STEP: ("arrivals.due", Arriving),
        DIE: ("arrivals.die", ArrivalDie),
        BY_CHANCE: ("arrivals.drawn", DrawByChance),
        BY_OWNER: ("arrivals.drawn", DrawByOwner),
        REPLACEMENTS: ("arrivals.points", Restoring),
    }
    inner = (DIE, BY_CHANCE, BY_OWNER)
    words: ClassVar = {
        "arrivals begin": "units of the {0:side} player arrive",
        "reaches the edge": "{0:unit} comes to the edge of the map",
        "arrives": "{0:unit} arrives in {1:hex}",
        "released": "{0:unit} is released",
        "withdrawn": "{0:unit} leaves the map",
        "may arrive": "{0:unit} may arrive: {1} on the die",
        "drawn": "{0:unit} is drawn, and may arrive",
        "is late": "{0:unit} is late: {1} on the die",
        "replacements begin": "the {0:side} player has {1} points to restore units",
        "turned back": "{0:unit} is turned back to its front",
        "comes back": "{0:unit} comes back in {1:hex}",
        "comes back to the edge": "{0:unit} comes back to the edge of the map",
        "points kept": "the {0:side} player keeps {1} points",
    }
    titles: ClassVar = {BY_CHANCE: "a unit that may arrive"}
    actions: ClassVar = {STEP: ["unit hex"], REPLACEMENTS: ["unit hex"], BY_OWNER: ["unit*"]}
    thoughts: ClassVar = {STEP: bring_on, REPLACEMENTS: rebuild, BY_OWNER: best_drawn}
