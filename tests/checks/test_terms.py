"""Sentences that rulings print, what terms mean, and words not to use for them: what is found, where, and what is not."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from scenario_forge.checks.before_play import errors_before_play
from scenario_forge.checks.rulebook import terms
from scenario_forge.game.reading.workspace import Workspace, load_game
from scenario_forge.source.edit import apply_fixes

DESERT = Path(__file__).parents[2] / "content" / "western-desert"
SPACE = Workspace(Path(__file__).parents[1] / "games" / "skirmish")
BOOK = """\
basis: printed
rules: [{number: "1", title: The Game}]
terms:
%s
clauses:
  - id: "1.1"
    rule: "1"
    title: %s
    text: %s
%s"""
UNIT = """
  - {term: unit, clause: "1.1", not: [counter, piece of men]}
  - {term: combat unit, clause: "1.1", aliases: [counter of men, round counter]}
  - {term: supply points, clause: "1.1", not: [ration, stores]}
  - {term: zone of control, clause: "1.1", not: [ZOC, field]}
"""


def game_of(text="Nothing.", *, listed=UNIT, title="A clause", more="", **files):
    book = BOOK % (listed.strip("\n"), title, text, more)
    texts = {f"{name}.yaml": f"basis: derived\n{each}" for name, each in files.items()}
    game = SPACE.load("none", {"rulebook.yaml": book, **texts})
    for name in ("rulebook.yaml", *texts):
        assert game.files[name].document is not None, game.problems
    return game


def found(text="Nothing.", **more):
    game = game_of(text, **more)
    return [finding for check in terms.CHECKS for finding in check(game)]


def words_at(game, finding):
    """The characters that a finding stands on."""
    source = game.files[finding.span.file].source
    return source.text[slice(*source.offsets(finding.span))]


def said(text, **more):
    """The words not to use in the text of a clause, as the findings show them."""
    game = game_of(text, **more)
    return [words_at(game, finding) for finding in terms.words_not_to_use(game)]


def fixed(text, **more):
    """The text of the rulebook with all safe fixes, from the clause's text on."""
    game = game_of(text, **more)
    fixes = [fix for finding in terms.words_not_to_use(game) for fix in finding.fixes if fix.safe]
    return apply_fixes(game.files["rulebook.yaml"].source, fixes)[0].partition("    text: ")[2].rstrip("\n")


# -- RUL151 and RUL154: what some have and others lack ----------------------------------------------

RULING = "      - {id: %s, question: Is it?, reading: It is, why: It is said%s}\n"


@pytest.mark.parametrize(
    ("rulings", "lacking"),
    [
        ([("A", ", prints: It is so."), ("B", "")], ["B"]),
        ([("A", ""), ("B", ", prints: It is so."), ("C", "")], ["A", "C"]),
        ([("A", ", prints: It is so."), ("B", ", prints: It is not.")], []),
        ([("A", ""), ("B", "")], []),
        ([], []),
    ],
)
def test_rulings_all_print_a_sentence_or_none_does(rulings, lacking):
    """RUL151."""
    more = "    rulings:\n" + "".join(RULING % ruling for ruling in rulings) if rulings else ""
    game = game_of(more=more)
    findings = [*terms.rulings_without_sentence(game)]
    assert [words_at(game, finding) for finding in findings] == lacking
    assert {finding.code.id for finding in findings} <= {"RUL151"}


def test_the_sentence_may_be_of_a_ruling_of_another_clause():
    """RUL151."""
    other = '  - {id: "1.2", rule: "1", title: Other, text: Other., rulings: [%s]}\n'
    printed = other % "{id: B, question: Is it?, reading: It is, why: It is, prints: It is so.}"
    (finding,) = found(more="    rulings:\n" + RULING % ("A", "") + printed)
    assert (finding.code.id, finding.span.line) == ("RUL151", 14)
    assert [label.span.line for label in finding.labels] == [15]


def test_an_empty_sentence_is_no_sentence():
    more = "    rulings:\n" + RULING % ("A", ', prints: ""')
    game = SPACE.load("none", {"rulebook.yaml": BOOK % (UNIT.strip("\n"), "A clause", "Nothing.", more)})
    (problem,) = game.problems
    assert (problem.code.id, problem.message) == ("SCH004", "this must not be empty")


@pytest.mark.parametrize(
    ("meanings", "lacking"),
    [(["A man.", None], ["term1"]), ([None, "A man."], ["term0"]), (["A man.", "A gun."], []), ([None, None], [])],
)
def test_terms_all_have_a_meaning_or_none_has(meanings, lacking):
    """RUL154."""
    rows = [f'  - {{term: term{n}, clause: "1.1"{f", meaning: {m}" if m else ""}}}' for n, m in enumerate(meanings)]
    game = game_of(listed="\n".join(rows))
    findings = [*terms.terms_without_meaning(game)]
    assert [words_at(game, finding) for finding in findings] == lacking
    assert {finding.code.id for finding in findings} <= {"RUL154"}


