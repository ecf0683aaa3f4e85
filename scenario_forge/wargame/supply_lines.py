"""Supply chains of links within reach of each other: which links are sources, and which units depend on each.

For games where only distance counts: hexes between two links, or between a link and a unit, do not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    Away = Callable[[int, int], int]


def linked(away: Away, bases: Collection[int], links: Collection[int], gap: int) -> frozenset[int]:
    """Return the hexes that supply comes from: bases, and links chained to them with no gap above ``gap``.

    ``away(a, b)`` gives the distance in hexes.
    """
    found, waiting = set(bases), list(bases)
    while waiting:
        at = waiting.pop()
        near = {hex_ for hex_ in links if hex_ not in found and away(at, hex_) <= gap}
        found |= near
        waiting += near
    return frozenset(found)


def dependents(
    away: Away, bases: Collection[int], links: Collection[int], gap: int, users: Mapping[int, tuple[int, int]]
) -> dict[int, frozenset[int]]:
    """Return for each base or link the users that are in supply but would not be if it were lost.

    ``users`` gives, by unit, its hex and how many hexes from a source it is in supply.
    """

    def fed(lost: int | None) -> frozenset[int]:
        left, more = ([hex_ for hex_ in hexes if hex_ != lost] for hexes in (bases, links))
        sources = linked(away, left, more, gap)
        near = (user for user, (at, reach) in users.items() if any(away(hex_, at) <= reach for hex_ in sources))
        return frozenset(near)

    whole = fed(None)
    return {hex_: whole - fed(hex_) for hex_ in {*bases, *links}}
