"""RUL127: lines of aids whose rare words are those of a clause that they do not name."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.restated import blank, clauses_by_id, in_words, linked, words_of
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.game.game import fact
from scenario_forge.game.statements import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.checks.rulebook.restated import Restatement
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
RUL127 = CODES.warning(
    "RUL127",
    "sentence-of-another-clause",
    "`{words}` are words of clause {other}, not of {clauses}, which this line names",
)


WORD = re.compile(r"[^\W\d_]+")
COMMON = frozenset(
    WORD.findall(
        """a all an and any are as at be been by can do does each every for from had has have her hex hexes his if in
        into is it its may must nor not of off on one only or out player so than that the their them then there
        these they this those to turn two unit units up was what when where which while who whose will with yours
        your"""
    )
)
_ENDINGS = ("ing", "ed", "es", "s")
_SHORTEST = 3


class Weights(NamedTuple):
    """How much a word says about which clause is meant, and the clauses that have it."""

    words: Mapping[str, float]
    clauses: Mapping[str, tuple[str, ...]]


def other_clauses(game: Game) -> Iterator[Diagnostic]:
    """Report lines whose rare words all stand in one other clause and hardly any in the clauses they name (RUL127)."""
    if not game.in_english:
        return
    known, weights = clauses_by_id(game), weights_of_words(game)
    sentences = [sentence for sentence in linked(game) if sentence.what == "line"]
    stated = {name for clause in known.values() for name in clause.states}
    cited = Counter(clause for sentence in linked(game) for clause in sentence.clauses)
    for sentence in sentences:
        if any(quantity.name in stated for quantity in quantities(sentence.text)):
            continue  # the number is right, or RUL076 says that it is not
        other = _meant(sentence, weights, known, cited)
        if other is not None:
            shared = _shared(sentence, other, weights)
            spoken = WORD.findall(f"{(sentence.where / 'head').data or ''} {blank(sentence.text)}")
            words = ", ".join(dict.fromkeys(word for word in spoken if stem(word) in shared))
            at = sentence.where / ("clause" if (sentence.where / "clause").data else "cites")
            finding = RUL127.at(at, words=words, other=other, clauses=in_words(sentence.clauses))
            yield finding.also(sentence.at, "the text").suggest(f"did you mean {other}?")


@fact
def weights_of_words(game: Game) -> Weights:
    """Return how much each word of the clauses tells of which is meant, by its stem."""
    listed: dict[str, list[str]] = {}
    known = clauses_by_id(game)
    of_sides = rare_words(" ".join(name for names in side_names(game).values() for name in names))
    for clause in known.values():
        for word in sorted(rare_words(words_of(clause)) - of_sides):
            listed.setdefault(word, []).append(clause.id)
    weights = {word: log(len(known) / len(ids)) for word, ids in listed.items()}
    return Weights(weights, {word: tuple(ids) for word, ids in listed.items()})


def rare_words(text: str) -> set[str]:
    """Return the stems of the words of a text but for those that any sentence may have."""
    return {stem(word) for word in WORD.findall(text) if word.casefold() not in COMMON}


@cache
def stem(word: str) -> str:
    """Return a word in small letters without the ending of its plural, past or participle."""
    word = word.casefold()
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word.removesuffix(ending)
    return word


def _meant(
    sentence: Restatement, weights: Weights, known: Mapping[str, Clause], cited: Mapping[str, int]
) -> str | None:
    """The clause whose words a sentence has, where that is clearly none of those that it names."""
    scores: dict[str, float] = {}
    for word in _words(sentence):
        for clause in weights.clauses.get(word, ()):
            scores[clause] = scores.get(clause, 0) + weights.words[word]
    own = max(scores.get(clause, 0) for clause in sentence.clauses)
    others = {clause: score for clause, score in scores.items() if clause not in sentence.clauses}
    best = max(others, key=lambda clause: others[clause], default=None)
    if best is None or len(_shared(sentence, best, weights)) < len(("one", "other")):
        return None
    score, first = others[best], sentence.clauses[0]
    same = known[best].rule == known[first].rule
    twice, unnamed = cited[first] > sentence.clauses.count(first), not cited[best]
    clear = (
        (own <= 1 and score >= 5)
        or (same and own <= 2 and score >= 8)
        # a clause that two sentences name, as when it was copied from the line above
        or (same and twice and own <= 4 and score > 1.8 * own + 2)
        or (same and twice and unnamed and own <= 4 and score > 1.6 * own + 2)
    )
    return best if clear else None


def _words(sentence: Restatement) -> set[str]:
    head = (sentence.where / "head").data
    return rare_words(f"{head or ''} {blank(sentence.text)}")


def _shared(sentence: Restatement, other: str, weights: Weights) -> list[str]:
    """The words of a sentence that another clause has, and none of its own."""
    return sorted(
        word
        for word in _words(sentence)
        if other in (has := weights.clauses.get(word, ())) and not any(clause in has for clause in sentence.clauses)
    )


CHECKS = (other_clauses,)
