"""*Rats of Tobruk* in play: what is offered, what comes of it, how it ends."""

from __future__ import annotations

from functools import cache

import pytest
from reports import chromium

from scenario_forge.api.play import PlayOrder, lead, play_scenario, replay_html
from scenario_forge.simulator.game_log import game_log
from scenario_forge.simulator.state import Frame
from tests.systems.position import whole_game

from .position import (
    ALLIED,
    AXIS,
    DAY,
    EVENING,
    HQ,
    MORNING,
    NIGHT,
    PANZER,
    SEEN_FROM,
    SOUTH,
    TANKS,
    Board,
    aims,
    attacked,
    battle,
    game,
    lapses,
    prepared,
    reach,
)

FAR = {"HQ 2/13": "3020"}
"""Somebody of the other side who is out of the way."""


# -- cup and activation ----------------------------------------------------------------------------


@pytest.mark.clause(
    "1.0.3", "2.4.1", "1.0.4", "3.4.2", "6.0.1", "6.0.7", "6.0.9", "6.0.10", "6.0.12", "6.0.13", game="rats-of-tobruk"
)
def test_chits_come_out_one_at_a_time_whatever_their_side():
    board = Board({HQ: "2042", "HQ 2/13": "2020", "HQ 2MG": "2044"}, step="draw", at=["turns", 5])
    order = ["HQ 2/13", HQ, "HQ 2MG"]
    for name in order:
        board.put(name, board.where(name), chit=1)
    board.playout.source = type(board.playout.source)([board.index[name] for name in order])
    for name in order:
        assert board.playout.advance() == (ALLIED if name == "HQ 2/13" else AXIS)
        assert board.playout.frame.data["hq"] == board.index[name]
        assert board.unit(name, "chit") == 0
        while board.playout.frame.data["hq"] == board.index[name]:
            if board.act("end") is None:
                break
    assert [event.subjects[0] for event in board.events("activation ends")] == [board.index[name] for name in order]


@pytest.mark.clause("3.4.3", "6.0.2", "6.0.5", "6.0.6", "6.0.8", game="rats-of-tobruk")
def test_only_units_within_the_printed_range_of_their_own_headquarters_act():
    """HQ 2/13 reaches six hexes, whatever lies between."""
    units = {"HQ 2/13": "2035", "A/2/13": "2041", "B/2/13": "2042", "A/2/15": "2036"}
    assert Board(units, "HQ 2/13").offered() == ["HQ 2/13", "A/2/13", "debark", "end"]


@pytest.mark.clause("6.0.3", "6.0.7", game="rats-of-tobruk")
def test_example_any_or_all_units_of_a_battalion_may_act():
    """Example of 6.0: the chit of KGK moves any or all of its units."""
    units = {"HQ KGK": "2042", **{f"{n}/KGK": "2043" for n in (1, 2, 3)}, "1/2MG": "2043"}
    board = Board(units, "HQ KGK")
    assert board.offered() == ["HQ KGK", "1/KGK", "2/KGK", "3/KGK", "debark", "end"]
    board.move("2/KGK", "to", "2044")
    assert board.offered() == ["HQ KGK", "1/KGK", "3/KGK", "debark", "end"]
    assert board.act("end") is None
    assert Board(units, "HQ KGK").act("end") is None, "all may pass"


@pytest.mark.clause("2.4.3", "6.0.15", game="rats-of-tobruk")
def test_example_without_its_headquarters_one_stack_of_a_battalion_acts():
    """Example of 2.4: HQ 39PzJ is eliminated; one hex with companies of 39PzJ acts."""
    units = {"1/39PzJ": "2042", "2/39PzJ": "2042", "3/39PzJ": "2242", "1/2MG": "2342"}
    board = Board(units, "HQ 39PzJ")
    assert board.offered() == ["2042", "2242", "pass"]
    board.act("2042")
    assert board.offered() == ["1/39PzJ", "2/39PzJ", "debark", "end"]


@pytest.mark.clause("2.5.2", "3.4.4", "3.4.5", "9.0.17", game="rats-of-tobruk")
def test_a_unit_moves_and_then_fights():
    board = Board({HQ: "2042", PANZER: "2042", "A/2/13": "2045"}, "HQ I/5Pz")
    assert "attack" not in board.offered()
    board.move(PANZER, "to", "2043", "2044")
    board.act("end")
    assert board.offered() == ["overrun", "fire", "attack", "end"]
    assert board.offered("attack", "2045") == [PANZER]


