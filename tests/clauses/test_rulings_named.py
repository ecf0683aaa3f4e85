"""Every ruling names the test that pins it, by its id in the test or here; the shortest of them stand here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import strategic_hexes, weight, zones
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.reading.workspace import load_game
from tests.clauses.positions import Board, changed

TESTS = Path(__file__).parents[1]
PLAY, ODD = "campaign/play", "test_odd_cases.py"
PINNED_BY = {
    "A-51PARA": "clauses/test_rule_13_19.py::test_51_para_brigade_comes_in_july_42_and_is_supplied_as_a_german_unit",
    "A-ATTACK-COVER": f"{PLAY}/test_combat_round.py::test_every_whole_allocation_meets_every_duty",
    "A-CONTROL-START": "clauses/test_rule_9_12.py::test_at_the_start_centres_belong_to_the_side_whose_front_they_are_behind",
    "A-CRT-HDR": f"{PLAY}/test_combat_battle.py::test_the_printed_example_and_the_ends_of_the_table",
    "A-DEFENCE-ANEW": f"{PLAY}/{ODD}::test_supply_in_range_serves_a_stack_whose_supply_is_lost_before_its_battle",
    "A-MARCH-SUPPLY": f"{PLAY}/{ODD}::test_eleven_points_of_march_hold_for_all_once_a_round_is_declared",
    "A-MECH-STACK": f"{PLAY}/test_retreat_plan.py::test_stacks_in_several_hexes_break_out_each_for_its_own_points",
    "A-MP-DEEM": "clauses/test_rule_3.py::test_points_that_others_have_spent_are_no_longer_there_to_move_with",
    "A-MP-NEVER": f"{PLAY}/{ODD}::test_eleven_points_of_march_hold_for_all_once_a_round_is_declared",
    "A-PA-ATTACK-TIME": "clauses/test_rule_2.py::test_the_private_army_attacks_supply_when_operations_are_over",
    "A-PA-START-SIDE": f"{PLAY}/test_raiders.py::test_who_walks_into_its_hex_may_try",
    "A-REBUILD-ZONE": f"{PLAY}/{ODD}::test_nobody_is_brought_back_in_an_enemy_zone",
    "A-REPAIR-CONTROL": f"{PLAY}/test_logistics.py::test_no_more_is_repaired_than_lies_there_and_none_in_an_enemy_zone_or_hex",
    "A-ROUGH-STRAT": "clauses/test_rule_3.py::"
    "test_clear_is_halved_far_from_the_enemy_and_sand_rough_and_escarpments_are_not",
    "A-SETUP-STACK": f"{PLAY}/test_playouts.py::test_play_begins_as_the_set_up_says",
    "A-SUPPLY-BOX": f"{PLAY}/test_combat_supply.py::test_supply_is_brought_up_out_of_an_off_map_box",
    "A-SUPPLY-DEF-MOVE": "clauses/test_rule_2.py::test_a_round_begins_with_combat_supply_and_goes_on_to_the_attacks",
    "A-SUPPLY-FLIP-AXIS": f"{PLAY}/test_logistics.py::test_used_supply_goes_when_the_game_turn_ends_not_before",
    "A-SUPPLY-FLIP-GEN": f"{PLAY}/test_other_rules.py::test_general_supply_from_a_face_down_unit",
    "A-SUPPLY-FRIENDLY-NATION": f"{PLAY}/test_movement.py::test_general_supply_reaches_as_far_as_the_nationality_allows",
    "A-SUPPLY-RANGE": f"{PLAY}/test_movement.py::test_general_supply_reaches_as_far_as_the_nationality_allows",
    "A-UNSUPPLIED-PORT": f"{PLAY}/test_unsupplied.py::test_e_supply_retreat_two_brigades_into_bardia_and_the_others_on",
    "A-VP-EGYPT": f"{PLAY}/test_scoring.py::test_only_the_best_of_the_axis_at_games_end",
    "MISS-605": "clauses/test_rule_13_19.py::test_the_anti_tank_battalions_are_used_with_the_option_only",
    "MISS-BASE-CAMP": "clauses/test_rule_13_19.py::"
    "test_who_is_eliminated_before_the_start_does_not_return_and_who_is_at_base_camp_may",
    "MISS-STACK-SENTENCE": "clauses/test_rule_4_5.py::test_a_full_hex_is_not_entered_where_the_points_end",
    "MISS-SUPPLY-SENTENCE": f"{PLAY}/test_unsupplied.py::test_no_hex_in_an_enemy_zone",
    "MISS-VP-TOBRUK-DEC42": "content/desert-rats/test_transcription.py::"
    "test_every_row_of_the_victory_table_with_its_points",
}  # fmt: skip
"""By ruling, where the test itself does not say its id."""


@pytest.fixture(scope="module")
def rulings():
    game = load_game(TESTS.parent / "content/desert-rats", "all")
    books = (book for book, _where in game.documents("rulebook", RulebookDocument))
    return {ruling.id for book in books for clause in book.clauses for ruling in clause.rulings}


def test_every_ruling_names_a_test_that_is_there(rulings):
    texts = {path: path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py") if path != Path(__file__)}
    own = Path(__file__).read_text(encoding="utf-8").partition('where the test itself does not say its id."""')[2]
    said = {word for text in [*texts.values(), own] for word in re.findall(r"\b(?:A|MISS)-[A-Z0-9-]+[A-Z0-9]", text)}
    assert rulings - said - PINNED_BY.keys() == set()
    assert PINNED_BY.keys() <= rulings
    for place in PINNED_BY.values():
        name, _, test = place.partition("::")
        assert f"def {test}(" in texts[TESTS / name], place


