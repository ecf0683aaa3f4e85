"""General supply: zones of control and the paths that they and the ground leave open.

Hexes are numbers of a grid; ``ways`` is its neighbour table without hexsides that nobody may cross,
``passable`` has one truth value a hex. `zone` and `supplied` take collections of hexes, for checks;
`supply_steps` says the same over masks and a flat table, for play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes import reach
from scenario_forge.rules.gradients import flood

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scenario_forge.hexes import Neighbours


def zone(
    ways: Neighbours,
    passable: Sequence[int],
    units: Iterable[int],
    closed: Collection[int] = (),
    mute: Collection[int] = (),
) -> set[int]:
    """The hexes in the zones of control of units at ``units``.

    Args:
        ways: neighbour table; zones do not cross hexsides that are shut in it.
        passable: zones do not reach into hexes that are not.
        units: hexes of units that have a zone.
        closed: hexes that zones do not reach into.
        mute: hexes that zones do not reach out of.
    """
    hexes = {other for hex_ in units if hex_ not in mute for other in ways[hex_]}
    return {hex_ for hex_ in hexes if hex_ >= 0 and passable[hex_] and hex_ not in closed}


def supplied(
    ways: Neighbours,
    passable: Sequence[int],
    sources: Collection[int],
    limit: int,
    friends: Collection[int] = (),
    enemies: Collection[int] = (),
    enemy_zone: Collection[int] = (),
) -> dict[int, int]:
    """Steps of the shortest supply path from each hex within ``limit`` of a source.

    A path enters no impassable hex and none with an enemy, and a hex in an enemy zone of control only
    where a friend stands. The hex in which it begins or ends is of no account.
    """
    barred = set(enemies).union(set(enemy_zone).difference(friends, sources))
    if barred:
        opened = bytearray(map(bool, passable))
        for hex_ in barred:
            opened[hex_] = 0
        passable = opened
    return reach(ways, sources, passable, limit)


def supply_steps(
    ways: Sequence[int],
    passable: Sequence[int],
    sources: Sequence[int],
    friends: Sequence[int],
    enemies: Sequence[int],
    enemy_zone: Sequence[int],
    limit: int | None = None,
) -> Sequence[int]:
    """Steps of the shortest supply path to each hex, −1 where there is none: :func:`supplied` for play.

    Args:
        ways: flat neighbour table without hexsides that nobody crosses.
        passable: by hex, whether paths enter it at all.
        sources: by hex, whether supply comes from there.
        friends: by hex, whether a friend opens it though it is in an enemy zone.
        enemies: by hex, whether an enemy bars it.
        enemy_zone: by hex, whether it is in an enemy zone of control; counts will do.
        limit: the longest path; None for a line of communication of any length.
    """
    gates = bytearray(
        bool(open_ and not (enemy or (zone_ and not friend)))
        for open_, enemy, zone_, friend in zip(passable, enemies, enemy_zone, friends, strict=True)
    )
    return flood(ways, gates, sources, limit)
