"""Words and numbers of headings, cells and notes, as far as charts that speak of one thing have them in common."""

from __future__ import annotations

import re

_WORD = re.compile(r"[\w.”\"]*[^\W_]|†")
_ENDING = re.compile(r"(?<=[^\W\d_]{4})(?:ing|ers?|ed|es|s)\Z")
_SIGNED = re.compile(r"\s*([+−-])\s*(\d{1,3})(?![\d./-])")
_WHOLE = re.compile(r"\s*(\d{1,3})\s*\Z")
_DIES = {"die": "dice"}
_FILLERS = re.compile(
    r"an?|the|is|are|in|of|to|on|at|by|for|and|or|any|each|every|all|its?|their|if|when|where|while|with|"
    r"hexe?|hexside|unit"
)
"""Words that tell no situation from another."""


def stems(text: str) -> frozenset[str]:
    """Return the words of a text without endings and without those that say little.

    >>> sorted(stems("an attacking unit is on the target's flank"))
    ['attack', 'flank', 'target']
    """
    words = (_stem(word.removesuffix("'s")) for word in _WORD.findall(text.casefold().replace("'s", " ")))
    return frozenset(word for word in words if word and not _FILLERS.fullmatch(word))


def _stem(word: str) -> str:
    plain = word.strip('."”')
    short = _ENDING.sub("", plain) if plain[-1:] != "s" or not plain.endswith("ss") else plain
    return _DIES.get(short, short)


def signed(text: str) -> int | None:
    """Return the number with a sign that a text begins with; None for any other text.

    >>> signed("- 2 to attacker"), signed("+3"), signed("3")
    (-2, 3, None)
    """
    match = _SIGNED.match(text)
    return int(match[2]) * (1 if match[1] == "+" else -1) if match else None


def whole(text: str) -> int | None:
    """Return the number that a text is; None where it says more, or has a sign."""
    match = _WHOLE.match(text)
    return int(match[1]) if match else None
