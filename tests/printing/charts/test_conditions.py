"""Conditions of victory in words: with the names that the game gives."""

import pytest

from scenario_forge.documents.victory import Condition
from scenario_forge.printing.brief import words_of
from scenario_forge.printing.charts.victory import in_words, turn_in_words


@pytest.mark.parametrize(
    ("within", "words"),
    [
        ([{"area": "west"}], "Axis units in The West"),
        ([{"box": "Camp"}], "Axis units in The Great Camp"),
        ([{"area": "east"}, {"on_or_east_of": "Zawia"}], "Axis units in The East and on or east of Zawia"),
    ],
)
def test_regions_are_called_by_their_names(skirmish, within, words):
    game = skirmish()
    condition = Condition.model_validate({"present": {"units": {"side": "axis"}, "within": within}})
    assert in_words(game, words_of(game), condition) == words


def test_a_turn_is_called_as_the_track_calls_it(skirmish):
    assert turn_in_words(skirmish(), "12/40") == "Dec 40"
    assert turn_in_words(skirmish(), "soon") == "soon"
