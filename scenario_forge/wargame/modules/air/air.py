"""The module of air: how many sorties a side has, where they can fly, and what they come to."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.mechanics.tables import Chances, dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.terms import Prospect, Reckoning, Roll, Terms
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.board.labels import listed
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.paper import on_units
from scenario_forge.wargame.board.selectors import selected
from scenario_forge.wargame.modules.air.checks import air_findings
from scenario_forge.wargame.modules.air.key import (
    DISTANCE,
    AirKey,
    sentence_of_support,
    sentences_of_guns,
    sentences_of_interdiction,
    sentences_of_sorties,
    sentences_of_strikes,
)
from scenario_forge.wargame.modules.assault.modifier_words import names_of
from scenario_forge.wargame.modules.assault.modifiers import Change, Clash, Modifiers, arrays_of, total_of
from scenario_forge.wargame.modules.dice import TableDice, counts_of
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.kinds_of_turn import Weather
from scenario_forge.wargame.modules.sight import Sight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import Marker
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.simulator.terms import Attack
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

ANTI_AIRCRAFT = "anti-aircraft"
"""The step in which units throw against aircraft."""
INTERDICTED = "ground.interdicted"
"""The column of state that says by hex which sides interdict it: 1 the first, 2 the second, 3 both."""
NONE = "none"
"""What comes of a strike of which no sortie is left."""


class Gun(NamedTuple):
    """What a unit throws against aircraft."""

    range: int
    dice: Chances[int]
    least: int | None
    """The least throw with which a sortie is lost; None where it must be more than the distance."""


class Air(Module[AirKey]):
    """Air in play. Sorties of a side count as flown from when they are sent, whether they are lost or not."""

    key, model, column = "air", AirKey, INTERDICTED

    def __init__(self, board: Board, given: AirKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        strike = given.missions.strike
        self.results = Results(read["results"]) if read else None
        self.dice = TableDice(board, read.get("dice", {"": 1}), self.key)
        self.modifiers = Modifiers(board, self.key, strike.modifiers if strike else (), read.get("modifiers", ()))
        self.supports = given.missions.support is not None
        self.rows = {"air": len(board.compiled.keys["sides"])}
        self.rows |= {"ground": board.hexes} if given.missions.interdict is not None else {}
        self.have = [self._sorties(given.sorties.get(side, 0)) for side in board.compiled.keys["sides"]]
        """By side and turn of the scenario: the sorties that it has, those of earlier turns too where they are kept."""
        self.guns = self._guns()
        """By unit that throws against aircraft: how."""
        self._shares: dict[tuple[int, int, int, int], float] = {}

    def _sorties(self, name: str | int) -> list[int]:
        first, last = self.board.compiled.turns.span[:2]
        each = [self.board.amount_in(name, turn) for turn in range(first, last + 1)]
        return list(accumulate(each)) if self.given.kept else each

    def _guns(self) -> dict[int, Gun]:
        board, found = self.board, dict[int, Gun]()
        for number, line in enumerate(self.given.anti_aircraft):
            ranges = board.printed(line.range) if line.range is not None else [board.hexes] * len(board.units.side)
            least = None if line.least == DISTANCE else board.column(line.least)[0]
            for unit, has in enumerate(board.column(f"air.guns.{number}")):
                if has and ranges[unit] >= 0:
                    found.setdefault(unit, Gun(ranges[unit], dice(line.dice), least))
        return found

    def ready(self) -> None:
        """Look up effects, sight and kinds of turn."""
        self.effects, self.sight = self.board.get(Effects), self.board.get(Sight)
        self.weather = self.board.get(Weather)

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The results of the table of strikes, by their number."""
        return {"struck": self.results.codes} if self.results is not None else {}

    @classmethod
    def read(cls, game: Game, given: AirKey) -> Mapping[str, Any]:
        """Return the table of strikes, where they are flown."""
        strike = given.missions.strike
        if strike is None:
            return {}
        named = {"modifiers": names_of(game, strike.modifiers)} if strike.modifiers else {}
        return {"results": results_data(game, strike.table), "dice": counts_of(game, strike.table)} | named

    @classmethod
    def charts(cls, given: AirKey) -> Sequence[str]:
        """Return the table of strikes, where they are flown."""
        return [given.missions.strike.table] if given.missions.strike is not None else []

    @classmethod
    def paper(cls, given: AirKey, labels: Labels) -> Iterator[Marker]:
        """Yield the markers of hexes that are interdicted."""
        if given.missions.interdict is not None:
            yield on_units("Interdicted", labels)

    @classmethod
    def checks(cls, game: Game, given: AirKey, where: Where) -> Iterator[Diagnostic]:
        """Yield what missions and anti-aircraft units lack, sorties that nobody has, and what has no use."""
        yield from air_findings(game, given, where)

    @classmethod
    def arrays(cls, game: Game, given: AirKey) -> Arrays:
        """Return who throws against aircraft, by line."""
        strike = given.missions.strike
        guns = {f"air.guns.{number}": selected(game, line.of) for number, line in enumerate(given.anti_aircraft)}
        return {**guns, **arrays_of(game, cls.key, strike.modifiers if strike is not None else ())}

    @classmethod
    def sentences(cls, given: AirKey, labels: Labels) -> Iterator[Sentence]:
        """Say who flies how often and what for, and what is thrown against it."""
        yield from sentences_of_sorties(given, labels)
        missions = given.missions
        flown = ["strikes"] * (missions.strike is not None) + ["interdictions"] * (missions.interdict is not None)
        if flown:
            phase = labels.phase("air", "strike")
            yield Sentence("air.phase", f"In {phase} the side flies {listed(flown)}, one after another, or none.")
        if missions.strike is not None:
            yield from sentences_of_strikes(missions.strike, labels)
        if missions.support is not None:
            yield sentence_of_support(missions.support, labels)
        if missions.interdict is not None:
            yield from sentences_of_interdiction(missions.interdict, labels)
        for line in given.anti_aircraft:
            yield from sentences_of_guns(line, labels)
        if len(given.anti_aircraft) > 1:
            yield Sentence("air.anti-aircraft", "A unit throws by the first of these that names it.")

    # -- sorties -------------------------------------------------------------------------------------

    @rule("air.sorties")
    def remaining(self, now: Situation, side: int) -> int:
        """Return how many sorties a side can still fly in the turn."""
        first, last = self.board.compiled.turns.span[:2]
        flown: int = now.state.air.flown[side]  # type: ignore[attr-defined]  # its own table of state
        return 0 if self.is_grounded(now) else self.have[side][min(now.turn, last) - first] - flown

    @rule("air.grounded")
    def is_grounded(self, now: Situation) -> bool:
        """Return whether the kind of turn keeps aircraft on the ground."""
        return self.weather is not None and any(kind.air == "none" for kind in self.weather.of_turn(now))

    @rule("air.sorties")
    def turn_follows(self, state: GameState, book: Book) -> None:  # noqa: ARG002 - as modules are told
        """Give each side its sorties of the next turn, where they are not kept from turn to turn."""
        if not self.given.kept:
            book.clear(["air.flown"], range(self.rows["air"]))

    def send(self, now: Situation, book: Book, sorties: int, mission: Frame) -> Frame:
        """Send sorties on a mission; return its step, or that of the units that throw against them on their way."""
        side, hex_ = mission.data["side"], mission.data["hex"]
        guns = self.against(now, side, hex_) if sorties else []
        data = {**mission.data}
        if sorties:
            book.add("air.flown", side, sorties)
        if not guns:
            return Frame(mission.step, {**data, "through": sorties})
        rest = {"to": mission.step, "mission": data}
        return Frame(ANTI_AIRCRAFT, {"side": side, "hex": hex_, "sorties": sorties, "lost": 0, "guns": guns, **rest})

    # -- anti-aircraft -------------------------------------------------------------------------------

    @rule("air.anti-aircraft")
    def against(self, now: Situation, side: int, hex_: int) -> list[int]:
        """Return the enemy units that throw against sorties of a side over a hex."""
        away = self.board.distances(hex_)
        near = (unit for unit in now.own(1 - side) if unit in self.guns) if self.guns else ()
        return [unit for unit in near if away[now.place[unit]] <= self.guns[unit].range]

    @rule("air.lost")
    def hits(self, now: Situation, unit: int, hex_: int, total: int) -> bool:
        """Return whether a sortie over a hex is lost by the throw of a unit."""
        least = self.guns[unit].least
        return total > self.board.distance(now.place[unit], hex_) if least is None else total >= least

    def through(self, now: Situation, guns: Sequence[int], hex_: int, sorties: int) -> Chances[int]:
        """Return how many of some sorties may be left after the throws of units."""
        found = Chances({sorties: 1})
        for unit in guns:
            thrown = self.guns[unit].dice
            found = found.then(
                lambda left, unit=unit, thrown=thrown: (  # type: ignore[misc]  # bound as they are now
                    thrown.through(lambda total: left - self.hits(now, unit, hex_, total)) if left else Chances({0: 1})
                )
            )
        return found

    # -- strikes -------------------------------------------------------------------------------------

    @rule("air.strike", "air.once")
    def targets(self, now: Situation, side: int, struck: Sequence[int]) -> list[int]:
        """Return the hexes that a side can strike: with enemy units, and not struck yet in the phase."""
        strike = self.given.missions.strike
        if strike is None or not self.remaining(now, side):
            return []
        there = (hex_ for hex_ in sorted(now.held(1 - side)) if hex_ not in struck)
        return [hex_ for hex_ in there if not strike.observed or self.sees(now, side, hex_)]

    @rule("air.observed")
    def sees(self, now: Situation, side: int, hex_: int) -> bool:
        """Return whether a unit of a side observes a hex."""
        return self.sight is not None and self.sight.observed(now, side, hex_)

    def counting(self, now: Situation, hex_: int) -> list[tuple[Change, str]]:
        """Return what each modifier does that counts in a strike, with its name."""
        return self.modifiers.counting(now, Clash(hex_, (), (), now.stack(hex_))) if self.modifiers else []

    @rule("air.result")
    def result(self, sorties: int, total: int, change: Change) -> str:
        """Return the result of a strike: under the number of sorties, for a throw that modifiers change."""
        assert self.results is not None  # noqa: S101 - the mission has a table
        return self.results.at(sorties, total + change.die, change.shift)

    def terms(self, now: Situation, attack: Attack) -> Terms:
        """Return how many sorties fly, what changes the throw, and how it may fall out.

        Raises:
            ValueError: no aircraft can strike the hex so.
        """
        if attack.given.get("by") != self.key or self.results is None:
            raise ValueError("units do not fly")
        sorties, hex_ = attack.given["sorties"], attack.target
        clause, flown, die, columns = self.board.clause_of("air.result"), Reckoning(), Reckoning(), Reckoning()
        flown.add(sorties, "sorties", clause)
        counting = self.counting(now, hex_)
        for change, name in counting:
            line = (name, self.board.clause_of("air.modifiers"), "modifiers")
            die.add(change.die, *line)
            columns.add(change.shift, *line)
        change = total_of(counting)
        left = self.through(now, attack.given["guns"], hex_, sorties)
        outcomes = self.dice.thrown(now)
        found = left.then(
            lambda some: (
                outcomes.through(lambda total: self.result(some, total, change)) if some else Chances({NONE: 1})
            )
        )
        sums = [flown.named("sorties"), *(each for each in (die.named("dice"), columns.named("columns")) if each.terms)]
        rolls = [Roll("air strike", self.results.column(sorties, change.shift), self._prospects(found))]
        if attack.given["guns"]:
            lost = [Prospect(f"{some} left", left.of(some), "") for some in sorted(left.ways, reverse=True)]
            rolls.insert(0, Roll(ANTI_AIRCRAFT, "", tuple(lost)))
        return Terms(tuple(sums), tuple(rolls))

    def _prospects(self, found: Chances[str]) -> tuple[Prospect, ...]:
        assert self.effects is not None  # noqa: S101 - strikes need them
        words = {code: self.effects.in_words(code) for code in found.ways}
        if found.ways.get(NONE):
            words[NONE] = "no sortie is left"
        return tuple(Prospect(code, found.of(code), words[code]) for code in found.ways)

    # -- other missions ------------------------------------------------------------------------------

    @rule("air.support")
    def aid(self, sorties: Sequence[int]) -> list[tuple[int, int, str]]:
        """Return what sorties of attacker and defender do in an assault: to the dice, to the column, whose they are."""
        given = self.given.missions.support
        if given is None:
            return []
        sides = zip(sorties, (1, -1), ("attacker", "defender"), strict=True)
        return [(sign * n * given.die, sign * n * given.shift, f"aircraft of the {who}") for n, sign, who in sides if n]

    @rule("air.interdict")
    def hexes(self, now: Situation, side: int) -> list[int]:
        """Return the hexes that a side can interdict: where units can be, and that it does not interdict already."""
        given, board = self.given.missions.interdict, self.board
        if given is None or not self.remaining(now, side):
            return []
        flown = now.state.ground.interdicted
        free = (hex_ for hex_ in range(board.hexes) if not flown[hex_] & 1 << side)
        able = (hex_ for hex_ in free if board.passable[board.terrain[hex_]])
        return [hex_ for hex_ in able if not given.observed or self.sees(now, side, hex_)]

    @rule("air.interdict")
    def tolls(self, now: Situation, side: int) -> Mapping[int, int]:
        """Return the movement points that units of a side pay besides, by hex that its enemy interdicts."""
        given, enemy = self.given.missions.interdict, 1 << (1 - side)
        if given is None:
            return {}
        flown = now.state.ground.interdicted
        return now.state.derived(
            ("tolls", side), (INTERDICTED,), lambda: {hex_: given.cost for hex_, by in enumerate(flown) if by & enemy}
        )

    # -- for a player --------------------------------------------------------------------------------

    def expected(self, mind: Mind, now: Situation, side: int, hex_: int, sorties: int) -> float:
        """Return what a strike may be expected to cost the enemy."""
        stack, change = now.stack(hex_), total_of(self.counting(now, hex_))
        left = self.through(now, self.against(now, side, hex_), hex_, sorties)
        lost = sum(self.share(some, change, len(stack)) * float(left.of(some)) for some in left.ways if some)
        return lost * sum(mind.value(now, unit) for unit in stack)

    def share(self, sorties: int, change: Change, units: int) -> float:
        """Return the share of the units in a hex that so many sorties may be expected to cost."""
        assert self.effects is not None  # noqa: S101 - strikes need them
        key = (sorties, change.die, change.shift, units)
        if key not in self._shares:
            ways = self.dice.usual.ways.items()
            lost = (self.effects.share(self.result(sorties, total, change), "defender", units) * n for total, n in ways)
            self._shares[key] = sum(lost) / self.dice.usual.total
        return self._shares[key]
