"""Names that lie across the map: spaced capitals for regions, italics for water, letter by letter along a curve.

Each letter's box is known, so that names of places and panels stay clear. The run along its hexes is moved and
spaced until it covers as few numbers, symbols and roads as can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, sin
from typing import TYPE_CHECKING

from scenario_forge.printing.fonts import CAP_HEIGHT, width_of
from scenario_forge.printing.map.layout import grown, within
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import text_box

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.printing.fonts import Face
    from scenario_forge.printing.map.frame import Frame
    from scenario_forge.printing.map.labels import Taken
    from scenario_forge.printing.svg import XY, Box
    from scenario_forge.project.hexmap import NameAcross

SIZES = {("water", True): 25.0, ("water", False): 12.0, ("land", True): 19.0, ("land", False): 11.0}
"""Type size in points on hexes of 15 mm, by what it lies on and whether it is read first."""
LEAST = 6.0
SPACED = {("water", True): 0.75, ("water", False): 0.3, ("land", True): 1.7, ("land", False): 0.9}
"""The most that letters are spaced, in type sizes."""
LONGEST = 60
"""Letters of a name; more are left out."""
_WEIGHT = {"number": 10.0, "symbol": 10.0, "road": 1.5, "rim": 20.0, "relief": 0.5}


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter, or a whole text that must not be taken apart; ``at`` is the left end of its base line."""

    text: str
    at: XY
    turn: float
    box: Box


@dataclass(frozen=True, slots=True)
class CurvedName:
    """A name as it is set."""

    text: str
    water: bool
    large: bool
    size: float
    face: Face
    letters: tuple[Letter, ...]
    number: int
    """Its number in the document."""
    covers: tuple[str, ...]


def curved_names(frame: Frame, taken: Taken, unit: float) -> list[CurvedName]:
    """The names of seas and regions of the whole map, in the order of the document."""
    return [
        _set(frame, taken, unit, number, name)
        for number, name in enumerate(frame.linked.names)
        if name.hexes and name.name.name.strip()
    ]


def _set(frame: Frame, taken: Taken, unit: float, number: int, across: NameAcross) -> CurvedName:
    name = across.name
    text = " ".join(name.name.split())
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    face: Face = "serif-italic" if name.kind == "water" else "serif" if name.large else "serif-semibold"
    shown = text if name.kind == "water" else text.upper()
    curve = _curve([frame.centre(h) for h in across.hexes], frame.size)
    length = curve[-1][0]
    size = SIZES[name.kind, name.large] * POINT * unit
    size = max(LEAST * POINT, min(size, size * length / (width_of(shown, size, face) or 1)))
    best: tuple[float, tuple[Letter, ...], tuple[str, ...]] | None = None
    spaced = SPACED[name.kind, name.large]
    for smaller in (1.0, 0.88, 0.76):
        type_size = max(LEAST * POINT, size * smaller)
        for letters in _variants(frame, curve, shown, type_size, face, spaced):
            cost, covers = _cost(taken, letters)
            if best is None or cost < best[0]:
                best, chosen = (cost, letters, covers), type_size
            if cost == 0:
                break
        if best and not best[2]:
            break
    assert best is not None  # noqa: S101 - the variants are never empty
    return CurvedName(text, name.kind == "water", name.large, chosen, face, best[1], number, best[2])


def _variants(
    frame: Frame, curve: list[tuple[float, XY]], text: str, size: float, face: Face, most: float
) -> Iterator[tuple[Letter, ...]]:
    """The text with wide to narrow spacing, shifted along and across the curve: the calmest first."""
    tight = width_of(text, size, face)
    length, gaps = curve[-1][0], max(len(text) - 1, 1)
    widest = max(0.0, min(most * size, (length - tight) / gaps))
    for aside in (0, *(sign * 0.04 * n for n in range(1, 13) for sign in (1, -1))):
        for share in (1.0, 0.85, 0.7, 0.55):
            spare = length - tight - widest * share * gaps
            for along in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
                yield tuple(_letters(curve, text, size, face, widest * share, spare * along, aside * frame.size))


def _letters(
    curve: list[tuple[float, XY]], text: str, size: float, face: Face, spacing: float, start: float, aside: float
) -> Iterator[Letter]:
    reach, drop = start, CAP_HEIGHT * size / 2 + aside
    for letter in [text] if _joined(text) else text:
        wide = width_of(letter, size, face)
        (x, y), angle = _at(curve, reach + wide / 2)
        at = (x - wide / 2 * cos(angle) - drop * sin(angle), y - wide / 2 * sin(angle) + drop * cos(angle))
        if letter.strip():
            turn = degrees(angle)
            yield Letter(letter, at, turn, text_box(at, letter, size, face, turn=turn))
        reach += wide + spacing


def _joined(text: str) -> bool:
    """Whether letters change their form beside each other, or carry marks of their own."""
    return any(0x300 <= ord(c) < 0x370 or 0x590 <= ord(c) < 0x1E00 or 0x200D <= ord(c) < 0x2010 for c in text)


def _cost(taken: Taken, letters: Sequence[Letter]) -> tuple[float, tuple[str, ...]]:
    cost, covers = 0.0, []
    for what, boxes in (("number", taken.numbers), ("symbol", taken.symbols), ("road", taken.roads)):
        hits = sum(1 for letter in letters if boxes.hit(letter.box, 0.2))
        cost += hits * _WEIGHT[what]
        if hits and what != "road":
            covers.append(what)
    cost += sum(_WEIGHT["relief"] for letter in letters if taken.relief.hit(letter.box))
    if not all(within(grown(letter.box, 0.5), taken.art) for letter in letters):
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
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for n in range(24):
            t = n / 24
            found.append((0.0, (_bend(a[0], b[0], c[0], d[0], t), _bend(a[1], b[1], c[1], d[1], t))))
    found.append((0.0, points[-1]))
    length = 0.0
    for n in range(1, len(found)):
        (_, (ax, ay)), (_, (bx, by)) = found[n - 1], found[n]
        length += ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        found[n] = (length, (bx, by))
    return found


def _bend(a: float, b: float, c: float, d: float, t: float) -> float:
    """Catmull and Rom's curve from b to c."""
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def _at(curve: list[tuple[float, XY]], reach: float) -> tuple[XY, float]:
    """Point and direction at a length; beyond the ends it runs on straight."""
    index = next((n for n in range(1, len(curve) - 1) if curve[n][0] >= reach), len(curve) - 1)
    (start, (ax, ay)), (end, (bx, by)) = curve[index - 1], curve[index]
    step = end - start or 1e-9
    part = (reach - start) / step
    before, after = curve[max(index - 4, 0)][1], curve[min(index + 3, len(curve) - 1)][1]
    angle = atan2(after[1] - before[1], after[0] - before[0])
    return (ax + (bx - ax) * part, ay + (by - ay) * part), angle
