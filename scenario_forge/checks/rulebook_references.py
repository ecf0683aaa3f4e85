"""RUL004, RUL005, RUL016: references to rules, clauses and values that do not exist or do not speak of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.diagnostics.suggest import did_you_mean
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.examples import ExamplesDocument
from scenario_forge.documents.kinds import kind_of
from scenario_forge.documents.rulebook import Clause, OptionsDocument, RulebookDocument
from scenario_forge.project.address import AddressError, parse_address, resolve
from scenario_forge.project.game import Game, view
from scenario_forge.project.paper import rule_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.project.place import Where


@dataclass
class Book:
    """The rulebook by numbers and ids."""

    rules: dict[str, list[Clause]] = field(default_factory=dict)
    """Clauses by the number of their printed rule."""
    clauses: set[str] = field(default_factory=set)
    spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """All spellings of a term, by each of them without regard to case."""
    _words: dict[str, str] = field(default_factory=dict)
    """What the clauses of a rule say, in small letters, once it was asked for."""

    def speaks_of(self, rule: str, about: str) -> bool:
        """Whether any clause of a rule has the term in its topics, or in any spelling in its words."""
        spellings = {_stem(word) for word in (about, *self.spellings.get(about.casefold(), ()))}
        clauses = self.rules[rule]
        if any(_stem(topic) in spellings for clause in clauses for topic in clause.topics):
            return True
        if rule not in self._words:
            self._words[rule] = " ".join(f"{c.title} {c.place} {c.text}" for c in clauses).casefold()
        words = self._words[rule]
        return any(s in words and re.search(rf"\b{re.escape(s)}(?:e?s)?\b", words) for s in spellings)


@view
def book(game: Game) -> Book | None:
    """The rulebook by numbers; None when there is none, or when it lists no clauses yet."""
    found = game.one("rulebook", RulebookDocument)
    if found is None:
        return None
    document, _where = found
    made = Book({rule.number: [] for rule in document.rules})
    for clause in document.clauses:
        made.rules.setdefault(clause.rule, []).append(clause)
        made.clauses.add(clause.id)
    for term in document.terms:
        spellings = (term.term, *term.aliases)
        made.spellings.update((word.casefold(), spellings) for word in spellings)
    return made


def rules_of_clauses(game: Game) -> Iterator[Diagnostic]:
    """A clause that stands in a rule the list of rules does not have, a term defined in no clause."""
    for document, where in game.documents("rulebook", RulebookDocument):
        numbers = {rule.number for rule in document.rules}
        ids = {clause.id for clause in document.clauses}
        for index, clause in enumerate(document.clauses):
            if clause.rule not in numbers:
                yield _unknown(where / "clauses" / index / "rule", "rule", clause.rule, numbers)
        for index, term in enumerate(document.terms):
            if term.clause not in ids:
                yield _unknown(where / "terms" / index / "clause", "clause", term.clause, ids)


def citations(game: Game) -> Iterator[Diagnostic]:
    """References of clauses to rules."""
    known = book(game)
    if known is None:
        return
    for document, where in game.documents("rulebook", RulebookDocument):
        for index, clause in enumerate(document.clauses):
            for number, citation in enumerate(clause.cites):
                at = where / "clauses" / index / "cites" / number
                if citation.rule not in known.rules:
                    yield _unknown(at / "rule", "rule", citation.rule, known.rules).under(rule_name(clause.rule))
                elif citation.about and not known.speaks_of(citation.rule, citation.about):
                    yield _elsewhere(known, at, citation.rule, citation.about).under(rule_name(clause.rule))


def charts_and_options(game: Game) -> Iterator[Diagnostic]:
    """Rules named by charts and options."""
    known = book(game)
    if known is None:
        return
    names = {rule_name(number) for number in known.rules}
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            if chart.rule and chart.rule not in names:
                finding = rul.RUL004.at(where / "charts" / chart_id / "rule", wanted="", number=chart.rule)
                yield finding.suggest(did_you_mean(chart.rule, names))
    for options, where in game.documents("options", OptionsDocument):
        for index, option in enumerate(options.options):
            if option.rule not in known.rules:
                yield _unknown(where / "options" / index / "rule", "rule", option.rule, known.rules)


def data(game: Game) -> Iterator[Diagnostic]:
    """Addresses of the values that carry a clause out, as `file: address`."""
    if any(file.document is None for file in game.files.values()):
        return  # what a file that cannot be read holds is unknown
    for document, where in game.documents("rulebook", RulebookDocument):
        for index, clause in enumerate(document.clauses):
            for number, written in enumerate(clause.data):
                name = written.partition(":")[0].strip()
                kind = kind_of(name)
                if kind is not None and not game.files_of(kind.name):
                    continue  # a kind of document that the game lacks, of which others tell
                problem = _nowhere(game, written)
                if problem:
                    at = where / "clauses" / index / "data" / number
                    rest = written.partition(":")[2]
                    hint = did_you_mean(name, game.files) if name not in game.files else None
                    finding = rul.RUL016.at(at, address=rest.strip() if name in game.files else name, problem=problem)
                    yield finding.suggest(hint).under(rule_name(clause.rule))


def _nowhere(game: Game, written: str) -> str:
    """Why an address names no value; empty where it names one."""
    name, _, address = (part.strip() for part in written.partition(":"))
    file = game.files.get(name)
    if file is None or file.root is None:
        return "the game has no such file"
    try:
        resolve(file.root, parse_address(address))
    except AddressError as error:
        return str(error)
    return ""


def examples(game: Game) -> Iterator[Diagnostic]:
    """Rules and clauses named by worked examples."""
    known = book(game)
    if known is None:
        return
    for document, where in game.documents("examples", ExamplesDocument):
        for index, example in enumerate(document.examples):
            at = where / "examples" / index
            if example.rule not in known.rules:
                yield _unknown(at / "rule", "rule", example.rule, known.rules)
            for number, clause_id in enumerate(example.clauses):
                if clause_id not in known.clauses:
                    yield _unknown(at / "clauses" / number, "clause", clause_id, known.clauses)


def _unknown(where: Where, wanted: str, number: str, known: set[str] | dict[str, list[Clause]]) -> Diagnostic:
    return rul.RUL004.at(where, wanted=f"{wanted} ", number=number).suggest(did_you_mean(number, known))


def _elsewhere(known: Book, at: Where, rule: str, about: str) -> Diagnostic:
    finding = rul.RUL005.at(at / "rule", rule=rule_name(rule), about=about)
    others = [rule_name(n) for n, clauses in known.rules.items() if clauses and known.speaks_of(n, about)]
    if len(others) == 1:
        return finding.suggest(f"did you mean {others[0]}?")
    return finding.note(f"it is spoken of in {', '.join(others)}") if others else finding


def _stem(word: str) -> str:
    """A word or phrase without the ending of the plural."""
    plain = word.casefold().strip()
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain


CHECKS = (rules_of_clauses, citations, charts_and_options, data, examples)
