"""The little HTML that reports need. All text is escaped here, and here alone."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from scenario_forge.diagnostics.render.html import GENERATOR
from scenario_forge.diagnostics.render.report import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: data:"
"""Whatever might slip into the page, it runs nothing and fetches nothing from elsewhere."""


def text(value: object) -> str:
    """Text of any origin on one line, set apart from the direction of what stands around it."""
    return f"<bdi>{escape(one_line(str(value)))}</bdi>"


def attribute(value: object) -> str:
    """Text of any origin as the value of an attribute, between double quotes."""
    return escape(one_line(str(value)), quote=True)


def link(path: str, inner: str, **attributes: str) -> str:
    """A link to a file beside the page, or to a place in it; ``inner`` is HTML."""
    more = "".join(f' {name.rstrip("_")}="{attribute(value)}"' for name, value in attributes.items())
    return f'<a href="{address(path)}"{more}>{inner}</a>'


def address(path: str) -> str:
    """The address of a file beside the page, or of a place in it (`#code-OOB007`)."""
    return quote(path, safe="/#._-")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[int] = ()) -> str:
    """A table that scrolls by itself where it is too wide; cells are HTML, columns in ``numbers`` are figures."""
    right = set(numbers)

    def cells(tag: str, row: Sequence[str]) -> str:
        def cell(number: int, inner: str) -> str:
            scope = ' scope="col"' if tag == "th" else ""
            kind = ' class="figure"' if number in right else ""
            return f"<{tag}{scope}{kind}>{inner}</{tag}>"

        return "<tr>" + "".join(cell(number, inner) for number, inner in enumerate(row)) + "</tr>"

    head = f"<thead>{cells('th', [text(h) for h in heads])}</thead>"
    body = "\n".join(cells("td", row) for row in rows)
    return f'<div class="wide" tabindex="0"><table>{head}<tbody>\n{body}\n</tbody></table></div>'


def section(anchor: str, title: str, *parts: str) -> str:
    """A part of the page under a heading; empty where it has nothing to say."""
    inner = "\n".join(part for part in parts if part)
    if not inner:
        return ""
    return f'<section id="{attribute(anchor)}">\n<h2>{text(title)}</h2>\n{inner}\n</section>'


def page(title: str, style: str, body: Iterable[str]) -> str:
    """A whole page."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'{GENERATOR}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(one_line(title))}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "\n".join(part for part in body if part)
        + "\n</body>\n</html>\n"
    )


# -- pages that have a script ----------------------------------------------------------------------


def script_policy(script: str) -> str:
    """Only this very script runs, and nothing is fetched."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; font-src data:; script-src 'sha256-{digest}'"


def in_script(data: object) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
