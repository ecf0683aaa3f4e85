"""Combat: rounds, allocation, results, losses, repair."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.campaign.combat import combat as combat

__getattr__ = attributes(__name__)
