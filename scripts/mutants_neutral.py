"""What each piece of marked code would give if its rules did not exist: what mutants of code put in its place.

A result is put there as it is; a function is called with the arguments. A rule that is not here has no result that
takes it out without breaking more than the rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scenario_forge.campaign.arrivals.centres import centres, unit_spots
from scenario_forge.campaign.combat.differential import UNLIMITED, Differential
from scenario_forge.campaign.contact import Contact
from scenario_forge.campaign.movement.unsupplied import Retreat
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.campaign.supply.combat_supply import CombatSupply
from scenario_forge.campaign.victory.scoring import worth
from scenario_forge.mechanics.movement import UNREACHED, Ground
from scenario_forge.mechanics.retreats import NOWHERE as NO_END
from scenario_forge.mechanics.retreats import Surroundings
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Event, Next


class Neutral(NamedTuple):
    """What a function gives without its rules."""

    address: str
    """As `module:name`, below the package."""
    result: Any
    rules: tuple[str, ...] = ()
    """Those that are gone then; none named: all that the function carries out."""


NEUTRAL = (
    Neutral("systems.desert_rats.concealed:covered_places", frozenset()),
    Neutral("systems.desert_rats.concealed:scouted_hexes", frozenset()),
    Neutral("systems.desert_rats.raiders:is_usable_base", True),
    Neutral("systems.desert_rats.raiders:Raid.open_steps", lambda walk: walk.from_hex()),
    Neutral("systems.desert_rats.raiders:Raid.from_hex", ()),
    Neutral("systems.desert_rats.raiders:Raid.toll", 0),
    Neutral("systems.desert_rats.raids:Raids._armed", []),
    Neutral("systems.desert_rats.raids:may_raid", True),
    Neutral("systems.desert_rats.raids:RaidThrow.apply", Next()),
    Neutral("systems.desert_rats.raids:captors", []),
    Neutral("systems.desert_rats.raids:CaptureThrow.apply", Next()),
    Neutral("systems.desert_rats.raids:meeting", None),
    Neutral("systems.desert_rats.raids:_attacks_first", False),
    Neutral("systems.desert_rats.raids:before_leaving", ()),
    Neutral("systems.desert_rats.raids:before_combat", ()),
    Neutral("systems.desert_rats.rules:DesertRules.returning", []),
    Neutral("systems.desert_rats.rules:DesertRules.strength", lambda _rules, state, unit: state.units.strength[unit]),
    Neutral("systems.desert_rats.rules:DesertRules.on_arrival", lambda *_: {"green": 0}),
    Neutral("systems.desert_rats.rules:DesertRules.operations_end", []),
    Neutral("systems.desert_rats.rules:DesertRules.modifier", 0),
    Neutral("systems.desert_rats.rules:DesertRules.lost_first", 0),
    Neutral("systems.desert_rats.sea_transfer:SeaTransfer._travellers", []),
    Neutral("systems.desert_rats.sea_transfer:SeaTransfer._waiting", []),
    Neutral("systems.desert_rats.sea_transfer:SeaTransfer._berths", []),
    Neutral("systems.desert_rats.sea_transfer:SeaTransfer._bound", []),
    Neutral("systems.desert_rats.sea_transfer:SeaTransfer._crowded", lambda *_: set()),
    Neutral("systems.desert_rats.sea_transfer:Convoys.apply", Next()),
    Neutral("systems.desert_rats.siege:besieged", False),
    Neutral("systems.desert_rats.siege:line", True),
    Neutral("campaign.arrivals.fortified_boxes:may_be_built", True),
    Neutral("campaign.arrivals.fortified_boxes:EmptyBoxes.apply", Next()),
    Neutral("campaign.arrivals.centres:centres", []),
    Neutral("campaign.arrivals.centres:controls_any", True),
    Neutral("campaign.arrivals.centres:_left", True),
    Neutral("campaign.arrivals.centres:_spots", lambda _rules, _state, _side, hex_: (hex_,)),
    Neutral("campaign.arrivals.centres:unit_spots", lambda *_, **__: []),
    Neutral("campaign.arrivals.centres:rebuilt_spots", lambda *_: [], ("replacements.rebuilding-site",)),
    Neutral("campaign.arrivals.centres:rebuilt_spots", unit_spots, ("replacements.enemy-zones",)),
    Neutral("campaign.arrivals.reinforcements:march_penalty", 0),
    Neutral("campaign.arrivals.reinforcements:due_units", []),
    Neutral(
        "campaign.arrivals.reinforcements:Reinforcements._spots",
        lambda step, state, unit, _row: unit_spots(step.rules, state, unit),
    ),
    Neutral(
        "campaign.arrivals.reinforcements:Reinforcements._arrives",
        lambda _step, now, unit, spot: Event(
            "arrives", (now.units.change(unit, "place", spot),), "13.16", (unit, spot)
        ),
    ),
    Neutral("campaign.arrivals.replacements:ReplacementPoints.apply", Next()),
    Neutral("campaign.arrivals.replacements:Replacements._sites", []),
    Neutral("campaign.arrivals.replacements:Replacements._units", []),
    Neutral("campaign.arrivals.replacements:Replacements._may_grow", True),
    Neutral("campaign.arrivals.replacements:Replacements._may_return", False),
    Neutral(
        "campaign.arrivals.replacements:Replacements._rest", lambda _step, _state: Event("points lost", (), "9.10")
    ),
    Neutral("campaign.arrivals.replacements:Replacements._kept", True),
    Neutral("campaign.arrivals.replacements:figure", 0),
    Neutral("campaign.arrivals.withdrawals:Withdrawals._named", None),
    Neutral("campaign.arrivals.withdrawals:Withdrawals._as_strong", []),
    Neutral("campaign.arrivals.withdrawals:Withdrawals._waits", False),
    Neutral("campaign.arrivals.withdrawals:Withdrawals._trades", []),
    Neutral("campaign.combat.allocation:Muster.over", False, ("combat.once-a-round",)),
    Neutral(
        "campaign.combat.allocation:Muster.over",
        True,
        (
            "combat.who-is-attacked",
            "combat.who-attacks",
        ),
    ),
    Neutral("campaign.combat.allocation:Allocation.choices", ()),
    Neutral("campaign.combat.allocation:Allocation._units", []),
    Neutral("campaign.combat.battle:Battles.decider", NOBODY),
    Neutral("campaign.combat.battle:Fight.apply", Next()),
    Neutral("campaign.combat.battle:Aftermath.apply", Next()),
    Neutral("campaign.combat.battle:Aftermath._advance", ()),
    Neutral("campaign.retreat.retreat_ground:boxes_removed", ()),
    Neutral(
        "campaign.combat.combat:declare_round", lambda _rules, _state, frame: Next((), (frame, Frame(CombatSupply.id)))
    ),
    Neutral("campaign.contact:contact", lambda *_: Contact({}, frozenset(), {})),
    Neutral("campaign.contact:_targets", []),
    Neutral("campaign.contact:_sheltered", False),
    Neutral("campaign.contact:defenders", []),
    Neutral("campaign.combat.differential:Differential.resolved", lambda found: found.total),
    Neutral("campaign.combat.differential:differential", lambda *_: Differential(0, 0, 0, 0, 0, 0, 0, 0, UNLIMITED)),
    Neutral("campaign.combat.differential:line_of", 0),
    Neutral("campaign.combat.differential:_slope", 0),
    Neutral("campaign.combat.differential:works_value", 0),
    Neutral("campaign.combat.differential:result", (0, 0)),
    Neutral("campaign.combat.losses:Losses.decider", lambda _step, state, _frame: state.clock.side[0]),
    Neutral("campaign.combat.losses:Losses._taken", 0),
    Neutral("campaign.combat.losses:Losses._halted", Event("halted", (), "6.30")),
    Neutral("campaign.combat.losses:Losses._points", -1),
    Neutral("campaign.combat.losses:Losses._possible", True),
    Neutral("campaign.combat.losses:Losses._armour", True),
    Neutral("campaign.combat.repair:Repair._wrecks", []),
    Neutral("campaign.combat.repair:RepairThrow.apply", Next()),
    Neutral("campaign.wrecks:lose", ()),
    Neutral("campaign.movement.boxes:adjoining", ()),
    Neutral("campaign.movement.boxes:admits", False, ("off-map.irregulars",)),
    Neutral("campaign.movement.boxes:admits", True, ("off-map.admittance",)),
    Neutral("campaign.movement.boxes:entrances", ()),
    Neutral("campaign.movement.boxes:exits", lambda *_, **__: []),
    Neutral("campaign.movement.boxes:endless", False),
    Neutral("campaign.operations:Operations.choices", ()),
    Neutral("campaign.operations:Operations._may_fight", True),
    Neutral("campaign.operations:Operations._movable", ()),
    Neutral("campaign.movement.unsupplied:at_home", False),
    Neutral("campaign.movement.unsupplied:home_steps", lambda rules, *_, **__: [1] * rules.hexes),
    Neutral("campaign.movement.unsupplied:ports", []),
    Neutral("campaign.movement.unsupplied:Retreat.steps", lambda walk: walk.open_steps()),
    Neutral("campaign.movement.unsupplied:Retreat.is_homeward", True),
    Neutral("campaign.movement.unsupplied:Retreat._along_road", False),
    Neutral("campaign.movement.unsupplied:Retreat._to_port", False),
    Neutral("campaign.movement.obligations:must_move_on", True, ("unsupplied.ringed",)),
    Neutral("campaign.movement.obligations:must_move_on", False, ("unsupplied.obligation",)),
    Neutral("campaign.movement.obligations:units_behind", []),
    Neutral("campaign.movement.walk:Walk.may_leave_zone", True),
    Neutral("campaign.movement.walk:Walk.may_be_swift", True),
    Neutral("campaign.movement.walk:Walk.open_steps", lambda walk: walk.from_hex()),
    Neutral("campaign.movement.walk:Walk.from_hex", ()),
    Neutral("campaign.movement.walk:Walk.ends", True),
    Neutral("campaign.movement.walk:Walk.can_end", lambda walk: walk.ends()),
    Neutral(
        "campaign.movement.walk:Walk.march",
        lambda walk, way: Event("enters", (), "3.2", (walk.unit, *[h for h, _cost in way])),
    ),
    Neutral("campaign.movement.walks:walk_of", Walk),
    Neutral("campaign.opening.begin:_place", NOWHERE),
    Neutral("campaign.opening.begin:_strengths", lambda rules: list(rules.compiled.units.strength)),
    Neutral("campaign.opening.begin:_supplies", lambda rules: [NOWHERE] * len(rules.markers)),
    Neutral("campaign.opening.begin:_ground", None),
    Neutral("campaign.retreat.advance:Pursuit.steps", ()),
    Neutral("campaign.retreat.advance:Pursuit.may_stop", True),
    Neutral("campaign.retreat.advance:Advance.decider", NOBODY),
    Neutral("campaign.retreat.breakout:is_mechanised", False),
    Neutral("campaign.retreat.breakout:mechanised", frozenset()),
    Neutral("campaign.retreat.breakout:breakout_ends", ()),
    Neutral("campaign.movement.breakout_march:BreakOut.steps", Retreat.steps),
    Neutral("campaign.movement.breakout_march:BreakOut.go", Retreat.go),
    Neutral("campaign.retreat.retreat:Withdraw.choices", ()),
    Neutral(
        "campaign.retreat.retreat_ground:around",
        lambda rules, *_: Surroundings(rules.neighbours, rules.ways, *[bytes(rules.hexes)] * 2),
    ),
    Neutral("campaign.retreat.retreat_plan:Planner.ends", NO_END),
    Neutral("campaign.retreat.retreat_plan:orderly", False, ("retreat.possible",)),
    Neutral("campaign.retreat.retreat_plan:orderly", True, ("retreat.no-way-out",)),
    Neutral("campaign.rules:Rules.open_sides", lambda rules: [1] * (6 * rules.hexes)),
    Neutral(
        "campaign.rules:Rules._ground",
        lambda rules, _cost: Ground(rules.neighbours, *[[2 * rules.scale] * (6 * rules.hexes)] * 2),
    ),
    Neutral("campaign.rules:Rules._along", lambda rules, *_: (2 * rules.scale, 2 * rules.scale)),
    Neutral("campaign.rules:Rules.roads_home", lambda rules: [-1] * (6 * rules.hexes)),
    Neutral("campaign.rules:Rules.home_areas", lambda _rules: {}),
    Neutral("campaign.rules:Rules.home_places", lambda rules: [frozenset()] * rules.sides),
    Neutral("campaign.rules:Rules.provided", lambda rules: [frozenset()] * rules.sides),
    Neutral("campaign.rules:Rules.forts", lambda rules: bytes(rules.hexes)),
    Neutral("campaign.rules:Rules.no_zones_from", lambda rules: bytes([1] * rules.hexes)),
    Neutral("campaign.rules:Rules.fightable", lambda rules: [1] * (6 * rules.hexes)),
    Neutral("campaign.rules:Rules.slopes", lambda rules: [0] * (6 * rules.hexes)),
    Neutral("campaign.rules:Rules.values", lambda rules: [0] * rules.hexes),
    Neutral("campaign.rules:Rules.caps", lambda _rules: {}),
    Neutral(
        "campaign.situation:zones",
        lambda rules, *_, **__: bytes([1] * rules.hexes),
        (
            "zones.extent",
            "zones.fortified-boxes",
        ),
    ),
    Neutral(
        "campaign.situation:zones",
        lambda rules, *_, **__: bytes(rules.hexes),
        (
            "zones.fortified-boxes",
            "zones.adjacent-hexes",
        ),
    ),
    Neutral("campaign.situation:enemy_zones", lambda rules, *_, **__: bytes(rules.hexes)),
    Neutral("campaign.situation:strategic_hexes", lambda rules, *_: bytes(rules.hexes)),
    Neutral(
        "campaign.situation:weight",
        lambda rules, _state, unit, *_: rules.weights[unit][-1],
        ("stacking.depleted",),
    ),
    Neutral("campaign.situation:weight", lambda *_: 4, ("stacking.free",)),
    Neutral("campaign.situation:weight", 0, ("stacking.weight",)),
    Neutral("campaign.situation:room", True),
    Neutral("campaign.situation:supplied", lambda rules, *_: [1] * len(rules.compiled.units.side)),
    Neutral("campaign.situation:_serving", lambda rules: [1] * len(rules.compiled.boxes.side)),
    Neutral("campaign.situation:supply_steps", lambda rules, *_: [0] * rules.hexes),
    Neutral("campaign.supply.attrition:Attrition._starving", []),
    Neutral("campaign.supply.capture:capture_on_entry", None),
    Neutral("campaign.supply.capture:Capture.decider", NOBODY),
    Neutral("campaign.supply.capture:Capture._spare", None),
    Neutral("campaign.supply.combat_supply:reach", lambda rules, *_: [0] * rules.hexes),
    Neutral("campaign.supply.combat_supply:supplied_units", lambda _rules, _state, units, **_: list(units)),
    Neutral("campaign.supply.combat_supply:CombatSupply.helpful", lambda *_: {}),
    Neutral("campaign.supply.combat_supply:DefenceSupply.frame_for", ()),
    Neutral("campaign.supply.combat_supply:DefenceSupply.sets", []),
    Neutral("campaign.supply.combat_supply:unsupplied", []),
    Neutral("campaign.supply.combat_supply:can_fight", True),
    Neutral("campaign.supply.combat_supply:has_effect", True),
    Neutral(
        "campaign.supply.destroying:Destroying.choices",
        lambda self, state, frame, prefix: self.step.choices(state, frame, prefix),
    ),
    Neutral(
        "campaign.supply.new_supply:NewSupply._spots",
        lambda step, state: [c.spots[0] for c in centres(step.rules, state, state.clock.side[0])],
        ("supply.new-optional",),
    ),
    Neutral(
        "campaign.supply.new_supply:NewSupply._spots",
        [],
        (
            "supply.new-track",
            "supply.new",
            "supply.arrival",
        ),
    ),
    Neutral("campaign.supply.new_supply:UsedSupply.apply", Next()),
    Neutral("campaign.supply.supply_moves:SupplyMoves.choices", ()),
    Neutral("campaign.supply.supply_moves:SupplyMoves.apply", Next()),
    Neutral(
        "campaign.supply.supply_ways:_out_of_box",
        lambda rules, *_: ([UNREACHED] * rules.hexes, [UNREACHED] * rules.hexes),
    ),
    Neutral("campaign.supply.supply_ways:hexes_away", lambda _rules, _state, _start, goals: dict.fromkeys(goals, 0)),
    Neutral("campaign.turns:player_turn", lambda _rules: ("general-supply", "turn-ends")),
    Neutral("campaign.turns:PlayerTurns.apply", Next()),
    Neutral("campaign.turns:GeneralSupply.apply", Next()),
    Neutral("campaign.victory.end_of_turn:OperationsEnd.apply", Next()),
    Neutral("campaign.victory.objectives:RowReader.true", False),
    Neutral("campaign.victory.objectives:RowReader.count", 0),
    Neutral("campaign.victory.objectives:holds", False),
    Neutral("campaign.victory.scoring:worth", 0),
    Neutral(
        "campaign.victory.scoring:points_by_objective",
        lambda rules, state, chosen: {row: worth(rules, state, row) for row in chosen},
    ),
    Neutral("campaign.victory.scoring:points_kept", lambda rules, *_: [0] * rules.sides),
    Neutral("campaign.victory.scoring:NoteEver.apply", Next()),
    Neutral("campaign.victory.scoring:Victory.apply", Next()),
    Neutral("campaign.victory.scoring:score", (0, 0)),
)
