"""RUL001, RUL030, RUL031: one quantity with two values, and what clauses state but nothing shows."""

from __future__ import annotations

import re
import types
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from scenario_forge.checks.near_words import is_slip
from scenario_forge.diagnostics.model import BASES, Candidate, Codes, NewValue
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import view
from scenario_forge.game.place import Where
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import statements, value_as_compared

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Evidence
    from scenario_forge.game.game import Game
    from scenario_forge.game.system import Statement
    from scenario_forge.source.nodes import Data


CODES = Codes(__file__)
RUL001 = CODES.error(
    "RUL001",
    "quantity-with-two-values",
    "{place} gives {here} for {quantity}; {elsewhere} gives {there}",
)
RUL030 = CODES.error(
    "RUL030",
    "stated-number-missing-from-rules",
    "the rulebook states {quantities}, but rules.yaml does not have {it}",
)
RUL031 = CODES.error(
    "RUL031",
    "stated-quantity-not-shown",
    "{what} is missing here, although the rulebook states {value} for `{quantity}`",
)


_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
WORDS = {word: value for value, word in enumerate(_SMALL)} | _TENS | {"dozen": 12}
"""English number words; `half` and ordinals are grammar as often as numbers."""
NUMBER_WORDS = rf"(?:{'|'.join(_TENS)})-(?:{'|'.join(_SMALL[1:10])})|{'|'.join(WORDS)}"
"""A pattern of them: `four`, and `twenty-one` before `twenty`."""
COUNT = rf"(?<![\w./-])(?:\d+|{NUMBER_WORDS})(?![\w/-]|\.\d)"
"""A pattern of a whole number in digits or in words, whose value :func:`worth` tells."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_CALLED = "|".join(f"{month}|{month[:3]}\\b\\.?" for month in MONTHS)
_MONTH_YEAR = re.compile(rf"\b(?:(\d{{1,2}}) )?({_CALLED}) ((?:1[89]|20)?\d\d)\b(?![%a-z])")
_DAY = re.compile(rf"\b\d{{1,2}} (?:{_CALLED})\b|\b(?:\d{{1,2}}/)?\d{{1,2}}/\d\d\b")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d\Z")
_HOUSE = re.compile(
    r"\b(?:rules?|clauses?|footnotes?|units?|figures?|steps?) \d[\d.]*(?:(?: to | and |, |[-–])\d[\d.]*)*"
    r"|\bthe two(?= \w+[^s\W]\b)",
    re.IGNORECASE,
)
"""Numbers that are names: Rule 6, units 35 to 37; and "where the two meet"."""
_NUMBER = re.compile(
    r"(?<![\w.,/'’])(?:\d+(?:\.\d+)?½?(?:/[1-9]\d*)?|½)(?![\w/])|"
    rf"(?<![\w-])(?:{NUMBER_WORDS})(?![\w-])",
    re.IGNORECASE,
)


class NumberInText(NamedTuple):
    """A number in a text."""

    value: Fraction
    start: int
    end: int
    word: str
    counts: bool
    """False for `one`, which is a pronoun as often, and for years."""


@lru_cache(maxsize=8192)
def numbers(text: str) -> tuple[NumberInText, ...]:
    """Return the numbers of a text, but for names of rules, clauses and units, hex ids and dates of a month.

    >>> [(str(said.value), said.word) for said in numbers("SS32, at most four of Rule 6's 2½ points in May 1942")]
    [('4', 'four'), ('5/2', '2½')]
    """
    matches = list(_NUMBER.finditer(text))
    if not matches:
        return ()
    names = [match.span() for pattern in (_HOUSE, _MONTH_YEAR, _DAY) for match in pattern.finditer(text)]
    return tuple(
        NumberInText(worth(match[0]), *match.span(), match[0], _counts(match[0]))
        for match in matches
        if not any(start <= match.start() < end for start, end in names)
    )


_OF_UNITS = re.compile(rf"\bunits? (?P<number>{COUNT})", re.IGNORECASE)


def numbers_of(text: str, stated: Collection[Fraction]) -> list[NumberInText]:
    """Return the numbers of a text that states some values: `mobile units 36` is no name where 36 or a like is one.

    Nor where all that the text lacks of several values is a single one.

    >>> [said.word for said in numbers_of("German units 36, British units 26", {Fraction(36), Fraction(28)})]
    ['36', '26']
    >>> [said.word for said in numbers_of("An Axis unit needs 4, an Allied unit 7.", {Fraction(4), Fraction(6)})]
    ['4', '7']
    """
    found = list(numbers(text))
    there = {said.start for said in found}
    counted = [match.span("number") for match in _OF_UNITS.finditer(text) if match.start("number") not in there]
    more = [NumberInText(worth(text[start:end]), start, end, text[start:end], counts=True) for start, end in counted]
    lacking = set(stated).difference(said.value for said in found)
    lone = len(more) == len(lacking) == 1 < len(set(stated))
    if stated and (lone or any(said.value in stated for said in more)):
        found = sorted([*found, *more], key=lambda said: said.start)
    return found


def dates(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield months with a year, written as the track writes them, ``12/40``, each with its start and end."""
    for match in _MONTH_YEAR.finditer(text):
        month = next(n for n, name in enumerate(MONTHS, 1) if name.startswith(match[2][:3]))
        yield f"{month}/{match[3][-2:]}", *match.span()


