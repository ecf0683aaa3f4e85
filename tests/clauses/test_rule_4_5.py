"""Rules 4 and 5: zones of control and stacking."""

from __future__ import annotations

import pytest
from campaign.play.table import Board

from scenario_forge.campaign.arrivals.centres import unit_spots
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import enemy_zones, room, weight, zones
from scenario_forge.simulator.step import IllegalActionError

from .positions import changed, move, points


def zone_of(board, side="axis"):
    number = board.rules.compiled.keys["sides"].index(side)
    return {board.ids[h] for h, flag in enumerate(zones(board.rules, board.state, number)) if flag}


@pytest.mark.clause("4.1")
def test_a_zone_is_the_six_hexes_around_a_combat_unit():
    board = Board()
    board.put("axis", 15, "J22")
    around = board.rules.neighbours[6 * board.hex("J22") : 6 * board.hex("J22") + 6]
    assert zone_of(board) == {board.ids[hex_] for hex_ in around}
    assert len(zone_of(board)) == 6


@pytest.mark.clause("4.2", "11.4")
def test_supply_units_and_private_armies_have_no_zone():
    board = Board("nov41-dec42")
    board.supply("axis", "J22")
    board.put("allied", 34, "J30")
    assert zone_of(board) == set()
    assert zone_of(board, "allied") == set()


