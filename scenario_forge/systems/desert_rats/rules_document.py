"""rules.yaml: every number of this family of rules, so that another campaign needs no code.

Places, units, nationalities, sides and dates are keys and values of the YAML, never names in here. A key
that stands for a place is its name in lower case with `_` for blanks: `mersa_matruh`. What a printed chart
holds (costs, combat modifiers, results) stays in charts.yaml. The dotted paths of this document are the
names under which clauses, charts, victory rows and examples state the same quantities.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text, Value

Count = Annotated[int, Field(ge=0)]
Die = Annotated[str, Field(pattern=r"^[1-9]d[0-9]+$", description="dice: 1d6")]


class Sequence(Model):
    """Who moves when."""

    first: Id
    """The side whose player turn opens each game turn."""
    phases: list[Literal["operations", "logistics"]]
    """Phases of a player turn in order."""


class Movement(Model):
    """Movement of combat units."""

    strategic_beyond: Count
    """A hex further than this from every enemy unit is entered at the strategic rate."""
    strategic_factor: Annotated[float, Field(gt=0, le=1)]
    """What the costs marked on the terrain chart are multiplied by then."""
    disengagement_cost: Count
    """Extra points to leave an enemy zone of control."""
    minimum_move: bool
    """Whether a unit may always enter one hex."""
    round_cost: Count
    """Points that calling a round of combat costs."""


class Zones(Model):
    """Zones of control."""

    without: list[Id]
    """Unit types that have none; supply counts as one."""
    into: dict[Id, bool]
    """Whether they reach into such a place: `fortification`, `box`."""
    out_of: dict[Id, bool]
    """Whether they reach out of it."""


class Stacking(Model):
    """Stacking, in the smallest unit that counts."""

    weight: dict[Id, Count]
    """By size mark in lower case."""
    limit: Count
    """Most weight in a hex."""
    depleted_below: Annotated[float, Field(gt=0, le=1)]
    """A unit with less than this part of its printed strength counts as another size."""
    depleted_as: dict[Id, Id]
    """Size: the size it then counts as."""


class Combat(Model):
    """Combat; modifiers are on the combat results table."""

    die: Die
    """What is thrown."""
    lowest_differential: int
    """Worse ones count as this."""
    highest_differential: int
    """Better ones count as this."""
    attacks_per_unit: Count
    """In one round."""
    unsupplied_attacker_result: Count
    """Loss of an attacker out of combat supply before the round."""
    unsupplied_attacker_minimum_loss: Count
    """How much of it must be strength."""
    unsupplied_attacker_retreat: Count
    """The most hexes of retreat in it."""
    armoured: list[Id]
    """Unit types meant by armoured and reconnaissance: they leave wrecks and attack fortifications badly."""


class Fortification(Model):
    """Fortifications and fortified boxes; a fortification's value stands on the map."""

    box_value: Count
    """Defensive modifier of a box."""
    box_cost: Count
    """Replacement points."""
    boxes_per_hex: Count
    """Most boxes in a hex."""
    box_forbidden: list[Id]
    """Place kinds where no box may stand."""
    benefits: list[Id]
    """Unit types that profit; a stack with any other gets nothing."""
    highest_differential: dict[Id, int]
    """By place: attacks on it are never resolved better."""
    repulse_ends_attacks: bool
    """An attacker's loss forbids further attacks on a fortification in that player turn."""


class Supply(Model):
    """Supply units and what they reach."""

    general_radius: dict[Id, Count]
    """By nationality, in hexes of the supply path."""
    combat_radius: dict[Id, Count]
    """By nationality, in hexes of the supply path."""
    attrition: Count
    """Strength that a unit out of general supply loses at the end of logistics."""
    immune: list[Id]
    """Unit types that need no supply."""
    movement: Count
    """Movement allowance of a supply unit."""
    strategic: bool
    """Whether supply units use the strategic rate."""
    unsupplied_strategic: bool
    """Whether units that begin their turn unsupplied use the strategic rate."""
    capture_die: Die
    """What is thrown to capture a face-down supply unit."""
    capture_up_to: Count
    """Highest throw that captures a face-down one; a face-up one is always captured."""
    captured_overflow: Literal["ordinary", "lost"]
    """What a captured one becomes when all captured markers are out."""
    captured_counts: bool
    """Whether captured ones count against the limit of the track."""
    used_removed: Literal["round", "player_turn", "game_turn"]
    """The end of what removes a used one."""
    used_gives_general_supply: bool
    """Whether a face-down one still gives general supply."""


class SeaRoute(Model):
    """Transfer by sea."""

    side: Id
    """Whose units may use it."""
    between: Annotated[list[Text], Field(min_length=2, max_length=2)]
    """Places or off-map boxes, both ways."""


LogisticsStep = Literal[
    "withdrawals", "reinforcements", "replacements", "repair", "supply", "sea_transfer", "attrition"
]


