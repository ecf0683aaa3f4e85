"""General supply: zones of control and the paths that they and the ground leave open.

Hexes are numbers of a grid; ``ways`` is its neighbour table without hexsides that nobody may cross,
``passable`` has one truth value a hex. `zone` and `supplied` take collections of hexes, for checks;
`supply_steps` says the same over masks and a flat table, for play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.hexes import reach
from scenario_forge.mechanics.movement import flood

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from scenario_forge.game.system import Stacking
    from scenario_forge.hexes import Neighbours


def zone(
    ways: Neighbours,
    passable: Sequence[int],
    units: Iterable[int],
    closed: Collection[int] = (),
    no_zones_from: Collection[int] = (),
) -> set[int]:
    """Return the hexes in the zones of control of units at ``units``.

    Args:
        ways: neighbour table; zones do not cross hexsides that are shut in it.
        passable: zones do not reach into hexes that are not.
        units: hexes of units that have a zone.
        closed: hexes that zones do not reach into.
        no_zones_from: hexes that zones do not reach out of.
    """
    hexes = {other for hex_ in units if hex_ not in no_zones_from for other in ways[hex_]}
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
    """Return the steps of the shortest supply path from each hex within ``limit`` of a source.

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
    """Return the steps of the shortest supply path to each hex, −1 for none: :func:`supplied` for play.

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


# -- zones of control as counts over hexes ---------------------------------------------------------


def mask(hexes: int, among: Sequence[int] | set[int] | frozenset[int]) -> bytearray:
    """Return one byte a hex, 1 for those named."""
    found = bytearray(hexes)
    for hex_ in among:
        found[hex_] = 1
    return found


def any_of(hexes: int, masks: Iterable[bytes | bytearray]) -> bytes:
    """Return one byte a hex, 1 where one of the masks or counts is not 0.

    >>> any_of(3, [bytes((0, 1, 0)), bytes((0, 2, 3))]).hex()
    '000101'
    """
    together = 0
    for each in masks:
        together |= int.from_bytes(each, "little")
    return together.to_bytes(hexes, "little").translate(_TRUTH)


_TRUTH = bytes([0] + [1] * 255)


def zone_counts(
    ways: Sequence[int], units: Sequence[int], closed: Sequence[int], no_zones_from: Sequence[int]
) -> bytearray | bytes:
    """Return from how many hexes a zone of control reaches into each hex, 0 to 6.

    Args:
        ways: flat neighbour table.
        units: by hex, whether a unit that has a zone is there.
        closed: by hex, whether zones do not reach into it.
        no_zones_from: by hex, whether zones do not reach out of it.
    """
    counts = bytearray(len(units))
    for hex_, held in enumerate(units):
        if held and not no_zones_from[hex_]:
            change_zone(counts, ways, hex_, closed, 1)
    return counts


def change_zone(counts: bytearray, ways: Sequence[int], hex_: int, closed: Sequence[int], by: int) -> None:
    """Add the zone of one hex to counts (``by`` 1) or take it away (−1): six steps instead of a whole map.

    Zones must reach out of the hex, and it must have exerted no zone before, or one, respectively.
    """
    for other in ways[6 * hex_ : 6 * hex_ + 6]:
        if other >= 0 and not closed[other]:
            counts[other] += by


# -- what a unit weighs in its hex -----------------------------------------------------------------


def is_depleted(rule: Stacking, strength: int | None, printed: int | None) -> bool:
    """Return whether a unit of that strength counts as another size; False where counters print none.

    >>> from scenario_forge.game.system import Stacking
    >>> rule = Stacking(4, {"XX": 4, "X": 2}, {"XX": "X"})
    >>> is_depleted(rule, 2, 5), is_depleted(rule, 3, 6)
    (True, False)
    """
    return strength is not None and printed is not None and strength < printed * rule.depleted_below


def weight(rule: Stacking, size: str, unit_type: str, strength: int | None, printed: int | None) -> int | None:
    """Return the whole number that a unit adds to its hex; None for a size that the rule does not name."""
    if unit_type in rule.free_types:
        return 0
    if is_depleted(rule, strength, printed):
        size = rule.depleted.get(size, size)
    return rule.weights.get(size, rule.each)
