"""What carries a clause out: the code that its rule system names, and the data that its quantities lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.game import view
from scenario_forge.project.place import address
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

_TELLS_ONLY = ("rulebook", "examples")
"""Documents that say what a quantity is and hold nothing to it."""


class Datum(NamedTuple):
    """A value of the content that carries out a clause."""

    address: str
    where: Where


def carried_out(game: Game, clause: Clause) -> list[str]:
    """Code and data of a clause: `play.walk:Walk.can_end`, `rules.yaml: movement.disengagement_cost`."""
    code = rule_code(game)
    named = [place for rule in rules_of_clause(clause) for place in code.get(rule, ())]
    return list(dict.fromkeys([*named, *(datum.address for datum in data_of(game, clause)), *clause.data]))


def tests_of(game: Game, clause: Clause) -> list[str]:
    """The tests that cite a clause; where none does, those of the rules that carry it out."""
    cited, of_rules = _tests(game)
    own = cited.get(f"{game.about.game}:{clause.id}", ()) if game.about else ()
    return list(own or dict.fromkeys(name for rule in rules_of_clause(clause) for name in of_rules.get(rule, ())))


def rules_of_clause(clause: Clause) -> list[str]:
    """The rules that carry a clause out: those that it names, and the one that has its id."""
    return [*clause.carried_by, clause.id]


def data_of(game: Game, clause: Clause) -> list[Datum]:
    """The values elsewhere in the content that the quantities of a clause have; what states them again is none."""
    found = statements(game)
    return [
        Datum(address_of(said.where), said.where)
        for quantity in clause.states
        for said in found.get(quantity, ())
        if said.where.file.kind.name not in _TELLS_ONLY and "states" not in said.where.path and not said.settled
    ]


@view
def clause_of_rules(game: Game) -> dict[str, str]:
    """Rule → the first clause of the rulebook that it carries out, by which what it does is told."""
    found: dict[str, str] = {}
    for document, _where in game.documents("rulebook", RulebookDocument):
        for clause in document.clauses:
            for rule in clause.carried_by:
                found.setdefault(rule, clause.id)
    return found


@view
def rule_code(game: Game) -> dict[str, Sequence[str]]:
    """Rule → code of the game's system, as `module:name`."""
    return dict(game.system.rule_code()) if game.system else {}


@view
def _tests(game: Game) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]]]:
    """By clause, as `game:id`, and by rule."""
    return (dict(game.system.clause_tests()), dict(game.system.rule_tests())) if game.system else ({}, {})


def address_of(where: Where) -> str:
    """A file and the address in it by which a person finds the value: `charts.yaml: charts.repair.rows["1"]`."""
    while where.path and where.data is None:  # a default that is not written
        where = where._replace(path=where.path[:-1])
    text = address(where.file.root, where.path)
    return f"{where.file.name}: {text}" if text else where.file.name
