"""Scenario drafts: set-ups for dates that the publisher never offered, made from what the components print."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.drafts import dates as dates
    from scenario_forge.drafts import scenario as scenario
    from scenario_forge.drafts import victory as victory

__getattr__ = attributes(__name__)
