"""Worked examples are worked out again by the rules; where the print differs, the printed game is told of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.campaign.worked.check import answers, worked_examples
from scenario_forge.documents.rulebook import ExamplesDocument
from scenario_forge.game.reading.workspace import load_game

ROOT = Path(__file__).parents[3]
ELSEWHERE = {
    "E-ADV-2": "tests/campaign/play/test_combat_advance.py",
    "E-ADV-3": "tests/campaign/play/test_combat_advance.py",
    "E-MECH-3": "tests/campaign/play/test_combat_losses.py",
}
"""Examples whose answer is words, played through in a test of their own."""
WORDS = {
    "E-ADV-1": {"who", "zones_ignored"},
    "E-ADV-5": {"path", "zones_ignored"},
    "E-SUPPLY-RETREAT": {"Alexandria"},
    "E-SUPPLY-SIDI": {"captured_usable"},
}
"""Parts of answers that are words, played through in tests that name the example."""


@pytest.fixture(scope="module")
def printed():
    game = load_game(ROOT / "content/desert-rats", "none")
    return game, game.one("examples", ExamplesDocument)[0]


def test_every_example_is_answered_by_the_rules_or_played_in_a_test(printed):
    game, document = printed
    for example, found in zip(document.examples, answers(game, document), strict=True):
        if example.id in ELSEWHERE:
            assert not found
            assert example.id in (ROOT / ELSEWHERE[example.id]).read_text("utf-8")
        else:
            assert found.keys() == example.answer.keys() - WORDS.get(example.id, set()), example.id


def test_the_printed_game_is_wrong_in_two_of_them(printed):
    """The escarpment of 7 points, and the 19th point: as the editor of the source says."""
    game, document = printed
    ids = {example.title: example.id for example in document.examples}
    found = {
        next(name for title, name in ids.items() if title in finding.span.paper): finding.message
        for finding in worked_examples(game)
    }
    assert found == {
        "E-MOVE-A": "the rules give 10 for `cost`; the example has 9",
        "E-SUPPLY-MP": "the rules give [10, 18] for `spent`; the example has [10, 19]",
    }


def test_corrected_it_is_right():
    assert not list(worked_examples(load_game(ROOT / "content/desert-rats", "official")))


def edited(find: str, put: str):
    text = (ROOT / "content/desert-rats/rules.yaml").read_text("utf-8")
    assert text.count(find) == 1
    return load_game(ROOT / "content/desert-rats", "official", files={"rules.yaml": text.replace(find, put)})


@pytest.mark.parametrize(
    ("find", "put", "title"),
    [
        ("loss_per_zone: 1  ", "loss_per_zone: 2  ", "A mechanised stack breaks out"),
        ("round_cost: 0  ", "round_cost: 1  ", "The march of unsupplied units keeps pace with the rounds"),
        ("x: 2, xx: 4}", "x: 4, xx: 4}", "What makes a division"),
        ("italian: 3,  british: 4", "italian: 3,  british: 1", "Who must attack whom in a round"),
        ("without: [supply, private-army]", "without: [supply, infantry]", "The zone of control of a unit"),
    ],
)
def test_other_rules_give_other_answers(find, put, title):
    """What is asked is asked of the rules: a number changed shows at the example that rests on it."""
    found = [finding for finding in worked_examples(edited(find, put)) if title in finding.span.paper]
    assert found


def test_nonsense_in_an_example_is_no_answer_and_no_crash():
    text = (ROOT / "content/desert-rats/examples.yaml").read_text("utf-8")
    for find, put in (
        ("path: [A, X]", "path: [A, Q]"),
        ("unit: allied/1\n      path", "unit: allied/99\n      path"),
        ("rounds_at: [10, 18]", "rounds_at: [ten, {x: 1}]"),
        ("losses: [2, 1]", "losses: many"),
        ("entry: R8/41", "entry: ???"),
    ):
        assert text.count(find) == 1, find
        game = load_game(ROOT / "content/desert-rats", "official", files={"examples.yaml": text.replace(find, put)})
        list(worked_examples(game))
