"""How the player `competent` does against others: sides swapped on paired seeds, share of pairs with a margin above 0.

    python benchmarks/players.py [--game FOLDER] [--scenario ID]… [--pairs N] [--against idle,random] [--first SEED]
                                 [--seats]

A pair is two games of one seed, one on each side; its margin is the sum of both margins in victory points. Aim: at
least 95 % of the pairs of every scenario. Prints shares with seconds a game, and by side how many of its games
`competent` has won: a pair hides that a side loses. Exits 1 when the aim is missed.

`--seats` asks of each side on its own: against `competent` in the other seat, how much better is `competent` than the
others in this seat with the same seed? Prints the mean of the differences and the 95 % interval of that mean (by the
normal distribution, which 40 pairs bear); the aim is an interval above 0.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING

from scenario_forge.api.play import prepare
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.api.play import Prepared

CONTENT = Path(__file__).parents[1] / "content"
OWN = "competent"
AIM = 0.95
CERTAIN = 1.96
"""Standard errors either side of a mean that hold it with 95 % confidence."""


def margin(prepared: Prepared, names: Sequence[str], seed: int, side: int) -> int:
    """The margin of a side, in victory points, of one game.

    Raises:
        RuntimeError: the game did not come to its end.
    """
    play = prepared.play
    match = Match(play, Keyed(seed))
    ending = drive(match, [make_player(name, play, number, seed) for number, name in enumerate(names)])
    if ending.ended != "over":
        raise RuntimeError(f"seed {seed}, {names}: {ending.message}")
    score = list(play.score(match.playout.state))
    return score[side] - max(points for number, points in enumerate(score) if number != side)


def pair(prepared: Prepared, other: str, seed: int) -> tuple[int, int]:
    """The margins of a pair: of `competent` on the first side, and on the second."""
    return margin(prepared, (OWN, other), seed, 0), margin(prepared, (other, OWN), seed, 1)


def seated(prepared: Prepared, name: str, side: int, seed: int) -> int:
    """The margin of a player in a seat, against `competent` in the other."""
    names = [OWN, OWN]
    names[side] = name
    return margin(prepared, names, seed, side)


def seats(prepared: Prepared, others: Sequence[str], seeds: range) -> Iterator[bool]:
    """Print how much better `competent` is than others in each seat; true where its interval lies above 0."""
    for side, label in enumerate(prepared.sides):
        own = [seated(prepared, OWN, side, seed) for seed in seeds]
        for other in others:
            gains = [ours - seated(prepared, other, side, seed) for ours, seed in zip(own, seeds, strict=True)]
            middle, error = mean(gains), CERTAIN * stdev(gains) / sqrt(len(gains))
            interval = f"{middle - error:+.1f} to {middle + error:+.1f}"
            print(f"  {label:10} above {other:8} by {middle:+7.1f}, 95 %: {interval}", flush=True)
            yield middle > error


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="desert-rats", help="folder of content/")
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--against", default="idle,hold,random")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seats", action="store_true", help="each side on its own")
    asked = parser.parse_args()
    folder = CONTENT / asked.game  # a path from the root of the disk stands for itself
    game = load_game(folder, errata="all")
    missed = False
    for scenario in asked.scenario or sorted(path.stem for path in (folder / "scenarios").glob("*.yaml")):
        prepared = prepare(game, scenario)
        if asked.seats:
            print(f"{scenario}, {asked.pairs} seeds")
            seeds = range(asked.first, asked.first + asked.pairs)
            missed |= not all([*seats(prepared, asked.against.split(","), seeds)])
            continue
        for other in asked.against.split(","):
            began = time.perf_counter()
            pairs = [pair(prepared, other, seed) for seed in range(asked.first, asked.first + asked.pairs)]
            margins = [sum(each) for each in pairs]
            sides = [f"{side} {sum(each[n] > 0 for each in pairs)}" for n, side in enumerate(prepared.sides)]
            won, seconds = sum(found > 0 for found in margins), time.perf_counter() - began
            missed |= won < AIM * len(margins)
            told = f"games won: {', '.join(sides)}"
            told += f"; margins {min(margins):+} to {max(margins):+}, {seconds / 2 / len(margins):.1f} s a game"
            print(f"{scenario:18} {other:8} {won:3} of {len(margins)} pairs, {told}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
