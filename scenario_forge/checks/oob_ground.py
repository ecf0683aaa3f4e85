"""OOB030, 031, 036: units and markers where nobody of their side can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.set_ups import set_ups
from scenario_forge.diagnostics.catalogue import oob
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.starts import ownerless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.set_ups import SetUp
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where

Occupant = tuple[str, str, "Where", "str | None", int]
"""Side, how it is cited, its entry, its unit type (None: unknown), its hex."""


def occupants(set_up: SetUp, *, without: frozenset[str] = frozenset()) -> Iterator[Occupant]:
    """Everything that starts on the map: units, then markers, in printed order; ``without``: markers left out."""
    for each in set_up.units:
        yield each.unit.side, each.unit.cited, each.entry.where, each.type, each.hex
    for marker, hex_ in set_up.markers:
        if marker.marker in without:
            continue
        cited = f"{marker.owner} {marker.marker.removesuffix(f'-{marker.side}')}"
        yield marker.side, cited, marker.entry.where, "", hex_


def prohibited_terrain(game: Game) -> Iterator[Diagnostic]:
    """OOB030: a start in the sea, or in terrain that is closed to that unit."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        for _side, cited, where, unit_type, hex_ in occupants(set_up):
            if grid and not grid.passable[hex_] and grid.terrain[hex_] is not None:
                yield from _barred(game, grid, cited, where, unit_type, hex_)


def _barred(
    game: Game, grid: HexMap, cited: str, where: Where, unit_type: str | None, hex_: int
) -> Iterator[Diagnostic]:
    kind = grid.kinds.get(grid.terrain[hex_] or "")
    if kind is None or (kind.land and _crosses(game, unit_type)):
        return
    terrain = "that is sea" if not kind.land else f"no unit of its type may enter {kind.name.lower()}"
    place = grid.terrain_where(hex_)
    finding = oob.OOB030.at(where, unit=cited, hex=grid.name(hex_), terrain=terrain)
    yield finding.also(place, kind.name).rests_on(place)


def _crosses(game: Game, unit_type: str | None) -> bool:
    if unit_type is None or game.system is None:
        return True  # unknown: stay silent
    return bool(unit_type) and game.system.crosses_impassable(game, unit_type)


def with_the_enemy(game: Game) -> Iterator[Diagnostic]:
    """OOB031: two sides in one hex. Markers that any side may own have none."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        first: dict[int, Occupant] = {}
        for occupant in occupants(set_up, without=ownerless(game)):
            side, cited, where, _type, hex_ = occupant
            before = first.setdefault(hex_, occupant)
            if grid and before[0] != side:
                finding = oob.OOB031.at(where, unit=cited, hex=grid.name(hex_), other=before[1])
                yield finding.also(before[2], "the enemy")


def boxes_of_the_enemy(game: Game) -> Iterator[Diagnostic]:
    """OOB036: a unit in an off-map box that is not its side's."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        for unit, entry in set_up.off_map:
            box = grid.boxes.get(entry.location.box) if grid and entry.location and entry.location.box else None
            if box and box.side and box.side != unit.side:
                yield oob.OOB036.at(entry.where, unit=unit.cited, box=box.name, owner=game.side_name(box.side))


CHECKS = (prohibited_terrain, with_the_enemy, boxes_of_the_enemy)
