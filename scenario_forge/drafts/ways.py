"""Ways over the map from one place to another, at what their steps cost, and the homes to which they lead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.game.system import System
from scenario_forge.hexes import OFF, opposite

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap, Location


OPEN, ALONG = 2, 1
"""Costs of a step where the rule system says none: over open ground, along a road."""


@dataclass(frozen=True, slots=True)
class Way:
    """Nodes from start to end, and the cost spent when each is entered."""

    nodes: tuple[int, ...]
    spent: tuple[int, ...]

    @property
    def cost(self) -> int:
        """The cost of the whole way."""
        return self.spent[-1]

    @property
    def steps(self) -> int:
        """The number of steps of the way."""
        return len(self.nodes) - 1


class Ways:
    """The map of a game as a net of ways for each type of unit."""

    def __init__(self, game: Game, grid: HexMap) -> None:
        self.game, self.grid = game, grid
        self.boxes = [box.id for box in grid.document.boxes]
        self._system = game.system or System()
        self._costs: dict[str, Sequence[int]] = {}
        self._from: dict[tuple[str, str, int, frozenset[int]], Mapping[int, tuple[int, int]]] = {}

    def node(self, place: Location | None) -> int | None:
        """Return the node of a place; None where it is none."""
        if place is None:
            return None
        if place.hex is not None:
            return place.hex
        return -2 - self.boxes.index(place.box) if place.box in self.boxes else None

    def name(self, node: int) -> str:
        """Return a node as cells write it."""
        return self.grid.name(node) if node >= 0 else self.boxes[-2 - node]

    def costs(self, unit_type: str) -> Sequence[int]:
        """Return the cost of each step, at 6 h + d for hex h and direction d; 0 where there is no step."""
        if unit_type not in self._costs:
            stated = self._system.step_costs(self.game, unit_type)
            self._costs[unit_type] = self._plain if stated is None else stated.costs
        return self._costs[unit_type]

    @cached_property
    def _plain(self) -> Sequence[int]:
        """Where no rules say what steps cost: roads at half."""
        grid = self.grid
        found = []
        for hex_, six in enumerate(grid.ways):
            for other in six:
                open_ = other != OFF and grid.passable[other]
                found.append((ALONG if (hex_, other) in self.roads else OPEN) if open_ else 0)
        return found

    @cached_property
    def roads(self) -> Mapping[tuple[int, int], str]:
        """By pair of neighbours: the name of the kind of road that joins them, the first of the map's kinds first."""
        kinds = {kind.id: (number, kind.name) for number, kind in enumerate(self.grid.document.line_kinds)}
        found: dict[tuple[int, int], tuple[int, str]] = {}
        for line in self.grid.lines:
            kind = kinds.get(line.line.kind)
            for one, two in pairwise(line.hexes) if kind else ():
                if one is None or two is None or kind is None:
                    continue
                for pair in ((one, two), (two, one)):
                    found[pair] = min(kind, found.get(pair, kind))
        return {pair: name for pair, (_number, name) in found.items()}

    def way(self, side: str, unit_type: str, start: int, end: int, barred: frozenset[int] = frozenset()) -> Way | None:
        """Find the cheapest way; None where there is none. Of two equally cheap, the map alone decides."""
        key = (side, unit_type, start, barred)
        if key not in self._from:
            self._from[key] = self.spread(side, unit_type, [start], barred)
        tree = self._from[key]
        if end not in tree:
            return None
        nodes = [end]
        while nodes[-1] != start:
            nodes.append(tree[nodes[-1]][1])
        nodes.reverse()
        return Way(tuple(nodes), tuple(tree[node][0] for node in nodes))

    def spread(
        self,
        side: str,
        unit_type: str,
        starts: Iterable[int],
        barred: Collection[int] = (),
        costs: Sequence[int] | None = None,
    ) -> dict[int, tuple[int, int]]:
        """Return by node that can be reached: the least cost from a start, and the node before.

        Ways end in barred hexes and in boxes. ``costs``: of steps; None: those of the type.
        """
        costs = self.costs(unit_type) if costs is None else costs
        best: dict[int, tuple[int, int]] = {}
        heap: list[tuple[int, int, int]] = []
        for start in sorted(set(starts)):
            heappush(heap, (0, start, start))
        while heap:
            spent, node, before = heappop(heap)
            if node in best:
                continue
            best[node] = (spent, before)
            if spent and (node in barred or node < 0):
                continue
            for cost, other in self._steps(side, costs, node):
                if other not in best:
                    heappush(heap, (spent + cost, other, node))
        return best

    def _steps(self, side: str, costs: Sequence[int], node: int) -> Iterator[tuple[int, int]]:
        grid = self.grid
        if node < 0:
            box = grid.document.boxes[-2 - node]
            for hex_ in sorted(grid.adjoining[box.id]):
                cost = self._into(costs, hex_)
                if cost:
                    yield cost, hex_
            return
        for direction, other in enumerate(grid.grid.neighbours[node]):
            cost = costs[6 * node + direction]
            if other != OFF and cost:
                yield cost, other
        for number, box in enumerate(grid.document.boxes):
            if box.side in (None, side) and node in grid.adjoining[box.id]:
                yield max(1, self._into(costs, node)), -2 - number

    def _into(self, costs: Sequence[int], hex_: int) -> int:
        """The least cost of a step into a hex; 0 where there is none."""
        neighbours = self.grid.grid.neighbours
        into = [costs[6 * other + opposite(d)] for d, other in enumerate(neighbours[hex_]) if other != OFF]
        return min((cost for cost in into if cost), default=0)


def homes_of(game: Game, grid: HexMap, ways: Ways, side: str) -> frozenset[int]:
    """Return the nodes where a side is always supplied; else its boxes and the supply centres of its own."""
    rule = game.system.supply(game) if game.system else None
    always = rule.always if rule else None
    found: set[int] = set()
    if always is not None:
        found |= {hex_ for hex_ in range(len(grid.grid)) if always(side, hex_, None)}
        found |= {-2 - number for number, box in enumerate(ways.boxes) if always(side, None, box)}
    if found:
        return frozenset(found)
    found |= {-2 - number for number, box in enumerate(grid.document.boxes) if box.side == side}
    own = (hex_ for place, hex_, _ in grid.places.values() if place.sides == [side] and place.capacity is not None)
    return frozenset(found | {hex_ for hex_ in own if hex_ is not None})