# -- RUL152: words not to use -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A counter moves.", ["counter"]),
        ("Counters move, a COUNTER does not.", ["Counters", "COUNTER"]),
        ("The counter's owner moves it.", ["counter"]),
        ("A piece of men, or pieces of men.", ["piece of men", "pieces of men"]),
        ("Each ration and all rations.", ["ration", "rations"]),
        ("A ZOC; two ZOCs.", ["ZOC", "ZOCs"]),
        # parts of words, and words of their own
        ("They encounter a counterattack, and a counter-attack.", []),
        ("A unit and two units.", []),
        # a longer term or alias wins, in the singular and plural too; behind it the word is found again
        ("A counter of men, counters of men, a round counter.", []),
        ("A round counter counter.", ["counter"]),
        ("The round. Counter of battles.", ["Counter"]),
        ("Supply points are stores.", ["stores"]),
        ("A store.", []),
        # printed words, and quantities
        ('The sheet "Counter tray" and the “counters”.', []),
        ("The sheet 'Counter tray' and the ‘counters’.", []),
        ("The players' counter and the umpires' counter.", ["counter", "counter"]),
        ("The 'tray' holds a counter in the '40s.", ["counter"]),
        ("It costs {counter.cost} of `counter`.", []),
    ],
)
def test_words_not_to_use_are_found_and_no_others(text, words):
    """RUL152."""
    assert said(f">-\n      {text}") == words


@pytest.mark.parametrize(
    "text",
    [
        "Each counter moves",
        '"Each counter moves"',
        "'Each counter moves'",
        ">-\n      Each\n      counter\n\n      moves",
        "|\n      Each unit\n        and counter\n      moves",
        "Each unit or\n      each counter moves",
        '"Each unit or\n      each counter moves"',
    ],
)
def test_a_word_is_shown_at_its_line_and_column(text):
    game = game_of(text)
    (finding,) = terms.words_not_to_use(game)
    line = game.files["rulebook.yaml"].source.text.splitlines()[finding.span.line - 1]
    assert line[finding.span.column - 1 : finding.span.end_column - 1] == "counter"
    assert finding.message == "`counter` is a word not to use for the term `unit`"
    assert finding.help == "write `unit`"
    assert [label.span.line for label in finding.labels] == [4]


def test_of_a_text_with_escapes_all_is_shown_and_nothing_is_changed():
    (finding,) = terms.words_not_to_use(game_of(r'"Each \u201ccounter\u201d, or counter"'))
    assert finding.span.end_column - finding.span.column > len("counter")
    assert finding.fixes == ()


AIDS = """\
sections:
  - id: one
    title: About a counter
    lines: [{head: Counter first, text: "Move the counter over {counter.cost}."}]
    table: {columns: [Per counter, Cost], rows: [{cells: [A counter, "1"]}]}
records: [{id: a, title: Counter lost}]
unit_record: {boxes: [{id: b, title: Counter hit}]}
procedures: [{id: c, title: Lose a counter, clauses: ["1.1"], text: Roll for each counter.}]
"""
SCENARIO = """\
basis: proposed
scenario: raid
title: The counter raid
start: raid
stop: end
text: Each counter is far away.
situation: No counter was there.
"""


def test_aids_have_the_terms_too():
    game = game_of(aids=AIDS)
    assert [finding.span.line for finding in terms.words_not_to_use(game)] == [4, 5, 5, 6, 6, 9, 9, 7, 8]


def test_scenarios_have_the_terms_in_their_text_but_not_in_printed_titles():
    game = SPACE.load(
        "none", {"rulebook.yaml": BOOK % (UNIT.strip("\n"), "A", "B", ""), "scenarios/raid.yaml": SCENARIO}
    )
    assert [(f.span.file, f.span.line) for f in terms.words_not_to_use(game)] == [("scenarios/raid.yaml", 6)]


def test_titles_and_printed_sentences_of_clauses_have_the_terms_but_reasons_need_not():
    ruling = (
        "    rulings:\n      - {id: A, question: A counter?, reading: A counter, why: A counter, prints: A counter.}\n"
    )
    game = game_of(title="Of a counter", more=ruling)
    assert [f.span.line for f in terms.words_not_to_use(game)] == [11, 14]


