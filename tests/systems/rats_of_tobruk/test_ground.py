"""Turns, zones, stacking, set-ups, clearing, what is hidden: each condition alone, also of keys not set here."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.board.board import TO_SET_UP
from scenario_forge.wargame.modules.clearing import clear
from scenario_forge.wargame.modules.set_up import open_to
from scenario_forge.wargame.sequence_tree import CUP, FIRST_SECOND, EachNode

from .position import ALLIED, AXIS, PANZER, TANKS, Board

pytestmark = pytest.mark.rule("sequence", "weather", "zones", "stacking", "set-up", "clearing", "hidden", "victory")

FOE, OTHER, FOE_HQ, PIONEER = "A/2/13", "B/2/13", "HQ 2/13", "1/200Pio"
CORNER = "0101"
YES, NO = True, False


class Grounded(Board):
    """A position with its modules by their keys."""

    def __init__(self, units, **more):
        super().__init__(units, **more)
        self.now, self.modules = self.rules.at(self.state), self.rules.modules

    def ids(self, *names):
        return [self.index[name] for name in names]

    def hexes(self, *names):
        return [self.hex(name) for name in names]


class Hidden(Grounded):
    """The same where hidden units are covered."""

    options = ("fog-of-war",)


# -- game turns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [AXIS, ALLIED])
@pytest.mark.parametrize(
    ("each", "order"),
    [("allied", [ALLIED]), (["allied", "axis"], [ALLIED, AXIS]), ("sides", [AXIS, ALLIED]), (FIRST_SECOND, None)],
)
def test_a_loop_goes_through_its_sides_in_their_order(each, order, first, stub):
    board = Grounded({})
    stub(board.rules, first=lambda _state, turn: first if turn == 7 else 9)
    turns = board.play.sequence.steps["turn"]
    assert turns._order(board.state, each, 7) == (order or [first, 1 - first])


@pytest.mark.parametrize(
    ("each", "side"), [("allied", ALLIED), ("axis", AXIS), (FIRST_SECOND, ALLIED), (CUP, -1), (None, -1)]
)
def test_a_turn_opens_with_the_side_of_its_first_loop(each, side, stub):
    board = Grounded({})
    stub(board.rules, first=lambda _state, turn: ALLIED if turn == 7 else AXIS)
    turns = board.play.sequence.steps["turn"]
    node = EachNode.model_validate({"each": each, "do": ["supply"]}) if each else turns.tree.turns[0]
    stub(turns, tree=SimpleNamespace(turns=[node]))
    assert turns._opens(board.state, 7) == side


@pytest.mark.parametrize(("number", "follows"), [(None, []), (3, ["ends", "follows"]), (99, ["ends"])])
def test_a_turn_ends_the_one_before_and_follows_it_but_the_first_and_after_the_last(number, follows, stub):
    board, told = Grounded({}), []
    stub(
        board.rules, turn_ends=lambda *_asked: told.append("ends"), turn_follows=lambda *_asked: told.append("follows")
    )
    turns, book = board.play.sequence.steps["turn"], Book(board.state)
    frames = turns.done(board.state, Frame("turn", {} if number is None else {"number": number}), (), book)
    assert told == follows
    assert len(frames) == (0 if number == 99 else 2)


@pytest.mark.parametrize("has", [YES, NO])
def test_whose_turn_it_is_is_noted_where_the_clock_has_a_side(has, stub):
    board, noted = Grounded({}), []
    turns = board.play.sequence.steps["turn"]
    clock = SimpleNamespace(turn=[0], columns=("turn", "side") if has else ("turn",))
    book = SimpleNamespace(note=lambda *words: noted.append(words), event=lambda *_words: None)
    stub(turns, _opens=lambda _state, number: 10 + number)
    turns.done(SimpleNamespace(clock=clock), Frame("turn"), (), book)
    assert noted == [("clock.turn", 0), *[("clock.side", 10)] * has]


@pytest.mark.parametrize("sandstorm", [0, 1])
@pytest.mark.parametrize("printed", [YES, NO])
@pytest.mark.parametrize("changes", [YES, NO])
def test_the_kinds_of_a_turn_are_that_of_the_track_and_those_that_dice_have_brought(
    sandstorm, printed, changes, rekey, stub
):
    """Of a turn in the night; what a kind changes it may leave to others."""
    board = Grounded({}, turn=3, sandstorm=sandstorm)
    weather = board.modules["weather"]
    stub(weather, _of={}, printed=weather.printed if printed else [])
    kinds = {kind: what for kind, what in weather.given.kinds.items() if changes or kind != "sandstorm"}
    rekey(weather, kinds=kinds)
    found = [*["night"] * printed, *["sandstorm"] * sandstorm]
    assert weather._kinds(board.now) == (found, [kinds[kind] for kind in found if kind in kinds])
    stub(weather, printed=["morning"])
    assert weather._kinds(board.now)[0] == found, "the same in a turn, whatever is asked"


# -- zones ---------------------------------------------------------------------------------------------


def test_only_units_with_a_zone_have_one(stub):
    board = Grounded({FOE: "2040", OTHER: "2045"})
    zones = board.modules["zones"]
    stub(zones, exerts=lambda _now, unit: unit == board.index[OTHER])
    at = board.state.units.place[board.index[OTHER]]
    assert {*zones._hexes(board.now, ALLIED)} == {*board.rules.adjacent[at]}


def test_a_zone_does_not_reach_past_a_work_that_shuts_it_out(stub):
    board = Grounded({FOE: "2040"})
    zones, (hex_, wall) = board.modules["zones"], board.hexes("2040", "2041")
    step = 6 * hex_ + board.rules.direction(hex_, wall)
    stub(zones, works=SimpleNamespace(shuts_out_zones=lambda _now, asked: asked == step))
    assert {*zones.around_now(board.now, hex_)} == {*board.rules.adjacent[hex_]} - {wall}
    assert wall in zones.around_now(board.now, board.hex("2042"))


# -- stacking ------------------------------------------------------------------------------------------


def test_who_suffers_in_a_full_hex_counts_there_and_nobody_does_where_none_is_full(stub):
    names = ["A/2/15", "B/2/15", "C/2/15", "D/2/15", OTHER]
    board = Grounded({**dict.fromkeys(names, "2040"), FOE: CORNER})
    step, frame = board.play.sequence.steps["crowding"], Frame("crowding", {"side": ALLIED})
    assert {choice.token for choice in step.choices(board.state, frame, ())} == {*board.ids(*names)}
    counts = [unit != board.index[OTHER] for unit in range(len(board.index))]
    stub(board.modules["stacking"], counts=counts)
    stub(board.rules, excess=lambda _state, hex_: hex_ == board.hex("2040"))
    assert {choice.token for choice in step.choices(board.state, frame, ())} == {*board.ids(*names[:4])}
    stub(board.rules, excess=lambda _state, hex_: 0)
    assert list(step.choices(board.state, frame, ())) == []
    stub(board.rules, excess=lambda _state, hex_: hex_ == board.hex(CORNER))
    assert [choice.token for choice in step.choices(board.state, frame, ())] == board.ids(FOE)


@pytest.mark.parametrize(("beside", "room"), [(0, YES), (2, YES), (3, NO)])
def test_who_is_in_a_hex_already_takes_no_room_twice(beside, room):
    """Four in all, two of whom stay where they are."""
    there = ["A/2/15", "B/2/15", "C/2/15"][:beside]
    board = Grounded(dict.fromkeys([FOE, OTHER, *there], "2040"))
    stacking = board.modules["stacking"]
    assert stacking.has_room(board.now, board.hex("2040"), board.ids(FOE, OTHER)) == room
    assert stacking.has_room(board.now, board.hex("2041"), board.ids(FOE, OTHER))


@pytest.mark.parametrize(("halves", "weight"), [(YES, 3), (NO, 4)])
def test_units_count_that_the_key_names_and_turned_over_half_where_it_says_so(halves, weight, stub):
    """In halves of a unit."""
    board = Grounded({FOE: "2040", OTHER: {"at": "2040", "depleted": 1}, FOE_HQ: {"at": "2040", "depleted": 1}})
    stub(
        board.modules["stacking"],
        halves=halves,
        counts=[unit != board.index[FOE_HQ] for unit in range(len(board.index))],
    )
    assert board.modules["stacking"].weight(board.now, board.ids(FOE, OTHER, FOE_HQ)) == weight


# -- set-ups -------------------------------------------------------------------------------------------


class SetUp(Grounded):
    """Some units that wait to be set up."""

    def __init__(self, units, *waiting):
        super().__init__(units)
        for name in waiting:
            self.state.units.place[self.index[name]] = TO_SET_UP
        self.state.revisions = [each + 1 for each in self.state.revisions]
        self.now, self.setting_up = self.rules.at(self.state), self.play.sequence.steps["set-up"]


@pytest.mark.parametrize(
    ("waiting", "shut", "unit"),
    [
        ((OTHER, "C/2/13"), (), OTHER),
        ((OTHER, "C/2/13"), (OTHER,), "C/2/13"),
        ((OTHER,), (OTHER,), None),
        ((), (), None),
    ],
)
def test_the_next_is_set_up_that_waits_for_it_and_has_a_hex_open(waiting, shut, unit, monkeypatch):
    board = SetUp({FOE: "4413"}, *waiting)
    closed = board.ids(*shut)
    monkeypatch.setattr(
        "scenario_forge.wargame.modules.set_up.open_to", lambda _now, asked: [] if asked in closed else [7]
    )
    assert board.setting_up.waiting(board.state) == (-1 if unit is None else board.index[unit])


def test_nobody_is_set_up_in_a_hex_with_enemies_or_one_that_is_closed_or_full():
    board = SetUp(
        {PANZER: "4412", FOE: "4413", **dict.fromkeys(["A/2/15", "B/2/15", "C/2/15", "D/2/15"], "4313")}, OTHER
    )
    hexes = open_to(board.now, board.index[OTHER])
    assert board.hex("4413") in hexes
    assert not {*hexes} & {*board.hexes("4412", "4313")}
    assert not {*hexes} & board.rules.closed


# -- clearing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "may"), [("2040", YES), (CORNER, YES), ("off", NO), ("out", NO)])
def test_an_engineer_clears_on_the_map(at, may):
    board = Grounded({} if at == "out" else {PIONEER: at})
    assert board.modules["clearing"].may_clear(board.now, board.index[PIONEER]) == may


@pytest.mark.parametrize(("thrown", "cleared"), [(2, 0), (3, 1), (6, 1)])
def test_a_ditch_stands_until_it_is_cleared_from_either_side(thrown, cleared):
    board = Grounded({PIONEER: "1630"})
    clearing, (at, hex_) = board.modules["clearing"], board.hexes("1630", "1629")
    step = 6 * at + board.rules.direction(at, hex_)
    steps = [step, clearing.across(step)]
    assert [clearing.stands(board.now, each) for each in steps] == [True, True]
    assert not clearing.stands(board.now, 0)
    book = Book(board.state)
    clear(board.rules, board.state, Frame("clear", {"unit": board.index[PIONEER], "hex": hex_, "thrown": thrown}), book)
    rows = book.column("hexsides.cleared")
    assert (rows[clearing.rows_of[step]], sum(rows)) == (cleared, cleared)
    board.state.hexsides.cleared[clearing.rows_of[step]] = cleared
    assert [clearing.stands(board.now, each) for each in steps] == [not cleared] * 2


# -- hidden units --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("never", "seen", "fights", "covered"),
    [(NO, NO, NO, YES), (NO, YES, NO, NO), (YES, YES, NO, YES), (YES, NO, YES, NO), (NO, NO, YES, NO)],
)
def test_a_stack_is_covered_that_nobody_sees_or_that_is_in_a_bunker_until_it_fights(never, seen, fights, covered, stub):
    board = Hidden({FOE: "2040", PANZER: "2044"})
    hidden, hex_ = board.modules["hidden"], board.hex("2040")
    stub(hidden, never={hex_} if never else set(), fighting=lambda _now: {*board.ids(FOE)} if fights else set())
    stub(board.modules["sight"], observed=lambda _now, side, asked: seen and (side, asked) == (AXIS, hex_))
    assert hidden.covered(board.now, AXIS) == [hex_] * covered


@pytest.mark.parametrize(
    ("step", "data", "fights"),
    [
        ("battle", {"attackers": (PANZER, TANKS), "guns": (), "support": (), "hex": "2040"}, (PANZER, FOE)),
        ("shot", {"firer": PANZER, "target": OTHER}, (PANZER, OTHER)),
        ("retreat", {"units": (FOE, TANKS)}, (FOE,)),
        ("movement", {"units": (FOE, TANKS)}, ()),
    ],
)
def test_those_fight_who_attack_are_attacked_fire_or_suffer_on_the_map(step, data, fights):
    """One in the corner of the map, one lost."""
    board = Hidden({FOE: "2040", PANZER: CORNER, OTHER: "2042"})
    read = {
        key: [*board.ids(*value)] if isinstance(value, tuple) else board.action(value)[0] for key, value in data.items()
    }
    board.state.stack = (Frame(step, read),)
    assert board.modules["hidden"].fighting(board.now) == {*board.ids(*fights)}


# -- victory -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "depleted", "lost"), [("out", 0, 6), ("2040", 1, 3), ("2040", 0, 0), (CORNER, 0, 0)])
def test_a_side_has_lost_what_is_out_for_good_and_half_of_what_is_turned_over(at, depleted, lost):
    board = Grounded({})
    board.state = board.play.begin()
    victory = board.rules.victory
    board.state.units.place[board.index[PANZER]] = -1 if at == "out" else board.hex(at)
    board.state.units.flipped[board.index[PANZER]] = depleted
    assert victory.lost(board.rules.at(board.state), AXIS) == lost
    assert victory.lost(board.rules.at(board.state), ALLIED) == 0
