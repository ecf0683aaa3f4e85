"""Another account of advances, against which the rules are held: all ends of an advance by number of steps.

Along a retreat path zones of control are ignored; off it, who enters one stops there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def advances(
    ways: Sequence[int],
    start: int,
    count: int,
    barred: Sequence[int],
    zone: Sequence[int],
    trails: Iterable[Sequence[int]] = (),
) -> dict[int, tuple[int, ...]]:
    """By hex in reach a shortest advance to it, without the hex it begins in; in ascending order of hexes.

    Args:
        ways: flat neighbour table without what nobody crosses.
        start: where the unit stands.
        count: hexes it may advance.
        barred: by hex, whether nobody may enter it: impassable, or enemy units still there.
        zone: by hex, whether it is in an enemy zone of control; counts will do.
        trails: the retreat paths, each from the hex that was left on. A unit is on one as long as it follows it from
            its first hex without a gap, and until it comes up against a barred hex.
    """
    reached: dict[int, tuple[int, ...]] = {}
    followed = [_along(ways, start, count, barred, trail) for trail in trails]
    # by number of steps, the advances that may go on: those on a trail, and those off it outside zones
    going: list[list[tuple[int, ...]]] = [[] for _ in range(count + 1)]
    going[0].append(())
    for path in (path for paths in followed for path in paths):
        going[len(path)].append(path)
    left = set()
    for steps, paths in enumerate(going):
        for path in paths:
            at = path[-1] if path else start
            reached.setdefault(at, path)
            if at in left or steps == count:
                continue
            left.add(at)
            for other in ways[6 * at : 6 * at + 6]:
                if other < 0 or barred[other] or other == start:
                    continue
                if not zone[other]:
                    going[steps + 1].append((*path, other))
                else:
                    reached.setdefault(other, (*path, other))
    del reached[start]
    return dict(sorted(reached.items()))


def _along(
    ways: Sequence[int], start: int, count: int, barred: Sequence[int], trail: Sequence[int]
) -> list[tuple[int, ...]]:
    """The advances along a trail, shortest first."""
    found: list[tuple[int, ...]] = []
    at = start
    for hex_ in trail[:count]:
        if barred[hex_] or hex_ not in ways[6 * at : 6 * at + 6]:
            break
        found.append((*(found[-1] if found else ()), hex_))
        at = hex_
    return found
