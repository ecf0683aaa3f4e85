"""Items out of order, and items given twice."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


T = TypeVar("T")


def misplaced_items(values: Sequence[Any]) -> list[tuple[int, int]]:
    """Return the fewest items without which the others do not fall, each with one it is out of order with.

    Of two that are exchanged, the second; of an item that stands too early, that item and none behind it.

    >>> misplaced_items([9, 1, 2, 3]), misplaced_items([1, 3, 2])
    ([(0, 1)], [(2, 1)])
    """
    kept = longest_rising(values, strictly=False)
    found = []
    for at, value in enumerate(values):
        if at not in kept:
            above = [i for i in range(at) if i in kept and values[i] > value]
            below = [i for i in range(at + 1, len(values)) if i in kept and values[i] < value]
            found.append((at, above[-1] if above else below[0]))
    return found


def repeated_rows(rows: Iterable[T], key: Callable[[T], object]) -> Iterator[tuple[T, T]]:
    """Yield the rows whose key an earlier row has, each with the first row of that key.

    >>> list(repeated_rows(["sand", "rock", "Sand"], str.casefold))
    [('Sand', 'sand')]
    """
    first: dict[object, T] = {}
    for row in rows:
        said = key(row)
        if said in first:
            yield row, first[said]
        else:
            first[said] = row


def longest_rising(values: Sequence[Any], *, strictly: bool = True) -> set[int]:
    """Return the indices of a longest rising subsequence; all others are out of order.

    Of two that have changed places the second is left out: it is the one that runs backwards.

    >>> sorted(longest_rising([1, 2, 9, 3, 4])), sorted(longest_rising([1, 3, 2, 4]))
    ([0, 1, 3, 4], [0, 1, 3])
    """
    falling = {value: -place for place, value in enumerate(sorted(set(values)))}
    tails: list[int] = []
    ends: list[int] = []
    comes_before: dict[int, int] = {}
    for index in range(len(values) - 1, -1, -1):
        value = falling[values[index]]
        place = (bisect_left if strictly else bisect_right)(tails, value)
        comes_before[index] = ends[place - 1] if place else len(values)
        tails[place : place + 1] = [value]
        ends[place : place + 1] = [index]
    found: set[int] = set()
    index = ends[-1] if ends else len(values)
    while index < len(values):
        found.add(index)
        index = comes_before[index]
    return found
