"""Pictures for the box: on the front, map and counters where the sides meet; on the back, the whole map reduced."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from itertools import product
from math import cos, radians, sin
from typing import TYPE_CHECKING

from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.game.forces import counter_sheets
from scenario_forge.game.game import fact
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import scenarios
from scenario_forge.hexes import OFF, across, border, centre, extent
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.counters.pieces import blank, unit_front
from scenario_forge.printing.map.frame import inside_rim, window, without_rim
from scenario_forge.printing.map.hex_map import DrawnFront as FrontLine
from scenario_forge.printing.map.hex_map import MarkedHex, Tint, draw_hex_map
from scenario_forge.printing.map.overlays import Pile
from scenario_forge.printing.palette import mix
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.compiler.set_up import PlacedUnit
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.printing.svg import XY, Box


TURN = -8.0
"""Degrees by which the table is turned."""
_HEX = 17.0
"""A hex on the cover, in millimetres; larger where the map would not fill it."""
_COUNTER = 0.62
"""A counter, as a part of the hex."""
_PILE = 3
"""Counters of a stack that are drawn."""
_LOOKS = 3000
"""Hexes that are looked at to find the best window."""
_STRIDE = 37
"""From a unit to the next one in the hexes of an area."""
_WATER = 0.3
"""Part of the picture that is water, if it can be had."""


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours of the box's outer faces: ground and letters."""

    ground: str
    text: str
    quiet: str

    @classmethod
    def of(cls, brief: Brief) -> Inks:
        """Return light letters on deep water, or black on white where ink is saved."""
        palette = brief.palette
        if brief.profile.ink == "low":
            return cls(palette["page"], palette["name"], palette["quiet"])
        deep = palette.ink(mix(palette["name-water"], palette["name"], 0.62))
        light = palette.ink(mix(palette["table"], palette["land"], 0.4))
        return cls(deep, light, palette.ink(mix(light, deep, 0.3)))


def cover(
    brief: Brief, linked: HexMap, front: BoxFront | None, room: XY, title: float = 0.0, hex_size: float = _HEX
) -> Canvas:
    """Draw the front, in millimetres: plain ground for words at its top, as high as ``title``; below it the map.

    Hexes are ``hex_size`` wide, or larger where a small map would not fill the room.
    """
    width, height = room
    canvas = Canvas(width, height)
    top, turn = title * 0.84, radians(abs(TURN))
    low = height - top
    wide, high = width * cos(turn) + low * sin(turn), width * sin(turn) + low * cos(turn)
    frame = _best(linked, front, (wide, high), hex_size)
    with canvas.clipped("cover", f"M0 {top:.2f}H{width:.2f}V{height:.2f}H0Z"):
        turned = f"translate({width / 2:.3f} {(top + height) / 2:.3f}) rotate({TURN}) "
        shift = f"translate({-frame.box[0] - wide / 2:.3f} {-frame.box[1] - high / 2:.3f})"
        with canvas.group(name="table", transform=turned + shift):
            piles = list(_piles(brief, front, frame, (width, low))) if front else []
            draw_hex_map(canvas, brief, frame, detail="picture", counters=piles)
    _shade(canvas, brief, width, height, title)
    return canvas


