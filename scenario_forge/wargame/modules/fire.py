"""Fire: units fire at units that they see, in their own phase or at who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
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
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action, Event
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.board import Board, Situation

DECLINE = "decline"
COUNT = "count"
"""The value of a game in which each unit that fires counts 1."""


class Cover(Model):
    """What defends units in cover."""

    value: ValueName
    """The value of the counter that defends in cover; a unit that has none has no use of cover."""
    ground: list[Annotated[str, Names("terrain")]]
    """The terrain that gives cover."""


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
    value: Annotated[Id, Names("number", besides=(COUNT,))] = "strength"
    """The strength of the firer; of units together `count`, by which each counts 1."""
    defence: ValueName | None = None
    """The defence of the target; without, none."""
    cover: Cover | None = None
    """What defends units in cover instead, against fire of units together."""
    both: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that may both move and fire in a turn; without, all."""
    together: bool = False
    """Whether any number of units fire at one target together; it is fired at once in a turn."""
    support: UnitSelector | None = None
    """The units that join fire at a target that they do not see, if another that fires sees it; without, nobody."""
    from_high: str | None = None
    """The name of the figure that is added to the range of units on `high` terrain of `sight`."""
    close: list[Annotated[str, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """Terrain into and out of which units fire from hex to adjacent hex only."""


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
        self.both = board.compiled.rules.get("fire.both", [1] * len(board.units.side))
        """By unit: whether it may both move and fire."""
        self.covered = board.hexes_of(*(given.cover.ground if given.cover else ()))
        self.close = board.hexes_of(*given.close)
        self.gain = board.column(given.from_high)[0] if given.from_high else 0

    def ready(self) -> None:
        """Look up sight, kinds of turn, works and effects."""
        self.works = self.board.get(Works)
        self.sight, self.weather = self.board.get(Sight), self.board.get(Weather)

    @classmethod
    def read(cls, game: Game, given: FireKey) -> Mapping[str, Any]:
        """Return the table of results, where there is one."""
        return {"results": results_data(game, given.table)} if given.table is not None else {}

    @classmethod
    def arrays(cls, game: Game, given: FireKey) -> Arrays:
        """Return who fires, who is spared, who may move besides, who supports."""
        named = {"spared": given.spared, "both": given.both, "support": given.support}
        some = {f"fire.{name}": selected(game, selector) for name, selector in named.items() if selector}
        return {"fire.of": selected(game, given.of), **some}

    @rule("fire.who")
    def may_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire now."""
        forbidden = self.weather is not None and self.weather.forbids_fire(now)
        return self.fires[unit] and now.place[unit] >= 0 and not forbidden

    @rule("fire.range", "fire.sight", "fire.close")
    def reaches(self, now: Situation, firer: int, hex_: int) -> bool:
        """Return whether a unit can fire as far as a hex, and sees it."""
        at, sight = now.place[firer], self.sight
        gain = self.gain if sight is not None and sight.is_high[at] else 0
        if self.board.distance(at, hex_) > self.ranges[firer] + gain or self.is_apart(at, hex_):
            return False
        return sight is None or sight.spots(now, at, hex_)

    def is_apart(self, at: int, hex_: int) -> bool:
        """Return whether one of two hexes is close terrain and they are not adjacent."""
        return not self.close.isdisjoint((at, hex_)) and self.board.distance(at, hex_) > 1

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

    @rule("fire.once", "fire.both")
    def is_free(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has not fired in its phase, nor done what keeps it from it."""
        return not now.units.shot[unit] and bool(self.both[unit] or not now.units.moved[unit])

    @rule("fire.both")
    def may_still_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may move, having fired or not."""
        return bool(self.both[unit] or not now.units.shot[unit])

    def is_covered(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in cover."""
        return now.place[unit] in self.covered or (self.works is not None and self.works.covers(now, unit))

    def has_cover(self, unit: int) -> bool:
        """Return whether cover is of use to a unit."""
        return self.given.cover is not None and self.board.printed(self.given.cover.value)[unit] >= 0

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

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Iterable[Choice]:
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
