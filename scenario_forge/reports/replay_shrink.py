"""Drawings made for paper made small for a page: shorter numbers, one class for each style, one shape for all hexes."""

from __future__ import annotations

import re

_TAG = re.compile(r'<(\w+)((?:\s[\w:-]+="[^"]*")*)\s*(/?)>')
_ATTRIBUTE = re.compile(r'\s([\w:-]+)="([^"]*)"')
_NUMBER = re.compile(r"-?\d+\.\d+")
_HEX = re.compile(r'<path id="(hex-[^"]*)" class="([^"]*)" d="M(\S+) ([^\sl]+)(l[^"]*)"/>')
_LOOKS = {
    "font-family", "font-stretch", "font-size", "font-weight", "font-style", "fill", "stroke", "stroke-width",
    "stroke-linecap", "stroke-linejoin", "text-anchor", "letter-spacing", "stroke-dasharray",
}  # fmt: skip
_LENGTHS = {"font-size", "stroke-width", "letter-spacing"}
_COORDINATES = {"x", "y", "cx", "cy", "r", "d", "width", "height", "transform", "rx", "points"}
_IDLE_IDS = re.compile(r"^(number|name|label)-")
"""Ids of texts that nothing refers to."""


class Shrinker:
    """Makes drawings of one page smaller; ``styles`` are the classes that they share afterwards."""

    def __init__(self) -> None:
        self._classes: dict[str, str] = {}

    @property
    def styles(self) -> str:
        """The style sheet that goes with the drawings."""
        return "".join(f".{name}{{{rule}}}" for rule, name in self._classes.items())

    def shrink(self, svg: str, digits: int = 1) -> str:
        """The same drawing; absolute paths to ``digits`` places, all else to one more."""
        shapes: dict[str, str] = {}

        def hexagon(found: re.Match[str]) -> str:
            name, kind, x, y, shape = found.groups()
            shape_id = shapes.setdefault(shape, f"hexagon{len(shapes) or ''}")
            return f'<use id="{name}" class="{kind}" href="#{shape_id}" x="{x}" y="{y}"/>'

        svg = _HEX.sub(hexagon, svg)
        svg = _TAG.sub(lambda found: self._tag(found, digits), svg)
        drawn = "".join(f'<path id="{name}" d="M0 0{_rounded(shape, digits + 1)}"/>' for shape, name in shapes.items())
        return f"<defs>{drawn}</defs>{svg}" if drawn else svg

    def _tag(self, found: re.Match[str], digits: int) -> str:
        name, attributes, closed = found.groups()
        kept: dict[str, str] = {}
        rules: list[str] = []
        for key, value in _ATTRIBUTE.findall(attributes):
            if key in _LOOKS and name != "g":
                rules.append(f"{key}:{_looks(key, value)}")
            elif key == "xlink:href":
                kept.setdefault("href", value)
            elif key in _COORDINATES:
                kept[key] = _rounded(value, digits if key == "d" and not re.search("[a-z]", value) else digits + 1)
            elif not (key == "id" and _IDLE_IDS.match(value)):
                kept[key] = value
        if rules:
            rule = ";".join(rules)
            made = self._classes.setdefault(rule, f"s{len(self._classes)}")
            kept["class"] = f"{kept['class']} {made}" if "class" in kept else made
        return f"<{name}" + "".join(f' {key}="{value}"' for key, value in kept.items()) + f"{closed}>"


def _looks(key: str, value: str) -> str:
    return f"{value}px" if key in _LENGTHS else value


def _rounded(text: str, digits: int) -> str:
    def short(found: re.Match[str]) -> str:
        number = f"{float(found[0]):.{digits}f}".rstrip("0").rstrip(".")
        return "0" if number in ("-0", "") else number

    return _NUMBER.sub(short, text)
