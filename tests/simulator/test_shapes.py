"""The shapes of play that the four games need, each in a toy, and what holds for all of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenario_forge.simulator.playout import EndlessPlayError, Playout, SequenceOfPlay, whole_actions
from scenario_forge.simulator.state import Frame, State, StateTable
from scenario_forge.simulator.step import (
    CHANCE,
    Chance,
    Choice,
    IllegalActionError,
    Keyed,
    Next,
    Outcome,
    Scripted,
    Step,
    Thrown,
    number,
)

from . import toys

SHAPES = {
    "move": (toys.MOVES, toys.field),
    "cup": (toys.CUP, toys.cup),
    "losses": (toys.LOSSES, toys.field),
}
MOVE = toys.Move()


def picking(seed):
    """A player who takes the n-th of all whole actions, n from the seed."""

    def choose(playout, side):
        actions = list(whole_actions(playout))
        return actions[number(f"{seed}|{len(playout.log)}", len(actions))]

    return choose


def test_fire_stops_a_mover_and_the_rest_of_its_way_is_not_walked():
    playout = Playout(toys.MOVES, toys.field(), Scripted([6]))
    assert playout.advance() == toys.RED
    playout.act((0, 1, 2, 3))
    assert playout.advance() == toys.BLUE, "two hexes from 4 is hex 2"
    assert playout.state.units.place[0] == 2
    playout.act(("fire",))
    assert playout.advance() == toys.RED
    assert playout.state.units.place[0] == 2, "hit: the third hex is not entered"
    assert [event.name for event in playout.events] == ["enters", "enters", "hit"]


def test_a_miss_lets_the_move_go_on_and_the_next_hex_may_be_fired_at_again():
    playout = Playout(toys.MOVES, toys.field(), Scripted([1, 6]))
    playout.advance()
    playout.act((0, 1, 2, 3))
    for _ in range(2):
        assert playout.advance() == toys.BLUE
        playout.act(("fire",))
    playout.advance()
    assert [event.name for event in playout.events] == ["enters", "enters", "miss", "enters", "hit"]


def test_a_watch_sees_each_event_when_it_has_happened_and_before_anybody_reacts():
    seen = []

    def watch(state, event):
        seen.append((event.name, state.units.place[0], len(state.stack)))

    playout = Playout(toys.MOVES, toys.field(), Scripted([6]), watch)
    playout.advance()
    playout.act((0, 1, 2, 3))
    playout.advance()
    assert seen == [("enters", 1, 2), ("enters", 2, 2)]
    assert len(playout.state.stack) == 3, "the enemy may fire now"


def test_who_is_not_within_reach_is_not_asked():
    playout = Playout(toys.MOVES, toys.field(), Keyed(1))
    playout.advance()
    playout.act((0, 1))
    assert playout.advance() == toys.RED


def test_the_cup_holds_what_was_put_into_it_and_who_is_drawn_acts():
    playout = toys.play(toys.CUP, toys.cup(), Keyed(3), lambda playout, side: ("pass",))
    drawn = Counter(event.subjects[0] for event in playout.events if event.name == "drawn")
    assert drawn == {0: 2, 1: 1}
    assert [d.decider for d in playout.log if d.step == "budget"] == [
        e.subjects[0] for e in playout.events if e.name == "drawn"
    ]


@pytest.mark.parametrize(("die", "steps"), [(0, 2), (2, 4)])
def test_a_die_may_lengthen_the_budget_once(die, steps):
    playout = toys.play(toys.CUP, toys.cup(), Scripted([0, die, 0, die, 1, die]), lambda *_: ("step",))
    assert list(playout.state.units.spent) == [2 * steps, steps]


@pytest.mark.parametrize("action", [("strength", 3), ("retreat", 3), ("strength", 1, "retreat", 2)])
def test_the_owner_takes_the_loss_as_he_likes(action):
    playout = Playout(toys.LOSSES, toys.field(), Keyed(0))
    assert playout.advance() == toys.BLUE
    playout.act(action)
    lost = 3 - playout.state.units.strength[1]
    assert lost + playout.state.units.place[1] - 4 == 3


@pytest.mark.parametrize(
    ("action", "stage"), [(("strength", 4), 1), (("strength", 1, "retreat", 1), 3), (("strength",), 1), ((), 0)]
)
def test_an_action_that_is_not_allowed_says_how_far_it_was_right_and_changes_nothing(action, stage):
    playout = Playout(toys.LOSSES, toys.field(), Keyed(0))
    playout.advance()
    before = playout.state.hash
    with pytest.raises(IllegalActionError) as error:
        playout.act(action)
    assert (error.value.stage, error.value.clause) == (stage, "5.1")
    assert (playout.state.hash, playout.log, playout.events) == (before, [], [])


def test_a_sequence_that_goes_round_in_circles_is_told():
    class Circle(Step):
        id = "circle"

        def apply(self, state, frame, action):
            return Next((), (frame,))

    with pytest.raises(EndlessPlayError, match="circle"):
        Playout(SequenceOfPlay({"circle": Circle()}, Frame("circle")), toys.field(), Keyed(0)).advance()


# -- what holds for every game -------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_the_same_seed_and_players_give_the_same_game(shape, seed):
    sequence, state = SHAPES[shape]
    one, other = (toys.play(sequence, state(), Keyed(seed), picking(seed)) for _ in range(2))
    assert one.log == other.log
    assert one.state.hash == other.state.hash


@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_the_log_replays_to_the_same_state(shape, seed):
    sequence, state = SHAPES[shape]
    played = toys.play(sequence, state(), Keyed(seed), picking(seed))
    drawn = Scripted([d.action[0] for d in played.log if d.decider == CHANCE])
    actions = iter([d.action for d in played.log if d.decider != CHANCE])
    again = toys.play(sequence, state(), drawn, lambda *_: next(actions))
    assert again.log == played.log
    assert again.state == played.state


@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 10_000), data=st.data())
@settings(max_examples=40, deadline=None)
def test_undo_goes_back_through_every_state_of_a_decision(shape, seed, data):
    sequence, state = SHAPES[shape]
    playout, choose = Playout(sequence, state(), Keyed(seed)), picking(seed)
    seen = []
    while (side := playout.advance()) is not None:
        seen.append(playout.state.to_data())
        playout.act(choose(playout, side))
    for wanted in reversed(seen):
        assert playout.undo()
        assert playout.state.to_data() == wanted
    assert not playout.undo()
    assert (playout.log, playout.events) == ([], []) or all(d.decider == CHANCE for d in playout.log)


@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 10_000), cut=st.integers(0, 6))
@settings(max_examples=40, deadline=None)
def test_a_state_goes_to_json_and_back_in_the_middle_of_anything(shape, seed, cut):
    sequence, state = SHAPES[shape]
    playout, choose = Playout(sequence, state(), Keyed(seed)), picking(seed)
    for _ in range(cut):
        if (side := playout.advance()) is None:
            break
        playout.act(choose(playout, side))
    fresh = state()
    fresh.load(playout.state.to_data())
    twin = playout.state.copy()
    assert fresh == playout.state == twin
    assert fresh.hash == playout.state.hash == twin.hash
    ends = []
    for begun in (playout.state, fresh, twin):
        other = Playout(sequence, begun, Keyed(seed))
        while (side := other.advance()) is not None:
            other.act(next(iter(whole_actions(other))))
        ends.append(other.state.hash)
    assert len(set(ends)) == 1


def test_a_copy_shares_nothing_that_changes():
    state = toys.field()
    twin = state.copy()
    twin.apply((twin.units.change(0, "place", 7),))
    assert (state.units.place[0], twin.units.place[0]) == (0, 7)
    assert state != twin


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"tables": {}, "stack": [], "uses": {}},
        {"tables": {"units": {"side": [1], "place": [1], "strength": [1], "spent": [1]}}, "stack": [], "uses": {}},
        {"tables": {"units": {"side": "x", "place": [1], "strength": [1], "spent": [1]}}, "stack": [], "uses": {}},
    ],
)
def test_what_is_no_state_is_refused_and_nothing_is_taken_over(data):
    state = toys.field()
    before = state.hash
    with pytest.raises(ValueError, match="not a state of this game"):
        state.load(data)
    assert state.hash == before


def test_a_change_that_does_not_fit_is_refused_whole():
    state = toys.field()
    before = state.hash
    right, wrong = state.units.change(0, "place", 5), state.units.change(1, "place", 6)._replace(old=99)
    with pytest.raises(ValueError, match=r"units\[1\].place is 4, not 99"):
        state.apply((right, wrong))
    assert state.hash == before


def test_what_follows_from_a_table_is_made_anew_when_it_changes():
    state, made = toys.field(), []

    def occupied():
        return state.derived("occupied", (state.units,), lambda: made.append(1) or set(state.units.place))

    assert occupied() == occupied() == {0, 4, 9}
    state.apply((state.units.change(0, "place", 5),))
    assert occupied() == {5, 4, 9}
    assert len(made) == 2


# -- chance --------------------------------------------------------------------------------------

DIE = Chance("combat", [Outcome(n) for n in range(1, 7)], 3, (4, 5))


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), data=st.data())
def test_choices_that_are_remembered_are_those_listed_anew_on_the_way_and_back(shape, seed, data):
    sequence, make = SHAPES[shape]
    playout, choose = Playout(sequence, make(), Keyed(seed)), picking(seed)
    while (side := playout.advance()) is not None:
        for prefix in ((), *whole_actions(playout)):
            listed = playout.step.choices(playout.state, playout.frame, prefix)
            assert list(playout.choices(prefix)) == list(listed) == list(playout.choices(prefix))
        playout.act(choose(playout, side))
        if data.draw(st.booleans()):
            playout.undo()
            assert list(playout.choices()) == list(playout.step.choices(playout.state, playout.frame, ()))
            playout.act(choose(playout, side))


def test_choices_are_listed_once_until_something_happens(monkeypatch):
    asked = []
    plain = toys.Move.choices
    listed = lambda self, state, frame, prefix: asked.append(prefix) or plain(self, state, frame, prefix)  # noqa: E731
    monkeypatch.setattr(toys.Move, "choices", listed)
    playout = Playout(toys.MOVES, toys.field(), Keyed(1))
    playout.advance()
    for _ in range(3):
        playout.choices()
        playout.must_allow((0, 1))
    assert asked == [(), (0,)]
    copy = playout.state.copy()
    playout.act((0, 1))
    assert playout.advance() == toys.RED
    assert [choice.token for choice in playout.choices((0,))] == [2]
    assert [choice.token for choice in playout.step.offered(copy, copy.stack[-1], (0,))] == [1]


def test_a_step_that_adds_to_the_choices_of_another_does_not_hear_its_own():
    class Wider(toys.Move):
        def choices(self, state, frame, prefix):
            return [*MOVE.offered(state, frame, prefix), Choice("stay")]

    state, frame = toys.field(), Frame("move")
    wider, tokens = Wider(), lambda step: [choice.token for choice in step.offered(state, frame, ())]
    assert tokens(wider) == tokens(wider) == [*tokens(MOVE), "stay"]


def test_a_die_more_moves_no_other():
    """The answer depends on the question and how often it was asked, not on other questions."""
    keyed = Keyed(7)
    before = [keyed.draw(DIE, use) for use in range(20)]
    keyed.draw(DIE._replace(purpose="repair"), 0)
    assert [keyed.draw(DIE, use) for use in range(20)] == before


@pytest.mark.parametrize("changed", [{"purpose": "repair"}, {"turn": 4}, {"subjects": (4, 6)}])
def test_another_question_has_other_answers(changed):
    one, other = ([Keyed(7).draw(chance, use) for use in range(40)] for chance in (DIE, DIE._replace(**changed)))
    assert one != other


def test_weights_are_kept():
    """10,000 draws of 1 in 4: 2,500 with a standard deviation of 43."""
    chance = Chance("draw", [Outcome("a", 1), Outcome("b", 3), Outcome("never", 0)])
    found = Counter(Keyed(1).draw(chance, use) for use in range(10_000))
    assert abs(found["a"] - 2500) < 220
    assert found["never"] == 0


def test_a_die_is_even():
    found = Counter(Keyed(2).draw(DIE, use) for use in range(12_000))
    assert sum((n - 2000) ** 2 / 2000 for n in found.values()) < 20.5, "chi square, 5 degrees, one in a thousand"


@pytest.mark.parametrize("source", [Scripted([7]), Scripted([]), Thrown(lambda chance: 0)])
def test_what_is_no_outcome_is_refused(source):
    with pytest.raises(IllegalActionError, match="combat"):
        source.draw(DIE, 0)


@pytest.mark.parametrize("name", ["first", "rows", "index", "arrays", "columns", "change"])
def test_a_column_with_the_name_of_something_every_table_has_is_refused(name):
    with pytest.raises(TypeError, match=f"cannot be called {name}"):
        type("Units", (StateTable,), {"__annotations__": {"place": "Column", name: "Column"}})


@pytest.mark.parametrize("name", ["tables", "stack", "uses", "revision", "derived"])
def test_a_table_with_the_name_of_something_every_state_has_is_refused(name):
    with pytest.raises(TypeError, match=f"cannot be called {name}"):
        type("Field", (State,), {"__annotations__": {name: "Table"}})


def tables_of(base, *names):
    """One class that declares something for each name, as two modules of rules would."""
    return [type(f"Of{number}", (base,), {"__annotations__": {name: "Any"}}) for number, name in enumerate(names)]


@pytest.mark.parametrize(("base", "what"), [(StateTable, "column"), (State, "table")])
def test_two_modules_that_declare_one_name_are_refused_by_their_names(base, what):
    both = tables_of(base, "place", "place")
    with pytest.raises(TypeError, match=rf"Of0 and .*Of1 both have a {what} `place`"):
        type("Both", tuple(both), {"__annotations__": {}})


def test_a_column_declared_again_is_refused_and_keeps_no_zeros_in_the_place_of_its_values():
    (units,) = tables_of(StateTable, "place")
    with pytest.raises(TypeError, match=r"Of0 and .*Own both have a column `place`"):
        type("Own", (units,), {"__annotations__": {"place": "Column"}})


@pytest.mark.parametrize("base", [StateTable, State])
def test_what_two_modules_declare_is_there_together(base):
    both = type("Both", tuple(tables_of(base, "place", "strength")), {"__annotations__": {"supply": "Any"}})
    assert tuple(both.declared) == ("place", "strength", "supply")
    assert getattr(both, "columns", None) in (None, ("place", "strength", "supply"))


def test_a_table_declared_again_with_more_columns_is_one_table():
    (field,) = tables_of(State, "units")
    narrowed = type("Own", (field,), {"__annotations__": {"units": "Units"}})
    assert len(narrowed(units=StateTable(0)).tables) == 1