@pytest.mark.clause("4.3", "TEC.9")
@pytest.mark.parametrize("kind", ["nile", "sea", "depression"])
def test_no_zone_across_what_cannot_be_passed(kind):
    board = Board()
    keys, ground = board.rules.compiled.keys, board.rules.compiled.map
    shut = []
    for edge, beyond in enumerate(board.rules.neighbours):
        land = keys["terrain"][ground.terrain[edge // 6]] == "clear"
        nile = kind == "nile" and ground.sides[edge] >> keys["hexside_kinds"].index("nile") & 1
        if beyond >= 0 and land and (nile or keys["terrain"][ground.terrain[beyond]] == kind):
            shut.append((edge // 6, beyond))
    assert shut
    for hex_, beyond in shut[:20]:
        board.put("axis", 15, board.ids[hex_])
        assert board.ids[beyond] not in zone_of(board)
        assert zone_of(board), "but elsewhere it has one"


@pytest.mark.clause("4.6")
def test_a_zone_bears_on_supply_and_retreat_too():
    board = Board()
    board.put("axis", 15, "J22")
    assert any(enemy_zones(board.rules, board.state, 0))


@pytest.mark.clause("4.9", "4.8")
def test_after_disengaging_a_unit_goes_on_as_any_other():
    board = Board()
    unit = board.put("allied", 1, "J22")
    board.put("axis", 15, "J23")
    playout = board.play()
    move(playout, board, unit, "J21", "J20", "J19")
    assert board.state.units.place[unit] == board.hex("J19")
    assert points(board, unit) == 3 + 2 + 2 + 2


@pytest.mark.clause("7.14")
def test_no_zone_into_an_enemy_box_but_out_of_a_box():
    board = Board()
    board.put("axis", 10, "J22")
    board.state.hexes.box[board.hex("J23")] = 1
    changed(board)
    assert "J23" not in zone_of(board)
    assert "J21" in zone_of(board)
    board.state.hexes.box[board.hex("J22")] = 2
    changed(board)
    assert "J21" in zone_of(board)


# -- stacking ----------------------------------------------------------------------------------------


@pytest.mark.clause("5.1")
def test_two_regiments_are_a_brigade_and_two_brigades_a_division():
    board = Board()
    division, brigade, regiment = (board.put("axis", number, "A1") for number in (10, 31, 22))
    found = [weight(board.rules, board.state, unit) for unit in (regiment, brigade, division)]
    assert found[1] == 2 * found[0]
    assert found[2] == 2 * found[1] == board.rules.given.stacking.limit
    board.put("axis", 11, "J22")
    assert not room(board.rules, board.state, 1, board.hex("J22"), regiment)


@pytest.mark.clause("5.2", "10.12")
def test_battalions_supply_and_markers_go_on_top_of_a_full_hex():
    board = Board()
    board.put("axis", 10, "J22")
    board.supply("axis", "J22")
    board.state.hexes.wreck[board.hex("J22")] = 4
    board.state.hexes.box[board.hex("J22")] = 2
    changed(board)
    battalion, regiment = board.put("axis", 17, "J20"), board.put("axis", 22, "J20")
    assert room(board.rules, board.state, 1, board.hex("J22"), battalion)
    assert not room(board.rules, board.state, 1, board.hex("J22"), regiment)
    alone = board.hex("K22")
    board.supply("axis", "K22")
    board.state.hexes.wreck[alone] = 4
    changed(board)
    assert room(board.rules, board.state, 1, alone, board.unit("axis", 10)), "markers alone weigh nothing"


@pytest.mark.clause("5.3", "5.4")
@pytest.mark.parametrize(
    ("number", "left", "like"),
    [(10, 3, 10), (10, 2, 31), (31, 3, 31), (31, 2, 22), (22, 1, 22)],
    ids=["xx half", "xx worn", "x half", "x worn", "iii"],
)
def test_below_half_its_strength_a_unit_stacks_like_the_next_smaller_size(number, left, like):
    """Of 6: 3 is half, which is not below half (ruling A-STACK-HALF). Beside it there is room for the rest only."""
    weights = {10: 4, 31: 2, 22: 1}
    board = Board(side="axis")
    unit = board.put("axis", number, "J20", strength=left)
    assert weight(board.rules, board.state, unit) == weights[like]
    friends = [board.put("axis", number, "J21") for number in (23, 24, 32, 33)]
    board.put("allied", 1, "M24")
    playout = board.play()
    came = 0
    for friend in friends:
        if board.hex("J20") in [choice.token for choice in playout.choices((friend,)) if choice.whole]:
            move(playout, board, friend, "J20")
            came += 1
    assert came == 4 - weights[like]


@pytest.mark.clause("5.8", "5.6")
def test_a_full_hex_is_not_entered_where_the_points_end():
    board = Board()
    for number in (4, 5):
        board.put("allied", number, "J21")
    board.put("axis", 15, "J25")
    unit = board.put("allied", 1, "J20")
    board.state.units.spent[unit] = 28 * board.rules.scale  # of 30: one clear hex
    playout = board.play()
    playout.advance()
    assert board.hex("J21") in dict(Walk(board.rules, board.state, unit).steps())
    with pytest.raises(IllegalActionError):
        playout.act((unit, board.hex("J21")))
    assert board.hex("J21") not in [choice.token for choice in playout.choices((unit,))]


@pytest.mark.clause("5.5", "9.23")
def test_stacking_holds_for_arrivals():
    board = Board("cyrenaica")
    unit = board.unit("allied", 18)
    board.state.hexes.control[board.hex("RR15")] = 1
    changed(board)
    assert board.hex("RR15") in unit_spots(board.rules, board.state, unit)
    for number in (4, 5):
        board.put("allied", number, "RR15")
    assert board.hex("RR15") not in unit_spots(board.rules, board.state, unit)


@pytest.mark.clause("5.7")
def test_two_full_hexes_are_passed_one_after_the_other():
    board = Board()
    for number, hex_ in ((4, "J21"), (5, "J21"), (6, "J22"), (9, "J22")):
        board.put("allied", number, hex_)
    unit = board.put("allied", 1, "J20")
    walk = Walk(board.rules, board.state, unit)
    walk.enter(board.hex("J21"))
    assert not walk.ends()
    assert walk.can_end(), "beyond"
    playout = board.play()
    move(playout, board, unit, "J21", "J22", "J23")
    assert board.state.units.place[unit] == board.hex("J23")
