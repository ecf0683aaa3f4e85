"""Where units retreat: each condition of the module of retreat, also of keys that this game has not set."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.modules.retreat import NO_WAYS, Ways, distance, joined

from .position import ALLIED, AXIS, HQ, PANZER, Board

pytestmark = pytest.mark.rule("retreat")

FOE, OTHER, OTHER_HQ = "A/2/13", "B/2/13", "HQ 2/13"
"""The headquarters is the first of all units."""
CORNER = "0101"


class Retreat(Board):
    """A position with the module of retreat, in which some units retreat."""

    def __init__(self, units, *names, hexes=2, side=ALLIED, **data):
        super().__init__(units)
        self.retreat, self.now = self.rules.modules["retreat"], self.rules.at(self.state)
        self.frame = Frame(
            "retreat", {"side": side, "units": [self.index[name] for name in names], "hexes": hexes, **data}
        )
        self.retreating = self.play.sequence.steps["retreat"]

    def names(self, hexes):
        return {self.compiled.names["hexes"][hex_] for hex_ in hexes}

    def onward(self, name, at, gone, goal):
        return self.names(self.retreat._onward(self.now, self.index[name], self.hex(at), gone, goal))

    def beside(self, at):
        return self.names(self.rules.adjacent[self.hex(at)])

    def away(self, one, other):
        return self.rules.distance(self.hex(one), self.hex(other))

    def done(self, *action):
        book = Book(self.state)
        return list(self.retreating.done(self.state, self.frame, self.action(*action), book)), book


# -- which way ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", ["2034", CORNER])
def test_each_hex_is_nearer_to_the_goal_wherever_on_the_map_that_is(goal):
    board = Retreat({FOE: "2040"})
    nearer = {to for to in board.beside("2040") if board.away(to, goal) < board.away("2040", goal)}
    assert board.onward(FOE, "2040", 0, board.hex(goal)) == nearer


def test_without_a_goal_each_way_is_open_that_does_not_lead_back(rekey):
    board = Retreat({FOE: "2040"})
    assert board.onward(FOE, "2040", 0, -1) == board.beside("2040")
    assert board.onward(FOE, "2041", 1, -1) == board.beside("2041") - {"2040"}
    rekey(board.retreat, towards="away")
    for at, gone in (("2040", 0), ("2041", 1), ("2042", 2)):
        farther = {to for to in board.beside(at) if board.away("2040", to) == gone + 1}
        assert board.onward(FOE, at, gone, -1) == farther


def test_a_retreat_leads_only_into_hexes_that_are_open(stub):
    board = Retreat({FOE: "2040"})
    stub(board.retreat, open_to=lambda _now, _unit, _at, to: to == board.hex("2041"))
    assert board.onward(FOE, "2040", 0, -1) == {"2041"}


@pytest.mark.parametrize(
    ("into", "foe", "zones", "may"),
    [
        ("never", "2042", True, False),
        ("free", "2042", True, True),
        ("never", "2030", True, True),
        ("never", "2042", False, True),
        ("free", "2041", True, False),
    ],
)
def test_zones_keep_a_retreat_out_where_they_are_and_count(into, foe, zones, may, rekey, stub):
    board = Retreat({FOE: "2040", PANZER: foe})
    rekey(board.retreat, into_zones=into)
    if not zones:
        stub(board.retreat, zones=None)
    assert board.retreat.open_to(board.now, board.index[FOE], board.hex("2040"), board.hex("2041")) == may


@pytest.mark.parametrize(
    ("towards", "activates", "goals"),
    [("own_headquarters", True, 1), ("own_headquarters", False, 0), ("away", True, 0)],
)
def test_nobody_makes_for_a_headquarters_where_retreats_lead_away_or_none_activates(
    towards, activates, goals, rekey, stub
):
    board = Retreat({FOE: "2040", OTHER_HQ: "2044"})
    rekey(board.retreat, towards=towards)
    if not activates:
        stub(board.retreat, activation=None)
    assert board.retreat.goals(board.now, board.index[FOE]) == [[board.index[OTHER_HQ]]] * goals


def test_a_unit_without_a_headquarters_may_end_anywhere_that_far_away():
    board = Retreat({FOE: "2040"})
    ends = board.retreat.ways(board.now, board.index[FOE], 1).ends
    assert board.names(ends) == board.beside("2040")


@pytest.mark.parametrize(("displaces", "may"), [(False, False), (True, True)])
def test_a_retreat_ends_in_a_full_hex_only_where_units_there_are_displaced(displaces, may, rekey, stub):
    board = Retreat({FOE: "2040"})
    rekey(board.retreat, displaces=displaces)
    stub(board.retreat, may_end=lambda _now, _unit, _hex, moved: moved is not None)
    found = board.retreat.ways(board.now, board.index[FOE], 1)
    assert bool(found.ends) == may
    assert (found == NO_WAYS) == (not may)


@pytest.mark.parametrize(
    ("moved", "count", "may"),
    [(None, 3, True), (None, 4, False), ((), 4, True), ((0, 1, 2), 4, True), ((0, 1, 2, 3), 4, False)],
)
def test_there_is_room_beside_those_that_are_not_displaced(moved, count, may):
    """Four in a hex: of those there, the ones that have retreated themselves stay."""
    names = ["A/2/15", "B/2/15", "C/2/15", "D/2/15"]
    board = Retreat({FOE: "2040", **dict.fromkeys(names[:count], "2041")})
    stay = None if moved is None else [board.index[names[number]] for number in moved]
    assert board.retreat.may_end(board.now, board.index[FOE], board.hex("2041"), stay) == may


def test_without_stacking_a_retreat_ends_where_there_is_room(stub):
    board = Retreat({FOE: "2040"})
    stub(board.rules, stacking=None)
    assert board.retreat.may_end(board.now, board.index[FOE], board.hex("2041"), ())


def test_ways_to_several_goals_are_one_choice_and_the_first_to_an_end_counts():
    found = joined([Ways({1: (5, 1)}, [{(0, 0): [5]}]), Ways({1: (6, 1), 2: (6, 2)}, [{(0, 0): [6]}])])
    assert found == Ways({1: (5, 1), 2: (6, 2)}, [{(0, 0): [5]}, {(0, 0): [6]}])


# -- who goes along ----------------------------------------------------------------------------------


def test_units_of_the_key_go_along_that_need_not_retreat_themselves():
    board = Retreat({HQ: "2040", "HQ 2MG": "2040", PANZER: "2040"})
    data = {"hex": board.hex("2040"), "way": [board.hex("2039")], "units": [board.index["HQ 2MG"]]}
    assert board.retreat.accompanying(board.now, data) == [board.index[HQ]]


def test_a_retreat_is_told_with_its_last_hex():
    board = Retreat({FOE: "2040"})
    book, way = Book(board.state), [board.hex("2041"), board.hex("2042")]
    board.retreat.go(book, board.index[FOE], way, "the clause")
    assert [(event.name, event.clause, event.subjects) for event in book.events] == [
        ("retreats", "the clause", (board.index[FOE], way[-1]))
    ]
    assert book.get("place", board.index[FOE]) == way[-1]


# -- one unit after another --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "towards", "hq", "decider"),
    [
        ("owner", "own_headquarters", True, ALLIED),
        ("owner", "own_headquarters", False, AXIS),
        ("owner", "away", False, ALLIED),
        ("enemy", "own_headquarters", True, AXIS),
    ],
)
def test_the_owner_retreats_a_unit_or_the_enemy_as_the_key_says_and_who_has_no_headquarters(
    by, towards, hq, decider, rekey
):
    board = Retreat({FOE: "2040", **({OTHER_HQ: "2046"} if hq else {})}, FOE)
    rekey(board.retreat, by=by, towards=towards)
    assert board.retreating.who(board.state, board.frame) == decider


def test_nobody_decides_for_a_unit_that_cannot_retreat_and_none_is_left_out(stub):
    """The headquarters 2/13 is unit 0."""
    board = Retreat({OTHER_HQ: "2040", "HQ 2/15": "2046"}, OTHER_HQ)
    assert board.index[OTHER_HQ] == 0
    assert board.retreating.who(board.state, board.frame) == ALLIED
    stub(board.retreat, ways=lambda *_asked: NO_WAYS)
    assert board.retreating.who(board.state, board.frame) == NOBODY
    gone = Retreat({}, OTHER_HQ)
    assert gone.retreating.who(gone.state, gone.frame) == NOBODY
    assert gone.done()[0] == []


def test_who_has_retreated_is_not_asked_again_and_others_may_go_along_its_way():
    board = Retreat({OTHER_HQ: "2040", "HQ 2/15": "2046", FOE: "2040"}, OTHER_HQ, FOE)
    (rest, along), book = board.done(OTHER_HQ, "2041", "2042")
    way = [board.hex("2041"), board.hex("2042")]
    assert rest.data["units"] == [board.index[FOE]]
    assert (along.data["units"], along.data["hex"], along.data["way"]) == ([board.index[FOE]], board.hex("2040"), way)
    assert [board.hex("2041"), board.hex("2042")] == [
        change.new for event in book.events for change in event.changes if change.new in way
    ]


@pytest.mark.parametrize(
    ("blocked", "data", "gone"), [("eliminate", {}, True), ("stand", {}, False), ("stand", {"displaced": True}, True)]
)
def test_who_cannot_retreat_is_eliminated_or_stands_but_never_where_it_is_displaced(blocked, data, gone, rekey):
    board = Retreat({OTHER_HQ: "2040", FOE: "2040"}, OTHER_HQ, FOE, **data)
    rekey(board.retreat, blocked=blocked)
    (rest,), book = board.done()
    assert rest.data["units"] == [board.index[FOE]]
    assert [event.subjects for event in book.events if event.name == "eliminated"] == [(board.index[OTHER_HQ],)] * gone


@pytest.mark.parametrize("displaces", [False, True])
def test_a_retreat_may_fill_a_hex_where_units_are_displaced(displaces, rekey):
    board = Retreat({FOE: "2040", OTHER_HQ: "2046", OTHER: "2040"}, FOE, OTHER, hexes=1, moved=[7])
    rekey(board.retreat, displaces=displaces)
    frames, _book = board.done(FOE, "2041")
    asked = [frame.data for frame in frames if frame.step == "displaced"]
    moved = [7, board.index[FOE]]
    assert asked == [{"side": ALLIED, "hex": board.hex("2041"), "moved": moved}] * displaces
    assert frames[0].data["moved"] == (moved if displaces else [7])


def test_a_die_may_say_how_far_units_retreat():
    board = Retreat({FOE: "2040"})
    book, data = Book(board.state), {"side": ALLIED, "units": [board.index[FOE]], "dice": "1d6"}
    assert list(distance(board.rules, board.state, Frame("distance", data), book)) == []
    assert book.events == []
    (frame,) = distance(board.rules, board.state, Frame("distance", {**data, "thrown": 3}), book)
    assert (frame.step, frame.data) == ("retreat", {"side": ALLIED, "units": data["units"], "hexes": 3})
    assert [event.subjects for event in book.events] == [(ALLIED, 3)]
