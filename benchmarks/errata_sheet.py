"""The sheet of an erratum: drawing what it can have changed against drawing everything.

    python benchmarks/errata_sheet.py [GAME FOLDER] [ERRATA ...]

Each of the errata, such as `DR-012`, is taken alone; `every` takes each of the game's by its number. Its sheet is made
in two ways in turn, in processor time: as `forge errata sheet` makes it, and with every document drawn in both states.
Prints the seconds of both and their ratio. Aim over all: at most 0.5. Exits 1 beyond that, or where the sheets differ.
"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from scenario_forge.api.build import errata_sheet
from scenario_forge.game.errata.lists import family_numbers
from scenario_forge.game.reading.workspace import load_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.printing.reprints import ChangedParts

ROOT = Path(__file__).parent.parent
GAME = ROOT / "content" / "desert-rats"
FEW = ("DR-012", "DR-014", "DR-020")
AIM = 0.5


@contextmanager
def drawing_everything() -> Iterator[None]:
    """Take every document for one that can have changed, until it is drawn."""
    with ExitStack() as stack:
        stack.enter_context(patch("scenario_forge.printing.render.INPUTS", {}))
        stack.enter_context(patch("scenario_forge.printing.render.differ", lambda *_: True))
        stack.enter_context(patch("scenario_forge.printing.render._excerpt", lambda _job: None))
        yield


def members(folder: Path) -> dict[str, str]:
    """Return the applied errata by number, as `--errata` takes them: `DR-002a,DR-002b`."""
    ids = [patch.erratum.id for patch in load_game(folder, "all").patches if patch.target and not patch.problem]
    numbers = family_numbers(ids)
    return {
        number: ",".join(id_ for id_ in ids if id_.removeprefix(number) == "" or id_.removeprefix(number).isalpha())
        for number in numbers
    }


def timed(folder: Path, errata: str) -> tuple[float, ChangedParts]:
    """Return the processor time of a sheet, and the parts on it."""
    began = time.process_time()
    parts = errata_sheet(folder, errata).changed
    return time.process_time() - began, parts


def main(words: list[str]) -> int:
    """Measure and print."""
    folder = Path(words[0]) if words else GAME
    known = members(folder)
    chosen = list(known) if words[1:] == ["every"] else words[1:] or FEW
    timed(folder, known.get(chosen[0], chosen[0]))  # libraries and fonts are there before the clock runs
    skipping, whole, same = 0.0, 0.0, True
    for number in chosen:
        errata = known.get(number, number)
        short, parts = timed(folder, errata)
        with drawing_everything():
            long, every = timed(folder, errata)
        alike = parts == every
        print(
            f"  {number:8} {short:5.2f} s, everything {long:5.2f} s: {'the same' if alike else 'ANOTHER sheet'}",
            flush=True,
        )
        skipping, whole, same = skipping + short, whole + long, same and alike
    ratio = skipping / whole
    print(f"{len(chosen)} sheets {skipping:.2f} s, everything {whole:.2f} s: {ratio:.2f} (aim {AIM})")
    return 0 if same and ratio <= AIM else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
