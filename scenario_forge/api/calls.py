"""The public calls: load a game, check it, compile a scenario, print; look up clauses and codes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import compiler, printing
from scenario_forge.checks.run import check as run_checks
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.project.codes import FIL001
from scenario_forge.project.knowledge.clauses import all_clauses, carried_out, tests_of
from scenario_forge.project.place import rule_name
from scenario_forge.project.reading.locate import NoSuchGame, find_game
from scenario_forge.project.reading.workspace import load_game as read_game
from scenario_forge.project.system import find_system, system_ids

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.diagnostics import Code, Diagnostic
    from scenario_forge.printing.render import Rendered
    from scenario_forge.project.game import Game


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
    r"""Everything that is wrong with a game, in order of file and position.

    >>> text = "format: 2\ngame: tiny\ntitle: [A, B]\n"
    >>> game = load_game("desert-rats", files={"game.yaml": text})
    >>> [f"{found.span.line}: {found.code.id}" for found in check(game) if found.span.line == 3]
    ['3: SCH003']
    """
    return run_checks(game)


def compile_scenario(game: Game, name: str) -> CompiledScenario:
    """A scenario as arrays, with the hash of all that play depends on.

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
    """The printed components as PDF, by file name.

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
) -> Rendered:
    """As :func:`render`, with what could not be printed; ``flawed`` says at every foot that the game has errors."""
    return printing.render.render_all(game, scenario, only, paper, profile, flawed=flawed)


# -- what is looked up -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ClauseRow:
    """A clause of the rulebook, and what is behind it."""

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
        """What an executable clause lacks: `code`, `tests`."""
        if not self.executable:
            return ()
        return tuple(name for name in ("code", "tests") if not getattr(self, name))


def clause_rows(game: Game) -> list[ClauseRow]:
    """All clauses in the order of the rulebook; empty where the game has none."""
    return [
        ClauseRow(
            id=clause.id,
            printed=", ".join(part for part in (rule_name(clause.rule), clause.place) if part),
            title=clause.title,
            executable=clause.executable,
            reason=clause.reason,
            code=tuple(carried_out(game, clause)) if clause.executable else (),
            tests=tuple(tests_of(game, clause)),
            rulings=tuple(ruling.id for ruling in clause.rulings),
        )
        for clause, _where in all_clauses(game)
    ]


def clauses_called(rows: Iterable[ClauseRow], wanted: str) -> list[ClauseRow]:
    """Those of one clause (`6.31`), a rule (`6`, `CRT`, `Rule 6`), or with a ruling of that id."""
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
    """A :class:`RulesFile` as plain data, as `forge rules --format json` writes it."""
    return {"clauses": [asdict(row) for row in rows]}


def known_codes() -> dict[str, Code]:
    """Every code by id, in order.

    >>> known_codes()["FIL001"].name
    'no-such-game'

    Raises:
        ValueError: two rule systems use one id or name.
        TypeError: an installed entry point is no rule system.
    """
    systems = [find_system(name) for name in system_ids()]
    return all_codes(code for system in systems if system for code in system.codes())
