"""Ways over the map from where a unit stood to where it will stand, at what its steps cost; and the point on them.

A node is a hex, or −2 − n for the n-th off-map box.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from scenario_forge.hexes import OFF, opposite
from scenario_forge.project.system import System

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap, Location

OPEN, ALONG = 2, 1
"""Costs of a step where the rule system says none: over open ground, along a road."""


@dataclass(frozen=True, slots=True)
class Way:
    """Nodes from start to end, and what has been spent when each is entered."""

    nodes: tuple[int, ...]
    spent: tuple[int, ...]

    @property
    def cost(self) -> int:
        """Of all of it."""
        return self.spent[-1]

    @property
    def steps(self) -> int:
        """How many there are."""
        return len(self.nodes) - 1

    def at(self, share: Fraction) -> int:
        """Which of its nodes is nearest to that share of its cost; of two as near the earlier."""
        return min(range(len(self.nodes)), key=lambda n: (abs(self.spent[n] - share * self.cost), n))

    def around(self, share: Fraction) -> list[int]:
        """Numbers of its nodes, those nearest to the share first; of two as near the earlier."""
        return sorted(range(len(self.nodes)), key=lambda n: (abs(self.spent[n] - share * self.cost), n))


class Ways:
    """The map of a game as a net of ways for each type of unit."""

    def __init__(self, game: Game, grid: HexMap) -> None:
        self.game, self.grid = game, grid
        self.boxes = [box.id for box in grid.document.boxes]
        self._system = game.system or System()
        self._costs: dict[str, Sequence[int]] = {}
        self._from: dict[tuple[str, str, int, frozenset[int]], Mapping[int, tuple[int, int]]] = {}

    def node(self, place: Location | None) -> int | None:
        """The node of a place; None where it is none."""
        if place is None:
            return None
        if place.hex is not None:
            return place.hex
        return -2 - self.boxes.index(place.box) if place.box in self.boxes else None

    def name(self, node: int) -> str:
        """A node as cells write it."""
        return self.grid.name(node) if node >= 0 else self.boxes[-2 - node]

    def box(self, name: str) -> int | None:
        """The node of a box by its id."""
        return -2 - self.boxes.index(name) if name in self.boxes else None

    def costs(self, unit_type: str) -> Sequence[int]:
        """By 6 h + d: the cost of the step, 0 where there is none."""
        if unit_type not in self._costs:
            said = self._system.step_costs(self.game, unit_type)
            self._costs[unit_type] = self._plain if said is None else said
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
        """The cheapest way; None where there is none. Which of two as cheap depends on the map alone."""
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
        self, side: str, unit_type: str, starts: Iterable[int], barred: Collection[int] = ()
    ) -> dict[int, tuple[int, int]]:
        """By node that can be reached: the least cost from a start, and the node before.

        Ways end in barred hexes and in boxes.
        """
        costs = self.costs(unit_type)
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

    def by(self, nodes: Sequence[int]) -> str:
        """The kind of road that most steps of a way follow, as the map calls it; empty where most follow none."""
        kinds = [self.roads.get(pair, "") for pair in pairwise(nodes)]
        counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds) if kind}
        if 2 * sum(counts.values()) < max(1, len(kinds)):
            return ""
        return max(counts, key=lambda kind: counts[kind])
