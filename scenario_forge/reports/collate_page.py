"""A form as one page that needs no network: tick or correct, and take the answers along as YAML."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from scenario_forge.reports.html import attribute, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.source.nodes import Data

Value = tuple[str, str, "Data"]
"""Address, field, our value."""

_FOLDER = Path(__file__).parent / "collate_form"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def collate_page(title: str, parts: Iterable[tuple[str, Iterable[tuple[str, Iterable[Value]]]]]) -> str:
    """The page; ``parts`` are components with rows of values."""
    body = "".join(
        f"<h2>{text(part)}</h2><table>{''.join(_row(name, values) for name, values in rows)}</table>"
        for part, rows in parts
    )
    style, script = ((_FOLDER / name).read_text(encoding="utf-8") for name in ("form.css", "form.js"))
    return f"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}: collation</title>
<style>{style}</style><h1>{text(title)}: beside your copy</h1>
<p>These values are ours: the source does not give them. Tick what your copy has too, write beside it what it has
instead, and leave out what you cannot see. Save, and put the file into the game's folder <code>copies</code>.</p>
<p><label>Which copy? <input id="who" type="text" placeholder="mine, first printing, bought 1986"></label></p>{body}
<h2>Answers</h2><textarea id="yaml" readonly aria-label="Answers as YAML"></textarea>
<div id="bar"><button id="save">Save mine.yaml</button><span id="count"></span></div><script>{script}</script></html>
"""


def _row(name: str, values: Iterable[Value]) -> str:
    cells = "".join(
        f'<span class="v" data-at="{attribute(at)}" data-ours="{escape(json.dumps(ours), quote=True)}">'
        f"<span>{text(field)}</span> <label><input type=checkbox> <b>{text(ours)}</b></label>"
        f'<input type="text" aria-label="{attribute(field)} on the copy"></span>'
        for at, field, ours in values
    )
    return f'<tr><th>{text(name)}</th><td>{cells}</td><td><button class="all">all as here</button></td></tr>'
