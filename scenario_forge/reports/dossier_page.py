"""The dossier of a date: the evidence beside the decision, on one page that needs nothing else, and no network."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.render.lines import one_line
from scenario_forge.reports.dossier_data import page_data
from scenario_forge.reports.dossier_parts import (
    chronology_card,
    formation_options,
    fronts,
    hatches,
    layers,
    supply,
)
from scenario_forge.reports.dossier_rows import row_items
from scenario_forge.reports.replay import embedded_fonts
from scenario_forge.reports.scripts import in_script, script_policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.design.dates import Dates
    from scenario_forge.design.dossier_rows import Subject
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.reports.dossier_board import Drawn, Start
    from scenario_forge.reports.dossier_chronology import Told

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
