"""The key to the counters: what every symbol, size mark, value, corner and marker means, from the game's own types."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.documents.base import in_a_sentence
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.counters import kind_of_marker
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.face import CounterFrame, SizeMark, draw_symbol, shape
from scenario_forge.printing.counters.markers import chit_face, chits, printed_markers
from scenario_forge.printing.counters.pieces import marker_front, unit_back
from scenario_forge.printing.counters.units import faces_ways, facing_mark, formations, initials, unit_face
from scenario_forge.printing.counters.values import LEAST, draw_mark, plain_text, values_at
from scenario_forge.printing.fonts import CAP_HEIGHT, wrap
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scenario_forge.documents.counters import (
        CounterValue,
        Formation,
        Mark,
        Marker,
        UnitCounter,
        UnitSize,
        UnitType,
    )
    from scenario_forge.documents.game import Nationality
    from scenario_forge.printing.svg import XY, Box

_SAMPLE = 25.4
"""The counter that is explained part by part, in millimetres."""
_PICTURE = 12.2
"""Side of the counters that the key shows, in millimetres."""
_COLUMN = 50.0
"""The least width of a column."""
_Section: TypeAlias = "tuple[str, list[KeyEntry]]"
"""A heading, and what stands under it."""
_LONGEST = 400
"""Letters of the names of all kinds of troops that share a symbol."""
_SCALES = (1.0, 0.92, 0.84, 0.76)
_GAP, _AFTER = 5.0, 2.2
_ABOVE = 0.45
"""How far above the mark that shows how a unit faces the line to it ends, in millimetres."""
_HEAD, _TAIL, _TITLE = 7.6 * POINT, 6.8 * POINT, 9.4 * POINT


@dataclass(frozen=True)
class KeyEntry:
    """A line of the key: a picture of ``size``, a name, and what else there is to say."""

    draw: Callable[[Canvas, Box], None]
    size: XY
    head: str
    tail: str = ""


def counter_key(brief: Brief, width: float, height: float) -> Canvas | None:
    """Draw the key, ``width`` millimetres wide; None for a game without counters.

    Where it would be higher than ``height`` its type gets smaller, down to what can be read.
    """
    found = brief.game.one("counters", CountersDocument)
    if found is None or not (found[0].units or found[0].markers):
        return None
    sections = [section for section in _sections(brief, found[0]) if section[1]]
    return _largest(brief, found[0], width, height, sections).whole()


def counter_key_pages(brief: Brief, width: float, height: float, most: float) -> list[Canvas]:
    """Draw the key on one page if its type can be read there, else at full size on several, by whole sections.

    ``most``: how high it may be on one page in its smallest type, in millimetres.
    """
    found = brief.game.one("counters", CountersDocument)
    if found is None or not (found[0].units or found[0].markers):
        return []
    rest = [section for section in _sections(brief, found[0]) if section[1]]
    whole = _largest(brief, found[0], width, height, rest)
    if whole.low <= most:
        return [whole.whole()]
    pages: list[Canvas] = []
    while rest:
        for many in range(len(rest), 0, -1):
            key = _key_of(brief, found[0], width, 1.0, rest[:many], sample=not pages)
            if key.low <= height:
                break
        pages.append(key.whole())
        rest = rest[many:]
    return pages


def _largest(
    brief: Brief, document: CountersDocument, width: float, height: float, sections: Sequence[_Section]
) -> _Key:
    """Return the key in the largest type in which it fits a height, else in the smallest."""
    for part in _SCALES:
        key = _key_of(brief, document, width, part, sections)
        if key.low <= height:
            break
    return key


def _key_of(
    brief: Brief,
    document: CountersDocument,
    width: float,
    scale: float,
    sections: Sequence[_Section],
    *,
    sample: bool = True,
) -> _Key:
    key = _Key(brief, document, width, min(brief.profile.type, 1.25) * scale)
    if sample:
        key.sample()
    key.sections(sections)
    return key


def _sections(brief: Brief, document: CountersDocument) -> Iterator[_Section]:
    words = brief.words
    used_sizes = {unit.size for unit in document.units}
    used_types = {unit.type for unit in document.units}
    yield words("key_sizes"), [_size(brief, each) for each in document.sizes if each.id in used_sizes]
    strong = {unit.type for unit in document.units if unit.strength}
    alike: dict[tuple[str, bool], list[UnitType]] = {}
    for each in document.types:
        if each.id in used_types:
            alike.setdefault((each.symbol or each.id, each.combat or each.id in strong), []).append(each)
    yield words("key_types"), [_type(brief, kinds, fights=fights) for (_look, fights), kinds in alike.items()]
    yield words("key_values"), list(_signs(brief, document.values))
    about = brief.game.about
    here = {unit.nationality for unit in document.units}
    nations = [each for each in about.nationalities if each.id in here] if about else []
    yield words("key_nations"), [_nation(brief, each) for each in nations]
    turned = [_turned(brief, unit, unit.back) for unit in document.units if unit.back]
    for face in document.faces:
        one = next((unit for unit in document.units if face.id in unit.faces), None)
        turned += [_turned(brief, one, face.name)] if one else []
    yield words("key_turned"), turned
    yield words("key_chits"), list(_chits(brief))
    yield words("key_markers"), list(_markers(brief, [marker for marker, _where in printed_markers(brief.game)]))


def _size(brief: Brief, size: UnitSize) -> KeyEntry:
    def draw(canvas: Canvas, box: Box) -> None:
        left, top, right, bottom = box
        mark, high = plain_text(size.id)[:6], (bottom - top) * 0.62
        high = min(high, high * (right - left) / max(SizeMark(mark, high).width, 0.1))
        ink, on = brief.palette["ink"], brief.palette["page"]
        SizeMark(mark, high).draw(canvas, ((left + right) / 2, (top + bottom) / 2), ink, on, 0.3)

    return KeyEntry(draw, (9.0, 3.6), size.name)


def _type(brief: Brief, kinds: Sequence[UnitType], *, fights: bool) -> KeyEntry:
    """The symbol of one kind of troops, or of several that share it."""
    kind = kinds[0]

    def draw(canvas: Canvas, box: Box) -> None:
        ink, ground = brief.palette["counter-ink"], brief.palette["symbol-box"]
        draw_symbol(canvas, kind.symbol or "", box, ink=ink, ground=ground, initials=initials(kind.name))

    names = brief.words("key_types_between").join(each.name for each in kinds)
    return KeyEntry(draw, (7.5, 5.0), names, "" if fights else brief.words("key_no_combat"))


def _signs(brief: Brief, values: Sequence[CounterValue]) -> Iterator[KeyEntry]:
    """Words that counters say by a shape round a value or before it, and those that have no shape."""
    names = {value.id: value.name or value.id for value in values}
    for value in values:
        marked = [word for word in value.words if word.mark]
        for word in value.words if marked else ():
            of = in_a_sentence(names[word.of or marked[0].of or value.id])
            tail = brief.words(f"key_sign_{word.mark or 'none'}", value=of)
            yield KeyEntry(partial(_sign, brief, word.mark), (9.0, 4.6), word.name or word.id, tail)
        if value.mark and value.of == "formation":
            yield KeyEntry(partial(_sign, brief, value.mark), (9.0, 4.6), names[value.id], brief.words("key_formation"))


def _sign(brief: Brief, mark: Mark | None, canvas: Canvas, box: Box) -> None:
    ink, page = brief.palette["ink"], brief.palette["page"]
    draw_mark(canvas, mark, "5", box, ink, page)


def _nation(brief: Brief, nation: Nationality) -> KeyEntry:
    look = brief.palette.nation(brief.game, nation.id)

    def draw(canvas: Canvas, box: Box) -> None:
        left, top, right, bottom = box
        canvas.rect(box, fill=look.tint, stroke=brief.palette["ink"], width=0.15)
        middle = ((left + right) / 2, (top + bottom) / 2)
        canvas.path(shape(look.corner, middle, (bottom - top) * 0.5), fill=look.deep, cls="nationality")

    side = brief.game.side_names.get(nation.side, nation.side)
    return KeyEntry(draw, (6.0, 6.0), nation.name, brief.words("key_moved_by", side=side))


def _turned(brief: Brief, unit: UnitCounter, said: str) -> KeyEntry:
    def draw(canvas: Canvas, box: Box) -> None:
        _counter(canvas, brief, unit_back(_small(brief), unit), box)

    return KeyEntry(draw, (_PICTURE, _PICTURE), unit.name, brief.words("key_back", back=said))


def _chits(brief: Brief) -> Iterator[KeyEntry]:
    """A chit of each side, and the stripes that tell colours apart."""
    shown: set[tuple[str, str | None]] = set()
    for formation, _where in chits(brief.game):
        if (formation.side, formation.pattern) in shown:
            continue
        shown.add((formation.side, formation.pattern))
        yield KeyEntry(
            partial(_chit, brief, formation), (_PICTURE, _PICTURE), formation.name, _chit_words(brief, formation)
        )


def _chit(brief: Brief, formation: Formation, canvas: Canvas, box: Box) -> None:
    _counter(canvas, brief, chit_face(_small(brief), formation).canvas(), box)


def _chit_words(brief: Brief, formation: Formation) -> str:
    """Whose chit it is, by the nationality of its units, and the stripe that they have."""
    found = brief.game.one("counters", CountersDocument)
    units = [unit for unit in found[0].units if unit.parent == formation.id] if found else []
    nations = [brief.palette.nation(brief.game, unit.nationality).name for unit in units[:1]]
    stripe = brief.words(f"key_stripe_{formation.pattern or 'none'}")
    return "; ".join([*nations, stripe])


def _markers(brief: Brief, markers: Sequence[Marker]) -> Iterator[KeyEntry]:
    """One of each name and kind; those of several sides or values share an entry."""
    seen: set[tuple[str, str]] = set()
    for marker in markers:
        if (marker.kind, marker.name) in seen or not marker.count:
            continue
        seen.add((marker.kind, marker.name))
        key = f"key_marker_{marker.kind}"
        parts = [brief.words(key) if key in brief.words.words else kind_of_marker(brief.game, marker).use]
        if marker.movement is not None:
            parts.append(brief.words("key_marker_moves"))
        if marker.back:
            parts.append(brief.words("key_back", back=marker.back))
        yield _marker(brief, marker, "; ".join(part for part in parts if part))


def _marker(brief: Brief, marker: Marker, said: str) -> KeyEntry:
    def draw(canvas: Canvas, box: Box) -> None:
        _counter(canvas, brief, marker_front(_small(brief), marker), box)

    return KeyEntry(draw, (_PICTURE, _PICTURE), marker.name, said)


def _small(brief: Brief) -> Brief:
    return Brief(brief.game, replace(brief.profile, counter=_PICTURE))


def _counter(canvas: Canvas, brief: Brief, face: Canvas, box: Box) -> None:
    canvas.place(face, box[:2])
    canvas.rect(box, stroke=brief.palette["ink"], width=0.15)


class _Key:
    """The drawing while it is filled: the sample on top, the sections in columns below it."""

    def __init__(self, brief: Brief, document: CountersDocument, width: float, scale: float) -> None:
        self.brief, self.document, self.width = brief, document, width
        self.canvas, self.low = Canvas(width, 10.0), 0.0
        self.scale = max(scale, LEAST / _TAIL)

    def whole(self) -> Canvas:
        """Return the drawing, as high as its content."""
        made = Canvas(self.width, self.low)
        made.place(self.canvas, (0.0, 0.0))
        return made

    def _text(self, at: XY, text: str, size: float, *, bold: bool, quiet: bool = False, end: bool = False) -> None:
        palette = self.brief.palette
        self.canvas.text(
            at, text, size * self.scale, face="sans-semibold" if bold else "sans",
            fill=palette["quiet" if quiet else "ink"], anchor="end" if end else "start", on=palette["page"], role="key",
        )  # fmt: skip

    def sample(self) -> None:
        """Draw a unit with all its parts, each named."""
        grouped = formations(self.brief.game)
        units = self.document.units
        if not units:
            return
        unit = max(
            units,
            key=lambda each: (
                (each.side, each.parent) in grouped,
                bool(each.parent),
                _marked(each),
                _said(each),
                -each.no,
            ),
        )
        self._explained(unit, whole=True)
        shown, wanted = _shown(unit), {value for each in units for value in _shown(each)}
        while wanted - shown:  # units with values that it has not
            unit = max(units, key=lambda each: (len(_shown(each) - shown), -each.no))
            shown |= _shown(unit)
            self._explained(unit, whole=False)
        said = " ".join(self.brief.words(key) for key in _sample_notes(self.document, grouped=bool(grouped)))
        for line in wrap(said, _TAIL * self.scale, "sans", self.width, 4):
            self.low += 1.3 * _TAIL * self.scale
            self._text((0.0, self.low), line, _TAIL, bold=False, quiet=True)
        self.low += 2.0

    def _explained(self, unit: UnitCounter, *, whole: bool) -> None:
        """Draw a unit with its values named; with ``whole``, all its other parts too."""
        large = Brief(self.brief.game, replace(self.brief.profile, counter=_SAMPLE))
        face, left, top = unit_face(large, unit), (self.width - _SAMPLE) / 2, self.low + 1.0
        self.canvas.place(face.canvas(), (left, top))
        self.canvas.rect((left, top, left + _SAMPLE, top + _SAMPLE), stroke=self.brief.palette["ink"], width=0.2)
        places = {mark.role: mark.box for mark in face.art.texts}
        named: dict[bool, list[tuple[XY, str]]] = {True: [], False: []}
        sized = bool(unit.size)
        tip = facing_mark(CounterFrame(_SAMPLE), sized=sized)[0] if faces_ways(self.brief.game) else None
        parts = _parts(places, _SAMPLE, sized=sized, tip=tip) if whole else ()
        for key, right, at in parts:
            named[right].append(((left + at[0], top + at[1]), self.brief.words(key)))
        for said, right, at in _values(self.brief, self.document, unit, places):
            named[right].append(((left + at[0], top + at[1]), said))
        for right, found in named.items():
            self._callouts(sorted(found, key=lambda pair: pair[0][1]), (left, top), right=right)
        self.low += _SAMPLE + 4.0

    def _callouts(self, found: Sequence[tuple[XY, str]], corner: XY, *, right: bool) -> None:
        left, top = corner
        pitch, low = 4.4 * self.scale, top + 2.0
        edge = left + _SAMPLE + 5.0 if right else left - 5.0
        for number, ((x, y), said) in enumerate(found):
            rest = len(found) - number - 1
            at = max(low, min(y, top + _SAMPLE - 1.0 - rest * pitch))
            low = at + pitch
            ink = self.brief.palette["road"]
            self.canvas.line([(edge, at), (edge + (-2.5 if right else 2.5), at), (x, y)], stroke=ink, width=0.2)
            self.canvas.circle((x, y), 0.45, fill=ink)
            base = at + CAP_HEIGHT * _HEAD * self.scale / 2
            self._text((edge + (1.0 if right else -1.0), base), said, _HEAD, bold=True, end=not right)

    def sections(self, sections: Sequence[_Section]) -> None:
        """Draw all entries in columns of about one height; a title stays with its first entry."""
        many = max(1, int((self.width + _GAP) / (_COLUMN * self.scale + _GAP)))
        wide = (self.width - (many - 1) * _GAP) / many
        pieces = [
            (title if number == 0 else "", entry, self._lines(entry, wide))
            for title, entries in sections
            for number, entry in enumerate(entries)
        ]
        heights = [self._high(entry, lines) + (6.4 * self.scale if title else 0.0) for title, entry, lines in pieces]
        target, top = sum(heights) / many + max(heights, default=0.0) * 0.5, self.low
        column, y, lowest = 0, top, top
        for (title, entry, lines), high in zip(pieces, heights, strict=True):
            if y > top and y + high - top > target and column < many - 1:
                column, y = column + 1, top
            x = column * (wide + _GAP)
            if title:
                self._title(title, x, y, wide)
            above = 6.4 * self.scale if title else 0.0
            self._entry(entry, lines, (x, y + above), high - above)
            y += high
            lowest = max(lowest, y)
        self.low = lowest

    def _title(self, title: str, x: float, y: float, wide: float) -> None:
        size, accent = _TITLE * self.scale, self.brief.palette["road"]
        self.canvas.text((x, y + 3.6 * self.scale), title, size, face="sans-bold", fill=accent,
                         on=self.brief.palette["page"], role="key")  # fmt: skip
        low = y + 4.9 * self.scale
        self.canvas.line([(x, low), (x + wide, low)], stroke=accent, width=0.25)

    def _lines(self, entry: KeyEntry, wide: float) -> tuple[list[str], list[str]]:
        room = wide - _PICTURE - _AFTER
        head = wrap(plain_text(entry.head, _LONGEST), _HEAD * self.scale, "sans-semibold", room, 6)
        return head, wrap(plain_text(entry.tail), _TAIL * self.scale, "sans", room, 9)

    def _high(self, entry: KeyEntry, lines: tuple[list[str], list[str]]) -> float:
        head, tail = lines
        said = self.scale * (1.2 * _HEAD * len(head) + 1.2 * _TAIL * len(tail))
        return max(entry.size[1], said) + 1.5

    def _entry(self, entry: KeyEntry, lines: tuple[list[str], list[str]], at: XY, high: float) -> None:
        (x, y), (wide, tall) = at, entry.size
        left = x + (_PICTURE - wide) / 2
        middle = y + high / 2
        entry.draw(self.canvas, (left, middle - tall / 2, left + wide, middle + tall / 2))
        head, tail = lines
        low = middle - self.scale * (1.2 * _HEAD * len(head) + 1.2 * _TAIL * len(tail)) / 2
        for texts, size, bold in ((head, _HEAD, True), (tail, _TAIL, False)):
            for line in texts:
                low += 1.2 * size * self.scale
                self._text(
                    (x + _PICTURE + _AFTER, low - 0.28 * size * self.scale), line, size, bold=bold, quiet=not bold
                )


def _marked(unit: UnitCounter) -> int:
    """How many shapes a counter shows."""
    return sum(each.mark is not None for spot in ("foot", "left", "middle", "right") for each in values_at(unit, spot))


def _said(unit: UnitCounter) -> int:
    """How many values a counter shows."""
    return len(_shown(unit))


def _shown(unit: UnitCounter) -> frozenset[str]:
    """The values that a counter shows."""
    return frozenset(each.id for spot in ("foot", "left", "middle", "right") for each in values_at(unit, spot))


def _sample_notes(document: CountersDocument, *, grouped: bool) -> Iterator[str]:
    """What the lines below the sample say, as far as it is so in this game."""
    yield "key_sample_note"
    if grouped:
        striped = any(formation.pattern for formation in document.formations)
        yield "key_sample_stripes" if striped else "key_sample_formations"
    ids = {value.id for value in document.values if value.at} or {"strength", "movement"}
    if any(unit.most_strength is not None for unit in document.units):
        yield "key_sample_grows"
    elif {"strength", "movement"} <= ids:
        yield "key_sample_strength"


def _parts(places: dict[str, Box], side: float, *, sized: bool, tip: XY | None) -> Iterator[tuple[str, bool, XY]]:
    """Words of the parts of a unit, whether they stand at its right, and a point of each; ``tip``: how it faces."""
    if "set-up-number" in places:
        left, top, _right, bottom = places["set-up-number"]
        yield "key_part_number", False, (left, (top + bottom) / 2)
    if sized:
        yield "key_part_size", True, (side * 0.56, side * 0.135)
    if tip is not None:
        # the line passes above what else stands in the top row
        yield "key_part_facing", not sized, (tip[0], tip[1] - _ABOVE)
    yield "key_part_nation", True, (side * 0.86, side * 0.15)
    if "parent" in places:
        left, top, _right, bottom = places["parent"]
        yield "key_part_parent", False, (left, (top + bottom) / 2)
    yield "key_part_symbol", False, (side * 0.36, side * 0.45)
    if "identity" in places:
        _left, top, right, bottom = places["identity"]
        yield "key_part_identity", True, (right, (top + bottom) / 2)


def _values(
    brief: Brief, document: CountersDocument, unit: UnitCounter, places: dict[str, Box]
) -> Iterator[tuple[str, bool, XY]]:
    """Names of the values of a unit: along the foot the first at the left, the others at the right; the row above."""
    names = {value.id: value.name or value.id for value in document.values}
    usual = {"strength": brief.words("key_part_strength"), "movement": brief.words("key_part_movement")}
    if [value.id for value in document.values if value.at] in ([], [*usual]):
        names = usual
    foot = [names.get(each.id, each.id) for each in values_at(unit, "foot")]
    if "value" in places and foot:
        left, top, right, bottom = places["value"]
        yield in_a_sentence(foot[0]), False, (left, (top + bottom) / 2)
        if foot[1:]:
            yield ", ".join(map(in_a_sentence, foot[1:])), True, (right, (top + bottom) / 2)
    for spot in ("left", "middle", "right"):
        said = ", ".join(in_a_sentence(names.get(each.id, each.id)) for each in values_at(unit, spot))
        if said and f"row-{spot}" in places:
            left, top, right, bottom = places[f"row-{spot}"]
            yield said, spot == "right", (right if spot == "right" else left, (top + bottom) / 2)
