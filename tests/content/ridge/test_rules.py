"""The rules of *A Day on the Ridge*, clause by clause: what is offered, and what comes of it."""

from __future__ import annotations

import pytest

from tests.content.ridge.position import AUSTRIAN, FRENCH, RAIN, Board, prepared

FAR = {"Rohan": "0101"}
"""An Austrian who is out of the way."""


def assault(attackers, defenders, *, dice, side=FRENCH):
    """A position in which a side attacks."""
    return Board({**attackers, **defenders}, "assault", side, dice=dice)


# -- 2 Sequence of Play ----------------------------------------------------------------------------


@pytest.mark.clause("2.1", "2.2", game="ridge")
def test_the_side_with_the_initiative_moves_attacks_and_rallies_before_its_enemy():
    ready = prepared()
    initiative = ["french"] * 3 + ["austrian", "french", "austrian"] + ["french"] * 2 + ["austrian", "french"]
    initiative += ["austrian", "french"]
    for turn, first in enumerate(initiative, 1):
        board = Board({"Friant": "0716", "Rohan": "0715"}, "", turn=turn)
        begun = []
        while len(begun) < 4:
            side = board.playout.advance()
            begun.append((ready.sides[side], board.playout.frame.step))
            board.playout.act(("end",))
        other = next(each for each in ready.sides if each != first)
        assert begun == [(first, "movement"), (first, "assault"), (other, "movement"), (other, "assault")]


@pytest.mark.clause("2.2", "9.1", game="ridge")
def test_a_player_turn_ends_with_the_rally_of_its_own_side():
    board = Board({"Friant": "0416!", "Rohan": "0101!"}, "", dice=[1])
    board.act("end")
    assert board.playout.frame.data["side"] == AUSTRIAN
    assert board.disordered() == ["Rohan"]


# -- 3 Movement ------------------------------------------------------------------------------------


@pytest.mark.clause("3.1", game="ridge")
def test_each_unit_moves_once_in_any_order_or_not_at_all():
    board = Board({"Friant": "0416", "Morand": "0616", **FAR})
    assert board.offered() == ["Friant", "Morand", "end"]
    board.act("Morand", "0615")
    assert board.offered() == ["Friant", "end"]
    board.act("end")
    assert board.where("Friant") == "0416"


@pytest.mark.clause("3.2", game="ridge")
@pytest.mark.parametrize(
    ("unit", "start", "way", "open_", "shut"),
    [
        ("Friant", "0613", ["0513", "0514"], "0614", "0515"),  # 1 and 2 for woods, of 4
        ("Montbrun", "0613", ["0513", "0514", "0414"], "0314", "0415"),  # 1, 3 and 3, of 8
        ("Foot guns", "0510", ["0610"], "0609", ""),  # 1 and 2 for the ridge, of 3
        ("Foot guns", "0510", ["0610", "0510"], "0410", "0609"),
    ],
)
def test_each_hex_costs_what_the_chart_says_for_the_type(unit, start, way, open_, shut):
    board = Board({unit: start, **FAR})
    ahead = board.offered(unit, *way)
    assert open_ in ahead
    assert shut not in ahead


@pytest.mark.clause("3.2", game="ridge")
def test_an_allowance_is_all_that_a_unit_has():
    for unit, points in {"Friant": 4, "Montbrun": 8, "Foot guns": 3, "Horse guns": 5}.items():
        board, way = Board({unit: "0120", **FAR}), []
        while ahead := [hex_ for hex_ in board.offered(unit, *way) if hex_.endswith("20")]:
            way.append(max(ahead))
        assert len(way) == points


@pytest.mark.clause("3.3", "3.4", game="ridge")
def test_the_brook_costs_one_more_unless_the_road_leads_across():
    assert Board({"Friant": "0611", **FAR}).offered("Friant", "0610", "0609") == []
    assert "0708" in Board({"Friant": "0712", **FAR}).offered("Friant", "0711", "0710", "0709")
    along = Board({"Friant": "0611", **FAR}).offered("Friant", "0610")
    assert "0609" in along, "1 for the hex, 1 for the brook, 2 for the ridge"


