"""Off-map boxes: who enters and leaves them, where, and at what cost (rule 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import enemies, enemy_zones, room
from scenario_forge.campaign.state import box_of, box_place
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


@rule("off-map.adjacent")
def adjoining(rules: Rules, box: int) -> Sequence[int]:
    """Return the hexes that the box counts as adjacent to (12.2)."""
    boxes = rules.compiled.boxes
    return boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]]


@rule("off-map.irregulars", "off-map.admittance")
def admits(rules: Rules, box: int, side: int, kind: int) -> bool:
    """Return whether units of a side and type may enter: its owner's, and others of the types named (12.5)."""
    owner = rules.compiled.boxes.side[box]
    return owner in (side, -1) or bool(rules.columns.off_map_enemies[box] >> kind & 1)


@rule("off-map.entry")
def entrances(rules: Rules, hex_: int, side: int, kind: int) -> list[tuple[int, int]]:
    """Return the boxes that can be entered from a hex, as places, with the cost (12.3)."""
    costs, boxes = rules.columns.off_map_cost, rules.beside_boxes.get(hex_, ())
    return [(box_place(box), costs[box]) for box in boxes if admits(rules, box, side, kind)]


@rule("off-map.exit")
def exits(
    rules: Rules, state: CampaignState, box: int, side: int, *, irregular: bool = False
) -> list[tuple[int, int, int]]:
    """Return the hexes by which units come onto the map, each with cost and strategic cost (12.3).

    Where enemy units or zones block every adjoining hex, the first free ones of another edge serve too (12.4); not
    for irregulars, whom nothing blocks.
    """
    terrain = rules.irregular_costs if irregular else rules.columns.cost_terrain

    def make() -> list[tuple[int, int, int]]:
        ways = [(hex_, *price(rules, hex_, terrain)) for hex_ in adjoining(rules, box)]
        return [way for way in ways if way[1]]

    found = state.derived(("exits", box, irregular), (), make)
    barred, zone = enemies(rules, state, side), enemy_zones(rules, state, side)
    if not irregular and all(barred[hex_] or zone[hex_] for hex_, _cost, _swift in found):
        begins = rules.columns.off_map_edge_begins
        edge = rules.columns.off_map_edge[begins[box] : begins[box + 1]]
        free = [(hex_, *price(rules, hex_, terrain)) for hex_ in edge if not barred[hex_] and not zone[hex_]]
        spare = [way for way in free if way[1]]
        return found + spare[: rules.columns.off_map_emergency[box]]
    return found


def price(rules: Rules, hex_: int, terrain: Sequence[int]) -> tuple[int, int]:
    """Return cost and strategic cost of a hex entered from off the map: by its ground, or a line in it if cheaper."""
    ground, factor = rules.compiled.map, rules.strategic_percent
    mask = 0
    for edge in range(6 * hex_, 6 * hex_ + 6):
        mask |= ground.lines[edge]
    kind = ground.terrain[hex_]
    ways = [(terrain[kind], rules.columns.cost_terrain_halved[kind])] if terrain[kind] else []
    halved = rules.columns.cost_line_halved
    if rules.compiled.kinds.terrain_land[kind]:
        ways += [(cost, halved[line]) for line, cost in enumerate(rules.columns.cost_line) if mask >> line & 1]
    return min(((cost, cost * factor // 100 if half else cost) for cost, half in ways), default=(0, 0))


@rule("off-map.stacking")
def endless(place: int) -> bool:
    """Return whether any number of units may be in a place: in each box (12.11)."""
    return box_of(place) >= 0


def has_room(rules: Rules, state: CampaignState, side: int, place: int, unit: int, strength: int | None = None) -> bool:
    """Return whether stacking lets a unit be in a hex or a box, as if it had ``strength``, if given."""
    return (place < 0 and endless(place)) or room(rules, state, side, place, unit, strength)
