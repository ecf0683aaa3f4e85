"""Reading and checking all of a game against PyYAML's CSafeLoader alone, on the same files in the same run.

    python benchmarks/reading.py [GAME FOLDER]

Prints ratios of processor time to CSafeLoader's, the smallest of several rounds each. Aims: whole at most 3; again
after one file changed at most a quarter of that, 0.75. Beside it the quick checks alone, in milliseconds, as an editor
runs them first. Exits 1 when an aim is missed.
"""

from __future__ import annotations

import gc
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import yaml

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 15
WHOLE, AGAIN = 3.0, 0.75


def fastest(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Processor seconds of the fastest round; garbage is collected between rounds."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
        gc.enable()
    return best


def changed(text: str) -> str:
    """A text with the same meaning that is not the same: as after a keystroke in a comment."""
    return f"{text}\n# changed {time.perf_counter_ns()}\n"


def main(folder: Path) -> int:
    """Measure and print."""
    texts = {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*.yaml"))}
    size = sum(len(text) for text in texts.values())
    base = fastest(lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts.values()])
    ok = True
    print(f"{folder.name}: {len(texts)} files, {size / 1024:.0f} KiB; CSafeLoader alone {base * 1000:.0f} ms = 1.00")
    for errata in ("none", "official", "all"):
        whole = fastest(lambda errata=errata: check(Workspace(folder).load(errata)))
        ok &= whole <= WHOLE * base
        print(f"  read and check, errata {errata:8} {whole / base:5.2f}   (aim {WHOLE:.2f})")
    workspace = Workspace(folder)
    check(workspace.load("none"))
    quick: list[float] = []
    for name, text in texts.items():
        if "/" in name and name.partition("/")[0] not in ("orders-of-battle", "errata", "scenarios"):
            continue
        again = fastest(lambda n=name, t=text: check(workspace.load("none", files={n: changed(t)})), rounds=5)
        first = fastest(lambda n=name, t=text: check(workspace.load("none", files={n: changed(t)}), "quick"), rounds=5)
        quick.append(first)
        ok &= again <= AGAIN * base
        print(f"  again after {name:32} {again / base:5.2f}   (aim {AGAIN:.2f}), quick {first * 1000:4.0f} ms")
    print(f"  quick checks: median {median(quick) * 1000:.0f} ms, most {max(quick) * 1000:.0f} ms")
    print("all aims met" if ok else "an aim was missed")
    return 0 if ok else 1


if __name__ == "__main__":
    root = Path(__file__).parent.parent
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else root / "content/desert-rats"))
