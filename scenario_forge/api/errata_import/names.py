"""The phrases by which lists call what a game's values belong to, and the mentions of them in a text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator  # a table of functions is typed by them
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.api.errata_import.values import plain, words_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.api.errata_import.values import Values
    from scenario_forge.game.game import Game

COMPONENTS = {
    "orders-of-battle": ("order of battle", "orders of battle", "oob", "ob", "oobs", "set up", "setup", "unit list"),
    "counters": ("counter", "counters", "counter sheet", "countersheet", "counter mix", "chit"),
    "time-track": ("time record track", "turn record track", "turn track", "time track", "track", "trt", "trc"),
    "charts": ("chart", "charts", "table", "tables"),
    "victory": ("victory table", "victory", "victory points", "victory conditions", "vp", "levels of victory"),
    "map": ("map", "mapboard", "map sheet"),
    "rulebook": ("rulebook", "rules booklet", "rule book", "rule", "rules"),
    "examples": ("example", "examples", "example of play"),
    "chronology": ("chronology",),
    "scenarios": ("scenario", "scenario card"),
}
"""Kind of document → what lists call it."""
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_DATE = re.compile(r"(?P<month>[a-z]{3})(?P<year>[0-9]{2})(?P<after>\+?)")
_TURN = re.compile(r"(?P<month>[0-9]{1,2})/(?P<year>[0-9]{2})")
_FIELDS = {
    "name": ("identity", "designation", "printed name"),
    "movement": ("movement allowance", "movement points", "movement factor", "move", "ma", "mp"),
    "strength": ("combat strength", "strength points", "strength", "combat factor"),
    "columns": ("heading", "headings", "column heading", "column header", "header"),
    "title": ("title",),
    "notes": ("note", "notes", "footnote"),
    "points": ("points", "vp"),
    "gap": ("gap", "remark"),
    "dates": ("dates", "date"),
}
"""Key of a value → more words for it."""
_NUMBERS = r"[0-9]{1,3}(?:(?:\s*(?:,|and|&|/|\+|,\s*and)\s*|\s*(?:to|-)\s*)#?[0-9]{1,3})*(?![0-9/.]*[0-9a-z/])"
_UNITS = re.compile(rf"(?<![\w/])(?:units?|nos?\.?|nr\.?|numbers?|counters?|#|u)\s*[(#]?\s*(?P<numbers>{_NUMBERS})")
_ROWS = re.compile(r"\b(?:rows?|lines?)\s+\"?(?P<label>[^;:\"]+)")
_WORDS_OF_ROW = 12
_RULE = re.compile(
    r"(?:\[|\b(?:rules?|clauses?|sections?|cases?|paras?|paragraphs?|sec\.|r\.)|§+)\s*"
    r"(?P<number>[0-9]+(?:\.[0-9a-z]+)*|[ivx]+(?:\.[0-9a-z]+)*|[a-z]{1,3}(?:\.?[0-9]+)(?:\.[0-9a-z]+)*)(?![\w/])"
)
_CLAUSE = re.compile(
    r"(?<![\w./-])(?P<number>(?:[0-9]+|[ivx]+|[a-z]{1,3}[0-9]?)\.[0-9a-z]+(?:\.[0-9a-z]+)*)(?![\w/]|\.[0-9])"
)
_HEX = re.compile(r"\bhex(?:es)?\s+(?P<hex>[a-z]{0,2}[0-9]{1,4})\b")


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a text calls by a name."""

    text: str
    meant: dict[str, dict[str, float]]
    """Facet → id → how likely it is meant."""
    members: tuple[dict[str, dict[str, float]], ...] = ()
    """Where several are listed ("units 5 and 6"): the meaning of each."""


