"""Conditions of the clauses of *WW2 Western Desert Rules* that no example, option or limit turns on."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import Playout, whole_actions
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.modules.fire import combined
from scenario_forge.wargame.modules.fire.combined import Volley

from .position import ALLIED, AXIS, DUSK, FAR, HAZE, NORMAL, Board, prepared, sight

# -- turns and action points -----------------------------------------------------------------------


@pytest.mark.clause("7.1", "7.2", "8.1", game="western-desert")
@pytest.mark.parametrize(("scenario", "first"), [("harmat", AXIS), ("abd", ALLIED)])
def test_every_turn_is_counted_and_begins_with_the_phase_of_the_attacker(scenario, first):
    begun, sides, play = [], [], prepared(scenario).play

    def watch(state, event):
        if event.name == "turn begins":
            begun.append((*event.subjects, state.clock.side[0], event.clause))

    playout = Playout(play.sequence, play.begin(), Scripted(()), watch)
    for _phase in range(4):
        sides.append((playout.advance(), playout.state.clock.side[0], playout.frame.data["side"]))
        playout.act(("end",))
    playout.advance()
    assert sides == [(side, side, side) for side in (first, 1 - first)] * 2
    assert begun == [(turn, first, "7") for turn in (1, 2, 3)]


@pytest.mark.clause("7.1", "8.1", "13.4", game="western-desert")
def test_who_was_fired_at_may_be_fired_at_again_from_the_next_turn_on():
    board = Board({"pz3": "A6>E", "infantry": {"at": "B6>W", "aimed": 1}}, step="turn")
    found = []
    for _phase in range(4):
        board.offered()
        found.append(board.unit("infantry", "aimed"))
        board.act("end")
    assert found == [1, 1, 0, 0]


@pytest.mark.clause("9.1", "9.5", "9.6", "22.3", "7.6", "7.7", game="western-desert")
@pytest.mark.parametrize(("have", "used", "words"), [
    (2, 0, "airstrike move"), (2, 1, "airstrike move"), (2, 2, "roll"), (3, 2, "airstrike move"),
    (4, 2, "airstrike move"), (4, 3, "move"), (4, 4, ""),
])  # fmt: skip
def test_an_action_is_offered_for_points_that_there_are_or_for_one_more_that_dice_may_bring(have, used, words):
    board = Board({"pz3": "A6>E", "matilda": "C6>W"}, have=have, used=used, strikes=1)
    assert {*board.offered()} & {"airstrike", "move", "roll"} == {*words.split()}


@pytest.mark.clause("22.3", "9.1", "9.2", game="western-desert")
@pytest.mark.parametrize(("action", "left"), [(("move", "pz3", "NE"), 3), (("airstrike", "C6", "C5"), 2)])
def test_an_airstrike_costs_two_points_and_any_other_action_one(action, left):
    board = Board({"pz3": "A6>E", "matilda": "C6>W"}, have=4, strikes=1, dice=[1])
    board.act(*action)
    assert board.left == left


@pytest.mark.clause("7.6", "7.7", "7.8", "19.1", game="western-desert")
@pytest.mark.parametrize(("target", "firers", "left"), [
    ("crusader", ("50mm",), 1), ("crusader", ("pz3",), 0), ("infantry", ("pz3",), 0), ("crusader", ("pz3", "50mm"), 0),
])  # fmt: skip
def test_only_a_free_shot_leaves_the_points_as_they_are(target, firers, left):
    units = {"50mm": "A6>E", "pz3": "B5>SE", "crusader": "B6>W", "infantry": "C5>W"}
    board = Board(units, used=1, dice=[1])
    board.attack(target, *sorted(firers, key=board.index.get))
    assert board.left == left
    assert board.offered()[-2:] == (["roll", "end"] if not left else [*board.offered()[-2:-1], "end"])


@pytest.mark.clause("18.3", "18.4", "18.5", "Q14.1", game="western-desert")
@pytest.mark.parametrize(("used", "recovers"), [(1, False), (2, True), (3, True)])
def test_one_unit_reorganises_with_the_third_or_the_fourth_point(used, recovers):
    units = {"pz3": {"at": "A6>E", "disordered": 1}, "pz2": {"at": "A1>E", "disordered": 1}, "pz4": "A3", **FAR}
    board = Board(units, have=4, used=used)
    assert board.offered("recover") == (["pz2", "pz3"] if recovers else [])
    assert board.offered("recover", "pz3") == []


# -- headquarters ----------------------------------------------------------------------------------


@pytest.mark.clause("11.1", "9.4", "Q8.1", "3.2", game="western-desert")
def test_a_headquarters_joins_a_unit_in_the_first_hex_of_the_board_too():
    board = Board({"hq1": "pz3", "pz3": "C4>E", "pz2": "A1>E", **FAR})
    assert board.offered("attach", "hq1") == ["pz2"]


@pytest.mark.clause("11.1", "9.4", "Q8.1", "3.2", game="western-desert")
def test_no_headquarters_is_attached_where_every_unit_has_one():
    units = {"hq1": "pz3", "pz3": "C4>E", "hq2": "pz2", "pz2": "A1>E", **FAR}
    assert "attach" not in Board(units).offered()


@pytest.mark.clause("10.6", "10.2", game="western-desert")
def test_a_headquarters_orders_a_group_move_from_the_first_hex_of_the_board_too():
    assert Board({"hq1": "pz3", "pz3": "A1>E", "pz2": "B1>E", **FAR}).offered("group") == ["hq1"]


@pytest.mark.clause("10.6", "9.7", game="western-desert")
def test_no_group_move_is_ordered_by_who_may_not_move_itself():
    assert Board({"hq1": "50mm", "50mm": {"at": "A6>E", "shot": 1}, "pz2": "B6>E", **FAR}).offered("group") == []


# -- movement and facing ---------------------------------------------------------------------------


@pytest.mark.clause("9.7", "2.8", "2.9", game="western-desert")
@pytest.mark.parametrize(("marks", "movers"), [({}, ["50mm", "pz3"]), ({"shot": 1}, ["pz3"]), ({"moved": 1}, [])])
def test_who_has_moved_and_who_has_fired_and_may_not_do_both_does_not_move(marks, movers):
    board = Board({"50mm": {"at": "A6>E", **marks}, "pz3": {"at": "A4>E", **marks}, **FAR})
    assert sorted(board.offered("move")) == movers


@pytest.mark.clause("9.2", "6.5", "12.5", game="western-desert")
def test_who_has_no_hex_to_go_to_turns_where_it_is():
    """A1 has two neighbours."""
    board = Board({"pz3": "A1>E", "pz3b": "B1>E", "pz3c": "A2>E", **FAR})
    assert board.offered("move", "pz3") == [way for way in board.rules.directions if way != "E"]


@pytest.mark.clause("6.6", "12.5", "9.2", game="western-desert")
def test_every_whole_move_ends_with_the_way_that_the_unit_faces():
    board = Board({"infantry": "I1>W", "pz3": "A6"}, ALLIED)
    board.playout.advance()
    moves = {action[2:] for action in whole_actions(board.playout) if action[0] == "move"}
    ways, hexes = board.rules.directions, [board.hex(name) for name in ("H1", "H2", "I2")]
    assert moves == {(way,) for way in ways if way != "W"} | {(hex_, way) for hex_ in hexes for way in ways}


@pytest.mark.clause("12.1", "12.2", "12.3", "2.3", "4.2", "5.1", "12.10", game="western-desert")
def test_each_hex_costs_a_point_of_a_unit_that_may_turn_back():
    """Two hexes of clear ground, far from the enemy; no unit is in the hex that it has left."""
    board = Board({"pz3": "C6>E", **FAR})
    assert board.ways("pz3") == {"B6", "D6", "C5", "D5"}
    assert board.ways("pz3", "D6") == {"C6", "E6", "D5", "E5"}
    assert board.ways("pz3", "D6", "E6") == set()
    board.act("move", "pz3", "D6", "E6", "E")
    entered = [event.subjects for event in board.events("enters")]
    assert entered == [(board.index["pz3"], board.hex(name)) for name in ("D6", "E6")]
    assert board.where("pz3") == "E6"


@pytest.mark.clause("12.10", "12.1", "12.2", game="western-desert")
def test_the_first_hex_of_the_board_is_entered_like_others():
    assert Board({"pz2": "B1>E", **FAR}).ways("pz2") == {"A1", "C1", "A2", "B2"}
    assert Board({"pz2": "A1>E", **FAR}).ways("pz2") == {"B1", "A2"}


@pytest.mark.clause("12.8", "12.9", "12.10", "23.2", game="western-desert")
@pytest.mark.parametrize(("enemy", "mined", "goes_on"), [("I6", (), True), ("C3", (), False), ("I6", ("B4",), False)])
def test_terrain_does_not_stop_who_stays_on_a_road_but_enemies_and_mines_do(enemy, mined, goes_on):
    """From B4 to C3 is one hex, from A4 two."""
    board = Board({"pz3": "A4>E", "infantry": enemy}, mined=mined)
    assert ("C4" in board.ways("pz3", "B4")) == goes_on


@pytest.mark.clause("12.8", "12.9", "12.10", game="western-desert")
def test_a_move_that_ends_in_contact_ends_also_beside_a_hex_without_contact():
    """B5 is beside B6 and not beside the enemy in C6."""
    board = Board({"pz2": "A6>E", "infantry": "C6>W"})
    assert board.ways("pz2") >= {"B6", "B5"}
    assert board.ways("pz2", "B6") == set()


@pytest.mark.clause("12.8", "12.9", "12.7", game="western-desert")
@pytest.mark.parametrize(("at", "beyond"), [("B5", {"A4", "A5", "A6", "B4", "B6", "C5"}), ("F4", {"F3", "G5"})])
def test_a_unit_leaves_rough_ground_as_it_leaves_clear_ground(at, beyond):
    """F4 is a wadi on the track."""
    assert Board({"pz2": f"{at}>E", **FAR}).ways("pz2") >= beyond


@pytest.mark.clause("12.6", "12.7", "4.16", "4.17", "Q4.1", game="western-desert")
def test_no_road_helps_a_move_that_has_begun_beside_it():
    board = Board({"pz3": "A5>E", **FAR})
    assert "B4" in board.ways("pz3", "A4")
    assert "C4" not in board.ways("pz3", "A4", "B4")
    assert "C4" in Board({"pz3": "A4>E", **FAR}).ways("pz3", "B4")


@pytest.mark.clause("12.12", "4.11", "12.2", "17.7", game="western-desert")
@pytest.mark.parametrize(("ground", "enters"), [("3-I2", True), ("3-I1", False)])
def test_nobody_enters_a_marsh_not_even_after_combat(ground, enters):
    """3-H1 and 3-I1 are marsh; the enemy is put there, as no unit comes there."""
    fuka = prepared("fuka")
    units = {"pz3": "3-H2>E", "pz2": "3-G2>E"}
    board = Board({**units, "infantry": "3-A6"}, ready=fuka, turn=DUSK)
    assert (ground in board.ways("pz3")) == enters
    won = Board({**units, "infantry": f"{ground}>W", "infantry2": "3-A6"}, ready=fuka, turn=DUSK, dice=[6])
    won.act("fire", "infantry", "pz3")
    assert ("pz3" in won.offered()) == enters


@pytest.mark.clause("12.10", "Q9.1", game="western-desert")
@pytest.mark.parametrize("at", ["A1", "B1", "D4", "E3", "I6", "A6"])
def test_contact_is_with_each_hex_beside_a_unit_and_with_no_other(at):
    board = Board({"infantry": at, "pz3": "G1" if at != "E3" else "A1"})
    zones = board.rules.modules["zones"].hexes(board.rules.at(board.state), ALLIED)
    assert zones == frozenset(board.rules.adjacent[board.hex(at)])


# -- sight -----------------------------------------------------------------------------------------


@pytest.mark.clause("15.9", "15.1", "15.2", "15.3", game="western-desert")
@pytest.mark.parametrize(("between", "sees"), [((), True), (("B4",), True), (("C4",), True), (("B4", "C4"), False)])
def test_a_line_between_two_hexes_is_blocked_where_both_are(between, sees):
    """From C5 to C3 the line runs between B4 and C4."""
    names = dict(zip(("pz2", "pz3"), between, strict=False))
    board = Board({"88": "C5>E", "infantry": "C3", **names})
    assert sight(board, "88", "infantry") == sees


@pytest.mark.clause("15.7", "15.8", "15.2", "15.3", "4.10", "4.15", game="western-desert")
@pytest.mark.parametrize(("at", "to", "sees"), [("E5", "G5", True), ("G5", "E5", True), ("F6", "H6", False)])
def test_a_unit_on_a_hill_sees_over_others_and_is_seen_over_them(at, to, sees):
    between = {"E5": "F5", "G5": "F5", "F6": "G6"}[at]
    board = Board({"88": f"{at}>E", "infantry": to, "pz3": between})
    assert sight(board, "88", "infantry") == sees


@pytest.mark.clause("15.10", "15.11", game="western-desert")
@pytest.mark.parametrize(("at", "to", "sees"), [
    ("E5", "I5", True), ("I5", "E5", True), ("F5", "I5", True), ("F5", "I6", False), ("C6", "G3", False),
])  # fmt: skip
def test_a_hill_is_seen_as_far_as_one_sees_from_it(at, to, sees):
    assert sight(Board({"88": at, "infantry": to}), "88", "infantry") == sees


@pytest.mark.clause("22.2", "15.11", "25.1", "25.3", game="western-desert")
@pytest.mark.parametrize(("turn", "at", "own", "to", "dust", "struck"), [
    (NORMAL, "A6", 0, "D6", 0, True), (NORMAL, "A6", 0, "E6", 0, False), (NORMAL, "E5", 0, "I5", 0, True),
    (HAZE, "A6", 0, "B6", 0, True), (HAZE, "A6", 0, "C6", 0, False), (HAZE, "A6", 1, "C6", 0, False),
    (HAZE, "A6", 0, "C6", 1, True),
])  # fmt: skip
def test_an_airstrike_is_flown_where_a_unit_of_the_side_sees(turn, at, own, to, dust, struck):
    """Its own dust lets a unit be seen, not see."""
    units = {"pz3": {"at": at, "dust": own}, "infantry": {"at": to, "dust": dust}}
    assert Board(units, turn=turn, strikes=1).offered("airstrike") == [to] * struck


# -- fire ------------------------------------------------------------------------------------------


@pytest.mark.clause("13.3", "13.2", "14.2", "2.2", game="western-desert")
@pytest.mark.parametrize(("turn", "own", "between", "dust", "fires"), [
    (NORMAL, 0, None, 0, True), (NORMAL, 0, "B6", 0, False), (HAZE, 0, None, 0, False), (HAZE, 1, None, 0, False),
    (HAZE, 0, None, 1, True),
])  # fmt: skip
def test_who_fires_sees_the_target_and_need_not_be_seen(turn, own, between, dust, fires):
    units = {"88": {"at": "A6>E", "dust": own}, "infantry": {"at": "C6", "dust": dust}}
    board = Board(units | ({"pz2": between} if between else {}), turn=turn)
    assert ("88" in board.offered("fire", "infantry")) == fires


@pytest.mark.clause("9.3", "13.4", "13.5", "13.6", "9.8", "Q15.1", game="western-desert")
def test_who_has_fired_does_not_join_fire_at_another_target():
    units = {"pz3": "B6>E", "pz2": "B5>SE", "infantry": "C6>W", "infantry2": "C5>W"}
    board = Board(units, dice=[1], have=4)
    assert set(board.offered("fire", "infantry2")) == {"pz3", "pz2"}
    board.attack("infantry", "pz3")
    assert board.offered("fire", "infantry2") == ["pz2"]
    assert board.offered("fire") == ["infantry2"]


@pytest.mark.clause("16.1", "16.2", "Q10.1", game="western-desert")
@pytest.mark.parametrize(("name", "given", "joins"), [
    ("25pdr", {"at": "F6>W"}, True), ("25pdr", {"at": "F6>W", "shot": 1}, False), ("25pdr", {"at": "A5>SW"}, False),
    ("6pdr", {"at": "C6>W"}, False), ("25pdr", {"at": "F6>W", "moved": 1}, False),
])  # fmt: skip
def test_who_supports_is_free_artillery_that_does_not_fire_itself(name, given, joins):
    """A 25 pounder beside the target sees it, and a 6 pounder is no artillery."""
    board = Board({"grant": "B6>W", name: given, "pz4": "A6>E"}, ALLIED)
    assert board.offered("fire", "pz4", "grant", "with") == [name] * joins


@pytest.mark.clause("16.1", "16.2", game="western-desert")
def test_no_gun_supports_that_may_not_fire(monkeypatch):
    board = Board({"grant": "B6>W", "25pdr": "F6>W", "pz4": "A6>E"}, ALLIED)
    fire, gun = board.rules.modules["fire"], board.index["25pdr"]
    monkeypatch.setattr(fire, "may_fire", lambda _now, unit: unit != gun)
    assert board.offered("fire", "pz4") == ["grant"]
    assert "with" not in board.offered("fire", "pz4", "grant")


@pytest.mark.clause("17.1", "2.4", "17.4", "9.8", "13.6", game="western-desert")
def test_modifiers_are_asked_for_who_fires_who_supports_and_the_target(monkeypatch):
    """They change the strength of those who fire, and the defence; here there are none."""
    board = Board({"grant": "B6>W", "25pdr": "F6>W", "pz4": "A6>E"}, ALLIED, dice=[1])
    fire, asked, changed = board.rules.modules["fire"], [], []
    monkeypatch.setattr(fire, "counting", lambda _now, *given: asked.append(given) or [])
    monkeypatch.setattr(combined, "multiply", lambda own, held, _counting: changed.append((own.total, held.total)))
    board.attack("pz4", "grant", "with", "25pdr")
    named = [[board.index[name]] for name in ("grant", "25pdr")]
    assert all([[*units], [*guns], target] == [*named, board.index["pz4"]] for units, guns, target in asked)
    assert asked
    assert {*changed} == {(2, -2)}


@pytest.mark.clause("17.1", "2.4", "Q13.1", "23.3", "17.9", game="western-desert")
@pytest.mark.parametrize(("facing", "mined", "terms"), [
    ("W", (), [1, 2, -3]), ("E", (), [1, 2, 1, -3]), ("W", ("B6",), [1, 2, 2, -3]), ("W", ("A6",), [1, 2, -3]),
])  # fmt: skip
def test_the_attack_value_is_the_sum_of_what_counts_less_the_defence(facing, mined, terms):
    """A Pz III and an 88mm at a Matilda."""
    board = Board({"pz3": "A5>SE", "88": "A6>E", "matilda": f"B6>{facing}"}, mined=mined)
    volley = Volley(board.index["matilda"], [board.index["pz3"], board.index["88"]])
    found = board.rules.modules["fire"].value(board.rules.at(board.state), volley)
    assert [term.value for term in found.terms] == terms
    assert {"flank", "minefield"} & {term.source for term in found.terms} == {
        *["flank"] * (facing == "E"), *["minefield"] * (mined == ("B6",))
    }  # fmt: skip
    assert found.total == sum(terms)


@pytest.mark.clause("17.4", "17.7", game="western-desert")
@pytest.mark.parametrize("side", [AXIS, ALLIED])
def test_the_side_that_fired_says_who_advances(side):
    units = {"pz3": "A6>E", "crusader": "B6>W", "pz2": "A1", "infantry": "I1"}
    board = Board(units, side, dice=[6])
    target, firer = ("crusader", "pz3") if side == AXIS else ("pz3", "crusader")
    board.state.units.facing[board.index[target]] = board.rules.directions.index("NE" if side == AXIS else "SW")
    assert board.act("fire", target, firer) == side
    assert board.offered() == [firer, "end"]


@pytest.mark.clause("17.4", "17.12", "17.5", "17.6", game="western-desert")
@pytest.mark.parametrize(("side", "firer", "target"), [(AXIS, "pz3", "infantry"), (ALLIED, "crusader", "foot")])
@pytest.mark.parametrize(("die", "losses"), [(1, 0), (2, 1), (6, 1)])
def test_the_other_side_suffers_the_result_before_anybody_advances(side, firer, target, die, losses):
    board = Board({firer: "A6>E", target: "B6>W"}, side)
    board.playout.advance()
    board.playout.act(board.action("fire", target, firer))
    thrown = board.playout.frame.with_values(thrown=die)
    made = board.playout.step.apply(board.state, thrown, ())
    found = [(frame.step, frame.data["side"]) for frame in made.frames]
    assert found == [("advance", side), *[("loss", 1 - side)] * losses]


@pytest.mark.clause("17.5", "17.6", "17.11", game="western-desert")
@pytest.mark.parametrize(("die", "told"), [(2, "marked"), (6, "eliminated"), (1, "")])
def test_it_is_told_which_unit_suffers_and_how(die, told):
    board = Board({"pz3": "A6>E", "infantry": "B6>W", "infantry2": "I1"}, dice=[die])
    board.attack("infantry", "pz3")
    unit = board.index["infantry"]
    found = board.events("marked") + board.events("eliminated")
    assert [(event.name, event.subjects[0]) for event in found] == ([(told, unit)] if told else [])
    assert board.unit("infantry", "disordered") == (told == "marked")


# -- airstrikes, smoke, works ----------------------------------------------------------------------


@pytest.mark.clause("22.3", "22.4", "13.4", game="western-desert")
@pytest.mark.parametrize(("side", "target"), [(AXIS, "infantry"), (ALLIED, "pz3")])
def test_an_airstrike_is_fire_of_the_side_that_calls_it_in(side, target):
    """Whoever is struck has been fired at, before the die is thrown."""
    board = Board({"pz3": "A6>E", "infantry": "B6>W"}, side, strikes=1)
    board.playout.advance()
    board.playout.act(board.action("airstrike", *(("B6", "C6") if side == AXIS else ("A6", "A5"))))
    assert board.playout.frame.data["side"] == side
    assert [board.unit(name, "aimed") for name in ("pz3", "infantry")] == [target == "pz3", target == "infantry"]


@pytest.mark.clause("26.2", game="western-desert")
def test_the_gun_that_lays_smoke_has_fired():
    board = Board({"wespe": "A2>E", "foot": "F2>E", **FAR})
    board.act("smoke", "wespe", "foot")
    assert board.unit("wespe", "shot") == 1
    assert board.events("smoke")[0].subjects == (board.index["wespe"], board.hex("F2"))


@pytest.mark.clause("21.1", "21.2", "23.3", game="western-desert")
def test_who_is_dug_in_profits_itself_wherever_others_are():
    """The number of the unit that is dug in is also that of a hex, in which another unit stands."""
    board = Board({"infantry": {"at": "I1>W", "dug_in": 1}, "pz3": "A1"})
    number = board.index["infantry"]
    board.state.units.place[board.index["infantry2"]] = number
    now, works = board.rules.at(board.state), board.rules.modules["works"]
    assert [*works.there(now, number)] == ["dug-in"]
    assert [*works.there(now, board.index["infantry2"])] == []
