"""Every example in a docstring of the package is run and gives what it shows."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
from pathlib import Path

import pytest

import scenario_forge

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(scenario_forge.__path__, "scenario_forge.")
    if not module.name.endswith("__main__")
)
"""All modules but the package itself."""


def test_examples_are_in_modules_that_can_be_imported():
    for name in MODULES:
        importlib.import_module(name)


def with_examples(name):
    """Whether the text of a module has something like an example; others need not be searched."""
    return ">>>" in Path(importlib.util.find_spec(name).origin).read_text("utf-8")


@pytest.mark.parametrize("name", [name for name in ("scenario_forge", *MODULES) if with_examples(name)])
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_public_calls_have_examples():
    finder = doctest.DocTestFinder()
    shown = {
        test.name.rpartition(".")[2]
        for test in finder.find(importlib.import_module("scenario_forge.api.calls"))
        if test.examples
    }
    assert {"load_game", "check", "compile_scenario"} <= shown
