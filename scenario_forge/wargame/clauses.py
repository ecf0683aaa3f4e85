"""Code that carries out rules, found by its marks, and the tests that pin clauses and rules."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from scenario_forge.game.rule_marks import rules_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

SHELF = "scenario_forge.wargame"
TESTS = "clauses.json"
"""The file that `make clauses` writes from the marks of the tests and the rulebooks."""

ALTERNATIVES: Sequence[Collection[str]] = (("sequence.player-turns", "sequence.turns"),)
"""Rules that are alternatives: the player turns of two sides, or a tree of steps."""


def rule_code(packages: Iterable[str], unmarked: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Return the code of each rule in some packages, as `module:name`; ``unmarked``: further code by rule."""
    found: dict[str, list[str]] = {}
    for known in (*(rules_in(package) for package in packages), unmarked):
        for rule, places in known.items():
            found.setdefault(rule, []).extend(places)
    return found


def clause_tests() -> Mapping[str, Sequence[str]]:
    """Return for each clause, as `game:id`, the tests that cite it, as `tests/file.py::name`."""
    games = _written()["clauses"]
    return {f"{game}:{clause}": tuple(names) for game, known in games.items() for clause, names in known.items()}


def rule_tests() -> Mapping[str, Sequence[str]]:
    """Return for each rule the tests that cite a clause that it carries out."""
    return {rule: tuple(names) for rule, names in _written()["rules"].items()}


def _written() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(SHELF).joinpath(TESTS).read_text(encoding="utf-8"))
    return found
