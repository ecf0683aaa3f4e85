"""Rules that the games of one family share: movement, combat, retreat, supply, arrivals and victory.

A game chooses among them and sets their numbers in rules.yaml; what only it has it adds in a system of its own.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.campaign import play as play
    from scenario_forge.campaign import turns as turns

__getattr__ = attributes(__name__)
