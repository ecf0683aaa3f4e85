"""Rule 1: dates, strengths, who moves what."""

from __future__ import annotations

import pytest
from campaign.play.table import rules_of

from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.wrecks import lose

from .positions import Board, tokens


@pytest.mark.clause("1.4", "13.1")
def test_the_start_date_decides_the_set_up_and_the_stop_date_the_objectives():
    def of(name):
        rules = rules_of("desert-rats", name)
        return list(first_state(rules).units.place), [row["id"] for row in rules.compiled.objectives]

    (nov_short, row_short), (nov_long, row_long) = of("crusader"), of("nov41-dec42")
    assert nov_short == nov_long
    assert row_short != row_long
    (mar_short, row_of_mar) = of("mar41-mar42")
    assert mar_short != nov_short
    assert set(row_short) <= set(row_of_mar), "the same stop date, and what it passes through before"


@pytest.mark.clause("1.9", "6.18", "6.20")
def test_without_losses_a_unit_fights_with_its_printed_strength_and_then_with_what_is_left():
    board = Board()
    unit = board.put("axis", 10, "J20")
    assert board.rules.strength(board.state, unit) == 6
    board.state.apply(lose(board.rules, board.state, {unit: 2}))
    assert board.rules.strength(board.state, unit) == 4


@pytest.mark.clause("1.14", "3.1")
@pytest.mark.parametrize(("side", "own", "enemy"), [("allied", 4, 10), ("axis", 10, 4)])
def test_each_player_moves_his_own_units_and_no_others(side, own, enemy):
    board = Board(side=side)
    unit = board.put(side, own, "J20")
    other = board.put("axis" if side == "allied" else "allied", enemy, "J30")
    playout = board.play()
    assert playout.advance() == board.rules.compiled.units.side[unit]
    assert unit in tokens(playout)
    assert other not in tokens(playout)
