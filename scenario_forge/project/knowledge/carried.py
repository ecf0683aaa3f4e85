"""What carries a clause out: the code that its rule system names, and the data that its quantities lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.project.address import address
from scenario_forge.project.game import view
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    named = _of(game, _named(game), clause)
    return list(dict.fromkeys([*named, *(datum.address for datum in data_of(game, clause)), *clause.data]))


def tests_of(game: Game, clause: Clause) -> list[str]:
    """The tests that pin a clause, as far as the rule system tells."""
    return list(_of(game, _tests(game), clause))


def data_of(game: Game, clause: Clause) -> list[Datum]:
    """The values elsewhere in the content that the quantities of a clause have; what states them again is none."""
    found = statements(game)
    return [
        Datum(address_of(said.where), said.where)
        for quantity in clause.states
        for said in found.get(quantity, ())
        if said.where.file.kind.name not in _TELLS_ONLY and "states" not in said.where.path
    ]


def _of(game: Game, known: Mapping[str, Sequence[str]], clause: Clause) -> list[str]:
    """By the id alone, or by game and id where a system serves several games; and of the clauses that it restates."""
    own = known.get(clause.id) or known.get(f"{game.about.game}:{clause.id}" if game.about else "", ())
    return list(dict.fromkeys([*own, *(name for other in clause.restates for name in known.get(other, ()))]))


@view
def _named(game: Game) -> dict[str, Sequence[str]]:
    return dict(game.system.clauses()) if game.system else {}


@view
def _tests(game: Game) -> dict[str, Sequence[str]]:
    return dict(game.system.clause_tests()) if game.system else {}


def address_of(where: Where) -> str:
    """A file and the address in it by which a person finds the value: `charts.yaml: charts.repair.rows["1"]`."""
    while where.path and where.data is None:  # a default that is not written
        where = where._replace(path=where.path[:-1])
    text = address(where.file.root, where.path)
    return f"{where.file.name}: {text}" if text else where.file.name
