"""The public calls: load a game, check it and make safe fixes, compile a scenario, print; look up clauses and codes."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import compiler, printing
from scenario_forge.checks.errata.trials import errata_effects
from scenario_forge.checks.run import check as run_checks
from scenario_forge.checks.run import suppressed_count
from scenario_forge.diagnostics import Severity
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.diagnostics.model import BASES, Basis
from scenario_forge.diagnostics.report import Report, plural
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.codes import FIL001
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.knowledge.clauses import all_clauses, carriers_of, tests_of
from scenario_forge.game.place import Where, rule_name
from scenario_forge.game.reading.locate import NoSuchGame, command, find_game, game_argument
from scenario_forge.game.reading.workspace import Workspace
from scenario_forge.game.reading.workspace import load_game as read_game
from scenario_forge.game.scenarios import scenarios
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import find_system, system_ids, without_rules
from scenario_forge.game.tables import tables
from scenario_forge.source.codes import YML005
from scenario_forge.source.edit import apply_fixes
from scenario_forge.source.files import write_file
from scenario_forge.source.nodes import EditRefused, path_at

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Code, Diagnostic, Fix, Span
    from scenario_forge.game.game import Game
    from scenario_forge.game.reading.folder import GameFile
    from scenario_forge.printing.render import RenderedFiles


def load_game(
    folder: str | os.PathLike[str], errata: str | None = None, files: Mapping[str, str] | None = None
) -> Game:
    """Load a game. Bad content never raises; what is wrong with it stands in ``Game.problems``.

    Args:
        folder: the game's folder, or the name of one in ``./content``, or of a bundled one.
        errata: ``none`` (as in the source), ``official``, ``all`` (ours too), or ids with commas; None: the game's.
        files: unsaved text by path in the folder; it is read instead of the file.

    >>> game = load_game("desert-rats", errata="none")
    >>> game.title, [side.name for side in game.about.sides]
    ('Desert Rats', ['Allied', 'Axis'])
    >>> load_game("desert-rat").problems[0].help
    'did you mean desert-rats?'
    """
    try:
        found = find_game(folder)
    except NoSuchGame as unknown:
        game = read_game(folder, errata, files)
        game.problems = [p.suggest(unknown.hint) if p.code is FIL001 else p for p in game.problems]
        return game
    return read_game(found, errata, files)


def check(game: Game) -> list[Diagnostic]:
    r"""Return everything that is wrong with a game, in order of file and position.

    >>> text = "format: 3\ngame: tiny\ntitle: [A, B]\n"
    >>> game = load_game("desert-rats", files={"game.yaml": text})
    >>> [f"{found.span.line}: {found.code.id}" for found in check(game) if found.span.line == 3]
    ['3: SCH003']
    """
    return run_checks(game)


def compile_scenario(game: Game, name: str) -> CompiledScenario:
    """Return a scenario as arrays, with the hash of all that play depends on.

    >>> compiled = compile_scenario(load_game("desert-rats", errata="all"), "crusader")
    >>> compiled.hexes, len(compiled.hash)
    (1872, 64)

    Raises:
        NoSuchScenario: the game has none of that name (a LookupError).
        CompileError: the game has errors that leave the scenario without a meaning (a ValueError).
    """
    return compiler.compile_scenario(game, name)


def render(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str | None = None,
    profile: str = "default",
) -> dict[str, bytes]:
    """Return the printed components as PDF, by file name.

    Args:
        game: with the errata chosen when it was loaded.
        scenario: the scenario that is printed; None: all of them.
        only: names of components; None: all of them.
        paper: ``A4``, ``Letter`` …; None: the profile's.
        profile: a print profile, of ours or the game's.

    >>> files = render(load_game("desert-rats", errata="all"), "crusader", only=["setup-card"])
    >>> [name for name in files if "axis" in name]
    ['desert-rats_setup-card_crusader_axis_A4_errata-all-v1.pdf']

    Raises:
        NoSuchScenario: the game has none of that name (a LookupError).
        LookupError: there is no such profile.
        ValueError: there is no such component or paper.
    """
    return render_all(game, scenario, only, paper, profile).files


def render_all(
    game: Game,
    scenario: str | None = None,
    only: Iterable[str] | None = None,
    paper: str | None = None,
    profile: str = "default",
    *,
    flawed: bool = False,
) -> RenderedFiles:
    """As :func:`render`, with what could not be printed; ``flawed`` says at every foot that the game has errors."""
    return printing.render.render_all(game, scenario, only, paper, profile, flawed=flawed)


# -- what a run of the checks found, as a report for every renderer --------------------------------


def report_of(game: Game, findings: Sequence[Diagnostic]) -> Report:
    """Return findings with the texts they refer to, and the summary: what was read, on what its values rest.

    ``findings`` are those of ``check(game)``.
    """

    def text(name: str) -> str | None:
        file = game.files.get(name)
        return file.source.text if file else None

    return Report(
        findings,
        texts=text,
        files=len(game.files),
        basis=basis_counts(game),
        game=game.title,
        errata=game.errata,
        mending=command("check", game_argument(game.folder), "--fix", errata=game.errata),
        suppressed=suppressed_count(game),
        counted=[_plural(number, word) for word, number in counts(game).items() if number],
    )


def letter_of(report: Report, game: Game) -> Report:
    """Return the part of a report for the publisher: findings on printed values that have a place on paper.

    What the author of a copy wrote, proposed or fitted is no news to a publisher. Without a game it stays as it is.
    """
    if not game.read:
        return report
    return replace(report, diagnostics=[each for each in report.diagnostics if _is_printed(game, each.span)])


def _is_printed(game: Game, span: Span) -> bool:
    file = game.read.get(span.file)
    if file is None or not span.paper or file.source.root is None:
        return False
    start, _end = file.source.offsets(span)
    return file.basis_at(path_at(file.source.root, file.source.text, start)) == "printed"


def _plural(number: int, word: str) -> str:
    return f"{number} hexes" if word == "hex" and number != 1 else plural(number, word)


def basis_counts(game: Game) -> dict[str, int]:
    """Return how many values are printed, derived, fitted and proposed."""
    total: Counter[Basis] = Counter()
    for file in game.files.values():
        total += file.bases.count()
    return {basis: total[basis] for basis in BASES}


def counts(game: Game) -> dict[str, int]:
    """Return how many of each thing were read, by its name in the singular."""
    grid, track = hex_map(game), schedule(game)
    return {
        "unit": len(forces(game).units()),
        "hex": len(grid.grid) if grid else 0,
        "scenario": len(scenarios(game).scenarios),
        "clause": sum(len(book.clauses) for book, _ in game.documents("rulebook", RulebookDocument)),
        "chart": len(tables(game).charts),
        "game turn": track.calendar.length if track else 0,
    }


def effects_of_errata(game: Game) -> list[Diagnostic]:
    """Return what the errata of a game break (ERR009); nothing where none is applied or it cannot be read."""
    if not any(patch.target and not patch.problem for patch in game.applied) or game.problems:
        return []
    return errata_effects(Workspace.after(game), game.errata)


# -- safe fixes ------------------------------------------------------------------------------------


# Fixes are made file by file, and never half of one. A file is written only when it is as it was when read, and when
# what would be written reads back without a fault that was not there before.


ROUNDS = 10
"""Fixes that overlap wait for the next round; a fix that brings another comes to rest long before this."""


@dataclass(frozen=True, slots=True)
class AppliedFix:
    """An applied fix: its place in the text before this round, and what it changed."""

    file: str
    line: int
    code: str
    title: str


@dataclass
class MendResult:
    """The result of mending a game. ``game`` is as read after the last fix."""

    game: Game
    done: list[AppliedFix] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    """File and reason, where fixes were offered and could not be made."""
    unwritten: list[str] = field(default_factory=list)
    """The files among them that could not be written."""


def mend(folder: str | Path, errata: str = "official", within: Callable[[str], bool] | None = None) -> MendResult:
    """Make every safe fix that fits, read again, and repeat until there is none.

    ``within`` says of a file whether its findings are fixed; None stands for all files.
    Never raises for what a file holds or for a file that cannot be written: see ``refused``.
    """
    workspace = Workspace(folder)
    mended = MendResult(workspace.load(errata))
    given_up: set[str] = set()
    for _round in range(ROUNDS):
        findings = [each for each in check(mended.game) if within is None or within(each.span.file)]
        offered = _offered(mended.game, findings, given_up)
        progress = [_mend_file(workspace, mended, name, fixes, given_up) for name, fixes in offered.items()]
        if not any(progress):
            break
        mended.game = workspace.load(errata)
    return mended


def _offered(game: Game, findings: Sequence[Diagnostic], given_up: set[str]) -> dict[str, list[tuple[Diagnostic, Fix]]]:
    """Return the safe fixes by file, one a finding; none on a value that an erratum has replaced.

    Such a finding speaks of the corrected value, while the text, which the fix would change, is as printed.
    """
    offered: dict[str, list[tuple[Diagnostic, Fix]]] = {}
    corrected = {name: _corrected(file) for name, file in game.files.items()}
    for finding in findings:
        fix = next((fix for fix in finding.fixes if fix.safe and fix.edits), None)
        if fix is None:
            continue
        name = fix.edits[0].span.file
        spans = corrected.get(name)
        if spans is None or name in given_up or any(_meet(edit.span, span) for edit in fix.edits for span in spans):
            continue
        offered.setdefault(name, []).append((finding, fix))
    return offered


def _corrected(file: GameFile) -> list[Span]:
    return [Where(file, path).span for path in file.patched]


def _meet(one: Span, other: Span) -> bool:
    return (one.line, one.column) <= (other.end_line, other.end_column) and (other.line, other.column) <= (
        one.end_line,
        one.end_column,
    )


def _mend_file(
    workspace: Workspace,
    mended: MendResult,
    name: str,
    offered: list[tuple[Diagnostic, Fix]],
    given_up: set[str],
) -> bool:
    """Write a file with the fixes that fit; return whether at least one was written."""
    source = mended.game.files[name].source
    try:
        text, taken = apply_fixes(source, [fix for _finding, fix in offered])
    except EditRefused as error:
        reason: str | None = str(error)
    else:
        if not taken:
            return False
        reason = _new_fault(workspace, mended.game, name, text)
        if reason is None:
            unmarked = any(finding.code is YML005 and fix in taken for finding, fix in offered)
            data = text.encode() if unmarked else source.encoded(text)
            problem = write_file(workspace.folder / name, data, name, source.digest)
            reason = problem.message if problem else None
            mended.unwritten += [name] if problem else []
    if reason is not None:
        given_up.add(name)
        mended.refused.append((name, reason))
        return False
    for fix in taken:
        finding = next(finding for finding, offer in offered if offer == fix)
        mended.done.append(AppliedFix(name, finding.span.line, finding.code.id, fix.title))
    return True


def _new_fault(workspace: Workspace, game: Game, name: str, text: str) -> str | None:
    """Return what would be wrong with the new text that is not wrong now; None when nothing is.

    A file that could not be read had all its later faults hidden: for it, being read is enough.
    """
    after = workspace.load(game.errata, files={name: text})
    if game.files[name].root is None or name not in after.files:
        return None
    news = _faults(after, name) - _faults(game, name)
    return f"the fixes would cause another fault: {next(iter(news))[1]}" if news else None


def _faults(game: Game, name: str) -> Counter[tuple[str, str]]:
    errors = [p for p in game.problems if p.span.file == name and p.severity is Severity.ERROR]
    return Counter((problem.code.id, problem.message) for problem in errors)


# -- what is looked up -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ClauseRow:
    """A clause of the rulebook, and what is behind it."""

    # the oldest pydantic that is allowed leaves the docstring of a dataclass out of its schema
    __pydantic_config__: ClassVar = {"json_schema_extra": {"description": __doc__}}

    id: str
    """Our stable id."""
    printed: str
    """Where it stands on paper: `Rule 6, Retreats, a`."""
    title: str
    executable: bool
    reason: str
    """Why it is not, if not: advice, history, a component …"""
    code: tuple[str, ...]
    """Code as `module:name`, data as `file.yaml: address`."""
    tests: tuple[str, ...]
    """As `tests/file.py::name`."""
    rulings: tuple[str, ...]
    """Ids of our readings."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts that an executable clause lacks: `code`, `tests`."""
        if not self.executable:
            return ()
        return tuple(name for name in ("code", "tests") if not getattr(self, name))