@pytest.mark.clause("3.5", game="ridge")
def test_guns_never_enter_woods():
    assert "0514" not in Board({"Foot guns": "0513", **FAR}).offered("Foot guns")
    assert "0514" in Board({"Friant": "0513", **FAR}).offered("Friant")


@pytest.mark.clause("3.6", "10.1", "4.3", game="ridge")
def test_who_lacks_the_points_for_a_hex_does_not_enter_it_even_as_its_first():
    """Guns with 3 points have 2 in rain; the ridge costs 2, and leaving the zone 1 more."""
    units = {"Foot guns": "0710", "Rohan": "0810"}
    assert "0809" in Board(units).offered("Foot guns")
    assert "0809" not in Board(units, turn=RAIN).offered("Foot guns")
    assert "0610" in Board(units, turn=RAIN).offered("Foot guns")


@pytest.mark.clause("3.7", "5.2", game="ridge")
def test_a_unit_passes_friends_and_never_enters_a_hex_with_an_enemy():
    units = {"Friant": "0715", "Morand": "0714", "Gudin": "0714", "12-pounders": "0615"}
    board = Board(units)
    assert "0714" in board.offered("Friant", end=False), "no room for a third"
    assert "0714" not in board.offered("Friant", end=True)
    assert "0713" in board.offered("Friant", "0714")
    assert "0615" not in board.offered("Friant")


# -- 4 Zones of Control ----------------------------------------------------------------------------


@pytest.mark.clause("4.1", "4.2", game="ridge")
@pytest.mark.parametrize(("enemy", "stops"), [("Rohan", True), ("Hessen", True), ("12-pounders", False)])
@pytest.mark.parametrize("mark", ["", "!"])
def test_who_comes_beside_infantry_or_cavalry_stops(enemy, stops, mark):
    board = Board({"Friant": "0416", enemy: "0615" + mark})
    assert (board.offered("Friant", "0515") == []) == stops


@pytest.mark.clause("4.2", game="ridge")
def test_friends_in_the_hex_make_no_difference():
    assert Board({"Friant": "0416", "Morand": "0515", "Rohan": "0615"}).offered("Friant", "0515") == []


@pytest.mark.clause("4.3", game="ridge")
def test_to_begin_in_an_enemy_zone_costs_a_point_and_the_next_zone_stops_again():
    units = {"Friant": "0716", "Rohan": "0715"}
    assert Board(units).offered("Friant", "0717", "0718") != []
    assert Board(units).offered("Friant", "0717", "0718", "0719") == [], "2, 1 and 1 of 4"
    beside = Board(units).offered("Friant", end=True)
    assert "0616" in beside
    assert Board(units).offered("Friant", "0616") == []


# -- 5 Stacking ------------------------------------------------------------------------------------


@pytest.mark.clause("5.1", game="ridge")
def test_two_units_of_any_type_fill_a_hex():
    for third in ("Gudin", "Lasalle", "Foot guns"):
        units = {third: "0715", "Morand": "0714", **FAR}
        assert "0714" in Board(units).offered(third, end=True)
        assert "0714" not in Board({**units, "Carra": "0714"}).offered(third, end=True)


# -- 6 Assault -------------------------------------------------------------------------------------


@pytest.mark.clause("6.1", game="ridge")
def test_nobody_has_to_attack():
    board = Board({"Friant": "0716", "Rohan": "0715"}, "assault")
    assert board.offered() == ["0715", "end"]
    assert board.act("end") is None
    assert board.events("battle") == []


@pytest.mark.clause("6.1", "6.2", game="ridge")
def test_attacks_come_one_after_another_each_unit_and_each_hex_once():
    units = {"Friant": "0716", "Morand": "0716", "Rohan": "0715", "Hessen": "0815"}
    board = Board(units, "assault", dice=[4, 4])
    assert board.offered() == ["0715", "0815", "end"]
    board.act("0715", "Friant")
    assert board.battle() == (6, 6, "-")
    assert board.offered() == ["0815", "end"], "a hex is attacked once"
    assert board.offered("0815") == ["Morand"], "a unit attacks once"


