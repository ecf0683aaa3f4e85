"""What is known of a clause, a printed rule, or a quantity: who states it, and what carries it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.rulebook import ExamplesDocument, RulebookDocument
from scenario_forge.game.game import fact, view
from scenario_forge.game.knowledge.cards import Card, KnownFact, card, corrections
from scenario_forge.game.place import address, rule_name
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.documents.rulebook import Clause, PrintedRule, Term
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where


_TELLS_ONLY = ("rulebook", "examples")
"""Documents that say what a quantity is and hold nothing to it."""


class Datum(NamedTuple):
    """A value of the content that carries out a clause."""

    address: str
    where: Where


def carriers_of(game: Game, clause: Clause) -> list[str]:
    """Return the code and data of a clause: `play.walk:Walk.can_end`, `rules.yaml: movement.disengagement_cost`."""
    code = rule_code(game)
    named = [place for rule in rules_of_clause(clause) for place in code.get(rule, ())]
    return list(dict.fromkeys([*named, *(datum.address for datum in data_of(game, clause)), *clause.data]))


def tests_of(game: Game, clause: Clause) -> list[str]:
    """Return the tests that cite a clause; where none does, those of the rules that carry it out."""
    cited, of_rules = _tests(game)
    own = cited.get(f"{game.about.game}:{clause.id}", ()) if game.about else ()
    return list(own or dict.fromkeys(name for rule in rules_of_clause(clause) for name in of_rules.get(rule, ())))


def rules_of_clause(clause: Clause) -> list[str]:
    """Return the rules that carry a clause out: those that it names, and the one that has its id."""
    return [*clause.carried_by, clause.id]


def data_of(game: Game, clause: Clause) -> list[Datum]:
    """Return the values elsewhere in the content that the quantities of a clause have, repeated statements left out."""
    found = statements(game)
    return [
        Datum(address_of(said.where), said.where)
        for quantity in clause.states
        for said in found.get(quantity, ())
        if said.where.file.kind.name not in _TELLS_ONLY and "states" not in said.where.path and not said.settled
    ]


@fact
def clause_of_rules(game: Game) -> dict[str, str]:
    """The first clause of the rulebook that each rule carries out, by rule: what the rule does is told by it."""
    found: dict[str, str] = {}
    for document, _where in game.documents("rulebook", RulebookDocument):
        for clause in document.clauses:
            for rule in clause.carried_by:
                found.setdefault(rule, clause.id)
    return found


@view
def rule_code(game: Game) -> dict[str, Sequence[str]]:
    """Code of the game's system by rule, as `module:name`."""
    return dict(game.system.rule_code()) if game.system else {}


@view
def _tests(game: Game) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]]]:
    """Return the tests by clause, as `game:id`, and by rule."""
    return (dict(game.system.clause_tests()), dict(game.system.rule_tests())) if game.system else ({}, {})


def address_of(where: Where) -> str:
    """Return a file and the address by which a person finds a value: `charts.yaml: charts.repair.rows["1"]`."""
    while where.path and where.data is None:  # a default that is not written
        where = where._replace(path=where.path[:-1])
    text = address(where.file.root, where.path)
    return f"{where.file.name}: {text}" if text else where.file.name


def all_clauses(game: Game) -> Iterator[tuple[Clause, Where]]:
    """Yield every clause of the rulebook with its place, in printed order."""
    for book, where in game.documents("rulebook", RulebookDocument):
        yield from where.each("clauses", book.clauses)


def term_called(game: Game, name: str) -> Term | None:
    """Return the term of the rulebook that has a spelling, without regard to case; None where none has it."""
    spelling = name.casefold()
    terms = [term for book, _where in game.documents("rulebook", RulebookDocument) for term in book.terms]
    named = (term for term in terms if spelling in map(str.casefold, (term.term, *term.aliases)))
    return next(named, None)


def all_rules(game: Game) -> Iterator[tuple[PrintedRule, Where]]:
    """Yield every printed rule, in order."""
    for book, where in game.documents("rulebook", RulebookDocument):
        yield from where.each("rules", book.rules)


def clause_card(game: Game, clause: Clause, where: Where) -> Card:
    """Return everything known of a clause."""
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
    """Return a printed rule and its clauses."""
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
    """Return every statement of a quantity."""
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
    for ruling, at in where.each("rulings", clause.rulings):
        yield KnownFact(f"{ruling.id}: {ruling.question}", at)
        yield KnownFact(f"  read as: {ruling.reading}", at / "reading")
        for other, here in at.each("alternatives", ruling.alternatives):
            yield KnownFact(f"  not as: {other}", here)
        yield KnownFact(f"  because: {ruling.why}", at / "why")
        if ruling.prints is not None:
            yield KnownFact(f"  prints: {ruling.prints}", at / "prints")


def _cites(game: Game, clause: Clause, where: Where) -> Iterator[KnownFact]:
    titles = {rule.number: rule.title for rule, _ in all_rules(game)}
    for cite, at in where.each("cites", clause.cites):
        words = ", ".join(part for part in (rule_name(cite.rule), titles.get(cite.rule, "no such rule")) if part)
        yield KnownFact(words + (f", about {cite.about}" if cite.about else ""), at)


def _citers(game: Game, rule: PrintedRule) -> Iterator[KnownFact]:
    for clause, where in all_clauses(game):
        for cite, at in where.each("cites", clause.cites):
            if cite.rule == rule.number:
                about = f" (about {cite.about})" if cite.about else ""
                yield KnownFact(f"{clause.id}  {clause.title}{about}", at)


def _examples(game: Game, clause: Clause) -> Iterator[KnownFact]:
    for document, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", document.examples):
            if clause.id in example.clauses:
                yield KnownFact(f"{example.id}  {example.title}", at)


def _code(game: Game, clause: Clause, where: Where) -> Iterator[KnownFact]:
    if not clause.executable:
        yield KnownFact(f"nothing: {clause.reason}", where / "reason" if clause.reason else where)
        return
    found = carriers_of(game, clause)
    for carrier in found or ("no code or data names it yet",):
        yield KnownFact(carrier)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
