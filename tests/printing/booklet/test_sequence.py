"""The booklet prints the sequence of play from the tree of rules.yaml, with the clause of each step."""

from __future__ import annotations

import re
import shutil

import pytest
import yaml

from scenario_forge.api.files import new_game
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.printing.booklet.appendices import sequence_of_play
from scenario_forge.printing.booklet.chapters import Bars
from scenario_forge.printing.brief import Brief
from scenario_forge.printing.profile import Profile
from tests.as_printed import copy_as_printed
from tests.printing.booklet.conftest import Booklet, flat
from tests.printing.conftest import GAMES, ROOT, SKIRMISH

TITLE = "The sequence of play, step by step"
PLAYED, KNIGHTS = ROOT / "tests/games", ROOT / "content/knights-of-the-desert"
OF_SHELF = [folder for folder in GAMES if folder != SKIRMISH]


def lines(game):
    """Number, text, aside and clause of each line of the outline."""
    part = sequence_of_play(Brief(game, Profile()), Bars(game))
    return [(row["number"], row["text"], row["aside"], row["clause"]) for row in part["rows"]]


def steps(listed):
    """The steps that a part of the tree in rules.yaml names, in their order, those of its loops where they stand."""
    for node in listed:
        if isinstance(node, str):
            yield node
        elif "do" in node:
            yield from steps(node["do"])
        else:
            yield node["step"]


@pytest.fixture
def slice_lines(tmp_path):
    def of(name, *edits, clauses=()):
        folder = KNIGHTS if name == "knights" else PLAYED / name
        text = (folder / "rules.yaml").read_text(encoding="utf-8")
        for old, new in edits:
            assert text.count(old) == 1
            text = text.replace(old, new)
        if clauses:  # a rulebook that has no others
            folder = shutil.copytree(folder, tmp_path / name)
            rows = [{"id": id_, "rule": id_.split(".")[0], "title": "A rule", "text": "As printed."} for id_ in clauses]
            rules = [{"number": number, "title": "A rule"} for number in sorted({row["rule"] for row in rows})]
            rulebook = {"basis": "printed", "rules": rules, "clauses": rows}
            (folder / "rulebook.yaml").write_text(yaml.safe_dump(rulebook), encoding="utf-8")
        return lines(load_game(folder, "none", {"rules.yaml": text}))

    return of


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", OF_SHELF, ids=[folder.name for folder in OF_SHELF])
def test_the_outline_stands_on_one_page_in_the_order_of_the_tree(folder, printed):
    book = printed(folder, "none")
    body = flat(book.body(book.page_of(TITLE)))
    at = body.index(flat(TITLE))
    made = lines(book.game)
    tree = yaml.safe_load((folder / "rules.yaml").read_text(encoding="utf-8"))["sequence"]
    named = [step for part in ("before", "turns") for step in steps(tree.get(part, ()))]
    shown = iter([line.word for line in book.game.system.sequence(book.game)])
    assert [step for step in named if f"step_{step.replace('-', '_')}" not in shown] == []
    assert len(made) > len(named) > 0
    for number, text, aside, clause in made:
        at = body.index(flat(number + text + aside + clause), at) + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", OF_SHELF, ids=[folder.name for folder in OF_SHELF])
def test_each_clause_of_the_outline_is_one_of_the_rulebook(folder, printed):
    game = printed(folder, "none").game
    known = {clause.id for book, _where in game.documents("rulebook", RulebookDocument) for clause in book.clauses}
    named = [line.clause for line in game.system.sequence(game) if line.word]
    assert len([clause for clause in named if clause]) > 0.9 * len(named), "few steps have no clause"
    assert {clause for *_line, clause in lines(game) if clause} == {*named} - {""} <= known


def test_a_loop_over_the_sides_names_them_in_their_order():
    made = lines(load_game(ROOT / "content/massawa", "none"))
    assert made[:3] == [
        ("", "In each game turn", "", ""),
        ("1.", "In the player turn of each side: Empire, then Italian", "", ""),
        ("a.", "Check of general supply", "", "8.1"),
    ]


def test_a_step_that_no_clause_has_is_printed_without_one():
    made = lines(load_game(ROOT / "content/massawa", "none"))
    assert ("e.", "Objectives reached are noted", "", "") in made


def test_named_sides_the_first_player_and_the_other_side(slice_lines):
    made = slice_lines("knights")
    assert ("4.", "For each side: Axis, then Allied", "", "") in made
    assert ("8.", "For the first player, then for the second", "", "") in made
    assert ("f.", "Enemy reaction", "the other player", "III.2.H.1") in made
    assert made[-1] == ("9.", "Victory", "", "III.2.I.2")


def test_a_cup_the_only_turn_of_a_step_and_what_comes_before_the_turns():
    made = lines(load_game(ROOT / "content/rats-of-tobruk", "none"))
    assert made[:3] == [
        ("", "Before the first game turn", "", ""),
        ("1.", "Set up", "", "17.7.1"),
        ("", "In each game turn", "", ""),
    ]
    assert ("5.", "First chit", "Axis, only in game turn 1") in [line[:3] for line in made]
    assert ("6.", "For each chit, until the cup is empty", "", "") in made


def test_a_step_that_nothing_knows_and_a_side_that_is_none_are_printed_as_they_are_written(slice_lines):
    made = slice_lines("knights", ("- maintenance ", "- {step: siesta, side: romans} "))
    assert ("5.", "Siesta", "romans", "") in made


def test_a_clause_that_the_rulebook_has_not_is_not_printed(slice_lines):
    made = slice_lines("knights", clauses=("III.2.H.1",))
    assert ("f.", "Enemy reaction", "the other player", "III.2.H.1") in made
    assert made[-1] == ("9.", "Victory", "", "")


def test_the_games_words_go_before_those_of_the_shelf(tmp_path):
    folder = copy_as_printed("massawa", tmp_path / "massawa")
    words = folder / "words/en.yaml"
    words.write_text(words.read_text(encoding="utf-8").replace("words:\n", "words:\n  step_repair: workshops\n", 1))
    assert any(text == "Workshops" for _number, text, *_rest in lines(load_game(folder, "none")))


def test_a_game_without_a_tree_prints_none(tmp_path):
    folder = shutil.copytree(SKIRMISH, tmp_path / "skirmish")
    (folder / "rules.yaml").unlink()
    game = load_game(folder, "none")
    assert sequence_of_play(Brief(game, Profile()), Bars(game)) is None
    book = Booklet(game)
    assert "Contents" in book.body(3)
    assert TITLE not in [name for _level, name, _page in book.outline]


@pytest.mark.parametrize("name", ["desert-rats", "massawa", "new"])
def test_the_clause_beside_a_step_of_the_tree_is_the_one_that_is_printed(name, tmp_path):
    folder = new_game("war", "massawa", parent=tmp_path) if name == "new" else ROOT / "content" / name
    game = load_game(folder, "none")
    printed = {line.word.removeprefix("step_"): line.clause for line in game.system.sequence(game) if line.word}
    tree = (folder / "rules.yaml").read_text(encoding="utf-8").partition("\nsequence:\n")[2].partition("\n\n")[0]
    beside = re.findall(r"- ([a-z-]+)(?: +# ([\d.]+).*)?$", tree, re.MULTILINE)
    assert len(beside) > 15
    assert [(step, clause) for step, clause in beside if clause != printed[step.replace("-", "_")]] == []
