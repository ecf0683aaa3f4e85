"""Rule modules that wargames share. A game chooses among them and sets their parameters."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.wargame import clauses as clauses
    from scenario_forge.wargame import play as play
    from scenario_forge.wargame import turns as turns

__getattr__ = attributes(__name__)
