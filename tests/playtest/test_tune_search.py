"""The smallest step of a ladder that lies in a band, with few tries, and only if it holds on other seeds too."""

from __future__ import annotations

from math import log2

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.api.trials.tune import Climb


def climbed(verdicts, again=(), leans=()):
    """A climb over known verdicts; ``again``: those on other seeds, where they are others."""
    tries: list[tuple[int, bool]] = []
    other = dict(again)

    def look(step, anew):
        tries.append((step, anew))
        return other.get(step, verdicts[step]) if anew else verdicts[step]

    climb = Climb(len(verdicts), "below", look, lambda step: step in leans)
    return climb.smallest(), climb.unsure, tries


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_the_smallest_step_inside_is_found_with_few_tries(below, inside, above):
    verdicts = ["below"] * below + ["inside"] * inside + ["above"] * above
    found, _unsure, tries = climbed(verdicts)
    assert found == (below if inside else None)
    assert len([step for step, anew in tries if not anew]) <= log2(len(verdicts) + 1) + 2


@given(st.integers(1, 60))
def test_a_kind_that_is_not_enough_at_its_largest_costs_one_try(steps):
    found, unsure, tries = climbed(["below"] * steps)
    assert (found, unsure, tries) == (None, None, [(steps - 1, False)])


def test_no_step_at_all_is_no_answer():
    assert climbed([])[0] is None


def test_what_does_not_hold_on_other_seeds_is_not_the_answer():
    verdicts = ["below", "inside", "inside", "inside", "above"]
    found, _unsure, tries = climbed(verdicts, again={1: "below"})
    assert found == 2
    assert tries[-1] == (2, True)


def test_what_is_undecided_on_other_seeds_is_told_as_unsure():
    found, unsure, _tries = climbed(["below", "inside", "above"], again={1: "undecided"})
    assert (found, unsure) == (None, 1)


def test_an_undecided_step_that_seems_too_small_is_passed_over():
    found, _unsure, _tries = climbed(["below", "undecided", "inside", "inside"], leans={1})
    assert found == 2


def test_an_undecided_step_that_seems_right_is_unsure():
    found, unsure, _tries = climbed(["below", "undecided", "above"])
    assert (found, unsure) == (None, 1)


def test_a_step_that_overshoots_with_none_before_it_is_no_answer():
    assert climbed(["above"])[:2] == (None, None)
    assert climbed(["below", "above"])[:2] == (None, None)
