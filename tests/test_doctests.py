"""Every example in a docstring of the package is run and gives what it shows."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import scenario_forge

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(scenario_forge.__path__, "scenario_forge.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", ["scenario_forge", *MODULES])
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert result.failed == 0


def test_the_public_calls_have_examples():
    finder = doctest.DocTestFinder()
    shown = {
        test.name.rpartition(".")[2]
        for test in finder.find(importlib.import_module("scenario_forge.api.calls"))
        if test.examples
    }
    assert {"load_game", "check", "compile_scenario"} <= shown
