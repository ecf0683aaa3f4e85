"""Fire, sight and barrages: each condition of these modules alone, also of keys that this game has not set."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Event
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.modules.barrage import ready
from scenario_forge.wargame.modules.fire.fire import Fire

from .position import ALLIED, AXIS, PANZER, TANKS, Board

pytestmark = pytest.mark.rule("fire", "sight", "barrage")

FOE, OTHER, FOE_HQ, GUN = "A/2/13", "B/2/13", "HQ 2/13", "1/75Art"
CORNER = "0101"
YES, NO = True, False


class Aimed(Board):
    """A position with the modules of fire, sight and barrage."""

    def __init__(self, units, **more):
        super().__init__(units, **more)
        modules = self.rules.modules
        self.fire, self.sight, self.barrage = modules["fire"], modules["sight"], modules["barrage"]
        self.now = self.rules.at(self.state)

    def ids(self, *names):
        return [self.index[name] for name in names]


def allowing(**answers):
    return SimpleNamespace(**{name: lambda *_asked, answer=answer: answer for name, answer in answers.items()})


# -- who fires at whom ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "supply", "leaders", "may"),
    [
        (None, None, None, YES),
        (NO, NO, YES, YES),
        (YES, NO, YES, NO),
        (NO, YES, YES, NO),
        (NO, NO, NO, NO),
    ],
)
def test_weather_hunger_and_leaders_keep_a_unit_from_firing_where_the_game_has_them(
    weather, supply, leaders, may, stub
):
    board = Aimed({PANZER: "2040", FOE: "2041"})
    led = SimpleNamespace(allows=lambda _now, unit, what: leaders and (unit, what) == (board.index[PANZER], "fire"))
    stub(board.fire, weather=None if weather is None else allowing(forbids_fire=weather))
    stub(board.fire, supply=None if supply is None else allowing(forbids_fire=supply))
    stub(board.fire, leaders=None if leaders is None else led)
    assert board.fire.may_fire(board.now, board.index[PANZER]) == may
    assert not board.fire.may_fire(board.now, board.index[FOE]), "it has no direct fire"


@pytest.mark.parametrize("high", [YES, NO])
@pytest.mark.parametrize(("away", "plain", "gained"), [(3, YES, YES), (4, NO, YES), (5, NO, NO)])
def test_a_unit_on_high_ground_fires_farther_where_the_key_says_so(high, away, plain, gained, stub):
    """A range of 3."""
    board = Aimed({PANZER: "2040"})
    stub(board.fire, gain=1)
    stub(board.sight, is_high=[high and hex_ == board.hex("2040") for hex_ in range(board.rules.hexes)])
    stub(board.sight, spots=lambda _now, at, hex_: (at, hex_) == (board.hex("2040"), board.hex(f"20{40 + away}")))
    assert board.fire.reaches(board.now, board.index[PANZER], board.hex(f"20{40 + away}")) == (
        gained if high else plain
    )


@pytest.mark.parametrize(("sight", "sees", "reaches"), [(YES, YES, YES), (YES, NO, NO), (NO, NO, YES)])
def test_a_unit_fires_at_what_it_sees_where_the_game_has_sight(sight, sees, reaches, stub):
    board = Aimed({PANZER: "2040"})
    pair = board.hex("2040"), board.hex("2042")
    stub(board.sight, spots=lambda _now, at, hex_: sees and (at, hex_) == pair)
    if not sight:
        stub(board.fire, sight=None)
    assert board.fire.reaches(board.now, board.index[PANZER], pair[1]) == reaches


@pytest.mark.parametrize("close", ["2040", "2041", "2042", "2030"])
@pytest.mark.parametrize("to", ["2041", "2042"])
def test_who_fires_from_or_into_close_terrain_is_beside_the_target(close, to, stub):
    board = Aimed({PANZER: "2040"})
    stub(board.fire, close=frozenset([board.hex(close)]))
    apart = close in ("2040", to) and to == "2042"
    assert board.fire.is_apart(board.hex("2040"), board.hex(to)) == apart
    assert board.fire.reaches(board.now, board.index[PANZER], board.hex(to)) == (not apart)


@pytest.mark.parametrize(("fires", "reaches"), [(YES, YES), (NO, YES), (YES, NO)])
def test_targets_are_enemies_that_a_unit_reaches_that_may_fire(fires, reaches, stub):
    board = Aimed({PANZER: "2040", TANKS: "2041", FOE: "2041", FOE_HQ: "2041"})
    panzer, hex_ = board.index[PANZER], board.hex("2041")
    stub(board.fire, may_fire=lambda _now, unit: fires and unit == panzer)
    stub(board.fire, reaches=lambda _now, unit, at: reaches and (unit, at) == (panzer, hex_))
    assert Fire.targets(board.fire, board.now, panzer, hex_) == board.ids(FOE) * (fires and reaches)


# -- fire at who moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opportunity", "name", "fires"), [(YES, "enters", YES), (YES, "retreats", NO), (NO, "enters", NO)]
)
def test_units_fire_at_who_enters_a_hex_where_the_key_says_so(opportunity, name, fires, rekey):
    board = Aimed({PANZER: "2042", TANKS: "2042", "D/3RHA": "2044"})
    rekey(board.fire, opportunity=opportunity)
    event = Event(name, (), "", (board.index[PANZER], board.hex("2042"), board.index[TANKS]))
    frame = board.fire.reaction(board.state, event)
    assert (frame is not None) == fires
    data = {"side": ALLIED, "hex": board.hex("2042"), "units": board.ids(PANZER, TANKS), "fired": []}
    assert frame is None or frame.data == data


def test_who_fires_at_who_moves_has_fire_and_shots_left_and_has_not_fired_there(stub):
    board = Aimed({PANZER: "2042", TANKS: "2042", "D/3RHA": "2044", "J/3RHA": "2044", "M/3RHA": "2044", FOE: "2043"})
    guns = board.ids("D/3RHA", "J/3RHA", "M/3RHA")
    data = {"side": ALLIED, "hex": board.hex("2042"), "units": board.ids(PANZER), "fired": [guns[0]]}
    assert board.fire.firing(board.now, Frame("opportunity", data)) == {gun: board.ids(PANZER) for gun in guns[1:]}
    stub(board.fire, has_shots=lambda _now, unit: unit == guns[2])
    assert board.fire.firing(board.now, Frame("opportunity", data)) == {guns[2]: board.ids(PANZER)}
    stub(board.fire, targets=lambda _now, _unit, hex_: board.ids(PANZER, TANKS) * (hex_ == board.hex("2042")))
    stub(board.fire, has_shots=lambda *_asked: True)
    able = board.fire.firing(board.now, Frame("opportunity", data))
    assert able == {gun: board.ids(PANZER) for gun in guns[1:]}, "FOE has no fire, and the tanks have not moved"


@pytest.mark.parametrize(("most", "fired", "left"), [(None, 9, YES), (2, 0, YES), (2, 1, YES), (2, 2, NO)])
def test_a_unit_fires_at_who_moves_as_often_as_the_key_says(most, fired, left, rekey):
    board = Aimed({PANZER: "2042"})
    rekey(board.fire, shots=most)
    now = SimpleNamespace(units=SimpleNamespace(shots={board.index[PANZER]: fired}))
    assert board.fire.has_shots(now, board.index[PANZER]) == left


@pytest.mark.parametrize("most", [None, 2])
def test_each_shot_at_who_moves_is_counted_where_the_key_limits_them(most, rekey):
    board = Aimed({PANZER: "2042", "D/3RHA": "2044"})
    rekey(board.fire, shots=most)
    gun, target, written = board.index["D/3RHA"], board.index[PANZER], []
    book = SimpleNamespace(put=lambda *words: written.append(words), event=lambda *words: written.append(words))
    step = board.play.sequence.steps["opportunity"]
    frame = Frame("opportunity", {"side": ALLIED, "hex": board.hex("2042"), "units": [target], "fired": [3]})
    state = SimpleNamespace(units=SimpleNamespace(shots={gun: 1}))
    rest, shot = step.done(state, frame, (gun, target), book)
    assert written == ([("shots", gun, 2), ("fires in reaction", step.clause, gun)] if most else [])
    assert (rest.data["fired"], shot.data) == ([3, gun], {"firer": gun, "target": target})


# -- sight ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moved", [YES, NO])
@pytest.mark.parametrize("high", ["2040", "2042", "2030"])
@pytest.mark.parametrize("moving", [YES, NO])
def test_who_moves_is_seen_from_afar_and_so_is_who_is_high(moved, high, moving, rekey, stub):
    """5 hexes, 7 where the target has moved; 10 of these more from or to high ground."""
    board = Aimed({PANZER: "2040", FOE: {"at": "2042", "moved": int(moved)}})
    far = {"plain": [5], "moving": [7], "high": [15], "both": [17]}
    rekey(board.sight, reach={"usual": "plain"}, moving={"usual": "moving"} if moving else {})
    rekey(board.sight, from_high={"usual": "high"})
    stub(board.sight, weather=None, is_high=[hex_ == board.hex(high) for hex_ in range(board.rules.hexes)])
    stub(board.rules, column=far.__getitem__)
    expected = 15 if high != "2030" else 7 if moved and moving else 5
    assert board.sight.reach(board.now, board.hex("2040"), board.hex("2042")) == expected


@pytest.mark.parametrize(
    ("kinds", "far"), [([], 5), (["night"], 1), (["dusk"], 3), (["night", "dusk"], 1), (["evening"], 5)]
)
def test_the_least_that_a_kind_of_turn_allows_is_how_far_units_see(kinds, far, rekey, stub):
    """Of those that have moved too: by night as others, at dusk less far."""
    board = Aimed({PANZER: "2040", FOE: {"at": "2042", "moved": 1}})
    rekey(board.sight, reach={"usual": "5", "night": "1", "dusk": "4"}, moving={"dusk": "3"})
    stub(board.sight, weather=SimpleNamespace(now=lambda _now: kinds))
    stub(board.rules, column=lambda name: [int(name)])
    assert board.sight.reach(board.now, board.hex("2040"), board.hex("2042")) == far


@pytest.mark.parametrize(("away", "sees", "spots"), [(2, YES, YES), (3, YES, NO), (2, NO, NO)])
def test_a_unit_spots_what_is_near_enough_with_nothing_between(away, sees, spots, stub):
    board = Aimed({PANZER: "2040"})
    pair = board.hex("2040"), board.hex(f"20{40 + away}")
    stub(board.sight, reach=lambda _now, at, hex_: 2 if (at, hex_) == pair else 9)
    stub(board.sight, sees=lambda _now, at, hex_: sees and (at, hex_) == pair)
    assert board.sight.spots(board.now, *pair) == spots
    assert board.sight.observed(board.now, AXIS, pair[1]) == spots
    assert not board.sight.observed(board.now, ALLIED, pair[1])


@pytest.mark.parametrize("high", [(), (3,), (9,)])
@pytest.mark.parametrize("shut", [(5,), (6,), (5, 6), ()])
@pytest.mark.parametrize("ends", [(3, 9), (9, 3)])
def test_a_line_between_two_hexes_is_blocked_where_both_block_it(high, shut, ends, stub):
    board = Aimed({})
    stub(board.sight, between={(3, 9): [(5, 6)]}, is_high={hex_: hex_ in high for hex_ in (3, 9)})
    stub(board.sight, blocks=lambda _now, hex_, *, over: hex_ in shut and over == bool(high))
    assert board.sight.sees(board.now, *ends) == (len(shut) < 2)
    assert board.sight.sees(board.now, 3, 8)


@pytest.mark.parametrize("closed", [YES, NO])
@pytest.mark.parametrize("units", ["block", "open"])
@pytest.mark.parametrize("over", [YES, NO])
@pytest.mark.parametrize("at", ["2040", "2041"])
def test_ground_blocks_sight_and_units_do_where_the_key_says_so_and_it_does_not_pass_above(
    closed, units, over, at, rekey, stub
):
    board = Aimed({FOE: "2040"})
    rekey(board.sight, units=units)
    stub(board.sight, closed=[closed] * board.rules.hexes)
    blocked = closed or (units == "block" and not over and at == "2040")
    assert bool(board.sight.blocks(board.now, board.hex(at), over=over)) == blocked


# -- barrages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "may"), [(0, NO), (1, YES), (20, YES)])
@pytest.mark.parametrize("at", ["2040", CORNER])
def test_a_unit_with_a_range_shells(far, may, at, stub):
    board = Aimed({GUN: at, FOE: "2042"})
    stub(board.barrage, ranges=[far] * len(board.index))
    assert board.barrage.may_shell(board.now, board.index[GUN]) == may


@pytest.mark.parametrize("at", ["off", "out"])
def test_nobody_shells_who_is_not_on_the_map(at):
    board = Aimed({GUN: at} if at == "off" else {})
    assert not board.barrage.may_shell(board.now, board.index[GUN])


@pytest.mark.parametrize(("state", "may"), [({}, YES), ({"fired": 1}, NO), ({"fought": 1}, NO), ({"moved": 1}, YES)])
def test_a_unit_shells_that_has_neither_fired_nor_fought(state, may):
    board = Aimed({GUN: {"at": "2040", **state}})
    assert board.barrage.may_shell(board.now, board.index[GUN]) == may


def test_enemies_are_shelled_as_far_as_the_range_and_where_they_are_observed(stub):
    board = Aimed({GUN: "2040", PANZER: "2030", FOE: "2042", OTHER: "2043", FOE_HQ: "2044"})
    stub(board.barrage, ranges=[3] * len(board.index))
    stub(board.sight, observed=lambda _now, side, hex_: side == AXIS)
    assert board.barrage.targets(board.now, board.index[GUN]) == [board.hex("2042"), board.hex("2043")]
    stub(board.sight, observed=lambda _now, side, hex_: side == AXIS and hex_ == board.hex("2043"))
    assert board.barrage.targets(board.now, board.index[GUN]) == [board.hex("2043")]


def shelling(units, *thrown, at="2042", needs=4, stub=None):
    """The step of a barrage that hits with less than the number needed, and its frame."""
    board = Aimed({GUN: "2036", **units})
    stub(
        board.barrage, needed=lambda _now, unit, hex_: needs if (unit, hex_) == (board.index[GUN], board.hex(at)) else 0
    )
    frame = Frame("shelling", {"unit": board.index[GUN], "hex": board.hex(at), "thrown": list(thrown)})
    return board, board.play.sequence.steps["shelling"], frame


@pytest.mark.parametrize(
    ("first", "units", "dice"), [(3, (FOE, OTHER), 3), (4, (FOE, OTHER), 1), (3, (FOE,), 1), (4, (FOE,), 1)]
)
def test_a_die_for_each_unit_follows_where_the_first_hits_among_several(first, units, dice, stub):
    board, step, frame = shelling(dict.fromkeys(units, "2042"), first, stub=stub)
    assert step.needed(board.state, frame) == dice
    assert step.who(board.state, frame) == (CHANCE if dice > 1 else NOBODY)
    assert step.hits(board.state, frame) == (first < 4)
    assert step.needed(board.state, frame.with_values(thrown=[])) == 1


@pytest.mark.parametrize("at", ["2042", CORNER])
@pytest.mark.parametrize(
    ("units", "thrown", "hit", "told"),
    [
        ((FOE,), (3,), (FOE,), 0),
        ((FOE,), (4,), (), 0),
        ((FOE, OTHER), (3, 5, 2), (FOE,), 2),
        ((FOE, OTHER), (3, 2, 5), (OTHER,), 2),
        ((FOE, OTHER), (3, 5, 5), (FOE, OTHER), 2),
        ((FOE, OTHER), (4, 5, 5), (), 0),
    ],
)
def test_a_barrage_turns_over_whoever_has_the_highest_die(at, units, thrown, hit, told, stub):
    board, step, frame = shelling(dict.fromkeys(units, at), *thrown, at=at, stub=stub)
    book = Book(board.state)
    assert list(step.done(board.state, frame, (), book)) == []
    assert [name for name in units if book.get("flipped", board.index[name])] == list(hit)
    found = [(event.name, event.subjects) for event in book.events if event.name.startswith("barrage")]
    dice = [("barrage die", (board.index[name], die)) for name, die in zip(units, thrown[1:], strict=False)]
    assert found == [("barrage", (board.index[GUN], board.hex(at), thrown[0])), *dice[:told]]


def test_who_is_gone_with_its_tank_is_not_turned_over_once_more(stub):
    board, step, frame = shelling(dict.fromkeys((FOE, OTHER), "2042"), 3, 5, 5, stub=stub)
    book, flipped = Book(board.state), []
    stub(board.barrage, effects=SimpleNamespace(flip=lambda _book, unit: flipped.append(unit)))
    book.put("place", board.index[OTHER], -1)
    step.done(board.state, frame, (), book)
    assert flipped == board.ids(FOE)


@pytest.mark.parametrize(("supply", "fired"), [(YES, [0, 1]), (NO, [0, 0])])
def test_artillery_is_ready_again_unless_supply_keeps_it_from_that(supply, fired, stub):
    board = Aimed({GUN: {"at": "2040", "fired": 1}, "2/75Art": {"at": "2042", "fired": 1, "lapse": 2}})
    if not supply:
        stub(board.rules, modules={key: module for key, module in board.rules.modules.items() if key != "supply"})
    book = Book(board.state)
    ready(board.rules, board.state, Frame("ready", {}), book)
    assert [book.get("fired", unit) for unit in board.ids(GUN, "2/75Art")] == fired
