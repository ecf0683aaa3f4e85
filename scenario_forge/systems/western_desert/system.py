"""The rule system of *WW2 Western Desert Rules*."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from scenario_forge.systems.western_desert.parameters import WesternDesertRules
from scenario_forge.wargame.shelf.system import WargameSystem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenario_forge.systems.western_desert.play import WesternDesertPlay


class WesternDesert(WargameSystem):
    """A system of modules, with units that face a way, dust, smoke, and airstrikes."""

    id = "western-desert"
    title = "WW2 Western Desert Rules"
    packages = (*WargameSystem.packages, "scenario_forge.systems.western_desert")
    document = WesternDesertRules
    towns = False
    names_in_code: ClassVar[Mapping[str, Collection[str]]] = {
        "group of units": ("infantry", "twice"),
        "figure of rules.yaml": ("airstrike", "flank", "twice"),
    }

    def play_type(self) -> type[WesternDesertPlay]:
        """Return the class that plays a scenario, with the steps of this game."""
        from scenario_forge.systems.western_desert.play import WesternDesertPlay  # noqa: PLC0415 - all of play

        return WesternDesertPlay
