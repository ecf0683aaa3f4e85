"""Modifiers of an attack: lines of rules.yaml that count if all holds that they name, in an assault or in fire."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.base.selection import selects
from scenario_forge.wargame.board.selectors import UnitSelector, selected
from scenario_forge.wargame.modules.kinds_of_turn import KindOfTurnName, Weather

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.simulator.terms import Reckoning
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation

_Ground = Annotated[str, Names("terrain or place kind")]
_Grounds = _Ground | list[_Ground]
Number = Annotated[int, Field(gt=0)] | Annotated[str, Field(pattern=r"^\s*([1-9]\d*/[1-9]\d*|\d*[½¼¾])\s*$")]


class When(Model):
    """When a modifier counts: all that is named must hold."""

    attacker: UnitSelector | None = None
    """At least one of these units attacks; who joins from afar counts too."""
    all_attackers: UnitSelector | None = None
    """No other units attack."""
    combined: Annotated[list[UnitSelector], Field(min_length=2)] | None = None
    """Units of each of these kinds attack together, no unit counting for two of them."""
    attacker_mark: Id | None = None
    """At least one unit that attacks has this mark, such as `flipped` or `moved`."""
    attacker_supplied: bool | None = None
    """`false`: at least one unit that attacks was found out of supply; `true`: none was."""
    attackers_in: _Grounds | None = None
    """All units that attack stand on this terrain, or on one of these; who joins from afar does not count."""
    from_hexes: Annotated[int, Field(ge=2)] | None = None
    """The least number of hexes from which units attack; who joins from afar does not count."""
    from_opposite_sides: Literal[True] | None = None
    """Units attack from two hexes with the attacked one between them."""
    across: Annotated[str, Names("hexside kind")] | None = None
    """All who attack from beside the hex attack across hexsides of this kind."""
    defender: UnitSelector | None = None
    """At least one of these units is attacked."""
    all_defenders: UnitSelector | None = None
    """No other units are attacked."""
    defender_mark: Id | None = None
    """At least one unit that is attacked has this mark."""
    defender_supplied: bool | None = None
    """`false`: at least one unit that is attacked was found out of supply; `true`: none was."""
    defender_in: _Grounds | None = None
    """The attacked hex is of this terrain, or of one of these."""
    kind_of_turn: KindOfTurnName | None = None
    """The turn is of this kind."""

    def named(self) -> Iterator[tuple[str, Any]]:
        """Yield what is named, with its value."""
        yield from ((name, value) for name, value in self if value is not None)


class Modifier(Model):
    """A line of modifiers. What several lines do that count at once adds up; factors multiply."""

    when: When
    """When it counts."""
    die: int = 0
    """What is added to the dice."""
    shift: int = 0
    """How many columns of the table the result is farther to the right; below 0, to the left."""
    times: Number = 1
    """What the strength of one side is multiplied by, `2` or `1/2`; then fractions are dropped."""
    whose: Literal["attacker", "defender"] = "attacker"
    """The side whose strength `times` multiplies."""
    name: str = ""
    """What the line is called in print; without, what it says under `when`."""

    @property
    def change(self) -> Change:
        """What it does when it counts."""
        factor = factor_of(self.times)
        ours, theirs = (factor if self.whose == side else Fraction(1) for side in ("attacker", "defender"))
        return Change(ours, theirs, self.die, self.shift)


class Change(NamedTuple):
    """What modifiers do to an attack: factors of both strengths, what is added to the dice, columns to the right."""

    attack: Fraction = Fraction(1)
    defence: Fraction = Fraction(1)
    die: int = 0
    shift: int = 0

    def plus(self, other: Change) -> Change:
        """Return what two of them do together."""
        attack, defence = self.attack * other.attack, self.defence * other.defence
        return Change(attack, defence, self.die + other.die, self.shift + other.shift)


class Clash(NamedTuple):
    """An attack as modifiers look at it."""

    hex: int
    attackers: Sequence[int]
    """The units that attack, those that join from afar too."""
    origins: Sequence[int]
    """The hexes from which they attack, without those of units that join from afar; a hex may be there twice."""
    defenders: Sequence[int]
    """The units that are attacked."""


def total_of(counting: Sequence[tuple[Change, str]]) -> Change:
    """Return what modifiers do together."""
    return reduce(Change.plus, (change for change, _name in counting), Change())


def multiply(attack: Reckoning, defence: Reckoning, counting: Sequence[tuple[Change, str]]) -> None:
    """Multiply the strengths of both sides of fire by what counts; then drop fractions."""
    for change, name in counting:
        attack.times(change.attack, name, "fire.modifiers", "modifiers")
        defence.times(change.defence, name, "fire.modifiers", "modifiers")
    if counting:
        attack.at_most(int(attack.total), "fraction dropped", "fire.modifiers")
        defence.at_least(int(defence.total), "fraction dropped", "fire.modifiers")


def factor_of(times: int | str) -> Fraction:
    """Return a factor as rules.yaml writes it.

    >>> [str(factor_of(each)) for each in (2, "1/2", "1½")]
    ['2', '1/2', '3/2']
    """
    if isinstance(times, int) or "/" in times:
        return Fraction(times)
    whole, part = times.strip()[:-1], times.strip()[-1]
    return int(whole or 0) + {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}[part]


def several(given: str | list[str]) -> list[str]:
    """Return what is written as one or as a list, as a list."""
    return given if isinstance(given, list) else [given]


def can_all_take_part(wanted: Sequence[Sequence[bool]]) -> bool:
    """Return whether each of several wishes can have a unit of its own; each says by unit whether it would do.

    >>> can_all_take_part([[True, False], [True, False]]), can_all_take_part([[True, True], [True, False]])
    (False, True)
    """
    if not wanted:
        return True
    first, *others = wanted
    return any(
        can_all_take_part([[may and other != unit for other, may in enumerate(each)] for each in others])
        for unit, fits in enumerate(first)
        if fits
    )


# -- selectors -------------------------------------------------------------------------------------

_SELECTORS = ("attacker", "all_attackers", "combined", "defender", "all_defenders")


def selectors_of(when: When) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the selectors of units in a condition, each with the name of its array."""
    for name in _SELECTORS:
        given = getattr(when, name)
        for number, selector in enumerate(given if isinstance(given, list) else [given]):
            if selector is not None:
                yield f"{name}.{number}", selector


