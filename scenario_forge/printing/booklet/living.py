"""The living rulebook: the booklet with a bar and a date beside each change that the reader does not have yet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.errata.lists import date_of, is_newer
from scenario_forge.printing.booklet.booklet import plain_booklet
from scenario_forge.printing.booklet.chapters import Bars

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.printing.brief import Brief, ChangeMarks, PrintedDocument
    from scenario_forge.source.nodes import Path


_OF_CLAUSE = ("title", "text", "gap", "lost")
"""What is printed of a clause, apart from its rulings."""


Passage = tuple[tuple[str, ...], object, "Where"]
"""Kind and id, what is printed, and its place."""


def living_rulebook(brief: Brief, marks: ChangeMarks) -> PrintedDocument:
    """Return the booklet with these changes marked."""
    return plain_booklet(replace(brief, marks=marks))


def marked_errata(game: Game, had: Collection[str], since: str = "") -> dict[str, str]:
    """Return applied errata with their dates, without those that the reader has; ``since`` is a version of the list."""
    applied = (patch.erratum for patch in game.patches if patch.target and not patch.problem)
    return {each.id: date_of(game, each) for each in applied if each.id not in had or is_newer(each, since)}


def other_changes(before: Game, after: Game, errata: Collection[str], said: str) -> dict[tuple[str, Path], str]:
    """Return the place of each passage that differs between two editions by none of these errata."""
    old = {key: value for key, value, _where in _passages(before)}
    bars = Bars(after)
    return {
        (where.file.name, where.path): said
        for key, value, where in _passages(after)
        if old.get(key) != value and not set(bars.ids(where)).intersection(errata)
    }


def _passages(game: Game) -> Iterator[Passage]:
    """What the booklet prints, by kind and id, with its place."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for rule, at in where.each("rules", book.rules):
            yield ("rule", rule.number), rule.title, at
        for term, at in where.each("terms", book.terms):
            yield ("term", term.term), term, at
        for clause, at in where.each("clauses", book.clauses):
            yield from ((("clause", clause.id, key), getattr(clause, key), at / key) for key in _OF_CLAUSE)
            for ruling, place in at.each("rulings", clause.rulings):
                yield ("ruling", ruling.id), ruling, place
    yield from _appended(game)


def _appended(game: Game) -> Iterator[Passage]:
    """The same of what stands behind the chapters, and of the examples in them."""
    for options, where in game.documents("options", OptionsDocument):
        for option, at in where.each("options", options.options):
            yield ("option", option.id), (option.title, option.text), at
    for victory, where in game.documents("victory", VictoryDocument):
        for objective, at in where.each("objectives", victory.objectives):
            yield ("objective", objective.id), (objective.text, objective.points), at
    for examples, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", examples.examples):
            yield ("example", example.id), example, at
