"""Dossiers: the page, the answers that it gives back, and what was decided written into a scenario."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.dossiers import answers as answers
    from scenario_forge.api.dossiers import page as page
    from scenario_forge.api.dossiers import resolve as resolve

__getattr__ = attributes(__name__)
