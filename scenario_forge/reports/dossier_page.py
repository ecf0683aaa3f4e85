"""The dossier of a date: the evidence beside the decision, on one page that needs nothing else, and no network."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from scenario_forge.design.dossier_clashes import weight_of
from scenario_forge.design.dossier_rows import formation, suffix_of
from scenario_forge.diagnostics.render.report import one_line
from scenario_forge.project.system import PlacementToken
from scenario_forge.reports.dossier_rows import comings, row_id, row_items, state_of
from scenario_forge.reports.html import attribute, in_script, script_policy, text
from scenario_forge.reports.replay import embedded_fonts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.system import EntryKind
    from scenario_forge.reports.dossier_board import Drawn, Start
    from scenario_forge.reports.dossier_rows import Told


_VIEW = (("replay_page", "view.js"), ("replay_page", "drag.js"), ("replay_page", "names.js"))
SCRIPTS = (
    ("dossier_form", "data.js"),
    *_VIEW,
    ("dossier_form", "map.js"),
    ("dossier_form", "rows.js"),
    ("dossier_form", "save.js"),
)
MARK = '<meta name="generator" content="forge dossier">'
"""By this a page of ours is known again, so that it may be made anew."""


@dataclass(frozen=True)
class Shown:
    """All that the page shows."""

    game: Game
    linked: HexMap
    dates: Dates
    date: str
    """As the track writes it."""
    title: str
    stem: str
    """Of the file."""
    subjects: Sequence[Subject]
    starts: Sequence[Start]
    drawn: Drawn
    told: Sequence[Told]
    command: str
    about: str
    origin: str | None = None
    """Whose positions are drafted, as it was asked for."""
    scenario: str | None = None
    """The scenario that is shown as it stands."""
    against: Sequence[str] = ()
    """What the chronology has against it."""


def dossier_page(shown: Shown) -> str:
    """The page; the same values give the same bytes."""
    script = "".join(f"{_part(*name)}\n" for name in SCRIPTS)
    title = f"{shown.game.title}: {shown.dates.track.label(shown.dates.first_turn)}"
    left, top, wide, high = shown.drawn.box
    sides = [side.id for side in shown.game.about.sides] if shown.game.about else []
    values = {
        "TITLE": escape(one_line(title)),
        "POLICY": script_policy(script),
        "FONTS": embedded_fonts(),
        "STYLE": _part("dossier_form", "page.css") + shown.drawn.styles + _colours(shown.drawn.sides),
        "HEADING": escape(one_line(title)),
        "ABOUT": escape(one_line(shown.about)),
        "VIEW": f"{left:g} {top:g} {wide:g} {high:g}",
        "SYMBOLS": shown.drawn.symbols,
        "HATCHES": hatches(shown.drawn),
        "MAP": shown.drawn.map,
        "SUPPLY": supply(shown.drawn),
        "FRONTS": fronts(shown.drawn),
        "LAYERS": layers(shown.starts, shown.drawn, shown.game),
        "SIDES": "".join(
            f'<option value="{escape(side, quote=True)}">{escape(shown.game.side_names.get(side, side))}</option>'
            for side in sides
        ),
        "FORMATIONS": formation_options(shown.subjects),
        "ROWS": row_items(shown),
        "CHRONOLOGY": chronology_card(shown.told, shown.starts, shown.against),
        "COMMAND": escape(one_line(shown.command)),
        "DATA": in_script(page_data(shown)),
        "SCRIPT": script,
    }
    # one pass, so that nothing in the values is taken for a place to fill
    return re.sub(r"%%([A-Z]+)%%", lambda found: values[found[1]], _part("dossier_form", "page.html"))


def _part(folder: str, name: str) -> str:
    return files("scenario_forge.reports").joinpath(folder, name).read_text(encoding="utf-8")


def _colours(colours: Sequence[str]) -> str:
    variables = ";".join(f"--side{number}:{colour}" for number, colour in enumerate(colours))
    each = "".join(f".of{number}{{--of:var(--side{number})}}" for number in range(len(colours)))
    # beside the map, which stays light, they must be seen on a dark page
    dark = "".join(
        f":is(.row,.here-list) .of{n},.row.of{n}{{--of:color-mix(in srgb,{c} 65%,#fff)}}" for n, c in enumerate(colours)
    )
    return f":root{{{variables}}}{each}@media (prefers-color-scheme: dark){{{dark}}}"


# -- what the script of a dossier page knows -------------------------------------------------------


_OFF: tuple[EntryKind, ...] = ("absent", "eliminated", "reserve")


def page_data(shown: Shown) -> dict[str, Any]:
    """Plain data: the map's names, the rows, what was decided when the page was made."""
    game, linked, drawn = shown.game, shown.linked, shown.drawn
    places = {hex_: place for place, hex_, _where in linked.places.values() if hex_ is not None}
    named = sorted(places, key=lambda h: (places[h].value is None, places[h].capacity is None))
    labels = {start.role: one_line(start.label) for start in shown.starts}
    return {
        "game": game.about.game if game.about else "",
        "date": shown.date,
        "first": shown.dates.first,
        "name": one_line(shown.title),
        "page": _page(shown),
        "stack": _stack(shown),
        "file": f"dossier_{shown.stem}.yaml",
        "sides": [{"id": side, "name": one_line(name)} for side, name in game.side_names.items()],
        "labels": {"was": labels.get("before", ""), "now": labels.get("now", ""), "will": labels.get("after", "")},
        "hexes": list(linked.grid.ids),
        "ids": list(linked.grid.ids),
        "flat": linked.grid.orientation == "flat",
        "at": [round(value, 1) for point in drawn.at for value in point],
        "size": drawn.size,
        "edge": drawn.edge,
        "places": {str(hex_): one_line(place.name) for hex_, place in places.items()},
        "named": named,
        "scored": sum(places[hex_].value is not None for hex_ in named),
        "ground": "".join(map(_ground, linked.land, linked.passable)),
        "names": _names(linked),
        "words": _words(shown),
        "nothing": _nothing(shown),
        "rows": [_row(shown, subject) for subject in shown.subjects],
    }


