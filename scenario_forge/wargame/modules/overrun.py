"""Overrun: units attack during movement or after all of it, and move on if no defender is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Subset
from scenario_forge.simulator.terms import Attack
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.checks import MOD001
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import on_units
from scenario_forge.wargame.board.phase import BEGUN, COMBAT, END, Deed
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.activation import fighting
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.movement.moving import Movement
from scenario_forge.wargame.modules.stacking import Stacking

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

OVERRUN, ENTER = "overrun", "overrun-advance"
"""The action, which is also the step after its dice; the step in which units enter the hex."""


class OverrunKey(Model):
    """Who attacks in the course of a move."""

    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that may overrun; without, all that may attack."""


class Overrun(Module[OverrunKey]):
    """Overrun in play."""

    key, model, needs = "overrun", OverrunKey, ("movement", "assault")
    columns: ClassVar = {"units": "overran"}

    def __init__(self, board: Board, given: OverrunKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.of = board.column("overrun.of")

    @classmethod
    def due(cls, given: OverrunKey) -> Sequence[str]:  # noqa: ARG003 - the phase is due for the sake of movement
        """Return no step of its own."""
        return ()

    @classmethod
    def arrays(cls, game: Game, given: OverrunKey) -> Arrays:
        """Return the units that may overrun."""
        return {"overrun.of": selected(game, given.of)}

    @classmethod
    def checks(cls, game: Game, given: OverrunKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield that no points are left to move on with, since movement does not count them."""
        movement = getattr(where.file.document, "movement", None)
        if movement is not None and not movement.together:
            finding = MOD001.at(where.key(), "none", what="`overrun`", needed="`together: true` under `movement`")
            yield finding.suggest(
                "write `movement: {together: true}`, by which units keep the points that they have left"
            )

    @classmethod
    def sentences(cls, given: OverrunKey, labels: Labels) -> Iterator[Sentence]:
        """Say who overruns, and what follows."""
        when = (
            "after they have moved"
            if OVERRUN in (getattr(labels.rules, COMBAT, None) or ())
            else "before or after they move"
        )
        phase, units = labels.phase("movement", OVERRUN), labels.units(given.of)
        text = f"In {phase} {units} may overrun: they attack an adjacent hex {when}."
        yield Sentence("overrun.who", text)
        yield Sentence("overrun.stack", "Only units of one hex overrun together; others there may stay out of it.")
        yield Sentence("overrun.once", "A unit that has overrun takes part in no other attack of the turn.")
        support = getattr(getattr(labels.rules, "assault", None), "support", None)
        alone = " No unit joins it from afar on either side." if support is not None else ""
        text = f"An overrun is an assault with all its modifiers, and costs no movement points.{alone}"
        yield Sentence("overrun.attack", text)
        text = (
            "If an enemy unit is left in the hex, the units that attacked do nothing more in the turn. "
            "If none is, they may move on, each with the movement points that it has left."
        )
        yield Sentence("overrun.result", text)
        text = "First they may enter the hex. That costs movement points as in any move, and nobody reacts to it."
        text += " Enemy zones of control do not stop them in it." * ("zones" in labels.keys)
        yield Sentence("overrun.advance", text)

    @classmethod
    def paper(cls, given: OverrunKey, labels: Labels) -> Iterator[Marker]:  # noqa: ARG003 - as modules are asked
        """Yield the markers of units that have overrun."""
        yield on_units("Overrun", labels)

    @rule("overrun.who", "overrun.once")
    def may_overrun(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may attack in the course of its move."""
        return bool(self.of[unit]) and not now.units.overran[unit]

    def targets(self, now: Situation, frame: Frame) -> dict[int, list[int]]:
        """Return by hex that can be overrun the units beside it that can do it."""
        able = [unit for unit in fighting(now, frame) if self.may_overrun(now, unit)]
        return self.board.module(Assault).targets(now, able, ())

    def have_overrun(self, state: GameState, side: int) -> list[int]:
        """Return the units of a side that have overrun in the turn."""
        return [unit for unit in self.board.of_side[side] if state.units.overran[unit]]


class Overrunning(Deed):
    """``hex, unit …``: units of one hex attack another in the course of their move."""

    word, phase, clears, pattern = OVERRUN, "movement", ("overran",), "overrun hex unit*"

    @rule("overrun.stack")
    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return hexes that can be overrun, then the set of attackers, all of one hex."""
        targets = self.board.module(Overrun).targets(now, frame)
        if not begun:
            return offer(targets)

        def together(units: tuple[int, ...]) -> bool:
            return len({now.place[unit] for unit in units}) == 1

        return Subset(targets.get(int(begun[0]), ()), fits=together).choices(begun[1:])

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:  # noqa: ARG002 - as deeds are asked
        """Return the attack that is chosen."""
        if len(begun) < 2:
            return None
        return Attack(int(begun[0]), tuple(int(unit) for unit in begun[1:]), {"by": Assault.key})

    @rule("overrun.attack")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Attack without anybody from afar, at no cost."""
        hex_, units = int(action[0]), [int(unit) for unit in action[1:]]
        for unit in units:
            for column in ("overran", "moved", "fought"):
                book.put(column, unit, 1)
        book.event(OVERRUN, "overrun.who", hex_, *units)
        data = {"hex": hex_, "attackers": units, "guns": [], "support": [], "after": OVERRUN}
        return [frame, Frame("battle", {"side": frame.data["side"], **data})]

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the overrun that may be expected to win most, if all who can attack later would win no more."""
        assault, most, best = self.board.module(Assault), 0.0, tuple[int, ...]()
        for hex_, able in self.board.module(Overrun).targets(now, frame).items():
            others = [unit for unit in fighting(now, frame) if unit not in able]
            whole = [*able, *assault.targets(now, others, ()).get(hex_, ())]
            guns = [unit for unit in assault.batteries(now, now.own(mind.side), hex_) if unit not in whole]
            later = assault.expected(mind, now, hex_, [*whole, *guns])
            for place in dict.fromkeys(now.place[unit] for unit in able):
                units = [unit for unit in able if now.place[unit] == place]
                gain = assault.expected(mind, now, hex_, units)
                if gain > most and gain >= later:
                    most, best = gain, (hex_, *units)
        return most, best


@rule("overrun.result")
def judged(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Let the attackers move on if no enemy is left in the hex."""
    now, data = board.at(state), frame.data
    if now.side_at(data["hex"]) == 1 - data["side"]:
        return ()
    left = [unit for unit in data["units"] if now.place[unit] >= 0]
    for unit in left:
        book.put("moved", unit, 0)
    book.event("overrun succeeds", "overrun.result", data["hex"])
    return [*moving_on(board, data["side"], left), Frame(ENTER, {**data, "units": left})]


def moving_on(board: Board, side: int, units: Sequence[int]) -> list[Frame]:
    """Return the steps in which units move on after an overrun; none in a movement phase, which is still open."""
    if board.deeds[OVERRUN].phase != COMBAT:
        return []
    stacking = board.get(Stacking)
    crowding = stacking is not None and stacking.after_moves
    moves = Frame("movement", {"side": side, "units": units, BEGUN: True})
    return [*[Frame("crowding", {"side": side})] * crowding, moves]


class Entering(Decision[GameState]):
    """``(unit)`` or ``(end)``, one after another: who has overrun enters the hex."""

    rules: Board

    def open(self, state: GameState, frame: Frame) -> bool:
        """Return whether a unit can enter."""
        return any(way.token != END for way in self.offered(state, frame, ()))

    @rule("overrun.advance")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that have points for it, and room."""
        now, movement, hex_ = self.rules.at(state), self.rules.module(Movement), frame.data["hex"]
        able = (
            unit
            for unit in frame.data["units"]
            if movement.next_to(now, movement.before(now, [unit]), hex_) is not None and now.has_room(hex_, unit)
        )
        return [] if prefix else [*map(Choice, able), Choice(END)]

    @rule("overrun.advance")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Pay for the hex, and enter it; zones of the enemy do not stop a unit there, terrain and works do."""
        if not action or action[0] == END:
            return ()
        now, movement, unit = self.rules.at(state), self.rules.module(Movement), int(action[0])
        after = movement.next_to(now, movement.before(now, [unit]), frame.data["hex"])
        assert after is not None  # noqa: S101 - it was offered
        book.put("spent", unit, after.spent[0])
        book.put("moved", unit, int(movement.is_halted(now, after.hex, by_road=after.all_by_road)))
        self.rules.put(book, unit, after.hex)
        book.event("advances", "overrun.advance", unit, after.hex)
        return [frame.with_values(units=[other for other in frame.data["units"] if other != unit])]


def enter(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit that is wanted most in the hex; the end where none is."""
    movement, hex_ = mind.board.module(Movement), frame.data["hex"]

    def gain(unit: int) -> float:
        wanted = mind.wanted(now, unit)
        return wanted(hex_) - wanted(now.place[unit])

    able = [u for u in frame.data["units"] if movement.next_to(now, movement.before(now, [u]), hex_) is not None]
    best = max((unit for unit in able if now.has_room(hex_, unit)), key=gain, default=None)
    return (best,) if best is not None and gain(best) > 0 else (END,)


Overrun.deeds = (Overrunning,)
Overrun.thoughts = {ENTER: enter}
Overrun.steps = {OVERRUN: ("overrun.result", judged), ENTER: ("overrun.advance", Entering)}
Overrun.inner = (OVERRUN, ENTER)
Overrun.words = {
    OVERRUN: "{0:hex} is attacked in an overrun by {1+:unit}",
    "overrun succeeds": "no enemy is left in {0:hex}: the overrun goes on",
    "advances": "{0:unit} advances to {1:hex}",
}
Overrun.actions = {ENTER: ["unit"]}
Overrun.marks = ("overran",)
Overrun.busy = (OVERRUN, ENTER)
