"""How far apart two games lie at a date, and which of many is the most typical."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenario_forge.api.typical_games import IN_PLAY
from scenario_forge.hexes import distance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.api.typical_games import Reached
    from scenario_forge.hexes import Grid

FAR = 10
"""Hexes from which on further is no worse; what a unit counts that is in play in one game and not in another, and a
place that another side holds."""
CLOSE = 2
"""Hexes within which a unit is told to be in the same place."""
_SAID = {"eliminated": "eliminated", "absent": "not there"}


@dataclass(frozen=True)
class Measure:
    """Distances in hexes between games of one scenario."""

    grid: Grid
    boxes: Sequence[frozenset[int]]
    """By off-map box: the hexes it adjoins."""
    full: Sequence[int]
    """By unit: its printed strength."""

    def places(self, one: int, two: int) -> int:
        """Hexes between two places, at most FAR; a box lies one beyond the hexes it adjoins."""
        if one == two:
            return 0
        if one < 0 and two < 0:
            return FAR
        if one < 0 or two < 0:
            hex_, box = max(one, two), -2 - min(one, two)
            return min([FAR, *(1 + distance(self.grid, hex_, each) for each in self.boxes[box])])
        return min(FAR, distance(self.grid, one, two))

    def unit(self, number: int, one: Reached, two: Reached) -> float:
        """Between a unit in two games: hexes, and what its strength differs by as a part of FAR; at most FAR."""
        (state, place, strength), (other, there, then) = one.units[number], two.units[number]
        if state != other:
            return FAR
        if state != IN_PLAY:
            return 0
        lost = FAR * abs(strength - then) / self.full[number] if self.full[number] else 0
        return min(FAR, self.places(place, there) + lost)

    def games(self, one: Reached, two: Reached) -> float:
        """Summed over the units of all sides, and FAR for each place of victory that is in other hands."""
        units = sum(self.unit(number, one, two) for number in range(len(one.units)))
        return units + FAR * sum(a != b for a, b in zip(one.held, two.held, strict=True))


@dataclass(frozen=True)
class Typical:
    """The game with the smallest summed distance to all others; the first of several."""

    game: Reached
    others: float
    """Its mean distance to another game, in hexes for each unit that is in play in any of them."""
    all: float
    """The mean distance of two games, likewise."""


def most_typical(measure: Measure, games: Sequence[Reached]) -> Typical:
    """The medoid. ``games`` are those that came to the date, one at least."""
    table = [[0.0] * len(games) for _ in games]
    for n, one in enumerate(games):
        for m in range(n):
            table[n][m] = table[m][n] = measure.games(one, games[m])
    sums = [sum(row) for row in table]
    best = min(range(len(games)), key=lambda n: (sums[n], n))
    in_play = {n for each in games for n, (state, _place, _strength) in enumerate(each.units) if state == IN_PLAY}
    units, pairs = max(1, len(in_play)), max(1, len(games) - 1)
    return Typical(games[best], sums[best] / pairs / units, sum(sums) / len(games) / pairs / units)


def spread(
    measure: Measure, number: int, game: Reached, games: Sequence[Reached], boxes: Mapping[int, str], reserve: str
) -> str:
    """Where a unit was in the other games; empty where it was in no game elsewhere.

    ``boxes``: names by place; ``reserve``: what people say of a unit that is off the map and may come back.
    """
    words = {**_SAID, "reserve": reserve}
    state, place, _strength = game.units[number]
    count, here = len(games), 0
    else_: Counter[str] = Counter()
    for each in games:
        other, there, _ = each.units[number]
        same = other == state and (state != IN_PLAY or measure.places(place, there) <= CLOSE)
        here += same
        if not same and other == IN_PLAY:
            name = boxes.get(there)
            else_[f"in {name}" if name else "further off" if state == IN_PLAY else "on the map"] += 1
        elif not same:
            else_[words.get(other, other)] += 1
    if state == IN_PLAY:
        what = f"in {boxes[place]}" if place in boxes else f"within {CLOSE} hexes"
    else:
        what = words.get(state, state)
    if not else_:
        return f"{what} in all {count}" if state == IN_PLAY else ""
    ranked = sorted(else_.items(), key=lambda each: (-each[1], each[0]))
    rest = ", ".join(f"{times} {said}" for said, times in ranked)
    return f"{what} in {here} of {count}; else {rest}"
