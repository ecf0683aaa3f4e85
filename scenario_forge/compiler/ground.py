"""Arrays of the map: hexes, hexsides, roads, places, boxes, areas."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import NONE, UNLIMITED, Areas, Boxes, Map, Places, ints
from scenario_forge.compiler.problems import missing
from scenario_forge.hexes import OFF, opposite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.compiler.arrays import Ints
    from scenario_forge.compiler.objectives import Keys
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where

_WORDS = {"U": UNLIMITED}


def mask(keys: Sequence[str], chosen: Iterable[str]) -> int:
    """Bit k for the k-th of ``keys`` that is chosen."""
    wanted = frozenset(chosen)
    return sum(1 << bit for bit, key in enumerate(keys) if key in wanted)


def ground(linked: HexMap, keys: Keys) -> Map:
    """Hexes, hexsides and lines."""
    grid, size = linked.grid, len(linked.grid)
    sides, upper, lines = [0] * (size * 6), [0] * (size * 6), [0] * (size * 6)
    for side, features in linked.sides.items():
        other = grid.neighbours[side.hex][side.direction]
        for feature in features:
            bit = 1 << keys["hexside_kinds"].index(feature.kind)
            here, beyond = side.hex * 6 + side.direction, other * 6 + opposite(side.direction)
            sides[here] |= bit
            upper[here] |= bit * (feature.high == side.hex)
            if other != OFF:
                sides[beyond] |= bit
                upper[beyond] |= bit * (feature.high == other)
    for line in linked.lines:
        bit = 1 << keys["line_kinds"].index(line.line.kind)
        for one, two in pairwise(line.hexes):
            direction = None if one is None or two is None else grid.direction(one, two)
            if one is not None and two is not None and direction is not None:
                lines[one * 6 + direction] |= bit
                lines[two * 6 + opposite(direction)] |= bit
    codes = {terrain: code for code, terrain in enumerate(keys["terrain"])}
    terrain = ints(NONE if kind is None else codes[kind] for kind in linked.terrain)
    return Map(grid.neighbour_array, terrain, ints(sides), ints(upper), ints(lines))


def places(linked: HexMap, keys: Keys, problems: list[Diagnostic]) -> Places:
    """Named hexes, by place."""
    rows = []
    for number, place in enumerate(linked.document.places):
        at = linked.where / "places" / number
        rows.append(
            (
                linked.grid.find(place.hex),
                mask(keys["place_kinds"], place.kinds),
                _capacity(place.capacity, at / "capacity", problems),
                mask(keys["sides"], place.sides),
                NONE if place.value is None else place.value,
            )
        )
    columns = zip(*rows, strict=True) if rows else ((),) * 5
    return Places(*(ints(NONE if v is None else v for v in column) for column in columns))


def boxes(linked: HexMap, keys: Keys, problems: list[Diagnostic]) -> Boxes:
    """Off-map boxes and the hexes they adjoin."""
    found = linked.document.boxes
    begins, hexes = _rows(linked.adjoining[box.id] for box in found)
    sides = ints(keys["sides"].index(box.side) if box.side in keys["sides"] else NONE for box in found)
    at = linked.where / "boxes"
    capacity = ints(_capacity(box.capacity, at / n / "capacity", problems) for n, box in enumerate(found))
    return Boxes(sides, capacity, begins, hexes)


def areas(linked: HexMap, keys: Keys) -> Areas:
    """Areas and their hexes."""
    return Areas(*_rows(linked.areas[area] for area in keys["areas"]))


def _rows(sets: Iterable[Iterable[int]]) -> tuple[Ints, Ints]:
    """Sets of hexes end to end, and where each begins, with the end of the last."""
    rows = [sorted(hexes) for hexes in sets]
    begins = ints(accumulate((len(row) for row in rows), initial=0))
    return begins, ints(hex_ for row in rows for hex_ in row)


def _capacity(text: str | None, at: Where, problems: list[Diagnostic]) -> int:
    if text is None:
        return NONE
    if text in _WORDS:
        return _WORDS[text]
    if text.isascii() and text.isdigit():
        return int(text)
    problems.append(missing(at, f"`{text}` is no capacity: a number, or U for unlimited"))
    return NONE
