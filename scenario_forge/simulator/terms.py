"""The terms of a fight before its dice are thrown: what counts for whom, and each result with its chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from scenario_forge.mechanics.tables import Chances

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.simulator.step import Outcome, Token


class Term(NamedTuple):
    """One number of a sum: strength, modifier, shift, or what a limit takes off."""

    value: Fraction
    source: str
    """What it comes from, in words: a unit, a hexside, a line of a table."""
    clause: str = ""
    stands: str = ""
    """Where the number stands: a counter, a chart and its line, a key of rules.yaml."""


class Sum(NamedTuple):
    """Terms that add up: a differential, the strength of a side, the modifiers of a throw."""

    name: str
    terms: tuple[Term, ...]

    @property
    def total(self) -> Fraction:
        """The sum of the terms."""
        return sum((term.value for term in self.terms), Fraction(0))


class Prospect(NamedTuple):
    """A result that dice can give."""

    result: str
    """The result as its table prints it."""
    chance: Fraction
    effect: str
    """What it does, in words."""


class Roll(NamedTuple):
    """A throw of a fight with all its results, whose chances add up to 1."""

    name: str
    column: str
    """The column of the table, or the span of the draw; empty where there is none."""
    prospects: tuple[Prospect, ...]


class Terms(NamedTuple):
    """All that is known of a fight before its dice are thrown."""

    sums: tuple[Sum, ...]
    rolls: tuple[Roll, ...]


class Attack(NamedTuple):
    """An attack that is being chosen, or is chosen and not yet fought."""

    target: int
    attackers: tuple[int, ...]
    given: Mapping[str, Any] = {}
    """What the game lets the sides choose beside that, by the names of the rules."""


class Reckoning:
    """A sum as the rules work it out, term by term; nothing is written down that adds nothing."""

    def __init__(self, *, noted: bool = True) -> None:
        """Begin at 0; ``noted``: whether terms are kept for someone who looks at them."""
        self.noted, self.terms = noted, list[Term]()
        self.total = Fraction(0)

    def add(self, value: Fraction | int, source: str, clause: str = "", stands: str = "") -> None:
        """Add a number."""
        if value:
            self._reach(self.total + value, source, clause, stands)

    def times(self, factor: Fraction, source: str, clause: str = "", stands: str = "") -> None:
        """Multiply what there is so far: the term is what that adds."""
        self._reach(self.total * factor, source, clause, stands)

    def at_most(self, limit: Fraction | int, source: str, clause: str = "", stands: str = "") -> None:
        """Take off what is above a limit."""
        self._reach(min(self.total, Fraction(limit)), source, clause, stands)

    def at_least(self, limit: Fraction | int, source: str, clause: str = "", stands: str = "") -> None:
        """Add what is missing to a limit."""
        self._reach(max(self.total, Fraction(limit)), source, clause, stands)

    def _reach(self, total: Fraction, *source: str) -> None:
        if self.noted and total != self.total:
            self.terms.append(Term(total - self.total, *source))
        self.total = total

    def add_all(self, other: Reckoning) -> None:
        """Add a sum that was worked out by itself, with its terms."""
        self.terms += other.terms
        self.total += other.total

    def named(self, name: str) -> Sum:
        """Return what was worked out, under a name."""
        return Sum(name, tuple(self.terms))


def prospects(
    outcomes: Sequence[Outcome], result: Callable[[Token], str], effect: Callable[[Token], str]
) -> tuple[Prospect, ...]:
    """Return the results of a throw with their exact chances, in the order of its outcomes.

    Args:
        outcomes: what can be thrown, with its weight.
        result: the result of an outcome, as printed.
        effect: what an outcome does; the same for outcomes with the same result.
    """
    thrown = Chances({outcome.token: outcome.weight for outcome in outcomes if outcome.weight})
    by_result = thrown.through(result)
    effects: dict[str, str] = {}
    for token in thrown.ways:
        effects.setdefault(result(token), effect(token))
    return tuple(Prospect(code, by_result.of(code), effects[code]) for code in by_result.ways)


def folded(found: Sequence[Prospect], most: int) -> list[Prospect]:
    """Return prospects in at most so many rows: neighbours together, as many in each row as can be.

    >>> found = [Prospect(str(n), Fraction(1, 4), "") for n in range(4)]
    >>> [(each.result, str(each.chance)) for each in folded(found, 2)]
    [('0 to 1', '1/2'), ('2 to 3', '1/2')]
    """
    if len(found) <= most:
        return list(found)
    ends = [len(found) * row // most for row in range(most + 1)]
    rows = [found[first:last] for first, last in pairwise(ends)]
    return [
        Prospect(
            f"{row[0].result} to {row[-1].result}",
            sum((each.chance for each in row), Fraction(0)),
            " … ".join(dict.fromkeys((row[0].effect, row[-1].effect))),
        )
        if len(row) > 1
        else row[0]
        for row in rows
    ]


class Roster(NamedTuple):
    """Who owns the units of a game, where each is, and what it is called."""

    owners: Sequence[int]
    places: Sequence[int]
    """By unit: its hex; below 0 off the map."""
    names: Sequence[str]

    def attacking_side(self, target: int, attackers: Sequence[int]) -> int:
        """Return the side of units that attack a hex.

        Raises:
            ValueError: they cannot: nobody, twice the same, not on the map, of two sides, or no enemy is in the hex.
        """
        if not attackers:
            raise ValueError("nobody attacks")
        for unit in attackers:
            if not 0 <= unit < len(self.owners):
                raise ValueError(f"there is no unit {unit}")
            if attackers.count(unit) > 1:
                raise ValueError(f"{self.names[unit]} is named twice")
            if self.places[unit] < 0:
                raise ValueError(f"{self.names[unit]} is not on the map")
        if len({self.owners[unit] for unit in attackers}) > 1:
            raise ValueError("units of two sides cannot attack together")
        side = self.owners[attackers[0]]
        if not any(at == target and owner != side for at, owner in zip(self.places, self.owners, strict=True)):
            raise ValueError("no enemy is in the attacked hex")
        return side
