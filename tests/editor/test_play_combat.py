"""Combat of *Rats of Tobruk* in the editor by hand: fire, barrage, overrun and clearing are offered with their terms."""

from __future__ import annotations

import pytest

from scenario_forge.api import load_game
from scenario_forge.api.play import prepare
from scenario_forge.editor.play.dice import Throws
from scenario_forge.editor.play.table import PageState, Table
from scenario_forge.simulator.drive import drive
from scenario_forge.simulator.players import Seat, make_player

DEEDS = ("fire", "barrage", "overrun", "clear")
ATTACKS = {"fire", "barrage", "overrun"}
MOST = 4000
"""Decisions after which a deed must have been offered."""


@pytest.fixture(scope="module")
def offered():
    """By deed: a game, as it is on the table where that may be done first."""
    game = load_game("rats-of-tobruk", errata="all")
    ready = prepare(game, "easter-battle")
    table = Table(1, game, ready, {}, Throws(3))
    found: dict[str, Table] = {}

    def seen(match):
        playout = match.playout
        seat = Seat(ready.play, playout, playout.decider)
        for choice in seat.choices(()):
            if choice.token in DEEDS and choice.token not in found:
                copied = Table(2, game, ready, {}, Throws(3))
                copied.take_up([(each.decider < 0, each.action) for each in playout.log], typed=False)
                found[choice.token] = copied
        return len(found) < len(DEEDS) and len(playout.log) < MOST

    drive(table.match, [make_player("competent", ready.play, side, 3) for side in (0, 1)], limit=None, seen=seen)
    return found


@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_chosen_step_by_step_and_carried_out(offered, deed):
    table = offered[deed]
    table.wait(60)
    begun = [deed]
    while not (ask := table.chooser().ask(tuple(begun)))["whole"]:
        choice = ask["choices"][0]
        if choice["hex"] >= 0:
            assert (*begun, choice["token"]) in table.at_hex(tuple(begun), choice["hex"]), (
                "a click on its hex chooses it"
            )
        begun.append(choice["token"])
    assert bool(ask.get("terms")) == (deed in ATTACKS)
    assert ask["begun"][0]["name"] == deed
    decisions = len(table.match.playout.log)
    assert table.act(tuple(begun), finish=False) is (deed not in ATTACKS and not ask["choices"])
    if deed in ATTACKS:
        assert len(table.match.playout.log) == decisions, "it waits with its terms"
        assert table.act(tuple(begun), finish=True)
    table.wait(60)
    now = table.answer(PageState())
    assert now["decisions"] > decisions
    assert now["ended"] is None
