"""Events in words: phrases with fields for the subjects of an event.

``{0}`` is the number that is the first subject, ``{0:unit}`` the unit that it stands for, ``{2+:unit}`` the units of
all subjects from the third on; ``{:turn}`` stands for none of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_FIELD = re.compile(r"\{(\d*)(\+?)(?::([a-z ]+))?\}")


def filled(phrase: str, subjects: Sequence[int], word: Callable[[str, Sequence[int]], str]) -> str:
    """Return a phrase with its fields filled; empty is a field whose subjects the event does not have.

    ``word``: (kind of field, its subjects) → the text.

    >>> filled("{0:unit} loses {1} to {2+:unit}", (7, 2, 8, 9), lambda kind, numbers: kind + str(numbers))
    'unit(7,) loses (2,) to unit(8, 9)'
    """

    def text(field: re.Match[str]) -> str:
        first = int(field[1] or 0)
        chosen = subjects[first:] if field[2] else subjects[first : first + 1]
        return word(field[3] or "", chosen) if chosen or not field[1] else ""

    return _FIELD.sub(text, phrase)
