"""Texts as YAML scalars of files that are drafted."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"(?:[A-Za-z]|[0-9]+(?:/[0-9]*)? [A-Za-z])[A-Za-z0-9_ ()./*+'-]*\Z")
_SPECIAL = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"})


def scalar(text: str, *, flow: bool = True) -> str:
    """A text as a YAML scalar: plain where every reader takes it for this text, else in quotes.

    >>> scalar("SS33(c3)"), scalar("Decide: QQ3?"), scalar("N"), scalar("a, b", flow=False)
    ('SS33(c3)', '"Decide: QQ3?"', 'N', '"a, b"')
    """
    plain = _PLAIN.match(text) and (text.casefold() not in _SPECIAL or (flow and text in ("N", "Y")))
    return text if plain and text == text.strip() else json.dumps(text, ensure_ascii=False)
