"""Words that differ by one slip: a letter dropped, added or changed, or two exchanged; items out of order."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, TypeVar

from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from scenario_forge.checks.forces.set_ups import SideSupply, Standing

T = TypeVar("T")


class NearWords:
    """An index of words by what is left when a letter is dropped, so that no two need be compared in vain."""

    def __init__(self, words: Iterable[str]) -> None:
        self._shorter: dict[str, list[str]] = {}
        self._of = {word: _shortened(word) for word in words}
        for word, shorter in self._of.items():
            for short in shorter:
                self._shorter.setdefault(short, []).append(word)

    def to(self, word: str) -> list[str]:
        """The words one slip away, in alphabetical order, without those that only have another ending."""
        found = {other for short in self._of.get(word) or _shortened(word) for other in self._shorter.get(short, ())}
        return sorted(other for other in found if other != word and is_slip(word, other))


def is_slip(one: str, other: str) -> bool:
    """Whether one may be the other mistyped. Another ending is grammar: a plural, an adjective.

    >>> is_slip("Setfon", "Sefton"), is_slip("Qattara", "Quattara"), is_slip("Libya", "Libyan")
    (True, True, False)
    """
    one, other = one.casefold(), other.casefold()
    grammar = one[:-1] == other[:-1] or one.startswith(other) or other.startswith(one)
    return not grammar and one_slip(one, other)


def misplaced(values: Sequence[Any]) -> list[tuple[int, int]]:
    """The fewest items without which the others do not fall, each with one that it is out of order with.

    Of two that are exchanged, the second; of an item that stands too early, that item and none behind it.

    >>> misplaced([9, 1, 2, 3]), misplaced([1, 3, 2])
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


def repeated(rows: Iterable[T], key: Callable[[T], object]) -> Iterator[tuple[T, T]]:
    """The rows whose key an earlier row has, each with the first row of that key.

    >>> list(repeated(["sand", "rock", "Sand"], str.casefold))
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
    """Indices of a longest rising subsequence; all others are out of order.

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


def _shortened(word: str) -> set[str]:
    plain = word.casefold()
    return {plain} | {plain[:i] + plain[i + 1 :] for i in range(len(plain))}


# -- whether one written name is a single slip of the pen away from another ------------------------


def one_slip(text: str, other: str) -> bool:
    """Whether a letter or digit left out, added, changed, or two changed about, makes one of the other.

    >>> one_slip("S32", "SS32"), one_slip("P24", "P42"), one_slip("P24", "QQ24")
    (True, True, False)
    """
    if len(text) > len(other):
        text, other = other, text
    head = 0
    while head < len(text) and text[head] == other[head]:
        head += 1
    if len(text) < len(other):
        return text[head:] == other[head + 1 :] and len(other) - len(text) == 1
    swapped = text[head : head + 2] == other[head : head + 2][::-1] and text[head + 2 :] == other[head + 2 :]
    return text != other and (text[head + 1 :] == other[head + 1 :] or swapped)


def nearest_slip(text: str, names: Iterable[str]) -> str | None:
    """The one name that is a single slip away; None where there is none or more than one."""
    near = [name for name in names if one_slip(text, name)]
    return near[0] if len(near) == 1 else None


# -- where a unit in an unlikely hex was probably meant to be --------------------------------------


NEAR = 3
"""Hexes within which units count as standing together."""


def nearest(state: SideSupply, hex_: int, others: Iterable[Standing]) -> tuple[int, Standing] | None:
    """The nearest of some units and its distance."""
    return min(((distance(state.grid.grid, hex_, o.hex), o) for o in others), key=lambda d: d[0], default=None)


def apart(state: SideSupply, each: Standing) -> list[Standing]:
    """Units of its side that do not stand together with it: they may share its fault."""
    group, rest = {each.hex}, list(state.own)
    grown = True
    while grown:
        near = [o for o in rest if any(distance(state.grid.grid, o.hex, h) < NEAR for h in group)]
        grown = any(o.hex not in group for o in near)
        group.update(o.hex for o in near)
        rest = [o for o in rest if o.hex not in group]
    return rest


def slips(text: str) -> Iterator[tuple[int, str]]:
    """Ids one slip away, the likelier slips first (0 to 3): letters doubled, digits changed about, lost, misread.

    >>> sorted(slips("S32"))[:3]
    [(0, 'SS32'), (1, 'S23'), (2, 'S2')]
    """
    match = re.fullmatch(r"([^\W\d_]*)(\d+)", text)
    if match is None:
        return
    letters, digits = match[1], match[2]
    if letters and len(set(letters)) == 1:
        yield 0, letters + letters[0] + digits
        if len(letters) > 1:
            yield 0, letters[1:] + digits
    for i in range(len(digits) - 1):
        if digits[i] != digits[i + 1]:
            yield 1, letters + digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
    for i in range(len(digits)):
        if len(digits) > 1:
            yield 2, letters + digits[:i] + digits[i + 1 :]
        yield 2, letters + digits[:i] + digits[i] + digits[i:]
        yield from ((3, letters + digits[:i] + d + digits[i + 1 :]) for d in "0123456789" if d != digits[i])
    for i in range(len(letters)):
        for other in (chr(ord(letters[i]) - 1), chr(ord(letters[i]) + 1)):
            yield 3, letters[:i] + other + letters[i + 1 :] + digits


def open_slips(state: SideSupply, hex_: int) -> Iterator[tuple[int, int]]:
    """Hexes one slip away where a unit of the side may stand, with the rank of the slip."""
    grid = state.grid
    for rank, text in slips(grid.name(hex_)):
        other = grid.grid.find(text)
        if other is not None and other != hex_ and grid.passable[other] and other not in state.enemy_hexes:
            yield rank, other


def likely(state: SideSupply, each: Standing, radius: int) -> list[str]:
    """The hexes one slip away that make best sense: in supply, and beside others of its side or its supply."""
    others = apart(state, each)
    scores: dict[str, int] = {}
    for rank, hex_ in open_slips(state, each.hex):
        near = state.nearest(each, hex_)
        supply = near[0] if near else radius + 1
        own = nearest(state, hex_, others)
        beside = min(supply, own[0] if own else supply)
        if supply <= radius and beside <= NEAR:
            scores[state.grid.name(hex_)] = min(beside + rank, scores.get(state.grid.name(hex_), 99))
    best = min(scores.values(), default=0)
    return [name for name, score in scores.items() if score == best][:2]
