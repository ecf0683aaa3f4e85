"""The other side of each condition: who does not act, what does not count, and the exact numbers at which it turns."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.playout import Playout
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, Scripted
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.board.board import TO_SET_UP
from scenario_forge.wargame.modules.assault.assault import Fight
from scenario_forge.wargame.modules.assault.ground import GroundEffect
from scenario_forge.wargame.modules.set_up import open_to
from scenario_forge.wargame.modules.supply import Supply

from .position import ALLIED, AXIS, HQ, PANZER, SOUTH, TANKS, Board, Salient, aims, attacked

FOE, OTHER = "A/2/13", "B/2/13"
MINER, PIONEER = "2/3 Fd Coy", "1/200Pio"
TRUCKS = "1/2MG"
AUSTRALIANS = {FOE: "2044", "HQ 2/13": "2046"}


def on_dice(units, hex_, *attackers):
    """What the ground adds to the dice of an attack."""
    board = Board(units)
    return board.play.terms(board.state, board.hex(hex_), [board.index[name] for name in attackers]).sums[2].total


# -- engineers ---------------------------------------------------------------------------------------


@pytest.mark.clause("12.1.1", "12.1.3", game="rats-of-tobruk")
def test_engineers_of_the_axis_lay_no_mines():
    assert on_dice({FOE: "2043", PANZER: "2044", PIONEER: "2045"}, "2044", FOE) == 0


@pytest.mark.clause("12.1.1", "10.8.6", "16.0.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("attackers", "modifier"), [((PANZER,), 3), ((PIONEER,), 0), ((PANZER, PIONEER), 0)])
def test_engineers_who_attack_take_mines_away(attackers, modifier):
    """Mines beside the hex, whoever attacks with the engineers."""
    units = {**dict.fromkeys(attackers, "2043"), FOE: "2044", MINER: "2045"}
    assert on_dice(units, "2044", *attackers) == modifier


# -- retreats with a headquarters --------------------------------------------------------------------


@pytest.mark.clause("10.4.13", game="rats-of-tobruk")
def test_defenders_retreat_without_being_asked_whom_to_take():
    board = attacked([6], {HQ: "2042", PANZER: "2043", TANKS: "2043", "4/5Pz": "2043"}, AUSTRALIANS)
    assert (board.step, board.playout.decider) == ("retreat", ALLIED)


# -- nominated stacks --------------------------------------------------------------------------------


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("here", "there", "asked"),
    [({"nominated": 1}, {"nominated": 1}, True), ({"nominated": 1}, {}, False), ({}, {}, False)],
)
def test_only_nominated_units_in_several_hexes_split(here, there, asked):
    board = Board({TRUCKS: {"at": "2042", **here}, "2/2MG": {"at": "2044", **there}}, step="designation")
    frames = board.play.sequence.steps["designation"].done(board.state, Frame("designation", {}), (), Book(board.state))
    assert len(list(frames)) == asked
    assert board.offered() == (["2042", "2044"] if asked else [])


@pytest.mark.clause("5.1.5", game="rats-of-tobruk")
def test_a_nominated_unit_that_is_gone_splits_nothing():
    board = Board({TRUCKS: {"at": "2042", "nominated": 1}}, step="designation")
    board.state.units.nominated[board.index["2/2MG"]] = 1
    frames = board.play.sequence.steps["designation"].done(board.state, Frame("designation", {}), (), Book(board.state))
    assert list(frames) == board.offered() == []


# -- debarking ---------------------------------------------------------------------------------------


@pytest.mark.clause("9.6.5", "9.6.3", game="rats-of-tobruk")
def test_who_has_moved_and_debarks_may_move_on():
    board = Board({"HQ 2MG": "2036", TRUCKS: "2037", "HQ 2/13": "4020"}, "HQ 2MG")
    board.move(TRUCKS, "to", "2038")
    assert TRUCKS not in board.offered()
    board.act("debark", TRUCKS)
    assert TRUCKS in board.offered()
    assert [board.unit(TRUCKS, column) for column in ("moved", "spent")] == [0, 0]


# -- the cup -----------------------------------------------------------------------------------------


def cup(units, side=AXIS, chits=()):
    """What may be put into the cup at first, and whether more may follow."""
    board = Board(units, step="cup", side=side)
    for name in chits:
        board.state.units.chit[board.index[name]] = 1
    board.playout.advance()
    names = board.compiled.names["units"]
    found = [choice for choice in board.playout.choices(()) if choice.token != "none"]
    return {names[choice.token]: choice.more for choice in found}


THREE = {f"{kind}/{n}": "2020" for n in ("2/13", "2/15", "2/17") for kind in "AB"}


@pytest.mark.clause("17.6.2", "17.6.3", "17.7.5", "17.7.6", "17.5.1", game="rats-of-tobruk")
def test_a_side_puts_only_its_own_chits_in_and_none_that_goes_in_by_itself():
    assert cup({"1/2MG": "2042", "1/8MG": "2042", "1/606": "off", **THREE}) == {"HQ 2MG": True, "HQ 8MG": False}


@pytest.mark.clause("17.6.3", "17.7.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("german", "more"), [((), False), (("2MG", "8MG"), False), (("2MG", "8MG", "3Rec"), True)])
def test_more_chits_follow_while_there_are_others_and_some_are_due(german, more):
    offered = cup({TRUCKS: "2042", **THREE}, ALLIED, [f"HQ {name}" for name in german])
    assert offered == {"HQ 2/13": more, "HQ 2/15": more, "HQ 2/17": False}


# -- stacks on the way -------------------------------------------------------------------------------


@pytest.mark.clause("9.1.4", "9.1.6", "9.3.1", "9.3.3", game="rats-of-tobruk")
def test_a_stack_leaves_units_behind_one_hex_after_another():
    """Not in the hex where it begins, and one in each."""
    board = Board({HQ: "2037", PANZER: "2037", TANKS: "2037"}, HQ)
    stack = (HQ, TANKS, PANZER, "by")
    drops = [board.offered(*stack, *way) for way in ((), ("2038",), ("2038", "drop"), ("2038", "drop", HQ))]
    assert ["drop" in board.action(*each) for each in drops] == [False, True, False, False]
    assert set(drops[2]) == {HQ, TANKS, PANZER}
    assert "drop" in board.action(*board.offered(*stack, "2038", "drop", HQ, "2039"))
    assert "drop" not in board.action(*board.offered(PANZER, "by", "2038"))


@pytest.mark.clause("9.1.6", "9.3.2", "9.3.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("steps", "left"), [(7, [HQ, TANKS]), (8, [HQ])])
def test_a_stack_leaves_its_slowest_unit_behind_where_that_has_spent_its_last_point(steps, left):
    """The headquarters has eight points, the tanks have ten."""
    board = Board({HQ: "2038", TANKS: "2038"}, HQ)
    way = (HQ, TANKS, "by", *SOUTH[1 : 1 + steps])
    assert (board.offered(*way) == ["drop"]) == (steps == 8)
    assert board.offered(*way, "drop") == left
    assert SOUTH[steps - 1] in board.offered(*way, "drop", HQ)


@pytest.mark.clause("9.1.4", "9.1.6", "9.3.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("place", "moves"), [("2038", True), ("2036", False)])
def test_who_is_not_with_its_stack_any_more_stays_where_it_is(place, moves):
    board = Board({HQ: "2038", PANZER: place}, step="march", side=AXIS, names=[HQ, PANZER], at=2)
    data = {"way": [board.hex("2039")], "at": board.hex("2038")}
    board.state.stack = (board.state.stack[0].with_values(**data),)
    board.playout.advance()
    assert [board.where(name) for name in (HQ, PANZER)] == ["2039", "2039" if moves else place]
    assert board.unit(PANZER, "moved") == moves


@pytest.mark.clause("9.1.4", "9.3.1", "9.3.2", game="rats-of-tobruk")
def test_units_of_one_hex_move_together_and_none_of_another():
    board = Board({HQ: "2037", PANZER: "2037", TANKS: "2038", "4/5Pz": {"at": "2037", "moved": 1}}, HQ)
    assert set(board.offered(HQ)) == {PANZER, "by"}


@pytest.mark.clause("9.0.16", "6.0.3", "9.0.14", game="rats-of-tobruk")
def test_who_has_moved_or_cannot_go_anywhere_is_not_offered():
    board = Board({HQ: {"at": "2037", "moved": 1}, PANZER: {"at": "2037", "spent": 16}, TANKS: "2037"}, HQ)
    assert board.offered() == [TANKS, "end"]


# -- riders ------------------------------------------------------------------------------------------

TANK = "D/7RTR"
RIDING = {"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", FOE: "2040"}


def ridden(hq="HQ 1RTR", **more):
    """A company on a tank, with both headquarters near."""
    board = Board({**RIDING, **more}, hq)
    board.put(FOE, board.where(TANK), tank=board.index[TANK] + 1)
    return board


@pytest.mark.clause("9.5.12", "9.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "spent", "may"), [(FOE, 6, True), (FOE, 7, False), (TANK, 10, True), (TANK, 11, False)]
)
def test_who_dismounts_and_its_tank_have_a_point_left(name, spent, may):
    """Four points on foot, six of the tank, counted in halves."""
    board = ridden()
    board.put(name, "2040", spent=spent)
    assert board.offered("dismount") == [FOE] * may


@pytest.mark.clause("9.5.6", "9.5.12", game="rats-of-tobruk")
def test_only_who_rides_dismounts():
    assert ridden(**{OTHER: "2040"}).offered("dismount") == [FOE]
    assert Board(RIDING, "HQ 1RTR").offered("dismount") == []


@pytest.mark.clause("10.0.2", "9.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize("rides", [0, 1])
def test_a_rider_attacks_neither_by_itself_nor_with_its_tank(rides):
    """Its own battalion is activated."""
    board = Board({"HQ 2/13": "2041", TANK: "2043", FOE: "2043", PANZER: "2044"}, "HQ 2/13")
    board.put(FOE, "2043", tank=rides * (board.index[TANK] + 1))
    assert ("attack" in board.fight().offered()) == (not rides)


@pytest.mark.clause("11.3.1", "9.5.6", "9.5.8", game="rats-of-tobruk")
@pytest.mark.parametrize("rides", [0, 1])
def test_who_rides_is_no_target_of_its_own(rides):
    board = Board({HQ: "2046", PANZER: "2045", TANK: "2043", FOE: "2043"}, HQ)
    board.put(FOE, "2043", tank=rides * (board.index[TANK] + 1))
    board.fight()
    assert board.offered("fire", PANZER) == [*[FOE] * (not rides), TANK]


# -- the north-western corner ------------------------------------------------------------------------


@pytest.mark.clause("5.1.4", "5.1.5", game="rats-of-tobruk")
def test_a_stack_is_nominated_wherever_it_is_on_the_map():
    """The hex 0101 is the first of all."""
    assert Board({TRUCKS: "0101", "2/2MG": "off"}, step="nomination").offered() == ["0101", "none"]


# -- fire at who moves -------------------------------------------------------------------------------


@pytest.mark.clause("11.4.1", "11.4.5", "11.4.6", "11.4.9", game="rats-of-tobruk")
def test_those_that_move_are_all_of_the_stack_and_nobody_else():
    board = Board({HQ: "2041", PANZER: "2041", TANKS: "2041", "D/3RHA": "2044", "J/3RHA": "2020"}, HQ)
    board.move(HQ, TANKS, PANZER, "to", "2042")
    data = board.playout.frame.data
    assert sorted(data["units"]) == sorted(board.index[name] for name in (HQ, TANKS, PANZER))
    assert (data["hex"], data["side"]) == (board.hex("2042"), ALLIED)


# -- odds --------------------------------------------------------------------------------------------


@pytest.mark.clause("10.1.2", "10.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(0, 0, "1-4"), (0, 6, "1-4"), (6, 11, "1-2"), (6, 6, "1-1"), (11, 6, "1-1"), (12, 6, "2-1"), (6, 0, "5-1")],
)
def test_odds_are_rounded_for_the_defender_and_nothing_against_nothing_is_the_worst(
    attack, defence, column, monkeypatch
):
    board = Board({PANZER: "2043", FOE: "2044"})
    assault, now = board.rules.modules["assault"], board.rules.at(board.state)
    monkeypatch.setattr(assault, "attack", lambda _now, _unit: attack)
    monkeypatch.setattr(assault, "defence", lambda _now, _unit: defence)
    odds = assault.odds(now, Fight(board.hex("2044"), [board.index[PANZER]]))
    headings = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1"]
    assert odds == (attack, defence, 0, headings.index(column))


# -- clearing ----------------------------------------------------------------------------------------


@pytest.mark.clause("12.0.4", "12.1.5", "12.0.1", game="rats-of-tobruk")
def test_an_engineer_clears_the_ditches_of_its_own_hex_alone():
    """All hexes with a ditch along a side, in turn."""
    board = Board({PIONEER: "1630"})
    clearing, unit = board.rules.modules["clearing"], board.index[PIONEER]
    ditches = sorted(clearing.rows_of)
    for place in sorted({step // 6 for step in ditches}):
        board.put(PIONEER, board.compiled.names["hexes"][place])
        beyond = [board.rules.neighbours[step] for step in ditches if step // 6 == place]
        assert clearing.targets(board.rules.at(board.state), unit) == beyond


@pytest.mark.clause("12.0.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "open_"), [(FOE, False), ("HQ 2/13", False), (PANZER, True), (HQ, True)])
def test_an_engineer_clears_towards_friends_and_not_towards_enemies(name, open_):
    """A headquarters has no zone: the hex is shut because it is there."""
    board = Board({"HQ 200Pio": "1632", PIONEER: "1630", name: "1629"}, "HQ 200Pio")
    targets = board.rules.modules["clearing"].targets(board.rules.at(board.state), board.index[PIONEER])
    assert (board.hex("1629") in targets) == open_


@pytest.mark.clause("9.5.10", game="rats-of-tobruk")
def test_who_jumps_off_is_told_with_its_tank():
    board = ridden(**{PANZER: "2041"})
    board.state.stack = (Frame("shot", {"firer": board.index[PANZER], "target": board.index[TANK]}),)
    board.playout = Playout(board.play.sequence, board.state, Scripted([33]))
    board.playout.advance()
    assert [event.subjects for event in board.events("jumps off")] == [(board.index[FOE], board.index[TANK])]
    assert [board.unit(FOE, "pinned"), board.unit(FOE, "tank")] == [1, 0]


@pytest.mark.clause("17.6.2", "17.7.5", "17.7.6", game="rats-of-tobruk")
def test_a_chit_goes_into_the_cup_once():
    board = Board({"1/2MG": "2042", "1/8MG": "2042", "1/3Rec": "2042"}, step="cup", side=AXIS)
    names = ["HQ 2MG", "HQ 8MG", "HQ 3Rec"]
    names.sort(key=board.index.get)
    assert board.offered() == [*names, "none"]
    assert board.offered(names[0]) == names[1:]
    assert board.offered(names[1]) == names[2:]
    assert board.offered("none") == []


@pytest.mark.clause("9.5.1", "9.5.2", game="rats-of-tobruk")
def test_nobody_mounts_who_has_still_to_come():
    assert Board({"HQ 1RTR": "2040", TANK: "off", FOE: "off"}, "HQ 1RTR").offered("mount") == []


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
def test_no_stack_is_nominated_of_a_battalion_that_is_not_on_the_map():
    assert Board({TRUCKS: "off", "HQ 2MG": "off"}, step="nomination").offered() == []


# -- the corner of the map: its hex is the first of all ------------------------------------------------

CORNER = "0101"


@pytest.mark.clause("10.4.2", "10.4.3", "10.4.4", "10.4.8", game="rats-of-tobruk")
def test_losses_strike_units_wherever_they_are_on_the_map():
    board = Board(
        dict.fromkeys([FOE, OTHER], CORNER), step="loss", side=ALLIED, names=[FOE, OTHER], number=1, how="flip"
    )
    assert board.offered() == [FOE, OTHER]
    gone = Board({FOE: "2044"}, step="loss", side=ALLIED, names=[FOE, OTHER], number=1, how="eliminate")
    gone.playout.advance()
    assert gone.where(FOE) == "out"


@pytest.mark.clause("10.5.7", "10.5.9", "8.0.8", "10.5.6", game="rats-of-tobruk")
def test_units_retreat_from_every_hex_of_the_map():
    units = {FOE: CORNER, "HQ 2/13": "0105"}
    board = Board(units, step="retreat", side=ALLIED, names=[OTHER, FOE], hexes=1)
    board.playout.advance()
    assert board.offered() == [FOE]


@pytest.mark.clause("7.1.6", "7.0.1", "9.5.11", game="rats-of-tobruk")
def test_who_suffers_in_a_full_hex_is_chosen_one_by_one():
    names = [f"{n}/2/{b}" for b in (13, 15) for n in "ABC"]
    board = Board(dict.fromkeys(names, CORNER), step="crowding", side=ALLIED)
    assert set(board.offered()) == {*names}
    assert board.offered(names[0]) == []
    board.act(names[0])
    assert set(board.offered()) == {*names}
    assert [board.unit(name, "depleted") for name in names[:2]] == [1, 0]


@pytest.mark.clause("11.2.1", "11.2.16", game="rats-of-tobruk")
def test_artillery_shells_from_every_hex_of_the_map():
    board = Board({"1/75Art": CORNER, "2/75Art": "off", PANZER: "0103", FOE: "0104"}, step="combat", side=AXIS)
    barrage, now = board.rules.modules["barrage"], board.rules.at(board.state)
    assert [barrage.may_shell(now, board.index[name]) for name in ("1/75Art", "2/75Art", PANZER)] == [
        True,
        False,
        False,
    ]


@pytest.mark.clause("11.3.1", "11.3.6", game="rats-of-tobruk")
def test_tanks_fire_from_every_hex_of_the_map():
    board = Board({PANZER: CORNER, TANKS: "off", FOE: CORNER})
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    able = [name for name in (PANZER, TANKS, "4/5Pz", FOE) if fire.may_fire(now, board.index[name])]
    assert able == [PANZER], "who is lost, as 4/5Pz, fires as little as who has still to come"


@pytest.mark.clause("12.0.2", "12.0.5", "2.6.4", game="rats-of-tobruk")
def test_engineers_clear_in_every_hex_of_the_map_and_others_nowhere():
    board = Board({PIONEER: CORNER, "2/200Pio": "off", PANZER: CORNER})
    clearing, now = board.rules.modules["clearing"], board.rules.at(board.state)
    names = [PIONEER, "2/200Pio", "3/200Pio", PANZER]
    assert [clearing.may_clear(now, board.index[name]) for name in names] == [True, False, False, False]


@pytest.mark.clause("6.0.5", "6.0.6", "6.0.8", "3.4.3", "2.4.3", "6.0.15", game="rats-of-tobruk")
def test_a_battalion_acts_in_every_hex_of_the_map():
    assert Board({HQ: CORNER, PANZER: CORNER}, HQ).offered() == [HQ, PANZER, "end"]
    assert Board({PANZER: CORNER}, HQ).offered() == [CORNER, "pass"]


@pytest.mark.clause("5.1.1", "5.1.2", "5.1.7", game="rats-of-tobruk")
def test_supply_comes_from_a_headquarters_in_every_hex_of_the_map():
    board = Board({HQ: CORNER, PANZER: "0102", TANKS: "off"})
    supply, now = board.rules.modules["supply"], board.rules.at(board.state)
    assert [supply.is_supplied(now, board.index[name]) for name in (PANZER, TANKS, HQ)] == [True, False, False]


# -- joining, dismounting after an overrun -------------------------------------------------------------


@pytest.mark.clause("10.2.4", "11.1.2", "2.6.6", "10.2.7", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("state", "may"), [({}, True), ({"pinned": 1}, True), ({"fired": 1}, False), ({"tank": 1}, False)]
)
def test_artillery_joins_that_is_ready_and_rides_no_tank(state, may):
    board = Board({"1/75Art": {"at": "2042", **state}, FOE: "2044"})
    assault, now = board.rules.modules["assault"], board.rules.at(board.state)
    joining = assault.batteries(now, [board.index["1/75Art"], board.index[FOE]], board.hex("2044"))
    assert joining == [board.index["1/75Art"]] * may


@pytest.mark.clause("9.5.3", "9.5.12", "9.5.13", game="rats-of-tobruk")
@pytest.mark.parametrize("overran", [0, 1])
def test_a_tank_goes_on_when_it_is_mounted_also_after_an_overrun(overran):
    board = Board(RIDING, "HQ 1RTR")
    board.playout.advance()
    board.put(TANK, "2040", moved=1, overran=overran)
    board.act("mount", FOE, TANK)
    assert TANK in board.offered()
    assert board.unit(TANK, "moved") == 0


@pytest.mark.clause("10.1.4", "10.1.10", "10.0.8", game="rats-of-tobruk")
def test_an_attack_that_is_chosen_is_known_before_the_dice():
    board = Board({HQ: "2042", PANZER: "2043", "1/75Art": "2042", FOE: "2044"}, HQ).fight()
    begun = board.action("2044", PANZER, "with", "1/75Art")
    chosen = board.rules.deeds["attack"].attack(board.rules.at(board.state), board.playout.frame, begun)
    assert (chosen.target, chosen.attackers) == (board.hex("2044"), (board.index[PANZER],))
    assert [int(gun) for gun in chosen.given["guns"]] == [board.index["1/75Art"]]
    assert board.rules.deeds["attack"].attack(board.rules.at(board.state), board.playout.frame, begun[:1]) is None


@pytest.mark.clause("9.4.1", "9.4.8", "9.4.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "state", "may"), [(TANK, {}, True), (TANK, {"overran": 1}, False), (FOE, {}, False)])
def test_tanks_overrun_once_and_others_never(name, state, may):
    board = Board({name: {"at": "2044", **state}})
    assert board.rules.modules["overrun"].may_overrun(board.rules.at(board.state), board.index[name]) == may


@pytest.mark.clause("9.5.1", "9.5.2", "9.5.3", game="rats-of-tobruk")
@pytest.mark.parametrize("pinned", [FOE, TANK])
def test_nobody_mounts_who_is_pinned_and_no_tank_is_mounted_that_is(pinned):
    assert Board({**RIDING, pinned: {"at": "2040", "pinned": 1}}, "HQ 1RTR").offered("mount") == []


@pytest.mark.clause("9.0.2", "9.0.12", "9.0.14", game="rats-of-tobruk")
@pytest.mark.parametrize(("value", "points"), [(-1, 0), (0, 0), (3, 3)])
def test_a_unit_without_an_allowance_has_no_points(value, points, monkeypatch):
    board = Board({FOE: "2044"})
    movement = board.rules.modules["movement"]
    monkeypatch.setattr(type(board.rules), "value", lambda *_asked: value)
    assert movement.allowance(board.rules.at(board.state), board.index[FOE]) == points * movement.scale


@pytest.mark.clause("10.1.2", "10.1.4", "10.4.2", game="rats-of-tobruk")
@pytest.mark.parametrize(("value", "counted"), [(-1, 0), (0, 0), (3, 3)])
def test_a_unit_without_a_strength_counts_nothing(value, counted, monkeypatch):
    board = Board({FOE: "2044"})
    assault, now, unit = board.rules.modules["assault"], board.rules.at(board.state), board.index[FOE]
    monkeypatch.setattr(type(board.rules), "value", lambda *_asked: value)
    monkeypatch.setattr(board.rules.faces, "value", lambda *_asked: value)
    effects = board.rules.modules["effects"]
    found = [assault.attack(now, unit), assault.defence(now, unit)]
    assert [*found, *(effects.strength(now, unit, attacks=each) for each in (True, False))] == [counted] * 4
    monkeypatch.setattr(effects, "assault", None)
    assert effects.strength(now, unit, attacks=True) == 0, "in a game without attacks"


@pytest.mark.clause("9.0.13", "9.0.15", "9.1.4", "9.3.1", "9.0.16", game="rats-of-tobruk")
@pytest.mark.parametrize(("state", "fresh"), [({}, True), ({"spent": 1}, False), ({"moved": 1}, False)])
def test_a_stack_is_fresh_while_none_of_it_has_spent_or_moved(state, fresh):
    board = Board({HQ: "2037", PANZER: {"at": "2037", **state}, TANKS: {"at": "2037", "moved": 1}})
    movement, now = board.rules.modules["movement"], board.rules.at(board.state)
    trial = movement.before(now, [board.index[HQ], board.index[PANZER]])
    assert trial.fresh == fresh
    assert (trial.hex, trial.spent) == (board.hex("2037"), (0, state.get("spent", 0)))


@pytest.mark.clause("8.0.2", "8.0.1", game="rats-of-tobruk")
def test_a_zone_covers_the_hexes_beside_it_that_units_can_enter_but_over_a_ditch():
    """Of every hex of the map; along a road or path it reaches over a ditch."""
    board = Board()
    rules, lines = board.rules, board.compiled.map.lines
    now, ditches = rules.at(board.state), rules.clearing.rows_of
    for hex_ in range(rules.hexes):
        ways = [(step, rules.neighbours[step]) for step in range(6 * hex_, 6 * hex_ + 6)]
        ground = [(step, to) for step, to in ways if to >= 0 and rules.passable[rules.terrain[to]]]
        land = [(step, to) for step, to in ground if to not in rules.closed]
        open_ = [to for step, to in land if step not in ditches or lines[step]]
        assert list(rules.zones.around_now(now, hex_)) == open_


@pytest.mark.clause("10.5.1", "10.5.2", "10.5.4", "10.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("units", "goals"),
    [
        ({"HQ 2/13": "2046", "HQ 2/15": "2045", HQ: "2043"}, ["HQ 2/13", "HQ 2/15"]),
        ({"HQ 2/15": "2020", "HQ 2/17": "2046"}, ["HQ 2/17", "HQ 2/15"]),
        ({"HQ 2/13": "2044", "HQ 2/15": "0101"}, ["HQ 2/15"]),
        ({HQ: "2046"}, []),
    ],
)
def test_units_make_for_their_own_headquarters_and_then_for_the_nearest(units, goals):
    """In a hex with it for another one."""
    board = Board({FOE: "2044", **units})
    retreat, now = board.rules.modules["retreat"], board.rules.at(board.state)
    assert retreat.goals(now, board.index[FOE]) == [[board.index[name]] for name in goals]


@pytest.mark.clause("10.5.6", "10.5.1", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("more", "decider"), [({"HQ 2/13": "2020"}, ALLIED), ({"HQ 2/15": "2020"}, ALLIED), ({}, AXIS)]
)
def test_the_enemy_retreats_who_has_no_headquarters_to_go_to(more, decider):
    board = Board({FOE: "2044", **more}, step="retreat", side=ALLIED, names=[FOE], hexes=2)
    board.playout.advance()
    assert board.playout.decider == decider
    board.act(*flight(board))
    assert [event.subjects for event in board.events("retreats")] == [
        (board.index[FOE], board.state.units.place[board.index[FOE]])
    ]


def flight(board):
    """The first way of whoever retreats."""
    gone = [board.offered()[0]]
    while ahead := board.offered(*gone):
        gone.append(ahead[0])
    return gone


@pytest.mark.clause("10.1.4", "10.1.10", "10.4.5", "10.4.2", game="rats-of-tobruk")
def test_each_side_suffers_its_part_of_a_result():
    """DR retreats the defenders, AR the attackers."""
    units = {HQ: "2040", PANZER: "2043", TANKS: "2043", "4/5Pz": "2043"}
    for dice, side, names in ((6, ALLIED, [FOE]), (9, AXIS, [TANKS, PANZER, "4/5Pz"])):
        board = attacked([dice], units, AUSTRALIANS)
        data = board.playout.frame.data
        assert (data["side"], sorted(data["units"])) == (side, sorted(board.index[name] for name in names))


@pytest.mark.clause("11.3.1", "11.4.7", "11.4.10", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("more", "at"), [({}, ["HQ 2/13"]), ({FOE: "2044"}, [FOE]), ({FOE: "2044", OTHER: "2044"}, [FOE, OTHER])]
)
def test_a_headquarters_is_fired_at_where_nobody_else_is(more, at):
    assert aims({HQ: "2042", PANZER: "2043", "HQ 2/13": "2044", **more}) == {PANZER: at}


@pytest.mark.clause("17.4.4", game="rats-of-tobruk")
@pytest.mark.parametrize("there", [(), (TRUCKS,)])
def test_a_side_that_does_not_come_at_all_loses(there):
    """None of the others has come yet; the last level is the worst for it."""
    board = Board()
    board.state = board.play.begin()
    for name in there:
        board.put(name, "2042")
    levels = board.rules.victory.levels["levels"]
    assert (board.play.outcome(board.state).level == levels[-1]["id"].replace("-", " ")) == (not there)


@pytest.mark.clause("10.5.1", "10.5.2", "10.5.6", game="rats-of-tobruk")
def test_a_retreat_leads_back_to_no_hex_where_it_began():
    """Without a headquarters it may go any way."""
    board = Board({FOE: "2044"}, step="retreat", side=ALLIED, names=[FOE], hexes=2)
    for first in board.offered(FOE):
        assert "2044" not in board.offered(FOE, first)


@pytest.mark.clause("9.2.3", "10.1.5", "10.1.7", game="rats-of-tobruk")
def test_a_ditch_adds_nothing_where_nobody_attacks_from_beside_it():
    """Artillery alone, far away."""
    board = Board({"1/75Art": "1634", FOE: "1629"})
    assault, now = board.rules.modules["assault"], board.rules.at(board.state)
    found = assault.ground.under(now, board.hex("1629"), [board.index["1/75Art"]])
    assert "ditch" not in [id_ for _effect, id_ in found]


@pytest.mark.clause("3.4.1", "17.5.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("side", "chit"), [(AXIS, 1), (ALLIED, 0)])
def test_the_chit_of_606_goes_in_with_those_of_its_side(side, chit):
    board = Board({PANZER: "4321", "1/606": "off", TRUCKS: "2042", **THREE}, step="cup", side=side)
    board.act("none")
    assert board.unit("HQ 606", "chit") == chit


@pytest.mark.clause("9.6.7", "9.6.8", game="rats-of-tobruk")
@pytest.mark.parametrize("rides", [False, True])
def test_nobody_embarks_who_rides_a_tank(rides):
    board = Board({"HQ 2MG": "2036", TRUCKS: {"at": "2037", "debarked": 1}, TANKS: "2037"}, "HQ 2MG")
    board.put(TRUCKS, "2037", tank=(board.index[TANKS] + 1) * rides)
    assert (TRUCKS in board.offered("embark")) == (not rides)


@pytest.mark.clause("9.5.3", "9.5.4", "9.5.12", game="rats-of-tobruk")
@pytest.mark.parametrize(("chit", "moved"), [("HQ 1RTR", 0), ("HQ 2/13", 1)])
def test_a_tank_that_is_not_activated_does_not_go_on_when_it_is_mounted(chit, moved):
    board = Board(RIDING, chit)
    board.playout.advance()
    board.put(TANK, "2040", moved=1)
    board.act("mount", FOE, TANK)
    assert board.unit(TANK, "moved") == moved


@pytest.mark.clause("9.5.1", "9.5.4", "9.5.2", game="rats-of-tobruk")
def test_who_rides_mounts_no_other_tank_and_two_that_are_not_activated_do_not_mount():
    assert Board({**RIDING, "A/1RTR": "2040"}, "HQ 1RTR").offered("mount", FOE) == ["A/1RTR", TANK]
    assert ridden(**{"A/1RTR": "2040"}).offered("mount") == []
    units = {**RIDING, "HQ 2/15": "2038", "A/2/15": "2040"}
    assert Board(units, "HQ 2/15").offered("mount") == ["A/2/15"]


@pytest.mark.clause("5.1.4", "5.1.6", game="rats-of-tobruk")
def test_a_way_leads_to_no_unit_off_the_map(monkeypatch):
    board = Board({PANZER: CORNER, TANKS: "off"})
    supply, now = board.rules.modules["supply"], board.rules.at(board.state)
    monkeypatch.setattr(Supply, "is_supplied", lambda *_asked: True)
    assert [supply.has_path(now, board.index[name]) for name in (PANZER, TANKS, "4/5Pz")] == [True, False, False]
    monkeypatch.setattr(Supply, "is_supplied", lambda *_asked: False)
    assert not supply.has_path(now, board.index[PANZER])


# -- prices of steps ---------------------------------------------------------------------------------


def price(board, name, at, to, *, by_road=False):
    """What a step costs, and whether it is by road; None where it cannot be taken."""
    movement, now = board.rules.modules["movement"], board.rules.at(board.state)
    step = 6 * board.hex(at) + board.rules.direction(board.hex(at), board.hex(to))
    return movement.price(now, board.index[name], step, by_road=by_road)


@pytest.mark.clause("8.0.7", "15.2.5", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("at", "to", "foe", "may"),
    [("1630", "1629", "1628", False), ("1630", "1629", "2020", True), ("2043", "2044", "2045", True)],
)
def test_only_a_ditch_keeps_units_from_a_zone(at, to, foe, may):
    assert (price(Board({PANZER: at, FOE: foe}), PANZER, at, to) is not None) == may


@pytest.mark.clause("8.0.6", "15.2.4", "15.2.5", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("at", "to", "foe", "by_road"),
    [("3014", "2915", "2020", True), ("3014", "2915", "2916", True), ("0824", "0924", "2020", True)],
)
def test_a_road_leads_into_a_zone_where_no_bunker_is(at, to, foe, by_road):
    board = Board({FOE: at, TRUCKS: foe})
    assert price(board, FOE, at, to, by_road=True)[1] == by_road
    assert not price(board, FOE, at, to, by_road=False)[1] or at == "0824"


@pytest.mark.clause("17.12.1", "8.0.6", game="rats-of-tobruk")
def test_aircraft_change_no_price_off_roads():
    """A ravine costs wheels all their points, in the second scenario too."""
    for at, to in (("1434", "1433"), ("2037", "2038"), ("1123", "1124")):
        prices = [price(kind({"W/1RNF": at}), "W/1RNF", at, to) for kind in (Board, Salient)]
        assert prices[0] == prices[1]


@pytest.mark.clause("11.3.6", "11.4.7", "11.3.4", game="rats-of-tobruk")
@pytest.mark.parametrize("rides", [0, 1])
def test_nobody_fires_from_a_tank(rides):
    board = Board({PANZER: {"at": "2043", "tank": rides}, FOE: "2044"})
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    assert fire.may_fire(now, board.index[PANZER]) == (not rides)


# -- turns and reach ---------------------------------------------------------------------------------


@pytest.mark.clause("1.0.5", "6.0.14", "3.0.1", game="rats-of-tobruk")
@pytest.mark.parametrize("chits", [0, 1])
def test_only_the_draw_waits_for_a_chit_and_while_there_is_one(chits):
    board = Board({HQ: {"at": "2042", "chit": chits}})
    steps, frame = board.play.sequence.steps, Frame("draw", {"at": ["turns", 5]})
    waiting = [name for name in ("begin", "turn", "each", "draw") if steps[name].who(board.state, frame) == CHANCE]
    assert waiting == ["draw"] * chits


@pytest.mark.clause("1.0.5", "3.0.1", "3.1.1", game="rats-of-tobruk")
@pytest.mark.parametrize("number", [3, 8])
def test_turn_follows_turn_up_to_the_last(number):
    board = Board()
    first, last = board.compiled.turns.span[:2]
    step, book = board.play.sequence.steps["turn"], Book(board.state)
    frames = list(step.done(board.state, Frame("turn", {"number": first + number}), (), book))
    assert frames[0].data["number"] == first + number + 1
    assert [event.subjects for event in book.events if event.name == "turn begins"] == [(number + 1,)]
    assert list(step.done(board.state, Frame("turn", {"number": last}), (), Book(board.state)))
    assert not list(step.done(board.state, Frame("turn", {"number": last + 1}), (), Book(board.state)))


@pytest.mark.clause("3.4.3", "6.0.6", "6.0.8", game="rats-of-tobruk")
@pytest.mark.parametrize(("far", "reached"), [(0, [True, False, False]), (1, [True, True, False]), (-1, [True] * 3)])
def test_a_headquarters_reaches_as_far_as_its_range(far, reached, monkeypatch):
    """In its hex, beside it and two hexes away; without a range as far as one likes."""
    board = Board({HQ: "2042", PANZER: "2042", TANKS: "2043", "4/5Pz": "2044"})
    activation, now, hq = board.rules.modules["activation"], board.rules.at(board.state), board.index[HQ]
    monkeypatch.setattr(activation, "ranges", [far] * len(board.index))
    assert [activation.reaches(now, hq, board.index[name]) for name in (PANZER, TANKS, "4/5Pz")] == reached


@pytest.mark.clause("9.1.4", "9.3.1", "9.3.2", "8.0.3", "8.0.4", game="rats-of-tobruk")
def test_units_go_back_and_forth_and_to_the_corner_of_the_map():
    board = Board({HQ: "0102", PANZER: "0102"}, HQ)
    assert CORNER in board.offered(PANZER, "by")
    assert "0102" in board.offered(PANZER, "by", CORNER)
    assert CORNER in board.offered(PANZER, "by", CORNER, "0102")
    beside = {board.compiled.names["hexes"][to] for to in board.rules.adjacent[0]}
    assert set(board.offered(PANZER, "by", CORNER)) - {"drop"} <= beside


# -- replacements ------------------------------------------------------------------------------------


@pytest.mark.clause("4.1.3", "4.1.5", "4.1.6", "4.1.7", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("unit", "others", "may"),
    [
        ({"depleted": 1}, {}, True),
        ({}, {}, False),
        ({"depleted": 1}, {TRUCKS: "2043"}, False),
        ({"depleted": 1}, {"1/33": "2036"}, False),
        ({"depleted": 1}, {"1/33": "2035"}, True),
        ({"depleted": 1}, {"1/75Art": "2036"}, True),
        ({"depleted": 1}, {OTHER: "2043"}, True),
        ({"depleted": 1}, {"D/3RHA": "2043"}, True),
    ],
)
def test_a_depleted_leg_unit_is_rebuilt_out_of_zones_and_ranges_of_direct_fire(unit, others, may):
    """An 88 reaches six hexes. Artillery hinders nobody, and own guns do not."""
    board = Board({"HQ 2/13": "2041", FOE: {"at": "2042", **unit}, **others}, step="rebuild", side=ALLIED)
    step = board.play.sequence.steps["rebuild"]
    offered = step.choices(board.state, board.state.stack[0], ())
    assert (board.index[FOE] in [choice.token for choice in offered]) == may


@pytest.mark.clause("4.1.3", "7.1.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("depleted", "may"), [(("A/2/13", "B/2/13"), True), (("A/2/13",), False)])
def test_a_unit_is_rebuilt_where_there_is_room_for_a_whole_one(depleted, may):
    """Two whole units and two depleted ones leave room for half a unit; three and two fill the hex."""
    names = ("HQ 2/13", "A/2/13", "B/2/13", "C/2/13")
    units = {name: {"at": "2041", "depleted": int(name in depleted)} for name in names}
    more = {} if len(depleted) > 1 else {"D/2/13": {"at": "2041", "depleted": 1}}
    board = Board({**units, **more}, step="rebuild", side=ALLIED)
    assert ("A/2/13" in board.offered()) == may


@pytest.mark.clause("10.1.2", "10.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("attack", "defence", "column"), [(0, 6, 1), (6, 6, 4), (0, 0, 0), (6, 0, 7)])
def test_columns_shift_unless_nothing_fights_nothing(attack, defence, column, monkeypatch):
    """Where something shifts them by one to the right; no game needs it with these odds."""
    board = Board({PANZER: "2043", FOE: "2044"})
    assault, now = board.rules.modules["assault"], board.rules.at(board.state)
    monkeypatch.setattr(assault, "attack", lambda _now, _unit: attack)
    monkeypatch.setattr(assault, "defence", lambda _now, _unit: defence)
    monkeypatch.setattr(assault, "held_by", lambda _now, _fight: GroundEffect(shift=1))
    assert assault.odds(now, Fight(board.hex("2044"), [board.index[PANZER]])).column == column


@pytest.mark.clause("9.4.8", "10.0.3", game="rats-of-tobruk")
@pytest.mark.parametrize("overran", [0, 1])
def test_who_has_overrun_counts_as_having_fought_when_fights_begin(overran):
    board = Board({HQ: "2040", PANZER: {"at": "2043", "overran": overran}, TANKS: "2043"}, step="combat", side=AXIS)
    book = Book(board.state)
    board.rules.deeds["attack"].begins(board.state, book, AXIS)
    assert [book.get("fought", board.index[name]) for name in (PANZER, TANKS)] == [overran, 0]


@pytest.mark.clause("9.6.6", "9.6.7", "3.5.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 1), (3, 0)])
def test_who_is_on_foot_stays_so_and_the_turn_ends_what_it_has_begun(before, after):
    """On wheels, on foot, just debarked, just embarked."""
    marks = {"pinned": 1, "moved": 1, "spent": 3, "shot": 1, "fought": 1}
    board = Board({TRUCKS: {"at": "2037", "debarked": before, **marks}}, step="turn-end")
    board.playout.advance()
    assert board.unit(TRUCKS, "debarked") == after
    assert [board.unit(TRUCKS, column) for column in marks] == [0] * len(marks)


@pytest.mark.clause("17.7.1", "17.7.2", "17.7.3", game="rats-of-tobruk")
def test_nobody_is_set_up_where_no_unit_can_be(monkeypatch):
    """Ground that the units of an area cannot enter."""
    board = Board()
    board.state.units.place[board.index[FOE]] = TO_SET_UP
    rules, unit = board.rules, board.index[FOE]
    hexes = open_to(rules.at(board.state), unit)
    monkeypatch.setattr(rules, "passable", [False] * len(rules.passable))
    other = Board()
    other.state.units.place[unit] = TO_SET_UP
    assert hexes
    assert open_to(rules.at(other.state), unit) == []


@pytest.mark.clause("12.0.3", "12.0.6", game="rats-of-tobruk")
def test_a_ditch_that_is_cleared_is_told_with_who_has_cleared_it():
    board = Board({"HQ 200Pio": "1632", PIONEER: "1630"}, "HQ 200Pio", dice=[3])
    board.act("clear", PIONEER, "1629")
    assert [event.subjects for event in board.events("cleared")] == [(board.index[PIONEER], board.hex("1629"))]
