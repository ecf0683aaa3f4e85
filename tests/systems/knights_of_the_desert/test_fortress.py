"""What a fortress behind the front does: raids on the enemy's depots, and the sea between it and the home base."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame

from .board import ALLIED, AXIS, Board

TOBRUK, BARDIA, ALEXANDRIA, MATRUH = "1711", "2010", "3408", "2608"


def raided(units, pool=1000, there=37):
    """A turn's raid with these units on the map; the Allies were last in the fortress, and unit ``there`` is in it."""
    board = Board({36: {"at": ALEXANDRIA}, **({there: {"at": TOBRUK}} if there else {}), **units}, step="raid")
    board.state.sides.pool[AXIS] = pool
    occupied_hexes(board, ALLIED)
    board.playout.advance()
    return board


def occupied_hexes(board, side):
    board.state.towns.holder[list(board.rules.towns).index(board.hex(TOBRUK))] = side + 1


def at_distance(hexes):
    """Some hex that units can be in, so far from the fortress."""
    board = Board()
    rules, centre = board.rules, board.hex(TOBRUK)
    land = (h for h in range(rules.hexes) if rules.passable[rules.terrain[h]])
    return board.compiled.names["hexes"][next(h for h in land if rules.distance(centre, h) == hexes)]


@pytest.mark.clause("III.2.C.6a", "III.2.C.6c", "IV.B.2.e", game="knights-of-the-desert")
def test_the_pool_is_cut_by_a_fifth_with_an_axis_unit_east_of_an_open_tobruk():
    board = raided({8: {"at": BARDIA}}, pool=1003)
    assert board.state.sides.pool[AXIS] == 803
    assert [board.play.event_text(board.state, e) for e in board.playout.events if e.name == "desert rats strike"] == [
        "the Desert Rats strike: 200 supply points are lost"
    ]


@pytest.mark.clause("III.2.C.6a", "IV.A.2.f", game="knights-of-the-desert")
@pytest.mark.parametrize("there", [30, 37])
def test_any_allied_unit_holds_tobruk(there):
    """Ruling A59: a depot too."""
    assert raided({8: {"at": BARDIA}}, there=there).state.sides.pool[AXIS] == 800


@pytest.mark.clause("III.2.C.6a", "IV.B.2.e", "IV.A.2.f", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("units", "there"),
    [
        pytest.param({8: {"at": "1410"}}, 37, id="nobody is east of it"),
        pytest.param({3: {"at": BARDIA}}, 37, id="only a depot is east of it"),
        pytest.param({8: {"at": BARDIA}}, None, id="nobody is in it"),
        pytest.param({8: {"at": BARDIA}}, 9, id="the Axis is in it"),
    ],
)
def test_nobody_raids_otherwise(units, there):
    """Ruling A59: the Allies hold a Tobruk that they are in, and not one that they have left."""
    board = raided({**units, 4: {"at": "1810"}}, there=there)
    assert board.state.sides.pool[AXIS] == 1000
    assert board.where(4) == "1810"


@pytest.mark.clause("III.2.C.6a", "IV.B.2.e", game="knights-of-the-desert")
@pytest.mark.parametrize("gap", [False, True])
def test_a_fortress_that_axis_units_and_the_sea_shut_in_raids_nobody(gap):
    """One hex beside it without an Axis unit is enough for it to be open."""
    board = Board({})
    land = [h for h in board.rules.around(board.hex(TOBRUK)) if board.rules.passable[board.rules.terrain[h]]]
    names = [board.compiled.names["hexes"][hex_] for hex_ in land]
    ring = {no: {"at": name} for no, name in zip(range(8, 14), names[gap:], strict=False)}
    found = raided({**ring, 18: {"at": BARDIA}})
    assert found.state.sides.pool[AXIS] == (800 if gap else 1000)


@pytest.mark.clause("III.2.C.6b", "IV.A.2.f", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("unit", "hexes", "others", "lost"),
    [
        pytest.param(3, 1, 0, True, id="a depot beside it"),
        pytest.param(3, 4, 0, True, id="a depot four hexes away"),
        pytest.param(3, 5, 0, False, id="a depot five hexes away"),
        pytest.param(3, 4, 1, False, id="a depot in a stack"),
        pytest.param(9, 1, 0, False, id="a combat unit"),
    ],
)
def test_depots_alone_within_four_hexes_are_lost(unit, hexes, others, lost):
    at = at_distance(hexes)
    board = raided({8: {"at": BARDIA}, unit: {"at": at}, **{no: {"at": at} for no in range(10, 10 + others)}})
    assert (board.where(unit) != at) == lost
    assert board.where(8) == BARDIA


# -- by sea ----------------------------------------------------------------------------------------


@pytest.mark.clause("III.2.E.9", "IV.C.3.f1", game="knights-of-the-desert")
@pytest.mark.parametrize(("start", "end"), [(TOBRUK, ALEXANDRIA), (ALEXANDRIA, TOBRUK)])
def test_one_allied_unit_a_turn_goes_by_sea(start, end):
    """For all its operation points and no supply; a second one stays."""
    board = Board({37: {"at": start, "supply": 300, "fort": 2}, 38: {"at": start}, 8: {"at": "0204"}}, side=ALLIED)
    board.act(37, "sail")
    assert board.where(37) == end
    assert (board.unit(37, "points"), board.unit(37, "supply"), board.unit(37, "fort")) == (0, 300, 0)
    assert "sail" not in board.offered(38)
    assert [e.name for e in board.playout.events] == ["sails"]


