"""The mark by which code says which clauses of the rulebook it carries out, and how marks are found again.

A mark costs nothing in play: what is marked stays the very object it was. A rule system gathers its marks
in ``System.clauses``; the tests put the neutral result in the place of what is marked to see that they notice.
"""

from __future__ import annotations

import inspect
from functools import cached_property
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

T = TypeVar("T")

MARKS = "__clauses__"
UNSAID = object()
"""No neutral result is declared: nothing can be put in the place of it without breaking more than the rule."""


class Mark(NamedTuple):
    """What a piece of code says of itself."""

    clauses: tuple[str, ...]
    neutral: Any


class Carrier(NamedTuple):
    """A piece of code that carries out a clause."""

    clause: str
    address: str
    """Module and name in it, relative to the package: `play.walk:Walk.can_end`."""
    neutral: Any
    """What it would give if the rule did not exist; a function of its arguments if callable."""


def carries(*clauses: str, neutral: Any = UNSAID) -> Callable[[T], T]:  # noqa: ANN401 - any result at all
    """Mark a function, method or class as what carries out clauses.

    Args:
        clauses: ids of the rulebook.
        neutral: what it would give if these clauses did not exist, such as False or (); a function is called
            with the arguments. The marked object itself is given back unchanged.

    >>> @carries("5.7", neutral=False)
    ... def may_pass() -> bool:
    ...     return True
    >>> may_pass(), marks_of(may_pass)[0].clauses
    (True, ('5.7',))
    """

    def note(found: T) -> T:
        setattr(found, MARKS, (*vars(found).get(MARKS, ()), Mark(clauses, neutral)))
        return found

    return note


RULES = "__rules__"


def rule(*ids: str) -> Callable[[T], T]:
    """Mark code that games share with the rules of the shelf that it carries out, such as `sequence.turns`.

    Which clause of its rulebook a rule is, a game says itself, under `carried_by`.
    """

    def note(found: T) -> T:
        setattr(found, RULES, ids)
        return found

    return note


def rules_in(package: str) -> dict[str, list[str]]:
    """Every rule that code of a package is marked with, and where: `scenario_forge.wargame.sequence:Turns.done`."""
    top = import_module(package)
    found: dict[str, list[str]] = {}
    for each in walk_packages(top.__path__, f"{package}."):
        module = import_module(each.name)
        for name, member in _marked(module):
            for id_ in getattr(member, "__dict__", {}).get(RULES, ()):
                found.setdefault(id_, []).append(f"{module.__name__}:{name}")
    return found


def marks_of(found: object) -> tuple[Mark, ...]:
    """The marks of an object itself, not those of its base classes."""
    marks: tuple[Mark, ...] = getattr(found, "__dict__", {}).get(MARKS, ())
    return marks


def carriers(package: str) -> list[Carrier]:
    """Every mark in a package and the packages in it, or in one module, in the order of modules and names."""
    top = import_module(package)
    inner = walk_packages(getattr(top, "__path__", ()), f"{package}.")
    modules = [top, *(import_module(found.name) for found in inner)]
    base = package if hasattr(top, "__path__") else ""
    return [
        Carrier(clause, f"{module.__name__.removeprefix(base).lstrip('.')}:{name}", mark.neutral)
        for module in modules
        for name, found in _marked(module)
        for mark in marks_of(found)
        for clause in mark.clauses
    ]


def _marked(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Functions and classes that the module itself defines, and the functions of those classes."""
    for name, found in sorted(vars(module).items()):
        if getattr(found, "__module__", None) != module.__name__:
            continue
        yield name, found
        if inspect.isclass(found):
            yield from ((f"{name}.{inner}", bare(member)) for inner, member in sorted(vars(found).items()))


def bare(member: object) -> object:
    """The function below a property, class method or cache."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    return getattr(member, "__func__", getattr(member, "__wrapped__", member))
