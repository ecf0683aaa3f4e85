"""One change between two states of a game, in words for a player, and how much it matters."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenario_forge.source.nodes import Data

LONGEST = 160
"""Letters of a value that are shown."""


class Matter(IntEnum):
    """What a change is about, what matters most to a player first."""

    DATES = 0
    ARRIVALS = 1
    SET_UP = 2
    COUNTERS = 3
    POINTS = 4
    TRACK = 5
    RULES = 6
    CHARTS = 7
    MAP = 8
    OPTIONS = 9
    WORDS = 10
    EXAMPLES = 11
    OTHER = 12


TITLES = {
    Matter.DATES: "Dates and options",
    Matter.ARRIVALS: "Arrivals and withdrawals",
    Matter.SET_UP: "Set-up",
    Matter.COUNTERS: "Counters",
    Matter.POINTS: "Victory points",
    Matter.TRACK: "Time record track",
    Matter.RULES: "Numbers of the rules",
    Matter.CHARTS: "Charts",
    Matter.MAP: "Map",
    Matter.OPTIONS: "Optional rules",
    Matter.WORDS: "Texts",
    Matter.EXAMPLES: "Examples",
    Matter.OTHER: "Other",
}


@dataclass(frozen=True)
class Change:
    """What is another now. ``was`` and ``now`` are as written; empty where there is nothing."""

    matter: Matter
    subject: str
    """What it is about, as on paper: `Allied 5, 5/4 Ind`."""
    what: str
    """What has changed, in a few words: `starts in QQ16, 36 hexes from Q16`."""
    was: str = ""
    now: str = ""
    side: str = ""
    size: int = 0
    """How large the change is among its like, in hexes, turns or points."""
    hexes_before: tuple[str, ...] = ()
    hexes_after: tuple[str, ...] = ()
    unit: tuple[str, int] | None = None
    """Side and set-up number, where a unit has moved."""
    file: str = ""
    address: str = ""
    weight: int = 0
    """What comes before size in a list: a unit that is there and was not matters more than one that moved."""

    @property
    def order(self) -> tuple[Any, ...]:
        """The order of a list of changes: by matter, then the larger first."""
        return (
            self.matter,
            -self.weight,
            -self.size,
            self.side,
            self.unit or ("", 0),
            counted(self.subject),
            self.address,
        )

    def as_data(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return {
            "matter": TITLES[self.matter],
            "subject": self.subject,
            "what": self.what,
            "was": self.was,
            "now": self.now,
            "side": self.side or None,
            "unit": {"side": self.unit[0], "no": self.unit[1]} if self.unit else None,
            "size": self.size,
            "hexes": {"was": list(self.hexes_before), "now": list(self.hexes_after)},
            "at": f"{self.file.removesuffix('.yaml')}.{self.address}" if self.file else None,
        }


def counted(text: str) -> tuple[tuple[int, str], ...]:
    """A key that puts Rule 2 before Rule 10.

    >>> sorted(["Rule 10", "Rule 2"], key=counted)
    ['Rule 2', 'Rule 10']
    """
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", text))


def written(value: Data, longest: int | None = LONGEST) -> str:
    """A value as it is shown: text as it is, nothing as nothing, the rest as one line; at most ``longest`` letters."""
    if value is None:
        return ""
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said if longest is None or len(said) <= longest else f"{said[: longest - 1]}…"


def address_of(steps: tuple[str, ...]) -> str:
    """``units[5].dec40`` of its steps: the first and plain words with stops, the rest in brackets."""
    made = ""
    for step in steps:
        plain = step.replace("_", "").isalnum() and not step[:1].isdigit()
        if plain:
            made += f".{step}" if made else step
        else:
            quote = '"' if "]" in step or step[:1] in "\"'" else ""
            made += f"[{quote}{step}{quote}]"
    return made
