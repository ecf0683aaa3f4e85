"""Whether the code that clauses name is entered while the tests run that cite them; plugged in by `tests/conftest.py`.

A clause is judged when all its tests have run, in whatever process: workers send what they saw to whoever leads them.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest
import yaml

from scenario_forge.game.rule_marks import underlying_function
from scenario_forge.game.system import find_system
from scenario_forge.mechanics.kernels.calls import Calls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

CONTENT = Path(__file__).parents[2] / "content"
MARK = "clause"
GAME = "desert-rats"
"""Whose clauses a mark cites that names no game."""
SHARED = "scenario_forge.mechanics."
COMPILED = f"{SHARED}kernels.calls:Calls"
"""Has a method of the same name for each mechanic that is compiled."""


def game_of(mark: pytest.Mark) -> str:
    """The game whose clauses a mark cites."""
    return str(mark.kwargs.get("game", GAME))


class Trace:
    """Notes which functions are entered, each once between `clear` and `clear`; costs nothing afterwards."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self.entered: set[str] = set()
        self._codes: list[tuple[FunctionType, Any, Any]] = []
        self._kept: list[tuple[type, str, cached_property[Any]]] = []
        self._values: WeakKeyDictionary[object, dict[str, set[str]]] = WeakKeyDictionary()
        owners: set[type] = set()
        for address in dict.fromkeys(addresses):
            for place in (address, _twin(address)):
                function, owner = found_at(place)
                if function is not None:
                    self._codes.append((function, function.__code__, self._noting(function, address)))
                if owner is not None:
                    owners.update(owner.__mro__)
        for owner in owners:
            self._kept += [
                (owner, name, kept) for name, kept in vars(owner).items() if isinstance(kept, cached_property)
            ]

    def start(self) -> None:
        """Begin to note."""
        for function, _code, noting in self._codes:
            function.__code__ = noting
        for owner, name, kept in self._kept:
            setattr(owner, name, _Read(self, kept, name))

    def stop(self) -> set[str]:
        """End it; what was entered."""
        for function, code, _noting in self._codes:
            function.__code__ = code
        for owner, name, kept in self._kept:
            setattr(owner, name, kept)
        entered, self.entered = self.entered, set()
        return entered

    def _noting(self, function: FunctionType, address: str) -> Any:
        code = function.__code__
        copy = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__ = function.__kwdefaults__

        def entered(*args: Any, **named: Any) -> Any:
            self.entered.add(address)
            return copy(*args, **named)

        def body(*args: Any, **named: Any) -> Any:
            chosen: Any = "ENTERED"
            return chosen(*args, **named)

        constants = tuple(entered if const == "ENTERED" else const for const in body.__code__.co_consts)
        return body.__code__.replace(co_consts=constants, co_freevars=code.co_freevars)

    def value_of(self, kept: cached_property[Any], name: str, owner: object) -> Any:
        """A value that objects keep: what was entered to make it counts for whoever reads it."""
        known = self._values.setdefault(owner, {})
        if name not in known:
            before, self.entered = self.entered, set()
            vars(owner)[name] = kept.func(owner)
            known[name], self.entered = self.entered, before
        self.entered |= known[name]
        return vars(owner)[name]


class _Read:
    """Stands for a kept value in a class while it is traced; has `__set__` so that it comes before what is kept."""

    def __init__(self, trace: Trace, kept: cached_property[Any], name: str) -> None:
        self.trace, self.kept, self.name = trace, kept, name

    def __get__(self, owner: object, _kind: type) -> Any:
        return self if owner is None else self.trace.value_of(self.kept, self.name, owner)

    def __set__(self, owner: object, value: object) -> None:
        vars(owner)[self.name] = value


def found_at(address: str) -> tuple[FunctionType | None, type | None]:
    """The function that an address `module:name` or `module:Class.name` leads to, and the class; None where none is.

    Raises:
        AttributeError: nothing has this name.
        ImportError: there is no such module.
    """
    module, _, name = address.partition(":")
    found: Any = import_module(module) if module else None
    owner = None
    for part in name.split(".") if module else ():
        owner = found if isinstance(found, type) else None
        found = vars(found)[part] if owner else getattr(found, part)
    found = underlying_function(found)
    return (found if isinstance(found, FunctionType) else None), owner


def _twin(address: str) -> str:
    """The compiled twin of a mechanic that games share; empty where there is none."""
    module, _, name = address.partition(":")
    return f"{COMPILED}.{name}" if module.startswith(SHARED) and name in vars(Calls) else ""


class Reached:
    """The plugin: traces each test that cites clauses, and judges when the tests are over."""

    def __init__(self, code: Mapping[str, Sequence[str]], tests: Mapping[str, Sequence[str]]) -> None:
        self.code, self.tests = code, tests
        self.trace: Trace | None = None
        self.entered: dict[str, list[str]] = {}
        """Clause → what was entered under tests that cite it."""
        self.ran: dict[str, None] = {}
        self.missed: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Each test that cites clauses is traced, with what it sets up."""
        clauses = [f"{game_of(mark)}:{clause}" for mark in item.iter_markers(MARK) for clause in mark.args]
        if not clauses:
            return (yield)
        if self.trace is None:
            self.trace = Trace(address for addresses in self.code.values() for address in addresses)
        self.trace.start()
        try:
            return (yield)
        finally:
            self.note(item.nodeid.partition("[")[0], clauses, self.trace.stop())

    def note(self, test: str, clauses: Iterable[str], entered: Iterable[str]) -> None:
        """What a test has entered."""
        self.ran[test] = None
        for clause in clauses:
            self.entered[clause] = sorted({*self.entered.get(clause, ()), *entered})

    def judged(self) -> list[str]:
        """Code that is not entered by any test of its clause, for clauses whose tests have all run."""
        return [
            f"{clause}: no test that cites it enters {address}"
            for clause, addresses in self.code.items()
            if clause in self.tests and self.ran.keys() >= set(self.tests[clause])
            for address in addresses
            if address not in self.entered.get(clause, ())
        ]

    # -- many processes --------------------------------------------------------------------------

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker is done: what it saw."""
        seen = getattr(node, "workeroutput", {}).get("reached", {})
        for test in seen.get("ran", ()):
            self.ran[test] = None
        for clause, entered in seen.get("entered", {}).items():
            self.note("", [clause], entered)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A worker says what it saw; whoever leads judges."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["reached"] = {"ran": list(self.ran), "entered": self.entered}
            return
        self.missed = self.judged()
        if self.missed and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """What is missed."""
        if self.missed:
            terminalreporter.section("code that clauses name and their tests do not enter")
            for line in self.missed:
                terminalreporter.line(line)


def plugin(content: Path = CONTENT) -> Reached:
    """For the clauses of all games in a folder, as `game:id`, by their rulebooks."""
    code: dict[str, list[str]] = {}
    tests: dict[str, Sequence[str]] = {}
    for folder in sorted(path.parent for path in content.glob("*/rulebook.yaml")):
        game, rulebook = (_read(folder / name) for name in ("game.yaml", "rulebook.yaml"))
        system = find_system(game["system"])
        known = system.rule_code()
        tests |= system.clause_tests()
        for clause in rulebook["clauses"]:
            places = [place for rule in clause.get("carried_by", ()) for place in known[rule]]
            places += known.get(clause["id"], ())
            code[f"{folder.name}:{clause['id']}"] = list(dict.fromkeys(places))
    return Reached(code, tests)


def _read(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
