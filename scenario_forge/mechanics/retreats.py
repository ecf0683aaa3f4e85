"""Retreats: where a unit can end a given number of hexes away, and by which ways.

Tables and masks as in `mechanics.movement`. Distances are of the hexes from where the fight was, counted on the map; a
way is longer than the distance of its end where no straight one of its length is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.mechanics import movement
from scenario_forge.mechanics.supply import any_of, mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Flood = Callable[[Sequence[int], Sequence[int], Sequence[int], int | None], Sequence[int]]


@dataclass(frozen=True)
class Surroundings:
    """The map around a retreat."""

    neighbours: Sequence[int]
    """The whole flat neighbour table."""
    ways: Sequence[int]
    """The same without what nobody crosses."""
    barred: bytes | bytearray
    """Hexes not to be entered: impassable, enemy units, enemy zones."""
    avoid: bytes | bytearray
    """Hexes not to be entered if it can be helped: those of friends."""


class WaysOut(NamedTuple):
    """The steps of the shortest way from the start to each hex; −1 for no way."""

    clear: Sequence[int]
    """Without an avoided hex."""
    past: Sequence[int]
    """With or without."""


class Ends(NamedTuple):
    """The hexes in which a retreat can end."""

    hexes: tuple[int, ...]
    steps: int
    """How long the way to each of them is."""
    clear: bool
    """Whether the way keeps off avoided hexes."""


NOWHERE = Ends((), 0, clear=True)


def ways_out(around: Surroundings, start: int, limit: int | None = None, flood: Flood = movement.flood) -> WaysOut:
    """Return the ways from a hex, up to ``limit`` steps; ``flood`` is `movement.flood` or its compiled twin."""
    count = len(around.barred)
    starts = mask(count, [start])
    shut = (around.barred, any_of(count, (around.barred, around.avoid)))
    past, clear = (flood(around.ways, bytes(closed).translate(_OPEN), starts, limit) for closed in shut)
    return WaysOut(clear, past)


_OPEN = bytes([movement.OPEN] + [movement.SHUT] * 255)


def nearest_ends(ways: WaysOut, away: Sequence[int], hexes: Iterable[int]) -> Ends:
    """Return the ends of a retreat among hexes: by the shortest way, then the nearest, then past no friends.

    Args:
        ways: the ways out.
        away: by hex, how far it is from the start on the map.
        hexes: where there is room, as far away as called for or further.
    """
    best, found = (0, 0, 0), list[int]()
    for hex_ in hexes:
        for number, steps in enumerate((ways.clear[hex_], ways.past[hex_])):
            key = (steps, away[hex_], number)
            if steps > 0 and (not found or key <= best):
                found = [*found, hex_] if key == best else [hex_]
                best = key
    return Ends(tuple(sorted(found)), best[0], clear=not best[2])


def onward(around: Surroundings, ways: WaysOut, ends: Ends, path: Sequence[int], start: int) -> list[int]:
    """Return the hexes by which a retreat begun with ``path`` can go on to one of the ends, in ascending order."""
    steps = ways.clear if ends.clear else ways.past
    good = set(ends.hexes)
    for taken in range(ends.steps - 1, len(path), -1):
        before = {near for hex_ in good for near in around.neighbours[6 * hex_ : 6 * hex_ + 6]}
        good = {
            hex_
            for hex_ in before
            if hex_ >= 0 and steps[hex_] == taken and good.intersection(around.ways[6 * hex_ : 6 * hex_ + 6])
        }
    at = path[-1] if path else start
    return sorted(good.intersection(around.ways[6 * at : 6 * at + 6]))
