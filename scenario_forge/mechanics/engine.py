"""The hot mechanics as one value: plain Python, or compiled with the same answers.

Whoever plays asks once, :func:`fastest`, and calls what it gives; a test or a person in doubt asks for :func:`plain`.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple, Protocol

from scenario_forge.mechanics import movement, sight, supply
from scenario_forge.source.files import cache_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scenario_forge.hexes import Grid
    from scenario_forge.mechanics.kernels.build import Kernels
    from scenario_forge.mechanics.movement import Ground, Situation
    from scenario_forge.mechanics.sight import Heights, SightTable


class Ranges(Protocol):
    """The type of `movement.movement_range`."""

    def __call__(
        self,
        ground: Ground,
        start: int,
        budget: int,
        situation: Situation,
        *,
        first_extra: int = 0,
        first_clear: bool = False,
    ) -> tuple[Sequence[int], Sequence[int]]:
        """See `movement.movement_range`."""


class Floods(Protocol):
    """The type of `movement.flood`."""

    def __call__(
        self, ways: Sequence[int], gates: Sequence[int], starts: Sequence[int], limit: int | None = None
    ) -> Sequence[int]:
        """See `movement.flood`."""


class SupplySteps(Protocol):
    """The type of `supply.supply_steps`."""

    def __call__(
        self,
        ways: Sequence[int],
        passable: Sequence[int],
        sources: Sequence[int],
        friends: Sequence[int],
        enemies: Sequence[int],
        enemy_zone: Sequence[int],
        limit: int | None = None,
    ) -> Sequence[int]:
        """See `supply.supply_steps`."""


class SightTables(Protocol):
    """The type of `sight.sight_table`."""

    def __call__(self, grid: Grid, heights: Heights, radius: int, *, either: bool = False) -> SightTable:
        """See `sight.sight_table`."""


class Mechanics(NamedTuple):
    """The hot functions, each documented at its plain version."""

    compiled: bool
    movement_range: Ranges
    cost_home: Callable[[Ground, Sequence[int], Situation], Sequence[int]]
    zone_counts: Callable[[Sequence[int], Sequence[int], Sequence[int], Sequence[int]], bytearray | bytes]
    flood: Floods
    supply_steps: SupplySteps
    beyond: Callable[[Sequence[int], Sequence[int], int], bytearray | bytes]
    sight_table: SightTables


def plain() -> Mechanics:
    """Return the mechanics in plain Python: the reference that kernels must agree with."""
    return Mechanics(
        compiled=False,
        movement_range=movement.movement_range,
        cost_home=movement.cost_home,
        zone_counts=supply.zone_counts,
        flood=movement.flood,
        supply_steps=supply.supply_steps,
        beyond=movement.beyond,
        sight_table=sight.sight_table,
    )


def with_kernels(kernels: Kernels, *, compiled: bool = True) -> Mechanics:
    """Return the mechanics that call a set of kernels."""
    from scenario_forge.mechanics.kernels.calls import Calls  # noqa: PLC0415 - only for who has numpy at hand

    calls = Calls(kernels)
    return Mechanics(
        compiled=compiled,
        movement_range=calls.movement_range,
        cost_home=calls.cost_home,
        zone_counts=calls.zone_counts,
        flood=calls.flood,
        supply_steps=calls.supply_steps,
        beyond=calls.beyond,
        sight_table=calls.sight_table,
    )


SLOW = "plain Python: install numba for 3 to 5 times the speed"


def engine() -> str:
    """Return a line that names the engine that plays on this machine, without loading it."""
    try:
        number = version("numba")
    except PackageNotFoundError:
        return SLOW
    return (
        f"compiled kernels (numba {number})" if cache_folder() else "plain Python: kernels have no folder to be kept in"
    )


def fastest() -> Mechanics:
    """Return the compiled mechanics where numba is installed and its work can be kept; else the plain ones."""
    from scenario_forge.mechanics.kernels.build import compiled  # noqa: PLC0415

    kernels = compiled()
    return with_kernels(kernels) if kernels else plain()
