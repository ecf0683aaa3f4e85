"""The charts and rule 7 where one condition decides: what ground, hexsides and places add, and what a game leaves out."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest
from campaign.play.fight import attack, operations, tokens
from campaign.play.table import Board, rules_of
from campaign.play.test_combat_battle import total

from scenario_forge.campaign.situation import zones

from .positions import at_step, changed, control, events
from .test_limits_start import stated

SLOPES = {"ridge": ("Q26", "R26", -2), "escarpment": ("QQ2", "RR2", -5), "none": ("J22", "J23", 0)}
"""Where an attack starts and where it goes, and what each unit loses by it."""


def resolved(board, side, units, start, target, *foes):
    """What a battle of all units is resolved at, both sides in supply."""
    other = "axis" if side == "allied" else "allied"
    for number in units:
        board.put(side, number, start)
    for number in foes:
        board.put(other, number, target)
    for owner, hex_ in ((side, start), (other, target)):
        board.state.supplies.used[board.supply(owner, hex_)] = 1
    changed(board)
    (fight,) = events(attack(board, 3), "battle")
    return fight.subjects[0]


@pytest.mark.clause("CRT.1", "CRT.2", "CRT.8", "CRT.12", "CRT.13", "CRT.14", "7.5", "6.12", "6.15", "TEC.7", "TEC.8")
@pytest.mark.parametrize("kind", SLOPES)
@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("box", [0, 2])
def test_each_unit_pays_for_its_hexside_and_armour_for_the_box(kind, count, box):
    start, target, each = SLOPES[kind]
    board = Board()
    board.state.hexes.box[board.hex(target)] = box
    strengths = [7, 7]
    found = resolved(board, "allied", [1, 2][:count], start, target, 10)
    assert found == sum(strengths[:count]) - 6 + count * each - (2 + 2 * count) * bool(box)
    parts = total(board, [board.unit("allied", number) for number in [1, 2][:count]], target)
    assert (parts.slopes, parts.armour, parts.fortification) == (count * each, -2 * count * bool(box), -2 * bool(box))


@pytest.mark.clause("18.2", "CRT.6", "CRT.8", "CRT.14", "6.12")
@pytest.mark.parametrize(
    ("side", "units", "foes", "shift"),
    [
        ("allied", [1], [35], -3),
        ("axis", [35], [1], 0),
        ("allied", [5], [35], 0),
        ("allied", [5], [35, 15], 0),
        ("allied", [1, 5], [10, 35], -3),
    ],
)
def test_anti_tank_units_tell_in_defence_against_armour_only(side, units, foes, shift):
    board = Board(side=side, options=("eighty-eights",))
    other = "axis" if side == "allied" else "allied"
    strength = board.rules.compiled.units.strength
    own = sum(strength[board.unit(side, number)] for number in units)
    theirs = sum(strength[board.unit(other, number)] for number in foes)
    assert resolved(board, side, units, "J22", "J23", *foes) == own - theirs + shift


@pytest.mark.clause("7.19", "8.21", "CRT.3", "CRT.4", "CRT.5", "CRT.8", "CRT.12")
@pytest.mark.parametrize(
    "left_out",
    [
        "combat.terrain",
        "combat.modifier.armour_against_fortification",
        "combat.modifier.unsupplied_defender",
        "none",
    ],
)
def test_a_line_that_a_game_leaves_out_counts_nothing(left_out):
    """Armour against a box in rough terrain that is out of supply."""
    board = Board()
    rough = next(
        hex_
        for hex_, kind in enumerate(board.rules.compiled.map.terrain)
        if board.rules.columns.combat_terrain[kind] == -3
        and any(
            board.rules.open_sides[edge] and board.rules.slopes[edge] == 0 for edge in range(6 * hex_, 6 * hex_ + 6)
        )
    )
    start = next(
        board.rules.neighbours[edge]
        for edge in range(6 * rough, 6 * rough + 6)
        if board.rules.open_sides[edge] and board.rules.slopes[edge] == 0
    )
    board.rules = stated(board.rules, **{left_out.replace(".", "__"): []})
    board.put("allied", 1, board.ids[start])
    board.put("axis", 10, board.ids[rough])
    board.state.hexes.box[rough] = 2
    board.state.supplies.used[board.supply("allied", board.ids[start])] = 1
    changed(board)
    (fight,) = events(attack(board, 3), "battle")
    lines = {
        "combat.terrain": -3,
        "combat.modifier.armour_against_fortification": -2,
        "combat.modifier.unsupplied_defender": 2,
    }
    assert fight.subjects[0] == 7 - 6 - 2 + sum(value for name, value in lines.items() if name != left_out)


# -- hexsides and lines -------------------------------------------------------------------------------


@pytest.mark.clause("TEC.6", "TEC.9", "6.6")
@pytest.mark.parametrize(("bars", "may"), [([0, 0, 1, 0], True), ([0, 1, 1, 0], False), ([0, 0, 0, 0], True)])
def test_nobody_attacks_across_a_hexside_that_the_chart_forbids(bars, may):
    """Here escarpments: by the printed chart they only cost the attacker."""
    board = Board()
    board.rules = stated(board.rules, combat__side__impossible=bars)
    board.put("allied", 5, "QQ2")
    board.put("axis", 10, "RR2")
    board.supply("allied", "QQ2")
    changed(board)
    assert ("round" in tokens(operations(board))) is may


@pytest.mark.clause("TEC.6", "TEC.9", "6.6", "4.3")
@pytest.mark.parametrize("bars", [[0, 0, 1, 0], [0, 0, 0, 0]])
def test_nobody_attacks_across_a_hexside_that_nobody_can_cross(bars):
    """The Nile, whether or not the chart forbids combat there too."""
    board = Board()
    nile = board.rules.compiled.keys["hexside_kinds"].index("nile")
    land = {hex_ for hex_ in board.rules.ways if hex_ >= 0}
    here, there = next(
        (edge // 6, other)
        for edge, (other, sides) in enumerate(zip(board.rules.neighbours, board.rules.compiled.map.sides, strict=True))
        if sides >> nile & 1 and {edge // 6, other} <= land
    )
    board.rules = stated(board.rules, combat__side__impossible=bars)
    board.put("allied", 5, board.ids[here])
    board.put("axis", 10, board.ids[there])
    board.supply("allied", board.ids[here])
    changed(board)
    assert "round" not in tokens(operations(board))


@pytest.mark.clause("TEC.4", "TEC.5", "3.4", "4.3", "TEC.9")
@pytest.mark.parametrize("cost", [1, 2, 4, 198, 396])
@pytest.mark.parametrize("factor", [50, 25])
def test_far_from_enemies_a_line_costs_the_stated_share(cost, factor):
    """Along the coast road by Mersa Matruh."""
    board = Board()
    board.rules = stated(board.rules, cost__line=[cost, cost], movement__strategic_factor=factor / 100)
    edge = next(
        e for e in range(6 * board.hex("RR15"), 6 * board.hex("RR15") + 6) if board.rules.compiled.map.lines[e] & 1
    )
    assert board.rules.ground.cost[edge] == cost
    assert board.rules.open_sides[edge]
    assert board.rules.ground.swift[edge] == cost * factor // 100


# -- fortifications -----------------------------------------------------------------------------------


def with_places(rules, **columns):
    """Rules of the same game with other places."""
    return type(rules)(replace(rules.compiled, places=replace(rules.compiled.places, **columns)))


@pytest.mark.clause("7.1", "7.2", "7.3", "4.4")
@pytest.mark.parametrize(
    ("lost", "last"),
    [((), False), (("Tobruk",), False), (("Bardia",), False), (("Tobruk", "Bardia"), False), (("Tobruk",), True)],
)
def test_only_fortifications_that_are_on_the_map_count(lost, last):
    """One whose hex nobody knows is nowhere; ``last``: the other one is in the last hex of the map."""
    rules = rules_of("desert-rats", "crusader")
    names, hexes = rules.compiled.names["places"], rules.compiled.places.hex
    moved = array("i", [-1 if name in lost else hex_ for name, hex_ in zip(names, hexes, strict=True)])
    worth = {"Tobruk": 5, "Bardia": 3}
    if last:
        moved[names.index("Bardia")] = rules.hexes - 1
    found = with_places(rules, hex=moved)
    expected = {moved[names.index(name)]: value for name, value in worth.items() if name not in lost}
    assert {hex_ for hex_, fort in enumerate(found.forts) if fort} == {*expected}
    assert {hex_: value for hex_, value in enumerate(found.values) if value} == expected


@pytest.mark.clause("7.7", "CRT.11", "6.15", "6.17")
@pytest.mark.parametrize(("place", "ends"), [("T30", 1), ("T29", 0)])
def test_a_loss_ends_attacks_on_a_fortification_alone(place, ends):
    board = Board(side="axis")
    board.put("axis", 15, "S30")
    board.put("allied", 24, place)
    board.state.supplies.used[board.supply("axis", "S30")] = 1
    changed(board)
    playout = attack(board, 1)
    assert events(playout, "battle")[0].subjects[2] > 0
    assert bool(board.state.hexes.repulsed[board.hex(place)]) is bool(ends)
    assert len(events(playout, "attack thrown back")) == ends


@pytest.mark.clause("7.1", "7.2", "7.3", "4.4")
def test_a_game_without_fortifications_has_none():
    """Towns and a value beside a name make none."""
    rules = rules_of("desert-rats", "crusader")
    kinds = tuple("tower" if kind == "fortification" else kind for kind in rules.compiled.keys["place_kinds"])
    found = type(rules)(replace(rules.compiled, keys={**rules.compiled.keys, "place_kinds": kinds}))
    assert not any(found.forts)
    assert not any(found.values)
    board = Board()
    board.rules = found
    board.put("axis", 15, "S30")
    assert zones(found, board.state, 1)[board.hex("T30")]


@pytest.mark.clause("7.8", "7.9", "7.10", "7.11", "9.9")
@pytest.mark.parametrize(
    ("own", "other", "box", "sites"),
    [
        (["J20"], [], [], {"J20"}),
        (["J20", "J24"], [], [], {"J20", "J24"}),
        (["J20", "J24"], ["J25"], [], {"J20"}),
        (["J20", "J24"], [], ["J24"], {"J20"}),
        (["J20"], ["M30"], [], {"J20"}),
        (["T30", "T7", "J20"], [], [], {"J20"}),
        ([], ["J20"], [], set()),
    ],
)
def test_boxes_are_built_where_friends_are_and_nothing_forbids_one(own, other, box, sites):
    board = Board()
    control(board, "allied", "SS32")
    for number, hex_ in zip((5, 6, 9), own, strict=False):
        board.put("allied", number, hex_)
    for number, hex_ in zip((10, 11), other, strict=False):
        board.put("axis", number, hex_)
    for hex_ in box:
        board.state.hexes.box[board.hex(hex_)] = 1
    board.state.sides.replacements[0] = 2
    playout = at_step(board, "replacements")
    playout.advance()
    found = tokens(playout, "box") if not playout.over and "box" in tokens(playout) else []
    assert {board.ids[hex_] for hex_ in found} == sites
