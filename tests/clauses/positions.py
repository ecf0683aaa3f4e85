"""What tests of several rules need on the table."""

from __future__ import annotations

from campaign.play.table import Board
from campaign.play.test_logistics import at_step, control, events, tokens
from campaign.play.test_scoring import first_whole

__all__ = ["Board", "at_step", "changed", "control", "ends", "events", "first_whole", "move", "points", "tokens"]


def changed(board):
    """Say that the state was changed by hand."""
    board.state.revisions = [revision + 1 for revision in board.state.revisions]


def points(board, unit):
    """Movement points spent, as printed."""
    return board.state.units.spent[unit] / board.rules.scale


def move(playout, board, unit, *hexes):
    playout.act((unit, *(board.hex(hex_) for hex_ in hexes)))
    playout.advance()


def ends(playout, until=lambda _playout: False):
    """Decline whatever can be declined, until a condition or the end of the game."""
    while playout.advance() is not None and not until(playout):
        offered = [choice.token for choice in playout.choices()]
        playout.act(("end",) if "end" in offered else first_whole(playout))
