"""Faults that fuzzing and the invariants have found, kept from coming back."""

from __future__ import annotations

import pytest
from campaign.play.table import Board

from scenario_forge.campaign.arrivals.centres import control_gained
from scenario_forge.campaign.supply.combat_supply import can_fight
from scenario_forge.simulator.step import IllegalActionError


def test_units_that_arrive_gain_control_of_the_hex_they_arrive_in():
    """9.18: the side that was last in a hex controls it, however it came there; a private army gains none."""
    board = Board("compass", game="skirmish")
    state, rules = board.state, board.rules
    spot = board.hex("GG9")
    around = rules.neighbours[6 * spot]
    state.hexes.control[around] = 2
    (change,) = control_gained(rules, state, board.unit("allied", 5), around)
    assert (change.row, change.old, change.new) == (around, 2, 1)
    assert not control_gained(rules, state, board.unit("allied", 8), around)
    assert not control_gained(rules, state, board.unit("allied", 5), -2)


def test_a_round_that_nobody_would_fight_needs_supply_first():
    """6.2: whoever may attack a fortification but need not could declare rounds for ever without bringing supply."""
    board = Board("compass", game="skirmish")
    board.put("axis", 3, "G6")
    board.put("allied", 4, "F6")
    board.supply("allied", "D8")
    assert can_fight(board.rules, board.state)
    playout = board.play()
    playout.act(("round",))
    playout.advance()
    assert playout.frame.step == "combat-supply"
    assert "done" not in [choice.token for choice in playout.choices()]
    with pytest.raises(IllegalActionError, match="without supply nobody would fight") as told:
        playout.act(("done",))
    assert told.value.clause == "combat.possible", "the rule, as no clause of this game names it"
    marker = playout.choices()[0].token
    playout.act((marker, playout.choices((marker,))[0].token))
    playout.advance()
    assert playout.frame.step != "operations", "now somebody fights"
