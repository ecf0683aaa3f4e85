"""A form as one page that needs no network: tick or correct, and take the answers along as YAML."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scenario_forge.reports.html import attribute, text
from scenario_forge.reports.scripts import in_script, script_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.printing.words import Words
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
        ground: more of the page, see :mod:`scenario_forge.reports.collate_ground`.
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
