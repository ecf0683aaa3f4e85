"""Count of what is left to decide: the same for a new scenario, a dossier, the editor, the leaflet and a pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.report import plural
from scenario_forge.game.dossiers import CONTROL
from scenario_forge.game.forces import DECIDE, forces
from scenario_forge.game.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scenario_forge.drafts.front import DrawnFront
    from scenario_forge.drafts.rows import Draft
    from scenario_forge.game.dossiers import Key
    from scenario_forge.game.game import Game
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.source.nodes import Path


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


def open_cells_of(game: Game, scenario: Scenario) -> OpenCells:
    """Count the cells that a scenario's file leaves open."""
    return open_cells(key for key, (_path, cell) in cells_of(game, scenario) if DECIDE.fullmatch(cell))


def cells_of(game: Game, scenario: Scenario) -> Iterator[tuple[Key, tuple[Path, str]]]:
    """Yield each cell in a scenario's file: its key, path and text; of two for one unit, the first."""
    markers, seen = forces(game).markers, set()
    for number, side in enumerate(scenario.document.set_up):
        at = (*scenario.where.path, "set_up", number)
        found: list[tuple[Key, tuple[Path, str]]] = [
            ((side.side, unit.no), ((*at, "units", n, "at"), unit.at)) for n, unit in enumerate(side.units)
        ]
        for n, row in enumerate(side.markers):
            own = (
                id_ for id_, (m, _w) in markers.items() if row.marker in (id_, m.kind) and m.side in (None, side.side)
            )
            found.append(((side.side, next(own, row.marker)), ((*at, "markers", n, "at"), row.at)))
        for key, value in found:
            if key not in seen:
                seen.add(key)
                yield key, value
    grid = hex_map(game)
    for name, side_ in scenario.document.control.items():
        spot = grid.find_key(name) if grid else None
        key = (CONTROL, grid.name(spot.hex) if grid and spot is not None and spot.hex is not None else name)
        if key not in seen:
            seen.add(key)
            yield key, ((*scenario.where.path, "control", name), side_)
