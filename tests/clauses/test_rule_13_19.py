"""Rules 13 to 19, the orders of battle, and the scenarios that the book proposes."""

from __future__ import annotations

import pytest
from campaign.play.table import GAMES, Board, rules_of
from campaign.play.test_combat_losses import defended

from scenario_forge.campaign.arrivals.reinforcements import due_units
from scenario_forge.campaign.opening.begin import first_state
from scenario_forge.campaign.retreat.breakout import mechanised
from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT, box_place
from scenario_forge.campaign.victory.scoring import points_by_objective
from scenario_forge.campaign.wrecks import lose
from scenario_forge.compiler.compile import compile_scenario
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.systems.desert_rats.rules import DesertRules as Rules
from scenario_forge.systems.desert_rats.siege import besieged

from .positions import at_step, changed, control, events


@pytest.mark.clause("13.4", "13.5", "13.9", "13.13", "1.4")
@pytest.mark.parametrize(
    ("scenario", "side", "number", "place"),
    [
        ("beda-fomm", "axis", 9, "T30"),
        ("crusader", "axis", 1, OUT),  # E
        ("crusader", "allied", 5, NOWHERE),  # N
        ("crusader", "allied", 10, AT_BASE),  # B
        ("mar41-mar42", "axis", 15, box_place(0)),  # Trip
    ],
)
def test_what_the_abbreviations_of_the_lists_mean(scenario, side, number, place):
    board = Board(scenario)
    found = first_state(board.rules).units.place[board.unit(side, number)]
    assert found == (board.hex(place) if isinstance(place, str) else place)


@pytest.mark.clause("13.5", "13.13", "9.8")
def test_who_is_eliminated_before_the_start_does_not_return_and_who_is_at_base_camp_may():
    board = Board("crusader")
    start = first_state(board.rules)
    control(board, "allied", "SS32")
    for side, number in (("allied", 10), ("allied", 7)):
        unit = board.unit(side, number)
        for column in ("place", "strength", "began"):
            getattr(board.state.units, column)[unit] = getattr(start.units, column)[unit]
        board.state.units.began[unit] = board.state.units.place[unit]
    board.state.sides.replacements[0] = 1
    playout = at_step(board, "replacements")
    playout.advance()
    offered = [choice.token for choice in playout.choices(("replacements",))]
    assert board.unit("allied", 10) in offered, "B"
    assert board.unit("allied", 7) not in offered, "E"


@pytest.mark.clause("13.10", "1.9", "6.20")
@pytest.mark.parametrize(("number", "strength"), [(1, 3), (3, 2), (4, 6)])
def test_c_gives_the_strength_at_the_start_and_without_it_a_unit_is_whole(number, strength):
    """Mar 41: 7 Arm Brig SS33(c3), 7 Supp Gp SS33(c2), 16/6 Aux RR30."""
    board = Board("mar41-mar42")
    assert first_state(board.rules).units.strength[board.unit("allied", number)] == strength


@pytest.mark.clause("13.12")
def test_f_is_a_box_in_the_hex_of_the_unit():
    """Dec 40: 1 Libyan SS10(f); 1 Blackshirt P35."""
    board = Board("beda-fomm")
    state = first_state(board.rules)
    assert state.hexes.box[board.hex("SS10")] == 2
    assert state.hexes.box[board.hex("P35")] == 0


@pytest.mark.clause("13.15", "8.39")
@pytest.mark.parametrize(
    ("scenario", "side", "hexes"),
    [
        ("beda-fomm", 1, ["SS8", "T30"]),
        ("crusader", 1, ["S32", "S32", "V12"]),
        ("mar41-mar42", 1, [None] * 4),
        ("gazala-to-alamein", 1, [None, "D3", "O21", "T7"]),
    ],
)
def test_supply_units_start_where_the_list_has_them(scenario, side, hexes):
    board = Board(scenario)
    places = first_state(board.rules).supplies.place
    found = [places[n] for n, m in enumerate(board.rules.markers) if m.side == side and places[n] != NOWHERE]
    assert sorted(board.ids[p] if p >= 0 else "" for p in found) == sorted(hex_ or "" for hex_ in hexes)