@lru_cache(maxsize=1024)
def worth(word: str) -> Fraction:
    """Return the value of a number as a text writes it.

    >>> [str(worth(word)) for word in ("2½", "½", "3/4", "1.5", "twenty-one")]
    ['5/2', '1/2', '3/4', '3/2', '21']
    """
    tens, _, ones = word.casefold().partition("-")
    if tens in WORDS:
        return Fraction(WORDS[tens] + (WORDS[ones] if ones else 0))
    whole, _, under = word.partition("/")
    value = Fraction(whole.rstrip("½") or 0) + (Fraction(1, 2) if "½" in whole else 0)
    return value / int(under) if under else value


def in_the_manner_of(word: str, value: Fraction) -> str | None:
    """Return a number written as a text has written another; None where it cannot be.

    >>> [in_the_manner_of(word, Fraction(13)) for word in ("Four", "12", "½")], in_the_manner_of("six", Fraction(156))
    (['Thirteen', '13', '13'], None)
    """
    if value.denominator == 1 and word.partition("-")[0].casefold() in WORDS:
        tens, ones = divmod(int(value), 10)
        whole = {number: name for name, number in WORDS.items() if name != "dozen"}
        parts = (whole.get(tens * 10), whole.get(ones))
        joined = "-".join(part for part in parts if part) if ones and all(parts) and tens > 1 else None
        found = whole.get(int(value)) or joined
        return found.capitalize() if found and word[0].isupper() else found
    half = value - Fraction(1, 2)
    if value.denominator == 1:
        return str(value.numerator)
    if "½" in word or half.denominator != 1:
        return f"{half.numerator or ''}½" if half.denominator == 1 else None
    return str(float(value)) if "." in word or "/" not in word else f"{value.numerator}/{value.denominator}"


def _counts(word: str) -> bool:
    return word.casefold() != "one" and not _YEAR.match(word)


# -- one quantity with two values ------------------------------------------------------------------


_AUTHORITY = {"rules": 4, "rulebook": 2, "examples": 1}
"""Which file is believed when as many say one thing as the other; the components stand between."""
_OF_A_COMPONENT = 3


@dataclass(frozen=True)
class Contradiction:
    """A quantity with its statements by value, the least believed first."""

    quantity: str
    words: str
    groups: tuple[tuple[Statement, ...], ...]

    @property
    def suspect(self) -> Statement:
        """The statement at which the finding stands: a component's own value rather than a note of it."""
        return min(self.groups[0], key=lambda s: "states" in s.where.path)

    @property
    def firmest(self) -> Statement:
        """The firmest statement of the value most believed."""
        return _firmest(self.groups[-1])

    @property
    def series(self) -> tuple[str, frozenset[str], frozenset[str]]:
        """A key that contradictions of one table share: `repair.result.3` and `.5`, between the same places."""
        head, _, tail = self.quantity.rpartition(".")
        same = head if tail.isdecimal() else self.quantity
        least, most = (frozenset(map(_container, group)) for group in (self.groups[0], self.groups[-1]))
        return same, least, most


