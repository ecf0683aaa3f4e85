"""MAP010 to MAP024, MAP074 to MAP076: hexside features, roads and tracks."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import nearest_slip
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import Side, across, distance, format_side, parse_side, side, side_between, side_ends
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
MAP074 = CODES.warning(
    "MAP074",
    "hexside-turned-round",
    "of {side} in {name}, {high} stands first; by the hexsides beside it, {low} lies on that side of the line",
)
MAP075 = CODES.warning(
    "MAP075",
    "line-with-a-gap",
    "{name} is open between {one} and {other}; {missing} would join them",
)
MAP076 = CODES.warning(
    "MAP076",
    "line-named-as-another-kind",
    "{name} is of the kind {kind}, but its name says {meant}; {count} others are of the kind that their names say",
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
                yield MAP013.at(feature.where, kind=kind)


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


# -- lines that turn, that are open, and that are named as another kind ----------------------------


CHAIN = 4
"""So many hexsides are a line of which one may be wrong."""
MINORITY = 3
"""At most one part in so many of a line can be turned round by mistake."""


@with_part(hex_map)
def turned(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report hexsides with their two hexes exchanged: what is the higher one all along the line is named last."""
    for chain in hexside_chains(linked):
        for run in _joined(linked, chain):
            ways = [False]
            for one, other in pairwise(run):
                common = {one.high, one.low} & {other.high, other.low}
                ways.append(ways[-1] ^ ((one.high in common) != (other.high in common)))
            few = ways.count(True) * 2 < len(ways)
            wrong = [each for each, way in zip(run, ways, strict=True) if way == few]
            if len(run) >= CHAIN and len(wrong) * MINORITY <= len(run):
                for each in wrong:
                    high, low = linked.name(each.high), linked.name(each.low)
                    name = each.name or linked.hexside_kinds[each.kind].name
                    finding = MAP074.at(each.where, side=each.where.data, name=name, high=high, low=low)
                    yield finding.suggest(f"did you mean {low}/{high}?")


def hexside_chains(linked: HexMap) -> list[list[SideFeature]]:
    """Return the hexsides of the map by feature, in the order in which they are listed."""
    found: dict[int | str, list[SideFeature]] = {}
    for sides in linked.sides.values():
        for each in sides:
            if each.low >= 0:
                found.setdefault(each.where.path[1], []).append(each)
    return [sorted(chain, key=lambda each: each.where.path) for chain in found.values()]


def _joined(linked: HexMap, chain: list[SideFeature]) -> Iterator[list[SideFeature]]:
    """The stretches of a feature in which each hexside has a hex in common with the next."""
    run = chain[:1]
    for each in chain[1:]:
        if len({run[-1].high, run[-1].low} & {each.high, each.low}) == 1 and _corners(linked, run[-1]) & _corners(
            linked, each
        ):
            run.append(each)
        else:
            yield run
            run = [each]
    yield run


def _corners(linked: HexMap, each: SideFeature) -> frozenset[tuple[int, int]]:
    between = side_between(linked.grid, each.high, each.low)
    return frozenset(side_ends(linked.grid, between)) if between is not None else frozenset()


