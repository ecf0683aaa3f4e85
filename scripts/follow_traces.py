"""Traces of games that know no layout (tests/traces): follow them, make them anew, look where one parts.

    python scripts/follow_traces.py                      # follow every game; exit code 1 where one goes otherwise
    python scripts/follow_traces.py crusader             # those whose description has the word
    python scripts/follow_traces.py --show 120 crusader  # what is offered at the decision of line 120, and the board
    python scripts/follow_traces.py --make               # write them anew: only when a rule was wrong, and say so
    python scripts/follow_traces.py --make massawa       # only those; the others stay as they are

A change of a trace is a defect unless a rule was wrong. Where two versions part, `--show` of each gives two texts
to compare.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from traces.games import FILE, games, keep, kept, tracer
from traces.trace import Game, PartedError


def made(game: Game) -> list[str]:
    """The trace of a game as it goes now."""
    return list(tracer(game, None).lines())


def followed(job: tuple[Game, list[str]]) -> str:
    """Where a game parts from its trace; empty where it does not."""
    try:
        list(tracer(*job).lines())
    except PartedError as error:
        return str(error)
    return ""


def show(game: Game, line: int) -> None:
    """Everything that is offered at a line of a trace, and the board before it."""
    old = kept().get(game)
    playing = tracer(game, old, ask=False)
    lines = playing.lines()
    list(islice(lines, line - 1))
    print("\n".join(playing.board()))
    playing.offered = lambda prefix, names: print("after", prefix, "\n  " + "\n  ".join(names))
    print(next(lines, "the trace is at its end"))


def main() -> int:
    """Carry out what is asked."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("words", nargs="*", help="of the descriptions of games; without any, all games")
    asked.add_argument("--make", action="store_true", help="write the traces of these games anew")
    asked.add_argument("--show", type=int, metavar="LINE", help="of the first game that fits")
    asked.add_argument("--jobs", type=int, default=2)
    given = asked.parse_args()
    chosen = [game for game in games() if all(word in str(game) for word in given.words)]
    if given.show:
        show(chosen[0], given.show)
        return 0
    with ProcessPoolExecutor(given.jobs) as pool:
        if given.make:
            traces = kept() | dict(zip(chosen, pool.map(made, chosen), strict=True))
            keep({game: traces[game] for game in games() if game in traces})
            print(f"{len(chosen)} games: {FILE.stat().st_size // 1000} kB in {FILE.name}")
            return 0
        old = kept()
        parted = 0
        for game, why in zip(chosen, pool.map(followed, [(game, old[game]) for game in chosen]), strict=True):
            parted += bool(why)
            print(f"{game}: {why}" if why else f"{game}: as it went")
    print(f"{len(chosen)} games, {parted} go otherwise")
    return 1 if parted else 0


if __name__ == "__main__":
    sys.exit(main())
