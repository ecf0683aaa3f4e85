"""Loops over costs: movement range and cost home.

A bucket is a chain of links, the last that came in first: ``head`` by bucket, ``item`` and ``following`` by link. Each
hex is left once, so six links a hex are enough. Several conditions are one branch (`&`), which costs half as much where
terrain makes them hard to foresee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenario_forge.rules.kernels.build import Bytes, Ints

SIGNATURES = {
    "movement_range": "IIIBBBnnnniiiii",
    "cost_home": "IIIBBBBniiii",
}
"""What each kernel takes: I numbers and B bytes that are read only, i numbers that are written, n one number."""

UNKNOWN = 2**31 - 1


def settle(best: Ints, barred: Bytes, start: int) -> None:
    """Say what is not known to be in reach as −1."""
    for hex_ in range(len(best)):
        if best[hex_] == UNKNOWN or (barred[hex_] and hex_ != start):
            best[hex_] = -1


def leave(
    at: int,
    spent: int,
    budget: int,
    clear: int,
    links: int,
    neighbours: Ints,
    cost: Ints,
    swift: Ints,
    stops: Bytes,
    swiftly: Bytes,
    best: Ints,
    came: Ints,
    head: Ints,
    item: Ints,
    following: Ints,
) -> int:
    """Look at the six hexes around a hex, ``links`` being in use; how many are afterwards."""
    for entry in range(6 * at, 6 * at + 6):
        hex_ = neighbours[entry]
        if hex_ < 0:
            continue
        price = swift[entry] if swiftly[hex_] else cost[entry]
        total = spent + price
        if (total <= budget) & (total < best[hex_]) & (price != 0):
            if clear and stops[hex_]:
                continue
            best[hex_] = total
            came[hex_] = at
            item[links] = hex_
            following[links] = head[total]
            head[total] = links
            links += 1
    return links


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
    item: Ints,
    following: Ints,
) -> None:
    """Fill ``best`` and ``came``; ``head`` has budget + 1 places."""
    for hex_ in range(len(best)):
        best[hex_] = -1 if barred[hex_] else UNKNOWN
        came[hex_] = -1
    best[start] = 0
    for bucket in range(len(head)):
        head[bucket] = -1
    links = leave(
        start, first_extra, budget, first_clear, 0,
        neighbours, cost, swift, stops, swiftly, best, came, head, item, following,
    )  # fmt: skip
    for spent in range(budget + 1):
        link = head[spent]
        while link >= 0:
            at = item[link]
            link = following[link]
            if best[at] == spent and not stops[at]:
                links = leave(
                    at, spent, budget, 0, links,
                    neighbours, cost, swift, stops, swiftly, best, came, head, item, following,
                )  # fmt: skip
    settle(best, barred, start)


def come_to(
    at: int,
    spent: int,
    round_: int,
    links: int,
    neighbours: Ints,
    prices: Ints,
    best: Ints,
    head: Ints,
    item: Ints,
    following: Ints,
) -> int:
    """Look at the six hexes from which a hex is entered, ``links`` being in use; how many are afterwards."""
    for direction in range(6):
        before = neighbours[6 * at + direction]
        if before < 0:
            continue
        entry = 6 * before + (direction + 3 if direction < 3 else direction - 3)
        price = prices[entry]
        total = spent + price
        if (total < best[before]) & (price != 0) & (neighbours[entry] == at):
            best[before] = total
            bucket = total % round_
            item[links] = before
            following[links] = head[bucket]
            head[bucket] = links
            links += 1
    return links


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
    item: Ints,
    following: Ints,
) -> None:
    """Fill ``best``; ``round_`` buckets are used in turn, more than any one cost."""
    for bucket in range(round_):
        head[bucket] = -1
    links = 0
    for hex_ in range(len(best)):
        best[hex_] = 0 if goals[hex_] else UNKNOWN
        if goals[hex_]:
            item[links] = hex_
            following[links] = head[0]
            head[0] = links
            links += 1
    done, spent = 0, 0
    while done < links:
        link = head[spent % round_]
        head[spent % round_] = -1
        while link >= 0:
            at = item[link]
            link = following[link]
            done += 1
            if best[at] == spent and (goals[at] or not (stops[at] or barred[at])):
                prices = swift if swiftly[at] else cost
                links = come_to(at, spent, round_, links, neighbours, prices, best, head, item, following)
        spent += 1
    for hex_ in range(len(best)):
        if best[hex_] == UNKNOWN:
            best[hex_] = -1