@with_part(hex_map)
def open_lines(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report lines that one or two hexsides would close, through which no road goes."""
    for one, other, missing in gaps(linked):
        names = [format_side(linked.grid, each) for each in missing]
        values = {"one": one.where.data, "other": other.where.data, "missing": " and ".join(names)}
        finding = MAP075.at(one.where, name=one.name or linked.hexside_kinds[one.kind].name, **values)
        yield finding.also(other.where, "the other end").suggest(f"add {' and '.join(names)} if it goes on there")


def gaps(linked: HexMap) -> list[tuple[SideFeature, SideFeature, list[Side]]]:
    """Return the two ends of each gap in a line, and the hexsides that would close it."""
    found: list[tuple[SideFeature, SideFeature, list[Side]]] = []
    crossed = {
        side_between(linked.grid, one, other)
        for line in linked.lines
        for one, other in pairwise(line.hexes)
        if one is not None and other is not None and other in linked.grid.neighbours[one]
    }
    ends_of = {kind: loose_ends(linked, kind) for kind in linked.hexside_kinds}
    for chain in hexside_chains(linked):
        ends = ends_of[chain[0].kind] if len(chain) >= CHAIN else {}
        for one, other in pairwise(chain):
            # a side between them that makes no sense, or that is a stray one, is reported as such
            if (one.where.path[:-1], _index(one) + 1) != (other.where.path[:-1], _index(other)) or _corners(
                linked, one
            ) & _corners(linked, other):
                continue
            own = [[corner for corner, each in ends.items() if each is end] for end in (one, other)]
            ways = [way for corner in own[0] for far in own[1] if (way := _way(linked, corner, far, one))]
            if ways and crossed.isdisjoint(ways[0]) and not any(_wet(linked, each) for each in ways[0]):
                found.append((one, other, ways[0]))
    return found


def _index(feature: SideFeature) -> int:
    return int(feature.where.path[-1])


def _wet(linked: HexMap, at: Side) -> bool:
    """Whether water lies on one of its sides, or the map ends there."""
    return any(hex_ < 0 or not linked.land[hex_] for hex_ in across(linked.grid, at))


def loose_ends(linked: HexMap, kind: str) -> dict[tuple[int, int], SideFeature]:
    """Return the corners at which nothing of a kind goes on, each with its last hexside."""
    users: dict[tuple[int, int], list[SideFeature]] = {}
    for each in _of_kind(linked, kind):
        for corner in _corners(linked, each):
            users.setdefault(corner, []).append(each)
    return {corner: each[0] for corner, each in users.items() if len(each) == 1}


def _of_kind(linked: HexMap, kind: str) -> list[SideFeature]:
    return [each for sides in linked.sides.values() for each in sides if each.kind == kind and each.low >= 0]


def _way(linked: HexMap, start: tuple[int, int], end: tuple[int, int], near: SideFeature) -> list[Side]:
    """The one or two hexsides from a corner to another; none where they are farther apart."""
    grid = linked.grid
    around = {near.high, near.low, *grid.neighbours[near.high], *grid.neighbours[near.low]} - {-1}
    corners = {each: frozenset(side_ends(grid, each)) for h in around for each in (side(grid, h, d) for d in range(6))}
    beside = [each for each, ends in corners.items() if start in ends]
    for each in beside:
        if end in corners[each]:
            return [each]
    for each in beside:
        for other, ends in corners.items():
            if other != each and end in ends and ends & corners[each] - {start}:
                return [each, other]
    return []


@with_part(hex_map)
def named_kinds(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report lines whose names say another kind, where the names of all others say their own."""
    document, where = linked.document, linked.where
    lines = [(each.name, each.kind, at) for each, at in where.each("lines", document.lines)]
    hexsides = [(each.name, each.kind, at) for each, at in where.each("hexsides", document.hexsides)]
    listed = [
        (lines, {kind.id: kind.name for kind in document.line_kinds}),
        (hexsides, {kind.id: kind.name for kind in document.hexside_kinds}),
    ]
    agreeing, odd = 0, []
    for rows, kinds in listed:
        words = {id_: _words(name) - {"hexside"} for id_, name in kinds.items()}
        strange = []
        for name, own, at in rows:
            said = [id_ for id_, parts in words.items() if parts and parts <= _words(name)]
            if own in said:
                agreeing += 1
            elif said and own in kinds:
                strange.append((name, at, kinds[own], kinds[said[0]]))
        odd += strange if len(strange) == 1 else []
    if agreeing >= NAMED:
        for name, at, kind, meant in odd:
            finding = MAP076.at(at / "kind", name=name, kind=kind, meant=meant, count=agreeing)
            yield finding.suggest("correct its kind or its name")


NAMED = 5
"""So many lines named by their kinds show that names say it."""


def _words(name: str) -> set[str]:
    return {word.casefold() for word in name.replace("/", " ").replace("-", " ").split()}


CHECKS = (
    chains,
    barriers,
    contradictions,
    at_sea,
    strays,
    turned,
    open_lines,
    named_kinds,
)
