"""The player `solitaire`: each line of its procedure, and what it makes of a game.

Both sides are far apart unless a test says otherwise: the procedure weighs what stands within a few hexes of an enemy.
"""

from __future__ import annotations

import pytest

from scenario_forge.api.play import PlayOrder, play_scenario
from scenario_forge.simulator.players import Seat
from scenario_forge.simulator.state import Frame
from scenario_forge.systems.knights_of_the_desert.commander import BEYOND, DEPOT, NEAR, UNFED, Commander, HexValues, Way
from scenario_forge.systems.knights_of_the_desert.rules import DEPOTS, SAIL

from .board import ALLIED, AXIS, Board, prepared

ALEXANDRIA, TOBRUK, AGHEILA = "3408", "1711", "0204"


def _chosen(board, side=ALLIED):
    board.playout.advance()
    return Commander(board.play, side, 1).choose(Seat(board.play, board.playout, side))


def _facing(own, enemy, **more):
    """Two divisions in the open, next to each other: the Allied one has this strength, and the German one that."""
    units = {41: {"at": "2307", "strength": own, "supply": 600}, 18: {"at": "2207", "strength": enemy}}
    return Board(units, side=ALLIED, **more)


@pytest.mark.parametrize(("own", "first"), [(480, True), (470, False)])
def test_it_is_first_where_it_is_a_fifth_stronger_at_the_front(own, first):
    board = _facing(own, 400, step="initiative", scenario="campaign-42")
    board.put(48, at=ALEXANDRIA, strength=900)  # far from the front: does not count
    assert Commander(board.play, ALLIED, 1).initiative(board.state, board.playout.frame) == (
        ("first",) if first else ("second",)
    )


@pytest.mark.parametrize(
    ("turn", "own", "attacks"), [(0, 400, True), (0, 390, False), (10, 300, True), (10, 290, False)]
)
def test_it_attacks_at_two_to_one_and_from_november_1942_at_three_to_two(turn, own, attacks):
    board = _facing(own, 200, scenario="campaign")
    board.state.clock.turn[0] = turn
    board.state.units.points[board.index[41]] = 12
    assert (_chosen(board)[0] == "attack") == attacks


@pytest.mark.parametrize(("own", "intensity", "risk"), [(400, 5, 5), (600, 6, 5), (1200, 9, 5)])
def test_intensity_grows_with_the_odds(own, intensity, risk):
    """Three, and one more for each whole point of the odds, up to nine; at two to one its risk is the highest."""
    board = _facing(own, 200)
    board.state.units.points[board.index[41]] = 28
    action = _chosen(board)
    assert (action[0], action[-3:]) == ("attack", (intensity, risk, 0))


@pytest.mark.parametrize(("held", "risk"), [(200, 3), (390, 3), (600, 4), (800, 5)])
def test_the_risk_of_a_defender_goes_from_three_to_five_with_the_odds(held, risk):
    board = _facing(held, 400, step="defence", attackers=[0], defenders=[1])
    data = {"side": AXIS, "attackers": [board.index[18]], "defenders": [board.index[41]]}
    commander = Commander(board.play, ALLIED, 1)
    assert commander.defence(board.state, board.playout.frame.with_values(**data))[0] == risk


def test_air_points_go_where_most_of_the_strength_fights():
    """Of four points a battle gets the part that its units are of all that are near enemies, rounded up."""
    board = _facing(300, 100)
    board.put(48, at="2308", strength=100)
    board.state.sides.air[ALLIED] = 4
    commander = Commander(board.play, ALLIED, 1)
    assert [commander.flying(board.state, strength) for strength in (100, 300, 400)] == [1, 3, 4]


def test_the_last_unit_stays_in_alexandria():
    alone = Board({41: {"at": ALEXANDRIA, "points": 28}, 18: {"at": AGHEILA}}, side=ALLIED)
    assert _chosen(alone) == ("end",)
    two = Board(
        {**{no: {"at": ALEXANDRIA, "points": 28, "strength": 600} for no in (41, 48)}, 18: {"at": AGHEILA}}, side=ALLIED
    )
    assert _chosen(two)[0] in (two.index[41], two.index[48])


def test_a_unit_left_alone_in_one_phase_is_looked_at_again_in_the_next():
    """It has as many operation points again, but the enemy has become stronger: it fortifies."""
    units = {41: {"at": TOBRUK, "strength": 200, "supply": 600, "points": 9}, 18: {"at": "1811", "strength": 100}}
    board = Board(units, side=ALLIED)
    player = Commander(board.play, ALLIED, 1)
    board.playout.advance()
    seat = Seat(board.play, board.playout, ALLIED)
    assert player.choose(seat) == ("end",)
    board.state.units.strength[board.index[18]] = 900
    assert player.choose(seat) == ("end",)  # within the phase it stays as it was left
    board.state.stack = (Frame("resupply", {"side": AXIS, "phasing": AXIS}), *board.state.stack)
    assert player.choose(seat)[1] == "fortify"


