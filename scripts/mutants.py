"""Mutants: does a test that cites a clause notice when what carries the clause out is gone or wrong?

Each piece of marked code is replaced by its declared neutral result, each value in the content by another one; the
citing tests are run, and one of them must fail by an assertion. `python scripts/mutants.py [CLAUSE …] [--sample N]`.
"""

# ruff: noqa: ANN401
from __future__ import annotations

import argparse
import gc
import json
import os
import re
import signal
import sys
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scenario_forge.simulator.step import IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = Path(__file__).parents[1]
GAME = ROOT / "content/desert-rats"
TESTS = ("tests/clauses", "tests/systems", "tests/content/desert-rats")
SECONDS = 60
"""Longer than any test: a mutant that goes on for ever is ended then."""
KILLED, BROKEN, SURVIVED = "killed", "broken", "survived"
"""By an assertion; only by something else, such as an error or by going on for ever; by nothing."""
WORDS = {
    "true": "false", "false": "true", "allied": "axis", "axis": "allied", "U": "1", "game_turn": "player_turn",
    "all_full": "never", "south": "north", "ordinary": "none", "x": "xx", "iii": "xx", "Cairo": "Tobruk",
    "Alexandria": "Cairo", "dec40": "mar41", "nov41": "dec40", "mar41": "dec40", "mar42": "dec42", "sep41": "mar42",
    "dec42": "mar42", "unit": "attack", "egypt": "libya", "coast-road": "track", "private-army": "supply",
}  # fmt: skip


ALIKE = {"rules.yaml: combat.unsupplied_attacker_retreat"}
"""Values whose next one changes nothing: of a loss of 4 with 2 at least in strength no more than 2 can be retreat."""


@dataclass
class Mutant:
    """One change, what it is about, and what became of it by clause."""

    name: str
    clauses: list[str]
    change: Callable[[], None]
    code: bool
    fate: dict[str, str] = field(default_factory=dict)


# -- what is changed ---------------------------------------------------------------------------------


def code_mutants() -> Iterator[Mutant]:
    """A mutant for each mark that declares a neutral result."""
    from scenario_forge.project.carries import UNSAID, bare, carriers  # noqa: PLC0415
    from scenario_forge.systems.desert_rats.clauses import PACKAGE  # noqa: PLC0415

    found: dict[tuple[str, int], Mutant] = {}
    for carrier in carriers(PACKAGE):
        if carrier.neutral is UNSAID:
            continue
        module, _, name = carrier.address.partition(":")
        function: Any = import_module(f"{PACKAGE}.{module}")
        for part in name.split("."):
            function = vars(function)[part]
        change = partial(neutralise, bare(function), carrier.neutral)
        mutant = Mutant(f"{carrier.address} → {_shown(carrier.neutral)}", [], change, code=True)
        found.setdefault((carrier.address, id(carrier.neutral)), mutant).clauses.append(carrier.clause)
    yield from found.values()


def _shown(neutral: object) -> str:
    return (
        f"its neutral function, line {neutral.__code__.co_firstlineno}"
        if callable(neutral) and hasattr(neutral, "__code__")
        else repr(neutral)
    )


def neutralise(function: Any, neutral: Any) -> None:
    """Put the neutral result in the place of a function's body, for whoever has the function already."""
    result = neutral if callable(neutral) and not isinstance(neutral, type) else None
    if isinstance(neutral, type):
        result = neutral
    if result is None:

        def result(*_args: Any, **_named: Any) -> Any:
            return list(neutral) if isinstance(neutral, list) else neutral

    def body(*args: Any, **named: Any) -> Any:
        chosen: Any = "RESULT"
        return chosen(*args, **named)

    code = body.__code__
    function.__code__ = code.replace(
        co_consts=tuple(result if const == "RESULT" else const for const in code.co_consts),
        co_freevars=function.__code__.co_freevars,
    )
    for rules in _all_rules():
        compiled = rules.compiled
        vars(rules).clear()
        rules.__init__(compiled)


def _all_rules() -> list[Any]:
    from scenario_forge.systems.desert_rats.play.rules import Rules  # noqa: PLC0415

    return [found for found in gc.get_objects() if type(found) is Rules]


