"""The rules.yaml of *Knights of the Desert*: what no table says."""

from __future__ import annotations

from scenario_forge.documents.base import Id, Model
from scenario_forge.wargame.frame.system import GameRules


class Start(Model):
    """What play begins with at a start date."""

    supply: dict[Id, dict[Id, int]]
    """Supply points of units, by side and type."""
    air: dict[Id, int]
    """Air points by side."""
    towns: Id
    """The side that was last in each town."""
    forts: dict[str, int] = {}  # noqa: RUF012 - pydantic copies it
    """Levels of fortification of units, by hex."""


class KnightsDocument(GameRules):
    """rules.yaml."""

    depot_supply: int
    """Supply points that depots get."""
    starts: dict[Id, Start]
    """By start date."""
