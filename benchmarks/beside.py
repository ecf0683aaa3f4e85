"""Two checkouts side by side: the same games by both in turns, so that others on the machine slow both alike.

    python benchmarks/beside.py OTHER [SCENARIO] [PLAYER] [SEEDS] [ROUNDS]

`OTHER` is the root of another checkout, such as that of the commit before (`git archive COMMIT | tar -x -C OTHER`).
Each side is a process of its own that has compiled the scenario and played a game before it is timed. A seed is played
by the one, then by the other, and again in each round; its time is the least of the rounds, by the process's own clock.
Prints the seconds of both over all seeds and their ratio. Exits 1 when a game ends in another state.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
WORKER = """
import json, sys, time
from pathlib import Path
root, scenario, player = sys.argv[1:]
sys.path.insert(0, root)
from scenario_forge.api.play import Order, play_scenario, prepare
from scenario_forge.game.reading.workspace import load_game
prepared = prepare(load_game(Path(root) / "content" / "desert-rats", "all"), scenario)
def play(seed):
    order = Order(seed=seed, limit=None, players=dict.fromkeys(prepared.sides, player))
    return play_scenario(prepared, order).match.playout.state.hash
play(0)
for line in sys.stdin:
    began = time.process_time()
    found = play(int(line))
    print(json.dumps([time.process_time() - began, found]), flush=True)
"""


def side_by_side(roots: list[Path], scenario: str, player: str, seeds: int, rounds: int) -> tuple[list[float], bool]:
    """Seconds of each checkout, and whether all games ended in the same state."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(root), scenario, player],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for root in roots
    ]
    best: dict[tuple[int, int], float] = {}
    same = True
    for _ in range(rounds):
        for seed in range(1, seeds + 1):
            states = set()
            for number, worker in enumerate(workers):
                assert worker.stdin is not None
                assert worker.stdout is not None
                worker.stdin.write(f"{seed}\n")
                worker.stdin.flush()
                seconds, state = json.loads(worker.stdout.readline())
                best[number, seed] = min(seconds, best.get((number, seed), seconds))
                states.add(state)
            same &= len(states) == 1
    for worker in workers:
        worker.communicate()
    return [sum(best[number, seed] for seed in range(1, seeds + 1)) for number in range(len(roots))], same


def main(words: list[str]) -> int:
    """Measure and print."""
    if not words:
        print(__doc__)
        return 2
    scenario = words[1] if len(words) > 1 else "crusader"
    player = words[2] if len(words) > 2 else "competent"
    seeds, rounds = (int(words[at]) if len(words) > at else usual for at, usual in ((3, 2), (4, 5)))
    (other, here), same = side_by_side([Path(words[0]).resolve(), HERE], scenario, player, seeds, rounds)
    print(f"{scenario}, {player}, {seeds} seeds, least of {rounds} rounds: {other:.2f} s there, {here:.2f} s here")
    print(f"× {other / here:.2f}, {'the same final states' if same else 'OTHER final states'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
