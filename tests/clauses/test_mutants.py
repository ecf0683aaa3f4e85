"""The tests that cite clauses notice when what carries the clauses out is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants live in forked processes")


def told(*words):
    command = [sys.executable, "scripts/mutants.py", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.long  # reading all the tests takes a minute; test_condition_mutants.py has the script run once
def test_a_few_of_them():
    """Replacements."""
    code, said = told("--kind", "code", "9.6")
    assert code == 0, said
    assert " 0 survived" in said


@pytest.mark.long
@pytest.mark.parametrize("kind", ["code", "data"])
def test_all_of_them(kind):
    code, said = told("--kind", kind)
    assert code == 0, said
