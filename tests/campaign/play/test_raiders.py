"""Rule 11: the private army."""

from __future__ import annotations

import pytest

from scenario_forge.campaign.movement.obligations import units_behind
from scenario_forge.campaign.movement.walks import walk_of
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_place
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.systems.desert_rats.play import sequence
from scenario_forge.systems.desert_rats.raiders import REARM
from scenario_forge.systems.desert_rats.raids import captors

from .table import Board, Watched
from .test_logistics import at_step, control, events, tokens

TRIPOLI = box_place(0)


def raiding(hex_="J20", side="allied", **values):
    board = Board("nov41-dec42", side)
    return board, board.put("allied", 34, hex_, **values)


def cost(board, unit, hex_):
    return dict(walk_of(board.rules, board.state, unit).steps())[board.hex(hex_)] / board.rules.scale


@pytest.mark.clause("11.5")
def test_zones_cost_one_more_and_occupied_hexes_two_more_but_stop_nobody():
    """11.5 and A-PA-MP."""
    board, unit = raiding()
    board.put("axis", 15, "J22")
    board.put("axis", 16, "J21")
    assert cost(board, unit, "J21") == 2 + 2
    board.state.units.place[board.unit("axis", 16)] = NOWHERE
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert cost(board, unit, "J21") == 2 + 1
    playout = board.play()
    playout.act((unit, board.hex("J21"), board.hex("J22"), board.hex("J23")))
    playout.advance()
    while playout.frame.step == "captures":
        playout.act(("end",))
        playout.advance()
    assert board.state.units.place[unit] == board.hex("J23")


@pytest.mark.clause("3.8", "11.3")
@pytest.mark.parametrize(("raider", "fighter", "level"), [(36, 0, 0), (36, 10, 10), (5, 10, 10)])
def test_a_round_levels_all_to_the_combat_unit_that_has_spent_most_and_not_to_the_private_army(raider, fighter, level):
    """A-PA-CLOCK: a brigade that has not moved keeps what is left of its own; the army keeps step."""
    board, unit = raiding("J30", spent=raider * Board("nov41-dec42").rules.scale)
    scale = board.rules.scale
    idle = board.put("allied", 1, "P20")
    board.put("allied", 3, "J20", spent=fighter * scale)
    board.put("axis", 15, "J21")
    board.supply("allied", "J19")
    at_step(board, "operations").act(("round",))
    assert board.state.clock.spent[0] == level * scale
    assert walk_of(board.rules, board.state, idle).spent == level * scale
    assert walk_of(board.rules, board.state, unit).spent == max(raider, level) * scale


@pytest.mark.clause("8.18", "11.3")
@pytest.mark.parametrize("other", [34, 3])
def test_the_retreating_keep_pace_with_combat_units_and_not_with_the_private_army(other):
    """A-PA-CLOCK."""
    board = Board("nov41-dec42")
    retreating = board.put("allied", 1, "J30", unsupplied=1)
    board.put("allied", other, "P20", spent=10 * board.rules.scale)
    assert units_behind(board.rules, board.state, 0) == [retreating] * (other == 3)


@pytest.mark.clause("11.22", "TEC.6")
def test_it_alone_crosses_the_depression_at_six_a_hex():
    """11.22; the terrain effects chart."""
    board, _raider = raiding()
    terrain, keys = board.rules.compiled.map.terrain, board.rules.compiled.keys["terrain"]
    ground, raider = board.rules.ground, board.rules.irregular_ground
    edges = [
        edge
        for edge, other in enumerate(board.rules.neighbours)
        if other >= 0 and keys[terrain[other]] == "depression" and raider.cost[edge]
    ]
    assert edges
    open_sides = [edge for edge in edges if not board.rules.compiled.map.sides[edge]]
    assert {raider.cost[edge] for edge in open_sides} == {6 * board.rules.scale}
    assert not any(ground.cost[edge] for edge in edges)


@pytest.mark.clause("9.18")
def test_it_gains_control_of_nothing():
    """9.18 and A-PA-CARRY."""
    board, unit = raiding("T29")
    control(board, "axis", "T30")
    playout = board.play()
    playout.act((unit, board.hex("T30")))
    playout.advance()
    assert board.state.units.place[unit] == board.hex("T30")
    assert board.state.hexes.control[board.hex("T30")] == 2


@pytest.mark.clause("11.8", "11.12", "11.13")
@pytest.mark.parametrize(
    ("die", "guard", "destroyed"), [(1, True, True), (2, True, False), (2, False, True), (3, False, False)]
)
def test_supply_in_its_hex_is_destroyed_by_one_or_two_guarded_by_one(die, guard, destroyed):
    board, unit = raiding()
    marker = board.supply("axis", "J20")
    if guard:
        board.put("axis", 15, "J20")
    playout = at_step(board, "raids", [die])
    assert playout.advance() == 0
    playout.act((unit,))
    playout.advance()
    assert (board.state.supplies.place[marker] == NOWHERE) == destroyed
    assert board.state.units.down[unit] == 1
    assert at_step(board, "raids").advance() is None, "face down"


@pytest.mark.clause("11.12")
def test_each_supply_unit_in_the_hex_is_attacked():
    board, unit = raiding()
    markers = [board.supply("axis", "J20"), board.supply("axis", "J20")]
    playout = at_step(board, "raids", [1, 6])
    playout.advance()
    playout.act((unit,))
    playout.advance()
    assert sorted(board.state.supplies.place[m] == NOWHERE for m in markers) == [False, True]


