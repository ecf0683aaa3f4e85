"""The name at a place of a text: what is known of it, where it is defined, and where else it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics.report import plural
from scenario_forge.game.knowledge import look_up
from scenario_forge.game.knowledge.clauses import term_called
from scenario_forge.game.place import rule_name
from scenario_forge.game.references import references

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Span
    from scenario_forge.game.game import Game
    from scenario_forge.game.knowledge import Card
    from scenario_forge.game.references import Reference, Target

_CARDS = {
    "place": "hex",
    "unit name": "unit",
    **{kind: kind for kind in ("unit", "hex", "box", "turn", "scenario", "clause", "rule", "quantity")},
}
"""Kinds of which `forge show` has a card, with its word for them."""


class Hover(NamedTuple):
    """A description of a name, in Markdown, and where the name stands."""

    text: str
    span: Span


def name_at(game: Game, file: str, line: int, column: int) -> Reference | None:
    """Return the name at a line and column, both from 1."""
    return references(game).at(file, line, column)


def hover(game: Game, file: str, line: int, column: int) -> Hover | None:
    """Return all that is known of the name at a place, as `forge show` has it; None where nothing is named."""
    found = name_at(game, file, line, column)
    if found is None:
        return None
    card = card_of(game, found.target)
    text = "\n".join(_laid_out(card) if card else _briefly(game, found.target))
    return Hover(text, found.where.span)


def definition(game: Game, file: str, line: int, column: int) -> list[Span]:
    """Return where the name at a place is defined."""
    found = name_at(game, file, line, column)
    return [where.span for where in references(game).definitions(found.target)] if found else []


def occurrences(game: Game, file: str, line: int, column: int, *, defined: bool = True) -> list[Span]:
    """Return every place that names the same thing, in order; with ``defined``, also where it is defined."""
    found = name_at(game, file, line, column)
    if found is None:
        return []
    index = references(game)
    places = [*index.of(found.target), *(index.definitions(found.target) if defined else ())]
    return sorted({where.span for where in places})


def card_of(game: Game, target: Target) -> Card | None:
    """Return the card of what a name means; None for what `forge show` does not know, such as a unit type."""
    kind = _CARDS.get(target.kind)
    if kind is None:
        return None
    answer = look_up(game, rule_name(target.id) if target.kind == "rule" else target.id)
    if answer.card is not None:
        return answer.card if answer.card.kind == kind else None
    return next((each.make() for each in answer.candidates if each.kind == kind), None)


def _laid_out(card: Card) -> Iterator[str]:
    yield f"**{_plain(card.title)}**"
    for section in card.sections:
        yield f"\n*{_plain(section.heading)}*\n"
        for fact in section.lines:
            source = f" — {_plain(fact.source)}" if fact.source else ""
            yield f"- {_plain(' '.join(fact.text.split()))}{source}"


def _briefly(game: Game, target: Target) -> Iterator[str]:
    """What is said of a name without a card."""
    index = references(game)
    yield f"**{_plain(target.id)}** ({target.kind})\n"
    term = term_called(game, target.id) if target.kind == "term" else None
    if term is not None and term.meaning is not None:
        yield f"- {_plain(' '.join(term.meaning.split()))}"
    if term is not None and term.not_:
        yield f"- not to be called {_plain(', '.join(term.not_))}"
    for where in index.definitions(target):
        yield f"- defined in {_plain(f'{where.span.file}:{where.span.line}')}"
    yield f"- named in {plural(len(index.of(target)), 'place')}"


def _plain(text: str) -> str:
    """Text in which Markdown and HTML mean nothing: content is not trusted."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|!~&" else sign for sign in text)