@pytest.mark.clause("13.16")
def test_a_reinforcement_with_a_strength_in_brackets_arrives_with_that():
    """3 Ind Mot: R2/41(c4); its printed strength is 5."""
    board = Board("dec40-sep41")
    board.state.clock.turn[0] = 2
    control(board, "allied", "SS32")
    unit = board.unit("allied", 10)
    playout = at_step(board, "reinforcements")
    playout.advance()
    playout.act((unit, board.hex("SS32")))
    assert board.state.units.strength[unit] == 4
    assert board.rules.compiled.units.strength[unit] == 5


@pytest.mark.clause("13.17", "13.7")
def test_a_unit_may_leave_and_come_back():
    """5/4 Ind: W12/40, then R4/41 and W7/41."""
    board = Board("dec40-sep41")
    unit = board.put("allied", 5, "J20")
    for turn, step in ((0, "withdrawals"), (4, "due"), (7, "withdrawals")):
        board.state.clock.turn[0] = turn
        if step == "due":
            assert unit in [who for who, _row in due_units(board.rules, board.state, 0)]
            board.put("allied", 5, "J20")
            continue
        board.put("allied", 15, "J24")
        board.put("allied", 16, "J26")
        board.put("allied", 6, "J28")
        playout = at_step(board, "withdrawals")
        playout.advance()
        assert unit in [event.subjects[0] for event in events(playout, "withdrawn")]
        assert board.state.units.place[unit] == NOWHERE


@pytest.mark.clause("OB.6", "13.6")
def test_51_para_brigade_comes_in_july_42_and_is_supplied_as_a_german_unit():
    board = Board("gazala-to-alamein", "axis")
    unit = board.unit("axis", 31)
    board.state.clock.turn[0] = 18
    assert unit not in [who for who, _row in due_units(board.rules, board.state, 1)]
    board.state.clock.turn[0] = 19
    changed(board)
    assert unit in [who for who, _row in due_units(board.rules, board.state, 1)]


@pytest.mark.clause("OB.2")
def test_axis_15_is_the_fifth_panzer_regiment():
    board = Board()
    assert "Pz Reg 5" in board.rules.compiled.names["units"][board.unit("axis", 15)]


@pytest.mark.clause("OB.3", "18.1")
@pytest.mark.parametrize(("options", "there"), [((), False), (("eighty-eights",), True)])
def test_the_anti_tank_battalions_are_used_with_the_option_only(options, there):
    rules = rules_of("desert-rats", "crusader", options)
    units = rules.compiled.units
    names = {units.no[u] for u in range(len(units.no)) if units.side[u] == 1}
    assert {35, 36, 37} & names == ({35, 36, 37} if there else set())
    if there:
        board = Board("crusader", options=options)
        state = first_state(board.rules)
        assert board.ids[state.units.place[board.unit("axis", 35)]] == "R34"


@pytest.mark.clause("15.0")
def test_optional_rules_go_together_in_any_combination():
    game = load_game(GAMES["desert-rats"], "all")
    names = ("white-knees", "concealed-movement", "mechanised-retreat", "eighty-eights")
    for mask in range(16):
        chosen = tuple(name for number, name in enumerate(names) if mask >> number & 1)
        if mask in (0, 5, 10, 15):
            rules = Rules(compile_scenario(game, "beda-fomm", chosen))
            assert [rules.option(name) for name in names] == [name in chosen for name in names]


@pytest.mark.clause("15.2")
def test_to_eliminate_a_unit_with_white_knees_takes_its_printed_strength():
    board = Board(options=("white-knees",))
    unit = board.put("axis", 10, "J20", green=1)
    board.state.apply(lose(board.rules, board.state, {unit: 4}))
    assert (board.state.units.strength[unit], board.state.units.place[unit]) == (2, board.hex("J20"))
    board.state.apply(lose(board.rules, board.state, {unit: 2}))
    assert board.state.units.place[unit] == AT_BASE


@pytest.mark.clause("17.1", "17.2")
def test_a_stack_is_mechanised_if_all_of_it_has_an_allowance_of_25_whatever_its_symbol():
    board, (foot, regiment) = defended(10, 22, options=("mechanised-retreat",))
    assert [board.rules.compiled.units.movement[unit] for unit in (foot, regiment)] == [20, 25]
    assert mechanised(board.rules, board.state, [regiment]) == {board.hex("J23")}
    assert not mechanised(board.rules, board.state, [foot])
    assert not mechanised(board.rules, board.state, [foot, regiment])


