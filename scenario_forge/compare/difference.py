"""One change between two states of a game: its words for a player, and how much it matters."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.game.place import item_keys
from scenario_forge.source.nodes import Mapping, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.source.nodes import Data, Node, Path


LONGEST = 160
"""Letters of a value that are shown."""


class Matter(IntEnum):
    """Subject of a change; what matters most to a player comes first."""

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


class UnitKeyData(TypedDict):
    """Unit by its side and printed number."""

    side: str
    no: int


class HexesData(TypedDict):
    """Hexes of a change, as on paper."""

    was: list[str]
    now: list[str]


class ChangeData(TypedDict):
    """One difference between two states of a game."""

    matter: str
    subject: str
    what: str
    was: str
    now: str
    side: str | None
    unit: UnitKeyData | None
    size: int
    hexes: HexesData
    at: str | None


@dataclass(frozen=True)
class Change:
    """One difference; ``was`` and ``now`` are as written, empty where there is nothing."""

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
        """Sort key of a list of changes: by matter, then by weight and size, the larger first."""
        return (
            self.matter,
            -self.weight,
            -self.size,
            self.side,
            self.unit or ("", 0),
            natural_key(self.subject),
            self.address,
        )

    def as_data(self) -> ChangeData:
        """Return the change as plain data for JSON."""
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


def natural_key(text: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key that puts Rule 2 before Rule 10.

    >>> sorted(["Rule 10", "Rule 2"], key=natural_key)
    ['Rule 2', 'Rule 10']
    """
    return tuple((int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", text))


def value_text(value: Data, longest: int | None = LONGEST) -> str:
    """Return a value as text: text as it is, None as empty, the rest as JSON; at most ``longest`` letters."""
    if value is None:
        return ""
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return said if longest is None or len(said) <= longest else f"{said[: longest - 1]}…"


def address_of(steps: tuple[str, ...]) -> str:
    """Format path steps as an address: ``units[5].dec40``."""
    made = ""
    for step in steps:
        plain = step.replace("_", "").isalnum() and not step[:1].isdigit()
        if plain:
            made += f".{step}" if made else step
        else:
            quote = '"' if "]" in step or step[:1] in "\"'" else ""
            made += f"[{quote}{step}{quote}]"
    return made


# -- the values in which two trees of nodes differ: items of lists are paired by what they are called, never by place


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that differs between two trees; a tree that lacks it has no path to it."""

    steps: tuple[str, ...]
    """Its address, step by step."""
    before: Path | None
    after: Path | None
    was: Data
    now: Data


def differences(before: Node | None, after: Node | None) -> Iterator[Difference]:
    """Yield every difference, in the order of the first tree; what only the second has comes last.

    A whole item that is new or gone is one difference, and so is a list whose items nothing tells apart.
    """
    if before is None or after is None:
        if before is not after:
            yield Difference((), _path(before), _path(after), _data(before), _data(after))
        return
    yield from _between(before, after, (), (), ())


def _path(node: Node | None) -> Path | None:
    return None if node is None else ()


def _data(node: Node | None) -> Data:
    return None if node is None else node.data


def _between(one: Node, other: Node, steps: tuple[str, ...], left: Path, right: Path) -> Iterator[Difference]:
    if _same(one.data, other.data):
        return
    pairs = _pairs(one, other)
    if pairs is None:
        yield Difference(steps, left, right, one.data, other.data)
        return
    for name, a, b in pairs:
        below = (*steps, name)
        if a is None or b is None:
            yield Difference(
                below,
                None if a is None else (*left, a[0]),
                None if b is None else (*right, b[0]),
                None if a is None else a[1].data,
                None if b is None else b[1].data,
            )
        else:
            yield from _between(a[1], b[1], below, (*left, a[0]), (*right, b[0]))


Placed = tuple[str | int, "Node"]
Pair = tuple[str, Placed | None, Placed | None]


def _pairs(one: Node, other: Node) -> list[Pair] | None:
    """What stands below two values, paired by name; None where nothing can be paired."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        names = dict.fromkeys((*one.values, *other.values))
        return [(name, _under(one, name), _under(other, name)) for name in names]
    if not isinstance(one, Sequence) or not isinstance(other, Sequence):
        return None
    left, right = _named(one), _named(other)
    if left is not None and right is not None:
        renamed = _renamed(left, right)
        names = dict.fromkeys((*left, *right))
        return [
            (name, left.get(name), right.get(renamed.get(name, name)))
            for name in names
            if name not in renamed.values() or name in left
        ]
    if len(one.items) == len(other.items):
        items = zip(one.items, other.items, strict=True)
        return [(str(n + 1), (n, a), (n, b)) for n, (a, b) in enumerate(items)]
    return None


def _under(node: Mapping, name: str) -> Placed | None:
    return (name, node.values[name]) if name in node.values else None


def _named(node: Sequence) -> dict[str, Placed] | None:
    """Items by name; None unless each has one of its own. Words of a list are compared by place if as many."""
    if not all(isinstance(item, Mapping) for item in node.items):
        return None
    found: dict[str, Placed] = {}
    for index, item in enumerate(node.items):
        keys = item_keys(item)
        if not keys or keys[0] in found:
            return None
        found[keys[0]] = (index, item)
    return found


def _renamed(left: dict[str, Placed], right: dict[str, Placed]) -> dict[str, str]:
    """Items that have only another name now: in the same place, between the same number of items."""
    if len(left) != len(right):
        return {}
    pairs = zip(left, right, strict=True)
    return {old: new for old, new in pairs if old != new and old not in right and new not in left}


def _same(one: Data, other: Data) -> bool:
    if isinstance(one, bool) != isinstance(other, bool):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return one == other


# -- what has changed in a passage of text ---------------------------------------------------------


SHORT = 60
"""Letters up to which a text is quoted whole."""
AROUND = 2
"""Words before and behind what differs that are quoted with it."""
STATES = "states"
"""The key of the quantities that a passage states, as the tool keeps them beside its text."""
_MOST = 4


def passage_changes(was: str, now: str) -> str:
    """Describe how a passage changed, for a reader; of long texts only the parts that differ.

    >>> passage_changes("a throw of 1 or 2", "a throw of 1 to 3")
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
    """Return differences without the quantities of passages whose words differ too: they follow from the words."""
    found = list(every)
    passages = {each.steps[:-1] for each in found if isinstance(each.now, str) and STATES not in each.steps}
    return [each for each in found if STATES not in each.steps or _passage(each.steps) not in passages]


def _passage(steps: tuple[str, ...]) -> tuple[str, ...]:
    return steps[: steps.index(STATES)]
