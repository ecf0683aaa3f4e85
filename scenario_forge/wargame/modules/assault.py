"""Assault: units attack a hex beside them, and results come from a table of ratios or differences."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartName, ValueName
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.tables import tables
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.offers import offer
from scenario_forge.wargame.base.results import Results, results_data
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.modules.effects import Effects
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.movement.key import grounds_by_name
from scenario_forge.wargame.modules.phase import END, Deed, SidePhase, acting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation
    from scenario_forge.wargame.modules.mind import Mind

_Ground = Annotated[str, Names("terrain or hexside kind or place kind")]


class AssaultKey(Model):
    """How units attack the hexes beside them."""

    table: ChartName
    """The chart of results, its columns ratios or differences."""
    odds: Literal["ratio", "difference"] = "ratio"
    """What the columns are of: attack to defence, or attack less defence."""
    value: ValueName = "strength"
    """The value of the counter that attacks and defends."""
    support: ValueName | None = None
    """The value that is the range at which units join an attack of others; without, nobody joins from afar."""
    ground: str | dict[_Ground, str] = {}  # noqa: RUF012 - pydantic copies it
    """What ground does for the defender, `terrain_effects/Effect on Combat` or by terrain and hexside: `×1½` multiplies his
    strength, `+1` and `-1` are added to the die, `1 left` and `1 right` shift the column. A hexside counts where all who
    attack from beside the hex attack across it."""


class GroundEffect(NamedTuple):
    """What one kind of ground does in an assault."""

    times: Fraction = Fraction(1)
    die: int = 0
    shift: int = 0


class Odds(NamedTuple):
    """An assault before the die: strengths, what is added to the die, the column of the table from 0."""

    attack: int
    defence: int
    die: int
    column: int


class Assault(Module[AssaultKey]):
    """Assault in play."""

    key, model, needs = "assault", AssaultKey, ("effects",)
    columns = {"units": "fought"}

    def __init__(self, board: Board, given: AssaultKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.results = Results(read["results"])
        keys = board.compiled.keys
        effects = {id_: effect_of(text) for id_, text in read["ground"].items()}
        self.terrain = [effects.get(id_, GroundEffect()) for id_ in keys["terrain"]]
        self.hexsides = [(1 << bit, effects[id_]) for bit, id_ in enumerate(keys["hexside_kinds"]) if id_ in effects]
        self._shares: dict[tuple[int, int], tuple[float, float]] = {}
        self.ranges = board.printed(given.support) if given.support else [1] * len(board.units.side)

    @property
    def said(self) -> Mapping[str, Sequence[str]]:
        """The results of the table, by their number."""
        return {"code": self.results.codes}

    def ready(self) -> None:
        """Look up the two sides of counters."""
        self.effects = self.board.module(Effects)

    @classmethod
    def read(cls, game: Game, given: AssaultKey) -> Mapping[str, Any]:
        """Return the effects of ground as printed, and the table of results."""
        return {"ground": _ground_of(game, given), "results": results_data(game, given.table)}

    def strength(self, now: Situation, unit: int) -> int:
        """Return the strength of a unit now."""
        return self.board.value(now, self.given.value, unit)

    @rule("assault.odds", "assault.ground")
    def odds(self, now: Situation, hex_: int, attackers: Sequence[int]) -> Odds:
        """Return the odds of an assault on a hex."""
        attack = sum(self.strength(now, unit) for unit in attackers)
        counted = [self.terrain[self.board.terrain[hex_]], *self.crossed(now, hex_, attackers)]
        times, die, shift = Fraction(1), 0, 0
        for effect in counted:
            times, die, shift = times * effect.times, die + effect.die, shift + effect.shift
        defence = int(times * sum(self.strength(now, unit) for unit in now.stack(hex_)))
        value: Any = (attack, defence) if self.given.odds == "ratio" else attack - defence
        return Odds(attack, defence, die, self.results.column(value, shift))

    def crossed(self, now: Situation, hex_: int, attackers: Sequence[int]) -> list[GroundEffect]:
        """Return the effects of hexsides that all attackers from beside the hex attack across."""
        near = [now.place[unit] for unit in attackers if now.place[unit] in self.board.adjacent[hex_]]
        sides = [self.board.compiled.map.sides[6 * at + self.board.direction(at, hex_)] for at in near]
        return [effect for bit, effect in self.hexsides if sides and all(each & bit for each in sides)]

    def wishes(
        self, mind: Mind, now: Situation, reached: Mapping[int, tuple[Sequence[int], Sequence[int]]]
    ) -> Iterator[tuple[int, int]]:
        """Yield where units should go to attack: for the best target first, as many as better the odds."""
        side = mind.side
        chances = [self._chance(mind, now, hex_, reached) for hex_ in sorted(now.held(1 - side))]
        taken: set[int] = set()
        for gain, hex_, _able in sorted(chances, key=lambda each: -each[0]):
            if gain <= 0:
                break
            able = [(unit, at) for unit, at in self._able(mind, now, hex_, reached) if unit not in taken]
            attackers: list[int] = []
            for unit, at in able:
                if self.expected(mind, now, hex_, [*attackers, unit], at) > self.expected(
                    mind, now, hex_, attackers, at
                ):
                    attackers.append(unit)
            if self.expected(mind, now, hex_, attackers, hex_) <= 0:
                continue
            taken |= set(attackers)
            places = dict(able)
            yield from ((unit, places[unit]) for unit in attackers)

    def _able(
        self, mind: Mind, now: Situation, hex_: int, reached: Mapping[int, tuple[Sequence[int], Sequence[int]]]
    ) -> list[tuple[int, int]]:
        """Units that can come to attack a hex, the strongest first, each with its best hex for it."""
        near, found, room = self.board.adjacent[hex_], [], mind.room(now)
        for unit in sorted(reached, key=lambda unit: -self.strength(now, unit)):
            costs, far = reached[unit][0], self.ranges[unit]
            ends = [to for to in near if costs[to] >= 0 and room.fits(unit, to)]
            if far > 1:
                zone = now.enemy_zone(unit)
                away = self.board.distances(hex_)
                apart = [to for to, cost in enumerate(costs) if cost >= 0 and 1 < away[to] <= far and to not in zone]
                ends = [to for to in apart if room.fits(unit, to)] or ends
            if ends:
                best = min(ends, key=lambda to: (-self.terrain[self.board.terrain[to]].times, costs[to]))
                room.put(unit, best)
                found.append((unit, best))
        return found

    def _chance(
        self, mind: Mind, now: Situation, hex_: int, reached: Mapping[int, tuple[Sequence[int], Sequence[int]]]
    ) -> tuple[float, int, int]:
        units = [unit for unit, _at in self._able(mind, now, hex_, reached)]
        return self.expected(mind, now, hex_, units, hex_), hex_, len(units)

    def expected(self, mind: Mind, now: Situation, hex_: int, attackers: Sequence[int], _at: int) -> float:
        """Return what an attack on a hex may be expected to win, less what it may lose."""
        if not attackers:
            return 0.0
        odds = self.odds(now, hex_, attackers)
        if not odds.attack:
            return -1.0
        theirs, ours = self.shares(odds.column, odds.die)
        near = [unit for unit in attackers if self.ranges[unit] <= 1] or attackers
        won = theirs * sum(mind.value(now, unit) for unit in now.stack(hex_))
        lost = ours * sum(mind.value(now, unit) for unit in near)
        return won - lost + theirs * mind.goals.get(hex_, 0) - 0.3

    def shares(self, column: int, die: int) -> tuple[float, float]:
        """Return the shares of defenders and of attackers that are expected to be lost in a column."""
        if (column, die) not in self._shares:
            codes = [self.results.in_column(column, face + die) for face in range(1, 7)]
            theirs, ours = ([self.effects.share(code, who) for code in codes] for who in ("defender", "attacker"))
            self._shares[column, die] = sum(theirs) / len(codes), sum(ours) / len(codes)
        return self._shares[column, die]

    def share_lost(self, attack: int, strength: int, hex_: int) -> float:
        """Return the share that a defender of some strength is expected to lose in a hex to so strong an attack."""
        effect = self.terrain[self.board.terrain[hex_]]
        defence = max(int(effect.times * strength), 1)
        value: Any = (attack, defence) if self.given.odds == "ratio" else attack - defence
        return self.shares(self.results.column(value, effect.shift), effect.die)[0]

    @rule("assault.who")
    def targets(self, now: Situation, units: Iterable[int], attacked: Sequence[int]) -> dict[int, list[int]]:
        """Return by hex that can be attacked who can: those beside it, and those who can join from afar."""
        board, found = self.board, dict[int, list[int]]()
        able = [unit for unit in units if not now.units.fought[unit]]
        beside = {to for unit in able for to in board.adjacent[now.place[unit]]}
        sides = {1 - board.units.side[unit] for unit in able}
        for hex_ in sorted(
            hex_ for side in sides for hex_ in now.held(side) if hex_ in beside and hex_ not in attacked
        ):
            near = board.adjacent[hex_]
            found[hex_] = [
                unit
                for unit in able
                if now.place[unit] in near or 1 < board.distance(now.place[unit], hex_) <= self.ranges[unit]
            ]
        return found


def effect_of(text: str) -> GroundEffect:
    """Return the effect of ground as a cell prints it; nothing where it prints none.

    >>> effect_of("×1½"), effect_of("+ 2 to defender"), effect_of("1 left").shift
    (GroundEffect(times=Fraction(3, 2), die=0, shift=0), GroundEffect(times=Fraction(1, 1), die=-2, shift=0), -1)
    """
    plain = text.replace("−", "-").replace("½", ".5").replace("¼", ".25").replace("¾", ".75")
    if times := re.match(r"\s*[×x]\s*([\d.]+)", plain):
        return GroundEffect(times=Fraction(times[1]))
    if shift := re.match(r"\s*(\d+)\s*(?:columns? )?(left|right|[LR])\b", plain):
        return GroundEffect(shift=int(shift[1]) * (1 if shift[2][0].lower() == "r" else -1))
    if die := re.match(r"\s*([+-])\s*(\d+)\b( to defender)?", plain):
        number = int(die[2]) * (1 if die[1] == "+" else -1)
        return GroundEffect(die=-number if die[3] else number)
    return GroundEffect()


def _ground_of(game: Game, given: AssaultKey) -> dict[str, str]:
    if isinstance(given.ground, dict):
        return dict(given.ground)
    chart_id, _, heading = given.ground.partition("/")
    chart, grounds = tables(game).charts[chart_id], grounds_by_name(game)
    at = chart.column(heading) or 0
    cells = (
        (row.text.partition(" (")[0].casefold(), line[at].text)
        for row, line in zip(chart.rows, chart.cells, strict=True)
    )
    return {grounds[name]: text for name, text in cells if name in grounds}


class Attack(Deed):
    """``hex, unit …``: a hex and who attacks it, at least one from beside it."""

    word, clears, pattern = "assault", ("fought",), "hex unit*"

    def ways(self, now: Situation, frame: Frame, begun: Action) -> Iterable[Choice]:
        """Return hexes that can be attacked, then one more attacker after another."""
        assault = self.board.module(Assault)
        able = assault.targets(now, acting(now, frame), frame.data.get("attacked", ()))
        if not begun:
            return offer(able)
        hex_, *picked = (int(token) for token in begun)
        near = self.board.adjacent[hex_]
        beside = [unit for unit in able[hex_] if now.place[unit] in near]
        ahead = [unit for unit in able[hex_] if not picked or unit > picked[-1]]
        has_begun = any(unit in beside for unit in picked)
        found = []
        for unit in ahead:
            whole = has_begun or unit in beside
            if whole or unit < beside[-1]:
                found.append(Choice(unit, whole, unit != ahead[-1]))
        return found

    @rule("assault.once")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Declare an attack; no hex is attacked twice in a phase."""
        hex_, *units = (int(token) for token in action)
        for unit in units:
            book.put("fought", unit, 1)
        book.event("attack", "assault.who", hex_, *units)
        noted = frame.with_values(attacked=[*frame.data.get("attacked", ()), hex_])
        return [noted, Frame("battle", {"side": frame.data["side"], "hex": hex_, "units": units})]


