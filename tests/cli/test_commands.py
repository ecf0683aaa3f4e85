"""Every command that a page, a card, a message or a dossier shows can be typed as it stands."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path

import pytest

from scenario_forge.cli import options, words
from scenario_forge.cli.main import TASKS, VERBS, WITHOUT_GAME, application

CODE = Path(words.__file__).parents[1]
SHOWN = re.compile(r"`(forge [^`]*)`")
NAMED = re.compile(r"forge [a-z]+( check| game| scenario)?( --play)?")
"""A verb by name: in the page of a code or in the help of an option it is no command to type."""
VALUES = {"N": "1", "M": "1", "DATE": "6/41"}


def texts(path):
    """The texts of a module that shows a command, with their lines, a value in a text as `X`; docstrings are no texts."""
    code = path.read_text("utf-8")
    if "`forge " not in code:
        return
    tree = ast.parse(code)
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            parts.add(id(node.value))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("Option", "Argument"):
            parts |= {id(word.value) for word in node.keywords if word.arg == "help"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr) and id(node) not in parts:
            yield node.lineno, "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)


def understood(typed):
    """The verb's own context, all options and arguments read; nothing is done."""
    verb, *rest = (VALUES.get(word, word) for word in shlex.split(typed)[1:])
    if verb.startswith("--"):
        return application().make_context("forge", [verb], resilient_parsing=True)
    command = application().get_command(None, verb)
    assert command is not None, typed
    if rest and rest[0] in getattr(command, "commands", {}):
        command, rest = command.commands[rest[0]], rest[1:]
    return command.make_context(verb, rest)


def shown_in_code():
    found = []
    for path in sorted(CODE.rglob("*.py")):
        catalogue = path.name == "catalogue.py"
        for line, text in texts(path):
            found += [
                pytest.param(typed, id=f"{path.relative_to(CODE)}:{line}")
                for typed in SHOWN.findall(text)
                if not (catalogue and NAMED.fullmatch(typed))
            ]
    return found


def shown_in_files():
    """In the texts of other files: of a new game, of printed pages, of forms, and in the list of tasks."""
    files = [path for ending in ("yaml", "html", "js") for path in sorted(CODE.rglob(f"*.{ending}"))]
    found = [(path.name, typed) for path in files for typed in SHOWN.findall(path.read_text("utf-8"))]
    return [pytest.param(typed.replace("<<folder>>", "war"), id=f"{name} {typed}") for name, typed in found]


@pytest.mark.parametrize("typed", [*shown_in_code(), *shown_in_files()])
def test_a_command_that_is_shown_is_whole(typed):
    understood(typed)


def test_what_is_not_whole_would_be_noticed():
    for typed in ("forge check", "forge build GAME --papers A4", "forge fuzz GAME --seed x", "forge dossier GAME"):
        with pytest.raises(Exception, match=r".") as problem:
            understood(typed)
        assert problem.type.__module__.endswith("exceptions"), typed


def test_a_command_is_given_again_with_all_that_was_asked(forge, game, here):
    game.rename(here / "my war")
    with typer_context("my war", "--paper", "A3", "--no-previews", "--only", "map,rules") as ctx:
        again = options.same_command(ctx, errata="all")
    assert again == "forge build 'my war' --only map,rules --paper A3 --no-previews --errata all"
    assert understood(again).params["paper"] == ["A3"]


def typer_context(*given):
    return application().get_command(None, "build").make_context("forge build", list(given))


def test_the_tasks_name_every_verb_that_takes_a_game():
    tasks = re.findall(r"forge [a-z][^(]*?(?=  |\n| +\()", TASKS)
    for typed in tasks:
        if "COMMAND" not in typed:
            understood(typed)
    assert {typed.split()[1] for typed in tasks} >= set(VERBS) - set(WITHOUT_GAME)
