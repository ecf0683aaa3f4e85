"""A map of 1,000 to 40,000 hexes: the time to read and check it must grow with its size, not faster.

    python benchmarks/map_size.py

Prints microseconds a hex at four sizes and the ratio of the largest to the smallest. Aim: below 2.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from reading import fastest

from scenario_forge.checks.run import check
from scenario_forge.game.reading.workspace import Workspace

SIZES = ((40, 25), (100, 50), (160, 125), (200, 200))
AIM = 2.0


def map_text(columns: int, rows: int) -> str:
    """A map of clear land with a sea along the north, a road across and an escarpment."""
    lines = [
        "basis: printed",
        "grid:",
        "  orientation: pointy",
        "  shifted: even",
        f"  rows: {rows}",
        "  rows_from: north",
        "  sheets:",
        f'    - {{id: one, columns: {columns}, numbering: "{{col:03}}{{row:03}}"}}',
        "terrain:",
        "  - {id: sea, name: Sea, letter: s, land: false, passable: false}",
        "  - {id: clear, name: Clear, letter: c}",
        "rows:",
    ]
    for row in range(1, rows + 1):
        letter = "s" if row <= rows // 5 else "c"
        lines.append(f'  - {{row: "{row:03}", one: {letter * columns}}}')
    chain = ", ".join(f'"{column:03}{rows:03}"' for column in range(1, columns + 1))
    lines += [
        "line_kinds:",
        "  - {id: road, name: Road}",
        "lines:",
        f"  - {{kind: road, name: Road, hexes: [{chain}]}}",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure and print."""
    source = Path(__file__).parent.parent / "tests/games/toy"
    per_hex = []
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "game")
        shutil.copytree(source, game)
        (game / "game.yaml").write_text((game / "game.yaml").read_text().replace("system: skirmish", "system: none"))
        for columns, rows in SIZES:
            (game / "map.yaml").write_text(map_text(columns, rows))
            taken = fastest(lambda: check(Workspace(game).load()), rounds=5)
            per_hex.append(taken / (columns * rows) * 1e6)
            print(f"  {columns * rows:6} hexes: {taken * 1000:7.1f} ms, {per_hex[-1]:5.2f} µs a hex")
    ratio = per_hex[-1] / per_hex[0]
    print(f"µs a hex at the largest size against the smallest: {ratio:.2f} (aim below {AIM})")
    return 0 if ratio < AIM else 1


if __name__ == "__main__":
    sys.exit(main())
