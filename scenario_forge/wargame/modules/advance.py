"""Advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.checks import has_key, lacking_key
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.phase import END
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.movement.moving import Movement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind


class AdvanceKey(Model):
    """How attackers advance into the hex that they attacked."""

    farther: UnitSelector | None = None
    """The units that may go one hex farther, wherever they like; without, nobody."""
    must: UnitSelector | None = None
    """The units that must advance if they can; without, nobody. Where one does, others may not."""


class Advance(Module[AdvanceKey]):
    """Advance in play. Zones of the enemy do not stop it."""

    key, model = "advance", AdvanceKey

    def __init__(self, board: Board, given: AdvanceKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        nobody = [0] * len(board.units.side)
        self.farther = board.compiled.rules.get("advance.farther", nobody)
        self.must = board.compiled.rules.get("advance.must", nobody)

    @classmethod
    def arrays(cls, game: Game, given: AdvanceKey) -> Arrays:
        """Return the units that may go farther, and those that must advance."""
        named = {"advance.farther": given.farther, "advance.must": given.must}
        return {name: selected(game, selector) for name, selector in named.items() if selector is not None}

    @classmethod
    def checks(cls, game: Game, given: AdvanceKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003
        """Yield that nobody attacks."""
        if not has_key(where, "assault") and not has_key(where, "fire"):
            yield lacking_key(where.key(), "`advance`", "assault")

    @classmethod
    def sentences(cls, given: AdvanceKey, labels: Labels) -> Iterator[Sentence]:
        """Say who advances where."""
        text = "If no enemy unit is left in the attacked hex, attackers may advance into it."
        yield Sentence("advance.hex", text)
        yield Sentence("advance.who", "Only units that attacked from an adjacent hex may advance.")
        room = " or full" if "stacking" in labels.keys else ""
        zones = " Enemy zones of control do not stop it." if "zones" in labels.keys else ""
        yield Sentence("advance.ground", f"A unit may not advance into a hex that is prohibited to it{room}.{zones}")
        if given.farther is not None:
            yield Sentence("advance.farther", f"{sentence_case(labels.units(given.farther))} may go one hex farther.")
        if given.must is not None:
            text = f"{sentence_case(labels.units(given.must))} must advance if they can. Then no others may."
            yield Sentence("advance.must", text)

    @rule("advance.who")
    def may_advance(self, now: Situation, unit: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether a unit that has attacked may advance."""
        return True

    @rule("advance.ground")
    def can_enter(self, now: Situation, unit: int, at: int, to: int) -> bool:
        """Return whether a unit can advance from a hex into another."""
        board, movement = self.board, self.board.get(Movement)
        if now.side_at(to) == 1 - board.units.side[unit] or not now.has_room(to, unit):
            return False
        if movement is None:
            return bool(board.passable[board.terrain[to]])
        return movement.can_ever_enter(now, unit, 6 * at + board.direction(at, to))

    @rule("advance.hex")
    def able(self, now: Situation, units: Sequence[int], hex_: int) -> list[int]:
        """Return the units that can advance into a hex: those beside it."""
        near = self.board.adjacent[hex_]
        own = (unit for unit in units if now.place[unit] in near and self.may_advance(now, unit))
        return [unit for unit in own if self.can_enter(now, unit, now.place[unit], hex_)]

    @rule("advance.must")
    def compelled(self, able: Sequence[int]) -> list[int]:
        """Return those of the units that can advance that must."""
        return [unit for unit in able if self.must[unit]]

    @rule("advance.farther")
    def beyond(self, now: Situation, unit: int, hex_: int) -> list[int]:
        """Return the hexes to which a unit can go on."""
        ahead = self.board.adjacent[hex_] if self.farther[unit] else ()
        return [to for to in ahead if to != now.place[unit] and self.can_enter(now, unit, hex_, to)]


class Advancing(Decision[GameState]):
    """``(unit, hex)`` or ``(unit, hex, hex)``, or ``(end)``: attackers enter the hex that is empty now."""

    rules: Board

    def open(self, state: GameState, frame: Frame) -> bool:
        """Return whether a unit can advance."""
        return any(way.token != END for way in self.offered(state, frame, ()))

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can advance, then the hex, then hexes beyond."""
        now, hex_, advance = self.rules.at(state), frame.data["hex"], self.rules.module(Advance)
        if not prefix:
            empty = now.side_at(hex_) != 1 - frame.data["side"]
            able = advance.able(now, frame.data["units"], hex_) if empty else []
            must = advance.compelled(able)
            return [*offer(must or able), *[Choice(END)] * (not must)]
        if prefix[0] == END or len(prefix) > 2:
            return []
        beyond = advance.beyond(now, int(prefix[0]), hex_)
        return [Choice(hex_, True, bool(beyond))] if len(prefix) == 1 else [Choice(to) for to in beyond]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Advance a unit."""
        if not action or action[0] == END:
            return ()
        unit = int(action[0])
        for hex_ in action[1:]:  # a place on the way is held by who was the last in it
            self.rules.put(book, unit, int(hex_))
        book.event("advances", "advance.hex", unit, int(action[-1]))
        return [frame.with_values(units=[other for other in frame.data["units"] if other != unit])]


def go_on(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the unit that gains most by the hex; the end where none does."""
    pull, danger = mind.pull(now), mind.danger(now)
    hex_: int = frame.data["hex"]

    def gain(unit: int) -> float:
        at, strength = now.place[unit], mind.strength(now, unit)
        lost = mind.loss(now, danger[hex_], strength, hex_) - mind.loss(now, danger[at], strength, at)
        return pull[hex_] - pull[at] - lost

    advance = mind.board.module(Advance)
    able = advance.able(now, frame.data["units"], hex_)
    must = advance.compelled(able)
    best = max(must or able, key=gain, default=None)
    return (best, hex_) if best is not None and (must or gain(best) > 0) else (END,)


Advance.thoughts = {"advance": go_on}
Advance.steps = {"advance": ("advance.hex", Advancing)}
Advance.inner = ("advance",)
Advance.words = {"advances": "{0:unit} advances to {1:hex}"}
Advance.actions = {"advance": ["unit hex*"]}
Advance.busy = ("advance",)
