"""How the player `competent` does against others: sides swapped on paired seeds, share of pairs with a margin above 0.

    python benchmarks/players.py [--game FOLDER] [--scenario ID]… [--pairs N] [--against idle,random] [--first SEED]
                                 [--seats]

A pair is two games of one seed, one on each side; its margin is the sum of both margins. These are in victory points;
where a ratio decides, of losses for instance, in levels of victory from a draw, one that ends the game at once beyond
the others: a side that loses more may be the one that wins. Aim: at least 95 % of the pairs of every scenario. Prints
shares with seconds a game, and by side how many of its games `competent` has won: a pair hides that a side loses. Exits
1 when the aim is missed.

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
from scenario_forge.simulator.play import DRAW, GameOutcome
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.step import Keyed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from scenario_forge.api.play import Prepared

CONTENT = Path(__file__).parents[1] / "content"
OWN = "competent"
AIM = 0.95
CERTAIN = 1.96
"""Standard errors either side of a mean that hold it with 95 % confidence."""


def margins(prepared: Prepared, names: Sequence[str], seed: int) -> list[float]:
    """The margins of the sides of one game.

    Raises:
        RuntimeError: the game did not come to its end.
    """
    play = prepared.play
    match = Match(play, Keyed(seed))
    ending = drive(match, [make_player(name, play, number, seed) for number, name in enumerate(names)])
    if ending.ended != "over":
        raise RuntimeError(f"seed {seed}, {names}: {ending.message}")
    levels = prepared.compiled.ending.get("levels")
    if levels and levels.get("measure") == "ratio":
        return by_level(levels["levels"], play.outcome(match.playout.state))
    score = list(play.score(match.playout.state))
    return [score[side] - max(score[:side] + score[side + 1 :]) for side in range(len(score))]


def by_level(levels: Sequence[Mapping[str, Any]], outcome: GameOutcome) -> list[float]:
    """The margins of both sides by the level of victory: how many levels from a draw.

    >>> rows = [{"id": "axis", "side": 0}, {"id": "draw", "side": None}, {"id": "allied", "side": 1}]
    >>> by_level(rows, GameOutcome(1, 0, "allied")), by_level(rows, GameOutcome(0, 0, "at once", True))
    ([-1.0, 1.0], [2.0, -2.0])
    """
    if outcome.winner == DRAW:
        return [0.0, 0.0]
    sides = [row["side"] for row in levels]
    middle = sides.count(sides[0]) + (sides.count(None) - 1) / 2
    names = [row["id"].replace("-", " ") for row in levels]
    away = (
        abs(names.index(outcome.level) - middle) if outcome.level in names else float(max(middle, len(names) - middle))
    )
    return [away if side == outcome.winner else -away for side in range(2)]


def pair(prepared: Prepared, other: str, seed: int) -> tuple[float, float]:
    """The margins of a pair: of `competent` on the first side, and on the second."""
    return margins(prepared, (OWN, other), seed)[0], margins(prepared, (other, OWN), seed)[1]


def seated(prepared: Prepared, name: str, side: int, seed: int) -> float:
    """The margin of a player in a seat, against `competent` in the other."""
    names = [OWN, OWN]
    names[side] = name
    return margins(prepared, names, seed)[side]


def seats(prepared: Prepared, others: Sequence[str], seeds: range) -> Iterator[bool]:
    """Print how much better `competent` is than others in each seat; true where its interval lies above 0."""
    own = [margins(prepared, (OWN, OWN), seed) for seed in seeds]
    for side, label in enumerate(prepared.sides):
        for other in others:
            gains = [ours[side] - seated(prepared, other, side, seed) for ours, seed in zip(own, seeds, strict=True)]
            middle, error = mean(gains), CERTAIN * stdev(gains) / sqrt(len(gains))
            interval = f"{middle - error:+.2f} to {middle + error:+.2f}"
            print(f"  {label:10} above {other:8} by {middle:+7.2f}, 95 %: {interval}", flush=True)
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
            found = [sum(each) for each in pairs]
            sides = [f"{side} {sum(each[n] > 0 for each in pairs)}" for n, side in enumerate(prepared.sides)]
            won, seconds = sum(margin > 0 for margin in found), time.perf_counter() - began
            missed |= won < AIM * len(found)
            told = f"games won: {', '.join(sides)}"
            told += f"; margins {min(found):+g} to {max(found):+g}, {seconds / 2 / len(found):.1f} s a game"
            print(f"{scenario:18} {other:8} {won:3} of {len(found)} pairs, {told}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
