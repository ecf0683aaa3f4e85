"""How fast a game of modules is beside one with code of its own: decisions a second, and what `competent` costs.

    python benchmarks/modules.py [--games N]

A whole scenario of *A Day on the Ridge* and one of *Road to Massawa*, played by `random` and by `competent`, seed by
seed in turn and timed by the process's own clock, so that others on the machine count for little. A decision is what a
side was offered and did. Only ratios of one run say anything. Exits 1 when *A Day on the Ridge* makes fewer decisions a
second than *Road to Massawa* with the same player, or `competent` costs more than twice `random` for a decision of it.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scenario_forge.api.play import PlayOrder, play_scenario, prepare  # noqa: E402 - after the path
from scenario_forge.game.reading.workspace import load_game  # noqa: E402 - as above
from scenario_forge.simulator.step import CHANCE  # noqa: E402 - as above

if TYPE_CHECKING:
    from scenario_forge.api.play import Prepared

OURS, OTHER = "ridge", "massawa"
SCENARIOS = {OURS: "dawn", OTHER: "eritrea"}
PLAYERS = ("random", "competent")
MOST = 2.0
"""What a decision of `competent` may cost, as a multiple of one of `random`."""


def decisions(prepared: Prepared, player: str, seed: int) -> int:
    """Play a game, and count the decisions of its sides."""
    played = play_scenario(prepared, PlayOrder(seed=seed, players=dict.fromkeys(prepared.sides, player)))
    if played.ending.ended != "over":
        sys.exit(f"seed {seed}: {played.ending.message}")
    return sum(taken.decider > CHANCE for taken in played.match.playout.log)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8)
    asked = parser.parse_args()
    prepared = {game: prepare(load_game(ROOT / "content" / game, "all"), name) for game, name in SCENARIOS.items()}
    runs = list(product(SCENARIOS, PLAYERS))
    seconds, made = dict.fromkeys(runs, 0.0), dict.fromkeys(runs, 0)
    for seed in range(asked.games + 1):
        for game, player in runs:
            began = time.process_time()
            found = decisions(prepared[game], player, seed)
            if seed:  # the first game of each compiles and fills caches
                seconds[game, player] += time.process_time() - began
                made[game, player] += found
    rates = {run: made[run] / seconds[run] for run in runs}
    for (game, player), rate in rates.items():
        print(f"{game:8} {player:10} {rate:6.0f} decisions a second")
    beside = {player: rates[OURS, player] / rates[OTHER, player] for player in PLAYERS}
    costs = rates[OURS, "random"] / rates[OURS, "competent"]
    for player, ratio in beside.items():
        print(f"{OURS} makes {ratio:.2f} times the decisions of {OTHER} with {player} (least 1)")
    print(f"a decision of competent costs {costs:.2f} times one of random in {OURS} (most {MOST:.0f})")
    return 0 if min(beside.values()) >= 1 and costs <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