class Names:
    """The phrases of a game."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self._phrases: dict[tuple[str, ...], dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
        self._sides: dict[str, set[str]] = defaultdict(set)
        self._rows: dict[str, set[str]] = defaultdict(set)
        for phrase, facet, id_, likely in _phrases(values):
            key = tuple(words_in(phrase))
            if key:
                known = self._phrases[key][facet]
                known[id_] = max(likely, known.get(id_, 0.0))
                if facet == "side":
                    self._sides[" ".join(key)].add(id_)
        for facet, id_ in values.by_facet:
            if facet == "row":
                self._rows[plain(id_.partition("|")[2])].add(id_)
        self._units_by_number: dict[str, list[str]] = defaultdict(list)
        self._clauses: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
        self._note_numbers()
        self._longest = max(map(len, self._phrases), default=0)
        self._first = {key[0] for key in self._phrases}

    def _note_numbers(self) -> None:
        for facet, id_ in self.values.by_facet:
            folded = id_.casefold()
            if facet == "unit":
                self._units_by_number[id_.rpartition("/")[2]].append(id_)
            elif facet == "rule":
                self._clauses[folded].setdefault("rule", {})[id_] = 1.0
            elif facet == "clause":
                self._clauses[folded].setdefault("clause", {})[id_] = 1.0
                parts = folded.split(".")
                for depth in range(2, len(parts)):
                    self._clauses[".".join(parts[:depth])].setdefault("clause", {}).setdefault(id_, 0.8)

    def is_name(self, text: str) -> bool:
        """Return whether a text is a phrase by which something is called, or a number alone."""
        return text.isdigit() or tuple(words_in(text)) in self._phrases

    def mentions(self, text: str) -> list[Mention]:
        """Return what a text mentions, in order of kind; a word may be part of several mentions."""
        flat = plain(text)
        return [
            *self._units(flat),
            *self._rules(flat),
            *self._labels(flat),
            *(mention for mention in self._hexes(flat)),
            *self._spoken(text),
        ]

    def _units(self, flat: str) -> Iterator[Mention]:
        sides = "|".join(re.escape(side) for side in self._sides)
        for match in _UNITS.finditer(flat):
            yield from self._numbered(match[0], match["numbers"], None)
        if sides:
            pattern = rf"\b(?P<side>{sides})(?:\s+|/)(?:(?:units?|counters?|no\.?|#)\s*)?#?(?P<numbers>{_NUMBERS})"
            for match in re.finditer(pattern, flat):
                yield from self._numbered(match[0], match["numbers"], self._sides[match["side"]])

    def _numbered(self, text: str, listed: str, sides: set[str] | None) -> Iterator[Mention]:
        members = []
        for number in _each_number(listed):
            ids = dict.fromkeys(self._units_by_number.get(str(number), ()), 1.0)
            if sides is not None:
                ids = {id_: likely for id_, likely in ids.items() if id_.rpartition("/")[0] in sides}
            members.append({"unit": ids or {f"?/{number}": 1.0}})
        meant = {"unit": {id_: 1.0 for member in members for id_ in member["unit"]}}
        if meant["unit"]:
            yield Mention(text, meant, tuple(members) if len(members) > 1 else ())

    def _rules(self, flat: str) -> Iterator[Mention]:
        for match in (*_RULE.finditer(flat), *_CLAUSE.finditer(flat)):
            meant = self._clauses.get(match["number"])
            if meant:
                yield Mention(match[0], meant)

    def _labels(self, flat: str) -> Iterator[Mention]:
        for match in _ROWS.finditer(flat):
            said = match["label"].split()
            for count in range(min(len(said), _WORDS_OF_ROW), 0, -1):
                label = " ".join(said[:count])
                ids = (
                    self._rows.get(label) or self._rows.get(label.rstrip(",;:.")) or self._rows.get(label.strip('()",'))
                )
                if ids:
                    yield Mention(f"row {label}", {"row": dict.fromkeys(ids, 1.0)})
                    break

    def _hexes(self, flat: str) -> Iterator[Mention]:
        for match in _HEX.finditer(flat):
            hex_ = match["hex"].upper()
            if ("hex", hex_) in self.values.by_facet:
                yield Mention(match[0], {"hex": {hex_: 1.0}})

    def _spoken(self, text: str) -> Iterator[Mention]:
        """The phrases in a text, the longest first; what a longer one covers is not a phrase of its own."""
        said = words_in(text)
        at, units, joined = 0, list[Mention](), True
        while at < len(said):
            found, length = self._longest_at(said, at)
            if found is None:
                joined = joined and said[at] in ("and", "also")
            else:
                if set(found.meant) == {"unit"}:
                    units = [*units, found] if joined or not units else units
                    joined = True
                yield found
            at += length or 1
        if len(units) > 1:
            meant = {"unit": {id_: 1.0 for unit in units for id_ in unit.meant["unit"]}}
            yield Mention(text, meant, tuple(unit.meant for unit in units))

    def _longest_at(self, said: list[str], at: int) -> tuple[Mention | None, int]:
        if said[at] in self._first:
            for width in range(min(self._longest, len(said) - at), 0, -1):
                key = tuple(said[at : at + width])
                if key in self._phrases:
                    meant = {facet: dict(ids) for facet, ids in self._phrases[key].items()}
                    return Mention(" ".join(key), meant), width
        return None, 0


def _each_number(listed: str) -> list[int]:
    """Return the numbers of a list with ranges.

    >>> _each_number("1, 3 to 5 and 9")
    [1, 3, 4, 5, 9]
    """
    found: list[int] = []
    for first, last in re.findall(r"([0-9]+)(?:\s*(?:to|-)\s*([0-9]+))?", listed):
        low, high = int(first), int(last or first)
        found += range(low, high + 1) if 0 <= high - low <= 40 else [low]
    return list(dict.fromkeys(found))


def _phrases(values: Values) -> Iterator[tuple[str, str, str, float]]:
    """Yield phrase, facet, id and how likely the id is meant by it."""
    for kind, called in COMPONENTS.items():
        yield from ((phrase, "component", kind, 1.0) for phrase in called)
    yield from _of_sides(values.game)
    for facet, id_ in list(values.by_facet):
        yield from ((phrase, facet, id_, likely) for phrase, likely in _of_facet(facet, id_))
    for file in values.game.read.values():
        root = file.source.root
        if root is not None and isinstance(root.data, dict) and file.kind.name in _DOCUMENTS:
            yield from _DOCUMENTS[file.kind.name](file.stem, root.data)


def _of_facet(facet: str, id_: str) -> Iterator[tuple[str, float]]:
    if facet in ("column", "stop"):
        yield from _date_phrases(id_)
    elif facet == "turn":
        yield from ((phrase, 1.0) for phrase in _turn_phrases(id_))
    elif facet == "field":
        yield from ((phrase, 1.0) for phrase in (*_FIELDS.get(id_, ()), *_spelled(id_)))
    elif facet in ("row", "heading"):
        yield from _label_phrases(facet, id_.partition("|")[2])
    elif facet == "scenario":
        yield id_.replace("-", " "), 1.0
    elif facet in ("example", "place"):
        yield id_, 1.0


def _of_sides(game: Game) -> Iterator[tuple[str, str, str, float]]:
    for id_, name in game.side_names.items():
        for phrase in {id_, name, f"{name}'", f"{name}'s", f"{name} player"}:
            yield phrase, "side", id_, 1.0
        if name.casefold() == "allied":
            yield "allies", "side", id_, 1.0


_Phrases = Iterator[tuple[str, str, str, float]]


def _of_order_of_battle(stem: str, data: dict[str, Any]) -> _Phrases:
    side = str(data.get("side") or stem)
    head = plain(str(data.get("title") or "")).partition(" order")[0].partition(" set")[0]
    if head and len(head.split()) == 1:
        yield head, "side", side, 1.0
    yield from _unit_names(data.get("units"), side)


def _of_charts(_stem: str, data: dict[str, Any]) -> _Phrases:
    for id_, chart in (data.get("charts") or {}).items():
        title = str(chart.get("title") or "") if isinstance(chart, dict) else ""
        yield from ((phrase, "chart", str(id_), likely) for phrase, likely in _chart_phrases(str(id_), title))


def _of_scenario(stem: str, data: dict[str, Any]) -> _Phrases:
    title = str(data.get("title") or "")
    for phrase in dict.fromkeys((stem, title, title.removeprefix("The "))):
        yield phrase, "scenario", stem, 1.0


def _of_examples(_stem: str, data: dict[str, Any]) -> _Phrases:
    for each in _entries(data, "examples"):
        if "id" in each:
            yield str(each.get("title") or ""), "example", str(each["id"]), 1.0


def _of_rulebook(_stem: str, data: dict[str, Any]) -> _Phrases:
    for rule in _entries(data, "rules"):
        if len(words_in(str(rule.get("title") or ""))) > 1:
            yield str(rule["title"]), "rule", str(rule.get("number", "")), 0.7


def _of_map(_stem: str, data: dict[str, Any]) -> _Phrases:
    for place in _entries(data, "places"):
        if "hex" in place and place.get("name"):
            yield str(place["name"]), "hex", str(place["hex"]), 1.0


_DOCUMENTS: dict[str, Callable[[str, dict[str, Any]], _Phrases]] = {
    "orders-of-battle": _of_order_of_battle,
    "charts": _of_charts,
    "scenarios": _of_scenario,
    "examples": _of_examples,
    "rulebook": _of_rulebook,
    "map": _of_map,
}


def _entries(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    listed = data.get(key)
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _unit_names(rows: Any, side: str) -> Iterator[tuple[str, str, str, float]]:  # noqa: ANN401 - plain YAML data
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and "no" in row and len(str(row.get("name") or "")) > 2:
            yield str(row["name"]), "unit", f"{side}/{row['no']}", 1.0


def _chart_phrases(id_: str, title: str) -> Iterator[tuple[str, float]]:
    said = words_in(title)
    yield title, 1.0
    yield id_.replace("_", " "), 1.0
    short = [word for word in said if word not in ("table", "chart", "the", "of")]
    if len(short) >= 2 or (short and short != said):
        yield " ".join(word for word in said if word not in ("table", "chart", "the")), 0.9
    if len(said) >= 3:
        yield "".join(word[0] for word in said if word[0].isalpha()), 0.9


def _label_phrases(facet: str, label: str) -> Iterator[tuple[str, float]]:
    if facet == "heading":
        yield f"column {label}", 1.0
        yield f"heading {label}", 1.0
        yield f"{label} column", 1.0
    if len(re.sub(r"[^A-Za-z]", "", label)) >= 3:
        yield label, 1.0


def _spelled(field: str) -> Iterator[str]:
    if len(field) > 3 and field not in ("rule", "rules", "place", "unit", "units"):
        yield field.replace("_", " ")


def _date_phrases(id_: str) -> Iterator[tuple[str, float]]:
    """The ways to write a start date or the column behind it: `dec40`, `Dec 40`, `December 1940`, `12/40`."""
    match = _DATE.fullmatch(id_)
    month = next((n for n, name in enumerate(_MONTHS, 1) if match and name[:3] == match["month"]), 0)
    if match is None or not month:
        yield id_, 1.0
        return
    dates = _month_phrases(month, match["year"])
    if match["after"]:
        for date in dates:
            for before in ("after", "behind", "arrivals after", "column after"):
                yield f"{before} {date}", 1.0
            yield f"{date}+", 1.0
            yield date, 0.7
    else:
        yield from ((date, 1.0) for date in dates)


def _turn_phrases(id_: str) -> Iterable[str]:
    match = _TURN.fullmatch(id_)
    if match is None:
        return (f"turn {id_}", f"box {id_}", *((id_,) if not id_.isdigit() else ()))
    return _month_phrases(int(match["month"]), match["year"])


def _month_phrases(month: int, year: str) -> list[str]:
    """The ways to write a month.

    >>> _month_phrases(9, "41")[:4]
    ['sep41', 'sep 41', 'september 1941', '9/41']
    """
    name = _MONTHS[month - 1]
    short = dict.fromkeys((name[:3], "sept" if month == 9 else name[:3]))
    made = [f"{name[:3]}{year}", f"{name[:3]} {year}", f"{name} 19{year}", f"{month}/{year}", f"{month}/19{year}"]
    made += [f"{each} 19{year}" for each in short] + [f"{name} {year}", f"{month:02}/{year}"]
    made += [f"{each} {year}" for each in short] + [f"{each}/{year}" for each in short]
    return list(dict.fromkeys(made))
