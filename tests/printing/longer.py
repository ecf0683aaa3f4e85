"""A test language: English with every word of the components 40 % longer, gaps kept."""

from __future__ import annotations

import json
import re
from math import ceil

from scenario_forge.documents.words import english

_GAPS = re.compile(r"(\{\w+\})")


def longer(text):
    """The text with vowels added to its words until it has 40 % more letters."""
    return "".join(part if _GAPS.fullmatch(part) else _stretched(part) for part in _GAPS.split(text))


def _stretched(text):
    letters = sum(c.isalpha() for c in text)
    wanted, done = ceil(letters * 0.4), 0
    made = []
    for word in re.split(r"(\s+)", text):
        share = min(ceil(sum(c.isalpha() for c in word) * 0.4), wanted - done)
        done += share
        made.append(word + ("eioua" * (share // 5 + 1))[:share] if share else word)
    return "".join(made)


def language(own=None):
    """The text of a `words/en.yaml` in the test language; ``own`` are words that only the game has."""
    words = {**english(), **(own or {})}
    lines = [f"  {key}: {_quoted(longer(text))}" for key, text in words.items()]
    return "basis: proposed\nlanguage: en\nwords:\n" + "\n".join(lines) + "\n"


def _quoted(text):
    return json.dumps(text, ensure_ascii=False)