@pytest.mark.clause("SC.1", "SC.2", "SC.3", "SC.5", "1.2")
def test_the_scenarios_that_the_book_proposes():
    found = scenarios(load_game(GAMES["desert-rats"], "all")).scenarios
    dates = {name: (one.document.start, one.document.stop) for name, one in found.items()}
    assert dates["beda-fomm"] == ("dec40", "mar41")
    assert dates["cyrenaica"] == ("mar41", "sep41")
    assert dates["crusader"] == ("nov41", "mar42")
    assert dates["gazala-to-alamein"] == ("may42", "dec42")
    longer = [name for name, (start, stop) in dates.items() if name.startswith(start)]
    assert len(longer) == 6, "every other pair of a start and a later stop"


@pytest.mark.clause("SC.4", "13.2")
def test_in_may_42_the_axis_moves_first():
    rules = rules_of("desert-rats", "gazala-to-alamein")
    assert rules.compiled.keys["sides"][first_state(rules).clock.side[0]] == "axis"


# -- rule 14 -----------------------------------------------------------------------------------------


@pytest.mark.clause("14.23", "9.31")
@pytest.mark.parametrize(
    ("side", "turn", "conceded"),
    [("allied", 12, (0, 0, 1, 1, 2, 2)), ("axis", 12, (0, 1, 1, 2, 2, 2)), ("axis", 13, (0, 0, 1, 1, 2, 2))],
)
def test_ships_lost_by_the_die(side, turn, conceded):
    """The Axis adds one until December 1941 (turn 12); a 7 counts as a 6 (ruling A-SEA-7)."""
    for die, points in enumerate(conceded, 1):
        board = Board("crusader", side)
        board.state.clock.turn[0] = turn
        number = board.state.clock.side[0]
        at_step(board, "convoys", [die], left=1).advance()
        assert board.state.sides.points[1 - number] == points, die


@pytest.mark.clause("14.9", "14.10")
def test_halfaya_pass_is_qq1_and_worth_two_to_whoever_holds_it():
    board = Board("dec40-sep41")
    rows = [n for n, row in enumerate(board.rules.compiled.objectives) if row["id"].endswith("halfaya_pass")]
    for number, side in enumerate(("allied", "axis")):
        for hex_ in range(board.rules.hexes):
            board.state.hexes.control[hex_] = 0
        control(board, side, "QQ1")
        changed(board)
        found = points_by_objective(board.rules, board.state, rows)
        assert {board.rules.compiled.objectives[row]["side"]: points for row, points in found.items()} == {number: 2}


@pytest.mark.clause("14.16", "14.17")
def test_the_line_must_lead_to_alexandria():
    board = Board()
    control(board, "allied", "T30", "SS32", "EE36")
    changed(board)
    assert not besieged(board.rules, board.state, board.hex("T30"))
    board.put("axis", 15, "SS32")
    control(board, "allied", "T30", "EE36")
    assert besieged(board.rules, board.state, board.hex("T30")), "Cairo will not do"


@pytest.mark.clause("6.15", "8.34", "10.2", "11.8", "11.9", "14.23")
@pytest.mark.parametrize(
    ("step", "data", "count"),
    [
        ("battle", {"hexes": [0]}, 1),
        ("repair-throw", {"hex": 0}, 1),
        ("raid-throw", {"unit": 0, "targets": [0]}, 1),
        ("capture-throw", {"unit": 0, "raider": 0}, 2),
        ("convoys", {"left": 1}, 1),
        ("capture", {"side": 0, "markers": [0]}, 1),
    ],
)
def test_every_throw_is_of_six_sided_dice(step, data, count):
    board = Board("nov41-dec42")
    playout = at_step(board, step, **data)
    found = {one.token: one.weight for one in playout.step.chance(board.state, playout.frame).outcomes}
    assert sorted(found) == list(range(count, 6 * count + 1))
    assert sum(found.values()) == 6**count
