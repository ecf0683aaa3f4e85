"""Air: sorties by turn, strikes by a table, and what anti-aircraft units throw."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
import yaml

from scenario_forge import load_game
from scenario_forge.api.play import prepare
from scenario_forge.simulator.players import Seat
from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Scripted
from scenario_forge.wargame.modules.movement.march import _ground, reach
from tests.systems.position import whole_game

from .ridge import AUSTRIAN, FIGURES, FRENCH, NUMBERS, RIDGE, Board

pytestmark = pytest.mark.rule("air", "assault", "fire", "movement")

STRIKES = {
    "title": "Air Table",
    "rule": "Rule 9",
    "die": "1d6",
    "columns": ["1", "2 or more"],
    "rows": {"1": ["-", "-"], **{throw: ["-", "DR"] for throw in "234"}, "5": ["DR", "DR"], "6": ["DE", "DE"]},
    "column_scale": {"notation": "ranges", "beyond": "clamp"},
    "row_scale": {"notation": "number", "dice": True, "beyond": "clamp"},
}
"""One sortie turns units over on a 5; two do so from 2 on; on a 6 none survives."""
TURNS = {"turns": [{"each": "first_second", "do": ["air", "movement", "assault", "rally"]}]}
RAIN = {"column": "weather", "kinds": {"rain": {"air": "none"}}}
FLAK = {"of": {"type": "artillery"}, "range": "range", "least": "least"}
GUNS = {"anti_aircraft": [FLAK]}


def flying(missions, weather=None, also=None, **more):
    """The whole day with aircraft: three French sorties each turn; Austrian ones by the track, two on odd turns.

    ``also``: other keys of rules.yaml.
    """
    rules, charts, track = (
        yaml.safe_load((RIDGE / name).read_text(encoding="utf-8"))
        for name in ("rules.yaml", "charts.yaml", "time-track.yaml")
    )
    track["columns"].append({"id": "air_austrian", "name": "Austrian air", "kind": "number", "optional": True})
    for number, box in enumerate(track["boxes"]):
        if number % 2 == 0:
            box["air_austrian"] = "2"
    rules |= {"figures": FIGURES, "sequence": TURNS, "sight": {"reach": {"usual": "eyes"}}}
    rules |= {"weather": weather} if weather else {}
    rules |= also or {}
    rules["air"] = {"sorties": {"french": "eyes", "austrian": "air_austrian"}, "missions": missions, **more}
    charts["charts"] |= {"numbers": {**NUMBERS, "rows": {**NUMBERS["rows"], "free": ["0"]}}, "air_strikes": STRIKES}
    rules = {key: value for key, value in rules.items() if value is not None}
    files = {"rules.yaml": rules, "charts.yaml": charts, "time-track.yaml": track}
    return prepare(load_game(RIDGE, "none", {name: json.dumps(data) for name, data in files.items()}), "dawn")


STRIKE = {"table": "air_strikes"}


@pytest.fixture(scope="module")
def single():
    """Strikes by one sortie; none in rain."""
    return flying({"strike": STRIKE}, RAIN)


@pytest.fixture(scope="module")
def several():
    """Strikes by up to two sorties that a unit must see; woods take 1 from the die; guns throw, and hit from 4 on."""
    woods = {"when": {"defender_in": "woods"}, "die": -1}
    strike = {**STRIKE, "most": 2, "observed": True, "modifiers": [woods]}
    return flying({"strike": strike}, **GUNS)


def left(board, side=FRENCH):
    """The sorties that a side has, as the display says."""
    return {each.side: each.value for each in board.play.status(board.state) if each.name == "Sorties"}[side]


def flipped(board, *units):
    return [board.unit(unit, "flipped") for unit in units]


def terms(board, *words):
    board.playout.advance()
    (attack,) = board.play.attacks(board.state, board.playout.frame, board.action(*words))
    return board.play.terms(board.state, *attack)


def chances(roll):
    return {each.result: each.chance for each in roll.prospects}


def test_a_strike_hits_all_units_of_a_hex_by_its_table(single):
    board = Board(single, {"Friant": "0417", "Ulm": "0413", "Mayer": "0413", "Rohan": "0414"}, "air", dice=[5])
    assert board.offered() == ["0413", "0414", "end"]
    board.act("0413")
    assert flipped(board, "Ulm", "Mayer", "Rohan") == [1, 1, 0]
    assert left(board) == "2"


def test_a_strike_that_finds_nothing_costs_its_sortie_too(single):
    board = Board(single, {"Friant": "0417", "Ulm": "0413"}, "air", dice=[4])
    board.act("0413")
    assert (flipped(board, "Ulm"), left(board)) == ([0], "2")


def test_a_hex_is_struck_once_in_a_phase_and_no_more_sorties_fly_than_there_are(single):
    units = {"Friant": "0417", "Ulm": "0413", "Mayer": "0414", "Rohan": "0501", "Hessen": "0502"}
    board = Board(single, units, "air", dice=[1, 1, 1])
    for hex_ in ("0413", "0414", "0501"):
        assert hex_ in board.offered()
        board.act(hex_)
        assert hex_ not in board.offered()
    assert board.offered() == []
    assert left(board) == "0"


@pytest.mark.parametrize(("turn", "sorties"), [(0, "2"), (1, "0"), (2, "2")])
def test_the_track_says_how_many_sorties_a_side_has_in_a_turn(single, turn, sorties):
    board = Board(single, {"Friant": "0417", "Ulm": "0413"}, "air", side=AUSTRIAN, turn=turn)
    assert left(board, AUSTRIAN) == sorties
    assert bool(board.offered()) == (sorties != "0")


def ends_turn(board):
    """The game turn ends, and the next one begins."""
    board.state.stack = (Frame("turn", {"number": board.state.clock.turn[0] + 1}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([]))
    board.playout.advance()


@pytest.mark.parametrize(("kept", "sorties"), [(False, ["2", "3", "0"]), (True, ["2", "5", "2"])])
def test_sorties_that_are_not_flown_are_lost_or_kept(kept, sorties):
    board = Board(flying({"strike": STRIKE}, kept=kept), {"Friant": "0417", "Ulm": "0413"}, "air", dice=[1])
    board.act("0413")
    found = [left(board)]
    ends_turn(board)
    assert [*found, left(board), left(board, AUSTRIAN)] == sorties


@pytest.mark.parametrize(("turn", "flies"), [(3, True), (4, False)])
def test_no_aircraft_fly_in_kinds_of_turn_that_keep_them_on_the_ground(single, turn, flies):
    """It rains in the fifth turn."""
    board = Board(single, {"Friant": "0417", "Ulm": "0413"}, "air", turn=turn)
    assert bool(board.offered()) == flies


@pytest.mark.parametrize(("at", "seen"), [("0416", True), ("0417", False)])
def test_a_hex_is_struck_only_where_a_unit_sees_it_if_the_rules_say_so(several, at, seen):
    board = Board(several, {"Friant": at, "Ulm": "0413"}, "air")
    assert ("0413" in board.offered()) == seen


def test_several_sorties_strike_under_their_number(several):
    board = Board(several, {"Friant": "0416", "Ulm": "0413", "Mayer": "0414"}, "air", dice=[2, 1])
    assert board.offered("0413") == [1, 2]
    board.act("0413", 2)
    assert (flipped(board, "Ulm"), left(board)) == ([1], "1")
    board.act("Ulm", "0412")
    assert board.offered("0414") == [1]


@pytest.mark.parametrize(("at", "destroyed"), [("0413", Fraction(1, 6)), ("0403", Fraction(0))])
def test_terms_of_a_strike_name_its_modifiers_and_the_chance_of_each_result(several, at, destroyed):
    """Woods in 0403: no throw comes to 6 there."""
    board = Board(several, {"Friant": f"{at[:2]}{int(at[2:]) + 1:02}", "Ulm": at}, "air")
    found = terms(board, at, 2)
    assert chances(found.rolls[0]).get("DE", 0) == destroyed
    assert [(each.name, int(each.total)) for each in found.sums] == [("sorties", 2), *[("dice", -1)] * (not destroyed)]


def test_terms_reckon_with_what_is_thrown_against_the_sorties(several):
    """12-pounders hit on 4 to 6, so that half of the time one sortie of two is left, and none of one."""
    units = {"Friant": "0416", "Ulm": "0413", "12-pounders": "0411"}
    one, two = (terms(Board(several, units, "air"), "0413", sorties) for sorties in (1, 2))
    assert chances(one.rolls[0]) == {"1 left": Fraction(1, 2), "0 left": Fraction(1, 2)}
    assert chances(one.rolls[1]) == {
        "none": Fraction(1, 2), "-": Fraction(4, 12), "DR": Fraction(1, 12), "DE": Fraction(1, 12)
    }  # fmt: skip
    assert chances(two.rolls[1]) == {"-": Fraction(5, 12), "DR": Fraction(5, 12), "DE": Fraction(2, 12)}


def test_a_sortie_that_is_shot_down_does_nothing_and_is_counted_as_flown(several):
    """12-pounders throw 4 against two sorties; the one that is left needs a 5."""
    units = {"Friant": "0416", "Ulm": "0413", "12-pounders": "0411"}
    for die, turned in ((4, 0), (5, 1)):
        board = Board(several, units, "air", dice=[4, die])
        board.act("0413", 2)
        assert (flipped(board, "Ulm"), left(board)) == ([turned], "1")


def test_a_sortie_goes_on_that_is_missed_and_none_strikes_where_none_is_left(several):
    units = {"Friant": "0416", "Ulm": "0413", "12-pounders": "0411", "6-pounders": "0414"}
    board = Board(several, units, "air", dice=[3, 3, 5])
    board.act("0413", 1)
    assert (flipped(board, "Ulm"), len(board.events("aircraft missed"))) == ([1], 2)
    board = Board(several, units, "air", dice=[4])
    board.act("0413", 1)
    assert (len(board.events("sortie lost")), board.events("air strike")) == (1, [])


@pytest.mark.parametrize(("at", "throws"), [("0410", True), ("0409", False)])
def test_units_throw_as_far_as_their_range_and_only_those_that_are_selected(several, at, throws):
    """12-pounders have a range of 3; the French guns throw against no French sortie, infantry not at all."""
    units = {"Foot guns": "0414", "Ulm": "0413", "12-pounders": at}
    board = Board(several, units, "air", dice=[1, 1])
    board.act("0413", 1)
    assert len(board.events("aircraft missed")) == throws


@pytest.fixture(scope="module")
def ringed():
    """Cavalry hits on 4 and more, artillery with more than the distance on two dice, all others on 2 and more."""
    guns = {"of": {"type": "artillery"}, "dice": 2, "least": "distance"}
    lines = [{"of": {"type": "cavalry"}, "range": "morale", "least": "least"}, guns, {"least": "rain"}]
    return flying({"strike": STRIKE}, anti_aircraft=lines)


@pytest.mark.parametrize(("total", "lost"), [(5, True), (4, False)])
def test_a_throw_may_have_to_be_more_than_the_distance(ringed, total, lost):
    """Two dice against a hex 4 hexes away."""
    board = Board(ringed, {"Friant": "0416", "12-pounders": "0409", "6-pounders": "0413"}, "air", dice=[total, 2])
    board.act("0413")
    assert [event.subjects[1] for event in board.events("sortie lost")] == [total if lost else 2]


def test_the_first_of_several_lines_counts_for_a_unit(ringed):
    guns, index = ringed.play.board.modules["air"].guns, Board(ringed, {}, "air").index
    assert [guns[index[unit]].least for unit in ("Hessen", "12-pounders", "Ulm")] == [4, None, 2]
    assert [guns[index[unit]].range for unit in ("Hessen", "Ulm")] == [4, ringed.play.board.hexes]


def chosen(board, side=FRENCH):
    """What the computer player does."""
    board.playout.advance()
    player = board.play.players()["competent"](board.play, side, 1)
    return player.choose(Seat(board.play, board.playout, side))


def test_the_computer_player_strikes_where_it_expects_to_win_most(single):
    """Two units are worth more than one."""
    board = Board(single, {"Friant": "0417", "Ulm": "0413", "Mayer": "0415", "Rohan": "0415"}, "air")
    assert chosen(board) == board.action("0415")


def test_the_computer_player_spares_sorties_for_another_strike(several):
    """Two sorties have 5 chances in 6, one has 2: the third is for the other hex."""
    board = Board(several, {"Friant": "0416", "Ulm": "0413", "Rohan": "0313"}, "air")
    assert chosen(board) == board.action("0313", 2)


def test_the_computer_player_reckons_with_what_is_thrown_against_its_sorties(several):
    """12-pounders in range hit one sortie of two."""
    found = []
    for at in ("0409", "0410"):
        board = Board(several, {"Friant": "0416", "Rohan": "0413", "12-pounders": at}, "air")
        mind = board.play.players()["competent"](board.play, FRENCH, 1).mind
        now, air = board.play.board.at(board.state), board.play.board.modules["air"]
        found.append(air.expected(mind, now, FRENCH, board.hex("0413"), 1))
    assert found[0] > 0
    assert found[1] == pytest.approx(found[0] / 2)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("players", [("competent", "random"), ("random", "competent")])
def test_a_whole_game_with_aircraft_is_played(several, players):
    assert whole_game(several, players, 3).match.playout.events


# -- support of an assault -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def aided():
    """One sortie of each side in an assault, which shifts a column; guns throw, and hit from 4 on."""
    return flying({"support": {"shift": 1}}, **GUNS)


def attacking(ready, dice=(), turn=0, **units):
    """Friant attacks Rohan, 6 against 6."""
    board = Board(ready, {"Friant": "0414", "Rohan": "0413", **units}, "assault", dice=dice, turn=turn)
    board.act("0413", "Friant")
    return board


@pytest.mark.parametrize(
    ("ours", "theirs", "turned"), [(0, 0, 0), (1, 0, 1), (1, 1, 0)], ids=["nobody", "the attacker", "both"]
)
def test_sorties_of_either_side_shift_the_column(aided, ours, theirs, turned):
    """A throw of 4 is no effect at 1-1, and makes the defender retreat at 3-2."""
    board = attacking(aided, dice=[4])
    assert board.offered() == [0, 1]
    board.act(ours)
    assert board.offered() == [0, 1]
    board.act(theirs)
    assert flipped(board, "Rohan") == [turned]
    assert (left(board), left(board, AUSTRIAN)) == (str(3 - ours), str(2 - theirs))


@pytest.mark.parametrize(("sorties", "column", "clauses"), [(0, "1:1", []), (1, "3:2", ["air.support"])])
def test_terms_of_an_assault_name_the_aircraft_that_support_it(aided, sorties, column, clauses):
    board = attacking(aided)
    found = terms(board, sorties)
    assert found.rolls[0].column == column
    assert [term.clause for each in found.sums if each.name == "columns" for term in each.terms] == clauses


def test_terms_before_the_dice_name_the_sorties_of_both_sides(aided):
    board = attacking(aided)
    board.act(1)
    assert (terms(board, 1).rolls[0].column, terms(board, 0).rolls[0].column) == ("1:1", "3:2")


def test_a_side_without_sorties_is_not_asked(aided):
    """In the second turn the Austrians have none."""
    board = attacking(aided, dice=[4], turn=1)
    board.act(1)
    assert flipped(board, "Rohan") == [1]


@pytest.mark.parametrize(("die", "turned"), [(3, 1), (4, 0)])
def test_units_throw_against_sorties_in_support(aided, die, turned):
    board = attacking(aided, dice=[die, 4], turn=1, **{"12-pounders": "0411"})
    board.act(1)
    assert flipped(board, "Rohan") == [turned]


def test_a_sortie_may_add_to_the_dice_instead():
    """A throw of 5 at 1-1 is what 6 is: the defender retreats either way; of 3 + 2 he does, of 3 he does not."""
    ready = flying({"support": {"die": 2, "most": 3}})
    for sorties, turned in ((0, 0), (1, 1)):
        board = attacking(ready, dice=[3], turn=1)
        assert board.offered() == [0, 1, 2, 3]
        board.act(sorties)
        assert flipped(board, "Rohan") == [turned]


def test_the_computer_player_supports_where_that_changes_the_result(aided):
    board = attacking(aided)
    assert chosen(board) == (1,)


def test_the_computer_player_spares_sorties_that_change_nothing(aided):
    """6 against 1 is beyond the last column already."""
    board = Board(aided, {"Friant": "0414", "6-pounders": "0413"}, "assault")
    board.state.units.flipped[board.index["6-pounders"]] = 1
    board.act("0413", "Friant")
    assert chosen(board) == (0,)


# -- interdiction ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def barred():
    """Interdicted hexes cost 2 points more."""
    return flying({"interdict": {"cost": 2}}, RAIN, **GUNS)


def then(board, step, side):
    """A phase that follows, on the board as it is."""
    board.state.stack = (Frame(step, {"side": side}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([]))
    return board


@pytest.mark.parametrize(
    "way", [("0217", "0216", "0215", "0214"), ("0717", "0716", "0715", "0714")], ids=["open", "road"]
)
def test_an_interdicted_hex_costs_the_enemy_more_to_enter(barred, way):
    """Friant has 4 points: 1 for the first hex, 3 for the second, and none is left for the third."""
    start, *hexes = way
    for interdicted, ahead in ((hexes[1], False), ("1401", True)):
        board = Board(barred, {"Friant": start, "Rohan": "0801"}, "air", side=AUSTRIAN)
        board.act("interdict", interdicted)
        assert hexes[1] in then(board, "movement", FRENCH).offered("Friant", hexes[0])
        assert (hexes[2] in board.offered("Friant", *hexes[:2])) == ahead


def test_who_comes_on_to_the_map_in_an_interdicted_hex_pays_for_it_too(barred):
    board = Board(barred, {"Friant": "0217", "Rohan": "0801"}, "air", side=AUSTRIAN)
    board.act("interdict", "0420")
    movement, now = board.play.board.modules["movement"], board.play.board.at(board.state)
    board.state.units.place[board.index["Morand"]] = -2
    trial = movement.before(now, [board.index["Morand"]])
    assert [movement.entered(now, trial, board.hex(hex_)).spent for hex_ in ("0420", "0520")] == [(3,), (1,)]


def test_a_way_round_an_interdicted_hex_costs_nothing_more(barred):
    board = Board(barred, {"Friant": "0217", "Rohan": "0801"}, "air", side=AUSTRIAN)
    board.act("interdict", "0215")
    assert left(board, AUSTRIAN) == "1"
    assert "0214" in then(board, "movement", FRENCH).offered("Friant", "0216", "0316", "0315")


def test_it_costs_who_interdicts_it_nothing(barred):
    board = Board(barred, {"Friant": "0801", "Rohan": "0217"}, "air", side=AUSTRIAN)
    board.act("interdict", "0215")
    assert "0213" in then(board, "movement", AUSTRIAN).offered("Rohan", "0216", "0215", "0214")


def test_a_hex_is_interdicted_until_the_next_air_phase_of_the_side(barred):
    board = Board(barred, {"Friant": "0217", "Rohan": "0801"}, "air", side=AUSTRIAN)
    board.act("interdict", "0215")
    hex_, ground = board.hex("0215"), board.state.ground
    assert ground.interdicted[hex_] == 2
    then(board, "air", FRENCH).offered()
    board.act("interdict", "0215")
    assert ground.interdicted[hex_] == 3
    then(board, "air", AUSTRIAN).offered()
    assert ground.interdicted[hex_] == 1


def test_a_sortie_that_is_shot_down_interdicts_nothing(barred):
    for die, interdicted in ((3, 1), (4, 0)):
        board = Board(barred, {"Friant": "0217", "12-pounders": "0411"}, "air", dice=[die])
        board.act("interdict", "0413")
        assert board.state.ground.interdicted[board.hex("0413")] == interdicted


def test_the_computer_player_reckons_with_interdicted_hexes(barred):
    """Friant pays 1 for 0216 and 3 for 0215, Rohan no more than ever."""
    board = Board(barred, {"Friant": "0217", "Rohan": "0801"}, "air", side=AUSTRIAN)
    board.act("interdict", "0215")
    movement = board.play.board.modules["movement"]
    costs, _before = reach(movement, board.play.board.at(board.state), board.index["Friant"])
    assert costs[board.hex("0215")] == 4
    theirs, _before = reach(movement, board.play.board.at(board.state), board.index["Rohan"])
    assert theirs[board.hex("0802")] == 1


def test_the_computer_player_estimates_interdicted_ground_once_for_each_side(barred):
    """And anew when other hexes are interdicted."""
    board = Board(barred, {"Friant": "0217", "Rohan": "0801"}, "air", side=AUSTRIAN)
    board.act("interdict", "0215")
    movement, unit = board.play.board.modules["movement"], board.index["Friant"]
    ground = _ground(movement, board.play.board.at(board.state), unit)
    assert _ground(movement, board.play.board.at(board.state), unit) is ground
    board.act("interdict", "0216")
    assert _ground(movement, board.play.board.at(board.state), unit) is not ground


def test_the_computer_player_interdicts_a_hex_by_which_the_enemy_comes_nearer(barred):
    """Rohan in 0403 makes for Oberdorf in 0705."""
    board = Board(barred, {"Friant": "0710", "Rohan": "0403"}, "air")
    word, hex_ = chosen(board)
    town, at = board.hex("0705"), board.hex("0403")
    assert word == "interdict"
    assert board.rules.distance(hex_, town) == board.rules.distance(at, town) - 2


def test_missions_are_flown_for_action_points():
    """Three points a phase; an action begins with its word there. Units see three hexes far."""
    also = {
        "sequence": {"turns": [{"each": "sides", "do": ["actions"]}]},
        "activation": {"order": "points", "points": "points"},
        "figures": {**FIGURES, "points": ["numbers/free/0"] * 3},
        "rally": None,
    }
    ready = flying({"strike": STRIKE, "interdict": {"cost": 1, "observed": True}}, also=also)
    board = Board(ready, {"Friant": "0417", "Ulm": "0413"}, "actions", dice=[6])
    assert {"strike", "interdict"} <= {*board.offered()}
    assert board.offered("strike") == ["0413"]
    assert board.play.table_of(board.playout.frame, ("interdict",)) == "hexes"
    assert [hex_ in board.offered("interdict") for hex_ in ("0414", "0413")] == [True, False]
    board.act("strike", "0413")
    assert (board.where("Ulm"), board.state.stack[-1].data["used"]) == (-1, 1)


@pytest.mark.sampled(1)
def test_a_whole_game_with_all_missions_is_played():
    missions = {"strike": STRIKE, "support": {"shift": 1, "most": 2}, "interdict": {"cost": 1}}
    ready = flying(missions, RAIN, **GUNS)
    assert whole_game(ready, ("competent", "random"), 5).match.playout.events
