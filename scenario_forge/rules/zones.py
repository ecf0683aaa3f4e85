"""Zones of control as counts over hexes: from how many hexes a zone reaches into each.

A count is also a mask: 0 where no zone is. ``ways`` is a flat neighbour table, entry 6 h + d the
hex beyond side d of hex h, −1 where zones do not reach whatever happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def mask(hexes: int, among: Sequence[int] | set[int] | frozenset[int]) -> bytearray:
    """One byte a hex, 1 for those named."""
    found = bytearray(hexes)
    for hex_ in among:
        found[hex_] = 1
    return found


def any_of(hexes: int, masks: Iterable[bytes | bytearray]) -> bytes:
    """One byte a hex, 1 where one of the masks or counts has anything.

    >>> any_of(3, [bytes((0, 1, 0)), bytes((0, 2, 3))]).hex()
    '000101'
    """
    together = 0
    for each in masks:
        together |= int.from_bytes(each, "little")
    return together.to_bytes(hexes, "little").translate(_TRUTH)


_TRUTH = bytes([0] + [1] * 255)


def zone_counts(
    ways: Sequence[int], units: Sequence[int], closed: Sequence[int], mute: Sequence[int]
) -> bytearray | bytes:
    """From how many hexes a zone of control reaches into each hex, 0 to 6.

    Args:
        ways: flat neighbour table.
        units: by hex, whether a unit that has a zone is there.
        closed: by hex, whether zones do not reach into it.
        mute: by hex, whether zones do not reach out of it.
    """
    counts = bytearray(len(units))
    for hex_, held in enumerate(units):
        if held and not mute[hex_]:
            change_zone(counts, ways, hex_, closed, 1)
    return counts


def change_zone(counts: bytearray, ways: Sequence[int], hex_: int, closed: Sequence[int], by: int) -> None:
    """Add the zone of one hex to counts (``by`` 1) or take it away (−1): six steps instead of a whole map.

    The hex must not be mute, and must have exerted no zone before, or one, respectively.
    """
    for other in ways[6 * hex_ : 6 * hex_ + 6]:
        if other >= 0 and not closed[other]:
            counts[other] += by
