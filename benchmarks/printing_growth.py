"""Printing a map of 1,000 to 40,000 hexes and 100 to 5,000 counters: the time must grow with the size, not faster.

    python benchmarks/printing_growth.py

Prints a line for each size, as a curve, and the time a hex or counter at the largest against the second smallest.
Aim: below 2.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from map_size import map_text

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.render import chosen_scenarios, component_jobs

ROOT = Path(__file__).parent.parent
SKIRMISH = ROOT / "tests/games/skirmish"
HEXES = ((40, 25), (100, 50), (160, 125), (200, 200))
COUNTERS = (100, 500, 2000, 5000)
AIM = 2.0
WIDTH = 40


def printed(component: str, folder: Path, files: dict[str, str]) -> float:
    """Seconds to make all documents of a component of a game, some of whose files are others."""
    game = load_game(folder, "none", files)
    began = time.perf_counter()
    made = [job.make() for job in component_jobs(component, Brief(game), chosen_scenarios(game, None)[:1])]
    if not made:
        raise RuntimeError(f"nothing was made of {component}")
    return time.perf_counter() - began


def counters_text(count: int) -> str:
    """The small game's counters and so many more units."""
    text = (SKIRMISH / "counters.yaml").read_text(encoding="utf-8")
    more = "".join(
        f"  - {{side: axis, no: {n}, name: Unit {n}, nationality: german, size: II, type: infantry, "
        f"strength: {n % 9 + 1}, movement: 9}}\n"
        for n in range(100, 100 + count)
    )
    return text.replace("\nmarkers:", f"{more}\nmarkers:", 1)


def curve(name: str, taken: dict[int, float]) -> bool:
    """Show how the time grows; whether it grows with the size."""
    most = max(taken.values())
    for size, seconds in taken.items():
        bar = "#" * max(1, round(WIDTH * seconds / most))
        print(f"  {size:6} {name:8} {seconds:7.2f} s {seconds / size * 1e6:7.0f} µs each  {bar}")
    (_first, (few, short), *_others, (many, long)) = taken.items()
    ratio = (long / many) / (short / few)
    print(f"{name}: µs each at {many} against {few}: {ratio:.2f} (aim below {AIM})")
    return ratio < AIM


def main() -> int:
    """Measure and print."""
    toy = ROOT / "tests/games/toy"
    nameless = (toy / "game.yaml").read_text(encoding="utf-8").replace("system: skirmish", "system: none")
    printed("map", SKIRMISH, {})  # libraries and fonts are there before the clock runs
    maps = {c * r: printed("map", toy, {"game.yaml": nameless, "map.yaml": map_text(c, r)}) for c, r in HEXES}
    good = curve("hexes", maps)
    sheets = {n: printed("counters", SKIRMISH, {"counters.yaml": counters_text(n)}) for n in COUNTERS}
    return 0 if curve("counters", sheets) and good else 1


if __name__ == "__main__":
    sys.exit(main())
