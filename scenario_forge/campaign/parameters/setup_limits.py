"""Rules that a set-up must keep, as general checks ask for them: stacking, supply, zones, boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.system import GeneralSupply, Stacking, Works, ZonesOfControl
from scenario_forge.hexes import reach

if TYPE_CHECKING:
    from scenario_forge.game.game import Game


_FORTS = frozenset({"fortification"})
"""Kinds of place that zones of control reach neither into nor out of."""


def rules_of(game: Game) -> RulesDocument | None:
    """Return the game's rules.yaml; None while it cannot be read."""
    found = game.one("rules", RulesDocument)
    return found[0] if found else None


def stacking(game: Game) -> Stacking | None:
    """Return the stacking rule (rule 5). Size marks are as on the counters, in capitals."""
    rules = rules_of(game)
    if rules is None:
        return None
    limits = rules.stacking
    weights = {size.upper(): weight for size, weight in limits.weight.items()}
    depleted = {size.upper(): as_.upper() for size, as_ in limits.depleted_as.items()}
    return Stacking(limits.limit, weights, depleted, limits.depleted_below, rule="Rule 5")


def supply(game: Game) -> GeneralSupply | None:
    """Return the supply rule (rule 8). Some home bases supply all units in them (rules 8 and 12)."""
    rules = rules_of(game)
    if rules is None:
        return None
    hexes, boxes = _bases(game, rules)

    def always(side: str, hex_: int | None, box: str | None) -> bool:
        return (side, hex_) in hexes or (side, box) in boxes

    return GeneralSupply(
        rules.supply.general_radius,
        frozenset({"supply", "captured"}),
        frozenset(rules.supply.immune),
        always=always,
        rule="Rule 8",
    )


def _bases(game: Game, rules: RulesDocument) -> tuple[set[tuple[str, int]], set[tuple[str, str]]]:
    """Return the hexes and off-map boxes in which a side is always in supply."""
    hexes: set[tuple[str, int]] = set()
    boxes: set[tuple[str, str]] = set()
    grid = hex_map(game)
    for side, base in rules.home_bases.items() if grid else ():
        for name in base.always_supplied:
            found = grid.find(name) if grid else None
            if found and found.box:
                boxes.add((side, found.box))
            elif found and grid and found.hex is not None:
                radius = base.area(found.place.key) if found.place else 0
                area = reach(grid.grid.neighbours, [found.hex], limit=radius)
                hexes |= {(side, hex_) for hex_ in area}
    return hexes, boxes


def zones(game: Game) -> ZonesOfControl | None:
    """Return the rule of zones of control (rule 4; rule 7 for fortifications and boxes)."""
    rules = rules_of(game)
    if rules is None:
        return None
    return ZonesOfControl(
        frozenset(rules.zones.without),
        not_into=_FORTS,
        not_out_of=_FORTS,
        into_works=False,
        rule="Rule 4",
    )


def works(game: Game) -> Works | None:
    """Return who may start in works and where (rule 7); None where the game has none."""
    rules = rules_of(game)
    if rules is None:
        return None
    fort = rules.fortification
    return Works(
        "box",
        "fortified box",
        "boxes",
        "(f)",
        fort.boxes_per_hex,
        frozenset(fort.benefits),
        frozenset(fort.box_forbidden),
        rule="Rule 7",
    )
