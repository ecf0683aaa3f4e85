"""Names on the map: of places, beside their hex; of seas and regions, letter by letter along a curve.

Each name of a place has candidates around its hex, clear of numbers, symbols, roads and each other. What each covers is
counted once; then every name in turn takes the best place that the others leave, the most hemmed in first, until none
wants to move. The run of a name across the map is moved and spaced until it covers as little as can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, sin
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF
from scenario_forge.printing.fonts import CAP_HEIGHT, fitting_size, width_of
from scenario_forge.printing.map.lattice import spline
from scenario_forge.printing.map.layout import Boxes, boxes_overlap, grow_box, lies_within
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import text_box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.map_ import Place
    from scenario_forge.game.hexmap import NameAcross
    from scenario_forge.lettering.fonts import Face
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY, Box


MAJOR, MINOR, LEAST = 8.8, 7.4, 5.0
"""Type sizes in points on hexes of 15 mm: places that count in play, others, the smallest ever."""
GAP = 0.35
"""Clear space around a name, in millimetres."""
HARD = 100.0
"""What it costs to cover a thing that must be read."""
ROUNDS = 4
CLOSE = 0.14
"""Hexes from the middle of the hex to its name: nearer is not better."""
SEAWARD = 1.7
"""What a fifth of a coast town's name on land costs; one that is not mostly on the water may as well be on land."""
STRAYED = 14.0
"""What it costs a name to stand about as near to another named place as to its own."""
LONGEST = 9.0
"""Hexes that the longest name may span."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name as it is set: ``at`` is the left end of its base line."""

    text: str
    at: XY
    size: float
    face: Face
    box: Box
    hex: int
    place: int
    """Its number in the document."""
    covers: tuple[str, ...] = ()
    """What it could not stay clear of: number, symbol, road, name, panel, rim."""


@dataclass(frozen=True)
class TakenSpace:
    """Space that names keep clear of."""

    numbers: Boxes
    symbols: Boxes
    roads: Boxes
    """Small boxes along roads and tracks."""
    relief: Boxes
    """Small boxes along escarpments and other hexsides that are drawn: better not covered."""
    coast: Boxes
    names: Boxes
    """Names of seas and regions."""
    panels: Boxes
    rims: tuple[float, ...]
    """Where sheets end, in millimetres east."""
    art: Box


@dataclass(slots=True)
class _Spot:
    at: XY
    box: Box
    cost: float
    covers: tuple[str, ...]


@dataclass(slots=True)
class _Name:
    number: int
    text: str
    hex: int
    size: float
    face: Face
    spots: list[_Spot]
    chosen: int = -1

    @property
    def spot(self) -> _Spot:
        return self.spots[self.chosen]


def place_labels(frame: MapFrame, taken: TakenSpace, unit: float) -> list[Label]:
    """Return a label for each named place of the frame, in the order of the document; ``unit`` scales type."""
    inside = set(frame.hexes)
    names = []
    named = [frame.linked.grid.find(place.hex) for place in frame.linked.document.places if place.name.strip()]
    centres = [frame.centre(hex_) for hex_ in named if hex_ is not None]
    for number, place in enumerate(frame.linked.document.places):
        hex_ = frame.linked.grid.find(place.hex)
        if hex_ is not None and hex_ in inside and place.name.strip():
            names.append(_name(frame, taken, unit, number, hex_, centres))
    crowd = _settle(names, frame.size)
    found = []
    for name in names:
        spot = name.spot
        covers = (*spot.covers, *(("name",) if crowd.cost(name, spot) >= HARD else ()))
        found.append(Label(name.text, spot.at, name.size, name.face, spot.box, name.hex, name.number, covers))
    return found


def is_major(place: Place) -> bool:
    """Return whether a place counts in play, so that its name is read first."""
    return place.capacity is not None or place.value is not None


def _name(frame: MapFrame, taken: TakenSpace, unit: float, number: int, hex_: int, centres: Sequence[XY]) -> _Name:
    place = frame.linked.document.places[number]
    face: Face = "serif-semibold" if is_major(place) else "serif"
    size = (MAJOR if is_major(place) else MINOR) * POINT * unit
    room, least = LONGEST * frame.size, LEAST * POINT
    size = fitting_size(text := " ".join(place.name.split()), size, face, room, least)
    while width_of(text, size, face) > room and len(text) > 2:
        text = text[: max(1, int(len(text) * 0.9)) - 1] + "…"
    at_origin = text_box((0.0, 0.0), text, size, face)
    x, y = frame.centre(hex_)
    near = [(u, v) for u, v in centres if 0 < hypot(u - x, v - y) < 4 * frame.size]
    spots = [_spot(frame, taken, hex_, at, at_origin, near) for at in _candidates(frame, hex_, at_origin[2], size)]
    spots.sort(key=lambda spot: spot.cost)
    return _Name(number, text, hex_, size, face, spots)


