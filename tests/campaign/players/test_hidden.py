"""Under concealed movement a player plans by guesses; what hidden units forbid it does not answer."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.players import Seat
from scenario_forge.systems.desert_rats.play import DesertPlay
from scenario_forge.systems.desert_rats.player import DesertCompetent
from tests.campaign.play.table import Board


@pytest.mark.parametrize("concealed", [True, False])
def test_an_order_that_is_not_allowed_gives_way_to_the_next(concealed):
    board = Board(options=("concealed-movement",) if concealed else ())
    unit = board.put("allied", 1, "J23")
    playout = board.play()
    player = DesertCompetent(board.rules, 0, 1)
    orders = [(unit, board.hex("SS32")), ("end",)]
    player._orders = [(unit, ())]
    player.choosers["operations"] = lambda _view, _seat: orders.pop(0)
    answer = player.choose(Seat(DesertPlay(board.rules.compiled), playout, 0))
    assert answer == (("end",) if concealed else (unit, board.hex("SS32"))), "asked again only where it can have erred"


def test_with_no_order_left_it_ends_the_step():
    board = Board(options=("concealed-movement",))
    unit = board.put("allied", 1, "J23")
    playout = board.play()
    player = DesertCompetent(board.rules, 0, 1)
    player.choosers["operations"] = lambda _view, _seat: (unit, board.hex("SS32"))
    assert player.choose(Seat(DesertPlay(board.rules.compiled), playout, 0)) == ("end",)