def arrays_of(game: Game, key: str, given: Sequence[Modifier]) -> Arrays:
    """Return the units that modifiers select, by array; ``key``: the key of rules.yaml that has them."""
    return {
        f"{key}.modifiers.{line}.{name}": selected(game, selector)
        for line, each in enumerate(given)
        for name, selector in selectors_of(each.when)
    }


def may_hold(when: When, units: Sequence[UnitCounter]) -> bool:
    """Return whether there are units of two sides of which one could attack the other as a condition asks."""
    sides = {unit.side for unit in units}
    return any(
        _may_take_part([when.attacker, *(when.combined or [])], when.all_attackers, units, side)
        and any(_may_take_part([when.defender], when.all_defenders, units, other) for other in sides - {side})
        for side in sides
    )


def _may_take_part(
    asked: Sequence[Mapping[str, Any] | None],
    only: Mapping[str, Any] | None,
    units: Sequence[UnitCounter],
    side: str,
) -> bool:
    own = [unit for unit in units for _copy in range(unit.count) if unit.side == side and selects(only or {}, unit)]
    if asked[0] is not None and not any(selects(asked[0], unit) for unit in own):
        return False
    return bool(own) and can_all_take_part([[selects(each or {}, unit) for unit in own] for each in asked[1:]])


# -- in play ---------------------------------------------------------------------------------------

if TYPE_CHECKING:
    Condition: TypeAlias = Callable[[Situation, Clash], bool]
    Maker: TypeAlias = Callable[[Board, Any, Sequence[Sequence[int]]], Condition]
    """(board, what is named, its arrays of selected units) → the condition."""


def _some(who: str) -> Maker:
    """Return what makes the condition that one of the units is selected."""
    return lambda _board, _given, of: lambda _now, clash: any(of[0][unit] for unit in getattr(clash, who))


