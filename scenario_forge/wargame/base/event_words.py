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


def words_of_no_event(words: Mapping[str, str], packages: Iterable[str], where: Where) -> Iterator[Diagnostic]:
    """Yield words for events that the code never writes, and placeholders that no event of the name fills."""
    written = [event for package in packages for path, changed in files_of(package) for event in _events(path, changed)]
    for name, text in words.items():
        fitting = [event for event in written if event.name == name or (not event.whole and name.endswith(event.name))]
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
            found += [WrittenEvent(name, whole, many) for name, whole in _names(node.args[0])]
    return tuple(found)


def _names(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """What an expression may come to, and whether that is all of it: of a sum only its end is known."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True
    elif isinstance(node, ast.IfExp):
        yield from _names(node.body)
        yield from _names(node.orelse)
    elif isinstance(node, ast.BinOp):
        yield from ((name, False) for name, _whole in _names(node.right))
    else:
        yield "", False
