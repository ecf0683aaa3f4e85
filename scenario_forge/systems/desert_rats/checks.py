"""Checks and statements of the parameters that only *Desert Rats* has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.codes import DR007, DR009, DR011
from scenario_forge.campaign.parameters.completeness import faces, missing_keys
from scenario_forge.campaign.parameters.consistency import closed_place, users
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.system import Statement
from scenario_forge.systems.desert_rats.parameters import DesertDocument
from scenario_forge.wargame.sequence_tree import steps_in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where


# -- what is missing, doubled or cannot be meant -----------------------------------------------------


def own_values(game: Game) -> Iterator[Diagnostic]:
    """Yield missing entries in a table of the game's own rules."""
    found = game.one("rules", DesertDocument)
    ships = found[0].scoring.sea_transfer if found else None
    if found and ships:
        yield from missing_keys(
            ships.result, faces(ships.die), found[1] / "scoring" / "sea_transfer" / "result", ships.result
        )


def entries_doubled(game: Game) -> Iterator[Diagnostic]:
    """Yield sea routes of a side between the same ports, and bases of a private army in the same place."""
    found = game.one("rules", DesertDocument)
    if found is None:
        return
    rules, where = found
    routes: dict[tuple[str, frozenset[str]], str] = {}
    for key, route in rules.logistics.sea_routes.items():
        first = routes.setdefault((route.side, frozenset(route.between)), key)
        if first != key:
            at = where / "logistics" / "sea_routes"
            yield DR007.at((at / key).key(), name=key, what=f"the same route as `{first}`").also(
                at / first, "the first"
            )
    bases: dict[str, str] = {}
    for key, base in rules.private_army.bases.items() if rules.private_army else ():
        first = bases.setdefault(base.place, key)
        if first != key:
            at = where / "private_army" / "bases"
            finding = DR007.at(at / key / "place", name=base.place, what="the place of two bases")
            yield finding.also(at / first / "place", "the first")


def sea_routes(game: Game) -> Iterator[Diagnostic]:
    """Yield sea routes that do not lead from one open port to another."""
    found, grid = game.one("rules", DesertDocument), hex_map(game)
    if found is None:
        return
    rules, where = found
    routes = rules.logistics.sea_routes
    for key, route in routes.items() if grid else ():
        assert grid is not None  # noqa: S101 - else there is nothing to go through
        yield from _route(grid, users(grid), route.side, route.between, where / "logistics" / "sea_routes" / key)


def _route(
    grid: HexMap, allowed: dict[str, frozenset[str]], side: str, between: Sequence[str], where: Where
) -> Iterator[Diagnostic]:
    """Yield a finding for a route that does not join two ports or off-map boxes open to its side."""
    one, other = (grid.find(name) for name in between)
    if one is not None and one == other:
        problem = "the route leads from a port to itself"
        yield DR009.at(where / "between" / 1, place=between[1], what="the other end", problem=problem)
        return
    ports = {name for name, (place, _at, _where) in grid.places.items() if "port" in place.kinds}
    for index, name in enumerate(between):
        at = where / "between" / index
        if grid.find(name) and name not in ports | grid.boxes.keys():
            yield DR009.at(at, place=name, what="the end of a sea route", problem="it is no port")
        elif side not in allowed.get(name, {side}):
            # either may be mistaken: the end, or who sails
            yield closed_place(allowed, name, name, f"a port of {side}", at).also(where / "side", "the side that sails")


def modified_ships(game: Game) -> Iterator[Diagnostic]:
    """Yield modifiers that lead a throw for ships beyond its table."""
    found = game.one("rules", DesertDocument)
    if found is None:
        return
    rules, where = found
    ships = rules.scoring.sea_transfer
    if ships is None or not set(faces(ships.die)) <= ships.result.keys():
        return
    at = where / "scoring" / "sea_transfer" / "modifier"
    known = sorted(map(int, ships.result))
    for side, modifier in ships.modifier.items():
        thrown = [int(face) + modifier for face in faces(ships.die)]
        for end, next_, beyond in ((-1, -2, thrown[-1] > known[-1]), (0, 1, thrown[0] < known[0])):
            # a last result that is that of the throw before it goes on beyond the table
            level = ships.result[str(known[end])] == ships.result[str(known[next_])]
            if beyond and (not level or abs(modifier) >= len(known)):
                yield DR011.at(at / side, throw=thrown[end], table="scoring.sea_transfer.result")


