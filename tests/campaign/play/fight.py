"""A board with a round of combat declared on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.simulator.playout import Playout, whole_actions
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.systems.desert_rats.play import sequence

from .table import Watched

if TYPE_CHECKING:
    from .table import Board


def operations(board: Board, *dice: int) -> Playout:
    """A playout in the operations phase; the dice fall as given."""
    board.state.stack = (Frame("player-turns", {"next": 2}), Frame("operations"))
    return Watched(sequence(board.rules), board.state, Scripted(dice))


def round_on(board: Board, *dice: int) -> Playout:
    """A playout with a round just declared."""
    playout = operations(board, *dice)
    playout.act(("round",))
    playout.advance()
    return playout


def attack(board: Board, *dice: int) -> Playout:
    """A round with supply in place and one attack, of everybody on whatever is attacked first; the die is thrown."""
    playout = round_on(board, *dice)
    while playout.frame.step == "combat-supply":
        playout.act(next(iter(whole_actions(playout))))
        playout.advance()
    assert playout.frame.step == "allocation", playout.frame
    playout.act(max(whole_actions(playout), key=lambda action: (len(action), -action.count("next"))))
    playout.advance()
    return playout


def bear(
    board: Board, units: list[int], loss: int, *, role: str = "defender", least: int = 0, most: int = 9
) -> Playout:
    """A loss that its owner has to bear, and nothing after it."""
    attackers = [u for u, place in enumerate(board.state.units.place) if place >= 0 and u not in units]
    hexes = sorted({board.state.units.place[unit] for unit in units})
    data = {"role": role, "units": units, "loss": loss, "least": least, "most": min(most, loss), "armour": 0}
    if role != "unsupplied":
        sides = {"attackers": attackers, "defenders": units}
        if role == "attacker":
            sides = {"attackers": units, "defenders": attackers}
            hexes = sorted({board.state.units.place[unit] for unit in attackers})
        data |= {**sides, "hexes": hexes, "paths": [], "taken": 0}
        data["result"] = [loss, 0] if role == "attacker" else [0, loss]
    board.state.stack = (Frame("losses", data),)
    return Watched(sequence(board.rules), board.state, Scripted(()))


def tokens(playout: Playout, *prefix: int | str) -> list[int | str]:
    """What can be chosen next."""
    return [choice.token for choice in playout.choices(prefix)]


def names(board: Board, hexes) -> set[str]:
    """The names of hexes."""
    return {board.ids[hex_] for hex_ in hexes if isinstance(hex_, int)}
