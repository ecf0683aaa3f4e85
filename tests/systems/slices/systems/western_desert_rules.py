"""What *WW2 Western Desert Rules* has besides the modules: facing, headquarters, dust, smoke and minefields."""

from __future__ import annotations

from typing import ClassVar

from scenario_forge.documents.names import ScenarioName, SideName
from scenario_forge.game.rule_marks import rule as carries
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.modules.advance import Advance, Advancing
from scenario_forge.wargame.modules.document import WargameRules
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.movement.move import Move
from scenario_forge.wargame.modules.movement.steps import MovementModule
from scenario_forge.wargame.modules.play import GameBoard
from scenario_forge.wargame.modules.play import first_state as set_up
from scenario_forge.wargame.modules.sight import Sight


class WesternDesertRules(WargameRules):
    """rules.yaml: the keys of the modules, and what no chart says."""

    airstrikes: dict[ScenarioName, dict[SideName, int]] = {}  # noqa: RUF012 - pydantic copies it
    """By scenario and side."""


class Stands(Module):
    """What is noted of units and hexes besides: facing, dust, headquarters, smoke, mines."""

    key, model = "airstrikes", dict[str, dict[str, int]]
    columns: ClassVar = {"units": "facing dust dug host", "ground": "smoke mined", "sides": "airstrikes"}

    def __init__(self, board, given, read):
        super().__init__(board, given, read)
        self.rows = {"ground": board.hexes, "sides": len(board.of_side)}
        self.hqs = [unit for unit, hq in enumerate(board.of_type("hq")) if hq]
        middle = next(hex_ for hex_ in range(board.hexes) if len(board.around(hex_)) == 6)
        self.vectors = [board.from_to(middle, hex_) for hex_ in board.around(middle)]

    def hq_of(self, now, unit):
        """The headquarters with a unit; None: none."""
        return next((hq for hq in self.hqs if now.units.host[hq] == unit), None)

    @carries("6.2", "6.3")
    def in_front(self, now, unit, hex_):
        """Whether a hex is at most 60 degrees off the way that a unit faces."""
        (q, r), (a, b) = self.vectors[now.units.facing[unit]], self.board.from_to(now.place[unit], hex_)
        dot = 2 * (q * a + r * b) + q * b + r * a
        return dot >= 0 and dot * dot >= a * a + a * b + b * b

    def face(self, book, unit, direction):
        book.put("facing", unit, self.board.directions.index(direction))
        book.event("faces", "6", unit, self.board.directions.index(direction))


class WesternDesertBoard(GameBoard):
    """The board with what lies on it."""

    @carries("21.3")
    def put(self, book, unit, hex_):
        """A unit in another hex is dug in no more."""
        super().put(book, unit, hex_)
        book.put("dug", unit, 0)


@carries("3.3", "5.3", "6.1", "21.5", "22.1", "23.1", "30.1", "30.4")
def first_state(board):
    """As the scenario sets it up; a headquarters has no hex but a host."""
    state, given, keys = set_up(board), board.compiled.rules, board.compiled.keys
    units, cover = state.units, board.printed("cover")
    units.host[:] = type(units.host)(units.host.typecode, [-1] * len(cover))
    for column, name in ((units.host, "attached"), (units.facing, "facing")):
        for unit, value in zip(*[iter(given.get(f"start.{name}", ()))] * 2, strict=True):
            column[unit] = value
    for marker, hex_ in zip(board.compiled.markers.type, board.compiled.markers.hex, strict=True):
        state.ground.mined[hex_] |= keys["markers"][marker] == "minefield"
        for unit in board.stacks(state).get(hex_, ()) if keys["markers"][marker] == "dug-in" else ():
            units.dug[unit] = cover[unit] >= 0
    flown = board.given["airstrikes"]["key"].get(board.compiled.names["scenario"][0], {})
    for side, id_ in enumerate(keys["sides"]):
        state.sides.airstrikes[side] = flown.get(id_, 0)
    return state


# -- moving ----------------------------------------------------------------------------------------


class Go(Move):
    """``unit, hex …, direction``: in the end a unit faces any way, and may do only that."""

    word, clears = "move", ("moved", "dust")

    @carries("9.2", "6.5", "6.6", "12.5")
    def ways(self, now, frame, begun):
        if not begun:
            return offer(self.movers(now, frame))
        if isinstance(begun[-1], str):
            return []
        turns = [way for n, way in enumerate(self.board.directions) if begun[1:] or n != now.units.facing[begun[0]]]
        return [*offer(way.token for way in super().ways(now, frame, begun)), *map(Choice, turns)]

    @carries("11.4", "11.5", "Q7.1")
    def before(self, now, frame, units):
        """A headquarters that moves only its unit directs it: a hex more."""
        trial = super().before(now, frame, units)
        return trial._replace(spent=(-1,)) if self.directed(now, frame, units[0]) is not None else trial

    def directed(self, now, frame, unit):
        return self.board.module(Stands).hq_of(now, unit) if "units" not in frame.data else None

    @carries("10.6", "24.1", "24.4", "Q11.1", "Q9.2")
    def carry_out(self, now, frame, action, book):
        unit, *way, direction = action
        hq = self.directed(now, frame, unit)
        if hq is not None:
            book.put("moved", hq, 1)
        if way:
            book.put("dust", unit, 1)
        frames = super().carry_out(now, frame, (unit, *way), book)
        self.board.module(Stands).face(book, unit, direction)
        return frames


class WesternDesertMovement(MovementModule):
    """Minefields end a move."""

    deeds = (Go,)

    @carries("23.2")
    def ends(self, now, side, hex_, *, by_road):
        return super().ends(now, side, hex_, by_road=by_road) or bool(now.state.ground.mined[hex_])


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


# -- seeing, and what becomes of units -------------------------------------------------------------


class WesternDesertSight(Sight):
    """Dust hides what is behind it also from a height, smoke what is in it or behind it."""

    def has_moved(self, now, unit):
        return bool(now.units.dust[unit])

    @carries("26.5", "15.3")
    def sees(self, now, a, b):
        smoke = now.state.ground.smoke
        return not (self.board.distance(a, b) > 1 and (smoke[a] or smoke[b])) and super().sees(now, a, b)

    @carries("24.2", "15.7", "4.10")
    def blocks(self, now, hex_, *, over):
        dusty = any(now.units.dust[unit] for unit in now.stack(hex_))
        return super().blocks(now, hex_, over=over and not dusty) or bool(now.state.ground.smoke[hex_])


class WesternDesertEffects(Effects):
    """A headquarters is set aside when its unit is eliminated."""

    @carries("3.4", "17.11", "21.4")
    def eliminate(self, book, unit):
        super().eliminate(book, unit)
        for hq in self.board.module(Stands).hqs:
            if book.get("host", hq) == unit:
                book.put("host", hq, -1)
                book.event("set aside", "3", hq)
