"""Supply centres: what may arrive where, and the capacity left (rules 9, 12 and 13)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.movement.boxes import has_room
from scenario_forge.campaign.movement.unsupplied import home_area
from scenario_forge.campaign.situation import enemies, enemy_zones, unoccupied
from scenario_forge.campaign.state import box_of, box_place
from scenario_forge.compiler.arrays import NONE
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.state import Update


class Centre(NamedTuple):
    """A supply centre that a side can use now."""

    row: int
    """The row in the table of centres."""
    spots: tuple[int, ...]
    """The places of arrival: its hex, those around it that belong to it, or a box."""
    supply_only: bool


@rule("supply-centres.use", "supply-centres.control", "supply-centres.capacity")
def centres(rules: Rules, state: CampaignState, side: int) -> list[Centre]:
    """Return the centres that a side controls, may use, and that have capacity left (9.16 to 9.25, 12.10)."""
    on = ("units.place", "hexes.control", "centres.arrived")
    return state.derived(("centres", side), on, lambda: _centres(rules, state, side))


def _centres(rules: Rules, state: CampaignState, side: int) -> list[Centre]:
    places, boxes, found = rules.compiled.places, rules.compiled.boxes, []
    barred = enemies(rules, state, side)
    for row, hex_ in enumerate(places.hex):
        if not _left(state, row, places.capacity[row]):
            continue
        open_to = not places.sides[row] or places.sides[row] >> side & 1
        if open_to and state.hexes.control[hex_] == side + 1 and not barred[hex_]:
            only = bool(rules.columns.centres_supply_only[row])
            found.append(Centre(row, _spots(rules, state, side, hex_), only))
    for box, owner in enumerate(boxes.side):
        row = len(places.hex) + box
        if owner == side and _left(state, row, boxes.capacity[box]):
            found.append(Centre(row, (box_place(box),), supply_only=False))
    return found


@rule("replacements.source")
def controls_any(rules: Rules, state: CampaignState, side: int) -> bool:
    """Return whether a side controls any supply centre (9.32)."""
    places, boxes = rules.compiled.places, rules.compiled.boxes
    on_map = (state.hexes.control[h] for h, most in zip(places.hex, places.capacity, strict=True) if most != NONE)
    return any(control == side + 1 for control in on_map) or side in boxes.side


@rule("supply-centres.capacity")
def _left(state: CampaignState, row: int, capacity: int) -> bool:
    return state.centres.arrived[row] < capacity  # which is beyond all counting where it is unlimited


@rule("supply-centres.area")
def _spots(rules: Rules, state: CampaignState, side: int, hex_: int) -> tuple[int, ...]:
    """Return the places of arrival: the hex; at a home base area, those around it too (9.24)."""
    return tuple(unoccupied(rules, state, side, home_area(rules, side, hex_)))


@rule("arrivals.stacking")
def unit_spots(rules: Rules, state: CampaignState, unit: int, *, box_only: bool = False) -> list[int]:
    """Return the places where a unit may come on with room for it (9.23), in ascending order."""
    side = rules.compiled.units.side[unit]
    found = {spot for centre in centres(rules, state, side) if not centre.supply_only for spot in centre.spots}
    spots = [spot for spot in sorted(found) if not box_only or box_of(spot) >= 0]
    return [spot for spot in spots if has_room(rules, state, side, spot, unit)]


def arrival(rules: Rules, state: CampaignState, side: int, spot: int) -> Update:
    """Count one more arrival at the supply centre that owns this hex (9.21)."""
    row = next(centre.row for centre in centres(rules, state, side) if spot in centre.spots)
    return state.centres.change(row, "arrived", state.centres.arrived[row] + 1)


@rule("replacements.rebuilding-site", "replacements.enemy-zones")
def rebuilt_spots(rules: Rules, state: CampaignState, unit: int) -> list[int]:
    """Return the places where a unit may be brought back: where it may come on, outside enemy zones."""
    closed = closed_to_replacements(rules, state, rules.compiled.units.side[unit])
    return [spot for spot in unit_spots(rules, state, unit) if spot not in closed]


def closed_to_replacements(rules: Rules, state: CampaignState, side: int) -> frozenset[int]:
    """Return the hexes where no unit of a side is replaced: those in enemy zones (9.6)."""

    def grounds() -> tuple[bytes]:
        return (enemy_zones(rules, state, side),)

    return state.derived(("unreplaced", side), grounds, lambda: frozenset(compress(range(rules.hexes), *grounds())))


def control_gained(rules: Rules, state: CampaignState, unit: int, spot: int) -> list[Update]:
    """Return the control that a unit gains by standing in a hex (9.18); irregulars gain none."""
    owner = rules.compiled.units.side[unit] + 1
    gains = spot >= 0 and rules.fights[unit] and state.hexes.control[spot] != owner
    return [state.hexes.change(spot, "control", owner)] if gains else []
