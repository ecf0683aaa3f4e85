"""Hexes that a unit may have been meant to start in: near ones, and those one slip away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.near_words import slips
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.checks.forces.set_ups import SideSupply, Standing


NEAR = 3
"""Hexes within which units count as standing together."""


def nearest(state: SideSupply, hex_: int, others: Iterable[Standing]) -> tuple[int, Standing] | None:
    """Return the distance of the nearest of some units, and the unit."""
    return min(((distance(state.grid.grid, hex_, o.hex), o) for o in others), key=lambda d: d[0], default=None)


def other_groups(state: SideSupply, each: Standing) -> list[Standing]:
    """Return the units of its side that are not grouped around a unit: the others may share its fault."""
    group, rest = {each.hex}, list(state.own)
    grown = True
    while grown:
        near = [o for o in rest if any(distance(state.grid.grid, o.hex, h) < NEAR for h in group)]
        grown = any(o.hex not in group for o in near)
        group.update(o.hex for o in near)
        rest = [o for o in rest if o.hex not in group]
    return rest


def open_slips(state: SideSupply, hex_: int) -> Iterator[tuple[int, int]]:
    """Yield hexes one slip away where a unit of the side may stand, with the rank of the slip."""
    grid = state.grid
    for rank, text in slips(grid.name(hex_)):
        other = grid.grid.find(text)
        if other is not None and other != hex_ and grid.passable[other] and other not in state.enemy_hexes:
            yield rank, other


def likely_hexes(state: SideSupply, each: Standing, radius: int) -> list[str]:
    """Return up to two likeliest hexes one slip away: in supply, and near its supply or others of its side."""
    others = other_groups(state, each)
    scores: dict[str, int] = {}
    for rank, hex_ in open_slips(state, each.hex):
        near = state.nearest(each, hex_)
        supply = near[0] if near else radius + 1
        own = nearest(state, hex_, others)
        beside = min(supply, own[0] if own else supply)
        if supply <= radius and beside <= NEAR:
            scores[state.grid.name(hex_)] = min(beside + rank, scores.get(state.grid.name(hex_), 99))
    best = min(scores.values(), default=0)
    return [name for name, score in scores.items() if score == best][:2]
