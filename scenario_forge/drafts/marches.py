"""How far units can march: what joins two places where they were seen, and what is in reach of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.drafts.ways import Ways
from scenario_forge.hexes import OFF, opposite

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.drafts.ways import Way
    from scenario_forge.game.forces import Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap

LANDMARKS = 6
FAR = 10**9


class Marches(Ways):
    """The map as a net of ways at the least costs that the rules know, of which a unit has so many points a turn."""

    def __init__(self, game: Game, grid: HexMap) -> None:
        super().__init__(game, grid)
        self._scales: dict[str, int] = {}
        self._trees: dict[tuple[str, str, int], Mapping[int, int]] = {}
        self._landmarks: dict[tuple[str, str], list[tuple[Mapping[int, int], ...]]] = {}

    def costs(self, unit_type: str) -> Sequence[int]:
        """Return the least cost of each step, at 6 h + d for hex h and direction d; 0 where there is no step."""
        if unit_type not in self._costs:
            stated = self._system.step_costs(self.game, unit_type)
            least = stated.least if stated is not None else None
            self._costs[unit_type] = () if least is None else least
            self._scales[unit_type] = stated.scale if stated is not None and least is not None else 0
        return self._costs[unit_type]

    def points(self, unit: Unit) -> int | None:
        """Return what a unit may spend in a game turn, in the scale of the costs; None where no rule says."""
        counter = unit.counter.counter if unit.counter else None
        if counter is None or counter.movement is None or not self.costs(counter.type):
            return None
        return counter.movement * self._scales[counter.type]

    def scale(self, unit: Unit) -> int:
        """Return what one movement point pays, in the scale of the costs; 0 where no rule says."""
        return self._scales.get(type_of(unit), 0)

    def can_join(self, unit: Unit, start: int, end: int, turns: int) -> bool:
        """Check whether a unit can march from one node to another in so many turns; true where no rule says."""
        points = self.points(unit)
        if points is None or start == end or self._by_landmark(unit, start, end) <= points * turns:
            return True
        return end in (self.within(unit, start, turns) or ())

    def _by_landmark(self, unit: Unit, start: int, end: int) -> int:
        """Return the cost of the best way past a landmark: enough for most pairs, and found without a search."""
        key = (unit.side, type_of(unit))
        if key not in self._landmarks:
            costs, grid = self.costs(key[1]), self.grid.grid
            back = [0] * len(costs)
            for hex_, six in enumerate(grid.neighbours):
                for direction, other in enumerate(six):
                    if other != OFF:
                        back[6 * other + opposite(direction)] = costs[6 * hex_ + direction]
            nodes = _spaced([hex_ for hex_ in range(len(grid)) if self.grid.passable[hex_]])
            self._landmarks[key] = [
                tuple(
                    {to: spent for to, (spent, _before) in self.spread(*key, [node], costs=each).items()}
                    for each in (back, costs)
                )
                for node in nodes
            ]
        ways = (to[start] + away[end] for to, away in self._landmarks[key] if start in to and end in away)
        return min(ways, default=FAR)

    def within(self, unit: Unit, node: int, turns: int) -> Mapping[int, int] | None:
        """Return by node the cost of the way to it, of those that a unit can march to; None where no rule says."""
        points, key = self.points(unit), (unit.side, type_of(unit), node)
        if points is None:
            return None
        if key not in self._trees:
            tree = self.spread(unit.side, type_of(unit), [node])
            self._trees[key] = {end: spent for end, (spent, _before) in tree.items()}
        return {end: spent for end, spent in self._trees[key].items() if spent <= points * turns}

    def joining(self, unit: Unit, start: int, end: int) -> Way | None:
        """Return the shortest march between two nodes; None where there is none."""
        return self.way(unit.side, type_of(unit), start, end)


def _spaced(nodes: Sequence[int]) -> list[int]:
    """Return a few of many nodes, spread over all of them."""
    return [nodes[len(nodes) * (2 * n + 1) // (2 * LANDMARKS)] for n in range(LANDMARKS)] if nodes else []


def type_of(unit: Unit) -> str:
    """Return the type of a unit's counter; empty without one."""
    return unit.counter.counter.type if unit.counter else ""
