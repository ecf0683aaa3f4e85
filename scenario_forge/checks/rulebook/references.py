"""RUL002 to 005, 009 to 011, 016, 028, 029: clauses, their ids, references and bindings to rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scenario_forge.checks.order import misplaced_items, repeated_rows
from scenario_forge.diagnostics.model import Codes, did_you_mean
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.kinds import kind_of
from scenario_forge.documents.rulebook import Clause, ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.game.game import Game, view, with_part
from scenario_forge.game.place import AddressError, Where, parse_address, resolve, rule_name
from scenario_forge.source.nodes import texts_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
RUL002 = CODES.error("RUL002", "clause-given-twice", "two {things} have the id `{id}`")
RUL003 = CODES.warning("RUL003", "clause-out-of-order", "clause {id} is listed after {before}, out of order")
RUL004 = CODES.error("RUL004", "unknown-rule", "there is no {wanted}{number}")
RUL005 = CODES.error(
    "RUL005", "rule-does-not-speak-of-it", "this refers to {rule}, but {rule} does not mention {about}"
)
RUL009 = CODES.error("RUL009", "passage-damaged", "the printed text is damaged: {gap}")
RUL010 = CODES.warning(
    "RUL010",
    "clause-without-reason",
    "clause {id} is marked as not executable, but gives no reason",
)
RUL011 = CODES.warning("RUL011", "passage-read-by-ruling", "the printed text is damaged: {gap}")
RUL016 = CODES.error("RUL016", "data-nowhere", "`{address}` names no value: {problem}")
RUL017 = CODES.error("RUL017", "rule-numbers-not-in-order", "rule {number} is listed after rule {before}, out of order")
RUL028 = CODES.error("RUL028", "carried-by-unknown-rule", "the rule system has no rule `{rule}`")
RUL029 = CODES.error("RUL029", "rules-of-clause-contradict", "clause {clause} contradicts itself: {problem}")


@dataclass(repr=False)
class RulebookIndex:
    """The rulebook by numbers and ids."""

    rules: dict[str, list[Clause]] = field(default_factory=dict)
    """Clauses by the number of their printed rule."""
    clauses: set[str] = field(default_factory=set)
    spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """All spellings of a term, by each of them without regard to case."""
    _words: dict[str, str] = field(default_factory=dict)
    """What the clauses of a rule say, in small letters, once it was asked for."""

    def speaks_of(self, rule: str, about: str) -> bool:
        """Return whether any clause of a rule has the term in its topics, or in any spelling in its words."""
        spellings = {_stem(word) for word in (about, *self.spellings.get(about.casefold(), ()))}
        clauses = self.rules[rule]
        if any(_stem(topic) in spellings for clause in clauses for topic in clause.topics):
            return True
        if rule not in self._words:
            self._words[rule] = " ".join(f"{c.title} {c.place} {c.text}" for c in clauses).casefold()
        words = self._words[rule]
        return any(s in words and re.search(rf"\b{re.escape(s)}(?:e?s)?\b", words) for s in spellings)


@view
def book(game: Game) -> RulebookIndex | None:
    """The rules and clauses of the rulebook by their numbers; None where the game has no rulebook."""
    found = game.one("rulebook", RulebookDocument)
    if found is None:
        return None
    document, _where = found
    made = RulebookIndex({rule.number: [] for rule in document.rules})
    for clause in document.clauses:
        made.rules.setdefault(clause.rule, []).append(clause)
        made.clauses.add(clause.id)
    for term in document.terms:
        spellings = (term.term, *term.aliases)
        made.spellings.update((word.casefold(), spellings) for word in spellings)
    return made


def rules_of_clauses(game: Game) -> Iterator[Diagnostic]:
    """Report a clause of a rule that the list of rules does not have, and a term defined in no clause."""
    for document, where in game.documents("rulebook", RulebookDocument):
        numbers = {rule.number for rule in document.rules}
        ids = {clause.id for clause in document.clauses}
        for clause, at in where.each("clauses", document.clauses):
            if clause.rule not in numbers:
                yield unknown_rule(at / "rule", "rule", clause.rule, numbers)
        for term, here in where.each("terms", document.terms):
            if term.clause not in ids:
                yield unknown_rule(here / "clause", "clause", term.clause, ids)


@with_part(book)
def citations(game: Game, known: RulebookIndex) -> Iterator[Diagnostic]:
    """Report references of clauses to rules that do not exist or do not speak of the subject."""
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, here in where.each("clauses", document.clauses):
            for citation, at in here.each("cites", clause.cites):
                if citation.rule not in known.rules:
                    yield unknown_rule(at / "rule", "rule", citation.rule, known.rules).under(rule_name(clause.rule))
                elif citation.about and not known.speaks_of(citation.rule, citation.about):
                    yield _elsewhere(known, at, citation.rule, citation.about).under(rule_name(clause.rule))


@with_part(book)
def charts_and_options(game: Game, known: RulebookIndex) -> Iterator[Diagnostic]:
    """Report rules named by charts and options that the rulebook does not have."""
    names = {rule_name(number) for number in known.rules}
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            if chart.rule and chart.rule not in names:
                finding = RUL004.at(where / "charts" / chart_id / "rule", wanted="", number=chart.rule)
                yield finding.suggest(did_you_mean(chart.rule, names))
    for options, where in game.documents("options", OptionsDocument):
        for option, at in where.each("options", options.options):
            if option.rule not in known.rules:
                yield unknown_rule(at / "rule", "rule", option.rule, known.rules)


def data(game: Game) -> Iterator[Diagnostic]:
    """Report addresses, as `file: address`, that clauses give under `data` and that lead to no value."""
    if any(file.document is None for file in game.files.values()):
        return  # what a file that cannot be read holds is unknown
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, here in where.each("clauses", document.clauses):
            for written, at in here.each("data", clause.data):
                name = written.partition(":")[0].strip()
                kind = kind_of(name)
                if kind is not None and not game.files_of(kind.name):
                    continue  # a kind of document that the game lacks, of which others tell
                problem = _nowhere(game, written)
                if problem:
                    rest = written.partition(":")[2]
                    hint = did_you_mean(name, game.files) if name not in game.files else None
                    finding = RUL016.at(at, address=rest.strip() if name in game.files else name, problem=problem)
                    last = _last_there(game, name, rest)
                    finding = finding.also(last, "the last step of the address that is there") if last else finding
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


def _last_there(game: Game, name: str, address: str) -> Where | None:
    """The place to which an address leads as far as it can; None where already its first step leads nowhere."""
    file = game.files.get(name)
    if file is None or file.root is None:
        return None
    try:
        steps = parse_address(address.strip())
    except AddressError:
        return None
    for count in range(len(steps) - 1, 0, -1):
        try:
            return Where(file, resolve(file.root, steps[:count])[0])
        except AddressError:
            continue
    return None


@with_part(book)
def examples(game: Game, known: RulebookIndex) -> Iterator[Diagnostic]:
    """Report rules and clauses named by worked examples that the rulebook does not have."""
    for document, where in game.documents("examples", ExamplesDocument):
        for example, at in where.each("examples", document.examples):
            if example.rule not in known.rules:
                yield unknown_rule(at / "rule", "rule", example.rule, known.rules)
            for clause_id, here in at.each("clauses", example.clauses):
                if clause_id not in known.clauses:
                    yield unknown_rule(here, "clause", clause_id, known.clauses)


_MENTION = re.compile(r"(?:\((?=[\d.]+\.\d+[),;])|\b(?:[Rr]ule|[Cc]lause)s? )(\d+(?:\.\d+)+)")
_NOT_READ = frozenset({"errata", "copies", "dossiers", "sightings", "words", "profiles", "map", "witnesses"})
"""Kinds of document whose texts are about other editions, or about no rule."""


@with_part(book)
def mentions(game: Game, known: RulebookIndex) -> Iterator[Diagnostic]:
    """Report clauses that running text names, `(8.22)` or `rule 14.9`, and that the rulebook does not have.

    A heading may have a number in parts too: `Rule 4.1` of the clauses 4.1.1 to 4.1.8.
    """
    there = known.clauses | known.rules.keys()
    rules = {clause.partition(".")[0] for clause in known.clauses if "." in clause}
    for kind in dict.fromkeys(file.kind.name for file in game.files.values()):
        for file in game.files_of(kind) if kind not in _NOT_READ else ():
            for path, text in texts_in(file.data):
                for match in _MENTION.finditer(text):
                    if match[1] not in there and match[1].partition(".")[0] in rules:
                        place = Where(file, path).within(*match.span(1))
                        yield unknown_rule(place, "clause", match[1], known.clauses)


def unknown_rule(where: Where, wanted: str, number: str, known: Collection[str]) -> Diagnostic:
    """Return the finding on a rule or clause that does not exist, with the one that may have been meant."""
    return RUL004.at(where, wanted=f"{wanted} ", number=number).suggest(did_you_mean(number, known))


def _elsewhere(known: RulebookIndex, at: Where, rule: str, about: str) -> Diagnostic:
    finding = RUL005.at(at / "rule", rule=rule_name(rule), about=about)
    others = [rule_name(n) for n, clauses in known.rules.items() if clauses and known.speaks_of(n, about)]
    if len(others) == 1:
        return finding.suggest(f"did you mean {others[0]}?")
    return finding.note(f"it is mentioned in {', '.join(others)}") if others else finding


def _stem(word: str) -> str:
    """A word or phrase without the ending of the plural."""
    plain = word.casefold().strip()
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain


# -- ids given twice or out of order, clauses without a reason, passages damaged in print ----------


_ID = re.compile(r"(.*?)(\d+)\Z")


def duplicates(game: Game) -> Iterator[Diagnostic]:
    """Report rules, clauses, terms and rulings with one id."""
    for book, where in game.documents("rulebook", RulebookDocument):
        rulings: list[tuple[str, Path]] = [
            (ruling.id, ("clauses", i, "rulings", j, "id"))
            for i, clause in enumerate(book.clauses)
            for j, ruling in enumerate(clause.rulings)
        ]
        yield from duplicate_ids(where, "rules", [(r.number, ("rules", i, "number")) for i, r in enumerate(book.rules)])
        yield from duplicate_ids(where, "clauses", [(c.id, ("clauses", i, "id")) for i, c in enumerate(book.clauses)])
        terms = [(t.term.casefold(), ("terms", i, "term")) for i, t in enumerate(book.terms)]
        yield from duplicate_ids(where, "terms", terms)
        yield from duplicate_ids(where, "rulings", rulings)


def order(game: Game) -> Iterator[Diagnostic]:
    """Report clauses of one chapter whose numbers do not rise."""
    for book, where in game.documents("rulebook", RulebookDocument):
        numbered: dict[str, list[tuple[int, str, int]]] = {}
        for index, clause in enumerate(book.clauses):
            match = _ID.match(clause.id)
            if not match:
                continue
            numbered.setdefault(match[1], []).append((int(match[2]), clause.id, index))
        for listed in numbered.values():
            for place, other in misplaced_items([number for number, _, _ in listed]):
                early, late = sorted((place, other))
                at = where / "clauses" / listed[place][2] / "id"
                finding = RUL003.at(at, id=listed[late][1], before=listed[early][1])
                yield finding.also(where / "clauses" / listed[other][2] / "id", "compare this one")


def headings_in_order(game: Game) -> Iterator[Diagnostic]:
    """Report rules whose numbers do not rise by one; chapters without a number may stand between them."""
    for book, where in game.documents("rulebook", RulebookDocument):
        numbered = [(i, int(rule.number)) for i, rule in enumerate(book.rules) if rule.number.isdecimal()]
        kept = _rising([number for _, number in numbered])
        for place, (index, number) in enumerate(numbered):
            before = numbered[place - 1][1] if place else 0
            if place not in kept or (before and place - 1 in kept and number > before + 1):
                at = where / "rules" / index / "number"
                if sum(other == number for _, other in numbered) > 1:
                    continue  # a number given twice is reported as such
                if place in kept and any(before < other < number for _, other in numbered):
                    continue  # the one between stands elsewhere, and is reported there
                finding = RUL017.at(at, number=number, before=before or "none")
                last = where / "rules" / numbered[place - 1][0] / "number"
                yield finding.also(last, "the one before") if place else finding


def _rising(numbers: list[int]) -> set[int]:
    """Places of the longest run that rises by one at a time, or else by least."""
    best: list[tuple[int, list[int]]] = []
    for place, number in enumerate(numbers):
        before = [run for run in best if numbers[run[1][-1]] < number]
        score, run = max(before, default=(0, []), key=lambda each: (each[0], -(number - numbers[each[1][-1]])))
        step = 2 if run and numbers[run[-1]] + 1 == number else 1
        best.append((score + step, [*run, place]))
    return set(max(best, default=(0, []), key=lambda each: (each[0], -numbers[each[1][-1]]))[1])


def reasons(game: Game) -> Iterator[Diagnostic]:
    """Report a clause that is not carried out, without saying why."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            if not clause.executable and not clause.reason:
                yield RUL010.at(at / "executable", id=clause.id)