@pytest.mark.clause("17.6.2", "17.6.3", "17.7.5", "17.7.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("german", "allied"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_the_second_side_puts_in_half_as_many_chits_as_the_first(german, allied):
    names = ["I/5Pz", "II/5Pz", "2MG", "8MG", "3Rec"]
    units = {unit: "off" for name in ("2/5Pz", "5/5Pz", "1/2MG", "1/8MG", "1/3Rec") for unit in [name]}
    units |= {f"A/{n}": "2020" for n in ("2/13", "2/15", "2/17", "2/28")}
    board = Board(units, step="cup", side=ALLIED)
    for name in names[:german]:
        board.state.units.chit[board.index[f"HQ {name}"]] = 1
    chosen = []
    board.playout.advance()
    while more := [c for c in board.playout.choices(tuple(chosen)) if c.token != "none"]:
        chosen.append(more[0].token)
        if not more[0].more:
            break
    assert len(chosen) == allied


@pytest.mark.clause("17.6.4", "17.7.7", game="rats-of-tobruk")
def test_a_player_sees_how_many_chits_of_the_other_are_in_the_cup_and_not_which():
    board = Board({name: {"at": "2042", "chit": 1} for name in (HQ, "HQ 2MG")} | {"HQ 2/13": {"at": "2020", "chit": 1}})
    seen = board.play.observe(board.state, ALLIED)
    assert seen["chits"] == [2, 1]
    assert [board.index["HQ 2/13"]] == [row for row, chit in enumerate(seen["tables"]["units"]["chit"]) if chit]
    assert sum(board.state.units.chit) == 3, "nothing has changed"


# -- moving ----------------------------------------------------------------------------------------


@pytest.mark.clause("9.0.1", "9.0.3", "9.0.12", "13.2.1", "14.1.2", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("turn", "sandstorm", "hexes"), [(DAY, 0, 4), (EVENING, 0, 4), (NIGHT, 0, 2), (DAY, 1, 2), (NIGHT, 1, 1)]
)
def test_night_and_sandstorm_halve_movement(turn, sandstorm, hexes):
    units = {"HQ 2/13": "2035", "A/2/13": "2037", HQ: "4040"}
    assert reach(Board(units, "HQ 2/13", turn=turn, sandstorm=sandstorm), "A/2/13", SOUTH) == hexes


@pytest.mark.clause("13.2.1", "14.1.2", game="rats-of-tobruk")
def test_halves_are_rounded_up():
    """A gun with 3 points goes 2 hexes at night, 1 in a sandstorm at night."""
    units = {"HQ 2/13": "2035", "Bush/2/13": "2037"}
    assert reach(Board(units, "HQ 2/13", turn=NIGHT), "Bush/2/13", SOUTH) == 2
    assert reach(Board(units, "HQ 2/13", turn=NIGHT, sandstorm=1), "Bush/2/13", SOUTH) == 1


@pytest.mark.clause("9.0.4", "9.0.5", "9.0.7", "9.0.8", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("hq", "name", "hexes"), [("HQ 2/13", "A/2/13", 3), ("HQ I/5Pz", PANZER, 5), ("HQ 2MG", "1/2MG", 1)]
)
def test_example_a_ravine_costs_two_points_half_or_all(hq, name, hexes):
    """Example of 9.0: 2 / H / ALL; of 4 points 2 are left, of 8 of a tracked unit 4, of a wheeled one none."""
    way = ["1433", "1432", "1431", "1430", "1429"]
    board = Board({hq: "1436", name: "1434"}, hq)
    assert reach(board, name, way) == hexes


@pytest.mark.clause("9.0.7", "13.2.3", game="rats-of-tobruk")
def test_all_is_spent_only_from_the_hex_beside_and_not_at_night():
    units = {"HQ 2MG": "1436", "1/2MG": "1435"}
    assert reach(Board(units, "HQ 2MG"), "1/2MG", ["1434", "1433"]) == 1
    assert reach(Board({**units, "1/2MG": "1434"}, "HQ 2MG", turn=NIGHT), "1/2MG", ["1433"]) == 0


@pytest.mark.clause("9.0.9", "9.2.1", "9.0.10", game="rats-of-tobruk")
def test_wheels_pay_half_a_point_on_a_road():
    """From Tobruk along the Derna road: 16 hexes for 8 points."""
    way = [
        "4213",
        "4114",
        "4014",
        "3914",
        "3814",
        "3715",
        "3614",
        "3515",
        "3414",
        "3315",
        "3215",
        "3115",
        "3014",
        "2915",
        "2814",
        "2715",
        "2614",
        "2514",
    ]
    board = Board({"HQ 1RNF": "4313", "W/1RNF": "4313"}, "HQ 1RNF")
    assert reach(board, "W/1RNF", way) == 16


@pytest.mark.clause("9.2.2", game="rats-of-tobruk")
def test_example_wheels_cross_a_ditch_only_by_road_or_path():
    """Example of 9.2."""
    board = Board({"HQ 2MG": "0624", "1/2MG": "0824", "2/2MG": "1630"}, "HQ 2MG")
    assert reach(board, "1/2MG", ["0924"]) == 1
    board = Board({"HQ 2MG": "1632", "1/2MG": "1630"}, "HQ 2MG")
    assert reach(board, "1/2MG", ["1629"]) == 0


@pytest.mark.clause("15.2.2", "15.2.3", game="rats-of-tobruk")
def test_example_a_ditch_before_a_bunker_costs_half_the_allowance_alone():
    """Example of 15.2: of 4 points 2 are left, the bunker beyond costs them; from a clear hex it costs 2 as well."""
    units = {"HQ 2/13": "3843", "A/2/13": "3841"}
    assert reach(Board(units, "HQ 2/13"), "A/2/13", ["3840", "3839", "3838"]) == 2
    assert reach(Board({**units, "A/2/13": "3838"}, "HQ 2/13"), "A/2/13", ["3839", "3840", "3841"]) == 2


@pytest.mark.clause("15.2.4", "15.2.5", game="rats-of-tobruk")
def test_example_a_path_into_a_bunker_costs_one_point():
    """Example of 15.2: a path leads over the ditch into the bunker; not where the enemy has a zone."""
    units = {"HQ 2/13": "0624", "A/2/13": "0824"}
    way = ["0924", "1024", "1124", "1224"]
    assert reach(Board(units, "HQ 2/13"), "A/2/13", way) == 4
    assert reach(Board({**units, "1/2MG": "1023"}, "HQ 2/13"), "A/2/13", way) == 0


@pytest.mark.clause("8.0.1", "8.0.4", game="rats-of-tobruk")
def test_a_unit_stops_where_it_enters_a_zone_of_control():
    units = {HQ: "2040", PANZER: "2041"}
    assert reach(Board({**units, "A/2/13": "2044"}, "HQ I/5Pz"), PANZER, ["2042", "2043", "2143"]) == 2
    assert reach(Board({**units, "HQ 2/13": "2044"}, "HQ I/5Pz"), PANZER, ["2042", "2043", "2143"]) == 3, (
        "an HQ has none"
    )


@pytest.mark.clause("8.0.5", game="rats-of-tobruk")
def test_leaving_a_zone_costs_a_point_more():
    units = {"HQ 2/13": "2038", "A/2/13": "2043", "1/2MG": "2044"}
    assert reach(Board(units, "HQ 2/13"), "A/2/13", ["2042", "2041", "2040", "2039"]) == 3


@pytest.mark.clause("8.0.2", game="rats-of-tobruk")
def test_example_a_zone_does_not_reach_across_a_ditch():
    """Example of 8.0: wheels may not cross a ditch, so no zone does."""
    units = {HQ: "1634", PANZER: "1632", "A/2/13": "1629"}
    assert reach(Board(units, "HQ I/5Pz"), PANZER, ["1631", "1630", "1530"]) == 3


@pytest.mark.clause("8.0.7", game="rats-of-tobruk")
def test_nobody_crosses_a_ditch_into_a_zone():
    units = {HQ: "1632", PANZER: "1630"}
    assert reach(Board(units, "HQ I/5Pz"), PANZER, ["1629"]) == 1
    assert reach(Board({**units, "A/2/13": "1628"}, "HQ I/5Pz"), PANZER, ["1629"]) == 0


@pytest.mark.clause("9.0.13", "9.0.15", "13.2.2", game="rats-of-tobruk")
def test_a_unit_that_has_not_moved_may_always_go_one_hex_but_not_at_night():
    """A gun with 3 points pays 2 for the hill and 1 for leaving a zone; at night it has 2."""
    units = {"HQ 2/13": "1122", "Bush/2/13": "1123", "1/2MG": "1022"}
    assert reach(Board(units, "HQ 2/13"), "Bush/2/13", ["1124"]) == 1
    assert reach(Board(units, "HQ 2/13", turn=NIGHT), "Bush/2/13", ["1124"]) == 0
    assert reach(Board(units, "HQ 2/13", sandstorm=1), "Bush/2/13", ["1124"]) == 1


@pytest.mark.clause("5.2.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("hq", "name", "lapse", "hexes"), [
    ("HQ 2/13", "A/2/13", 2, 4), (HQ, PANZER, 1, 8), (HQ, PANZER, 2, 4), (HQ, HQ, 2, 4),
])  # fmt: skip
def test_vehicles_out_of_supply_go_half_as_far(hq, name, lapse, hexes):
    board = Board({hq: "2037", name: {"at": "2037", "lapse": lapse}}, hq)
    assert reach(board, name, SOUTH) == hexes


@pytest.mark.clause("9.1.4", "9.3.1", "9.3.2", game="rats-of-tobruk")
def test_a_stack_goes_as_far_as_its_slowest_unit():
    board = Board({HQ: "2037", PANZER: "2037", TANKS: "2037"}, "HQ I/5Pz")
    gone = []
    while gone != SOUTH and SOUTH[len(gone)] in board.offered(HQ, TANKS, PANZER, "by", *gone):
        gone.append(SOUTH[len(gone)])
    assert len(gone) == 8
    board.move(HQ, TANKS, "to", *SOUTH[:2])
    assert [board.where(name) for name in (HQ, TANKS, PANZER)] == ["2039", "2039", "2037"]
    assert board.offered() == [PANZER, "end"], "who has moved moves no more"


@pytest.mark.clause("9.1.6", "9.3.3", game="rats-of-tobruk")
def test_a_unit_is_left_behind_by_its_stack_and_goes_no_further():
    board = Board({HQ: "2037", PANZER: "2037", TANKS: "2037"}, "HQ I/5Pz")
    board.move(TANKS, PANZER, "to", "2038", "drop", PANZER, "2039")
    assert [board.where(name) for name in (TANKS, PANZER)] == ["2039", "2038"]
    assert board.offered() == [HQ, "end"]


@pytest.mark.clause("17.6.1", "6.0.11", game="rats-of-tobruk")
def test_germans_enter_at_the_west_or_south_edge():
    board = Board({HQ: "off", PANZER: "off"}, "HQ I/5Pz")
    hexes = board.offered(PANZER, "by")
    assert {"0120", "2046"} <= set(hexes)
    assert all(hex_[:2] == "01" or hex_[2:] == "46" for hex_ in hexes)


@pytest.mark.clause("7.0.2", game="rats-of-tobruk")
def test_nobody_enters_a_hex_with_enemies():
    board = Board({HQ: "2042", PANZER: "2042", "HQ 2/13": "2043"}, "HQ I/5Pz")
    assert "2043" not in board.offered(PANZER, "by")
    assert "2143" in board.offered(PANZER, "by")


