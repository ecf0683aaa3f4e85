"""Cells of orders of battle: what an entry says, and how it is written where a rule system has no notation of its own.

``0406``, ``Marsa Akra (3)``: there, with that strength; ``3/41 (2)``, ``turn 3``: arrives on that turn; ``N``: not in
play; ``E``: eliminated. ``in:perimeter``: anywhere in that area; ``edge:west,south``: enters there in any turn,
``edge:west turn 3``: in that one; ``on:12``: with unit 12 of its side; ``free``: anywhere in its side's areas.
``>NE`` behind it: the way that it faces. Commas stand between entries; in the row of a marker each entry is one marker,
and ``none`` means none. What a start may have besides, a rule system says in :class:`StartRules`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.map_ import Edge
from scenario_forge.game.notations import Notation, NotationError

if TYPE_CHECKING:
    from collections.abc import Mapping


EntryKind = Literal[
    "at", "arrives", "leaves", "eliminated", "absent", "reserve", "within", "enters", "attached", "free"
]
"""What an entry says of a unit. The last four: anywhere in an area; enters at a map edge in any turn; with another
unit; anywhere in its side's areas."""


@dataclass(frozen=True, slots=True)
class PlacementToken:
    """One entry of an order-of-battle cell, as written: names not looked up yet.

    ``place`` is a hex, place or box name; ``date`` a game turn as printed; ``start``/``end`` the
    characters of the entry, ``name_start``/``name_end`` those of the place or date in it.
    """

    kind: EntryKind
    place: str = ""
    date: str = ""
    strength: int | None = None
    in_works: bool = False
    """Whether the unit stands in works of its own (:class:`Works`)."""
    spent: int | None = None
    """Movement points that it has spent before its first move."""
    start: int = 0
    end: int = 0
    name_start: int = 0
    name_end: int = 0
    marks: tuple[tuple[str, int], ...] = ()
    """What else it begins with, by names of :class:`StartRules`, each with its number (1 where it has none)."""
    facing: str = ""
    """The direction that it faces, as written."""
    edges: tuple[str, ...] = ()
    """Edges of the map at which it enters."""
    attached: int | None = None
    """Number of the unit of its side that it begins with."""


EDGES: tuple[str, ...] = get_args(Edge)
"""The edges of a map, clockwise."""
_PART = re.compile(r"\s*edge:\s*[a-z]+(?:\s*,\s*[a-z]+\b(?!:))*[^,\n]*|[^,\n]+")
_DATE = r"(?:\d{1,2}(?:/\d{1,2})?/\d{2,4}|turn \d{1,4})"
_TAIL = r"\s*(?:>\s*(?P<facing>[A-Z]{1,3}))?\s*(?:\((?P<strength>\d{1,4})\))?"
_ENTRY = re.compile(rf"(?P<date>{_DATE})?(?P<place>[^\W_][\w .'’-]*?)?{_TAIL}")
_AREA = re.compile(rf"in:\s*(?P<area>[a-z0-9][a-z0-9_-]*){_TAIL}")
_EDGE = re.compile(rf"edge:\s*(?P<edges>[a-z]+(?:\s*,\s*[a-z]+)*)(?:\s+(?:any turn|(?P<date>{_DATE})))?{_TAIL}")
_ON = re.compile(rf"on:\s*(?P<no>\d{{1,4}}){_TAIL}")
_FREE = re.compile(rf"free{_TAIL}")
_WORDS: dict[str, EntryKind] = {"E": "eliminated", "N": "absent", "B": "reserve"}
_NONE = "none"


class PlainPlacement(Notation[list[PlacementToken]]):
    """The notation of a game that has no other; whether a name is a hex or a place is not looked up here."""

    def __init__(self, *, markers: bool = False) -> None:
        self.markers = markers

    def parse(self, text: str) -> list[PlacementToken]:
        """Return the entries in order."""
        if text.strip() == _NONE:
            return []
        found = [_entry(match[0], match.start()) for match in _PART.finditer(text) if match[0].strip()]
        if not found:
            raise NotationError("the cell is empty", 0, len(text))
        for token in found if self.markers else ():
            if token.kind in ("within", "enters", "attached", "free") or token.edges or token.facing:
                problem = f"`{text[token.start : token.end]}` is for units; a marker starts in a hex or a place"
                raise NotationError(problem, token.start, token.end)
        return found

    def format(self, value: list[PlacementToken]) -> str:
        """Return the entries with commas between."""
        return ", ".join(_written(token) for token in value) or _NONE


