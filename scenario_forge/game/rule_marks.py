"""The mark by which code says which rules it carries out, and how marks are found again.

A mark costs nothing in play: what is marked stays the very object it was. The id of a rule that games share is a module
of rules and what it is about, `movement.minimum`; each game's rulebook says which of its clauses that is, under
`carried_by`. Code that only one game has may bear the id of the clause itself.
"""

from __future__ import annotations

import inspect
import os
import re
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

T = TypeVar("T")

MARKS = "__rules__"
_MARK, _ID = re.compile(r"^\s*@rule\(([^)]*)\)", re.MULTILINE), re.compile(r'"([^"]+)"')


def rule(*ids: str) -> Callable[[T], T]:
    """Mark a function, method or class as what carries out rules; the marked object itself is given back unchanged.

    >>> @rule("stacking.passing")
    ... def may_pass() -> bool:
    ...     return True
    >>> may_pass(), rules_of(may_pass)
    (True, ('stacking.passing',))
    """

    def note(found: T) -> T:
        setattr(found, MARKS, (*rules_of(found), *ids))
        return found

    return note


def rules_of(found: object) -> tuple[str, ...]:
    """Return the rules that an object itself is marked with, not those of its base classes."""
    ids: tuple[str, ...] = getattr(found, "__dict__", {}).get(MARKS, ())
    return ids


@cache
def rules_in(package: str) -> Mapping[str, Sequence[str]]:
    """Return every rule that code of a package or module is marked with, and where; cached: loaded code is fixed.

    >>> rules_in("scenario_forge.wargame.sequence")["sequence.turns"]
    ['scenario_forge.wargame.sequence:Turns._turn']
    """
    top = import_module(package)
    inner = walk_packages(getattr(top, "__path__", ()), f"{package}.")
    found: dict[str, list[str]] = {}
    for module in (top, *(import_module(each.name) for each in inner)):
        for id_, name in _rules_of_module(module):
            found.setdefault(id_, []).append(f"{module.__name__}:{name}")
    return found


def _rules_of_module(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Rule and name of each mark."""
    return ((id_, name) for name, member in _marked(module) for id_ in rules_of(member))


def rule_ids_in(package: str) -> set[str]:
    """Return the rules that code of a package or module is marked with, from its text: nothing is loaded.

    >>> "sequence.turns" in rule_ids_in("scenario_forge.wargame")
    True
    """
    return {id_ for path, changed in files_of(package) for id_ in _named_in_file(path, changed)}


def files_of(package: str) -> list[tuple[str, int]]:
    """Return the files of a package or module, and when each was changed; nothing is loaded."""
    spec = find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or ()
    files = [file for folder in folders for file in _modules(folder)]
    if spec and spec.origin and not folders:
        files.append((spec.origin, Path(spec.origin).stat().st_mtime_ns))
    return files


def _modules(folder: str) -> Iterator[tuple[str, int]]:
    """The modules below a folder, and when each was changed."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _modules(entry.path)
            elif entry.name.endswith(".py"):
                yield entry.path, entry.stat().st_mtime_ns


@cache
def _named_in_file(path: str, _changed: int) -> frozenset[str]:
    text = Path(path).read_text(encoding="utf-8")
    return frozenset(id_ for mark in _MARK.findall(text) for id_ in _ID.findall(mark))


def _marked(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Functions and classes that the module itself defines, and the functions that those classes define."""
    for name, found in sorted(vars(module).items()):
        if getattr(found, "__module__", None) != module.__name__:
            continue
        yield name, found
        if inspect.isclass(found):
            members = ((inner, underlying_function(member)) for inner, member in sorted(vars(found).items()))
            own = ((inner, each) for inner, each in members if getattr(each, "__module__", None) == module.__name__)
            yield from ((f"{name}.{inner}", each) for inner, each in own)


def underlying_function(member: object) -> object:
    """Return the function below a property, class method or cache."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    return getattr(member, "__func__", getattr(member, "__wrapped__", member))
