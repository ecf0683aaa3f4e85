"""Two states of a game on one page: both maps over each other, and every change in words."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from scenario_forge.compare.change import TITLES
from scenario_forge.compare.scenarios import positions
from scenario_forge.hexes import centre
from scenario_forge.printing.cards.minimap import fit, small_map
from scenario_forge.printing.palette import Palette
from scenario_forge.printing.profile import Profile
from scenario_forge.project.hexmap import hex_map
from scenario_forge.reports.build_style import STYLE
from scenario_forge.reports.html import link, page, section, table, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.compare.change import Change
    from scenario_forge.printing.cards.minimap import Frame
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap

WIDE, HIGH = 300.0, 130.0
"""The most that a map takes, in millimetres of its drawing."""
BLUE = "#33586E"
_STYLE = (
    STYLE
    + """\
.maps { position: relative; margin: .8rem 0; }
.maps svg { display: block; width: 100%; height: auto; }
.maps .after, .maps .moves { position: absolute; inset: 0; }
.shown { display: inline-block; margin-right: 1.25rem; }
#only-before:checked ~ .maps .after, #only-before:checked ~ .maps .moves { visibility: hidden; }
#both:checked ~ .maps .after { opacity: .5; }
#only-after:checked ~ .maps .moves { visibility: hidden; }
.was { color: var(--error); } .now { font-weight: 700; }
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
            _maps(before, after, changes),
            none,
            *(section(_anchor(title), title, _rows(several)) for title, several in groups.items()),
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


def _rows(changes: Sequence[Change]) -> str:
    rows = [
        [
            text(change.subject),
            text(change.what),
            f'<span class="was">{text(change.was)}</span>',
            f'<span class="now">{text(change.now)}</span>',
        ]
        for change in changes
    ]
    return table(["What", "Change", "Was", "Is"], rows)


# -- maps --------------------------------------------------------------------------------------


def _maps(before: Shown, after: Shown, changes: Sequence[Change]) -> str:
    """One map over the other, with arrows from where units were to where they are."""
    one, other = hex_map(before.game), hex_map(after.game)
    if one is None or other is None or one.grid.ids != other.grid.ids:
        return ""
    was, now = _marks(before, one, changes, after=False), _marks(after, other, changes, after=True)
    if not was and not now:
        return ""
    palette = Palette(Profile())
    frame = fit(other, sorted({*was, *now}), WIDE, HIGH)
    first = small_map(one, was, now, palette["warning"], palette, WIDE, HIGH)
    second = small_map(other, now, was, BLUE, palette, WIDE, HIGH)
    arrows = _arrows(other, frame, changes)
    chosen = (
        ("both", "both, and the ways", " checked"),
        ("only-before", f"only {before.label}", ""),
        ("only-after", f"only {after.label}", ""),
    )
    inputs = "".join(
        f'<input type="radio" name="shown" id="{id_}"{on}> <label class="shown" for="{id_}">{text(words)}</label>'
        for id_, words, on in chosen
    )
    return section(
        "map",
        "On the map",
        f'<div>{inputs}<div class="maps"><div class="before">{first}</div><div class="after">{second}</div>'
        f'<div class="moves">{arrows}</div></div></div>',
        '<p class="quiet">Red: as it was. Blue: as it is. Figures count units of a scenario, or changes.</p>',
    )


def _marks(shown: Shown, linked: HexMap, changes: Sequence[Change], *, after: bool) -> dict[int, int]:
    """What is marked: where units of the scenario stand, else the hexes that changes speak of."""
    if shown.scenario is not None:
        return positions(shown.game, shown.scenario)
    found: dict[int, int] = {}
    for change in changes:
        for name in change.hexes_after if after else change.hexes_before:
            hex_ = linked.grid.find(name)
            if hex_ is not None:
                found[hex_] = found.get(hex_, 0) + 1
    return found


def _arrows(linked: HexMap, frame: Frame, changes: Sequence[Change]) -> str:
    lines: dict[str, None] = {}
    for change in changes:
        if len(change.hexes_before) == len(change.hexes_after) == 1 and change.unit:
            start, end = (linked.grid.find(names[0]) for names in (change.hexes_before, change.hexes_after))
            if start is not None and end is not None and start != end:
                (x0, y0), (x1, y1) = centre(linked.grid, start, frame.size), centre(linked.grid, end, frame.size)
                lines[f'<path d="M{x0:.2f} {y0:.2f}L{x1:.2f} {y1:.2f}" marker-end="url(#head)"/>'] = None
    box = f"{frame.left:.3f} {frame.top:.3f} {frame.width:.3f} {frame.height:.3f}"
    head = (
        '<marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto">'
        '<path d="M0 0L6 3L0 6Z"/></marker>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><defs>{head}</defs>'
        f'<g fill="none" stroke="#1a1816" stroke-width="0.4" opacity="0.85">{"".join(lines)}</g></svg>'
    )
