"""What was decided is kept to the letter, and a file of something else is refused with nothing written."""

from __future__ import annotations

import html
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scenario_forge.api import check, load_game
from scenario_forge.api.drafts.dossier import place_of
from scenario_forge.api.drafts.dossier_answers import answers_of, take_answers
from scenario_forge.game.dossiers import dossiers

from .conftest import HEAD, SKIRMISH

DECIDED = "{side: allied, no: 1, at: G6, source: a map}"


def test_the_first_run_begins_a_file_and_writes_the_page(table):
    code, said, _ = table.dossier()
    assert code == 0
    assert table.file.exists()
    assert table.page.exists()
    assert "left to decide" in said
    assert not [each for each in check(load_game(table.folder)) if "dossiers" in each.span.file]


def test_run_again_a_file_is_not_touched(table):
    table.dossier()
    text = table.file.read_text() + "\n# mine\nrows:\n- {side: allied,   no: 1, at: G6} # as Smith has it\n"
    table.file.write_text(text)
    before = table.file.stat().st_mtime_ns
    assert table.dossier()[0] == 0
    assert table.file.read_text() == text
    assert table.file.stat().st_mtime_ns == before


def test_answers_are_told_and_taken_in(table):
    table.dossier()
    code, said, _ = table.take(DECIDED, '{side: axis, marker: supply, at: E7, source: "", note: guessed}')
    assert code == 0
    assert "Allied 1: G6" in said
    assert "Axis Supply: E7" in said
    rows = dossiers(load_game(table.folder))[0].settled_rows
    assert {key: each.row.at for key, each in rows.items()} == {("allied", 1): "G6", ("axis", "supply-axis"): "E7"}
    assert rows["allied", 1].row.source == "a map"


def test_comments_order_and_rows_that_are_not_answered_stay(table):
    table.dossier()
    old = HEAD + (
        "# what I know\nrows:\n  # the two at the fort\n  - {side: allied,  no: 2, at: E8}   # sure\n"
        "  - side: allied\n    no: 6  # a block\n    at: D8\n"
    )
    table.file.write_text(old)
    code, _, _ = table.take("{side: allied, no: 6, at: D7}", "{side: allied, no: 5, at: D6, source: 'x # y'}")
    assert code == 0
    new = table.file.read_text()
    assert new == old.replace("at: D8", "at: D7").replace(
        "  - side: allied\n", '  - {side: allied, no: 5, at: D6, source: "x # y"}\n  - side: allied\n'
    )


def test_the_same_answers_again_change_nothing(table):
    table.dossier()
    table.take(DECIDED)
    text = table.file.read_text()
    code, said, _ = table.take(DECIDED)
    assert code == 0
    assert "nothing in it is new" in said
    assert table.file.read_text() == text


def test_a_cell_that_was_cleared_is_open_again(table):
    table.dossier()
    table.take(DECIDED)
    said = table.take("{side: allied, no: 1, at: '', source: a map}")[1]
    assert "Allied 1: open again, was G6" in said
    assert not dossiers(load_game(table.folder))[0].settled_rows


def test_an_empty_list_of_rows_takes_answers(table):
    table.dossier()
    table.file.write_text(HEAD + "rows: []\n")
    assert table.take(DECIDED)[0] == 0
    assert table.file.read_text().endswith("rows:\n  - {side: allied, no: 1, at: G6, source: a map}\n")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("head", "rows", "words"),
    [
        (HEAD.replace("skirmish", "other"), [DECIDED], "is of the game other"),
        (HEAD.replace("2/41", "4/41"), [DECIDED], "is of 4/41"),
        (HEAD.replace("allied", "axis"), [DECIDED], "axis first"),
        (HEAD.replace("2/41", "../../etc/passwd"), [DECIDED], "is of ../../etc/passwd"),
        (HEAD, ["{side: allied, no: 77, at: G6}"], "no unit of that number"),
        (HEAD, ["{side: allied, no: 1, at: G9}"], "G9 is sea"),
        (HEAD, [DECIDED, DECIDED], "decided twice"),
        (HEAD, ["{side: allied, no: 1, at: ../x}"], "this is not a position"),
        (HEAD, ["{side: allied, no: 1, att: G6}"], "`att`"),
        ("a: &a [x, x, x]\nb: &b [*a, *a, *a]\n" + HEAD, [], "cannot be read"),
        ("[" * 5000, [], "cannot be read"),
        ("just words\n", [], "cannot be read"),
    ],
)
def test_a_file_of_something_else_is_refused_and_nothing_is_written(table, head, rows, words):
    table.dossier()
    before = table.file.read_bytes(), table.page.read_bytes()
    code, _, said = table.take(*rows, head=head)
    assert code == 2
    assert words in said or "is no dossier" in said
    assert (table.file.read_bytes(), table.page.read_bytes()) == before


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"%PDF-1.7", b"\x00" * 100])
def test_bytes_that_are_no_text_are_refused(table, data):
    table.dossier()
    file = table.folder.parent / "x.yaml"
    file.write_bytes(data)
    code, _, said = table.dossier("--answers", file)
    assert code == 2
    assert "cannot be read" in said


