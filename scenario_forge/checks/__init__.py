"""Checks: plain functions (game) → diagnostics, in the visible lists of `run.py`.

Called by the API. A check reads the linked game and reports; it never imports a rule system.
"""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.checks import errata as errata
    from scenario_forge.checks import run as run

__getattr__ = attributes(__name__)