def contradictions(game: Game) -> Iterator[Diagnostic]:
    """Report a quantity of which two values are stated."""
    series: dict[tuple[str, frozenset[str], frozenset[str]], list[Contradiction]] = {}
    for found in contradicted_quantities(game):
        series.setdefault(found.series, []).append(found)
    for several in series.values():
        yield _finding(several)


def contradicted_quantities(game: Game) -> Iterator[Contradiction]:
    """Yield quantities of which two values are stated, with all that is stated of them."""
    words = _words(game)
    for quantity, stated in statements(game).items():
        groups: dict[object, list[Statement]] = {}
        for statement in stated:
            groups.setdefault(value_as_compared(statement.value), []).append(statement)
        if len(groups) > 1:
            ranked = sorted((tuple(group) for group in groups.values()), key=_belief)
            yield Contradiction(quantity, words.get(quantity) or in_words(quantity), tuple(ranked))


def in_words(quantity: str) -> str:
    """Return a quantity's name for people, where the rulebook gives no words for it.

    >>> in_words("terrain.escarpment.movement_cost")
    'terrain, escarpment: movement cost'
    >>> in_words("repair.result.3")
    'repair: result 3'
    """
    parts = quantity.replace("_", " ").split(".")
    last = parts.pop()
    if last[:1].isdecimal() and parts:
        last = f"{parts.pop()} {last}"
    return f"{', '.join(parts)}: {last}" if parts else last


def _words(game: Game) -> dict[str, str]:
    return {
        quantity: words
        for book, _where in game.documents("rulebook", RulebookDocument)
        for quantity, words in book.quantities.items()
    }


def _finding(several: list[Contradiction]) -> Diagnostic:
    made = [_one(contradiction) for contradiction in several]
    worst = max(made, key=lambda f: f.severity)
    finding = replace(worst, candidates=_joined([[*corrections(each)] for each in several]))
    for other in made:
        if other is not worst:
            finding = finding.note(other.message).also(other.span, "and here")
            for label in other.labels:
                finding = finding.also(label.span, label.text)
    return finding


def _one(contradiction: Contradiction) -> Diagnostic:
    suspect, firmest = contradiction.suspect, contradiction.firmest
    place, elsewhere = _place(suspect), _place(firmest)
    if place == elsewhere:  # of one rule of the book: its clauses tell them apart
        place, elsewhere = _clause(suspect) or place, _clause(firmest) or elsewhere
    finding = RUL001.at(
        suspect.where,
        place=place,
        here=value_text(suspect),
        quantity=contradiction.words,
        elsewhere=elsewhere if elsewhere != place else "the same passage",
        there=value_text(firmest),
    ).under(suspect.rule or firmest.rule)
    spans = {suspect.where.span}
    for group in reversed(contradiction.groups):
        for statement in sorted(group, key=lambda s: s is not firmest):
            span = _odd_item(statement, firmest if statement.value == suspect.value else suspect).span
            if span not in spans:
                spans.add(span)
                finding = finding.also(span, f"{value_text(statement)} here")
    return finding.rests_on(_firmest(contradiction.groups[0]).where, firmest.where)


def _joined(several: Sequence[Sequence[Candidate]]) -> tuple[Candidate, ...]:
    """The corrections of one contradiction, or those of several of one table at once where each has as many."""
    if len({len(each) for each in several}) > 1:
        return ()
    return tuple(
        Candidate(tuple(value for one in ways for value in one.values), ways[0].why, ways[0].evidence)
        for ways in zip(*several, strict=True)
    )


