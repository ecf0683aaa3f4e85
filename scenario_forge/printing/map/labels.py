"""Where the names of places stand: beside their hex, clear of numbers, symbols, roads and each other.

Each name has candidates around its hex. What each covers is counted once; then every name in turn takes the
best place that the others leave, the most hemmed in first, until none wants to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF
from scenario_forge.printing.fonts import CAP_HEIGHT, fitted, width_of
from scenario_forge.printing.map.layout import Boxes, hex_at, meet, within
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import text_box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.map_ import Place
    from scenario_forge.printing.fonts import Face
    from scenario_forge.printing.map.frame import Frame
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
class Taken:
    """What names stay clear of."""

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


def place_labels(frame: Frame, taken: Taken, unit: float) -> list[Label]:
    """A label for each named place of the frame, in the order of the document; ``unit`` scales type."""
    inside = set(frame.hexes)
    names = []
    named = [frame.linked.grid.find(place.hex) for place in frame.linked.document.places if place.name.strip()]
    centres = [frame.centre(hex_) for hex_ in named if hex_ is not None]
    for number, place in enumerate(frame.linked.document.places):
        hex_ = frame.linked.grid.find(place.hex)
        if hex_ is not None and hex_ in inside and place.name.strip():
            names.append(_name(frame, taken, unit, number, place, hex_, centres))
    crowd = _settle(names, frame.size)
    found = []
    for name in names:
        spot = name.spot
        covers = (*spot.covers, *(("name",) if crowd.cost(name, spot) >= HARD else ()))
        found.append(Label(name.text, spot.at, name.size, name.face, spot.box, name.hex, name.number, covers))
    return found


def is_major(place: Place) -> bool:
    """Whether a place counts in play, so that its name is read first."""
    return place.capacity is not None or place.value is not None


def _name(
    frame: Frame, taken: Taken, unit: float, number: int, place: Place, hex_: int, centres: Sequence[XY]
) -> _Name:
    face: Face = "serif-semibold" if is_major(place) else "serif"
    size = (MAJOR if is_major(place) else MINOR) * POINT * unit
    room, least = LONGEST * frame.size, LEAST * POINT
    size = fitted(text := " ".join(place.name.split()), size, face, room, least)
    while width_of(text, size, face) > room and len(text) > 2:
        text = text[: max(1, int(len(text) * 0.9)) - 1] + "…"
    at_origin = text_box((0.0, 0.0), text, size, face)
    x, y = frame.centre(hex_)
    near = [(u, v) for u, v in centres if 0 < hypot(u - x, v - y) < 4 * frame.size]
    spots = [_spot(frame, taken, hex_, at, at_origin, near) for at in _candidates(frame, hex_, at_origin[2], size)]
    spots.sort(key=lambda spot: spot.cost)
    return _Name(number, text, hex_, size, face, spots)


def _candidates(frame: Frame, hex_: int, wide: float, size: float) -> Iterator[XY]:
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


def _spot(frame: Frame, taken: Taken, hex_: int, at: XY, at_origin: Box, near: Sequence[XY]) -> _Spot:
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


def _covered(taken: Taken, box: Box) -> Iterator[str]:
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
    if not within(box, taken.art) or any(box[0] - GAP < rim < box[2] + GAP for rim in taken.rims):
        yield "rim"


def _distance(frame: Frame, hex_: int, box: Box) -> float:
    """Near is good; beside is better than above, above better than below."""
    x, y = frame.centre(hex_)
    away = _away((x, y), box) / frame.size
    side = 0.0 if box[0] > x else 0.4 if box[2] < x else 1.0 if box[3] < y else 1.4
    slant = abs((box[1] + box[3]) / 2 - y) / frame.size if side < 1 else 0.0
    return 9 * max(away - CLOSE, 0) + side + slant


def _away(at: XY, box: Box) -> float:
    """From a point to a box, in millimetres."""
    return hypot(max(box[0] - at[0], 0, at[0] - box[2]), max(box[1] - at[1], 0, at[1] - box[3]))


def _waters(frame: Frame, hex_: int, box: Box) -> float:
    """A town on the coast is named on the water; no name lies half on it; nor over another town's hex."""
    linked = frame.linked
    middle = (box[1] + box[3]) / 2
    under = [hex_at(frame, (box[0] + (box[2] - box[0]) * n / 4, middle)) for n in range(5)]
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
        """What it costs there because of other names."""
        left, top, right, bottom = spot.box
        wide = (left - 3 * GAP, top - GAP, right + 3 * GAP, bottom + GAP)
        near = {other for key in self.keys(wide) for other in self.cells.get(key, ())}
        return sum(HARD for n in near if self.names[n] is not name and meet(wide, self.names[n].spot.box))


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
