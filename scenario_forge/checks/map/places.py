"""MAP030 to MAP033, MAP060 to MAP069, MAP077: places, boxes and areas."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.map.lines import gaps, hexside_chains, loose_ends
from scenario_forge.diagnostics.model import Codes, TextEdit
from scenario_forge.documents.place_ids import id_of_name, proposed_id
from scenario_forge.game.forces import forces
from scenario_forge.game.game import with_part
from scenario_forge.game.hexmap import enclosed, hex_map
from scenario_forge.game.references import references
from scenario_forge.hexes import lattice_corners, side_between
from scenario_forge.source.change import Changes
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.map_ import Area
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap, SideFeature
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
MAP030 = CODES.error("MAP030", "place-at-sea", "{place} is in {hex}, which is water")
MAP031 = CODES.error("MAP031", "name-twice", "`{name}` is also the name of {what}")
MAP032 = CODES.warning("MAP032", "place-without-kind", "{place} has no kind; all other places have one")
MAP033 = CODES.error(
    "MAP033",
    "capacity-unreadable",
    "`{capacity}` is not a capacity; write a number, or U for unlimited",
)
MAP060 = CODES.error("MAP060", "box-adjoins-inland", "the box {box} adjoins {hex}, which is not at the map's edge")
MAP061 = CODES.error("MAP061", "areas-overlap", "{one} and {other} both contain {hexes}")
MAP062 = CODES.warning(
    "MAP062",
    "hex-in-no-area",
    "{hexes} {belong} to neither {one} nor {other}, though together these cover the rest of the land",
)
MAP063 = CODES.error(
    "MAP063",
    "boundary-within-an-area",
    "{line} runs between {one} and {other}, which are both in {area}",
)
MAP064 = CODES.error("MAP064", "box-adjoins-sea", "the box {box} adjoins nothing but water")
MAP066 = CODES.error("MAP066", "area-without-hexes", "the area {area} has no hexes: {why}")
MAP067 = CODES.error("MAP067", "area-not-closed", "the line round the area {area} does not close: {why}")
MAP068 = CODES.error(
    "MAP068",
    "place-without-id",
    "the name `{name}` gives no id, as its letters are not all from a to z; `id` must state one",
)
MAP069 = CODES.error("MAP069", "place-id-twice", "`{id}` is also the id of {other}")
MAP077 = CODES.warning(
    "MAP077",
    "area-off-its-ground",
    outer="the area {area} lies on the outer side of its line: of each hexside the inner hex stands first",
    side="{area} is an area of {side}, but only {others} sets up there, such as {unit}",
    more="{hexes} {are} {terrain}; all other {count} hexes of the area {area} are {usual}",
    fewer="{hexes} {are} {usual} like all {count} hexes of the area {area}, but not in it",
)


MANY = 3
"""So many places with a kind show that this map gives every place one."""


@with_part(hex_map)
def places(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a place in the sea, or without a kind where the others have one."""
    known = [place for place in linked.document.places if place.kinds]
    for place, at in linked.where.each("places", linked.document.places):
        hex_ = linked.grid.find(place.hex)
        if hex_ is not None and linked.terrain[hex_] is not None and not linked.land[hex_]:
            finding = MAP030.at(at / "hex", place=place.name, hex=place.hex)
            yield finding.rests_on(at / "hex", linked.terrain_where(hex_))
        if not place.kinds and len(known) >= MANY and len(known) == len(linked.document.places) - 1:
            yield MAP032.at(at / "name", place=place.name)


