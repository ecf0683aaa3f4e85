"""What has changed in a passage of text: the words that differ, with a word of their neighbours; figures it states."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.compare.leaves import Difference

SHORT = 60
"""Letters up to which a text is quoted whole."""
AROUND = 2
"""Words before and behind what differs that are quoted with it."""
STATES = "states"
"""The key of the quantities that a passage states, as the tool keeps them beside its text."""
_MOST = 4


def reworded(was: str, now: str) -> str:
    """What a passage says now and what it said, as a reader would be told; long texts by what differs only.

    >>> reworded("a throw of 1 or 2", "a throw of 1 to 3")
    '“a throw of 1 to 3” instead of “a throw of 1 or 2”'
    """
    if max(len(was), len(now)) <= SHORT:
        return f"“{now}” instead of “{was}”"
    one, other = was.split(), now.split()
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_grouped_opcodes(AROUND)
    said = []
    for block in blocks:
        left, right = " ".join(one[block[0][1] : block[-1][2]]), " ".join(other[block[0][3] : block[-1][4]])
        said.append(f"“{right}” instead of “{left}”")
    rest = len(said) - _MOST
    return "; ".join(said[:_MOST]) + (f"; {rest} more" if rest > 0 else "") if said else "is set otherwise"


def without_followers(every: Iterable[Difference]) -> list[Difference]:
    """Differences without the quantities of passages whose words differ too: they follow from the words."""
    found = list(every)
    passages = {each.steps[:-1] for each in found if isinstance(each.now, str) and STATES not in each.steps}
    return [each for each in found if STATES not in each.steps or _passage(each.steps) not in passages]


def _passage(steps: tuple[str, ...]) -> tuple[str, ...]:
    return steps[: steps.index(STATES)]
