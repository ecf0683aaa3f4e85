"""What *WW2 Western Desert Rules* has besides the modules: facing, dust, smoke."""

from __future__ import annotations

from typing import ClassVar

from scenario_forge.documents.names import ScenarioName, SideName
from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.cells import pairs
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.modules.advance import Advance, Advancing, go_on
from scenario_forge.wargame.modules.movement.move import Move
from scenario_forge.wargame.modules.movement.steps import MovementModule
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.works import Works
from scenario_forge.wargame.shelf.document import WargameRules


class WesternDesertRules(WargameRules):
    """rules.yaml: the keys of the modules, and what no chart says."""

    airstrikes: dict[ScenarioName, dict[SideName, int]] = {}  # noqa: RUF012 - pydantic copies it
    """By scenario and side."""


class Stands(Module):
    """What is noted besides: the way that a unit faces, its dust; smoke in a hex; airstrikes of a side."""

    key, model = "airstrikes", dict[str, dict[str, int]]
    columns: ClassVar = {"units": "facing dust", "ground": "smoke", "sides": "airstrikes"}

    def __init__(self, board, given, read):
        super().__init__(board, given, read)
        self.rows = {"ground": board.hexes, "sides": len(board.of_side)}
        middle = next(hex_ for hex_ in range(board.hexes) if len(board.around(hex_)) == 6)
        self.vectors = [board.from_to(middle, hex_) for hex_ in board.around(middle)]

    @property
    def said(self):
        return {"way": self.board.directions}

    @carries("3.3", "6.1", "22.1", "30.1", "30.4")
    def begin(self, state):
        for unit, way in pairs(self.board.compiled.rules.get("start.facing", ())):
            state.units.facing[unit] = way
        flown = self.given.get(self.board.compiled.names["scenario"][0], {})
        for side, id_ in enumerate(self.board.compiled.keys["sides"]):
            state.sides.airstrikes[side] = flown.get(id_, 0)

    @carries("6.2", "6.3")
    def in_front(self, now, unit, hex_):
        """Whether a hex is at most 60 degrees off the way that a unit faces."""
        (q, r), (a, b) = self.vectors[now.units.facing[unit]], self.board.from_to(now.place[unit], hex_)
        dot = 2 * (q * a + r * b) + q * b + r * a
        return dot >= 0 and dot * dot >= a * a + a * b + b * b

    def face(self, book, unit, direction):
        book.put("facing", unit, self.board.directions.index(direction))
        book.event("faces", "6", unit, self.board.directions.index(direction))


class Go(Move):
    """``unit, hex …, direction``: in the end a unit faces any way, and may do only that."""

    clears = (*Move.clears, "dust")

    @carries("9.2", "6.5", "6.6", "12.5")
    def ways(self, now, frame, begun):
        if not begun:
            return offer(self.movers(now, frame))
        if isinstance(begun[-1], str):
            return []
        turns = [way for n, way in enumerate(self.board.directions) if begun[1:] or n != now.units.facing[begun[0]]]
        return [*offer(way.token for way in super().ways(now, frame, begun)), *map(Choice, turns)]

    @carries("24.1", "24.4", "24.5", "Q11.1", "Q9.2")
    def carry_out(self, now, frame, action, book):
        if len(action) > 2:
            book.put("dust", action[0], 1)
        frames = super().carry_out(now, frame, action[:-1], book)
        self.board.module(Stands).face(book, action[0], action[-1])
        return frames

    def whole(self, now, action):
        """A player's unit faces the nearest enemy."""
        at, vectors = action[-1], self.board.module(Stands).vectors
        near = min(
            now.held(1 - self.board.owner(action[0])), key=lambda hex_: self.board.distance(at, hex_), default=at
        )
        q, r = self.board.from_to(at, near)
        ahead = [2 * (a * q + b * r) + a * r + b * q for a, b in vectors]
        return (*action, self.board.directions[ahead.index(max(ahead))])


class WesternDesertMovement(MovementModule):
    """Units move and face."""

    deeds = (Go,)


class Occupying(Advancing):
    """``unit, hex, direction``, or ``(end)``."""

    def choices(self, state, frame, prefix):
        if len(prefix) == 2:
            return list(map(Choice, self.rules.directions))
        ways = super().choices(state, frame, prefix)
        return offer(way.token for way in ways) if prefix else ways

    def done(self, state, frame, action, book):
        frames = super().done(state, frame, action[:2], book)
        if frames:
            self.rules.module(Stands).face(book, action[0], action[2])
        return frames


class WesternDesertAdvance(Advance):
    """Who advances faces any way."""

    steps: ClassVar = {"advance": ("17", Occupying)}
    thoughts: ClassVar = {"advance": lambda mind, now, frame: faced(mind, now, go_on(mind, now, frame))}


def faced(mind, now, action):
    """A player's advance with the way that the unit faces."""
    return action if action[0] == "end" else mind.board.deeds["move"].whole(now, action)


class WesternDesertSight(Sight):
    """Dust hides what is behind it also from a height, smoke what is in it or behind it."""

    def has_moved(self, now, unit):
        return bool(now.units.dust[unit])

    @carries("26.5")
    def sees(self, now, a, b):
        smoke = now.state.ground.smoke
        return not (self.board.distance(a, b) > 1 and (smoke[a] or smoke[b])) and super().sees(now, a, b)

    @carries("24.2", "15.7", "4.10")
    def blocks(self, now, hex_, *, over):
        dusty = any(now.units.dust[unit] for unit in now.stack(hex_))
        return super().blocks(now, hex_, over=over and not dusty) or bool(now.state.ground.smoke[hex_])


class WesternDesertWorks(Works):
    """A unit with a headquarters clears mines too."""

    @carries("23.4", "23.5")
    def may_clear(self, now, id_, unit):
        return super().may_clear(now, id_, unit) or self.board.modules["leaders"].of(now, unit) is not None
