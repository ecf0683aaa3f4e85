"""The collation form as one offline page: tick or correct each value, and save the answers as YAML."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.ground import ground_colours
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.map.plain import sides_between
from scenario_forge.printing.svg import Canvas, mm
from scenario_forge.reports.drawing import Shrinker
from scenario_forge.reports.html import bundle, page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.map.frame import MapFrame
    from scenario_forge.source.nodes import Data


SIZE = 10.0
"""Breadth of a hex in the drawing; the page scales it."""


class Question(NamedTuple):
    """One value to look up."""

    at: str
    field: str
    ours: Data


class QuestionGroup(NamedTuple):
    """Values that are seen together, such as those of a counter or of a box of the track."""

    name: str
    values: list[Question]


class Part(NamedTuple):
    """A physical component of the game, with its questions."""

    title: str
    rows: list[QuestionGroup]

    @property
    def asks(self) -> int:
        """Number of values that the form asks for here."""
        return sum(len(row.values) for row in self.rows)


class TerrainRow(NamedTuple):
    """A row of one sheet: where it is written, its letters, and the number of its first hex."""

    at: str
    letters: str
    first: int


class Chain(NamedTuple):
    """A chain of hexsides, or the hexes of a road."""

    at: str
    name: str
    kind: str
    steps: tuple[str, ...]
    """As written."""
    sides: tuple[str, ...] | None
    """Each step as the map's drawing calls the hexside; None for a road."""


class MapQuestions(NamedTuple):
    """Every question about a map but those about its places."""

    map: HexMap
    rows: list[TerrainRow]
    chains: list[Chain]

    @property
    def asks(self) -> int:
        """Number of values that the form asks for here."""
        return len(self.rows) + len(self.chains)


@dataclass(frozen=True)
class EarlierAnswers:
    """Answers that the file of a copy holds already."""

    title: str = ""
    answers: Mapping[str, Data] = field(default_factory=dict)
    """By address what is printed."""
    kept: Sequence[Mapping[str, Data]] = ()
    """Answers to what the form does not ask; they are written again as they are."""


@dataclass(frozen=True)
class Form:
    """Questions of a form, and the earlier answers.

    ``name`` is that of the copy, and of the saved file. ``names``: for each field that takes one of a few names, those.
    """

    brief: Brief
    name: str
    parts: Sequence[Part]
    answered: EarlierAnswers
    land: MapQuestions | None = None
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)


def collate_page(form: Form) -> str:
    """Return the form as a page; the same values give the same bytes.

    Raises:
        NotBuilt: the page's script was not bundled.
    """
    script, look = bundle("collate-map" if form.land else "collate-form")
    words, answered = form.brief.words, form.answered
    file = f"{form.name}.yaml"
    read = len(answered.answers) + len(answered.kept)
    lead = [words("collate_lead"), words("collate_how", file=file)]
    lead += [words("collate_read", count=read, file=file)] if read else []
    lead += [words("collate_kept", count=len(answered.kept))] if answered.kept else []
    single = ("example", "all", "answers", "as_yaml", "scripts")
    ground = ("ground", "ground_lead", "ground_hex", "ground_side", "ground_rest", "ground_chains")
    zoom = ("closer", "farther", "whole")
    values = {
        "words": {
            "lead": lead,
            "which_copy": words("collate_copy"),
            "save": words("collate_save", file=file),
            "on_copy": lambda name: words("collate_on_copy", field=name),
            **{each: words(f"collate_{each}") for each in (*single, *((*ground, *zoom) if form.land else ()))},
        },
        "copy_title": answered.title,
        "components": [
            (part, [(name, [_value(value, answered) for value in several]) for name, several in rows])
            for part, rows in form.parts
        ],
        "ground": _ground(form.brief, form.land, answered.answers) if form.land else None,
        "data": _data(form),
        "look": look,
    }
    return page(
        "collate",
        f"{form.brief.game.title}: {words('collate_title')}",
        values,
        script=script,
        generator="",
        language=words.language,
    )


def _data(form: Form) -> dict[str, Any]:
    """What the script of the form is given, as JSON."""
    words, answered, title = form.brief.words, form.answered, form.brief.game.title
    kept = list(map(dict, answered.kept))
    known = [answered.title, sorted(answered.answers.items()), kept]
    return {
        "game": title,
        "name": form.name,
        "base": sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16],
        "kept": kept,
        "names": {field: list(each) for field, each in form.names.items()},
        "words": {
            "untitled": words("collate_untitled", game=title),
            "number": words("collate_number"),
            "name": words("collate_name"),
            "count": words("collate_count"),
        },
    }


def _value(value: Question, answered: EarlierAnswers) -> dict[str, Any]:
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


def _ground(brief: Brief, land: MapQuestions, answers: Mapping[str, Data]) -> dict[str, Any]:
    linked = land.map
    terrain, colours = linked.document.terrain, ground_colours(brief.palette, linked)
    frame = whole_map(linked, SIZE)
    left, top, right, low = frame.box
    asked: dict[str, Any] = {
        "width": right - left,
        "height": low - top,
        "size": frame.size,
        "at": [round(v, 1) for x, y in map(frame.centre, range(len(linked.grid))) for v in (x - left, y - top)],
        "flat": linked.grid.orientation == "flat",
        "places": {},
        "named": [],
        "scored": 0,
        "colours": [colours[kind.id] for kind in terrain],
        "letters": [kind.letter for kind in terrain],
        "ids": list(linked.grid.ids),
        "edges": sides_between(linked),
        "rows": [
            {"at": at, "letters": row, "first": first, "saved": _text(answers.get(at))} for at, row, first in land.rows
        ],
        "chains": [
            {"at": at, "steps": list(steps), "sides": sides and list(sides), "saved": _list(answers.get(at))}
            for at, _name, _kind, steps, sides in land.chains
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
        for number, (_at, name, kind, steps, sides) in enumerate(land.chains)
    ]
    return {
        "terrain": [{"letter": kind.letter, "name": kind.name, "colour": colours[kind.id]} for kind in terrain],
        "tools": [each for each in chains if each["painted"]],
        "map": Markup(_drawing(brief, frame)),  # noqa: S704 - drawn here, and escaped there
        "chains": chains,
        "asked": asked,
    }


def _text(value: Data) -> str | None:
    return value if isinstance(value, str) else None


def _list(value: Data) -> list[str] | None:
    return [str(each) for each in value] if isinstance(value, list) else None


def _drawing(brief: Brief, frame: MapFrame) -> str:
    """Return what helps to find one's way above the hexes that the page draws: roads, names, ids."""
    shrinker = Shrinker()
    left, top, right, low = frame.box
    canvas = Canvas(right - left, low - top, left, top)
    draw_hex_map(canvas, brief, frame, detail="form")
    view = f"{mm(left)} {mm(top)} {mm(right - left)} {mm(low - top)}"
    drawn = shrinker.shrink(canvas.body(), 2)
    return f'<svg viewBox="{view}"><style>{shrinker.styles}</style>{drawn}</svg>'
