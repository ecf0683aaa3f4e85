"""What only *WW2 Western Desert Rules* has of rules: a slice of them."""

from __future__ import annotations

from scenario_forge.project.system import System


class WesternDesertSlice(System):
    """The system."""

    id = "western-desert-slice"
    title = "WW2 Western Desert Rules"


SYSTEM = WesternDesertSlice()
