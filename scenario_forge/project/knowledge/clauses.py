"""What is known of a clause, a printed rule, or a quantity that several of them state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.documents.rulebook import ExamplesDocument, RulebookDocument
from scenario_forge.project.knowledge.carried import carried_out
from scenario_forge.project.knowledge.model import Card, KnownFact, card, corrections
from scenario_forge.project.printed_places import rule_name
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.documents.rulebook import Clause, PrintedRule
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where


def all_clauses(game: Game) -> Iterator[tuple[Clause, Where]]:
    """Every clause, in order."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for number, clause in enumerate(book.clauses):
            yield clause, where / "clauses" / number


def all_rules(game: Game) -> Iterator[tuple[PrintedRule, Where]]:
    """Every printed rule, in order."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for number, rule in enumerate(book.rules):
            yield rule, where / "rules" / number


def clause_card(game: Game, clause: Clause, where: Where) -> Card:
    """Everything known of a clause."""
    return card(
        "clause",
        f"Clause {clause.id}, {clause.title}",
        (
            ("Printed", _printed(game, clause, where)),
            ("What it says", _text(clause, where)),
            ("What it states", _stated(game, clause, where)),
            ("Rulings", _rulings(clause, where)),
            ("It refers to", _cites(game, clause, where)),
            ("Examples", _examples(game, clause)),
            ("Carried out by", _code(game, clause, where)),
            ("Corrections", corrections(game, where)),
        ),
    )


def rule_card(game: Game, rule: PrintedRule, where: Where) -> Card:
    """A printed rule and its clauses."""
    inside = [(clause, at) for clause, at in all_clauses(game) if clause.rule == rule.number]
    return card(
        "rule",
        f"{rule_name(rule.number)}, {rule.title}",
        (
            (
                "Printed",
                [KnownFact(f"listed as {rule.indexed}" if rule.indexed else "not in the list of rules", where)],
            ),
            ("Clauses", [KnownFact(f"{clause.id}  {clause.title}", at) for clause, at in inside]),
            ("Referred to by", _citers(game, rule)),
        ),
    )


def quantity_card(game: Game, quantity: str) -> Card:
    """Every statement of a quantity."""
    return card("quantity", f"Quantity {quantity}", (("Stated", _statements(game, quantity, None)),))


def _printed(game: Game, clause: Clause, where: Where) -> Iterator[KnownFact]:
    title = next((rule.title for rule, _ in all_rules(game) if rule.number == clause.rule), "")
    yield KnownFact(", ".join(part for part in (rule_name(clause.rule), title, clause.place) if part), where / "rule")
    if clause.gap:
        yield KnownFact(f"gap: {clause.gap}", where / "gap")
    if clause.lost:
        yield KnownFact(f"lost in our source: {clause.lost}", where / "lost")


def _text(clause: Clause, where: Where) -> Iterator[KnownFact]:
    yield KnownFact(clause.text, where / "text")
    if clause.topics:
        yield KnownFact(f"speaks of: {', '.join(clause.topics)}", where / "topics")


def _stated(game: Game, clause: Clause, where: Where) -> Iterator[KnownFact]:
    for quantity, value in clause.states.items():
        at = where / "states" / quantity
        yield KnownFact(f"{quantity} = {_shown(value)}", at)
        yield from _statements(game, quantity, at)


def _statements(game: Game, quantity: str, here: Where | None) -> Iterator[KnownFact]:
    """All statements of a quantity, or with ``here`` all the others."""
    for other in statements(game).get(quantity, ()):
        if here is None:
            yield KnownFact(f"{_shown(other.value)}  {other.rule}".rstrip(), other.where)
        elif (other.where.file, other.where.path) != (here.file, here.path):
            yield KnownFact(f"  also {_shown(other.value)}  {other.rule}".rstrip(), other.where)


def _rulings(clause: Clause, where: Where) -> Iterator[KnownFact]:
    for number, ruling in enumerate(clause.rulings):
        at = where / "rulings" / number
        yield KnownFact(f"{ruling.id}: {ruling.question}", at)
        yield KnownFact(f"  read as: {ruling.reading}", at / "reading")
        for index, other in enumerate(ruling.alternatives):
            yield KnownFact(f"  not as: {other}", at / "alternatives" / index)
        yield KnownFact(f"  because: {ruling.why}", at / "why")


def _cites(game: Game, clause: Clause, where: Where) -> Iterator[KnownFact]:
    titles = {rule.number: rule.title for rule, _ in all_rules(game)}
    for number, cite in enumerate(clause.cites):
        words = ", ".join(part for part in (rule_name(cite.rule), titles.get(cite.rule, "no such rule")) if part)
        yield KnownFact(words + (f", about {cite.about}" if cite.about else ""), where / "cites" / number)


def _citers(game: Game, rule: PrintedRule) -> Iterator[KnownFact]:
    for clause, where in all_clauses(game):
        for number, cite in enumerate(clause.cites):
            if cite.rule == rule.number:
                about = f" (about {cite.about})" if cite.about else ""
                yield KnownFact(f"{clause.id}  {clause.title}{about}", where / "cites" / number)


def _examples(game: Game, clause: Clause) -> Iterator[KnownFact]:
    for document, where in game.documents("examples", ExamplesDocument):
        for number, example in enumerate(document.examples):
            if clause.id in example.clauses:
                yield KnownFact(f"{example.id}  {example.title}", where / "examples" / number)


def _code(game: Game, clause: Clause, where: Where) -> Iterator[KnownFact]:
    if not clause.executable:
        yield KnownFact(f"nothing: {clause.reason}", where / "reason" if clause.reason else where)
        return
    found = carried_out(game, clause)
    for address in found or ("no code or data names it yet",):
        yield KnownFact(address)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
