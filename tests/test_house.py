"""How the package is laid out: no circles, no heaps of parameters, imports at the top, no name for two things."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent / "scenario_forge"
PAGE = CODE.parent / "frontend" / "src"
MOST_PARAMETERS = 6
MANY = {
    "cli": "a verb has the options that it has",
    "mechanics/kernels": "compiled code takes arrays, and no object that holds them",
    "mechanics/engine.py": "as its kernel",
    "mechanics/supply.py": "as its kernel",
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


def imported(tree, *, types=False):
    """Modules of the package that a module imports when it runs, at the top or later, or also for its types."""
    skipped = set() if types else set(only_for_types(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node not in skipped:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module
        elif isinstance(node, ast.Import) and node not in skipped:
            yield from (alias.name for alias in node.names)


def circles(to):
    """Groups of names each of which leads to every other one of the group."""

    def reached(start):
        seen, open_ = set(), [start]
        while open_:
            for other in to[open_.pop()] - seen:
                seen.add(other)
                open_.append(other)
        return seen

    reach = {name: reached(name) for name in to}
    groups = {frozenset(other for other in reach[name] if name in reach[other]) for name in to if name in reach[name]}
    return {group for group in groups if len(group) > 1}


@cache
def imports(*, types):
    """The modules that each module imports."""
    found = {
        dotted(path): set(imported(tree, types=types)) & modules() - {dotted(path)} for path, tree in trees().items()
    }
    if types:  # a package that only names its members for types imports them lazily
        found = {name: {other for other in to if not other.startswith(f"{name}.")} for name, to in found.items()}
    return found


def test_no_modules_need_each_other():
    """Packages may name their members, which is what lazy attributes do."""
    assert circles(imports(types=False)) == set()


def test_no_floors_need_each_other_not_even_for_types():
    floors = {}
    for name, others in imports(types=True).items():
        floors.setdefault(floor_of(name), set()).update(floor_of(other) for other in others)
    assert circles({floor: others - {floor} for floor, others in floors.items()}) == set()


def floor_of(module):
    return module.split(".")[1] if "." in module else module


def test_no_modules_of_the_editor_need_each_other_not_even_for_types():
    editor = {name: to for name, to in imports(types=True).items() if name.startswith("scenario_forge.editor")}
    assert circles({name: to & editor.keys() for name, to in editor.items()}) == set()


def test_the_session_knows_neither_intents_nor_what_answers_requests():
    """It takes splices; whoever calls it says what they mean."""
    reached, open_ = set(), ["scenario_forge.editor.session"]
    while open_:
        for other in imports(types=True)[open_.pop()] - reached:
            reached.add(other)
            open_.append(other)
    above = ("intents", "intent_requests", "requests", "tables", "forms", "mapping", "server", "views", "play", "dates")
    assert [each for each in reached if each.startswith(tuple(f"scenario_forge.editor.{name}" for name in above))] == []


_IMPORT = re.compile(r"""^(?:import|export)\s+(?:[^;"']*?\sfrom\s+)?["'](\.[^"']+)["']""", re.MULTILINE)


def test_no_modules_of_the_page_need_each_other_not_even_for_types():
    sources = [path for path in PAGE.rglob("*") if path.suffix in (".ts", ".tsx")]
    names = {path.with_suffix(""): path.relative_to(PAGE).as_posix() for path in sources}
    to = {
        names[path.with_suffix("")]: {
            names[target]
            for each in _IMPORT.findall(path.read_text("utf-8"))
            if (target := path.parent.joinpath(each).resolve()) in names
        }
        for path in sources
    }
    assert len(to) > 50
    assert sum(map(len, to.values())) > 200
    assert circles(to) == set()


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
