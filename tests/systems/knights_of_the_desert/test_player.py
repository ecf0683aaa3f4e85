"""What the shared player makes of *Knights of the Desert*."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.players import Seat
from scenario_forge.systems.knights_of_the_desert.commander import END, Commander, Competent
from scenario_forge.systems.knights_of_the_desert.rules import DEPOTS
from scenario_forge.wargame.searching import Searcher

from .board import ALLIED, AXIS, Board

AGHEILA, ALEXANDRIA, BENGHAZI, TOBRUK = "0204", "3408", "0511", "1711"


def _went_to(weight, scenario="tobruk-42"):
    """How far from its home base, the one source of supply, a division is that may go eighteen hexes; if it is fed."""
    board = Board({18: {"at": AGHEILA, "points": 36, "supply": 500}, 36: {"at": ALEXANDRIA}}, scenario=scenario)
    board.playout.advance()
    player = Searcher(board.play, AXIS, 1)
    player.weights = player.weights.model_copy(update={"supplied": weight})
    board.playout.act(player.choose(Seat(board.play, board.playout, AXIS)))
    board.playout.advance()
    unit = board.index[18]
    return board.rules.from_home(board.state, unit), bool(board.rules.is_fed(board.state, unit))


def test_the_player_does_not_outrun_supply_where_that_is_worth_something():
    """Bardia and Tobruk draw it on; a move as far as it can go ends many hexes beyond its supply range of two."""
    far, fed = _went_to(0)
    assert (far > 4, fed) == (True, False)
    near, fed = _went_to(200)
    assert (near < far, fed) == (True, True)


def test_in_the_last_turn_supply_holds_nobody_back():
    """Tobruk '41 is one turn long: units starve as a turn begins, and none does."""
    assert _went_to(200, "tobruk-41") == _went_to(0, "tobruk-41")


def _to_nearest_goal(holders):
    """How far Benghazi and the Axis home base, nine hexes by land from it, are from an Axis goal."""
    board = Board({18: {"at": AGHEILA}}, scenario="campaign")
    for row, holder in enumerate(holders):
        board.state.towns.holder[row] = holder + 1
    player = Searcher(board.play, AXIS, 1)
    board.playout.advance()
    player.choose(Seat(board.play, board.playout, AXIS))
    return player.field[board.hex(BENGHAZI)], player.field[board.hex(AGHEILA)]


def test_a_town_that_it_holds_draws_no_unit_while_there_are_others():
    towns = [0] * 4
    assert _to_nearest_goal([ALLIED for _ in towns]) == (0, 9)
    held = [AXIS, *[ALLIED for _ in towns[1:]]]
    benghazi, agheila = _to_nearest_goal(held)
    assert benghazi > 0
    assert agheila > 9
    assert _to_nearest_goal([AXIS for _ in towns]) == (0, 9)  # all: as if it held none


def test_the_depots_of_competent_follow_its_front():
    """Six hexes from home is as far as a line of depots reaches, and nearest to a unit twelve hexes away."""
    board = Board({2: {"at": AGHEILA, "points": 36}, 18: {"at": "1204"}}, step=DEPOTS, scenario="campaign-41")
    board.playout.advance()
    board.playout.act(Competent(board.play, AXIS, 1).choose(Seat(board.play, board.playout, AXIS)))
    board.playout.advance()
    assert board.rules.from_home(board.state, board.index[2]) == 6


@pytest.mark.parametrize(("step", "goes_on"), [("operations", True), (DEPOTS, False)])
def test_where_the_procedure_ends_a_phase_competent_searches(step, goes_on, monkeypatch):
    board = Board({18: {"at": AGHEILA, "points": 36}, 2: {"at": AGHEILA, "points": 36}}, step=step)
    board.playout.advance()
    monkeypatch.setattr(Commander, "choose", lambda *_: END)
    monkeypatch.setattr(Searcher, "choose", lambda *_: ("searched",))
    chosen = Competent(board.play, AXIS, 1).choose(Seat(board.play, board.playout, AXIS))
    assert chosen == (("searched",) if goes_on else END)


def test_competent_attacks_where_the_procedure_does():
    """Two to one; the search alone would weigh only what a few throws bring."""
    units = {18: {"at": "2307", "strength": 600, "supply": 600, "points": 36}, 41: {"at": "2207", "strength": 200}}
    board = Board(units, scenario="campaign")
    board.playout.advance()
    seat = Seat(board.play, board.playout, AXIS)
    chosen = Competent(board.play, AXIS, 1).choose(seat)
    assert (chosen[0], chosen) == ("attack", Commander(board.play, AXIS, 1).choose(seat))
