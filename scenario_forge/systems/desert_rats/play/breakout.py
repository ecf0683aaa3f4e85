"""Stacks of mechanised units that retreat through enemy zones where there is no other way (optional rule 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.carries import carries
from scenario_forge.systems.desert_rats.play.situation import enemies, enemy_zones, weight
from scenario_forge.systems.desert_rats.play.weights import fill

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenario_forge.systems.desert_rats.play.rules import Rules
    from scenario_forge.systems.desert_rats.play.tables import DesertState


@carries("17.1", "17.2", neutral=False)
def may_break_out(rules: Rules, state: DesertState, units: Collection[int]) -> bool:
    """Whether the units are one stack of mechanised units, and the optional rule is in play."""
    if not rules.option("mechanised-retreat") or len({state.units.place[unit] for unit in units}) != 1:
        return False
    least = rules.number("optional.mechanised_retreat.movement")
    return all(rules.compiled.units.movement[unit] >= least for unit in units)


@carries("17.2", "17.3", "17.4", neutral=[])
def breakouts(
    rules: Rules,
    state: DesertState,
    side: int,
    units: Mapping[int, int],
    count: int,
    points: int,
    path: tuple[int, ...],
) -> list[int]:
    """Hexes by which a way out that is begun with ``path`` can go on to just ``count`` hexes away.

    It enters no more zones than ``points`` of strength pay for; the points count towards the result (17.4).
    """
    start = state.units.place[next(iter(units))]
    barred, zone = enemies(rules, state, side), enemy_zones(rules, state, side)
    price = rules.number("optional.mechanised_retreat.loss_per_zone")
    load, held = sum(weight(rules, state, *unit) for unit in units.items()), fill(rules, state, side)

    def onward(at: int, met: frozenset[int], left: int) -> list[int]:
        """Hexes further away that lead to an end; ``met`` are those at the same distance or nearer."""
        length = path_length(met)
        found = []
        for hex_ in sorted(set(rules.ways[6 * at : 6 * at + 6])):
            if hex_ < 0 or hex_ in met or barred[hex_] or away.get(hex_) != length + 1:
                continue
            after = left - price * bool(zone[hex_])
            if after >= 0 and reaches(hex_, met | {hex_}, after):
                found.append(hex_)
        return found

    def reaches(at: int, met: frozenset[int], left: int) -> bool:
        if path_length(met) == count:
            return held.get(at, 0) + load <= rules.number("stacking.limit")
        return bool(onward(at, met, left))

    def path_length(met: frozenset[int]) -> int:
        return len(met) - 1

    away = _away(rules, start, count)
    spent = price * sum(bool(zone[hex_]) for hex_ in path)
    if len(path) >= count:
        return []
    return onward(path[-1] if path else start, frozenset({start, *path}), points - spent)


def _away(rules: Rules, start: int, most: int) -> dict[int, int]:
    """Hexes from ``start``, up to ``most``."""
    found, rim = {start: 0}, [start]
    for distance in range(1, most + 1):
        ahead = []
        for hex_ in rim:
            for other in rules.neighbours[6 * hex_ : 6 * hex_ + 6]:
                if other >= 0 and other not in found:
                    found[other] = distance
                    ahead.append(other)
        rim = ahead
    return found
