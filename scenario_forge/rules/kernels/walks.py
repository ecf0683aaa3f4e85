"""Loops over costs: movement range and cost home.

Buckets are linked lists: ``head`` and ``tail`` by bucket, ``item`` and ``following`` by link. Each hex is left once,
so six links a hex are enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.rules.kernels.build import Bytes, Ints

SIGNATURES = {
    "movement_range": "IIIBBBnnnniiiiii",
    "cost_home": "IIIBBBBniiiii",
}
"""What each kernel takes: I numbers and B bytes that are read only, i numbers that are written, n one number."""


def append(bucket: int, link: int, hex_: int, head: Ints, tail: Ints, item: Ints, following: Ints) -> None:
    """Put a hex last into a bucket; ``link`` is the next that is free."""
    item[link] = hex_
    following[link] = -1
    if head[bucket] < 0:
        head[bucket] = link
    else:
        following[tail[bucket]] = link
    tail[bucket] = link


def movement_range(
    neighbours: Ints,
    cost: Ints,
    swift: Ints,
    stops: Bytes,
    barred: Bytes,
    swiftly: Bytes,
    start: int,
    budget: int,
    first_extra: int,
    first_clear: int,
    best: Ints,
    came: Ints,
    head: Ints,
    tail: Ints,
    item: Ints,
    following: Ints,
) -> None:
    """Fill ``best`` and ``came``, which are −1 throughout, as are ``head`` and ``tail`` of budget + 1."""
    best[start] = 0
    links = 0
    at, spent, extra, pending, ahead = start, 0, first_extra, 0, -1
    while True:
        if best[at] == spent and (at == start or not stops[at]):
            for entry in range(6 * at, 6 * at + 6):
                hex_ = neighbours[entry]
                if hex_ < 0 or barred[hex_]:
                    continue
                price = swift[entry] if swiftly[hex_] else cost[entry]
                total = spent + price + extra
                if price == 0 or total > budget or 0 <= best[hex_] <= total:
                    continue
                if at == start and first_clear and stops[hex_]:
                    continue
                best[hex_] = total
                came[hex_] = at
                append(total, links, hex_, head, tail, item, following)
                links += 1
        extra = 0
        # the next hex: of this bucket, else the first of the next bucket that has any
        ahead = following[ahead] if ahead >= 0 else -1
        while ahead < 0 and pending <= budget:
            ahead = head[pending]
            spent = pending
            pending += 1
        if ahead < 0:
            return
        at = item[ahead]


def cost_home(
    neighbours: Ints,
    cost: Ints,
    swift: Ints,
    stops: Bytes,
    barred: Bytes,
    swiftly: Bytes,
    goals: Bytes,
    round_: int,
    best: Ints,
    head: Ints,
    tail: Ints,
    item: Ints,
    following: Ints,
) -> None:
    """Fill ``best``, −1 throughout; ``round_`` buckets are used in turn, more than any one cost."""
    links = 0
    left = 0
    for hex_ in range(len(best)):
        if goals[hex_]:
            best[hex_] = 0
            append(0, links, hex_, head, tail, item, following)
            links += 1
            left += 1
    spent = -1
    while left > 0:
        spent += 1
        bucket = spent % round_
        link = head[bucket]
        head[bucket] = -1
        while link >= 0:
            at = item[link]
            link = following[link]
            left -= 1
            if best[at] != spent or (not goals[at] and (stops[at] or barred[at])):
                continue
            for direction in range(6):
                before = neighbours[6 * at + direction]
                entry = 6 * before + (direction + 3) % 6
                if before < 0 or neighbours[entry] != at:
                    continue
                price = swift[entry] if swiftly[at] else cost[entry]
                total = spent + price
                if price == 0 or 0 <= best[before] <= total:
                    continue
                best[before] = total
                append(total % round_, links, before, head, tail, item, following)
                links += 1
                left += 1
