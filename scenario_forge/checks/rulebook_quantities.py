"""RUL001: one quantity, two values, wherever it is stated (design decision 3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from scenario_forge.checks.numbers import numbers
from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Statement

_AUTHORITY = {"rules": 4, "rulebook": 2, "examples": 1}
"""Which file is believed when as many say one thing as the other; the components stand between."""
_OF_A_COMPONENT = 3
_FIRMNESS = ("printed", "derived", "fitted", "proposed")


@dataclass(frozen=True)
class Contradiction:
    """A quantity with its statements by value, the least believed first."""

    quantity: str
    words: str
    groups: tuple[tuple[Statement, ...], ...]

    @property
    def shown(self) -> Statement:
        """Where the finding stands: a component's own value rather than a note of it."""
        return min(self.groups[0], key=lambda s: "states" in s.where.path)

    @property
    def against(self) -> Statement:
        """The firmest statement of the value most believed."""
        return _firmest(self.groups[-1])

    @property
    def series(self) -> tuple[str, frozenset[str], frozenset[str]]:
        """Equal for contradictions of one table: `repair.result.3` and `.5`, between the same places."""
        head, _, tail = self.quantity.rpartition(".")
        same = head if tail.isdecimal() else self.quantity
        least, most = (frozenset(map(_container, group)) for group in (self.groups[0], self.groups[-1]))
        return same, least, most


def contradictions(game: Game) -> Iterator[Diagnostic]:
    """A quantity of which two values are stated."""
    series: dict[tuple[str, frozenset[str], frozenset[str]], list[Contradiction]] = {}
    for found in contradicted(game):
        series.setdefault(found.series, []).append(found)
    for several in series.values():
        yield _finding(several)


def contradicted(game: Game) -> Iterator[Contradiction]:
    """Quantities of which two values are stated, with all that is stated of them."""
    words = _words(game)
    for quantity, stated in statements(game).items():
        groups: dict[object, list[Statement]] = {}
        for statement in stated:
            groups.setdefault(_same(statement.value), []).append(statement)
        if len(groups) > 1:
            ranked = sorted((tuple(group) for group in groups.values()), key=_belief)
            yield Contradiction(quantity, words.get(quantity) or in_words(quantity), tuple(ranked))


def in_words(quantity: str) -> str:
    """A quantity's name for people, where the rulebook gives no words for it.

    >>> in_words("terrain.escarpment.movement_cost")
    'terrain, escarpment: movement cost'
    >>> in_words("repair.result.3")
    'repair: result 3'
    """
    parts = quantity.replace("_", " ").split(".")
    last = parts.pop()
    if last[:1].isdecimal() and parts:
        last = f"{parts.pop()} {last}"
    return f"{', '.join(parts)}: {last}" if parts else last


def _words(game: Game) -> dict[str, str]:
    return {
        quantity: words
        for book, _where in game.documents("rulebook", RulebookDocument)
        for quantity, words in book.quantities.items()
    }


def _finding(several: list[Contradiction]) -> Diagnostic:
    made = [_one(contradiction) for contradiction in several]
    finding = max(made, key=lambda f: f.severity)
    for other in made:
        if other is not finding:
            finding = finding.note(other.message).also(other.span, "and here")
            for label in other.labels:
                finding = finding.also(label.span, label.text)
    return finding


def _one(contradiction: Contradiction) -> Diagnostic:
    shown, against = contradiction.shown, contradiction.against
    place, elsewhere = _place(shown), _place(against)
    if place == elsewhere:  # of one rule of the book: its clauses tell them apart
        place, elsewhere = _clause(shown) or place, _clause(against) or elsewhere
    finding = rul.RUL001.at(
        shown.where,
        place=place,
        here=written(shown),
        quantity=contradiction.words,
        elsewhere=elsewhere if elsewhere != place else "the same passage",
        there=written(against),
    ).under(shown.rule or against.rule or None)
    spans = {shown.where.span}
    for group in reversed(contradiction.groups):
        for statement in sorted(group, key=lambda s: s is not against):
            span = statement.where.span
            if span not in spans:
                spans.add(span)
                finding = finding.also(span, f"{written(statement)} here")
    return finding.rests_on(_firmest(contradiction.groups[0]).where, against.where)


def _same(value: object) -> object:
    """What two statements must share: numbers by value, words without regard to case, spaces and underlines."""
    if isinstance(value, bool):
        return ("true or false", value)
    return " ".join(value.casefold().replace("_", " ").split()) if isinstance(value, str) else value


def _belief(group: tuple[Statement, ...]) -> tuple[int, int, int, int]:
    """How many places say so, a clause twice whose own words do; how many, rules.yaml twice; the best; how often."""
    places = {_container(s): _authority(s) for s in group}
    in_own_words = len({_container(s) for s in group if _said(s)})
    twice = sum(rank == _AUTHORITY["rules"] for rank in places.values())
    return len(places) + in_own_words, len(places) + twice, max(places.values()), len(group)


def _said(statement: Statement) -> bool:
    """Whether the text of the clause that states a number names it too: two copies that agree."""
    value, where = statement.value, statement.where
    book = where.file.document
    if not isinstance(book, RulebookDocument) or where.path[:1] != ("clauses",) or isinstance(value, (bool, str)):
        return False
    clause = book.clauses[int(where.path[1])]
    return abs(Fraction(str(value))) in {said.value for said in numbers(clause.text)}


def _authority(statement: Statement) -> int:
    return _AUTHORITY.get(statement.where.file.kind.name, _OF_A_COMPONENT)


def _container(statement: Statement) -> str:
    """The clause, chart, row or file that speaks."""
    where = statement.where
    return where.file.name if where.file.kind.name == "rules" else f"{where.file.name}:{where.path[:2]}"


def _firmest(group: tuple[Statement, ...]) -> Statement:
    def rank(statement: Statement) -> tuple[int, bool, int]:
        where = statement.where
        return _FIRMNESS.index(where.basis), not where.span.paper, -_authority(statement)

    return min(group, key=rank)


def _place(statement: Statement) -> str:
    if statement.settled:
        return "the rule system"
    return statement.where.span.paper or statement.where.file.name


def _clause(statement: Statement) -> str:
    """The id of the clause that states it; empty where none does."""
    book, path = statement.where.file.document, statement.where.path
    return book.clauses[int(path[1])].id if isinstance(book, RulebookDocument) and path[:1] == ("clauses",) else ""


def written(statement: Statement) -> str:
    """The value of a statement, as messages have it."""
    value = statement.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value.replace('_', ' ')}`" if isinstance(value, str) else f"{value}"


CHECKS = (contradictions,)
