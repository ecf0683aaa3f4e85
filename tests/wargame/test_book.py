"""The book of a step: changes belong to events."""

from __future__ import annotations

import pytest

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
    book.forget()
    assert len(book.closed()) == 1