def _candidates(frame: MapFrame, hex_: int, wide: float, size: float) -> Iterator[XY]:
    """Left ends of base lines: right and left of the middle of the hex, above and below it."""
    x, y = frame.centre(hex_)
    cap = CAP_HEIGHT * size
    for step in range(-10, 11):
        low = y + step * 0.1 * frame.size + cap / 2
        for away in (0.14, 0.2, 0.3, 0.45, 0.7):
            yield x + away * frame.size, low
            yield x - away * frame.size - wide, low
        if abs(step) >= 2:
            for share in (0.5, 0.3, 0.7, 0.1, 0.9):
                yield x - share * wide, low


def _spot(frame: MapFrame, taken: TakenSpace, hex_: int, at: XY, at_origin: Box, near: Sequence[XY]) -> _Spot:
    left, top, right, bottom = at_origin
    box = (left + at[0], top + at[1], right + at[0], bottom + at[1])
    covers = tuple(_covered(taken, box))
    cost = HARD * len(covers) + _distance(frame, hex_, box) + (40 if "road" in covers else 0)
    if not covers:  # among bad places the finer points do not matter
        own = _away(frame.centre(hex_), box)
        cost += STRAYED if any(_away(other, box) < 1.4 * own for other in near) else 0.0
        cost += _waters(frame, hex_, box) + (9.0 if taken.coast.hit(box, GAP) else 0.0)
        cost += 3.0 * min(sum(1 for _ in taken.relief.meeting(box)), 5)
    return _Spot(at, box, cost, covers)


def _covered(taken: TakenSpace, box: Box) -> Iterator[str]:
    if taken.numbers.hit(box, GAP):
        yield "number"
    if taken.symbols.hit(box, GAP):
        yield "symbol"
    if taken.roads.hit(box, GAP):
        yield "road"
    if taken.names.hit(box, GAP):
        yield "name"
    if taken.panels.hit(box, 2 * GAP):
        yield "panel"
    if not lies_within(box, taken.art) or any(box[0] - GAP < rim < box[2] + GAP for rim in taken.rims):
        yield "rim"


def _distance(frame: MapFrame, hex_: int, box: Box) -> float:
    """Near is good; beside is better than above, above better than below."""
    x, y = frame.centre(hex_)
    away = _away((x, y), box) / frame.size
    side = 0.0 if box[0] > x else 0.4 if box[2] < x else 1.0 if box[3] < y else 1.4
    slant = abs((box[1] + box[3]) / 2 - y) / frame.size if side < 1 else 0.0
    return 9 * max(away - CLOSE, 0) + side + slant


def _away(at: XY, box: Box) -> float:
    """From a point to a box, in millimetres."""
    return hypot(max(box[0] - at[0], 0, at[0] - box[2]), max(box[1] - at[1], 0, at[1] - box[3]))


def _waters(frame: MapFrame, hex_: int, box: Box) -> float:
    """A town on the coast is named on the water; no name lies half on it; nor over another town's hex."""
    linked = frame.linked
    middle = (box[1] + box[3]) / 2
    under = [frame.hex_at((box[0] + (box[2] - box[0]) * n / 4, middle)) for n in range(5)]
    wet = sum(1 for h in under if h != OFF and not linked.land[h])
    coastal = any(n != OFF and not linked.land[n] for n in linked.grid.neighbours[hex_])
    mixed = 2.5 if 0 < wet < len(under) else 0.0
    dry = len(under) - wet
    return mixed + (SEAWARD * (dry if dry <= 1 else len(under)) if coastal else 0.5 * wet)


