"""Two states of a game on one page: unit positions on one map, both maps, and every change in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from math import hypot
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scenario_forge.compare.difference import TITLES, Matter
from scenario_forge.compare.scenarios import positions
from scenario_forge.compare.starts import FRONT
from scenario_forge.game.hexmap import hex_map
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import frame_around
from scenario_forge.printing.map.hex_map import MarkedHex, draw_hex_map
from scenario_forge.printing.map.plain import front_path
from scenario_forge.printing.svg import Canvas, mm, xy
from scenario_forge.reports.drawing import front_of
from scenario_forge.reports.html import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compare.difference import Change
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.printing.map.frame import MapFrame


WIDE, HIGH = 300.0, 150.0
"""The most that a map takes, in millimetres of its drawing."""
NOTED = "#b3261e"
"""The colour of hexes in which something else than a unit has changed."""


@dataclass(frozen=True)
class Mover:
    """A unit, and its hexes before and after; None where it is not on the map."""

    side: str
    name: str
    before: int | None
    after: int | None
    anchor: str = ""
    """The id of what the page says of it."""


@dataclass
class HexUnits:
    """Units of one side in a hex, by whether they stay, come or are gone."""

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
    """Return the maps over each other, in layers that the radio buttons in front of them select.

    Args:
        brief: the game as it is.
        before: the map as it was; it must have the hexes of ``after``.
        after: as it is.
        movers: units, those that have not moved too.
        noted: hexes in which something else has changed, and what.
        fronts: the front as it was, and as it is.
    """
    marked = sorted({h for m in movers for h in (m.before, m.after) if h is not None} | set(noted))
    frame = frame_around(after, marked, WIDE, HIGH)
    colours = {side: brief.palette.accent(brief.game, side) for side in brief.game.side_names}
    grounds = [_ground(brief, replace(frame, linked=each), marked) for each in (before, after)]
    same = grounds[0] == grounds[1]
    layers = [f'<div class="ground">{grounds[0]}</div>']
    layers += [] if same else [f'<div class="ground then over">{grounds[1]}</div>']
    same_front = list(fronts[0]) == list(fronts[1])
    was = "" if same_front else _front_line(fronts[0], frame, old=True)
    then, now = (_front_line(sides, frame, old=False) for sides in fronts)
    drawn = (
        f'<g class="all">{was}{now}{_noted_hexes(noted, frame)}{_ways(movers, frame, colours)}'
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


def _front_line(sides: Sequence[Side], frame: MapFrame, *, old: bool) -> str:
    """Draws a front line over a pale one, to set it apart from roads and wire; an earlier front is dashed."""
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


def _noted_hexes(noted: Mapping[int, str], frame: MapFrame) -> str:
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
    here: dict[int, dict[str, HexUnits]] = {}
    for mover in movers:
        if mover.after is not None:
            found = here.setdefault(mover.after, {}).setdefault(mover.side, HexUnits())
            (found.stay if mover.before == mover.after else found.come).append(mover)
        if mover.before is not None and mover.before != mover.after:
            here.setdefault(mover.before, {}).setdefault(mover.side, HexUnits()).gone.append(mover)
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
    """Place of a square, in millimetres."""

    hex: str
    x: float
    y: float
    edge: float

    @classmethod
    def of(cls, hex_: int, frame: MapFrame, number: int, several: int) -> SquareSpot:
        """Return the square of one of several sides in a hex."""
        x, y = frame.centre(hex_)
        edge = frame.size * (0.78 if several == 1 else 0.56)
        return cls(frame.linked.name(hex_), x + (number - (several - 1) / 2) * edge * 0.9, y, edge)

    def behind(self) -> SquareSpot:
        """Return the spot moved up and to the left, behind another square."""
        return SquareSpot(self.hex, self.x - self.edge * 0.2, self.y - self.edge * 0.2, self.edge * 0.84)

    def before(self) -> SquareSpot:
        """Return the spot moved down and to the right, in front of another square."""
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


# -- the page --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DiffSide:
    """One of the two states compared."""

    game: Game
    scenario: str | None
    label: str


def diff_page(before: DiffSide, after: DiffSide, changes: Sequence[Change]) -> str:
    """Return the page; the same values give the same bytes."""
    anchors = {change: f"change-{number}" for number, change in enumerate(changes, start=1)}
    titles, groups = {}, {}
    for title, several in groupby(changes, key=lambda each: TITLES[each.matter]):
        key = title.casefold().replace(" ", "-")
        titles[key], groups[key] = title, [_row(change, anchors[change]) for change in several]
    values = {
        "game": after.game.title,
        "before": before.label,
        "after": after.label,
        "titles": titles,
        "counts": {key: len(rows) for key, rows in groups.items()},
        "groups": groups,
        **_map(before, after, changes, anchors),
    }
    return page("diff", f"{before.label} and {after.label}", values)


def _row(change: Change, anchor: str) -> dict[str, Any]:
    """What a change is about; a unit that is drawn leads to the map."""
    return {
        "anchor": anchor,
        "subject": change.subject,
        "what": change.what,
        "was": change.was,
        "now": change.now,
        "drawn": bool(change.unit and (change.hexes_before or change.hexes_after)),
    }


# -- maps --------------------------------------------------------------------------------------


def _map(before: DiffSide, after: DiffSide, changes: Sequence[Change], anchors: Mapping[Change, str]) -> dict[str, Any]:
    """Both maps over each other, with arrows from where units were to where they are, and the key to them."""
    nothing = {"map": "", "key": []}
    one, other = hex_map(before.game), hex_map(after.game)
    if one is None or other is None or one.grid.ids != other.grid.ids:
        return nothing
    movers = list(_movers(before, after, other, changes, anchors))
    noted = _noted(other, changes)
    if not movers and not noted:
        return nothing
    brief = Brief(after.game)
    lines = _front(before), _front(after)
    drawn = Markup(moves_map(brief, one, other, movers, noted, lines))  # noqa: S704 - drawn by us, and escaped there
    sides = [(brief.palette.accent(after.game, side), name) for side, name in after.game.side_names.items()]
    moved = bool(lines[0]) and lines[0] != lines[1]
    return {"map": drawn, "key": _key(sides, fronts=(bool(lines[1]), moved), noted=bool(noted))}


def _front(shown: DiffSide) -> list[Side]:
    return front_of(shown.game, shown.scenario) if shown.scenario else []


def _movers(
    before: DiffSide, after: DiffSide, linked: HexMap, changes: Sequence[Change], anchors: Mapping[Change, str]
) -> Iterator[Mover]:
    """All units of two scenarios; of two games, those that start elsewhere."""
    told = {change.unit: anchors[change] for change in changes if change.matter is Matter.SET_UP and change.unit}
    if before.scenario is not None and after.scenario is not None:
        was, now = positions(before.game, before.scenario), positions(after.game, after.scenario)
        for key in sorted({*was, *now}):
            name = (now.get(key) or was[key])[0]
            hexes = (was[key][1] if key in was else None, now[key][1] if key in now else None)
            yield Mover(key[0], name, *hexes, anchor=told.get(key, ""))
        return
    for change in changes:
        if change.unit and (change.hexes_before or change.hexes_after):
            ends = [
                linked.grid.find(names[0]) if names else None for names in (change.hexes_before, change.hexes_after)
            ]
            yield Mover(change.side, change.subject, ends[0], ends[1], anchor=anchors[change])


def _noted(linked: HexMap, changes: Sequence[Change]) -> dict[int, str]:
    """Hexes in which something else than a unit has changed, and what."""
    found: dict[int, list[str]] = {}
    for change in changes:
        for name in (
            dict.fromkeys((*change.hexes_before, *change.hexes_after))
            if not change.unit and change.subject != FRONT
            else ()
        ):
            hex_ = linked.grid.find(name)
            if hex_ is not None:
                found.setdefault(hex_, []).append(f"{change.subject}: {change.what}")
    return {hex_: "; ".join(said) for hex_, said in found.items()}


# -- the key below a map of moves ------------------------------------------------------------------


_GREY = "#555555"
_PALE = {"fill": _GREY, "fill-opacity": "0.4"}
_HOLLOW = {"fill": "none", "stroke": _GREY, "stroke-width": "2", "stroke-dasharray": "3 2"}
_NOW = {"stroke": "#2b2620", "stroke-width": "2.5"}
_WAS = {"stroke": "#7a4f12", "stroke-width": "2", "stroke-dasharray": "4 2"}
_NOTED = {"fill": NOTED, "fill-opacity": "0.3", "stroke": NOTED, "stroke-width": "2"}


def _key(sides: Iterable[tuple[str, str]], *, fronts: tuple[bool, bool], noted: bool) -> list[dict[str, Any]]:
    """What colours, squares with a sign, and lines mean; ``fronts``: whether one is drawn now, and one from before."""
    rows: list[dict[str, Any]] = [{"square": {"fill": colour}, "words": name} for colour, name in sides]
    rows += [
        {"square": {"fill": _GREY}, "sign": "2", "words": "number of units that moved here"},
        {"square": _PALE, "words": "did not move"},
        {"square": {**_PALE, "stroke": "#111111", "stroke-width": "2"}, "words": "did not move, but changed"},
        {"square": _HOLLOW, "words": "was here before"},
        {"square": {"fill": _GREY}, "sign": "+", "words": "newly on the map"},
        {"square": _HOLLOW, "sign": "−", "words": "no longer on the map"},
    ]
    rows += [{"square": _NOTED, "words": "the map or its owner has changed here"}] if noted else []
    rows += [{"line": _NOW, "words": "the front"}] if fronts[0] else []
    rows += [{"line": _WAS, "words": "the front before"}] if fronts[1] else []
    return rows
