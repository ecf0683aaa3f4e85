"""Sentences of aids and charts are held against the clauses that they restate (RUL074 to RUL076), in every game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from scenario_forge.checks.rulebook import restated
from scenario_forge.checks.rulebook.stated_numbers import other_texts, side_names
from scenario_forge.documents.rulebook import Clause, RulebookDocument
from scenario_forge.game.reading.workspace import load_game

GAMES = [*sorted(path.parent for path in Path("content").glob("*/game.yaml")), Path("tests/games/skirmish")]


@cache
def game_of(path):
    return load_game(path, "all")


def exchanged(path, clauses, text):
    game = game_of(path)
    books = game.documents("rulebook", RulebookDocument)
    known = {clause.id: clause for book, _where in books for clause in book.clauses}
    return restated.exchange(text, [known[clause] for clause in clauses], side_names(game))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_sentence_of_a_game_names_its_clauses_and_agrees_with_them(path):
    game = game_of(path)
    assert [finding.message for check in restated.CHECKS for finding in check(game)] == []
    sentences = [sentence for sentence in restated.restatements(game) if sentence.clauses]
    assert len(sentences) >= {"desert-rats": 120, "massawa": 40, "knights-of-the-desert": 70}.get(path.name, 4)


RATS, MASSAWA, KNIGHTS = (f"content/{name}" for name in ("desert-rats", "massawa", "knights-of-the-desert"))


@pytest.mark.parametrize(
    ("path", "clauses", "right", "wrong"),
    [
        # whose zone obliges: the mirror image of 6.3 and 6.4 that aids once printed
        (
            RATS,
            ["6.3", "6.4"],
            "Every enemy unit with a unit of yours in its zone must be attacked; each of your units with one in its zone must attack.",
            "Every enemy unit in your zones must be attacked; each of your units in an enemy zone must attack.",
        ),
        (
            MASSAWA,
            ["6.1"],
            "All enemies with units of yours in their zones must be attacked.",
            "All enemies in your zones must be attacked.",
        ),
        (
            MASSAWA,
            ["6.1"],
            "All your units with enemies in their zones must attack.",
            "All your units in enemy zones must attack.",
        ),
        (RATS, ["7.15"], "Your stack in a box need not attack.", None),
        # who does it, who pays, who chooses
        (RATS, ["6.23"], "The defender retreats first.", "The attacker retreats first."),
        (
            RATS,
            ["CRT.9"],
            "The first number of a result is the attacker's loss, the second the defender's.",
            "The first number of a result is the defender's loss, the second the attacker's.",
        ),
        (MASSAWA, ["6.4"], "An attacker takes a loss of 3.", "A defender takes a loss of 3."),
        (
            KNIGHTS,
            ["III.1.B.4"],
            "The second player moves and attacks.",
            None,
        ),
        (KNIGHTS, ["III.1.B.3"], "The first player moves depots.", "The second player moves depots."),
        (KNIGHTS, ["III.2.C.5a"], "Allied units are filled up.", "Axis units are filled up."),
        # sides and conditions
        (RATS, ["9.27"], "Between Tobruk and Alexandria for the Allied player.", None),
        (
            RATS,
            ["3.4"],
            "A hex more than five hexes from every enemy unit.",
            "A hex less than five hexes from every enemy.",
        ),
        (RATS, ["6.24"], "Not into an enemy zone, even beside friends.", "Out of an enemy zone, even beside friends."),
        (KNIGHTS, ["X.2n2"], "At most 3.", "At least 3."),
        (KNIGHTS, ["X.2n1"], "Each level adds 20%.", "Each level subtracts 20%."),
    ],
)
def test_a_sentence_that_says_it_the_other_way_about_is_found(path, clauses, right, wrong):
    assert exchanged(path, clauses, right) is None
    if wrong is not None:
        assert exchanged(path, clauses, wrong) is not None


def test_a_quantity_of_a_neighbouring_clause_is_found():
    text = (GAMES[-1] / "aids.yaml").read_text("utf-8").replace("{+combat.modifier.rough}", "{supply.attrition}")
    game = load_game(GAMES[-1], files={"aids.yaml": text})
    found = [finding.message for finding in restated.foreign_quantities(game)]
    assert found == ["`supply.attrition` is stated by clause 6.2, not by clause 4.1"]


def test_a_chance_in_words_of_dice_is_that_of_the_clause():
    path = Path(KNIGHTS)
    text = (path / "aids.yaml").read_text("utf-8")
    assert text.count("1 to 5 on d10") == 1
    wrong = load_game(path, "all", files={"aids.yaml": text.replace("1 to 5 on d10", "1 to 6 on d10")})
    assert not [f for f in other_texts(game_of(path)) if f.span.file.endswith("aids.yaml")]
    assert [f.code.id for f in other_texts(wrong) if f.span.file.endswith("aids.yaml")] == ["RUL018", "RUL018"]


@pytest.mark.parametrize("name", ["US", "Red", "Axis"])
def test_a_short_name_of_a_side_is_no_beginning_of_another_word(name):
    clause = Clause(id="6.1", rule="6", title="Movement", text="A Southern unit moves along a road.")
    sides = {"one": (name,), "south": ("Southern",)}
    for text, said in ((f"{name.lower()}ers move at a reduced rate", None), (f"A {name} unit moves", name)):
        exchange = restated.exchange(text, [clause], sides)
        assert (exchange and exchange.said.strip("`")) == said
