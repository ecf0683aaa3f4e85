"""Drafts of scenarios from games that were played, and dossiers: the evidence for a date, and its decisions."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.drafts import date_grid as date_grid
    from scenario_forge.api.drafts import dossier as dossier
    from scenario_forge.api.drafts import dossier_answers as dossier_answers
    from scenario_forge.api.drafts import from_play as from_play
    from scenario_forge.api.drafts import playouts as playouts

__getattr__ = attributes(__name__)
