"""Parts that every wargame uses: sequence of play, steps and events, victory ledger, a searching player."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.wargame import clauses as clauses

__getattr__ = attributes(__name__)
