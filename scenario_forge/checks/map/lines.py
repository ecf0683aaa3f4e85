"""MAP010 to MAP024: hexside features, roads and tracks."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import nearest_slip
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import Side, distance, format_side, parse_side, side, side_between, side_ends
from scenario_forge.hexes.sides import SideError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap, MapLine, SideFeature
    from scenario_forge.game.place import Where
    from scenario_forge.hexes import Grid

CODES = Codes(__file__)
MAP010 = CODES.error("MAP010", "hexside-given-twice", "the hexside {one}/{other} is listed twice as {kind}")
MAP011 = CODES.error(
    "MAP011",
    "hexside-both-ways",
    "the hexside {one}/{other} is listed twice as {kind}, once from each side",
)
MAP012 = CODES.warning("MAP012", "hexsides-exclude-each-other", "the hexside {side} is both {one} and {other}")
MAP013 = CODES.error("MAP013", "hexside-at-sea", "{kind} lies between two sea hexes")
MAP014 = CODES.warning(
    "MAP014",
    "stray-hexside",
    "the hexside {side} of {name} does not join the ones listed before and after it",
)
MAP020 = CODES.error("MAP020", "road-broken", "{line}: {here} is {how} {other}")
MAP021 = CODES.error("MAP021", "road-doubles-back", "{line} enters {here} twice")
MAP022 = CODES.error("MAP022", "road-in-the-sea", "{line} leads through {here}, which is {terrain}")
MAP023 = CODES.error(
    "MAP023",
    "road-across-a-barrier",
    "{line} goes from {one} to {other} across {kind}, which no {road} may cross",
)
MAP024 = CODES.warning(
    "MAP024",
    "road-in-impassable-land",
    "{line} leads through {here}, which is {terrain}, an impassable terrain",
)


MOST_IN_BARRED_LAND = 2
"""Where more hexes of roads than this lie in impassable land, roads evidently lead through it."""


@with_part(hex_map)
def chains(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report steps from a hex to one that does not adjoin it, or back to where the road came from."""
    for line in linked.lines:
        wrong = _wrong_hexes(linked, line)
        for index in wrong:
            yield _wrong(linked, line, index)
        yield from _broken(linked, line, wrong)
        yield from _doubled(linked, line)


def _adjoin(linked: HexMap, one: int | None, other: int | None) -> bool:
    """Whether two hexes adjoin; an unknown one is taken to."""
    return one is None or other is None or other in linked.grid.neighbours[one]


def _wrong_hexes(linked: HexMap, line: MapLine) -> list[int]:
    """The hexes that adjoin neither the one before nor the one after, while some other hex would adjoin both."""
    found: list[int] = []
    hexes = line.hexes
    for index in range(1, len(hexes) - 1):
        before, here, after = hexes[index - 1 : index + 2]
        if here is None or before is None or after is None or here in (before, after):
            continue
        if not _adjoin(linked, before, here) and not _adjoin(linked, here, after) and _both(linked, before, after):
            found.append(index)
    return [index for index in found if index - 1 not in found]


def _both(linked: HexMap, before: int, after: int) -> list[int]:
    neighbours = linked.grid.neighbours
    return [h for h in neighbours[before] if h >= 0 and h in neighbours[after]]


def _wrong(linked: HexMap, line: MapLine, index: int) -> Diagnostic:
    before, here, after = line.hexes[index - 1], line.hexes[index], line.hexes[index + 1]
    finding = MAP020.at(
        line.where / "hexes" / index,
        line=_called(linked, line),
        here=linked.name(here),
        other=f"{linked.name(before)} nor {linked.name(after)}",
        how="adjacent to neither",
    )
    candidates = _both(linked, before or 0, after or 0)
    return finding.suggest(_did_you_mean(linked, linked.name(here), candidates))


def _did_you_mean(linked: HexMap, text: str, candidates: list[int]) -> str | None:
    names = [linked.name(h) for h in candidates]
    slip = nearest_slip(text, names)
    if slip:
        return f"did you mean {slip}?"
    return f"{' or '.join(names)} would join them" if names else None


def _broken(linked: HexMap, line: MapLine, wrong: list[int]) -> Iterator[Diagnostic]:
    """Steps between hexes that do not adjoin, but for those that a wrong hex explains."""
    hexes = line.hexes
    for index, (one, other) in enumerate(pairwise(hexes)):
        if one is None or other is None or one == other or index in wrong or index + 1 in wrong:
            continue
        if _adjoin(linked, one, other):
            continue
        finding = MAP020.at(
            line.where / "hexes" / (index + 1),
            line=_called(linked, line),
            here=linked.name(other),
            other=linked.name(one),
            how="not adjacent to",
        )
        yield finding.also(line.where / "hexes" / index, "the hex before").suggest(_repair(linked, line, index))


