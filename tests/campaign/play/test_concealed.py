"""Concealed movement: who may look at which stack (rule 16)."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.players import RandomPlayer, Seat
from scenario_forge.systems.desert_rats.concealed import HIDDEN
from scenario_forge.systems.desert_rats.play import DesertPlay

from .fight import operations
from .table import Board

OPTION = ("concealed-movement",)


def seen(board: Board, side: int, unit: int) -> bool:
    """Whether a side sees where a unit is and how strong."""
    data = DesertPlay(board.rules.compiled).observe(board.state, side)["tables"]["units"]
    units = board.state.units
    shown = (data["place"][unit], data["strength"][unit]) == (units.place[unit], units.strength[unit])
    assert shown or (data["place"][unit], data["strength"][unit]) == (HIDDEN, 0)
    return shown


def front(options=OPTION) -> tuple[Board, int, int, int]:
    """An Allied unit beside an Axis one, another Axis one far away."""
    board = Board(options=options)
    own, beside, away = board.put("allied", 5, "J22"), board.put("axis", 10, "J23"), board.put("axis", 15, "S33")
    board.supply("allied", "J20")
    board.state.stack = operations(board).state.stack
    return board, own, beside, away


@pytest.mark.clause("16.1")
def test_enemy_stacks_are_covered_and_ones_own_are_not():
    board, own, beside, away = front()
    assert not seen(board, 0, beside)
    assert not seen(board, 0, away)
    assert seen(board, 0, own)
    assert not seen(board, 1, own)
    assert seen(board, 1, beside)
    board, own, beside, away = front(options=())
    assert all(seen(board, side, unit) for side in (0, 1) for unit in (own, beside, away)), "without the option"


@pytest.mark.clause("16.1")
def test_where_a_stack_stands_is_open_and_nothing_else_of_it():
    """A-HIDDEN-WHAT: two boards that differ only in what is covered look alike."""
    views = []
    for number, strength in ((10, 6), (12, 2)):
        board = Board(options=OPTION)
        board.put("allied", 5, "J20")
        board.put("axis", number, "S33", strength=strength)
        row = board.supply("axis", "S33")
        board.state.supplies.used[row] = number == 12
        for spare in (10, 12):
            unit = board.unit("axis", spare)
            if spare != number:
                board.put("axis", spare, "Q36")
        view = DesertPlay(board.rules.compiled).observe(board.state, 0)
        unit = board.unit("axis", number)
        assert view["tables"]["units"]["place"][unit] == HIDDEN
        assert view["covered"] == sorted([board.hex("S33"), board.hex("Q36")])
        views.append(view)
    assert views[0] == views[1]


@pytest.mark.clause("16.1")
def test_a_round_uncovers_the_units_that_it_involves_and_no_others():
    """16.1: from its declaration until it is over."""
    board, own, beside, away = front()
    playout = operations(board, 3)
    playout.act(("round",))
    playout.advance()
    assert seen(board, 0, beside)
    assert not seen(board, 0, away)
    assert seen(board, 1, own)
    player = RandomPlayer(DesertPlay(board.rules.compiled), 0, 1)
    while playout.frame.step != "operations":
        if playout.frame.step != "battle":
            assert seen(board, 0, beside), playout.frame.step
        seat = Seat(DesertPlay(board.rules.compiled), playout, playout.decider)
        playout.act(player.choose(seat))
        playout.advance()
    assert not seen(board, 0, beside), "the round is over"


@pytest.mark.clause("16.2")
def test_the_private_army_looks_at_the_stack_in_its_hex_if_no_other_unit_is_near():
    """16.2 and A-SCOUT-UNITS: more than five hexes from every other British unit."""
    board, _own, _beside, away = front()
    scout = board.put("allied", 34, "R33")
    assert not seen(board, 0, away)
    board.put("allied", 34, "S33")
    assert seen(board, 0, away)
    assert not seen(board, 1, scout)
    other = board.put("allied", 9, "S28")
    assert not seen(board, 0, away), "five hexes"
    board.put("allied", 9, "S27")
    assert seen(board, 0, away), "six hexes"
    board.state.units.place[other] = -1
    board.supply("allied", "S30")
    assert not seen(board, 0, away), "a supply unit is a unit"


@pytest.mark.clause("16.1")
def test_players_read_a_state_that_tells_nothing_covered():
    """Enemies stand where they stand, but a guess stands for who they are."""
    states = []
    for number in (10, 12):
        board = Board(options=OPTION)
        board.put("allied", 5, "J20")
        for spare, hex_ in ((number, "S33"), (22 - number, "Q36")):
            board.put("axis", spare, hex_, strength=3)
        state = DesertPlay(board.rules.compiled).visible_state(board.state, 0)
        units = board.rules.compiled.units.side
        held = {place for unit, place in enumerate(state.units.place) if units[unit] == 1 and place >= 0}
        assert held == {board.hex("S33"), board.hex("Q36")}
        states.append(state.to_data())
    assert states[0] == states[1]
    board = Board(options=())
    assert DesertPlay(board.rules.compiled).visible_state(board.state, 0) is board.state