def clause_rows(game: Game) -> list[ClauseRow]:
    """Return all clauses in the order of the rulebook; without a rulebook, none.

    In a game without rules there is nothing to carry out, whatever its clauses say.
    """
    played = not without_rules(game)
    return [
        ClauseRow(
            id=clause.id,
            printed=", ".join(part for part in (rule_name(clause.rule), clause.place) if part),
            title=clause.title,
            executable=played and clause.executable,
            reason=clause.reason,
            code=tuple(carriers_of(game, clause)) if played and clause.executable else (),
            tests=tuple(tests_of(game, clause)),
            rulings=tuple(ruling.id for ruling in clause.rulings),
        )
        for clause, _where in all_clauses(game)
    ]


def clauses_called(rows: Iterable[ClauseRow], wanted: str) -> list[ClauseRow]:
    """Return the rows of one clause (`6.31`), of a rule (`6`, `CRT`, `Rule 6`), or with a ruling of that id."""
    word = wanted.strip().lower().removeprefix("rule").removeprefix("clause").strip()
    return [
        row
        for row in rows
        if word in (row.id.lower(), row.id.lower().rpartition(".")[0], *(ruling.lower() for ruling in row.rulings))
    ]


class RulesFile(TypedDict):
    """Clauses in the order of the rulebook."""

    clauses: list[ClauseRow]


def rules_data(rows: Iterable[ClauseRow]) -> dict[str, Any]:
    """Return a :class:`RulesFile` as plain data, as `forge rules --format json` writes it."""
    return {"clauses": [asdict(row) for row in rows]}


def known_codes() -> dict[str, Code]:
    """Return every code by id, in order.

    >>> known_codes()["FIL001"].name
    'no-such-game'

    Raises:
        ValueError: two rule systems use one id or name.
        TypeError: an installed entry point is no rule system.
    """
    systems = [find_system(name) for name in system_ids()]
    return all_codes(code for system in systems if system for code in system.codes())
