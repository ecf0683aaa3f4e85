"""Who controls what when play begins: by the rules, by the front, by what a scenario states, by who stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.front import fronts, stands
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.implied import slug
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.scenarios import Scenario

    Controlled = dict[str, tuple[str, Where | None]]


def starting_control(game: Game, scenario: str) -> dict[int, str]:
    """By hex: the side that controls it when a scenario begins, as its front and its `control:` have it.

    What the rules state for a printed start goes before, units where they stand come after.
    """
    linked, found = fronts(game), dict[int, str]()
    front = linked.fronts.get(scenario)
    for land in front.lands if front else ():
        if land.side is not None:
            found |= dict.fromkeys(land.hexes, land.side)
    return found | {stated.hex: stated.side for stated in linked.stated.get(scenario, ())}


def controlled(game: Game, scenario: Scenario) -> Controlled:
    """By place: the side that controls it when a scenario begins, and where that is written.

    Places where supply comes on, and what the rules (`control.<start>.<place>`) or `control:` state. Where a unit of
    another side stands it is that side's, which is written nowhere.
    """
    grid, linked = hex_map(game), fronts(game)
    found: Controlled = {}
    if grid is None:
        return found
    places = {place.name: at for place, at, _where in grid.places.values() if at is not None}
    slugs, start = {slug(name): name for name in places}, f"control.{scenario.document.start}."
    for quantity, stated in statements(game).items():
        name = slugs.get(quantity.removeprefix(start)) if quantity.startswith(start) else None
        if name is not None:
            found[name] = (str(stated[0].value), stated[0].where)
    front = linked.fronts.get(scenario.id)
    for name, at in places_that_count(game).items() if front else ():
        side = front.side_of(at) if front else None
        if side is not None:
            found[name] = (side, scenario.where / "front")
    for each in linked.stated.get(scenario.id, ()):
        found[str(each.where.path[-1])] = (each.side, each.where)
    there = {stand.hex: stand.side for stand in stands(game, scenario) if stand.unit is not None}
    held = {name: there[places[name]] for name in found if places.get(name) in there}
    return found | {name: (side, None) for name, side in held.items() if side != found[name][0]}


def places_that_count(game: Game) -> dict[str, int]:
    """The places whose control is said, and their hexes: where supply comes on, and any that the rules state."""
    grid = hex_map(game)
    stated = {quantity.rpartition(".")[2] for quantity in statements(game) if quantity.startswith("control.")}
    found: dict[str, int] = {}
    for place, at, _where in grid.places.values() if grid else ():
        if at is not None and (place.capacity is not None or slug(place.name) in stated):
            found.setdefault(place.name, at)
    return found
