"""MAP: hexside features that contradict each other, lie in the sea, or stand apart from their chain."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import map as map_codes
from scenario_forge.hexes import Side, distance, format_side, parse_side, side, side_ends
from scenario_forge.hexes.sides import SideError
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.hexes import Grid
    from scenario_forge.project.game import Game
    from scenario_forge.project.mapview import HexMap, SideFeature
    from scenario_forge.project.place import Where

STRAY = 3
"""A side further than this from the rest of its feature belongs elsewhere; a nearer one may be a gap's far end."""


def contradictions(game: Game) -> Iterator[Diagnostic]:
    """A side twice in one kind, with both of its hexes called the higher, or of kinds that exclude each other."""
    linked = hex_map(game)
    if linked is None:
        return
    pairs: dict[frozenset[str], list[tuple[SideFeature, SideFeature]]] = {}
    for features in linked.sides.values():
        if len(features) < 2:
            continue
        first: dict[str, SideFeature] = {}
        for feature in features:
            known = first.setdefault(feature.kind, feature)
            if known is not feature:
                yield _twice(linked, known, feature)
        for one, other in combinations(first.values(), 2):
            pairs.setdefault(frozenset((one.kind, other.kind)), []).append((one, other))
    for found in pairs.values():
        yield from _exclusive(linked, found)


def _twice(linked: HexMap, known: SideFeature, feature: SideFeature) -> Diagnostic:
    kind = linked.hexside_kinds[feature.kind].name
    code = map_codes.MAP010 if known.high == feature.high else map_codes.MAP011
    one, other = linked.name(feature.high), linked.name(feature.low) if feature.low >= 0 else "the map's edge"
    finding = code.at(feature.where, one=one, other=other, kind=kind)
    return finding.also(known.where, f"given here first{f', as {known.name}' if known.name else ''}")


def _exclusive(linked: HexMap, found: list[tuple[SideFeature, SideFeature]]) -> Iterator[Diagnostic]:
    """Two kinds on one side: one of them bars the way altogether, or it happens on this one side only."""
    for one, other in found:
        kinds = linked.hexside_kinds[one.kind], linked.hexside_kinds[other.kind]
        if any(kind.boundary for kind in kinds):
            continue
        barred = not all(kind.passable for kind in kinds)
        if barred or len(found) == 1:
            side_name = f"{linked.name(other.high)}/{linked.name(other.low)}"
            names = kinds[0].name, kinds[1].name
            finding = map_codes.MAP012.at(other.where, side=side_name, one=names[0], other=names[1])
            finding = finding.also(one.where, names[0])
            yield finding if barred else finding.note("it is the only hexside of the map with both")


def at_sea(game: Game) -> Iterator[Diagnostic]:
    """A feature between two hexes of water; a line that only divides areas may lie there."""
    linked = hex_map(game)
    if linked is None:
        return
    for features in linked.sides.values():
        for feature in features:
            hexes = [h for h in (feature.high, feature.low) if h >= 0]
            wet = all(linked.terrain[h] is not None and not linked.land[h] for h in hexes)
            if wet and not linked.hexside_kinds[feature.kind].boundary:
                kind = linked.hexside_kinds[feature.kind].name
                finding = map_codes.MAP013.at(feature.where, kind=kind)
                yield finding.rests_on(feature.where, *(linked.terrain_where(h) for h in hexes))


def strays(game: Game) -> Iterator[Diagnostic]:
    """A side that touches nothing of the feature it is listed in."""
    linked = hex_map(game)
    if linked is None:
        return
    for number, feature in enumerate(linked.document.hexsides):
        at = linked.where / "hexsides" / number / "sides"
        sides = [_parsed(linked.grid, text) for text in feature.sides]
        if len(sides) > 3 and None not in sides:
            whole = [found for found in sides if found is not None]
            yield from _strays(linked, whole, feature.name, at)


def _parsed(grid: Grid, text: str) -> Side | None:
    try:
        return parse_side(grid, text)
    except SideError:
        return None


def _strays(linked: HexMap, sides: list[Side], name: str, at: Where) -> Iterator[Diagnostic]:
    grid = linked.grid
    ends = [frozenset(side_ends(grid, found)) for found in sides]
    users: dict[tuple[int, int], int] = {}
    for end in ends:
        for corner in end:
            users[corner] = users.get(corner, 0) + 1
    for index, end in enumerate(ends):
        meant = _between(grid, sides, ends, index)
        loose = not any(users[corner] > 1 for corner in end)
        if meant or (loose and all(_far(grid, sides[index], s) for i, s in enumerate(sides) if i != index)):
            finding = map_codes.MAP014.at(at / index, side=format_side(grid, sides[index]), name=name or "its chain")
            yield finding.suggest(f"did you mean {format_side(grid, meant)}?" if meant else None)


def _between(grid: Grid, sides: list[Side], ends: list[frozenset[tuple[int, int]]], index: int) -> Side | None:
    """The one side that would join the side listed before to the one listed after, as this one does not."""
    if not 0 < index < len(sides) - 1 or ends[index - 1] & ends[index + 1]:
        return None
    if ends[index] & ends[index - 1] and ends[index] & ends[index + 1]:
        return None
    before = sides[index - 1]
    around = {side(grid, h, d) for h in (before.hex, *grid.neighbours[before.hex]) if h >= 0 for d in range(6)}
    joins = []
    for found in around - {before, sides[index + 1]}:
        corners = frozenset(side_ends(grid, found))
        if corners & ends[index - 1] and corners & ends[index + 1]:
            joins.append(found)
    return joins[0] if len(joins) == 1 else None


def _far(grid: Grid, one: Side, other: Side) -> bool:
    return distance(grid, one.hex, other.hex) > STRAY


CHECKS = (contradictions, at_sea, strays)
