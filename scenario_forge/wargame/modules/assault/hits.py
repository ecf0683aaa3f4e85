"""Hits: how many of some dice hit, with exact chances."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.mechanics.tables import Chances

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FACES = 6
MOST = 20
"""The most dice of one throw: the ways in which more can fall are too many for one question to chance."""


class Pool(NamedTuple):
    """Dice of which each hits with as many of its faces."""

    dice: int
    faces: int


def pooled(found: Iterable[Pool], factor: Fraction = Fraction(1)) -> tuple[Pool, ...]:
    """Return dice together that hit with as many faces, multiplied; fractions are dropped, and so is nothing.

    >>> pooled([Pool(3, 2), Pool(2, 4), Pool(2, 2)], Fraction(1, 2))
    (Pool(dice=2, faces=2), Pool(dice=1, faces=4))
    """
    together: dict[int, int] = {}
    for dice, faces in found:
        together[faces] = together.get(faces, 0) + dice
    multiplied = (Pool(int(dice * factor), faces) for faces, dice in sorted(together.items()))
    return tuple(pool for pool in multiplied if pool.dice)


def throws_of(pools: Sequence[Pool]) -> list[Pool]:
    """Return dice as they are thrown, no more at once than one throw has.

    >>> throws_of([Pool(23, 2), Pool(1, 3)])
    [Pool(dice=20, faces=2), Pool(dice=3, faces=2), Pool(dice=1, faces=3)]
    """
    return [Pool(min(dice - done, MOST), faces) for dice, faces in pools for done in range(0, dice, MOST)]


def dice_in(pools: Iterable[Pool]) -> int:
    """Return how many dice there are."""
    return sum(pool.dice for pool in pools)


def hits_of(*pools: Pool) -> Chances[int]:
    """Return the chances of each number of hits.

    >>> dict(hits_of(Pool(2, 2)).ways)
    {0: 4, 1: 4, 2: 1}
    >>> hits_of(Pool(2, 3), Pool(1, 6)).of(1)
    Fraction(1, 4)
    """
    found = Chances({0: 1})
    for dice, faces in pools:
        hits = Fraction(faces, FACES)
        there = (
            (each, comb(dice, each) * hits.numerator**each * (hits.denominator - hits.numerator) ** (dice - each))
            for each in range(dice + 1)
        )
        found = _added(found, Chances({each: ways for each, ways in there if ways}))
    return Chances(dict(sorted(found.ways.items())))


def pairs_of(hits: Chances[int], others: Chances[int]) -> Chances[tuple[int, int]]:
    """Return the chances of two numbers of hits together."""
    return hits.then(lambda one: others.through(lambda other: (one, other)))


def _added(found: Chances[int], more: Chances[int]) -> Chances[int]:
    return found.then(lambda before: more.through(lambda each: before + each))
