"""The code of the shelf that carries out clauses: what bears a mark, and shared mechanics."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

from scenario_forge.project.carries import carriers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SHELF = "scenario_forge.wargame"
RULEBOOK = "desert-rats"
"""The game whose rulebook the ids of marks are of; other games restate its clauses."""
TESTS = "clauses.json"
"""Written by `make clauses` from the marks of the tests."""

MECHANICS: Mapping[str, Sequence[str]] = {
    "6.26": ("scenario_forge.rules.retreats:nearest_ends", "scenario_forge.rules.retreats:onward"),
    "6.28": ("scenario_forge.rules.retreats:ways_out",),
    "8.13": ("scenario_forge.rules.gradients:flood",),
    "8.28": ("scenario_forge.rules.movement:movement_range",),
}
"""Mechanics that games share; they bear no mark of any one game."""


def carried_by(packages: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Clause, as `game:id` → code in some packages, as `module:name`."""
    found: dict[str, list[str]] = {}
    for package in packages:
        for carrier in carriers(package):
            found.setdefault(carrier.clause, []).append(f"{package}.{carrier.address}")
    for clause, places in MECHANICS.items():
        found.setdefault(clause, []).extend(places)
    return {f"{RULEBOOK}:{clause}": tuple(dict.fromkeys(places)) for clause, places in found.items()}


def clause_tests() -> Mapping[str, Sequence[str]]:
    """Clause, as `game:id` → the tests that pin it, as `tests/file.py::name`."""
    text = files(SHELF).joinpath(TESTS).read_text(encoding="utf-8")
    return {f"{RULEBOOK}:{clause}": tuple(names) for clause, names in json.loads(text).items()}