@pytest.mark.clause("III.2.E.9", "III.2.E.10.d", "III.2.H.2", "IV.C.3.f1", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("step", "at", "may"),
    [
        ("operations", TOBRUK, True), ("enemy-reaction", TOBRUK, True), ("limited-reaction", TOBRUK, False),
        ("operations", BARDIA, False),
    ],
)  # fmt: skip
def test_units_go_by_sea_from_the_two_ports_in_operations_and_enemy_reaction(step, at, may):
    board = Board({37: {"at": at}, 8: {"at": "0204"}}, step=step, side=ALLIED)
    assert ("sail" in board.offered(37)) == may


@pytest.mark.clause("III.2.E.9", "III.2.G.2", game="knights-of-the-desert")
@pytest.mark.parametrize("at", [TOBRUK, ALEXANDRIA])
def test_no_depot_goes_by_sea(at):
    """Ruling A62: not in its own phase, and it acts in no other."""
    units = {30: {"at": at}, 37: {"at": at}, 8: {"at": "0204"}}
    assert "sail" not in Board(units, step="depot-movement", side=ALLIED).offered(30)
    board = Board(units, side=ALLIED)
    assert 30 not in board.offered()
    assert "sail" in board.offered(37)


@pytest.mark.clause("III.2.E.9", "IV.C.3.f1", game="knights-of-the-desert")
def test_axis_units_never_go_by_sea():
    board = Board({8: {"at": "0204"}, 37: {"at": ALEXANDRIA}}, side=AXIS)
    occupied_hexes(board, AXIS)
    assert "sail" not in board.offered(8)


@pytest.mark.clause("IV.C.3.f3", game="knights-of-the-desert")
def test_nobody_goes_by_sea_to_a_tobruk_of_the_axis():
    board = Board({37: {"at": ALEXANDRIA}, 8: {"at": TOBRUK}}, side=ALLIED)
    occupied_hexes(board, AXIS)
    assert "sail" not in board.offered(37)


@pytest.mark.clause("IV.C.3.f3", "III.2.E.9", game="knights-of-the-desert")
@pytest.mark.parametrize(("there", "may"), [(9, False), (3, False), (None, True)])
def test_the_axis_occupies_tobruk_while_a_unit_of_its_is_there(there, may):
    """Ruling A60: a Tobruk that it was last in, and has left, is open to ships."""
    board = Board(
        {37: {"at": ALEXANDRIA}, **({there: {"at": TOBRUK}} if there else {}), 8: {"at": "0204"}}, side=ALLIED
    )
    occupied_hexes(board, AXIS)
    assert ("sail" in board.offered(37)) == may


@pytest.mark.clause("III.2.E.9", "III.2.E.13", "IV.C.3.e", game="knights-of-the-desert")
@pytest.mark.parametrize(("others", "may"), [(3, True), (4, False)])
def test_a_port_that_is_full_takes_nobody_by_sea(others, may):
    stack = {no: {"at": TOBRUK} for no in range(38, 38 + others)}
    board = Board({37: {"at": ALEXANDRIA}, 8: {"at": "0204"}, **stack}, side=ALLIED)
    assert ("sail" in board.offered(37)) == may


@pytest.mark.clause("III.2.E.9", "IV.C.3.f2", game="knights-of-the-desert")
@pytest.mark.parametrize(("at", "digit", "may"), [(TOBRUK, 9, False), (TOBRUK, 0, True), (MATRUH, 9, True)])
def test_replacements_for_units_in_tobruk_shut_the_sea_for_the_turn(at, digit, may):
    board = Board({37: {"at": at, "strength": 100}, 8: {"at": "0204"}}, step="logistics", side=ALLIED)
    board.state.nations.replacements[board.rules.units.nationality[board.index[37]]] = 500
    board.state.clock.turn[0] += 1
    board.act(37, str(digit))
    board.state.stack = (Frame("operations", {"side": ALLIED}),)
    board.put(38, at=TOBRUK)
    assert ("sail" in board.offered(38)) == may


@pytest.mark.clause("III.2.E.10", "III.2.E.9", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("axis", "friends", "asked"), [("1710", 0, [{1: 70, 0: 30}]), ("1710", 1, []), ("1410", 0, [])]
)
def test_who_lands_next_to_an_enemy_where_no_friend_is_may_be_reacted_to(axis, friends, asked):
    """A ship brings a unit into a hex as a march does."""
    garrison = {no: {"at": TOBRUK} for no in range(38, 38 + friends)}
    board = Board({37: {"at": ALEXANDRIA}, 8: {"at": axis}, **garrison}, side=ALLIED, dice=[0])
    board.act(37, "sail")
    assert board.where(37) == TOBRUK
    assert board.chances("trigger") == asked
