"""Retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind


class RetreatKey(Model):
    """How units retreat."""

    towards: Literal["away"] = "away"
    """`away`: each hex is farther from the hex where the unit stood."""
    into_zones: Literal["never", "free"] = "never"
    """Whether the way may lead into zones of the enemy."""
    blocked: Literal["eliminate", "stand"] = "eliminate"
    """What becomes of a unit that cannot retreat as far as it must."""


class Retreat(Module[RetreatKey]):
    """Retreat in play."""

    key, model, needs = "retreat", RetreatKey, ("effects",)

    @rule("retreat.way")
    def ahead(self, now: Situation, unit: int, way: Sequence[int], hexes: int) -> list[int]:
        """Return the hexes by which a unit can go on with a retreat of so many hexes."""
        board, start = self.board, now.place[unit]
        side, at = board.units.side[unit], way[-1] if way else start
        shut = now.enemy_zone(unit) if self.given.into_zones == "never" else frozenset()
        enemies = now.held(1 - side)
        found = []
        for to in board.adjacent[at]:
            if to in shut or to in enemies or not board.passable[board.terrain[to]]:
                continue
            if board.distance(start, to) != len(way) + 1:
                continue
            last = len(way) + 1 == hexes
            if now.has_room(to, unit) if last else self.ahead(now, unit, (*way, to), hexes):
                found.append(to)
        return found


class Retreating(Decision[GameState]):
    """``(unit, hex …)`` for the first of the units that are left."""

    rules: Board

    def first(self, state: GameState, frame: Frame) -> int:
        """Return the unit that retreats next; −1 for none."""
        return next((unit for unit in frame.data["units"] if state.units.place[unit] >= 0), -1)

    def who(self, state: GameState, frame: Frame) -> int:
        """Return the owner, or NOBODY where the unit cannot go."""
        unit, now = self.first(state, frame), self.rules.at(state)
        can = unit >= 0 and self.rules.module(Retreat).ahead(now, unit, (), frame.data["hexes"])
        side: int = frame.data["side"] if can else NOBODY
        return side

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the unit, then hex after hex."""
        if not prefix:
            return offer([self.first(state, frame)])
        unit, *way = (int(token) for token in prefix)
        hexes: int = frame.data["hexes"]
        if len(way) == hexes:
            return []
        last = len(way) + 1 == hexes
        ahead = self.rules.module(Retreat).ahead(self.rules.at(state), unit, way, hexes)
        return [Choice(hex_, last, not last) for hex_ in ahead]

    @rule("retreat.blocked")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Retreat a unit, or take it off where it cannot."""
        unit = self.first(state, frame)
        if unit < 0:
            return ()
        if action:
            self.rules.put(book, unit, int(action[-1]))
            book.event("retreats", "retreat.way", unit, int(action[-1]))
        elif self.rules.module(Retreat).given.blocked == "eliminate":
            self.rules.module(Effects).eliminate(book, unit)
        return [frame.with_values(units=[other for other in frame.data["units"] if other != unit])]


def fall_back(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the way that ends where a unit is wanted most and endangered least."""
    retreat, hexes = mind.board.module(Retreat), frame.data["hexes"]
    unit = next(unit for unit in frame.data["units"] if now.place[unit] >= 0)
    pull, danger, strength = mind.pull(now), mind.danger(now), mind.strength(now, unit)
    way: list[int] = []
    for _ in range(hexes):
        ahead = retreat.ahead(now, unit, way, hexes)
        way.append(max(ahead, key=lambda hex_: pull[hex_] - mind.loss(danger[hex_], strength, hex_)))
    return (unit, *way)


Retreat.thoughts = {"retreat": fall_back}
Retreat.steps = {"retreat": ("retreat.way", Retreating)}
Retreat.inner = ("retreat",)
Retreat.words = {"retreats": "{0:unit} retreats to {1:hex}"}
Retreat.actions = {"retreat": ["unit hex*"]}
Retreat.busy = ("retreat",)
