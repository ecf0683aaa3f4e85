"""Readings that the rulings take where the rules leave one open, and clauses that play seldom meets."""

from __future__ import annotations

import pytest

from scenario_forge.game.scenarios import scenarios
from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.events import Book

from .position import (
    ALLIED,
    AXIS,
    DAY,
    EVENING,
    HQ,
    NIGHT,
    PANZER,
    SOUTH,
    TANKS,
    Board,
    Salient,
    aims,
    attacked,
    battle,
    game,
    lapses,
    prepared,
    reach,
)

PIONEERS = {"HQ 200Pio": "1632", "1/200Pio": "1630"}
"""A battalion of engineers before the ditch between 1630 and 1629."""
FOE, OTHER = "A/2/13", "B/2/13"


# -- cup and activation ----------------------------------------------------------------------------


@pytest.mark.clause("2.4.3", "3.4.1", "6.0.15", game="rats-of-tobruk")
def test_the_chit_of_a_lost_headquarters_still_goes_into_the_cup():
    board = Board({"1/39PzJ": "2042", "HQ 2MG": "2043", "1/2MG": "2043"}, step="cup", side=AXIS)
    assert board.offered() == ["HQ 2MG", "HQ 39PzJ", "none"]
    board.act("HQ 39PzJ")
    assert (board.unit("HQ 39PzJ", "chit"), board.unit("HQ 2MG", "chit")) == (1, 0)


@pytest.mark.clause("17.6.5", game="rats-of-tobruk")
def test_none_of_the_chits_must_be_in_the_cup():
    board = Board({HQ: "2042", PANZER: "2042", "HQ 2MG": "2043", "1/2MG": "2043"}, step="cup", side=AXIS)
    assert board.offered() == [HQ, "HQ 2MG", "none"]
    assert board.act("none") is None
    assert not any(board.state.units.chit)


@pytest.mark.clause("1.0.4", "2.5.1", "3.4.2", "6.0.1", game="rats-of-tobruk")
def test_chits_of_both_sides_are_in_one_cup():
    """Not one for each player, as a sentence of 6.0 has it."""
    board = Board({HQ: {"at": "2042", "chit": 1}, "HQ 2/13": {"at": "2020", "chit": 1}})
    assert list(board.rules.cup(board.state)) == sorted([board.index["HQ 2/13"], board.index[HQ]])


@pytest.mark.clause("6.0.6", "6.0.11", "3.4.3", game="rats-of-tobruk")
def test_nobody_on_the_map_is_activated_by_a_headquarters_that_has_still_to_come():
    """Who comes on is; once the headquarters is lost one stack acts."""
    units = {"1/2MG": "2042", "2/2MG": "off", "HQ 2MG": "off"}
    assert Board(units, "HQ 2MG").offered() == ["HQ 2MG", "2/2MG", "end"]
    assert Board({"1/2MG": "2042", "2/2MG": "off"}, "HQ 2MG").offered() == ["2042", "pass"]


@pytest.mark.clause("3.4.3", "10.0.6", "6.0.8", game="rats-of-tobruk")
@pytest.mark.parametrize(("hq", "may"), [("2035", True), ("2034", False)])
@pytest.mark.parametrize("way", ["fire", "attack"])
def test_the_range_is_measured_again_for_fire_and_attacks(hq, may, way):
    """HQ I/5Pz reaches ten hexes."""
    foe = "2046" if way == "attack" else "2144"
    board = Board({HQ: hq, PANZER: "2045", FOE: foe}, step="combat", side=AXIS, names=[PANZER])
    board.state.stack = (board.state.stack[0].with_values(hq=board.index[HQ]),)
    assert (way in board.offered()) == may


@pytest.mark.clause("3.4.3", "11.2.16", game="rats-of-tobruk")
@pytest.mark.parametrize(("away", "may"), [(8, True), (9, False)])
def test_the_range_is_measured_again_for_barrages(away, may):
    board = Board({"HQ 75Art": "2042", "1/75Art": "2042", "HQ 2MG": "2042", FOE: "2046"}, "HQ 75Art")
    far = board.rules.modules["activation"].ranges[board.index["HQ 75Art"]]
    board.move("1/75Art", "to", *[f"20{42 - n}" for n in range(1, 9)])
    board.put("HQ 75Art", f"20{34 + (far if may else far + 1)}" if far + 35 < 47 else "2046")
    board.fight()
    assert board.rules.distance(board.hex("2034"), board.state.units.place[board.index["HQ 75Art"]]) <= far + 1
    near = board.rules.distance(board.hex("2034"), board.state.units.place[board.index["HQ 75Art"]]) <= far
    assert ("barrage" in board.offered()) == near


@pytest.mark.clause("10.0.7", "6.0.11", game="rats-of-tobruk")
def test_who_has_just_come_on_attacks_beyond_the_range():
    """HQ 2MG is far away, at 0120."""
    units = {"HQ 2MG": "0120", "1/2MG": "off", "2/2MG": "2145", FOE: "2044"}
    board = Board(units, "HQ 2MG")
    assert board.offered() == ["HQ 2MG", "1/2MG", "debark", "end"], "2/2MG is too far away"
    board.move("1/2MG", "to", "2046", "2045")
    board.fight()
    assert board.offered("attack", "2044") == ["1/2MG"]


