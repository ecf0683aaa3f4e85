"""The state of *Knights of the Desert* in play, and its first state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.compiler.set_up import STATES
from scenario_forge.simulator.state import Column, StateTable
from scenario_forge.wargame.base.numbers import GameState

if TYPE_CHECKING:
    from scenario_forge.systems.knights_of_the_desert.rules import KnightsBoard

OUT, TO_COME, CADRE, NEVER = -1, -2, -3, -4
"""Places of units off the map: out of the game, yet to come, to return as a cadre, not in the scenario."""


class Units(StateTable):
    """The columns of units in play."""

    place: Column
    """Its hex, or one of the places off the map."""
    strength: Column
    """Points."""
    supply: Column
    """Points that it carries."""
    points: Column
    """Operation points left."""
    fort: Column
    """Level of its fortification."""
    fed: Column
    """1 while it is in supply."""
    priority: Column
    """Resupply priority, a digit."""
    ready: Column
    """1 once it is through with logistics in this turn."""
    due: Column
    """The turn from which it can arrive."""


class Sides(StateTable):
    """The columns of sides in play."""

    inflicted: Column
    """Casualties of the enemy."""
    gained: Column
    """Points of victory at the ends of turns."""
    air: Column
    """Air points."""
    flown: Column
    """Those of them that are used in this segment."""
    pool: Column
    """Supply points that can be sent."""


class Nations(StateTable):
    """The columns of nationalities in play."""

    replacements: Column
    """Replacement points."""


class Towns(StateTable):
    """The columns of places in the ledger."""

    holder: Column
    """The side that was last in it + 1; 0 nobody."""


class Clock(StateTable):
    """The columns of the game's single row."""

    turn: Column
    side: Column
    """Whose segment it is; −1 nobody's."""
    leads: Column
    """The first player of the turn."""
    taken: Column
    """The side that has taken a home base of the enemy + 1."""
    sailed: Column
    """1 once a unit has been moved by sea in this turn, or none may be."""
    guess: Column
    """In solitaire play: by which of many draws strengths are misjudged in this game; 0 where they are not."""


class KnightsState(GameState):
    """The state of the game in play."""

    units: Units
    sides: Sides
    nations: Nations
    towns: Towns
    clock: Clock


def first_state(rules: KnightsBoard) -> KnightsState:
    """Return the first state: units where the set-up has them, places held as the scenario says."""
    units, sides = rules.units, rules.compiled.keys["sides"]
    says = rules.says
    start = says.starts[rules.compiled.parameters["start"]]
    off, places = {STATES.index("reserve"): CADRE, STATES.index("absent"): NEVER}, []
    for hex_, due, begins in zip(units.hex, units.arrival, units.state, strict=True):
        places.append(hex_ if hex_ >= 0 else TO_COME if due >= 0 else off.get(begins, OUT))
    forts = {rules.hex(name): level for name, level in start.forts.items()}
    supply = [
        start.supply[sides[side]]["mobile" if mobile else "nmobile"]
        for side, mobile in zip(units.side, rules.mobile, strict=True)
    ]
    supply = [says.supply.depots if depot else n for n, depot in zip(supply, rules.depot, strict=True)]
    own = {"strength": list(map(rules.begins_with, range(len(places)))), "supply": supply, "due": list(units.arrival)}
    return KnightsState(
        units=Units(len(places), place=places, fort=[forts.get(hex_, 0) for hex_ in places], **own),
        sides=Sides(len(sides), air=[start.air[side] for side in sides]),
        nations=Nations(len(rules.compiled.keys["nationalities"])),
        towns=Towns(len(rules.towns), holder=[sides.index(start.towns) + 1] * len(rules.towns)),
        clock=Clock(1, turn=[rules.compiled.turns.span[0]], side=[-1]),
    )
