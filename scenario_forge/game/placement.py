"""Cells of orders of battle: what an entry says, and how games write it.

``0406``, ``Marsa Akra (3)``: there, with that strength; ``3/41 (2)``, ``turn 3``: arrives on that turn, ``0406 turn 3``
there; ``until turn 5``, alone or behind an arrival: leaves on that turn; ``N``: not in play; ``E``: eliminated; ``B``:
in reserve. ``in:perimeter``: anywhere in that area; ``edge:west,south``: enters there in any turn, ``in:perimeter turn
3``, ``edge:west turn 3``: in that one; ``on:12``: with unit 12 of its side; ``free``: anywhere in its side's areas.
``>NE`` behind it: the way that it faces. Commas stand between entries; in the row of a marker each entry is one marker,
``Four in Trip`` four of them, and ``none`` none.

A game writes some of it in :class:`Signs` of its own: ``SS10(f)(c3)``, ``R2/41 m11``, ``W7/41``, ``T30(w2)``. What a
start may have besides, a rule system says in :class:`StartRules`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.documents.map_ import Edge
from scenario_forge.game.notations import Notation, NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


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
    spot: str = ""
    """The hex or place where it arrives, or the area; its characters are ``spot_start`` to ``spot_end``."""
    spot_start: int = 0
    spot_end: int = 0
    in_area: bool = False
    """Whether ``spot`` is an area."""


@dataclass(frozen=True)
class Signs:
    """The letters with which cells of a game say what most games say without, or not at all."""

    arrives: str = ""
    """The letter before the date of an arrival."""
    leaves: str = ""
    """The letter before the date of a withdrawal; empty: it is written in words, or no unit is withdrawn."""
    works: str = ""
    """The letter in brackets of a unit that starts in works of its own."""
    strength: str = ""
    """The letter in brackets before a strength."""
    spent: str = ""
    """The letter before movement points that a unit has spent before its first move."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """By mark of a start: what stands in brackets, `{}` for its number."""
    one_hex: bool = False
    """Whether each unit starts in one hex or box, which has no spaces in its name, and faces no way."""


EDGES: tuple[str, ...] = get_args(Edge)
"""The edges of a map, clockwise."""
_PART = re.compile(r"\s*edge:\s*[a-z]+(?:\s*,\s*[a-z]+\b(?!:))*[^,;\n]*|[^,;\n]+")
_MARKER = re.compile(r"[^\s,()]+(?:\s*\([^()]*\))*|[^\s,]+")
_DATE = r"\d{1,2}(?:/\d{1,2})?/\d{2,4}"
_OPEN = re.compile(
    rf"in:\s*(?P<within>[a-z0-9][a-z0-9_-]*)|on:\s*(?P<attached>\d{{1,4}})|(?P<free>free)"
    rf"|edge:\s*(?P<enters>[a-z]+(?:\s*,\s*[a-z]+)*)(?:\s+(?:any turn|(?P<date>{_DATE}|turn \d{{1,4}})))?"
)
_SPOT = re.compile(rf"(?P<area>in:\s*)?(?P<spot>[^\W_][\w .'’-]*?)\s+(?P<date>{_DATE}|turn \d{{1,4}})")
"""A dated arrival in a hex, place or area."""
_UNTIL = re.compile(rf"(?P<before>(?:.*[\s,])?)(?P<until>until)\s+(?P<date>{_DATE}|turn \d{{1,4}})", re.DOTALL)
"""A dated withdrawal, behind an arrival or alone."""
_BEHIND = re.compile(r"\(\s*([^()]*?)\s*\)|>\s*([A-Z]+)|[a-z]\s*(\d+)")
_ONE_WORD, _WORDS = re.compile(r"[^\W\d_][^\s,;()]*|\d[\w.-]*"), re.compile(r"[^\W_][\w .'’-]*")
_KINDS: dict[str, EntryKind] = {"E": "eliminated", "N": "absent", "B": "reserve"}
_NONE = "none"
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED = re.compile(rf"\s*({'|'.join(_COUNTS)}) (?:in|at|on) (\S+)\s*\Z", re.IGNORECASE)
_LOOSE_DATE = re.compile(r"([A-Z])\s*(\d{1,2})\s*[./\- ]?\s*(\d{2})\Z")
_LIKE_DIGITS = str.maketrans("OolI", "0011")


class Placement(Notation[list[PlacementToken]]):
    """The notation of entries; whether a name is a hex, and a date on the track, is not looked up here."""

    def __init__(self, signs: Signs = Signs(), *, markers: bool = False, on_hexsides: bool = False) -> None:
        self.signs, self.markers = signs, markers
        self._for_units = ("in_works", "spent", *["facing"] * (not on_hexsides))
        """What only cells of units say; a marker on a hexside is written as a unit that faces it, `0811>NW`."""
        self._letters = signs.arrives + signs.leaves
        letters = "|".join(dict.fromkeys((signs.arrives, signs.leaves or signs.arrives)))
        date = _DATE if signs.arrives else rf"{_DATE}|turn \d{{1,4}}"
        self._dated = re.compile(rf"(?P<letter>{letters})(?P<date>{date})")
        behind = r"\s*\([^()]*\)" + (r"" if signs.one_hex else r"|\s*>\s*[A-Z]{1,3}")
        behind += rf"|\s+{signs.spent}\s*\d+" if signs.spent else ""
        self._entry = re.compile(rf"(?P<first>.+?)(?P<behind>(?:{behind})*)", re.DOTALL)
        numbers = ((name, re.escape(sign).replace(r"\ ", r"\s")) for name, sign in signs.marks.items())
        self._marks = {name: sign.replace(r"\{\}", r"\s*(\d{1,6})") for name, sign in numbers}

    def parse(self, text: str) -> list[PlacementToken]:
        """Return the entries in order, one for each marker."""
        if self.markers and text.strip() == _NONE:
            return []
        if self.markers and (counted := _COUNTED.match(text)):
            start, end = counted.span(2)
            token = PlacementToken("at", counted[2], end=len(text), name_start=start, name_end=end)
            return [token] * _COUNTS.index(counted[1].casefold())
        parts = _MARKER if self.markers and self.signs.one_hex else _PART
        found = [
            token
            for match in parts.finditer(text)
            if match[0].strip()
            for token in self._tokens(match[0].rstrip(), match.start())
        ]
        if not found:
            raise NotationError("the cell is empty", 0, len(text))
        return found

    def format(self, value: list[PlacementToken]) -> str:
        """Return the entries as the game writes them."""
        if self.markers and not value:
            return _NONE
        between = " " if self.markers and self.signs.one_hex else ", "
        said = "".join((" " if self._is_until(token) else between) + self._written(token) for token in value)
        return said.removeprefix(" " if value and self._is_until(value[0]) else between)

    def hint(self, text: str) -> str | None:
        """Return the entry that a slip of the pen may have been meant as.

        A date that lost its stroke (``R1241``), a small letter (``r12/41``, ``n``), a letter for a digit (``SS1O``),
        works without brackets (``SS10f``).
        """
        if self.markers:
            return None
        first = re.search(r"[\d/]", text)
        split = first.start() if first else len(text)
        written = text[:split].upper() + text[split:].translate(_LIKE_DIGITS)
        if (loose := _LOOSE_DATE.match(written)) and loose[1] in self._letters:
            return f"{loose[1]}{loose[2]}/{loose[3]}" if 1 <= int(loose[2]) <= 12 else None
        if written in _KINDS or self._dated.fullmatch(written):
            return written
        works = self.signs.works
        if works and (bare := re.match(rf"([^\W\d_]+\d+)\s*{works}\Z", text, re.IGNORECASE)):
            return f"{bare[1]}({works})"
        return written if written.upper() != text.upper() and self._name.fullmatch(written) else None

    @property
    def _name(self) -> re.Pattern[str]:
        return _ONE_WORD if self.signs.one_hex else _WORDS

    def _is_until(self, token: PlacementToken) -> bool:
        """Return whether a token is a withdrawal that is written with a word and not with a letter."""
        return token.kind == "leaves" and not self.signs.leaves

    def _tokens(self, part: str, offset: int) -> Iterator[PlacementToken]:
        """Yield the entry of a part of a cell, and the withdrawal behind it where that is written in words."""
        match = None if self.signs.arrives or self.signs.leaves or self.markers else _UNTIL.fullmatch(part)
        if match is None:
            yield self._token(part, offset)
            return
        if before := (match["before"] or "").rstrip(" ,\t"):
            yield self._token(before, offset)
        said = {"kind": "leaves", "date": match["date"].removeprefix("turn "), **_characters(match, "date", offset)}
        yield PlacementToken(start=offset + match.start("until"), end=offset + len(part), **said)

    def _token(self, part: str, offset: int) -> PlacementToken:
        text = part.strip()
        start = offset + part.index(text)
        match = self._entry.fullmatch(text)
        assert match is not None  # noqa: S101 - any text but an empty one has a first part
        end = start + len(text)
        first = self._first(match["first"], start)
        if first is None:
            like = f"SS10({self.signs.works})" if self.signs.works else "0406"
            problem = f"`{text}` is not an entry such as {like}, {self.signs.arrives}2/41 or E"
            raise NotationError(problem, start, end, self.hint(text))
        said = first | self._behind(match["behind"], start + match.start("behind"))
        if said["kind"] in _KINDS.values() and ("in_works" in said or "spent" in said):
            said |= {"kind": "at", "place": match["first"]}
        if self.markers and (said["kind"] != "at" or not said.keys().isdisjoint(self._for_units)):
            raise NotationError(f"`{text}` is for units; a marker starts in a hex or a place", start, end)
        return PlacementToken(start=start, end=end, **said)

    def _first(self, text: str, start: int) -> dict[str, Any] | None:
        """Return what an entry says before its brackets: its kind, and a name or date; None for nothing."""
        if match := self._dated.fullmatch(text):
            kind = "leaves" if match["letter"] and match["letter"] == self.signs.leaves else "arrives"
            return {"kind": kind, "date": match["date"].removeprefix("turn "), **_characters(match, "date", start)}
        if not self.signs.one_hex and (match := _OPEN.fullmatch(text)):
            return _open_start(match, start)
        if not self.signs.one_hex and not self.signs.arrives and (match := _SPOT.fullmatch(text)):
            return _dated_spot(match, start)
        if text in {*self._letters}:
            raise NotationError(f"{text} has no date, such as {text}2/41", start, start + len(text))
        if match := self._name.fullmatch(text):
            said = {"kind": _KINDS[text]} if text in _KINDS else {"kind": "at", "place": text}
            return said | _characters(match, 0, start)
        return None

    def _behind(self, text: str, start: int) -> dict[str, Any]:
        """Return what the signs behind a name say."""
        said: dict[str, Any] = {}
        marks: dict[str, Any] = {}
        for match in _BEHIND.finditer(text):
            inner, facing, spent = match.groups()
            sign = ("facing", facing) if facing else ("spent", int(spent)) if spent else self._sign(inner)
            if sign is None or sign[0] in said or sign[0] in marks:
                low = inner.lower() if inner else ""
                hint = f"({low})" if low != inner and self._sign(low) else None
                works = f"neither ({self.signs.works}) nor" if self.signs.works else "not"
                problem = f"`{match[0].strip()}` is {works} a strength such as ({self.signs.strength}3)"
                raise NotationError(problem, start + match.start(), start + match.end(), hint)
            (marks if sign[0] in self._marks else said)[sign[0]] = sign[1]
        return said | ({"marks": tuple(marks.items())} if marks else {})

    def _sign(self, inner: str) -> tuple[str, Any] | None:
        """Return the field of a token, or the mark, that a text in brackets stands for, and its value."""
        if inner and inner == self.signs.works:
            return "in_works", True
        if match := re.fullmatch(rf"{self.signs.strength}\s*(\d{{1,4}})", inner):
            return "strength", int(match[1])
        found = ((name, re.fullmatch(sign, inner)) for name, sign in self._marks.items())
        return next(((name, int(match[1]) if match.lastindex else 1) for name, match in found if match), None)

    def _written(self, token: PlacementToken) -> str:
        word = next((word for word, kind in _KINDS.items() if kind == token.kind), "")
        date = f"turn {token.date}" if token.date.isdecimal() else token.date
        letter = {"arrives": self.signs.arrives, "leaves": self.signs.leaves}.get(token.kind, "")
        special = {"within": f"in:{token.place}", "attached": f"on:{token.attached}", "free": "free"}
        said = special.get(token.kind) or word or letter + (date or token.place)
        if token.edges:
            said = f"edge:{','.join(token.edges)}" + (f" {date}" if date else "")
        elif token.spot:
            said = f"{'in:' if token.in_area else ''}{token.spot} {date}"
        elif self._is_until(token):
            said = f"until {date}"
        said += (f">{token.facing}" if token.facing else "") + (f"({self.signs.works})" if token.in_works else "")
        if token.strength is not None and (token.marks or token.kind not in ("eliminated", "absent")):
            said += f"({self.signs.strength}{token.strength})" if self.signs.strength else f" ({token.strength})"
        signs = self.signs.marks
        said += "".join(f"({signs[name].format(number)})" for name, number in token.marks if name in signs)
        return said + (f" {self.signs.spent}{token.spent}" if token.spent is not None else "")


def _characters(match: re.Match[str], group: str | int, start: int) -> dict[str, Any]:
    """Return the characters of a name or a date in a cell."""
    return {"name_start": start + match.start(group), "name_end": start + match.end(group)}


def _open_start(match: re.Match[str], start: int) -> dict[str, Any]:
    """Return what a start says that is no single hex."""
    kind = next(kind for kind in ("within", "attached", "free", "enters") if match[kind])
    said = {"kind": kind, **_characters(match, kind, start)}
    if kind == "within":
        said["place"] = match[kind]
    elif kind == "attached":
        said["attached"] = int(match[kind])
    elif kind == "enters":
        said["edges"] = _edges(match[kind], start + match.start(kind))
    date = {"kind": "arrives", "date": match["date"].removeprefix("turn ")} if match["date"] else {}
    return said | date | (_characters(match, "date", start) if date else {})


def _dated_spot(match: re.Match[str], start: int) -> dict[str, Any]:
    """Return what an arrival says that names a hex, place or area and a date."""
    first, last = match.span("spot")
    spot = {"spot": match["spot"], "spot_start": start + first, "spot_end": start + last}
    date = match["date"].removeprefix("turn ")
    said = {"kind": "arrives", "date": date, "in_area": match["area"] is not None}
    return said | spot | _characters(match, "date", start)


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
