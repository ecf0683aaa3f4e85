"""All codes there are: the core's and those of every rule system that is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import FAMILIES, all_codes
from scenario_forge.diagnostics.render.explain import family_titles
from scenario_forge.project.system import find_system, system_ids

if TYPE_CHECKING:
    from scenario_forge.diagnostics import Code


def known_codes() -> dict[str, Code]:
    """Every code by id, in order.

    >>> known_codes()["FIL001"].name
    'no-such-game'

    Raises:
        ValueError: two rule systems use one id or name.
        TypeError: an installed entry point is no rule system.
    """
    systems = [find_system(name) for name in system_ids()]
    return all_codes(code for system in systems if system for code in system.codes())


def code_families() -> dict[str, str]:
    """What each family of the core is about, by its letters."""
    return family_titles(f"scenario_forge.diagnostics.catalogue.{name}" for name in FAMILIES)
