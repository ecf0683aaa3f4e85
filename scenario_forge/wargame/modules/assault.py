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
from scenario_forge.wargame.modules.movement import grounds_by_name
from scenario_forge.wargame.modules.phase import SidePhase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.steps import Frames
    from scenario_forge.wargame.modules.board import Board, Situation

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
        self.ranges = board.column(f"value.{given.support}") if given.support else [1] * len(board.units.side)

    def ready(self) -> None:
        """Look up the two sides of counters."""
        self.effects = self.board.module(Effects)

    @classmethod
    def read(cls, game: Game, given: AssaultKey) -> Mapping[str, Any]:
        """Return the effects of ground as printed, and the table of results."""
        return {"ground": _ground_of(game, given), "results": results_data(game, given.table)}

    def strength(self, now: Situation, unit: int) -> int:
        """Return the strength of a unit now."""
        return self.effects.value(now, self.given.value, unit)

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


class AssaultPhase(SidePhase):
    """``(hex, unit …)``: a hex and who attacks it, at least one from beside it."""

    clears = ("fought",)

    def ways(self, now: Situation, frame: Frame, prefix: Action) -> Iterable[Choice]:
        """Return hexes that can be attacked, then one more attacker after another."""
        assault = self.rules.module(Assault)
        able = assault.targets(now, self.acting(now, frame), frame.data.get("attacked", ()))
        if not prefix:
            return offer(able)
        hex_, *picked = (int(token) for token in prefix)
        near = self.rules.adjacent[hex_]
        beside = [unit for unit in able[hex_] if now.place[unit] in near]
        ahead = [unit for unit in able[hex_] if not picked or unit > picked[-1]]
        begun = any(unit in beside for unit in picked)
        found = []
        for unit in ahead:
            whole = begun or unit in beside
            if whole or unit < beside[-1]:
                found.append(Choice(unit, whole, unit != ahead[-1]))
        return found

    @rule("assault.once")
    def carry_out(self, now: Situation, frame: Frame, action: Action, book: Book) -> Iterable[Frame]:  # noqa: ARG002
        """Declare an attack."""
        hex_, *units = (int(token) for token in action)
        for unit in units:
            book.put("fought", unit, 1)
        book.event("attack", "assault.who", hex_, *units)
        return [Frame("battle", {"side": frame.data["side"], "hex": hex_, "units": units})]

    def done(self, state: GameState, frame: Frame, action: Action, book: Book) -> Frames:
        """Note each hex that was attacked: none is twice in a phase."""
        frames = list(super().done(state, frame, action, book) or ())
        if len(frames) > 1:
            frames[0] = frames[0].with_values(attacked=[*frame.data.get("attacked", ()), action[0]])
        return frames


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


Assault.steps = {"assault": ("assault.phase", AssaultPhase), "battle": ("assault.result", Throw, battle)}
Assault.inner = ("battle",)
Assault.words = {
    "assault begins": "the {0:side} player attacks",
    "attack": "{0:hex} is attacked",
    "battle": "battle for {0:hex}, {1} against {2}: {3} on the die, {4:code}",
}
Assault.actions = {"assault": ["hex unit*"]}
Assault.marks = ("fought",)
Assault.busy = ("battle",)
