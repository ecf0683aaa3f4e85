"""Loops over flat arrays: zones of control and supply, movement range and cost home, lines of sight.

Several conditions are one branch (`&`), which costs half as much where terrain makes them hard to foresee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.intc]
    Bytes: TypeAlias = NDArray[np.uint8]

SIGNATURES = {
    "movement_range": "IIIBBBnnnniiiii",
    "cost_home": "IIIBBBBniiii",
    "zone_counts": "IBBBb",
    "flood": "IBBnii",
    "supply_steps": "IBBBBBnbii",
    "beyond": "IBniib",
    "sight_table": "IIIIIInnb",
}
"""By kernel, its arguments: I numbers and B bytes to read only, i numbers and b bytes to write, n one number."""

UNKNOWN = 2**31 - 1


# -- movement: a bucket is a chain of links, the last that came in first -----------------------------
#
# ``head`` by bucket, ``item`` and ``following`` by link. Each hex is left once, so six links a hex are enough.


def settle(best: Ints, barred: Bytes, start: int) -> None:
    """Set ``best`` to −1 for hexes that are barred or out of reach, but not for the start."""
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
    """Relax the six hexes around a hex; return how many of the ``links`` are then in use."""
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
    """Relax the six hexes from which a hex is entered; return how many of the ``links`` are then in use."""
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
    """Fill ``best``; ``round_`` buckets, more than any single cost, are used in turn."""
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


# -- steps: zones of control, floods, supply ---------------------------------------------------------


def zone_counts(ways: Ints, units: Bytes, closed: Bytes, no_zones_from: Bytes, counts: Bytes) -> None:
    """Fill ``counts``, which must be 0 throughout."""
    for hex_ in range(len(units)):
        if units[hex_] and not no_zones_from[hex_]:
            for entry in range(6 * hex_, 6 * hex_ + 6):
                other = ways[entry]
                if other >= 0 and not closed[other]:
                    counts[other] += 1


def flood(ways: Ints, gates: Bytes, starts: Bytes, limit: int, steps: Ints, queue: Ints) -> None:
    """Fill ``steps``; a negative limit means no limit."""
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
    """Fill ``far``, which serves the flood as its open gates first; ``steps`` and ``queue`` are scratch."""
    for hex_ in range(len(far)):
        far[hex_] = 1
    flood(neighbours, far, hexes, limit, steps, queue)
    for hex_ in range(len(steps)):
        if steps[hex_] >= 0:
            far[hex_] = 0


# -- sight between pairs of hexes --------------------------------------------------------------------


def hex_near(q: int, r: int, unit: int, frame: Ints, lags: Ints) -> int:
    """Return the hex at cube coordinates in 1/``unit`` of a hex; −1 off the map.

    ``frame``: how many lines (rows or columns that stand still) there are, how many hexes each has, how far the
    numbers of hexes are apart from line to line and along a line, and 1 where lines are rows.
    """
    s = -q - r
    near_q = (2 * q + unit) // (2 * unit)
    near_r = (2 * r + unit) // (2 * unit)
    near_s = (2 * s + unit) // (2 * unit)
    off_q, off_r, off_s = abs(near_q * unit - q), abs(near_r * unit - r), abs(near_s * unit - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    line, along = (near_r, near_q) if frame[4] else (near_q, near_r)
    if line < 0 or line >= frame[0]:
        return -1
    along += lags[line]
    if along < 0 or along >= frame[1]:
        return -1
    return int(line * frame[2] + along * frame[3])


def in_view(
    a: int, b: int, qs: Ints, rs: Ints, frame: Ints, lags: Ints, eye: Ints, top: Ints, either: int, steps: int
) -> bool:
    """Return whether nothing between two hexes ``steps`` apart hides one from the other."""
    q, r = qs[a], rs[a]
    dq, dr = qs[b] - q, rs[b] - r
    ds = -dq - dr
    scale = 6 * steps + 1
    aside_q, aside_r = dr - ds, ds - dq
    for step in range(1, steps):
        mid_q, mid_r = (q * steps + dq * step) * scale, (r * steps + dr * step) * scale
        left = hex_near(mid_q + aside_q, mid_r + aside_r, steps * scale, frame, lags)
        right = hex_near(mid_q - aside_q, mid_r - aside_r, steps * scale, frame, lags)
        if left < 0:
            left = right
        if right < 0:
            right = left
        level = eye[a] * (steps - step) + eye[b] * step
        hides_left = top[left] * steps > level
        hides_right = top[right] * steps > level
        if (hides_left and hides_right) or (either and (hides_left or hides_right)):
            return False
    return True


def sight_table(
    qs: Ints, rs: Ints, frame: Ints, lags: Ints, eye: Ints, top: Ints, radius: int, either: int, bits: Bytes
) -> None:
    """Set bit b of row a in ``bits``, 0 throughout, where a and b see each other; each row starts on a new byte."""
    count = len(qs)
    row = (count + 7) // 8
    for a in range(count):
        bits[a * row + (a >> 3)] |= 1 << (a & 7)
        for b in range(a + 1, count):
            dq, dr = qs[b] - qs[a], rs[b] - rs[a]
            steps = max(abs(dq), abs(dr), abs(dq + dr))
            if steps <= radius and in_view(a, b, qs, rs, frame, lags, eye, top, either, steps):
                bits[a * row + (b >> 3)] |= 1 << (b & 7)
                bits[b * row + (a >> 3)] |= 1 << (a & 7)
