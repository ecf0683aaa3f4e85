"""Rule 8 where one condition decides which way unsupplied units may go: positions with all the hexes open to them."""

from __future__ import annotations

import pytest
from campaign.play.fight import tokens

from scenario_forge.campaign.state import box_place

from .positions import changed, control
from .test_limits_logistics import set_up

TRIPOLI = box_place(0)
OWN = {"allied": 1, "axis": 15}
ENEMIES = {"allied": (10, 11, 21, 22, 23), "axis": (4, 5, 6, 7, 8)}
OTHER = {"allied": "axis", "axis": "allied"}


def position(side, at, enemies=(), held=(), **values):
    """An unsupplied unit, its enemies, and ports that its side controls."""
    board = set_up("crusader", side, [], held=[(side, *held)])
    unit = board.put(side, OWN[side], at, **{"unsupplied": 1, **values})
    for number, hex_ in zip(ENEMIES[side], enemies, strict=False):
        board.put(OTHER[side], number, hex_)
    return board, unit


def open_to(board, unit):
    """The places that a unit may enter next."""
    playout = board.play()
    found = tokens(playout, unit) if unit in tokens(playout) else []
    return {"Tripolitania" if place == TRIPOLI else board.ids[place] for place in found}


@pytest.mark.clause("8.6", "8.7", "8.8", "8.10", "8.11", "8.12", "8.13", "8.14", "8.15", "12.7")
@pytest.mark.parametrize(
    ("side", "at", "enemies", "held", "values", "where", "must"),
    [
        # along the coast road or nearer home; the road bends away from home at times, and runs past itself
        ("allied", "X17", (), (), {}, "W18 X18 Y18", True),
        ("axis", "X19", (), (), {}, "W19 X18 Y19", True),
        ("allied", "Y18", (), (), {}, "X18 Y19", True),
        ("axis", "Y18", (), (), {}, "X17 Y17", True),
        ("axis", "W15", (), (), {}, "V14 W14", True),
        ("axis", "QQ16", (), (), {}, "PP15 QQ15 RR15", True),
        ("axis", "QQ15", ("QQ13", "OO13", "QQ16", "RR12"), (), {}, "PP14", True),
        # no way home but the road, or out of the ring: one may, and need not
        ("axis", "S36", ("R33", "Q34", "Q35", "PP1", "RR1"), (), {}, "S35", False),
        ("allied", "W15", ("V14", "U13", "W16", "V15", "Y17"), (), {}, "X14", False),
        # the last hex; a home in an enemy zone is none, and the sea beside it leads nowhere
        ("allied", "RR30", (), (), {}, "RR31 SS31", True),
        ("allied", "FF36", ("FF33", "CC35"), (), {}, "EE36", True),
        ("allied", "EE34", ("FF36",), (), {}, "FF33 FF34", True),
        ("allied", "RR32", ("RR31", "QQ32"), (), {}, "SS33", False),
        ("allied", "SS33", ("SS32",), (), {}, "RR33", False),
        # off the map, beside the box and out of a zone; the enemy's box is nobody's home
        ("axis", "B1", (), (), {}, "Tripolitania", True),
        ("axis", "B2", (), (), {}, "B1", True),
        ("axis", "D1", ("A1", "D3"), (), {}, "Tripolitania", True),
        ("allied", "B1", (), (), {}, "B2 C2", True),
        # who begins at home may go on to its port, who has come there may not; the enemy's home is no stop
        ("allied", "SS31", (), (), {}, "", False),
        ("allied", "SS31", (), ("SS32",), {}, "SS32", False),
        ("allied", "SS31", (), ("SS32",), {"moved": 1}, "", False),
        ("axis", "RR32", (), (), {"moved": 1}, "QQ32 RR31 SS32", True),
        # to a port: in reach, held by nobody else, and each hex nearer it; not into a pocket that leads nowhere
        ("allied", "P30", (), (), {}, "P31", True),
        ("allied", "P30", (), ("T30",), {}, "P31 Q30 Q31", True),
        ("allied", "P30", ("T30",), ("T30",), {}, "P31", True),
        ("axis", "GG32", (), ("T7",), {}, "GG31 HH31", True),
        ("axis", "M30", ("K29",), ("T30", "RR15"), {}, "M29 M31 N29 N30", True),
        ("axis", "Q36", ("R33", "T35"), ("RR15",), {}, "P35 Q35 QQ1 R36", True),
        ("allied", "T8", ("R7", "U9", "Q7", "U10", "U11"), ("T7",), {}, "S9 T7", True),
        ("allied", "QQ3", ("OO1", "QQ4", "PP5", "QQ1", "QQ6"), ("SS1",), {}, "PP2", True),
        ("axis", "OO15", ("NN12", "MM14", "LL15", "NN17", "NN15"), ("RR15",), {}, "OO14 PP14 PP15", True),
        # on the road, a hex of which is in a zone
        ("axis", "V13", ("U12",), (), {"moved": 1}, "U14", True),
    ],
)
def test_the_hexes_open_to_an_unsupplied_unit(side, at, enemies, held, values, where, must):
    board, unit = position(side, at, enemies, held, **values)
    assert open_to(board, unit) == set(where.split())
    assert ("end" in tokens(board.play())) is not must


@pytest.mark.clause("8.10", "12.7", "8.8")
def test_whoever_is_in_the_box_is_at_home_and_stays():
    board, unit = position("axis", "B1")
    board.state.units.place[unit] = TRIPOLI
    changed(board)
    assert open_to(board, unit) == set()
    assert "end" in tokens(board.play())


@pytest.mark.clause("8.13", "8.12", "8.14")
def test_the_way_home_is_measured_anew_when_the_enemy_has_moved():
    """The zone is further on, so that it closes none of the hexes that are next."""
    board, unit = position("axis", "M20")
    enemy = board.put("allied", 4, "AA30")
    for hex_, where in (("AA30", "L19 M19"), ("L17", "L19"), ("K18", "M19"), ("AA30", "L19 M19")):
        board.state.units.place[enemy] = board.hex(hex_)
        changed(board)
        assert open_to(board, unit) == set(where.split())


@pytest.mark.clause("8.8", "8.9")
@pytest.mark.parametrize(
    ("friends", "left", "bound"), [((), 2, True), ((4,), 2, True), ((4, 5), 2, False), ((4, 5), 4, True)]
)
def test_nobody_is_bound_to_move_who_finds_no_room_at_the_end_of_the_way(friends, left, bound):
    """The one hex nearer home is full, and there are points to go through it or not."""
    board, unit = position("allied", "P30")
    assert open_to(board, unit) == {"P31"}
    for number in friends:
        board.put("allied", number, "P31")
    board.state.units.spent[unit] = (30 - left) * board.rules.scale
    changed(board)
    assert ("end" in tokens(board.play())) is not bound


@pytest.mark.clause("8.7", "8.6")
def test_a_port_counts_as_soon_as_it_is_held_and_no_longer():
    board, unit = position("allied", "P30")
    for side, where in (("allied", {"P31", "Q30", "Q31"}), ("axis", {"P31"}), ("allied", {"P31", "Q30", "Q31"})):
        control(board, side, "T30")
        changed(board)
        assert open_to(board, unit) == where
