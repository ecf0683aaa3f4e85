"""The module of assault: who can attack, and at what odds."""

from __future__ import annotations

from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.simulator.terms import Reckoning, Roll, Terms, prospects
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.board.checks import MOD001
from scenario_forge.wargame.board.labels import sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.assault.ground import (
    Ground,
    GroundEffect,
    ground_findings,
    ground_of,
    sentences_of_ground,
)
from scenario_forge.wargame.modules.assault.key import AssaultKey, sentences_of_odds, strengths
from scenario_forge.wargame.modules.assault.modifier_checks import modifier_findings
from scenario_forge.wargame.modules.assault.modifier_words import names_of, sentences_of_modifiers
from scenario_forge.wargame.modules.assault.modifiers import Change, Clash, Modifiers, arrays_of, total_of
from scenario_forge.wargame.modules.assault.obligation import (
    most_attacked,
    obligatory_findings,
    sentences_of_obligation,
)
from scenario_forge.wargame.modules.dice import TableDice, counts_of, dice_findings, dice_in_words
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.leaders.leaders import Leaders
from scenario_forge.wargame.modules.works import Works

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.step import Token
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind


AS_THEY_ARE: Final[Mapping[int, int]] = MappingProxyType({})
"""The places of units in a fight to which nobody has still to go."""


class Fight(NamedTuple):
    """An assault: the hex, who attacks it from beside it, and who joins either side from afar."""

    hex: int
    attackers: Sequence[int]
    guns: Sequence[int] = ()
    support: Sequence[int] = ()
    places: Mapping[int, int] = AS_THEY_ARE
    """By unit: the hex from which it will attack, where it has still to go there."""
    aid: Sequence[tuple[Change, str]] = ()
    """What aircraft do that support either side, with whose they are."""
    done: str = ""
    """The side that has thrown its dice already, where one throws first: `attacker`, `defender`."""


class Odds(NamedTuple):
    """An assault before the dice: strengths, what is added to the dice, the column of the table from 0."""

    attack: int
    defence: int
    die: int
    column: int


