"""Assault by count: units throw dice of their own, and the number of hits decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.notations import Range
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.tables import tables
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY
from scenario_forge.simulator.terms import Reckoning, Roll, Sum, Terms, prospects
from scenario_forge.wargame.base.results import results_data
from scenario_forge.wargame.base.steps import outcomes_of
from scenario_forge.wargame.modules.assault.count_checks import count_findings
from scenario_forge.wargame.modules.assault.count_words import (
    hit_in_words,
    is_grid,
    sentences_of_dice,
    sentences_of_hits,
)
from scenario_forge.wargame.modules.assault.ground import ground_of, sentences_of_ground
from scenario_forge.wargame.modules.assault.hits import FACES, Pool, dice_in, hits_of, pairs_of, pooled, throws_of
from scenario_forge.wargame.modules.assault.modifier_words import names_of, sentences_of_modifiers
from scenario_forge.wargame.modules.assault.modifiers import total_of
from scenario_forge.wargame.modules.assault.steps import AssaultModule, Battle, afterwards, battle, fight_of
from scenario_forge.wargame.modules.effect_key import Effect, in_words, repeated, with_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Sentence
    from scenario_forge.mechanics.tables import Chances
    from scenario_forge.simulator.step import Action, Event, Outcome
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.steps import Frames, Work
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.modules.assault.assault import Fight
    from scenario_forge.wargame.modules.assault.count_key import Count
    from scenario_forge.wargame.modules.assault.key import AssaultKey


def hits_data(game: Game, given: AssaultKey, count: Count) -> dict[str, Any]:
    """Return what hits come to as a table: columns are hits of the attackers, rows those of the defenders.

    Raises:
        KeyError: there is no such chart.
        ChartError: play cannot read it.
    """
    if count.each is not None:
        return {"lows": [0], "first": 0, "rows": [[count.each]]}
    if is_grid(game, given.chart):
        return results_data(game, given.chart)
    chart = tables(game).charts[given.chart]
    line = chart.rows if len(chart.columns) == 1 else chart.columns
    cells = [cell.text for row in chart.cells for cell in row]
    lows = [min(heading.meaning.values) for heading in line if isinstance(heading.meaning, Range)]
    return {"lows": lows, "first": 0, "rows": [cells]}


class CountedAssault(AssaultModule):
    """The module of assault for a game whose units may throw dice of their own (`count`)."""

    def __init__(self, board: Board, given: AssaultKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.each = given.count.each if given.count is not None else None
        self.sign = -1 if given.count is not None and given.count.hit.at_most is not None else 1
        self.apart: bool = read.get("apart", True)
        """Whether hits of both sides are counted apart, and not the difference."""
        self._costs: dict[tuple[object, ...], tuple[float, float]] = {}

    @classmethod
    def read(cls, game: Game, given: AssaultKey) -> Mapping[str, Any]:
        """Return what the assault reads; of a count, what hits come to."""
        if given.count is None:
            return super().read(game, given)
        names = {"modifiers": names_of(game, given.modifiers)} if given.modifiers else {}
        apart = given.count.each is not None or is_grid(game, given.chart)
        results = {"results": hits_data(game, given, given.count), "apart": apart}
        return {"ground": ground_of(game, given), "dice": {"": 1}, **results, **names}

    @classmethod
    def charts(cls, given: AssaultKey) -> Sequence[str]:
        """Return its table, where dice are thrown on it."""
        return super().charts(given) if given.count is None else []

    @classmethod
    def charts_of_hits(cls, given: AssaultKey) -> Sequence[str]:
        """Return its table, where its lines are numbers of hits."""
        return super().charts(given) if given.count is not None else []

    @classmethod
    def results_of(cls, given: AssaultKey) -> Sequence[str]:
        """Return the result of a hit, where it has one."""
        return [given.count.each] if given.count is not None and given.count.each is not None else []

    @classmethod
    def checks(cls, game: Game, given: AssaultKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what is wrong with the key; of a count, what it lacks and does not read."""
        if given.count is None:
            yield from super().checks(game, given, where)
            return
        yield from super().checks(game, given.model_copy(update={"table": None}), where)
        yield from count_findings(game, given, given.count, where)

    @classmethod
    def sentences_of_result(cls, given: AssaultKey, labels: Labels) -> Iterator[Sentence]:
        """Say how the result is found."""
        if given.count is None:
            yield from super().sentences_of_result(given, labels)
            return
        yield from sentences_of_dice(given, given.count, labels)
        yield from sentences_of_ground(given, labels)
        yield from sentences_of_modifiers(cls.key, given.modifiers, labels, counted=True)
        yield from sentences_of_hits(given, given.count, labels)

    # -- dice ----------------------------------------------------------------------------------------

    @property
    def count(self) -> Count:
        """How hits are counted.

        Raises:
            LookupError: they are not.
        """
        if self.given.count is None:
            raise LookupError("hits are not counted in this game")
        return self.given.count

    @rule("assault.count")
    def dice_of(self, now: Situation, unit: int, *, attacks: bool) -> int:
        """Return how many dice a unit throws."""
        if self.count.dice == "unit":
            return 1
        return self.attack(now, unit) if attacks else self.defence(now, unit)

    @rule("assault.hits")
    def faces_of(self, now: Situation, unit: int, more: int) -> int:
        """Return on how many faces of a die a unit hits, with what is added to it."""
        number = self.count.hit.number
        needed = number if isinstance(number, int) else self.board.value(now, number, unit)
        return self.faces(needed, more)

    def faces(self, needed: int, more: int) -> int:
        """Return how many faces of a die hit with a number; below 0 none do."""
        found = FACES + 1 - needed + more if self.count.hit.at_least is not None else needed - more
        return min(max(found, 0), FACES) if needed >= 0 else 0

    def die(self, now: Situation, fight: Fight) -> int:
        """Return what is added to each die of the attackers."""
        led = sum(value for value, _leader, _clause in self.led(now, fight))
        return self.held_by(now, fight).die + total_of(self.changes(now, fight)).die + led + self.dice.more(now)

    @rule("assault.count")
    def pools(self, now: Situation, fight: Fight) -> tuple[Pool, ...]:
        """Return the dice of the attackers."""
        more, factor = self.die(now, fight), total_of(self.changes(now, fight)).attack
        units = (*fight.attackers, *fight.guns)
        return pooled((self._pool(now, unit, more, attacks=True) for unit in units), factor)

    @rule("assault.both")
    def answers(self, now: Situation, fight: Fight) -> tuple[Pool, ...]:
        """Return the dice of the defenders, and of those that join them; none where they do not throw."""
        if not self.count.both:
            return ()
        more = self.dice.more(now)
        held = pooled(
            (self._pool(now, unit, more, attacks=False) for unit in self.defenders(now, fight.hex)),
            self.factor_of_defence(now, fight),
        )
        return pooled([*held, *(self._pool(now, unit, more, attacks=True) for unit in fight.support)])

    def factor_of_defence(self, now: Situation, fight: Fight) -> Fraction:
        """Return what the dice of the defenders are multiplied by."""
        return self.held_by(now, fight).times * total_of(self.changes(now, fight)).defence

    def _pool(self, now: Situation, unit: int, more: int, *, attacks: bool) -> Pool:
        return Pool(self.dice_of(now, unit, attacks=attacks), self.faces_of(now, unit, more))

    # -- what hits do --------------------------------------------------------------------------------

    def result(self, hits: int, back: int) -> str:
        """Return the result of hits of the attackers, and of the defenders."""
        column = self.results.index(hits if self.apart else hits - back)
        return self.results.in_column(column, back if self.apart else 0)

    @rule("assault.hit_results")
    def effect_of(self, hits: int, back: int) -> Effect:
        """Return what hits of the attackers do, and of the defenders."""
        effect = self.effects.given.get(self.result(hits, back), Effect())
        if self.each is None:
            return effect
        return Effect(attacker=repeated(effect.defender, back), defender=repeated(effect.defender, hits))

    # -- before the dice -----------------------------------------------------------------------------

    def reckoning(self, now: Situation, fight: Fight) -> Terms:
        """Return the dice of both sides with their sources, and each result with its chance."""
        if self.given.count is None:
            return super().reckoning(now, fight)
        pools, answers = self.pools(now, fight), self.answers(now, fight)
        sums = self._sums_of_attack(now, fight, pools) if fight.done != "attacker" else []
        if self.count.both and fight.done != "defender":
            sums += self._sums_of_defence(now, fight, answers)
        return Terms(tuple(each for each in sums if each.terms), tuple(self._rolls(fight, pools, answers)))

    def _sums_of_attack(self, now: Situation, fight: Fight, pools: Sequence[Pool]) -> list[Sum]:
        dice, more = Reckoning(), Reckoning()
        self._add_dice(now, dice, [*fight.attackers, *fight.guns], attacks=True)
        for term in self.added(now, fight):
            more.add(*term)
        for effect, line in self.held(now, fight):
            more.add(effect.die, *line)
        for change, line in self.modified(now, fight):
            more.add(change.die, *line)
            dice.times(change.attack, *line)
        self._drop(dice, dice_in(pools))
        return [dice.named("dice of the attackers"), more.named("added to each")]

    def _sums_of_defence(self, now: Situation, fight: Fight, answers: Sequence[Pool]) -> list[Sum]:
        dice, more = Reckoning(), Reckoning()
        self._add_dice(now, dice, self.defenders(now, fight.hex), attacks=False)
        for term in self.dice.added(now):
            more.add(*term)
        for effect, line in self.held(now, fight):
            dice.times(effect.times, *line)
        for change, line in self.modified(now, fight):
            dice.times(change.defence, *line)
        joined = sum(self.dice_of(now, unit, attacks=True) for unit in fight.support)
        self._drop(dice, dice_in(answers) - joined)
        self._add_dice(now, dice, fight.support, attacks=True)
        return [dice.named("dice of the defenders"), more.named("added to each of these")]

    def _add_dice(self, now: Situation, found: Reckoning, units: Sequence[int], *, attacks: bool) -> None:
        names, clause = self.board.compiled.names["units"], self.board.clause_of("assault.count")
        for unit in units:
            found.add(self.dice_of(now, unit, attacks=attacks), names[unit], clause, "counter")

    def _drop(self, found: Reckoning, dice: int) -> None:
        found.at_most(dice, "fraction dropped", self.board.clause_of("assault.count"))

    def _rolls(self, fight: Fight, pools: Sequence[Pool], answers: Sequence[Pool]) -> Iterator[Roll]:
        """Yield the numbers of hits of each side with what they do; of a table, its results."""
        hits, back = hits_of(*pools), hits_of(*answers)
        if self.each is None:
            found = pairs_of(hits, back).through(lambda pair: self.result(*pair))
            shown = prospects(outcomes_of(found), str, lambda code: self.effects.in_words(str(code)))  # type: ignore[arg-type]
            yield Roll("hits", self.needed, shown)
            return
        suffered = (
            (hits, "attacker", lambda n: self.effect_of(n, 0)),
            (back, "defender", lambda n: self.effect_of(0, n)),
        )
        for chances, who, effect in suffered[: 1 + self.count.both]:
            if who == fight.done:
                continue
            whole = " if they lose nothing before" * (not fight.done and self.count.first not in (None, who))
            shown = prospects(outcomes_of(chances), str, lambda n, effect=effect: in_words(effect(int(n))))  # type: ignore[misc]
            yield Roll(f"hits of the {who}s{whole}", self.needed, shown)

    @property
    def needed(self) -> str:
        """The throws that hit, in words."""
        return hit_in_words(self.count.hit, str(self.count.hit.number).replace("_", " "))

    def throw_in_words(self, now: Situation, frame: Frame) -> str:
        """Return which dice are thrown next in an assault."""
        if self.given.count is None or frame.step != "battle":
            return ""
        who, pool = self.to_throw(now, frame)[len(frame.data.get("hits", ()))]
        return f"hits of {pool.dice} dice of the {who}s, {pool.faces} of 6 faces hit"

    @rule("assault.first")
    def throwing(self, fight: Fight) -> list[str]:
        """Return the sides that throw before hits take effect: both, or one after the other."""
        sides, first = ["attacker", "defender"][: 1 + self.count.both], self.count.first
        return [who for who in sides if who != fight.done and (fight.done or first in (None, who))]

    def to_throw(self, now: Situation, frame: Frame) -> list[tuple[str, Pool]]:
        """Return the throws that are made before hits take effect, each with the side that makes it."""
        fight, dice = fight_of(self.board, frame.data), {"attacker": self.pools, "defender": self.answers}
        return [(who, pool) for who in self.throwing(fight) for pool in throws_of(dice[who](now, fight))]

    # -- for a player --------------------------------------------------------------------------------

    def losses(self, now: Situation, fight: Fight) -> tuple[float, float] | None:
        """Return the shares of defenders and of attackers that a fight is expected to cost; None: nobody has a die."""
        if self.given.count is None:
            return super().losses(now, fight)
        pools = self.pools(now, fight)
        if not pools:
            return None
        theirs, ours = self.cost(pools, self.answers(now, fight), *self.sizes(now, fight.attackers, fight.hex))
        if self.count.first == "defender":
            return theirs * (1 - ours), ours
        return (theirs, ours * (1 - theirs)) if self.count.first == "attacker" else (theirs, ours)

    def sizes(self, now: Situation, units: Sequence[int], hex_: int) -> tuple[int, int, float]:
        """Return how many defend and how many attack, and the share of these that an exchange costs."""
        if self.each is None:
            return super().sizes(now, units, hex_)
        return len(now.stack(hex_)), len(units), 0.5

    def cost(
        self,
        pools: tuple[Pool, ...],
        answers: tuple[Pool, ...],
        defenders: int = 1,
        attackers: int = 1,
        swapped: float = 0.5,
    ) -> tuple[float, float]:
        """Return the shares of defenders and of attackers that dice are expected to cost, as :meth:`shares`."""
        asked = (pools, answers, defenders, attackers, swapped)
        if asked not in self._costs:
            hits, back = hits_of(*pools), hits_of(*answers)
            both = None if self.each is not None else pairs_of(hits, back)  # of hits one by one, each side's are apart
            self._costs[asked] = (
                self._mean(both or pairs_of(hits, hits_of()), "defender", defenders, swapped),
                self._mean(both or pairs_of(hits_of(), back), "attacker", attackers, swapped),
            )
        return self._costs[asked]

    def _mean(self, pairs: Chances[tuple[int, int]], who: str, units: int, swapped: float) -> float:
        """Return the share that hits of the attackers and of the defenders are expected to cost a side."""
        sized = self.each is not None or self.effects.sized
        suffered = ((self.effect_of(*pair), ways) for pair, ways in pairs.ways.items())
        costs = (
            ways * self.effects.cost(with_numbers(effect) if sized else effect, who, units, swapped)
            for effect, ways in suffered
        )
        return sum(costs) / pairs.total

    def share_lost(self, now: Situation, attack: int, strength: int, hex_: int) -> float:
        """Return the share that a defender is expected to lose in a hex to attackers of some strength, alone."""
        if self.given.count is None:
            return super().share_lost(now, attack, strength, hex_)
        dice = attack if self.count.dice == "strength" else max(round(attack / self.usual(self.attack_value)), 1)
        number = self.count.hit.number
        needed = number if isinstance(number, int) else round(self.usual(number))
        works = self.works.in_assault(now, hex_) if self.works is not None else ()
        more = self.ground.of_hex(hex_).die + sum(effect.die for effect, _id in works)
        return self.cost((Pool(dice, self.faces(needed, more)),), ())[0]

    def usual(self, value: str) -> float:
        """Return the mean of a value of counters, of those that have it."""
        printed = [each for each in self.board.printed(value) if each > 0]
        return sum(printed) / len(printed) if printed else 1.0

    def is_hopeless(self, now: Situation, event: Event) -> bool:
        """Return whether no hits could have cost the defender anything."""
        if self.given.count is None:
            return super().is_hopeless(now, event)
        most = event.subjects[3]
        return not any(self.effects.cost(self.effect_of(hits, 0), "defender") for hits in range(most + 1))


