"""Loops over steps: zones of control, floods, supply paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.rules.kernels.build import Bytes, Ints

SIGNATURES = {
    "zone_counts": "IBBBb",
    "flood": "IBBnii",
    "supply_steps": "IBBBBBnbii",
    "beyond": "IBniib",
}
"""As in `walks`; b are bytes that are written."""


def zone_counts(ways: Ints, units: Bytes, closed: Bytes, mute: Bytes, counts: Bytes) -> None:
    """Fill ``counts``, 0 throughout."""
    for hex_ in range(len(units)):
        if units[hex_] and not mute[hex_]:
            for entry in range(6 * hex_, 6 * hex_ + 6):
                other = ways[entry]
                if other >= 0 and not closed[other]:
                    counts[other] += 1


def flood(ways: Ints, gates: Bytes, starts: Bytes, limit: int, steps: Ints, queue: Ints) -> None:
    """Fill ``steps``; a negative limit is none."""
    last = 0
    for hex_ in range(len(steps)):
        steps[hex_] = -1
        if starts[hex_]:
            steps[hex_] = 0
            queue[last] = hex_
            last += 1
    first = 0
    while first < last:
        hex_ = queue[first]
        first += 1
        taken = steps[hex_]
        if taken == limit:
            return
        if taken > 0 and gates[hex_] == 2:
            continue
        for entry in range(6 * hex_, 6 * hex_ + 6):
            other = ways[entry]
            if other >= 0 and steps[other] < 0 and gates[other]:
                steps[other] = taken + 1
                queue[last] = other
                last += 1


def supply_steps(
    ways: Ints,
    passable: Bytes,
    sources: Bytes,
    friends: Bytes,
    enemies: Bytes,
    enemy_zone: Bytes,
    limit: int,
    gates: Bytes,
    steps: Ints,
    queue: Ints,
) -> None:
    """Fill ``steps``; ``gates`` and ``queue`` are scratch."""
    for hex_ in range(len(steps)):
        held = enemies[hex_] or (enemy_zone[hex_] and not friends[hex_])
        gates[hex_] = 1 if passable[hex_] and not held else 0
    flood(ways, gates, sources, limit, steps, queue)


def beyond(neighbours: Ints, hexes: Bytes, limit: int, steps: Ints, queue: Ints, far: Bytes) -> None:
    """Fill ``far``, which the flood takes for open ground first; ``steps`` and ``queue`` are scratch."""
    for hex_ in range(len(far)):
        far[hex_] = 1
    flood(neighbours, far, hexes, limit, steps, queue)
    for hex_ in range(len(steps)):
        if steps[hex_] >= 0:
            far[hex_] = 0
