"""MAP: land that is cut off, a coast that leaks, a letter that stands alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import map as map_codes
from scenario_forge.hexes import components
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.mapview import HexMap
    from scenario_forge.project.place import Where

LARGE = 10
"""A terrain with so many hexes in patches, and one hex alone, has probably one letter too many."""


def cut_off(game: Game) -> Iterator[Diagnostic]:
    """Land from which nobody can go to the rest: where a unit starts, or a pocket within the land.

    Left alone are islands with a place of their own, empty islands, and land that goes on over the map's
    edge, such as the far bank of a river, unless a unit starts there.
    """
    linked = hex_map(game)
    if linked is None or linked.unread or None in linked.terrain:
        return
    parts = components(linked.ways, linked.passable)
    if len(parts) < 2:
        return
    main = max(parts, key=len)
    starts = _starts(game)
    named = {hex_: (place.name, where) for place, hex_, where in linked.places.values() if hex_ is not None}
    reached = {hex_ for hexes in linked.adjoining.values() for hex_ in hexes}
    for part in parts:
        if part is main or not reached.isdisjoint(part):
            continue
        inside = [named[h] for h in part if h in named]
        at_sea, at_edge = _surroundings(linked, part)
        unit = next((starts[h] for h in part if h in starts), None)
        island = at_sea and bool(inside)
        if unit is not None and not island:
            yield _cut(linked, part, unit[1], f"where {unit[0]} starts")
        elif not at_sea and not at_edge:
            place = (f"with {inside[0][0]}", inside[0][1] / "hex") if inside else None
            yield _cut(linked, part, place[1], place[0]) if place else _cut(linked, part, None, "a pocket")


def _cut(linked: HexMap, part: list[int], where: Where | None, what: str) -> Diagnostic:
    terrain = linked.terrain_where(part[0])
    finding = map_codes.MAP050.at(where or terrain, hex=linked.name(part[0]), what=what, size=len(part))
    return finding.rests_on(terrain, *([where] if where else []))


def _starts(game: Game) -> dict[int, tuple[str, Where]]:
    """A unit that starts in each hex."""
    found: dict[int, tuple[str, Where]] = {}
    for unit in forces(game).units():
        for entry in unit.entries():
            if entry.kind == "at" and entry.hex is not None:
                found.setdefault(entry.hex, (unit.cited, entry.where))
    return found


def _surroundings(linked: HexMap, part: list[int]) -> tuple[bool, bool]:
    """Whether only water lies around, and whether the map ends beside it."""
    inside = set(part)
    around = {other for hex_ in part for other in linked.grid.neighbours[hex_] if other not in inside}
    at_edge = -1 in around
    return not any(linked.land[h] for h in around if h >= 0), at_edge


def lone_hexes(game: Game) -> Iterator[Diagnostic]:
    """A hex unlike all six around it, where its kind else lies in patches.

    Water among land and land among water are told so whatever kinds these are; otherwise the six must be alike.
    """
    linked = hex_map(game)
    if linked is None:
        return
    lone: dict[str, list[int]] = {}
    counts = Counter(linked.terrain)
    named = {hex_ for _place, hex_, _where in linked.places.values()}
    for hex_, here in enumerate(linked.terrain):
        # most hexes are like one of their neighbours, so the first look settles nearly all of them
        around = linked.grid.neighbours[hex_]
        if here is not None and around[0] >= 0 and linked.terrain[around[0]] != here and _alone(linked, hex_, around):
            lone.setdefault(here, []).append(hex_)
    for kind, hexes in lone.items():
        if len(hexes) == 1 and counts[kind] > LARGE and hexes[0] not in named:
            yield _lone(linked, kind, hexes[0])


def _alone(linked: HexMap, hex_: int, around: Iterable[int]) -> bool:
    if any(other < 0 for other in around):
        return False
    kinds = {linked.terrain[other] for other in around}
    if None in kinds or linked.terrain[hex_] in kinds:
        return False
    return len(kinds) == 1 or all(linked.land[other] != linked.land[hex_] for other in around)


def _lone(linked: HexMap, kind: str, hex_: int) -> Diagnostic:
    beside = Counter(linked.terrain[other] for other in linked.grid.neighbours[hex_])
    around = linked.kinds[beside.most_common(1)[0][0] or kind]
    other = around.name if len(beside) == 1 else "land" if around.land else "water"
    where = linked.terrain_where(hex_)
    finding = map_codes.MAP051.at(where, hex=linked.name(hex_), kind=linked.kinds[kind].name, around=other)
    finding = finding.note(f"no other hex of {linked.kinds[kind].name} stands alone like this")
    return finding.suggest(f"did you mean `{around.letter}`?").rests_on(where)


def inland_seas(game: Game) -> Iterator[Diagnostic]:
    """Water that does not reach the map's edge, of a kind that does elsewhere."""
    linked = hex_map(game)
    if linked is None:
        return
    for kind in linked.document.terrain:
        if kind.land:
            continue
        parts = components(linked.grid.neighbours, [terrain == kind.id for terrain in linked.terrain])
        inland = [part for part in parts if all(-1 not in linked.grid.neighbours[h] for h in part)]
        if len(inland) == len(parts):
            continue
        for part in inland:
            inside = set(part)
            around = {other for h in part for other in linked.grid.neighbours[h] if other not in inside}
            if len(part) > 1 and None not in {linked.terrain[other] for other in around}:
                where = linked.terrain_where(part[0])
                finding = map_codes.MAP052.at(where, hex=linked.name(part[0]), size=len(part), kind=kind.name)
                yield finding.rests_on(where)


CHECKS = (cut_off, lone_hexes, inland_seas)
