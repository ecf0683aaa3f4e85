"""Who can fire at whom, and with what prospects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.compiler.arrays import NONE
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.terms import Attack, Reckoning, Roll, Terms, prospects
from scenario_forge.wargame.base.offers import targets_by_token
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.board.labels import counted, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import lasts, on_units
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.assault.assault import Assault
from scenario_forge.wargame.modules.assault.modifier_words import names_of, sentences_of_modifiers
from scenario_forge.wargame.modules.assault.modifiers import (
    Change,
    Clash,
    Modifiers,
    arrays_of,
    multiply,
    total_of,
)
from scenario_forge.wargame.modules.dice import TableDice, counts_of, dice_in_words
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.fire.key import COUNT, FireKey, sentences_of_cover, sentences_of_range
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.sight import Sight
from scenario_forge.wargame.modules.supply import Supply
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action, Event, Token
    from scenario_forge.simulator.terms import Prospect, Sum
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind


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
        self.dice = TableDice(board, read["dice"] if read else {"": 1}, self.key)
        self.both = board.compiled.rules.get("fire.both", [1] * len(board.units.side))
        """By unit: whether it may both move and fire."""
        self.covers = given.cover is not None
        self.covered = board.hexes_of(*(given.cover.ground if given.cover else ()))
        self.close = board.hexes_of(*given.close)
        self.gain = board.column(given.from_high)[0] if given.from_high else 0
        self.modifiers = Modifiers(board, self.key, given.modifiers, read.get("modifiers", ()))

    def ready(self) -> None:
        """Look up sight, kinds of turn, works, supply, leaders, assault and effects."""
        self.works = self.board.get(Works)
        self.sight, self.weather = self.board.get(Sight), self.board.get(Weather)
        self.supply, self.assault = self.board.get(Supply), self.board.get(Assault)
        self.leaders = self.board.get(Leaders)
        self.effects = self.board.module(Effects)

    @classmethod
    def read(cls, game: Game, given: FireKey) -> Mapping[str, Any]:
        """Return the table of results, where there is one."""
        if given.table is None:
            return {}
        names = {"modifiers": names_of(game, given.modifiers)} if given.modifiers else {}
        return {"results": results_data(game, given.table), "dice": counts_of(game, given.table)} | names

    @classmethod
    def charts(cls, given: FireKey) -> Sequence[str]:
        """Return its table, where it has one."""
        return [given.table] if given.table is not None else []

    @classmethod
    def ranges_of(cls, given: FireKey) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return the range, and who fires."""
        return [(given.range, given.of)]

    @classmethod
    def arrays(cls, game: Game, given: FireKey) -> Arrays:
        """Return who fires, who is spared, who may move besides, who supports."""
        named = {"spared": given.spared, "both": given.both, "support": given.support}
        some = {f"fire.{name}": selected(game, selector) for name, selector in named.items() if selector}
        return {"fire.of": selected(game, given.of), **some, **arrays_of(game, cls.key, given.modifiers)}

    @classmethod
    def sentences(cls, given: FireKey, labels: Labels) -> Iterator[Sentence]:
        """Say who fires at whom, and how the result is found."""
        far = labels.value(given.range)
        phase = labels.phase("fire", "fire")
        yield Sentence("fire.phase", f"In {phase} units may fire, one after another.")
        yield Sentence("fire.who", f"{sentence_case(labels.units(given.of))} with a {far} may fire.")
        yield Sentence("fire.once", f"A unit fires once in {phase}.")
        if given.both:
            who = sentence_case(labels.units(given.both))
            text = f"{who} may both move and fire in a turn, others only one of the two."
            yield Sentence("fire.both", text)
        yield from sentences_of_range(given, labels)
        if "sight" in labels.keys:
            yield Sentence("fire.sight", "The firing unit must see its target.")
        spared = f" {sentence_case(labels.units(given.spared))} are fired at only if no others are in the hex."
        yield Sentence("fire.target", f"The target is one enemy unit.{spared if given.spared else ''}")
        if given.opportunity:
            most = f", at most {counted(given.shots, 'time')} in a game turn" if given.shots is not None else ""
            text = f"When enemy units move, a unit may fire at them once in each hex that they enter{most}."
            yield Sentence("fire.opportunity", text)
        yield from cls.sentences_of_result(given, labels)
        yield from sentences_of_modifiers(cls.key, given.modifiers, labels)

    @classmethod
    def paper(cls, given: FireKey, labels: Labels) -> Iterator[Marker]:
        """Yield the markers of units that have fired, and of those fired at, where later actions depend on it."""
        if lasts("shot", labels):
            yield on_units("Fired", labels)
        if given.together and labels.by_points:
            yield on_units("Fired at", labels)
        for number in range(1, (given.shots or 0) + 1):
            yield on_units(f"Opportunity fire {number}" if number > 1 else "Opportunity fire", labels)

    @classmethod
    def sentences_of_result(cls, given: FireKey, labels: Labels) -> Iterator[Sentence]:
        """Say how the result is found."""
        yield from sentences_of_cover(given, labels)
        if given.table is not None:
            less = f" less the target's {labels.value(given.defence)}" if given.defence is not None else ""
            chart = labels.chart(given.table)
            text = f"Throw {dice_in_words(chart.die)}. The result is in the {chart.title}"
            counts = "1" if given.value == COUNT else f"the firing unit's {labels.value(given.value)}"
            yield Sentence("fire.result", f"{text}, under {counts}{less}.")

    @rule("fire.who")
    def may_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire now."""
        forbidden = self.weather is not None and self.weather.forbids_fire(now)
        hungry = self.supply is not None and self.supply.forbids_fire(now, unit)
        led = self.leaders is None or self.leaders.allows(now, unit, self.key)
        return self.fires[unit] and now.place[unit] >= 0 and led and not forbidden and not hungry

    @rule("fire.range", "fire.sight", "fire.close")
    def reaches(self, now: Situation, firer: int, hex_: int) -> bool:
        """Return whether a unit can fire as far as a hex, and sees it."""
        at, sight = now.place[firer], self.sight
        far = self.board.value(now, self.given.range, firer)
        far += self.gain if sight is not None and sight.is_high[at] else 0
        if self.board.distance(at, hex_) > far or self.is_apart(at, hex_):
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
        """Return the units of a hex that can be fired at: those that an assault is made on."""
        return now.stack(hex_) if self.assault is None else self.assault.defenders(now, hex_)

    @rule("fire.once", "fire.both")
    def is_free(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has not fired in its phase, nor done what keeps it from it."""
        return not now.units.shot[unit] and bool(self.both[unit] or not now.units.moved[unit])

    @rule("fire.both")
    def may_still_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may move, having fired or not."""
        return bool(self.both[unit] or not now.units.shot[unit])

    def strength(self, now: Situation, unit: int) -> int:
        """Return what a unit counts that fires."""
        return 1 if self.given.value == COUNT else max(self.board.value(now, self.given.value, unit), 0)

    @rule("fire.cover")
    def defence(self, now: Situation, unit: int) -> int:
        """Return what defends a unit."""
        given, board = self.given, self.board
        covered = board.value(now, given.cover.value, unit) if given.cover and self.is_covered(now, unit) else NONE
        if covered != NONE:
            return covered
        return max(board.value(now, given.defence, unit), 0) if given.defence is not None else 0

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
        able = (unit for unit in able if self.has_shots(now, unit))
        return targets_by_token(
            able, lambda unit: [each for each in self.targets(now, unit, data["hex"]) if each in data["units"]]
        )

    @rule("fire.opportunity")
    def has_shots(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire at those that move once more in the game turn."""
        return self.given.shots is None or now.units.shots[unit] < self.given.shots

    def turn_follows(self, state: GameState, book: Book) -> None:
        """Let all units fire at those that move as often as before."""
        if self.given.shots is not None:
            book.clear(["shots"], range(len(state.units.place)))

    # -- before the dice -----------------------------------------------------------------------------

    def pending(self, now: Situation, frame: Frame, action: Action) -> Attack | None:
        """Return the shot that is chosen at who moves, or for which the dice are still to be thrown."""
        if frame.step == "opportunity" and len(action) > 1:
            return self.shot_at(now, int(action[0]), int(action[1]))
        waits = frame.step == "shot" and "thrown" not in frame.data
        return self.shot_at(now, frame.data["firer"], frame.data["target"]) if waits else None

    def shot_at(self, now: Situation, firer: int, target: int) -> Attack:
        """Return a shot as an attack."""
        return Attack(now.place[target], (firer,), {"by": self.key, "target": target})

    def terms(self, now: Situation, attack: Attack) -> Terms:
        """Return what a shot is worked out from, and how it may fall out.

        Raises:
            ValueError: a unit cannot fire at the hex.
        """
        firer = attack.attackers[0]
        for unit in attack.attackers:
            if "target" not in attack.given and not self.targets(now, unit, attack.target):
                raise ValueError(f"{self.board.compiled.names['units'][unit]} cannot fire at this hex now")
        target = attack.given["target"] if "target" in attack.given else self.targets(now, firer, attack.target)[0]
        column, found = self.prospects(now, firer, target)
        return Terms(self.sums(now, firer, target), (Roll("fire", column, found),))

    def sums(self, now: Situation, firer: int, target: int) -> tuple[Sum, ...]:
        """Return what a shot is worked out from."""
        names, value, held = self.board.compiled.names["units"], Reckoning(), Reckoning()
        by_result = self.board.clause_of("fire.result")
        value.add(self.strength(now, firer), names[firer], by_result, "counter")
        for number, source, clause in self.works.added_to_fire(now, target) if self.works is not None else ():
            value.add(number, source, clause)
        if self.given.defence is not None or self.given.cover is not None:
            held.add(-self.defence(now, target), names[target], by_result, "counter")
        light, shifts = Reckoning(), Reckoning()
        for term in self.added_to_dice(now, (firer,)):
            light.add(*term)
        counting = self.counting(now, (firer,), (), target)
        multiply(value, held, counting)
        for change, name in counting:
            light.add(change.die, name, "fire.modifiers", "modifiers")
            shifts.add(change.shift, name, "fire.modifiers", "modifiers")
        value.add_all(held)
        more = (light.named("dice"), shifts.named("columns"))
        return (value.named("value"), *(each for each in more if each.terms))

    def counting(
        self, now: Situation, firers: Sequence[int], guns: Sequence[int], target: int
    ) -> list[tuple[Change, str]]:
        """Return what each modifier does that counts when units fire at one, with others in support; with its name."""
        if not self.modifiers:
            return []
        origins = [now.place[unit] for unit in firers]
        return self.modifiers.counting(now, Clash(now.place[target], (*firers, *guns), origins, (target,)))

    def moved(self, now: Situation, firers: Sequence[int], guns: Sequence[int], target: int) -> tuple[int, int]:
        """Return what is added to the dice, and how many columns the result is farther to the right."""
        change = total_of(self.counting(now, firers, guns, target))
        return sum(number for number, *_source in self.added_to_dice(now, firers)) + change.die, change.shift

    def added_to_dice(self, now: Situation, firers: Sequence[int]) -> list[tuple[int, str, str]]:
        """Return what is added to the dice besides modifiers: the number, its source in words, its clause."""
        led = self.leaders.added_to_fire(now, firers) if self.leaders is not None else []
        return [*self.dice.added(now), *led]

    def difference(self, now: Situation, firer: int, target: int) -> int:
        """Return the strength of the firer less the defence of the target."""
        return int(self.sums(now, firer, target)[0].total)

    def prospects(self, now: Situation, firer: int, target: int) -> tuple[str, tuple[Prospect, ...]]:
        """Return the column of the table, and each result with its chance."""
        results, value = self.results, self.difference(now, firer, target)
        more, shift = self.moved(now, (firer,), (), target)
        assert results is not None  # noqa: S101 - a game without a table has prospects of its own

        def result(token: Token) -> str:
            return results.at(value, int(token) + more, shift)

        outcomes = self.dice.outcomes(now)
        return results.column(value, shift), prospects(
            outcomes, result, lambda token: self.effects.in_words(result(token))
        )

    def share(self, result: str) -> float:
        """Return the share of its worth that a result costs the target, to a computer player."""
        return self.effects.share(result, "defender")

    def expected(self, mind: Mind, now: Situation, firer: int, target: int) -> float:
        """Return what a shot may be expected to cost the enemy."""
        _column, found = self.prospects(now, firer, target)
        return mind.value(now, target) * float(sum(each.chance * self.share(each.result) for each in found))

    def best(self, mind: Mind, now: Situation, aims: Mapping[int, Sequence[int]]) -> tuple[float, Action]:
        """Return the shot that may be expected to cost the enemy most."""
        shots = ((firer, target) for firer, targets in aims.items() for target in targets)
        return max(((self.expected(mind, now, *shot), shot) for shot in shots), default=(0.0, ()))
