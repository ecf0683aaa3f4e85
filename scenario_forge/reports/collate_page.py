"""A form as one page that needs no network: tick or correct, and take the answers along as YAML."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge.hexes import centre, corners
from scenario_forge.printing.svg import mm, xy
from scenario_forge.reports.html import attribute, in_script, script_policy, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.printing.svg import XY
    from scenario_forge.printing.words import Words
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.source.nodes import Data


Value = tuple[str, str, "Data"]
"""Address, field, our value."""
Part = tuple[str, "Iterable[tuple[str, Iterable[Value]]]"]
"""A component with rows of values."""

_FOLDER = Path(__file__).parent / "collate_form"


@dataclass(frozen=True)
class Answered:
    """What the file of a copy says already."""

    title: str = ""
    answers: Mapping[str, Data] = field(default_factory=dict)
    """By address what is printed."""
    kept: Sequence[Mapping[str, Data]] = ()
    """Answers to what the form does not ask; they are written again as they are."""


def file_of(name: str) -> str:
    """A file that stands beside this page's script and style."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def data(id_: str, value: object) -> str:
    """Data for the script; nothing in it can end the element."""
    return f'<script type="application/json" id="{attribute(id_)}">{in_script(value)}</script>'


def collate_page(
    title: str,
    words: Words,
    name: str,
    parts: Iterable[Part],
    answered: Answered,
    ground: str = "",
    names: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The page.

    Args:
        title: of the game.
        words: in which the page speaks.
        name: of the copy; what is saved is called so.
        parts: what is asked.
        answered: what was answered before.
        names: fields that take one of a few names, with these.
        ground: more of the page, see :mod:`scenario_forge.reports.collate_page`.
    """
    body = "".join(
        f"<h2>{text(part)}</h2><table>"
        + "".join(_row(words, row, list(values), answered) for row, values in rows)
        + "</table>"
        for part, rows in parts
    )
    file = f"{name}.yaml"
    read = len(answered.answers) + len(answered.kept)
    said = [words("collate_lead"), words("collate_how", file=file)]
    said += [words("collate_read", count=read, file=file)] if read else []
    said += [words("collate_kept", count=len(answered.kept))] if answered.kept else []
    script = "".join(file_of(each) for each in ("form.js", *(["ground.js"] if ground else []), "start.js"))
    head = escape(f"{title}: {words('collate_title')}")
    return f"""<!doctype html><html lang="{attribute(words.language)}"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{script_policy(script)}">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{head}</title>
<style>{file_of("form.css")}</style><h1>{head}</h1>
{"".join(f"<p>{text(each)}</p>" for each in said)}
<p><label>{text(words("collate_copy"))} <input id="who" type="text" value="{attribute(answered.title)}"
placeholder="{attribute(words("collate_example"))}"></label></p>{body}{ground}
<h2>{text(words("collate_answers"))}</h2>
<textarea id="yaml" readonly aria-label="{attribute(words("collate_as_yaml"))}"></textarea>
<div id="bar"><button id="save">{text(words("collate_save", file=file))}</button><span id="count"></span></div>
{data("form", _data(title, words, name, answered, names or {}))}<script>{script}</script></html>
"""


def _data(
    title: str, words: Words, name: str, answered: Answered, names: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    known = [answered.title, sorted(answered.answers.items()), list(map(dict, answered.kept))]
    return {
        "game": title,
        "name": name,
        "base": sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:16],
        "kept": list(map(dict, answered.kept)),
        "names": {field: list(each) for field, each in names.items()},
        "words": {
            "untitled": words("collate_untitled", game=title),
            "number": words("collate_number"),
            "name": words("collate_name"),
            "count": words("collate_count"),
        },
    }


def _row(words: Words, name: str, values: Sequence[Value], answered: Answered) -> str:
    cells = "".join(_value(words, value, answered) for value in values)
    button = f'<button class="all">{text(words("collate_all"))}</button>' if len(values) > 1 else ""
    return f"<tr data-row><th>{text(name)}</th><td>{cells}</td><td>{button}</td></tr>"


def _value(words: Words, value: Value, answered: Answered) -> str:
    at, name, ours = value
    shown = name.replace("_", " ")
    known = at in answered.answers
    printed = answered.answers.get(at)
    tick = " checked" if known and printed == ours else ""
    other = f' value="{attribute(printed)}"' if known and printed != ours else ""
    return (
        f'<span class="v" data-at="{attribute(at)}" data-ours="{escape(json.dumps(ours), quote=True)}">'
        f"<span>{text(shown)}</span> <label><input type=checkbox{tick}> <b>{text(ours)}</b></label>"
        f'<input type="text"{other} aria-label="{attribute(words("collate_on_copy", field=shown))}"></span>'
    )


# -- the part of the form that asks the ground -----------------------------------------------------


SIZE = 10.0
"""Breadth of a hex in the drawing; the page scales it."""
_DRY = ("#f4ecd6", "#eed997", "#d9bf94", "#c9c2b4", "#bcd3ae", "#a8b992", "#d3b7a6", "#c2b8d0")
_WET = ("#cfe3ea", "#b5d3de", "#dbe9ee")

Row = tuple[str, str, int]
"""Address, letters, number of the first hex."""
Run = tuple[str, str, str, "Sequence[str]", "Sequence[str] | None"]
"""Address, name, kind, steps as written, and the same as names of hexsides, where they are such."""


def ground_part(
    words: Words, linked: HexMap, rows: Sequence[Row], runs: Sequence[Run], answers: Mapping[str, Data]
) -> str:
    """HTML to stand in the form; its script is ``collate_form/ground.js``."""
    letters = [kind.letter for kind in linked.document.terrain]
    style = "".join(
        f".t-{number}{{fill:{colour};background:{colour}}}" for number, colour in enumerate(_colours(linked))
    )
    asked: dict[str, Any] = {
        "letters": letters,
        "ids": list(linked.grid.ids),
        "rows": [
            {"at": at, "letters": row, "first": first, "saved": _text(answers.get(at))} for at, row, first in rows
        ],
        "chains": [
            {"at": at, "steps": list(steps), "sides": sides and list(sides), "saved": _list(answers.get(at))}
            for at, _name, _kind, steps, sides in runs
        ],
    }
    return (
        f"<h2>{text(words('collate_ground'))}</h2><p>{text(words('collate_ground_lead'))}</p><style>{style}</style>"
        f'{_tools(words, linked, runs)}<div class="map" tabindex="0">{_drawing(linked)}</div>'
        f'<p><label><input type="checkbox" id="rest"> {text(words("collate_ground_rest"))}</label></p>'
        f"<p>{text(words('collate_ground_chains'))}</p>{_runs(words, runs)}{data('ground-data', asked)}"
    )


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


def _tools(words: Words, linked: HexMap, runs: Sequence[Run]) -> str:
    kinds = "".join(
        f'<label class="t t-{number}"><input type="radio" name="tool" data-letter="{attribute(kind.letter)}"> '
        f"{text(kind.name)}</label>"
        for number, kind in enumerate(linked.document.terrain)
    )
    chains = "".join(
        f'<label class="t"><input type="radio" name="tool" data-chain="{number}"> {text(name)}</label>'
        for number, (_at, name, _kind, _steps, sides) in enumerate(runs)
        if sides is not None
    )
    sides = f"<p>{text(words('collate_ground_side'))} {chains}</p>" if chains else ""
    return f'<div id="tools"><p>{text(words("collate_ground_hex"))} {kinds}</p>{sides}</div>'


def _runs(words: Words, runs: Sequence[Run]) -> str:
    rows = []
    for number, (_at, name, kind, steps, sides) in enumerate(runs):
        tick = f'<label><input type="checkbox" id="chain-{number}"> {text(name)}</label>'
        label = attribute(words("collate_on_copy", field=name))
        other = (
            "" if sides is not None else f'<input type="text" id="hexes-{number}" class="long" aria-label="{label}">'
        )
        said = f"{len(steps)}" if sides is not None else f"{steps[0]} … {steps[-1]}"
        rows.append(f"<tr><th>{tick}</th><td>{text(kind)}, {text(said)}</td><td>{other}</td></tr>")
    return f"<table>{''.join(rows)}</table>"


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