@with_part(hex_map)
def names(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a name that stands for two places, boxes or hexes."""
    first: dict[str, tuple[str, Where]] = {}
    for owner, name, where in _named(linked):
        if linked.grid.find(name) is not None:
            yield MAP031.at(where, name=name, what="a hex")
        known, place = first.setdefault(name.casefold(), (owner, where))
        if known != owner or (owner.startswith("places") and place is not where):
            what = "a box" if known.startswith("boxes") else "a place"
            yield MAP031.at(where, name=name, what=what).also(place, "first used here")


@with_part(hex_map)
def ids(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report places whose name gives no id, and ids that two places share or that name a hex."""
    first: dict[str, tuple[str, Where]] = {}
    for place, at in linked.where.each("places", linked.document.places):
        where = at / "name" if place.id is None else at / "id"
        if place.id is None and id_of_name(place.name) is None:
            proposed = proposed_id(place.name, place.hex, linked.places_by_id)
            yield _with_id(MAP068.at(where, name=place.name), at, proposed)
            continue
        other, there = first.setdefault(place.key, (place.name, at))
        if linked.grid.find(place.key) is not None:
            yield MAP069.at(where, id=place.key, other="a hex").suggest("write a different `id`")
        elif there is not at and other.casefold() != place.name.casefold():
            finding = MAP069.at(where, id=place.key, other=other).also(there / "name", "first used here")
            yield _with_id(finding, at, proposed_id(place.name, place.hex, linked.places_by_id))
        elif there is not at and place.id is not None:
            yield MAP069.at(where, id=place.key, other=other).also(there / "name", "first used here")


def _with_id(finding: Diagnostic, place: Where, id_: str) -> Diagnostic:
    """Return the finding with what to write, and a fix that adds the id where the row has none."""
    finding, source = (
        finding.suggest(f"write `id: {id_}`, or a different one, in the row of the place"),
        place.file.source,
    )
    try:
        changes = Changes(source.text)
        changes.add(place.path, "id", id_, after=("hex",))
        edits = [TextEdit(source.lines.span(place.file.name, a, b), put) for a, b, put in changes.splices()]
    except EditRefused:
        return finding
    return finding.fix(f"add id: {id_}", *edits)


def _named(linked: HexMap) -> Iterator[tuple[str, str, Where]]:
    """Every name that cells may use, with what owns it. A box may be called by its id in its own name."""
    for number, place in enumerate(linked.document.places):
        at = linked.where / "places" / number
        yield f"places {number}", place.name, at / "name"
        for alias, here in at.each("aliases", place.aliases):
            yield f"places {number}", alias, here
    for number, box in enumerate(linked.document.boxes):
        at = linked.where / "boxes" / number
        yield f"boxes {number}", box.id, at / "id"
        yield f"boxes {number}", box.name, at / "name"
        for alias, each_at in at.each("aliases", box.aliases):
            yield f"boxes {number}", alias, each_at


@with_part(hex_map)
def owners(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report capacities that are neither a number nor U."""
    for place, at in linked.where.each("places", linked.document.places):
        yield from _capacity(place.capacity, at / "capacity")
    for box, at in linked.where.each("boxes", linked.document.boxes):
        yield from _capacity(box.capacity, at / "capacity")


def _capacity(capacity: str | None, where: Where) -> Iterator[Diagnostic]:
    if capacity is not None and not re.fullmatch(r"\d+|U", capacity):
        finding = MAP033.at(where, capacity=capacity)
        yield finding.suggest("did you mean U?" if capacity.strip().casefold() in ("u", "unlimited") else None)


@with_part(hex_map)
def boxes(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report a box that adjoins a hex in the middle of the map, or nothing but sea."""
    for box, here in linked.where.each("boxes", linked.document.boxes):
        at = here / "adjoins"
        hexes = linked.adjoining.get(box.id, frozenset())
        inner = {h for h in hexes if -1 not in linked.grid.neighbours[h]}
        if inner:
            ends = [{linked.grid.find(end) for end in text.split("..")} for text in box.adjoins]
            index = next((i for i, found in enumerate(ends) if found & inner), 0)
            named = min((ends[index] & inner) or inner, key=lambda h: h or 0)
            yield MAP060.at(at / index, box=box.name, hex=linked.name(named))
        if hexes and None not in (linked.terrain[h] for h in hexes) and not any(linked.land[h] for h in hexes):
            finding = MAP064.at(at, box=box.name)
            yield finding.rests_on(at, *(linked.terrain_where(h) for h in sorted(hexes)[:1]))


# -- areas without hexes, and areas against a printed boundary and each other ----------------------


MOST = 0.7
"""This part of a boundary's sides, at least, must lie between two areas for these to exclude each other."""
FEW = 6
"""Hexes that a message names."""
SHARE = 0.1
"""Where a larger part of the land is in neither area, these do not share out the whole map."""


@with_part(hex_map)
def boundaries(_game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report hexes in both or neither of the areas that a boundary parts, and sides of it that part nothing."""
    if len(linked.areas) < 2:
        return
    done: set[frozenset[str]] = set()
    for sides in _lines(linked).values():
        pair = _parted(linked, sides)
        if pair is None:
            continue
        yield from _within(linked, sides, pair)
        if frozenset(pair) not in done:
            done.add(frozenset(pair))
            yield from _shared(linked, pair)
            yield from _uncovered(linked, pair)


def _lines(linked: HexMap) -> dict[tuple[str, str], list[SideFeature]]:
    found: dict[tuple[str, str], list[SideFeature]] = {}
    for features in linked.sides.values():
        for feature in features:
            if linked.hexside_kinds[feature.kind].boundary and feature.low >= 0:
                found.setdefault((feature.kind, feature.name), []).append(feature)
    return found


def _parted(linked: HexMap, sides: list[SideFeature]) -> tuple[str, str] | None:
    """The two areas that most of the sides lie between."""
    votes: dict[tuple[str, str], int] = {}
    for feature in sides:
        for one in _areas_of(linked, feature.high):
            for other in _areas_of(linked, feature.low):
                if one != other:
                    pair = (one, other) if one < other else (other, one)
                    votes[pair] = votes.get(pair, 0) + 1
    if not votes:
        return None
    best = max(votes, key=lambda pair: votes[pair])
    return best if votes[best] >= MOST * len(sides) and len(sides) > 2 else None


def _areas_of(linked: HexMap, hex_: int) -> list[str]:
    return [area for area, hexes in linked.areas.items() if hex_ in hexes]


def _where(linked: HexMap, area: str) -> Where:
    number = next(n for n, a in enumerate(linked.document.areas) if a.id == area)
    return linked.where / "areas" / number


def _some(linked: HexMap, hexes: list[int]) -> str:
    return ", ".join(linked.name(h) for h in hexes[:FEW]) + (" …" if len(hexes) > FEW else "")


def _name(linked: HexMap, area: str) -> str:
    return next(a.name for a in linked.document.areas if a.id == area)


def _shared(linked: HexMap, pair: tuple[str, str]) -> Iterator[Diagnostic]:
    one, other = pair
    both = sorted(linked.areas[one] & linked.areas[other])
    if both:
        named = _some(linked, both)
        wrong = min(one, other, key=lambda area: (_reach(linked, area, set(both)), -_number(linked, area)))
        at, right = _item(linked, wrong, both[0]), other if wrong == one else one
        values = {"hexes": named, "one": _name(linked, one), "other": _name(linked, other)}
        yield MAP061.at(at, **values).rests_on(at).also(_item(linked, right, both[0]), f"in {_name(linked, right)}")


def _number(linked: HexMap, area: str) -> int:
    return next(n for n, a in enumerate(linked.document.areas) if a.id == area)


def _reach(linked: HexMap, area: str, both: set[int]) -> int:
    """How many ways lead from some hexes into the rest of an area without crossing a boundary."""
    shut = {kind.id for kind in linked.document.hexside_kinds if kind.boundary}
    ways = 0
    for hex_ in both:
        for other in linked.grid.neighbours[hex_]:
            if other in linked.areas[area] and other not in both:
                between = side_between(linked.grid, hex_, other)
                features_ = linked.sides.get(between, ()) if between is not None else ()
                ways += not any(feature.kind in shut for feature in features_)
    return ways


def _item(linked: HexMap, area: str, hex_: int) -> Where:
    """The item of an area's list that names a hex, or the range that holds it."""
    where = _where(linked, area)
    texts = next(a.hexes for a in linked.document.areas if a.id == area)
    column, row = linked.grid.position(hex_)
    for text, at in where.each("hexes", texts):
        ends = [linked.grid.find(end) for end in text.split("..")]
        known = [linked.grid.position(end) for end in ends if end is not None]
        columns, rows = [c for c, _ in known], [r for _, r in known]
        if known and min(columns) <= column <= max(columns) and min(rows) <= row <= max(rows):
            return at
    return where / "hexes"


def _uncovered(linked: HexMap, pair: tuple[str, str]) -> Iterator[Diagnostic]:
    covered = linked.areas[pair[0]] | linked.areas[pair[1]]
    left = [h for h in range(len(linked.grid)) if linked.terrain[h] and linked.land[h] and h not in covered]
    if not 0 < len(left) <= max(FEW, SHARE * len(covered)):
        return
    inside = [h for h in left if sum(o in covered for o in linked.grid.neighbours[h]) >= 3]
    if inside:
        beside = [other for hex_ in inside for other in linked.grid.neighbours[hex_]]
        nearer = max(pair, key=lambda area: sum(other in linked.areas[area] for other in beside))
        at = _where(linked, nearer) / "hexes"
        named = _some(linked, inside)
        values = {"hexes": named, "belong": "belongs" if len(inside) == 1 else "belong"}
        values |= {"one": _name(linked, pair[0]), "other": _name(linked, pair[1])}
        yield MAP062.at(at, **values).rests_on(at, linked.terrain_where(inside[0]))


def _within(linked: HexMap, sides: list[SideFeature], pair: tuple[str, str]) -> Iterator[Diagnostic]:
    for feature in sides:
        for area in pair:
            hexes, other = linked.areas[area], linked.areas[pair[0] if area == pair[1] else pair[1]]
            inside = feature.high in hexes and feature.low in hexes
            if inside and feature.high not in other and feature.low not in other:
                finding = MAP063.at(
                    feature.where,
                    one=linked.name(feature.high),
                    other=linked.name(feature.low),
                    line=feature.name or linked.hexside_kinds[feature.kind].name,
                    area=_name(linked, area),
                )
                yield finding.rests_on(feature.where, _where(linked, area) / "hexes")


@with_part(hex_map)
def empty_areas(game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report areas that nothing gives a hex, and `around` without `within`, or the other way round."""
    unknown = [name.where for name in (*grid.unresolved, *references(game).unresolved)]
    for area, at in grid.where.each("areas", grid.document.areas):
        if any(where.file is at.file and where.path[:2] == at.path for where in unknown):
            continue
        if (area.around is None) != (area.within is None):
            key, lacks = ("around", "within") if area.within is None else ("within", "around")
            yield MAP066.at(at / key, area=area.name, why=f"`{key}` needs `{lacks}`")
        elif not grid.areas.get(area.id):
            yield MAP066.at(at / "id", area=area.name, why="neither `hexes`, `around` nor `edge` gives it any")


@with_part(hex_map)
def open_areas(_game: Game, grid: HexMap) -> Iterator[Diagnostic]:
    """Report areas within a line that does not close, so that they reach the map's edge on both sides (MAP067)."""
    for area, here in grid.where.each("areas", grid.document.areas):
        found = grid.find(area.around) if area.around is not None else None
        start = found.hex if found else None
        if start is None or area.within is None or area.within not in grid.hexside_kinds:
            continue
        inside = enclosed(grid, start, area.within)
        if not inside & grid.edge(("north", "east", "south", "west")):
            continue
        line = [each for sides in grid.sides.values() for each in sides if each.kind == area.within and each.low >= 0]
        both = next((each for each in line if {each.high, each.low} <= inside), None)
        at = here / "within"
        if both and any(one.kind == area.within for one, _other, _missing in gaps(grid)):
            continue
        if both:
            sides = f"{grid.name(both.high)} and {grid.name(both.low)}, on both sides of the line, are in it"
            loose = [each for each in _open_ends(grid, area.within) if each is not both]
            at = loose[0].where if loose and len(line) > FEW else at
            finding = MAP067.at(at, area=area.name, why=sides).also(both.where, "the line here")
            yield finding.also(here / "within", "the area")
        elif not any(each.high in inside or each.low in inside for each in line):
            yield MAP067.at(at, area=area.name, why=f"there is no such line between `{area.around}` and the map edge")


def _open_ends(grid: HexMap, kind: str) -> list[SideFeature]:
    """The hexsides at which a line ends in open ground, neither at the map's edge nor at ground that bars the way."""
    last: list[SideFeature] = []
    for corner, each in loose_ends(grid, kind).items():
        near = {each.high, each.low, *grid.grid.neighbours[each.high], *grid.grid.neighbours[each.low]} - {-1}
        around = [hex_ for hex_ in near if corner in lattice_corners(grid.grid, hex_)]
        if len(around) == HEXES_AT_A_CORNER and all(grid.passable[hex_] for hex_ in around):
            last.append(each)
    return last


HEXES_AT_A_CORNER = 3


# -- areas against the line round them, their terrain, and who sets up in them ---------------------


LEAST = 10
"""So many hexes of one terrain make an area of it."""
NEARLY = 0.75
"""This part of a terrain, at least, lies in an area that is made of it."""


@with_part(hex_map)
def grounds(game: Game, linked: HexMap) -> Iterator[Diagnostic]:
    """Report areas on the outer side of their line, with hexes of another terrain, or of a side that is not there."""
    for area, here in linked.where.each("areas", linked.document.areas):
        hexes = linked.areas.get(area.id, frozenset())
        yield from _outer(linked, area, hexes, here)
        if area.around is None and not area.edge:
            yield from _other_terrain(linked, area, hexes, here)
        if area.side is not None:
            yield from _other_side(game, area, here)


def _outer(linked: HexMap, area: Area, hexes: frozenset[int], here: Where) -> Iterator[Diagnostic]:
    line = [each for chain in hexside_chains(linked) for each in chain if each.kind == area.within]
    parting = [each for each in line if (each.high in hexes) != (each.low in hexes)]
    outer = [each for each in parting if each.low in hexes]
    if area.around is not None and len(parting) > FEW and len(outer) > MOST * len(parting):
        inner = linked.name(parting[0].high)
        finding = MAP077.at(here / "around", "outer", area=area.name)
        yield finding.also(parting[0].where, "the line").suggest(f"write a hex inside it, such as {inner}")


def _other_terrain(linked: HexMap, area: Area, hexes: frozenset[int], here: Where) -> Iterator[Diagnostic]:
    """Hexes by which an area of one terrain differs from all that the map has of it, and water in one of land."""
    counts = Counter(linked.terrain[hex_] for hex_ in hexes)
    terrain, most = counts.most_common(1)[0] if counts else (None, 0)
    if terrain is None or len(hexes) < LEAST:
        return
    few = SHARE * len(hexes)
    strange = sorted(hex_ for hex_ in hexes if linked.terrain[hex_] not in (terrain, None))
    left = [hex_ for hex_, kind in enumerate(linked.terrain) if kind == terrain and hex_ not in hexes]
    values: dict[str, object] = {"area": area.name, "usual": linked.kinds[terrain].name, "count": most}
    if most < NEARLY * (most + len(left)) or len(strange) > few:
        strange, left = _wet(linked, hexes), []
        values |= {"usual": "land", "count": len(hexes) - len(strange)}
    hint = "correct the range, or the letters of the row"
    if 0 < len(strange) <= few:
        other = linked.kinds[linked.terrain[strange[0]] or terrain].name
        values |= {"hexes": _some(linked, strange), "are": "is" if len(strange) == 1 else "are", "terrain": other}
        finding = MAP077.at(_item(linked, area.id, strange[0]), "more", **values)
        yield finding.also(linked.terrain_where(strange[0]), other).suggest(hint).rests_on(here / "hexes")
    elif 0 < len(left) <= few:
        values |= {"hexes": _some(linked, left), "are": "is" if len(left) == 1 else "are"}
        finding = MAP077.at(_nearest_item(linked, area, left[0], here), "fewer", **values)
        yield finding.also(linked.terrain_where(left[0]), "its terrain").suggest(hint).rests_on(here / "hexes")


def _wet(linked: HexMap, hexes: frozenset[int]) -> list[int]:
    """The hexes of water, if water outside adjoins them: they are neither a lake nor letters that are wrong."""
    wet = sorted(hex_ for hex_ in hexes if linked.terrain[hex_] is not None and not linked.land[hex_])
    beside = {other for hex_ in wet for other in linked.grid.neighbours[hex_] if other >= 0 and other not in hexes}
    return wet if not all(linked.land[other] for other in beside) else []


def _nearest_item(linked: HexMap, area: Area, hex_: int, here: Where) -> Where:
    """The item of an area's list that ends beside a hex, or the list."""
    beside = set(linked.grid.neighbours[hex_])
    _column, row = linked.grid.position(hex_)
    for text, at in here.each("hexes", area.hexes):
        ends = [end for id_ in text.split("..") if (end := linked.grid.find(id_)) is not None]
        if any(end in beside and linked.grid.position(end)[1] == row for end in ends):
            return at
    return here / "hexes"


def _other_side(game: Game, area: Area, here: Where) -> Iterator[Diagnostic]:
    users: dict[str, str] = {}
    for unit in forces(game).units():
        for entry in unit.entries():
            if entry.location is not None and entry.location.area == area.id:
                users.setdefault(unit.side, unit.cited)
    if users and area.side not in users:
        names = game.side_names
        others = " and ".join(names.get(side, side) for side in users)
        side = names.get(area.side or "", area.side)
        finding = MAP077.at(here / "side", "side", area=area.name, side=side, others=others, unit=min(users.values()))
        yield finding.suggest(f"did you mean `side: {next(iter(users))}`?")


CHECKS = (
    places,
    names,
    ids,
    owners,
    boxes,
    boundaries,
    empty_areas,
    open_areas,
    grounds,
)
