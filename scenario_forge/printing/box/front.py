"""Who holds which part of the map when a scenario begins, by the nearest unit: the front for pictures, not for play."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.compiler.plan import plan
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.hexes import OFF

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scenario_forge.project.forces import UnitKey
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap


@dataclass(frozen=True)
class Front:
    """Hexes with units by side, and the side nearest to each hex of land."""

    units: Mapping[str, tuple[int, ...]]
    nearest: Mapping[int, str]
    piles: Mapping[int, tuple[UnitKey, ...]]
    """What stands in each of the hexes."""


def front_of(game: Game, linked: HexMap, scenarios: Iterable[str]) -> Front | None:
    """The front of the scenario in which most units of the weaker side stand on the map; None if none has both."""
    best: dict[str, tuple[int, ...]] = {}
    piles: dict[int, list[UnitKey]] = {}
    for scenario in scenarios:
        try:
            planned = plan(game, scenario)
        except (CompileError, NoSuchScenario):
            continue
        found: dict[str, list[int]] = {}
        here: dict[int, list[UnitKey]] = {}
        for placed in planned.placed:
            if placed.entry and placed.entry.hex is not None and planned.in_play(placed.unit):
                found.setdefault(placed.unit.side, []).append(placed.entry.hex)
                here.setdefault(placed.entry.hex, []).append(placed.unit.key)
        if len(found) > 1 and _weakest(found) > _weakest(best):
            best = {side: tuple(dict.fromkeys(hexes)) for side, hexes in found.items()}
            piles = here
    return Front(best, _nearest(linked, best), {h: tuple(keys) for h, keys in piles.items()}) if best else None


def _weakest(units: Mapping[str, Iterable[int]]) -> int:
    return min((len(list(hexes)) for hexes in units.values()), default=0)


def _nearest(linked: HexMap, units: Mapping[str, tuple[int, ...]]) -> dict[int, str]:
    """Spread from all units at once over land; of two sides as near, the one listed first."""
    found = {hex_: side for side, hexes in units.items() for hex_ in hexes}
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for other in linked.grid.neighbours[here]:
            if other != OFF and other not in found and linked.land[other]:
                found[other] = found[here]
                waiting.append(other)
    return found
