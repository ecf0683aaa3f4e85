"""The rules.yaml of *Desert Rats*: the parameters of the shelf and of the rules that only this game has."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - pydantic reads the annotations
from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.campaign.parameters.document import RulesDocument
from scenario_forge.campaign.parameters.logistics import Logistics
from scenario_forge.campaign.parameters.operations import OffMap
from scenario_forge.campaign.parameters.scoring import OptionalRules, Scoring
from scenario_forge.campaign.parameters.values import Count, Die, RulesPlace, RulesType, TrackTurn
from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import NationalityName, SideName, StartDateName


class RaiderBase(Model):
    """Where a private army rearms."""

    place: RulesPlace
    """Place on the map."""
    closed_by_enemy_in: Annotated[Id, Names("area")] | None = None
    """Area of the map: enemy units anywhere in it close the base."""


class PrivateArmy(Model):
    """Rule 11: how private armies move, raid and are captured."""

    type: RulesType
    """Their unit type."""
    zone_cost: Count
    """Extra points to enter an enemy zone of control."""
    occupied_cost: Count
    """Extra points to enter an enemy-occupied hex."""
    strategic_beyond: Count
    """As for combat units."""
    destroy_die: Die
    """What is thrown against supply."""
    destroy_up_to: Count
    """Highest throw that destroys a supply unit alone in its hex."""
    destroy_guarded_up_to: Count
    """The same beside an enemy combat unit."""
    hexes_per_turn: Count
    """Supply-occupied hexes that may be attacked in a player turn."""
    capture_die: Die
    """What is thrown to capture one."""
    capture_total: Count
    """Lowest total that captures."""
    captures_per_unit: Count
    """Attempts by each enemy unit in a player turn."""
    captures_off_map: Count
    """Attempts in an off-map box in a player turn, by all units together."""
    returns_at: RulesPlace
    """Place where a captured one comes back in its owner's next logistics phase."""
    rearm_cost: Count
    """Points to rearm at a base."""
    bases: dict[Id, RaiderBase]
    """Where."""


class Deemed(Model):
    """Points that units count as having spent before they leave an off-map box."""

    starts: list[StartDateName]
    """Start dates whose set-up units in the box are concerned."""
    arrivals: list[TrackTurn]
    """Game turns of the reinforcements concerned."""
    turn: TrackTurn
    """Game turn in which it applies."""
    points: Count
    """How many."""


class SeaRoute(Model):
    """A route of transfer by sea (rule 9)."""

    side: SideName
    """Whose units may use it."""
    between: Annotated[list[RulesPlace], Field(min_length=2, max_length=2)]
    """Places or off-map boxes, both ways."""


class Siege(Model):
    """When a place counts as besieged (rule 14)."""

    holder: SideName
    """The side that must hold the place."""
    line_to: RulesPlace
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
    modifier: dict[SideName, int]
    """By side, added to the throw."""
    modifier_first: TrackTurn
    """First game turn of the modifier."""
    modifier_last: TrackTurn
    """Last game turn of the modifier."""


class WhiteKnees(Model):
    """Rule 15: newly arrived units fight weaker."""

    modifier: int
    """Added to their strength."""
    phases: Count
    """Operations phases it lasts, both sides' counted."""
    exempt_starts: list[StartDateName]
    """Start dates whose set-up units are exempt."""
    exempt_nationalities: list[NationalityName]
    """Nationalities that are exempt."""
    exempt_arrivals: dict[NationalityName, list[TrackTurn]]
    """By nationality: game turns whose reinforcements are exempt."""


class ConcealedMovement(Model):
    """Rule 16: when players may look at hidden stacks."""

    scout_beyond: Count
    """A private army looks at a stack further than this from its owner's other units."""


class EightyEights(Model):
    """Anti-tank battalions; the combat results table has their modifier."""

    types: list[RulesType]
    """Their unit types."""
    against: list[RulesType]
    """Attacking unit types that bring the modifier."""
    armour_first: Count
    """First points of a loss that the armour must take as strength."""


class DesertOffMap(OffMap):
    """An off-map box, whose units may count as having spent movement points."""

    deemed: Deemed | None = None
    """Points counted as spent."""


class DesertLogistics(Logistics):
    """The logistics phase."""

    sea_routes: dict[Id, SeaRoute] = Field(default_factory=dict)
    """Transfers by sea."""


class DesertScoring(Scoring):
    """Points beside the victory table."""

    siege: dict[Annotated[Id, Names("place id")], Siege] = Field(default_factory=dict)
    """By place."""
    sea_transfer: ConcessionDie | None = None
    """Shipping losses; left out where transfer by sea costs nothing."""


class DesertOptions(OptionalRules):
    """Numbers of the optional rules."""

    white_knees: WhiteKnees | None = None
    """Newly arrived units fight weaker."""
    concealed_movement: ConcealedMovement | None = None
    """Stacks are hidden."""
    eighty_eights: EightyEights | None = None
    """Anti-tank battalions against armour."""


class DesertDocument(RulesDocument):
    """The numbers of the rules."""

    logistics: DesertLogistics
    private_army: PrivateArmy | None = None
    """Left out where a game has none."""
    off_map: Mapping[Id, DesertOffMap] = Field(default_factory=dict)
    """By box."""
    scoring: DesertScoring
    optional: DesertOptions = Field(default_factory=DesertOptions)
    """Left out where a game has none of them."""
