"""Packs: one file that carries a scenario, its errata and their proof from one person to another."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.packs import archive as archive
    from scenario_forge.api.packs import pack as pack

__getattr__ = attributes(__name__)
