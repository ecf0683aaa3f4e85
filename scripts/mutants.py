"""Mutants: does a test that cites a clause notice when what carries the clause out is gone or wrong?

Three kinds: *code*, each piece of marked code replaced by its declared neutral result; *data*, each value of the
content by another one; *conditions*, one comparison, operand, number, side or argument of marked code changed. The
citing tests are run, and one of them must fail by an assertion; for a condition, no test that records or plays out
whole games counts. Tests count for the rules that carry out what they cite, in whatever game: those of the other games
of `content/`, and those of `tests/wargame/modules`, which name rules of modules (`rule("retreat")` all of that module)
and set the keys that no printed game sets.
`python scripts/mutants.py [CLAUSE …] [--game massawa] [--kind conditions] [--sample N [--seed N]] [--log FILE]`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import signal
import sys
from inspect import isgeneratorfunction
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import pytest
from _pytest.fixtures import pytest_fixture_setup
from mutants_conditions import condition_mutants, report
from mutants_made import Mutant, all_rules, code_mutants, data_mutants, remake
from rulebooks import GAME, ROOT, citing, clauses_by_rule

from scenario_forge.simulator.step import IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

OF_MODULES = "tests/wargame/modules"
TESTS = ("tests/clauses", "tests/campaign", "tests/systems", OF_MODULES, "tests/content")
SECONDS = 60
"""Longer than any test: a mutant that goes on for ever is ended then."""
SECONDS_A_TEST = 15
"""The same for one test of a condition: those that count take a second or two at most."""
KILLED, BROKEN, SURVIVED, EQUIVALENT = "killed", "broken", "survived", "equivalent"
"""By an assertion; only by something else, such as an error or by going on for ever; by nothing; by nothing ever."""
LETTERS = {KILLED: ".", BROKEN: "e", SURVIVED: "S", EQUIVALENT: "="}
WHOLE_GAMES = ("at_random", "playout", "record", "replay", "whole_game", "played_well")
"""What the names of tests, or the names that they use, say of games that are played out or compared with records."""

_ASSERTIONS = (AssertionError, pytest.fail.Exception, IllegalActionError)
"""An action that the rules refuse counts as one: that it is legal is what the test says."""


class Trial:
    """Takes the place of pytest's own loop: every mutant in a process of its own, forked when the tests are read."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, log: Path | None = None, game: str = GAME) -> None:
        self.mutants, self.jobs, self.log, self.game = mutants, jobs, log, game
        self.asserted = self.failed = False
        self.rules: list[Any] = []
        self.seconds: dict[pytest.Item, float] = {}
        self.killers: dict[str, set[str]] = {}
        """By function: the tests that have killed a mutant of it; they are tried first."""
        self.shared: dict[tuple[object, object], object] | None = None
        """What fixtures of test modules have made, by fixture and parameter; None: each process makes its own."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """First the values, while nothing is compiled yet; then the code, on what the tests have compiled."""
        items = dict[str, list[pytest.Item]]()
        clauses_of = clauses_by_test(self.game)
        for item in sorted(session.items, key=_dear):
            for clause in clauses_of(item):
                items.setdefault(clause, []).append(item)
        self._all([mutant for mutant in self.mutants if not mutant.code], items)
        code = [mutant for mutant in self.mutants if mutant.code]
        if code:
            wanted = {clause for mutant in code for clause in mutant.clauses}
            whole = all(mutant.key for mutant in code)
            every = dict.fromkeys(item for clause in wanted for item in items.get(clause, ()))
            self.shared = {} if whole else None
            self._sound([item for item in every if not (whole and plays_out(item))], items)
            self.rules = all_rules()
            gc.freeze()
        self._all(code, items)
        return True

    def _sound(self, every: list[pytest.Item], items: dict[str, list[pytest.Item]]) -> None:
        """Tests that fail without any mutant say nothing."""
        for number, item in enumerate(every):
            begun = perf_counter()
            if self._run(item, every[number + 1] if number + 1 < len(every) else None) != SURVIVED:
                sys.stderr.write(f"fails by itself: {item.nodeid}\n")
                for cited in items.values():
                    cited[:] = [one for one in cited if one is not item]
            self.seconds[item] = perf_counter() - begun

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
            fates = dict(line.split("\t", 1) for line in said.read().splitlines())
        if mutant.key:
            fate, _, mutant.killer = fates.get(mutant.clauses[0], BROKEN).partition("\t")
            if fate == SURVIVED and BROKEN in mutant.fate.values():
                fate = BROKEN  # by tests that were not asked this time
            mutant.fate = {mutant.clauses[0]: EQUIVALENT if mutant.same and fate == SURVIVED else fate}
            if mutant.killer:
                self.killers.setdefault(_function(mutant), set()).add(mutant.killer)
        else:
            mutant.fate = {clause: fates.get(clause, BROKEN) for clause in mutant.clauses}
        if self.log and mutant.key:
            with self.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(row_of(mutant), ensure_ascii=False) + "\n")
        sys.stderr.write(LETTERS[max(mutant.fate.values(), default=KILLED)])
        sys.stderr.flush()

    def _child(self, mutant: Mutant, items: dict[str, list[pytest.Item]], pipe: int) -> None:
        signal.alarm(SECONDS)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            mutant.change()
            if not mutant.key or _function(mutant).startswith(("rules", "solitaire")):
                remake(self.rules)  # what other modules work out rests on a state, and no test shares one
            for line in (self._condition if mutant.key else self._clauses)(mutant, items):
                os.write(pipe, f"{line}\n".encode())
        finally:
            os._exit(0)

    def _clauses(self, mutant: Mutant, items: dict[str, list[pytest.Item]]) -> Iterable[str]:
        """What becomes of a mutant clause by clause: the tests of each must notice."""
        known: dict[pytest.Item, str] = {}
        for clause in mutant.clauses:
            fate = SURVIVED
            for item in items.get(clause, ()):
                if item not in known:
                    known[item] = self._run(item, None)
                if known[item] == KILLED:
                    fate = KILLED
                    break
                fate = BROKEN if BROKEN in (fate, known[item]) else SURVIVED
            yield f"{clause}\t{fate}"

    def _condition(self, mutant: Mutant, items: dict[str, list[pytest.Item]]) -> Iterable[str]:
        """What becomes of a condition: one test of one of the clauses that its function carries must notice."""
        known = self.killers.get(_function(mutant), set())
        cited = {item for clause in mutant.clauses for item in items.get(clause, ()) if not plays_out(item)}
        fate = SURVIVED
        for item in sorted(cited, key=lambda one: (one.nodeid not in known, *self._dearness(one), one.nodeid)):
            signal.alarm(SECONDS_A_TEST)
            found = self._run(item, None)
            if found == KILLED:
                yield f"{mutant.clauses[0]}\t{KILLED}\t{item.nodeid}"
                return
            fate = BROKEN if BROKEN in (fate, found) else SURVIVED
        yield f"{mutant.clauses[0]}\t{fate}\t"

    def _dearness(self, item: pytest.Item) -> tuple[bool, float]:
        """How long a test takes in a process of its own: those of modules make their game anew, so they come last."""
        return OF_MODULES in item.nodeid, self.seconds.get(item, 0)

    def _run(self, item: pytest.Item, following: pytest.Item | None) -> str:
        from _pytest.runner import runtestprotocol  # noqa: PLC0415

        self.asserted = self.failed = False
        runtestprotocol(item, nextitem=following, log=False)
        return KILLED if self.asserted else BROKEN if self.failed else SURVIVED

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> object:
        """Take what a fixture of a test module made before the fork: to compile its game anew takes a second."""
        if self.shared is None or fixturedef.scope != "module" or isgeneratorfunction(fixturedef.func):
            return None
        key = fixturedef, request.param_index  # type: ignore[attr-defined]  # it is the request of this fixture
        if key not in self.shared:
            self.shared[key] = pytest_fixture_setup(fixturedef, request)  # type: ignore[arg-type]  # the same
        fixturedef.cached_result = (self.shared[key], fixturedef.cache_key(request), None)  # type: ignore[arg-type]
        return self.shared[key]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        """What a test failed by; nobody reads where, so no traceback is laid out."""
        outcome: Literal["passed", "failed", "skipped"] = "passed"
        if call.excinfo is not None:
            outcome = "skipped" if call.excinfo.errisinstance(pytest.skip.Exception) else "failed"
            self.failed |= outcome == "failed"
            self.asserted |= outcome == "failed" and call.when == "call" and call.excinfo.errisinstance(_ASSERTIONS)
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, None, call.when)


def clauses_by_test(game: str) -> Callable[[pytest.Item], Iterable[str]]:
    """What tells the clauses of a game for which a test counts: by the clauses of any game, or the rules, it names."""
    cited, carried = citing(game), clauses_by_rule(game)

    def clauses(item: pytest.Item) -> Iterable[str]:
        marks = [(mark.kwargs.get("game", GAME), id_) for mark in item.iter_markers("clause") for id_ in mark.args]
        named = [name for mark in item.iter_markers("rule") for name in mark.args]
        rules = [rule for rule in carried for name in named if rule == name or rule.startswith(f"{name}.")]
        found = [*(cited.get(mark, ()) for mark in marks), *(carried[rule] for rule in rules)]
        return dict.fromkeys(clause for each in found for clause in each)

    return clauses


def _function(mutant: Mutant) -> str:
    return mutant.key.partition(" | ")[0]


def plays_out(item: pytest.Item) -> bool:
    """Whether a test plays whole games or compares with a record of one."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    names = [item.nodeid, *(code.co_names if code else ())]
    return any(word in name for name in names for word in WHOLE_GAMES if name != "playout")


