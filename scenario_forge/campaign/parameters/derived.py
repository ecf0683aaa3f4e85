"""Quantities that clauses state in words and that follow from rules.yaml, map, counters and set-ups.

A clause that says them again is then compared with what is played, not with another clause:

* ``zones.of_supply_units``, ``zones.of_private_army``, ``private_army.needs_supply``, ``private_army.fights``
* ``stacking.limit_in_brigades``, ``stacking.regiments_in_brigade``, ``stacking.brigades_in_division``
* ``home_base.SIDE``, ``supply.always.PLACE``, ``sea_transfer.SIDE``, ``centre.PLACE.takes``, ``centre.PLACE.SIDE``
* ``fortification.count``, ``fortification.names``, ``fortification.value_for``, ``fortification.box_in_KIND``,
  ``town.names``
* ``supply.retreat_may_follow``, ``supply.capture_lost_from``, ``private_army.base_hexes``
* ``private_army.arrives``, ``private_army.set_up.START``, ``private_army.placed.START``
* ``optional.eighty_eights.battalions``, ``off_map.BOX.adjoins``, ``victory.ID.requires_supply`` (decisive)
* ``game.turns.shortest``, ``game.turns.longest``
* ``terrain.KIND.passable``, ``terrain.LINE.negates_HEXSIDE``, as the map has them: the terrain effects chart says
  the same of its lines
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.documents.base import slug
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import Statement
from scenario_forge.wargame.sequence_tree import steps_in_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where


def derived_statements(game: Game) -> Iterator[Statement]:
    """Yield all derived statements, each at the place of the value that it follows from."""
    found = game.one("rules", RulesDocument)
    if found:
        yield from _of_sequence(*found)
        yield from _of_stacking(*found)
        yield from _of_supply(*found)
        yield from _of_bases(*found)
        yield from _of_fortifications(game, *found)
    yield from _of_ground(game)
    yield from _of_centres(game)
    yield from _of_boxes(game)
    yield from _of_dates(game)


LOGISTICS = ("withdrawals", "reinforcements", "repair", "replacements", "supply", "sea-transfer", "attrition")
"""Steps of the logistics phase."""


def _of_sequence(rules: RulesDocument, where: Where) -> Iterator[Statement]:
    """Yield the phases of a player turn in order, and the steps of the second."""
    order, at = steps_in_turn(rules.sequence), where / "sequence" / "turns"
    later = [step for step in order if step in LOGISTICS]
    if "operations" in order and later:
        first = order.index("operations") < order.index(later[0])
        yield Statement("sequence.phases", ", ".join(sorted(("operations", "logistics"), reverse=first)), at)
        yield Statement("logistics.order", ", ".join(step.replace("-", "_") for step in later), at)


def _of_stacking(rules: RulesDocument, where: Where) -> Iterator[Statement]:
    weight, at = rules.stacking.weight, where / "stacking"
    if weight.get("x"):
        yield Statement("stacking.limit_in_brigades", rules.stacking.limit // weight["x"], at / "limit")
    for quantity, many, one in (
        ("stacking.regiments_in_brigade", "x", "iii"),
        ("stacking.brigades_in_division", "xx", "x"),
    ):
        if weight.get(many) and weight.get(one):
            yield Statement(quantity, weight[many] // weight[one], at / "weight" / many)
    zones = where / "zones" / "without"
    yield Statement("zones.of_supply_units", "supply" not in rules.zones.without, zones)


def _of_supply(rules: RulesDocument, where: Where) -> Iterator[Statement]:
    at = where / "supply"
    yield Statement("supply.capture_lost_from", rules.supply.capture_up_to + 1, at / "capture_up_to")
    follow = ", ".join(kind.replace("-", " ") for kind in rules.supply.retreat_along)
    yield Statement("supply.retreat_may_follow", follow or "nothing", at / "retreat_along")


def _of_bases(rules: RulesDocument, where: Where) -> Iterator[Statement]:
    for side, base in rules.home_bases.items():
        at = where / "home_bases" / side
        yield Statement(f"home_base.{side}", " or ".join(base.places), at / "places")
        others = {name for other, shared in rules.home_bases.items() if other != side for name in shared.places}
        for name in base.places:
            if name not in others:
                yield Statement(f"supply.always.{slug(name)}", name in base.always_supplied, at / "always_supplied")


def _of_fortifications(game: Game, rules: RulesDocument, where: Where) -> Iterator[Statement]:
    fort = where / "fortification"
    benefits = " and ".join(kind.replace("-", " ") for kind in rules.fortification.benefits)
    yield Statement("fortification.value_for", benefits, fort / "benefits")
    for document, at in game.documents("map", MapDocument):
        for kind in document.place_kinds:
            allowed = kind.id not in rules.fortification.box_forbidden
            yield Statement(f"fortification.box_in_{slug(kind.id)}", allowed, fort / "box_forbidden")
        for kind_id in ("fortification", "town"):
            names = [place.name for place in document.places if kind_id in place.kinds]
            if names:
                yield Statement(f"{kind_id}.count", len(names), at / "places")
                yield Statement(f"{kind_id}.names", ", ".join(names), at / "places")


def _of_ground(game: Game) -> Iterator[Statement]:
    """Yield what the map lets nobody enter or cross, and which hexsides its roads lead across."""
    for document, where in game.documents("map", MapDocument):
        for number, ground in enumerate(document.terrain):
            if ground.land:
                at = where / "terrain" / number
                yield Statement(f"terrain.{slug(ground.id)}.passable", ground.passable, at)
        sides = [(number, kind) for number, kind in enumerate(document.hexside_kinds) if not kind.boundary]
        for number, kind in sides:
            at = where / "hexside_kinds" / number
            yield Statement(f"terrain.{slug(kind.id)}.passable", kind.passable, at)
        for number, line in enumerate(document.line_kinds):
            at = where / "line_kinds" / number
            for _number, kind in sides:
                crosses = kind.id in line.crosses
                place = at / "crosses" if line.crosses else at
                yield Statement(f"terrain.{slug(line.id)}.negates_{slug(kind.id)}", crosses, place)


def _of_centres(game: Game) -> Iterator[Statement]:
    """Yield who may use each supply centre, as the map has it, and what comes on there."""
    found = game.one("rules", RulesDocument)
    sides = list(game.side_names)
    for document, where in game.documents("map", MapDocument):
        for number, place in enumerate(document.places):
            if place.capacity is not None:
                at = where / "places" / number
                if found:
                    takes = "a supply unit" if place.name in found[0].logistics.supply_only else "any mixture"
                    only = found[1] / "logistics"
                    listed = only / "supply_only" if found[0].logistics.supply_only else only
                    yield Statement(f"centre.{place.key}.takes", takes, listed)
                for side in sides:
                    allowed = not place.sides or side in place.sides
                    yield Statement(f"centre.{place.key}.{side}", allowed, at / "sides" if place.sides else at)
        for number, box in enumerate(document.boxes):
            for side in sides if box.capacity is not None and box.side else ():
                at = where / "boxes" / number / "side"
                yield Statement(f"centre.{slug(box.name)}.{side}", side == box.side, at)


def _of_boxes(game: Game) -> Iterator[Statement]:
    """Yield the edge of the map next to each off-map box."""
    grid = hex_map(game)
    for number, box in enumerate(grid.document.boxes if grid else ()):
        assert grid is not None  # noqa: S101 - else there is nothing to go through
        hexes, width, total = grid.adjoining[box.id], grid.grid.width, len(grid.grid)
        edges = {
            "western": all(hex_ % width == 0 for hex_ in hexes),
            "eastern": all(hex_ % width == width - 1 for hex_ in hexes),
            "northern": all(hex_ < width for hex_ in hexes),
            "southern": all(hex_ >= total - width for hex_ in hexes),
        }
        along = [edge for edge, lies in edges.items() if lies and hexes]
        if len(along) == 1:
            at = grid.where / "boxes" / number / "adjoins"
            yield Statement(f"off_map.{slug(box.name)}.adjoins", f"{along[0]} edge", at)


def _of_dates(game: Game) -> Iterator[Statement]:
    """Yield the shortest and the longest game that start and stop dates allow, in game turns."""
    track = schedule(game)
    if track is None:
        return
    starts = [mark for mark in track.starts.values() if mark.turn is not None]
    stops = [mark for mark in track.stops.values() if mark.turn is not None]
    lengths = [
        (stop.turn or 0) - (start.turn or 0) + 1
        for start in starts
        for stop in stops
        if (stop.turn or 0) > (start.turn or 0)
    ]
    if lengths:
        at = stops[0].where
        yield Statement("game.turns.shortest", min(lengths), at)
        yield Statement("game.turns.longest", max(lengths), at)
