"""Write which tests pin which clause, for who has the package without its tests: `make clauses`."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "scenario_forge/wargame/clauses.json"
MARK = "clause"
OTHERS = "slices"
"""A folder of tests that cite the clauses of other games."""


def cited(tests: Path) -> dict[str, list[str]]:
    """Clause → tests, from the marks `@pytest.mark.clause("6.31", …)` in the text of the files; nothing is run."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        if OTHERS in path.relative_to(tests).parts:
            continue
        name = path.relative_to(tests.parent).as_posix()
        for test, clauses in _marks(ast.parse(path.read_text(encoding="utf-8"))):
            for clause in clauses:
                found.setdefault(clause, []).append(f"{name}::{test}")
    return dict(sorted(found.items(), key=_order))


def _marks(module: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == MARK:
                    yield node.name, [ast.literal_eval(word) for word in mark.args]


def _order(item: tuple[str, list[str]]) -> tuple[bool, int, str, int]:
    rule, _, number = item[0].rpartition(".")
    return (not rule.isdigit(), int(rule) if rule.isdigit() else 0, rule, int(number) if number.isdigit() else 0)


def text() -> str:
    """The file as it should be."""
    return json.dumps(cited(ROOT / "tests"), indent=1) + "\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"wrote {WRITTEN.relative_to(ROOT)}\n")
