"""What paper and program of both games on the shared rules say alike: who must attack, who starves, who holds."""

from __future__ import annotations

import pytest
from clauses.positions import Board, changed, control, events

from scenario_forge.campaign import turns
from scenario_forge.campaign.combat.allocation import Muster
from scenario_forge.campaign.combat.differential import works_value
from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.movement.unsupplied import at_home
from scenario_forge.campaign.situation import zones
from scenario_forge.campaign.victory.objectives import holds
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Keyed
from scenario_forge.systems.desert_rats.play import DesertPlay
from scenario_forge.systems.desert_rats.rules import DesertRules

GAMES = {
    "desert-rats": ("crusader", ("allied", 4, "J22"), ("axis", 10, "J23")),
    "massawa": ("eritrea", ("empire", 1, "F7"), ("italy", 1, "F8")),
}


@pytest.fixture(params=GAMES)
def placed(request):
    """A game with a unit of each side next to each other in the open: the board, and sides and hexes in order."""
    scenario, *units = GAMES[request.param]
    board = Board(scenario, side=units[0][0], game=request.param)
    for unit in units:
        board.put(*unit)
    return board, [side for side, _no, _hex in units], [board.hex(hex_) for _side, _no, hex_ in units]


def playing(board, step):
    """A playout that stands in one step, alone."""
    steps = DesertPlay.own_steps if isinstance(board.rules, DesertRules) else ()
    board.state.stack = (Frame(step),)
    changed(board)
    return Playout(turns.sequence(board.rules, [kind(board.rules) for kind in steps]), board.state, Keyed(1))


@pytest.mark.clause("6.3", "6.4", "7.14", "7.15")
@pytest.mark.clause("6.1", "4.5", "7.3", game="massawa")
@pytest.mark.parametrize("boxed", [(), ("own",), ("enemy",), ("own", "enemy")])
@pytest.mark.parametrize("side", [0, 1])
def test_a_zone_obliges_where_it_reaches(placed, side, boxed):
    """6.3: enemies whose zone covers the attacker's units; 6.4: his units whose zone covers enemies; 7.15: no box.

    For each side as the attacker; the roles in 6.3 and 6.4 exchanged would give the other hex and unit.
    """
    board, _sides, hexes = placed
    own, enemy = hexes[:: 1 - 2 * side]
    for name, hex_, owner in (("own", own, side), ("enemy", enemy, 1 - side)):
        if name in boxed:
            board.state.hexes.box[hex_] = owner + 1
    rules, state = board.rules, board.state
    assert bool(zones(rules, state, side)[enemy]) is ("enemy" not in boxed)
    assert bool(zones(rules, state, 1 - side)[own]) is ("own" not in boxed)
    defenders = [unit for unit, place in enumerate(state.units.place) if place == enemy]
    assert works_value(rules, state, enemy, defenders) == rules.given.fortification.box_value * ("enemy" in boxed)
    met = contact(rules, state, side)
    assert list(met.targets.values()) == [(enemy,)], "whoever need not attack may"
    assert set(met.facing) == (set() if "own" in boxed else {enemy})
    assert met.bound == (set() if boxed else set(met.targets))
    assert Muster(met, set(met.targets)).over is ("own" in boxed)
    state.clock.side[0] = side
    playout = playing(board, "operations")
    declared = "round" in [choice.token for choice in playout.choices()]
    assert declared is not bool(boxed), "without supply a round has an effect where a unit must attack"


@pytest.mark.clause("2.18", "8.5")
@pytest.mark.clause("8.3", game="massawa")
@pytest.mark.parametrize("side", [0, 1])
def test_only_units_of_the_player_whose_logistics_it_is_starve(placed, side):
    """8.5: each of his units out of general supply; those of the other player lose nothing."""
    board, _sides, hexes = placed
    board.state.clock.side[0] = side
    playout = playing(board, "attrition")
    playout.advance()
    lost = {event.subjects for event in events(playout, "attrition")}
    unit = next(unit for unit, place in enumerate(board.state.units.place) if place == hexes[side])
    assert lost == {(unit, board.rules.given.supply.attrition)}
    assert not any(at_home(board.rules, side, hex_) for hex_ in hexes)


@pytest.mark.clause("14.8", "14.15")
@pytest.mark.clause("13.2", game="massawa")
def test_an_enemy_zone_denies_to_hold_as_the_game_says(placed):
    """A-VP-CONTROL: to hold takes control, the last visit; in Massawa no more, in Desert Rats also no enemy zone."""
    board, sides, hexes = placed
    place = board.ids[hexes[0]]
    control(board, sides[0], place)
    assert holds(board.rules, board.state, 0, hexes[0]) is board.rules.given.scoring.held_in_zone
    assert not holds(board.rules, board.state, 1, hexes[0])
    board.state.units.place = [-1 if at == hexes[1] else at for at in board.state.units.place]
    changed(board)
    assert holds(board.rules, board.state, 0, hexes[0]), "no zone reaches the place any more"
    control(board, sides[1], place)
    assert not holds(board.rules, board.state, 0, hexes[0]), "the other side was there last"