def test_a_missing_file_and_a_folder_are_refused(table):
    assert table.dossier("--answers", "none.yaml")[0] == 2
    assert table.dossier("--answers", table.folder)[0] == 2
    assert not table.file.exists()


def quoted(text):
    """As the page writes it: JSON, with what YAML does not take as it is escaped."""
    escaped = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", lambda found: f"\\u{ord(found[0]):04x}", escaped)


CELLS = st.sampled_from(["G6", "F4(f)", "E8(c3)", "D7", "E", "N", ""])
# Numbers of more digits than any game has are refused wherever they stand (SCH004).
WORDS = st.text(st.characters(codec="utf-8"), max_size=30).filter(lambda text: not re.search("[0-9]{19}", text))
ROWS = st.dictionaries(st.integers(1, 8), st.tuples(CELLS, WORDS, WORDS), max_size=8)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=ROWS, second=ROWS)
def test_what_is_taken_in_is_what_is_read_back(first, second):
    """Twice, the second over the first: cells as answered, words on one line, and nothing else is lost."""
    game = load_game(SKIRMISH)
    text = None
    for rows in (first, second):
        lines = [
            f"  - {{side: allied, no: {no}, at: {quoted(a)}, source: {quoted(s)}, note: {quoted(n)}}}\n"
            for no, (a, s, n) in rows.items()
        ]
        data = (HEAD + ("rows:\n" + "".join(lines) if lines else "rows: []\n")).encode("utf-8", "surrogatepass")
        now = load_game(SKIRMISH, files={"dossiers/2-41.yaml": text}) if text else game
        place = place_of(now, "2/41")
        text, _changes = take_answers(now, place, answers_of(now, place, data, "x"))
    found = dossiers(load_game(SKIRMISH, files={"dossiers/2-41.yaml": text}))[0]
    read = {key[1]: each.row for key, each in found.rows.items()}
    for no, (cell, source, _note) in {**first, **second}.items():
        assert (read[no].at if no in read else "") == cell
        if no in read:
            assert "\n" not in read[no].source
            assert read[no].source.split() == [] or source.strip()


# -- the page that saved a file ----------------------------------------------------------------------


def last(said):
    return said.splitlines()[-1]


KEYS = {"--from": "drafted_from", "--errata": "errata", "--scenario": "scenario"}


def saved(table, *rows, page):
    """A file as the form of an earlier version saved it: it says with which options its page was drawn."""
    head = {"errata": "official", **{KEYS[option]: value for option, value in page.items()}}
    return table.answers(*rows, head=f"{HEAD}page: {json.dumps(head)}\n", name="dossier_2-41.yaml")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "asked", [("--from", "dec40"), ("--from", "before"), ("--errata", "none"), ("--scenario", "siege-early")]
)
def test_the_file_says_how_the_page_was_drawn_that_saved_it(table, asked):
    if "--scenario" in asked:
        made = ("--start", "2/41", "--stop", "6/41", "--name", "siege-early", "--from", "before")
        assert table.forge("new", "scenario", table.folder, *made)[0] == 0
    code, said, _ = table.dossier(*asked)
    assert code == 0
    of = last(said)
    saved(table, "{side: allied, no: 4, source: read about}", page={asked[0]: asked[1]})
    again = table.dossier("--answers", "dossier_2-41.yaml")
    assert (again[0], last(again[1])) == (0, of), "as many are left to decide as the page said"
    about = re.search(r"errata: \w+", table.page.read_text())[0]
    assert about == f"errata: {asked[1] if '--errata' in asked else 'official'}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("scenario", [None, "winter"])
def test_the_commands_of_the_page_can_be_typed(table, scenario):
    """With the scenario that it shows, or the word NAME in place of one."""
    if scenario:
        table.forge("new", "scenario", table.folder, "--start", "2/41", "--stop", "8/41", "--name", scenario)
    table.dossier(*(("--scenario", scenario) if scenario else ()))
    edit, resolve = (
        html.unescape(each).split()[1:] for each in re.findall("<pre>(forge [^<]*)", table.page.read_text())
    )
    assert edit[0] == "edit"
    table.take("{side: allied, no: 4, at: G5, source: read about}")
    code, said, problem = table.forge(*resolve)
    assert (code, "1 cell written" in said) == ((0, True) if scenario else (2, False)), problem


def test_what_is_said_now_goes_before_what_the_file_says(table):
    saved(table, "{side: allied, no: 4, source: read about}", page={"--from": "dec40"})
    plain = last(table.dossier("--from", "before")[1])
    assert last(table.dossier("--answers", "dossier_2-41.yaml", "--from", "before")[1]) == plain
