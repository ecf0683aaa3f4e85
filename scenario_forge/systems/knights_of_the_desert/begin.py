"""The first state of a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.set_up import STATES
from scenario_forge.systems.knights_of_the_desert import state

if TYPE_CHECKING:
    from scenario_forge.systems.knights_of_the_desert.rules import KnightsNumbers


def first_state(rules: KnightsNumbers) -> state.KnightsState:
    """Return the first state: units where the set-up has them, places held as the scenario says."""
    units, sides = rules.units, rules.compiled.keys["sides"]
    says = rules.says
    start = says.starts[rules.compiled.parameters["start"]]
    off, places = {STATES.index("reserve"): state.CADRE, STATES.index("absent"): state.NEVER}, []
    for hex_, due, begins in zip(units.hex, units.arrival, units.state, strict=True):
        places.append(hex_ if hex_ >= 0 else state.TO_COME if due >= 0 else off.get(begins, state.OUT))
    forts = {rules.hex(name): level for name, level in start.forts.items()}
    supply = [
        start.supply[sides[side]]["mobile" if mobile else "nmobile"]
        for side, mobile in zip(units.side, rules.mobile, strict=True)
    ]
    supply = [says.supply.depots if depot else n for n, depot in zip(supply, rules.depot, strict=True)]
    own = {"strength": list(map(rules.begins_with, range(len(places)))), "supply": supply, "due": list(units.arrival)}
    return state.KnightsState(
        units=state.Units(len(places), place=places, fort=[forts.get(hex_, 0) for hex_ in places], **own),
        sides=state.Sides(len(sides), air=[start.air[side] for side in sides]),
        nations=state.Nations(len(rules.compiled.keys["nationalities"])),
        towns=state.Towns(len(rules.towns), holder=[sides.index(start.towns) + 1] * len(rules.towns)),
        clock=state.Clock(1, turn=[rules.compiled.turns.span[0]], side=[-1]),
    )
