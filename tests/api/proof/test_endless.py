"""Play without end: noticed, shown by what is done over and over after as little as possible, seen again in a replay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simulator import toys

from scenario_forge.simulator.drive import Match, drive
from scenario_forge.simulator.fuzz import Finding, Pace, deeds_of, fuzz, repeated_deeds, shrink
from scenario_forge.simulator.players import make_player
from scenario_forge.simulator.record import Setting, read_record, text_of
from scenario_forge.simulator.replay import replay
from scenario_forge.simulator.step import Keyed

SETTING = Setting(versions={}, system="toy", game="toy", scenario="road", content="0f", sides=("red", "blue"))


class Dither(toys.Move):
    """Once a unit is in hex 2 its side may wait, and wait, at no cost."""

    def choices(self, state, frame, prefix):
        if state.units.place[0] == 2:
            return [toys.Choice("wait")] if not prefix else []
        return super().choices(state, frame, prefix)

    def apply(self, state, frame, action):
        return toys.Next((), (frame,)) if action == ("wait",) else super().apply(state, frame, action)


def dithering():
    return toys.ToyPlay(toys.SequenceOfPlay({"move": Dither(), "fire": toys.Fire()}, toys.Frame("move"), toys.reaction))


@pytest.fixture(scope="module")
def found():
    play = dithering()
    return next(
        (seed, result)
        for seed in range(200)
        if isinstance(result := fuzz(play, seed, ["random", "random"], most=400), Finding)
    )


@given(
    st.lists(st.integers(0, 3), max_size=12),
    st.lists(st.integers(0, 3), min_size=1, max_size=5),
    st.integers(3, 6),
)
def test_a_circle_is_what_the_last_deeds_repeat(before, again, times):
    run = repeated_deeds([(0, (n,)) for n in [*before, *again * times]])
    assert run
    assert len(run) <= len(again)
    tail = [(0, (n,)) for n in again * times]
    assert tail[-len(run) :] == list(run)


def test_deeds_that_repeat_nothing_are_no_circle():
    assert repeated_deeds([(0, (n,)) for n in range(60)]) == ()
    assert repeated_deeds([]) == ()


def test_a_player_turn_that_does_not_end_is_a_fault():
    match = Match(dithering(), Keyed(1))
    match.playout.state.units.place[0] = 2
    players = [make_player("random", match.play, side, 1) for side in (0, 1)]
    ending = drive(match, players, seen=Pace(long=50))
    assert (ending.ended, ending.message) == ("fault", "no end: 50 decisions in one player turn")


def test_it_is_shown_by_what_is_done_over_and_over(found):
    seed, finding = found
    short = shrink(dithering(), finding, seed)
    assert short.ending.message == "no end: in move, `wait` can be done again and again"
    deeds = deeds_of(short.match)
    waited = [deed for deed in deeds if deed[1] == ("wait",)]
    assert len(deeds) - len(waited) <= 2, "one march to hex 2, or two"


def test_the_record_of_it_shows_it_again_and_is_silent_when_it_is_mended(found):
    seed, finding = found
    short = shrink(dithering(), finding, seed)
    record, warnings = read_record(text_of(short.match.record(SETTING, seed, {}, short.ending)).encode())
    assert not warnings
    again = replay(record, dithering())
    assert (again.findings, again.fault) == ([], short.ending.message)
    mended = replay(record, toys.ToyPlay())
    assert mended.fault == ""