@pytest.mark.clause("6.2", game="ridge")
def test_the_units_of_a_hex_defend_together():
    board = assault({"Friant": "0716"}, {"Ulm": "0715", "Mayer": "0715"}, dice=[5])
    board.act("0715", "Friant")
    assert board.battle() == (6, 9, "-")


@pytest.mark.clause("6.3", game="ridge")
def test_units_of_several_hexes_attack_together_and_those_of_a_hex_need_not():
    units = {"Friant": "0716", "Morand": "0716", "Gudin": "0815", "Rohan": "0715", "Foot guns": "0718"}
    board = Board(units, "assault", dice=[4])
    assert board.offered("0715") == ["Friant", "Morand", "Gudin"]
    board.act("0715", "Friant", "Gudin", "with", "Foot guns")
    assert board.battle()[0] == 6 + 5 + 4


@pytest.mark.clause("6.4", "6.7", game="ridge")
@pytest.mark.parametrize(
    ("attackers", "defender", "die", "result"),
    [
        (["Friant", "Legrand"], "Rohan", 3, "-"),  # 11 to 6: 3-2; 2-1 would be DR
        (["Friant", "Morand"], "Rohan", 3, "DR"),  # 12 to 6: 2-1
        (["Friant", "Legrand"], "Rohan", 4, "DR"),  # one die, and another row of the same column
        (["Montbrun"], "Rohan", 1, "AE"),  # 3 to 6: 1-2
        (["Montbrun"], "Rohan", 6, "DR"),
        (["Lasalle!"], "Rohan", 1, "AE"),  # 1 to 6 is worse than any column
        (["Friant", "Morand", "Gudin"], "Stipsicz!", 1, "DD"),  # 17 to 1 is better than any
    ],
)
def test_the_ratio_is_rounded_for_the_defender(attackers, defender, die, result):
    places = dict(zip(attackers, ("0716", "0716", "0815"), strict=False))
    names = [name.rstrip("!") for name in attackers]
    units = {name.rstrip("!"): at + name[len(name.rstrip("!")) :] for name, at in places.items()}
    board = assault(units, {defender.rstrip("!"): "0715" + defender[len(defender.rstrip("!")) :]}, dice=[die])
    board.act("0715", *names)
    assert board.battle()[2] == result


@pytest.mark.clause("6.5", game="ridge")
@pytest.mark.parametrize(
    ("at", "hex_", "defence"),
    [
        ("0613", "0713", 5),
        ("0513", "0514", 7),  # woods: 7½
        ("0710", "0709", 7),  # the ridge
        ("0713", "0712", 10),  # a village
        ("0711", "0710", 7),  # across the brook, though a road leads over it
        ("0611", "0710", 5),  # not adjacent across it: see below
    ],
)
def test_ground_multiplies_the_strength_of_the_defenders(at, hex_, defence):
    if (at, hex_) == ("0611", "0710"):
        board = assault({"Friant": "0711", "Morand": "0810"}, {"Lindenau": hex_}, dice=[4])
        board.act(hex_, "Friant", "Morand")
    else:
        board = assault({"Friant": at}, {"Lindenau": hex_}, dice=[4])
        board.act(hex_, "Friant")
    assert board.battle()[1] == defence


@pytest.mark.clause("6.5", game="ridge")
def test_the_fraction_is_dropped_once_at_the_end():
    """Two units of 5 and 4 in the woods are worth 13, not 7 and 6: 13½."""
    board = assault({"Friant": "0513"}, {"Lindenau": "0514", "Mayer": "0514"}, dice=[4])
    board.act("0514", "Friant")
    assert board.battle()[1] == 13


