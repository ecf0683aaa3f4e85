"""The module of fire: who can fire at whom, and with what value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.terms import Reckoning, Terms
from scenario_forge.wargame.base.offers import targets_by_token
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.base.steps import DIE
from scenario_forge.wargame.base.terms import table_roll
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.fire.key import COUNT, FireKey
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.selectors import selected
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Event
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind


class Volley(NamedTuple):
    """Fire of several units at one, with those that support it."""

    target: int
    units: Sequence[int]
    guns: Sequence[int] = ()
    more: int = 0
    """What is added besides, as for aircraft."""


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
