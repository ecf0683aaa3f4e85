"""Packs: one file that carries a scenario, its errata and their proof from one person to another.

Called by the command line. What is inside is untrusted: nothing is written before all of it is verified.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.packs import install as install
    from scenario_forge.api.packs import make as make

__getattr__ = attributes(__name__)
