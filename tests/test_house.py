"""How the package is laid out: no circles, no heaps of parameters, imports at the top, no name for two things."""

from __future__ import annotations

import ast
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


def trees():
    for path in sorted(CODE.rglob("*.py")):
        yield path.relative_to(CODE).as_posix(), ast.parse(path.read_text("utf-8"))


TREES = dict(trees())


def functions(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def dotted(path):
    return ".".join(["scenario_forge", *Path(path).with_suffix("").parts]).removesuffix(".__init__")


MODULES = {dotted(path) for path in TREES}


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
                yield inner if inner in MODULES else node.module
        elif isinstance(node, ast.Import) and node not in skipped:
            yield from (alias.name for alias in node.names)


def circles():
    """Groups of modules each of which leads to every other one of the group."""
    to = {dotted(path): set(imported(tree)) & MODULES - {dotted(path)} for path, tree in TREES.items()}

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
    for path, tree in TREES.items():
        if any(path.startswith(allowed) for allowed in MANY):
            continue
        for node in functions(tree):
            arguments = node.args
            names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
            count = len([name for name in names if name not in ("self", "cls")])
            if count > MOST_PARAMETERS:
                found[f"{path}: {node.name}"] = count
    assert found == {}
