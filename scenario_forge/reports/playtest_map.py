"""Who controls the map, turn by turn, over many games: a heat map that needs no script."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.playtest.by_turn import front, lean, owners, smooth, without_islets
from scenario_forge.reports.html import attribute, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.playtest.report import Ground

LEVELS = (0.1, 0.3, 0.5, 0.7, 0.9)
"""From which difference of shares on a hex is drawn in the first tint, the second …"""
FRONTS = {"early": 0.25, "middle": 0.5, "late": 0.75}
"""Share of games from which on a hex counts as the reference side's, by line."""
_ROUNDS, _TRODDEN, _ISLET = 2, 60, 12
"""How much the ground is smoothed for the front; games of 1,000 that must have trodden it; hexes of an islet."""
_LETTER = 92
"""Width of a letter of a name, as far as one may guess it."""
_FINE = 10
"""Units of the drawing to a millimetre, so that all numbers are whole."""

_Box: TypeAlias = "tuple[int, int, int, int]"


@dataclass(frozen=True)
class Sketch:
    """A map in outlines, in millimetres; hexes stand at their numbers."""

    extent: tuple[float, float]
    corners: tuple[tuple[tuple[float, float], ...], ...]
    """Corner k lies between directions k and k + 1."""
    land: tuple[int, ...]
    neighbours: tuple[int, ...]
    """Six by hex; −1 off the map."""
    places: tuple[tuple[str, int, bool], ...] = ()
    """Name, hex, whether victory speaks of it."""
    roads: tuple[tuple[int, ...], ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    """Names of the sides."""
    names: tuple[str, ...] = ()
    """Of the hexes."""


def heat_maps(sketch: Sketch, grounds: Sequence[Ground], reference: str, *, named: str = "ground") -> str:
    """One map with a button for each game turn; the last turn is shown first."""
    if not grounds:
        return ""
    last = len(grounds) - 1
    buttons = "".join(
        f'<input type="radio" name="{named}" id="{named}{n}"{" checked" if n == last else ""}>'
        f'<label for="{named}{n}">{text(ground.label)}</label>'
        for n, ground in enumerate(grounds)
    )
    frames = "".join(
        f'<g class="frame frame{n}">{"".join(_frame(sketch, ground, reference))}</g>'
        for n, ground in enumerate(grounds)
    )
    shown = "\n".join(f"#{named}{n}:checked ~ svg .frame{n} {{ display: inline; }} " for n in range(len(grounds)))
    key = _key(sketch, grounds[0], reference)
    return (
        f"<style>{shown}</style>\n"
        f'<fieldset class="turns"><legend>Game turn</legend>{buttons}\n'
        f"{map_with(sketch, frames, 'Who controls the map')}\n</fieldset>\n{key}"
    )


def map_with(sketch: Sketch, inner: str, label: str) -> str:
    """The map as a drawing for a page: land, what is put on it, roads and places."""
    wide, high = size_of(sketch)
    return (
        f'<svg class="heat" viewBox="0 0 {wide} {high}" role="img" aria-label="{attribute(label)}">\n'
        f"{drawn(sketch, inner)}</svg>"
    )


def drawn(sketch: Sketch, inner: str) -> str:
    """What is in that drawing."""
    land = outlines(sketch, (hex_ for hex_, flag in enumerate(sketch.land) if flag))
    return f'<path class="land" d="{land}"/>\n{inner}\n{"".join(roads(sketch))}{"".join(places(sketch))}'


def size_of(sketch: Sketch) -> tuple[int, int]:
    """Width and height of the drawing, in tenths of a millimetre."""
    wide, high = (_round(length) for length in sketch.extent)
    return wide, high


def _frame(sketch: Sketch, ground: Ground, reference: str) -> Iterator[str]:
    first = ground.shares[reference]
    others = [values for side, values in ground.shares.items() if side != reference]
    second = [sum(values) for values in zip(*others, strict=True)] if others else [0] * len(first)
    levels: dict[tuple[str, int], list[int]] = {}
    for hex_, (one, two) in enumerate(zip(first, second, strict=True)):
        difference = (one - two) / 1000
        level = sum(abs(difference) >= least for least in LEVELS)
        if level and sketch.land[hex_]:
            levels.setdefault(("one" if difference > 0 else "two", level), []).append(hex_)
    for (side, level), hexes in sorted(levels.items()):
        yield f'<path class="{side} level{level}" d="{outlines(sketch, hexes)}"/>'
    near, land = sketch.neighbours, sketch.land
    smoothed = [smooth(values, near, land, _ROUNDS) for values in (first, second)]
    leaning = lean(smoothed[0], smoothed[1], _TRODDEN)
    for name, share in FRONTS.items():
        sides = front(without_islets(owners(leaning, near, land, share), near, _ISLET), near)
        if sides:
            yield f'<path class="front {name}" d="{_sides(sketch, sides)}"/>'


def outlines(sketch: Sketch, hexes: Iterable[int]) -> str:
    """The path around each of some hexes."""
    return "".join(_hexagon(sketch.corners[hex_]) for hex_ in hexes)


def _hexagon(corners: Sequence[tuple[float, float]]) -> str:
    points = [(_round(x), _round(y)) for x, y in corners]
    steps = [f"{x - a} {y - b}" for (a, b), (x, y) in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def _sides(sketch: Sketch, sides: Sequence[tuple[int, int]]) -> str:
    found = []
    for hex_, direction in sides:
        (a, b), (x, y) = (sketch.corners[hex_][(direction + k) % 6] for k in (-1, 0))
        found.append(f"M{_round(a)} {_round(b)}L{_round(x)} {_round(y)}")
    return "".join(found)


def roads(sketch: Sketch) -> Iterator[str]:
    """The roads, as lines."""
    for road in sketch.roads:
        points = " ".join(f"{x},{y}" for x, y in (_middle(sketch, hex_) for hex_ in road))
        yield f'<polyline class="road" points="{points}"/>'


def places(sketch: Sketch) -> Iterator[str]:
    """A dot for each place; those that victory speaks of with their names."""
    taken: list[_Box] = []
    for name, hex_, objective in sketch.places:
        x, y = _middle(sketch, hex_)
        kind, radius = ("objective", 34) if objective else ("place", 16)
        title = f"<title>{_plain(name)}</title>"
        yield f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}">{title}</circle>'
        if objective:
            box = _label(sketch, x, y, name, taken)
            taken.append(box)
            yield f'<text class="name" x="{box[0]}" y="{box[3]}">{_plain(name)}</text>'


def _label(sketch: Sketch, x: int, y: int, name: str, taken: Sequence[_Box]) -> _Box:
    """Where a name is within the map and over no other, if it can be: right or left of its hex, above or below."""
    wide, high = round(_LETTER * len(name)), 130
    right, left = x + 50, x - 50 - wide
    ways = [(right, y - 45), (right, y + 45 + high), (left, y - 45), (left, y + 45 + high), (x - wide // 2, y - 60)]
    boxes = [(at, foot - high, at + wide, foot) for at, foot in ways]
    edge, bottom = (_round(length) for length in sketch.extent)

    def faults(box: _Box) -> int:
        outside = box[0] < 0 or box[2] > edge or box[1] < 0 or box[3] > bottom
        meets = sum(box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken)
        return 10 * outside + meets

    return min(boxes, key=faults)


def _plain(name: str) -> str:
    """Text of an SVG, which has no `bdi`."""
    return attribute(name)


def _middle(sketch: Sketch, hex_: int) -> tuple[int, int]:
    corners = sketch.corners[hex_]
    return _round(sum(x for x, _ in corners) / 6), _round(sum(y for _, y in corners) / 6)


def _key(sketch: Sketch, ground: Ground, reference: str) -> str:
    name = sketch.sides.get(reference, reference)
    others = [sketch.sides.get(side, side) for side in ground.shares if side != reference]
    return (
        f'<p class="quiet"><span class="swatch one"></span>{text(name)} <span class="swatch two"></span>'
        f"{text(', '.join(others))}: the stronger the tint, the greater the difference between the shares of games in "
        "which the sides control the hex. The thick line is the front of half of the games; the thin ones those of a "
        "quarter and of three quarters, single hexes smoothed away. Ground that hardly any game has trodden counts to "
        "whom is nearest.</p>"
    )


def _round(millimetres: float) -> int:
    return round(millimetres * _FINE)
