"""How the package is laid out: no circles, no heaps of parameters, imports at the top, no name for two things."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

CODE = Path(__file__).parent.parent / "scenario_forge"
MOST_PARAMETERS = 6
MANY = {
    "cli": "a verb has the options that it has",
    "rules/kernels": "compiled code takes arrays, and no object that holds them",
    "rules/mechanics.py": "as its kernel",
    "rules/supply.py": "as its kernel",
    "printing/svg.py": "a look has as many attributes as SVG gives it, each by keyword",
    "printing/map/hex_map.py": "one function for every map, each layer by keyword",
}
"""Folders and modules whose functions may have more parameters, and why."""


@cache
def trees():
    """Each module's syntax tree by its path: read by the first test that asks, not when tests are collected."""
    return {
        path.relative_to(CODE).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(CODE.rglob("*.py"))
    }


@cache
def modules():
    return {dotted(path) for path in trees()}


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def dotted(path):
    return ".".join(["scenario_forge", *Path(path).with_suffix("").parts]).removesuffix(".__init__")


def only_for_types(tree):
    """Nodes of imports that are not carried out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for statement in node.body:
                yield from ast.walk(statement)


def imported(tree):
    """Modules of the package that a module imports when it runs, at the top or later."""
    skipped = set(only_for_types(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node not in skipped:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module
        elif isinstance(node, ast.Import) and node not in skipped:
            yield from (alias.name for alias in node.names)


def circles():
    """Groups of modules each of which leads to every other one of the group."""
    to = {dotted(path): set(imported(tree)) & modules() - {dotted(path)} for path, tree in trees().items()}

    def reached(start):
        seen, open_ = set(), [start]
        while open_:
            for other in to[open_.pop()] - seen:
                seen.add(other)
                open_.append(other)
        return seen

    reach = {module: reached(module) for module in to}
    return {frozenset(o for o in reach[m] if m in reach[o]) for m in to if m in reach[m]}


def test_no_modules_need_each_other():
    """Packages may name their members, which is what lazy attributes do."""
    assert {group for group in circles() if len(group) > 1} == set()


def test_no_function_takes_a_heap_of_parameters():
    found = {}
    for path, tree in trees().items():
        if any(path.startswith(allowed) for allowed in MANY):
            continue
        for node in functions(tree):
            arguments = node.args
            names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
            count = len([name for name in names if name not in ("self", "cls")])
            if count > MOST_PARAMETERS:
                found[f"{path}: {node.name}"] = count
    assert found == {}
