"""The events that code of a game writes into its book, and words of rules.yaml that fit none of them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.model import did_you_mean
from scenario_forge.game.rule_marks import files_of
from scenario_forge.wargame.base.checks import WGM001

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.place import Where

_CLAUSE = 2
"""How many arguments of `Book.event` come before the subjects: its name and its clause."""
ANY = 1_000
"""How many subjects an event may have whose number the code leaves open."""


class WrittenEvent(NamedTuple):
    """An event as code writes it: its name, or how it ends where code puts it together, and its most subjects."""

    name: str
    whole: bool
    subjects: int
    constant: str = ""
    """What holds the name, where code does not write it out: `ELIMINATED`, or `tells` of a class."""


def words_of_no_event(
    words: Mapping[str, str], packages: Iterable[str], where: Where, besides: Iterable[str] = ()
) -> Iterator[Diagnostic]:
    """Yield words for events that the code never writes, and placeholders that no event of the name fills.

    ``besides``: names of events that rules.yaml gives.
    """
    files = [file for package in packages for file in files_of(package)]
    constants: dict[str, set[str]] = {}
    for path, changed in files:
        for name, text in _constants(path, changed):
            constants.setdefault(name, set()).add(text)
    written = [WrittenEvent(name, True, 0) for name in besides]
    for event in (event for path, changed in files for event in _events(path, changed)):
        texts = constants.get(event.constant, ()) if event.constant else (event.name,)
        written += [event._replace(name=text) for text in texts]
    for name, text in words.items():
        fitting = [event for event in written if event.whole and event.name == name]
        fitting = fitting or [event for event in written if not event.whole and name.endswith(event.name)]
        if not fitting:
            finding = WGM001.at((where / name).key(), "event", name=name)
            yield finding.suggest(did_you_mean(name, [event.name for event in written if event.whole]))
            continue
        try:
            fields = {field for _text, field, _spec, _how in Formatter().parse(text) if field is not None}
        except ValueError as error:
            yield WGM001.at(where / name, "words", name=name, problem=error)
            continue
        most = max(event.subjects for event in fitting)
        named = {field.removesuffix("+") for field in fields}
        wrong = sorted(field for field in named if not field.isdecimal() or int(field) >= most)
        if wrong:
            problem = f"`{{{wrong[0]}}}` stands for nothing: the event has {most or 'no'} subjects, counted from 0"
            yield WGM001.at(where / name, "words", name=name, problem=problem)


@cache
def _events(path: str, _changed: int) -> tuple[WrittenEvent, ...]:
    """The events of a module, from its text: arguments of `book.event`."""
    found = []
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "event"
            and node.args
        ):
            subjects = node.args[_CLAUSE:]
            many = ANY if any(isinstance(each, ast.Starred) for each in node.args) else len(subjects)
            found += [WrittenEvent(name, whole, many, constant) for name, whole, constant in _names(node.args[0])]
    return tuple(found)


@cache
def _constants(path: str, _changed: int) -> tuple[tuple[str, str], ...]:
    """The texts that a module gives names, by themselves or in a class."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    given = [node for body in bodies for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return tuple(
        (target.id, text)
        for node in given
        for left in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for target, text in _texts(left, node.value)
    )


def _texts(left: ast.expr, right: ast.expr | None) -> Iterator[tuple[ast.Name, str]]:
    """Each name with its text, of several too: `BY, DROP = "by", "drop"`."""
    if isinstance(left, ast.Tuple) and isinstance(right, ast.Tuple):
        for one, other in zip(left.elts, right.elts, strict=False):
            yield from _texts(one, other)
    elif isinstance(left, ast.Name) and isinstance(right, ast.Constant) and isinstance(right.value, str):
        yield left, right.value


def _names(node: ast.expr) -> Iterator[tuple[str, bool, str]]:
    """What an expression may come to, whether that is all of it (of a sum only its end is known), or what holds it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True, ""
    elif isinstance(node, ast.Name):
        yield "", True, node.id
    elif isinstance(node, ast.Attribute):
        yield "", True, node.attr
    elif isinstance(node, ast.IfExp):
        yield from _names(node.body)
        yield from _names(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from ((name, False, constant) for name, _whole, constant in _names(node.right))
    else:
        yield "", False, ""
