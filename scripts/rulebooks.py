"""Which rules carry the clauses of each game out, as the rulebooks in `content/` say, and for whom a test counts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from scenario_forge.game.reading.workspace import load_game

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

ROOT = Path(__file__).parents[1]
CONTENT = ROOT / "content"
GAME = "desert-rats"
"""Whose clauses a mark of a test cites that names no game."""


def bound_rules(game: str) -> dict[str, list[str]]:
    """Clause → the rules that carry it out, from the rulebook of a game of `content/`."""
    text = (CONTENT / game / "rulebook.yaml").read_text(encoding="utf-8")
    clauses = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))["clauses"]
    return {clause["id"]: clause.get("carried_by", []) for clause in clauses}


def packages(game: str) -> tuple[str, ...]:
    """The packages whose marked code carries out clauses of a game of `content/`."""
    system: Any = load_game(CONTENT / game).system
    return tuple(system.packages)


def clauses_by_rule(game: str) -> dict[str, list[str]]:
    """Rule → the clauses of a game that it carries out; code that only one game has may bear the id of a clause."""
    found: dict[str, list[str]] = {}
    for clause, rules in bound_rules(game).items():
        for rule in dict.fromkeys((*rules, clause)):
            found.setdefault(rule, []).append(clause)
    return found


def citing(game: str) -> Mapping[tuple[str, str], Collection[str]]:
    """By game and clause that a test cites: the clauses of a game for which it counts.

    Those are the clauses of its own game, and of another one those that the same rules carry out.
    """
    own = clauses_by_rule(game)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for folder in sorted(path.parent.name for path in CONTENT.glob("*/rulebook.yaml")):
        for clause, rules in bound_rules(folder).items():
            same = [clause] if folder == game else [other for rule in rules for other in own.get(rule, ())]
            found[folder, clause] = dict.fromkeys(same)
    return found
