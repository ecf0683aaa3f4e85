"""`forge check` in a process of its own against a bare process that reads the same files with yaml.CSafeLoader.

    python benchmarks/cold_check.py [GAME FOLDER]

Processor time of whole processes, taken in turn, the smallest of several rounds: the first run, which keeps the
answers of the worked examples and the verdict on errata; later runs that find them; a later run after a comment was
added to an order of battle; and with nothing kept. As Python is installed, with compiled modules at hand, in a folder
of their own. Aim: at most 5 for later runs. Exits 1 when it is missed.

Measured for Desert Rats on a busy machine of two cores, a bare process 0.22 s: first run 7.9, later run 6.2, after an
edit 7.0, nothing kept 7.4. The aim is not met yet: what is left is libraries and models (0.5 s), reading (0.3 s) and
checks.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 7
AIM = 5.0
BARE = """
import sys, yaml
from pathlib import Path
for path in sorted(Path(sys.argv[1]).rglob("*.yaml")):
    yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
"""


def seconds(environment: dict[str, str], *arguments: str) -> float:
    """User and system time of one process; other work on the machine does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=False, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main(game: Path) -> int:
    """Measure and print."""
    best: dict[str, float] = {}

    def measure(name: str, environment: dict[str, str], *arguments: str) -> None:
        best[name] = min(best.get(name, float("inf")), seconds(environment, *arguments))

    with tempfile.TemporaryDirectory() as temporary:
        folder, cache = Path(temporary) / game.name, Path(temporary) / "cache"
        shutil.copytree(game, folder)
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPYCACHEPREFIX": f"{temporary}/compiled", "SCENARIO_FORGE_CACHE": str(cache)}
        environment.pop("SCENARIO_FORGE_VERDICTS", None)
        off = environment | {"SCENARIO_FORGE_VERDICTS": "off"}
        check = ("-m", "scenario_forge", "check", str(folder))
        bare = ("-c", BARE, str(folder))
        for arguments in (check, bare):
            seconds(off, *arguments)  # modules are compiled
        edited = min((folder / "orders-of-battle").glob("*.yaml"), default=folder / "game.yaml")
        for number in range(ROUNDS):
            measure("bare", environment, *bare)
            shutil.rmtree(cache, ignore_errors=True)
            measure("first run", environment, *check)
            measure("later run", environment, *check)
            edited.write_text(f"{edited.read_text('utf-8')}# {number}\n", "utf-8")
            measure("after an edit", environment, *check)
            measure("nothing kept", off, *check)
    base = best.pop("bare")
    print(f"{game.name}: bare process {base * 1000:.0f} ms = 1.00")
    for name, time in best.items():
        print(f"  forge check, {name:14} {time / base:5.2f}" + (f"   (aim {AIM:.2f})" if name == "later run" else ""))
    return 0 if best["later run"] <= AIM * base else 1


if __name__ == "__main__":
    root = Path(__file__).parent.parent
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else root / "content/desert-rats"))
