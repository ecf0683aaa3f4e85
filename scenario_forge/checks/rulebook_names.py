"""RUL012, RUL013: topics and quantities whose names are one slip away from others."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.checks.one_slip import Near, is_slip
from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.game import fact
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.game import Game

_PARTS = re.compile(r"[^._]+")
_SHORTEST = 4
"""Letters that a part of a name must have before another one is taken for a slip of it."""


def topics(game: Game) -> Iterator[Diagnostic]:
    """A topic used once that is nearly a term, or a topic used more often."""
    for document, where in game.documents("rulebook", RulebookDocument):
        counts = Counter(topic for clause in document.clauses for topic in clause.topics)
        terms = {word for term in document.terms for word in (term.term, *term.aliases)}
        lone = [topic for topic, count in counts.items() if count == 1 and topic not in terms]
        near = Near([*terms, *(topic for topic, count in counts.items() if count > 1 and topic not in terms)])
        wrong = {topic: found[0] for topic in lone if len(topic) > _SHORTEST and (found := near.to(topic))}
        for index, clause in enumerate(document.clauses if wrong else ()):
            for number, topic in enumerate(clause.topics):
                if topic in wrong:
                    at = where / "clauses" / index / "topics" / number
                    finding = rul.RUL012.at(at, topic=topic, known=wrong[topic])
                    yield finding.suggest(f"did you mean {wrong[topic]}?")


def quantities(game: Game) -> Iterator[Diagnostic]:
    """A quantity that one text states, and that is nearly one which is stated elsewhere."""
    if not misspelt(game):
        return
    stated = statements(game)
    for name, other in misspelt(game):
        finding = rul.RUL013.at(stated[name][0].where.key(), quantity=name, known=other)
        if other in stated:
            finding = finding.also(stated[other][0].where.key(), "the other")
        yield finding.suggest(f"did you mean {other}?")


@fact
def misspelt(game: Game) -> tuple[tuple[str, str], ...]:
    """Quantities that are nearly others, with those."""
    return tuple(_misspelt(game))


@fact
def named(game: Game) -> tuple[dict[str, bool], frozenset[str]]:
    """All quantities stated, with whether one text alone states it; and those that the rulebook has words for."""
    lone = {name: len(said) == 1 and "states" in said[0].where.path for name, said in statements(game).items()}
    books = game.documents("rulebook", RulebookDocument)
    return lone, frozenset(name for document, _where in books for name in document.quantities)


def _misspelt(game: Game) -> Iterator[tuple[str, str]]:
    stated, words = named(game)
    by_rest = _by_rest({*stated, *words})
    for name in (name for name, lone in stated.items() if lone):
        if name in words and not any(other in words for other in _near(name, by_rest)):
            continue
        for other in _near(name, by_rest):
            if other in words or not stated[other]:
                yield name, other
                break


def _by_rest(names: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Names by what is left of them without one part, with that part."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        for part in _PARTS.finditer(name):
            found.setdefault(f"{name[: part.start()]}*{name[part.end() :]}", []).append((part[0], name))
    return found


def _near(name: str, by_rest: dict[str, list[tuple[str, str]]]) -> Iterator[str]:
    for part in _PARTS.finditer(name):
        if len(part[0]) < _SHORTEST or not part[0].isalpha():
            continue
        for other, whole in by_rest.get(f"{name[: part.start()]}*{name[part.end() :]}", ()):
            if len(other) >= _SHORTEST and other.isalpha() and is_slip(part[0], other):
                yield whole


CHECKS = (topics, quantities)