def _dear(item: pytest.Item) -> tuple[bool, bool]:
    """Tests of many examples, whole playouts and whole content come last."""
    function = getattr(item, "function", None)
    return hasattr(function, "hypothesis"), "playout" in item.nodeid or "content" in item.nodeid


def row_of(mutant: Mutant) -> dict[str, str]:
    """What became of a condition mutant, as it is written down."""
    clause, fate = next(iter(mutant.fate.items()))
    return {"clause": clause, "fate": fate, "mutant": mutant.name, "key": mutant.key, "killer": mutant.killer}


def main(words: Sequence[str] | None = None) -> int:
    """Try mutants and say which survive; 1 if any does."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument(
        "clauses", nargs="*", help="only those of these clauses, rules or files: 6.31, 6., CRT., raids.py"
    )
    asked.add_argument("--sample", type=int, default=0, help="only every so-manyth mutant, so that about N are tried")
    asked.add_argument("--seed", type=int, help="with --sample: N mutants drawn at random, for each seed others")
    asked.add_argument("--game", default=GAME, help="whose clauses: a folder of content/")
    asked.add_argument("--kind", choices=("code", "data", "both", "conditions"), default="both")
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--json", type=Path, help="write what became of each here")
    asked.add_argument(
        "--log", type=Path, help="conditions: write each here as it ends; those killed there already are not tried"
    )
    asked.add_argument(
        "--report", type=Path, help="conditions: write the figures by rule and the survivors here, as Markdown"
    )
    asked.add_argument("--tests", nargs="+", help="only these tests, such as those that are new")
    asked.add_argument("--only-report", action="store_true", help="conditions: report what the log has, try nothing")
    given = asked.parse_args(words)
    mutants = [mutant for kind, make in MAKERS.items() if kind in KINDS[given.kind] for mutant in make(given.game)]
    if given.clauses:
        mutants = [mutant for mutant in mutants if _about(mutant, given.clauses)]
    if given.sample:
        mutants = sampled(mutants, given.sample, given.seed)
    os.chdir(ROOT)
    left = _not_yet(mutants, given.log)
    if left and not given.only_report:
        trial = Trial(left, given.jobs, given.log, given.game)
        pytest.main(
            ["-s", "--no-header", "-p", "no:cacheprovider", *(given.tests or TESTS)],
            plugins=[trial],
        )
    if given.report:
        given.report.write_text(report([row_of(mutant) for mutant in mutants if mutant.fate]), encoding="utf-8")
    return _told(mutants, given.json)


def sampled(mutants: Sequence[Mutant], number: int, seed: int | None) -> list[Mutant]:
    """Every so-manyth mutant; with a seed as many drawn at random, in their order."""
    if seed is None:
        return [*mutants[:: max(1, len(mutants) // number)]]
    drawn = random.Random(seed).sample(range(len(mutants)), min(number, len(mutants)))
    return [mutants[at] for at in sorted(drawn)]


MAKERS = {"data": data_mutants, "code": code_mutants, "conditions": condition_mutants}
KINDS = {"both": ("data", "code"), **{kind: (kind,) for kind in MAKERS}}


def _about(mutant: Mutant, wanted: Sequence[str]) -> bool:
    starts = tuple(one for one in wanted if one.endswith("."))
    named = any(".py" in one and mutant.key.startswith(one) for one in wanted)
    return named or any(clause in wanted or clause.startswith(starts) for clause in mutant.clauses)


def _not_yet(mutants: Sequence[Mutant], log: Path | None) -> list[Mutant]:
    """Those that the log does not hold as killed; what became of them before is kept until they are tried again."""
    rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log and log.exists() else []
    known = {row["key"]: row for row in rows}
    for mutant in mutants:
        if mutant.key in known:
            row = known[mutant.key]
            fate = EQUIVALENT if mutant.same and row["fate"] == SURVIVED else row["fate"]
            mutant.fate, mutant.killer = {mutant.clauses[0]: fate}, row["killer"]
    return [mutant for mutant in mutants if KILLED not in mutant.fate.values()]


def _told(mutants: Sequence[Mutant], path: Path | None) -> int:
    fates = [(mutant, clause, fate) for mutant in mutants for clause, fate in mutant.fate.items()]
    if path:
        rows = [{"mutant": mutant.name, "clause": clause, "fate": fate} for mutant, clause, fate in fates]
        path.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    left = [(mutant, clause, fate) for mutant, clause, fate in fates if fate != KILLED]
    sys.stdout.write("\n" + "".join(f"{fate:<9} {clause:<7} {mutant.name}\n" for mutant, clause, fate in left))
    counts = ", ".join(f"{sum(f == kind for *_, f in fates)} {kind}" for kind in LETTERS)
    sys.stdout.write(f"{len(mutants)} mutants, {len(fates)} with a clause: {counts}\n")
    return int(any(fate == SURVIVED for *_, fate in left))


if __name__ == "__main__":
    raise SystemExit(main())
