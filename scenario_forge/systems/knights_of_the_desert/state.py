"""What changes in play."""

from __future__ import annotations

from scenario_forge.simulator.state import Column, StateTable
from scenario_forge.wargame.base.numbers import GameState

TO_COME, CADRE, NEVER = -2, -3, -4
"""Places of units off the map besides OUT: yet to come, to return as a cadre, not in the scenario."""


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
