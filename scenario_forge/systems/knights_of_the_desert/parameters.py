"""The rules.yaml of *Knights of the Desert*: rules that no table gives."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import NationalityName, PlaceName, SideName, StartDateName, TrackColumnName
from scenario_forge.wargame.base.document import GameRules

Count = Annotated[int, Field(ge=0)]
Percent = Annotated[int, Field(ge=0, le=100)]
Factor = Annotated[float, Field(gt=0)]


class Start(Model):
    """What play begins with at a start date."""

    supply: dict[SideName, dict[Annotated[Id, Names("group of units")], int]]
    """Supply points of units, by side and type."""
    air: dict[SideName, int]
    """Air points by side."""
    towns: SideName
    """The side that was last in each town."""
    forts: dict[PlaceName, int] = {}
    """Levels of fortification of units, by hex."""


class Stack(Model):
    """Most units in a hex."""

    most: Count
    """In most hexes."""
    fortress: Count
    """In a fortress."""


class Supply(Model):
    """What units need, and what is lost on its way to them."""

    depots: Count
    """Points that a depot is brought up to."""
    maintenance: Count
    """Points a unit needs each turn."""
    lost_per_hex: Percent
    """Of what is sent, for each hex from the home base."""
    enemy_segment: Factor
    """What is sent in a segment of the enemy, as a part of what would be sent else."""
    cadre: Count
    """Points of a unit that comes back."""


class Reaction(Model):
    """Chances of limited reaction, in a hundred."""

    enters: Percent
    """When an enemy comes next to a unit where no friend of its is."""
    battle: Percent
    """After a battle of an operations phase."""
    another: Percent
    """To go on with another unit."""


class Raid(Model):
    """What a fortress behind its front costs the side whose supply is rationed."""

    cut: Percent
    """Of its pool."""
    radius: Count
    """Its depots that are alone are lost as far from the fortress."""


class Needs(Model):
    """What a unit must have to attack."""

    supply: Count
    """Supply points."""
    points: Count
    """Operation points."""


class Combat(Model):
    """Modifiers of strength, and their limits."""

    needs: dict[SideName, Needs]
    """By side."""
    low_supply: Count
    """A unit with less defends with a part of its strength, and forms no cadre."""
    low_supply_factor: Factor
    """That part."""
    per_level: Factor
    """What a level of fortification adds to the modifier of the terrain."""
    ground_most: Factor
    """The highest modifier of terrain and fortification together."""
    air_attack: Factor
    """What an air point adds to the strength of attackers."""
    air_defence: Factor
    """What it adds to that of defenders."""
    defence_most: Factor
    """The highest multiple of their strength that defenders may have."""
    friend_beside: Count
    """For each other hex next to the defenders that friends of the attackers are in."""
    friend_stacked: Count
    """For each friend in the hex of the attackers that takes no part."""
    enemy: Count
    """Off for each enemy that takes no part, and each hex of enemies next to the defenders."""
    attack_least: Annotated[int, Field(ge=1)]
    """Attackers have at least their strength divided by this."""
    attack_most: Factor
    """The highest multiple of their strength that attackers may have."""
    breaks_below: Factor
    """A unit with less than this part of its ceiling is eliminated."""
    most_air: Count
    """Air points of a side in a battle."""
    odds_share: Factor
    """What is multiplied by the odds for the loss of defenders."""
    cadre_strength: Factor
    """Strength of a unit that comes back, as a part of its ceiling."""


Rating = Annotated[int, Field(ge=0, le=9)]


class Ratings(Model):
    """How good a side is at something, from 0 to 9 (II)."""

    combat: Rating
    """Strength of its units when they begin or arrive."""
    replacements: Rating
    """Replacement points."""
    supply: Rating
    """Supply points that come into its pool, if it has one."""
    air: Rating
    """Air points."""
    reinforcements: Annotated[int, Field(ge=1, le=9)]
    """How early or late its units may come."""


class Commander(Model):
    """What the player of a side that no person plays goes by."""

    first: Factor
    """It moves first where it has this many times the strength of the enemy at the front."""
    odds: Annotated[list[Factor], Field(min_length=1)]
    """By game turn: the odds at which it attacks."""
    intensity: Annotated[int, Field(ge=0, le=9)]
    """It attacks at this intensity and a level more for each whole point of the odds."""
    risk: Annotated[list[Annotated[int, Field(ge=1, le=9)]], Field(min_length=2, max_length=2)]
    """Its least and its highest level of risk."""
    reserve: Count
    """Units so near to an enemy are at the front, and one mobile reserve stays as near."""
    fortress: Count
    """Units that stay in the fortress."""
    gap: dict[SideName, Count]
    """By side: the most hexes that it leaves between depots."""


class Solitaire(Model):
    """What helps a side that no person plays (V)."""

    side: SideName
    """That side."""
    luck: Percent
    """How much less its own losses are, as far as they come from risk."""
    enters: Percent
    """The chance of a reaction when one of its units comes next to an enemy."""
    range: Count
    """How far from a source its units are in supply."""
    cadre_strength: Factor
    """Strength of its units that come back, as a part of their ceiling."""
    cadre_share: Factor
    """The part of what its chance of a cadre lacks that is added to it."""
    surrounded: Percent
    """Its chance of a cadre for a unit that is shut in."""
    seen: Percent
    """How much more or less than their strength its units seem to have at most."""
    commander: Commander
    """How the player `solitaire` plays."""


class Columns(Model):
    """Names of the columns of the time track that rules read."""

    air: dict[SideName, TrackColumnName]
    """By side: its new air points."""
    pool: TrackColumnName
    """New supply points of the side whose supply is rationed."""
    replacements: dict[NationalityName, TrackColumnName]
    """By nationality."""
    initiative: TrackColumnName
    """The nationality whose side has the initiative."""


class KnightsParameters(Model):
    """What rules.yaml says besides what every game on the shelf has."""

    rationed: SideName
    """The side whose supply comes out of a pool; the other has as much as it wants."""
    track: Columns
    """What each turn brings."""
    stacking: Stack
    """Units in a hex."""
    supply: Supply
    """Supply points."""
    reaction: Reaction
    """Limited reaction."""
    raid: Raid
    """The Desert Rats."""
    combat: Combat
    """Battles."""
    ratings: dict[SideName, Ratings]
    """By side."""
    solitaire: Solitaire
    """Solitaire play."""
    starts: dict[StartDateName, Start]
    """By start date."""


class KnightsDocument(KnightsParameters, GameRules):
    """rules.yaml."""
