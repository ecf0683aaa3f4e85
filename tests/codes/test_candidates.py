"""What a finding says may be right makes the text of its example right, and nothing else is found then."""

from __future__ import annotations

import pytest

from scenario_forge.checks.fixes import with_fixes
from scenario_forge.checks.run import check
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.game.reading.variants import with_values
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.system import find_system, system_ids
from scenario_forge.source.edit import apply_fixes

from .examples import GAME, Example, examples, put

CODES = all_codes(code for name in system_ids() if (system := find_system(name)) for code in system.codes())
TOLD = ("CHT012", "CHT017", "EXM005", "REF004", "RUL001", "RUL007", "RUL015", "SCN002", "VIC017")
"""Codes whose findings carry candidates."""
FIRST = {example.code: example for example in examples(CODES[code] for code in TOLD) if not example.number}


@pytest.fixture(scope="module")
def workspace():
    return Workspace(GAME)


def found(workspace: Workspace, example: Example):
    game = workspace.load(example.errata, files=put(example.wrong, example.right)[0])
    return game, next(finding for finding in check(game) if finding.code.id == example.code)


@pytest.mark.parametrize("example", FIRST.values(), ids=FIRST)
def test_a_candidate_makes_the_finding_go(workspace, example):
    game, finding = found(workspace, example)
    assert finding.candidates
    left = [
        {each.key for each in check(with_values(game, [(new.file, new.path, new.value) for new in candidate.values]))}
        for candidate in finding.candidates
    ]
    assert any(finding.key not in keys for keys in left)
    assert all(candidate.why for candidate in finding.candidates)


def test_a_candidate_is_a_fix_that_writes_it(workspace):
    game, finding = found(workspace, FIRST["CHT012"])
    [fix] = finding.fixes
    file = game.files[finding.span.file]
    text, made = apply_fixes(file.source, [fix])
    assert made == [fix]
    files = {**put(FIRST["CHT012"].wrong, FIRST["CHT012"].right)[0], file.name: text}
    assert finding.key not in {each.key for each in check(workspace.load("none", files=files))}
    assert with_fixes(game, finding).fixes == finding.fixes, "none is offered twice"
    assert not fix.safe
