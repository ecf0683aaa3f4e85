"""One map on which a reader sees at a glance who stood where, who stands where, and who came and went."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from html import escape
from math import hypot
from typing import TYPE_CHECKING

from scenario_forge.printing.map.frame import around
from scenario_forge.printing.map.hex_map import MarkedHex, draw_hex_map
from scenario_forge.printing.map.plain import front_path
from scenario_forge.printing.svg import Canvas, mm, xy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.hexes import Side
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.project.hexmap import HexMap

WIDE, HIGH = 300.0, 150.0
"""The most that a map takes, in millimetres of its drawing."""
NOTED = "#b3261e"
"""The colour of hexes in which something else than a unit has changed."""


@dataclass(frozen=True)
class Mover:
    """A unit and the hexes in which it was and is; None where it is not on the map."""

    side: str
    name: str
    before: int | None
    after: int | None
    anchor: str = ""
    """The id of what the page says of it."""


@dataclass
class Here:
    """What is drawn of one side in a hex."""

    stay: list[Mover] = field(default_factory=list)
    come: list[Mover] = field(default_factory=list)
    gone: list[Mover] = field(default_factory=list)


def moves_map(
    brief: Brief,
    before: HexMap,
    after: HexMap,
    movers: Sequence[Mover],
    noted: Mapping[int, str],
    fronts: tuple[Sequence[Side], Sequence[Side]] = ((), ()),
) -> str:
    """The maps over each other, in layers that the radio buttons in front of them choose from.

    Args:
        brief: the game as it is.
        before: the map as it was; it must have the hexes of ``after``.
        after: as it is.
        movers: units, those that have not moved too.
        noted: hexes in which something else has changed, and what.
        fronts: the front as it was, and as it is.
    """
    marked = sorted({h for m in movers for h in (m.before, m.after) if h is not None} | set(noted))
    frame = around(after, marked, WIDE, HIGH)
    colours = {side: brief.palette.accent(brief.game, side) for side in brief.game.side_names}
    grounds = [_ground(brief, replace(frame, linked=each), marked) for each in (before, after)]
    same = grounds[0] == grounds[1]
    layers = [f'<div class="ground">{grounds[0]}</div>']
    layers += [] if same else [f'<div class="ground then over">{grounds[1]}</div>']
    same_front = list(fronts[0]) == list(fronts[1])
    was = "" if same_front else _front(fronts[0], frame, old=True)
    then, now = (_front(sides, frame, old=False) for sides in fronts)
    drawn = (
        f'<g class="all">{was}{now}{_noted(noted, frame)}{_ways(movers, frame, colours)}'
        f"{''.join(_stacks(movers, frame, colours))}</g>"
        f'<g class="only first">{then}{"".join(_stood(movers, frame, colours, then=False))}</g>'
        f'<g class="only then">{now}{"".join(_stood(movers, frame, colours, then=True))}</g>'
    )
    left, top, right, bottom = frame.box
    box = f"{mm(left)} {mm(top)} {mm(right - left)} {mm(bottom - top)}"
    heads = "".join(_head(side, colour) for side, colour in colours.items())
    over = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><defs>{heads}</defs>{drawn}</svg>'
    return (
        f'<div class="far" tabindex="0"><div class="moves">{"".join(layers)}<div class="over">{over}</div></div></div>'
    )


def _ground(brief: Brief, frame: MapFrame, marked: Sequence[int]) -> str:
    """The map below what moves; the marked hexes are only kept free of names."""
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    draw_hex_map(canvas, brief, frame, detail="card", marked=[MarkedHex(hex_, "none") for hex_ in marked])
    return canvas.svg()


def _head(side: str, colour: str) -> str:
    return (
        f'<marker id="head-{escape(side)}" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="3.2" markerHeight="3.2" '
        f'markerUnits="strokeWidth" orient="auto"><path d="M0 0L6 3L0 6Z" fill="{colour}"/></marker>'
    )


def _front(sides: Sequence[Side], frame: MapFrame, *, old: bool) -> str:
    """The line of a front upon a pale one, so that it is told from roads and wire; an old one is broken."""
    path = front_path(frame.linked, sides, frame.size)
    if not path:
        return ""
    look = (
        'stroke="#7a4f12" stroke-width="0.7" stroke-dasharray="1.6 1.1"'
        if old
        else 'stroke="#2b2620" stroke-width="0.9"'
    )
    said = "the front before" if old else "the front"
    lines = f'<path d="{path}" stroke="#fffdf6" stroke-width="1.7" stroke-opacity="0.8"/><path d="{path}" {look}/>'
    return (
        f'<g class="front" fill="none" stroke-linejoin="round" stroke-linecap="round"><title>{said}</title>{lines}</g>'
    )


def _noted(noted: Mapping[int, str], frame: MapFrame) -> str:
    drawn = []
    for hex_, words in sorted(noted.items()):
        points = " ".join(xy(point) for point in frame.corners(hex_))
        style = f'fill="{NOTED}" fill-opacity="0.15" stroke="{NOTED}" stroke-width="0.45"'
        drawn.append(f'<polygon points="{points}" {style}><title>{escape(words)}</title></polygon>')
    return "".join(drawn)


# -- ways --------------------------------------------------------------------------------------


def _ways(movers: Iterable[Mover], frame: MapFrame, colours: Mapping[str, str]) -> str:
    """An arrow for all units of a side that went from one hex to one other; broader for more."""
    ways: dict[tuple[str, int, int], list[Mover]] = {}
    for mover in movers:
        if mover.before is not None and mover.after is not None and mover.before != mover.after:
            ways.setdefault((mover.side, mover.before, mover.after), []).append(mover)
    drawn = []
    for (side, start, end), several in sorted(ways.items()):
        path = _arc(frame.centre(start), frame.centre(end), frame.size * 0.42)
        wide = mm(0.35 + 0.18 * min(len(several) - 1, 5))
        inner = (
            f'<path d="{path}" fill="none" stroke="{colours.get(side, NOTED)}" stroke-width="{wide}" opacity="0.75" '
            f'marker-end="url(#head-{escape(side)})"/>'
        )
        names = f"{', '.join(mover.name for mover in several)}: {frame.linked.name(start)} → {frame.linked.name(end)}"
        drawn.append(_linked(inner, several, names))
    return "".join(drawn)


def _arc(start: tuple[float, float], end: tuple[float, float], rim: float) -> str:
    """A flat curve between two points, from rim to rim; ways there and back lie beside each other."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy) or 1.0
    ux, uy = dx / long, dy / long
    bend = min(long * 0.12, 9.0)
    middle = ((start[0] + end[0]) / 2 - uy * bend, (start[1] + end[1]) / 2 + ux * bend)
    first = (start[0] + ux * rim, start[1] + uy * rim)
    last = (end[0] - ux * rim, end[1] - uy * rim)
    return f"M{xy(first)}Q{xy(middle)} {xy(last)}"