CHECKS = (modified_ships, entries_doubled, sea_routes, own_values)


# -- quantities --------------------------------------------------------------------------------------


def own_statements(game: Game) -> Iterator[Statement]:
    """Yield `zones.of_private_army`, `private_army.*`, `sea_transfer.SIDE`, `optional.eighty_eights.battalions`."""
    found = game.one("rules", DesertDocument)
    if found:
        yield from _of_routes(found[0], found[1] / "logistics" / "sea_routes")
        yield from _of_raiders(game, *found)
        yield from _of_attacks(*found)
        yield from _of_guns(game, *found)


def _of_raiders(game: Game, rules: DesertDocument, where: Where) -> Iterator[Statement]:
    army = rules.private_army
    if army is None:
        return
    without = where / "zones" / "without"
    yield Statement("zones.of_private_army", army.type not in rules.zones.without, without)
    immune = where / "supply" / "immune"
    yield Statement("private_army.needs_supply", army.type not in rules.supply.immune, immune)
    bases = ", ".join(base.place for base in army.bases.values())
    yield Statement("private_army.base_hexes", bases, where / "private_army" / "bases")
    for counters, at in game.documents("counters", CountersDocument):
        for number, kind in enumerate(counters.types):
            if kind.id == army.type:
                yield Statement("private_army.fights", kind.combat, at / "types" / number)
    yield from _of_set_ups(game, army.type)


def _of_attacks(rules: DesertDocument, where: Where) -> Iterator[Statement]:
    """Yield at the end of which phase private armies attack."""
    order = steps_in_turn(rules.sequence)
    if "raids" in order and "operations-end" in order:
        early = order.index("raids") < order.index("operations-end")
        at = where / "sequence" / "turns" / 0 / "do" / order.index("raids")
        yield Statement("private_army.attack_at", "operations_end" if early else "logistics_end", at)


def _of_guns(game: Game, rules: DesertDocument, where: Where) -> Iterator[Statement]:
    guns = rules.optional.eighty_eights
    for counters, _at in game.documents("counters", CountersDocument) if guns else ():
        assert guns is not None  # noqa: S101 - else there is nothing to go through
        battalions = sum(unit.type in guns.types for unit in counters.units)
        yield Statement("optional.eighty_eights.battalions", battalions, where / "optional" / "eighty_eights" / "types")


def _of_set_ups(game: Game, unit_type: str) -> Iterator[Statement]:
    """Yield when private armies come, and where they start."""
    grid = hex_map(game)
    for unit in forces(game).units():
        if not unit.counter or unit.counter.counter.type != unit_type:
            continue
        for entry in unit.entries():
            if entry.kind == "arrives" and entry.token.date:
                yield Statement("private_army.arrives", entry.token.date, entry.where)
            elif entry.kind == "at" and entry.start and entry.hex is not None and grid:
                yield Statement(f"private_army.set_up.{entry.start}", grid.name(entry.hex), entry.where)
                for name, (place, at_hex, _where) in grid.places.items():
                    if at_hex == entry.hex and name == place.name:
                        yield Statement(f"private_army.placed.{entry.start}", name, entry.where)


def _of_routes(rules: DesertDocument, where: Where) -> Iterator[Statement]:
    """Yield the routes of each side in one value, in the order of names: a route leads both ways."""
    routes = rules.logistics.sea_routes
    for side in rules.home_bases:
        own = {key: " - ".join(sorted(route.between)) for key, route in routes.items() if route.side == side}
        at = where / next(iter(own)) / "between" if len(own) == 1 else where
        yield Statement(f"sea_transfer.{side}", ", ".join(sorted(own.values())) or "none", at)
