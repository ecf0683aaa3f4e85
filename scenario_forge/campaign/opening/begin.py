"""The first state of a scenario: units, supply, control, boxes, wrecks and saved points of the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.start_rules import DOWN, REPAIRS, STANDS, SUPPLIES
from scenario_forge.campaign.state import (
    AT_BASE,
    NOWHERE,
    OUT,
    CampaignState,
    Centres,
    Clock,
    Ever,
    Hexes,
    Sides,
    Supplies,
    box_place,
)
from scenario_forge.compiler.set_up import STATES
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.base.cells import pairs

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules

_PLACES = {"absent": NOWHERE, "eliminated": OUT, "reserve": AT_BASE}


def first_state(rules: Rules) -> CampaignState:
    """Return the state when play begins.

    Raises:
        ValueError: the set-up places more supply markers than the counter mix has.
    """
    compiled = rules.compiled
    units, sides = len(compiled.units.side), rules.sides
    supplies = _supplies(rules)
    state = rules.state_type(
        units=rules.units_type(
            units,
            place=[_place(rules, unit) for unit in range(units)],
            strength=_strengths(rules),
            stands=_stand_ins(rules, units),
            **rules.set_up(lambda mark: _marked(rules, mark, units)),
        ),
        supplies=Supplies(len(supplies), place=supplies, used=_used(rules)),
        hexes=Hexes(rules.hexes),
        sides=Sides(sides, repairs=_saved(rules, REPAIRS)),
        clock=Clock(1, turn=[compiled.turns.span[0]], side=[compiled.turns.span[2]]),
        ever=Ever(len(compiled.objectives) + len(compiled.decisive)),
        centres=Centres(len(compiled.places.hex) + len(compiled.boxes.side)),
    )
    _ground(rules, state)
    return state


@rule("set-up.placement")
def _place(rules: Rules, unit: int) -> int:
    units = rules.compiled.units
    if STATES[units.state[unit]] != "at":
        return _PLACES[STATES[units.state[unit]]]
    return units.hex[unit] if units.hex[unit] >= 0 else box_place(units.box[unit])


@rule("set-up.strength")
def _strengths(rules: Rules) -> list[int]:
    """Return the starting strengths; 0 for units that are eliminated or at base camp."""
    units = rules.compiled.units
    gone = {STATES.index("eliminated"), STATES.index("reserve")}
    return [0 if units.state[u] in gone else units.start_strength[u] for u in range(len(units.side))]


@rule("set-up.supply")
def _supplies(rules: Rules) -> list[int]:
    """Return the place of each supply marker: those of the set-up on the map, the others in the mix."""
    found = [NOWHERE] * len(rules.markers)
    for row, number in _placed_markers(rules).items():
        found[number] = _spot(rules, row)
    return found


def _placed_markers(rules: Rules) -> dict[int, int]:
    """Return for each row of the set-up's markers the supply marker of the mix that it places."""
    markers, found = rules.compiled.markers, dict[int, int]()
    for row in range(len(markers.type)):
        name, side = _kind(rules, row), markers.side[row]
        if name not in SUPPLIES:
            continue
        wanted, taken = (side, name == "captured"), {*found.values()}
        free = (n for n, m in enumerate(rules.markers) if n not in taken and (m.side, m.captured) == wanted)
        number = next(free, None)
        if number is None:
            raise ValueError(f"the set-up places more {name} markers than the counter mix has")
        found[row] = number
    return found


def _kind(rules: Rules, row: int) -> str:
    """Return the kind of a marker of the set-up."""
    compiled = rules.compiled
    return compiled.keys["marker_kinds"][compiled.marker_types.kind[compiled.markers.type[row]]]


def _spot(rules: Rules, row: int) -> int:
    markers = rules.compiled.markers
    return markers.hex[row] if markers.hex[row] >= 0 else box_place(markers.box[row])


def _pairs(rules: Rules, name: str) -> dict[int, int]:
    """Return what an author's own scenario states of its start; nothing for a printed one."""
    return dict(pairs(rules.compiled.rules.get(f"start.{name}", ())))


def _marked(rules: Rules, mark: str, units: int) -> list[int]:
    """Return for each unit the number of a mark that it starts with, 0 without."""
    found = _pairs(rules, f"unit.{mark}")
    return [found.get(unit, 0) for unit in range(units)]


def _stand_ins(rules: Rules, units: int) -> list[int]:
    """Return for each unit the one in whose place it was withdrawn, + 1."""
    found = _pairs(rules, f"unit.{STANDS}")
    return [found[unit] + 1 if unit in found else 0 for unit in range(units)]


def _used(rules: Rules) -> list[int]:
    """Return for each supply marker 1 if it lies face down."""
    lying, found = _placed_markers(rules), [0] * len(rules.markers)
    for row in _pairs(rules, f"marker.{DOWN}"):
        if row in lying:
            found[lying[row]] = 1
    return found


def _saved(rules: Rules, pool: str) -> list[int]:
    found = _pairs(rules, f"saved.{pool}")
    return [found.get(side, 0) for side in range(rules.sides)]


@rule("set-up.ground")
def _ground(rules: Rules, state: CampaignState) -> None:
    """Set control, as the rules state it and where units stand (rule 9); boxes (rule 13, `f`) and wrecks."""
    units = rules.compiled.units
    for hex_, side in pairs(rules.columns.control):
        state.hexes.control[hex_] = side + 1
    for unit, hex_ in enumerate(state.units.place):
        if hex_ >= 0:
            if rules.fights[unit] or not state.hexes.control[hex_]:  # irregulars take nothing from anybody (9.18)
                state.hexes.control[hex_] = units.side[unit] + 1
            if units.in_works[unit]:
                state.hexes.box[hex_] = units.side[unit] + 1
    points, markers = _pairs(rules, "points"), rules.compiled.markers
    for row, hex_ in enumerate(markers.hex):
        if hex_ >= 0 and _kind(rules, row) == "wreck":
            state.hexes.wreck[hex_] += points.get(row, 1)
        elif hex_ >= 0 and _kind(rules, row) == "box":
            state.hexes.box[hex_] = markers.side[row] + 1
