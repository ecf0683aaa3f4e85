"""Words are looked up in one place: the game's language, then English."""

from __future__ import annotations

from scenario_forge.documents.words import english
from scenario_forge.printing.brief import Words, words_of


def test_a_word_of_the_game_goes_before_ours(skirmish):
    words = words_of(skirmish(("words/en.yaml", '"page {page} of {pages}"', '"{page}/{pages}"')))
    assert words("page_of") == "{page}/{pages}"
    assert words("set_up_title") == "Set-up"


def test_the_games_language_chooses_the_words(skirmish):
    french = [
        ("game.yaml", "language: en", "language: fr"),
        ("words/en.yaml", "language: en", "language: fr"),
        ("words/en.yaml", "scale_turn: One game turn is {scale}", "set_up_title: Mise en place"),
    ]
    assert words_of(skirmish(*french))("set_up_title") == "Mise en place"
    assert words_of(skirmish(french[0]))("set_up_title") == "Set-up", "the English file is not this game's language"


def test_gaps_are_filled_and_nothing_else_is_done_with_braces():
    words = Words("en", {"a": "{x} of {y}", "b": "{x.__class__} {0} {x!r}"})
    assert words("a", x=1, y="{x}") == "1 of {x}"
    assert words("b", x=1) == "{x.__class__} {0} {x!r}"
    assert words("a", x=1) == "1 of {y}"
    assert words("unknown") == "unknown"


def test_one_and_many():
    words = Words("en", english())
    assert [words.count("one_unit", "some_units", n) for n in (0, 1, 2)] == ["0 units", "1 unit", "2 units"]