def _best(linked: HexMap, front: BoxFront | None, room: tuple[float, float], hex_size: float) -> MapFrame:
    """The window in which most units of the weaker side are seen clear of its rim, some of the water with them."""
    (wide, high), whole = room, extent(linked.grid, 1.0)
    size = max(hex_size, wide / (whole[0] - 2), high / (whole[1] - 2))
    # where units begin anywhere in areas, the places of the map show what is fought for
    seen_of = (
        front.units if front else {"": [hex_ for _place, hex_, _where in linked.places.values() if hex_ is not None]}
    )
    spots = {hex_: centre(linked.grid, hex_, size) for hexes in seen_of.values() for hex_ in hexes}
    if not spots:
        return window(linked, size, inside_rim(linked, size, room, (whole[0] * size / 2, whole[1] * size / 2)))
    each = len(linked.grid) // _LOOKS + 1  # on a large map some of the hexes and units tell enough
    middles = [centre(linked.grid, h, size) for h in range(0, len(linked.grid), each) if not linked.land[h]]
    tried = list(spots.values())[:: len(spots) // 60 + 1]

    def worth(box: Box) -> tuple[float, ...]:
        def seen(at: XY) -> bool:
            x, y = (at[0] - box[0]) / wide, (at[1] - box[1]) / high
            return 0.16 < x < 0.84 and 0.2 < y < 0.88

        shown = sorted(sum(seen(spots[h]) for h in hexes) for hexes in seen_of.values())
        water = sum(0 < x - box[0] < wide and 0 < y - box[1] < high for x, y in middles)
        heights = [(y - box[1]) / high for x, y in spots.values() if seen((x, y))]
        low = abs(sum(heights) / len(heights) - 0.55) if heights else 1.0
        share = water * each * size * size * 0.866 / (wide * high)
        return (min(shown[0], 6) + 0.4 * shown[-1] - 14 * abs(share - _WATER) - 8 * low, -box[0], -box[1])

    found = {
        inside_rim(linked, size, room, (x + dx * size, y + dy * size))
        for (x, y), dx, dy in product(tried, (-2, 0, 2), (-4, -2, 0, 2))
    }
    return window(linked, size, max(found, key=worth))


def _piles(brief: Brief, front: BoxFront, frame: MapFrame, seen: XY) -> Iterator[Pile]:
    """The units of each hex that is wholly seen."""
    known, edge = counter_sheets(brief.game).counters, frame.size * _COUNTER
    small = Brief(brief.game, replace(brief.profile, counter=edge))
    for hex_ in sorted(front.piles.keys() & set(frame.hexes)):
        if not _within(frame, hex_, seen, edge):
            continue
        units = [known[key].counter for key in front.piles[hex_] if key in known][-_PILE:]
        faces = [unit_front(small, u) if u is units[-1] else blank(small, u.nationality) for u in units]
        yield Pile(hex_, faces, edge, rim=0.15, shadow="table")


def _within(frame: MapFrame, hex_: int, seen: XY, edge: float) -> bool:
    """Whether a counter lies in the turned rectangle of that size in the middle of the frame, below the shade."""
    (x, y), turn = frame.centre(hex_), radians(TURN)
    x, y = x - (frame.box[0] + frame.box[2]) / 2, y - (frame.box[1] + frame.box[3]) / 2
    across, down = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    return abs(across) < seen[0] / 2 - edge * 0.9 and seen[1] * (0.12 - 0.5) + edge < down < seen[1] / 2 - edge * 0.9


def _shade(canvas: Canvas, brief: Brief, width: float, height: float, title: float) -> None:
    """The ground of the title, which thins out over the picture; warm shade toward the foot."""
    top, warm = Inks.of(brief).ground, brief.palette["relief"]
    low = 0.0 if brief.profile.ink == "low" else 0.42
    shades = (
        (
            "shade",
            top,
            () if not title else ((title * 0.86, 1.0), (title, 0.88), (title * 1.14, 0.4), (title * 1.34, 0.0)),
        ),
        ("dusk", warm, ((height * 0.68, 0.0), (height, low))),
    )
    for name, colour, stops in shades:
        if not stops:
            continue
        canvas.gradient(name, [(at / height, colour, solid) for at, solid in stops])
        canvas.rect((0.0, 0.0, width, height), fill=f"url(#{name})")


# -- the small map on the back ---------------------------------------------------------------------


def picture(brief: Brief, linked: HexMap, front: BoxFront | None, width: float, height: float) -> Canvas:
    """Draw the whole map as large as fits: who holds what, where they meet, and who stands where."""
    palette, frame = brief.palette, without_rim(linked, width, height)
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    tints, marked, fronts = [], [], []
    for number, (side, hexes) in enumerate(front.units.items() if front else ()):
        accent = palette.accent(brief.game, side)
        held = [hex_ for hex_, holder in front.nearest.items() if holder == side] if front else []
        tints.append(Tint(held, palette.ink(mix(palette["land"], accent, 0.3)), "control", calm=True))
        dot = palette["page"] if number % 2 else ""  # told apart without colour too
        marked += [MarkedHex(hex_, accent, palette["page"], 0.1, part=0.94, dot=dot) for hex_ in hexes]
    if front:
        fronts.append(FrontLine(_meeting(linked, front), palette["warning"], 0.54, "1.5 0.9", palette["page"], 1.08))
    draw_hex_map(canvas, brief, frame, detail="thumbnail", tints=tints, marked=marked, fronts=fronts)
    return canvas


def _meeting(linked: HexMap, front: BoxFront) -> list[Side]:
    """The sides along which what the first side holds meets what others hold."""
    grid, first = linked.grid, next(iter(front.units))
    return [
        side
        for side in border(grid, [h for h, holder in front.nearest.items() if holder == first])
        if len({front.nearest.get(h) for h in across(grid, side)} - {None}) > 1
    ]


# -- who holds which part of the map when a scenario begins, by the nearest unit -------------------


@dataclass(frozen=True)
class BoxFront:
    """Hexes with units by side, and the side nearest to each hex of land."""

    units: Mapping[str, tuple[int, ...]] = field(repr=False)
    nearest: Mapping[int, str] = field(repr=False)
    piles: Mapping[int, tuple[UnitKey, ...]] = field(repr=False)
    """What stands in each of the hexes."""


@fact
def cover_front(game: Game) -> BoxFront | None:
    """Return the front that box and booklet show; None without a map, or a scenario with units of both sides on it."""
    linked = hex_map(game)
    return front_of(game, linked, scenarios(game).scenarios) if linked is not None else None


def front_of(game: Game, linked: HexMap, scenarios: Iterable[str]) -> BoxFront | None:
    """Return the front of the scenario in which most units of the weaker side are on the map; None if none has both."""
    best: dict[str, tuple[int, ...]] = {}
    piles: dict[int, list[UnitKey]] = {}
    for scenario in scenarios:
        try:
            planned = plan(game, scenario)
        except (CompileError, NoSuchScenario):
            continue
        found: dict[str, list[int]] = {}
        here: dict[int, list[UnitKey]] = {}
        for placed in planned.placed:
            hex_ = _place_of(linked, placed) if planned.in_play(placed.unit) else None
            if hex_ is not None:
                found.setdefault(placed.unit.side, []).append(hex_)
                here.setdefault(hex_, []).append(placed.unit.key)
        if len(found) > 1 and _weakest(found) > _weakest(best):
            best = {side: tuple(dict.fromkeys(hexes)) for side, hexes in found.items()}
            piles = here
    return BoxFront(best, _nearest(linked, best), {h: tuple(keys) for h, keys in piles.items()}) if best else None


def _place_of(linked: HexMap, placed: PlacedUnit) -> int | None:
    """Return where a unit starts; of one that starts in an area or at an edge any of its hexes, the same each time."""
    entry = placed.entry
    if entry is None or entry.hex is not None or entry.location is None:
        return entry.hex if entry else None
    wide = linked.edge(entry.location.edges) | linked.areas.get(entry.location.area or "", frozenset())
    ground = sorted(hex_ for hex_ in wide if linked.passable[hex_])
    return ground[placed.unit.no * _STRIDE % len(ground)] if ground else None


def _weakest(units: Mapping[str, Iterable[int]]) -> int:
    return min((len(list(hexes)) for hexes in units.values()), default=0)


def _nearest(linked: HexMap, units: Mapping[str, tuple[int, ...]]) -> dict[int, str]:
    """Spread from all units at once over land; of two sides as near, the one listed first."""
    found = {hex_: side for side, hexes in units.items() for hex_ in hexes}
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for other in linked.grid.neighbours[here]:
            if other != OFF and other not in found and linked.land[other]:
                found[other] = found[here]
                waiting.append(other)
    return found
