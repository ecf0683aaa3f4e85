"""What a scenario makes of other values: each change of a number in the game's files, on the same seeds as without it.

    python benchmarks/values.py GAME SCENARIO [--games N] [--first SEED] CHANGE…

A change is `FILE|LINES|NUMBER|MORE`: in the lines of a file that match a pattern, the number after a name is so much
more, but no less than 1. `counters.yaml|side: allied.*fire: direct|range|-1` lets Allied direct fire reach one hex less
far. `competent` plays all sides. Prints how often each side wins, and by how much the margin of the first side (as
players.py counts it) is more than without the change, with the 95 % interval of the mean.
"""

from __future__ import annotations

import argparse
import re
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING

from players import CERTAIN, CONTENT, OWN, margins

from scenario_forge.api.play import prepare
from scenario_forge.game.reading.workspace import load_game

if TYPE_CHECKING:
    from pathlib import Path


def changed(folder: Path, change: str) -> dict[str, str]:
    """Return the file of a change with the change, by its name.

    Raises:
        ValueError: no number is changed.
    """
    file, lines, name, more = change.split("|")

    def number(found: re.Match[str]) -> str:
        return f"{found[1]}{max(int(found[2]) + int(more), 1)}"

    wanted, value = re.compile(lines), re.compile(rf"(\b{re.escape(name)}: )(\d+)")
    text = (folder / file).read_text(encoding="utf-8")
    made = "\n".join(value.sub(number, line) if wanted.search(line) else line for line in text.split("\n"))
    if made == text:
        raise ValueError(f"`{change}` changes nothing")
    return {file: made}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="folder of content/")
    parser.add_argument("scenario")
    parser.add_argument("changes", nargs="+", metavar="CHANGE")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    asked = parser.parse_args()
    folder, usual = CONTENT / asked.game, list[float]()
    for change in ("", *asked.changes):
        game = load_game(folder, errata="all", files=changed(folder, change) if change else {})
        prepared = prepare(game, asked.scenario)
        seeds = range(asked.first, asked.first + asked.games)
        found = [margins(prepared, (OWN, OWN), seed)[0] for seed in seeds]
        won = [sum(margin * sign > 0 for margin in found) for sign in (1, -1)]
        told = ", ".join(f"{side} {count}" for side, count in zip(prepared.sides, won, strict=True))
        usual = usual or found
        more = [one - other for one, other in zip(found, usual, strict=True)]
        error = CERTAIN * stdev(more) / sqrt(len(more)) if any(more) else 0.0
        print(f"{change or 'as it is':60} {told} of {len(found)}; {mean(more):+.2f} ± {error:.2f}", flush=True)


if __name__ == "__main__":
    main()
