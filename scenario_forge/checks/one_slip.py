"""Words that differ by one slip: a letter dropped, added or changed, or two exchanged; items out of order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Near:
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
    if abs(len(one) - len(other)) > 1 or one[:-1] == other[:-1] or one.startswith(other) or other.startswith(one):
        return False
    if len(one) != len(other):
        long, short = (one, other) if len(one) > len(other) else (other, one)
        at = next((i for i, letter in enumerate(short) if letter != long[i]), len(short))
        return long[:at] + long[at + 1 :] == short
    unlike = [i for i in range(len(one)) if one[i] != other[i]]
    if len(unlike) == 1:
        return True
    first, last = unlike[0], unlike[-1]
    return len(unlike) == 2 and last == first + 1 and one[first] == other[last] and one[last] == other[first]


def misplaced(values: Sequence[Any]) -> list[tuple[int, int]]:
    """The fewest items without which the others do not fall, each with one that it is out of order with.

    Of two that are exchanged, the second; of an item that stands too early, that item and none behind it.

    >>> misplaced([9, 1, 2, 3]), misplaced([1, 3, 2])
    ([(0, 1)], [(2, 1)])
    """
    runs: list[tuple[int, int]] = []
    for at, value in enumerate(values):
        length, before = 0, -1
        for earlier in range(at):
            if values[earlier] <= value and runs[earlier][0] > length:
                length, before = runs[earlier][0], earlier
        runs.append((length + 1, before))
    kept: set[int] = set()
    at = max(range(len(runs)), key=lambda i: runs[i][0], default=-1)
    while at >= 0:
        kept.add(at)
        at = runs[at][1]
    found = []
    for at, value in enumerate(values):
        if at not in kept:
            above = [i for i in range(at) if i in kept and values[i] > value]
            below = [i for i in range(at + 1, len(values)) if i in kept and values[i] < value]
            found.append((at, above[-1] if above else below[0]))
    return found


def _shortened(word: str) -> set[str]:
    plain = word.casefold()
    return {plain} | {plain[:i] + plain[i + 1 :] for i in range(len(plain))}