@pytest.mark.clause("3.4")
def test_distance_is_counted_as_the_crow_flies_and_the_private_army_is_no_enemy_unit():
    """A-STRAT-PATH."""
    board = Board("nov41-dec42", side="axis")
    before = strategic_hexes(board.rules, board.state, 1)
    assert all(before)
    raider = board.put("allied", 34, "J23")
    assert all(strategic_hexes(board.rules, board.state, 1)), "nobody is near whom it counts"
    board.state.units.place[raider] = -1
    board.put("allied", 5, "J23")
    assert not all(strategic_hexes(board.rules, board.state, 1))


@pytest.mark.clause("4.5")
def test_who_was_stopped_goes_on_freely_when_the_enemy_is_gone():
    """A-ZOC-BREAK."""
    board = Board()
    unit, enemy = board.put("allied", 1, "J23", moved=1), board.put("axis", 10, "J25")
    for hex_ in ("J24", "J25"):
        board.state.units.place[enemy] = board.hex(hex_)
        changed(board)
        if zones(board.rules, board.state, 1)[board.hex("J23")]:
            break
    assert not list(Walk(board.rules, board.state, unit).steps())
    board.state.units.place[enemy] = -1
    changed(board)
    freely = dict(Walk(board.rules, board.state, unit).steps())
    assert freely
    board.state.units.moved[unit] = 0
    assert freely == dict(Walk(board.rules, board.state, unit).steps()), "at no price of disengaging"


@pytest.mark.clause("4.10")
@pytest.mark.parametrize("rounds", [0, 1])
def test_nobody_disengages_after_a_round(rounds):
    """A-ZOC-DISENGAGE."""
    board = Board()
    unit = board.put("allied", 1, "J23")
    board.put("axis", 10, "J24")
    assert zones(board.rules, board.state, 1)[board.hex("J23")]
    board.state.clock.rounds[0] = rounds
    assert bool(list(Walk(board.rules, board.state, unit).steps())) is not bool(rounds)


@pytest.mark.clause("4.4", "7.14")
def test_zones_reach_out_of_boxes_but_not_into_them():
    """A-ZOC-BOX."""
    board = Board()
    board.put("allied", 1, "J23")
    board.put("axis", 10, "J24")
    board.state.hexes.box[board.hex("J23")] = 1
    changed(board)
    assert zones(board.rules, board.state, 0)[board.hex("J24")]
    assert not zones(board.rules, board.state, 1)[board.hex("J23")]


@pytest.mark.clause("5.4")
def test_regiments_do_not_shrink():
    """A-STACK-REG."""
    board = Board()
    sizes, units = board.rules.compiled.keys["sizes"], board.rules.compiled.units
    regiments = [unit for unit, size in enumerate(units.size) if sizes[size] == "III" and units.strength[unit] > 2]
    assert regiments
    for unit in regiments:
        assert weight(board.rules, board.state, unit, 1) == weight(board.rules, board.state, unit, units.strength[unit])


@pytest.mark.clause("14.20")
def test_both_decisive_conditions_are_never_looked_at_together():
    """A-DECISIVE-FIRST."""
    rows = Board("dec40-dec42").rules.compiled.decisive
    assert len({row["after"] for row in rows}) == len(rows) > 1


@pytest.mark.clause("TEC.5")
def test_a_unit_may_spend_just_its_allowance():
    """A-FRACTION."""
    board = Board()
    walk = Walk(board.rules, board.state, board.put("allied", 1, "J23"))
    dearest = max(cost for _place, cost in walk.steps())
    walk.spent = walk.budget - dearest
    assert dearest in {cost for _place, cost in walk.steps()}
    walk.spent += 1
    assert dearest not in {cost for _place, cost in walk.steps()}