def gaps(game: Game) -> Iterator[Diagnostic]:
    """Report a damaged passage that must be carried out; a lost figure or example harms nobody."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            if not clause.gap or not clause.executable:
                continue
            gap = " ".join(clause.gap.split())
            if not clause.rulings:
                yield RUL009.at(at / "gap", gap=gap).under(rule_name(clause.rule))
                continue
            finding = RUL011.at(at / "gap", gap=gap).under(rule_name(clause.rule))
            for ruling, each_at in at.each("rulings", clause.rulings):
                finding = finding.also(each_at / "reading", f"the reading used ({ruling.id})")
            yield finding


def duplicate_ids(where: Where, things: str, found: Iterable[tuple[str, Path]]) -> Iterator[Diagnostic]:
    """Report ids of a file that an earlier entry has (RUL002); ``found``: each id with its path."""
    for (name, path), (_, earlier) in repeated_rows(found, lambda row: row[0]):
        finding = RUL002.at(Where(where.file, path), things=things, id=name)
        yield finding.also(Where(where.file, earlier), "the first")


# -- the rules of the system that carry clauses out ------------------------------------------------


def bindings(game: Game) -> Iterator[Diagnostic]:
    """Report names under `carried_by` that are no rule, are repeated, or contradict each other or `executable`."""
    known = game.system.rules() if game.system else ()
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, here in where.each("clauses", document.clauses):
            if clause.carried_by and game.system is not None:
                at = here / "carried_by"
                for finding in (*_unknown_rule(clause, at, known), *_contradicting(game, clause, at)):
                    yield finding.under(rule_name(clause.rule))


def _unknown_rule(clause: Clause, at: Where, known: Collection[str]) -> Iterator[Diagnostic]:
    for number, rule in enumerate(clause.carried_by):
        if rule not in known:
            yield RUL028.at(at / number, rule=rule).suggest(did_you_mean(rule, known))


def _contradicting(game: Game, clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """A clause named twice, named where nothing is carried out, or carried out in two ways."""
    if not clause.executable:
        problem = "it says `executable: false`, so no rule may implement it"
        yield RUL029.at(at, clause=clause.id, problem=problem)
    for number, rule in enumerate(clause.carried_by):
        if rule in clause.carried_by[:number]:
            yield RUL029.at(at / number, clause=clause.id, problem=f"it names `{rule}` twice")
    for ways in game.system.alternatives() if game.system else ():
        used = [rule for rule in clause.carried_by if rule in ways]
        if len(set(used)) > 1:
            names = " and ".join(f"`{rule}`" for rule in dict.fromkeys(used))
            problem = f"{names} implement it in different ways"
            yield RUL029.at(at / clause.carried_by.index(used[-1]), clause=clause.id, problem=problem)


CHECKS = (
    rules_of_clauses,
    citations,
    charts_and_options,
    data,
    examples,
    mentions,
    duplicates,
    order,
    headings_in_order,
    reasons,
    gaps,
    bindings,
)
