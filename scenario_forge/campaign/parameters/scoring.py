"""Numbers of points beside the victory table, and of the optional rules."""

from __future__ import annotations

from scenario_forge.campaign.parameters.values import Count
from scenario_forge.documents.base import Model


class Scoring(Model):
    """Points beside the victory table."""

    cumulative: bool
    """Whether stop dates passed through are added up; if not, the last one counts alone."""
    held_in_zone: bool
    """Whether a place in an enemy zone of control counts as held."""


class MechanisedRetreat(Model):
    """Retreat through zones of control."""

    movement: Count
    """Movement allowance from which a unit is mechanised."""
    loss_per_zone: Count
    """Strength that a stack loses for each enemy zone of control entered."""


class OptionalRules(Model):
    """Numbers of the optional rules, each used only with its option, and left out where a game has no such rule."""

    mechanised_retreat: MechanisedRetreat | None = None
    """Fast units retreat through zones of control."""
