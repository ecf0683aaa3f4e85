"""Every clause that can be carried out is: by code or data that is there, pinned by a test that is there."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest
from campaign.play.table import Board

from scenario_forge.api.calls import clause_rows
from scenario_forge.campaign.situation import room, weight
from scenario_forge.checks.rulebook.references import bindings
from scenario_forge.documents.rulebook import Reason, RulebookDocument
from scenario_forge.game.place import parse_address, resolve
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.mechanics.engine import Plain, fastest

from .reached import Reached, Trace, found_at

ROOT = Path(__file__).parents[2]
REASONS = {*get_args(Reason)} - {""}
NOT_YET: set[str] = set()
"""Clauses whose code or tests are not there yet; none may be added."""


@pytest.fixture(scope="module")
def game():
    return load_game(ROOT / "content/desert-rats", "all")


@pytest.fixture(scope="module")
def rows(game):
    return clause_rows(game)


def test_every_executable_clause_has_code_or_data_and_a_test(rows):
    assert {row.id: row.missing for row in rows if row.missing and row.id not in NOT_YET} == {}


def test_what_is_not_carried_out_has_one_of_few_reasons(rows):
    assert {row.reason for row in rows if not row.executable} == REASONS
    assert not [row.id for row in rows if row.executable and row.reason]


@pytest.mark.parametrize(
    "name", ["desert-rats", "massawa", "knights-of-the-desert", "rats-of-tobruk", "ridge", "western-desert"]
)
def test_tests_and_rulebooks_name_clauses_and_rules_that_there_are(name):
    """That a rule of a rulebook is one of its system is a finding otherwise (RUL028)."""
    found = load_game(ROOT / "content" / name, "all")
    cited = {clause for clause in found.system.clause_tests() if clause.startswith(f"{name}:")}
    assert cited <= {f"{name}:{row.id}" for row in clause_rows(found)}
    assert not [str(each) for each in bindings(found)]


def test_every_rule_of_the_shelf_is_a_clause_of_some_game(game):
    games = ("desert-rats", "massawa", "rats-of-tobruk", "ridge", "western-desert")
    books = [document for name in games for document in rulebooks(name)]
    bound = {rule for book in books for clause in book.clauses for rule in clause.carried_by}
    assert set(game.system.rule_code()) - bound == set()


def rulebooks(name):
    return [document for document, _where in load_game(ROOT / "content" / name).documents("rulebook", RulebookDocument)]


@pytest.mark.parametrize("name", ["massawa", "knights-of-the-desert", "rats-of-tobruk", "ridge", "western-desert"])
def test_all_games_have_code_and_tests_for_the_clauses_that_are_carried_out(name):
    rows = clause_rows(load_game(ROOT / "content" / name, "all"))
    assert {row.id: row.missing for row in rows if row.missing} == {}


def script_of(name):
    if str(ROOT / "scripts") not in sys.path:
        sys.path.append(str(ROOT / "scripts"))
    spec = importlib.util.spec_from_file_location(f"{name}_script", ROOT / f"scripts/{name}.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_every_neutral_result_stands_for_code_that_is_marked(game):
    """What mutants put in the place of code; of nearly all rules there is one."""
    places: dict[str, set[str]] = {}
    for rule, addresses in game.system.rule_code().items():
        for address in addresses:
            places.setdefault(address.removeprefix("scenario_forge."), set()).add(rule)
    for neutral in script_of("mutants_neutral").NEUTRAL:
        assert set(neutral.rules) <= places[neutral.address], neutral.address
    assert len({neutral.address for neutral in script_of("mutants_neutral").NEUTRAL}) > 150


def test_all_code_that_is_named_is_there(game):
    """That it is entered as well, while the tests of its clause run, `reached` says at the end of all tests."""
    named = {address for addresses in game.system.rule_code().values() for address in addresses}
    assert len(named) > 150
    for address in sorted(named):
        function, _owner = found_at(address)
        assert function is not None, f"{address} is no function"
        assert function.__module__ == address.partition(":")[0], f"{address} is defined elsewhere"


ROOM, WEIGHT = (f"scenario_forge.campaign.situation:{name}" for name in ("room", "weight"))
FORTS, FLOOD = "scenario_forge.campaign.rules:Rules.forts", "scenario_forge.mechanics.movement:flood"


def entered(addresses, body):
    trace = Trace(addresses)
    trace.start()
    try:
        body()
    finally:
        found = trace.stop()
    return found


def test_a_trace_says_what_is_entered_and_leaves_no_trace():
    board = Board()
    unit, code = board.put("allied", 5, "J22"), room.__code__
    assert entered([ROOM, WEIGHT, FORTS], lambda: room(board.rules, board.state, 0, 0, unit)) == {ROOM, WEIGHT}
    assert entered([ROOM, WEIGHT], lambda: weight(board.rules, board.state, unit)) == {WEIGHT}
    assert room.__code__ is code
    assert entered([ROOM], lambda: None) == set()


def test_what_is_kept_from_before_counts_for_whoever_reads_it():
    rules = Board().rules
    assert rules.forts
    assert entered([FORTS, ROOM], lambda: rules.forts) == {FORTS}
    assert entered([FORTS, ROOM], lambda: rules.forts) == {FORTS}, "again"
    assert rules.forts is vars(rules)["forts"]


def test_mechanics_count_by_their_compiled_twins_too():
    for mechanics in (Plain(), fastest()):
        assert entered([FLOOD], lambda each=mechanics: each.flood([-1] * 6, [1], [1])) == {FLOOD}


@pytest.mark.parametrize(
    ("ran", "entered", "missed"),
    [
        (["a", "b"], [ROOM], 0),
        (["a", "b"], [WEIGHT], 1),
        (["a", "b"], [], 1),
        (["a"], [], 0),
        (["a", "b", "c"], [], 1),
    ],
)
def test_code_is_missed_where_all_tests_of_its_clause_have_run_without_it(ran, entered, missed):
    """Also where other processes have seen it."""
    judge, worker = (Reached({"5.5": [ROOM]}, {"5.5": ["a", "b"]}) for _ in range(2))
    for test in ran:
        worker.note(test, ["5.5"], entered)
    assert len(worker.judged()) == missed
    output = {"reached": {"ran": list(worker.ran), "entered": worker.entered}}
    judge.pytest_testnodedown(SimpleNamespace(workeroutput=output))
    assert judge.judged() == worker.judged()
    session = SimpleNamespace(config=SimpleNamespace(), exitstatus=pytest.ExitCode.OK)
    judge.pytest_sessionfinish(session)
    assert bool(session.exitstatus) is bool(missed)


def test_all_data_that_is_named_is_there(game, rows):
    named = {place for row in rows for place in row.code if re.match(r"[\w/-]+\.yaml: ", place)}
    assert len(named) > 100
    for place in named:
        name, _, address = place.partition(": ")
        assert resolve(game.files[name].root, parse_address(address)), place


def test_the_list_of_tests_is_that_of_the_marks():
    """If not: `make clauses`."""
    script = script_of("clauses")
    assert script.WRITTEN.read_text(encoding="utf-8") == script.text()


def test_a_game_of_the_family_with_rules_of_its_own_has_code_and_tests_where_its_clauses_name_rules():
    """And borrows none for others, whatever number they have."""
    other = clause_rows(load_game(ROOT / "tests/games/skirmish", "all"))
    coded = [row.id for row in other if any("scenario_forge" in place for place in row.code)]
    assert coded == [row.id for row in other if row.tests] == ["2.1"]


def test_the_names_of_rules_are_known_without_loading_their_code(game):
    assert set(game.system.rules()) == set(game.system.rule_code())