def test_without_a_list_no_word_is_wrong():
    assert said("A counter moves.", listed='  - {term: unit, clause: "1.1"}') == []


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("A counter moves", "A unit moves"),
        ("Counters and COUNTERS", "Units and UNITS"),
        (">-\n      Each\n      counter moves", ">-\n      Each\n      unit moves"),
        # several words for one, or one for several; a singular where the term is a plural
        ("A piece of men", "A piece of men"),
        ("The stores", "The stores"),
        ("A field", "A field"),
        # an article that would no longer fit
        ("An army of an enemy", "An army of an enemy"),
        ("The army of an enemy", "The corps of an enemy"),
        ("Each reserve, all reserves", "Each reserve, all replacements"),
        ("Two divvies", "Two divisions"),
    ],
)
def test_one_word_is_put_for_one_word(text, after):
    listed = UNIT + '  - {term: corps, clause: "1.1", not: [army]}\n  - {term: division, clause: "1.1", not: [divvy]}\n'
    listed += '  - {term: replacements, clause: "1.1", not: [reserve]}\n'
    assert fixed(text, listed=listed) == after


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("A piece of men", "unit"),
        ("Fields", "Zones of control"),
        ("ZOCs", "zones of control"),
        ("A ration", "supply points"),
    ],
)
def test_what_to_write_is_said_where_nothing_is_put(text, instead):
    (finding,) = terms.words_not_to_use(game_of(text))
    assert finding.help == f"write `{instead}`"
    assert finding.fixes == ()


def test_in_another_language_only_the_word_itself_is_found():
    about = (SPACE.folder / "game.yaml").read_text("utf-8")
    german = re.sub(r"^language: .*\n|\Z", "language: de\n", about, count=1, flags=re.MULTILINE)
    book = BOOK % (UNIT.strip("\n"), "A clause", "Ein Counter, zwei Counters", "")
    game = SPACE.load("none", {"rulebook.yaml": book, "game.yaml": german})
    (finding,) = terms.words_not_to_use(game)
    assert words_at(game, finding) == "Counter"
    assert finding.fixes == ()


# -- RUL153: words that are right and wrong ---------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "wrong"),
    [
        (["term: unit, not: [combat]", "term: combat"], ["combat"]),
        (["term: unit, not: [Fights]", "term: combat, aliases: [fight]"], ["Fights"]),
        (["term: unit, not: [unit]"], ["unit"]),
        (["term: unit, not: [reserve]", "term: reserves"], ["reserve"]),
        (["term: unit, not: [counter]", "term: marker, not: [Counters]"], ["Counters"]),
        (["term: unit, not: [counter, Counter]", "term: marker, not: [chit]"], []),
        (["term: unit, not: [combat]", "term: combat unit"], []),
        (["term: combat unit, not: [unit]"], []),
    ],
)
def test_a_word_is_not_right_and_wrong(listed, wrong):
    """RUL153."""
    rows = "\n".join(f'  - {{clause: "1.1", {row}}}' for row in listed)
    game = game_of("A counter fights in combat with a reserve unit.", listed=rows)
    findings = [*terms.listed_words_at_fault(game)]
    assert [words_at(game, finding) for finding in findings] == wrong
    assert {finding.code.id for finding in findings} <= {"RUL153"}


def test_a_word_at_fault_is_not_told_again_where_it_is_used():
    rows = '  - {term: unit, clause: "1.1", not: [counter]}\n  - {term: marker, clause: "1.1", not: [counter]}'
    assert [finding.code.id for finding in found("A counter moves.", listed=rows)] == ["RUL153"]


# -- how long it takes ------------------------------------------------------------------------------


def test_400_clauses_and_60_terms_take_less_than_a_tenth_of_a_second():
    listed = "\n".join(
        f'  - {{term: thing {n} of war, clause: "1.1", aliases: [thing{n}], not: [item{n}, object {n}, stuff{n}]}}'
        for n in range(60)
    )
    text = "The thing 7 of war is moved to the next hex by its owner, who pays the cost of each hexside. " * 5
    ends = ["" if n % 5 else f" An item{n % 60}." for n in range(2, 401)]
    clauses = "".join(
        f'  - {{id: "1.{n}", rule: "1", title: Clause {n}, text: "{text}{end}"}}\n' for n, end in enumerate(ends, 2)
    )
    game = game_of(text, listed=listed, more=clauses)
    times = []
    for _ in range(3):
        begun = time.process_time()
        assert len([*terms.words_not_to_use(game)]) == 80
        times.append(time.process_time() - begun)
    assert min(times) < 0.1, times


@pytest.mark.parametrize(("errata", "corrected", "told"), [
    ("none", "a later activation", []),
    ("all", "a later activation", []),
    ("all", "another impulse", ["impulse"]),
])  # fmt: skip
def test_a_printed_word_that_an_erratum_takes_out_keeps_nobody_from_play(errata, corrected, told):
    file = "errata/rulebook.yaml"
    text = (DESERT / file).read_text(encoding="utf-8")
    line = "corrected: Movement points cannot be saved for "
    assert f"{line}a later activation" in text
    game = load_game(DESERT, errata, {file: text.replace(f"{line}a later activation", line + corrected)})
    assert [found.message.split("`")[1] for found in errors_before_play(game)] == told


def test_a_printed_word_that_no_erratum_takes_out_is_told():
    file = "rulebook.yaml"
    text = (DESERT / file).read_text(encoding="utf-8")
    game = load_game(DESERT, "none", {file: text.replace("A disordered unit may attack", "A shaken unit may attack")})
    assert [found.message.split("`")[1] for found in terms.words_not_to_use(game)] == ["shaken"]