class CountedBattle(Battle):
    """The dice of an assault, of a count those of both sides: throw after throw, each the number of its hits."""

    def __init__(self, rules: Board, id_: str, rule: str, work: Work | None = None) -> None:
        counts = rules.module(CountedAssault).given.count is not None
        super().__init__(rules, id_, "assault.hit_results" if counts else rule, work)

    def waiting(self, state: GameState, frame: Frame) -> Pool | None:
        """Return the dice that are thrown next; None where all are, or nobody knows yet who is left to throw."""
        if "stood" in frame.data:
            return None
        throws = self.rules.module(CountedAssault).to_throw(self.rules.at(state), frame)
        return next((pool for _who, pool in throws[len(frame.data.get("hits", ())) :]), None)

    def who(self, state: GameState, frame: Frame) -> int:
        """Return CHANCE as long as dice are to be thrown."""
        if self.rules.module(CountedAssault).given.count is None:
            return super().who(state, frame)
        return CHANCE if self.waiting(state, frame) else NOBODY

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:
        """Return the totals of the dice, of a count the numbers of hits."""
        pool = self.waiting(state, frame) if self.rules.module(CountedAssault).given.count is not None else None
        return super().outcomes(state, frame) if pool is None else outcomes_of(hits_of(pool))

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Note a throw; once all are made, find what they do, of who throws first before the other side throws."""
        count = self.rules.module(CountedAssault).given.count
        if count is None:
            return super().done(state, frame, action, book)
        if "stood" in frame.data:
            return [_with_who_is_left(state, frame)]
        if action:
            return [frame.with_values(hits=[*frame.data.get("hits", ()), action[0]])]
        told = counted_battle(self.rules, state, frame, book)
        return told if count.first is None or "done" in frame.data else [self._answered(state, frame), *told]

    def _answered(self, state: GameState, frame: Frame) -> Frame:
        """Return the frame of a fight in which one side has thrown, with where units are before its hits take effect.

        And with how many dice of the attackers could hit.
        """
        assault: CountedAssault = self.rules.module(CountedAssault)
        data = {name: value for name, value in frame.data.items() if name != "hits"}
        stood = {str(unit): state.units.place[unit] for name in _THROWING for unit in data[name]}
        able = _able(assault.pools(self.rules.at(state), fight_of(self.rules, data)))
        return Frame(frame.step, {**data, "done": assault.count.first, "stood": stood, "able": able})


_THROWING = ("attackers", "guns", "support")
"""By whom of those that are named in a frame dice are thrown."""


def _with_who_is_left(state: GameState, frame: Frame) -> Frame:
    """Return the frame of a fight with those that are still where they were."""
    data, stood = dict(frame.data), frame.data["stood"]
    for name in _THROWING:
        data[name] = [unit for unit in data[name] if state.units.place[unit] == stood[str(unit)]]
    return Frame(frame.step, {name: value for name, value in data.items() if name != "stood"})


def _able(pools: Iterable[Pool]) -> int:
    """Return how many dice can hit at all."""
    return sum(pool.dice for pool in pools if pool.faces)


@rule("assault.hit_results", "assault.both")
def counted_battle(board: Board, state: GameState, frame: Frame, book: Book) -> list[Frame]:
    """Tell of the hits that have been thrown, and lead to what they do."""
    now, assault, side, fight = (
        board.at(state),
        board.module(CountedAssault),
        frame.data["side"],
        fight_of(board, frame.data),
    )
    throws = assault.to_throw(now, frame)
    sides = ("attacker", "defender")
    thrown = [*zip((who for who, _pool in throws), frame.data.get("hits", ()), strict=True)]
    ours, theirs = ([pool for who, pool in throws if who == each] for each in sides)
    hits, back = (sum(number for who, number in thrown if who == each) for each in sides)
    throwing = assault.throwing(fight)
    if "attacker" in throwing:
        able = frame.data.get("able", _able(ours))
        book.event("hits", "assault.hits", fight.hex, dice_in(ours), hits, able)
    if "defender" in throwing:
        book.event("hits back", "assault.both", fight.hex, dice_in(theirs), back)
    if assault.each is None:
        code = assault.results.codes.index(assault.result(hits, back))
        book.event("hits decide", "assault.hit_results", fight.hex, code)
    units = (fight.attackers, [*assault.defenders(now, fight.hex)])
    effects = assault.effects.frames_of(assault.effect_of(hits, back), (side, 1 - side), units)
    over = assault.count.first is None or bool(fight.done)
    return [*(afterwards(board, frame.data) if over else ()), *effects]


CountedAssault.steps = {**AssaultModule.steps, "battle": ("assault.result", CountedBattle, battle)}
CountedAssault.words = {
    **AssaultModule.words,
    "hits": "battle for {0:hex}: of the {1} dice of the attackers {2} hit",
    "hits back": "battle for {0:hex}: of the {1} dice of the defenders {2} hit",
    "hits decide": "the hits at {0:hex} come to {1:code}",
}