@pytest.mark.clause("6.6", game="ridge")
def test_batteries_support_an_attack_from_afar_as_far_as_their_range():
    units = {"Friant": "0716", "Rohan": "0715", "Foot guns": "0718", "Horse guns": "0719"}
    board = Board(units, "assault", dice=[1])
    assert board.offered("0715", "Friant") == ["with"]
    assert board.offered("0715", "Friant", "with") == ["Foot guns"], "4 hexes are too far for 2"
    board.act("0715", "Friant", "with", "Foot guns")
    assert board.battle() == (10, 6, "AR")
    assert board.disordered() == ["Friant"], "who supports suffers nothing"
    assert board.where("Foot guns") == "0718"


@pytest.mark.clause("6.6", game="ridge")
def test_batteries_do_not_support_a_defence():
    board = assault({"Friant": "0716"}, {"Rohan": "0715", "12-pounders": "0713"}, dice=[4])
    board.act("0715", "Friant")
    assert board.battle() == (6, 6, "-")


@pytest.mark.clause("6.6", game="ridge")
def test_guns_beside_the_hex_attack_like_others():
    board = assault({"Foot guns": "0716"}, {"Rohan": "0715"}, dice=[2])
    assert board.offered("0715") == ["Foot guns"]
    board.act("0715", "Foot guns")
    assert board.disordered() == ["Foot guns"]


# -- 7 Results, 8 Retreat and Advance -----------------------------------------------------------------


@pytest.mark.clause("1.4", "7.1", "7.2", "8.1", game="ridge")
def test_disordered_defenders_have_the_strength_on_their_back_and_retreat():
    board = assault({"Friant": "0716", "Morand": "0616"}, {"Rohan": "0715"}, dice=[2])
    board.act("0715", "Friant", "Morand")
    assert board.battle() == (12, 6, "DR")
    assert board.disordered() == ["Rohan"]
    assert board.playout.frame.data["side"] == AUSTRIAN
    assert sorted(board.offered("Rohan")) == ["0614", "0714"], "each hex is farther from where it stood, and in no zone"
    board.act("Rohan", "0714")
    assert board.rules.value(board.rules.at(board.state), "strength", board.index["Rohan"]) == 3


@pytest.mark.clause("7.1", game="ridge")
@pytest.mark.parametrize(
    ("code", "attackers", "die", "out", "disordered"),
    [
        ("AE", ["Lasalle"], 1, ["Lasalle"], []),
        ("AR", ["Friant"], 1, [], ["Friant"]),
        ("-", ["Friant"], 3, [], []),
        ("DR", ["Friant"], 6, [], ["Rohan"]),
        ("DD", ["Friant", "Morand"], 5, [], ["Rohan"]),
        ("DE", ["Friant", "Morand", "Gudin", "Legrand"], 6, ["Rohan"], []),
    ],
)
def test_the_letters_mean_what_the_rule_says(code, attackers, die, out, disordered):
    places = dict(zip(attackers, ("0716", "0716", "0616", "0616"), strict=False))
    board = assault(places, {"Rohan": "0715"}, dice=[die])
    board.act("0715", *attackers)
    assert board.battle()[2] == code
    assert board.disordered() == disordered
    assert all(board.out(name) == (name in out) for name in [*attackers, "Rohan"])


@pytest.mark.clause("7.1", "8.1", game="ridge")
def test_dd_is_a_retreat_of_two_hexes_each_farther_away():
    board = assault({"Friant": "0716", "Morand": "0716"}, {"Rohan": "0715"}, dice=[5])
    board.act("0715", "Friant", "Morand")
    assert board.offered("Rohan", end=True) == [], "one hex is too few"
    assert sorted(board.offered("Rohan", "0714", end=True)) == ["0713", "0813", "0814"]


@pytest.mark.clause("7.2", game="ridge")
def test_who_is_disordered_already_is_eliminated():
    board = assault({"Friant": "0716", "Morand": "0716"}, {"Rohan": "0715!", "Ulm": "0715"}, dice=[6])
    board.act("0715", "Friant", "Morand")
    assert board.battle() == (12, 8, "DD")
    assert board.out("Rohan")
    assert board.disordered() == ["Ulm"]


