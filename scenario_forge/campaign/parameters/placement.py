"""Cells of the orders of battle: ``SS10(f)``, ``R2/41 m11``, ``R4/41, W7/41``, ``Trip m11``, ``E``.

Dates are written as the calendar has them: a game whose turns are days or weeks has ``R16/2/41``.

An author's own scenario says more in the same way, with signs of ours: ``Siwa(d)`` face down, ``T30(w2)`` two
phases with white knees, ``N(for 7)`` withdrawn in the place of unit 7, ``N(again)`` no longer there, ``T30(c3)`` of a
wreck, three points.

Source: rule 13 and the legend below the orders of battle.
"""

from __future__ import annotations

import re

from scenario_forge.game.notations import Notation, NotationError
from scenario_forge.game.placement import EntryKind, PlacementToken

DOWN, GREEN, STANDS, AGAIN = "down", "green", "stands", "again"
"""Marks: face down (8.24, 11.13); phases of white knees (15.1); withdrawn for the unit of that number; there before."""
Marks = tuple[tuple[str, int], ...]
_WORDS: dict[str, EntryKind] = {"E": "eliminated", "N": "absent", "B": "reserve"}
_NAME = r"(?:[^\W\d_][^\s,;()]*|\d[\w.-]*)"
"""A hex, place or box, in cells of units and of markers: `SS10`, `D-10`, `0508`, `Trip`."""
_ENTRY = re.compile(
    rf"""(?:(?P<dated>[RW])(?P<date>\d{{1,2}}(?:/\d{{1,2}})?/\d{{2,4}})|(?P<name>{_NAME}))
        (?P<mods>(?:\s*\([^()]*\)|\s+m\s*\d+)*)\s*\Z""",
    re.VERBOSE,
)
_MODIFIER = re.compile(r"\(\s*([^()]*?)\s*\)|m\s*(\d+)")
_LOOSE_DATE = re.compile(r"([RW])(\d{1,2})[.\- ]?(\d{2})\Z")
_DATED = re.compile(r"[RW]\d{1,2}(?:/\d{1,2})?/\d{2,4}\Z")
_LOOSE_BOX = re.compile(r"([^\W\d_]+\d+)\s*[fF]\Z")
_LIKE_DIGITS = str.maketrans("OolI", "0011")
_MARK = re.compile(r"(d|again)|(w|for(?=\s))\s*(\d+)")
_SIGNS = {"d": DOWN, "again": AGAIN, "w": GREEN, "for": STANDS}
_WRITTEN = {DOWN: "(d)", AGAIN: "(again)", GREEN: "(w{})", STANDS: "(for {})"}
_PLACED = re.compile(r"([^\s,()]+)((?:\s*\([^()]*\))*)")
_EMPTY = "none"
_PART = re.compile(r"[^,;\n]+")
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED = re.compile(r"(\w+) (?:in|at|on) (\S+)\Z", re.IGNORECASE)


class Placement(Notation[list[PlacementToken]]):
    """A notation: one or several entries with commas between."""

    def parse(self, text: str) -> list[PlacementToken]:
        """Return the entries in order. Whether a name is a hex, and a date on the track, is not looked up here."""
        return [_entry(part[0], part.start()) for part in _PART.finditer(text) if part[0].strip()] or _nothing(text)

    def format(self, value: list[PlacementToken]) -> str:
        """Write the entries as the chart prints them."""
        return ", ".join(_written(token) for token in value)

    def hint(self, text: str) -> str | None:
        """Return the entry that a slip of the pen may have been meant as.

        A date that lost its stroke (``R1241``), a small letter (``r12/41``, ``n``), a letter for a digit
        (``SS1O``), a box without brackets (``SS10f``).
        """
        written = _with_digits(text)
        if match := _LOOSE_DATE.match(written):
            return f"{match[1]}{match[2]}/{match[3]}" if 1 <= int(match[2]) <= 12 else None
        if written in _WORDS or _DATED.match(written):
            return written
        if match := _LOOSE_BOX.match(text):
            return f"{match[1]}(f)"
        return written if written.upper() != text.upper() else None


class MarkerPlacement(Notation[list[PlacementToken]]):
    """A notation: markers by hex, ``V12 S32(d) RR20(c3)``; counted, ``Four in Trip``; or ``none``."""

    def parse(self, text: str) -> list[PlacementToken]:
        """Read the hexes of a cell, one token for each marker."""
        counted = _COUNTED.match(text.strip())
        if counted and counted[1].casefold() in _COUNTS:
            start = text.index(counted[2], len(counted[1]))
            token = PlacementToken(
                "at", counted[2], "", None, False, None, 0, len(text), start, start + len(counted[2])
            )
            return [token] * _COUNTS.index(counted[1].casefold())
        if text.strip() == _EMPTY:
            return []
        found, end = [], 0
        for match in _PLACED.finditer(text):
            _only_blanks(text, end, match.start())
            end = match.end()
            found.append(_marker(match))
        _only_blanks(text, end, len(text))
        return found or _nothing(text)

    def format(self, value: list[PlacementToken]) -> str:
        """Write hexes with spaces between, or the sign of an empty cell."""
        return " ".join(_written(token) for token in value) or _EMPTY


