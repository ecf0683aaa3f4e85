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
    "mechanics/supply.py": "as its kernel",
    "printing/svg.py": "a look has as many attributes as SVG gives it, each by keyword",
    "printing/map/hex_map.py": "one function for every map, each layer by keyword",
}
"""Folders and modules whose functions may have more parameters, and why."""

OWN_MODULES = {
    "scenario_forge": "`lazy` is below all floors, `__main__` above them",
    "api": "`calls` and `play` are below its folders, `schemas` names the models of all of them",
    "campaign": "`rules`, `state` and `situation` are below its folders, `turns`, `play` and `system` above them",
    "checks": "`order` and `near_words` are below its folders, `run` above them; trials of errata run all checks again",
    "editor": "`answers`, `endpoint` and `intents` are below its folders, `session` and `intent_requests` above them",
    "game": "a game holds the files that `reading` reads, and `reading` gives a game anew for another variant",
    "mechanics": "`engine` chooses between the plain functions beside it and `kernels`, which has the same ones compiled",
    "printing": "paper, type and colours are below its folders, what is printed from several of them above",
    "wargame": "the shelf is one: `base` joins what lies beside it to a game, and the ledger is told of its events",
    "cli": "the verbs of errata that read and write lists are a folder; like all verbs they use options and outputs",
    "wargame.modules": "long modules are folders; a rule asks those of other modules, long or short",
}
"""Folders whose own modules and sub-folders need each other, and why they stay so. No two sub-folders may."""

MET_IN_TYPES = {
    "a game's own rules are asked for walks, reaches and objectives, which themselves are given the rules": (
        "campaign.contact",
        "campaign.extensions",
        "campaign.movement.boxes",
        "campaign.movement.breakout_march",
        "campaign.movement.reach",
        "campaign.movement.unsupplied",
        "campaign.movement.walk",
        "campaign.movement.walks",
        "campaign.retreat.breakout",
        "campaign.retreat.retreat_ground",
        "campaign.rules",
        "campaign.situation",
        "campaign.victory.objectives",
    ),
    "a system imports at first use what answers for it, and hands itself over": (
        "campaign.parameters.arrays",
        "campaign.parameters.step_costs",
        "campaign.system",
        "campaign.worked.answers",
        "campaign.worked.check",
        "campaign.worked.drawn",
        "campaign.worked.figure",
        "campaign.worked.figures",
        "campaign.worked.verdicts",
    ),
    "a place knows the file that it is in, and the file where it was read": (
        "game.codes",
        "game.place",
        "game.reading.folder",
    ),
    "a game holds its rule system and corrections; a system is asked about the linked parts of a game": (
        "game.forces",
        "game.front",
        "game.game",
        "game.hexmap",
        "game.reading.errata",
        "game.scenarios",
        "game.schedule",
        "game.statements",
        "game.system",
    ),
    "a board has the modules of its game; modules, deeds and a player's considerations are given the board": (
        "wargame.board.asked",
        "wargame.board.board",
        "wargame.board.labels",
        "wargame.board.mind",
        "wargame.board.module",
        "wargame.board.phase",
    ),
    "arrivals have a pool for replacements, which asks them where units come on": (
        "wargame.modules.arrivals.arrivals",
        "wargame.modules.arrivals.replacements",
    ),
    "a play names the players that know it, and a player is given the play": (
        "simulator.play",
        "simulator.players",
    ),
}
"""Modules that need each other for types, or through imports at first use, and why they stay so."""


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
    """Modules of the package that a module imports when it runs, at the top or later.

    With ``types`` also those that it imports for its types, and those that it reaches through a package whose members
    are imported at first use: `from scenario_forge import api`, then `api.play`.
    """
    skipped = set() if types else set(only_for_types(tree))
    packages = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node not in skipped:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules() else node.module
                packages[alias.asname or alias.name] = inner
        elif isinstance(node, ast.Import) and node not in skipped:
            yield from (alias.name for alias in node.names)
    if types:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and (module := reached_through(node, packages)) in modules():
                yield module


def reached_through(node, packages):
    """The dotted name of what an attribute of a package is; empty where it begins with none of them."""
    if isinstance(node, ast.Name):
        return packages.get(node.id, "")
    head = reached_through(node.value, packages) if isinstance(node, ast.Attribute) else ""
    return f"{head}.{node.attr}" if head in modules() else ""


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


def test_no_modules_need_each_other_for_types_but_those_with_a_reason():
    assert {tuple(sorted(group)) for group in circles(imports(types=True))} == {
        tuple(f"scenario_forge.{name}" for name in group) for group in MET_IN_TYPES.values()
    }


def folders():
    """Each package that has modules, deepest last."""
    return sorted({module.rpartition(".")[0] for module in modules()} - {""})


def needed_below(folder):
    """By sub-folder of a folder those that it needs, for types too; the folder itself stands for its own modules.

    What names its members, which a folder's `__init__` does, needs none of them.
    """
    packages, depth = set(folders()), folder.count(".") + 2

    def part(module):
        head = ".".join(module.split(".")[:depth])
        return head if head in packages else folder

    to = {}
    for module, others in imports(types=True).items():
        if module.startswith(f"{folder}."):
            needed = {part(other) for other in others if other.startswith(f"{folder}.")}
            to.setdefault(part(module), set()).update(needed - {part(module)})
    for needed in list(to.values()):
        for other in needed:
            to.setdefault(other, set())
    return to


def test_no_folders_of_a_folder_need_each_other_not_even_for_types():
    found = set()
    for folder in folders():
        to = needed_below(folder)
        to.pop(folder, None)
        found |= circles({name: others - {folder} for name, others in to.items()})
    assert found == set()


def test_a_folder_and_its_own_modules_need_each_other_only_with_a_reason():
    mixed = {folder for folder in folders() if any(folder in group for group in circles(needed_below(folder)))}
    assert {folder.removeprefix("scenario_forge.") for folder in mixed} == OWN_MODULES.keys()


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
