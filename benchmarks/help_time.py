"""`forge --help` against `python -c "import typer"`, whole processes in the same run. Aim: below 2.

python benchmarks/help_time.py
"""

from __future__ import annotations

import subprocess
import sys
import time

ROUNDS = 9
AIM = 2.0


def fastest(*arguments: str) -> float:
    """Seconds of the fastest of several processes."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - began)
    return best


def main() -> int:
    """Measure and print."""
    typer = fastest("-c", "import typer")
    answer = fastest("-m", "scenario_forge", "--help")
    print(f"import typer {typer * 1000:.0f} ms = 1.00; forge --help {answer / typer:.2f} (aim {AIM:.2f})")
    return 0 if answer < AIM * typer else 1


if __name__ == "__main__":
    sys.exit(main())