@pytest.mark.clause("11.9", "11.10", "11.11", "11.21")
@pytest.mark.parametrize(("total", "taken"), [(12, True), (11, False)])
def test_each_axis_unit_in_its_hex_may_try_once_with_twelve(total, taken):
    """11.9 to 11.11, 11.21 and A-PA-ATTRACT: in general supply only."""
    board, raider = raiding(side="axis")
    one, other = board.put("axis", 15, "J20"), board.put("axis", 16, "J20")
    assert captors(board.rules, board.state, raider) == []
    board.supply("axis", "J24")
    board.state.revisions = [n + 1 for n in board.state.revisions]
    playout = at_step(board, "captures", [total, 2])
    assert playout.advance() == 1
    assert tokens(playout) == ["end", one, other]
    playout.act((one, raider))
    playout.advance()
    assert (board.state.units.place[raider] == AT_BASE) == taken
    if not taken:
        assert tokens(playout) == ["end", other]


@pytest.mark.clause("11.19")
def test_off_the_map_one_tries_in_all():
    board, raider = raiding(side="axis")
    for unit in (raider, board.put("axis", 15, "J20"), board.put("axis", 16, "J20")):
        board.state.units.place[unit] = TRIPOLI
    playout = at_step(board, "captures", [7])
    playout.advance()
    playout.act((tokens(playout)[1], raider))
    assert playout.advance() is None


@pytest.mark.clause("11.20")
def test_supplies_come_first():
    """11.20: entering a hex with supply and combat units, it raids before they try."""
    board, raider = raiding()
    board.put("axis", 15, "J22")
    board.supply("axis", "J22")
    playout = board.play()
    playout.act((raider, board.hex("J21"), board.hex("J22")))
    playout.advance()
    assert playout.frame.step == "operations"
    board.state.units.down[raider] = 1
    board.state.units.place[raider] = board.hex("J20")
    board.state.units.spent[raider] = 0
    board.state.revisions = [n + 1 for n in board.state.revisions]
    playout = board.play()
    playout.act((raider, board.hex("J21"), board.hex("J22")))
    assert playout.advance() == 1
    assert playout.frame.step == "captures"


@pytest.mark.clause("11.14", "11.15", "11.16")
def test_it_rearms_at_a_base_for_three_points_in_the_middle_of_a_move():
    """11.14 to 11.16: not at Jalo while Axis units are east of the Wire, nowhere where they stand."""
    board, raider = raiding("EE36", down=1)
    playout = board.play()
    assert dict(walk_of(board.rules, board.state, raider).steps()).get(REARM) == 3 * board.rules.scale
    after = playout.choices((raider, REARM))
    assert after
    playout.act((raider, REARM, after[0].token))
    playout.advance()
    assert events(playout, "rearms")[0].clause == "11.14"
    assert board.state.units.down[raider] == 0
    assert board.state.units.spent[raider] >= 3 * board.rules.scale

    jalo = board.ids[board.rules.columns.raider_bases[0]]
    board, raider = raiding(jalo, down=1)
    assert REARM in dict(walk_of(board.rules, board.state, raider).steps())
    areas = board.rules.compiled.areas
    egypt = areas.hexes[areas.begins[0] : areas.begins[1]]
    enemy = board.put("axis", 15, "J20")
    board.state.units.place[enemy] = egypt[100]
    board.state.revisions = [n + 1 for n in board.state.revisions]
    assert REARM not in dict(walk_of(board.rules, board.state, raider).steps())


@pytest.mark.clause("11.10", "11.7")
def test_a_captured_one_returns_at_its_base_in_the_next_logistics_phase():
    """11.10; and it needs no supply (11.7)."""
    board, raider = raiding()
    board.state.units.place[raider] = AT_BASE
    at_step(board, "reinforcements").advance()
    assert board.ids[board.state.units.place[raider]] == "EE36"
    board.state.units.place[raider] = board.hex("J20")
    at_step(board, "general-supply").advance()
    assert board.state.units.unsupplied[raider] == 0


@pytest.mark.clause("11.9", "11.4")
def test_who_walks_into_its_hex_may_try():
    """11.9: in either player's turn; Axis units pass through it freely (11.4)."""
    board, raider = raiding("J22", side="axis")
    unit = board.put("axis", 15, "J20")
    board.supply("axis", "J18")
    playout = board.play()
    playout.act((unit, board.hex("J21"), board.hex("J22"), board.hex("J23")))
    assert playout.advance() == 1
    assert playout.frame.step == "captures"
    playout.act(("end",))
    playout.advance()
    assert board.state.units.place[unit] == board.hex("J23")
    assert board.state.units.place[raider] == board.hex("J22"), "nobody has taken it"


@pytest.mark.clause("11.9")
def test_the_throw_is_of_two_dice():
    board, raider = raiding(side="axis")
    unit = board.put("axis", 15, "J20")
    board.state.stack = (Frame("capture-throw", {"unit": unit, "raider": raider}),)
    playout = Watched(sequence(board.rules), board.state, Scripted([]))
    outcomes = {o.token: o.weight for o in playout.step.chance(board.state, playout.frame).outcomes}
    assert outcomes[12] == 1
    assert sum(outcomes.values()) == 36
