"""Games of a playtest per minute of one core, by scenario and player, and the memory of who plays them.

    python benchmarks/playtest_rate.py [--game FOLDER]… [--scenario ID]… [--player NAME]… [--games N]

Of each game in content/, its shortest and its longest scenario where none is named; the players that its rules have for
both sides, and `random`. A game is played as a worker of `forge playtest` plays it, in this process, and timed by the
process's own clock, so that others on the machine do not count; the first game of each is not timed. Each player's cost
is shown as a multiple of that of `random` in the same scenario, in this run, seed by seed in turn. Then the games of an
hour: of one core as measured, and of a laptop, a workstation and a cluster, extrapolated by the number of cores. That
is the most they can do: cores that share a chip are slower together, and sending games to them is not counted.

Last the memory of the process after each quarter of the games: aim: no more than 10 % between the second and the last.
Exits 1 when a game does not come to its end, or memory grows.
"""

from __future__ import annotations

import argparse
import pickle
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scenario_forge.api.play import prepare  # noqa: E402 - after the path
from scenario_forge.api.trials.playtest import sample_of  # noqa: E402 - as above
from scenario_forge.compiler.compile import history  # noqa: E402 - as above
from scenario_forge.compiler.set_up import turns_of  # noqa: E402 - as above
from scenario_forge.game.reading.workspace import load_game  # noqa: E402 - as above
from scenario_forge.game.scenarios import scenarios  # noqa: E402 - as above
from scenario_forge.mechanics.engine import engine  # noqa: E402 - as above
from scenario_forge.playtest.result import result_of  # noqa: E402 - as above
from scenario_forge.playtest.run import play_line  # noqa: E402 - as above
from scenario_forge.simulator.players import usual_player  # noqa: E402 - as above
from scenario_forge.simulator.runner import Job  # noqa: E402 - as above

if TYPE_CHECKING:
    from scenario_forge.api.play import Prepared
    from scenario_forge.game.game import Game
    from scenario_forge.playtest.run import Sample

AGAINST = "random"
"""The player that others are compared with."""
MACHINES = (("a laptop", 8), ("a workstation", 32), ("a cluster", 256))
"""Cores for which the figures are multiplied."""
GROWTH = 0.10


def resident() -> float:
    """Megabytes of this process that lie in memory; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def rounded(number: float) -> str:
    """A number with two figures that mean something."""
    return f"{float(f'{number:.2g}'):,.0f}"


def shortest_and_longest(game: Game) -> list[str]:
    """The scenarios of a game with the fewest and the most game turns."""
    spans = {name: span for name, each in scenarios(game).scenarios.items() if (span := turns_of(each))}
    order = sorted(spans, key=lambda name: spans[name][1] - spans[name][0])
    return list(dict.fromkeys((order[0], order[-1])))


def measured(game: Game, prepared: Prepared, players: list[str], games: int) -> bool:
    """Play and print; whether all games came to their end and memory did not grow."""
    name, good = prepared.setting.scenario, True
    happenings = history(game, name, prepared.compiled)
    samples: dict[str, Sample] = {
        player: sample_of(prepared, (player,) * len(prepared.sides), happenings, None) for player in players
    }
    seconds, letters = dict.fromkeys(players, 0.0), dict.fromkeys(players, 0)
    memory = []
    for number in range(games + 1):
        for player, sample in samples.items():
            began = time.process_time()
            line, _record = play_line(Job(sample, number, number + 1))
            if number:
                seconds[player] += time.process_time() - began
                letters[player] += len(line)
            result = result_of(line)
            if result is None or not result.whole:
                good = False
                print(f"    {player}, seed {number + 1}: {result.ended if result else 'no result'}")
        memory.append(resident())
    sent = len(pickle.dumps(samples[players[0]])) / 1024
    print(f"  {game.id} {name}: {games} games each; {sent:.0f} KB sent with each batch")
    for player in players:
        each = seconds[player] / games
        hours = ", ".join(f"{who} of {cores} cores {rounded(cores * 3600 / each)}" for who, cores in MACHINES)
        times = seconds[player] / seconds[AGAINST]
        print(
            f"    {player:10} {60 / each:8.1f} a minute of a core, {each:.2f} s a game, "
            f"× {times:.2f} of {AGAINST}; {letters[player] / games / 1024:.1f} KB kept of each"
        )
        print(f"      an hour: one core {rounded(3600 / each)}; extrapolated: at most {hours}")
    marks = [memory[len(memory) * quarter // 4] for quarter in (1, 2, 3)] + [memory[-1]]
    print(f"    memory after each quarter: {', '.join(f'{mark:.0f}' for mark in marks)} MB")
    if marks[1] and marks[-1] > (1 + GROWTH) * marks[1]:
        print(f"    memory grew by more than {100 * GROWTH:.0f} %")
        return False
    return good


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="folder of content/")
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--player", action="append")
    parser.add_argument("--games", type=int, default=8)
    asked = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}; {engine()}")
    good = True
    for folder in asked.game or ("desert-rats", "knights-of-the-desert", "massawa", "ridge"):
        game = load_game(ROOT / "content" / folder, "all")
        for name in asked.scenario or shortest_and_longest(game):
            prepared = prepare(game, name)
            players = [*(asked.player or [usual_player(prepared.play)]), AGAINST]
            good &= measured(game, prepared, list(dict.fromkeys(players)), asked.games)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
