"""Two states of a game on one page: both maps over each other, and every change in words."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from scenario_forge.compare.change import TITLES, Matter
from scenario_forge.compare.scenarios import positions
from scenario_forge.compare.starts import FRONT
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.profile import Profile
from scenario_forge.project.hexmap import hex_map
from scenario_forge.reports.build_report import STYLE
from scenario_forge.reports.dossier_board import front_of
from scenario_forge.reports.html import attribute, link, page, section, table, text
from scenario_forge.reports.moves_map import NOTED, Mover, moves_map
from scenario_forge.reports.moves_map import STYLE as MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compare.change import Change
    from scenario_forge.hexes import Side
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


_STYLE = (
    STYLE
    + MOVES
    + """\
.was { color: var(--error); } .now { font-weight: 700; }
tr:has(:target) { outline: 2px solid var(--accent); }
th, td { overflow-wrap: normal; }
td:first-child { min-width: 8rem; } td:nth-child(2) { min-width: 9rem; } td:nth-child(n+3) { min-width: 6rem; }
"""
)


@dataclass(frozen=True)
class Shown:
    """One side of the comparison."""

    game: Game
    scenario: str | None
    label: str


def diff_page(before: Shown, after: Shown, changes: Sequence[Change]) -> str:
    """The page; the same values give the same bytes."""
    groups = {title: list(several) for title, several in groupby(changes, key=lambda each: TITLES[each.matter])}
    anchors = {change: f"change-{number}" for number, change in enumerate(changes, start=1)}
    contents = "".join(
        f'<li>{link(f"#{_anchor(title)}", text(title))} <span class="quiet">{len(several)}</span></li>'
        for title, several in groups.items()
    )
    none = "" if changes else "<p>Nothing that matters to a player is another.</p>"
    return page(
        f"{before.label} and {after.label}",
        _STYLE,
        [
            link("#changes", "To the changes", class_="skip"),
            _head(before, after),
            f'<nav id="changes" aria-label="Contents"><ul>{contents}</ul></nav>',
            "<main>",
            _maps(before, after, changes, anchors),
            none,
            *(section(_anchor(title), title, _rows(several, anchors)) for title, several in groups.items()),
            "</main>",
        ],
    )


def _head(before: Shown, after: Shown) -> str:
    return (
        f"<header>\n<h1>{text(after.game.title)}: what has changed</h1>\n"
        f'<p class="quiet">from <b>{text(before.label)}</b> to <b>{text(after.label)}</b></p>\n</header>'
    )


def _anchor(title: str) -> str:
    return title.casefold().replace(" ", "-")


def _rows(changes: Sequence[Change], anchors: Mapping[Change, str]) -> str:
    rows = [
        [
            _subject(change, anchors[change]),
            text(change.what),
            f'<span class="was">{text(change.was)}</span>',
            f'<span class="now">{text(change.now)}</span>',
        ]
        for change in changes
    ]
    return table(["What", "Change", "Was", "Is"], rows)


def _subject(change: Change, anchor: str) -> str:
    """What it is about; a unit that is drawn leads to the map."""
    said = text(change.subject)
    if change.unit and (change.hexes_before or change.hexes_after):
        said = link(f"#map-{anchor}", said)
    return f'<span id="{attribute(anchor)}">{said}</span>'


# -- maps --------------------------------------------------------------------------------------


def _maps(before: Shown, after: Shown, changes: Sequence[Change], anchors: Mapping[Change, str]) -> str:
    """Both maps over each other, with arrows from where units were to where they are."""
    one, other = hex_map(before.game), hex_map(after.game)
    if one is None or other is None or one.grid.ids != other.grid.ids:
        return ""
    movers = list(_movers(before, after, other, changes, anchors))
    noted = _noted(other, changes)
    if not movers and not noted:
        return ""
    palette = Palette(Profile())
    sides = after.game.side_names
    colours = {side: palette.accent(after.game, side) for side in sides}
    chosen = (
        ("both", "what has changed", " checked"),
        ("only-before", f"as it was: {before.label}", ""),
        ("only-after", f"as it is: {after.label}", ""),
    )
    inputs = "".join(
        f'<label class="shown"><input type="radio" name="shown" id="{id_}"{on}> {text(words)}</label>'
        for id_, words, on in chosen
    )
    lines = _front(before), _front(after)
    drawn = moves_map(Brief(after.game), one, other, movers, noted, lines)
    moved = bool(lines[0]) and lines[0] != lines[1]
    keys = legend(colours, sides, fronts=(bool(lines[1]), moved), noted=bool(noted))
    return section("map", "On the map", f"<div>{inputs}{drawn}</div>", keys)


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


def legend(
    colours: Mapping[str, str],
    names: Mapping[str, str],
    *,
    fronts: tuple[bool, bool] = (False, False),
    noted: bool = True,
) -> str:
    """What colours, hollow squares and signs mean; fronts now and before, and hexes, where there are any."""

    def key(look: str, figure: str, words: str) -> str:
        sign = (
            f'<text x="8" y="12" font-size="11" text-anchor="middle" font-weight="700" '
            f'fill="{"#555555" if "none" in look else "#ffffff"}">{figure}</text>'
        )
        square = (
            f'<svg viewBox="0 0 16 16" aria-hidden="true"><rect x="1" y="1" width="14" height="14" {look}/>{sign}</svg>'
        )
        return f"<li>{square} {escape(words)}</li>"

    said = [key(f'fill="{colours[side]}"', "", name) for side, name in names.items() if side in colours]
    said += [
        key('fill="#555555"', "2", "so many units moved here"),
        key('fill="#555555" fill-opacity="0.4"', "", "where it was already"),
        key('fill="#555555" fill-opacity="0.4" stroke="#111111" stroke-width="2"', "", "there already, but changed"),
        key('fill="none" stroke="#555555" stroke-width="2" stroke-dasharray="3 2"', "", "it was here"),
        key('fill="#555555"', "+", "not on the map before"),
        key('fill="none" stroke="#555555" stroke-width="2" stroke-dasharray="3 2"', "−", "no longer on the map"),
    ]
    if noted:
        look = f'fill="{NOTED}" fill-opacity="0.3" stroke="{NOTED}" stroke-width="2"'
        said.append(key(look, "", "the map, or who holds it, is another here"))
    for there, look, words in (
        (fronts[0], 'stroke="#2b2620" stroke-width="2.5"', "the front"),
        (fronts[1], 'stroke="#7a4f12" stroke-width="2" stroke-dasharray="4 2"', "where the front was"),
    ):
        if there:
            line = f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M0 8H16" {look}/></svg>'
            said.append(f"<li>{line} {words}</li>")
    return f'<ul class="sides quiet">{"".join(said)}</ul>'
