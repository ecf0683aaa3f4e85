"""Orders of battle of 1,250 and 5,000 units: the time to read and check them must grow with their number.

    python benchmarks/unit_count.py

Once with a clean army, once with a crowd in which most units have something wrong. Prints the ratio of the times;
four times the units should take about four times as long. Aim: below 6.4.
"""

from __future__ import annotations

import sys
from pathlib import Path

from reading import fastest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scenario_forge.checks.run import check  # noqa: E402 - after the path
from scenario_forge.game.reading.workspace import Workspace  # noqa: E402 - as above
from tests.fuzz.test_sizes_and_scripts import SKIRMISH, army, crowd  # noqa: E402 - as above

TOY, GAME = ROOT / "tests/systems/toy", ROOT / "tests/games/toy"
AIM = 6.4


def main() -> int:
    """Measure and print."""
    print(f"aim: below {AIM}")
    sys.path.insert(0, str(TOY))
    ok = True
    for name, folder, few, many in (
        ("a clean army", GAME, army(625), army(2500)),
        ("a crowd with errors", SKIRMISH, crowd(37), crowd(148)),
    ):
        small = fastest(lambda f=folder, files=few: check(Workspace(f).load("none", files)), rounds=3)
        large = fastest(lambda f=folder, files=many: check(Workspace(f).load("none", files)), rounds=3)
        ok &= large < AIM * small
        print(f"  {name:20} {small * 1000:7.0f} ms, four times as many {large * 1000:7.0f} ms: {large / small:.2f}")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
