"""RUL015, RUL022 to RUL025: clauses against their title, dates, references and terms; quantities with one name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.diagnostics.catalogue import rul
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.project.calendar import CENTURY
from scenario_forge.project.paper import rule_name
from scenario_forge.project.word_dates import dates_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.project.game import Game
    from scenario_forge.project.place import Where

_NOT = re.compile(
    r"\b(?:no|not|none|never|nobody|nothing|nowhere|neither|nor|cannot|without|only|except|forbid\w*|lose[sd]?|unless|unlimited|however"
    r"|instead|lack\w*|stop[s]?|end[s]?|ignored?|barred|free)\b|n't\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:may|can|must)\b")
_SAYS_NO = re.compile(r"(?:No|Not|Never|None) ")
_RULES = re.compile(r"\bRules? (\d+(?:(?:, | and | or | to )\d+)*)")
_DATES = re.compile(r"\d{1,2}/\d\d(?:, \d{1,2}/\d\d)+")


def clauses(game: Game) -> Iterator[Diagnostic]:
    """Each clause by itself."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for number, clause in enumerate(book.clauses):
            at = where / "clauses" / number
            for part in (_denied, _dated, _referred):
                for finding in part(clause, at):
                    yield finding.under(rule_name(clause.rule))


def _denied(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """A title that says no, states that say no, and a text that allows or demands it."""
    denied = [name for name, value in clause.states.items() if value is False]
    if denied and _SAYS_NO.match(clause.title) and _MAY.search(clause.text) and not _NOT.search(clause.text):
        finding = rul.RUL022.at(at / "text", title=clause.title)
        yield finding.also(at / "states" / denied[0], "stated as no").also(at / "title", "the title")


def _dated(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """Months of a text that a list of dates in its states does not have."""
    for name, value in clause.states.items():
        if not isinstance(value, str) or not _DATES.fullmatch(value):
            continue
        listed = {_months(date) for date in value.split(", ")}
        said = [date for date in dates_in(clause.text) if date.months is not None and date.day is None]
        odd = [date for date in said if date.months not in listed]
        if len(odd) == 1 and len(said) > len(odd):
            month = odd[0].months or 0
            date = f"{month % 12 + 1}/{month // 12 % 100:02}"
            finding = rul.RUL015.at(at / "text", said=date, quantity=name, value=value)
            yield finding.also(at / "states" / name, "stated here")


def _months(date: str) -> int:
    month, year = date.split("/")
    return (int(year) + CENTURY) * 12 + int(month) - 1


def _referred(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """Rules that a text sends its reader to, where the references noted of it are to other rules."""
    cited = {citation.rule for citation in clause.cites}
    said = [number for match in _RULES.finditer(clause.text) for number in re.findall(r"\d+", match[1])]
    odd = [number for number in said if number not in cited and number != clause.rule]
    unsaid = sorted(cited - set(said))
    if odd and unsaid and cited:
        finding = rul.RUL023.at(at / "text", number=odd[0], cited=", ".join(map(rule_name, unsaid)))
        yield finding.also(at / "cites", "noted here")


def terms(game: Game) -> Iterator[Diagnostic]:
    """Terms sent to a clause that does not speak of them."""
    for book, where in game.documents("rulebook", RulebookDocument):
        by_id = {clause.id: clause for clause in book.clauses}
        for number, term in enumerate(book.terms):
            clause = by_id.get(term.clause)
            spellings = [_root(word) for word in (term.term, *term.aliases)]
            if clause is None or any(spelling in _words(clause) for spelling in spellings):
                continue
            if not any(spelling in _words(each) for each in book.clauses for spelling in spellings):
                continue  # RUL006: nobody uses it
            finding = rul.RUL024.at(where / "terms" / number / "clause", clause=clause.id, term=term.term)
            others = [each.id for each in book.clauses if term.term.casefold() in each.title.casefold()]
            yield finding.suggest(f"did you mean {others[0]}?" if len(others) == 1 else None)


def _words(clause: Clause) -> str:
    return f"{clause.title}\n{clause.text}\n{' | '.join(clause.topics)}".casefold()


def _root(word: str) -> str:
    """A term without the ending that grammar gives it."""
    plain = word.casefold()
    return plain[:-1] if plain.endswith("s") and len(plain) > len("pts") else plain


def quantities(game: Game) -> Iterator[Diagnostic]:
    """Two quantities that messages call the same: one was copied from the other."""
    for book, where in game.documents("rulebook", RulebookDocument):
        first: dict[str, str] = {}
        for name, words in book.quantities.items():
            other = first.setdefault(words.casefold(), name)
            if other != name:
                finding = rul.RUL025.at(where / "quantities" / name, words=words, other=other)
                yield finding.also(where / "quantities" / other, "the first")


CHECKS = (clauses, terms, quantities)