def corrections(found: Contradiction) -> Iterator[Candidate]:
    """Yield what would settle a contradiction: the value least believed corrected to the most, then the other way."""
    *wrong, most = found.groups
    margin = _belief(most)[0] - max(_belief(group)[0] for group in wrong)
    evidence: Evidence = "outvoted" if margin > 1 else "narrowly-outvoted" if margin == 1 else "disputed"
    if len(wrong) > 1 or len(set(map(_container, wrong[0]))) > 1:  # a misprint is one passage's, and one value's
        evidence = "disputed"
    why = " against ".join(map(_voices, reversed(found.groups)))
    counter: Evidence = "disputed" if evidence == "disputed" else "voted-down"
    made = [*_to(most[0], [each for group in wrong for each in group], why, evidence)]
    other = [*_to(wrong[0][0], most, why, counter)] if len(wrong) == 1 else []
    if not (made and other):
        made = [replace(each, evidence="unopposed") if each.evidence == "disputed" else each for each in made]
        other = [replace(each, evidence="unopposed") if each.evidence == "disputed" else each for each in other]
    yield from (*made, *other)


def _voices(group: Sequence[Statement]) -> str:
    """A value with the passages that have it: the printed ones, of those the clauses, where there are any."""
    printed = [each for each in group if each.where.file.kind.name != "rules"]
    clauses = [each for each in printed if each.where.file.kind.name == "rulebook"]
    places = dict.fromkeys(each.where.span.paper or each.where.file.name for each in clauses or printed or group)
    return f"{value_text(group[0])} ({'; '.join(places)})"


def _to(right: Statement, wrong: Sequence[Statement], why: str, evidence: Evidence) -> Iterator[Candidate]:
    """Statements corrected to another's value, alone and with the words of their clauses; none where one cannot be."""
    values: dict[NewValue, None] = {}
    for statement in wrong:
        made = _new_value(statement, right.value)
        if made is None or statement.settled:
            return
        values.setdefault(made)
    yield Candidate((*values,), why, evidence)
    said = [each for statement in wrong if (each := _new_words(statement, right.value)) is not None]
    if said:
        yield Candidate((*values, *dict.fromkeys(said)), why, evidence)


def _new_value(statement: Statement, value: Data) -> NewValue | None:
    """The value of a statement corrected, in the type in which its file has it; None where it is part of a notation."""
    there = statement.where.data
    if isinstance(there, bool) != isinstance(value, bool) or isinstance(there, (dict, list)):
        return None
    if value_as_compared(there) == value_as_compared(statement.value):
        return NewValue.at(statement.where, value)
    if isinstance(there, str) and there == str(statement.value):
        return NewValue.at(statement.where, str(value))
    return None


def _new_words(statement: Statement, value: Data) -> NewValue | None:
    """The text of the clause that states a number, with it corrected; None where the text may mean another quantity."""
    where = statement.where
    book = where.file.document
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not isinstance(book, RulebookDocument) or where.path[:1] != ("clauses",) or not number or not _said(statement):
        return None
    clause, old = book.clauses[int(where.path[1])], abs(Fraction(str(statement.value)))
    same = [
        name
        for name, stated in clause.states.items()
        if isinstance(stated, (int, float)) and not isinstance(stated, bool) and abs(Fraction(str(stated))) == old
    ]
    said = [each for each in numbers(clause.text) if each.value == old]
    new = in_the_manner_of(said[0].word, abs(Fraction(str(value)))) if len(said) == len(same) == 1 else None
    if new is None:
        return None
    text = clause.text[: said[0].start] + new + clause.text[said[0].end :]
    return NewValue(where.file.name, (*where.path[:2], "text"), text)


def _odd_item(statement: Statement, other: Statement) -> Where:
    """Return the place of the first item that differs between two lists; the place of the list if none does."""
    here, there = (str(each.value).split(", ") for each in (statement, other))
    word = next((one for one, two in zip(here, there, strict=False) if one != two), "")
    rest = [(statement.where, statement.where.data)]
    while rest and len(here) > 1:
        where, data = rest.pop(0)
        if isinstance(data, str) and data.replace("-", "_") == word:
            return where
        items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        rest += [(where / key, value) for key, value in items]
    return statement.where


