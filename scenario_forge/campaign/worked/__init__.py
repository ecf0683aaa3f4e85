"""Worked examples of the rulebook, worked out again by the rules themselves."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.campaign.worked import answers as answers
    from scenario_forge.campaign.worked import check as check
    from scenario_forge.campaign.worked import drawn as drawn
    from scenario_forge.campaign.worked import figure as figure

NEEDED = ("game", "rules", "charts", "time-track")
KINDS = (*NEEDED, "map", "counters")
"""The kinds of document that answers rest on besides the examples."""

__getattr__ = attributes(__name__)