def _linked(inner: str, several: Sequence[Mover], words: str) -> str:
    title = f"<title>{escape(words)}</title>"
    anchor = next((mover.anchor for mover in several if mover.anchor), "")
    ids = "".join(f'<g id="map-{escape(mover.anchor)}">' for mover in several if mover.anchor)
    whole = f'<a href="#{escape(anchor)}">{title}{inner}</a>' if anchor else f"<g>{title}{inner}</g>"
    return f"{ids}{whole}{'</g>' * ids.count('<g ')}"


# -- stacks ------------------------------------------------------------------------------------


def _stacks(movers: Iterable[Mover], frame: MapFrame, colours: Mapping[str, str]) -> Iterator[str]:
    """In each hex a square for the units that are there, pale where all have been, and a hollow one for who was."""
    here: dict[int, dict[str, Here]] = {}
    for mover in movers:
        if mover.after is not None:
            found = here.setdefault(mover.after, {}).setdefault(mover.side, Here())
            (found.stay if mover.before == mover.after else found.come).append(mover)
        if mover.before is not None and mover.before != mover.after:
            here.setdefault(mover.before, {}).setdefault(mover.side, Here()).gone.append(mover)
    for hex_, sides in sorted(here.items()):
        for number, (side, found) in enumerate(sorted(sides.items())):
            colour, now = colours.get(side, NOTED), [*found.come, *found.stay]
            spot = SquareSpot.of(hex_, frame, number, len(sides))
            if found.gone:
                at = spot.behind() if now else spot
                yield _square(at, colour, "gone", found.gone, figure=not now)
            if now:
                kind = "come" if found.come else "changed" if any(unit.anchor for unit in now) else "stay"
                yield _square(spot.before() if found.gone else spot, colour, kind, now)


