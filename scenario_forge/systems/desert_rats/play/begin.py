"""The first state of a scenario: units, supply, control and boxes as the set-up has them (rule 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.plan import STATES
from scenario_forge.project.carries import carries
from scenario_forge.systems.desert_rats.play.tables import (
    AT_BASE,
    NOWHERE,
    OUT,
    Centres,
    Clock,
    DesertState,
    Ever,
    Hexes,
    Sides,
    Supplies,
    Units,
    box_place,
)

if TYPE_CHECKING:
    from scenario_forge.systems.desert_rats.play.rules import Rules

_PLACES = {"absent": NOWHERE, "eliminated": OUT, "base": AT_BASE}


def first_state(rules: Rules) -> DesertState:
    """The state when play begins.

    Raises:
        ValueError: the set-up places more supply markers than the counter mix has.
    """
    compiled = rules.compiled
    units, sides = len(compiled.units.side), rules.sides
    supplies = _supplies(rules)
    state = DesertState(
        units=Units(units, place=[_place(rules, unit) for unit in range(units)], strength=_strengths(rules)),
        supplies=Supplies(len(supplies), place=supplies),
        hexes=Hexes(rules.hexes),
        sides=Sides(sides),
        clock=Clock(1, turn=[compiled.turns.span[0]], side=[compiled.turns.span[2]]),
        ever=Ever(len(compiled.objectives) + len(compiled.decisive)),
        centres=Centres(len(compiled.places.hex) + len(compiled.boxes.side)),
    )
    _ground(rules, state)
    return state


@carries("1.4", "13.1", "13.3", "13.4", "13.5", "13.9", "13.13", "OB.4", neutral=NOWHERE)
def _place(rules: Rules, unit: int) -> int:
    units = rules.compiled.units
    if STATES[units.state[unit]] != "at":
        return _PLACES[STATES[units.state[unit]]]
    return units.hex[unit] if units.hex[unit] >= 0 else box_place(units.box[unit])


@carries("1.9", "6.20", "13.10", neutral=lambda rules: list(rules.compiled.units.strength))
def _strengths(rules: Rules) -> list[int]:
    """As they start; 0 for whoever is eliminated or at base camp."""
    units = rules.compiled.units
    gone = {STATES.index("eliminated"), STATES.index("base")}
    return [0 if units.state[u] in gone else units.start_strength[u] for u in range(len(units.side))]


@carries("13.15", "8.39", neutral=lambda rules: [NOWHERE] * len(rules.markers))
def _supplies(rules: Rules) -> list[int]:
    """The place of each supply marker: those of the set-up on the map, the others in the mix."""
    compiled = rules.compiled
    kinds, types = compiled.keys["marker_kinds"], compiled.marker_types
    found = [NOWHERE] * len(rules.markers)
    for row, kind in enumerate(compiled.markers.type):
        name, side = kinds[types.kind[kind]], compiled.markers.side[row]
        if name not in ("supply", "captured"):
            continue
        spot = compiled.markers.hex[row]
        place = spot if spot >= 0 else box_place(compiled.markers.box[row])
        wanted = (side, name == "captured")
        free = (n for n, m in enumerate(rules.markers) if found[n] == NOWHERE and (m.side, m.captured) == wanted)
        number = next(free, None)
        if number is None:
            raise ValueError(f"the set-up places more {name} markers than the counter mix has")
        found[number] = place
    return found


@carries("9.17", "13.12", neutral=None)
def _ground(rules: Rules, state: DesertState) -> None:
    """Control: as the rules state it, and where units stand (rule 9); boxes of the set-up (rule 13, `f`)."""
    units = rules.compiled.units
    control = rules.column("control")
    for hex_, side in zip(control[::2], control[1::2], strict=True):
        state.hexes.control[hex_] = side + 1
    for unit, hex_ in enumerate(state.units.place):
        if hex_ >= 0:
            state.hexes.control[hex_] = units.side[unit] + 1
            if units.boxed[unit]:
                state.hexes.box[hex_] = units.side[unit] + 1
