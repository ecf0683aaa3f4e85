"""RUL028, RUL029: the rules of the system that carry clauses out: unknown ones, and those that a clause cannot have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.paper import rule_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


def bindings(game: Game) -> Iterator[Diagnostic]:
    """What clauses name under `carried_by`."""
    known = game.system.rules() if game.system else ()
    for document, where in game.documents("rulebook", RulebookDocument):
        for index, clause in enumerate(document.clauses):
            if clause.carried_by and game.system is not None:
                at = where / "clauses" / index / "carried_by"
                for finding in (*_unknown(clause, at, known), *_contradicting(game, clause, at)):
                    yield finding.under(rule_name(clause.rule))


def _unknown(clause: Clause, at: Where, known: Collection[str]) -> Iterator[Diagnostic]:
    for number, rule in enumerate(clause.carried_by):
        if rule not in known:
            yield rul.RUL028.at(at / number, rule=rule).suggest(did_you_mean(rule, known))


def _contradicting(game: Game, clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """Named twice, named where nothing is to be carried out, or two ways of doing the same."""
    if not clause.executable:
        problem = "it says `executable: false`, so nothing carries it out"
        yield rul.RUL029.at(at, clause=clause.id, problem=problem)
    for number, rule in enumerate(clause.carried_by):
        if rule in clause.carried_by[:number]:
            yield rul.RUL029.at(at / number, clause=clause.id, problem=f"it names `{rule}` twice")
    for ways in game.system.alternatives() if game.system else ():
        used = [rule for rule in clause.carried_by if rule in ways]
        if len(set(used)) > 1:
            names = " and ".join(f"`{rule}`" for rule in dict.fromkeys(used))
            problem = f"{names} carry it out in different ways"
            yield rul.RUL029.at(at / clause.carried_by.index(used[-1]), clause=clause.id, problem=problem)


CHECKS = (bindings,)
