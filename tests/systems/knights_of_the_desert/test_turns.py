"""How a turn goes on from phase to phase, and the small things that a phase writes down."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.events import Book
from scenario_forge.wargame.sequence import EACH, TURN

from .board import ALLIED, AXIS, Board

AGHEILA, ALEXANDRIA, BARDIA, BESIDE, TOBRUK = "0204", "3408", "2010", "2009", "1711"
ALONE = frozenset({"solitaire"})


def begun(board, number):
    """A game turn that begins: its book, and the frames that follow."""
    book = Book(board.state)
    frames = board.play.sequence.steps[TURN].done(board.state, Frame(TURN, {"number": number}), (), book)
    return book, list(frames)


# -- the sequence of play --------------------------------------------------------------------------


@pytest.mark.clause("III.0", "III.1.A", game="knights-of-the-desert")
def test_a_game_turn_is_counted_and_begins_with_nobodys_segment():
    """Turns of a scenario are told from 1 on, by the clause of the sequence; the next one waits behind it."""
    board = Board(scenario="tobruk-42")
    first = board.compiled.turns.span[0]
    board.state.clock.side[0] = ALLIED
    book, frames = begun(board, first + 1)
    (event,) = book.events
    assert (event.clause, event.subjects) == ("III.1.A", (2,))
    assert (book.get("clock.turn", 0), book.get("clock.side", 0)) == (first + 1, -1)
    assert [(frame.step, frame.data.get("number")) for frame in frames] == [(TURN, first + 2), (EACH, None)]


@pytest.mark.clause("III.0", "III.1.A", game="knights-of-the-desert")
def test_no_turn_comes_after_the_last():
    board = Board(scenario="tobruk-42")
    assert begun(board, board.compiled.turns.span[1] + 1)[1] == []


@pytest.mark.clause("III.1.A", "III.1.B.1", "III.1.C.1", game="knights-of-the-desert")
@pytest.mark.parametrize(("said", "sides"), [("first", [AXIS, ALLIED]), ("second", [ALLIED, AXIS])])
def test_the_segment_of_the_first_player_comes_first(said, sides):
    """March 1941: the Axis has the initiative and says whether it is first."""
    board = Board({8: {"at": AGHEILA}, 36: {"at": ALEXANDRIA}}, step="initiative")
    board.act(said)
    found = []
    while not board.playout.over and len(found) < 40:
        frame = board.playout.frame
        if frame.step == "operations" and frame.data["phasing"] not in found:
            found.append(frame.data["phasing"])
        board.act("end")
    assert found == sides


@pytest.mark.clause("III.1.A", game="knights-of-the-desert")
@pytest.mark.parametrize(("order", "sides"), [("[axis, allied]", [AXIS, ALLIED]), ("sides", [AXIS, ALLIED])])
def test_both_sides_see_to_their_logistics_the_axis_first(order, sides):
    loop = "{each: [axis, allied], do: [logistics]}"
    board = Board(step=None, changed=((loop, loop.replace("[axis, allied]", order)),), dice=[])
    steps = board.play.sequence.steps[EACH]
    path = next(n for n, node in enumerate(board.play.tree.turns) if getattr(node, "do", None))
    frames = steps.done(board.state, Frame(EACH, {"at": ["turns", path]}), (), Book(board.state))
    assert [frame.data["side"] for frame in reversed(list(frames))] == sides


@pytest.mark.clause("III.1.A", "III.1.B.1", game="knights-of-the-desert")
@pytest.mark.parametrize(("turn", "now", "comes"), [(1, 0, True), (2, 0, False), (2, 1, True), (1, 1, False)])
def test_a_step_of_one_turn_comes_in_that_turn_only(turn, now, comes):
    board = Board(step=None, scenario="tobruk-42", changed=(("- raid  ", f"- {{step: raid, turn: {turn}}}  "),))
    board.state.clock.turn[0] = board.compiled.turns.span[0] + now
    frames = board.play.sequence.steps[EACH].done(board.state, Frame(EACH, {"at": ["turns"]}), (), Book(board.state))
    assert ("raid" in [frame.step for frame in frames]) == comes


@pytest.mark.clause("III.1.A", "III.1.B.1", game="knights-of-the-desert")
@pytest.mark.parametrize(("side", "number"), [("axis", AXIS), ("allied", ALLIED)])
def test_a_step_of_one_side_is_that_sides(side, number):
    board = Board(step=None, changed=(("- raid  ", f"- {{step: raid, side: {side}}}  "),))
    frames = board.play.sequence.steps[EACH].done(board.state, Frame(EACH, {"at": ["turns"]}), (), Book(board.state))
    assert next(frame for frame in frames if frame.step == "raid").data["side"] == number


# -- what the phases write down --------------------------------------------------------------------


@pytest.mark.clause("IV.A.1.i3", "III.2.E.1b", game="knights-of-the-desert")
@pytest.mark.parametrize(("data", "sides"), [({}, (AXIS, ALLIED)), ({"phasing": ALLIED}, (ALLIED,))])
def test_operation_points_are_told_to_those_who_get_them(data, sides):
    board = Board({8: {"at": AGHEILA, "points": 0}, 36: {"at": ALEXANDRIA, "points": 0}}, step="allotment", **data)
    board.playout.advance()
    assert board.events("allotment")[0].subjects == sides
    assert [board.unit(no, "points") > 0 for no in (8, 36)] == [side in sides for side in (AXIS, ALLIED)]


@pytest.mark.clause("IV.D.1.c5", game="knights-of-the-desert")
def test_air_points_of_both_sides_are_ready_again():
    board = Board(step="air-power", phasing=ALLIED)
    board.state.sides.flown[AXIS], board.state.sides.flown[ALLIED] = 3, 4
    board.playout.advance()
    assert (list(board.state.sides.flown), board.state.clock.side[0]) == ([0, 0], ALLIED)


@pytest.mark.clause("III.2.C.3", "IV.C.3.f2", game="knights-of-the-desert")
def test_replacements_in_tobruk_come_by_sea():
    """Who gets any there is ready, and nobody else goes by sea in this turn."""
    board = Board(
        {36: {"at": TOBRUK, "strength": 100, "ready": 0}}, step="logistics", side=ALLIED, scenario="tobruk-42"
    )
    board.state.clock.turn[0] = board.compiled.turns.span[0] + 1
    board.state.nations.replacements[board.compiled.keys["nationalities"].index("british")] = 90
    board.act(36, "9")
    assert (board.unit(36, "strength"), board.unit(36, "ready"), board.state.clock.sailed[0]) == (190, 1, 1)


@pytest.mark.clause("V.7", game="knights-of-the-desert")
@pytest.mark.parametrize(
    ("options", "before", "asked"),
    [
        pytest.param(ALONE, 0, 1, id="alone"),
        pytest.param(ALONE, 5, 0, id="drawn already"),
        pytest.param(None, 0, 0, id="two players"),
    ],
)
def test_how_strengths_seem_is_drawn_once_a_game_and_in_solitaire_play_only(options, before, asked):
    board = Board(step="guess", options=options, dice=[7] * asked)
    board.state.clock.guess[0] = before
    board.playout.advance()
    assert [chance.purpose for chance in board.playout.source.asked] == ["guess"] * asked
    assert board.state.clock.guess[0] == (7 if asked else before)
    assert board.playout.over


@pytest.mark.clause("II.12", game="knights-of-the-desert")
@pytest.mark.parametrize(("rating", "drawn", "turns"), [(6, 1, 1), (6, 0, 0), (9, 3, 3), (4, 1, -1), (1, 2, -2)])
def test_units_come_as_many_turns_late_or_early_as_is_drawn(rating, drawn, turns):
    ratings = "axis: {combat: 3, replacements: 3, supply: 3, air: 3, reinforcements: 5}"
    board = Board(
        step="delays",
        dice=[drawn],
        changed=((ratings, ratings.replace("reinforcements: 5", f"reinforcements: {rating}")),),
    )
    unit, first = board.index[18], board.compiled.turns.span[0]
    board.state.units.place[unit], board.state.units.due[unit] = -2, first + 5
    board.playout.advance()
    assert board.unit(18, "due") == first + 5 + turns


# -- moving ----------------------------------------------------------------------------------------


@pytest.mark.clause("III.2.E.1a", "IV.C.3.f1", "VII.6", game="knights-of-the-desert")
def test_a_unit_that_has_gone_by_sea_is_told_by_name_and_nobody_follows():
    board = Board({36: {"at": ALEXANDRIA}, 37: {"at": TOBRUK}, 8: {"at": AGHEILA}}, side=ALLIED)
    board.act(36, "sail")
    (event,) = board.events("sails")
    assert event.subjects == (board.index[36], board.hex(TOBRUK))
    assert board.state.clock.sailed[0] == 1


@pytest.mark.clause("III.2.E.1a", "IV.C.3.e", game="knights-of-the-desert")
@pytest.mark.parametrize(("mover", "enemy", "side"), [(8, 36, AXIS), (36, 8, ALLIED)])
def test_nobody_walks_into_a_hex_of_the_enemy(mover, enemy, side):
    """To enter it is to attack it."""
    board = Board({mover: {"at": BESIDE}, enemy: {"at": BARDIA}}, side=side)
    board.playout.advance()
    frame, unit = board.playout.frame, board.index[mover]
    now = board.rules.before_deeds(board.state, frame, unit)
    assert board.rules.after_entering(board.state, frame, unit, now, board.hex(BARDIA)) is None
    assert BARDIA not in board.offered(mover)
    assert BESIDE in board.offered("attack")


@pytest.mark.clause("IV.A.1.j5", "IV.C.3.g", "III.2.E.1a", game="knights-of-the-desert")
def test_a_unit_that_reacts_next_to_an_enemy_leaves_its_fortification_and_stops():
    board = Board({8: {"at": "1908", "fort": 3}, 36: {"at": BARDIA}}, step="limited-reaction")
    board.playout.advance()
    frame, unit = board.playout.frame, board.index[8]
    now = board.rules.before_deeds(board.state, frame, unit)
    after = board.rules.after_entering(board.state, frame, unit, now, board.hex(BESIDE))
    assert (after.place, after.fort, after.stops) == (board.hex(BESIDE), 0, True)
    ordinary = board.rules.after_entering(board.state, Frame("operations", frame.data), unit, now, board.hex(BESIDE))
    assert (ordinary.fort, ordinary.stops) == (0, False)


@pytest.mark.clause("III.2.E.1a", "IV.C.2.c", game="knights-of-the-desert")
def test_a_unit_that_is_gone_marches_no_farther():
    """A reaction has eliminated it on its way."""
    board = Board({8: {"at": BESIDE}, 36: {"at": ALEXANDRIA}})
    unit = board.index[8]
    board.state.units.place[unit] = -1
    board.state.stack = (Frame("march", {"unit": unit, "deeds": [board.hex("1908")], "step": "operations"}),)
    board.playout.advance()
    assert (board.where(8), board.events("enters")) == (-1, [])


@pytest.mark.clause("III.2.E.10.d", "III.2.E.11", "III.2.E.1a", game="knights-of-the-desert")
def test_a_march_is_all_that_was_said_and_no_more():
    board = Board({8: {"at": "1908", "points": 36}, 36: {"at": ALEXANDRIA}})
    board.act(8, "1808", "1708")
    assert [event.subjects[1] for event in board.events("enters")] == [board.hex("1808"), board.hex("1708")]


@pytest.mark.clause("III.2.E.10", "III.2.I.5a", game="knights-of-the-desert")
def test_nobody_reacts_to_who_has_taken_a_home_base():
    board = Board({8: {"at": ALEXANDRIA, "points": 36}, 36: {"at": "3407"}})
    unit = board.index[8]
    board.state.clock.taken[0] = AXIS + 1
    event = type("Entered", (), {"name": "enters", "subjects": (unit, board.hex(ALEXANDRIA))})()
    interrupts = type(board.play).interrupts
    assert interrupts(board.rules, board.state, event) is None
    board.state.clock.taken[0] = 0
    assert interrupts(board.rules, board.state, event).step == "trigger"


# -- how an attack is put together -----------------------------------------------------------------


@pytest.mark.clause(
    "III.2.E.1a", "III.2.E.12", "III.2.E.12.a", "III.2.E.12.d", "IV.D.1.b", game="knights-of-the-desert"
)
def test_an_attack_is_asked_for_piece_by_piece():
    """From where, at what, at whom, by whom; then intensity, risk and air points."""
    board = Board({8: {"at": BESIDE, "points": 36}, 36: {"at": BARDIA}, 37: {"at": ALEXANDRIA}})
    board.state.sides.air[AXIS] = 2
    said = ["attack"]
    assert "attack" in board.offered()
    for word, options in (
        (BESIDE, [BESIDE]),
        (BARDIA, [BARDIA]),
        (36, [36]),
        ("by", ["by"]),
        (8, [8]),
        ("with", ["with"]),
        ("3", list(range(1, 10))),
        ("1", list(range(1, 10))),
        ("2", [0, 1, 2]),
    ):
        assert board.offered(*said) == options
        said.append(word)
    assert board.offered(*said) == []
    assert board.offered("end") == []