class _Crowd:
    """Where names stand at the moment."""

    def __init__(self, names: Sequence[_Name], cell: float) -> None:
        self.names, self.cell = names, cell
        self.cells: dict[tuple[int, int], set[int]] = {}

    def keys(self, box: Box) -> list[tuple[int, int]]:
        left, top, right, bottom = (int(value // self.cell) for value in box)
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]

    def put(self, name: int, box: Box) -> None:
        for key in self.keys(box):
            self.cells.setdefault(key, set()).add(name)

    def take(self, name: int, box: Box) -> None:
        for key in self.keys(box):
            self.cells[key].discard(name)

    def cost(self, name: _Name, spot: _Spot) -> float:
        """Return the cost of a spot for a name, because of other names near it."""
        left, top, right, bottom = spot.box
        wide = (left - 3 * GAP, top - GAP, right + 3 * GAP, bottom + GAP)
        near = {other for key in self.keys(wide) for other in self.cells.get(key, ())}
        return sum(HARD for n in near if self.names[n] is not name and boxes_overlap(wide, self.names[n].spot.box))


def _settle(names: Sequence[_Name], cell: float) -> _Crowd:
    """Choose a spot for each; deterministic, ends after a few rounds."""
    crowd = _Crowd(names, cell)
    hemmed = sorted(range(len(names)), key=lambda n: (sum(1 for s in names[n].spots if s.cost < HARD), n))
    for _round in range(ROUNDS):
        moved = False
        for n in hemmed:
            name = names[n]
            if name.chosen >= 0:
                crowd.take(n, name.spot.box)
            best = _best(name, crowd)
            moved |= best != name.chosen
            name.chosen = best
            crowd.put(n, name.spot.box)
        if not moved:
            break
    return crowd


def _best(name: _Name, crowd: _Crowd) -> int:
    """Spots are sorted by their own cost, so the first free one ends the search."""
    best, least = 0, float("inf")
    for number, spot in enumerate(name.spots):
        if spot.cost >= least:
            break
        cost = spot.cost + crowd.cost(name, spot)
        if cost < least:
            best, least = number, cost
    return best


# -- names across the map: spaced capitals for regions, italics for water --------------------------


SIZES = {("water", True): 25.0, ("water", False): 12.0, ("land", True): 19.0, ("land", False): 11.0}
"""Type size in points on hexes of 15 mm, by what it lies on and whether it is read first."""
LEAST_ACROSS = 6.0
SPACED = {("water", True): 0.75, ("water", False): 0.3, ("land", True): 1.7, ("land", False): 0.9}
"""The most that letters are spaced, in type sizes."""
MOST_LETTERS = 60
"""Letters of a name; more are left out."""
_WEIGHT = {"number": 10.0, "symbol": 10.0, "road": 1.5, "rim": 20.0, "relief": 0.5}


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, or a whole text that must stay together; ``at`` is the left end of its base line."""

    text: str
    at: XY
    turn: float
    box: Box


@dataclass(frozen=True, slots=True)
class CurvedName:
    """A name as set along a curve."""

    text: str
    water: bool
    large: bool
    size: float
    face: Face
    letters: tuple[Letter, ...]
    number: int
    """Its number in the document."""
    covers: tuple[str, ...]


def curved_names(frame: MapFrame, taken: TakenSpace, unit: float) -> list[CurvedName]:
    """Return the names of seas and regions of the whole map, in the order of the document."""
    return [
        _laid(frame, taken, unit, number, name)
        for number, name in enumerate(frame.linked.names)
        if name.hexes and name.name.name.strip()
    ]


def _laid(frame: MapFrame, taken: TakenSpace, unit: float, number: int, across: NameAcross) -> CurvedName:
    name = across.name
    text = " ".join(name.name.split())
    text = text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
    face: Face = "serif-italic" if name.kind == "water" else "serif" if name.large else "serif-semibold"
    shown = text if name.kind == "water" else text.upper()
    curve = _curve([frame.centre(h) for h in across.hexes], frame.size)
    length = curve[-1][0]
    size = SIZES[name.kind, name.large] * POINT * unit
    size = max(LEAST_ACROSS * POINT, min(size, size * length / (_tight_width(shown, size, face) or 1)))
    best: tuple[float, tuple[Letter, ...], tuple[str, ...]] | None = None
    spaced = SPACED[name.kind, name.large]
    for smaller in (1.0, 0.88, 0.76):
        type_size = max(LEAST_ACROSS * POINT, size * smaller)
        for letters in _variants(frame, curve, shown, type_size, face, spaced):
            cost, covers = _covering(taken, letters)
            if best is None or cost < best[0]:
                best, chosen = (cost, letters, covers), type_size
            if cost == 0:
                break
        if best and not best[2]:
            break
    assert best is not None  # noqa: S101 - the variants are never empty
    return CurvedName(text, name.kind == "water", name.large, chosen, face, best[1], number, best[2])


def _variants(
    frame: MapFrame, curve: list[tuple[float, XY]], text: str, size: float, face: Face, most: float
) -> Iterator[tuple[Letter, ...]]:
    """The text with wide to narrow spacing, shifted along and across the curve: the calmest first."""
    tight = _tight_width(text, size, face)
    length, gaps = curve[-1][0], max(len(text) - 1, 1)
    widest = max(0.0, min(most * size, (length - tight) / gaps))
    for aside in (0, *(sign * 0.04 * n for n in range(1, 13) for sign in (1, -1))):
        for share in (1.0, 0.85, 0.7, 0.55):
            spare = length - tight - widest * share * gaps
            for along in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
                yield tuple(_letters(curve, text, (size, face), widest * share, spare * along, aside * frame.size))


def _letters(
    curve: list[tuple[float, XY]], text: str, type_: tuple[float, Face], spacing: float, start: float, aside: float
) -> Iterator[Letter]:
    size, face = type_
    reach, drop = start, CAP_HEIGHT * size / 2 + aside
    for letter in _set_apart(text):
        wide = width_of(letter, size, face)
        (x, y), angle = _place_at(curve, reach + wide / 2)
        at = (x - wide / 2 * cos(angle) - drop * sin(angle), y - wide / 2 * sin(angle) + drop * cos(angle))
        if letter.strip():
            turn = degrees(angle)
            yield Letter(letter, at, turn, text_box(at, letter, size, face, turn=turn))
        reach += wide + spacing


def _tight_width(text: str, size: float, face: Face) -> float:
    """Return the width of a name without spacing; letters that are set apart are not kerned."""
    return sum(width_of(letter, size, face) for letter in _set_apart(text))


def _set_apart(text: str) -> Sequence[str]:
    """Return what is set on the curve piece by piece: each letter, or the whole text."""
    return [text] if _joined(text) else text


def _joined(text: str) -> bool:
    """Whether letters change their form beside each other, or carry marks of their own."""
    return any(0x300 <= ord(c) < 0x370 or 0x590 <= ord(c) < 0x1E00 or 0x200D <= ord(c) < 0x2010 for c in text)


def _covering(taken: TakenSpace, letters: Sequence[Letter]) -> tuple[float, tuple[str, ...]]:
    cost, covers = 0.0, []
    for what, boxes in (("number", taken.numbers), ("symbol", taken.symbols), ("road", taken.roads)):
        hits = sum(1 for letter in letters if boxes.hit(letter.box, 0.2))
        cost += hits * _WEIGHT[what]
        if hits and what != "road":
            covers.append(what)
    cost += sum(_WEIGHT["relief"] for letter in letters if taken.relief.hit(letter.box))
    if not all(lies_within(grow_box(letter.box, 0.5), taken.art) for letter in letters):
        cost += _WEIGHT["rim"]
        covers.append("rim")
    return cost, tuple(covers)


def _curve(points: list[XY], size: float) -> list[tuple[float, XY]]:
    """A smooth line through the points, left to right where that can be: (length so far, point)."""
    if len(points) == 1:
        (x, y) = points[0]
        points = [(x - 2 * size, y), (x + 2 * size, y)]
    if points[0][0] > points[-1][0] + size:
        points = points[::-1]
    ends = [points[0], *points, points[-1]]
    found: list[tuple[float, XY]] = []
    for four in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        found += [(0.0, spline(four, n / 24)) for n in range(24)]
    found.append((0.0, points[-1]))
    length = 0.0
    for n in range(1, len(found)):
        (_, (ax, ay)), (_, (bx, by)) = found[n - 1], found[n]
        length += ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        found[n] = (length, (bx, by))
    return found


def _place_at(curve: list[tuple[float, XY]], reach: float) -> tuple[XY, float]:
    """Point and direction at a length; beyond the ends it runs on straight."""
    index = next((n for n in range(1, len(curve) - 1) if curve[n][0] >= reach), len(curve) - 1)
    (start, (ax, ay)), (end, (bx, by)) = curve[index - 1], curve[index]
    step = end - start or 1e-9
    part = (reach - start) / step
    before, after = curve[max(index - 4, 0)][1], curve[min(index + 3, len(curve) - 1)][1]
    angle = atan2(after[1] - before[1], after[0] - before[0])
    return (ax + (bx - ax) * part, ay + (by - ay) * part), angle
