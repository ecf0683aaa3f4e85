"""The dice that START-HERE asks for are those of the rules."""

from __future__ import annotations

import pytest

from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.home.dice import dice_in_words, dice_needed
from tests.printing.conftest import ROOT


@pytest.mark.parametrize(("name", "words"), [("massawa", "one die"), ("desert-rats", "two dice")])
def test_as_many_dice_as_the_largest_throw_takes(name, words):
    assert dice_in_words(Brief(load_game(ROOT / "content" / name))) == words


def test_dice_of_other_sides_are_named_by_them(skirmish):
    game = skirmish(("rules.yaml", "capture_die: 2d6", "capture_die: 3d10"))
    assert dice_needed(game) == {6: 1, 10: 3}
    assert dice_in_words(Brief(game)) == "1d6, 3d10"