def _all(who: str) -> Maker:
    return lambda _board, _given, of: lambda _now, clash: all(of[0][unit] for unit in getattr(clash, who))


def _marked(who: str) -> Maker:
    return lambda _board, mark, _of: (
        lambda now, clash: any(getattr(now.units, mark)[unit] for unit in getattr(clash, who))
    )


def _supplied(who: str) -> Maker:
    return lambda _board, wanted, _of: (
        lambda now, clash: wanted == (not any(now.units.lapse[unit] for unit in getattr(clash, who)))
    )


def _combined(_board: Board, _given: object, of: Sequence[Sequence[int]]) -> Condition:
    return lambda _now, clash: can_all_take_part([[bool(each[unit]) for unit in clash.attackers] for each in of])


def _attackers_in(board: Board, given: str | list[str], _of: object) -> Condition:
    hexes = board.hexes_of(*several(given))
    return lambda _now, clash: bool(clash.origins) and hexes.issuperset(clash.origins)


def _defender_in(board: Board, given: str | list[str], _of: object) -> Condition:
    hexes = board.hexes_of(*several(given))
    return lambda _now, clash: clash.hex in hexes


def _from_hexes(_board: Board, least: int, _of: object) -> Condition:
    return lambda _now, clash: len({*clash.origins}) >= least


def _from_opposite_sides(board: Board, _given: object, _of: object) -> Condition:
    def holds(_now: Situation, clash: Clash) -> bool:
        found = {board.direction(clash.hex, at) for at in clash.origins}
        return any((side + 3) % 6 in found for side in found)

    return holds


def _across(board: Board, kind: str, _of: object) -> Condition:
    bit = 1 << board.compiled.keys["hexside_kinds"].index(kind)

    def holds(now: Situation, clash: Clash) -> bool:
        steps = [6 * at + board.direction(at, clash.hex) for at in clash.origins]
        return bool(steps) and all(now.hexsides(step) & bit for step in steps)

    return holds


def _kind_of_turn(board: Board, kind: str, _of: object) -> Condition:
    def holds(now: Situation, _clash: Clash) -> bool:
        weather = board.get(Weather)
        return weather is not None and kind in weather.now(now)

    return holds


_MAKERS: Mapping[str, Maker] = {
    "attacker": _some("attackers"),
    "all_attackers": _all("attackers"),
    "combined": _combined,
    "attacker_mark": _marked("attackers"),
    "attacker_supplied": _supplied("attackers"),
    "attackers_in": _attackers_in,
    "from_hexes": _from_hexes,
    "from_opposite_sides": _from_opposite_sides,
    "across": _across,
    "defender": _some("defenders"),
    "all_defenders": _all("defenders"),
    "defender_mark": _marked("defenders"),
    "defender_supplied": _supplied("defenders"),
    "defender_in": _defender_in,
    "kind_of_turn": _kind_of_turn,
}


class Modifiers:
    """Modifiers in play.

    Args:
        board: the board.
        key: the key of rules.yaml that has them: `assault`, `fire`.
        given: its lines.
        names: what each line is called.
    """

    def __init__(self, board: Board, key: str, given: Sequence[Modifier], names: Sequence[str]) -> None:
        self._lines = [
            (self._conditions(board, f"{key}.modifiers.{line}", each.when), each.change, name)
            for line, (each, name) in enumerate(zip(given, names, strict=True))
        ]

    def _conditions(self, board: Board, array: str, when: When) -> list[Condition]:
        of = {name: board.column(f"{array}.{name}") for name, _selector in selectors_of(when)}
        return [
            _MAKERS[what](board, given, [column for name, column in of.items() if name.partition(".")[0] == what])
            for what, given in when.named()
        ]

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._lines)

    @rule("assault.modifiers", "fire.modifiers", "air.modifiers")
    def counting(self, now: Situation, clash: Clash) -> list[tuple[Change, str]]:
        """Return what each line does that counts in an attack, with its name."""
        return [
            (change, name) for conditions, change, name in self._lines if all(holds(now, clash) for holds in conditions)
        ]
