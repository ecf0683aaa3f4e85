"""Set-up: units whose start leaves a choice are put where it allows; units that come on at an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.base import Model
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.step import NOBODY, Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.steps import Decision
from scenario_forge.wargame.board.board import TO_SET_UP
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.modules.activation import Activation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
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
    def sentences(cls, given: SetUpKey, labels: Labels) -> Iterator[Sentence]:  # noqa: ARG003 - it has no keys
        """Say where units are set up whose start names an area."""
        room = " with room for it" if "stacking" in labels.keys else ""
        yield Sentence(
            "set-up.area",
            "Units whose start names an area are set up one at a time, in the order of their numbers. The owner puts "
            f"each into a hex of its area{room}.",
        )


class SettingUp(Decision[GameState]):
    """``(unit, hex)``: the next unit whose start leaves a choice."""

    rules: Board

    def waiting(self, state: GameState) -> int:
        """Return the unit that is set up next; −1 for none."""
        return next((unit for unit, place in enumerate(state.units.place) if place == TO_SET_UP), -1)

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

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Set up a unit."""
        if not action:
            return ()
        unit, hex_ = int(action[0]), int(action[1])
        self.rules.put(book, unit, hex_)
        book.event("set up", "set-up.area", unit, hex_)
        return [frame]


def open_to(now: Situation, unit: int) -> list[int]:
    """Return the hexes of the areas of a unit that have room for it and no enemy."""
    enemies = now.held(1 - now.board.units.side[unit])
    return [hex_ for hex_ in now.board.areas[unit] if hex_ not in enemies and now.has_room(hex_, unit)]


def deploy(mind: Mind, now: Situation, frame: Frame) -> Action:  # noqa: ARG001 - as thoughts are asked
    """Return the hex of the area that the unit is wanted in most.

    Units go to goals that few hold, near the rest of their formation. Headquarters stay behind the goals, apart from
    each other; units that join fights from afar where they reach most goals.
    """
    board = mind.board
    unit = next(unit for unit, place in enumerate(now.place) if place == TO_SET_UP)
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
