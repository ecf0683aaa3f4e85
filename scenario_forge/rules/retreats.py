"""Retreats: where a stack can end so many hexes away, and by which ways.

Tables and masks as in `rules.gradients`. Distances are of the hexes from where the fight was, counted on the map;
a way may be longer than the distance of its end by ``detour`` hexes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.rules.gradients import flood
from scenario_forge.rules.zones import mask

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True)
class Retreat:
    """A way out of the fight, without the hex it begins in."""

    path: tuple[int, ...]
    avoided: int
    """How many of its hexes should be avoided."""

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.path[-1]


@dataclass(frozen=True)
class Surroundings:
    """What a retreat runs over."""

    neighbours: Sequence[int]
    """The whole flat neighbour table, by which distance is counted."""
    ways: Sequence[int]
    """The same without what nobody crosses."""
    barred: Sequence[int]
    """Hexes not to be entered: impassable, enemy units, enemy zones."""
    avoid: Sequence[int]
    """Hexes not to be entered if it can be helped: those of friends."""
    full: Sequence[int]
    """Hexes not to end in: no room left."""


def retreats(around: Surroundings, start: int, count: int, *, further: int = 0, detour: int = 0) -> dict[int, Retreat]:
    """By end hex one retreat of ``count`` hexes, ends in ascending order; empty where none is possible.

    All ends at exactly ``count`` hexes if there are any; else those at one more, and so on to ``further`` more. Among
    these, only retreats without an avoided hex if there is one; else each with as few as can be, then as short.

    Raises:
        ValueError: a retreat of no hexes.
    """
    if count < 1:
        raise ValueError("a retreat is of one hex or more")
    most = count + further
    away = flood(around.neighbours, b"\x01" * len(around.barred), mask(len(around.barred), [start]), most)
    layers = _layers(around, start, most + detour)
    for length in range(count, most + 1):
        found: dict[int, Retreat] = {}
        for end in sorted({hex_ for layer in layers[: length + detour + 1] for hex_ in layer}):
            if away[end] == length and not around.full[end]:
                found[end] = _best(layers[: length + detour + 1], end)
        clean = {end: way for end, way in found.items() if not way.avoided}
        if found:
            return clean or found
    return {}


def rings(
    around: Surroundings, start: int, count: int, further: int = 0, away: Sequence[int] | None = None
) -> list[dict[int, int]]:
    """The ends of straight retreats of ``count`` hexes, then of one more, and so on; room in them is not looked at.

    By end hex the fewest avoided hexes on the way. With these who places several units asks once for each start.
    ``away`` are the hexes from the start to each hex, where they are known.

    Raises:
        ValueError: a retreat of no hexes.
    """
    if count < 1:
        raise ValueError("a retreat is of one hex or more")
    if away is None:
        count_all = len(around.barred)
        away = flood(around.neighbours, b"\x01" * count_all, mask(count_all, [start]), count + further)
    layers = _layers(around, start, count + further)
    return [
        {end: layers[length][end][0] for end in sorted(layers[length]) if away[end] == length}
        for length in range(count, count + further + 1)
    ]


_Layer = dict[int, tuple[int, int]]
"""By hex after so many steps: the fewest avoided hexes on the way, and the hex before it."""


def _layers(around: Surroundings, start: int, steps: int) -> list[_Layer]:
    """What can be reached in 0, 1, 2 … steps, hexes again only with fewer avoided ones."""
    layers: list[_Layer] = [{start: (0, -1)}]
    least = {start: 0}
    for _ in range(steps):
        ahead: _Layer = {}
        for at, (avoided, _came) in layers[-1].items():
            for other in around.ways[6 * at : 6 * at + 6]:
                if other < 0 or around.barred[other]:
                    continue
                toll = avoided + bool(around.avoid[other])
                if other not in least or toll < least[other]:
                    least[other] = toll
                    ahead[other] = (toll, at)
        layers.append(ahead)
    return layers


def _best(layers: list[_Layer], end: int) -> Retreat:
    """The way to a hex with the fewest avoided hexes, of such the shortest."""
    reached = [(layer[end][0], number) for number, layer in enumerate(layers) if end in layer]
    avoided, number = min(reached)
    path = [end]
    while number > 1:
        path.append(layers[number][path[-1]][1])
        number -= 1
    return Retreat(tuple(path[::-1]), avoided)


def every_way(
    around: Surroundings, start: int, end: int, steps: int, *, clean: bool = False
) -> Iterator[tuple[int, ...]]:
    """Every way from ``start`` to ``end`` of at most so many steps that enters no hex twice, without the start.

    In the order of directions. ``clean`` keeps to ways without avoided hexes. Who retreats chooses among them: what
    a stack leaves behind it is open to those who advance.
    """
    shut = [bool(barred or (clean and avoid)) for barred, avoid in zip(around.barred, around.avoid, strict=True)]
    left = flood(_reversed(around.ways), bytes(not closed for closed in shut), mask(len(shut), [end]), steps)
    if shut[end]:
        return
    path: list[int] = []

    def onward(at: int) -> Iterator[tuple[int, ...]]:
        for other in around.ways[6 * at : 6 * at + 6]:
            if other < 0 or shut[other] or other == start or other in path or not 0 <= left[other] < steps - len(path):
                continue
            path.append(other)
            if other == end:
                yield tuple(path)
            else:
                yield from onward(other)
            path.pop()

    yield from onward(start)


def _reversed(ways: Sequence[int]) -> list[int]:
    """The table of who can come in by each side, for ways that are open one way only."""
    back = [-1] * len(ways)
    for entry, other in enumerate(ways):
        if other >= 0:
            back[6 * other + (entry % 6 + 3) % 6] = entry // 6
    return back
