"""The rules of a game in sentences, as the keys of rules.yaml say them, and a first rulebook of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.game.knowledge.clauses import all_clauses
from scenario_forge.source import emit
from scenario_forge.wargame.base.document import GameRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.game.game import Game


class NoSentencesError(Exception):
    """There are no sentences, for the reason given."""


class RuleText(NamedTuple):
    """What a key of rules.yaml says about one rule."""

    key: str
    """The key: `zones`."""
    rule: str
    """The rule: `zones.enter`."""
    sentences: Sequence[str]
    clauses: Sequence[str]
    """Clauses of the game that the rule carries out."""


def rule_texts(game: Game) -> list[RuleText]:
    """Return the rules of a game in sentences, in the order of a rulebook.

    Raises:
        NoSentencesError: its rules are not chosen by keys, or rules.yaml names what there is not.
    """
    try:
        said = game.system.sentences(game) if game.system else {}
    except (LookupError, ValueError) as error:
        why = f"there is no `{error.args[0]}`" if isinstance(error, KeyError) else str(error)
        raise NoSentencesError(f"rules.yaml cannot be said in sentences: {why}") from error
    if not any(said.values()):
        raise NoSentencesError(f"the rules of {game.title} are not chosen by keys of rules.yaml")
    bound = clauses_by_rule(game)
    texts: dict[tuple[str, str], list[str]] = {}
    for key, sentences in said.items():
        for sentence in sentences:
            texts.setdefault((key, sentence.rule), []).append(sentence.text)
    return [RuleText(key, rule, found, bound.get(rule, ())) for (key, rule), found in texts.items()]


def clauses_by_rule(game: Game) -> Mapping[str, Sequence[str]]:
    """Return the clauses that each rule carries out, as the rulebook or rules.yaml binds them."""
    found: dict[str, list[str]] = {}
    for clause, _where in all_clauses(game):
        for rule in clause.carried_by:
            found.setdefault(rule, []).append(clause.id)
    rules = game.one("rules", GameRules)
    for rule, clauses in rules[0].carried_by.items() if rules else ():
        found.setdefault(rule, []).extend(clauses)
    return found


def texts_called(texts: Iterable[RuleText], wanted: str) -> list[RuleText]:
    """Return the texts of a key (`zones`), of a rule (`zones.enter`), or of a clause (`6.31`)."""
    return [text for text in texts if wanted in (text.key, text.rule, *text.clauses)]


def first_rulebook(texts: Iterable[RuleText]) -> str:
    """Return a rulebook.yaml with a rule for each key and a clause for each text, to be written on by the author."""
    rules: dict[str, str] = {}
    clauses: list[dict[str, object]] = []
    for text in texts:
        number = rules.setdefault(text.key, str(len(rules) + 1))
        inside = sum(clause["rule"] == number for clause in clauses) + 1
        title = text.rule.partition(".")[2].replace("-", " ").capitalize()
        words = emit.FoldedText(" ".join(text.sentences))
        named = {"id": f"{number}.{inside}", "rule": number, "title": title}
        clauses.append({**named, "text": words, "carried_by": [text.rule]})
    printed = [{"number": number, "title": key.replace("_", " ").capitalize()} for key, number in rules.items()]
    return emit.document({"basis": "proposed", "rules": printed, "clauses": clauses})
