"""The worked examples: what the rules of play give is what examples.yaml has as the answer."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

import pytest

from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.documents.time_track import TimeTrackDocument

from .position import ALLIED, AXIS, FAR, HAZE, NORMAL, Board, game, prepared, value


@cache
def examples():
    """Each example, by its id."""
    (document, _where), *_others = game().documents("examples", ExamplesDocument)
    return {each.id: each for each in document.examples}


def answer(id_):
    return examples()[id_].answer


def dice(said):
    """Dice as an answer says them: `1`, `2 or 3`, `4 to 6`."""
    numbers = [int(number) for number in re.findall(r"\d", str(said))]
    return {*range(numbers[0], numbers[-1] + 1)}


def must_fall_out(id_, units, target, *attackers, side=AXIS):
    """Play an attack with each die; its value, and the dice of each result, are those of the answer."""
    found = {die: value(units, target, *attackers, side=side, die=die) for die in range(1, 7)}
    assert {number for number, _code in found.values()} == {answer(id_)["value"]}
    for code in {"NE", "DIS", "EL"} & {key.upper() for key in answer(id_)}:
        assert {die for die, (_value, result) in found.items() if result == code} == dice(answer(id_)[code.lower()])


def test_each_example_has_a_test_here():
    tests = [name for name in globals() if name.startswith("test_")]
    words = {word for name in tests for word in name.split("_")}
    assert {id_.lower() for id_ in examples()} <= words


# -- printed ---------------------------------------------------------------------------------------


@pytest.mark.clause("18.2", "18.3", "18.4", "18.5", game="western-desert")
def test_x1_a_unit_recovers_with_the_third_point_and_attacks_with_the_fourth():
    points = {examples()["X1"].given[key] for key in ("reorganises_with_point", "attacks_with_point")}
    units = {"pz3": {"at": "A6>E", "disordered": 1}, "pz3b": "A1>E", "pz2": "A3>E", "infantry": "B6>W"}
    board = Board(units, dice=[3, 4, 1])
    for other in ("pz3b", "pz2"):
        assert "recover" not in board.offered()
        board.act("move", other, "W")
    board.act("roll")
    used = [board.playout.frame.data["used"] + 1]
    assert board.offered("recover") == ["pz3"]
    board.act("recover", "pz3")
    assert (board.unit("pz3", "disordered"), board.left) == (0, 0)
    board.act("roll")
    used.append(board.playout.frame.data["used"] + 1)
    assert answer("X1")["allowed"] == ("pz3" in board.offered("fire", "infantry"))
    assert board.attack("infantry", "pz3") == (1, "NE")
    assert set(used) == points


@pytest.mark.clause("9.5", "10.2", "5.3", game="western-desert")
def test_x2_a_headquarters_joins_then_a_group_moves_and_fires():
    board = Board({"hq1": "pz4", "pz4": "A1", "pz3": "C6>E", "pz3b": "B6>E", "infantry": "F6>W"}, dice=[3, 1])
    board.act("attach", "hq1", "pz3")
    assert board.unit("hq1", "host") == board.index["pz3"]
    board.act("group", "hq1")
    board.act("pz3", "D6", "E6", "E")
    board.act("pz3b", "C6", "D5", "E")
    assert board.left == 0
    board.act("roll")
    assert board.attack("infantry", "pz3")[0] == 1
    assert answer("X2") == {"allowed": True, "points": board.playout.frame.data["used"]}


@pytest.mark.clause("10.4", "10.5", "10.3", "Q3.1", game="western-desert")
def test_x3_a_headquarters_stays_while_its_neighbours_move():
    units = {"hq1": "pz3", "pz3": "B6>E", "pz3b": "A6>E", "pz3c": "C6>E", "pz3d": "D6>E", **FAR}
    board = Board(units)
    board.act("group", "hq1")
    assert set(board.offered()) == {"pz3", "pz3b", "pz3c", "end"}, "who is two hexes away is not led"
    board.act("pz3b", "A5", "A4", "W")
    board.act("pz3c", "C5", "D5", "E")
    board.act("end")
    assert (board.where("pz3b"), board.where("pz3c"), board.where("pz3"), board.left) == ("A4", "D5", "B6", 1)
    assert board.offered("move") == ["pz3d"], "the unit of the headquarters has used its move"
    assert answer("X3") == {"allowed": True, "has_moved": "group" not in board.offered()}


@pytest.mark.clause("11.1", "11.2", "11.4", "Q7.1", "Q6.1", game="western-desert")
def test_x4_a_headquarters_directs_two_moves():
    """Infantry goes one hex; directed, two."""
    board = Board({"HQ1": "infantry", "infantry": "I6>W", "infantry2": "I2>W", "pz3": "A1"}, ALLIED, dice=[3])
    board.act("move", "infantry", "H6", "H5", "W")
    assert board.unit("HQ1", "host") == board.index["infantry"]
    assert board.unit("infantry2", "moved") == 0
    board.act("attach", "HQ1", "infantry2")
    board.act("roll")
    board.act("move", "infantry2", "H2", "G2", "W")
    assert (board.where("infantry"), board.where("infantry2")) == ("H5", "G2")
    assert answer("X4") == {"allowed": True, "points": 3 - board.left}


@pytest.mark.clause("30.1", "30.4", "Q16.1", "11.3", "10.8", "10.9", game="western-desert")
def test_x5_fifteen_units_a_side_and_no_headquarters_less_when_half_are_lost():
    given, play = examples()["X5"].given, prepared().play
    rules, state = play.rules, play.begin()
    stands = [[u for u in rules.own(state, side) if u not in play.leaders.leaders] for side in (AXIS, ALLIED)]
    assert [len(own) for own in stands] == [given["units"]] * 2
    leaders = play.leaders.leaders
    with_units = [sum(rules.owner(hq) == side and state.units.host[hq] >= 0 for hq in leaders) for side in (0, 1)]
    assert with_units == [given["afrika_korps"], given["headquarters"]]
    left = {
        name: f"A{n + 1}" if n < 6 else "B1"
        for n, name in enumerate(("pz2", "pz3", "pz3b", "pz3c", "pz4", "car", "88"))
    }
    assert len(left) == given["left"]
    board = Board({**left, **FAR})
    assert given["afrika_korps"] - len(board.offered("attach")) == answer("X5")["removed"]
    assert set(Board({"infantry": "I1>W", "pz3": "A6"}, ALLIED).offered("attach")) == {"HQ1", "HQ2"}


# -- worked out ------------------------------------------------------------------------------------


@pytest.mark.clause("17.1", "2.6", "17.4", "17.5", "17.6", game="western-desert")
def test_d1_a_tank_fires_at_infantry_in_the_open():
    units = {"pz3": "A6>E", "infantry": "B6>W"}
    must_fall_out("D1", units, "infantry", "pz3")
    for die in range(1, 7):
        board = Board(units, dice=[die])
        code = board.attack("infantry", "pz3")[1]
        assert board.unit("infantry", "disordered") == (code == "DIS")
        assert (board.where("infantry") == "out") == (code == "EL")


@pytest.mark.clause("21.1", "17.1", game="western-desert")
def test_d2_four_attack_infantry_that_is_dug_in():
    """All four from its front; E5 is a hill, from which infantry fires two hexes and over units."""
    units = {"infantry": "D5>W", "infantry2": "C4>SW", "infantry3": "C6>NW", "infantry4": "E5>W"}
    four = [*units]
    must_fall_out("D2", units | {"foot": {"at": "C5>E", "dug_in": 1}}, "foot", *four, side=ALLIED)


@pytest.mark.clause("28.7", "17.9", "6.4", "2.4", game="western-desert")
@pytest.mark.parametrize(("id_", "facing"), [("D3", "W"), ("D4", "E")])
def test_d3_and_d4_an_88_counts_as_two_and_a_flank_as_one(id_, facing):
    must_fall_out(id_, {"88": "A6>E", "matilda": f"B6>{facing}"}, "matilda", "88")


@pytest.mark.clause("17.9", game="western-desert")
def test_d5_one_of_two_on_the_flank_is_enough():
    units = {"stuart": "A6>E", "crusader": "C6>W", "pz3": "B6>W"}
    must_fall_out("D5", units, "pz3", "crusader", "stuart", side=ALLIED)


@pytest.mark.clause("17.3", "17.12", "17.2", game="western-desert")
def test_d6_disordered_infantry_does_little():
    units = {"foot": {"at": "A6>E", "disordered": 1}, "infantry": {"at": "B6>W", "dug_in": 1}}
    must_fall_out("D6", units, "infantry", "foot")
    results = prepared().play.rules.modules["fire"].results
    lowest = int(answer("D6")["column"].split()[0])
    assert all(results.at(answer("D6")["value"], die) == results.at(lowest, die) for die in range(1, 7))


@pytest.mark.clause("23.3", game="western-desert")
@pytest.mark.parametrize(("mined", "less"), [(("B6",), 0), ((), 2), (("C6",), 2)])
def test_d7_fire_at_a_unit_in_a_minefield_has_two_more(mined, less):
    """The minefield is that of the target, not of the gun."""
    board = Board({"6pdr": "C6>W", "pz3": "B6>E"}, ALLIED, dice=[1], mined=mined)
    assert board.attack("pz3", "6pdr")[0] == answer("D7")["value"] - less


@pytest.mark.clause("22.4", "22.5", "22.6", game="western-desert")
def test_d8_an_airstrike_attacks_two_adjacent_hexes():
    board = Board({"pz3": "A6>E", "matilda": "C6>W", "6pdr": "D6>W"}, dice=[6, 2], strikes=1)
    board.act("airstrike", "C6", "D6")
    values = [event.subjects[1] for event in board.events("combined fire")]
    assert dict(zip(("first", "second"), values, strict=True)) == answer("D8")
    assert (board.where("matilda"), board.where("6pdr")) == ("out", "D6")


@pytest.mark.clause("16.1", "17.10", "17.9", "17.1", "Q10.1", game="western-desert")
def test_d9_artillery_adds_to_a_tank_that_sees_and_flanks_nobody():
    """With the gun behind the target too."""
    units = {"grant": "B6>E", "25pdr": "A6>E", "pz4": "C6>W"}
    board = Board(units, ALLIED, dice=[1])
    assert "25pdr" not in board.offered("fire", "pz4")
    behind = Board({"grant": "B6>E", "25pdr": "G6>W", "pz4": "C6>W", "pz3": "D6"}, ALLIED, dice=[1])
    for each in (board, behind):
        assert each.attack("pz4", "grant", "with", "25pdr")[0] == answer("D9")["value"]


@pytest.mark.clause("12.6", "11.4", game="western-desert")
def test_d10_infantry_with_a_headquarters_on_a_track():
    board = Board({"infantry": "A4>E", "HQ1": "infantry", "pz3": "I1"}, ALLIED)
    way = ["B4", "C4", "D4", "E4"]
    goes = [hex_ for n, hex_ in enumerate(way) if hex_ in board.ways("infantry", *way[:n])]
    assert len(goes) == answer("D10")["hexes"]


@pytest.mark.clause("7.6", "7.7", "7.8", game="western-desert")
def test_d11_two_three_and_four_points_are_equally_likely():
    ways = dict.fromkeys((2, 3, 4), 0)
    for third in range(1, 7):
        for fourth in range(1, 7):
            board = Board({"pz3": "A6", **FAR}, dice=[third, fourth], used=2)
            board.act("roll")
            if board.playout.advance() is not None:
                board.playout.act(board.action("move", "pz3", "W"))
                board.act("roll")
            won = [e for e, need in zip(board.events("point"), (3, 4), strict=False) if e.subjects[0] >= need]
            ways[2 + len(won)] += 1
    words = {2: "two", 3: "three", 4: "four"}
    assert {words[points]: Fraction(count, 36) for points, count in ways.items()} == {
        word: Fraction(answer("D11")[word]) for word in words.values()
    }
    assert Fraction(sum(points * count for points, count in ways.items()), 36) == answer("D11")["mean"]


COLUMNS = {
    "-3 or less": ("pz3",), "-2": ("pz3", "pz3b"), "-1": ("pz3", "pz3b", "pz3c"), "0": ("88", "pz3", "pz3b"),
    "1": ("pz3", "pz3b", "pz3c", "pz3d"), "2": ("88", "pz3", "pz3b", "pz3d"),
    "3 or more": ("88", "pz3", "pz3b", "pz3d", "pz2"),
}  # fmt: skip


@pytest.mark.clause("17.4", "17.12", game="western-desert")
@pytest.mark.parametrize(("column", "attackers"), COLUMNS.items())
def test_d12_results_by_column(column, attackers):
    """Of infantry dug in at H3 that faces west: G2, G3 and G4 are in front, H2 and I3 behind."""
    places = {"pz3": "G3", "pz3b": "G2", "pz3c": "G4", "88": "G4>NE", "pz3d": "I3", "pz2": "H2"}
    units = {name: places[name] for name in attackers} | {"infantry": {"at": "H3>W", "dug_in": 1}}
    found = [value(units, "infantry", *attackers, die=die) for die in range(1, 7)]
    assert {n for n, _ in found} == {int(column.split()[0])}
    assert [[code for _, code in found].count(code) for code in ("NE", "DIS", "EL")] == answer("D12")[column]


@pytest.mark.clause("8.2", "25.5", "25.1", game="western-desert")
def test_d13_ten_turns_from_eight_in_the_morning():
    given, (document, _where) = examples()["D13"].given, game().one("time-track", TimeTrackDocument)
    hours = [box.cells["hour"] for box in document.boxes]
    first = hours.index(given["starts"])
    board = Board({"pz3": "A6", **FAR}, turn=first)
    weather, found = board.rules.modules["weather"], []
    for turn in range(given["turns"]):
        board.state.clock.turn[0] = first + turn
        found += [turn + 1] * (weather.word(board.rules.at(board.state)) == "haze")
    assert answer("D13") == {"haze": found, "ends": hours[first + given["turns"]]}
    assert first == NORMAL


@pytest.mark.clause("25.1", "25.3", game="western-desert")
@pytest.mark.parametrize(
    ("turn", "dust", "hex_", "can"),
    [(HAZE - 1, 0, "C6", True), (HAZE, 0, "C6", False), (HAZE, 0, "B6", True), (HAZE, 1, "C6", True),
     (HAZE + 1, 1, "D6", False), (NORMAL, 0, "D6", True)],
)  # fmt: skip
def test_haze_at_noon_hides_who_stands_and_less_who_moves(turn, dust, hex_, can):
    board = Board({"88": "A6>E", "infantry": {"at": hex_, "dust": dust}}, turn=turn)
    assert ("fire" in board.offered()) == can