class Logistics(Model):
    """The logistics phase."""

    order: Annotated[list[LogisticsStep], Field(min_length=1)]
    """Steps in order."""
    replacement_strength: Count
    """Strength that one replacement point adds."""
    replacements_saved: bool
    """Whether unused replacement points are kept."""
    replacements_in_zone: bool
    """Whether units in enemy zones of control may receive them."""
    rebuilt_at: Literal["supply_centre", "home_base"]
    """Where eliminated units that are rebuilt appear."""
    sea_routes: dict[Id, SeaRoute]
    """Transfers by sea."""


class HomeBase(Model):
    """Where a side's unsupplied units make for."""

    places: Annotated[list[Text], Field(min_length=1)]
    """Places or off-map boxes."""
    radius: dict[Id, Count]
    """By place: hexes around it that belong to the base area."""
    always_supplied: list[Text]
    """Those of the places in whose area its units are always in general supply."""


class Repair(Model):
    """Repair of wrecks."""

    die: Die
    """What is thrown for each hex."""
    chart: Id
    """The table that holds unless `by_text`."""
    by_text: bool
    """True: `result` holds instead of the table."""
    result: dict[Id, int]
    """By throw, as the rule's text has it: points repaired, or lost if negative."""
    modifier: dict[Id, int]
    """By side, added to the throw."""
    in_zone: bool
    """Whether wrecks in enemy zones of control may be repaired."""
    saved: Literal["never", "all_full", "always"]
    """When repaired points may be kept."""


class RaiderBase(Model):
    """Where a private army rearms."""

    place: Text
    """Place on the map."""
    closed_by_enemy_in: Id | None = None
    """Area of the map: enemy units anywhere in it close the base."""


class PrivateArmy(Model):
    """Private armies."""

    type: Id
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
    attack_at: Literal["operations_end", "logistics_end"]
    """When attacks are resolved."""
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
    returns_at: Text
    """Place where a captured one comes back in its owner's next logistics phase."""
    rearm_cost: Count
    """Points to rearm at a base."""
    bases: dict[Id, RaiderBase]
    """Where."""


class Deemed(Model):
    """Points that units count as having spent before they leave an off-map box."""

    starts: list[Id]
    """Start dates whose set-up units in the box are concerned."""
    arrivals: list[Text]
    """Game turns of the reinforcements concerned."""
    turn: Text
    """Game turn in which it applies."""
    points: Count
    """How many."""


class OffMap(Model):
    """An off-map box; what it adjoins stands on the map."""

    box: Text
    """Id of the box in map.yaml."""
    enter_cost: Count
    """Points to enter it from the map."""
    emergency_edge: Literal["north", "east", "south", "west"]
    """Where units come on when the adjoining edge is blocked."""
    emergency_hexes: Count
    """How many unblocked hexes of that edge are open."""
    stacking: bool
    """Whether stacking limits hold in it."""
    supply_paths: bool
    """Whether supply paths lead into it."""
    zones: bool
    """Whether zones of control, and so combat, pass between it and the map."""
    enemy_types: list[Id]
    """Unit types of the other side that may enter it."""
    deemed: Deemed | None = None
    """Points counted as spent."""


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

    decisive: Count
    """For a decisive victory, which makes all others void."""
    cumulative: bool
    """Whether stop dates passed through are added up."""
    held_in_zone: bool
    """Whether a place in an enemy zone of control counts as held."""
    siege: dict[Id, Siege]
    """By place."""
    sea_transfer: ConcessionDie
    """Shipping losses."""


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
    """Anti-tank battalions."""

    types: list[Id]
    """Their unit types."""
    against: list[Id]
    """Attacking unit types that bring the modifier."""
    modifier: int
    """Added to the differential."""
    armour_first: Count
    """First points of a loss that the armour must take as strength."""


class OptionalRules(Model):
    """Numbers of the optional rules, each used only with its option."""

    white_knees: WhiteKnees
    concealed_movement: ConcealedMovement
    mechanised_retreat: MechanisedRetreat
    eighty_eights: EightyEights


class RulesDocument(Document):
    """The numbers of the rules."""

    sequence: Sequence
    movement: Movement
    zones: Zones
    stacking: Stacking
    combat: Combat
    fortification: Fortification
    supply: Supply
    logistics: Logistics
    home_bases: dict[Id, HomeBase]
    """By side."""
    repair: Repair
    private_army: PrivateArmy
    off_map: dict[Id, OffMap]
    """By box."""
    scoring: Scoring
    optional: OptionalRules
    control: dict[Id, dict[Id, Id]]
    """By start date and place: the side that controls it when play begins."""

    def quantities(self) -> dict[str, Value]:
        """Every value under its dotted path; a list is its members joined by a comma and a blank."""
        found: dict[str, Value] = {}
        _flatten("", self.model_dump(exclude={"basis", "provenance"}, exclude_none=True), found)
        return found


def _flatten(path: str, value: object, found: dict[str, Value]) -> None:
    if isinstance(value, dict):
        for key, member in value.items():
            _flatten(f"{path}.{key}" if path else str(key), member, found)
    elif isinstance(value, list):
        found[path] = ", ".join(str(member) for member in value)
    elif isinstance(value, (bool, int, float, str)):
        found[path] = value