def data_mutants() -> Iterator[Mutant]:
    """A mutant for each value that a clause leads to and that can be changed to another of its kind."""
    from scenario_forge.project.address import parse_address, resolve  # noqa: PLC0415
    from scenario_forge.project.knowledge.carried import data_of  # noqa: PLC0415
    from scenario_forge.project.knowledge.clauses import all_clauses  # noqa: PLC0415
    from scenario_forge.project.place import Where  # noqa: PLC0415
    from scenario_forge.project.workspace import load_game  # noqa: PLC0415

    game = load_game(GAME, "all")
    found: dict[tuple[str, str], Mutant] = {}
    for clause, _where in all_clauses(game):
        if not clause.executable:
            continue
        places = [(datum.address, datum.where) for datum in data_of(game, clause)]
        for address in clause.data:
            name, _, path = address.partition(": ")
            places += [(address, Where(game.files[name], resolve(game.files[name].root, parse_address(path))[0]))]
        for address, where in places:
            corrected = any(where.path[: len(changed)] == changed for changed in where.file.patched)
            if corrected or address in ALIKE:
                continue
            span, text = where.span, where.file.source.text
            lines = text.splitlines(keepends=True)
            if span.line != span.end_line:
                continue
            row = lines[span.line - 1]
            old = row[span.column - 1 : span.end_column - 1]
            new = other(old)
            if new is None:
                continue
            lines[span.line - 1] = row[: span.column - 1] + new + row[span.end_column - 1 :]
            change = partial(overlay, where.file.name, "".join(lines))
            mutant = Mutant(f"{address} = {old} → {new}", [], change, code=False)
            known = found.setdefault((address, old), mutant)
            if clause.id not in known.clauses:
                known.clauses.append(clause.id)
    yield from found.values()


def other(old: str) -> str | None:
    """Another value of the same kind; None for a list, a mapping, or a word that has no other."""
    bare_ = old.strip("\"'")
    quoted = old.replace(bare_, "{}", 1)
    if bare_ in WORDS:
        return quoted.format(WORDS[bare_])
    if old.startswith(("[", "{", "&", "|", ">")):
        words = [word for word in re.findall(r"[\w-]+(?!\s*:|[\w-])", old) if word in WORDS]
        return re.sub(rf"(?<![\w-]){words[0]}(?![\w-])", WORDS[words[0]], old, count=1) if words else None
    if "½" in old:
        return old.replace("½", "3")
    if re.fullmatch(r"\d+d\d+", bare_):
        return f"{bare_[:-1]}{int(bare_[-1]) + 1}"
    number = re.search(r"\d+(\.\d+)?", bare_)
    if number is None:
        return None
    value = number.group()
    changed = "0.25" if value == "0.5" else f"{float(value) + 1:g}"
    return quoted.format(bare_[: number.start()] + changed + bare_[number.end() :])


def overlay(name: str, text: str) -> None:
    """Have every game that is read from now on say something else in one file."""
    from scenario_forge.project.workspace import Workspace  # noqa: PLC0415

    read = Workspace._read  # noqa: SLF001

    def other_read(self: Workspace, files: Any, problems: Any) -> Any:
        return read(self, {**files, name: text} if self.folder.resolve() == GAME else files, problems)

    Workspace._read = other_read  # type: ignore[method-assign]  # noqa: SLF001


# -- how it is tried ---------------------------------------------------------------------------------


_ASSERTIONS = (AssertionError, pytest.fail.Exception, IllegalActionError)
"""An action that the rules refuse counts as one: that it is legal is what the test says."""


