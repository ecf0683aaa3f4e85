"""Numbers of points beside the victory table, and of the optional rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from scenario_forge.documents.base import Id, Model, Text
from scenario_forge.wargame.parameters.values import Count, Die


class Siege(Model):
    """What besieged means."""

    holder: Id
    """The side that must hold the place."""
    line_to: Text
    """Place to which a line must be traced."""
    box_negates_zones: bool
    """Whether a fortified box opens the line through zones of control."""


class ConcessionDie(Model):
    """The die a player throws for transfer by sea."""

    die: Die
    """What is thrown, and a throw beyond the table counts as its last line."""
    per: Literal["player_turn", "unit"]
    """What it is thrown once for."""
    result: dict[Id, Count]
    """By throw: points conceded to the enemy."""
    modifier: dict[Id, int]
    """By side, added to the throw."""
    modifier_first: Text
    """First game turn of the modifier."""
    modifier_last: Text
    """Last game turn of the modifier."""


class Scoring(Model):
    """Points beside the victory table."""

    cumulative: bool
    """Whether stop dates passed through are added up; if not, the last one counts alone."""
    held_in_zone: bool
    """Whether a place in an enemy zone of control counts as held."""
    siege: dict[Id, Siege] = Field(default_factory=dict)
    """By place."""
    sea_transfer: ConcessionDie | None = None
    """Shipping losses; left out where transfer by sea costs nothing."""


class WhiteKnees(Model):
    """Newly arrived units."""

    modifier: int
    """Added to their strength."""
    phases: Count
    """Operations phases it lasts, both sides' counted."""
    exempt_starts: list[Id]
    """Start dates whose set-up units are exempt."""
    exempt_nationalities: list[Id]
    """Nationalities that are exempt."""
    exempt_arrivals: dict[Id, list[Text]]
    """By nationality: game turns whose reinforcements are exempt."""


class ConcealedMovement(Model):
    """Looking at hidden stacks."""

    scout_beyond: Count
    """A private army looks at a stack further than this from its owner's other units."""


class MechanisedRetreat(Model):
    """Retreat through zones of control."""

    movement: Count
    """Movement allowance from which a unit is mechanised."""
    loss_per_zone: Count
    """Strength that a stack loses for each enemy zone of control entered."""


class EightyEights(Model):
    """Anti-tank battalions; their modifier stands on the combat results table."""

    types: list[Id]
    """Their unit types."""
    against: list[Id]
    """Attacking unit types that bring the modifier."""
    armour_first: Count
    """First points of a loss that the armour must take as strength."""


class OptionalRules(Model):
    """Numbers of the optional rules, each used only with its option, and left out where a game has no such rule."""

    white_knees: WhiteKnees | None = None
    """Newly arrived units fight weaker."""
    concealed_movement: ConcealedMovement | None = None
    """Stacks are hidden."""
    mechanised_retreat: MechanisedRetreat | None = None
    """Fast units retreat through zones of control."""
    eighty_eights: EightyEights | None = None
    """Anti-tank battalions against armour."""
