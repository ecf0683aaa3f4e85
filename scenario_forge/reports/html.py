"""HTML pages: the templates beside this module, the content security policy, and the escaping of values."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape

from scenario_forge.diagnostics.report import one_line, visible_character

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2 import Environment


GENERATOR = "Scenario Forge"
"""The name in the head of a page that this program can make again (see `cli/outputs.py`)."""
_HEAD = 4096
"""Bytes of a page in which its head is looked for."""

_BUNDLES = "editor/static"
"""The folder in which `frontend/build.mjs` puts the scripts of pages with a map."""

_BLANKS = re.compile(r"\s+")
_FONTS = {"Regular": 400, "SemiBold": 600, "Bold": 700}


def page(
    template: str,
    title: str,
    values: Mapping[str, object],
    *,
    script: str = "",
    generator: str = GENERATOR,
    language: str = "en",
) -> str:
    """Return a whole page; the same values give the same bytes.

    Every value is escaped and put on one line unless it is `Markup`, so that content can neither end an element nor
    turn the direction of the words around it.

    Args:
        template: name of a file in `templates/`, without its endings.
        title: of the page.
        values: what the template names; one that is missing is an error.
        script: what the page runs; nothing else runs.
        generator: what the head of the page says made it; empty for a page that is never made again.
        language: of its words.

    Raises:
        jinja2.UndefinedError: the template names a value that is not there.
    """
    head = {
        "title": title,
        "generator": generator,
        "language": language,
        "script": Markup(script),  # noqa: S704 - ours
        "digest": b64encode(sha256(script.encode()).digest()).decode(),
    }
    return environment().get_template(f"{template}.html.jinja").render({**head, **values})


def is_made_by(data: bytes, generator: str = GENERATOR) -> bool:
    """Return whether the head of a page names the tool that made it."""
    return f'<meta name="generator" content="{generator}">'.encode() in data[:_HEAD]


@cache
def environment() -> Environment:
    """Return the templates of all pages, compiled once a process."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - only where a page is made

    made = Environment(
        loader=PackageLoader("scenario_forge.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_finished,
    )
    made.filters |= {"text": text, "address": address, "in_script": in_script}
    return made


def _finished(value: object) -> object:
    """A value as the page shows it; a blank at its ends stays, which sets it apart from the words around it."""
    if isinstance(value, Markup):
        return value
    words = str(value)
    return words if words.isprintable() else "".join(map(visible_character, _BLANKS.sub(" ", words)))


def text(value: object) -> Markup:
    """Return text of any origin on one line, isolated from the writing direction of the text around it."""
    return Markup(f"<bdi>{escape(one_line(str(value)))}</bdi>")  # noqa: S704 - escaped here


def attribute(value: object) -> Markup:
    """Return text of any origin as the value of an attribute, between double quotes."""
    return escape(one_line(str(value)))


def address(path: str) -> str:
    """Return the address of a file beside the page, or of a place in it (`#code-OOB007`)."""
    return quote(path, safe="/#._-")


def in_script(data: object) -> Markup:
    """Return JSON that cannot end the element it stands in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    plain = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return Markup(plain)  # noqa: S704 - no `<` is left in it


class NotBuilt(LookupError):  # noqa: N818 - it says what to do
    """Error: the scripts of pages with a map were not bundled."""

    hint = (
        "install the wheel of a release, which has it; in a clone run `make demo`, "
        "or install Node.js, then Scenario Forge again"
    )

    def __init__(self) -> None:
        super().__init__("the map that this page shows was not built when Scenario Forge was installed")


def bundle(name: str) -> tuple[str, Markup]:
    """Return the script and the style sheet of a page with a map, both bundled from `frontend/src/pages`.

    Raises:
        NotBuilt: they are not there, as in a copy of the sources that was not set up.
    """
    folder = files("scenario_forge").joinpath(_BUNDLES)
    script, style = folder.joinpath(f"{name}.js"), folder.joinpath(f"{name}.css")
    if not script.is_file() or not style.is_file():
        raise NotBuilt
    return script.read_text(encoding="utf-8"), Markup(style.read_text(encoding="utf-8"))  # noqa: S704 - ours


@cache
def embedded_fonts() -> Markup:
    """Return the fonts of the pages as part of their style sheet."""
    folder = files("scenario_forge.printing").joinpath("fonts")
    found = []
    for name, weight in _FONTS.items():
        coded = b64encode(folder.joinpath(f"BarlowCondensed-{name}.ttf").read_bytes()).decode()
        rule = f'font-family:"Barlow";font-weight:{weight};font-stretch:75%'
        found.append(f"@font-face{{{rule};src:url(data:font/ttf;base64,{coded})}}")
    return Markup("".join(found))  # noqa: S704 - ours
