"""MAP078, MAP079: what rules, texts and comments say of hexes, places and boxes, against the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import COUNT, NUMBER_WORDS, numbers, worth
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.base import slug
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import Where
from scenario_forge.source.nodes import path_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic, Span
    from scenario_forge.documents.map_ import Box
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.reading.folder import GameFile

CODES = Codes(__file__)
MAP078 = CODES.warning(
    "MAP078",
    "text-against-map",
    hex="{hex} is {terrain} on the map, but a text speaks of it as `{words}`",
    place="{place} is in {hex} on the map, but a text puts it in {other}",
    kind="a text calls {place} `{words}`, but on the map it is {kinds}",
    side="a text gives {place} to {said}, but on the map it is {sides}'s",
    count="a text speaks of `{words}`, but the map has only {count}",
    miles="a hex is {said} miles here, but {miles} on the map",
    scale="a hex is {miles} miles here, but {said} in the texts that say it",
)
MAP079 = CODES.warning(
    "MAP079",
    "box-against-text",
    every="the box {box} adjoins {count} of the {all} hexes of the {edge} edge; a text says all",
    edge="the box {box} adjoins {hex}, which is not at the {edge} edge that a text names",
    number="the box {box} adjoins {count} hexes, but a text says {said}",
    coast="the box {box} adjoins no hex beside water, but a text says that it lies on the coast",
)

_GAP = r"(?:\s+(?:#\s*)?)"
"""Between two words of a text that may be folded, or of a comment."""
_ELSEWHERE = frozenset({"diagrams", "examples", "errata", "counters", "orders-of-battle", "words"})
"""Kinds of documents that have maps of their own, tell of misprints, or have names of units."""
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
"""`Leipzig 1813` is a battle, whatever the hexes are called."""
_BACK = 120
"""So many characters before a word belong to it."""


class _Said(NamedTuple):
    """Words of a file: those that a pattern looks for, and those before them that another one looks for."""

    before: re.Match[str]
    match: re.Match[str]
    words: str
    span: Span


def _said(game: Game, pattern: str, before: str) -> Iterator[_Said]:
    """Where the texts and comments of a game have one pattern behind another, but for what an erratum corrects.

    The first is looked for first, so it should begin with what is rare.
    """
    behind, head = re.compile(pattern), re.compile(rf"{before}\Z")
    for file in game.files.values():
        text = file.source.text if file.kind.name not in _ELSEWHERE else ""
        for match in behind.finditer(text):
            first = head.search(text, max(match.start() - _BACK, 0), match.start())
            if first is not None and _stands(file, words := text[first.start() : match.end()], match.start()):
                span = file.source.lines.span(file.name, first.start(), match.end())
                yield _Said(first, match, _line(words), span)


def _stands(file: GameFile, words: str, at: int) -> bool:
    """Whether words of a file's text are still there with the errata."""
    root = file.source.root
    path = path_at(root, file.source.text, at) if root is not None and file.patched else ()
    data = Where(file, path).data
    return not path or not isinstance(data, str) or _line(words) in _line(data)


def _line(text: str) -> str:
    return re.sub(_GAP, " ", text)


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", _GAP) for word in sorted(words, key=len, reverse=True))


# -- nouns: kinds of terrain and of places ---------------------------------------------------------


class _Nouns(NamedTuple):
    """What the map's kinds are called, in small letters: the ids of terrain and of kinds of places by noun."""

    terrain: dict[str, set[str]]
    kinds: dict[str, set[str]]

    def has(self, linked: HexMap, hex_: int, noun: str) -> bool:
        """Whether a hex has a terrain or a place that a noun names."""
        kinds = linked.place_kinds_at.get(hex_, frozenset())
        return linked.terrain[hex_] in (None, *self.terrain.get(noun, ())) or bool(kinds & self.kinds.get(noun, set()))

    def most(self, linked: HexMap, noun: str) -> int:
        """Return how many hexes and places a noun names at most."""
        hexes = sum(linked.terrain.count(terrain) for terrain in self.terrain.get(noun, ()))
        places = sum(bool(self.kinds.get(noun, set()) & {*place.kinds}) for place in linked.document.places)
        return max(hexes, places)


def _nouns(linked: HexMap) -> _Nouns:
    nouns = _Nouns({}, {})
    for terrain in linked.document.terrain:
        for noun in _called(terrain.id, terrain.name):
            nouns.terrain.setdefault(noun, set()).add(terrain.id)
    for kind in linked.document.place_kinds:
        for noun in _called(kind.id, kind.name):
            nouns.kinds.setdefault(noun, set()).add(kind.id)
    return nouns


def _called(id_: str, name: str) -> set[str]:
    """The nouns for a kind: its id, and its name without what is said of it behind."""
    whole = re.split(r" \(| with |[/,;]", name)[0]
    return {each.casefold().replace("-", " ").removesuffix("s") for each in (id_, whole)}


