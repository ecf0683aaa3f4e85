"""Arrays of the rules that only *Desert Rats* has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.arrays import Arrays, Sources, by_side, dice, flags, from_one, spot_of
from scenario_forge.compiler.arrays import NONE
from scenario_forge.systems.desert_rats.parameters import DesertDocument

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule


def own_arrays(game: Game, read: Sources, made: Arrays) -> None:
    """Add the game's own arrays to those of the shelf.

    `private_army.*`, `raider.*`; `siege.places` (place, goal, whether boxes negate zones) with `siege.holders`;
    `sea.routes`: side, spot, spot; `scoring.sea_transfer.*`; `white_knees.*`; `eighty_eights.*` by type.
    """
    rules = read.rules
    if not isinstance(rules, DesertDocument):
        return
    where = next(where for _document, where in game.documents("rules", DesertDocument))
    _army(rules, read.map, read.types, made)
    _sieges(rules, read.map, read.track, made)
    _ships(rules, read.map, read.track, where / "scoring" / "sea_transfer" / "result", made)
    _white_knees(rules, read.track, read.nations, made)
    guns = rules.optional.eighty_eights
    made["eighty_eights.types"] = flags(read.types, guns.types if guns else [])
    made["eighty_eights.against"] = flags(read.types, guns.against if guns else [])


def _army(rules: DesertDocument, linked: HexMap, types: Sequence[str], made: Arrays) -> None:
    army, areas = rules.private_army, list(linked.areas)
    made["private_army.type"] = flags(types, [army.type] if army else [])
    made["raider.bases"] = [
        value
        for base in (army.bases.values() if army else ())
        for value in (
            spot_of(linked, base.place),
            areas.index(base.closed_by_enemy_in) if base.closed_by_enemy_in in areas else NONE,
        )
    ]
    if army:
        made["private_army.destroy.die"] = dice(army.destroy_die)
        made["private_army.capture.die"] = dice(army.capture_die)
        made["raider.returns"] = [spot_of(linked, army.returns_at)]


def _sieges(rules: DesertDocument, linked: HexMap, track: Schedule, made: Arrays) -> None:
    hexes = linked.hexes_by_id
    made["siege.places"] = [
        value
        for name, siege in rules.scoring.siege.items()
        for value in (hexes.get(name, NONE), spot_of(linked, siege.line_to), int(siege.box_negates_zones))
    ]
    made["siege.holders"] = [
        track.sides.index(siege.holder) if siege.holder in track.sides else NONE
        for siege in rules.scoring.siege.values()
    ]


def _ships(rules: DesertDocument, linked: HexMap, track: Schedule, where: Where, made: Arrays) -> None:
    routes: list[int] = []
    for route in rules.logistics.sea_routes.values():
        if route.side in track.sides:
            routes += [track.sides.index(route.side), *(spot_of(linked, name) for name in route.between)]
    made["sea.routes"] = routes
    ships = rules.scoring.sea_transfer
    if ships is None:
        return
    made["scoring.sea_transfer.die"] = dice(ships.die)
    results = {int(die): points for die, points in ships.result.items()}
    made["scoring.sea_transfer.table"] = from_one(results, where)
    made["scoring.sea_transfer.side_modifier"] = by_side(ships.modifier, track)
    made["scoring.sea_transfer.turns"] = [
        track.calendar.turn(ships.modifier_first),
        track.calendar.turn(ships.modifier_last),
    ]


def _white_knees(rules: DesertDocument, track: Schedule, nations: Sequence[str], made: Arrays) -> None:
    """Add `white_knees.exempt` by nationality and `white_knees.arrivals`: nationality, turn."""
    knees = rules.optional.white_knees
    if knees is None:
        return
    made["white_knees.exempt"] = [int(nation in knees.exempt_nationalities) for nation in nations]
    made["white_knees.arrivals"] = [
        value
        for nation, dates in knees.exempt_arrivals.items()
        if nation in nations
        for date in dates
        for value in (nations.index(nation), track.calendar.turn(date))
    ]