@pytest.mark.parametrize(("there", "sails"), [((), True), ((37,), True), ((37, 38), False)])
def test_a_unit_sails_to_tobruk_until_two_are_there(there, sails):
    units = {no: {"at": ALEXANDRIA} for no in (45, 39)} | {no: {"at": TOBRUK} for no in there}
    board = Board({**units, 18: {"at": AGHEILA, "strength": 600}}, side=ALLIED)
    assert (_chosen(board)[-1] == SAIL) == sails


def test_nobody_is_shipped_to_tobruk_by_replacements_while_it_wants_a_garrison():
    """Replacements there take the place of the one unit that may go by sea in a turn (IV.C.3.f2)."""
    for garrison, digit in (((41,), 0), ((41, 48), 9)):
        board = Board(
            {no: {"at": TOBRUK, "strength": 100} for no in garrison},
            side=ALLIED,
            step="logistics",
            scenario="campaign-42",
        )
        board.state.nations.replacements[board.compiled.units.nationality[board.index[41]]] = 500
        board.state.clock.turn[0] += 1
        assert _chosen(board)[1] == digit


def test_replacements_go_first_to_the_front_then_to_who_lacks_most():
    units = {41: {"at": "2307", "strength": 250}, 48: {"at": ALEXANDRIA, "strength": 50}, 18: {"at": "2207"}}
    board = Board(units, side=ALLIED, step="logistics", scenario="campaign-42")
    assert _chosen(board)[0] == board.index[41]
    board.put(41, at="2907")
    assert _chosen(board)[0] == board.index[48]


@pytest.mark.parametrize(("at", "supply", "digit"), [(AGHEILA, 200, 9), (AGHEILA, 600, 0), ("1204", 200, 0)])
def test_resupply_has_the_highest_priority_for_who_can_take_nothing_now_too(at, supply, digit):
    """Full units and units beyond supply ask for none in logistics (any other digit is refused), but later in the turn."""
    units = {8: {"at": at, "supply": supply, "fed": at == AGHEILA}, 41: {"at": ALEXANDRIA}}
    board = Board(units, step="logistics", scenario="campaign-42")
    assert board.rules.value_of("supply_ceiling", board.index[8]) == 600
    board.state.sides.pool[AXIS] = 1000
    assert _chosen(board, AXIS) == (board.index[8], 0, digit, 9)


@pytest.mark.parametrize(("enemy", "fortifies"), [(900, True), (100, False)])
def test_it_fortifies_against_who_is_stronger(enemy, fortifies):
    """In a fortress three levels bring the modifier from 2.5 to its most, 3; a fourth would be of no use."""
    units = {
        41: {"at": TOBRUK, "strength": 200, "supply": 600, "points": 28},
        48: {"at": TOBRUK, "strength": 100, "points": 0},
    }
    board = Board({**units, 18: {"at": "1811", "strength": enemy}, 8: {"at": "1710", "strength": enemy}}, side=ALLIED)
    assert _chosen(board) == ((board.index[41], *["fortify"] * 3) if fortifies else ("end",))


@pytest.mark.parametrize(
    ("side", "depot", "home", "unit", "at", "most"),
    [(AXIS, 2, AGHEILA, 18, "1204", 6), (ALLIED, 30, ALEXANDRIA, 41, "2407", 4), (AXIS, 2, AGHEILA, 18, "0504", 3)],
)
def test_a_depot_follows_the_front_and_leaves_no_wider_gap_than_the_procedure_says(side, depot, home, unit, at, most):
    """Six hexes for the Axis, four for the Allies; never past the farthest unit."""
    board = Board({depot: {"at": home, "points": 36}, unit: {"at": at}}, step=DEPOTS, side=side, scenario="campaign-41")
    board.state.towns.holder[list(board.rules.towns).index(board.rules.fortress)] = 2 - side  # no base of this side
    action = _chosen(board, side)
    assert board.rules.distance(board.hex(home), action[-1]) == most


def _values(board):
    board.playout.advance()
    return HexValues(Commander(board.play, ALLIED, 1), board.state, board.playout.frame)


@pytest.mark.parametrize(
    ("far", "second", "feeds"),
    [((), None, 0), (("0704",), None, 1), (("0704", "0905"), None, 2), (("1205",), None, 0), (("0704",), "0703", 0)],
    ids=["nobody near", "a unit", "two units", "out of reach", "another depot feeds it too"],
)
def test_a_depot_is_worth_more_by_each_unit_that_it_alone_feeds(far, second, feeds):
    """VI.10: a link six hexes from the home base of the Axis, whose units are in supply within two hexes."""
    units = {2: {"at": "0804"}, 41: {"at": "0905" if not far else "1006", "strength": 300}}
    units |= {no: {"at": at, "strength": 900} for no, at in zip((8, 18), far, strict=False)}
    units |= {3: {"at": second}} if second else {}
    values = _values(Board(units, side=ALLIED, scenario="campaign-42"))
    depot = values.rules.compiled.names["hexes"].index("0804")
    assert values.cut[depot] == feeds * UNFED
    beside = next(h for h in values.rules.around(depot) if values.rules.side_at(values.state, h) is None)
    alone = all(values.rules.side_at(values.state, h) != AXIS for h in values.rules.around(beside) if h != depot)
    assert not alone or values.chances(values.rules.own(values.state, ALLIED)[0], beside) == DEPOT + feeds * UNFED


