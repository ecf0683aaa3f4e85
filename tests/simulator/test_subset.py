"""Sets that are picked as a part of an action: the chain of choices, the marks of a person, what is refused."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.api.at_table import ways_on
from scenario_forge.simulator.players import Seat
from scenario_forge.simulator.playout import Playout, whole_actions
from scenario_forge.simulator.step import Choice, IllegalActionError, Keyed, SetChoices, Subset

from . import toys


def asked(subset, word="", *, ends=True):
    """A game in which the set is to be picked."""
    playout = Playout(toys.picking(subset, word, ends=ends), toys.field(), Keyed(1))
    playout.advance()
    return playout


def seat(playout):
    return Seat(toys.ToyPlay(), playout, toys.RED)


@st.composite
def offers(draw):
    """A set that is offered, and all that may be picked of it, found by trying every one."""
    members = sorted(draw(st.sets(st.integers(0, 9), max_size=6)))
    least, most = draw(st.integers(0, 4)), draw(st.none() | st.integers(1, 6))
    some = st.sampled_from(members) if members else st.nothing()
    apart = draw(st.sets(st.tuples(some, some), max_size=3)) if members else set()
    must = draw(st.sets(some, max_size=2)) if members else set()
    poor = draw(st.sets(st.frozensets(some), max_size=8)) if members else set()

    def fits(picked):
        return not any(a != b and a in picked and b in picked for a, b in apart)

    def good(picked):
        size = least <= len(picked) <= (len(members) if most is None else most)
        return size and must <= {*picked} and fits(picked) and frozenset(picked) not in poor

    subset = Subset(members, least, most, must, fits, lambda picked: frozenset(picked) not in poor)
    return subset, [found for size in range(1, 7) for found in combinations(members, size) if good(found)]


@given(offers())
def test_the_chain_of_choices_reaches_every_set_once_and_no_other(offer):
    subset, sets = offer
    assert sorted(whole_actions(asked(subset))) == sorted(sets)
    assert subset.possible == bool(sets)
    assert all(subset.allows(found) for found in sets)


@given(offers())
def test_every_choice_can_be_completed_and_says_whether_it_is_whole_and_more_may_follow(offer):
    subset, sets = offer
    playout, begun = asked(subset), [()]
    while begun:
        prefix = begun.pop()
        for choice in playout.choices(prefix):
            action = (*prefix, choice.token)
            assert choice.whole == (action in sets)
            assert choice.more == any(found[: len(action)] == action != found for found in sets)
            assert choice.whole or choice.more
            begun.append(action)


@given(offers())
def test_a_word_goes_on_after_a_whole_set_and_nowhere_else(offer):
    subset, sets = offer
    actions = list(whole_actions(asked(subset, "with", ends=False)))
    nothing = [()] if subset.allows(()) else []
    assert sorted(action[:-2] for action in actions) == sorted([*nothing, *sets])
    assert all(action[-2:] == ("with", 0) for action in actions)


@given(offers(), st.randoms())
def test_members_marked_in_any_order_give_the_same_action(offer, random):
    subset, sets = offer
    playout = asked(subset, "with")
    person = seat(playout)
    for found in sets:
        marked = random.sample(found, len(found))
        assert person.in_order(tuple(marked)) == found
        assert person.in_order((*marked, "with", 0)) == (*found, "with", 0)
        begun = ()
        for member in marked:
            way = next(choice for choice in ways_on(person, begun) if choice.token == member)
            begun = person.in_order((*begun, member))
            assert way.whole == (begun in sets)
        assert begun == found
        playout.must_allow(begun)


@given(offers(), st.sets(st.integers(0, 9), min_size=1))
def test_what_is_no_set_is_refused_in_words(offer, marked):
    subset, sets = offer
    action = tuple(sorted(marked))
    if action in sets:
        return
    assert subset.conflict(action) or subset.lack(action)
    with pytest.raises(IllegalActionError):
        asked(subset).act(action)


@pytest.mark.parametrize(
    ("subset", "action", "words"),
    [
        (Subset((2, 4, 7), least=2), (4,), "choose at least 2"),
        (Subset((2, 4, 7), most=2), (2, 4, 7), "choose at most 2"),
        (Subset((2, 4, 7), fits=lambda some: not {2, 7} <= {*some}), (2, 7), "2 and 7 exclude each other"),
        (Subset((2, 4, 7), fits=lambda some: len(some) < 3), (2, 4, 7), "these exclude each other"),
        (Subset((2, 4, 7), must=(7,)), (2, 4), "7 must be chosen"),
        (Subset((2, 4, 7), enough=lambda some: sum(some) > 8), (2, 4), "these are not enough: choose others too"),
        (Subset((2, 4, 7)), (2, 2), "2 is picked already"),
        (Subset((2, 4, 7)), (3,), "`3` cannot be chosen here"),
    ],
)
def test_a_set_is_refused_with_the_reason(subset, action, words):
    with pytest.raises(IllegalActionError) as error:
        asked(subset).act(action)
    assert (str(error.value), error.value.clause) == (words, "7.1")


def test_the_limits_are_told_in_words():
    apart = Subset((2, 4, 7, 9), 2, 3, (4,), lambda some: not (2 in some and {7, 9} & {*some}))
    assert apart.limits("unit {}".format) == [
        "choose 2 to 3",
        "unit 4 must be chosen",
        "unit 2 not with unit 7, unit 9",
    ]
    assert Subset((2, 4), 2).limits() == ["choose 2"]


def test_a_person_is_not_shown_members_that_the_marks_exclude():
    playout = asked(Subset((2, 4, 7), fits=lambda some: not {2, 7} <= {*some}))
    assert [choice.token for choice in ways_on(seat(playout), (7,))] == [4]
    assert [choice.token for choice in ways_on(seat(playout), ())] == [2, 4, 7]


def test_a_set_waits_to_be_carried_out_and_a_single_member_does_not():
    person = seat(asked(Subset((2, 4))))
    assert ways_on(person, (2,)) == [Choice(4, True, True)]
    assert ways_on(seat(asked(Subset((2, 4), most=1))), ()) == [Choice(2, True, False), Choice(4, True, False)]


def test_the_choices_know_the_set():
    offered = asked(Subset((2, 4, 7), 2)).choices((4,))
    assert isinstance(offered, SetChoices)
    assert (offered.picked, offered.subset.least) == ((4,), 2)
