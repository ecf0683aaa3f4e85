"""Arrays of the logistics phase and the off-map boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.parameters.document import RulesDocument
    from scenario_forge.campaign.parameters.operations import OffMap
    from scenario_forge.game.hexmap import HexMap

Arrays = dict[str, list[int]]


def logistics(
    rules: RulesDocument,
    linked: HexMap,
    types: Sequence[str],
    made: Arrays,
) -> None:
    """Add all arrays of the logistics phase and the off-map boxes.

    `grid.width`; `centres.supply_only` and `places.box_forbidden` by place;
    `off_map.*` by box; `line.retreat` by line kind.
    """
    document = linked.document
    made["grid.width"] = [linked.grid.width]
    only = {linked.places[name][0].key for name in rules.logistics.supply_only if name in linked.places}
    forbidden = set(rules.fortification.box_forbidden)
    made["centres.supply_only"] = [int(place.key in only) for place in document.places]
    made["places.box_forbidden"] = [int(not forbidden.isdisjoint(place.kinds)) for place in document.places]
    made["line.retreat"] = [int(kind.id in rules.supply.retreat_along) for kind in document.line_kinds]
    _boxes(rules, linked, types, made)


def _boxes(rules: RulesDocument, linked: HexMap, types: Sequence[str], made: Arrays) -> None:
    """Add by box the cost to enter, emergency hexes, and enemy unit types that may enter.

    Types are a bit mask. `off_map.edge` has the hexes of that edge, box by box.
    """
    by_id = {box.box: box for box in rules.off_map.values()}
    boxes = [by_id.get(box.id) for box in linked.document.boxes]
    made["off_map.cost"] = [box.enter_cost * made["scale"][0] if box else 0 for box in boxes]
    made["off_map.emergency"] = [box.emergency_hexes if box else 0 for box in boxes]
    made["off_map.enemies"] = [
        sum(1 << n for n, kind in enumerate(types) if box and kind in box.enemy_types) for box in boxes
    ]
    made["off_map.supply"] = [int(bool(box and box.supply_paths)) for box in boxes]
    edges = [_edge(linked, box) for box in boxes]
    made["off_map.edge.begins"] = [sum(map(len, edges[:n])) for n in range(len(edges) + 1)]
    made["off_map.edge"] = [hex_ for edge in edges for hex_ in edge]


def _edge(linked: HexMap, box: OffMap | None) -> list[int]:
    """Return the hexes of a map edge, from the west or the north."""
    width, total = linked.grid.width, len(linked.grid)
    if box is None:
        return []
    edges = {
        "north": range(width),
        "south": range(total - width, total),
        "west": range(0, total, width),
        "east": range(width - 1, total, width),
    }
    return list(edges.get(str(box.emergency_edge), ()))
