"""Checks of errata: their lists, what each does, and corrections that findings point to."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.checks.errata import trials as trials

__getattr__ = attributes(__name__)
