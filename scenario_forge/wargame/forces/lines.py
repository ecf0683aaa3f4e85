"""The lines of a force, and the ways in which units can be shared out among them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

from pydantic import Field

from scenario_forge.documents.base import Model, Text
from scenario_forge.documents.marks import Names, Shared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Number = Annotated[int, Field(ge=0)]
UnitsName: TypeAlias = Annotated[Text, Names("name of units", called="unit", checked=True)]
"""The name that all counters of a unit have."""


class Choice(Model):
    """Units that may be chosen for a line, and how many of them."""

    units: Annotated[list[UnitsName], Field(min_length=1)]
    """Their names, as counters.yaml prints them."""
    exactly: Number | None = None
    """How many of them there are; without, as many as fit."""
    at_least: Number = 0
    """How many there are at least."""
    at_most: Number | None = None
    """How many there are at most."""

    @property
    def least(self) -> int:
        """How many there are at least."""
        return self.at_least if self.exactly is None else self.exactly

    def most(self, count: int) -> int:
        """Return how many there are at most, in a line of a number of units."""
        limits = (self.exactly, self.at_most, count)
        return min(limit for limit in limits if limit is not None)


class Line(Model):
    """A line of a force."""

    line: Annotated[Text, Shared()]
    """As printed: `AT guns`."""
    count: Annotated[int, Field(ge=1)]
    """How many units it has."""
    of: Annotated[list[Choice], Field(min_length=1)]
    """What may be chosen."""


class Candidate(NamedTuple):
    """A unit of a choice of a line."""

    line: Line
    choice: Choice
    unit: str


class Allotments(NamedTuple):
    """Numbers of the candidates of a force, as units can be shared out among them; they differ in their units."""

    departs: int
    """By how many units they depart from the usual numbers."""
    counts: Sequence[tuple[int, ...]]
    """How many there are of each candidate."""


def candidates_of(lines: Sequence[Line]) -> list[Candidate]:
    """Return each unit of each choice of each line, in printed order."""
    return [
        Candidate(line, choice, unit) for line in lines for choice in line.of for unit in dict.fromkeys(choice.units)
    ]


def part_of(lines: Sequence[Line], counts: Sequence[int]) -> list[Line]:
    """Return the lines of a part of a force with so many of each candidate: no choice needs any of its units."""
    left = iter(counts)
    found = []
    for line in lines:
        count = sum(next(left) for choice in line.of for _unit in dict.fromkeys(choice.units))
        free = [Choice(units=choice.units, at_most=choice.most(line.count)) for choice in line.of]
        found.append(line.model_copy(update={"count": count, "of": free}))
    return found


def share_out(lines: Sequence[Line], chosen: Mapping[str, int], *, part: bool = False) -> tuple[int, ...] | None:
    """Return how many there are of each candidate if units are shared out; None if they cannot be.

    ``part``: lines may lack units.
    """
    every = {candidate.unit: 0 for candidate in candidates_of(lines)}
    found = _Sharing(lines, {**every, **chosen}, None, part=part).ways()
    return found.counts[0] if found else None


def nearest(lines: Sequence[Line], chosen: Mapping[str, int], usual: Sequence[int]) -> Allotments | None:
    """Return the ways to fill lines that depart least from the usual numbers, where there are so many of some units.

    Where several depart as little, two of them. None: no way has these units.
    """
    return _Sharing(lines, chosen, usual, part=False).ways()


class _Sharing:
    """Search for the ways: candidate by candidate, with what is left of the units whose number is settled."""

    def __init__(
        self, lines: Sequence[Line], settled: Mapping[str, int], usual: Sequence[int] | None, *, part: bool
    ) -> None:
        self.candidates = candidates_of(lines)
        self.units = sorted(settled)
        self.left = tuple(settled[unit] for unit in self.units)
        self.usual, self.part = usual, part
        self._known = cache(self._from)

    def ways(self) -> Allotments | None:
        """Return the ways that depart least, or the first where nothing is usual."""
        return self._known(0, self.left, 0, 0)

    def _from(self, at: int, left: tuple[int, ...], in_line: int, in_choice: int) -> Allotments | None:
        """Return the ways to fill the candidates from one on; so many units are in its line and its choice already."""
        if at == len(self.candidates):
            return None if any(left) else Allotments(0, [()])
        line, choice, unit = self.candidates[at]
        room = min(line.count - in_line, choice.most(line.count) - in_choice)
        if unit in self.units:
            room = min(room, left[self.units.index(unit)])
        found: Allotments | None = None
        for taken in range(room, -1, -1):
            found = self._better(at, found, self._with(at, left, (in_line, in_choice), taken))
            if found and self.usual is None:
                break
        return found

    def _with(self, at: int, left: tuple[int, ...], there: tuple[int, int], taken: int) -> Allotments | None:
        """Return the ways that have a number of a candidate."""
        line, choice, unit = self.candidates[at]
        following = self.candidates[at + 1] if at + 1 < len(self.candidates) else None
        ends_line = following is None or following.line is not line
        ends_choice = following is None or following.choice is not choice
        lacking = max(choice.least - there[1] - taken, 0) if ends_choice else 0
        filled = there[0] + taken + lacking
        short = lacking or (ends_line and filled < line.count)
        if filled > line.count or (short and not self.part):
            return None
        settled = unit in self.units
        own = self.units.index(unit) if settled else -1
        after = tuple(count - taken * (number == own) for number, count in enumerate(left))
        rest = self._known(at + 1, after, 0 if ends_line else filled, 0 if ends_choice else there[1] + taken)
        if rest is None:
            return None
        departs = abs(taken - self.usual[at]) if self.usual is not None and not settled else 0
        return Allotments(rest.departs + departs, [(taken, *counts) for counts in rest.counts])

    def _better(self, at: int, one: Allotments | None, other: Allotments | None) -> Allotments | None:
        """Return the ways that depart less; of two kinds that depart as much, one of each."""
        if one is None or other is None or one.departs != other.departs:
            return min(filter(None, (one, other)), key=lambda ways: ways.departs, default=None)
        by_units = {
            frozenset(totals(self.candidates[at:], counts).items()): counts for counts in (*one.counts, *other.counts)
        }
        return Allotments(one.departs, [*by_units.values()][:2])


def totals(candidates: Sequence[Candidate], counts: Sequence[int]) -> Counter[str]:
    """Return how many there are of each unit, where there are so many of each candidate."""
    found: Counter[str] = Counter()
    for candidate, count in zip(candidates, counts, strict=True):
        found[candidate.unit] += count
    return +found
