"""*WW2 Western Desert Rules* in play: what is offered, what comes of it, how it ends."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from reports import chromium

from scenario_forge import check, load_game
from scenario_forge.api.play import PlayOrder, play_scenario, prepare, replay_html
from scenario_forge.simulator.game_log import game_log
from tests.systems.position import whole_game

from .position import ALLIED, AXIS, FAR, FOLDER, Board, game, prepared, value

# -- turns and action points -----------------------------------------------------------------------


@pytest.mark.clause("7.1", "7.2", "8.1", game="western-desert")
def test_the_attacker_has_the_first_phase_of_every_turn():
    board = Board({"pz3": "A6", **FAR}, step="turn")
    order = []
    while (side := board.playout.advance()) is not None:
        order.append(side)
        board.act("end")
    assert order == [AXIS, ALLIED] * 10


@pytest.mark.clause("7.5", "7.6", "7.7", "7.8", game="western-desert")
@pytest.mark.parametrize(("dice", "points"), [([2], 2), ([3, 3], 3), ([3, 4], 4), ([6, 6], 4)])
def test_two_points_are_free_and_dice_decide_on_two_more(dice, points):
    board = Board({"pz3": "A6>E", "pz3b": "A2>E", "pz3c": "A3>E", "pz3d": "A5>E", "pz2": "A1>E"}, dice=dice)
    spent = 0
    for unit in ("pz3", "pz3b", "pz3c", "pz3d", "pz2"):
        while "roll" in board.offered():
            assert spent >= 2
            board.act("roll")
        if "move" not in board.offered():
            break
        board.act("move", unit, "W")
        spent += 1
    assert spent == points


@pytest.mark.clause("10.6", "11.1", "11.2", game="western-desert")
def test_a_headquarters_that_has_moved_orders_no_group_move_even_from_another_unit():
    board = Board({"hq1": "pz3", "pz3": "A6>E", "pz3b": "A2>E", **FAR}, have=3)
    assert "group" in board.offered()
    board.act("move", "pz3", "B6", "E")
    board.act("attach", "hq1", "pz3b")
    assert "group" not in board.offered()


@pytest.mark.clause("11.5", game="western-desert")
def test_a_group_move_directs_nobody():
    board = Board({"HQ1": "infantry", "infantry": "I6>W", "infantry2": "I5>W", "pz3": "A1"}, ALLIED)
    board.act("group", "HQ1")
    assert [w for w in board.offered("infantry", "H6") if w not in board.rules.directions] == []


@pytest.mark.clause("3.4", "11.3", "17.6", game="western-desert")
def test_a_headquarters_whose_unit_is_eliminated_comes_back_for_a_point():
    units = {"pz3": "A6>E", "infantry": "B6>W", "infantry2": "I2>W", "HQ1": "infantry"}
    board = Board(units, dice=[6], step="turn")
    board.act("fire", "infantry", "pz3")
    assert (board.where("infantry"), board.unit("HQ1", "host")) == ("out", -1)
    assert board.act("end") == AXIS, "nobody advances"
    assert board.act("end") == ALLIED
    assert "HQ1" in board.offered("attach")
    board.act("attach", "HQ1", "infantry2")
    assert (board.unit("HQ1", "host"), board.left) == (board.index["infantry2"], 1)


@pytest.mark.clause("9.3", "9.7", "9.8", "13.4", "13.6", "2.8", game="western-desert")
def test_one_point_lets_all_fire_once_at_one_target_and_nobody_fires_or_moves_twice():
    units = {"pz3": "A6>E", "pz3b": "B5>SE", "infantry": "B6>W", "infantry2": "C5>W"}
    board = Board(units, dice=[1, 1], have=4)
    assert board.attack("infantry", "pz3")[0] == 1
    assert board.left == 3
    assert "infantry" not in board.offered("fire"), "fired at already"
    assert board.offered("fire", "infantry2") == ["pz3b"]
    board.act("move", "pz3", "A5", "E")
    assert "pz3" not in board.offered("move")
    board.act("fire", "infantry2", "pz3b")
    assert "fire" not in board.offered()


# -- moving ----------------------------------------------------------------------------------------


@pytest.mark.clause("2.3", "9.2", "12.1", "6.6", "24.1", game="western-desert")
def test_a_unit_goes_as_far_as_its_value_and_then_faces_any_way():
    board = Board({"pz3": "A6>E", **FAR})
    assert "C6" in board.ways("pz3", "B6")
    assert board.ways("pz3", "B6", "C6") == set()
    assert set(board.offered("move", "pz3", "B6", "C6")) == set(board.rules.directions)
    board.act("move", "pz3", "B6", "C6", "NW")
    assert (board.where("pz3"), board.unit("pz3", "facing"), board.unit("pz3", "dust"), board.left) == ("C6", 2, 1, 1)


@pytest.mark.clause("24.1", "24.4", "24.5", game="western-desert")
def test_a_pivot_makes_no_dust_and_the_next_own_phase_lays_it():
    units = {"pz3": "A6>E", "pz3b": "A1>E", "pz3c": {"at": "A3", "dust": 1}, "infantry": {"at": "I1>W", "dust": 1}}
    board = Board(units, step="phase")
    board.playout.advance()
    assert [board.unit(name, "dust") for name in ("pz3c", "infantry")] == [0, 1]
    board.act("move", "pz3", "W")
    board.act("move", "pz3b", "B1", "E")
    assert [board.unit(name, "dust") for name in ("pz3", "pz3b")] == [0, 1]


@pytest.mark.clause("5.1", "5.2", "12.11", game="western-desert")
def test_nobody_enters_a_hex_with_another_unit():
    assert Board({"pz2": "A6>E", **FAR}).ways("pz2") == {"A5", "B5", "B6"}
    assert Board({"pz2": "A6>E", "pz3": "B6", **FAR}).ways("pz2") == {"A5", "B5"}


@pytest.mark.clause("12.8", game="western-desert")
def test_a_unit_stops_in_ground_that_is_not_clear():
    board = Board({"pz2": "A5>E", **FAR})
    assert board.ways("pz2", "B5") == set(), "scrub"
    assert board.ways("pz2", "A4")


@pytest.mark.clause("12.6", game="western-desert")
@pytest.mark.parametrize(("way", "reached"), [(("B4", "C4", "D4"), True), (("B3", "C3", "D2"), False)])
def test_a_move_along_a_track_goes_one_hex_farther(way, reached):
    board = Board({"pz3": "A4>E", **FAR})
    assert (way[2] in board.ways("pz3", *way[:2])) == reached


@pytest.mark.clause("12.10", "Q9.1", game="western-desert")
def test_enemies_stop_a_move_and_one_cannot_slip_from_contact_to_contact():
    assert Board({"pz2": "A6>E", "infantry": "C6>W"}).ways("pz2", "B6") == set()
    assert Board({"pz2": "B6>E", "infantry": "C6>W"}).ways("pz2") == {"A6", "B5"}, "not C5, which is beside it too"


@pytest.mark.clause("2.8", "2.9", game="western-desert")
@pytest.mark.parametrize(("name", "fires"), [("pz3", True), ("marder", False), ("halftracks", False)])
def test_only_turreted_armour_moves_and_fires(name, fires):
    board = Board({name: "A6>E", "infantry": "C6>W"})
    board.act("move", name, "B6", "E")
    assert ("fire" in board.offered()) == fires


# -- sight and fire --------------------------------------------------------------------------------


def fires(units, name, target, side=AXIS, **more):
    """Whether one unit can fire at another."""
    board = Board(units, side, **more)
    return target in board.offered("fire") and name in board.offered("fire", target)


@pytest.mark.clause("2.2", "13.2", "14.2", game="western-desert")
@pytest.mark.parametrize(("hex_", "can"), [("B6", True), ("C6", True), ("D6", False)])
def test_a_unit_fires_as_far_as_its_range(hex_, can):
    assert ("fire" in Board({"pz4": "A6>E", "infantry": hex_}).offered()) == can


@pytest.mark.clause("4.8", game="western-desert")
def test_a_hill_gives_one_hex_more():
    assert fires({"pz3": "E5>E", "infantry": "G5>W"}, "pz3", "infantry")
    assert "fire" not in Board({"pz3": "D5>E", "infantry": "F5>W"}).offered()


@pytest.mark.clause("4.5", "4.6", game="western-desert")
def test_a_wadi_is_fought_over_one_hex_only():
    """D3 is a wadi."""
    assert "fire" not in Board({"88": "B3>E", "infantry": "D3"}).offered()
    assert fires({"88": "C3>E", "infantry": "D3"}, "88", "infantry")
    assert "fire" not in Board({"88": "D3>E", "infantry": "F3"}).offered()
    assert fires({"88": "D3>E", "infantry": "E3"}, "88", "infantry")


@pytest.mark.clause("6.2", "6.3", "13.1", game="western-desert")
@pytest.mark.parametrize(("hex_", "front"), [("E6", True), ("E5", True), ("D5", False), ("C6", False)])
def test_guns_fire_into_their_front_of_120_degrees_and_turrets_all_round(hex_, front):
    assert ("fire" in Board({"50mm": "D6>E", "infantry": hex_}).offered()) == front
    assert "fire" in Board({"pz3": "D6>E", "infantry": hex_}).offered()


@pytest.mark.clause("6.3", "13.1", game="western-desert")
@pytest.mark.parametrize(("facing", "front"), [("E", False), ("NE", True), ("NW", True), ("SE", False)])
def test_far_hexes_are_in_front_up_to_60_degrees(facing, front):
    """From F6 to G3 is 79 degrees from the east."""
    assert ("fire" in Board({"88": f"F6>{facing}", "infantry": "G3"}).offered()) == front


@pytest.mark.clause("15.3", "15.7", "4.10", "24.2", game="western-desert")
def test_units_block_sight_but_one_on_a_hill_sees_over_them_unless_they_make_dust():
    assert "fire" not in Board({"pz4": "A6>E", "pz3": {"at": "B6", "shot": 1}, "infantry": "C6"}).offered()
    on_hill = {"pz4": "E5>E", "pz3": {"at": "F5", "shot": 1}, "infantry": "G5"}
    assert fires(on_hill, "pz4", "infantry")
    assert "fire" not in Board({**on_hill, "pz3": {"at": "F5", "shot": 1, "dust": 1}}).offered()


@pytest.mark.clause("4.9", game="western-desert")
def test_hills_block_sight():
    assert "fire" not in Board({"88": "D2>E", "infantry": "F2"}).offered()
    assert fires({"88": "F2>E", "infantry": "H2"}, "88", "infantry")


@pytest.mark.clause("15.9", game="western-desert")
@pytest.mark.parametrize(("between", "sees"), [
    ({}, True), ({"pz3": "B3"}, True), ({"pz3b": "C3"}, True), ({"pz3": "B3", "pz3b": "C3"}, False),
])  # fmt: skip
def test_a_line_between_two_hexes_is_blocked_by_both_only(between, sees):
    """From B2 to B4: between B3 and C3."""
    units = {name: {"at": at, "shot": 1} for name, at in between.items()}
    assert ("fire" in Board({"pz4": "B2>E", "infantry": "B4", **units}).offered()) == sees


@pytest.mark.clause("15.9", game="western-desert")
@pytest.mark.parametrize(("at", "to", "over"), [("A1", "A3", "A2"), ("I2", "I4", "I3")])
def test_along_the_rim_the_hex_on_the_board_blocks_alone(at, to, over):
    """Outside there is no hex; where boards join there is one, and it counts."""
    units = {"pz4": f"{at}>E", "infantry": to}
    block = {"pz3": {"at": over, "shot": 1}}
    assert fires(units, "pz4", "infantry")
    assert "fire" not in Board({**units, **block}).offered()
    joined = "fire" in Board({**units, **block}, ready=prepared("capuzzo")).offered()
    assert joined == (over == "I3")


@pytest.mark.clause("15.10", "15.11", game="western-desert")
def test_nobody_sees_farther_than_three_hexes_or_four_from_a_hill():
    assert "fire" not in Board({"wespe": "A6>E", "infantry": "E6"}).offered()
    assert fires({"wespe": "B6>E", "infantry": "E6"}, "wespe", "infantry")
    assert fires({"wespe": "E5>E", "infantry": "I5"}, "wespe", "infantry")


@pytest.mark.clause("16.2", "16.3", "24.3", game="western-desert")
@pytest.mark.parametrize(("gun", "dust", "can"), [("F6>W", 0, True), ("G6>W", 0, False), ("F6>W", 1, False)])
def test_artillery_supports_in_range_and_not_against_who_moves(gun, dust, can):
    units = {"grant": "B6>W", "25pdr": gun, "pz4": {"at": "A6>E", "dust": dust}}
    assert ("with" in Board(units, ALLIED).offered("fire", "pz4", "grant")) == can


@pytest.mark.clause("16.4", game="western-desert")
def test_a_headquarters_calls_in_artillery_though_its_unit_does_not_fire():
    units = {"grant": {"at": "B6>W", "shot": 1}, "25pdr": "F6>W", "pz4": "A6>E"}
    assert "fire" not in Board(units, ALLIED).offered()
    board = Board({**units, "HQ1": "grant"}, ALLIED, dice=[1])
    assert board.offered("fire", "pz4") == ["with"]
    assert board.attack("pz4", "with", "25pdr")[0] == -1


@pytest.mark.clause("19.1", "19.2", "19.3", "9.5", game="western-desert")
def test_guns_fire_at_armour_for_nothing_and_at_others_for_a_point():
    units = {"50mm": "A6>E", "crusader": "B6>W", "infantry": "I1"}
    board = Board(units, dice=[1], used=2)
    board.attack("crusader", "50mm")
    assert (board.left, len(board.events("combined fire"))) == (0, 1)
    assert "fire" not in Board({"50mm": "A6>E", "infantry": "B6>W"}, used=2).offered()
    paid = Board({"50mm": "A6>E", "infantry": "B6>W"}, dice=[1])
    paid.attack("infantry", "50mm")
    assert paid.left == 1
    mixed = Board({**units, "pz3": "B5>SE"}, dice=[1])
    mixed.attack("crusader", "pz3", "50mm")
    assert mixed.left == 1, "a tank that joins costs the point"
    failed = Board(units, dice=[2], used=2)
    failed.act("roll")
    assert failed.offered() == [], "who fails has no shot left"


@pytest.mark.clause("26.1", "26.2", "26.3", "26.4", "26.5", game="western-desert")
def test_smoke_on_infantry_blocks_sight_through_the_next_phase_of_the_other_side():
    units = {"wespe": "A5>E", "bikes": "C6>E", "pz3": "B6>E", "grant": "E6>W", "infantry": "I1"}
    board = Board(units, step="turn")
    assert fires({**units}, "grant", "bikes", ALLIED)
    assert board.offered("smoke", "wespe") == ["bikes"], "infantry only"
    board.act("smoke", "wespe", "bikes")
    assert board.left == 1
    assert "smoke" not in board.offered(), "a gun does one thing"
    board.act("end")
    assert "fire" not in board.offered()
    board.act("end")
    assert len(board.events("smoke clears")) == 1
    far = {"wespe": "A2>E", "bikes": "G3>E", **FAR}
    assert "smoke" not in Board(far).offered()


# -- combat ----------------------------------------------------------------------------------------


@pytest.mark.clause("17.2", "9.3", game="western-desert")
def test_who_is_disordered_adds_nothing_and_all_fire_for_one_point():
    units = {"pz3": "A6>E", "pz3b": {"at": "B5>SE", "disordered": 1}, "crusader": "B6>W"}
    board = Board(units, dice=[1])
    assert board.attack("crusader", "pz3", "pz3b")[0] == 0
    assert (board.left, board.unit("pz3", "shot"), board.unit("pz3b", "shot")) == (1, 1, 1)


@pytest.mark.clause("2.5", "2.7", "4.7", "4.18", game="western-desert")
@pytest.mark.parametrize(
    ("target", "hex_", "result"),
    [("infantry", "B5", -3), ("infantry", "E5", 1), ("grant", "B5", -1), ("6pdr", "B5", -2)],
)
def test_cover_gives_those_who_have_one_their_second_value(target, hex_, result):
    """B5 is scrub, E5 a hill."""
    west = {"B5": "A5", "E5": "D5"}[hex_]
    assert value({"pz3": f"{west}>E", target: f"{hex_}>W"}, target, "pz3")[0] == result


@pytest.mark.clause("17.7", "20.1", game="western-desert")
def test_infantry_advances_and_others_may():
    board = Board({"pz3": "A6>E", "foot": "C6>W", "infantry": "B6>W", **FAR}, dice=[6])
    board.act("fire", "infantry", "pz3", "foot")
    assert board.offered() == ["foot"]
    board.act("foot", "B6", "SE")
    assert (board.where("foot"), board.left) == ("B6", 1)
    tanks = Board({"pz3": "A6>E", "infantry": "B6>W", **FAR}, dice=[6])
    tanks.act("fire", "infantry", "pz3")
    assert tanks.offered() == ["pz3", "end"]


# -- minefields, airstrikes, dug-in units ----------------------------------------------------------


@pytest.mark.clause("22.1", "22.2", "22.3", game="western-desert")
def test_an_airstrike_costs_two_points_and_is_flown_once_where_somebody_looks():
    units = {"pz3": "A6>E", "matilda": "C6>W", "6pdr": "D6>W", "infantry": "I1>W"}
    board = Board(units, dice=[1, 1], strikes=1, have=4, used=2)
    assert board.offered("airstrike") == ["C6"], "a unit hides D6, and I1 is too far"
    assert set(board.offered("airstrike", "C6")) == {"B6", "C5", "D5", "D6"}
    board.act("airstrike", "C6", "D6")
    assert len(board.events("combined fire")) == 2
    assert board.offered() == [], "it was the last point"
    assert "airstrike" not in Board(units, strikes=0).offered()
    assert "airstrike" not in Board(units, strikes=1, have=4, used=3).offered()


@pytest.mark.clause("22.3", "7.6", game="western-desert")
@pytest.mark.parametrize(("die", "flown"), [(3, True), (2, False)])
def test_the_second_point_of_an_airstrike_may_be_rolled_for(die, flown):
    units = {"pz3": "A6>E", "matilda": "C6>W"}
    board = Board(units, dice=[die, 1], strikes=1, used=1)
    board.act("airstrike", "C6", "D6")
    assert bool(board.events("combined fire")) == flown
    assert board.state.sides.airstrikes[AXIS] == (not flown)
    assert board.offered() == (["roll", "end"] if flown else [])


@pytest.mark.clause("23.2", game="western-desert")
def test_a_minefield_ends_a_move_even_on_a_track():
    assert Board({"pz2": "A6>E", **FAR}).ways("pz2", "B6")
    assert Board({"pz2": "A6>E", **FAR}, mined=["B6"]).ways("pz2", "B6") == set()
    assert Board({"pz2": "A4>E", **FAR}, mined=["B4"]).ways("pz2", "B4") == set()
    assert Board({"pz2": "A6>E", **FAR}, mined=["A6"]).ways("pz2", "B6")


@pytest.mark.clause("23.4", "23.5", game="western-desert")
def test_a_headquarters_or_engineers_clear_a_minefield_for_a_point():
    units = {"infantry": "H6>W", "infantry2": "H4>W", "engineers": "H2>W", "HQ1": "infantry", "pz3": "A1"}
    board = Board(units, ALLIED, mined=["H6", "H4", "H2"])
    assert board.offered("remove") == ["infantry", "engineers"]
    board.act("remove", "engineers")
    assert board.left == 1
    assert board.offered("remove") == ["infantry"]
    assert "engineers" not in board.offered("move"), "it was what the unit did this turn"


@pytest.mark.clause("21.5", "22.1", "23.1", "21.1", "21.2", game="western-desert")
def test_a_scenario_sets_minefields_dug_in_units_and_airstrikes():
    name = "orders-of-battle/allied.yaml"
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert text.count("2-G3, 2-G4") == 1
    ready = prepare(load_game(FOLDER, files={name: text.replace("2-G3, 2-G4", "2-H2, 2-H4")}), "ualeb")
    state, names = ready.play.begin(), ready.compiled.names["hexes"]
    mines = ["2-E1", "2-E2", "2-E3", "2-E4", "2-E5", "2-F6"]
    assert sum(state.ground.minefield) == len(mines)
    assert [names[hex_] for hex_, mined in enumerate(state.ground.minefield) if mined] == mines
    dug_in = {names[state.units.place[unit]] for unit, dug in enumerate(state.units.dug_in) if dug}
    assert dug_in == {"2-F2", "2-F3", "2-F4", "2-F5"}, "2-H2 and 2-H4 have tanks"
    assert list(state.sides.airstrikes) == [1, 0]
    assert sum(piece.kind == "minefield" for piece in ready.play.pieces(state)) == 6
    plain = prepared().play.begin()
    assert (sum(plain.ground.minefield), sum(plain.units.dug_in), sum(plain.sides.airstrikes)) == (0, 0, 0)


# -- victory, whole games ----------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "holds", "level"), [(3, 0, "axis"), (2, 0, "draw"), (0, 1, "axis"), (0, 0, "draw")])
def test_a_lead_of_three_points_wins(lost, holds, level):
    """A point for each enemy unit, three for each hill; the last to have been there has it."""
    board = Board({"pz3": "D5>E", "matilda": "I6"})
    for name in ("infantry", "infantry2", "carrier")[:lost]:
        board.state.units.place[board.index[name]] = -1
    if holds:
        board.act("move", "pz3", "E5", "E")
    assert board.play.outcome(board.state).level == level
    assert sum(board.play.score(board.state)) == lost + 3 * holds


@pytest.mark.parametrize("seed", [1, 2, 18])
def test_whole_games_keep_what_must_hold(seed):
    played = whole_game(prepared(), ("random", "random"), seed)
    names = [event.name for event in played.match.playout.events]
    assert names.count("turn begins") == 10
    assert names.count("phase ends") == 20


def test_the_replay_page_draws_every_counter_and_has_twenty_player_turns():
    ready = prepared()
    played = play_scenario(ready, PlayOrder(seed=1, players=dict.fromkeys(ready.sides, "idle")))
    page = replay_html(game(), ready, played.match, played.record)
    assert "unit-allied-15" in page, "the third of three equal counters"
    assert "bare-" not in page
    moments = [line.moment for line in game_log(ready.play, played.match.playout.log).lines]
    assert list(dict.fromkeys(moments)) == [(turn, side) for turn in range(10) for side in (AXIS, ALLIED)]


@pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
def test_the_replay_page_shows_the_way_each_unit_faces(tmp_path):
    """Axis units face east at the set-up, Allied ones west; a headquarters faces nowhere."""
    ready = prepared()
    played = play_scenario(ready, PlayOrder(seed=1, players=dict.fromkeys(ready.sides, "idle")))
    (tmp_path / "game.html").write_text(replay_html(game(), ready, played.match, played.record), encoding="utf-8")
    page = chromium.Page()
    try:
        page.open(tmp_path / "game.html")
        turned = page.js("[...document.querySelectorAll('.counter .facing')].map((a) => a.getAttribute('transform'))")
        assert page.errors == []
    finally:
        page.close()
    assert Counter(re.search(r"rotate\((\d+)\)", each)[1] for each in turned) == {"0": 15, "180": 15}


def test_an_event_of_the_ledger_that_the_rules_do_not_score_is_found():
    text = (FOLDER / "victory.yaml").read_text(encoding="utf-8")
    slip = text.replace("event: eliminated", "event: elimnated", 1)
    found = check(load_game(FOLDER, files={"victory.yaml": slip}))
    (finding,) = [each for each in found if each.span.file == "victory.yaml"]
    assert finding.message == "this game has no event of the ledger `elimnated`"
    assert slip.splitlines()[finding.span.line - 1].strip() == "event: elimnated"
    assert finding.help == "did you mean eliminated?"
