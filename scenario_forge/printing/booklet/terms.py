"""The index: each defined term, the clause that explains it, the clauses that speak of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.documents.rulebook import RulebookDocument

if TYPE_CHECKING:
    from scenario_forge.documents.rulebook import Term
    from scenario_forge.printing.booklet.bars import Bars
    from scenario_forge.project.game import Game


def index(game: Game, bars: Bars) -> list[dict[str, Any]]:
    """Terms in the order of the alphabet: `main` the clause that explains it, `also` others; or `see` another term."""
    found: list[dict[str, Any]] = []
    for book, where in game.documents("rulebook", RulebookDocument):
        spoken: dict[str, list[str]] = {}
        for clause in book.clauses:
            for topic in clause.topics:
                spoken.setdefault(topic.casefold(), []).append(clause.id)
        known = {clause.id for clause in book.clauses}
        for number, term in enumerate(book.terms):
            names = dict.fromkeys(name.casefold() for name in (term.term, *term.aliases))
            also = dict.fromkeys(clause for name in names for clause in spoken.get(name, ()))
            main = term.clause if term.clause in known else ""
            found.append(
                {
                    "term": term.term,
                    "main": main,
                    "also": [clause for clause in also if clause != main],
                    "see": "",
                    "bar": bars.beside(where / "terms" / number),
                }
            )
            found += [{"term": alias, "main": "", "also": [], "see": term.term, "bar": ""} for alias in _far(term)]
    return sorted(found, key=lambda entry: (entry["term"].casefold(), entry["see"]))


def _far(term: Term) -> list[str]:
    """Other names of a term that stand elsewhere in the alphabet."""
    apart = {alias.casefold(): alias for alias in reversed(term.aliases)}
    return [alias for folded, alias in apart.items() if folded[:3] != term.term.casefold()[:3]]