def test_it_goes_around_a_strong_point_to_the_depot_that_feeds_it():
    """VI.10: the strong point itself is too strong to be attacked at two to one."""
    units = {2: {"at": "0804"}, 8: {"at": "1004", "strength": 900, "fort": 3}, 18: {"at": AGHEILA, "strength": 20}}
    units |= {41: {"at": "1305", "strength": 1200, "supply": 700, "points": 28}, 48: {"at": ALEXANDRIA}}
    board = Board(units, side=ALLIED, scenario="campaign-42")
    board.state.towns.holder[list(board.rules.towns).index(board.rules.fortress)] = ALLIED + 1
    action = _chosen(board)
    assert action[0] == board.index[41]
    assert board.rules.distance(action[-1], board.hex("0804")) == 1


@pytest.mark.parametrize(("supplies", "target"), [(False, "2206"), (True, "2207")])
def test_of_attacks_that_are_good_enough_it_makes_the_one_that_exposes_supply(supplies, target):
    """The odds are better against the other hex, which only stands there."""
    units = {8: {"at": "2207", "strength": 200}, 18: {"at": "2206", "strength": 150}, 20: {"at": "2209"}}
    units |= {
        2: {"at": "2207" if supplies else "0304"},
        3: {"at": "1909"},
        41: {"at": "2307", "strength": 700, "supply": 600},
    }
    board = Board(units, side=ALLIED, scenario="campaign-42")
    board.state.towns.holder[list(board.rules.towns).index(board.rules.fortress)] = AXIS + 1
    action = _chosen(board)
    assert (action[0], action[2]) == ("attack", board.hex(target))


@pytest.mark.parametrize(("supply", "lives"), [(300, 0), (250, 1), (100, 0)])
def test_beyond_supply_each_hex_counts_and_a_unit_keeps_what_the_way_back_costs(supply, lives):
    """VI.5: 3 and 8 hexes beyond supply; with 300 points it can come back from both, with 250 from the nearer one."""
    units = {18: {"at": AGHEILA, "strength": 600}, 41: {"at": ALEXANDRIA}}
    board = Board(units, scenario="campaign-42")
    board.state.towns.holder[list(board.rules.towns).index(board.rules.fortress)] = ALLIED + 1
    board.playout.advance()
    values = HexValues(Commander(board.play, AXIS, 1), board.state, board.playout.frame)
    unit, found = board.index[18], []
    for hex_ in ("0704", "1204"):
        then = values.rules.before_deeds(board.state, board.playout.frame, unit)._replace(
            place=board.hex(hex_), supply=supply
        )
        found.append(values.worth(unit, Way((), then), {}, reserve=False))
    assert found[0] - found[1] == pytest.approx(5 * BEYOND + lives * (200 - UNFED))


@pytest.mark.parametrize(("friend", "share"), [("2206", 2), (ALEXANDRIA, 1)])
def test_an_enemy_draws_a_unit_less_where_a_friend_is_beside_it_but_not_for_itself(friend, share):
    """Else what it has come to would be worth less than before, and it would go to and fro."""
    board = _facing(300, 300, scenario="campaign-42")
    board.put(48, at=friend)
    values = _values(board)
    assert values.aims(board.index[41])[board.hex("2207")] == 300 / values.rules.ledger.per / 2 / share


@pytest.mark.parametrize("opponent", ["random", "idle", pytest.param("competent", marks=pytest.mark.long)])
def test_it_wins_pairs(opponent):
    """Both sides once with the same seed, by the sum of both leads."""
    ready = prepared("campaign-41")
    for seed in (1, 2):
        lead = 0
        for side in (AXIS, ALLIED):
            players = {name: "solitaire" if n == side else opponent for n, name in enumerate(ready.sides)}
            found = play_scenario(ready, PlayOrder(seed=seed, players=players))
            assert found.ending.ended == "over"
            score = ready.play.score(found.match.playout.state)
            lead += score[side] - score[1 - side]
        assert lead > 0


@pytest.mark.parametrize(("enemy", "share"), [(100, 0), (300, 0.5), (700, 1)])
def test_it_withdraws_from_who_can_take_it_whole(enemy, share):
    """VI.11: it counts on losing all of a unit below 1:3, none of one that is the stronger or out of reach."""
    board = _facing(200, enemy, scenario="campaign-42")
    unit, rules = board.index[41], board.rules
    board.state.units.points[unit] = 28
    action, frame = _chosen(board), board.playout.frame
    values, then = (
        HexValues(Commander(board.play, ALLIED, 1), board.state, frame),
        rules.before_deeds(board.state, frame, unit),
    )
    assert values.danger(unit, then) == share * 200 / rules.ledger.per
    assert values.danger(unit, then._replace(place=board.hex("2711"))) == 0
    withdrawn = action[0] == unit and rules.distance(action[-1], board.hex("2207")) > NEAR
    assert withdrawn == (share > 0)
