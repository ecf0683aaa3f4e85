"""Every clause that can be carried out is: by code or data that is there, pinned by a test that is there."""

from __future__ import annotations

import importlib.util
import re
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from scenario_forge.api.rules import clause_rows
from scenario_forge.documents.rulebook import Reason
from scenario_forge.project.address import parse_address, resolve
from scenario_forge.project.workspace import load_game
from scenario_forge.systems.desert_rats.clauses import RULEBOOK

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


def test_marks_name_clauses_that_there_are_and_that_can_be_carried_out(game, rows):
    executable = {f"{RULEBOOK}:{row.id}" for row in rows if row.executable}
    assert set(game.system.clauses()) <= executable
    assert set(game.system.clause_tests()) <= {f"{RULEBOOK}:{row.id}" for row in rows}


def test_all_code_that_is_named_is_there(game):
    for addresses in game.system.clauses().values():
        for address in addresses:
            module, _, name = address.partition(":")
            found = import_module(module)
            for part in name.split("."):
                found = getattr(found, part)


def test_all_data_that_is_named_is_there(game, rows):
    named = {place for row in rows for place in row.code if re.match(r"[\w/-]+\.yaml: ", place)}
    assert len(named) > 100
    for place in named:
        name, _, address = place.partition(": ")
        assert resolve(game.files[name].root, parse_address(address)), place


def test_the_list_of_tests_is_that_of_the_marks():
    """If not: `make clauses`."""
    spec = importlib.util.spec_from_file_location("clauses_script", ROOT / "scripts/clauses.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.WRITTEN.read_text(encoding="utf-8") == script.text()


def test_a_game_of_the_family_with_rules_of_its_own_borrows_no_clauses():
    other = clause_rows(load_game(ROOT / "tests/games/skirmish", "all"))
    assert other
    assert not [place for row in other for place in row.code if "scenario_forge" in place]
    assert not [row.tests for row in other if row.tests]
