"""Quantities of Desert Rats that more than one place states have words of their own, and findings use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenario_forge.checks.run import check
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.statements import statements

FOLDER = Path(__file__).parents[3] / "content/desert-rats"


@pytest.fixture(scope="module")
def game():
    return Workspace(FOLDER).load("none")


@pytest.fixture(scope="module")
def words(game):
    ((book, _where),) = game.documents("rulebook", RulebookDocument)
    return book.quantities


def test_whatever_may_be_contradicted_has_words_in_the_order_of_the_rules(game, words):
    assert list(words) == [quantity for quantity, stated in statements(game).items() if len(stated) > 1]


def test_no_two_quantities_have_the_same_words(words):
    assert len(set(words.values())) == len(words)


def test_a_contradiction_is_told_with_both_values_and_both_places(game):
    told = {finding.message for finding in check(game) if finding.code.id == "RUL001"}
    assert (
        "Rule 14, Notes gives 8 for the points for supplied Axis units in Egypt (Dec 42); "
        "Victory table, dec42, Axis objective gives 10"
    ) in told
    assert (
        "TRT, caption of the track gives `minimum` for what the second figure of the track means; "
        "Rule 2, b. Logistics Phase gives `maximum`"
    ) in told
