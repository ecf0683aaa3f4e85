"""Rule 3 and the terrain effects chart: what movement costs, and what is no movement."""

from __future__ import annotations

import pytest
from campaign.play.test_combat_advance import advance

from scenario_forge.campaign.combat.differential import differential
from scenario_forge.campaign.movement.walk import Walk

from .positions import Board, at_step, move, points, tokens


def edges(board, wanted):
    """Edges over land that carry no line, as (hex, beyond), where terrain and hexside are as wanted."""
    keys, ground = board.rules.compiled.keys, board.rules.compiled.map
    for edge, beyond in enumerate(board.rules.neighbours):
        sides = {name for n, name in enumerate(keys["hexside_kinds"]) if ground.sides[edge] >> n & 1}
        plain = beyond >= 0 and not ground.lines[edge] and keys["terrain"][ground.terrain[edge // 6]] == "clear"
        if plain and wanted == (keys["terrain"][ground.terrain[beyond]], sides):
            yield edge // 6, beyond


@pytest.mark.clause("3.3", "3.5", "3.4", "TEC.1", "TEC.2", "TEC.3", "TEC.7", "TEC.8", "TEC.11")
@pytest.mark.parametrize(
    ("terrain", "sides", "near", "far"),
    [
        ("clear", set(), 2, 1),
        ("sand", set(), 6, 6),
        ("rough", set(), 4, 4),
        ("clear", {"escarpment"}, 2 + 8, 1 + 8),
        ("clear", {"ridge"}, 2, 1),
    ],
)
def test_clear_is_halved_far_from_the_enemy_and_sand_rough_and_escarpments_are_not(terrain, sides, near, far):
    board = Board()
    start, beyond = next(edges(board, (terrain, sides)))
    unit = board.put("allied", 1, board.ids[start])
    cost = dict(Walk(board.rules, board.state, unit).steps())
    assert cost[beyond] == far * board.rules.scale
    rim, met = {beyond}, {beyond}
    for _ in range(4):
        rim = {o for h in rim for o in board.rules.ways[6 * h : 6 * h + 6] if o >= 0} - met
        met |= rim
    board.put("axis", 15, board.ids[min(rim - {start})])  # four hexes away at most
    cost = dict(Walk(board.rules, board.state, unit).steps())
    assert cost[beyond] == near * board.rules.scale


@pytest.mark.clause("TEC.9")
def test_the_nile_is_not_crossed():
    board = Board()
    nile = 1 << board.rules.compiled.keys["hexside_kinds"].index("nile")
    rows = [edge for edge, mask in enumerate(board.rules.compiled.map.sides) if mask & nile]
    assert rows
    for edge in rows:
        unit = board.put("allied", 1, board.ids[edge // 6])
        assert board.rules.neighbours[edge] not in dict(Walk(board.rules, board.state, unit).steps())


@pytest.mark.clause("TEC.10")
def test_a_town_changes_neither_the_cost_of_its_hex_nor_a_battle_for_it():
    board = Board()
    places, kinds = board.rules.compiled.places, board.rules.compiled.keys["place_kinds"]
    town, fort = (1 << kinds.index(kind) for kind in ("town", "fortification"))
    towns = [hex_ for hex_, own in zip(places.hex, places.kinds, strict=True) if own & town and not own & fort]
    ground = board.rules.compiled.map
    tried = 0
    for hex_ in towns:
        for edge in (e for e, beyond in enumerate(board.rules.neighbours) if beyond == hex_):
            if not ground.lines[edge] and not ground.sides[edge] and board.rules.open_sides[edge]:
                kind = board.rules.compiled.keys["terrain"][ground.terrain[hex_]]
                assert board.rules.ground.cost[edge] == {"clear": 2, "sand": 6, "rough": 4}[kind] * board.rules.scale
                tried += 1
        enemy = board.put("axis", 10, board.ids[hex_])
        found = differential(board.rules, board.state, [], [hex_], [enemy])
        assert (found.slopes, found.armour, found.fortification) == (0, 0, 0)
    assert tried


@pytest.mark.clause("3.7", "6.38")
def test_an_advance_costs_nothing_and_minds_no_allowance():
    board = Board()
    unit = board.put("allied", 5, "J22", spent=20 * 2)
    board.state.units.spent[unit] = 20 * board.rules.scale  # all it has
    board.put("axis", 10, "K25")
    playout = advance(board, [unit], 3, ["J23", "J24", "J25"])
    assert unit in tokens(playout)
    move(playout, board, unit, "J23", "J24", "J25")
    assert board.state.units.place[unit] == board.hex("J25")
    assert points(board, unit) == 20


@pytest.mark.clause("3.10")
def test_after_an_advance_movement_goes_on_from_where_the_unit_is():
    board = Board()
    unit = board.put("allied", 5, "J22")
    move(advance(board, [unit], 1, ["J23", "J24"]), board, unit, "J23")
    playout = board.play()
    move(playout, board, unit, "J24")
    assert board.state.units.place[unit] == board.hex("J24")


@pytest.mark.clause("3.13", "8.32", "8.30")
def test_supply_units_do_not_move_with_combat_units():
    board = Board()
    marker = board.supply("allied", "J20")
    playout = board.play()
    playout.advance()
    assert marker not in tokens(playout)
    later = at_step(board, "supply-moves")
    later.advance()
    assert marker in tokens(later)
    assert board.hex("J21") in tokens(later, (marker,))


@pytest.mark.clause("3.12", "3.2")
def test_points_that_others_have_spent_are_no_longer_there_to_move_with():
    board = Board()
    unit = board.put("allied", 11, "F12")  # allowance 25
    board.put("axis", 15, "F16")
    board.state.clock.spent[0] = 22 * board.rules.scale
    walk = Walk(board.rules, board.state, unit)
    assert board.hex("F13") in dict(walk.steps())
    board.state.clock.spent[0] = 24 * board.rules.scale
    walk = Walk(board.rules, board.state, unit)
    assert board.hex("F13") not in dict(walk.steps())
