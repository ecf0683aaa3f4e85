"""What the shared player makes of *Knights of the Desert*."""

from __future__ import annotations

from scenario_forge.simulator.players import Seat
from scenario_forge.wargame.searching import Searcher

from .board import AXIS, Board

AGHEILA, ALEXANDRIA = "0204", "3408"


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