@with_part(hex_map)
def texts(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report hexes and places that a text or a comment calls what the map says they are not."""
    if game.in_english and not linked.unread_hexes and None not in linked.terrain:
        nouns = _nouns(linked)
        yield from _hexes(game, linked, nouns)
        yield from _kinds(game, linked, nouns)
        yield from _counts(game, linked, nouns)
    yield from _miles(game, linked)


def _hexes(game: Game, linked: HexMap, nouns: _Nouns) -> Iterator[Diagnostic]:
    """`the hills 1124, 1125 and 1224`, `Cairo EE36`: hexes behind the name of a kind or of a place."""
    # in victory.yaml a place and the hex that its row names are held against each other
    victory = {file.name for file in game.files_of("victory")}
    kinds, places = _any({*nouns.terrain, *nouns.kinds}), _any(linked.places) or "(?!)"
    id_ = r"[A-Z]{1,3}\d{1,3}" if linked.grid.ids[0][0].isalpha() else r"\d{3,4}"
    listed = rf"{id_}(?:(?:,{_GAP}?|{_GAP}and{_GAP}){id_})*"
    hexes = rf"\s(?<=[^\W\d_]\s|[\s#]\s)\(?({listed})\b(?![./:%-])"
    for said in _said(game, hexes, rf"\b(?:(?i:({kinds})s?)|({places}))(?:\s+#?)?"):
        noun, name = said.before[1], said.before[2]
        for text in re.findall(id_, said.match[1]) if noun else ():
            hex_ = linked.grid.find(text)
            if hex_ is not None and not nouns.has(linked, hex_, _line(noun).casefold()):
                where = linked.terrain_where(hex_)
                terrain = linked.kinds[linked.terrain[hex_] or ""].name
                finding = MAP078.at(where, "hex", hex=text, terrain=terrain, words=said.words).rests_on(where)
                yield finding.also(said.span, "the text").suggest("correct the letter, or the hex in the text")
        if name and said.span.file not in victory:
            text = re.findall(id_, said.match[1])[0]
            if _YEAR.fullmatch(text):
                continue
            place, hex_, at = linked.places[_line(name)]
            other = linked.grid.find(text)
            if hex_ is not None and other is not None and hex_ != other:
                finding = MAP078.at(at / "hex", "place", place=place.name, hex=place.hex, other=text)
                yield finding.also(said.span, "the text").suggest("correct the hex of the place, or that in the text")


def _kinds(game: Game, linked: HexMap, nouns: _Nouns) -> Iterator[Diagnostic]:
    """`Tobruk and Bardia are fortifications`, `the Allied home base is Alexandria`: kinds of places."""
    if not linked.places or not nouns.kinds:
        return
    name, kind = f"(?:{_any(linked.places)})", f"((?i:{_any(nouns.kinds)}))"
    listed = rf"\b({name}(?:,{_GAP}{name})*(?:{_GAP}and{_GAP}{name})?)"
    for said in _said(game, rf"\s(?:is|are){_GAP}(?:(?:an?|the){_GAP})?{kind}s?\b(?!{_GAP}of)", listed):
        for text in re.findall(rf"\b{name}\b", said.before[1]):
            yield from _kind(linked, nouns, text, said, said.match[1])
    sides = side_names(game)
    for said in _said(game, rf"\sis{_GAP}({name})\b", rf"\b(\w+){_GAP}{kind}"):
        yield from _kind(linked, nouns, said.match[1], said, said.before[2])
        place, _hex, at = linked.places[_line(said.match[1])]
        word = said.before[1].casefold()
        side = next((id_ for id_, names in sides.items() if word in map(str.casefold, names)), None)
        if side is not None and place.sides and side not in place.sides:
            values = {"place": place.name, "said": game.side_name(side), "sides": game.side_name(place.sides[0])}
            finding = MAP078.at(said.span, "side", **values).also(at / "sides", place.name)
            yield finding.suggest("correct the text, or the `sides` of the place")


def _kind(linked: HexMap, nouns: _Nouns, text: str, said: _Said, words: str) -> Iterator[Diagnostic]:
    place, _hex, at = linked.places[_line(text)]
    noun = _line(words).casefold()
    if not nouns.kinds[noun] & {*place.kinds}:
        printed = {kind.id: kind.name for kind in linked.document.place_kinds}
        kinds = ", ".join(printed.get(kind, kind) for kind in place.kinds) or "of no kind"
        finding = MAP078.at(said.span, "kind", place=place.name, words=noun, kinds=kinds)
        yield finding.also(at / "kinds", place.name).suggest("correct the text, or the kinds of the place")


def _counts(game: Game, linked: HexMap, nouns: _Nouns) -> Iterator[Diagnostic]:
    """`three hills`: more than the map has; SCN120 is about scenarios and options, where points are given too."""
    known = _any({*nouns.terrain, *nouns.kinds})
    for said in _said(game, rf"(?<=[\s(])((?i:{NUMBER_WORDS})){_GAP}((?i:{known}))s\b", ""):
        number, noun = worth(said.match[1]), _line(said.match[2]).casefold()
        count = nouns.most(linked, noun)
        if 0 < count < number and game.read[said.span.file].kind.name not in ("scenarios", "options"):
            finding = MAP078.at(said.span, "count", words=said.words, count=count)
            yield finding.suggest("correct the number in the text, or the map")


_STANDS_FOR = rf"(?:is|means|measures|represents|stands{_GAP}for)"
_ACROSS = rf"\b(?i:a|one|each){_GAP}hex{_GAP}{_STANDS_FOR}{_GAP}(?:about{_GAP})?([\w.]+){_GAP}"
_EACH = rf"miles{_GAP}(?:a|per|to{_GAP}a|to{_GAP}the){_GAP}hex\b"


def _miles(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    miles = linked.document.grid.miles_per_hex
    if miles is None or not game.in_english:
        return
    told = [
        (float(number[0].value), said.span)
        for said in (*_said(game, "miles", _ACROSS), *_said(game, _EACH, rf"(?<![\w.])([\w.]+){_GAP}"))
        if (number := numbers(said.before[1]))
    ]
    values = {value for value, _span in told}
    at = linked.where / "grid" / "miles_per_hex"
    if len(told) > 1 and len(values) == 1 and miles not in values:
        finding = MAP078.at(at, "scale", miles=f"{miles:g}", said=f"{told[0][0]:g}").also(told[0][1], "one of them")
        yield finding.suggest("correct the scale")
        return
    for value, span in told:
        if value != miles:
            finding = MAP078.at(span, "miles", said=f"{value:g}", miles=f"{miles:g}").also(at, "the scale of the map")
            yield finding.suggest("correct the number, or the scale of the map")


# -- boxes -----------------------------------------------------------------------------------------

_ADJOINS = re.compile(r"[^.;:]*\b(?:adjacent to|adjoins?|adjoining|borders? on)\b[^.;:]*")
_BESIDE = ("adjacent", "adjoin", "border")
_EDGE = re.compile(r"\b(north|south|east|west)(?:ern)?\b", re.IGNORECASE)
_EVERY = re.compile(r"\b(?:every|each|all)\b", re.IGNORECASE)
_COUNTED = re.compile(rf"({COUNT}) (?:\w+ ){{0,2}}hexes\b", re.IGNORECASE)


@with_part(hex_map)
def boxes(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report boxes that adjoin other hexes than a clause says."""
    for box, here in linked.where.each("boxes", linked.document.boxes):
        if not linked.adjoining.get(box.id):
            continue
        for book, where in game.documents("rulebook", RulebookDocument):
            for clause, at in where.each("clauses", book.clauses):
                if any(word in clause.text for word in _BESIDE) and _is_about(box, clause):
                    for match in _ADJOINS.finditer(clause.text):
                        yield from _adjoins(linked, box, match[0], here / "adjoins", at / "text")


def _is_about(box: Box, clause: Clause) -> bool:
    keys = {f"off_map.{slug(name)}." for name in (box.id, box.name)}
    named = any(re.search(rf"\b{re.escape(name)}\b", clause.text) for name in (box.name, *box.aliases))
    return named or any(state.startswith(key) for key in keys for state in clause.states)


def _adjoins(linked: HexMap, box: Box, text: str, adjoins: Where, at: Where) -> Iterator[Diagnostic]:
    hexes = linked.adjoining[box.id]
    edge = _EDGE.search(text)
    if edge:
        along = linked.edge([edge[1].casefold()])
        off = sorted(hexes - along)
        if off:
            finding = MAP079.at(at, "edge", box=box.name, hex=linked.name(off[0]), edge=f"{edge[1].casefold()}ern")
            yield finding.also(adjoins, "the map").suggest("correct the text, or what the box adjoins")
            return
        if _EVERY.search(text) and hexes != along:
            values = {"box": box.name, "count": len(hexes), "all": len(along), "edge": f"{edge[1].casefold()}ern"}
            finding = MAP079.at(adjoins, "every", **values).also(at, "the text")
            yield finding.suggest("add the hexes that it leaves out")
    counted = _COUNTED.search(text)
    if counted and worth(counted[1]) != len(hexes):
        finding = MAP079.at(adjoins, "number", box=box.name, count=len(hexes), said=counted[1])
        yield finding.also(at, "the text").suggest("correct what it adjoins, or the number in the text")
    elif re.search(r"\bcoast", text) and not any(_beside_water(linked, hex_) for hex_ in hexes):
        finding = MAP079.at(adjoins, "coast", box=box.name).also(at, "the text")
        yield finding.suggest("correct what it adjoins")


def _beside_water(linked: HexMap, hex_: int) -> bool:
    return any(other >= 0 and not linked.land[other] for other in linked.grid.neighbours[hex_])


CHECKS = (
    texts,
    boxes,
)
