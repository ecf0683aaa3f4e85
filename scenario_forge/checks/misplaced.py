"""Where a unit in an unlikely hex was probably meant to be: hexes whose ids differ by one slip of the pen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.checks.set_ups import Standing
    from scenario_forge.checks.supply_states import SideSupply

NEAR = 3
"""Hexes within which units count as standing together."""


def nearest(state: SideSupply, hex_: int, others: Iterable[Standing]) -> tuple[int, Standing] | None:
    """The nearest of some units and its distance."""
    return min(((distance(state.grid.grid, hex_, o.hex), o) for o in others), key=lambda d: d[0], default=None)


def apart(state: SideSupply, each: Standing) -> list[Standing]:
    """Units of its side that do not stand together with it: they may share its fault."""
    group, rest = {each.hex}, list(state.own)
    grown = True
    while grown:
        near = [o for o in rest if any(distance(state.grid.grid, o.hex, h) < NEAR for h in group)]
        grown = any(o.hex not in group for o in near)
        group.update(o.hex for o in near)
        rest = [o for o in rest if o.hex not in group]
    return rest


def slips(text: str) -> Iterator[tuple[int, str]]:
    """Ids one slip away, the likelier slips first (0 to 3): letters doubled, digits changed about, lost, misread.

    >>> sorted(slips("S32"))[:3]
    [(0, 'SS32'), (1, 'S23'), (2, 'S2')]
    """
    match = re.fullmatch(r"([^\W\d_]*)(\d+)", text)
    if match is None:
        return
    letters, digits = match[1], match[2]
    if letters and len(set(letters)) == 1:
        yield 0, letters + letters[0] + digits
        if len(letters) > 1:
            yield 0, letters[1:] + digits
    for i in range(len(digits) - 1):
        if digits[i] != digits[i + 1]:
            yield 1, letters + digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
    for i in range(len(digits)):
        if len(digits) > 1:
            yield 2, letters + digits[:i] + digits[i + 1 :]
        yield 2, letters + digits[:i] + digits[i] + digits[i:]
        yield from ((3, letters + digits[:i] + d + digits[i + 1 :]) for d in "0123456789" if d != digits[i])
    for i in range(len(letters)):
        for other in (chr(ord(letters[i]) - 1), chr(ord(letters[i]) + 1)):
            yield 3, letters[:i] + other + letters[i + 1 :] + digits


def open_slips(state: SideSupply, hex_: int) -> Iterator[tuple[int, int]]:
    """Hexes one slip away where a unit of the side may stand, with the rank of the slip."""
    grid = state.grid
    for rank, text in slips(grid.name(hex_)):
        other = grid.grid.find(text)
        if other is not None and other != hex_ and grid.passable[other] and other not in state.enemy_hexes:
            yield rank, other


def likely(state: SideSupply, each: Standing, radius: int) -> list[str]:
    """The hexes one slip away that make best sense: in supply, and beside others of its side or its supply."""
    others = apart(state, each)
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
