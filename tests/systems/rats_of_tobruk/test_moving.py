"""What lets a unit or a stack go on: each condition of the module of movement, also of keys that this game has not set."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scenario_forge.simulator.step import Choice
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.modules.exits import EXIT
from scenario_forge.wargame.modules.movement.costs import Price
from scenario_forge.wargame.modules.movement.moving import BY, DROP, March, Trial, without

from .position import AXIS, HQ, PANZER, TANKS, Board

pytestmark = pytest.mark.rule("movement", "zones.enter", "zones.leave", "zones.between")

FOE, TRUCKS = "A/2/13", "1/2MG"
CORNER, BESIDE_CORNER = "0101", "0102"
THREE = (HQ, PANZER, TANKS)
YES, NO = True, False


class Moving(Board):
    """A position with the module of movement, the deed, and the phase in which units move."""

    def __init__(self, units, chit=HQ, **more):
        super().__init__(units, chit, **more)
        self.movement, self.deed = self.rules.modules["movement"], self.rules.deeds["move"]
        self.playout.advance()
        self.now, self.frame = self.rules.at(self.state), self.playout.frame

    def ids(self, *names):
        return tuple(self.index[name] for name in names)

    def step(self, at, to):
        return 6 * self.hex(at) + self.rules.direction(self.hex(at), self.hex(to))

    def trial(self, at, *names, spent=0, **more):
        return Trial(self.hex(at), self.ids(*names), (spent,) * len(names), **more)

    def ways(self, *words):
        return self.deed.ways(self.now, self.frame, self.action(*words))


# -- who moves ---------------------------------------------------------------------------------------


def only(*units):
    """Something that allows some units what it is asked for, and nobody else."""
    return lambda _now, unit, *_what: unit in units


@pytest.mark.parametrize("asked", ["leaders", "arrivals", "fire"])
def test_a_unit_moves_that_leaders_arrivals_and_fire_let_move(asked, stub):
    board = Moving(dict.fromkeys(THREE, "2040"))
    may = {"leaders": "allows", "arrivals": "may_move", "fire": "may_still_move"}[asked]
    stub(board.deed, **{asked: SimpleNamespace(**{may: only(board.index[PANZER])})})
    assert board.deed.movers(board.now, board.frame) == [board.index[PANZER]]


def test_without_a_module_of_fire_nobody_is_kept_from_moving(stub):
    board = Moving(dict.fromkeys(THREE, "2040"))
    stub(board.deed, fire=None)
    assert {*board.deed.movers(board.now, board.frame)} == {*board.ids(*THREE)}


@pytest.mark.parametrize(
    ("directed", "units", "spent"), [(YES, (PANZER,), -1), (NO, (PANZER,), 0), (YES, (PANZER, TANKS), 0)]
)
def test_a_unit_that_a_leader_directs_alone_has_a_point_to_spare(directed, units, spent, stub):
    board = Moving(dict.fromkeys(THREE, "2040"))
    leaders = SimpleNamespace(directing=lambda *_asked: 0 if directed else None, given=SimpleNamespace(alone=1))
    stub(board.deed, leaders=leaders)
    trial = board.deed.before(board.now, board.frame, board.ids(*units))
    assert trial.spent == (spent * board.movement.scale,) * len(units)


def test_a_unit_that_can_go_nowhere_is_not_offered_unless_it_can_leave_the_map(stub):
    board = Moving(dict.fromkeys(THREE, "2040"))
    stub(board.movement, ahead=lambda _now, _trial: iter(()))
    assert board.ways() == []
    stub(board.deed, may_exit=lambda _now, trial: trial.units == board.ids(PANZER))
    assert [choice.token for choice in board.ways()] == [board.index[PANZER]]


# -- stacks ------------------------------------------------------------------------------------------


def test_those_join_a_stack_that_fit_into_it_and_can_set_out_with_it(stub, monkeypatch):
    board = Moving(dict.fromkeys(THREE, "2040"))
    hq, panzer, tanks = sorted(board.ids(*THREE))
    choices = board.deed.ways(board.now, board.frame, (hq,))
    assert choices.picked == (hq,)
    assert [*choices.subset.members] == [hq, panzer, tanks]
    assert [choice.token for choice in choices] == [BY, panzer, tanks]
    stub(board.deed, _starts=lambda _now, _frame, units: tanks not in units)
    assert [choice.token for choice in board.deed.ways(board.now, board.frame, (hq,))] == [BY, panzer]
    stub(board.deed, _starts=lambda *_asked: True)
    monkeypatch.setattr(type(board.now), "fits_together", lambda _now, units: panzer not in units)
    assert [choice.token for choice in board.deed.ways(board.now, board.frame, (hq,))] == [BY, tanks]


def test_the_first_hex_follows_the_word_of_a_stack_and_else_the_unit(stub):
    board = Moving(dict.fromkeys(THREE, "2040"))
    assert board.deed._first((1, 2, BY, 7)) == 3
    stub(board.deed, together=False)
    assert board.deed._first((1, 7)) == 1


def test_a_unit_that_moves_alone_in_one_go_comes_to_no_hex_twice(stub):
    board = Moving({HQ: "2038", PANZER: "2040"})
    stub(board.deed, together=False)
    around = {board.compiled.names["hexes"][to] for to in board.rules.adjacent[board.hex("2041")]}
    offered = {board.compiled.names["hexes"][choice.token] for choice in board.ways(PANZER, "2041")}
    assert offered == around
    beyond = {board.compiled.names["hexes"][choice.token] for choice in board.ways(PANZER, "2041", "2042")}
    assert "2041" not in beyond
    assert "2043" in beyond


@pytest.mark.parametrize("room", [YES, NO])
@pytest.mark.parametrize("stops", [YES, NO])
@pytest.mark.parametrize("beyond", [YES, NO])
def test_a_hex_is_offered_in_which_a_unit_can_end_or_from_which_it_can_go_on_to_one(room, stops, beyond, stub):
    board = Moving({HQ: "2038", PANZER: "2040"})
    after = board.trial("2041", PANZER, stops=stops)
    stub(board.movement, ahead=lambda _now, _trial: iter([after]), can_end=lambda _now, _trial: beyond)
    stub(type(board.now), may_end=lambda _now, _hex, *_units: room)
    expected = [Choice(after.hex, room, not stops)] if room or (beyond and not stops) else []
    assert board.ways(PANZER, BY) == expected


def test_a_stack_leaves_one_unit_behind_in_a_hex_and_another_in_the_next():
    board = Moving(dict.fromkeys(THREE, "2040"))
    three = sorted(THREE, key=board.index.get)

    def drops(*way):
        return DROP in [choice.token for choice in board.ways(*three, BY, *way)]

    assert not drops()
    assert drops("2041")
    assert [choice.token for choice in board.ways(*three, BY, "2041", DROP)] == [*board.ids(*three)]
    left = ("2041", DROP, three[0])
    assert not drops(*left)
    assert drops(*left, "2042")
    assert not drops(*left, "2042", DROP, three[1], "2043"), "nobody is left behind by himself"


@pytest.mark.parametrize("rest", [YES, NO])
def test_a_unit_is_left_behind_where_those_that_are_left_can_go_on(rest, stub):
    board = Moving({HQ: "2040", PANZER: "2040"})
    pair = sorted([HQ, PANZER], key=board.index.get)
    board.ways(*pair, BY)
    board.ways(*pair, BY, "2041")
    found = {2: True, 1: rest}
    onward = board.trial("2042", *pair)
    stub(board.movement, ahead=lambda _now, trial: iter([onward] * found[len(trial.units)]))
    assert (DROP in [choice.token for choice in board.ways(*pair, BY, "2041")]) == rest


def test_who_is_left_behind_is_no_more_in_the_stack():
    assert without(Trial(7, (1, 2, 3), (4, 5, 6)), 2) == Trial(7, (1, 3), (4, 6))


@pytest.mark.parametrize(("stops", "exits", "able"), [(NO, YES, YES), (YES, YES, YES), (NO, NO, YES), (NO, YES, NO)])
def test_a_stack_leaves_the_map_that_has_not_been_stopped_and_can(stops, exits, able, stub):
    board = Moving({HQ: "2040"})
    module = object() if exits else None
    trial = board.trial("2040", HQ, stops=stops)
    stub(board.deed, exits=module)
    stub(board.movement, can_exit=lambda _now, asked, who: able and (asked, who) == (module, trial))
    assert board.deed.may_exit(board.now, trial) == (exits and able and not stops)


@pytest.mark.parametrize(
    ("at", "cost", "spent", "may"),
    [
        ("2040", 1, 14, YES),
        ("2040", 1, 15, NO),
        ("2040", None, 0, NO),
        (CORNER, 1, 0, YES),
        ("out", 1, 0, NO),
    ],
)
def test_a_unit_leaves_the_map_from_a_hex_of_it_for_which_it_has_the_points(at, cost, spent, may):
    """8 points, in halves."""
    board = Moving({HQ: "2040"})
    hex_ = -1 if at == "out" else board.hex(at)
    exits = SimpleNamespace(cost=lambda _now, unit, from_: cost if (unit, from_) == (board.index[HQ], hex_) else None)
    trial = Trial(hex_, board.ids(HQ), (spent,))
    assert board.movement.can_exit(board.now, exits, trial) == may


def test_a_stack_that_leaves_the_map_leaves_it_from_its_hex(stub):
    board = Moving({HQ: "2040", PANZER: "2040"})
    gone = []
    exits = SimpleNamespace(leave=lambda _book, unit, hex_: gone.append((unit, hex_)))
    stub(board.rules, modules={**board.rules.modules, "exits": exits})
    march = next(step for step in board.play.sequence.steps.values() if isinstance(step, March))
    frame = board.frame.with_values(units=[*board.ids(HQ, PANZER)], way=[EXIT])
    assert not march.done(board.state, frame, (), Book(board.state))
    assert gone == [(unit, board.hex("2040")) for unit in board.ids(HQ, PANZER)]


# -- where a step leads ------------------------------------------------------------------------------


def test_a_stack_goes_to_the_hexes_beside_its_own_and_no_farther_than_the_map(stub):
    """From the corner of the map, whose hex is the first of all, to the hexes beside it."""
    board = Moving({HQ: CORNER})
    for at in (CORNER, "2040"):
        hex_ = board.hex(at)
        assert [each.hex for each in board.movement.ahead(board.now, board.trial(at, HQ))] == [
            *board.rules.adjacent[hex_]
        ]
    stub(board.movement, after=lambda _now, _trial, step, _out: step)
    for at, to in ((CORNER, BESIDE_CORNER), ("2040", "2041"), ("2040", "2039"), (BESIDE_CORNER, CORNER)):
        assert board.movement.next_to(board.now, board.trial(at, HQ), board.hex(to)) == board.step(at, to)


def test_units_come_on_at_the_edge_that_have_still_to_come_and_none_that_is_lost(stub):
    board = Moving({HQ: "off", TANKS: "2040"})
    comes, lost = (Trial(place, board.ids(HQ), (0,)) for place in (-2, -1))
    hexes = [each.hex for each in board.movement.ahead(board.now, comes)]
    assert {board.hex("0120"), board.hex("2046")} <= {*hexes}
    assert [*board.movement.ahead(board.now, lost)] == []
    stub(board.movement, entered=lambda _now, trial, hex_: (trial, hex_))
    for trial in (comes, lost):
        assert board.movement.next_to(board.now, trial, 7) == (trial, 7)


def test_a_step_is_taken_by_who_has_not_been_stopped_into_an_open_hex_of_the_map(stub):
    board = Moving({HQ: CORNER, FOE: BESIDE_CORNER})
    out = (True, 0)
    steps = range(6)
    found = [board.movement.after(board.now, board.trial(CORNER, HQ), step, out) for step in steps]
    beside = [board.rules.neighbours[step] for step in steps]
    assert [each.hex if each else None for each in found] == [
        to if to >= 0 and to != board.hex(BESIDE_CORNER) else None for to in beside
    ]
    stopped = board.trial(CORNER, HQ, stops=True)
    assert not [*board.movement.ahead(board.now, stopped)]
    stub(board.movement, price=lambda *_asked, by_road: (Price(1), by_road))
    stub(board.movement, is_shut=lambda _now, _units, _hex: True)
    assert not any(board.movement.after(board.now, board.trial(CORNER, HQ), step, out) for step in steps)


def test_zones_keep_a_stack_from_one_step_and_what_it_pays_rests_on_where_it_goes(stub):
    board = Moving({HQ: "2040"})
    trial, out = board.trial("2040", HQ), (True, 1)
    steps = [board.step("2040", to) for to in ("2041", "2039")]
    there = [board.hex(to) for to in ("2041", "2039")]
    stub(board.movement, keeps=lambda _now, units, at, to: (units, at, to) == (trial.units, trial.hex, there[0]))
    assert [bool(board.movement.after(board.now, trial, step, out)) for step in steps] == [False, True]
    stub(
        board.movement,
        keeps=lambda *_asked: False,
        _to_enter=lambda _now, units, to: 3 * ((units, to) == (trial.units, there[0])),
    )
    assert [board.movement.after(board.now, trial, step, out).spent for step in steps] == [(2 + 1 + 3,), (2 + 1,)]


ROAD, OFF = "3942", "4042"
"""Beside 3943: along the road, and off it."""


@pytest.mark.parametrize(
    ("to", "before", "road", "whole"),
    [(ROAD, YES, YES, YES), (ROAD, NO, YES, NO), (OFF, YES, NO, NO), (OFF, NO, NO, NO)],
)
def test_a_way_is_by_road_while_each_of_its_steps_is(to, before, road, whole):
    board = Moving({"HQ 2MG": "3943", TRUCKS: "3943"}, "HQ 2MG")
    to = to if to == ROAD else board.compiled.names["hexes"][off_road(board, "3943")]
    trial = board.trial("3943", TRUCKS, all_by_road=before)
    after = board.movement.after(board.now, trial, board.step("3943", to), (True, 0))
    assert (after.by_road, after.all_by_road) == (road, whole)


def off_road(board, at):
    """A hex beside one to which no road leads."""
    steps = range(6 * board.hex(at), 6 * board.hex(at) + 6)
    return next(board.rules.neighbours[step] for step in steps if not board.compiled.map.lines[step])


@pytest.mark.parametrize(
    ("bound", "by_road", "stops", "by_road_now", "result"),
    [
        (YES, NO, NO, YES, YES),
        (YES, NO, NO, NO, None),
        (NO, YES, YES, YES, YES),
        (NO, YES, YES, NO, None),
        (NO, YES, NO, NO, NO),
        (NO, NO, YES, NO, NO),
        (NO, NO, NO, NO, NO),
    ],
)
def test_who_passes_by_road_through_ground_that_stops_others_leaves_the_road_no_more(
    bound, by_road, stops, by_road_now, result, stub
):
    board = Moving({"HQ 2MG": "3943", TRUCKS: "3943"}, "HQ 2MG")
    stub(board.movement, stops={board.hex("3943")} if stops else set())
    trial = board.trial("3943", TRUCKS, bound=bound, by_road=by_road)
    to = ROAD if by_road_now else board.compiled.names["hexes"][off_road(board, "3943")]
    after = board.movement.after(board.now, trial, board.step("3943", to), (True, 0))
    assert (after if after is None else after.bound) == result


@pytest.mark.parametrize(("all_by_road", "spent"), [(YES, 4), (NO, 5)])
def test_a_bonus_is_for_ways_that_are_by_road_throughout(all_by_road, spent, stub):
    """Who has spent all of 8 points goes on for one of the two of the bonus, and notes it as before."""
    board = Moving({"HQ 2MG": "3943", TRUCKS: "3943"}, "HQ 2MG")
    stub(board.movement, bonus=4)
    trial = board.trial("3943", TRUCKS, spent=16, all_by_road=all_by_road)
    after = board.movement.after(board.now, trial, board.step("3943", ROAD), (True, 0))
    assert (after is not None) == all_by_road
    assert after is None or after.spent == (17,)


# -- zones, roads, what stops ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("enter", "hindered", "air", "toll"),
    [(2, YES, NO, 2), (2, NO, NO, 0), (0, YES, NO, 0), (2, YES, YES, 2 + 6), (0, NO, YES, 6)],
)
def test_a_hex_costs_more_in_a_zone_and_under_aircraft(enter, hindered, air, toll, stub):
    board = Moving({HQ: "2040"})
    units, hex_ = board.ids(HQ), board.hex("2041")
    tolls = SimpleNamespace(tolls=lambda _now, side: {hex_: 3} if side == AXIS else {hex_ + 1: 9})
    stub(board.movement, enter=enter, air=tolls if air else None)
    stub(board.movement, hindered=lambda _now, asked, at: hindered and (asked, at) == (units, hex_))
    assert board.movement._to_enter(board.now, units, hex_) == toll
    assert board.movement._to_enter(board.now, units, hex_ - 1) == 0


@pytest.mark.parametrize(
    ("hex_", "hindered", "toll"), [(0, YES, 2), (7, YES, 2), (7, NO, 0), (-1, YES, 0), (-2, YES, 0)]
)
def test_a_zone_costs_a_point_to_leave_on_the_map(hex_, hindered, toll, stub):
    board = Moving({HQ: "2040"})
    stub(board.movement, hindered=lambda *_asked: hindered)
    assert board.movement._to_leave(board.now, board.ids(HQ), hex_) == toll
    stub(board.movement, _to_enter=lambda _now, units, to: 5 * ((units, to) == (board.ids(HQ), 9)))
    assert board.movement.toll(board.now, board.ids(HQ), hex_, 9) == toll + 5


@pytest.mark.parametrize("between", [YES, NO])
@pytest.mark.parametrize("locked", [YES, NO])
@pytest.mark.parametrize("zones", [(), (7,), (8,), (7, 8)])
def test_zones_keep_who_is_in_one_from_another_or_from_any_step(between, locked, zones, stub):
    board = Moving({HQ: "2040"})
    stub(board.movement, between_zones=between, locked=locked)
    stub(board.movement, hindered=lambda _now, units, hex_: units == board.ids(HQ) and hex_ in zones)
    kept = 7 in zones and (locked or (8 in zones and not between))
    assert board.movement.keeps(board.now, board.ids(HQ), 7, 8) == kept


def test_without_zones_nothing_hinders_and_where_zones_stop_nobody_a_move_goes_on(stub):
    board = Moving({HQ: "2040", FOE: "2042"})
    units, hex_ = board.ids(HQ), board.hex("2041")
    assert board.movement.hindered(board.now, units, hex_)
    assert board.movement.ends(board.now, units, hex_, by_road=False)
    stub(board.movement, stops_in_zones=False)
    assert not board.movement.ends(board.now, units, hex_, by_road=False)
    stub(board.movement, stops_in_zones=True, zones=None)
    assert not board.movement.hindered(board.now, units, hex_)
    assert not board.movement.ends(board.now, units, hex_, by_road=False)
    stub(board.movement, is_halted=lambda _now, at, by_road: at == hex_ and by_road)
    assert board.movement.ends(board.now, units, hex_, by_road=True)


@pytest.mark.parametrize(
    ("ground", "by_road", "work", "halts"),
    [
        (YES, NO, NO, YES),
        (YES, YES, NO, NO),
        (NO, NO, NO, NO),
        (NO, YES, YES, YES),
        (NO, NO, None, NO),
        (YES, NO, None, YES),
    ],
)
def test_ground_halts_who_comes_off_the_road_and_a_work_halts_all(ground, by_road, work, halts, stub):
    board = Moving({HQ: "2040"})
    works = SimpleNamespace(stops=lambda _now, hex_: work and hex_ == 7)
    stub(board.movement, stops={7} if ground else {8}, works=works if work is not None else None)
    assert bool(board.movement.is_halted(board.now, 7, by_road=by_road)) == halts


@pytest.mark.parametrize(
    ("enemy", "passing", "room", "shut"),
    [(NO, NO, NO, NO), (NO, YES, NO, YES), (NO, YES, YES, NO), (YES, NO, YES, YES)],
)
def test_enemies_shut_a_hex_and_friends_where_too_many_cannot_pass(enemy, passing, room, shut, stub):
    board = Moving({HQ: "2040", **({FOE: "2041"} if enemy else {})})
    stub(board.movement, passing=passing)
    stub(
        type(board.now),
        has_room=lambda _now, hex_, *units: room and (hex_, units) == (board.hex("2041"), board.ids(HQ)),
    )
    assert board.movement.is_shut(board.now, board.ids(HQ), board.hex("2041")) == shut


@pytest.mark.parametrize("limited", [YES, NO])
@pytest.mark.parametrize("few", [YES, NO])
@pytest.mark.parametrize("from_zones", [YES, NO])
@pytest.mark.parametrize("hindered", [YES, NO])
def test_small_stacks_use_roads_where_no_zone_keeps_them_from_it(limited, few, from_zones, hindered, rekey, stub):
    board = Moving({HQ: "2040"})
    roads = board.movement.given.roads.model_copy(update={"limited": limited, "from_zones": from_zones})
    rekey(board.movement, roads=roads)
    stub(type(board.now), few_enough_for_roads=lambda _now, _units: few)
    stub(board.movement, hindered=lambda *_asked: hindered)
    may = (few or not limited) and (from_zones or not hindered)
    assert board.movement.may_use_roads(board.now, board.ids(HQ), 7) == may


# -- points and prices -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minimum", "weather", "may"),
    [("one_hex", "none", NO), ("one_hex", "as_usual", YES), ("one_hex", None, YES), ("none", None, NO)],
)
def test_a_fresh_unit_always_enters_one_hex_where_the_rules_say_so_and_the_turn_does_not_forbid_it(
    minimum, weather, may, rekey, stub
):
    board = Moving({HQ: "2040"})
    rekey(board.movement, minimum=minimum)
    kinds = SimpleNamespace(of_turn=lambda _now: [SimpleNamespace(minimum=weather)])
    modules = {key: module for key, module in board.rules.modules.items() if key != "weather"}
    stub(board.rules, modules={**modules, **({"weather": kinds} if weather else {})})
    assert board.movement.may_always_enter_one(board.now) == may


@pytest.mark.parametrize(("spent", "paid"), [(0, 16), (2, 16), (-2, 14)])
def test_a_hex_that_costs_all_takes_the_allowance_whatever_comes_besides(spent, paid):
    """Only a point that a leader gives besides is left."""
    board = Moving({"HQ 2MG": "2040", TRUCKS: "2040"}, "HQ 2MG")
    unit = board.index[TRUCKS]
    assert board.movement.paid(board.now, unit, Price(0, all=True), spent, fresh=True) == paid
    assert board.movement.paid(board.now, unit, Price(0, all=True), spent, fresh=False) is None


@pytest.mark.parametrize(("together", "spent"), [(YES, 3), (NO, 0)])
def test_what_a_unit_has_spent_counts_where_units_move_more_than_once(together, spent, rekey):
    board = Moving({HQ: "2040", PANZER: {"at": "2040", "spent": 3}})
    rekey(board.movement, together=together)
    assert board.movement.before(board.now, board.ids(PANZER)).spent == (spent,)


def test_works_cost_who_passes_and_who_comes_in(stub):
    board = Moving({HQ: "2040"})
    works = SimpleNamespace(
        costs_into=lambda _now, unit, hex_: [unit, hex_], costs_over=lambda _now, unit, step: [1] * (unit + step)
    )
    stub(board.movement, works=works)
    assert board.movement.costs_in(board.now, 4, 7) == [4, 7]
    assert board.movement.with_works(board.now, 1, Price(3), 2) == Price(3 + 3 * board.movement.scale)
    stub(board.movement, works=None)
    assert [*board.movement.costs_in(board.now, 4, 7)] == []
    assert board.movement.with_works(board.now, 1, Price(3), 2) == Price(3)


def test_a_step_has_its_printed_price_where_nobody_clears_anything(stub):
    board = Moving({HQ: "2040"})
    unit, step = board.index[HQ], board.step("2040", "2041")
    expected = board.movement.costs(board.now, unit).plain[step]
    stub(board.rules, clearing=None)
    assert board.movement.plain(board.now, unit, step) == expected


@pytest.mark.parametrize(("parts", "toll", "spent"), [(2, 1, 5), (0, 1, 3), (-1, 0, None), (99, 0, None)])
def test_who_comes_on_pays_for_the_hex_and_works_and_stays_off_where_it_cannot(parts, toll, spent, stub):
    board = Moving({PANZER: "off", HQ: "2040"})
    hex_, unit = board.hex("2046"), board.index[PANZER]
    entry = {hex_: Price(parts)}
    trial = Trial(-2, (unit,), (0,))
    stub(board.movement, costs=lambda _now, _unit: SimpleNamespace(entry=entry))
    stub(board.movement, costs_in=lambda _now, asked, at: [1] * ((asked, at) == (unit, hex_)))
    stub(board.movement, toll=lambda _now, units, at, to: toll if (units, at, to) == (trial.units, -2, hex_) else 50)
    after = board.movement.entered(board.now, trial, hex_)
    assert (after if after is None else after.spent) == (None if spent is None else (spent,))
    assert after is None or (after.hex, after.units, after.all_by_road) == (hex_, trial.units, False)
