"""The victory ledger: the points of each row, and the last occupiers of the places it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.victory import Selector

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.documents.victory import VictoryDocument

HOLDER = "towns.holder"
"""The column of state with the last occupier + 1 of each place in the order of the ledger; 0 nobody."""

ELIMINATED = "eliminated"
"""The event that a row of the ledger may name: an enemy unit is eliminated."""
EXITED = "exited"
"""The event that a row of the ledger may name: a unit of the side has left the map in a move."""


def scored_rows(document: VictoryDocument, scored: Collection[str]) -> Iterator[str]:
    """Yield the ids of the rows of the ledger that :class:`Ledger` can score.

    Args:
        document: the victory table.
        scored: what the rules use of a ledger: `hold`, `condition`, `event`, `exited`, `losses`, `distance`, and
            `side`, where rows may be of one side only.
    """
    single: list[tuple[str, set[str]]] = []
    for row in document.ledger:
        when, losses, far = row.when, row.losses, row.distance
        shapes = {
            "hold": when is not None and when.hold is not None,
            "condition": when is not None and when.hold is None and row.side is not None,
            "event": row.event == ELIMINATED,
            "exited": row.event == EXITED,
            "losses": losses is not None and losses.per is not None and row.points == 1 and losses.units == Selector(),
            "distance": far is not None and far.units == Selector(),
        }
        shape = next((name for name, fits in shapes.items() if fits and name in scored), None)
        own = set(row.scenarios)
        twice = any(name == shape and not (own and other and own.isdisjoint(other)) for name, other in single)
        if shape is not None and not twice and (row.side is None or "side" in scored):
            yield row.id
        if shape in ("losses", "distance"):
            single.append((shape, own))


def held_at_start(compiled: CompiledScenario, places: Iterable[int], otherwise: str = "") -> list[int]:
    """Return the side + 1 that was last in each of some hexes as play begins, 0 for nobody: as `control:` says.

    ``otherwise``: the side where it says nothing; empty: the side whose units are there.
    """
    stated, sides, units = compiled.parameters.get("control", {}), compiled.keys["sides"], compiled.units
    there = dict(zip(units.hex, units.side, strict=True))
    said = ((hex_, stated.get(str(hex_), otherwise)) for hex_ in places)
    return [sides.index(side) + 1 if side else there.get(hex_, -1) + 1 for hex_, side in said]


class Ledger:
    """The victory ledger of a compiled scenario."""

    def __init__(self, ending: Mapping[str, Any]) -> None:
        rows: Sequence[Mapping[str, Any]] = ending.get("ledger", ())
        self.rows = rows
        held = [row for row in rows if "hold" in row.get("when", ())]
        self.towns: dict[int, int] = {row["when"]["hold"]["hex"]: row["points"] for row in held}
        """By hex: points for who was in it last."""
        self.rows_of = {hex_: number for number, hex_ in enumerate(self.towns)}
        """By such a hex: its row in :data:`HOLDER`."""
        self.for_loss = [_points(rows, ELIMINATED, 1 - side) for side in range(2)]
        """By side: the points of the other one for a unit of it that is eliminated."""
        self.for_exit = [_points(rows, EXITED, side) for side in range(2)]
        """By side: its points for a unit of its own that leaves the map."""
        self.per: int = next((row["losses"]["per"] for row in rows if "losses" in row), 1)
        """Losses of the enemy for a point."""
        far: Mapping[str, Any] = next((row["distance"] for row in rows if "distance" in row), {"base": (), "bands": ()})
        self.home: list[int] = [base["hex"] for base in far["base"]]
        """By side: the hex from which distances count."""
        self._bands: Sequence[tuple[int, int, int]] = far["bands"]

    def for_towns(self, holders: Sequence[int]) -> list[int]:
        """Return points by side for places, given their last occupiers."""
        found = [0, 0]
        for holder, points in zip(holders, self.towns.values(), strict=True):
            if holder:
                found[holder - 1] += points
        return found

    def for_distance(self, hexes: int) -> int:
        """Return the points for a unit that many hexes from home; beyond all bands, those of the last band."""
        return next((points for low, high, points in self._bands if low <= hexes <= high), self._bands[-1][2])


def _points(rows: Iterable[Mapping[str, Any]], event: str, side: int) -> int:
    """Return what rows of an event bring a side each time."""
    return sum(row["points"] for row in rows if row.get("event") == event and row.get("side") in (None, side))
