"""The tables of a game in play."""

from __future__ import annotations

from scenario_forge.simulator.state import Column, State, StateTable

NOWHERE = -1
"""The place of units not yet arrived, or withdrawn."""
AT_BASE = -100
"""The place of units eliminated in play or at base camp, which may be rebuilt with replacements (rule 9b)."""
OUT = -101
"""The place of units eliminated before the game, which may not be rebuilt (rule 13, `E`)."""


def box_place(box: int) -> int:
    """Return the place of units in the n-th off-map box."""
    return -2 - box


def box_of(place: int) -> int:
    """Return the number of the off-map box that a place is; −1 where it is none."""
    return -2 - place if AT_BASE < place < NOWHERE else -1


def in_play(place: int) -> bool:
    """Return whether the place is on the map or an off-map box."""
    return place >= 0 or box_of(place) >= 0


class Units(StateTable):
    """The columns of units, in the order of the compiled scenario."""

    place: Column
    """A hex; a box, see :func:`box_place`; NOWHERE, AT_BASE or OUT."""
    strength: Column
    spent: Column
    """Scaled movement points spent in this operations phase."""
    moved: Column
    """1 once it has moved in this operations phase."""
    halted: Column
    """1 when it may neither move nor attack again in this player turn (rule 6, retreats, e)."""
    unsupplied: Column
    """1 when it began its player turn out of general supply (rule 8)."""
    began: Column
    """Where it was when its player turn began (rule 9, transfer by sea; units eliminated on earlier turns)."""
    stands: Column
    """Unit in whose place it was withdrawn, + 1 (rule 9a)."""


class Supplies(StateTable):
    """The columns of supply markers of the counter mix, ordinary and captured."""

    place: Column
    used: Column
    """1 while face down (rule 8)."""
    spent: Column


class Hexes(StateTable):
    """The columns of what changes on the map, by hex."""

    control: Column
    """Side that controls it, + 1; 0 while nobody has been there."""
    wreck: Column
    """Strength points of wrecked armour."""
    box: Column
    """Owner of a fortified box, + 1; 0 where there is none."""
    repulsed: Column
    """1 while a fortification may not be attacked again in this player turn (rule 7)."""


class Sides(StateTable):
    """The columns of what changes of the sides."""

    points: Column
    repairs: Column
    """Saved repair points."""
    replacements: Column
    """Replacement points left in this logistics phase."""


class Centres(StateTable):
    """The columns of supply centres, by place, then by off-map box."""

    arrived: Column
    """Units that came on there in this logistics phase (rule 9c)."""


class Clock(StateTable):
    """The position of the game in time, in a single row."""

    turn: Column
    side: Column
    """Whose player turn it is."""
    spent: Column
    """Points that all combat units of the side have spent at least: the last round's (rule 3)."""
    rounds: Column
    """Rounds of combat declared in this operations phase."""
    decisive: Column
    """The side that has won decisively, + 1."""


class Ever(StateTable):
    """The marks of objectives and decisive victories: 1 once its `ever` has been true."""

    true: Column
    scored: Column
    """1 once its stop date has been scored."""


class CampaignState(State):
    """The state of the game in play."""

    units: Units
    supplies: Supplies
    hexes: Hexes
    sides: Sides
    clock: Clock
    ever: Ever
    centres: Centres