def _only_blanks(text: str, start: int, end: int) -> None:
    if other := re.search(r"[^\s,]+", text[start:end]):
        raise NotationError(f"`{other[0]}` is not a hex or box", start + other.start(), start + other.end())


def _marker(match: re.Match[str]) -> PlacementToken:
    """Return one marker: its place and its marks."""
    if not re.fullmatch(_NAME, match[1]):
        raise NotationError(f"`{match[1]}` is not a hex or box", match.start(1), match.end(1))
    strength, boxed, penalty, marks = _modifiers(match[2], match.start(2))
    if boxed or penalty is not None:
        raise NotationError(f"`{match[2].strip()}` is for units", match.start(2), match.end(2))
    at = (match.start(), match.end(), match.start(1), match.end(1))
    return PlacementToken("at", match[1], "", strength, False, None, *at, marks)


def _entry(part: str, offset: int) -> PlacementToken:
    lead = len(part) - len(part.lstrip())
    text, start = part.strip(), offset + lead
    end = start + len(text)
    match = _ENTRY.match(text)
    if not match:
        raise NotationError(f"`{text}` is not an entry such as SS10(f), R2/41 or E", start, end, _repair(text))
    strength, boxed, penalty, marks = _modifiers(match["mods"], start + match.start("mods"))
    if match["dated"]:
        at = (start + match.start("date"), start + match.end("date"))
        kind: EntryKind = "arrives" if match["dated"] == "R" else "leaves"
        return PlacementToken(kind, "", match["date"], strength, boxed, penalty, start, end, *at, marks)
    name = match["name"]
    if name in ("R", "W"):
        raise NotationError(f"{name} has no date, such as {name}2/41", start, end)
    at = (start + match.start("name"), start + match.end("name"))
    if name in _WORDS and not (boxed or penalty is not None) and (not match["mods"] or marks):
        return PlacementToken(_WORDS[name], "", "", strength, False, None, start, end, *at, marks)
    return PlacementToken("at", name, "", strength, boxed, penalty, start, end, *at, marks)


def _modifiers(text: str, offset: int) -> tuple[int | None, bool, int | None, Marks]:
    strength, boxed, penalty = None, False, None
    marks: dict[str, int] = {}
    for match in _MODIFIER.finditer(text):
        at = (offset + match.start(), offset + match.end())
        inner = match[1]
        if inner is None:
            penalty = int(match[2])
        elif inner == "f" and not boxed:
            boxed = True
        elif re.fullmatch(r"c\s*\d+", inner) and strength is None:
            strength = int(inner[1:])
        elif (mark := _MARK.fullmatch(inner)) and _SIGNS[mark[1] or mark[2]] not in marks:
            marks[_SIGNS[mark[1] or mark[2]]] = int(mark[3] or 1)
        else:
            meant = f"({inner.lower()})" if inner and inner[0] in "FCDW" else None
            raise NotationError(f"`({inner})` is neither (f) nor a strength such as (c3)", *at, meant)
    return strength, boxed, penalty, tuple(marks.items())


def _with_digits(text: str) -> str:
    """Return the text in capitals, with digits for letters that look like them after the first digit or slash."""
    first = re.search(r"[\d/]", text)
    split = first.start() if first else len(text)
    return text[:split].upper() + text[split:].translate(_LIKE_DIGITS)


def _repair(text: str) -> str | None:
    if box := _LOOSE_BOX.match(text):
        return f"{box[1]}(f)"
    loose = re.match(r"([RW])\s*(\d{1,2})\s*[./\- ]\s*(\d{2})\Z", text)
    return f"{loose[1]}{loose[2]}/{loose[3]}" if loose else None


def _written(token: PlacementToken) -> str:
    words = {"eliminated": "E", "absent": "N", "reserve": "B"}
    if token.kind in words and not token.marks:
        return words[token.kind]
    head = words.get(token.kind) or {"arrives": "R", "leaves": "W"}.get(token.kind, "") + (token.date or token.place)
    strength = f"(c{token.strength})" if token.strength is not None else ""
    penalty = f" m{token.spent}" if token.spent is not None else ""
    marks = "".join(_WRITTEN[name].format(number) for name, number in token.marks if name in _WRITTEN)
    return head + ("(f)" if token.in_works else "") + strength + marks + penalty


def _nothing(text: str) -> list[PlacementToken]:
    raise NotationError("the cell is empty", 0, len(text))
