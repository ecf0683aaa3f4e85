"""What has changed on the map: terrain by hex, hexsides, roads and other lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.compare.change import Change, Matter
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


def map_changes(before: Game, after: Game) -> Iterator[Change]:
    """Changes that are seen in hexes. Maps of another shape are one change."""
    one, other = hex_map(before), hex_map(after)
    if one is None or other is None:
        return
    if one.grid.ids != other.grid.ids:
        what = f"has {len(other.grid)} hexes, not {len(one.grid)}"
        yield Change(Matter.MAP, "Map", what, str(len(one.grid)), str(len(other.grid)))
        return
    yield from _terrain(one, other)
    yield from _sides(one, other)
    yield from _lines(one, other)


def _terrain(one: HexMap, other: HexMap) -> Iterator[Change]:
    for hex_, (was, now) in enumerate(zip(one.terrain, other.terrain, strict=True)):
        if was != now:
            name = other.grid.ids[hex_]
            old, new = _kind(one, was), _kind(other, now)
            yield Change(
                Matter.MAP, f"Hex {name}", f"is {new}, not {old}", old, new, hexes_before=(name,), hexes_after=(name,)
            )


def _kind(linked: HexMap, kind: str | None) -> str:
    found = linked.kinds.get(kind or "")
    return found.name if found else "unknown"


def _sides(one: HexMap, other: HexMap) -> Iterator[Change]:
    for side in sorted({*one.sides, *other.sides}):
        was = sorted({feature.kind for feature in one.sides.get(side, ())})
        now = sorted({feature.kind for feature in other.sides.get(side, ())})
        if was != now:
            hex_, direction = side
            names = [other.grid.ids[hex_]]
            neighbour = other.grid.neighbours[hex_][direction]
            names += [other.grid.ids[neighbour]] if neighbour >= 0 else []
            old, new = (", ".join(kinds) or "nothing" for kinds in (was, now))
            subject = f"Hexside {'/'.join(names)}"
            hexes = tuple(names)
            yield Change(Matter.MAP, subject, f"has {new}, not {old}", old, new, hexes_before=hexes, hexes_after=hexes)


def _lines(one: HexMap, other: HexMap) -> Iterator[Change]:
    was, now = _steps(one), _steps(other)
    for kind in sorted({*was, *now}):
        for steps, verb in ((now.get(kind, set()) - was.get(kind, set()), "runs"),
                            (was.get(kind, set()) - now.get(kind, set()), "runs no longer")):  # fmt: skip
            for pair in sorted(steps):
                names = tuple(other.grid.ids[h] for h in pair)
                subject = f"{_line(other, kind)} {'–'.join(names)}"
                words = ("", "yes") if verb == "runs" else ("yes", "")
                yield Change(Matter.MAP, subject, f"{verb} there", *words, hexes_before=names, hexes_after=names)


def _line(linked: HexMap, kind: str) -> str:
    found = linked.line_kinds.get(kind)
    return found.name if found else kind


def _steps(linked: HexMap) -> dict[str, set[tuple[int, int]]]:
    """The pairs of neighbours that each kind of line joins."""
    found: dict[str, set[tuple[int, int]]] = {}
    for line in linked.lines:
        for a, b in pairwise(line.hexes):
            if a is not None and b is not None:
                found.setdefault(line.line.kind, set()).add((min(a, b), max(a, b)))
    return found
