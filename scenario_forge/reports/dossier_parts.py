"""Parts of a dossier page that stand still: layers of the map and their key, the chronology, choices of a filter."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from scenario_forge.design.dossier_rows import formation
from scenario_forge.reports.html import attribute, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.project.game import Game
    from scenario_forge.reports.dossier_board import Drawn, Start
    from scenario_forge.reports.dossier_chronology import Told

LOOKS = {"before": ("was", "1 2.6"), "now": ("is", ""), "after": ("will", "3.4 2.8")}
"""Of a start's front: the class of its key, the dashes of its line."""


def hatches(drawn: Drawn) -> str:
    """A hatch for each side's supply, each in its own direction, so that they are told apart in grey."""
    return "".join(
        f'<pattern id="hatch{n}" width="3.2" height="3.2" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({(45, -45, 0, 90)[n % 4]})">'
        f'<path d="M0 1.6H3.2" stroke="{colour}" stroke-width=".55" stroke-opacity=".6"/></pattern>'
        for n, colour in enumerate(drawn.sides)
    )


def supply(drawn: Drawn) -> str:
    """Shaded hexes by start and side; within the smaller radius twice as strong."""
    return "".join(f'<g data-role="{role}" hidden>{"".join(_reaches(drawn, role))}</g>' for role in drawn.supply)


def _reaches(drawn: Drawn, role: str) -> Iterator[str]:
    for number, reach in enumerate(drawn.supply[role]):
        colour = drawn.sides[number]
        for _radius, path in reach.outlines:
            yield f'<path d="{path}" fill="{colour}" fill-opacity=".1"/>'
            yield (
                f'<path class="reach" d="{path}" fill="url(#hatch{number})" stroke="{colour}" '
                f'stroke-opacity=".8" fill-rule="evenodd"/>'
            )
        for hex_ in reach.sources:
            x, y = drawn.at[hex_]
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{drawn.size * 0.42:.1f}" fill="{colour}" fill-opacity=".55"/>'


def fronts(drawn: Drawn) -> str:
    """The line between the sides at each start."""
    under, lines = [], []
    for role in ("now", "before", "after"):  # broken lines upon the whole one, so that each is seen where they meet
        path, dashes = drawn.fronts.get(role, ""), LOOKS[role][1]
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        if path:
            under.append(f'<path class="front under" data-role="{role}" d="{path}" stroke-width="3.2"/>')
            lines.append(f'<path class="front front-{role}" data-role="{role}" d="{path}" stroke-width="1.5"{dash}/>')
    return "".join(under + lines)


def layers(starts: Sequence[Start], drawn: Drawn, game: Game) -> str:
    """What can be shown on the map, which is its key too."""
    by_role = {start.role: start for start in starts}
    roles = {"before": "was", "now": "now", "after": "will"}
    where = "".join(
        _check(f"show-{roles[role]}", f'<span class="key {LOOKS[role][0]}"></span>{_label(start)}', on=True)
        for role, start in by_role.items()
    )
    missing = "".join(
        f'<input type="checkbox" id="show-{name}" hidden{" checked" * (role == "now")}>'
        for role, name in roles.items()
        if role not in by_role
    )
    where += (
        missing + _check("show-ties", "ways", on=False) + _check("show-later", "who is not on the map then", on=False)
    )
    lines = "".join(
        _check(f"front-{role}", f'<span class="key line {LOOKS[role][0]}"></span>{_label(start)}{_none(drawn, role)}',
               on=bool(drawn.fronts[role]), off=not drawn.fronts[role])
        for role, start in by_role.items()
    )  # fmt: skip
    reach = _radio("none", "none", on=True) + "".join(
        _radio(role, _label(start) + _unshown(drawn, role, game)) for role, start in by_role.items()
    )
    return (
        f"<fieldset><legend>Where they are</legend>{where}</fieldset>"
        f"<fieldset><legend>Front</legend>{lines}</fieldset>"
        f"<fieldset><legend>Supply</legend>{reach}{_reach_keys(drawn, game)}</fieldset>"
    )


