"""Solitaire play: what the rules give the Allies whom no person plays (V), and the Axis not."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.step import Keyed

from .board import ALLIED, AXIS, Board, prepared

BARDIA, ALEXANDRIA, BESIDE = "2010", "3408", "2009"
ALONE = frozenset({"solitaire"})
both_ways = pytest.mark.parametrize("options", [None, ALONE], ids=["two players", "solitaire"])


def near_alexandria(no, hexes):
    """Whether a unit so far from its home base is in supply, by two players' rules and alone."""
    found = []
    for options in (None, ALONE):
        board = Board(options=options)
        base = board.rules.home[AXIS if no < 29 else ALLIED]
        land = (h for h in range(board.rules.hexes) if board.rules.passable[board.rules.terrain[h]])
        name = board.compiled.names["hexes"][next(h for h in land if board.rules.distance(base, h) == hexes)]
        board = Board({no: {"at": name, "fed": 0}}, step="supply", options=options)
        board.playout.advance()
        found.append(board.unit(no, "fed"))
    return found


@pytest.mark.clause("V.2", "III.2.B.2", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("no", "hexes", "fed"), [(36, 3, [1, 1]), (36, 4, [0, 1]), (36, 5, [0, 0]), (8, 2, [1, 1]), (8, 3, [0, 0])]
)
def test_allied_units_are_in_supply_a_hex_farther(no, hexes, fed):
    assert near_alexandria(no, hexes) == fed


def fought(side, options):
    """An attack on equal terms: intensity 9, risks of 9 and 9, the risk factors in hundredths."""
    own, other = (8, 54) if side == AXIS else (54, 8)
    places = {own: {"at": BESIDE}, other: {"at": BARDIA}}
    whole = {no: {**where, "strength": 600, "supply": 600, "points": 18} for no, where in places.items()}
    board = Board(whole, side=side, dice=[150, 150, 0, 0, 0], options=options)
    board.attack(BESIDE, BARDIA, [other], [own], 9, 9, 0, (9, 0))
    return board


@pytest.mark.clause("V.1", "IV.D.4.h", game="knights-of-the-desert")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_what_risk_adds_to_allied_losses_is_a_fifth_less(side):
    """Axis losses are the same; of what defenders lose, the share of the odds is too."""
    plain, alone = (fought(side, options).losses() for options in (None, ALONE))
    assert alone[8] == plain[8]
    base = 5 + 9 * 0.006 * 600
    odds = 0.5 * base * 0.5 if side == AXIS else 0
    expected = [int(odds + base * factor) for factor in (1.5, 1.5 * 0.8)]
    assert [plain[54], alone[54]] == expected, "morale 7 leaves a loss as it is"


@pytest.mark.clause("V.3", "X.3n", "IV.D.2.b", game="knights-of-the-desert")
@both_ways
def test_allied_battles_cost_as_much_supply_as_those_of_the_axis(options):
    """165 points for a mobile attacker at intensity 9, and 30 % more by two players' rules; operation points stay."""
    board, axis = fought(ALLIED, options), fought(AXIS, options)
    assert 600 - axis.unit(8, "supply") == 165
    assert 600 - board.unit(54, "supply") == (165 if options else 215)
    assert 18 - board.unit(54, "points") == 18 - fought(ALLIED, None).unit(54, "points")


@pytest.mark.clause("V.4", "III.2.E.10", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("side", "options", "chance"), [(ALLIED, None, 70), (ALLIED, ALONE, 45), (AXIS, None, 70), (AXIS, ALONE, 70)]
)
def test_moves_of_the_allies_are_less_likely_to_be_reacted_to(side, options, chance):
    mover, enemy = (36, 8) if side == ALLIED else (8, 36)
    board = Board({mover: {"at": "1408"}, enemy: {"at": "1608"}}, side=side, dice=[0], options=options)
    board.act(mover, "1508")
    assert board.chances("trigger") == [{1: chance, 0: 100 - chance}]


