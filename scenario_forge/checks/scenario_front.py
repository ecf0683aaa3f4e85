"""SCN014 to 016: fronts of scenarios that part nothing, land that is nobody's, units on the wrong side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import scn
from scenario_forge.hexes import across, format_side, loose_ends
from scenario_forge.project.front import fronts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.hexes import Side
    from scenario_forge.project.front import Front, Land, Stand
    from scenario_forge.project.game import Game

SHOWN = 3
"""How many units a message names."""


def parts_nothing(game: Game) -> Iterator[Diagnostic]:
    """SCN014: a hexside at sea, on the rim, written twice, or of a line that ends in the open."""
    for front in fronts(game).fronts.values():
        for side, where in front.idle:
            yield scn.SCN014.at(where, side=_name(front, side), how=_why_idle(front, side))
    for front in _read(game):
        loose = loose_ends(front.map.grid, front.map.land, front.line)
        for sides in _open(front).values():
            how = "parts nothing: the land on both sides of the line meets where it ends"
            finding = scn.SCN014.at(front.line[sides[0]], side=_name(front, sides[0]), how=how)
            for end in (end for end in loose if end in sides):
                finding = finding.also(front.line[end], "the line ends in the open")
            yield finding
        yield from _same_on_both_sides(front)


def _read(game: Game) -> Iterator[Front]:
    """The fronts of which every hexside is one."""
    yield from (front for front in fronts(game).fronts.values() if not front.unread)


def _open(front: Front) -> dict[int, list[Side]]:
    """Hexsides with one and the same land on both sides, by the first hex of that land."""
    found: dict[int, list[Side]] = {}
    for side in front.line:
        one, other = (front.land(hex_) for hex_ in across(front.map.grid, side))
        if one is other and one is not None:
            found.setdefault(one.hexes[0], []).append(side)
    return found


def _why_idle(front: Front, side: Side) -> str:
    one, other = across(front.map.grid, side)
    if side in front.line:
        return "stands in the front already"
    if other < 0:
        return "is the rim of the map"
    return "is at sea" if not (front.map.land[one] or front.map.land[other]) else "is the coast"


def _same_on_both_sides(front: Front) -> Iterator[Diagnostic]:
    """Two lands of one side with a line between them: once for each pair."""
    seen = set()
    for side, where in front.line.items():
        one, other = (front.land(hex_) for hex_ in across(front.map.grid, side))
        if one is None or other is None or one is other or one.side is None or one.side != other.side:
            continue
        pair = frozenset((one.hexes[0], other.hexes[0]))
        if pair not in seen:
            seen.add(pair)
            how = f"parts {_owner(front, one.side)} land from {_owner(front, other.side)} land"
            yield scn.SCN014.at(where, side=_name(front, side), how=how)


def nobodys_land(game: Game) -> Iterator[Diagnostic]:
    """SCN015: land that the front cuts off, with nobody in it or as many of one side as of another."""
    for front in _read(game):
        seen = set(_open(front))
        for side, where in front.line.items():
            for hex_ in across(front.map.grid, side):
                land = front.land(hex_)
                if land is not None and land.side is None and land.hexes[0] not in seen:
                    seen.add(land.hexes[0])
                    yield scn.SCN015.at(where, hex=front.map.name(hex_), why=_why_nobodys(front, land))


def _why_nobodys(front: Front, land: Land) -> str:
    if len(land.count) > 1:
        most = max(land.count.values())
        sides = " and ".join(_owner(front, side) for side, count in land.count.items() if count == most)
        return f"as many units and markers of {sides} are in it"
    return "no unit or marker is in it"


def beyond_the_front(game: Game) -> Iterator[Diagnostic]:
    """SCN016: units and markers on the land of another side, once for each hex and side."""
    for front in _read(game):
        groups: dict[tuple[int, str], list[Stand]] = {}
        open_ = _open(front)
        for stand in front.beyond():
            land = front.land(stand.hex)
            if land is None or land.hexes[0] in open_:
                continue  # whose it is follows from where the line ends
            groups.setdefault((stand.hex, stand.side), []).append(stand)
        for (hex_, side), stood in groups.items():
            names = [stand.unit.cited if stand.unit else f"a marker of {_owner(front, side)}" for stand in stood]
            who = ", ".join(dict.fromkeys(names[:SHOWN])) + (" …" if len(names) > SHOWN else "")
            whose = _owner(front, front.side_of(hex_) or "")
            finding = scn.SCN016.at(stood[0].where, who=who, hex=front.map.name(hex_), side=whose)
            yield finding.also((front.scenario.where / "front").key(), "the front")


def _owner(front: Front, side: str) -> str:
    return front.names.get(side, side)


def _name(front: Front, side: Side) -> str:
    return format_side(front.map.grid, side)


CHECKS = (parts_nothing, nobodys_land, beyond_the_front)
