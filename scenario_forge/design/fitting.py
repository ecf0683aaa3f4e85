"""Candidates put where a unit may stand: on land, not among the enemy, not too many in a hex."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.rules.supply import weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.project.forces import Unit
    from scenario_forge.project.game import Game


class Ground:
    """Who stands where so far; the nearest hex that still takes a unit."""

    def __init__(self, game: Game) -> None:
        self.grid = hex_map(game)
        self.rule = game.system.stacking(game) if game.system else None
        supply = game.system.supply(game) if game.system else None
        self.radius: Mapping[str, int] = supply.radius if supply else {}
        """How far supply reaches, in hexes, by nationality."""
        self.held: dict[int, str] = {}
        """The side in each hex."""
        self.loads: dict[int, int] = {}
        self.works: set[int] = set()
        self.markers = _works(game)

    def takes(self, unit: Unit, strength: int | None, hex_: int) -> bool:
        """Whether the unit may stand there beside those that do."""
        if self.grid is None or not self.grid.passable[hex_] or self.held.get(hex_, unit.side) != unit.side:
            return False
        limit = self.rule.limit_at(self.grid.place_kinds_at.get(hex_, ())) if self.rule else None
        return limit is None or self.loads.get(hex_, 0) + self._load(unit, strength) <= limit

    def put(self, unit: Unit, strength: int | None, hex_: int, *, in_works: bool = False) -> None:
        """The unit stands there."""
        self.held[hex_] = unit.side
        self.loads[hex_] = self.loads.get(hex_, 0) + self._load(unit, strength)
        if in_works:
            self.works.add(hex_)

    def nearest(self, unit: Unit, strength: int | None, hex_: int) -> int | None:
        """The hex that takes it with the fewest steps by land from ``hex_``, never through the enemy."""
        return next((each for each in self._around(hex_, unit.side) if self.takes(unit, strength, each)), None)

    def free(self, side: str, hex_: int) -> int | None:
        """The nearest land hex where no enemy stands."""
        grid = self.grid
        if grid is None:
            return None
        around = self._around(hex_, side)
        return next((h for h in around if grid.passable[h] and self.held.get(h, side) == side), None)

    def works_left(self, hex_: int) -> bool:
        """Whether the counter mix has works for that hex."""
        return hex_ in self.works or self.markers is None or len(self.works) < self.markers

    def _around(self, hex_: int, side: str) -> Iterator[int]:
        grid = self.grid
        if grid is None:
            return
        seen, queue = {hex_}, deque([hex_])
        while queue:
            at = queue.popleft()
            yield at
            if self.held.get(at, side) != side and at != hex_:
                continue
            for other in grid.ways[at]:
                if other >= 0 and other not in seen and grid.passable[other]:
                    seen.add(other)
                    queue.append(other)

    def _load(self, unit: Unit, strength: int | None) -> int:
        counter = unit.counter.counter if unit.counter else None
        if self.rule is None or counter is None:
            return 0
        now = counter.strength if strength is None else strength
        return weight(self.rule, counter.size, counter.type, now, counter.strength) or 0


def _works(game: Game) -> int | None:
    """How many markers of works the counter mix has; None where any number may be made."""
    rule = game.system.works(game) if game.system else None
    found = [marker for marker, _where in forces(game).markers.values() if rule and marker.kind == rule.marker]
    return None if not found or any(m.unlimited for m in found) else sum(m.count for m in found)
