"""What every wargame uses: the sequence of play, steps and events, a ledger, a player that searches."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.wargame import clauses as clauses

__getattr__ = attributes(__name__)