def _belief(group: tuple[Statement, ...]) -> tuple[int, int, int, int]:
    """Return a sort key: how many places say so (with own words twice; rules.yaml twice), the best, how often."""
    places = {_container(s): _authority(s) for s in group}
    in_own_words = len({_container(s) for s in group if _said(s)})
    twice = sum(rank == _AUTHORITY["rules"] for rank in places.values())
    return len(places) + in_own_words, len(places) + twice, max(places.values()), len(group)


def _said(statement: Statement) -> bool:
    """Whether the text of the clause that states a number, or a list in its order, has it too: copies that agree."""
    value, where = statement.value, statement.where
    book = where.file.document
    if not isinstance(book, RulebookDocument) or where.path[:1] != ("clauses",) or isinstance(value, bool):
        return False
    clause = book.clauses[int(where.path[1])]
    if isinstance(value, str):
        items = [item.strip().removesuffix("s") for item in value.split(",")]
        return len(items) >= FEW and re.search(".*".join(map(re.escape, items)), clause.text, re.DOTALL) is not None
    return abs(Fraction(str(value))) in {said.value for said in numbers(clause.text)}


def _authority(statement: Statement) -> int:
    return _AUTHORITY.get(statement.where.file.kind.name, _OF_A_COMPONENT)


def _container(statement: Statement) -> str:
    """The clause, chart, row or file that speaks."""
    where = statement.where
    return where.file.name if where.file.kind.name == "rules" else f"{where.file.name}:{where.path[:2]}"


def _firmest(group: tuple[Statement, ...]) -> Statement:
    def rank(statement: Statement) -> tuple[int, bool, int]:
        where = statement.where
        return BASES.index(where.basis), not where.span.paper, -_authority(statement)

    return min(group, key=rank)


def _place(statement: Statement) -> str:
    if statement.settled:
        return "the rule system"
    return statement.where.span.paper or statement.where.file.name


def _clause(statement: Statement) -> str:
    """The id of the clause that states it; empty where none does."""
    book, path = statement.where.file.document, statement.where.path
    return book.clauses[int(path[1])].id if isinstance(book, RulebookDocument) and path[:1] == ("clauses",) else ""


def value_text(statement: Statement) -> str:
    """Return the value of a statement, as messages write it."""
    value = statement.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"`{value.replace('_', ' ')}`" if isinstance(value, str) else f"{value}"


# -- what clauses state, and rules.yaml or the components do not have ------------------------------


FEW = 3
"""So many of the quantities that one gap swallows are named."""
COMPONENTS = (
    (re.compile(r"combat\.modifier\.\w+"), "charts", ("charts",), "a modifier or terrain"),
    (re.compile(r"terrain\.\w+\.(movement_cost|\w+_cost)"), "charts", ("charts",), "a line"),
    (re.compile(r"chart\.\w+(?:\.\w+){1,2}"), "charts", ("charts",), "a cell"),
    (re.compile(r"ledger\.\w+\.\w+"), "victory", ("ledger",), "a line"),
    (re.compile(r"victory\.(?P<stop>\w+)\.\w+\.\w+"), "victory", ("objectives",), "a row"),
    (re.compile(r"place\.\w+\.hex"), "map", ("places",), "a place"),
    (re.compile(r"centre\.\w+\.capacity"), "map", ("places",), "a place or box"),
    (re.compile(r"start\.\w+\.first"), "time-track", ("starts",), "a start date"),
    (re.compile(r"stop\.\w+\.last"), "time-track", ("stops",), "a stop date"),
)
"""Quantities that a component shows: their names, its kind, where its list stands, what of it is missing."""


def missing_from_rules(game: Game) -> Iterator[Diagnostic]:
    """Report quantities of clauses whose place in rules.yaml is empty; one finding a gap."""
    yield from _missing_from_rules(game)


@view
def _missing_from_rules(game: Game) -> list[Diagnostic]:
    """The findings, which the check of tables of rules.yaml needs as well."""
    return list(_gaps_of_rules(game))


