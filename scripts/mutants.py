"""Mutants: does a test that cites a clause notice when what carries the clause out is gone or wrong?

Each piece of marked code is replaced by its declared neutral result, each value in the content by another one; the
citing tests are run, and one of them must fail by an assertion. `python scripts/mutants.py [CLAUSE …] [--sample N]`.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from mutants_made import ROOT, Mutant, code_mutants, data_mutants

from scenario_forge.simulator.step import IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Sequence

TESTS = ("tests/clauses", "tests/systems", "tests/content/desert-rats")
SECONDS = 60
"""Longer than any test: a mutant that goes on for ever is ended then."""
KILLED, BROKEN, SURVIVED = "killed", "broken", "survived"
"""By an assertion; only by something else, such as an error or by going on for ever; by nothing."""


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
