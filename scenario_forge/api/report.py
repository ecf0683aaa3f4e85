"""A run of the checks as a :class:`Report`, which every renderer of findings takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from scenario_forge.checks.errata.trials import errata_effects
from scenario_forge.checks.run import silenced
from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.diagnostics.model import Basis
from scenario_forge.diagnostics.render import Report
from scenario_forge.diagnostics.render.report import plural
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.reading.locate import called, command
from scenario_forge.project.reading.workspace import Workspace
from scenario_forge.project.scenarios import scenarios
from scenario_forge.project.system import find_system, system_ids
from scenario_forge.project.tables import tables
from scenario_forge.project.time.schedule import schedule
from scenario_forge.source.nodes import Mapping, Sequence, span_of

if TYPE_CHECKING:
    from collections.abc import Sequence as Several

    from scenario_forge.diagnostics import Code, Diagnostic, Span
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Node, Path, Step


def report_of(game: Game, findings: Several[Diagnostic]) -> Report:
    """Findings with the texts they speak of, and the summary: what was read, on what its values rest.

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
        mending=command("check", called(game.folder), "--fix", errata=game.errata),
        suppressed=silenced(game),
        counted=[_plural(number, word) for word, number in counts(game).items() if number],
    )


def letter_of(report: Report, game: Game) -> Report:
    """What of a report concerns the publisher: findings on printed values that have a place on paper.

    What the author of a copy wrote, proposed or fitted is no news to a publisher. Without a game it stays as it is.
    """
    if not game.read:
        return report
    return replace(report, diagnostics=[each for each in report.diagnostics if _is_printed(game, each.span)])


def _is_printed(game: Game, span: Span) -> bool:
    file = game.read.get(span.file)
    if file is None or not span.paper or file.source.root is None:
        return False
    return file.basis_at(_path_at(file.source.root, span)) == "printed"


def _path_at(node: Node, span: Span) -> Path:
    """The path of the smallest value or key in whose text a span begins."""
    if isinstance(node, Mapping):
        below: list[tuple[Step, list[Node]]] = [(key, [node.keys[key], each]) for key, each in node.values.items()]
    else:
        below = [(n, [each]) for n, each in enumerate(node.items)] if isinstance(node, Sequence) else []
    for step, nodes in below:
        for each in nodes:
            here = span_of(each, span.file)
            if (here.line, here.column) <= (span.line, span.column) < (here.end_line, here.end_column):
                return (step, *_path_at(each, span))
    return ()


def _plural(number: int, word: str) -> str:
    return f"{number} hexes" if word == "hex" and number != 1 else plural(number, word)


def basis_counts(game: Game) -> dict[str, int]:
    """How many values are printed, derived, fitted and proposed."""
    total: Counter[Basis] = Counter()
    for file in game.files.values():
        total += file.bases.count()
    return {basis: total[basis] for basis in get_args(Basis)}


def counts(game: Game) -> dict[str, int]:
    """How many of each thing were read, by its name in the singular."""
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
    """What the errata laid over a game break (ERR009); nothing where none is applied or it cannot be read."""
    if not any(patch.target and not patch.problem for patch in game.applied) or game.problems:
        return []
    return errata_effects(Workspace.after(game), game.errata)


# -- all codes there are ---------------------------------------------------------------------------


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
