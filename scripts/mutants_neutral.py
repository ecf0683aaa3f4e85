"""What each piece of marked code would give if its rules did not exist: what mutants of code put in its place.

A result is put there as it is; a function is called with the arguments. A rule that is not here has no result that
takes it out without breaking more than the rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scenario_forge.rules.movement import UNREACHED, Ground
from scenario_forge.rules.retreats import NOWHERE as NO_END
from scenario_forge.rules.retreats import Surroundings
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Event, Next
from scenario_forge.wargame.arrivals.centres import centres, unit_spots
from scenario_forge.wargame.combat.contact import Contact
from scenario_forge.wargame.combat.differential import UNLIMITED, Sum
from scenario_forge.wargame.movement.unsupplied import Retreat
from scenario_forge.wargame.movement.walk import Walk
from scenario_forge.wargame.state import NOWHERE
from scenario_forge.wargame.supply.combat_supply import CombatSupply
from scenario_forge.wargame.victory.scoring import worth


class Neutral(NamedTuple):
    """What a function gives without its rules."""

    address: str
    """As `module:name`, below the package."""
    result: Any
    rules: tuple[str, ...] = ()
    """Those that are gone then; none named: all that the function carries out."""


NEUTRAL = (
    Neutral("systems.desert_rats.concealed:covered_places", frozenset()),
    Neutral("systems.desert_rats.concealed:scouted", frozenset()),
    Neutral("systems.desert_rats.raiders:works", True),
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
    Neutral("wargame.arrivals.fortified_boxes:may_be_built", True),
    Neutral("wargame.arrivals.fortified_boxes:EmptyBoxes.apply", Next()),
    Neutral("wargame.arrivals.centres:centres", []),
    Neutral("wargame.arrivals.centres:controls_any", True),
    Neutral("wargame.arrivals.centres:_left", True),
    Neutral("wargame.arrivals.centres:_spots", lambda _rules, _state, _side, hex_: (hex_,)),
    Neutral("wargame.arrivals.centres:unit_spots", lambda *_, **__: []),
    Neutral("wargame.arrivals.centres:rebuilt_spots", lambda *_: [], ("replacements.rebuilding-site",)),
    Neutral("wargame.arrivals.centres:rebuilt_spots", unit_spots, ("replacements.enemy-zones",)),
    Neutral("wargame.arrivals.reinforcements:march_penalty", 0),
    Neutral("wargame.arrivals.reinforcements:due", []),
    Neutral(
        "wargame.arrivals.reinforcements:Reinforcements._spots",
        lambda step, state, unit, _row: unit_spots(step.rules, state, unit),
    ),
    Neutral(
        "wargame.arrivals.reinforcements:Reinforcements._arrives",
        lambda _step, now, unit, spot: Event(
            "arrives", (now.units.change(unit, "place", spot),), "13.16", (unit, spot)
        ),
    ),
    Neutral("wargame.arrivals.replacements:ReplacementsCome.apply", Next()),
    Neutral("wargame.arrivals.replacements:Replacements._sites", []),
    Neutral("wargame.arrivals.replacements:Replacements._units", []),
    Neutral("wargame.arrivals.replacements:Replacements._may_grow", True),
    Neutral("wargame.arrivals.replacements:Replacements._may_return", False),
    Neutral("wargame.arrivals.replacements:Replacements._rest", lambda _step, _state: Event("points lost", (), "9.10")),
    Neutral("wargame.arrivals.replacements:Replacements._kept", True),
    Neutral("wargame.arrivals.replacements:figure", 0),
    Neutral("wargame.arrivals.withdrawals:Withdrawals._named", None),
    Neutral("wargame.arrivals.withdrawals:Withdrawals._as_strong", []),
    Neutral("wargame.arrivals.withdrawals:Withdrawals._waits", False),
    Neutral("wargame.arrivals.withdrawals:Withdrawals._trades", []),
    Neutral("wargame.combat.allocation:Muster.over", False, ("combat.once-a-round",)),
    Neutral(
        "wargame.combat.allocation:Muster.over",
        True,
        (
            "combat.who-is-attacked",
            "combat.who-attacks",
        ),
    ),
    Neutral("wargame.combat.allocation:Allocation.choices", ()),
    Neutral("wargame.combat.allocation:Allocation._units", []),
    Neutral("wargame.combat.battle:Battles.decider", NOBODY),
    Neutral("wargame.combat.battle:Fight.apply", Next()),
    Neutral("wargame.combat.battle:Aftermath.apply", Next()),
    Neutral("wargame.combat.battle:Aftermath._advance", ()),
    Neutral("wargame.combat.battle:Aftermath._boxes", ()),
    Neutral("wargame.combat.combat:declared", lambda _rules, _state, frame: Next((), (frame, Frame(CombatSupply.id)))),
    Neutral("wargame.combat.contact:contact", lambda *_: Contact({}, frozenset(), {})),
    Neutral("wargame.combat.contact:_targets", []),
    Neutral("wargame.combat.contact:_sheltered", False),
    Neutral("wargame.combat.contact:defenders", []),
    Neutral("wargame.combat.differential:Sum.resolved", lambda found: found.total),
    Neutral("wargame.combat.differential:differential", lambda *_: Sum(0, 0, 0, 0, 0, 0, 0, 0, UNLIMITED)),
    Neutral("wargame.combat.differential:line_of", 0),
    Neutral("wargame.combat.differential:_slope", 0),
    Neutral("wargame.combat.differential:fortified", 0),
    Neutral("wargame.combat.differential:result", (0, 0)),
    Neutral("wargame.combat.losses:Losses.decider", lambda _step, state, _frame: state.clock.side[0]),
    Neutral("wargame.combat.losses:Losses._taken", 0),
    Neutral("wargame.combat.losses:Losses._halted", Event("halted", (), "6.30")),
    Neutral("wargame.combat.losses:Losses._points", -1),
    Neutral("wargame.combat.losses:Losses._possible", True),
    Neutral("wargame.combat.losses:Losses._armour", True),
    Neutral("wargame.combat.repair:Repair._wrecks", []),
    Neutral("wargame.combat.repair:RepairThrow.apply", Next()),
    Neutral("wargame.combat.wrecks:lose", ()),
    Neutral("wargame.movement.boxes:adjoining", ()),
    Neutral("wargame.movement.boxes:admits", False, ("off-map.irregulars",)),
    Neutral("wargame.movement.boxes:admits", True, ("off-map.admittance",)),
    Neutral("wargame.movement.boxes:entrances", ()),
    Neutral("wargame.movement.boxes:exits", lambda *_, **__: []),
    Neutral("wargame.movement.boxes:endless", False),
    Neutral("wargame.movement.operations:Operations.choices", ()),
    Neutral("wargame.movement.operations:Operations._may_fight", True),
    Neutral("wargame.movement.operations:Operations._movable", ()),
    Neutral("wargame.movement.unsupplied:at_home", False),
    Neutral("wargame.movement.unsupplied:home_steps", lambda rules, *_, **__: [1] * rules.hexes),
    Neutral("wargame.movement.unsupplied:ports", []),
    Neutral("wargame.movement.unsupplied:Retreat.steps", lambda walk: walk.open_steps()),
    Neutral("wargame.movement.unsupplied:Retreat._homeward", True),
    Neutral("wargame.movement.unsupplied:Retreat._along_road", False),
    Neutral("wargame.movement.unsupplied:Retreat._to_port", False),
    Neutral("wargame.movement.unsupplied:bound", True, ("unsupplied.ringed",)),
    Neutral("wargame.movement.unsupplied:bound", False, ("unsupplied.obligation",)),
    Neutral("wargame.movement.unsupplied:behind", []),
    Neutral("wargame.movement.walk:Walk.may_leave_zone", True),
    Neutral("wargame.movement.walk:Walk.may_be_swift", True),
    Neutral("wargame.movement.walk:Walk.open_steps", lambda walk: walk.from_hex()),
    Neutral("wargame.movement.walk:Walk.from_hex", ()),
    Neutral("wargame.movement.walk:Walk.ends", True),
    Neutral("wargame.movement.walk:Walk.can_end", lambda walk: walk.ends()),
    Neutral(
        "wargame.movement.walk:Walk.march",
        lambda walk, way: Event("enters", (), "3.2", (walk.unit, *[h for h, _cost in way])),
    ),
    Neutral("wargame.movement.walks:walk_of", Walk),
    Neutral("wargame.opening.begin:_place", NOWHERE),
    Neutral("wargame.opening.begin:_strengths", lambda rules: list(rules.compiled.units.strength)),
    Neutral("wargame.opening.begin:_supplies", lambda rules: [NOWHERE] * len(rules.markers)),
    Neutral("wargame.opening.begin:_ground", None),
    Neutral("wargame.retreat.advance:Pursuit.steps", ()),
    Neutral("wargame.retreat.advance:Pursuit.may_stop", True),
    Neutral("wargame.retreat.advance:Advance.decider", NOBODY),
    Neutral("wargame.retreat.breakout:is_mechanised", False),
    Neutral("wargame.retreat.breakout:mechanised", frozenset()),
    Neutral("wargame.retreat.breakout:breakout_ends", ()),
    Neutral("wargame.retreat.breakout_march:BreakOut.steps", Retreat.steps),
    Neutral("wargame.retreat.breakout_march:BreakOut.go", Retreat.go),
    Neutral("wargame.retreat.retreat:Withdraw.choices", ()),
    Neutral(
        "wargame.retreat.retreat_ground:around",
        lambda rules, *_: Surroundings(rules.neighbours, rules.ways, *[bytes(rules.hexes)] * 2),
    ),
    Neutral("wargame.retreat.retreat_plan:Planner.ends", NO_END),
    Neutral("wargame.retreat.retreat_plan:orderly", False, ("retreat.possible",)),
    Neutral("wargame.retreat.retreat_plan:orderly", True, ("retreat.no-way-out",)),
    Neutral("wargame.rules:Rules.open_sides", lambda rules: [1] * (6 * rules.hexes)),
    Neutral(
        "wargame.rules:Rules._ground",
        lambda rules, _cost: Ground(rules.neighbours, *[[2 * rules.scale] * (6 * rules.hexes)] * 2),
    ),
    Neutral("wargame.rules:Rules._along", lambda rules, *_: (2 * rules.scale, 2 * rules.scale)),
    Neutral("wargame.rules:Rules.roads_home", lambda rules: [-1] * (6 * rules.hexes)),
    Neutral("wargame.rules:Rules.home_areas", lambda _rules: {}),
    Neutral("wargame.rules:Rules.home_places", lambda rules: [frozenset()] * rules.sides),
    Neutral("wargame.rules:Rules.provided", lambda rules: [frozenset()] * rules.sides),
    Neutral("wargame.rules:Rules.forts", lambda rules: bytes(rules.hexes)),
    Neutral("wargame.rules:Rules.mute", lambda rules: bytes([1] * rules.hexes)),
    Neutral("wargame.rules:Rules.fightable", lambda rules: [1] * (6 * rules.hexes)),
    Neutral("wargame.rules:Rules.slopes", lambda rules: [0] * (6 * rules.hexes)),
    Neutral("wargame.rules:Rules.values", lambda rules: [0] * rules.hexes),
    Neutral("wargame.rules:Rules.caps", lambda _rules: {}),
    Neutral(
        "wargame.situation:zones",
        lambda rules, *_, **__: bytes([1] * rules.hexes),
        (
            "zones.extent",
            "zones.fortified-boxes",
        ),
    ),
    Neutral(
        "wargame.situation:zones",
        lambda rules, *_, **__: bytes(rules.hexes),
        (
            "zones.fortified-boxes",
            "zones.adjacent-hexes",
        ),
    ),
    Neutral("wargame.situation:enemy_zones", lambda rules, *_, **__: bytes(rules.hexes)),
    Neutral("wargame.situation:far", lambda rules, *_: bytes(rules.hexes)),
    Neutral(
        "wargame.situation:weight",
        lambda rules, _state, unit, *_: rules.column("stacking.weight")[rules.compiled.units.size[unit]],
        ("stacking.depleted",),
    ),
    Neutral("wargame.situation:weight", lambda *_: 4, ("stacking.free",)),
    Neutral("wargame.situation:weight", 0, ("stacking.weight",)),
    Neutral("wargame.situation:room", True),
    Neutral("wargame.situation:supplied", lambda rules, *_: [1] * len(rules.compiled.units.side)),
    Neutral("wargame.situation:_serving", lambda rules: [1] * len(rules.compiled.boxes.side)),
    Neutral("wargame.situation:supply_steps", lambda rules, *_: [0] * rules.hexes),
    Neutral("wargame.supply.attrition:Attrition._starving", []),
    Neutral("wargame.supply.capture:found_supply", None),
    Neutral("wargame.supply.capture:Capture.decider", NOBODY),
    Neutral("wargame.supply.capture:Capture._spare", None),
    Neutral("wargame.supply.combat_supply:reach", lambda rules, *_: [0] * rules.hexes),
    Neutral("wargame.supply.combat_supply:served", lambda _rules, _state, units, **_: list(units)),
    Neutral("wargame.supply.combat_supply:CombatSupply.helpful", lambda *_: {}),
    Neutral("wargame.supply.combat_supply:DefenceSupply.anew", ()),
    Neutral("wargame.supply.combat_supply:DefenceSupply.sets", []),
    Neutral("wargame.supply.combat_supply:unsupplied", []),
    Neutral("wargame.supply.combat_supply:could_fight", True),
    Neutral("wargame.supply.combat_supply:comes_of_it", True),
    Neutral(
        "wargame.supply.destroying:Destroying.choices",
        lambda self, state, frame, prefix: self.step.choices(state, frame, prefix),
    ),
    Neutral(
        "wargame.supply.new_supply:NewSupply._spots",
        lambda step, state: [c.spots[0] for c in centres(step.rules, state, state.clock.side[0])],
        ("supply.new-optional",),
    ),
    Neutral(
        "wargame.supply.new_supply:NewSupply._spots",
        [],
        (
            "supply.new-track",
            "supply.new",
            "supply.arrival",
        ),
    ),
    Neutral("wargame.supply.new_supply:UsedSupply.apply", Next()),
    Neutral("wargame.supply.supply_moves:SupplyMoves.choices", ()),
    Neutral("wargame.supply.supply_moves:SupplyMoves.apply", Next()),
    Neutral(
        "wargame.supply.supply_ways:_out_of_box",
        lambda rules, *_: ([UNREACHED] * rules.hexes, [UNREACHED] * rules.hexes),
    ),
    Neutral("wargame.supply.supply_ways:hexes_away", lambda _rules, _state, _start, goals: dict.fromkeys(goals, 0)),
    Neutral("wargame.turns:player_turn", lambda _rules: ("general-supply", "turn-ends")),
    Neutral("wargame.turns:PlayerTurns.apply", Next()),
    Neutral("wargame.turns:GeneralSupply.apply", Next()),
    Neutral("wargame.victory.end_of_turn:OperationsEnd.apply", Next()),
    Neutral("wargame.victory.objectives:Looks.true", False),
    Neutral("wargame.victory.objectives:Looks.count", 0),
    Neutral("wargame.victory.objectives:holds", False),
    Neutral("wargame.victory.scoring:worth", 0),
    Neutral(
        "wargame.victory.scoring:scored", lambda rules, state, chosen: {row: worth(rules, state, row) for row in chosen}
    ),
    Neutral("wargame.victory.scoring:kept", lambda rules, *_: [0] * rules.sides),
    Neutral("wargame.victory.scoring:Noted.apply", Next()),
    Neutral("wargame.victory.scoring:Victory.apply", Next()),
    Neutral("wargame.victory.scoring:score", (0, 0)),
)
