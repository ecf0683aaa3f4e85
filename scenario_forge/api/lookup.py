"""What is looked up: each clause with what carries it out, its tests and our readings; and all codes of findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.diagnostics.catalogue import all_codes
from scenario_forge.project.knowledge.carried import carried_out, tests_of
from scenario_forge.project.knowledge.clauses import all_clauses
from scenario_forge.project.printed_places import rule_name
from scenario_forge.project.system import find_system, system_ids

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scenario_forge.diagnostics import Code
    from scenario_forge.project.game import Game


@dataclass(frozen=True)
class ClauseRow:
    """A clause and what is behind it."""

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


def chosen(rows: Iterable[ClauseRow], wanted: str) -> list[ClauseRow]:
    """Those of one clause (`6.31`), a rule (`6`, `CRT`, `Rule 6`), or with a ruling of that id."""
    word = wanted.strip().lower().removeprefix("rule").removeprefix("clause").strip()
    return [
        row
        for row in rows
        if word in (row.id.lower(), row.id.lower().rpartition(".")[0], *(ruling.lower() for ruling in row.rulings))
    ]


class ClauseData(TypedDict):
    """A clause of the rulebook, and what is behind it."""

    id: str
    printed: str
    title: str
    executable: bool
    reason: str
    code: list[str]
    tests: list[str]
    rulings: list[str]


class RulesFile(TypedDict):
    """Clauses in the order of the rulebook."""

    clauses: list[ClauseData]


def as_data(rows: Iterable[ClauseRow]) -> RulesFile:
    """Plain data, as `forge rules --format json` writes it."""
    return {"clauses": [_clause(row) for row in rows]}


def _clause(row: ClauseRow) -> ClauseData:
    return {
        "id": row.id,
        "printed": row.printed,
        "title": row.title,
        "executable": row.executable,
        "reason": row.reason,
        "code": list(row.code),
        "tests": list(row.tests),
        "rulings": list(row.rulings),
    }


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
