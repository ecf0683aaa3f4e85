"""The book of a step: changes belong to events."""

from __future__ import annotations

import pytest

from scenario_forge.simulator.state import Frame
from scenario_forge.wargame.base.events import Book

from .modules.ridge import variant


def test_changes_after_the_last_event_are_not_lost_in_silence(tmp_path):
    book = Book(variant(tmp_path).play.begin())
    book.put("moved", 0, 1)
    book.event("moves", "movement.once", 0)
    assert len(book.closed()[0].changes) == 1
    book.put("moved", 1, 1)
    with pytest.raises(RuntimeError, match="1 changes belong to no event"):
        book.closed()


def _ends_turn(play, number):
    """What the events of the step between two game turns change in the marks of units."""
    state = play.begin()
    done = play.sequence.steps["turn"].apply(state, Frame("turn", {"number": number}), ())
    return [change for event in done.events for change in event.changes if change.table == state.units.index]


def test_a_game_turn_undoes_what_the_last_one_leaves(tmp_path, monkeypatch):
    play = variant(tmp_path).play
    first, last = play.rules.compiled.turns.span[:2]
    monkeypatch.setattr(play.rules, "turn_follows", lambda _state, book: book.put("moved", 0, 1))
    assert [len(_ends_turn(play, number)) for number in (first + 1, last, last + 1)] == [1, 1, 0]


def test_what_the_end_of_the_last_turn_writes_belongs_to_an_event(tmp_path, monkeypatch):
    play = variant(tmp_path).play
    last = play.rules.compiled.turns.span[1]
    monkeypatch.setattr(play.rules, "turn_ends", lambda _state, book: book.put("moved", 0, 1))
    assert len(_ends_turn(play, last)) == 1
    with pytest.raises(RuntimeError, match="1 changes belong to no event"):
        _ends_turn(play, last + 1)
