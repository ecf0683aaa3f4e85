"""What must hold of every state and every change: broken by hand one by one, each is told in words."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT, box_place
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.simulator.step import Event
from scenario_forge.systems.desert_rats.play import DesertPlay

from .table import game

COMPILED = compile_scenario(game(), "compass")
PLAY = DesertPlay(COMPILED)
HEXES = COMPILED.names["hexes"]


def unit(name):
    return COMPILED.names["units"].index(name)


def hex_(name):
    return HEXES.index(name)


def placed(state, name, where):
    state.units.place[unit(name)] = where


STATES = {
    "has strength 7 of 6": lambda s: s.units.strength.__setitem__(unit("1 Arm Brig"), 7),
    "no strength left and is in play": lambda s: s.units.strength.__setitem__(unit("1 Arm Brig"), 0),
    "eliminated with strength left": lambda s: placed(s, "1 Arm Brig", AT_BASE),
    "is in forbidden terrain, hex `H5`": lambda s: placed(s, "1 Arm Brig", hex_("H5")),
    "which does not exist": lambda s: placed(s, "1 Arm Brig", 10_000),
    "which it may not enter": lambda s: placed(s, "1 Arm Brig", box_place(0)),
    "both sides have units in hex `F9`": lambda s: placed(s, "1 Arm Brig", hex_("F9")),
    "the stacking limit is exceeded in hex `FF4`": lambda s: placed(s, "3/1 Ind", hex_("FF4")),
    "does not control": lambda s: s.hexes.control.__setitem__(hex_("FF4"), 2),
    "of 30 movement points": lambda s: s.units.spent.__setitem__(unit("1 Arm Brig"), 10_000),
    "withdrawn instead of another unit and is in play": lambda s: s.units.stands.__setitem__(unit("1 Arm Brig"), 1),
    "is used but has no place": lambda s: s.supplies.used.__setitem__(s.supplies.place.index(NOWHERE), 1),
    "is in forbidden terrain": lambda s: s.supplies.place.__setitem__(0, hex_("H5")),
    "enemy supply is under units in hex `F9`": lambda s: s.supplies.place.__setitem__(0, hex_("F9")),
    "in an enemy fortified box in hex `FF4`": lambda s: s.hexes.box.__setitem__(hex_("FF4"), 2),
    "more fortified boxes than the mix has": lambda s: [s.hexes.box.__setitem__(n, 1) for n in range(5)],
    "wrecks of a hex is out of bounds": lambda s: s.hexes.wreck.__setitem__(3, -1),
    "control of a hex is out of bounds": lambda s: s.hexes.control.__setitem__(3, 3),
    "the number of replacements is negative": lambda s: s.sides.replacements.__setitem__(0, -1),
    "units have arrived at `Marsa Akra`": lambda s: s.centres.arrived.__setitem__(0, 3),
    "the clock is outside the scenario": lambda s: s.clock.turn.__setitem__(0, 99),
}


def test_the_first_state_breaks_nothing():
    assert list(PLAY.breaches(PLAY.begin())) == []


@pytest.mark.parametrize("told", STATES)
def test_what_must_not_be_is_told(told):
    state = PLAY.begin()
    STATES[told](state)
    assert any(told in problem for problem in PLAY.breaches(state)), list(PLAY.breaches(state))


def changed(state, name, *changes):
    """What an event breaks that makes these changes: (table, row, column, new)."""
    made = tuple(getattr(state, table).change(row, column, new) for table, row, column, new in changes)
    state.apply(made)
    return list(PLAY.breaches_by(state, Event(name, made)))


ARM = unit("1 Arm Brig")
INF = unit("3/1 Ind")
CHANGES = {
    "strength grows without being bought": ("enters", ("units", INF, "strength", 7), 6),
    "come of trading": ("trades strength", ("units", INF, "strength", 7), 6),
    "are bought for 0": ("replaced", ("units", INF, "strength", 7), 6),
    "wrecks grow by 0": ("strength lost", ("units", ARM, "strength", 5), None),
    "more is repaired than goes from the wrecks": ("repaired", ("sides", 0, "repairs", 2), None),
    "enters a hex that is not adjacent": ("enters", ("units", ARM, "place", 0), None),
    "`true` is taken back": ("noted", ("ever", 0, "true", 0), 1),
    "a game turn is left out": ("player turn", ("clock", 0, "turn", 5), None),
    "supply markers appear by `supply moves`": ("supply moves", ("supplies", -1, "place", 5), None),
    "comes back by `enters`": ("enters", ("units", ARM, "place", 5), OUT),
}


@pytest.mark.parametrize("told", CHANGES)
def test_what_must_not_change_so_is_told(told):
    name, (table, row, column, new), before = CHANGES[told]
    state = PLAY.begin()
    row = state.supplies.place.index(NOWHERE) if row < 0 else row
    if before is not None:
        getattr(getattr(state, table), column)[row] = before
    problems = changed(state, name, (table, row, column, new))
    assert any(told in problem for problem in problems), problems


def test_a_march_to_the_next_hex_that_is_paid_breaks_nothing():
    state = PLAY.begin()
    beside = next(n for n in COMPILED.map.neighbours[6 * hex_("FF4") : 6 * hex_("FF4") + 6] if n >= 0)
    assert not changed(state, "enters", ("units", ARM, "place", beside), ("units", ARM, "spent", 2))


def test_armour_that_loses_strength_leaves_as_much_wreck():
    state = PLAY.begin()
    assert not changed(state, "strength lost", ("units", ARM, "strength", 4), ("hexes", hex_("FF4"), "wreck", 2))