@rule("assault.result")
def battle(board: Board, state: GameState, frame: Frame, book: Book) -> Frames:
    """Find the result in the table, and lead to what it does."""
    now, assault, side = board.at(state), board.module(Assault), frame.data["side"]
    hex_, units = frame.data["hex"], frame.data["units"]
    odds = assault.odds(now, hex_, units)
    code = assault.results.in_column(odds.column, frame.data["thrown"] + odds.die)
    near = [unit for unit in units if now.place[unit] in board.adjacent[hex_]]
    subjects = (hex_, odds.attack, odds.defence, frame.data["thrown"] + odds.die, assault.results.codes.index(code))
    book.event("battle", "assault.result", *subjects)
    after = [Frame("advance", {"side": side, "hex": hex_, "units": near})] if "advance" in board.modules else []
    return [*after, *assault.effects.frames(code, (side, 1 - side), (near, [*now.stack(hex_)]))]


def attack(mind: Mind, now: Situation, frame: Frame) -> Action:
    """Return the attack that may be expected to win most; the end of the phase where none is worth it."""
    assault = mind.board.module(Assault)
    best, most = (END,), 0.0
    for hex_, able in assault.targets(now, acting(now, frame), frame.data.get("attacked", ())).items():
        gain = assault.expected(mind, now, hex_, able, hex_)
        if gain > most:
            best, most = (hex_, *able), gain
    return best


Assault.thoughts = {"assault": attack}
Assault.steps = {"assault": ("assault.phase", SidePhase), "battle": ("assault.result", Throw, battle)}
Assault.inner = ("battle",)
Assault.words = {
    "assault begins": "the {0:side} player attacks",
    "attack": "{0:hex} is attacked",
    "battle": "battle for {0:hex}, {1} against {2}: {3} on the die, {4:code}",
}
Assault.deeds = (Attack,)
Assault.marks = ("fought",)
Assault.busy = ("battle",)
