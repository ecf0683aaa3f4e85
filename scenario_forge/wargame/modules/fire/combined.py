"""Fire of several units together at one, with others that support it: its value, its dice, its player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Subset
from scenario_forge.simulator.terms import Attack, Reckoning, Terms
from scenario_forge.wargame.base.offers import offer, split_at
from scenario_forge.wargame.base.terms import table_roll
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.phase import acting
from scenario_forge.wargame.modules.assault.modifiers import multiply, total_of
from scenario_forge.wargame.modules.dice import dice_in_words
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.fire.key import COUNT, sentences_of_cover
from scenario_forge.wargame.modules.fire.steps import FireAt, FireModule, Shot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.simulator.step import Action, Choice
    from scenario_forge.simulator.terms import Sum
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind
    from scenario_forge.wargame.board.phase import Deed
    from scenario_forge.wargame.modules.fire.key import FireKey

WITH, STEP = "with", "combined-fire"


class Volley(NamedTuple):
    """Fire of several units at one, with those that support it."""

    target: int
    units: Sequence[int]
    guns: Sequence[int] = ()
    more: int = 0
    """What is added besides, as for aircraft."""

    def attack(self, now: Situation) -> Attack | None:
        """Return it as an attack; None where nobody fires."""
        shooters = (*self.units, *self.guns)
        return Attack(now.place[self.target], shooters, {"by": "fire", **self._asdict()}) if shooters else None


class CombinedFire(FireModule):
    """The module of fire for a game whose units may fire together (`together`)."""

    deed: ClassVar[type[Deed]]
    """The kind of deed by which they do."""

    def __init__(self, board: Board, given: FireKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self._shares: dict[tuple[int, int, int], float] = {}
        self.supports = board.compiled.rules.get("fire.support", [0] * len(board.units.side))
        if given.together:
            self.deeds = (self.deed,)  # type: ignore[assignment,misc]  # in place of fire of one unit

    @classmethod
    def columns_of(cls, given: FireKey) -> Mapping[str, str]:
        """Return the columns of state: who has fired, and who was fired at where that can be once."""
        columns = super().columns_of(given)
        return {"units": f"{columns['units']} aimed"} if given.together else columns

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The results of the table, by their number."""
        return {"result": self.results.codes} if self.results is not None else {}

    @classmethod
    def patterns(cls, given: FireKey) -> Mapping[str, Sequence[str]]:
        """Return the stages of fire."""
        found = super().patterns(given)
        return {**found, "fire": ["unit unit* with unit*"]} if given.together else found

    @classmethod
    def sentences_of_result(cls, given: FireKey, labels: Labels) -> Iterator[Sentence]:
        """Say who fires together, and how the result is found."""
        if not given.together:
            yield from super().sentences_of_result(given, labels)
            return
        text = "Any number of units may fire at one target together. It cannot be fired at again in the phase."
        yield Sentence("fire.together", text)
        if given.support is not None:
            who = sentence_case(labels.units(given.support))
            text = f"{who} may join fire at a target in range that they do not see, if another unit that fires sees it."
            yield Sentence("fire.support", text)
        counts = "1 for each unit" if given.value == COUNT else f"the {labels.value(given.value)} of each unit"
        less = f", less the {labels.value(given.defence)} of the target" if given.defence is not None else ""
        yield Sentence("fire.value", f"The value of the fire is {counts} that fires{less}.")
        yield from sentences_of_cover(given, labels)
        if given.table is not None:
            chart = labels.chart(given.table)
            dice = dice_in_words(chart.die)
            text = f"Throw {dice}. The result is in the {chart.title}, under the value of the fire."
            yield Sentence("fire.combined", text)

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
        at, far = now.place[unit], self.board.value(now, self.given.range, unit)
        return self.board.distance(at, hex_) <= far and not self.is_apart(at, hex_)

    def is_spotted(self, now: Situation, side: int, target: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether units may support a side at a target though nobody else fires at it."""
        return False

    # -- the value of fire ---------------------------------------------------------------------------

    def added(self, now: Situation, volley: Volley) -> list[tuple[int, str, str]]:
        """Return what is added to the value of fire: the number, its source in words, its clause."""
        return self.works.added_to_fire(now, volley.target) if self.works is not None else []

    @rule("fire.value")
    def value(self, now: Situation, volley: Volley) -> Reckoning:
        """Return the value of fire: strengths of those who fire, with what is added, less the defence."""
        found, held, names = Reckoning(), Reckoning(), self.board.compiled.names["units"]
        for unit in (*volley.units, *volley.guns):
            found.add(self.strength(now, unit), names[unit], "fire.value", "counter")
        for number, source, clause in self.added(now, volley):
            found.add(number, source, clause)
        held.add(-self.defence(now, volley.target), f"{names[volley.target]} defends", "fire.cover", "counter")
        multiply(found, held, self.counting(now, volley.units, volley.guns, volley.target))
        found.add_all(held)
        return found

    # -- before the dice -----------------------------------------------------------------------------

    def pending(self, now: Situation, frame: Frame, action: Action) -> Attack | None:
        """Return the fire for which the die is still to be thrown."""
        if not self.given.together:
            return super().pending(now, frame, action)
        return volley_of(frame.data).attack(now) if frame.step == STEP and "thrown" not in frame.data else None

    def terms(self, now: Situation, attack: Attack) -> Terms:
        """Return every number of :meth:`value` with its source, and each result with its chance.

        Raises:
            ValueError: a unit cannot fire at the hex.
        """
        if not self.given.together:
            return super().terms(now, attack)
        given = attack.given
        target = given.get("target", now.stack(attack.target)[0])
        guns = [unit for unit in attack.attackers if unit in given.get("guns", ())]
        units = [unit for unit in attack.attackers if unit not in guns]
        able = units if "units" in given else self.firers(now, units, target)
        for unit in units:
            if unit not in able:
                raise ValueError(f"{self.board.compiled.names['units'][unit]} cannot fire at this hex now")
        assert self.results is not None  # noqa: S101 - a game without a table answers itself
        found = self.value(now, Volley(target, units, guns, given.get("more", 0)))
        more, shift = self.moved(now, units, guns, target)
        roll = table_roll(
            self.results,
            int(found.total),
            self.dice.outcomes(now),
            self.board.module(Effects).in_words,
            more=more,
            shift=shift,
        )
        return Terms((found.named("attack value"), *self.sums_of_dice(now, units, guns, target)), (roll,))

    def sums_of_dice(self, now: Situation, units: Sequence[int], guns: Sequence[int], target: int) -> list[Sum]:
        """Return what is added to the dice, and how many columns modifiers shift; neither where it is nothing."""
        dice, shifts = Reckoning(), Reckoning()
        for term in self.added_to_dice(now, units):
            dice.add(*term)
        for change, name in self.counting(now, units, guns, target):
            dice.add(change.die, name, "fire.modifiers", "modifiers")
            shifts.add(change.shift, name, "fire.modifiers", "modifiers")
        return [each for each in (dice.named("dice"), shifts.named("columns")) if each.terms]

    # -- for a player --------------------------------------------------------------------------------

    def share_lost(self, value: int, die: int = 0, shift: int = 0) -> float:
        """Return the share of a target that fire of a value is expected to cost, with what modifiers do."""
        assert self.results is not None  # noqa: S101 - as for `terms`
        asked = (value, die, shift)
        if asked not in self._shares:
            share, thrown = self.board.module(Effects).share, self.dice.usual
            ways = thrown.ways.items()
            lost = sum(share(self.results.at(value, total + die, shift), "defender") * n for total, n in ways)
            self._shares[asked] = lost / thrown.total
        return self._shares[asked]

    def expected_of(self, mind: Mind, now: Situation, volley: Volley) -> float:
        """Return what fire together may be expected to win."""
        won = mind.value(now, volley.target) + mind.goals.get(now.place[volley.target], 0)
        change = total_of(self.counting(now, volley.units, volley.guns, volley.target))
        led = self.leaders.added_to_fire(now, volley.units) if self.leaders is not None else []
        die = change.die + sum(number for number, *_source in led)
        return self.share_lost(int(self.value(now, volley).total), die, change.shift) * won

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


class FireTogether(FireAt):
    """``target, unit …``, with ``with, unit …`` where some support them."""

    clears: ClassVar[Sequence[str]] = ("shot", "aimed")  # type: ignore[assignment]  # with a column more

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.fire: CombinedFire = board.modules["fire"]  # type: ignore[assignment]  # whose deed it is

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Sequence[Choice]:
        """Return at whom units can fire, then who can, then who supports them."""
        if not begun:
            enemies = now.own(1 - frame.data["side"])
            return offer(unit for unit in enemies if self.ways(now, frame, (unit,)))
        target, (picked, joined) = int(begun[0]), split_at(begun[1:], WITH)
        firers, guns = self.able(now, frame, target)
        if WITH in begun:
            return Subset(guns).choices(joined)
        least = 0 if self.fire.is_spotted(now, frame.data["side"], target) else 1
        return Subset(firers, least).choices(picked, WITH if guns else "")

    def units(self, now: Situation, frame: Frame) -> Sequence[int]:
        """Return the units that act in the phase."""
        return acting(now, frame)

    def able(self, now: Situation, frame: Frame, target: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the units that can fire at a target together, and those that can support them."""
        units = self.units(now, frame)
        return self.fire.firers(now, units, target), self.fire.supporters(now, units, target)

    def attack(self, now: Situation, frame: Frame, begun: Action) -> Attack | None:  # noqa: ARG002 - as deeds are asked
        """Return the fire that is chosen."""
        if not begun:
            return None
        units, guns = split_at(begun[1:], WITH)
        return Volley(int(begun[0]), [int(unit) for unit in units], [int(unit) for unit in guns]).attack(now)

    def thought(self, mind: Mind, now: Situation, frame: Frame) -> tuple[float, Action]:
        """Return the fire that may be expected to win most."""
        found = [self._volley(mind, now, frame, target) for target in now.own(1 - frame.data["side"])]
        worth = [(self.fire.expected_of(mind, now, volley), volley) for volley in found if volley.units or volley.guns]
        most, best = max(worth, key=lambda each: each[0], default=(0.0, None))
        if best is None:
            return 0.0, ()
        return most, (best.target, *best.units, *([WITH, *best.guns] if best.guns else ()))

    def _volley(self, mind: Mind, now: Situation, frame: Frame, target: int) -> Volley:
        """Return the fewest units whose fire at a target may be expected to win most."""
        firers, guns = self.able(now, frame, target)
        joined = bool(firers) or self.fire.is_spotted(now, frame.data["side"], target)
        picked: tuple[list[int], list[int]] = [], []
        most = 0.0
        for group, unit in [*((0, unit) for unit in firers), *((1, unit) for unit in guns if joined)]:
            tried = [[*own, unit] if group == number else own for number, own in enumerate(picked)]
            worth = self.fire.expected_of(mind, now, Volley(target, tried[0], tried[1]))
            if worth > most:
                most, picked = worth, (tried[0], tried[1])
        return Volley(target, *picked)

    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Aim, and throw the die."""
        target, (units, guns) = int(action[0]), split_at(action[1:], WITH)
        book.put("aimed", target, 1)
        for unit in (*units, *guns):
            book.put("shot", int(unit), 1)
            book.event("takes aim", "fire.who", int(unit))
        data = {"side": frame.data["side"], "target": target, "units": units, "guns": guns}
        return [frame, Frame(STEP, data)]


@rule("fire.combined")
def combined_fire(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result of fire of several units in the table, and lead to what it does."""
    now, fire, data = board.at(state), board.module(CombinedFire), frame.data
    volley, side = volley_of(data), data["side"]
    value = int(fire.value(now, volley).total)
    assert fire.results is not None  # noqa: S101 - as for `shot`
    more, shift = fire.moved(now, volley.units, volley.guns, volley.target)
    code = fire.results.at(value, data["thrown"] + more, shift)
    book.event("combined fire", "fire.combined", volley.target, value, data["thrown"], fire.results.codes.index(code))
    units = [*volley.units, *volley.guns]
    after = [Frame("advance", {"side": side, "hex": now.place[volley.target], "units": units})]
    effects = board.module(Effects).frames(code, (side, 1 - side), (units, (volley.target,)))
    return [*after * ("advance" in board.modules), *effects]


def volley_of(data: Mapping[str, Any]) -> Volley:
    """Return the fire that a frame or an action is for."""
    return Volley(data["target"], data["units"], data["guns"], data.get("more", 0))


CombinedFire.deed = FireTogether
CombinedFire.steps = {**FireModule.steps, STEP: ("fire.combined", Shot, combined_fire)}
CombinedFire.inner = (*FireModule.inner, STEP)  # type: ignore[assignment]  # with a step more
CombinedFire.words = {
    **FireModule.words,
    "combined fire": "fire at {0:unit}, value {1}: {2} on the die, {3:result}",
}
