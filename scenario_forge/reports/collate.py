"""A form as one page that needs no network: tick or correct, and take the answers along as YAML."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from scenario_forge.hexes import centre, corners
from scenario_forge.printing.svg import mm, xy
from scenario_forge.reports.html import attribute, page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.printing.svg import XY
    from scenario_forge.printing.words import Words
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.source.nodes import Data


Value = tuple[str, str, "Data"]
"""Address, field, our value."""
Part = tuple[str, "Iterable[tuple[str, Sequence[Value]]]"]
"""A component with rows of values."""
Row = tuple[str, str, int]
"""Address, letters, number of the first hex."""
Run = tuple[str, str, str, "Sequence[str]", "Sequence[str] | None"]
"""Address, name, kind, steps as written, and the same as names of hexsides, where they are such."""

SIZE = 10.0
"""Breadth of a hex in the drawing; the page scales it."""
_DRY = ("#f4ecd6", "#eed997", "#d9bf94", "#c9c2b4", "#bcd3ae", "#a8b992", "#d3b7a6", "#c2b8d0")
_WET = ("#cfe3ea", "#b5d3de", "#dbe9ee")


@dataclass(frozen=True)
class Answered:
    """What the file of a copy says already."""

    title: str = ""
    answers: Mapping[str, Data] = field(default_factory=dict)
    """By address what is printed."""
    kept: Sequence[Mapping[str, Data]] = ()
    """Answers to what the form does not ask; they are written again as they are."""


@dataclass(frozen=True)
class Land:
    """What is asked of the ground: the map, its rows of terrain, its hexsides and roads."""

    map: HexMap
    rows: Sequence[Row]
    runs: Sequence[Run]


@dataclass(frozen=True)
class Form:
    """All that a form asks, and what was answered before.

    ``title`` is the game's, ``name`` the copy's: what is saved is called so. ``names`` are fields that take one of a
    few names, with these.
    """

    title: str
    words: Words
    name: str
    parts: Iterable[Part]
    answered: Answered
    land: Land | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)


def collate_page(form: Form) -> str:
    """The form as a page; the same values give the same bytes."""
    words, answered = form.words, form.answered
    file = f"{form.name}.yaml"
    read = len(answered.answers) + len(answered.kept)
    lead = [words("collate_lead"), words("collate_how", file=file)]
    lead += [words("collate_read", count=read, file=file)] if read else []
    lead += [words("collate_kept", count=len(answered.kept))] if answered.kept else []
    single = ("example", "all", "answers", "as_yaml")
    ground = ("ground", "ground_lead", "ground_hex", "ground_side", "ground_rest", "ground_chains")
    values = {
        "words": {
            "lead": lead,
            "which_copy": words("collate_copy"),
            "save": words("collate_save", file=file),
            "on_copy": lambda name: words("collate_on_copy", field=name),
            **{each: words(f"collate_{each}") for each in (*single, *(ground if form.land else ()))},
        },
        "copy_title": answered.title,
        "components": [
            (part, [(name, [_value(value, answered) for value in several]) for name, several in rows])
            for part, rows in form.parts
        ],
        "ground": _ground(form.land, answered.answers) if form.land else None,
        "data": _data(form),
    }
    scripts = ("form.js", *(["ground.js"] if form.land else []), "start.js")
    return page(
        "collate",
        f"{form.title}: {words('collate_title')}",
        values,
        scripts=[("collate_form", each) for each in scripts],
        generator="",
        language=words.language,
    )


def _data(form: Form) -> dict[str, Any]:
    """What the script knows."""
    words, answered = form.words, form.answered
    kept = list(map(dict, answered.kept))
    known = [answered.title, sorted(answered.answers.items()), kept]
    return {
        "game": form.title,
        "name": form.name,
        "base": sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16],
        "kept": kept,
        "names": {field: list(each) for field, each in form.names.items()},
        "words": {
            "untitled": words("collate_untitled", game=form.title),
            "number": words("collate_number"),
            "name": words("collate_name"),
            "count": words("collate_count"),
        },
    }


def _value(value: Value, answered: Answered) -> dict[str, Any]:
    at, name, ours = value
    known, printed = at in answered.answers, answered.answers.get(at)
    return {
        "at": at,
        "name": name.replace("_", " "),
        "ours": ours,
        "ours_as_json": json.dumps(ours),
        "ticked": known and printed == ours,
        "other": printed if known and printed != ours else None,
    }


# -- the ground --------------------------------------------------------------------------------------


def _ground(land: Land, answers: Mapping[str, Data]) -> dict[str, Any]:
    linked = land.map
    terrain = linked.document.terrain
    asked: dict[str, Any] = {
        "letters": [kind.letter for kind in terrain],
        "ids": list(linked.grid.ids),
        "rows": [
            {"at": at, "letters": row, "first": first, "saved": _text(answers.get(at))} for at, row, first in land.rows
        ],
        "chains": [
            {"at": at, "steps": list(steps), "sides": sides and list(sides), "saved": _list(answers.get(at))}
            for at, _name, _kind, steps, sides in land.runs
        ],
    }
    chains = [
        {
            "number": number,
            "name": name,
            "kind": kind,
            "painted": sides is not None,
            "said": f"{len(steps)}" if sides is not None else f"{steps[0]} … {steps[-1]}",
        }
        for number, (_at, name, kind, steps, sides) in enumerate(land.runs)
    ]
    return {
        "terrain": [
            {"letter": kind.letter, "name": kind.name, "colour": colour}
            for kind, colour in zip(terrain, _colours(linked), strict=True)
        ],
        "tools": [each for each in chains if each["painted"]],
        "map": Markup(_drawing(linked)),  # noqa: S704 - drawn here, and escaped there
        "chains": chains,
        "asked": asked,
    }


def _text(value: Data) -> str | None:
    return value if isinstance(value, str) else None


def _list(value: Data) -> list[str] | None:
    return [str(each) for each in value] if isinstance(value, list) else None


def _colours(linked: HexMap) -> Iterator[str]:
    dry = wet = 0
    for kind in linked.document.terrain:
        if kind.land:
            yield _DRY[dry % len(_DRY)]
            dry += 1
        else:
            yield _WET[wet % len(_WET)]
            wet += 1


def _drawing(linked: HexMap) -> str:
    """Hexes and hexsides to click, and what helps to find one's way: roads, names, ids."""
    points = [corners(linked.grid, hex_, SIZE) for hex_ in range(len(linked.grid))]
    numbers = {kind.id: number for number, kind in enumerate(linked.document.terrain)}
    shapes = "".join(
        f'<polygon class="hex t-{numbers.get(linked.terrain[hex_] or "", 0)}" data-hex="{hex_}" '
        f'points="{" ".join(map(xy, around))}"/>'
        for hex_, around in enumerate(points)
    )
    right, low = max(x for around in points for x, _y in around), max(y for around in points for _x, y in around)
    return (
        f'<svg id="ground" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {mm(right)} {mm(low)}" '
        f'style="width:{round(right / SIZE * 34)}px">{shapes}{_signs(linked)}'
        f'<g class="sides">{"".join(_edges(linked, points))}</g></svg>'
    )


