"""Words that differ by one slip: a letter dropped, added or changed, or two exchanged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class NearWords:
    """An index of words by what is left when a letter is dropped, so that no two need be compared in vain."""

    def __init__(self, words: Iterable[str]) -> None:
        self._shorter: dict[str, list[str]] = {}
        self._of = {word: _shortened(word) for word in words}
        for word, shorter in self._of.items():
            for short in shorter:
                self._shorter.setdefault(short, []).append(word)

    def slips_of(self, word: str) -> list[str]:
        """Return words one slip away, in alphabetical order, without those that only have another ending."""
        found = {other for short in self._of.get(word) or _shortened(word) for other in self._shorter.get(short, ())}
        return sorted(other for other in found if other != word and is_slip(word, other))


def is_slip(one: str, other: str) -> bool:
    """Return whether one word may be the other mistyped. Another ending is grammar: a plural, an adjective.

    >>> is_slip("Setfon", "Sefton"), is_slip("Qattara", "Quattara"), is_slip("Libya", "Libyan")
    (True, True, False)
    """
    one, other = one.casefold(), other.casefold()
    grammar = one[:-1] == other[:-1] or one.startswith(other) or other.startswith(one)
    return not grammar and one_slip(one, other)


def _shortened(word: str) -> set[str]:
    plain = word.casefold()
    return {plain} | {plain[:i] + plain[i + 1 :] for i in range(len(plain))}


def one_slip(text: str, other: str) -> bool:
    """Return whether leaving out, adding or changing one letter or digit, or swapping two, makes one the other.

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
    """Return the one name that is a single slip away; None where there is none or more than one."""
    near = [name for name in names if one_slip(text, name)]
    return near[0] if len(near) == 1 else None


def slips(text: str) -> Iterator[tuple[int, str]]:
    """Yield ids one slip away, the likelier slips first (0 to 3): letters doubled, digits swapped, lost, misread.

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
