"""Rules 3, 4 and 5 as they bind a move."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import supplied, zones
from scenario_forge.simulator.step import IllegalActionError

from .table import Board


def points(board, unit):
    """Movement points spent, as printed."""
    return board.state.units.spent[unit] / board.rules.scale


def move(board, unit, *hexes):
    playout = board.play()
    playout.act((unit, *(board.hex(hex_) for hex_ in hexes)))
    playout.advance()
    return playout


@pytest.mark.clause("3.3", "TEC.1", "TEC.4")
@pytest.mark.parametrize(
    ("begin", "way", "cost"),
    [
        ("M19", ["M20", "M21", "M22"], 6),  # terrain effects chart: clear 2
        ("N19", ["N20", "N21"], 2),  # a track 1 a hex
    ],
)
def test_terrain_costs_what_the_chart_says(begin, way, cost):
    board = Board()
    unit = board.put("allied", 1, begin)
    board.put("axis", 15, "K21")  # near: no strategic rate
    move(board, unit, *way)
    assert points(board, unit) == cost


@pytest.mark.clause("3.4", "3.6", "TEC.1", "TEC.11")
def test_far_from_the_enemy_costs_are_halved():
    """Rule 3, strategic movement: more than five hexes from every enemy unit."""
    board = Board()
    unit = board.put("allied", 1, "J20")
    board.put("axis", 15, "J28")
    move(board, unit, "J21", "J22", "J23", "J24")
    # J21 and J22 are 7 and 6 hexes away, J23 and J24 5 and 4
    assert points(board, unit) == 1 + 1 + 2 + 2


@pytest.mark.clause("TEC.5")
def test_the_coast_road_takes_away_an_escarpment_and_a_track_does_not():
    """Terrain effects chart, second note; the coast road costs half a point."""
    board = Board()
    unit = board.put("allied", 1, "T29")
    board.put("axis", 15, "R28")
    move(board, unit, "T30", "S31")
    assert points(board, unit) == 1


@pytest.mark.clause("2.5", "4.5")
def test_a_unit_that_enters_a_zone_of_control_must_stop():
    """Rule 4."""
    board = Board()
    unit = board.put("allied", 1, "J20")
    board.put("axis", 15, "J23")
    with pytest.raises(IllegalActionError):
        move(board, unit, "J21", "J22", "J21")
    move(board, unit, "J21", "J22")
    assert list(Walk(board.rules, board.state, unit).steps()) == []


@pytest.mark.clause("4.7", "4.8", "4.10")
def test_at_the_beginning_of_its_turn_a_unit_may_leave_a_zone_for_a_free_hex_at_three_points():
    """Rule 4: disengagement."""
    board = Board()
    unit = board.put("allied", 1, "J22")
    board.put("axis", 15, "J23")
    steps = dict(Walk(board.rules, board.state, unit).steps())
    assert board.hex("J21") in steps
    assert steps[board.hex("J21")] / board.rules.scale == 2 + 3
    zone = zones(board.rules, board.state, board.rules.compiled.units.side[board.unit("axis", 15)])
    assert all(not zone[hex_] for hex_ in steps)
    board.state.clock.rounds[0] = 1
    assert dict(Walk(board.rules, board.state, unit).steps()) == {}, "not after a round of combat"


@pytest.mark.clause("TEC.6")
def test_nobody_enters_an_enemy_hex_or_the_sea_or_the_depression():
    board = Board()
    unit = board.put("allied", 1, "J22")
    board.put("axis", 15, "J24")
    for hexes in (["J23", "J24"],):
        with pytest.raises(IllegalActionError) as error:
            move(board, unit, *hexes)
        assert error.value.stage == 2
    rim = board.put("allied", 2, "QQ16")
    entered = dict(Walk(board.rules, board.state, rim).steps())
    land = board.rules.compiled.kinds.terrain_land
    assert all(land[board.rules.compiled.map.terrain[hex_]] for hex_ in entered)


@pytest.mark.clause("4.4", "7.3")
def test_zones_reach_neither_into_nor_out_of_a_fortification():
    """Rules 4 and 7."""
    board = Board()
    garrison = board.put("allied", 24, "T30")
    side = board.rules.compiled.units.side[garrison]
    assert not any(zones(board.rules, board.state, side))
    outside = board.put("axis", 15, "S30")
    assert not zones(board.rules, board.state, board.rules.compiled.units.side[outside])[board.hex("T30")]


@pytest.mark.clause("5.1", "5.6", "5.7")
def test_more_than_a_division_may_not_end_in_a_hex_but_may_be_passed():
    """Rule 5."""
    board = Board()
    for number in (4, 5):
        board.put("allied", number, "J21")
    unit = board.put("allied", 1, "J20")
    with pytest.raises(IllegalActionError):
        move(board, unit, "J21")
    move(board, unit, "J21", "J22")
    assert board.state.units.place[unit] == board.hex("J22")


@pytest.mark.clause("3.2")
def test_points_are_not_exceeded():
    board = Board()
    unit = board.put("allied", 1, "J20")
    for number, hex_ in ((15, "M21"), (16, "M28"), (18, "M34")):  # near all the way: no strategic rate
        board.put("axis", number, hex_)
    allowed = board.rules.compiled.units.movement[unit] // 2
    row = [f"J{number}" for number in range(21, 21 + allowed)]
    assert allowed == 15
    with pytest.raises(IllegalActionError):
        move(board, unit, *row, "J36")


@pytest.mark.clause("8.1", "8.2", "1.13")
@pytest.mark.parametrize(("number", "nation", "radius"), [(15, "german", 20), (10, "italian", 10)])
def test_general_supply_reaches_as_far_as_the_nationality_allows(number, nation, radius):
    """Rule 8: 10 hexes for Italian, 15 for Allied, 20 for German units."""
    board = Board(side="axis")
    side = board.rules.compiled.keys["sides"].index("axis")
    board.supply("axis", "J1".replace("J1", "J10"))
    for distance, expected in ((radius, 1), (radius + 1, 0)):
        unit = board.put("axis", number, f"J{10 + distance}")
        assert supplied(board.rules, board.state, side)[unit] == expected, (nation, distance)


@pytest.mark.clause("8.25", "8.26", "8.27", "4.6")
def test_a_supply_path_enters_an_enemy_zone_only_where_a_friend_stands():
    """Rule 8. Enemies in every second row close the map with their zones; friends in those open a way."""
    board = Board(side="axis")
    side = board.rules.compiled.keys["sides"].index("axis")
    board.supply("axis", "H14")
    unit = board.put("axis", 15, "H22")
    assert supplied(board.rules, board.state, side)[unit]
    rows = "ABCDEFGHIJKLMNOPQRST"
    for number, row in enumerate(rows[::2]):
        board.put("allied", [1, 2, 4, 5, 6, 7, 9, 10, 11, 12][number], f"{row}18")
    assert not supplied(board.rules, board.state, side)[unit], "zones and units close every row"
    for number, hex_ in ((16, "H17"), (18, "H18"), (19, "H19")):
        board.put("axis", number, hex_)
    assert supplied(board.rules, board.state, side)[unit]
