"""Two states of a game on one page: unit positions on one map, both maps, and every change in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
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
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.reports.drawing import Shrinker, front_of
from scenario_forge.reports.html import bundle, page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compare.difference import Change
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.hexes import Side
    from scenario_forge.printing.map.frame import MapFrame


WIDE, HIGH = 300.0, 150.0
"""The most that a map takes, in millimetres of its drawing."""
NOTED = "#a3420a"
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


def moves_map(
    brief: Brief,
    before: HexMap,
    after: HexMap,
    movers: Sequence[Mover],
    noted: Mapping[int, str],
    fronts: tuple[Sequence[Side], Sequence[Side]] = ((), ()),
) -> dict[str, Any]:
    """Return the map as it is, as it was where that differs, the fronts, and what the page's script lays on them.

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
    shrinker = Shrinker()
    grounds = [shrinker.shrink(_ground(brief, replace(frame, linked=each), marked)) for each in (before, after)]
    was = "" if list(fronts[0]) == list(fronts[1]) else _front_line(fronts[0], frame, old=True)
    then, now = (_front_line(sides, frame, old=False) for sides in fronts)
    left, top, right, bottom = frame.box
    sides, name = list(brief.game.side_names), after.grid.ids.__getitem__
    data = {
        "width": right - left,
        "height": bottom - top,
        "size": frame.size,
        "flat": after.grid.orientation == "flat",
        "ids": [name(hex_) for hex_ in frame.hexes],
        "at": [round(value, 1) for x, y in map(frame.centre, frame.hexes) for value in (x - left, y - top)],
        "places": {},
        "named": [],
        "scored": 0,
        "noted": {name(hex_): words for hex_, words in sorted(noted.items())},
        "movers": [
            [sides.index(m.side), m.name, *(None if h is None else name(h) for h in (m.before, m.after)), m.anchor]
            for m in movers
            if m.side in sides
        ],
    }
    return {
        "data": data,
        "view": f"{mm(left)} {mm(top)} {mm(right - left)} {mm(bottom - top)}",
        "styles": Markup(shrinker.styles),  # noqa: S704 - drawn by us, as all below
        "grounds": [Markup(each) for each in dict.fromkeys(grounds)],  # noqa: S704
        "fronts": {
            "all": Markup(was + now),  # noqa: S704
            "only first": Markup(then),  # noqa: S704
            "only then": Markup(now),  # noqa: S704
        },
        "colours": [brief.palette.accent(brief.game, side) for side in sides],
    }


def _ground(brief: Brief, frame: MapFrame, marked: Sequence[int]) -> str:
    """The map below what moves; the marked hexes are only kept free of names."""
    left, top, right, bottom = frame.box
    canvas = Canvas(right - left, bottom - top, left, top)
    draw_hex_map(canvas, brief, frame, detail="card", marked=[MarkedHex(hex_, "none") for hex_ in marked])
    return canvas.body()


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


# -- the page --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DiffSide:
    """One of the two states compared."""

    game: Game
    scenario: str | None
    label: str


def diff_page(before: DiffSide, after: DiffSide, changes: Sequence[Change]) -> str:
    """Return the page; the same values give the same bytes.

    Raises:
        NotBuilt: the script of the map was not bundled.
    """
    script, look = bundle("diff")
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
        "look": look,
    }
    return page("diff", f"{before.label} and {after.label}", values, script=script if values["map"] else "")


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
    """Both maps over each other, with ways from where units were to where they are, and the key to them."""
    nothing: dict[str, Any] = {"map": None, "key": []}
    one, other = hex_map(before.game), hex_map(after.game)
    if one is None or other is None or one.grid.ids != other.grid.ids:
        return nothing
    movers = list(_movers(before, after, other, changes, anchors))
    noted = _noted(other, changes)
    if not movers and not noted:
        return nothing
    brief = Brief(after.game)
    lines = _front(before), _front(after)
    drawn = moves_map(brief, one, other, movers, noted, lines)
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
