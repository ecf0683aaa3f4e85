"""What a finding is told, it keeps once."""

from __future__ import annotations

from scenario_forge.diagnostics import Span
from scenario_forge.game.codes import REF003

HERE, THERE = Span("a.yaml", 1, 1, 1, 2), Span("b.yaml", 2, 3, 2, 5)


def test_a_place_that_is_shown_already_is_not_shown_again() -> None:
    once = REF003.at(HERE, text="x").also(THERE, "1 here")
    assert once.also(THERE, "1 here") == once
    assert [label.text for label in once.also(THERE, "2 here").labels] == ["1 here", "2 here"]