@pytest.mark.clause("8.1", "8.3", game="ridge")
@pytest.mark.parametrize(("enemies", "stays"), [({"Gudin": "0713"}, False), ({}, True)])
def test_a_retreat_into_an_enemy_zone_is_none_even_among_friends(enemies, stays):
    """The attackers' zones close the hexes beside Rohan, Gudin's those behind."""
    units = {"Friant": "0716", "Morand": "0616", "Mayer": "0714", **enemies}
    board = assault(units, {"Rohan": "0715"}, dice=[2])
    board.act("0715", "Friant", "Morand")
    assert board.out("Rohan") == (not stays)


@pytest.mark.clause("8.2", "8.3", game="ridge")
def test_a_retreat_ends_where_there_is_room():
    full = {"Ulm": "0714", "Mayer": "0714", "Lindenau": "0614", "Hessen": "0614"}
    attackers = {"Friant": "0716", "Morand": "0616"}
    board = assault(attackers, {"Rohan": "0715", **full}, dice=[2])
    board.act("0715", "Friant", "Morand")
    assert board.out("Rohan")
    board = assault(attackers, {"Rohan": "0715", **full}, dice=[5])
    board.act("0715", "Friant", "Morand")
    assert "0714" in board.offered("Rohan"), "it passes them"
    assert not board.out("Rohan")


@pytest.mark.clause("3.5", "8.1", "8.3", game="ridge")
@pytest.mark.parametrize(("unit", "falls"), [("12-pounders", True), ("Mayer", False)])
def test_guns_do_not_retreat_into_woods(unit, falls):
    """Only the two hexes of woods south of 0513 are in no French zone; both units have a strength of 4."""
    board = assault({"Friant": "0512", "Morand": "0412"}, {unit: "0513"}, dice=[1])
    board.act("0513", "Friant", "Morand")
    assert board.battle() == (12, 4, "DR")
    assert board.out(unit) == falls
    assert falls or sorted(board.offered(unit)) == ["0414", "0514"]


@pytest.mark.clause("3.5", "8.4", game="ridge")
@pytest.mark.parametrize("unit", ["Foot guns", "Friant"])
def test_guns_do_not_advance_into_woods(unit):
    board = assault({unit: "0513", "Morand": "0613", **FAR}, {"Stipsicz": "0514!"}, dice=[6])
    board.act("0514", *sorted([unit, "Morand"], key=board.index.get))
    assert board.out("Stipsicz")
    assert board.offered() == [*["Friant"] * (unit == "Friant"), "Morand", "end"]


@pytest.mark.clause("8.4", game="ridge")
def test_attackers_beside_the_empty_hex_may_advance_whatever_zones_there_are():
    units = {"Friant": "0716", "Morand": "0716", "Gudin": "0816", "Foot guns": "0718", "Hessen": "0614"}
    board = assault(units, {"Rohan": "0715"}, dice=[6])
    board.act("0715", "Friant", "Morand", "with", "Foot guns")
    assert board.battle() == (16, 6, "DD")
    while board.playout.frame.step == "retreat":
        board.act("Rohan", *_way(board, "Rohan"))
    assert board.offered() == ["Friant", "Morand", "end"]
    board.act("Friant", "0715")
    board.act("Morand", "0715")
    assert board.where("Friant") == board.where("Morand") == "0715"


def _way(board, unit):
    """The first way of a retreat."""
    way = []
    while ahead := board.offered(unit, *way):
        way.append(ahead[0])
    return way


@pytest.mark.clause("8.4", "5.1", game="ridge")
def test_no_more_advance_than_there_is_room_for():
    attackers = {"Friant": "0716", "Morand": "0716", "Gudin": "0616"}
    board = assault({**attackers, **FAR}, {"Mayer": "0715"}, dice=[6])
    board.act("0715", *attackers)
    assert board.battle()[2] == "DE"
    board.act("Friant", "0715")
    board.act("Morand", "0715")
    assert board.where("Gudin") == "0616"
    assert board.offered() in ([], ["end"])