def _stood(movers: Iterable[Mover], frame: MapFrame, colours: Mapping[str, str], *, then: bool) -> Iterator[str]:
    here: dict[int, dict[str, list[Mover]]] = {}
    for mover in movers:
        hex_ = mover.after if then else mover.before
        if hex_ is not None:
            here.setdefault(hex_, {}).setdefault(mover.side, []).append(mover)
    for hex_, sides in sorted(here.items()):
        for number, (side, units) in enumerate(sorted(sides.items())):
            plain = [Mover(unit.side, unit.name, hex_, hex_) for unit in units]
            yield _square(SquareSpot.of(hex_, frame, number, len(sides)), colours.get(side, NOTED), "come", plain)


@dataclass(frozen=True)
class SquareSpot:
    """Where a square is drawn, in millimetres."""

    hex: str
    x: float
    y: float
    edge: float

    @classmethod
    def of(cls, hex_: int, frame: MapFrame, number: int, several: int) -> SquareSpot:
        """The square of one of several sides in a hex."""
        x, y = frame.centre(hex_)
        edge = frame.size * (0.78 if several == 1 else 0.56)
        return cls(frame.linked.name(hex_), x + (number - (several - 1) / 2) * edge * 0.9, y, edge)

    def behind(self) -> SquareSpot:
        """Up and to the left, where another one lies before it."""
        return SquareSpot(self.hex, self.x - self.edge * 0.2, self.y - self.edge * 0.2, self.edge * 0.84)

    def before(self) -> SquareSpot:
        """Down and to the right."""
        return SquareSpot(self.hex, self.x + self.edge * 0.12, self.y + self.edge * 0.12, self.edge * 0.84)


_LOOKS = {
    "come": 'fill="{}" stroke="#ffffff"',
    "stay": 'fill="{}" fill-opacity="0.4" stroke="#ffffff"',
    "changed": 'fill="{}" fill-opacity="0.4" stroke="#111111"',
    "gone": 'fill="#ffffff" fill-opacity="0.75" stroke="{}" stroke-dasharray="0.7 0.5"',
}
_SAID = {"come": "stands here", "stay": "as before", "changed": "changed in place", "gone": "was here"}


def _square(spot: SquareSpot, colour: str, kind: str, units: Sequence[Mover], *, figure: bool = True) -> str:
    edge = spot.edge
    box = f'x="{mm(spot.x - edge / 2)}" y="{mm(spot.y - edge / 2)}" width="{mm(edge)}" height="{mm(edge)}" rx="0.3"'
    ink = colour if kind == "gone" else "#ffffff"
    sign = _figure(units, kind) if figure else ""
    text = (
        f'<text x="{mm(spot.x)}" y="{mm(spot.y + edge * 0.25)}" font-size="{mm(edge * 0.72)}" text-anchor="middle" '
        f'font-family="sans-serif" font-weight="700" fill="{ink}">{sign}</text>'
        if sign
        else ""
    )
    names = f"{spot.hex}, {_SAID[kind]}: {', '.join(unit.name for unit in units)}"
    return _linked(f'<rect {box} {_LOOKS[kind].format(colour)} stroke-width="0.3"/>{text}', units, names)


def _figure(units: Sequence[Mover], kind: str) -> str:
    """How many; with a sign where all of them have come onto the map or left it."""
    ends = Counter((unit.before if kind != "gone" else unit.after) is None for unit in units)
    if ends[True] == len(units):
        return ("−" if kind == "gone" else "+") + (str(len(units)) if len(units) > 1 else "")
    return str(len(units)) if len(units) > 1 else ""
