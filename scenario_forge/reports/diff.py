"""Two states of a game on one page: both maps over each other, and every change in words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scenario_forge.compare.change import TITLES, Matter
from scenario_forge.compare.scenarios import positions
from scenario_forge.compare.starts import FRONT
from scenario_forge.printing.brief import Brief
from scenario_forge.project.hexmap import hex_map
from scenario_forge.reports.board import front_of
from scenario_forge.reports.html import page
from scenario_forge.reports.moves_map import NOTED, Mover, moves_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compare.change import Change
    from scenario_forge.hexes import Side
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


@dataclass(frozen=True)
class Shown:
    """One side of the comparison."""

    game: Game
    scenario: str | None
    label: str


def diff_page(before: Shown, after: Shown, changes: Sequence[Change]) -> str:
    """The page; the same values give the same bytes."""
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


def _map(before: Shown, after: Shown, changes: Sequence[Change], anchors: Mapping[Change, str]) -> dict[str, Any]:
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


def _front(shown: Shown) -> list[Side]:
    return front_of(shown.game, shown.scenario) if shown.scenario else []


def _movers(
    before: Shown, after: Shown, linked: HexMap, changes: Sequence[Change], anchors: Mapping[Change, str]
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