def _page(shown: Shown) -> dict[str, str]:
    """How the page is drawn, as the file says that it saves."""
    asked = {"drafted_from": shown.origin, "scenario": shown.scenario, "errata": shown.game.errata}
    return {key: one_line(value) for key, value in asked.items() if value}


def _stack(shown: Shown) -> dict[str, Any]:
    """What may stand in one hex, and the rule that says so; 0 where there is no limit."""
    rule = shown.game.system.stacking(shown.game) if shown.game.system else None
    return {"limit": rule.limit if rule else 0, "rule": one_line(rule.rule) if rule else ""}


def _ground(land: int, passable: int) -> str:
    return "p" if passable else "x" if land else "s"


def _names(linked: HexMap) -> dict[str, int | str]:
    """Names beside hex ids: of a place its hex, of an off-map box its owner."""
    found: dict[str, int | str] = {name: box.side or "" for name, box in linked.boxes.items()}
    found |= {name: hex_ for name, (_place, hex_, _where) in linked.places.items() if hex_ is not None}
    return found


def _words(shown: Shown) -> dict[str, str]:
    """Cells that put nobody on the map, as the system's notation writes them."""
    notation = shown.game.system.placement() if shown.game.system else None
    return {notation.format([PlacementToken(kind)]): kind for kind in _OFF} if notation else {}


def _nothing(shown: Shown) -> str:
    """The cell of markers of which there are none; empty where the notation has no word for that."""
    notation = shown.game.system.marker_placement() if shown.game.system else None
    return notation.format([]) if notation else ""


def _weights(shown: Shown, subject: Subject) -> dict[str, int]:
    """What a unit weighs by what stands behind the hex in its cell; the empty text for full strength."""
    counter = subject.unit.counter.counter if subject.unit and subject.unit.counter else None
    notation = shown.game.system.placement() if shown.game.system else None
    strengths = [None, *range(1, counter.strength or 0)] if counter else []
    return {suffix_of(notation, strength): weight_of(shown.game, subject, strength) for strength in strengths}


def _row(shown: Shown, subject: Subject) -> dict[str, Any]:
    sides, unit = list(shown.game.side_names), subject.unit
    row = subject.decided.row if subject.decided else None
    counter = unit.counter.counter if unit and unit.counter else None
    crosses = bool(counter and shown.game.system and shown.game.system.crosses_impassable(shown.game, counter.type))
    name, cells = one_line(subject.name), [candidate.cell for candidate in subject.candidates]
    return {
        "key": f"{subject.key[0]}/{subject.key[1]}",
        "id": row_id(subject),
        "who": subject.key[1],
        "side": sides.index(subject.side) if subject.side in sides else -1,
        "cited": one_line(subject.cited),
        "name": name,
        "marker": unit is None and not subject.control,
        "control": subject.candidates[0].hexes[0] if subject.control else None,
        "crosses": crosses,
        "weight": weight_of(shown.game, subject, subject.strength),
        "weights": _weights(shown, subject),
        "formation": one_line(formation(unit)) if unit else "",
        "text": " ".join((one_line(subject.cited), name, comings(subject), *cells)).lower(),
        "status": subject.status,
        "state": one_line(state_of(subject)),
        "assumed": bool(subject.assumed),
        "face": shown.drawn.faces.get(subject.key, ""),
        "was": list(dict.fromkeys(subject.before.hexes)),
        "will": list(dict.fromkeys(subject.after.hexes)) if subject.after else [],
        "drafted": list(dict.fromkeys(subject.drafted_hexes)),
        "suffix": subject.suffix,
        "holder": subject.drafted if subject.control else "",
        "candidates": [[c.cell, list(dict.fromkeys(c.hexes))] for c in subject.candidates],
        "why": ["; ".join(one_line(why) for why in c.why) for c in subject.candidates],
        "base": [row.at, row.source, row.note] if row else ["", "", ""],
    }


# -- parts of a dossier page that stand still ------------------------------------------------------


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
