"""The sheet of one corrected cell, in processor time: for this edition's pages, and for a published copy.

    python benchmarks/owner_sheet.py [GAME FOLDER] [ERRATUM ...]

Each erratum is taken alone, from loading the game to the finished PDF. The measures of the published copy are those of
a profile without any figure of its own. Prints the seconds of both. Aim: at most 3 for the sheet of a published copy;
exits 1 beyond that. The other takes as long as all documents that show the cell: an arrival stands on many cards.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from scenario_forge.api.build import PrintStyle, errata_sheet

GAME = Path(__file__).parent.parent / "content" / "desert-rats"
CELLS = ("DR-012", "DR-013", "DR-023a")
AIM = 3.0
PROFILE = "basis: proposed\nprofile: published\ntitle: A published copy\npublished: {cell: {width: 12 mm}}\n"


def copied(folder: Path, into: Path) -> Path:
    """Return a copy of a game with a profile of a published copy."""
    target = into / folder.name
    for path in folder.rglob("*.yaml"):
        place = target / path.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())
    (target / "profiles").mkdir(exist_ok=True)
    (target / "profiles" / "published.yaml").write_text(PROFILE, encoding="utf-8")
    return target


def timed(folder: Path, erratum: str, profile: str) -> float:
    """Return the processor time of a sheet."""
    began = time.process_time()
    errata_sheet(folder, erratum, style=PrintStyle(profile))
    return time.process_time() - began


def main(words: list[str]) -> int:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(words[0]) if words else GAME, Path(name))
        chosen = words[1:] or CELLS
        timed(folder, chosen[0], "published")  # libraries and fonts are there before the clock runs
        worst = 0.0
        for erratum in chosen:
            pages, copy = (timed(folder, erratum, profile) for profile in ("default", "published"))
            worst = max(worst, copy)
            print(f"  {erratum:8} our pages {pages:5.2f} s, a published copy {copy:5.2f} s", flush=True)
    print(f"slowest of a published copy {worst:.2f} s (aim {AIM:g})")
    return 0 if worst <= AIM else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
