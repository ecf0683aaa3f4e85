"""Rounds of combat at random among crowds: they end, nothing is lost or left over, and all can be taken back."""

from __future__ import annotations

import json

import pytest

from scenario_forge.campaign.situation import room, stacks
from scenario_forge.campaign.state import NOWHERE
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Keyed, number
from scenario_forge.systems.desert_rats.play import DesertPlay

from .table import Board

OPTIONS = (None, ("white-knees", "mechanised-retreat", "eighty-eights"))


def crowd(seed: int, options, centre: str, width: int) -> tuple[DesertPlay, Board]:
    """Both sides mixed in a few hexes around one, supply and boxes among them."""
    board = Board(side=("allied", "axis")[seed % 2], options=options)
    rules, state = board.rules, board.state
    spots, ring = [board.hex(centre)], [board.hex(centre)]
    for _ in range(width):
        ring = sorted({o for h in ring for o in rules.neighbours[6 * h : 6 * h + 6] if o >= 0} - set(spots))
        spots += ring
    passable = rules.compiled.kinds.terrain_passable
    spots = [hex_ for hex_ in spots if passable[rules.compiled.map.terrain[hex_]]]
    owner = {hex_: number(f"{seed} {hex_}", 3) for hex_ in spots}
    for unit, side in enumerate(rules.compiled.units.side):
        own = [hex_ for hex_ in spots if owner[hex_] == side]
        if not own or not rules.fights[unit] or number(f"{seed} in {unit}", 3):
            continue
        hex_ = own[number(f"{seed} at {unit}", len(own))]
        most = rules.compiled.units.strength[unit]
        state.units.strength[unit] = 1 + number(f"{seed} strength {unit}", most)
        state.units.green[unit] = number(f"{seed} green {unit}", 3)
        if room(rules, state, side, hex_, unit):
            state.units.place[unit], state.hexes.control[hex_] = hex_, side + 1
            if number(f"{seed} box {hex_}", 6) == 0 and not rules.forts[hex_]:
                state.hexes.box[hex_] = side + 1
        state.revisions = [revision + 1 for revision in state.revisions]
    for row, marker in enumerate(rules.markers):
        own = sorted(stacks(rules, state)[marker.side])
        if own and not marker.captured:
            state.supplies.place[row] = own[number(f"{seed} supply {row}", len(own))]
    state.revisions = [revision + 1 for revision in state.revisions]
    state.stack = (Frame("operations"),)
    return DesertPlay(rules.compiled), board


def armour(board: Board) -> int:
    """Strength of armour and its wrecks: nothing of it leaves the game in combat."""
    types, armoured = board.rules.compiled.units.type, board.rules.columns.combat_armoured
    held = sum(
        board.state.units.strength[unit]
        for unit, kind in enumerate(types)
        if armoured[kind] and board.state.units.place[unit] != NOWHERE
    )
    return held + sum(board.state.hexes.wreck)


@pytest.mark.clause("6.21", "10.1")
@pytest.mark.parametrize("centre", ["J23", "T30", "RR2"])
@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "optional"])
@pytest.mark.parametrize("seed", range(5))
def test_rounds_among_crowds(seed, options, centre):
    """What must hold does at every decision, and armour is in units or in wrecks; JSON and undo in mid-combat."""
    play, board = crowd(seed, options, centre, 3)
    playout = Playout(play.sequence, board.state, Keyed(seed))
    first, before = board.state.to_data(), armour(board)
    decisions = 0
    while playout.advance() is not None and board.state.clock.rounds[0] < 8:
        assert not list(play.breaches(board.state)), playout.events[-3:]
        assert armour(board) == before
        if playout.frame.step == "operations":
            if "round" not in [choice.token for choice in playout.choices()]:
                break
            playout.act(("round",))
            continue
        decisions += 1
        prefix = ()
        while True:
            choices = playout.choices(prefix)
            assert choices, (playout.frame, prefix)
            pick = choices[number(f"{seed} {decisions} {prefix}", len(choices))]
            prefix = (*prefix, pick.token)
            if not pick.more or (pick.whole and number(f"{seed} {decisions} {prefix} stop", 3) == 0):
                break
        if decisions % 7 == 0:
            data = json.loads(json.dumps(board.state.to_data()))
            twin = board.state.copy()
            twin.load(data)
            assert twin == board.state
        playout.act(prefix)
    assert board.state.clock.rounds[0], "the crowd fights"
    assert all(event.clause for event in playout.events)
    while playout.undo():
        pass
    assert board.state.to_data() == first
