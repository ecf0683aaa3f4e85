"""The maker of condition mutants, and what becomes of one with a test, without one, and with a playout only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "scripts"
TEXT = '''
from scenario_forge.game.rule_marks import rule


@rule("6.31")
def may(state, side, points, box):
    """In step, with points left, in no box of the 9th army."""
    return points >= 3 and not state.moved and near(state, side, points) and 0 <= state.units.side[box] < 2


def near(state, side, points):
    return any(one for one in state.near if one != side and one in (4, points))


def unheard():
    return 1 < 2
'''


@pytest.fixture(scope="module")
def conditions():
    """The script as a module."""
    sys.path.insert(0, str(SCRIPTS))
    try:
        spec = spec_from_file_location("mutants_conditions", SCRIPTS / "mutants_conditions.py")
        module = module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(SCRIPTS))


@pytest.fixture
def places(conditions, tmp_path):
    (tmp_path / "army.py").write_text(TEXT)
    spec = spec_from_file_location("army", tmp_path / "army.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return {place.name: place for place in conditions.places_of(module)}


def edits_of(conditions, place):
    tree = conditions.ast.parse(TEXT)
    return tree, list(conditions.edits(conditions.definition(tree, place.function)))


def test_functions_with_a_mark_are_eligible_and_those_that_they_call(places):
    assert {name: place.clauses for name, place in places.items()} == {"may": ("6.31",), "near": ("6.31",)}


def test_every_condition_is_changed_once_each_way(conditions, places):
    _tree, found = edits_of(conditions, places["may"])
    assert [edit.told for edit in found] == [
        "and 'points >= 3' dropped",
        "and 'not state.moved' dropped",
        "and 'near(state, side, points)' dropped",
        "and '0 <= state.units.side[box] < 2' dropped",
        "'>=' → '>'",
        "'3' → '2'",
        "'not state.moved' → 'state.moved'",
        "'side, points' exchanged",
        "'side' → the other side",
        "'<=' → '<'",
        "'0' → '-1'",
        "'<' → '<='",
        "'2' → '1'",
        "'state.units.side[box]' → the other side",
    ]
    _tree, found = edits_of(conditions, places["near"])
    assert [edit.told for edit in found] == [
        "'if one != side and one in (4, points)' dropped",
        "and 'one != side' dropped",
        "and 'one in (4, points)' dropped",
        "'!=' → '=='",
        "'side' → the other side",
        "'in' → 'not in'",
        "'4' → '3'",
        "'4' → '5'",
    ]


def test_a_changed_function_does_something_else_and_the_tree_stays_as_it_was(conditions, places):
    place = places["near"]
    tree, found = edits_of(conditions, place)
    before = conditions.ast.dump(tree)
    state = type("State", (), {"near": (4,)})
    assert place.function(state, 0, 9)
    results = {}
    for edit in found:
        code = conditions.changed_code(place.function, tree, edit)
        results[edit.told] = type(place.function)(code, place.function.__globals__)(state, 0, 9)
        assert conditions.ast.dump(tree) == before
    assert {told for told, result in results.items() if not result} == {
        "'!=' → '=='",
        "'in' → 'not in'",
        "'4' → '3'",
        "'4' → '5'",
    }


def cited(name, *names):
    """A test as pytest holds it, which uses some names."""
    item = type("Item", (), {"nodeid": name})()
    item.function = SimpleNamespace(__code__=SimpleNamespace(co_names=names))
    return item


def test_without_a_test_it_survives_and_whole_games_are_no_tests(conditions, monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    script = import_module("mutants")
    mutant = conditions.Mutant("", ["6.31"], lambda: None, code=True, key="army.py:may | return | change")
    monkeypatch.setattr(script.signal, "alarm", lambda _seconds: None)
    trial = script.Trial([mutant], 1)
    trial._run = lambda item, _following: "killed" if item.nodeid != "weak" else "survived"
    strong, weak, game = cited("strong"), cited("weak"), cited("long", "at_random")
    fates = {}
    for name, items in {"none": [], "weak": [weak], "game": [game], "strong": [weak, strong, game]}.items():
        fates[name] = next(iter(trial._condition(mutant, {"6.31": items}))).split("\t")
    assert fates == {
        "none": ["6.31", "survived", ""],
        "weak": ["6.31", "survived", ""],
        "game": ["6.31", "survived", ""],
        "strong": ["6.31", "killed", "strong"],
    }


def test_tests_count_for_the_rules_that_carry_out_what_they_name(monkeypatch):
    """In whatever game: a clause of another one, a rule, or a whole module; what no rule of the game is counts not."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    clauses_of = import_module("mutants").clauses_by_test("rats-of-tobruk")

    def counts(*marks):
        found = {name: [each.mark for each in marks if each.name == name] for name in ("clause", "rule")}
        return {*clauses_of(SimpleNamespace(iter_markers=found.get))}

    mark = pytest.mark
    assert counts(mark.clause("12.0.4", game="rats-of-tobruk")) == {"12.0.4"}
    assert counts(mark.clause("3.7", game="ridge")) == counts(mark.rule("movement.enemies")) == {"7.0.2"}
    assert counts(mark.rule("movement")) > counts(mark.rule("movement.enemies", "movement.entry")) > {"7.0.2"}
    assert counts(mark.rule("leaders")) == counts(mark.rule("move")) == set()


def test_a_sample_is_the_same_for_a_seed_and_another_for_the_next(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    sampled = import_module("mutants").sampled
    drawn = [sampled(range(100), 10, seed) for seed in (1, 1, 2, None)]
    assert drawn[0] == drawn[1] == sorted(drawn[0])
    assert drawn[0] != drawn[2]
    assert [len({*each}) for each in drawn] == [10] * 4
    assert drawn[3] == [*range(0, 100, 10)]
    assert sampled(range(5), 10, 1) == [*range(5)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forked processes")
def test_what_a_cited_test_notices_is_killed_and_what_none_notices_survives(tmp_path):
    """9.7: the limit of a unit's strength; its tests notice a change of it. Equivalents are told apart."""
    log, report = tmp_path / "log.jsonl", tmp_path / "report.md"
    command = [
        sys.executable,
        "scripts/mutants.py",
        "--kind",
        "conditions",
        "9.7",
        "--log",
        str(log),
        "--report",
        str(report),
    ]
    subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    rows = {row["key"].split(" | ", 1)[1]: row for row in map(json.loads, log.read_text(encoding="utf-8").splitlines())}
    limit = next(
        row for key, row in rows.items() if key.startswith("if strength >= most") and key.endswith("'>=' → '>'")
    )
    assert limit["fate"] == "killed"
    assert "::" in limit["killer"]
    assert "playout" not in limit["killer"]
    assert "| Rule | Mutants | Killed |" in report.read_text(encoding="utf-8")
    killed = sum(row["fate"] == "killed" for row in rows.values())
    assert f"| {len(rows)} | {killed} |" in report.read_text(encoding="utf-8")


@pytest.mark.long
def test_every_mutant_that_is_called_equivalent_is_still_made(conditions):
    """Some game's rules have it: a key whose function or line has changed says nothing, and its reason may be wrong."""
    games = sorted(path.name for path in (ROOT / "content").iterdir() if (path / "game.yaml").exists())
    made = {mutant.key for game in games for mutant in conditions.condition_mutants(game)}
    assert conditions.equivalents().keys() <= made
