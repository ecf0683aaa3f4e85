"""Direct fire, also at who moves: two dice, both of which must be above the distance."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Outcome
from scenario_forge.simulator.terms import Prospect, Reckoning
from scenario_forge.systems.rats_of_tobruk.effects import RatsEffects
from scenario_forge.wargame.base.numbers import GameState
from scenario_forge.wargame.base.steps import Throw
from scenario_forge.wargame.modules.fire.steps import FireModule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Event, Token
    from scenario_forge.simulator.terms import Sum
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.board.board import Board, Situation

PAIRS = [Outcome(10 * a + b) for a in range(1, 7) for b in range(1, 7)]
"""Two dice that are read one by one: 36 is a three and a six."""
EFFECTS = {"casualty": "the unit is pinned and depleted", "pin": "the unit is pinned", "miss": "no effect"}


class Needed(NamedTuple):
    """What the dice of a shot are compared with."""

    away: int
    """The distance, which both dice must exceed."""
    more: int
    """What is added to each of the dice."""
    least: int
    """What a hit must come to for a casualty."""
    reach: int | None
    """The printed range of the firer, where it counts with the higher die; None: both dice count."""


@rule("18.1.2")
def result_of(needed: Needed, thrown: int) -> str:
    """Return the result of a throw."""
    pair = [face + needed.more for face in divmod(thrown, 10)]
    if min(pair) <= needed.away:
        return "miss"
    force = sum(pair) if needed.reach is None else max(pair) + needed.reach
    return "casualty" if force >= needed.least else "pin"


@cache
def prospects_of(needed: Needed) -> tuple[Prospect, ...]:
    """Return each result with its chance."""
    thrown = [result_of(needed, int(pair.token)) for pair in PAIRS]
    ways = [Prospect(code, Fraction(thrown.count(code), len(PAIRS)), EFFECTS[code]) for code in EFFECTS]
    return tuple(each for each in ways if each.chance)


class RatsFire(FireModule):
    """Direct fire: not from a tank; two dice, both of which must be above the distance."""

    columns: ClassVar = {"units": "shot pinned"}

    @rule("11.3.6", "11.4.7", "11.3.4")
    def may_fire(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may fire now: nobody does from a tank."""
        return super().may_fire(now, unit) and not now.units.tank[unit]

    @rule("11.3.28", "11.3.30", "11.3.31", "11.4.10")
    def is_free(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has neither fired nor fought."""
        return super().is_free(now, unit) and not now.units.fought[unit]

    @rule("9.6.4")
    def reaction(self, state: GameState, event: Event) -> Frame | None:
        """Return the step in which the other side fires at who moves: to debark is to move."""
        return super().reaction(state, event._replace(name="enters") if event.name == "debarks" else event)

    @rule("11.3.16", "11.3.17", "11.3.18", "11.3.19", "13.1.2")
    def each_die(self, now: Situation, target: int) -> list[tuple[int, str, str]]:
        """Return what is added to each of the dice, with what it comes from."""
        assert self.weather is not None  # noqa: S101 - the game has kinds of turn
        light = [(value, kind, "13.1") for value, kind in self.weather.added(now, "fire")]
        blocked, road = self.board.column("direct")
        hidden = blocked * self.board.ground("blocks", now.place[target])
        return [*light, (hidden, "blocking terrain", "11.3"), (road * now.units.road[target], "road", "11.3")]

    @rule("11.3.22")
    def defence(self, now: Situation, unit: int) -> int:
        """Return what defends a unit: of some their other side."""
        if not self.board.group("reversed")[unit]:
            return self.board.value(now, "defence", unit)
        return self.board.changed(now, "defence", unit, self.board.faces.both("defence", unit)[1])

    @rule("11.3.1", "11.3.2", "11.3.13", "11.3.14", "11.3.15", "11.3.21", "11.3.23", "11.3.24")
    def result(self, now: Situation, firer: int, target: int, thrown: int) -> str:
        """Return the result: both dice must be above the distance; their sum says whether it is more than a pin."""
        return result_of(self.needed(now, firer, target), thrown)

    @rule("18.1.1", "18.1.3")
    def needed(self, now: Situation, firer: int, target: int) -> Needed:
        """Return what a shot is compared with."""
        away = self.board.distance(now.place[firer], now.place[target])
        least = self.defence(now, target) + away
        strong = self.board.given["casualties"] == "higher_die"
        reach = self.board.value(now, "range", firer) if strong else None
        return Needed(away, sum(each[0] for each in self.each_die(now, target)), least, reach)

    def sums(self, now: Situation, firer: int, target: int) -> tuple[Sum, ...]:
        """Return what a shot is worked out from."""
        name, found = self.board.compiled.names["units"][target], (Reckoning(), Reckoning(), Reckoning())
        found[0].add(self.board.distance(now.place[firer], now.place[target]), "distance", "11.3")
        found[1].add(self.defence(now, target), name, "11.3", "counter")
        for term in self.each_die(now, target):
            found[2].add(*term)
        return tuple(each.named(what) for each, what in zip(found, ("distance", "defence", "each die"), strict=True))

    def prospects(self, now: Situation, firer: int, target: int) -> tuple[str, tuple[Prospect, ...]]:
        """Return each result with its chance; no table has a column for it."""
        return "", prospects_of(self.needed(now, firer, target))

    def share(self, result: str) -> float:
        """Return the share of its worth that a result costs the target, to a computer player."""
        return {"casualty": 0.55, "pin": 0.1}.get(result, 0)


def shot(board: Board, state: GameState, frame: Frame, book: Book) -> None:
    """Find what the dice do to the target."""
    now, fire, (firer, target) = board.at(state), board.module(RatsFire), (frame.data["firer"], frame.data["target"])
    result = fire.result(now, firer, target, frame.data["thrown"])
    book.event("fires", "11.3", firer, target, *divmod(frame.data["thrown"], 10))
    if result != "miss":
        book.put("pinned", target, 1)
        book.event("pinned", "11.3", target)
        board.module(RatsEffects).jump_off(book, target, pinned=True)
    if result == "casualty":
        fire.effects.flip(book, target)


class PairThrow(Throw[GameState]):
    """Two dice, read one by one."""

    def outcomes(self, state: GameState, frame: Frame) -> Sequence[Outcome]:  # noqa: ARG002 - as steps are asked
        """Return both faces of each throw."""
        return PAIRS

    def dice(self, answer: Token) -> str:
        """Return both faces."""
        return ", ".join(str(answer))


RatsFire.steps = {**FireModule.steps, "shot": ("11.3", PairThrow, shot)}
