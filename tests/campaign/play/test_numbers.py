"""Numbers of the rules that this campaign prints once only: another campaign may have others, and they count."""

from __future__ import annotations

import pytest

from scenario_forge.systems.desert_rats.raids import OFF_MAP, ON_MAP, captors

from .table import Board, otherwise
from .test_logistics import at_step, tokens


@pytest.mark.clause("11.11")
@pytest.mark.parametrize(("most", "tried", "may"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False)])
def test_attempts_of_a_unit_to_take_a_private_army(most, tried, may):
    """11.11."""
    board = Board("nov41-dec42")
    board.rules = type(board.rules)(otherwise(board.rules.compiled, {"private_army.captures_per_unit": most}))
    raider = board.put("allied", 34, "J23")
    unit = board.put("axis", 15, "J23", tried=tried * ON_MAP)
    board.supply("axis", "J23")
    assert (unit in captors(board.rules, board.state, raider)) is may
    board.put("axis", 15, "J23", tried=tried * OFF_MAP)
    assert (unit in captors(board.rules, board.state, raider)) is may, "those off the map are its attempts too"


@pytest.mark.clause("11.12")
@pytest.mark.parametrize("most", [0, 1])
def test_hexes_that_a_private_army_attacks(most):
    """11.12."""
    board = Board("nov41-dec42")
    board.rules = type(board.rules)(otherwise(board.rules.compiled, {"private_army.hexes_per_turn": most}))
    raider = board.put("allied", 34, "J23")
    board.supply("axis", "J23")
    playout = at_step(board, "raids")
    assert (raider in (tokens(playout) if playout.frame.step == "raids" else [])) is bool(most)
