"""What only *Knights of the Desert* has of rules: a slice of them."""

from __future__ import annotations

from scenario_forge.project.system import System


class KnightsSlice(System):
    """The system."""

    id = "knights-slice"
    title = "Knights of the Desert"


SYSTEM = KnightsSlice()