def _repair(linked: HexMap, line: MapLine, index: int) -> str | None:
    """What may be meant: a hex left out, or the last hex of the chain written wrongly."""
    one, other = line.hexes[index], line.hexes[index + 1]
    if one is None or other is None:
        return None
    neighbours = linked.grid.neighbours
    if index + 2 == len(line.hexes) or index == 0:
        fixed, text = (one, linked.name(other)) if index else (other, linked.name(one))
        slip = nearest_slip(text, [linked.name(h) for h in neighbours[fixed] if h >= 0])
        if slip:
            return f"did you mean {slip}?"
    if distance(linked.grid, one, other) == 2:
        names = " or ".join(linked.name(h) for h in _both(linked, one, other))
        return f"is {names} left out?"
    return None


def _doubled(linked: HexMap, line: MapLine) -> Iterator[Diagnostic]:
    hexes = line.hexes
    for index in range(1, len(hexes)):
        here = hexes[index]
        if here is None:
            continue
        if here == hexes[index - 1]:
            yield MAP021.at(line.where / "hexes" / index, line=_called(linked, line), here=linked.name(here))
        elif index > 1 and here == hexes[index - 2]:
            finding = MAP021.at(line.where / "hexes" / index, line=_called(linked, line), here=linked.name(here))
            yield finding.also(line.where / "hexes" / (index - 2), "it was here before this")


@with_part(hex_map)
def barriers(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a road in the sea, in land that nobody enters, or across a hexside that its kind does not cross."""
    barred: list[Diagnostic] = []
    for line in linked.lines:
        for here, at in line.where.each("hexes", line.hexes):
            if here is not None and linked.terrain[here] is not None and not linked.passable[here]:
                where, terrain = at, linked.terrain_where(here)
                values = {"line": _called(linked, line), "here": linked.name(here), "terrain": _terrain(linked, here)}
                if not linked.land[here]:
                    yield MAP022.at(where, **values).rests_on(where, terrain)
                else:
                    barred.append(MAP024.at(where, **values).rests_on(where, terrain))
        yield from _crossings(linked, line)
    if len(barred) <= MOST_IN_BARRED_LAND:
        yield from barred


def _crossings(linked: HexMap, line: MapLine) -> Iterator[Diagnostic]:
    kind = linked.line_kinds.get(line.line.kind)
    if kind is None:
        return
    for index, (one, other) in enumerate(pairwise(line.hexes)):
        between = side_between(linked.grid, one, other) if one is not None and other is not None else None
        for feature in linked.sides.get(between, ()) if between else ():
            hexside = linked.hexside_kinds[feature.kind]
            if not hexside.passable and feature.kind not in kind.crosses:
                where = line.where / "hexes" / (index + 1)
                finding = MAP023.at(
                    where,
                    line=_called(linked, line),
                    one=linked.name(one),
                    other=linked.name(other),
                    kind=feature.name or hexside.name,
                    road=kind.name,
                )
                yield finding.also(feature.where, hexside.name).rests_on(where, feature.where)


def _terrain(linked: HexMap, hex_: int) -> str:
    terrain = linked.terrain[hex_]
    return linked.kinds[terrain].name if terrain else ""


def _called(linked: HexMap, line: MapLine) -> str:
    kind = linked.line_kinds.get(line.line.kind)
    return line.line.name or (kind.name if kind else line.line.kind)


# -- hexside features that contradict each other, lie in the sea, or stand apart from their chain --


STRAY = 3
"""A side further than this from the rest of its feature belongs elsewhere; a nearer one may be a gap's far end."""


@with_part(hex_map)
def contradictions(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a side twice in one kind, with both hexes called the higher, or of kinds that exclude each other."""
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
    code = MAP010 if known.high == feature.high else MAP011
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
            finding = MAP012.at(other.where, side=side_name, one=names[0], other=names[1])
            finding = finding.also(one.where, names[0])
            yield finding if barred else finding.note("it is the only hexside of the map with both")


@with_part(hex_map)
def at_sea(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a feature between two hexes of water; a line that only divides areas may lie there."""
    for features in linked.sides.values():
        for feature in features:
            hexes = [h for h in (feature.high, feature.low) if h >= 0]
            wet = all(linked.terrain[h] is not None and not linked.land[h] for h in hexes)
            if wet and not linked.hexside_kinds[feature.kind].boundary:
                kind = linked.hexside_kinds[feature.kind].name
                finding = MAP013.at(feature.where, kind=kind)
                yield finding.rests_on(feature.where, *(linked.terrain_where(h) for h in hexes))


@with_part(hex_map)
def strays(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a side that touches nothing of the feature it is listed in."""
    for feature, here in linked.where.each("hexsides", linked.document.hexsides):
        at = here / "sides"
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
            finding = MAP014.at(at / index, side=format_side(grid, sides[index]), name=name or "its chain")
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


CHECKS = (
    chains,
    barriers,
    contradictions,
    at_sea,
    strays,
)
