"""The hot mechanics as one value: plain Python, or compiled with the same answers.

Whoever plays asks once, :func:`fastest`, and calls what it gives; a test or a person in doubt makes a :class:`Plain`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, TypeAlias

from scenario_forge.mechanics import movement, sight, supply
from scenario_forge.source.files import cache_folder

if TYPE_CHECKING:
    from scenario_forge.mechanics.kernels.build import Kernels
    from scenario_forge.mechanics.kernels.calls import Calls


@dataclass(frozen=True)
class Plain:
    """The hot functions in plain Python: the reference that kernels must agree with."""

    compiled = False
    movement_range = staticmethod(movement.movement_range)
    cost_home = staticmethod(movement.cost_home)
    zone_counts = staticmethod(supply.zone_counts)
    flood = staticmethod(movement.flood)
    supply_steps = staticmethod(supply.supply_steps)
    beyond = staticmethod(movement.beyond)
    sight_table = staticmethod(sight.sight_table)


Mechanics: TypeAlias = "Plain | Calls"
"""The hot functions, each documented at its plain version."""


def with_kernels(kernels: Kernels, *, compiled: bool = True) -> Mechanics:
    """Return the mechanics that call a set of kernels."""
    from scenario_forge.mechanics.kernels.calls import Calls  # noqa: PLC0415 - only for who has numpy at hand

    return Calls(kernels, compiled)


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
    from scenario_forge.mechanics.kernels.build import compiled  # noqa: PLC0415 - only where a game is played

    kernels = compiled()
    return with_kernels(kernels) if kernels else Plain()
