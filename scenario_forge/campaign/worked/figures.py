"""Answers that are read off a figure: ways and their cost, zones, stacks, who attacks whom."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.retreat.breakout import WayOut, breakout_ends, breakout_steps
from scenario_forge.campaign.situation import zones
from scenario_forge.campaign.supply.combat_supply import supplied_units
from scenario_forge.campaign.worked.figure import SUPPLY
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.formula import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.campaign.worked.figure import FigurePosition
    from scenario_forge.documents.rulebook import Example
    from scenario_forge.game.game import Game

    Answer = Mapping[str, Any]

MOST = 20
"""The highest strength that is tried as the cost of a way out."""


def cost(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with the movement points of a way (3.3)."""
    walk = Walk(position.rules, position.state, position.units[str(example.given["unit"])])
    for place in _path(example, position)[1:]:
        price = walk.price(place)
        if price is None:
            return {"cost": f"no way to {position.letter(place)}"}
        walk.enter(place, price)
    return {"cost": plain(Fraction(walk.spent, position.rules.scale))}


def stops(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer whether a way is open, and where it stops (4.5)."""
    walk = Walk(position.rules, position.state, position.units[str(example.given["unit"])])
    for place in _path(example, position)[1:]:
        price = walk.price(place)
        if price is None:
            return {"possible": False, "stops_at": position.letter(walk.at)}
        walk.enter(place, price)
    return {"possible": True, "stops_at": ""}


def _path(example: Example, position: FigurePosition) -> list[int]:
    found = example.given["path"]
    return [position.hexes[str(letter)] for letter in found] if isinstance(found, list) else []


def breakout(_game: Game, example: Example, position: FigurePosition) -> Answer:
    """Answer with the least strength for which a stack can go that way out (17.3)."""
    rules, state, path = position.rules, position.state, _path(example, position)
    stack = {unit: state.units.strength[unit] for unit, at in enumerate(state.units.place) if at == path[0]}
    side = state.clock.side[0]
    for points in range(MOST):
        out = WayOut(path[0], len(path) - 1, points)
        ends = breakout_ends(rules, state, side, stack, out, {})
        if path[-1] in ends.hexes and all(
            hex_ in breakout_steps(rules, state, side, out, tuple(path[1:number]), ends._replace(hexes=(path[-1],)))
            for number, hex_ in enumerate(path[1:], 1)
        ):
            return {"strength": points}
    return {"strength": "no way out"}


def zone(_game: Game, _example: Example, position: FigurePosition) -> Answer:
    """Answer with the hexes of a unit's zone of control (4.1)."""
    unit = next(unit for unit, at in enumerate(position.state.units.place) if at >= 0)
    found = zones(position.rules, position.state, position.rules.compiled.units.side[unit])
    hexes = [hex_ for hex_, flag in enumerate(found) if flag]
    return {"hexes": sorted(position.letter(hex_) for hex_ in hexes), "count": len(hexes)}


def stacking(game: Game, _example: Example, position: FigurePosition) -> Answer:
    """Answer with each size as a number of the next smaller size, and what stacks freely (5.1, 5.2)."""
    counters = game.one("counters", CountersDocument)
    weights = position.rules.columns.stacking_weight
    sizes = [(weights[n], size.name.lower()) for n, size in enumerate(counters[0].sizes)] if counters else []
    found: dict[str, Any] = {"free": [*(name for own, name in sizes if not own), SUPPLY]}
    counted = sorted((own, name) for own, name in sizes if own)
    for (less, smaller), (more, name) in itertools.pairwise(counted):
        found[name] = f"{Fraction(more, less)} {smaller}s"
    return found


def attacks(_game: Game, _example: Example, position: FigurePosition) -> Answer:
    """Answer which stacks attack which, which of them may split, and what supplies them all (6.3 to 6.14)."""
    rules, state = position.rules, position.state
    met = contact(rules, state, state.clock.side[0])
    found: dict[str, list[str]] = {}
    parts: dict[str, int] = {}
    for unit, hexes in met.targets.items():
        stack = position.letter(state.units.place[unit])
        found[stack] = [position.letter(hex_) for hex_ in hexes]
        parts[stack] = parts.get(stack, 0) + 1
    split = sorted(stack for stack, units in parts.items() if units > 1 and len(found[stack]) > 1)
    fed = set(supplied_units(rules, state, met.targets, used=False)) == set(met.targets)
    supplies = [position.letter(place) for place in state.supplies.place if place >= 0]
    return {
        "attacks": dict(sorted(found.items())),
        "may_split_by_unit": split,
        "supplied_by": supplies[0] if fed and len(supplies) == 1 else "",
    }