class Assault(Module[AssaultKey]):
    """Assault in play."""

    key, model, needs = "assault", AssaultKey, ("effects",)
    sign = 1
    """What dice are multiplied by for more on them to be better; −1 where less on them is."""

    def __init__(self, board: Board, given: AssaultKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.results = Results(read["results"])
        self.ratio = "ratios" in read["results"]
        self.attack_value, self.defence_value = strengths(given)
        self.ground = Ground(board, read["ground"])
        joins = board.compiled.rules.get("assault.support", [0] * len(board.units.side))
        ranges = board.printed(given.support.range) if given.support else joins
        self.ranges = [max(far, 0) * bool(may) for far, may in zip(ranges, joins, strict=True)]
        """By unit: how far it may be from the hex of a fight that it joins; 0 for who does not."""
        self.dice = TableDice(board, read["dice"], self.key)
        self.modifiers = Modifiers(board, self.key, given.modifiers, read.get("modifiers", ()))
        self._shares: dict[tuple[int, int, int, int, float], tuple[float, float]] = {}

    def ready(self) -> None:
        """Look up effects, leaders and works."""
        self.effects, self.leaders, self.works = (
            self.board.module(Effects),
            self.board.get(Leaders),
            self.board.get(Works),
        )

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The results of the table, by their number."""
        return {"code": self.results.codes}

    @classmethod
    def read(cls, game: Game, given: AssaultKey) -> Mapping[str, Any]:
        """Return the effects of ground as printed, the table of results, and how many dice are thrown on it."""
        counts = counts_of(game, given.chart)
        names = {"modifiers": names_of(game, given.modifiers)} if given.modifiers else {}
        return {"ground": ground_of(game, given), "results": results_data(game, given.chart), "dice": counts} | names

    @classmethod
    def charts(cls, given: AssaultKey) -> Sequence[str]:
        """Return its table."""
        return [given.chart] if given.table is not None else []

    @classmethod
    def checks(cls, game: Game, given: AssaultKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what keeps the effects of ground, or the dice of kinds of turn, from being read, and vain keys."""
        yield from modifier_findings(game, cls.key, given, where)
        yield from obligatory_findings(given, where)
        if given.table is None and given.count is None:
            finding = MOD001.at(where.key(), "none", what="`assault`", needed="`table`, the chart of its results")
            yield finding.suggest("write `table:` with the id of a chart, or `count:`")
        if game.broken("charts"):
            return
        yield from ground_findings(game, given, where / "ground")
        yield from dice_findings(game, given.chart)

    @classmethod
    def ranges_of(cls, given: AssaultKey) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return the range from which units join an attack, and who they are."""
        return [(given.support.range, given.support.of)] if given.support else []

    @classmethod
    def arrays(cls, game: Game, given: AssaultKey) -> Arrays:
        """Return the units that may join from afar."""
        support = {"assault.support": selected(game, given.support.of)} if given.support else {}
        return {**support, **arrays_of(game, cls.key, given.modifiers)}

    @classmethod
    def sentences(cls, given: AssaultKey, labels: Labels) -> Iterator[Sentence]:
        """Say who attacks what, and how the result is found."""
        phase = labels.phase("assault", "attack")
        free = "" if given.obligatory else " None has to."
        yield Sentence("assault.phase", f"In {phase} units may attack, one hex after another.{free}")
        yield from sentences_of_obligation(given, labels)
        yield Sentence("assault.targets", "Units attack a hex with enemy units next to them.")
        yield Sentence("assault.declared", "Name the hex and all units that attack it before the dice are thrown.")
        yield Sentence("assault.who", "A unit takes part in one attack in a phase.")
        often = "may be attacked again in a phase, by other units" if given.again else "is attacked once in a phase"
        yield Sentence("assault.once", f"A hex {often}.")
        if given.support is not None:
            far = f"from as far as their {labels.value(given.support.range)}"
            both = " Then the defender may add such units." if given.support.sides == "both" else ""
            who = sentence_case(labels.units(given.support.of))
            text = f"{who} may join an attack {far}, if an adjacent unit attacks too.{both}"
            yield Sentence("assault.support", text)
            activation = getattr(labels.rules, "activation", None)
            if activation is not None and activation.order == "cup":
                text = "Units that join an attack from afar need not be activated."
                yield Sentence("assault.joining", text)
        yield from cls.sentences_of_result(given, labels)

    @classmethod
    def sentences_of_result(cls, given: AssaultKey, labels: Labels) -> Iterator[Sentence]:
        """Say how the result is found."""
        chart = labels.chart(given.chart)
        yield from sentences_of_odds(given, labels)
        yield from sentences_of_ground(given, labels)
        yield from sentences_of_modifiers(cls.key, given.modifiers, labels)
        turns = [
            f"; in {labels.kind_of_turn(kind)} turns {dice_in_words(text)}" for kind, text in chart.dice_when.items()
        ]
        yield Sentence("assault.dice", f"Throw {dice_in_words(chart.die)}{''.join(turns)}.")
        text = f"The {chart.title} gives the result, in the row of the total and the column of the odds. "
        text += "Totals and odds beyond the table use its outermost row or column."
        yield Sentence("assault.result", text)

    # -- rules ---------------------------------------------------------------------------------------

    def attack(self, now: Situation, unit: int) -> int:
        """Return the strength of a unit that attacks or supports."""
        return max(self.board.value(now, self.attack_value, unit), 0)

    def defence(self, now: Situation, unit: int) -> int:
        """Return the strength of a unit that is attacked."""
        return max(self.board.value(now, self.defence_value, unit), 0)

    def defenders(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the units of a hex that are attacked there."""
        return now.stack(hex_)

    @rule("assault.who")
    def may_attack(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may attack in the phase."""
        return not now.units.fought[unit] and self.is_led(now, unit)

    def is_led(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is in command, or attacks without it."""
        return self.leaders is None or self.leaders.allows(now, unit, self.key)

    @rule("assault.targets")
    def targets(self, now: Situation, units: Iterable[int], attacked: Sequence[int]) -> dict[int, list[int]]:
        """Return by hex that can be attacked the units beside it that can attack it."""
        board, found = self.board, dict[int, list[int]]()
        for unit in (unit for unit in units if self.may_attack(now, unit)):
            enemies = now.held(1 - board.units.side[unit])
            for hex_ in board.adjacent[now.place[unit]]:
                if hex_ in enemies and (self.given.again or hex_ not in attacked):
                    found.setdefault(hex_, []).append(unit)
        return dict(sorted(found.items()))

    @rule("assault.obligatory")
    def owed(self, now: Situation, units: Sequence[int], attacked: Sequence[int]) -> dict[int, list[int]]:
        """Return by hex that must still be attacked the units that can: it has a zone over some, or one must attack."""
        if not self.given.obligatory:
            return {}
        found = self.targets(now, units, attacked)
        if self.board.zones is None:
            return found
        binding = self._binding(now, found, units)
        return {
            hex_: able
            for hex_, able in found.items()
            if hex_ in binding or any(now.place[unit] in now.enemy_zone(unit) for unit in able)
        }

    @rule("assault.obligatory")
    def awaiting(self, now: Situation, units: Sequence[int], attacked: Sequence[int]) -> dict[int, list[int]]:
        """Return by hex that must be attacked, whoever does it, and has not been, the units that can."""
        found = self.owed(now, units, attacked)
        return {hex_: found[hex_] for hex_ in self._binding(now, found, units) if hex_ not in attacked}

    def _binding(self, now: Situation, hexes: Iterable[int], units: Iterable[int]) -> list[int]:
        """Return those of some hexes with enemies in whose zone units are; in a game without zones, all."""
        zones, places = self.board.zones, {now.place[unit] for unit in units}
        return [hex_ for hex_ in hexes if zones is None or not places.isdisjoint(zones.reached_from(now, hex_))]

    @rule("assault.obligatory")
    def leaving_enough(self, awaiting: Mapping[int, Sequence[int]], hex_: int) -> Callable[[tuple[int, ...]], bool]:
        """Return whether units that attack a hex leave enough for all others that must be attacked, if that can be.

        ``awaiting``: by hex that must still be attacked, the units that can.
        """
        if not awaiting:
            return lambda _units: True
        most = most_attacked(awaiting)

        def leave_enough(units: tuple[int, ...]) -> bool:
            left = {other: [*{*able}.difference(units)] for other, able in awaiting.items() if other != hex_}
            return most_attacked(left) + (hex_ in awaiting) >= most

        return leave_enough

    def may_support(self, now: Situation, unit: int) -> bool:
        """Return whether a unit with a range may join a fight from afar."""
        return not now.units.fought[unit] and self.is_led(now, unit)

    def attacks(self, book: Book, unit: int) -> None:
        """Write into the book that a unit attacks from beside a hex."""
        book.put("fought", unit, 1)

    def joins(self, book: Book, unit: int) -> None:
        """Write into the book that a unit joins a fight from afar."""
        book.put("fought", unit, 1)
        book.event("supports", "assault.support", unit)

    @rule("assault.support")
    def batteries(self, now: Situation, units: Iterable[int], hex_: int) -> list[int]:
        """Return the units that can join a fight for a hex from afar: in range, and not beside it as attackers."""
        able = (unit for unit in units if self.may_support(now, unit))
        away = self.board.distances(hex_)
        return [unit for unit in able if 0 < away[now.place[unit]] <= self.ranges[unit]]

    def held(self, now: Situation, fight: Fight) -> list[tuple[GroundEffect, tuple[str, str, str]]]:
        """Return what ground and works do for the defenders, each with its id, its clause and where it is from."""
        by_ground, by_work = (self.board.clause_of(rule) for rule in ("assault.ground", "works.assault"))
        works = self.works.fortified(now, fight.hex, fight.attackers) if self.works is not None else ()
        ground = ((effect, (id_, by_ground, "ground")) for effect, id_ in self.ground_for(now, fight))
        return [*ground, *((effect, (id_, by_work, "works")) for effect, id_ in works)]

    def ground_for(self, now: Situation, fight: Fight) -> list[tuple[GroundEffect, str]]:
        """Return what the ground does in a fight, with its id."""
        return self.ground.under(now, fight.hex, fight.attackers)

    def held_by(self, now: Situation, fight: Fight) -> GroundEffect:
        """Return what ground and works do for the defenders together."""
        return reduce(GroundEffect.plus, (effect for effect, _line in self.held(now, fight)), GroundEffect())

    def added(self, now: Situation, fight: Fight) -> list[tuple[int, str, str]]:
        """Return what is added to the dice besides what ground does: the number, its source in words, its clause."""
        return [*self.dice.added(now), *self.led(now, fight)]

    def led(self, now: Situation, fight: Fight) -> list[tuple[int, str, str]]:
        """Return what leaders of both sides add to the dice of the attackers, in the same way."""
        if self.leaders is None:
            return []
        found = self.leaders.added_to_assault(now, fight.attackers, fight.hex, fight.places)
        return [(self.sign * value, leader, clause) for value, leader, clause in found]

    def clash(self, now: Situation, fight: Fight) -> Clash:
        """Return an assault as modifiers look at it."""
        near, places = self.board.adjacent[fight.hex], fight.places
        origins = [at for unit in fight.attackers if (at := places.get(unit, now.place[unit])) in near]
        return Clash(fight.hex, (*fight.attackers, *fight.guns), origins, self.defenders(now, fight.hex))

    def changes(self, now: Situation, fight: Fight) -> list[tuple[Change, str]]:
        """Return what each modifier does that counts, with its name, and then what aircraft do."""
        counting = self.modifiers.counting(now, self.clash(now, fight)) if self.modifiers else []
        return [*counting, *fight.aid]

    def modified(self, now: Situation, fight: Fight) -> Iterator[tuple[Change, tuple[str, str, str]]]:
        """Yield the same, each with its name, its clause and where it is from."""
        for change, name in self.changes(now, fight):
            rule_ = "air.support" if (change, name) in fight.aid else "assault.modifiers"
            yield change, (name, self.board.clause_of(rule_), "modifiers")

    @rule("assault.odds")
    def odds(self, now: Situation, fight: Fight) -> Odds:
        """Return the odds of an assault."""
        attack = sum(self.attack(now, unit) for unit in (*fight.attackers, *fight.guns))
        times, die, shift = self.held_by(now, fight)
        change = total_of(self.changes(now, fight))
        die, shift, attack = die + change.die, shift + change.shift, int(change.attack * attack)
        die += sum(value for value, _source, _clause in self.added(now, fight))
        held = sum(self.defence(now, unit) for unit in self.defenders(now, fight.hex))
        defence = int(times * change.defence * held) + sum(self.attack(now, unit) for unit in fight.support)
        value: Any = (attack, defence) if self.ratio else attack - defence
        none = self.ratio and not attack and not defence
        return Odds(attack, defence, die, 0 if none else self.results.index(value, shift))

    def reckoning(self, now: Situation, fight: Fight) -> Terms:
        """Return every number of :meth:`odds` with its source, and each result with its chance."""
        names = self.board.compiled.names["units"]
        by_odds = self.board.clause_of("assault.odds")
        attack, defence, dice_, shifts = Reckoning(), Reckoning(), Reckoning(), Reckoning()
        for unit in fight.attackers:
            attack.add(self.attack(now, unit), names[unit], by_odds, "counter")
        for unit in fight.guns:
            support = self.board.clause_of("assault.support")
            attack.add(self.attack(now, unit), f"{names[unit]} in support", support, "counter")
        for unit in self.defenders(now, fight.hex):
            defence.add(self.defence(now, unit), names[unit], by_odds, "counter")
        for value, source, clause in self.added(now, fight):
            dice_.add(value, source, clause)
        for effect, line in self.held(now, fight):
            defence.times(effect.times, *line)
            dice_.add(effect.die, *line)
            shifts.add(effect.shift, *line)
        for change, line in self.modified(now, fight):
            attack.times(change.attack, *line)
            defence.times(change.defence, *line)
            dice_.add(change.die, *line)
            shifts.add(change.shift, *line)
        attack.at_most(int(attack.total), "fraction dropped", by_odds)
        defence.at_most(int(defence.total), "fraction dropped", by_odds)
        for unit in fight.support:
            defence.add(
                self.attack(now, unit), f"{names[unit]} in support", self.board.clause_of("assault.support"), "counter"
            )
        odds = self.odds(now, fight)

        def result(token: Token) -> str:
            return self.results.in_column(odds.column, int(token) + odds.die)

        found = prospects(self.dice.outcomes(now), result, lambda token: self.effects.in_words(result(token)))
        sums = (attack.named("attack"), defence.named("defence"), dice_.named("dice"), shifts.named("columns"))
        kept = tuple(each for number, each in enumerate(sums) if each.terms or number < 3)
        return Terms(kept, (Roll("combat results table", self.results.heading(odds.column), found),))

    # -- for a player --------------------------------------------------------------------------------

    def wishes(
        self, mind: Mind, now: Situation, reached: Mapping[int, tuple[Sequence[int], Sequence[int]]]
    ) -> Iterator[tuple[int, int]]:
        """Yield where units should go to attack: for the best target first, as many as better the odds."""
        taken: set[int] = set()
        led = {unit: costs for unit, (costs, _before) in reached.items() if self.is_led(now, unit)}
        ranked = {unit: led[unit] for unit in sorted(led, key=lambda unit: -self.attack(now, unit))}
        apart = [unit for unit in now.own(mind.side) if unit not in reached]
        whole = {hex_: self.able(mind, now, hex_, ranked) for hex_ in sorted(now.held(1 - mind.side))}
        guns = {hex_: self.batteries(now, apart, hex_) for hex_, able in whole.items() if able}
        gains = {hex_: self.expected(mind, now, hex_, [*whole[hex_], *guns[hex_]], whole[hex_]) for hex_ in guns}
        for hex_ in sorted(guns, key=lambda hex_: -gains[hex_]):
            if gains[hex_] <= 0:
                break
            able = {unit: at for unit, at in whole[hex_].items() if unit not in taken}
            joined: list[int] = [*guns[hex_]]
            for unit in able:
                tried = self.expected(mind, now, hex_, [*joined, unit], able)
                if tried > self.expected(mind, now, hex_, joined, able):
                    joined.append(unit)
            attackers = [unit for unit in joined if unit in able]
            if attackers and self.expected(mind, now, hex_, joined, able) > 0:
                taken |= set(attackers)
                yield from ((unit, able[unit]) for unit in attackers)

    def able(self, mind: Mind, now: Situation, hex_: int, reached: Mapping[int, Sequence[int]]) -> dict[int, int]:
        """Return units that can come to attack a hex, the strongest first, each with its best hex for it.

        ``reached``: by unit, the strongest first, the cost of each hex; below 0 where it cannot go.
        """
        near, found, room = sorted(self.board.adjacent[hex_]), dict[int, int](), mind.room(now)
        away, place = self.board.distances(hex_), now.place
        for unit, costs in reached.items():
            far = self.ranges[unit]
            ends = [to for to in near if costs[to] >= 0 and room.fits(unit, to)]
            if far > 1:
                zone = now.enemy_zone(unit)
                apart = [to for to in mind.within(hex_, far) if costs[to] >= 0 and away[to] > 1 and to not in zone]
                ends = [to for to in apart if room.fits(unit, to)] or ends
            if ends:
                steps = self.board.distances(place[unit])
                best = min(ends, key=lambda to: (-self.ground.of_terrain(to).times, steps[to]))
                room.put(unit, best)
                found[unit] = best
        return found

    def expected(
        self, mind: Mind, now: Situation, hex_: int, units: Sequence[int], places: Mapping[int, int] = AS_THEY_ARE
    ) -> float:
        """Return what an attack on a hex may be expected to win, less what it may lose; ``places``: as in a fight."""
        if not units:
            return 0.0
        near = [unit for unit in units if self.ranges[unit] <= 1] or units
        fight = Fight(hex_, near, [unit for unit in units if unit not in near], places=places)
        lost = self.losses(now, fight)
        if lost is None:
            return -1.0
        theirs, ours = lost
        won = theirs * (sum(mind.value(now, unit) for unit in now.stack(hex_)) + mind.goals.get(hex_, 0))
        return won - ours * sum(mind.value(now, unit) for unit in near) - 0.3

    def losses(self, now: Situation, fight: Fight) -> tuple[float, float] | None:
        """Return the shares of defenders and of attackers that a fight is expected to cost; None: nobody can attack."""
        odds = self.odds(now, fight)
        if not odds.attack:
            return None
        return self.shares(odds.column, odds.die, *self.sizes(now, fight.attackers, fight.hex))

    def outlook(self, mind: Mind, now: Situation, unit: int, hex_: int) -> float:
        """Return what a unit may lose in a hex by the attack that it would have to make there."""
        if not self.given.obligatory or (self.board.zones is not None and hex_ not in now.enemy_zone(unit)):
            return 0.0
        near = now.held(1 - mind.side).intersection(self.board.adjacent[hex_])
        gains = [self.expected(mind, now, enemy, [unit], {unit: hex_}) for enemy in sorted(near)]
        return min(max(gains, default=0.0), 0.0)

    def sizes(self, now: Situation, units: Sequence[int], hex_: int) -> tuple[int, int, float]:
        """Return how many defend a hex and how many attack it, and the share of these that an exchange costs.

        Where no result asks for it, the same of all.
        """
        if not self.effects.sized:
            return 1, 1, 0.5
        stack = now.stack(hex_)
        return len(stack), len(units), self.effects.swapped(now, units, stack)

    def shares(
        self, column: int, die: int, defenders: int = 1, attackers: int = 1, swapped: float = 0.5
    ) -> tuple[float, float]:
        """Return the shares of defenders and of attackers that are expected to be lost in a column.

        ``swapped``: the share of the attackers that an exchange costs.
        """
        sizes = (column, die, defenders, attackers, swapped)
        if sizes not in self._shares:
            thrown, share = self.dice.usual, self.effects.share
            codes = [(self.results.in_column(column, total + die), ways) for total, ways in thrown.ways.items()]
            theirs, ours = (
                sum(share(code, who, units, swapped) * ways for code, ways in codes) / thrown.total
                for who, units in (("defender", defenders), ("attacker", attackers))
            )
            self._shares[sizes] = theirs, ours
        return self._shares[sizes]

    def share_lost(self, now: Situation, attack: int, strength: int, hex_: int) -> float:
        """Return the share that a defender of some strength is expected to lose in a hex to so strong an attack."""
        works = self.works.in_assault(now, hex_) if self.works is not None else ()
        ground = reduce(GroundEffect.plus, (each for each, _ in works), self.ground.of_hex(hex_))
        defence = max(int(ground.times * strength), 1)
        value: Any = (attack, defence) if self.ratio else attack - defence
        return self.shares(self.results.index(value, ground.shift), ground.die)[0]
