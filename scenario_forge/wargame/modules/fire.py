"""Fire: units fire at units that they see, in their own phase or at who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.documents.base import Model
from scenario_forge.documents.names import ChartName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import targets_by_token, two_stage_choices
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.base.steps import Decision, Throw
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.phase import Deed, SidePhase, acting
from scenario_forge.wargame.modules.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.board import Board, Situation

DECLINE = "decline"


class FireKey(Model):
    """Who fires at whom."""

    range: ValueName
    """The value of the counter that is the range in hexes."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that fire; without, all that have a range."""
    spared: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """Units that are fired at only where no others are in the hex; without, none."""
    opportunity: bool = False
    """Whether units may also fire at those that enter a hex in the turn of the enemy, each once at each hex."""
    table: ChartName | None = None
    """The chart of results, by the strength of the firer less the defence of the target."""
    value: ValueName = "strength"
    """The strength of the firer."""
    defence: ValueName | None = None
    """The defence of the target; without, none."""


class Fire(Module[FireKey]):
    """Fire in play."""

    key, model, needs = "fire", FireKey, ("effects",)

    def __init__(self, board: Board, given: FireKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.fires = [
            bool(may) and far > 0 for may, far in zip(board.column("fire.of"), board.printed(given.range), strict=True)
        ]
        """By unit: whether it fires."""
        self.ranges = board.printed(given.range)
        self.spared = board.compiled.rules.get("fire.spared", [0] * len(board.units.side))
        self.results = Results(read["results"]) if read else None

    def ready(self) -> None:
        """Look up sight, kinds of turn and effects."""
        self.sight, self.weather = self.board.get(Sight), self.board.get(Weather)

    @classmethod
    def read(cls, game: Game, given: FireKey) -> Mapping[str, Any]:
        """Return the table of results, where there is one."""
        return {"results": results_data(game, given.table)} if given.table is not None else {}

    @classmethod
    def arrays(cls, game: Game, given: FireKey) -> Arrays:
        """Return who fires, and who is spared."""
        spared = {"fire.spared": selected(game, given.spared)} if given.spared else {}
        return {"fire.of": selected(game, given.of), **spared}

    @rule("fire.who")
    def may_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire now."""
        forbidden = self.weather is not None and self.weather.forbids_fire(now)
        return self.fires[unit] and now.place[unit] >= 0 and not forbidden

    @rule("fire.range", "fire.sight")
    def reaches(self, now: Situation, firer: int, hex_: int) -> bool:
        """Return whether a unit can fire as far as a hex, and sees it."""
        at = now.place[firer]
        near = self.board.distance(at, hex_) <= self.ranges[firer]
        return near and (self.sight is None or self.sight.sees(now, at, hex_))

    @rule("fire.target")
    def targets(self, now: Situation, firer: int, hex_: int) -> list[int]:
        """Return the units of a hex that a unit can fire at."""
        if not self.may_fire(now, firer) or not self.reaches(now, firer, hex_):
            return []
        side = self.board.units.side[firer]
        enemies = [unit for unit in self.exposed(now, hex_) if self.board.units.side[unit] != side]
        return [unit for unit in enemies if not self.spared[unit]] or enemies

    def exposed(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the units of a hex that can be fired at."""
        return now.stack(hex_)

    @rule("fire.once")
    def is_free(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has not fired in its phase."""
        return not now.units.shot[unit]

    @rule("fire.opportunity")
    def reaction(self, state: GameState, event: Event) -> Frame | None:
        """Return the step in which the other side fires at who has entered a hex; None where nobody can."""
        if not self.given.opportunity or event.name != "enters":
            return None
        side = 1 - self.board.units.side[event.subjects[0]]
        moved = [event.subjects[0], *event.subjects[2:]]
        frame = Frame("opportunity", {"side": side, "hex": event.subjects[1], "units": moved, "fired": []})
        return frame if self.firing(self.board.at(state), frame) else None

    def firing(self, now: Situation, frame: Frame) -> dict[int, Sequence[int]]:
        """Return who can fire at those that move, and at whom, by firer."""
        data = frame.data
        able = (unit for unit in now.own(data["side"]) if self.fires[unit] and unit not in data["fired"])
        return targets_by_token(
            able, lambda unit: [each for each in self.targets(now, unit, data["hex"]) if each in data["units"]]
        )


class FireAt(Deed):
    """``unit, target``."""

    word, phase, clears, pattern = "fire", "fire", ("shot",), "unit unit"

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        fire, hexes = self.board.module(Fire), sorted(now.held(1 - frame.data["side"]))
        able = (unit for unit in self.firers(now, frame) if fire.fires[unit] and fire.is_free(now, unit))
        aims = targets_by_token(able, lambda unit: [each for hex_ in hexes for each in fire.targets(now, unit, hex_)])
        return two_stage_choices(aims, begun)

    def firers(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units that act in the phase."""
        return acting(now, frame)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Aim, and throw the dice."""
        firer, target = (int(unit) for unit in action)
        book.put("shot", firer, 1)
        book.event("takes aim", "fire.who", firer)
        return [frame, Frame("shot", {"firer": firer, "target": target})]


class Opportunity(Decision[GameState]):
    """``(firer, target)`` or ``(decline)``, one after another."""

    rules: Board

    def choices(self, state: GameState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return who can fire, then at whom."""
        aims = self.rules.module(Fire).firing(self.rules.at(state), frame)
        return [*two_stage_choices(aims, prefix), *[Choice(DECLINE)] * (not prefix)]

    @rule("fire.opportunity")
    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:  # noqa: ARG002
        """Throw the dice, and go on with others who can fire."""
        if not action or action[0] == DECLINE:
            return ()
        fired = frame.with_values(fired=[*frame.data["fired"], action[0]])
        return [fired, Frame("shot", {"firer": action[0], "target": action[1]})]


@rule("fire.result")
def shot(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result in the table, and let the target suffer what it does."""
    now, fire, (firer, target) = board.at(state), board.module(Fire), (frame.data["firer"], frame.data["target"])
    given = fire.given
    strength = board.value(now, given.value, firer)
    value = strength - (board.value(now, given.defence, target) if given.defence is not None else 0)
    assert fire.results is not None  # noqa: S101 - a game without a table has a step of its own
    code = fire.results.at(value, frame.data["thrown"])
    book.event("fires", "fire.result", firer, target, value, frame.data["thrown"], fire.results.codes.index(code))
    sides = (board.units.side[firer], board.units.side[target])
    return board.module(Effects).frames(code, sides, ((firer,), (target,)))


class FirePhase(SidePhase):
    """The phase in which units of a side fire."""

    plain = "fire"


class FireModule(Fire):
    """The module of fire with its steps."""

    columns: ClassVar = {"units": "shot"}
    deeds = (FireAt,)
    steps: ClassVar = {
        "fire": ("fire.phase", FirePhase),
        "shot": ("fire.result", Throw, shot),
        "opportunity": ("fire.opportunity", Opportunity),
    }
    inner = ("shot", "opportunity")
    words: ClassVar = {
        "fire begins": "the {0:side} player fires",
        "takes aim": "{0:unit} takes aim",
        "fires": "{0:unit} fires at {1:unit}: {3} on the die against {2}",
    }
    actions: ClassVar = {"opportunity": ["unit unit"]}
    marks = ("shot",)
    busy = ("opportunity", "shot")
