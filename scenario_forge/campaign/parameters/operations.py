"""Numbers of the operations phase: sequence, movement, zones of control, stacking, combat, places of battle."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scenario_forge.campaign.parameters.values import Count, Die, RulesType, SizeName
from scenario_forge.documents.base import Id, Model, Text
from scenario_forge.documents.marks import Names


class Movement(Model):
    """Movement of combat units: the strategic rate, and points that are charged besides terrain."""

    strategic_beyond: Count
    """A hex further than this from every enemy unit is entered at the strategic rate."""
    strategic_factor: Annotated[float, Field(gt=0, le=1)]
    """What the costs marked on the terrain chart are multiplied by then."""
    disengagement_cost: Count
    """Extra points to leave an enemy zone of control."""
    round_cost: Count
    """Points that calling a round of combat costs."""
    gone: ClassVar = {"minimum_move": False}


class Zones(Model):
    """Zones of control: the unit types that have none."""

    without: list[RulesType]
    """Unit types that have none; supply counts as one."""
    gone: ClassVar = {
        "into": {"fortification": False, "box": False},
        "out_of": {"fortification": False, "box": True},
    }


class Stacking(Model):
    """Stacking, in the smallest unit that counts."""

    weight: dict[SizeName, Count]
    """By size mark in lower case."""
    limit: Count
    """Most weight in a hex."""
    depleted_below: Annotated[float, Field(gt=0, le=1)]
    """A unit with less than this part of its printed strength counts as another size."""
    depleted_as: dict[SizeName, SizeName]
    """Size: the size it then counts as."""


class Combat(Model):
    """Combat; modifiers are on the combat results table."""

    die: Die
    """What is thrown."""
    attacks_per_unit: Annotated[int, Field(ge=1)]
    """The most attacks of a unit in one round; one hex is attacked once."""
    unsupplied_attacker_result: Count
    """Loss of an attacker out of combat supply before the round."""
    unsupplied_attacker_minimum_loss: Count
    """How much of it must be strength."""
    unsupplied_attacker_retreat: Count
    """The most hexes of retreat in it."""
    armoured: list[RulesType]
    """Unit types meant by armoured and reconnaissance: they leave wrecks and attack fortifications badly."""


class Fortification(Model):
    """Fortifications and fortified boxes; a fortification's value stands on the map."""

    box_value: Count
    """Defensive modifier of a box."""
    box_cost: Count
    """Replacement points."""
    boxes_per_hex: Annotated[int, Field(ge=0, le=1)]
    """Most boxes in a hex; 0: none are built. A second one would give nothing."""
    box_forbidden: list[Annotated[Id, Names("place kind")]]
    """Place kinds where no box may stand."""
    benefits: list[RulesType]
    """Unit types that profit; a stack with any other gets nothing."""
    highest_differential: dict[Annotated[Id, Names("fortification")], int]
    """By place: attacks on it are never resolved better."""
    gone: ClassVar = {"repulse_ends_attacks": True}


class OffMap(Model):
    """An off-map box; what it adjoins stands on the map."""

    box: Annotated[Text, Names("box", called="off-map box")]
    """Id of the box in map.yaml."""
    enter_cost: Count
    """Points to enter it from the map."""
    emergency_edge: Literal["north", "east", "south", "west"]
    """Where units come on when the adjoining edge is blocked."""
    emergency_hexes: Count
    """How many unblocked hexes of that edge are open."""
    supply_paths: bool
    """Whether supply paths lead into it and through it; it counts as one hex."""
    enemy_types: list[RulesType]
    """Unit types of the other side that may enter it."""
    gone: ClassVar = {"stacking": False, "zones": False}