class Trial:
    """Takes the place of pytest's own loop: every mutant in a process of its own, forked when the tests are read."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int) -> None:
        self.mutants, self.jobs = mutants, jobs
        self.asserted = self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """First the values, while nothing is compiled yet; then the code, on what the tests have compiled."""
        items: dict[str, list[pytest.Item]] = {}
        for item in sorted(session.items, key=_dear):
            for mark in item.iter_markers("clause"):
                for clause in mark.args:
                    items.setdefault(clause, []).append(item)
        self._all([mutant for mutant in self.mutants if not mutant.code], items)
        code = [mutant for mutant in self.mutants if mutant.code]
        if code:
            wanted = {clause for mutant in code for clause in mutant.clauses}
            self._sound(list(dict.fromkeys(item for clause in wanted for item in items.get(clause, ()))), items)
        self._all(code, items)
        return True

    def _sound(self, every: list[pytest.Item], items: dict[str, list[pytest.Item]]) -> None:
        """Tests that fail without any mutant say nothing."""
        for number, item in enumerate(every):
            if self._run(item, every[number + 1] if number + 1 < len(every) else None) != SURVIVED:
                sys.stderr.write(f"fails by itself: {item.nodeid}\n")
                for cited in items.values():
                    cited[:] = [one for one in cited if one is not item]

    def _all(self, mutants: Sequence[Mutant], items: dict[str, list[pytest.Item]]) -> None:
        running: dict[int, tuple[Mutant, int]] = {}
        for mutant in [*mutants, None]:
            while running and (mutant is None or len(running) >= self.jobs):
                pid, _status = os.wait()
                if pid in running:
                    self._read(*running.pop(pid))
            if mutant is not None:
                ours, theirs = os.pipe()
                pid = os.fork()
                if pid == 0:
                    os.close(ours)
                    self._child(mutant, items, theirs)
                os.close(theirs)
                running[pid] = (mutant, ours)

    def _read(self, mutant: Mutant, pipe: int) -> None:
        with os.fdopen(pipe) as said:
            fates = dict(line.split("\t") for line in said.read().splitlines())
        mutant.fate = {clause: fates.get(clause, BROKEN) for clause in mutant.clauses}
        sys.stderr.write({KILLED: ".", BROKEN: "e", SURVIVED: "S"}[max(mutant.fate.values(), default=KILLED)])
        sys.stderr.flush()

    def _child(self, mutant: Mutant, items: dict[str, list[pytest.Item]], pipe: int) -> None:
        signal.alarm(SECONDS)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        known: dict[pytest.Item, str] = {}
        try:
            mutant.change()
            for clause in mutant.clauses:
                fate = SURVIVED
                for item in items.get(clause, ()):
                    if item not in known:
                        known[item] = self._run(item, None)
                    if known[item] == KILLED:
                        fate = KILLED
                        break
                    fate = BROKEN if BROKEN in (fate, known[item]) else SURVIVED
                os.write(pipe, f"{clause}\t{fate}\n".encode())
        finally:
            os._exit(0)

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> str:
        from _pytest.runner import runtestprotocol  # noqa: PLC0415

        self.asserted = self.failed = False
        runtestprotocol(item, nextitem=following, log=False)
        return KILLED if self.asserted else BROKEN if self.failed else SURVIVED

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """What a test failed by."""
        del item
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.failed = True
            self.asserted |= call.when == "call" and call.excinfo.errisinstance(_ASSERTIONS)


def _dear(item: pytest.Item) -> tuple[bool, bool]:
    """Tests of many examples, whole playouts and whole content come last."""
    function = getattr(item, "function", None)
    return hasattr(function, "hypothesis"), "playout" in item.nodeid or "content" in item.nodeid


def main(words: Sequence[str] | None = None) -> int:
    """Try mutants and say which survive; 1 if any does."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("clauses", nargs="*", help="only those of these clauses")
    asked.add_argument("--sample", type=int, default=0, help="only every so-manyth mutant, so that about N are tried")
    asked.add_argument("--kind", choices=("code", "data", "both"), default="both")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--json", type=Path, help="write what became of each here")
    given = asked.parse_args(words)
    mutants = [*(data_mutants() if given.kind != "code" else ()), *(code_mutants() if given.kind != "data" else ())]
    if given.clauses:
        mutants = [mutant for mutant in mutants if set(mutant.clauses) & set(given.clauses)]
    if given.sample:
        mutants = mutants[:: max(1, len(mutants) // given.sample)]
    os.chdir(ROOT)
    pytest.main(["-s", "--no-header", *TESTS], plugins=[Trial(mutants, given.jobs)])
    return _told(mutants, given.json)


def _told(mutants: Sequence[Mutant], path: Path | None) -> int:
    fates = [(mutant, clause, fate) for mutant in mutants for clause, fate in mutant.fate.items()]
    if path:
        rows = [{"mutant": mutant.name, "clause": clause, "fate": fate} for mutant, clause, fate in fates]
        path.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    left = [(mutant, clause, fate) for mutant, clause, fate in fates if fate != KILLED]
    sys.stdout.write("\n" + "".join(f"{fate:<9} {clause:<7} {mutant.name}\n" for mutant, clause, fate in left))
    counts = ", ".join(f"{sum(f == kind for *_, f in fates)} {kind}" for kind in (KILLED, BROKEN, SURVIVED))
    sys.stdout.write(f"{len(mutants)} mutants, {len(fates)} with a clause: {counts}\n")
    return int(any(fate == SURVIVED for *_, fate in left))


if __name__ == "__main__":
    raise SystemExit(main())
