"""Count of what a draft leaves to decide: the same for a new scenario, a dossier and the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.report import plural
from scenario_forge.game.dossiers import CONTROL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.drafts.front import DrawnFront
    from scenario_forge.drafts.rows import Draft
    from scenario_forge.game.dossiers import Key


class OpenCells(NamedTuple):
    """Cells left to decide, by what they are about."""

    units: int = 0
    markers: int = 0
    control: int = 0

    @property
    def all(self) -> int:
        """The number of cells."""
        return sum(self)

    @property
    def words(self) -> str:
        """The number of cells in words: ``14 cells left to decide``."""
        return f"{plural(self.all, 'cell')} left to decide"


def open_cells(keys: Iterable[Key]) -> OpenCells:
    """Count cells that are open, by whose they are.

    >>> open_cells([("axis", 1), ("axis", "supply"), ("", "RR1"), ("axis", 2)])
    OpenCells(units=2, markers=1, control=1)
    """
    found = [0, 0, 0]
    for side, who in keys:
        found[2 if side == CONTROL else 1 if isinstance(who, str) else 0] += 1
    return OpenCells(*found)


def open_keys(drafted: Sequence[Draft], front: DrawnFront | None = None) -> Iterator[Key]:
    """Yield whose cells a draft leaves open."""
    for draft in drafted:
        yield from (row.unit.key for row in draft.rows if row.open)
        yield from ((draft.force.side, row.marker) for row in draft.markers if row.open)
    yield from ((CONTROL, each.place) for each in (front.held if front else ()) if each.open)