def _gaps_of_rules(game: Game) -> Iterator[Diagnostic]:
    kinds = [kind for kind in (game.system.kinds() if game.system else ()) if kind.name == "rules"]
    files = [file for file in game.files_of("rules") if file.document is not None]
    gaps: dict[tuple[str, ...], list[Statement]] = {}
    for quantity, stated in statements(game).items() if kinds and files else ():
        throw = quantity.rpartition(".")[2].isdecimal()
        if throw and {each.where.file.kind.name for each in stated} - {"rulebook", "examples"}:
            continue  # a table has more throws than the rules have faces of the die: modified ones
        first = next((each for each in stated if each.where.file.kind.name == "rulebook"), None)
        gap = _gap(kinds[0].model, files[0].data, tuple(quantity.split("."))) if first else None
        if first and gap is not None and not _misspelt(files[0].data, gap):
            gaps.setdefault(gap, []).append(first)
    for gap, several in gaps.items():
        names = [f"`{each.quantity}`" for each in several[:FEW]]
        more = f" and {len(several) - FEW} more" if len(several) > FEW else ""
        above = Where(files[0], gap[:-1])
        finding = RUL030.at(
            above.key(), quantities=", ".join(names) + more, it="it" if len(several) == 1 else "them"
        ).under(several[0].rule)
        for each in several[:FEW]:
            finding = finding.also(each.where, "stated here")
        yield finding


def _misspelt(data: Data, gap: tuple[str, ...]) -> bool:
    """Whether a key beside the gap is the missing one mistyped, which is found as a name that is nothing."""
    for step in gap[:-1]:
        data = data[step] if isinstance(data, dict) else None
    return isinstance(data, dict) and any(is_slip(key, gap[-1]) for key in data)


def _gap(annotation: Any, data: Data, path: tuple[str, ...], done: int = 0) -> tuple[str, ...] | None:  # noqa: ANN401
    """The path of the first key that is missing on the way to a quantity; None if it is there or is none of rules."""
    kind = _plain(annotation)
    if done == len(path):
        return None
    step = path[done]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        field = kind.model_fields.get(step)
        if field is None or not _leads(field.annotation, path, done + 1):
            return None
        below: Any = field.annotation
    elif get_origin(kind) is dict:
        below = get_args(kind)[1]
        if not _leads(below, path, done + 1):
            return None
    else:
        return None
    if not isinstance(data, dict) or data.get(step) is None or data[step] == []:
        return path[: done + 1]
    return _gap(below, data[step], path, done + 1)


def _leads(annotation: Any, path: tuple[str, ...], done: int) -> bool:  # noqa: ANN401
    """Whether the rest of a path leads to a single value of a model."""
    kind = _plain(annotation)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        field = kind.model_fields.get(path[done]) if done < len(path) else None
        return field is not None and _leads(field.annotation, path, done + 1)
    if get_origin(kind) is dict:
        return done < len(path) and _leads(get_args(kind)[1], path, done + 1)
    return done == len(path)


def _plain(annotation: Any) -> Any:  # noqa: ANN401
    """A type without its constraints and without None."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, types.UnionType):
        left = [each for each in get_args(annotation) if each is not type(None)]
        return _plain(left[0]) if len(left) == 1 else annotation
    return annotation


def missing_from_components(game: Game) -> Iterator[Diagnostic]:
    """Report rows, modifiers, terrain, places and dates with a number in a clause and on no component."""
    track = schedule(game)
    for quantity, stated in () if game.partly_read else statements(game).items():
        if any(each.where.file.kind.name not in ("rulebook", "examples") for each in stated):
            continue
        first = next((each for each in stated if each.where.file.kind.name == "rulebook"), None)
        if first is None or isinstance(first.value, bool):
            continue
        for pattern, kind, path, what in COMPONENTS:
            match = pattern.fullmatch(quantity)
            if match is None or (isinstance(first.value, str) and kind in ("charts", "victory")):
                continue
            stop = match.groupdict().get("stop")
            if stop is not None and track is not None and stop not in track.stops:
                continue
            files = [file for file in game.files_of(kind) if file.document is not None]
            if files:
                at = Where(files[0], path).key()
                finding = RUL031.at(at, what=what, quantity=quantity, value=value_text(first))
                yield finding.also(first.where, "stated here").under(first.rule)


CHECKS = (
    contradictions,
    missing_from_rules,
    missing_from_components,
)
