"""Lines of hexsides that part land from land: where they run, what they cut off, where they come to nothing."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from scenario_forge.hexes.grid import OFF
from scenario_forge.hexes.sides import across, border, components, side_between, without_sides

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from scenario_forge.hexes.grid import Grid, Neighbours
    from scenario_forge.hexes.sides import Side


def nearest(neighbours: Neighbours, land: Sequence[int], held: Sequence[Iterable[int]], reach: int) -> dict[int, int]:
    """By hex of land within ``reach`` of two of the sets of hexes: which of them is nearest; of two, the first."""
    away = [distances(neighbours, land, hexes, reach) for hexes in held]
    found: dict[int, int] = {}
    for hex_ in sorted({hex_ for each in away for hex_ in each}):
        near = [(each[hex_], number) for number, each in enumerate(away) if hex_ in each]
        if len(near) > 1:
            found[hex_] = min(near)[1]
    return found


def spread(
    neighbours: Neighbours, land: Sequence[int], held: Sequence[Iterable[int]], near: Iterable[int] = ()
) -> dict[int, int]:
    """By hex of land: which of the sets of hexes comes to it first, step by step over land.

    A hex that two reach at once belongs to the set listed first, so that whoever looks sees the same. What a set
    comes to hangs together with a hex of it. From the hexes in ``near`` it goes one step, and further only over land
    that nobody else comes to.
    """
    found = {hex_: number for number, hexes in reversed([*enumerate(held)]) for hex_ in hexes if land[hex_]}
    for close in (frozenset(near), frozenset[int]()):
        wave = [*found]
        while wave:
            reached: dict[int, tuple[int, bool]] = {}
            for here in wave:
                for other in neighbours[here]:
                    if other != OFF and land[other] and other not in found:
                        by = (found[here], here in close)
                        reached[other] = min(reached.get(other, by), by)
            found |= {hex_: number for hex_, (number, _stops) in reached.items()}
            wave = [hex_ for hex_, (_number, stops) in reached.items() if not stops]
    return found


def distances(
    neighbours: Neighbours, land: Sequence[int], hexes: Iterable[int], reach: int | None = None
) -> dict[int, int]:
    """Hexes of land by their distance over land from the nearest of these."""
    found = dict.fromkeys(hexes, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        if found[here] == reach:
            continue
        for other in neighbours[here]:
            if other != OFF and other not in found and land[other]:
                found[other] = found[here] + 1
                waiting.append(other)
    return found


def line_between(grid: Grid, owner: Mapping[int, int]) -> list[Side]:
    """The hexsides between hexes of different owners; hexes without an owner have no line around them."""
    sides: dict[Side, None] = {}
    for number in sorted(set(owner.values())):
        for side in border(grid, [hex_ for hex_, owned in owner.items() if owned == number]):
            if all(hex_ in owner for hex_ in across(grid, side)):
                sides.setdefault(side)
    return list(sides)


def lands(grid: Grid, land: Sequence[int], line: Iterable[Side]) -> list[list[int]]:
    """The parts into which water and a line divide the land, that of the lowest hex first."""
    return components(without_sides(grid.neighbours, line), bytearray(map(bool, land)))


def parts_land(grid: Grid, land: Sequence[int], of: Side) -> bool:
    """Whether a hexside lies between two hexes of land."""
    return all(hex_ >= 0 and land[hex_] for hex_ in across(grid, of))


def loose_ends(grid: Grid, land: Sequence[int], line: Iterable[Side]) -> list[Side]:
    """The hexsides at which a line ends in the open: not at water, not at the rim of the map, not at another part."""
    drawn = set(line)
    return [of for of in sorted(drawn) if parts_land(grid, land, of) and _is_loose(grid, land, drawn, of)]


def _is_loose(grid: Grid, land: Sequence[int], drawn: set[Side], of: Side) -> bool:
    one, other = across(grid, of)
    for turn in (-1, 1):
        third = grid.neighbours[one][(of.direction + turn) % 6]
        if third < 0 or not land[third]:
            continue
        if side_between(grid, one, third) not in drawn and side_between(grid, other, third) not in drawn:
            return True
    return False


def runs(grid: Grid, line: Iterable[Side]) -> list[list[Side]]:
    """A line in runs of hexsides that meet end to end, each in the order in which one walks along it.

    A run ends where the line does or forks; where it closes it begins at its lowest hexside. The order depends on
    the hexsides alone.
    """
    left = dict.fromkeys(sorted(set(line)))
    ends = [of for of in left if len(_next(grid, left, of)) < 2]
    found: list[list[Side]] = []
    for start in [*ends, *left]:
        run: list[Side] = []
        here: Side | None = start if start in left else None
        while here is not None:
            del left[here]
            run.append(here)
            here = next(iter(_next(grid, left, here)), None)
        found += [run] if run else []
    return found


def _next(grid: Grid, line: Container[Side], of: Side) -> list[Side]:
    """The hexsides of a line that share a corner with one of them."""
    one, other = across(grid, of)
    found: dict[Side, None] = {}
    for turn in (-1, 1):
        third = grid.neighbours[one][(of.direction + turn) % 6]
        if third >= 0:
            for hex_ in (one, other):
                beside = side_between(grid, hex_, third) if hex_ >= 0 else None
                if beside is not None and beside in line:
                    found.setdefault(beside)
    return list(found)
