"""Which errata stand behind a printed passage, so that a bar beside it can say so."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.printing.brief import Brief
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where
    from scenario_forge.project.reading.errata import Patch


_LETTERED = re.compile(r"(.*\d)([a-z]?)")


class Bars:
    """The errata that were laid over a game, by the place that they changed."""

    def __init__(self, game: Game) -> None:
        self.applied = [patch for patch in game.patches if patch.target and not patch.problem]
        self._by_file: dict[str, list[Patch]] = {}
        for patch in self.applied:
            assert patch.target is not None  # noqa: S101 - those without were left out
            self._by_file.setdefault(patch.target[0], []).append(patch)

    def settle(self, errata: Sequence[str]) -> bool:
        """Whether all of these errata are applied, and there are any."""
        return bool(errata) and {patch.erratum.id for patch in self.applied}.issuperset(errata)

    def ids(self, *places: Where) -> list[str]:
        """Ids of the errata that changed something at or below these places, or all of one of them."""
        found: dict[str, None] = {}
        for where in places:
            for patch in self._by_file.get(where.file.name, ()):
                path = patch.target[1] if patch.target else ()
                shorter = min(len(path), len(where.path))
                if path[:shorter] == where.path[:shorter]:
                    found[patch.erratum.id] = None
        return list(found)

    def beside(self, *places: Where) -> str:
        """The ids in short: ``DR-024a–c, f``; empty where nothing was corrected."""
        return ", ".join(shortened(self.ids(*places)))


def shortened(ids: Iterable[str]) -> Iterator[str]:
    """Ids with letters joined: `DR-024a`, `DR-024b`, `DR-024c`, `DR-024e` are `DR-024a–c, e`."""
    split = [(match[1], match[2]) if (match := _LETTERED.fullmatch(each)) else (each, "") for each in sorted(ids)]
    for stem, group in groupby(split, key=lambda pair: pair[0]):
        runs: list[list[str]] = []
        for _stem, letter in group:
            if runs and letter and runs[-1][-1] and ord(letter) == ord(runs[-1][-1]) + 1:
                runs[-1].append(letter)
            else:
                runs.append([letter])
        yield stem + ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


# -- what the appendices share ---------------------------------------------------------------------


Part = dict[str, Any]
"""An appendix as the template reads it: `kind`, `title`, `intro`, and its rows."""


def short(text: str, most: int = 160) -> str:
    """A title as long as a heading may be."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def star(brief: Brief, where: Where, bars: Bars) -> str:
    """The sign of a value of ours that is no correction."""
    return brief.words("proposed_mark") if where.ours and not bars.ids(where) else ""