def _reach_keys(drawn: Drawn, game: Game) -> str:
    """Which hatch is whose, and how far it reaches; each shown with its layer."""
    found = []
    for role, reaches in drawn.supply.items():
        said = []
        for number, reach in enumerate(reaches):
            if reach.outlines:
                radii = " or ".join(str(radius) for radius, _path in reach.outlines)
                swatch = f'<rect width="24" height="14" fill="url(#hatch{number})"/>'
                name = escape(game.side_names.get(reach.side, reach.side))
                hatch = f'<svg class="hatch" viewBox="0 0 24 14" aria-hidden="true">{swatch}</svg>'
                said.append(f"{hatch}{name}: within {radii} hexes of supply")
        several = any(len(reach.outlines) > 1 for reach in reaches)
        words = " (darker: within the smaller radius)" if several else ""
        found.append(f'<span class="reaches" data-role="{role}" hidden>{"".join(said)}{words}</span>' if said else "")
    return "".join(found)


def _label(start: Start) -> str:
    return text(start.label)


def _none(drawn: Drawn, role: str) -> str:
    return "" if drawn.fronts[role] else ' <span class="quiet">(the sides do not meet)</span>'


def _unshown(drawn: Drawn, role: str, game: Game) -> str:
    """Sides of which nothing is shaded, and why."""
    said = [
        f"{escape(game.side_names.get(reach.side, reach.side))}: {escape(reach.note)}"
        for reach in drawn.supply[role]
        if reach.note
    ]
    return f' <span class="quiet">({"; ".join(said)})</span>' if said else ""


def _check(id_: str, inner: str, *, on: bool, off: bool = False) -> str:
    marks = " checked" * on + " disabled" * off
    return f'<label><input type="checkbox" id="{id_}"{marks}>{inner}</label>'


def _radio(value: str, inner: str, *, on: bool = False) -> str:
    return f'<label><input type="radio" name="supply" value="{value}"{" checked" * on}>{inner}</label>'


def formation_options(subjects: Sequence[Subject]) -> str:
    """The formations of more than one unit."""
    names = [formation(each.unit) for each in subjects if each.unit]
    several = sorted({name for name in names if name and names.count(name) > 1})
    return "".join(f'<option value="{attribute(name)}">{text(name)}</option>' for name in several)


def chronology_card(told: Sequence[Told], starts: Sequence[Start], against: Sequence[str] = ()) -> str:
    """What happened around the date, headed by what contradicts the draft; the rest below it."""
    if not told:
        return '<section class="card"><h2>Chronology</h2><p class="quiet">The game has none.</p></section>'
    near = [each for each in told if each.near]
    far = [each for each in told if not each.near]
    labels = {start.role: start.label for start in starts}
    heads = {
        "before": f"since {labels['before']}" if "before" in labels else "before",
        "then": "in this game turn",
        "after": f"until {labels['after']}" if "after" in labels else "afterwards",
    }
    body = "".join(
        f'<li class="when">{text(heads[when])}</li>{"".join(map(_event, group))}'
        for when, group in groupby(near, key=lambda each: each.when)
    )
    rest = f'<details><summary>The rest of it</summary><ul class="events">{"".join(map(_event, far))}</ul></details>'
    doubts = "".join(f'<p class="doubt">{text(said[0].upper() + said[1:])}.</p>' for said in against)
    return (
        f'<section class="card"><h2>Chronology</h2>{doubts}<ul class="events">'
        f"{body or '<li>Nothing around the date.</li>'}"
        f"</ul>{rest if far else ''}</section>"
    )


def _event(told: Told) -> str:
    first, *more = told.cells or (("", ""),)
    others = "".join(f"<small>{text(cell)}</small>" for _label, cell in more)
    against = " against" * told.against
    return f'<li class="{told.when}{against}"><time>{text(told.date)}</time> {text(first[1])}{others}</li>'
