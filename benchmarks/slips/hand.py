"""Slips of the hand: what typing from a printed page does to a word, a hex id, a number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

_BESIDE = {"a": "s", "e": "r", "i": "o", "o": "p", "r": "t", "s": "d", "t": "y", "u": "i", "n": "m", "m": "n", "l": "k"}


def misspelt(random: Random, word: str) -> str:
    """The word with one slip in a run of letters: a letter lost, doubled, mistaken, or two exchanged."""
    places = [i for i, sign in enumerate(word) if sign.isalpha() and word[i + 1 : i + 2].isalpha()]
    if not places:
        return word + word[-1]
    at = random.choice(places)
    ways = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + _BESIDE.get(word[at], "x") + word[at + 1 :],
    ]
    if word[at] != word[at + 1]:
        ways.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
    return random.choice([way for way in ways if way != word])


def hex_slips(text: str) -> list[str]:
    """What a hex id of letters and a number becomes by one slip."""
    match = re.fullmatch(r"([A-Z]*)(\d+)", text)
    if not match:
        return []
    letters, digits = match[1], match[2]
    found = []
    if letters:
        found.append((letters[:1] if len(letters) > 1 else letters * 2) + digits)
        found += [other * len(letters) + digits for other in _near_letters(letters[0])]
    if len(digits) > 1:
        found += [letters + digits[::-1], letters + digits[0], letters + digits[1:]]
    found += [letters + digits + digits[-1]]
    found += [letters + digits[:i] + new + digits[i + 1 :] for i in range(len(digits)) for new in "0123456789"]
    return [slip for slip in dict.fromkeys(found) if slip != text and not re.search(r"[A-Z]0|^0", slip)]


def _near_letters(letter: str) -> str:
    alike = {
        "O": "QDC",
        "Q": "O",
        "V": "UY",
        "U": "VO",
        "P": "RB",
        "R": "PB",
        "B": "PR",
        "S": "T",
        "T": "S",
        "M": "N",
        "N": "M",
    }
    return alike.get(letter, "") + chr(min(ord(letter) + 1, ord("Z"))) + chr(max(ord(letter) - 1, ord("A")))


def other_digit(random: Random, text: str) -> str:
    """One digit of a number mistaken."""
    places = [i for i, sign in enumerate(text) if sign.isdigit()]
    at = random.choice(places)
    return text[:at] + random.choice([d for d in "123456789" if d != text[at]]) + text[at + 1 :]