@pytest.mark.clause("8.0.6", game="rats-of-tobruk")
def test_nobody_leaves_a_zone_by_road():
    """From 3014 the road costs half a point; out of a zone the hex costs a point and one more."""
    way = ["3014", "2915", "2814", "2715", "2614", "2514", "2414", "2314", "2214"]
    units = {"HQ 1RNF": "3115", "W/1RNF": {"at": "3115", "depleted": 0}}
    assert reach(Board(units, "HQ 1RNF"), "W/1RNF", way) == 9
    board = Board({**units, "1/2MG": "3116"}, "HQ 1RNF")
    board.move("W/1RNF", "to", "3014")
    assert board.unit("W/1RNF", "road") == 0


# -- riding tanks -----------------------------------------------------------------------------------

LEG, TANK = "A/2/13", "D/7RTR"
"""A company of 3-4-4 on foot; tanks of 5-8-6, of which 5 go on the back, of another battalion."""


def riding(place="2040", **more):
    """A leg unit on a tank, with both headquarters near."""
    board = Board({"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: place, LEG: place, **more.pop("units", {})}, **more)
    board.put(LEG, place, tank=board.index[TANK] + 1)
    return board


@pytest.mark.clause("9.5.1", "9.5.3", "9.5.4", "9.5.5", "9.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize("chit", ["HQ 2/13", "HQ 1RTR"])
def test_example_riders_mount_in_either_activation_and_go_with_the_tank(chit):
    """Second paragraph of 9.5: infantry of one battalion, tanks of another."""
    board = Board({"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", LEG: "2040"}, chit)
    assert board.offered("mount") == [LEG]
    assert board.offered("mount", LEG) == [TANK]
    board.act("mount", LEG, TANK)
    assert [board.unit(name, "spent") for name in (LEG, TANK)] == [2, 2]
    assert LEG not in board.offered()
    assert (TANK in board.offered()) == (chit == "HQ 1RTR")
    again = riding(chit="HQ 1RTR")
    again.move(TANK, "to", "2041", "2042", "2043", "2044", "2045")
    assert (again.where(TANK), again.where(LEG)) == ("2045", "2045"), "a leg unit would have had to stop after four"


@pytest.mark.clause("9.5.3", "9.5.12", game="rats-of-tobruk")
def test_mounting_and_dismounting_cost_a_point_each():
    """Tanks with 6 points: 5 hexes after mounting, 4 after dismounting too."""
    board = Board({"HQ 1RTR": "2038", "HQ 2/13": "2038", TANK: "2040", LEG: "2040"}, "HQ 1RTR")
    board.act("mount", LEG, TANK)
    way = ["2041", "2042", "2043", "2044", "2045"]
    assert "2045" in board.offered(TANK, "by", *way[:4])
    board.move(TANK, "to", "2041")
    board.act("dismount", LEG)
    assert "2044" in board.offered(TANK, "by", "2042", "2043")
    assert board.offered(TANK, "by", "2042", "2043", "2044") == []
    assert (board.where(LEG), board.unit(LEG, "tank")) == ("2041", 0)


@pytest.mark.clause("9.5.13", game="rats-of-tobruk")
def test_dismounting_provokes_no_fire():
    board = riding(units={"2/5Pz": "2042"}, chit="HQ 1RTR")
    assert board.act("dismount", LEG) == ALLIED
    assert board.step == "movement"


@pytest.mark.clause("9.5.7", game="rats-of-tobruk")
def test_a_rider_takes_no_room():
    """Four tanks are a full hex; a fifth unit that rides goes with them."""
    names = ["A/1RTR", "B/1RTR", "C/1RTR", TANK]
    board = riding(units={**dict.fromkeys(names, "2040"), "B/2/13": "2041"}, chit="HQ 2/13")
    assert board.rules.excess(board.state, board.hex("2040")) == 0
    board.put(LEG, "2040", tank=0)
    assert board.rules.excess(board.state, board.hex("2040")) > 0


@pytest.mark.clause("9.5.11", game="rats-of-tobruk")
def test_a_hex_that_a_dismount_fills_is_judged_when_all_have_moved():
    names = ["A/1RTR", "B/1RTR", "C/1RTR", TANK]
    board = riding(units=dict.fromkeys(names, "2040"), chit="HQ 1RTR")
    board.act("dismount", LEG)
    assert board.step == "movement"
    board.act("end")
    assert board.step == "crowding"
    assert set(board.offered()) == {*names, LEG}
    board.act(LEG)
    assert (board.step, board.unit(LEG, "depleted")) == ("crowding", 1), "four and a half are too many"


@pytest.mark.clause("9.5.8", game="rats-of-tobruk")
def test_only_the_tank_defends():
    """6 attack against 8 of the tank; with the 4 of the company on foot it would be 12."""
    board = riding(units={PANZER: "2041", HQ: "2043"}, chit=HQ, dice=[7])
    board.act("end")
    board.act("attack", "2040", PANZER)
    assert board.events("battle")[-1].subjects[1:3] == (6, 8)


@pytest.mark.clause("9.5.9", "10.4.8", game="rats-of-tobruk")
@pytest.mark.parametrize("depleted", [0, 1])
def test_example_a_result_on_a_tank_hits_its_rider_equally(depleted):
    """Example of 9.5: DC depletes both; a tank that was depleted is gone, and its rider on foot."""
    board = riding(step="loss", side=ALLIED, names=[TANK], number=1, how="flip")
    board.put(TANK, "2040", depleted=depleted)
    board.playout.advance()
    assert (board.where(TANK), board.unit(TANK, "depleted")) == ("out" if depleted else "2040", 1)
    assert (board.where(LEG), board.unit(LEG, "depleted"), bool(board.unit(LEG, "tank"))) == ("2040", 1, not depleted)


@pytest.mark.clause("9.5.9", game="rats-of-tobruk")
def test_who_eliminates_a_tank_eliminates_its_rider():
    board = riding(step="loss", side=ALLIED, names=[TANK], number=1, how="eliminate")
    board.playout.advance()
    assert (board.where(TANK), board.where(LEG), board.unit(LEG, "tank")) == ("out", "out", 0)


@pytest.mark.clause("9.5.10", game="rats-of-tobruk")
def test_a_pinned_tank_pins_its_rider_who_jumps_off():
    board = riding(units={PANZER: "2041"}, step="shot", dice=[33])
    board.state.stack = (board.state.stack[0].with_values(firer=board.index[PANZER], target=board.index[TANK]),)
    board.playout.advance()
    assert [board.unit(name, "pinned") for name in (TANK, LEG)] == [1, 1]
    assert board.unit(LEG, "tank") == 0


@pytest.mark.clause("9.5.14", game="rats-of-tobruk")
def test_a_barrage_on_a_tank_depletes_its_rider_too():
    gun = next(name for name in prepared().compiled.names["units"] if name.startswith("1/33"))
    board = riding(units={gun: "2041"}, step="shelling", dice=[1, 2, 5])
    board.state.stack = (board.state.stack[0].with_values(unit=board.index[gun], hex=board.hex("2040")),)
    board.playout.advance()
    assert [board.unit(name, "depleted") for name in (TANK, LEG)] == [1, 1]


# -- stacking --------------------------------------------------------------------------------------


FOUR = ("A/2/13", "B/2/13", "C/2/13", "D/2/13")
EIGHT = (*FOUR, "A/2/15", "B/2/15", "C/2/15", "D/2/15")


def crowded(full, depleted):
    """What must be chosen of so many units of each sort in one hex."""
    names = iter((*EIGHT, "A/2/17"))
    units = {next(names): {"at": "2042"} for _ in range(full)}
    units |= {next(names): {"at": "2042", "depleted": 1} for _ in range(depleted)}
    board = Board(units, step="crowding", side=ALLIED)
    board.playout.advance()
    return [] if board.playout.over else board.offered()


@pytest.mark.clause("7.1.1", "7.1.3", "7.1.6", "7.0.1", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("full", "depleted", "fits"),
    [(4, 0, True), (5, 0, False), (0, 8, True), (0, 9, False), (3, 2, True), (3, 3, False)],
)
def test_example_of_how_many_units_fit_in_a_hex(full, depleted, fits):
    """Examples of 7.1: eight depleted units, or three and two depleted ones; else somebody suffers."""
    assert (not crowded(full, depleted)) == fits


@pytest.mark.clause("7.1.6", game="rats-of-tobruk")
def test_a_unit_may_end_its_move_in_a_full_hex_and_somebody_pays_when_all_have_moved():
    board = Board({"HQ 2/13": "2042", "A/2/13": "2042", **dict.fromkeys(EIGHT[4:], "2043")}, "HQ 2/13")
    board.act("A/2/13", "by", "2043")
    assert board.step == "movement"
    board.act("end")
    assert board.step == "crowding"
    assert set(board.offered()) == {"A/2/13", *EIGHT[4:]}


@pytest.mark.clause("7.1.5", game="rats-of-tobruk")
def test_a_unit_of_one_side_counts_whole():
    board = Board(
        dict.fromkeys(["HQ 2/13", "Bush/2/13", "HQ 2/15", "A/2/13", "B/2/13"], "2042"), step="crowding", side=ALLIED
    )
    assert len(board.offered()) == 5
    board.act("Bush/2/13")
    assert board.where("Bush/2/13") == "out"


@pytest.mark.clause("7.1.2", "7.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("full", "depleted", "by_road"), [(2, 0, True), (3, 0, False), (0, 4, True), (1, 2, True), (1, 3, False)]
)
def test_example_of_how_many_units_use_a_road(full, depleted, by_road):
    """Examples of 7.1: four depleted units, or one and two depleted ones; more pay for the terrain."""
    names = ["W/1RNF", "X/1RNF", "Y/1RNF", "Z/1RNF"][: full + depleted]
    units = {name: {"at": "3014", "depleted": int(n >= full)} for n, name in enumerate(names)}
    board = Board({"HQ 1RNF": "3014", **units}, "HQ 1RNF")
    board.move(*names, "to", "2915")
    assert board.unit(names[0], "road") == by_road


# -- opportunity fire ------------------------------------------------------------------------------


GUN = {"Bush/2/13": "2044", "HQ 2/13": "2046"}
"""0-1-3-3 with a direct range of 2."""


def driven(dice, units=(), **more):
    """A panzer that drives from 2041 to 2043 past a gun that fires at it in 2042, where it is 2 hexes away."""
    board = Board({HQ: "2040", PANZER: "2041", **GUN, **dict(units)}, "HQ I/5Pz", dice=dice, **more)
    board.move(PANZER, "to", "2042", "2043")
    return board


@pytest.mark.clause("11.4.1", "11.4.3", "11.4.4", "11.4.11", game="rats-of-tobruk")
def test_who_enters_a_hex_in_range_is_fired_at_before_it_goes_on():
    board = driven([12])
    assert (board.step, board.playout.decider, board.where(PANZER)) == ("opportunity", ALLIED, "2042")
    assert board.offered() == ["Bush/2/13", "decline"]
    assert board.offered("Bush/2/13") == [PANZER]
    board.act("decline")
    assert (board.step, board.where(PANZER)) == ("opportunity", "2043"), "each hex can be fired into"


@pytest.mark.clause(
    "11.3.13", "11.3.14", "11.3.21", "11.3.23", "11.3.24", "11.3.25", "11.4.5", "2.6.2", game="rats-of-tobruk"
)
@pytest.mark.parametrize(
    ("dice", "depleted", "pinned"),
    [(25, 0, 0), (52, 0, 0), (33, 0, 1), (35, 0, 1), (45, 1, 1), (66, 1, 1)],
)
def test_both_dice_beat_the_distance_and_their_sum_defence_and_distance(dice, depleted, pinned):
    """Defence 7, distance 2: a pin from two threes on, a casualty from 9 on."""
    board = driven([dice])
    board.act("Bush/2/13", PANZER)
    assert (board.unit(PANZER, "depleted"), board.unit(PANZER, "pinned")) == (depleted, pinned)
    assert board.where(PANZER) == ("2042" if pinned else "2043"), "who is pinned halts"


@pytest.mark.clause("11.3.6", "13.2.5", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("turn", "sandstorm", "fires"), [(MORNING, 0, True), (EVENING, 0, True), (NIGHT, 0, False), (DAY, 1, False)]
)
def test_nobody_fires_directly_at_night_or_in_a_sandstorm(turn, sandstorm, fires):
    assert (driven([], turn=turn, sandstorm=sandstorm).step == "opportunity") == fires


@pytest.mark.clause("11.3.18", "9.2.4", game="rats-of-tobruk")
def test_who_drives_on_a_road_is_hit_more_easily():
    """Two hexes away two twos miss, but a road adds one to each die."""
    units = {"HQ 2MG": "3943", "1/2MG": "3943", "Bush/2/13": "3940", "HQ 2/13": "3838"}
    board = Board(units, "HQ 2MG", dice=[22])
    board.move("1/2MG", "to", "3942")
    board.act("Bush/2/13", "1/2MG")
    assert board.unit("1/2MG", "pinned")


@pytest.mark.clause("11.4.6", "11.4.7", "11.4.5", game="rats-of-tobruk")
def test_the_firer_picks_one_unit_of_a_stack_and_the_others_go_on():
    board = Board({HQ: "2041", PANZER: "2041", TANKS: "2041", **GUN}, "HQ I/5Pz", dice=[33])
    board.move(HQ, TANKS, PANZER, "to", "2042", "2043")
    assert board.offered("Bush/2/13") == [TANKS, PANZER], "a headquarters only where it is alone"
    board.act("Bush/2/13", PANZER)
    assert [board.where(name) for name in (HQ, TANKS, PANZER)] == ["2043", "2043", "2042"]


@pytest.mark.clause("11.4.9", game="rats-of-tobruk")
def test_nobody_fires_at_who_does_not_move():
    board = Board({HQ: "2041", PANZER: "2042", TANKS: "2041", **GUN}, "HQ I/5Pz")
    board.move(TANKS, "to", "2042")
    assert board.offered("Bush/2/13") == [TANKS]


@pytest.mark.clause("11.3.3", "11.3.15", game="rats-of-tobruk")
def test_direct_fire_reaches_as_far_as_is_printed():
    assert aims({HQ: "2042", PANZER: "2042", "A/2/13": "2045"}) == {PANZER: ["A/2/13"]}
    assert aims({HQ: "2042", PANZER: "2042", "A/2/13": "2046"}) == {}


@pytest.mark.clause("11.3.7", "11.3.8", "11.3.9", "11.2.5", "2.1.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("at", "seen"), [("1124", True), ("1125", False), ("1126", False), ("1022", True)])
def test_hills_block_what_is_behind_them_and_not_what_is_on_them(at, seen):
    """The hills are 1124, 1125 and 1224; the panzer is in 1123."""
    assert bool(aims({HQ: "1122", PANZER: "1123", "A/2/13": at})) == seen


@pytest.mark.clause("11.3.11", "11.3.12", game="rats-of-tobruk")
def test_a_line_along_the_side_of_a_hill_is_open_and_units_never_block():
    assert aims({HQ: "1023", PANZER: "1023", "A/2/13": "1223"}) == {PANZER: ["A/2/13"]}, (
        "between 1123 and the hill 1124"
    )
    assert "A/2/15" in aims({HQ: "2042", PANZER: "2042", "A/2/13": "2043", "A/2/15": "2044"})[PANZER]


@pytest.mark.clause("11.3.16", "11.3.17", "11.3.19", "13.1.2", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "dice", "pinned"), [(DAY, 33, 1), (DAY, 22, 0), (EVENING, 44, 1), (EVENING, 36, 0)])
def test_example_evening_and_a_hill_take_two_off_each_die(turn, dice, pinned):
    """Example of 11.3: −2 in the evening into blocking terrain; beside it each die must still be above 1."""
    board = Board({HQ: "1122", PANZER: "1123", "A/2/13": "1124"}, "HQ I/5Pz", turn=turn, dice=[dice]).fight()
    board.act("fire", PANZER, "A/2/13")
    assert board.unit("A/2/13", "pinned") == pinned


@pytest.mark.clause("11.3.22", game="rats-of-tobruk")
@pytest.mark.parametrize(("target", "casualty"), [("1/33", 1), ("2/13 Fd Coy", 0)])
def test_example_flak_is_fired_at_as_on_its_back(target, casualty):
    """Example of 11.3: 2-9-8 Flak counts as 5; two threes are 6 at a distance of 1. Others count as printed."""
    if target == "1/33":
        board = Board({"HQ 1RTR": "2042", "A/1RTR": "2043", "1/33": "2044"}, "HQ 1RTR", dice=[33]).fight()
        board.act("fire", "A/1RTR", "1/33")
    else:
        board = Board({"HQ 1RTR": "2042", "A/1RTR": "2043", PANZER: "2044"}, "HQ 1RTR", dice=[33]).fight()
        target = PANZER
        board.act("fire", "A/1RTR", PANZER)
    assert (board.unit(target, "pinned"), board.unit(target, "depleted")) == (1, casualty)


@pytest.mark.clause("11.3.28", "11.3.29", "11.3.30", "11.3.31", "11.3.33", game="rats-of-tobruk")
def test_one_shot_and_then_an_attack_but_no_advance():
    board = Board(
        {HQ: "2042", PANZER: "2043", "A/2/13": {"at": "2044", "depleted": 1}}, "HQ I/5Pz", dice=[11, 2]
    ).fight()
    board.act("fire", PANZER, "A/2/13")
    assert board.offered() == ["attack", "end"]
    board.act("attack", "2044", PANZER)
    assert (board.where("A/2/13"), board.where(PANZER)) == ("out", "2043")
    assert board.playout.over, "nobody can advance, and nothing is left to do"


@pytest.mark.clause("5.2.7", "11.3.1", "11.3.6", game="rats-of-tobruk")
def test_who_is_out_of_supply_does_not_fire_directly():
    units = {HQ: "2042", "A/2/13": "2044"}
    assert aims({**units, PANZER: {"at": "2043", "lapse": 1}})
    assert not aims({**units, PANZER: {"at": "2043", "lapse": 2}})


BATTERY = {"HQ 75Art": "2036", "1/75Art": "2036", PANZER: "2040"}


@pytest.mark.clause("11.2.1", "11.2.7", "11.2.8", "11.2.10", "11.2.14", game="rats-of-tobruk")
@pytest.mark.parametrize(("turn", "die", "hits"), [(DAY, 3, 1), (DAY, 4, 0), (EVENING, 2, 1), (EVENING, 3, 0)])
def test_a_barrage_hits_below_its_attack_strength(turn, die, hits):
    """4-2-8: a 3 hits, in the evening a 2."""
    board = Board({**BATTERY, "A/2/13": "2044"}, "HQ 75Art", turn=turn, dice=[die]).fight()
    board.act("barrage", "1/75Art", "2044")
    assert (board.unit("A/2/13", "depleted"), board.unit("1/75Art", "fired")) == (hits, 1)
    assert board.playout.over, "it cannot fire again"


@pytest.mark.clause("11.2.11", game="rats-of-tobruk")
@pytest.mark.parametrize(("dice", "hit"), [([2, 5], ["B/2/13"]), ([5, 2], ["A/2/13"]), ([4, 4], ["A/2/13", "B/2/13"])])
def test_of_several_units_the_highest_dice_suffer(dice, hit):
    board = Board({**BATTERY, "A/2/13": "2044", "B/2/13": "2044"}, "HQ 75Art", dice=[1, *dice]).fight()
    board.act("barrage", "1/75Art", "2044")
    assert [name for name in ("A/2/13", "B/2/13") if board.unit(name, "depleted")] == hit


@pytest.mark.clause("11.2.1", "11.2.3", "11.2.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("turn", "sandstorm", "away", "seen"),
    SEEN_FROM,
)
def test_what_is_shelled_must_be_observed(turn, sandstorm, away, seen):
    units = {"HQ 75Art": "2046", "1/75Art": "2046", PANZER: "2040", "A/2/13": f"20{40 - away}"}
    assert ("barrage" in Board(units, "HQ 75Art", turn=turn, sandstorm=sandstorm).fight().offered()) == seen


# -- attacks ---------------------------------------------------------------------------------------


PANZERS = {HQ: "2042", PANZER: "2043", "4/5Pz": "2043", TANKS: "2043"}
AUSTRALIANS = {"A/2/13": "2044", "HQ 2/13": "2046"}


@pytest.mark.clause("10.0.8", "10.1.2", "10.1.10", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("dice", "code"), [(2, "DD"), (5, "DC"), (6, "DR"), (8, "-"), (9, "AR"), (10, "AC"), (12, "AP")]
)
def test_all_attack_together_and_the_ratio_is_rounded_down(dice, code):
    """16 to 6 is 2-1."""
    assert battle(attacked([dice], PANZERS, AUSTRALIANS)) == (16, 6, dice, 0, code)


@pytest.mark.clause("13.2.4", "10.1.11", game="rats-of-tobruk")
def test_three_dice_are_thrown_at_night():
    assert battle(attacked([18], PANZERS, AUSTRALIANS, turn=NIGHT)) == (16, 6, 18, 0, "AP")


@pytest.mark.clause(
    "10.1.5", "10.1.9", "13.1.1", "14.1.3", "15.0.1", "10.8.1", "12.1.1", "12.1.3", game="rats-of-tobruk"
)
@pytest.mark.parametrize(
    ("attackers", "at", "more", "modifier"),
    [
        ({"2/5Pz": "2043"}, "2044", {}, 0),
        ({"2/5Pz": "2043"}, "2044", {"turn": EVENING}, 1),
        ({"2/5Pz": "2043"}, "2044", {"sandstorm": 1}, 3),
        ({"2/5Pz": "1123"}, "1124", {}, 2),
        ({"2/5Pz": "1630"}, "1629", {}, 3),
        ({"2/5Pz": "1630", "1/5Pz": "1628"}, "1629", {}, 0),
        ({"2/5Pz": "1727"}, "1728", {}, 4),
        ({"2/5Pz": "2043"}, "2044", {"engineer": "2044"}, 3),
        ({"2/5Pz": "2043"}, "2044", {"engineer": "2045"}, 3),
        ({"2/5Pz": "2043"}, "2044", {"engineer": "2046"}, 0),
    ],
)
def test_terrain_bunkers_ditches_mines_evening_and_sandstorm_modify_the_dice(attackers, at, more, modifier):
    """All attackers must cross the ditch; mines reach one hex from an engineer."""
    conditions = {key: value for key, value in more.items() if key != "engineer"}
    defenders = {"A/2/13": at, **({"2/3 Fd Coy": more["engineer"]} if "engineer" in more else {})}
    hq = {HQ: next(iter(attackers.values()))}
    assert battle(attacked([12], {**hq, **attackers}, defenders, at, **conditions))[3] == modifier


@pytest.mark.clause("10.1.7", "15.0.2", game="rats-of-tobruk")
def test_example_a_ditch_and_a_bunker_both_count():
    """Example of 10.1: the ditch, 3, and the bunker, 4."""
    assert battle(attacked([2], {HQ: "3843", PANZER: "3841"}, {"A/2/13": "3840"}, "3840"))[3] == 7


@pytest.mark.clause("16.0.1", "16.0.2", "16.0.3", "12.1.6", "10.8.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("where", "at", "modifier", "engineers"), [("1806", "1807", 5, 2), ("3841", "3840", 7, 2), ("1630", "1629", 3, 0)]
)
def test_example_engineers_halve_each_modifier_and_take_ditches_away(where, at, modifier, engineers):
    """Example of 16.0: a ravine, 1, and a bunker in it, 4, are halved one by one: 0 and 2."""
    for name, expected in (("1/KGK", modifier), ("1/200Pio", engineers)):
        hq = {"1/KGK": "HQ KGK", "1/200Pio": "HQ 200Pio"}[name]
        assert battle(attacked([12], {hq: where, name: where}, {"A/2/13": at}, at))[3] == expected
    hq = {"HQ 200Pio": "2042", "1/200Pio": "2043"}
    assert battle(attacked([12], hq, {"A/2/13": "2044", "2/3 Fd Coy": "2044"}))[3] == 0, "no mines"


@pytest.mark.clause("5.2.4", "5.2.5", game="rats-of-tobruk")
@pytest.mark.parametrize(("lapse", "strengths"), [(0, (3, 3)), (1, (2, 3)), (2, (1, 1))])
def test_low_supply_halves_attacks_up_and_none_halves_all_down(lapse, strengths):
    """A depleted panzer attacks with 3, a depleted company defends with 3."""
    worn = {"depleted": 1, "lapse": lapse}
    board = attacked([7], {HQ: "2042", PANZER: {"at": "2043", **worn}}, {"A/2/13": {"at": "2044", **worn}})
    assert battle(board)[:2] == strengths


@pytest.mark.clause("10.1.3", "2.6.3", "11.3.26", game="rats-of-tobruk")
def test_who_is_pinned_does_not_attack_but_supports():
    units = {HQ: "2042", PANZER: {"at": "2043", "pinned": 1}, "A/2/13": "2044"}
    assert "attack" not in Board(units, "HQ I/5Pz").fight().offered()


@pytest.mark.clause("10.0.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("hq", "at", "target", "may"),
    [("2036", "2042", "2043", True), ("2035", "2042", "2043", False), ("1718", "1728", "1727", True)],
)
def test_who_attacks_must_be_in_reach_of_its_headquarters_or_at_a_telephone(hq, at, target, may):
    """HQ 2/13 reaches 6 hexes; a bunker has a telephone."""
    board = Board({"HQ 2/13": hq, "A/2/13": at, PANZER: target}, "HQ 2/13", step="combat", names=["A/2/13"])
    assert ("attack" in board.offered()) == may


GUNS = {"1/75Art": "2034", "2/75Art": "2034"}


@pytest.mark.clause(
    "10.2.1",
    "10.2.2",
    "10.2.3",
    "10.2.4",
    "10.2.9",
    "10.2.10",
    "11.1.1",
    "11.1.2",
    "11.1.4",
    "2.6.6",
    "11.1.3",
    game="rats-of-tobruk",
)
def test_artillery_is_added_by_the_attacker_and_then_by_the_defender():
    board = Board(
        {**PANZERS, **AUSTRALIANS, **GUNS, "A/E/1RHA": {"at": "2025", "pinned": 1}}, "HQ I/5Pz", dice=[8]
    ).fight()
    assert board.offered("attack", "2044", PANZER) == ["4/5Pz", "with"]
    assert board.act("attack", "2044", PANZER, "with", *GUNS) == ALLIED
    assert (board.step, board.offered()) == ("support", ["A/E/1RHA", "none"])
    board.act("A/E/1RHA")
    assert battle(board)[:2] == (6 + 4 + 4, 6 + 5)
    assert [board.unit(name, "fired") for name in (*GUNS, "A/E/1RHA")] == [1, 1, 1]


@pytest.mark.clause("10.2.5", "10.2.6", "10.2.7", "10.2.8", game="rats-of-tobruk")
def test_artillery_does_not_support_its_own_hex_nor_beyond_its_range():
    """25-pounders reach 24 hexes."""
    units = {
        HQ: "2042",
        PANZER: "2043",
        "A/E/1RHA": "2044",
        "B/O/1RHA": "2044",
        "339/104RHA": "2020",
        "414/104RHA": "2019",
    }
    board = Board(units, "HQ I/5Pz", dice=[8]).fight()
    assert board.act("attack", "2044", PANZER) == ALLIED
    assert board.offered() == ["339/104RHA", "none"]
    board.act("none")
    assert battle(board)[1] == 4


# -- results ---------------------------------------------------------------------------------------


BATTALION = {"HQ 2/13": "2046", "A/2/13": "2044", "B/2/13": "2044"}


@pytest.mark.clause("10.4.3", "10.4.4", "10.4.8", "10.4.9", "10.4.14", "2.3.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("dice", "owner", "effect"),
    [(2, ALLIED, "out"), (3, ALLIED, "depleted"), (8, AXIS, "depleted"), (10, AXIS, "out")],
)
def test_the_owner_says_which_unit_is_depleted_or_eliminated(dice, owner, effect):
    """16 to 12 is 1-1: DD, DC, AC and AD."""
    board = attacked([dice], PANZERS, BATTALION)
    assert (board.step, board.playout.decider) == ("loss", owner)
    names = ["A/2/13", "B/2/13"] if owner == ALLIED else ["1/5Pz", "2/5Pz", "4/5Pz"]
    assert board.offered() == names
    board.act(names[1])
    assert [n for n in names if board.where(n) == "out" or board.unit(n, "depleted")] == [names[1]]
    assert (board.where(names[1]) == "out") == (effect == "out")


@pytest.mark.clause("10.4.1", "10.4.2", "10.4.10", "10.4.6", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("attackers", "dice", "left"),
    [(1, 12, (0, 2)), (3, 12, (2, 2)), (3, 6, (3, 2)), (3, 7, (3, 2))],
)
def test_all_or_half_of_the_attackers_are_eliminated(attackers, dice, left):
    """4 to 12 is 1-3: AE; 16 to 12 is 1-1: AP, half of three, a dash, a retreat."""
    names = [TANKS, PANZER, "4/5Pz"][:attackers]
    board = attacked([dice], {HQ: "2040", **dict.fromkeys(names, "2043")}, BATTALION)
    while board.offered() and board.step == "loss":
        board.act(board.offered()[0])
    alive = [sum(board.where(name) != "out" for name in group) for group in (names, ["A/2/13", "B/2/13"])]
    assert tuple(alive) == left


@pytest.mark.clause("10.4.10", "10.4.12", "10.6.1", "10.6.4", "10.6.6", game="rats-of-tobruk")
def test_who_eliminates_all_may_advance_and_vehicles_a_hex_further():
    board = attacked([2], PANZERS, {"A/2/13": {"at": "2044", "depleted": 1}, "HQ 2/13": "2020"})
    assert (board.step, board.where("A/2/13")) == ("advance", "out")
    assert board.offered() == ["1/5Pz", "2/5Pz", "4/5Pz", "end"]
    assert "2045" in board.offered(PANZER, "2044")
    board.act(PANZER, "2044", "2045")
    assert board.where(PANZER) == "2045"
    board.act(TANKS, "2044")
    board.act("end")
    assert [board.where(n) for n in (TANKS, "4/5Pz")] == ["2044", "2043"]


@pytest.mark.clause("10.4.12", game="rats-of-tobruk")
def test_a_headquarters_suffers_only_alone():
    board = attacked([3], PANZERS, {"HQ 2/13": "2044", "A/2/13": "2044", "B/2/13": "2044"})
    assert board.offered() == ["A/2/13", "B/2/13"]
    board = attacked([5], PANZERS, {"HQ 2/13": "2044"})
    assert board.where("HQ 2/13") == "out"


@pytest.mark.clause(
    "2.4.1", "10.4.5", "10.4.7", "10.5.1", "10.5.2", "10.5.3", "10.5.4", "10.5.5", "10.5.7", game="rats-of-tobruk"
)
def test_all_retreat_two_hexes_each_nearer_to_their_headquarters():
    board = attacked([6], PANZERS, AUSTRALIANS)
    assert (board.step, board.playout.decider) == ("retreat", ALLIED)
    assert board.offered("A/2/13") == ["2045"]
    assert board.offered("A/2/13", "2045") == ["2046"]
    board = attacked([7], {**PANZERS, HQ: "2040"}, BATTALION)
    assert (board.step, board.playout.decider) == ("retreat", AXIS)
    assert board.offered(TANKS, "2042") == ["2041"]
    board.act(TANKS, "2042", "2041")
    assert board.offered() == [PANZER], "each goes its own way"


@pytest.mark.clause("10.5.8", "10.5.9", "8.0.8", game="rats-of-tobruk")
def test_who_cannot_retreat_is_eliminated():
    """Behind the hex is a unit whose zone bars each way to the headquarters."""
    units = {"HQ 2/13": "2046", "A/2/13": "2044", "1/2MG": "2045"}
    board = attacked([6], PANZERS, units)
    assert board.where("A/2/13") == "out"


# -- supply ----------------------------------------------------------------------------------------


RING = {"1/2MG": "2041", "2/2MG": "2143", "3/2MG": "1943"}


@pytest.mark.clause("5.1.1", "5.1.2", game="rats-of-tobruk")
def test_example_a_gun_traces_to_its_own_headquarters():
    """Example of 5.1: an 88 of the 33rd needs a way to HQ 33; another headquarters does not do."""
    assert lapses({"1/33": "2042", "HQ 33": "3042", "HQ 2MG": "3045"}) == {"1/33": 0, "HQ 33": 0, "HQ 2MG": 0}
    assert lapses({"1/33": "2042", "HQ 2MG": "2043", "HQ 8MG": "2044"})["1/33"] == 1
    assert lapses({"1/33": "2042", "HQ 33": "3042"})["HQ 33"] == 1, "a headquarters traces to another one"


@pytest.mark.clause("5.1.7", "5.1.8", game="rats-of-tobruk")
def test_zones_of_the_enemy_shut_a_unit_in_unless_a_friend_is_there():
    units = {"A/2/13": "2042", "HQ 2/13": "2030", "HQ 2/15": "2031", "B/2/13": "1942"}
    assert lapses({**units, **RING, "B/2/13": "2031"})["A/2/13"] == 1
    assert lapses({**units, **RING})["A/2/13"] == 0


@pytest.mark.clause("5.2.1", "5.2.2", "5.2.3", game="rats-of-tobruk")
@pytest.mark.parametrize(("before", "depleted", "after"), [(0, 0, 1), (1, 0, 2), (2, 1, 3), (3, 1, 4)])
def test_units_without_supply_suffer_from_the_third_phase_on(before, depleted, after):
    board = Board({"A/2/13": {"at": "2042", "lapse": before}, "HQ 2/15": "2030"}, step="supply")
    board.playout.advance()
    assert (board.unit("A/2/13", "lapse"), board.unit("A/2/13", "depleted")) == (after, depleted)


# -- ditches, ends of turns -------------------------------------------------------------------------


@pytest.mark.clause("12.0.1", "12.0.3", "12.0.6", "12.0.4", game="rats-of-tobruk")
@pytest.mark.parametrize(("die", "open_"), [(2, False), (3, True)])
def test_engineers_clear_a_ditch_with_a_three(die, open_):
    board = Board({"HQ 200Pio": "1632", "1/200Pio": "1630"}, "HQ 200Pio", dice=[die]).fight()
    board.act("clear", "1/200Pio", "1629")
    board.state.stack = Board({}, "HQ 200Pio").state.stack
    board.put("2/200Pio", "1630")
    assert (reach(board, "2/200Pio", ["1629"]) == 1) == open_
    board = Board({"HQ 200Pio": "1632", "1/200Pio": "1630", "A/2/13": "1628"}, "HQ 200Pio").fight()
    assert board.offered("clear", "1/200Pio") == ["1730"], "1629 is in a zone of the enemy"


@pytest.mark.clause("3.5.4", "3.5.5", "10.2.12", "5.2.8", game="rats-of-tobruk")
def test_at_the_end_of_a_turn_pins_go_and_artillery_is_ready_unless_out_of_supply():
    units = {
        PANZER: {"at": "2042", "pinned": 1}, "1/75Art": {"at": "2042", "fired": 1}, "2/75Art": {"at": "2042", "fired": 1, "lapse": 2}
    }  # fmt: skip
    board = Board(units, step="ready")
    board.state.stack = (Frame("turn-end", {}), *board.state.stack)
    board.playout.advance()
    assert (board.unit(PANZER, "pinned"), board.unit("1/75Art", "fired"), board.unit("2/75Art", "fired")) == (0, 0, 1)


@pytest.mark.clause("4.1.1", "4.1.2", "4.1.3", "4.1.4", "3.5.6", game="rats-of-tobruk")
@pytest.mark.parametrize(("die", "sandstorm", "may"), [(4, 0, True), (5, 0, False), (1, 1, False), (1, 0, True)])
def test_after_a_night_a_leg_unit_may_be_rebuilt(die, sandstorm, may):
    """3 and less after −1 when it is clear, +3 in a sandstorm."""
    units = {"HQ 2/13": "2042", "A/2/13": {"at": "2042", "depleted": 1}, "W/1RNF": {"at": "2042", "depleted": 1}}
    board = Board(units, step="turn-end", turn=NIGHT, sandstorm=sandstorm, dice=[6, die])
    board.playout.advance()
    assert board.playout.over != may
    if may:
        assert board.offered() == ["A/2/13", "none"]
        board.act("A/2/13")
        assert board.unit("A/2/13", "depleted") == 0


@pytest.mark.clause("4.1.5", "4.1.6", "4.1.7", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("others", "may"),
    [({}, True), ({"1/2MG": "2043"}, False), ({"1/33": "2036"}, False), ({"1/33": "2035"}, True)],
)
def test_nobody_is_rebuilt_in_a_zone_or_in_range_of_the_enemy(others, may):
    """An 88 reaches six hexes."""
    units = {"HQ 2/13": "2041", "A/2/13": {"at": "2042", "depleted": 1}, **others}
    board = Board(units, step="rebuild", side=ALLIED)
    assert (board.offered() == ["A/2/13", "none"]) == may
    units["HQ 2/15"] = units.pop("HQ 2/13")
    assert not Board(units, step="rebuild", side=ALLIED).offered(), "without its own headquarters"


@pytest.mark.clause("14.0.1", "14.1.8", "3.2.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("die", "sandstorm"), [(1, 0), (5, 0), (6, 1)])
def test_a_six_is_a_sandstorm(die, sandstorm):
    board = Board(step="weather", dice=[die], sandstorm=1)
    board.playout.advance()
    assert board.state.clock.sandstorm[0] == sandstorm


@pytest.mark.clause("1.0.5", "3.1.1", "6.0.14", "3.5.1", "3.5.2", game="rats-of-tobruk")
def test_a_turn_goes_through_its_phases():
    units = {HQ: "2042", PANZER: "2042", "HQ 2MG": "2044", "HQ 2/13": "2020", "A/2/13": "2020", "HQ 2/15": "2022"}
    board = Board(units, step="turn", dice=[1] * 9, turn=DAY)
    seen = []
    while board.playout.advance() is not None and board.state.clock.turn[0] == DAY:
        seen.append(board.step)
        if board.step == "cup":
            board.act("none")
        else:
            board.act("end")
    assert seen == ["cup", "cup"]
    assert [event.name for event in board.playout.events][:3] == ["turn begins", "clear weather", "supply judged"]
    turns = [event.name for event in board.playout.events if event.name.startswith("turn")]
    assert turns[:3] == ["turn begins", "turn ends", "turn begins"]


@pytest.mark.clause("17.2.1", game="rats-of-tobruk")
def test_the_german_player_chooses_the_first_of_his_chits():
    board = Board({HQ: "2042", "HQ 2MG": "2042", "HQ 2/13": "2020"}, step="first", side=AXIS)
    for name in (HQ, "HQ 2MG", "HQ 2/13"):
        board.put(name, board.where(name), chit=1)
    assert board.offered() == [HQ, "HQ 2MG"]
    board.act("HQ 2MG")
    assert (board.step, board.unit("HQ 2MG", "chit")) == ("movement", 0)


@pytest.mark.clause("17.5.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("at", "chit"), [("4321", 1), ("4322", 0)])
def test_606_is_in_the_cup_while_a_german_is_at_the_airbase(at, chit):
    board = Board({PANZER: at, "1/606": "off"}, step="cup", side=AXIS)
    assert "HQ 606" not in board.offered()
    board.act("none")
    assert board.unit("HQ 606", "chit") == chit


@pytest.mark.clause("3.5.3", game="rats-of-tobruk")
def test_a_chit_of_a_battalion_that_is_gone_stays_out():
    board = Board({HQ: "2042", "HQ 2MG": "2042", "1/2MG": "2042"}, step="cup", side=AXIS)
    assert board.offered() == ["HQ 2MG", "none"]


@pytest.mark.clause("17.7.1", "17.7.2", "17.7.3", game="rats-of-tobruk")
def test_allied_units_are_set_up_anywhere_inside_the_perimeter():
    board = Board({"A/2/15": "4313", "B/2/15": "4313", "C/2/15": "4313", "D/2/15": "4313"}, step="set-up")
    board.state.units.place[board.index["A/2/13"]] = -3
    hexes = board.offered("A/2/13")
    assert {"4413", "1629", "4321"} <= set(hexes)
    assert not {"1630", "2046", "4313", "4614"} & set(hexes), "outside, full, or half in the sea"
    assert board.offered("A/2/13", "4413") == [], "in one hex"


def test_a_step_of_a_module_and_what_it_tells_name_the_clause_of_this_rulebook():
    board = Board({"A/2/15": "4313"}, step="set-up")
    board.state.units.place[board.index["A/2/13"]] = -3
    board.playout.advance()
    assert board.playout.step.clause == "17.7.1"
    board.act("A/2/13", "4413")
    assert [event.clause for event in board.events("set up")] == ["17.7.1"]


# -- victory -----------------------------------------------------------------------------------------


@pytest.mark.clause("17.4.2", game="rats-of-tobruk")
def test_a_german_beside_the_harbour_wins_at_once():
    board = Board({HQ: "4413", TANKS: "4413"}, "HQ I/5Pz")
    assert board.move(TANKS, "to", "4513", "4613") is None
    outcome = board.play.outcome(board.state)
    assert (outcome.winner, outcome.level, outcome.decisive) == (AXIS, "strategic", True)


@pytest.mark.clause("17.4.1", game="rats-of-tobruk")
@pytest.mark.parametrize(("second", "wins"), [("4634", True), ("4635", False)])
def test_two_german_guns_with_the_harbour_in_range_win(second, wins):
    """10.5 cm guns reach 20 hexes."""
    board = Board({"HQ 75Art": "4636", "1/75Art": "4630", "2/75Art": "4636"}, "HQ 75Art")
    way = ["4635", "4634"]
    ended = board.move("2/75Art", "to", *way[: 1 + way.index(second)]) is None
    assert ended == wins


@pytest.mark.clause("17.4.3", "17.4.4", game="rats-of-tobruk")
@pytest.mark.parametrize(
    ("axis", "allied", "level"),
    [
        ([], [], "draw"),
        (["2/5Pz", "4/5Pz"], ["A/2/13"], "axis minor"),
        (["2/5Pz", "4/5Pz", "1/5Pz"], ["A/2/13"], "draw"),
        (["2/5Pz", "4/5Pz", "1/5Pz", "5/5Pz"], ["A/2/13"], "allied minor"),
        (["2/5Pz", "4/5Pz", "6/5Pz", "8/5Pz"], ["A/2/13"], "allied major"),
        (["2/5Pz", "4/5Pz", "6/5Pz", "8/5Pz", "1/5Pz"], ["A/2/13"], "allied major"),
        (["2/5Pz"], [], "allied major"),
        ([], ["A/2/13"], "axis minor"),
    ],
)
def test_the_ratio_of_attack_strength_lost_gives_the_level(axis, allied, level):
    """12, 16, 20, 24 and 28 to 4 (17.4); nothing lost by either is a draw, which is proposed."""
    board = Board()
    board.state = board.play.begin()
    board.put("1/2MG", "2042")
    for name in (*axis, *allied):
        board.state.units.place[board.index[name]] = -1
    assert board.play.outcome(board.state).level == level


@pytest.mark.clause("17.4.3", game="rats-of-tobruk")
def test_half_of_a_unit_counts_as_what_it_has_lost():
    board = Board()
    board.state = board.play.begin()
    board.put("2/5Pz", "2042", depleted=1)
    assert list(board.play.score(board.state)) == [0, 3]


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("players", "seed"),
    [
        (("random", "random"), 1),
        (("competent", "competent"), 1),
        (("competent", "random"), 2),
        (("idle", "competent"), 3),
    ],
)
def test_whole_games_keep_what_must_hold(players, seed):
    played = whole_game(prepared(), players, seed)
    names = {event.name for event in played.match.playout.events}
    assert {"set up", "chit", "drawn", "enters", "turn ends"} <= names or players[0] == "idle"


@cache
def played_well():
    """A game of players that know the rules: the dearest of these tests."""
    ready = prepared()
    return play_scenario(ready, PlayOrder(seed=1, players=dict.fromkeys(ready.sides, "competent")))


def test_players_that_know_the_rules_fight_in_every_way():
    played = played_well()
    assert {"fires", "pinned", "barrage", "battle", "cleared"} <= {event.name for event in played.match.playout.events}


def test_a_player_that_knows_the_rules_reaches_the_harbour_of_one_that_does_nothing():
    ready = prepared()
    played = play_scenario(ready, PlayOrder(seed=1, players={"axis": "competent", "allied": "idle"}))
    outcome = ready.play.outcome(played.match.playout.state)
    assert (outcome.winner, outcome.decisive) == (AXIS, True)


@pytest.mark.parametrize(
    ("lost", "won", "said"),
    [(PANZER, 0, "Allied wins (allied major victory)."), ("A/2/13", AXIS + 1, "Axis wins (strategic victory).")],
)
def test_who_wins_by_a_ratio_or_at_once_is_said_to_win_by_no_points(lost, won, said):
    board = Board()
    board.state = board.play.begin()
    board.put("1/2MG", "2042")
    board.state.units.place[board.index[lost]] = -1
    board.state.clock.won[0] = won
    assert lead(game(), board.ready, board.state, over=True)[0] == said


def test_the_replay_page_speaks_of_game_turns_where_a_cup_says_who_acts():
    ready = prepared()
    played = play_scenario(ready, PlayOrder(seed=1, players=dict.fromkeys(ready.sides, "idle")))
    page = replay_html(game(), ready, played.match, played.record)
    assert "Score by game turn" in page
    assert "player turn back" not in page


def test_a_unit_that_is_turned_over_has_the_mark_of_the_side_that_it_shows():
    board = Board({PANZER: {"at": "2042", "depleted": 1}, TANKS: "2041"})
    assert [board.play.marks_of(board.state, board.index[name]) for name in (PANZER, TANKS)] == [["depleted"], []]


@pytest.mark.skipif(chromium.found() is None, reason="no Chromium here; FORGE_CHROMIUM may name one")
def test_the_replay_page_turns_over_who_is_depleted(tmp_path):
    """Who is depleted, and artillery that has fired, shows its back in each stack that is seen whole.

    No counter has a figure over its printed one.
    """
    ready, played = prepared(), played_well()
    (tmp_path / "game.html").write_text(replay_html(game(), ready, played.match, played.record), encoding="utf-8")
    lines = game_log(ready.play, played.match.playout.log).lines
    depleted = next(number for number, line in enumerate(lines) if "is depleted" in line.text)
    page, backs = chromium.Page(), []
    try:
        page.open(tmp_path / "game.html")
        for line in (0, depleted, len(lines) - 1):
            page.js(f"location.hash = '{address(lines, line)}'")
            assert page.comes(f"location.hash === '{address(lines, line)}'")
            page.js("new Promise(requestAnimationFrame)")
            backs.append(
                page.js(
                    """Object.fromEntries([...document.querySelectorAll('.stack')].map((stack) =>
                         [stack.dataset.place, stack.querySelectorAll('use[href$="-back"]').length]))"""
                )
            )
        badges = page.js("document.querySelectorAll('.counter .badge.strength').length")
    finally:
        page.close()
    units = played.match.playout.state.units
    stacks = {place: [] for place in units.place if place >= 0}
    has_fired_side = ready.compiled.rules["face.fired"]
    for unit, place in enumerate(units.place):
        if place >= 0:
            stacks[place].append(bool(units.flipped[unit] or (units.fired[unit] and has_fired_side[unit])))
    whole = {str(place): sum(stack) for place, stack in stacks.items() if len(stack) <= 4}
    assert sum(backs[0].values()) == 0 < sum(backs[1].values())
    assert {place: backs[2].get(place) for place in whole} == whole
    assert sum(whole.values()) > 0 == badges


def address(lines, number):
    """The turn and the action of a line, as the page's address names them."""
    moments = list(dict.fromkeys(line.moment for line in lines))
    begins = next(n for n, line in enumerate(lines) if line.moment == lines[number].moment)
    return f"#{moments.index(lines[number].moment) + 1}/{number - begins + 1}"