def _entry(part: str, offset: int) -> PlacementToken:
    text = part.strip()
    start = offset + part.index(text)
    end = start + len(text)
    for pattern in (_AREA, _EDGE, _ON, _FREE, _ENTRY):
        match = pattern.fullmatch(text)
        if match is not None:
            break
    else:
        raise NotationError(f"`{text}` is neither a hex or place, a turn, N, E nor B", start, end)
    said = match.groupdict()
    strength = int(said["strength"]) if said["strength"] else None
    facing = said["facing"] or ""

    def token(kind: EntryKind, group: str, place: str = "", date: str = "") -> PlacementToken:
        spot = (start + match.start(group), start + match.end(group)) if group else (start, end)
        return PlacementToken(kind, place, date, strength, False, None, start, end, *spot, facing=facing, **more)

    more: dict[str, Any] = {}
    if pattern is _AREA:
        return token("within", "area", said["area"])
    if pattern is _FREE:
        return token("free", "")
    if pattern is _ON:
        more = {"attached": int(said["no"])}
        return token("attached", "no")
    if pattern is _EDGE:
        more = {"edges": _edges(said["edges"], start + match.start("edges"))}
        date = said["date"]
        return token("arrives", "date", "", date.removeprefix("turn ")) if date else token("enters", "edges")
    if bool(said["date"]) == bool(said["place"]):
        raise NotationError(f"`{text}` is neither a hex or place, a turn, N, E nor B", start, end)
    if said["date"]:
        return token("arrives", "date", "", said["date"].removeprefix("turn "))
    kind = _WORDS.get(said["place"])
    return token(kind, "place") if kind is not None else token("at", "place", said["place"])


def _edges(text: str, start: int) -> tuple[str, ...]:
    """The edges named, clockwise from the north."""
    found = set()
    for match in re.finditer(r"[a-z]+", text):
        if match[0] not in EDGES:
            problem = f"`{match[0]}` is no edge of the map: {', '.join(EDGES)}"
            hint = did_you_mean(match[0], EDGES)
            near = next((edge for edge in EDGES if hint and edge in hint), None)
            raise NotationError(problem, start + match.start(), start + match.end(), near)
        found.add(match[0])
    return tuple(edge for edge in EDGES if edge in found)


def _written(token: PlacementToken) -> str:
    words = {kind: word for word, kind in _WORDS.items()}
    strength = f" ({token.strength})" if token.strength is not None else ""
    facing = f">{token.facing}" if token.facing else ""
    date = f"turn {token.date}" if token.date.isdecimal() else token.date
    special = {"within": f"in:{token.place}", "attached": f"on:{token.attached}", "free": "free"}
    said = special.get(token.kind) or words.get(token.kind) or date or token.place
    if token.edges:
        said = f"edge:{','.join(token.edges)}" + (f" {date}" if date else "")
    return said + facing + strength


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark that a counter may begin with besides a place, a strength, works and points spent."""

    title: str
    """For people: `face down`."""
    sign: str
    """How a cell writes it: `(d)`."""
    types: frozenset[str] = frozenset()
    """Types of unit that may have it."""
    markers: frozenset[str] = frozenset()
    """Kinds of marker that may have it."""
    kinds: frozenset[EntryKind] = frozenset({"at"})
    """What its entry says where a unit has it."""
    most: int = 1
    """The highest number that it may have."""
    names_unit: bool = False
    """Whether its number is the set-up number of another unit of the side."""
    before: bool = False
    """Whether it says that a unit that is to come has been there before."""
    option: str | None = None
    """The optional rule that it belongs to."""
    rule: str = ""
    counted: str = ""
    """With its number, for people: `withdrawn in the place of unit {number}`; empty: as the title."""

    def describe(self, number: int) -> str:
        """Describe the mark with its number, for people."""
        return self.counted.replace("{number}", str(number)) if self.counted else self.title


@dataclass(frozen=True, slots=True)
class Pool:
    """Points that a side may have when play begins."""

    title: str
    """For people: `saved repair points`."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class StartRules:
    """Rules of what a start may have besides units: a scenario that is drafted accounts for all of it."""

    markers: tuple[str, ...] = ()
    """Kinds of marker that begin on the map or in a box, in the order of a set-up."""
    numbered: frozenset[str] = frozenset()
    """Those of them that lie with a number of points, `(c3)`."""
    neutral: frozenset[str] = frozenset()
    """Those that are nobody's, wherever they are listed."""
    hexes_only: frozenset[str] = frozenset()
    """Those that never lie in an off-map box."""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    """By the name that tokens have for it."""
    pools: Mapping[str, Pool] = field(default_factory=dict)
    front: bool = False
    """Whether land is controlled by the side on whose side of a line it lies, which a start then draws."""
    towns: bool = False
    """Whether places are held by who was last in them, which a start then states for each."""
    spent: bool = False
    """Whether units may have spent movement points before their first move."""
    reserve: bool = False
    """Whether units may be off the map and come back."""
