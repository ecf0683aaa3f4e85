"""Set-up: units whose start leaves a choice are put where it allows; units that come on at an edge."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import NOBODY, Choice, IllegalActionError
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.board import TO_SET_UP
from scenario_forge.wargame.board.checks import MOD009, plans_of
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.modules.activation import Activation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.compiler.set_up import PlacedUnit, Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Stacking
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

_BEHIND, _CROWD, _APART, _SPREAD = 0.6, 0.2, 0.05, 8
"""To a computer player: the draw of a goal a few hexes behind it; what it loses by each unit there, by each hex between
units of a formation; how many hexes between headquarters are enough."""


class SetUpKey(Model):
    """How units are set up whose start names an area: one after another, in the order of the units."""


class SetUp(Module[SetUpKey]):
    """Set-up in play."""

    key, model = "set_up", SetUpKey
    starts = ("within", "free")

    @classmethod
    def due(cls, given: SetUpKey) -> Sequence[str]:  # noqa: ARG003 - always the same
        """Return its step."""
        return ["set-up"]

    @classmethod
    def checks(cls, game: Game, given: SetUpKey, where: Where) -> Iterator[Diagnostic]:  # noqa: ARG003 - it has no keys
        """Yield the first unit that is set up in an area beyond its room."""
        beyond = (found for each in plans_of(game) for side in game.side_names for found in _beyond(each, side))
        told = set[tuple[object, int, int]]()
        for placed, room, count in beyond:
            if placed.entry is not None and (key := (placed.unit.key, room, count)) not in told:
                told.add(key)
                finding = MOD009.at(placed.entry.where, "room", unit=placed.unit.cited, room=room, count=count)
                yield finding.suggest("give the area more hexes, or let the unit begin elsewhere")

    @classmethod
    def sentences(cls, given: SetUpKey, labels: Labels) -> Iterator[Sentence]:  # noqa: ARG003 - it has no keys
        """Say where units are set up whose start names an area."""
        room = " with room for it" if "stacking" in labels.keys else ""
        yield Sentence(
            "set-up.area",
            "Units whose start names an area are set up one at a time, in the order of their numbers. The owner puts "
            f"each into a hex of its area{room}.",
        )


def _beyond(each: Plan, side: str) -> Iterator[tuple[PlacedUnit, int, int]]:
    """Yield the first unit beyond the room of each area of a side, with that room and how many units are to be there.

    Who may be in several areas counts for all of them together.
    """
    grid, system = each.map, each.game.system
    rule = system.stacking(each.game) if system is not None else None
    placed = [unit for unit in each.placed if each.in_play(unit.unit) and _counts(unit, rule)]
    standing = [(unit.unit.side, unit.entry.hex) for unit in placed if unit.entry is not None and unit.state == "at"]
    there = Counter(hex_ for owner, hex_ in standing if owner == side)
    enemies = {hex_ for owner, hex_ in standing if owner != side}
    waiting = [
        (unit, _hexes(grid, unit)) for unit in placed if unit.unit.side == side and unit.state in ("within", "free")
    ]

    def room_in(hex_: int) -> int:
        if rule is None:
            return len(waiting)
        kinds = (*grid.place_kinds_at.get(hex_, ()), grid.terrain[hex_] or "")
        return max(rule.limit_at(kinds) - there[hex_], 0)

    for area in dict.fromkeys(hexes for _unit, hexes in waiting if hexes):
        within = [unit for unit, hexes in waiting if hexes <= area]
        room = sum(room_in(hex_) for hex_ in area - enemies if grid.passable[hex_])
        if len(within) > room:
            yield within[room], room, len(within)


def _counts(placed: PlacedUnit, rule: Stacking | None) -> bool:
    """Return whether a unit takes room in a hex."""
    counter = placed.unit.counter
    return rule is None or counter is None or counter.counter.type not in rule.free_types


def _hexes(grid: HexMap, placed: PlacedUnit) -> frozenset[int]:
    """Return the hexes in which a unit may be set up."""
    location = placed.entry.location if placed.entry is not None else None
    if placed.state == "free":
        return frozenset().union(*(grid.areas[area] for area in grid.areas_of(placed.unit.side)))
    return grid.areas.get((location.area if location is not None else None) or "", frozenset())


class SettingUp(Decision[GameState]):
    """``(unit, hex)``: the next unit whose start leaves a choice."""

    rules: Board

    def waiting(self, state: GameState) -> int:
        """Return the unit that is set up next; −1 for none, or none for which a hex is open."""
        now = self.rules.at(state)
        units = (unit for unit, place in enumerate(now.place) if place == TO_SET_UP)
        return next((unit for unit in units if open_to(now, unit)), -1)

    def who(self, state: GameState, frame: Frame) -> int:  # noqa: ARG002 - as steps are asked
        """Return the owner of the unit."""
        unit = self.waiting(state)
        return NOBODY if unit < 0 else self.rules.owner(unit)

    @rule("set-up.area")
    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return the unit, then the hexes of its areas with room."""
        if not prefix:
            return offer([self.waiting(state)])
        return [] if len(prefix) > 1 else [Choice(hex_) for hex_ in open_to(self.rules.at(state), int(prefix[0]))]

    def why_not(self, state: GameState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return why a unit cannot be set up now, or not in a hex."""
        if prefix:
            return super().why_not(state, frame, prefix, token)
        name = self.rules.compiled.names["units"][self.waiting(state)]
        return IllegalActionError(f"{name} is set up next", self.clause)

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Set up a unit."""
        if not action:
            return ()
        unit, hex_ = int(action[0]), int(action[1])
        self.rules.put(book, unit, hex_)
        book.event("set up", "set-up.area", unit, hex_)
        return [frame]


def open_to(now: Situation, unit: int) -> list[int]:
    """Return the hexes of the areas of a unit where units can be, that have room for it and no enemy."""
    board, enemies = now.board, now.held(1 - now.board.units.side[unit])

    def make() -> list[int]:
        land = (hex_ for hex_ in board.areas[unit] if board.passable[board.terrain[hex_]])
        able = (hex_ for hex_ in land if hex_ not in board.closed and hex_ not in enemies)
        return [hex_ for hex_ in able if now.has_room(hex_, unit)]

    return now.state.derived(("open to", unit), ("units",), make)


def deploy(mind: Mind, now: Situation, frame: Frame) -> Action:  # noqa: ARG001 - as thoughts are asked
    """Return the hex of the area that the unit is wanted in most.

    Units go to goals that few hold, near the rest of their formation. Headquarters stay behind the goals, apart from
    each other; units that join fights from afar where they reach most goals.
    """
    board = mind.board
    unit = next(unit for unit, place in enumerate(now.place) if place == TO_SET_UP and open_to(now, unit))
    activation, pull = board.get(Activation), mind.pull(now)
    hq = activation.hq[unit] if activation is not None else -1
    formations = activation.formations if activation is not None else {}
    leads, far = unit == hq, mind.reach(unit)
    near = _around(now, formations.get(hq, ()) if not leads else ())
    others = _around(now, [each for each in formations if leads and board.units.side[each] == mind.side])
    goals = [board.distances(goal) for goal in mind.goals] if far > 1 else []

    def wanted(hex_: int) -> float:
        draw = -abs(pull[hex_] - _BEHIND) if leads or far > 1 else pull[hex_]
        draw += _CROWD * min(*(row[hex_] for row in others), _SPREAD, _SPREAD) if others else 0
        draw += _CROWD * sum(row[hex_] <= far for row in goals)
        apart = sum(row[hex_] for row in near) / len(near) if near else 0
        return draw - _CROWD * len(now.stack(hex_)) - _APART * apart

    return (unit, max(open_to(now, unit), key=wanted))


def _around(now: Situation, units: Iterable[int]) -> list[Sequence[int]]:
    """Return the distances of all hexes from those of units that are on the map."""
    return [now.board.distances(now.place[unit]) for unit in units if now.place[unit] >= 0]


SetUp.steps = {"set-up": ("set-up.area", SettingUp)}
SetUp.words = {"set up": "{0:unit} is set up in {1:hex}"}
SetUp.actions = {"set-up": ["unit hex"]}
SetUp.thoughts = {"set-up": deploy}
