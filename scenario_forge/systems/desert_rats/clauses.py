"""The code that carries out the clauses of this family's rulebook: what bears a mark, and shared mechanics.

Games of the family with a rulebook of their own have clauses of their own: the ids are those of the game `RULEBOOK`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.wargame.clauses import SHELF, carried_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PACKAGE = "scenario_forge.systems.desert_rats"
PACKAGES = (SHELF, PACKAGE)


def carried_out() -> Mapping[str, Sequence[str]]:
    """Clause, as `game:id` → code, as `module:name`."""
    return carried_by(PACKAGES)
