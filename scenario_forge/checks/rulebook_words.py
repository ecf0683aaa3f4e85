"""RUL006, RUL007: terms that are never used, headings that differ from the table of contents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.documents.rulebook import RulebookDocument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

_SPACES = re.compile(r"\s+")


def unused_terms(game: Game) -> Iterator[Diagnostic]:
    """A term that no clause but its own uses, in any spelling."""
    for document, where in game.documents("rulebook", RulebookDocument):
        texts = [(c.id, f"{c.title}\n{c.text}\n{' | '.join(c.topics)}".casefold()) for c in document.clauses]
        if not texts:
            continue
        everything = "\0".join(text for _, text in texts)
        defining = dict(texts)
        for index, term in enumerate(document.terms):
            spellings = [word.casefold() for word in (term.term, *term.aliases)]
            own = defining.get(term.clause, "")
            if not any(_stands(word, everything, own.count(word) + 1) for word in spellings):
                yield rul.RUL006.at(where / "terms" / index / "term", term=term.term)


def _stands(word: str, text: str, times: int) -> bool:
    """Whether a word stands so many times in a text, which is not read further than that."""
    at = 0
    for _ in range(times):
        at = text.find(word, at) + len(word)
        if at < len(word):
            return False
    return True


def headings(game: Game) -> Iterator[Diagnostic]:
    """A rule's heading against its line in the table of contents; capitals do not count."""
    for document, where in game.documents("rulebook", RulebookDocument):
        for index, rule in enumerate(document.rules):
            if rule.indexed is not None and _plain(rule.indexed) != _plain(rule.title):
                at = where / "rules" / index
                finding = rul.RUL007.at(at / "indexed", number=rule.number, title=rule.title, indexed=rule.indexed)
                yield finding.also(at / "title", "the heading")


def _plain(text: str) -> str:
    return _SPACES.sub(" ", text.casefold()).strip(" .")


CHECKS = (unused_terms, headings)
