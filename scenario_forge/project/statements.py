"""Every statement of a quantity that the game makes anywhere (design decision 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.examples import ExamplesDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.project.game import Game, view
from scenario_forge.project.implied import IMPLIED
from scenario_forge.project.paper import rule_name
from scenario_forge.project.place import Where
from scenario_forge.project.system import Statement

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.documents.base import Value
    from scenario_forge.source.nodes import Data

_NOT_RULES = frozenset({"basis", "provenance"})


@view
def statements(game: Game) -> dict[str, list[Statement]]:
    """All statements by quantity, in the order rulebook, rules, charts, victory, examples, system, components."""
    found: dict[str, list[Statement]] = {}
    for part in (*_PARTS, *IMPLIED):
        for statement in part(game):
            found.setdefault(statement.quantity, []).append(statement)
    return found


@view
def _of_rules(game: Game) -> list[Statement]:
    files = [file for file in game.files_of("rules") if file.document is not None]
    return [statement for file in files for statement in _parameters(file.data, Where(file), "")]


@view
def _of_examples(game: Game) -> list[Statement]:
    return [
        statement
        for examples, where in game.documents("examples", ExamplesDocument)
        for number, example in enumerate(examples.examples)
        for statement in _stated(example.states, where / "examples" / number, rule_name(example.rule))
    ]


@view
def _of_system(game: Game) -> list[Statement]:
    return list(game.system.statements(game)) if game.system else []


@view
def _of_rulebook(game: Game) -> list[Statement]:
    return list(_rulebook(game))


@view
def _of_tables(game: Game) -> list[Statement]:
    return list(_tables(game))


_PARTS = (_of_rulebook, _of_rules, _of_tables, _of_examples, _of_system)
"""Each is worked out anew only when what it reads has changed."""


def _rulebook(game: Game) -> Iterator[Statement]:
    for book, where in game.documents("rulebook", RulebookDocument):
        for number, clause in enumerate(book.clauses):
            if clause.states:
                yield from _stated(clause.states, where / "clauses" / number, rule_name(clause.rule))


def _tables(game: Game) -> Iterator[Statement]:
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            yield from _stated(chart.states, where / "charts" / chart_id, chart.rule)
    for victory, where in game.documents("victory", VictoryDocument):
        for number, objective in enumerate(victory.objectives):
            yield from _stated(objective.states, where / "objectives" / number, "")


def _stated(states: Mapping[str, Value], where: Where, rule: str) -> Iterator[Statement]:
    at = where / "states"
    for quantity, value in states.items():
        yield Statement(quantity, value, at / quantity, rule)


def _parameters(data: Data, where: Where, prefix: str) -> Iterator[Statement]:
    if isinstance(data, dict):
        for key, below in data.items():
            if prefix or key not in _NOT_RULES:
                yield from _parameters(below, where / key, f"{prefix}.{key}" if prefix else key)
    elif isinstance(data, (bool, int, float, str)):
        yield Statement(prefix, data, where)
    elif isinstance(data, list) and data and all(isinstance(item, (int, str)) for item in data):
        # as a clause states it: `sequence.phases: operations, logistics`
        yield Statement(prefix, ", ".join(map(str, data)), where)
