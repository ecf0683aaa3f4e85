"""What only *Rats of Tobruk* has of rules: a slice of them."""

from __future__ import annotations

from scenario_forge.project.system import System


class TobrukSlice(System):
    """The system."""

    id = "tobruk-slice"
    title = "Rats of Tobruk"


SYSTEM = TobrukSlice()
