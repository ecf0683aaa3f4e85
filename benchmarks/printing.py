"""Printing all of a game against Typst compiling the same sources alone, and a rebuild against `forge check`.

    python benchmarks/printing.py [GAME FOLDER]

Each component is made once on A4 from a game that is read and linked; what goes to Typst is kept and compiled again
in a process of its own, where nothing is cached from the first time. Aim for all together: at most 3 times Typst.
Then the hex map alone, drawn and written as SVG with an element for each hex, as an editor does after each edit,
against reading the game anew, in processor time. Aim: at most 1. And a whole `forge build` with nothing to do against
`forge check`, both as processes. Aim: at most 2.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import typst

from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.map.frame import whole_map
from scenario_forge.printing.map.hex_map import draw_hex_map
from scenario_forge.printing.render import chosen_scenarios, component_jobs, components
from scenario_forge.printing.svg import Canvas

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
GAME = ROOT / "content" / "desert-rats"
ROUNDS = 5
WHOLE, MAP, AGAIN = 3.0, 1.0, 2.0
COMPILE = """
import pickle, sys, tempfile, time
import typst
from scenario_forge.lettering.fonts import FOLDER
fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FOLDER)])
taken = {}
with tempfile.TemporaryDirectory() as folder:
    for name, main, inputs in pickle.load(open(sys.argv[1], 'rb')):
        began = time.perf_counter()
        typst.Compiler(main, folder, fonts, True, inputs, folder, folder).compile(format='pdf')
        taken[name] = taken.get(name, 0.0) + time.perf_counter() - began
print(repr(taken))
"""


class Kept:
    """Stands before `typst.Compiler` and keeps what it is given."""

    def __init__(self) -> None:
        self.real = typst.Compiler
        self.component = ""
        self.given: list[tuple[str, bytes, dict[str, str]]] = []

    def __call__(self, main: bytes, *others: object) -> object:
        """Keep and pass on."""
        self.given.append((self.component, main, others[3]))
        return self.real(main, *others)


def make_all(folder: Path) -> tuple[dict[str, float], list[tuple[str, bytes, dict[str, str]]]]:
    """Seconds by component, and what each gave to Typst."""
    kept = Kept()
    typst.Compiler = kept
    game = load_game(folder, "all")
    chosen, taken = chosen_scenarios(game, None), {}
    for _job in component_jobs("setup-card", Brief(game), chosen[:1]):
        _job.make()  # libraries, fonts and views are there before the clock runs
    kept.given.clear()
    for name in components(game):
        kept.component = name
        began = time.perf_counter()
        for job in component_jobs(name, Brief(game), chosen):
            job.make()
        taken[name] = time.perf_counter() - began
    typst.Compiler = kept.real
    return taken, kept.given


def alone(given: list[tuple[str, bytes, dict[str, str]]]) -> dict[str, float]:
    """Seconds by component of Typst alone, in another process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "given")
        path.write_bytes(pickle.dumps(given))
        said = subprocess.run([sys.executable, "-c", COMPILE, path], check=True, capture_output=True, text=True).stdout
    return eval(said)


def process(*arguments: str | Path) -> float:
    """Seconds of the fastest of several processes."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "scenario_forge", *arguments], stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{arguments} could not be done")
        best = min(best, time.perf_counter() - began)
    return best


def least(work: Callable[[], object]) -> float:
    """Seconds of processor time of the fastest of several rounds, after one that fills caches."""
    work()
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def map_alone(folder: Path) -> tuple[float, float]:
    """Seconds to draw the hex map of a game, and to read the game."""
    game = load_game(folder, "all")
    linked, brief = hex_map(game), Brief(game)
    if linked is None:
        raise RuntimeError("the game has no map")
    frame = whole_map(linked, brief.profile.hex)

    def draw() -> str:
        canvas = Canvas(*frame.box[2:])
        draw_hex_map(canvas, brief, frame)
        return canvas.svg()

    return least(draw), least(lambda: load_game(folder, "all"))


def main() -> int:
    """Measure and print."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GAME
    ours, given = make_all(folder)
    theirs = alone(given)
    for name, taken in ours.items():
        typst_alone = theirs.get(name, 0.0)
        ratio = f"{taken / typst_alone:5.2f}" if typst_alone else "    -"
        print(f"  {name:18} {taken:6.2f} s, Typst alone {typst_alone:6.2f} s: {ratio}")
    whole_ratio = sum(ours.values()) / sum(theirs.values())
    both = f"{sum(ours.values()):.2f} s, Typst alone {sum(theirs.values()):.2f} s"
    print(f"all together {both}: {whole_ratio:.2f} (aim {WHOLE})")
    drawn, read = map_alone(folder)
    print(f"hex map alone {drawn * 1000:.0f} ms, reading the game {read * 1000:.0f} ms: {drawn / read:.2f} (aim {MAP})")
    with tempfile.TemporaryDirectory() as out:
        words = ("build", folder, "--errata", "all", "--force", "--quiet", "-o", out)
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "scenario_forge", *words], stdout=subprocess.DEVNULL, check=False)
        first = time.perf_counter() - began
        again, check = process(*words), process("check", folder, "--errata", "all")
    print(f"forge build {first:.1f} s with pictures and report")
    print(f"again, nothing changed {again:.2f} s; forge check {check:.2f} s: {again / check:.2f} (aim {AGAIN})")
    return 0 if whole_ratio <= WHOLE and drawn <= MAP * read and again <= AGAIN * check else 1


if __name__ == "__main__":
    sys.exit(main())
