"""Arrays of units, of what arrives and leaves, and of markers."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from scenario_forge.compiler.arrays import (
    ARRIVES,
    LEAVES,
    NONE,
    UNLIMITED,
    Areas,
    Boxes,
    Changes,
    Ints,
    Map,
    Markers,
    MarkerTypes,
    Places,
    Units,
    ints,
)
from scenario_forge.compiler.objectives import index
from scenario_forge.compiler.problems import CMP001
from scenario_forge.compiler.set_up import STATES
from scenario_forge.hexes import OFF, opposite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.compiler.arrays import Numbers
    from scenario_forge.compiler.objectives import Keys
    from scenario_forge.compiler.set_up import PlacedUnit, Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.forces import Entry, UnitKey
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where


_WIDTH = {Units: 15, Changes: 6, MarkerTypes: 6, Markers: 4}


def numbers(plan: Plan) -> Numbers:
    """Return by unit in play its number in the arrays."""
    return {p.unit.key: n for n, p in enumerate(p for p in plan.placed if plan.in_play(p.unit))}


def units(plan: Plan, keys: Keys, problems: list[Diagnostic]) -> Units:
    """Return a row for each unit in play."""
    dates: dict[UnitKey, dict[str, int]] = {}
    for change in plan.changes:
        dates.setdefault(change.unit.key, {}).setdefault(change.kind, change.turn)
    rows = [
        _unit(placed, dates.get(placed.unit.key, {}), keys, problems)
        for placed in plan.placed
        if plan.in_play(placed.unit)
    ]
    return Units(*_columns(rows, _WIDTH[Units]))


def _unit(placed: PlacedUnit, dates: dict[str, int], keys: Keys, problems: list[Diagnostic]) -> tuple[int, ...]:
    unit, entry = placed.unit, placed.entry
    if unit.counter is None:
        problems.append(CMP001.at(unit.where, "counter", unit=unit.cited))
        return (NONE,) * _WIDTH[Units]
    counter, at = unit.counter.counter, unit.counter.where
    token, printed = entry.token if entry else None, NONE if counter.strength is None else counter.strength
    return (
        index(keys["sides"], unit.side, "sides", unit.where, problems),
        unit.no,
        index(keys["nationalities"], counter.nationality, "nationalities", at / "nationality", problems),
        index(keys["sizes"], counter.size, "sizes", at / "size", problems) if counter.size else NONE,
        index(keys["types"], counter.type, "types", at / "type", problems),
        printed,
        NONE if counter.movement is None else counter.movement,
        STATES.index(placed.state),
        *_spot(entry, keys),
        printed if token is None or token.strength is None else token.strength,
        int(token is not None and token.in_works),
        (token.spent or 0) if token else 0,
        dates.get("arrives", NONE),
        dates.get("leaves", NONE),
    )


def _spot(entry: Entry | None, keys: Keys) -> tuple[int, int]:
    """Hex and box of an entry."""
    location = entry.location if entry else None
    if location is None:
        return NONE, NONE
    hex_ = NONE if location.hex is None else location.hex
    return hex_, NONE if location.box is None else keys["boxes"].index(location.box)


def changes(plan: Plan, numbered: Numbers) -> Changes:
    """Return a row for each arrival and withdrawal of a unit in play."""
    rows = []
    for change in plan.changes:
        counter, token = change.unit.counter, change.entry.token
        if change.unit.key in numbered and counter is not None:
            printed = NONE if counter.counter.strength is None else counter.counter.strength
            strength = printed if token.strength is None else token.strength
            kind = ARRIVES if change.kind == "arrives" else LEAVES
            row = (numbered[change.unit.key], kind, change.turn, strength, int(token.in_works), token.spent or 0)
            rows.append(row)
    return Changes(*_columns(rows, _WIDTH[Changes]))


def marker_types(plan: Plan, keys: Keys) -> MarkerTypes:
    """Return a row for each marker of the counter sheets."""
    sides = keys["sides"]
    rows = [
        (
            keys["marker_kinds"].index(marker.kind) if marker.kind in keys["marker_kinds"] else NONE,
            sides.index(marker.side) if marker.side in sides else NONE,
            marker.count,
            NONE if marker.value is None else marker.value,
            NONE if marker.movement is None else marker.movement,
            int(marker.unlimited),
        )
        for marker, _where in plan.forces.markers.values()
    ]
    return MarkerTypes(*_columns(rows, _WIDTH[MarkerTypes]))


def markers(plan: Plan, keys: Keys, problems: list[Diagnostic]) -> Markers:
    """Return a row for each marker that starts somewhere."""
    rows = []
    for marker in plan.markers:
        type_ = index(keys["markers"], marker.marker, "markers", marker.entry.where, problems)
        side = index(keys["sides"], marker.side, "sides", marker.entry.where, problems)
        rows.append((type_, side, *_spot(marker.entry, keys)))
    return Markers(*_columns(rows, _WIDTH[Markers]))


def _columns(rows: Iterable[tuple[int, ...]], width: int) -> list[Ints]:
    found = [ints(column) for column in zip(*rows, strict=True)]
    return found or [ints(()) for _ in range(width)]


# -- arrays of the map -----------------------------------------------------------------------------


_WORDS = {"U": UNLIMITED}


def mask(keys: Sequence[str], chosen: Iterable[str]) -> int:
    """Return bit k for the k-th of ``keys`` that is chosen."""
    wanted = frozenset(chosen)
    return sum(1 << bit for bit, key in enumerate(keys) if key in wanted)


def map_arrays(linked: HexMap, keys: Keys) -> Map:
    """Return the arrays of the map: hexes, hexsides and lines."""
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
    """Return the arrays of named hexes, in the order of the map's places."""
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
    """Return off-map boxes and the hexes they adjoin."""
    found = linked.document.boxes
    begins, hexes = _rows(linked.adjoining[box.id] for box in found)
    sides = ints(keys["sides"].index(box.side) if box.side in keys["sides"] else NONE for box in found)
    at = linked.where / "boxes"
    capacity = ints(_capacity(box.capacity, at / n / "capacity", problems) for n, box in enumerate(found))
    return Boxes(sides, capacity, begins, hexes)


def areas(linked: HexMap, keys: Keys) -> Areas:
    """Return the arrays of areas and the hexes in each."""
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
    problems.append(CMP001.at(at, "capacity", text=text))
    return NONE
