"""Fire: units fire at units that they see, in their own phase or at who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.simulator.terms import Attack, Reckoning, Terms
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer, pick, split_at, targets_by_token, two_stage_choices
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.base.steps import DIE, Decision, Throw
from scenario_forge.wargame.base.terms import table_roll
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
    from scenario_forge.wargame.modules.mind import Mind

DECLINE, WITH = "decline", "with"
COUNT = "count"
"""The value of a game in which each firer counts 1."""


class Cover(Model):
    """What defends units in cover."""

    value: ValueName
    """The value of the counter that defends in cover; a unit that has none has no use of cover."""
    ground: list[Annotated[str, Names("terrain")]]
    """The terrain that gives cover."""


class Volley(NamedTuple):
    """Fire of several units at one, with those that support it."""

    target: int
    units: Sequence[int]
    guns: Sequence[int] = ()
    more: int = 0
    """What is added besides, as for aircraft."""


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
    """The strength of each firer; `count`: each counts 1."""
    defence: ValueName | None = None
    """The defence of the target; without, none."""
    cover: Cover | None = None
    """What defends units in cover instead."""
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
        self.supports = board.compiled.rules.get("fire.support", [0] * len(board.units.side))
        self.covered = board.hexes_of(*(given.cover.ground if given.cover else ()))
        self.close = board.hexes_of(*given.close)
        self.gain = board.column(given.from_high)[0] if given.from_high else 0

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The results of the table, by their number."""
        return {"result": self.results.codes} if self.results is not None else {}

    def ready(self) -> None:
        """Look up sight, works and kinds of turn."""
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

    @rule("fire.together")
    def firers(self, now: Situation, units: Iterable[int], target: int) -> list[int]:
        """Return the units that can fire at a target with others."""
        hex_ = now.place[target]
        if now.units.aimed[target]:
            return []
        return [unit for unit in units if self.is_free(now, unit) and target in self.targets(now, unit, hex_)]

    @rule("fire.support")
    def supporters(self, now: Situation, units: Iterable[int], target: int) -> list[int]:
        """Return the units that can support fire at a target that they cannot fire at themselves."""
        hex_ = now.place[target]
        if now.units.aimed[target]:
            return []
        able = (unit for unit in units if self.supports[unit] and self.is_free(now, unit) and self.may_fire(now, unit))
        return [unit for unit in able if self.may_support(now, unit, hex_) and not self.reaches(now, unit, hex_)]

    def may_support(self, now: Situation, unit: int, hex_: int) -> bool:
        """Return whether a unit can support fire at a hex: it is in range, whoever sees it."""
        at = now.place[unit]
        return self.board.distance(at, hex_) <= self.ranges[unit] and not self.is_apart(at, hex_)

    def is_spotted(self, now: Situation, side: int, target: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether units may support a side at a target though nobody else fires at it."""
        return False

    # -- the value of fire ---------------------------------------------------------------------------

    def strength(self, now: Situation, unit: int) -> int:
        """Return what a unit counts that fires."""
        return 1 if self.given.value == COUNT else self.board.value(now, self.given.value, unit)

    @rule("fire.cover")
    def defence(self, now: Situation, unit: int) -> int:
        """Return what defends a unit."""
        given, board = self.given, self.board
        covered = board.value(now, given.cover.value, unit) if given.cover and self.is_covered(now, unit) else -1
        if covered >= 0:
            return covered
        return board.value(now, given.defence, unit) if given.defence is not None else 0

    def is_covered(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in cover."""
        return now.place[unit] in self.covered or (self.works is not None and self.works.covers(now, unit))

    def has_cover(self, unit: int) -> bool:
        """Return whether cover is of use to a unit."""
        return self.given.cover is not None and self.board.printed(self.given.cover.value)[unit] >= 0

    def added(self, now: Situation, volley: Volley) -> list[tuple[int, str, str]]:
        """Return what is added to the value of fire: the number, its source in words, its clause."""
        return self.works.added_to_fire(now, volley.target) if self.works is not None else []

    @rule("fire.value")
    def value(self, now: Situation, volley: Volley) -> Reckoning:
        """Return the value of fire: strengths of those who fire, with what is added, less the defence."""
        found, names = Reckoning(), self.board.compiled.names["units"]
        for unit in (*volley.units, *volley.guns):
            found.add(self.strength(now, unit), names[unit], "fire.value", "counter")
        for number, source, clause in self.added(now, volley):
            found.add(number, source, clause)
        found.add(-self.defence(now, volley.target), f"{names[volley.target]} defends", "fire.cover", "counter")
        return found

    def terms(self, now: Situation, volley: Volley) -> Terms:
        """Return every number of :meth:`value` with its source, and each result with its chance."""
        assert self.results is not None  # noqa: S101 - a game without a table answers itself
        found, effects = self.value(now, volley), self.board.module(Effects)
        roll = table_roll(self.results, int(found.total), DIE, effects.in_words)
        return Terms((found.named("attack value"),), (roll,))

    # -- for a player --------------------------------------------------------------------------------

    def share_lost(self, value: int) -> float:
        """Return the share of a target that fire of a value is expected to cost."""
        assert self.results is not None  # noqa: S101 - as for `terms`
        share = self.board.module(Effects).share
        return sum(share(self.results.at(value, int(each.token)), "defender") for each in DIE) / len(DIE)

    def expected(self, mind: Mind, now: Situation, volley: Volley) -> float:
        """Return what fire together may be expected to win."""
        won = mind.value(now, volley.target) + mind.goals.get(now.place[volley.target], 0)
        return self.share_lost(int(self.value(now, volley).total)) * won

    def under_fire(self, mind: Mind, now: Situation) -> Sequence[int]:
        """Return for each hex how many enemies can soon fire at it, as far as they go and reach."""

        def make() -> list[int]:
            found = [0] * self.board.hexes
            for unit in (unit for unit in now.own(1 - mind.side) if self.fires[unit]):
                far = self.ranges[unit] + (max(self.board.units.movement[unit], 0) if self.both[unit] else 0)
                for hex_, away in enumerate(self.board.distances(now.place[unit])):
                    found[hex_] += away <= far
            return found

        return now.state.derived(("under fire", mind.side), ("units.place",), make)

    def outlook(self, mind: Mind, now: Situation, unit: int, hex_: int) -> float:
        """Return what fire is worth to a unit in a hex: targets in range, less what enemies may do to it."""
        if self.results is None:
            return 0.0
        sight, far = self.sight, self.ranges[unit]
        targets = (place for place in now.held(1 - mind.side) if self.board.distance(hex_, place) <= far)
        aims = self.fires[unit] and any(sight is None or sight.sees(now, hex_, place) for place in targets)
        guarded = hex_ in self.covered and self.has_cover(unit)
        name = self.given.cover.value if self.given.cover is not None and guarded else self.given.defence
        defence = self.board.value(now, name, unit) if name is not None else 0
        lost = self.share_lost(self.under_fire(mind, now)[hex_] // 3 - defence)
        return 0.5 * aims - 0.4 * lost * mind.value(now, unit)

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
    """``unit, target``; of units together ``target, unit …``, with ``with, unit …`` where some support them."""

    word, phase, pattern = "fire", "fire", "unit unit"

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.fire = board.module(Fire)

    @property
    def clears(self) -> Sequence[str]:  # type: ignore[override]  # a target of several is marked
        """The columns that are 0 when a phase begins."""
        return ("shot", "aimed") if self.fire.given.together else ("shot",)

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Iterable[Choice]:
        """Return who can fire, then at whom; of units together at whom, then who can."""
        if self.fire.given.together:
            return self._together(now, frame, begun)
        hexes = sorted(now.held(1 - frame.data["side"]))
        able = (unit for unit in self.firers(now, frame) if self.fire.fires[unit] and self.fire.is_free(now, unit))
        aims = targets_by_token(able, lambda unit: [at for hex_ in hexes for at in self.fire.targets(now, unit, hex_)])
        return two_stage_choices(aims, begun)

    def _together(self, now: Situation, frame: Frame, begun: Action) -> list[Choice]:
        if not begun:
            enemies = now.own(1 - frame.data["side"])
            return offer(unit for unit in enemies if self._together(now, frame, (unit,)))
        target, (picked, joined) = int(begun[0]), split_at(begun[1:], WITH)
        firers, guns = self.able(now, frame, target)
        if WITH in begun:
            return pick(guns, [int(unit) for unit in joined])
        helped = guns and (picked or self.fire.is_spotted(now, frame.data["side"], target))
        return [*pick(firers, [int(unit) for unit in picked], more=bool(guns)), *offer([WITH] * bool(helped))]

    def able(self, now: Situation, frame: Frame, target: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the units that can fire at a target together, and those that can support them."""
        units = self.firers(now, frame)
        return self.fire.firers(now, units, target), self.fire.supporters(now, units, target)

    def firers(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units that act in the phase."""
        return acting(now, frame)

    def proposal(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action] | None:
        """Return the target of units together at which fire may be expected to win most."""
        found = [self._volley(mind, now, frame, target) for target in now.own(1 - frame.data["side"])]
        worth = [(self.fire.expected(mind, now, volley), volley) for volley in found if volley.units or volley.guns]
        if not self.fire.given.together or not worth:
            return None
        most, best = max(worth, key=lambda each: each[0])
        return most, (best.target, *best.units, *([WITH, *best.guns] if best.guns else ()))

    def _volley(self, mind: Mind, now: Situation, frame: Frame, target: int) -> Volley:
        """Return the fewest units whose fire at a target may be expected to win most."""
        firers, guns = self.able(now, frame, target)
        joined = bool(firers) or self.fire.is_spotted(now, frame.data["side"], target)
        picked: tuple[list[int], list[int]] = [], []
        most = 0.0
        for group, unit in [*((0, unit) for unit in firers), *((1, unit) for unit in guns if joined)]:
            tried = [[*own, unit] if group == number else own for number, own in enumerate(picked)]
            worth = self.fire.expected(mind, now, Volley(target, tried[0], tried[1]))
            if worth > most:
                most, picked = worth, (tried[0], tried[1])
        return Volley(target, *picked)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Aim, and throw the dice."""
        if not self.fire.given.together:
            firer, target = (int(unit) for unit in action)
            _aim(book, firer)
            return [frame, Frame("shot", {"firer": firer, "target": target})]
        target, (units, guns) = int(action[0]), split_at(action[1:], WITH)
        book.put("aimed", target, 1)
        for unit in (*units, *guns):
            _aim(book, int(unit))
        data = {"side": frame.data["side"], "target": target, "units": units, "guns": guns}
        return [frame, Frame("combined-fire", data)]


def _aim(book: Book, unit: int) -> None:
    book.put("shot", unit, 1)
    book.event("takes aim", "fire.who", unit)


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


@rule("fire.result")
def combined_fire(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result of fire of several units in the table, and lead to what it does."""
    now, fire, data = board.at(state), board.module(Fire), frame.data
    volley, side = volley_of(data), data["side"]
    value = int(fire.value(now, volley).total)
    assert fire.results is not None  # noqa: S101 - as for `shot`
    code = fire.results.at(value, data["thrown"])
    book.event("combined fire", "fire.result", volley.target, value, data["thrown"], fire.results.codes.index(code))
    units = [*volley.units, *volley.guns]
    after = [Frame("advance", {"side": side, "hex": now.place[volley.target], "units": units})]
    effects = board.module(Effects).frames(code, (side, 1 - side), (units, (volley.target,)))
    return [*after * ("advance" in board.modules), *effects]


def volley_of(data: Mapping[str, Any]) -> Volley:
    """Return the fire that a frame or an action is for."""
    return Volley(data["target"], data["units"], data["guns"], data.get("more", 0))


def shots(board: Board, state: GameState, frame: Frame, action: Action) -> Sequence[Attack]:
    """Return fire together that is being chosen, or for which the die is still to be thrown."""
    data, deed = dict(frame.data), board.deeds["fire"]
    stages = action[1:] if action[:1] == (deed.word,) else action if frame.step == deed.phase else ()
    if stages:
        units, guns = split_at(stages[1:], WITH)
        data = {"target": stages[0], "units": units, "guns": guns}
    shooters = (*data.get("units", ()), *data.get("guns", ()))
    return [Attack(state.units.place[data["target"]], shooters, data)] if "target" in data and shooters else []


def terms(board: Board, state: GameState, attack: Attack) -> Terms:
    """Return the terms of fire together at the first unit of a hex that can be fired at.

    Raises:
        ValueError: a unit cannot fire at it.
    """
    now, fire, given = board.at(state), board.module(Fire), attack.given
    target = given.get("target", now.stack(attack.target)[0])
    guns = [unit for unit in attack.attackers if unit in given.get("guns", ())]
    units = [unit for unit in attack.attackers if unit not in guns]
    able = units if "units" in given else fire.firers(now, units, target)
    for unit in units:
        if unit not in able:
            raise ValueError(f"{board.compiled.names['units'][unit]} cannot fire at this hex now")
    return fire.terms(now, Volley(target, units, guns, given.get("more", 0)))


class FirePhase(SidePhase):
    """The phase in which units of a side fire."""

    plain = "fire"


class FireModule(Fire):
    """The module of fire with its steps."""

    deeds = (FireAt,)
    steps: ClassVar = {
        "fire": ("fire.phase", FirePhase),
        "shot": ("fire.result", Throw, shot),
        "combined-fire": ("fire.result", Throw, combined_fire),
        "opportunity": ("fire.opportunity", Opportunity),
    }
    inner = ("shot", "combined-fire", "opportunity")
    words: ClassVar = {
        "fire begins": "the {0:side} player fires",
        "takes aim": "{0:unit} takes aim",
        "fires": "{0:unit} fires at {1:unit}: {3} on the die against {2}",
        "combined fire": "fire at {0:unit}, value {1}: {2} on the die, {3:result}",
    }
    actions: ClassVar = {"opportunity": ["unit unit"]}
    marks = ("shot",)
    busy = ("opportunity", "shot")

    @property
    def columns(self) -> Mapping[str, str]:  # type: ignore[override]  # a target of several is marked
        """The columns of state: who has fired, and who was fired at where that can be once."""
        return {"units": "shot aimed" if self.given.together else "shot"}

    @classmethod
    def patterns(cls, given: FireKey) -> Mapping[str, Sequence[str]]:
        """Return the stages of fire."""
        found = dict(super().patterns(given))
        return found | {"fire": ["unit unit* with unit*"]} if given.together else found
