"""An example whose answer differs from the rules names what of its situation may be wrong instead (EXM005)."""

from __future__ import annotations

import pytest

from .every_game import space, text_of

FILE = "examples.yaml"


def told(name, old, new):
    """The differing answers when the one `old` is `new`: the line of each, and the labels by their lines."""
    text = text_of(name, FILE)
    assert text.count(old) == 1, f"{name} has `{old}` {text.count(old)} times"
    game = space(name).load("all", {FILE: text.replace(old, new)})
    found = [each for check in game.system.checks() for each in check(game) if each.code.id == "EXM005"]
    return [(each.span.line, {label.span.line: label.text for label in each.labels}) for each in found]


def line_of(name, text):
    return text_of(name, FILE).partition(text)[0].count("\n") + 1


@pytest.mark.parametrize(
    ("name", "old", "new", "meant"),
    [
        ("desert-rats", "{differential: 6, die: 3}", "{differential: 6, die: 2}", "3"),
        ("knights-of-the-desert", "digit: 2}", "digit: 3}", "2"),
        ("knights-of-the-desert", "terrain: Town, fort", "terrain: Coast, fort", "Town"),
        ("knights-of-the-desert", "{hexes: 16}", "{hexes: 61}", "16"),
    ],
)
def test_a_given_value_that_would_make_the_answer_right_is_named(name, old, new, meant):
    found = told(name, old, new)
    assert found
    words = f"or this is wrong: with {meant} the printed answers are right"
    assert all(labels.get(line_of(name, old)) == words for _line, labels in found)


def test_the_one_wrong_item_of_an_answer_is_the_place():
    old = "{strength: [1], retreat: 1}"
    found = told("massawa", old, "{strength: [1], retreat: 2}")
    assert [line for line, _labels in found] == [line_of("massawa", old)]


def test_nothing_is_said_of_examples_as_they_are():
    for name in ("desert-rats", "massawa", "knights-of-the-desert"):
        game = space(name).load("all")
        assert not [each for check in game.system.checks() for each in check(game) if each.code.id == "EXM005"]
