"""RUL032, RUL033, RUL014, RUL004, REF001: percentages that are carried out by hand, and what procedures name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.rulebook_references import book
from scenario_forge.diagnostics.catalogue import ref, rul
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.project.procedures import DIGITS, error, lacking, procedures
from scenario_forge.project.quoted import quantities
from scenario_forge.project.statements import statements
from scenario_forge.project.tables import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.aids import Procedure
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

_READ = ("aids", "charts", "rulebook", "rules")
"""Kinds of document without which nothing certain can be said of a procedure."""


def percentages_without(game: Game) -> Iterator[Diagnostic]:
    """RUL032: a clause with a percentage or a chance that no procedure carries out."""
    if any(game.broken(kind) for kind in _READ):
        return
    for clause, where, quantity in lacking(game):
        yield rul.RUL032.at(where, clause=clause.id, subject=f"`{quantity}`" if quantity else clause.title.lower())


def unknown_names(game: Game) -> Iterator[Diagnostic]:
    """RUL014, RUL004, REF001: a quantity, clause or chart that there is not."""
    if any(game.broken(kind) for kind in _READ):
        return
    rulebook = book(game)
    for procedure, where in procedures(game):
        yield from _quantities(game, procedure, where)
        for number, clause in enumerate(procedure.clauses):
            if rulebook is not None and clause not in rulebook.clauses:
                finding = rul.RUL004.at(where / "clauses" / number, wanted="clause ", number=clause)
                yield finding.suggest(did_you_mean(clause, rulebook.clauses))
        for number, chart in enumerate(procedure.charts):
            if chart not in tables(game).charts:
                finding = ref.REF001.at(where / "charts" / number, text=chart, wanted="chart")
                yield finding.suggest(did_you_mean(chart, tables(game).charts))


def wrong_errors(game: Game) -> Iterator[Diagnostic]:
    """RUL033: a stated error that is not the one worked out."""
    if any(game.broken(kind) for kind in _READ):
        return
    for procedure, where in procedures(game):
        computed = error(game, procedure)
        if round(procedure.error, DIGITS) != computed:
            at = where / "error" if procedure.error else where / "title"
            yield rul.RUL033.at(at, computed=f"{computed:g}", stated=f"{procedure.error:g}")


def _quantities(game: Game, procedure: Procedure, where: Where) -> Iterator[Diagnostic]:
    known = statements(game)
    named = [(name, where / "quantities" / number) for number, name in enumerate(procedure.quantities)]
    named += [(each.name, (where / "text").within(each.start, each.end)) for each in quantities(procedure.text)]
    for name, at in named:
        if name not in known:
            yield rul.RUL014.at(at, quantity=name).suggest(did_you_mean(name, known))


CHECKS = (percentages_without, unknown_names, wrong_errors)