# -- 9 Rally, 10 Weather --------------------------------------------------------------------------------


@pytest.mark.clause("9.1", "9.2", game="ridge")
@pytest.mark.parametrize(("unit", "die", "recovers"), [("Friant", 5, True), ("Friant", 6, False), ("Carra", 5, False)])
def test_a_throw_up_to_its_morale_brings_a_unit_back_into_order(unit, die, recovers):
    board = Board({unit: "0716!", **FAR}, "rally", dice=[die])
    board.playout.advance()
    assert (board.disordered() == []) == recovers


@pytest.mark.clause("9.1", game="ridge")
def test_who_is_in_an_enemy_zone_does_not_try():
    board = Board({"Friant": "0716!", "Rohan": "0715"}, "rally")
    board.playout.advance()
    assert board.disordered() == ["Friant"]
    board = Board({"Friant": "0716!", "12-pounders": "0715"}, "rally", dice=[1])
    board.playout.advance()
    assert board.disordered() == [], "guns have no zone"


@pytest.mark.clause("10.1", game="ridge")
@pytest.mark.parametrize(("unit", "dry", "wet"), [("Friant", 4, 2), ("Nansouty", 7, 4), ("Foot guns", 3, 2)])
def test_rain_halves_allowances_and_rounds_up(unit, dry, wet):
    for turn in range(1, 13):
        board, way = Board({unit: "0120", **FAR}, turn=turn), []
        while ahead := [hex_ for hex_ in board.offered(unit, *way) if hex_.endswith("20")]:
            way.append(max(ahead))
        assert len(way) == (wet if turn in {5, 6, 11} else dry)


# -- 11 Setting Up, 12 Victory ---------------------------------------------------------------------------


@pytest.mark.clause("11.1", "11.2", game="ridge")
@pytest.mark.parametrize(("scenario", "turns", "friant"), [("dawn", 12, "0416"), ("noon", 6, "0411")])
def test_all_begin_in_good_order_where_the_order_of_battle_has_them(scenario, turns, friant):
    ready = prepared(scenario)
    state, names = ready.play.begin(), ready.compiled.names
    assert not any(state.units.flipped)
    lost = {name for name, place in zip(names["units"], state.units.place, strict=True) if place < 0}
    assert lost == ({"Legrand", "Ulm"} if scenario == "noon" else set())
    assert ready.play.score(state) == [0, 6 + 4], "who was lost before scores nothing"
    assert names["hexes"][state.units.place[names["units"].index("Friant")]] == friant
    first, last = ready.compiled.turns.span[:2]
    assert last - first + 1 == turns


@pytest.mark.clause("12.1", "12.2", game="ridge")
def test_points_are_given_for_the_fallen_and_for_who_was_last_in_a_place():
    board = Board({"Friant": "0709", "Rohan": "0101"})
    assert board.play.score(board.state) == [2 * 9, 2 * 9 + 6 + 4], "the Austrians hold both at first"
    board.act("Friant", "0708", "0707")
    assert board.play.score(board.state) == [2 * 9 + 6, 2 * 9 + 4], "to pass through is to have been there"


@pytest.mark.clause("12.3", game="ridge")
@pytest.mark.parametrize(
    ("margin", "level"),
    [
        (16, "french-triumph"),
        (15, "french"),
        (2, "french"),
        (1, "draw"),
        (-1, "draw"),
        (-2, "austrian"),
        (-15, "austrian"),
        (-16, "austrian-triumph"),
    ],
)
def test_the_levels_go_by_the_points_of_the_french_less_those_of_the_austrians(margin, level, monkeypatch):
    play = prepared().play
    monkeypatch.setattr(play, "score", lambda _state: [20 + margin, 20])
    assert play.outcome(play.begin()).level == level