def beaten(no, options, supply=600, shut=False):
    """The chance of a cadre of a unit that is eliminated, and the strength that it comes back with; 0 for no chance."""
    enemy = 54 if no < 29 else 8
    units = {
        no: {"at": BARDIA, "strength": 60, "supply": supply},
        enemy: {"at": BESIDE, "strength": 600, "supply": 600},
    }
    board = Board(units, side=ALLIED if no < 29 else AXIS, dice=[100, 100, 0, 0, 1], options=options)
    if shut:
        around = [h for h in board.rules.around(board.hex(BARDIA)) if board.rules.passable[board.rules.terrain[h]]]
        names = [board.compiled.names["hexes"][h] for h in around if board.compiled.names["hexes"][h] != BESIDE]
        ring = range(9, 9 + len(names)) if no > 28 else range(36, 36 + len(names))
        for unit, name in zip(ring, names, strict=True):
            board.put(unit, at=name)
    board.attack(BESIDE, BARDIA, [no], [enemy], 9, 1, 0)
    asked = board.chances("cadre")
    return (asked[0][1], board.unit(no, "strength")) if asked else (0, 0)


@pytest.mark.clause("V.5", "IV.A.2.c1", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("no", "options", "strength"), [(8, None, 160), (8, ALONE, 160), (39, None, 80), (39, ALONE, 140)]
)
def test_allied_cadres_come_back_stronger(no, options, strength):
    """A fifth of the ceiling, 800 and 400; alone, 35 % of an Allied one."""
    assert beaten(no, options)[1] == strength


@pytest.mark.clause("V.6", "IV.A.2.c1", "IV.A.2.c2", "IV.A.2.d", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("no", "supply", "shut", "two", "alone"),
    [
        (8, 600, False, 92, 92),
        (39, 600, False, 88, 94),
        (39, 600, True, 0, 50),
        (8, 600, True, 0, 0),
        (39, 50, False, 88, 94),
        (41, 600, False, 89, 94),
        (39, 49, False, 0, 0),
        (39, 49, True, 0, 0),
    ],
)
def test_allied_units_are_less_likely_to_be_lost_for_good(no, supply, shut, two, alone):
    """Half of what the chance lacks is added to it; a unit that is shut in has one too, without supply none has."""
    assert (beaten(no, None, supply, shut)[0], beaten(no, ALONE, supply, shut)[0]) == (two, alone)


@pytest.mark.clause("V.7", game="knights-of-the-desert")
def test_the_axis_sees_allied_strengths_only_roughly():
    board = Board({no: {"at": "2608", "strength": 400} for no in (36, 37, 38, 39)} | {8: {"at": "0204"}}, options=ALONE)

    def seen(side):
        strengths = board.play.observe(board.state, side)["tables"]["units"]["strength"]
        return [strengths[board.index[no]] for no in (36, 37, 38, 39, 8)]

    assert seen(ALLIED) == [400] * 4 + [board.unit(8, "strength")]
    *allied, axis = seen(AXIS)
    assert axis == board.unit(8, "strength")
    assert all(320 <= each <= 480 and each % 5 == 0 for each in allied)
    assert len(set(allied)) > 1
    plain = Board({36: {"at": "2608", "strength": 400}})
    assert plain.play.observe(plain.state, AXIS)["tables"]["units"]["strength"][plain.index[36]] == 400


def first_sight(seed, options=ALONE):
    """The strengths that the Axis sees of the enemy when it first decides."""
    ready = prepared("campaign", options)
    playout = Playout(ready.play.sequence, ready.play.begin(), Keyed(seed))
    playout.advance()
    seen = ready.play.observe(playout.state, AXIS)["tables"]["units"]["strength"]
    return tuple(seen[unit] for unit in ready.play.rules.own(playout.state, ALLIED))


@pytest.mark.clause("V.7", game="knights-of-the-desert")
def test_strengths_seem_otherwise_in_another_game_and_the_same_in_the_same():
    """Chance draws once how they are misjudged, before the first turn; two players' games have no such draw."""
    seen = [first_sight(seed) for seed in (1, 2, 3, 4)]
    assert len(set(seen)) == len(seen)
    assert first_sight(1) == seen[0]
    assert first_sight(1, None) == first_sight(2, None)
    board = Board(step=None, options=ALONE, dice=[7])
    board.playout.advance()
    assert board.chances("guess") == [dict.fromkeys(range(1, 101), 1)]
    assert board.state.clock.guess[0] == 7