@pytest.mark.clause("10.0.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("hq", "name", "may"), [("HQ 2/13", "A/2/13", True), ("HQ 2RHR", "A/2RHR", False)])
def test_only_australians_attack_by_telephone(hq, name, may):
    """In the bunker at 1728, far from their headquarters."""
    board = Board({hq: "2718", name: "1728", PANZER: "1727"}, hq, step="combat", names=[name])
    assert ("attack" in board.offered()) == may
    assert "attack" not in Board({hq: "2718", name: "1726", PANZER: "1725"}, hq, step="combat", names=[name]).offered()


@pytest.mark.clause("17.2.1", "17.9.1", game="rats-of-tobruk")
def test_the_first_chit_is_a_german_one():
    board = Salient({HQ: "2042", "HQ VII AB": "2042", "HQ 2/13": "2020"}, step="first", side=AXIS)
    for name in (HQ, "HQ VII AB", "HQ 2/13"):
        board.put(name, board.where(name), chit=1)
    assert board.offered() == [HQ]


@pytest.mark.clause("6.0.15", "10.0.6", game="rats-of-tobruk")
def test_a_stack_without_its_headquarters_attacks_without_regard_to_range():
    board = Board({"1/2MG": "2045", FOE: "2044"}, "HQ 2MG")
    board.act("2045")
    assert board.fight().offered("attack", "2044") == ["1/2MG"]


# -- supply ----------------------------------------------------------------------------------------


@pytest.mark.clause("5.2.8", "3.5.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("before", "cut_off", "fired"), [(0, True, 0), (1, True, 1), (2, True, 1), (2, False, 0)])
def test_artillery_out_of_supply_is_turned_over_and_back_when_it_is_found_in_supply(before, cut_off, fired):
    units = {"A/E/1RHA": {"at": "2042", "lapse": before, "fired": int(before > 1)}, "HQ 2/13": "2044"}
    board = Board(units if cut_off else {**units, "HQ 1RHA": "2040"}, step="supply")
    board.playout.advance()
    assert board.unit("A/E/1RHA", "fired") == fired


@pytest.mark.clause("5.2.8", game="rats-of-tobruk")
def test_other_units_have_no_fired_side():
    board = Board({FOE: {"at": "2042", "lapse": 1}}, step="supply")
    board.playout.advance()
    assert (board.unit(FOE, "lapse"), board.unit(FOE, "fired")) == (2, 0)


@pytest.mark.clause("5.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize("more", [{}, {"HQ 2MG": "2044"}])
def test_a_headquarters_that_is_cut_off_is_not_available(more):
    """It is the only one, and so has none to trace to."""
    board = Board({HQ: "2042", PANZER: "2044", **more}, step="nomination")
    assert board.offered() == ([] if more else ["2042", "2044", "none"])


@pytest.mark.clause("5.1.1", "5.1.2", "5.1.4", game="rats-of-tobruk")
def test_units_still_trace_to_a_headquarters_that_is_cut_off():
    assert lapses({HQ: "2042", PANZER: "2044"}) == {HQ: 1, PANZER: 0}


@pytest.mark.clause("5.1.1", game="rats-of-tobruk")
def test_supply_of_units_off_the_map_is_not_judged():
    assert lapses({HQ: "2042", "HQ 2MG": "2044", PANZER: "off"})[PANZER] == 0


@pytest.mark.clause("5.2.3", game="rats-of-tobruk")
def test_a_headquarters_dies_in_its_third_phase_without_supply():
    board = Board({HQ: {"at": "2042", "lapse": 2}}, step="supply")
    board.playout.advance()
    assert board.where(HQ) == "out"


@pytest.mark.clause("5.2.4", "5.2.5", game="rats-of-tobruk")
def test_halves_are_rounded_unit_by_unit():
    """Depleted tanks of 3 and 3 attack with 2 and 2 in low supply."""
    worn = {"depleted": 1, "lapse": 1}
    units = {HQ: "2042", PANZER: {"at": "2043", **worn}, "4/5Pz": {"at": "2043", **worn}}
    assert battle(attacked([7], units, {FOE: "2044"}))[:2] == (4, 6)


# -- pinned units ----------------------------------------------------------------------------------


@pytest.mark.clause("11.3.4", "2.6.3", "11.4.1", game="rats-of-tobruk")
def test_a_pinned_unit_fires_directly_beside_the_enemy():
    units = {HQ: "2042", PANZER: {"at": "2043", "pinned": 1}, FOE: "2044"}
    assert aims(units) == {PANZER: [FOE]}
    board = Board({HQ: "2041", PANZER: "2042", "D/3RHA": {"at": "2045", "pinned": 1}}, HQ)
    board.move(PANZER, "to", "2043")
    assert board.step == "opportunity"


@pytest.mark.clause("11.3.27", game="rats-of-tobruk")
def test_a_unit_that_is_pinned_can_be_fired_at_again():
    assert aims({HQ: "2042", PANZER: "2043", FOE: {"at": "2044", "pinned": 1}}) == {PANZER: [FOE]}


@pytest.mark.clause("2.6.4", "12.0.2", game="rats-of-tobruk")
@pytest.mark.parametrize("pinned", [0, 1])
def test_a_pinned_engineer_does_not_clear(pinned):
    board = Board({**PIONEERS, "1/200Pio": {"at": "1630", "pinned": pinned}}, "HQ 200Pio")
    assert ("clear" in board.offered()) == (not pinned)


def cleared():
    """The hexside between 1630 and 1629 is cleared."""
    board = Board(PIONEERS, "HQ 200Pio", dice=[3])
    board.act("clear", "1/200Pio", "1629")
    return board


# -- clearing --------------------------------------------------------------------------------------


@pytest.mark.clause("12.0.1", "12.0.3", game="rats-of-tobruk")
def test_an_engineer_clears_before_it_moves_and_goes_through():
    board = Board({**PIONEERS, "2/200Pio": "1630"}, "HQ 200Pio", dice=[3, 2])
    assert reach(board, "1/200Pio", ["1629", "1628"]) == 0
    board.act("clear", "1/200Pio", "1629")
    assert (board.step, board.unit("1/200Pio", "spent")) == ("movement", 0)
    board.move("1/200Pio", "to", "1629", "1628")
    assert board.offered("clear") == ["2/200Pio"], "one try for each engineer"
    board.act("clear", "2/200Pio", "1730")
    assert "clear" not in board.fight().offered()


@pytest.mark.clause("12.0.1", "12.0.3", game="rats-of-tobruk")
def test_an_engineer_clears_after_its_move_and_still_attacks():
    board = Board({"HQ 200Pio": "1632", "1/200Pio": "1631", FOE: "1530"}, "HQ 200Pio", dice=[1])
    board.move("1/200Pio", "to", "1630")
    assert "clear" not in board.offered(), "it is in a zone of the enemy"
    board = Board({"HQ 200Pio": "1632", "1/200Pio": "1631"}, "HQ 200Pio", dice=[1])
    board.move("1/200Pio", "to", "1630")
    board.act("clear", "1/200Pio", "1629")
    board.put(FOE, "1631")
    assert board.fight().offered() == ["attack", "end"]
    assert board.offered("attack", "1631") == ["1/200Pio"]


@pytest.mark.clause("12.0.3", game="rats-of-tobruk")
def test_in_the_next_game_turn_it_tries_again():
    board = Board(PIONEERS, "HQ 200Pio", dice=[1])
    board.act("clear", "1/200Pio", "1629")
    assert board.unit("1/200Pio", "tried") == 1
    board.state.stack = (Frame("turn", {"number": DAY + 1}),)
    board.playout.source = type(board.playout.source)([1])
    board.playout.advance()
    assert board.unit("1/200Pio", "tried") == 0


@pytest.mark.clause("12.0.1", game="rats-of-tobruk")
def test_a_headquarters_of_engineers_clears_nothing():
    assert "clear" not in Board({"HQ 200Pio": "1630"}, "HQ 200Pio").offered()


@pytest.mark.clause("12.0.6", "10.1.8", game="rats-of-tobruk")
def test_a_cleared_hexside_adds_nothing_to_the_dice():
    board = cleared()
    board.put(PANZER, "1630")
    board.put(FOE, "1629")
    assert board.play.terms(board.state, board.hex("1629"), [board.index[PANZER]]).sums[2].total == 0
    assert added({PANZER: "1630"}, {FOE: "1629"}, "1629") == 3


# -- improvised minefields -------------------------------------------------------------------------


MINER = "2/3 Fd Coy"


def added(attackers, defenders, at="2044", **more):
    """What is added to the dice of an attack."""
    return battle(attacked([12], {HQ: "1837", **attackers}, defenders, at, **more))[3]


@pytest.mark.clause("12.1.1", "2.6.7", "12.1.3", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "state"), [(MINER, {}), (MINER, {"pinned": 1}), (MINER, {"depleted": 1}), ("HQ RAE", {})]
)
def test_engineers_lay_mines_whatever_befalls_them_and_their_headquarters_too(name, state):
    assert added({PANZER: "2043"}, {FOE: "2044", name: {"at": "2045", **state}}) == 3


@pytest.mark.clause("12.1.4", "12.1.3", game="rats-of-tobruk")
def test_mines_go_with_the_engineer():
    units = {PANZER: "2043"}
    assert added(units, {FOE: "2044", MINER: {"at": "2045"}}) == 3
    assert added(units, {FOE: "2044", MINER: {"at": "2046"}}) == 0
    assert added(units, {FOE: "2044"}) == 0


@pytest.mark.clause("12.1.2", game="rats-of-tobruk")
def test_mines_do_not_hinder_movement():
    units = {HQ: "2040", PANZER: "2042", MINER: "2145"}
    board = Board(units, HQ)
    board.move(PANZER, "to", "2043", "2044")
    assert board.unit(PANZER, "spent") == 4, "a point a hex, counted in halves"


@pytest.mark.clause("12.1.1", "10.8.6", game="rats-of-tobruk")
def test_mines_and_a_ditch_add_three_once():
    assert added({PANZER: "1630"}, {FOE: "1629", MINER: "1629"}, "1629") == 3
    two = {FOE: "2044", MINER: "2045", "2/4 Fd Coy": "2145"}
    assert added({PANZER: "2043"}, two) == 3


@pytest.mark.clause("12.1.1", game="rats-of-tobruk")
def test_mines_lie_beyond_a_ditch_too_and_only_against_the_axis():
    assert added({PANZER: "1631"}, {OTHER: "1630", MINER: "1629"}, "1630") == 3
    board = Board({"HQ 2/13": "2040", FOE: "2043", PANZER: "2044", MINER: "2042"})
    assert board.play.terms(board.state, board.hex("2044"), [board.index[FOE]]).sums[2].total == 0


@pytest.mark.clause("16.0.1", "16.0.3", "10.8.5", game="rats-of-tobruk")
def test_an_australian_engineer_halves_a_ditch_and_a_bunker():
    """Against Germans in the bunker of 3840, from across the ditch: 1 and 2."""
    board = Board({MINER: "3841", PANZER: "3840"})
    assert board.play.terms(board.state, board.hex("3840"), [board.index[MINER]]).sums[2].total == 1 + 2


@pytest.mark.clause("16.0.1", "17.0.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "sandstorm", "more"), [(DAY, 0, 0), (EVENING, 0, 1), (DAY, 1, 3)])
def test_pioneers_are_engineers_and_halve_no_modifier_of_the_evening_or_a_sandstorm(turn, sandstorm, more):
    """The bunker of 1728 adds 2."""
    board = Board({"1/200Pio": "1727", FOE: "1728"}, turn=turn, sandstorm=sandstorm)
    sums = board.play.terms(board.state, board.hex("1728"), [board.index["1/200Pio"]]).sums
    assert sums[2].total == 2 + more


# -- bunkers ---------------------------------------------------------------------------------------


@pytest.mark.clause("15.0.3", "16.1.1", "16.0.4", game="rats-of-tobruk")
def test_a_bunker_stays_whatever_happens_in_it():
    board = attacked([2], {HQ: "1725", PANZER: "1727", TANKS: "1727"}, {FOE: {"at": "1728", "depleted": 1}}, "1728")
    assert board.where(FOE) == "out"
    board.put(OTHER, "1728")
    board.put("1/200Pio", "1727")
    board.put(PANZER, "1727", fought=0)
    for name, modifier in ((PANZER, 4), ("1/200Pio", 2)):
        assert board.play.terms(board.state, board.hex("1728"), [board.index[name]]).sums[2].total == modifier


@pytest.mark.clause("15.1.1", game="rats-of-tobruk")
def test_a_bunker_counts_from_every_side():
    board = Board({FOE: "1728"})
    for hex_ in board.rules.adjacent[board.hex("1728")]:
        board.put(PANZER, board.compiled.names["hexes"][hex_])
        sums = board.play.terms(board.state, board.hex("1728"), [board.index[PANZER]]).sums
        assert sums[2].total == 4


# -- artillery -------------------------------------------------------------------------------------


@pytest.mark.clause("10.2.11", "10.2.4", game="rats-of-tobruk")
def test_artillery_that_has_fired_supports_nothing_more_and_defends_as_usual():
    units = {HQ: "2042", PANZER: "2043", TANKS: "2245", "1/75Art": "2034", FOE: "2044", OTHER: "2246"}
    board = Board(units, HQ, dice=[7, 7]).fight()
    board.act("attack", "2044", PANZER, "with", "1/75Art")
    assert board.unit("1/75Art", "fired") == 1
    while board.step == "retreat":
        board.act(*retreat(board))
    assert "with" not in board.offered("attack", "2246", TANKS)
    board = Board({"1/75Art": {"at": "2034", "fired": 1}, FOE: "2035"})
    assert board.play.terms(board.state, board.hex("2034"), [board.index[FOE]]).sums[1].total == 2


def retreat(board):
    """The first way of whoever retreats."""
    gone = [board.offered()[0]]
    while ahead := board.offered(*gone):
        gone.append(ahead[0])
    return gone


@pytest.mark.clause("10.0.2", "10.1.1", "11.2.14", game="rats-of-tobruk")
def test_artillery_attacks_beside_it_unless_it_has_fired():
    for fired in (0, 1):
        board = Board({"HQ 75Art": "2042", "1/75Art": {"at": "2043", "fired": fired}, FOE: "2044"}, "HQ 75Art").fight()
        assert board.offered("attack") == ["2044"] * (not fired)


@pytest.mark.clause("10.4.1", game="rats-of-tobruk")
def test_results_do_not_strike_artillery_that_supports():
    """4 + 4 to 12 is 1-2: AE on 12."""
    units = {HQ: "2040", TANKS: "2043", "1/75Art": "2034", FOE: "2044", OTHER: "2044"}
    board = Board(units, HQ, dice=[12]).fight()
    board.act("attack", "2044", TANKS, "with", "1/75Art")
    assert (board.where(TANKS), board.where("1/75Art")) == ("out", "2034")


@pytest.mark.clause("10.2.1", game="rats-of-tobruk")
def test_nobody_must_observe_the_hex_that_artillery_supports_an_attack_on():
    board = Board({HQ: "1122", PANZER: "1123", "1/75Art": "1133", FOE: "1124"}, HQ).fight()
    assert "with" in board.offered("attack", "1124", PANZER)


@pytest.mark.clause("11.2.7", "11.2.9", "11.2.10", "15.0.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("at", "lapse", "needed"), [("2044", 0, 4), ("2044", 1, 4), ("1728", 0, 0), ("1629", 0, 4)])
def test_a_bunker_adds_to_a_barrage_and_neither_a_ditch_nor_low_supply_does(at, lapse, needed):
    board = Board({"1/75Art": {"at": "1732", "lapse": lapse}, FOE: at})
    barrage = board.rules.modules["barrage"]
    assert barrage.needed(board.rules.at(board.state), board.index["1/75Art"], board.hex(at)) == needed


@pytest.mark.clause("14.1.3", "11.2.7", game="rats-of-tobruk")
def test_a_sandstorm_adds_nothing_to_a_barrage():
    board = Board({"1/75Art": "2034", FOE: "2044"}, sandstorm=1)
    barrage = board.rules.modules["barrage"]
    assert barrage.needed(board.rules.at(board.state), board.index["1/75Art"], board.hex("2044")) == 4


@pytest.mark.clause("11.2.11", game="rats-of-tobruk")
def test_a_barrage_can_hit_a_headquarters_in_a_stack():
    board = Board({"HQ 75Art": "2036", "1/75Art": "2036", PANZER: "2040", "HQ 2/13": "2044", FOE: "2044"},
                  "HQ 75Art", dice=[1, 6, 5]).fight()  # fmt: skip
    board.act("barrage", "1/75Art", "2044")
    assert (board.where("HQ 2/13"), board.unit(FOE, "depleted")) == ("out", 0)


LEG, TANK = "A/2/13", "D/7RTR"


def shelled(dice, **state):
    """A tank with a rider under a barrage that hits: the die of the rider, then that of the tank."""
    board = Board({TANK: "2040", LEG: {"at": "2040", **state}, "1/75Art": "2045"}, step="shelling", dice=[1, *dice])
    board.put(LEG, "2040", tank=board.index[TANK] + 1, **state)
    board.state.stack = (board.state.stack[0].with_values(unit=board.index["1/75Art"], hex=board.hex("2040")),)
    board.playout.advance()
    return board


@pytest.mark.clause("11.2.12", "9.5.14", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("dice", "tank", "rider"), [([5, 2], 0, "depleted"), ([2, 5], 1, "depleted"), ([4, 4], 1, "out")]
)
def test_a_rider_is_hit_with_its_tank_and_by_its_own_die(dice, tank, rider):
    """Both on equal dice: the rider is hit twice, which costs a company both its steps."""
    board = shelled(dice)
    assert board.unit(TANK, "depleted") == tank
    assert (board.where(LEG) == "out") == (rider == "out")
    assert board.unit(LEG, "depleted") == 1


@pytest.mark.clause("11.2.12", game="rats-of-tobruk")
def test_a_rider_that_is_gone_is_not_hit_once_more():
    board = shelled([4, 4], depleted=1)
    assert board.where(LEG) == "out"
    assert len(board.events("eliminated")) == 1


# -- direct fire -----------------------------------------------------------------------------------


@pytest.mark.clause("11.3.1", "11.3.2", "11.3.15", "11.3.13", "11.3.14", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("away", "thrown", "result"),
    [(1, 16, "miss"), (1, 61, "miss"), (1, 22, "pin"), (2, 26, "miss"), (2, 36, "casualty"), (2, 33, "pin")],
)
def test_only_a_hit_does_anything_and_the_distance_counts_the_hex_of_the_target(away, thrown, result):
    """Defence 6: casualties from 7 on beside it, from 8 on two hexes away."""
    board = Board({PANZER: "2040", FOE: f"20{40 + away}"})
    fire = board.rules.modules["fire"]
    assert fire.result(board.rules.at(board.state), board.index[PANZER], board.index[FOE], thrown) == result


@pytest.mark.clause("11.3.21", "11.3.22", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "lapse", "defence"), [(FOE, 0, 6), (FOE, 2, 3), ("1/33", 0, 5), ("1/33", 2, 2)])
def test_lack_of_supply_halves_the_defence_against_direct_fire_too(name, lapse, defence):
    board = Board({name: {"at": "2040", "lapse": lapse}})
    assert board.rules.modules["fire"].defence(board.rules.at(board.state), board.index[name]) == defence


@pytest.mark.clause("11.3.21", "11.3.16", game="rats-of-tobruk")
def test_the_sum_is_that_of_the_modified_dice():
    """In the evening 4 and 4 are 6, too few beside a company of 6."""
    board = Board({PANZER: "2040", FOE: "2041"}, turn=EVENING)
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    pair = board.index[PANZER], board.index[FOE]
    assert [fire.result(now, *pair, thrown) for thrown in (44, 45)] == ["pin", "casualty"]


@pytest.mark.clause("11.3.1", "2.3.4", game="rats-of-tobruk")
def test_a_depleted_tank_keeps_its_range():
    assert aims({HQ: "2042", PANZER: {"at": "2042", "depleted": 1}, FOE: "2045"}) == {PANZER: [FOE]}


@pytest.mark.clause("11.4.1", "11.4.3", game="rats-of-tobruk")
def test_the_hex_of_entry_counts_as_entered():
    board = Board({HQ: "off", PANZER: "off", "D/3RHA": "2044"}, HQ)
    board.move(PANZER, "to", "2046")
    assert (board.step, board.where(PANZER)) == ("opportunity", "2046")


@pytest.mark.clause("11.3.27", "11.3.31", "11.4.5", "11.4.9", "11.4.11", game="rats-of-tobruk")
def test_a_unit_fires_in_each_hex_and_several_fire_into_one():
    guns = {"D/3RHA": "2044", "J/3RHA": "2044"}
    board = Board({HQ: "2040", PANZER: "2041", TANKS: "2042", **guns}, HQ, dice=[11, 11, 11])
    board.move(PANZER, "to", "2042", "2043")
    assert board.offered("D/3RHA") == [PANZER], "the tanks do not move"
    board.act("D/3RHA", PANZER)
    assert board.offered() == ["J/3RHA", "decline"]
    board.act("J/3RHA", PANZER)
    assert (board.where(PANZER), board.offered()) == ("2043", ["D/3RHA", "J/3RHA", "decline"])
    board.act("D/3RHA", PANZER)
    assert len(board.events("fires")) == 3


@pytest.mark.clause("11.3.33", "10.6.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("shot", "may"), [(0, True), (1, False)])
def test_only_the_shot_of_its_own_activation_keeps_a_unit_from_advancing(shot, may):
    board = Board({HQ: "2040", PANZER: {"at": "2043", "shot": shot}}, step="advance", side=AXIS, names=[PANZER])
    board.state.stack = (board.state.stack[0].with_values(hex=board.hex("2044")),)
    assert (PANZER in board.offered()) == may


# -- roads -----------------------------------------------------------------------------------------


@pytest.mark.clause("9.2.4", "11.3.18", game="rats-of-tobruk")
def test_a_unit_counts_as_on_the_road_until_it_is_activated_again():
    units = {"HQ 2MG": {"at": "3943", "chit": 1}, "1/2MG": {"at": "3942", "road": 1}, "D/3RHA": "3940"}
    board = Board(units, step="first", side=AXIS)
    fire, now = board.rules.modules["fire"], board.rules.at(board.state)
    assert fire.needed(now, board.index["D/3RHA"], board.index["1/2MG"]).more == 1
    board.act("HQ 2MG")
    assert board.unit("1/2MG", "road") == 0


@pytest.mark.clause("9.2.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("way", "road"), [(["3942"], 1), (["3942", "3941"], 1), (["3942", "4042"], 0)])
def test_the_last_hex_says_whether_a_unit_is_on_the_road(way, road):
    board = Board({"HQ 2MG": "3943", "1/2MG": "3943"}, "HQ 2MG")
    board.move("1/2MG", "to", *way)
    assert board.unit("1/2MG", "road") == road


@pytest.mark.clause("9.2.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("units", "road"), [((FOE,), 1), ((FOE, OTHER), 1), ((FOE, OTHER, "C/2/13"), 0)])
def test_every_step_along_a_road_is_road_movement_where_the_stack_is_not_too_large(units, road):
    """On foot, to whom the road is no cheaper than the hamada beside it."""
    board = Board({"HQ 2/13": "3943", **dict.fromkeys(units, "3943")}, "HQ 2/13")
    board.move(*units, "to", "3942")
    assert [(board.unit(name, "spent"), board.unit(name, "road")) for name in units] == [(2, road)] * len(units)


@pytest.mark.clause("9.0.11", "17.6.1", game="rats-of-tobruk")
def test_who_enters_along_a_road_pays_for_the_other_terrain():
    """The Derna road leaves the map at 0111, which is hamada: a point, counted in halves."""
    board = Board({"HQ 2MG": "off", "1/2MG": "off"}, "HQ 2MG")
    board.move("1/2MG", "to", "0111", "0211")
    assert board.unit("1/2MG", "spent") == 2 + 1


@pytest.mark.clause("9.0.8", game="rats-of-tobruk")
def test_half_of_an_odd_allowance_is_exact():
    """Half-tracks with 9 points pay 4½ for a ravine, after 4 or 4½ spent and not after 5."""
    board = Board({"HQ 605PzJ": "1436", "1/605PzJ": "1434"}, "HQ 605PzJ")
    movement, unit = board.rules.modules["movement"], board.index["1/605PzJ"]
    now, printed = board.rules.at(board.state), movement.printed[unit]
    step = 6 * board.hex("1434") + board.rules.direction(board.hex("1434"), board.hex("1433"))
    price, _by_road = movement.price(now, unit, step, by_road=False)
    assert printed % 2 == 0
    spent = [movement.paid(now, unit, price, each, fresh=False) for each in (printed // 2, printed // 2 + 1)]
    assert spent == [printed, None]


@pytest.mark.clause("9.1.2", "13.2.3", "9.0.8", game="rats-of-tobruk")
def test_leg_units_cross_a_ditch_at_night_and_tanks_do_not():
    units = {"HQ 2/13": "1626", FOE: "1629"}
    assert reach(Board(units, "HQ 2/13", turn=NIGHT), FOE, ["1630"]) == 1
    tanks = {"HQ 1RTR": "1626", TANK: "1629"}
    assert reach(Board(tanks, "HQ 1RTR", turn=NIGHT), TANK, ["1630"]) == 0
    assert reach(Board(tanks, "HQ 1RTR"), TANK, ["1630"]) == 1


@pytest.mark.clause("13.2.1", "14.1.2", "5.2.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "sandstorm", "lapse", "points"), [(NIGHT, 1, 0, 2), (NIGHT, 0, 2, 2), (DAY, 1, 2, 2)])
def test_night_and_sandstorm_halve_first_and_lack_of_supply_then(turn, sandstorm, lapse, points):
    """Trucks of 8: 4, and then 2; guns of 3: 2 and then 1."""
    board = Board({"1/2MG": {"at": "2040", "lapse": lapse}}, turn=turn, sandstorm=sandstorm)
    movement = board.rules.modules["movement"]
    assert movement.allowance(board.rules.at(board.state), board.index["1/2MG"]) == points * movement.scale


@pytest.mark.clause("9.0.3", "9.0.14", "9.0.16", game="rats-of-tobruk")
def test_a_unit_pays_hex_by_hex_and_keeps_nothing():
    board = Board({"HQ 2/13": "2036", FOE: "2037", OTHER: "2037"}, "HQ 2/13")
    board.move(FOE, "to", *SOUTH[:2])
    assert (board.unit(FOE, "spent"), FOE in board.offered()) == (4, False)
    assert reach(board, OTHER, SOUTH) == 4, "points of others are of no use"
    board.state.stack = (Frame("turn-end", {}),)
    board.playout.advance()
    assert board.unit(FOE, "spent") == 0


# -- zones, stacking, retreats, advances -------------------------------------------------------------


@pytest.mark.clause("8.0.1", game="rats-of-tobruk")
@pytest.mark.parametrize("state", [{}, {"pinned": 1}, {"depleted": 1}, {"lapse": 3}])
def test_every_combat_unit_has_a_zone_whatever_its_state(state):
    board = Board({FOE: {"at": "2044", **state}})
    assert board.rules.zone(board.state, ALLIED) == {*board.rules.adjacent[board.hex("2044")]}
    assert not board.rules.zone(Board({"HQ 2/13": "2044"}).state, ALLIED)


@pytest.mark.clause("8.0.2", "12.0.6", game="rats-of-tobruk")
def test_a_zone_reaches_across_a_ditch_that_has_been_cleared():
    for board, reaches in ((Board(), False), (cleared(), True)):
        board.put(FOE, "1629")
        assert (board.hex("1630") in board.rules.zone(board.state, ALLIED)) == reaches


@pytest.mark.clause("8.0.4", "8.0.5", game="rats-of-tobruk")
def test_a_unit_goes_from_one_zone_straight_into_another_and_stops():
    board = Board({HQ: "2040", PANZER: "2043", FOE: "2044"}, HQ)
    board.move(PANZER, "to", "2143")
    assert (board.unit(PANZER, "spent"), PANZER in board.offered()) == (4, False)


@pytest.mark.clause("8.0.3", game="rats-of-tobruk")
def test_a_friend_in_a_hex_does_not_lift_a_zone():
    board = Board({HQ: "2040", PANZER: "2041", TANKS: "2043", FOE: "2044"}, HQ)
    board.move(PANZER, "to", "2042", "2043")
    assert board.where(PANZER) == "2043"
    assert PANZER not in board.offered()


@pytest.mark.clause("8.0.7", "15.2.5", game="rats-of-tobruk")
def test_a_bunker_beside_the_enemy_is_not_entered_across_a_ditch_even_by_path():
    """The path crosses the ditch from 0824 to the bunker of 0924."""
    units = {"HQ 2MG": "0624", "1/2MG": "0824"}
    assert reach(Board(units, "HQ 2MG"), "1/2MG", ["0924"]) == 1
    assert reach(Board({**units, FOE: "1024"}, "HQ 2MG"), "1/2MG", ["0924"]) == 0


@pytest.mark.clause("7.0.1", "7.1.1", "10.5.7", "10.5.9", game="rats-of-tobruk")
@pytest.mark.parametrize(("end", "gone"), [(3, False), (4, True)])
def test_a_retreat_ends_in_no_full_hex_and_may_pass_through_one(end, gone):
    friends = ["A/2/15", "B/2/15", "C/2/15", "D/2/15"]
    first = {f"{name[0]}/2/17": "2045" for name in friends}
    units = {FOE: "2044", "HQ 2/13": "2046", **first, **dict.fromkeys(friends[: end - 1], "2046")}
    board = attacked([6], {HQ: "2042", PANZER: "2043", "4/5Pz": "2043", TANKS: "2043"}, units)
    if not gone:
        board.act(FOE, "2045", "2046")
    assert board.where(FOE) == ("out" if gone else "2046")


@pytest.mark.clause("10.5.4", "10.5.5", "10.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("more", "ways", "decider"),
    [
        ({"HQ 2/13": "2046"}, ["2045"], ALLIED),
        ({"HQ 2/13": "2044", "HQ 2/15": "2044", "HQ 2/17": "2046"}, ["2045"], ALLIED),
        ({"HQ 2/15": "2042", "HQ 2/17": "2046"}, ["2043", "2045"], ALLIED),
        ({"HQ 2/15": "2041", "HQ 2/17": "2046"}, ["2045"], ALLIED),
        ({"HQ 2/13": "2042", "HQ 2/17": "2046"}, ["2043"], ALLIED),
        ({}, None, AXIS),
    ],
)
def test_a_retreat_makes_for_the_own_headquarters_then_for_the_nearest(more, ways, decider):
    """Nobody goes towards a headquarters of his own hex, and the owner chooses between two that are equally near.

    Without any the enemy says where.
    """
    board = Board({FOE: "2044", **more}, step="retreat", side=ALLIED, names=[FOE], hexes=2)
    assert board.playout.advance() == decider
    assert ways is None or board.offered(FOE) == ways


@pytest.mark.clause("10.5.7", "10.5.3", game="rats-of-tobruk")
def test_a_retreat_crosses_what_costs_half_or_all():
    """Over the ditch from 1629 to 1630, by a unit that has spent all its points."""
    board = Board(
        {FOE: {"at": "1629", "spent": 8}, "HQ 2/13": "1631"}, step="retreat", side=ALLIED, names=[FOE], hexes=2
    )
    assert "1630" in board.offered(FOE)


@pytest.mark.clause("10.6.3", "10.6.5", "10.6.2", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "may"), [(PANZER, True), ("1/2MG", False)])
def test_tanks_advance_across_a_ditch_and_wheels_do_not(name, may):
    """From 1630 to 1629, into a zone of the enemy."""
    board = Board({name: {"at": "1630", "spent": 20}, OTHER: "1628"}, step="advance", side=AXIS, names=[name])
    board.state.stack = (board.state.stack[0].with_values(hex=board.hex("1629")),)
    assert (name in board.offered()) == may


@pytest.mark.clause("9.1.1", game="rats-of-tobruk")
def test_who_is_not_on_the_coast_goes_where_the_ground_lets_it():
    board = Board({TANK: "2044", "W/1RNF": "1629"})
    movement, now = board.rules.modules["movement"], board.rules.at(board.state)
    step = 6 * board.hex("1629") + board.rules.direction(board.hex("1629"), board.hex("1630"))
    assert movement.can_ever_enter(now, board.index[TANK], step)
    assert not movement.can_ever_enter(now, board.index["W/1RNF"], step)


@pytest.mark.clause("9.5.2", game="rats-of-tobruk")
def test_infantry_on_wheels_does_not_ride():
    """The companies of KGK are infantry, with a circle round their movement allowance."""
    units = {"HQ KGK": "2042", "1/KGK": "2043", HQ: "2042", TANKS: "2043"}
    assert "mount" not in Board(units, HQ).offered()


@pytest.mark.clause("9.5.1", "9.5.3", game="rats-of-tobruk")
def test_one_unit_rides_a_tank_and_no_headquarters_carries_one():
    units = {"HQ 1RTR": "2040", "HQ 2/13": "2038", TANK: "2040", LEG: "2040", OTHER: "2040"}
    board = Board(units, "HQ 1RTR")
    assert board.offered("mount", LEG) == [TANK]
    board.act("mount", LEG, TANK)
    assert "mount" not in board.offered()


@pytest.mark.clause("9.5.6", "3.4.5", game="rats-of-tobruk")
def test_a_rider_attacks_nobody():
    board = Board({"HQ 1RTR": "2040", "HQ 2/13": "2038", TANK: "2040", LEG: "2040", PANZER: "2041"}, "HQ 2/13")
    assert board.fight().offered("attack", "2041") == [LEG]
    board = Board({"HQ 1RTR": "2040", "HQ 2/13": "2038", TANK: "2040", LEG: "2040", PANZER: "2041"}, "HQ 2/13")
    board.put(LEG, "2040", tank=board.index[TANK] + 1)
    assert board.fight().playout.over


# -- replacements, weather, scenarios ----------------------------------------------------------------


@pytest.mark.clause("4.1.1", "3.5.6", game="rats-of-tobruk")
def test_the_axis_throws_first_for_replacements():
    board = Board({"HQ 2/13": "2042", FOE: {"at": "2042", "depleted": 1}}, step="turn-end", turn=NIGHT, dice=[1, 1])
    sides = []
    while board.playout.advance() is not None:
        sides.append(board.playout.decider)
        board.act("none")
    assert sides == [AXIS, ALLIED] or sides == [ALLIED]
    board = Board(step="turn-end", turn=NIGHT)
    (first, second) = [frame.data["side"] for frame in turn_end_frames(board)][::-1]
    assert (first, second) == (AXIS, ALLIED)


def turn_end_frames(board):
    """The steps that the end of a turn leads to, the first to be played last."""
    step = board.play.sequence.steps["turn-end"]
    return step.done(board.state, Frame("turn-end", {}), (), Book(board.state))


@pytest.mark.clause("14.1.1", "14.1.5", "4.1.2", "4.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("thrown", "sandstorm", "may"), [(1, 0, True), (4, 0, True), (5, 0, False), (6, 1, False)])
def test_the_weather_of_the_night_helps_or_hinders_replacements(thrown, sandstorm, may):
    units = {"HQ 2/13": "2042", FOE: {"at": "2042", "depleted": 1}}
    board = Board(units, step="replacement", side=ALLIED, turn=NIGHT, sandstorm=sandstorm, dice=[thrown])
    assert (FOE in board.offered()) == may


@pytest.mark.clause("4.1.3", game="rats-of-tobruk")
def test_a_debarked_unit_is_rebuilt_as_a_leg_unit():
    units = {"HQ 2MG": "2042", "1/2MG": {"at": "2042", "depleted": 1}}
    assert not [each for each in Board(units, step="rebuild", side=AXIS).offered() if each != "none"]
    units["1/2MG"]["debarked"] = 1
    assert Board(units, step="rebuild", side=AXIS).offered() == ["1/2MG", "none"]


@pytest.mark.clause("17.5.2", game="rats-of-tobruk")
def test_italians_are_in_the_second_scenario_alone():
    for scenario, there in (("easter-battle", False), ("salient", True)):
        ready = prepared(scenario)
        state, keys = ready.play.begin(), ready.compiled.keys["nationalities"]
        nations = [keys[each] for each in ready.compiled.units.nationality]
        places = {state.units.place[unit] for unit, nation in enumerate(nations) if nation == "italian"}
        assert places == ({-2} if there else {-1})


@pytest.mark.clause("17.0.1", "17.1.1", "17.8.1", game="rats-of-tobruk")
def test_both_scenarios_have_one_map_the_same_victory_and_twenty_turns():
    easter, salient = (prepared(each) for each in ("easter-battle", "salient"))
    assert easter.compiled.map == salient.compiled.map
    endings = [ready.compiled.ending for ready in (easter, salient)]
    assert endings[0]["levels"]["levels"] == endings[1]["levels"]["levels"]
    assert [[each["when"] for each in ending["sudden"]] for ending in endings] == 2 * [
        [each["when"] for each in endings[0]["sudden"]]
    ]
    for ready in (easter, salient):
        begin, end = ready.compiled.turns.span[:2]
        assert end - begin + 1 == 20
    assert [each.document.dates for each in scenarios(game()).listed] == [
        "April 13th to April 17th, 1941",
        "May 1st to May 5th, 1941",
    ]


@pytest.mark.clause("11.0.2", game="rats-of-tobruk")
def test_there_are_artillery_and_direct_fire():
    rules = prepared().play.rules
    artillery = {unit for unit, far in enumerate(rules.modules["barrage"].ranges) if far}
    direct = {unit for unit, fires in enumerate(rules.modules["fire"].fires) if fires}
    ranged = {unit for unit, far in enumerate(rules.printed("range")) if far > 0}
    assert not artillery & direct
    assert artillery | direct == ranged


@pytest.mark.clause("17.4.1", "17.11.1", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("names", "wins"),
    [
        (["1/75Art", "2/75Art"], True),
        (["1/75Art"], False),
        (["1/33", "2/33"], False),  # Flak
        (["4/2MG", "4/8MG"], True),  # mortars
        (["2/5Pz", "3/39PzJ"], True),
        (["1/VII", "2/VII"], False),  # Italians
        (["1/606", "2/606"], False),  # light Flak,
    ],
)
def test_only_german_artillery_guns_and_tanks_threaten_the_harbour(names, wins):
    """From 4416, two hexes away; whatever their state."""
    board = Board({name: {"at": "4416", "lapse": 3, "pinned": 1, "fired": 1} for name in names}, turn=NIGHT)
    assert bool(board.rules.victory.decided(board.state.units.place)) == wins


@pytest.mark.clause("17.4.2", "17.11.2", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "wins"), [("1/2MG", True), ("7/8Ber", False)])
def test_only_a_german_unit_reaches_the_harbour(name, wins):
    board = Board({name: "4613"})
    assert bool(board.rules.victory.decided(board.state.units.place)) == wins


@pytest.mark.clause("17.13.2", "3.5.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("there", "chit"), [({"1/606": "off"}, 1), ({}, 0)])
def test_the_chit_of_606_goes_in_like_all_others_in_the_second_scenario(there, chit):
    board = Salient({"HQ 606": "off", **there}, step="cup", side=AXIS)
    board.playout.advance()
    assert board.unit("HQ 606", "chit") == chit


@pytest.mark.clause("17.5.1", "17.6.3", game="rats-of-tobruk")
def test_the_chit_of_606_does_not_count_for_the_allied_number():
    units = {PANZER: "4321", "1/606": "off", **{f"A/{n}": "2020" for n in ("2/13", "2/15", "2/17")}}
    board = Board({**units, **{f"HQ {n}": "2020" for n in ("2/13", "2/15", "2/17")}}, step="cup", side=ALLIED)
    for name in ("HQ 606", "HQ I/5Pz", "HQ II/5Pz"):
        board.state.units.chit[board.index[name]] = 1
    assert [choice.more for choice in board.playout.choices(()) if choice.token != "none"] == [False] * 3
    assert board.offered("HQ 2/13") == [], "one for two German chits"


@pytest.mark.clause("17.4.1", "17.4.2", "17.11.1", "17.11.2", game="rats-of-tobruk")
@pytest.mark.parametrize("units", [{"1/75Art": "4416", "2/75Art": "4416"}, {"1/2MG": "4613"}])
def test_nobody_in_the_harbour_hinders_the_victory(units):
    board = Board({**units, "40/4AA": "4614"})
    assert board.rules.victory.decided(board.state.units.place) == AXIS + 1


# -- exact limits ----------------------------------------------------------------------------------


@pytest.mark.clause("9.1.2", "9.0.5", "9.0.8", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "spent"), [(DAY, 4), (NIGHT, 4)])
def test_a_tank_pays_half_of_its_printed_points_for_a_ravine(turn, spent):
    """Of 8; in a night turn that is all it has."""
    board = Board({HQ: "1436", PANZER: "1434"}, HQ, turn=turn)
    board.move(PANZER, "to", "1433")
    assert board.unit(PANZER, "spent") == spent * 2


@pytest.mark.clause("9.1.2", "9.0.8", game="rats-of-tobruk")
def test_only_who_has_not_moved_crosses_a_ditch_at_night():
    for start, way, gone in (("1629", ["1630"], 1), ("1628", ["1629", "1630"], 1)):
        assert reach(Board({"HQ 2/13": "1626", FOE: start}, "HQ 2/13", turn=NIGHT), FOE, way) == gone


@pytest.mark.clause("15.2.2", "15.2.3", game="rats-of-tobruk")
def test_wheels_do_not_cross_a_ditch_into_a_bunker():
    """From 3841 into 3840, where no road leads; legs do."""
    for hq, name, gone in (("HQ 2MG", "1/2MG", 0), ("HQ 2/13", FOE, 1)):
        assert reach(Board({hq: "3843", name: "3841"}, hq), name, ["3840"]) == gone


@pytest.mark.clause("9.5.3", "9.5.12", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("name", "spent", "may"), [(LEG, 6, True), (LEG, 7, False), (TANK, 10, True), (TANK, 11, False)]
)
def test_who_mounts_has_a_point_left(name, spent, may):
    """Four points on foot, six of the tank, counted in halves."""
    board = Board({"HQ 1RTR": "2040", TANK: "2040", LEG: "2040"}, "HQ 1RTR")
    board.put(name, "2040", spent=spent)
    assert ("mount" in board.offered()) == may


@pytest.mark.clause("9.5.12", "9.5.3", "8.0.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("foe", "goes_on"), [("2046", True), ("2042", False)])
def test_a_tank_goes_on_after_a_dismount_unless_a_zone_has_stopped_it(foe, goes_on):
    board = Board({"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", LEG: "2040", PANZER: foe}, "HQ 1RTR")
    board.put(LEG, "2040", tank=board.index[TANK] + 1)
    board.move(TANK, "to", "2041")
    while board.step == "opportunity":
        board.act("decline")
    board.act("dismount", LEG)
    assert (TANK in board.offered()) == goes_on


@pytest.mark.clause("9.5.12", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("hq", "foe", "walks"), [("HQ 2/13", "2046", True), ("HQ 1RTR", "2046", False), ("HQ 2/13", "2042", False)]
)
def test_who_has_moved_and_ridden_walks_on_after_a_dismount_if_it_is_activated_itself(hq, foe, walks):
    """It has spent two of its four points, and one for the dismount."""
    board = Board({"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2041", LEG: "2041", PANZER: foe}, hq)
    board.put(LEG, "2041", tank=board.index[TANK] + 1, moved=1, spent=4)
    board.playout.advance()
    data = {**board.playout.frame.data, "units": [*board.playout.frame.data["units"], board.index[TANK]]}
    board.state.stack = (*board.state.stack[:-1], board.playout.frame._replace(data=data))
    board.act("dismount", LEG)
    assert (not board.playout.over and LEG in board.offered()) == walks


@pytest.mark.clause("4.1.7", game="rats-of-tobruk")
@pytest.mark.parametrize(("at", "may"), [("2041", True), ("out", False)])
def test_a_nominated_stack_without_a_way_to_its_headquarters_is_not_rebuilt(at, may):
    own = {"HQ 2/13": at} if may else {}
    board = Board({"A/2/13": {"at": "2042", "depleted": 1, "nominated": 1}, **own}, step="rebuild", side=ALLIED)
    assert ("A/2/13" in board.offered()) == may


@pytest.mark.clause("10.0.2", "10.1.1", "10.2.4", "11.2.15", game="rats-of-tobruk")
@pytest.mark.parametrize(("name", "fired"), [("1/75Art", 1), ("1/2MG", 0)])
def test_a_gun_that_has_attacked_supports_nobody_in_the_game_turn(name, fired):
    """Nor does it in the next activation: 7 misses, and it stays beside the enemy. Others have no fired side."""
    units = {"HQ 75Art": "2042", "HQ 2MG": "2042", name: "2043", FOE: "2044"}
    hq = "HQ 2MG" if "MG" in name else "HQ 75Art"
    board = Board(units, hq, dice=[9]).fight()
    board.act("attack", "2044", name)
    assert board.unit(name, "fired") == fired
    board = Board({HQ: "2042", PANZER: "2144", "1/75Art": {"at": "2143", "fired": fired}, FOE: "2044"}, HQ).fight()
    assert ("with" in board.offered("attack", "2044", PANZER)) == (not fired)


@pytest.mark.clause("9.0.3", "9.1.4", "9.3.1", game="rats-of-tobruk")
@pytest.mark.parametrize("direction", range(6))
def test_a_unit_moves_in_every_direction(direction):
    board = Board({HQ: "2040", PANZER: "2042"}, HQ)
    to = board.compiled.names["hexes"][board.rules.neighbours[6 * board.hex("2042") + direction]]
    board.move(PANZER, "to", to)
    assert (board.where(PANZER), board.unit(PANZER, "moved"), board.unit(PANZER, "spent")) == (to, 1, 2)


@pytest.mark.clause("10.6.4", "10.6.5", "7.0.2", game="rats-of-tobruk")
def test_a_second_hex_of_an_advance_is_free_of_enemies():
    board = Board({PANZER: "2043", OTHER: "2046"}, step="advance", side=AXIS, names=[PANZER])
    board.state.stack = (board.state.stack[0].with_values(hex=board.hex("2044")),)
    ahead = board.offered(PANZER, "2044")
    assert "2045" in ahead
    board.put(OTHER, "2045")
    assert sorted(board.offered(PANZER, "2044")) == sorted(set(ahead) - {"2045"})


@pytest.mark.clause("10.5.1", "10.5.4", "10.5.9", game="rats-of-tobruk")
def test_a_retreat_takes_no_first_hex_that_leads_nowhere():
    """Of two ways to the headquarters in 2246 one ends in a full hex."""
    full = {f"{name}/2/15": "2146" for name in "ABCD"}
    board = Board({FOE: "2044", "HQ 2/13": "2246"}, step="retreat", side=ALLIED, names=[FOE], hexes=2)
    open_ = {(first, end) for first in board.offered(FOE) for end in board.offered(FOE, first)}
    board = Board({FOE: "2044", "HQ 2/13": "2246", **full}, step="retreat", side=ALLIED, names=[FOE], hexes=2)
    left = {(first, end) for first in board.offered(FOE) for end in board.offered(FOE, first)}
    assert left == {way for way in open_ if way[1] != "2146"}
    assert set(board.offered(FOE)) == {first for first, _end in left}


@pytest.mark.clause("2.6.2", "9.3.1", game="rats-of-tobruk")
def test_a_pinned_unit_does_not_move():
    board = Board({HQ: "2040", PANZER: {"at": "2042", "pinned": 1}, TANKS: "2042"}, HQ)
    assert [name for name in board.offered() if name in board.index] == [HQ, TANKS]
    assert board.offered(TANKS) == ["by"]


@pytest.mark.clause("9.5.6", "9.5.12", game="rats-of-tobruk")
@pytest.mark.parametrize(("hq", "may"), [("HQ 1RTR", True), ("HQ 2/13", False)])
def test_only_the_activation_of_its_tank_lets_a_rider_dismount(hq, may):
    board = Board({"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", LEG: "2040"}, hq)
    board.put(LEG, "2040", tank=board.index[TANK] + 1)
    assert ("dismount" in board.offered()) == may


@pytest.mark.clause("11.2.1", "11.2.15", "11.2.14", game="rats-of-tobruk")
@pytest.mark.parametrize("done", [{}, {"fired": 1}, {"fought": 1}])
def test_artillery_that_has_fired_or_fought_does_not_shell(done):
    board = Board({"1/75Art": {"at": "2036", **done}, PANZER: "2040", FOE: "2044"}, step="combat", side=AXIS)
    board.state.stack = (board.state.stack[0].with_values(begun=True),)
    assert ("barrage" in board.offered()) == (not done)


@pytest.mark.clause("9.0.11", "9.0.15", "9.0.13", game="rats-of-tobruk")
@pytest.mark.parametrize(("spent", "gone"), [(0, 1), (2, 0)])
def test_only_who_has_spent_nothing_makes_the_minimum_move(spent, gone):
    """A gun with 3 points out of a zone up the hill: 3, after a point spent one too many."""
    units = {"HQ 2/13": "1122", "Bush/2/13": {"at": "1123", "spent": spent}, "1/2MG": "1022"}
    assert reach(Board(units, "HQ 2/13", sandstorm=1), "Bush/2/13", ["1124"]) == gone


@pytest.mark.clause("10.5.7", "10.5.9", "8.0.8", game="rats-of-tobruk")
def test_wheels_do_not_retreat_across_a_ditch():
    units = {"HQ 2MG": "1631", "1/2MG": "1629"}
    board = Board(units, step="retreat", side=AXIS, names=["1/2MG"], hexes=2)
    board.playout.advance()
    assert board.where("1/2MG") == "out"


@pytest.mark.clause("5.2.1", "5.2.3", "3.3.1", "5.0.1", game="rats-of-tobruk")
def test_who_is_in_supply_suffers_nothing():
    board = Board({HQ: "2042", "HQ 2MG": "2044", PANZER: {"at": "2043", "lapse": 3}}, step="supply")
    board.playout.advance()
    assert [(board.unit(each, "lapse"), board.unit(each, "depleted")) for each in (HQ, PANZER)] == [(0, 0), (0, 0)]
    assert board.where(HQ) == "2042"
