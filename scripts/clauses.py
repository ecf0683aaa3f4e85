"""Write which tests pin which clause and which rule, for who has the package without its tests: `make clauses`.

`python scripts/clauses.py GAME` shows for a game of `content/` how many tests each clause has, its own or its rules'.
"""

from __future__ import annotations

import ast
import json
import sys
from typing import TYPE_CHECKING

from rulebooks import CONTENT, GAME, ROOT, bound_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

WRITTEN = ROOT / "scenario_forge/wargame/clauses.json"
MARK = "clause"


def cited(tests: Path) -> dict[str, dict[str, list[str]]]:
    """Game of `content/` → clause → tests, from the marks `@pytest.mark.clause("6.31", …)` in the text."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(tests.parent).as_posix()
        for test, game, clauses in _marks(ast.parse(path.read_text(encoding="utf-8"))):
            for clause in clauses:
                found.setdefault(game, {}).setdefault(clause, []).append(f"{name}::{test}")
    whole = [(game, known) for game, known in sorted(found.items()) if (CONTENT / game / "rulebook.yaml").exists()]
    return {game: dict(sorted(known.items(), key=_order)) for game, known in whole}


def _marks(module: ast.Module) -> Iterator[tuple[str, str, list[str]]]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == MARK:
                    game = next((ast.literal_eval(word.value) for word in mark.keywords if word.arg == "game"), GAME)
                    yield node.name, game, [ast.literal_eval(word) for word in mark.args]


def _order(item: tuple[str, list[str]]) -> tuple[bool, int, str, int]:
    rule, _, number = item[0].rpartition(".")
    return (not rule.isdigit(), int(rule) if rule.isdigit() else 0, rule, int(number) if number.isdigit() else 0)


def by_rule(tests: Mapping[str, Mapping[str, list[str]]]) -> dict[str, list[str]]:
    """Rule → the tests that cite a clause that it carries out, in whatever game."""
    found: dict[str, dict[str, None]] = {}
    for game, known in tests.items():
        for clause, rules in bound_rules(game).items():
            for rule in rules:
                found.setdefault(rule, {}).update(dict.fromkeys(known.get(clause, ())))
    return {rule: list(names) for rule, names in sorted(found.items())}


def text() -> str:
    """The file as it should be."""
    tests = cited(ROOT / "tests")
    return json.dumps({"clauses": tests, "rules": by_rule(tests)}, indent=1) + "\n"


def shown(game: str) -> str:
    """A line a clause of a game: its tests, and how many of them are those of its rules."""
    tests = cited(ROOT / "tests")
    own, of_rules = tests.get(game, {}), by_rule(tests)
    lines = []
    for clause, rules in bound_rules(game).items():
        theirs = {name for rule in rules for name in of_rules.get(rule, ())}
        lines.append(f"{clause:<8} {len(own.get(clause, ())):>3} of its own, {len(theirs):>3} of its rules\n")
    return "".join(lines)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(shown(sys.argv[1]))
    else:
        WRITTEN.write_text(text(), encoding="utf-8")
        sys.stdout.write(f"wrote {WRITTEN.relative_to(ROOT)}\n")
