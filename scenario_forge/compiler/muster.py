"""Arrays of units, of what arrives and leaves, and of markers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.compiler.arrays import (
    ARRIVES,
    LEAVES,
    NONE,
    Changes,
    Ints,
    Markers,
    MarkerTypes,
    Units,
    ints,
)
from scenario_forge.compiler.objectives import index
from scenario_forge.compiler.plan import STATES
from scenario_forge.compiler.problems import missing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.compiler.objectives import Keys
    from scenario_forge.compiler.plan import Placed, Plan
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.forces import Entry, UnitKey

Numbers: TypeAlias = "dict[UnitKey, int]"
"""Side and set-up number → index of the unit."""

_WIDTH = {Units: 15, Changes: 6, MarkerTypes: 6, Markers: 4}


def numbers(plan: Plan) -> Numbers:
    """Units in play, numbered."""
    return {p.unit.key: n for n, p in enumerate(p for p in plan.placed if plan.in_play(p.unit))}


def units(plan: Plan, keys: Keys, problems: list[Diagnostic]) -> Units:
    """A row for each unit in play."""
    dates: dict[UnitKey, dict[str, int]] = {}
    for change in plan.changes:
        dates.setdefault(change.unit.key, {}).setdefault(change.kind, change.turn)
    rows = [
        _unit(placed, dates.get(placed.unit.key, {}), keys, problems)
        for placed in plan.placed
        if plan.in_play(placed.unit)
    ]
    return Units(*_columns(rows, _WIDTH[Units]))


def _unit(placed: Placed, dates: dict[str, int], keys: Keys, problems: list[Diagnostic]) -> tuple[int, ...]:
    unit, entry = placed.unit, placed.entry
    if unit.counter is None:
        problems.append(missing(unit.where, f"{unit.cited} has no counter, so nothing is known of its strength"))
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
    """A row for each arrival and withdrawal of a unit in play."""
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
    """A row for each marker of the counter sheets."""
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
    """A row for each marker that starts somewhere."""
    rows = []
    for marker in plan.markers:
        type_ = index(keys["markers"], marker.marker, "markers", marker.entry.where, problems)
        side = index(keys["sides"], marker.side, "sides", marker.entry.where, problems)
        rows.append((type_, side, *_spot(marker.entry, keys)))
    return Markers(*_columns(rows, _WIDTH[Markers]))


def _columns(rows: Iterable[tuple[int, ...]], width: int) -> list[Ints]:
    found = [ints(column) for column in zip(*rows, strict=True)]
    return found or [ints(()) for _ in range(width)]