def _signs(linked: HexMap) -> str:
    middles = [centre(linked.grid, hex_, SIZE) for hex_ in range(len(linked.grid))]
    ids = "".join(
        f'<text x="{mm(x)}" y="{mm(y - SIZE * 0.27)}">{attribute(linked.name(hex_))}</text>'
        for hex_, (x, y) in enumerate(middles)
    )
    ways = [" ".join(xy(middles[hex_]) for hex_ in line.hexes if hex_ is not None) for line in linked.lines]
    roads = "".join(f'<polyline class="road" points="{way}"/>' for way in ways)
    names = "".join(
        f'<text class="place" x="{mm(middles[hex_][0])}" y="{mm(middles[hex_][1] + SIZE * 0.4)}">'
        f"{attribute(place.name)}</text>"
        for name, (place, hex_, _where) in linked.places.items()
        if hex_ is not None and name == place.name
    )
    return f'<g class="roads">{roads}</g><g class="ids">{ids}{names}</g>'


def _edges(linked: HexMap, points: Sequence[Sequence[XY]]) -> Iterator[str]:
    """Every side between two hexes of which one at least is land, called as the form calls it."""
    for hex_, around in enumerate(points):
        for direction, other in enumerate(linked.grid.neighbours[hex_]):
            if other <= hex_ or not (linked.land[hex_] or linked.land[other]):
                continue
            name = attribute(f"{linked.name(hex_)}/{linked.name(other)}")
            (x1, y1), (x2, y2) = around[direction - 1], around[direction]
            ends = f'x1="{mm(x1)}" y1="{mm(y1)}" x2="{mm(x2)}" y2="{mm(y2)}"'
            yield f'<line class="side" data-side="{name}" data-of="{hex_} {other}" {ends}/>'
