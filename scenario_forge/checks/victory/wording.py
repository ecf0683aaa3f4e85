"""VIC090, 091: what texts, clauses and aids say of a victory, against its condition, its side and its moment."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import dates
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.checks.victory.parts import (
    VictoryRow,
    conditional_rows,
    conditions,
    keys_of,
    places,
    rows,
    selectors,
)
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.victory import DecisiveVictory
from scenario_forge.game.front import predicates
from scenario_forge.game.hexmap import hex_map

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.checks.victory.parts import WordedRow
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
VIC090 = CODES.error(
    "VIC090",
    "text-and-state-of-place-differ",
    said="the text says `{word}`, the condition does not",
    unsaid="the condition says `{word}`, the text does not",
    denied="the text says `{said}`, the condition `{meant}`",
)
VIC091 = CODES.error(
    "VIC091",
    "decisive-victory-unlike-its-clause",
    after="`{row}` is tested after a turn of {after}, but {text} says {said}",
    side="`{row}` is a victory of {side}, but {text} gives it to {said}",
    since="`{row}` counts {since}, but {text} says from {said} on",
)


# -- words for the state of a place ---------------------------------------------------------------


_EITHER_WAY = r"\b{word}\b,? or not|\bor not {word}\b|whether or not {word}\b"
_EVER = re.compile(r"\b(?:at any (?:point|time|moment)|ever|at some (?:point|time))\b", re.IGNORECASE)
_SUPPLIED = re.compile(
    r"\b(?:(?P<un>not |un)?supplied"
    r"|(?:in|(?P<out>not in|out of|without)) (?:(?!an?\b|the\b|each\b|every\b)\w+ )?supply"
    r"(?! (?:bases?|cent(?:re|er)s?|counters?|depots?|dumps?|lines?|markers?|points?|sources?|units?)\b))\b",
    re.IGNORECASE,
)
"""Words for the state of supply; a supply unit or a depot is none."""


def states(game: Game) -> Iterator[Diagnostic]:
    """Report rows whose text and condition differ on a predicate, on supply, or on `at any point`."""
    if not game.in_english:
        return
    for row in conditional_rows(game):
        if row.text:
            findings = chain(_predicates(game, row), _supplied(row), _ever(row))
            yield from (finding.also(row.where / "text", "the text") for finding in findings)


def _predicates(game: Game, row: WordedRow) -> Iterator[Diagnostic]:
    for predicate in predicates(game).values():
        word = predicate.id.replace("_", " ")
        if re.search(_EITHER_WAY.format(word=re.escape(word)), row.text, re.IGNORECASE):
            continue
        said = re.search(rf"\b(not |un)?{re.escape(word)}\b", row.text, re.IGNORECASE)
        meant = [("is_not" in at.path, at / predicate.id) for condition, at in conditions(row)
                 if keys_of(condition) == [predicate.id]]  # fmt: skip
        if said and not meant:
            yield VIC090.at(row.where / "when", "said", word=said[0])
        elif meant and not said and not {"is_not", "any"} & {*meant[0][1].path} and not _besides(row.text, word):
            yield VIC090.at(meant[0][1].key(), "unsaid", word=word)
        elif said and meant and bool(said[1]) != meant[0][0]:
            words = f"{'not ' * meant[0][0]}{word}"
            yield VIC090.at(meant[0][1].key(), "denied", said=said[0], meant=words)


def _besides(text: str, word: str) -> bool:
    """Whether a text has another form of a word: `siege` of `besieged`."""
    root = word.casefold()[2:5]
    return len(root) > 2 and root in text.casefold()


def _supplied(row: WordedRow) -> Iterator[Diagnostic]:
    said = _SUPPLIED.search(row.text)
    for selector, where in selectors(row):
        if said and selector.supplied is None:
            yield VIC090.at(where, "said", word=said[0])
        elif selector.supplied is not None and not said:
            yield VIC090.at(where / "supplied", "unsaid", word="supplied" if selector.supplied else "not supplied")
        elif said and selector.supplied is bool(said["un"] or said["out"]):
            meant = "supplied" if selector.supplied else "not supplied"
            yield VIC090.at(where / "supplied", "denied", said=said[0], meant=meant)


def _ever(row: WordedRow) -> Iterator[Diagnostic]:
    said = _EVER.search(row.text)
    meant = next((at / "ever" for condition, at in conditions(row) if condition.ever is not None), None)
    if said and meant is None and isinstance(row, VictoryRow):
        yield VIC090.at(row.where / "when", "said", word=said[0])
    elif meant is not None and not said:
        yield VIC090.at(meant.key(), "unsaid", word="ever")


# -- decisive victories, in the rulebook and on aids ----------------------------------------------


class _Told(NamedTuple):
    """A sentence about a victory after a player turn: whose, after whose, where, since when."""

    side: str
    after: str
    places: frozenset[str]
    since: str
    where: Where
    called: str


_AFTER = r"\b(?:after|at the end of) (?:an?|each|every|the) ({names}) (?:player[- ]?)?turn\b"


def decisive(game: Game) -> Iterator[Diagnostic]:
    """Report decisive victories for which a clause or an aid gives a different side, moment or first turn."""
    grid = hex_map(game)
    if grid is None or not game.in_english:
        return
    told = list(_told(game, list(grid.places)))
    for row in rows(game):
        entry = row.entry
        if not isinstance(entry, DecisiveVictory):
            continue
        own = frozenset(name for _, name, _ in places(row))
        alike = [each for each in told if each.places == own and (own or each.side == entry.side)]
        unlike = [(each, sentence) for each in alike if (sentence := _unlike(entry, each))]
        if unlike:
            unlike.sort(key=lambda pair: _of_aid(pair[0]))
            yield _finding(game, entry, row.where, *unlike[0], [each for each, _ in unlike[1:]])


def _of_aid(told: _Told) -> bool:
    return told.where.file.kind.name == "aids"


def _unlike(entry: DecisiveVictory, told: _Told) -> str:
    """What a sentence says otherwise of a decisive victory; empty if nothing."""
    if told.side != entry.side:
        return "side"
    if told.after != entry.after:
        return "after"
    return "since" if told.since and told.since != entry.since else ""


def _finding(
    game: Game, entry: DecisiveVictory, where: Where, told: _Told, sentence: str, others: Sequence[_Told]
) -> Diagnostic:
    said = {
        "side": {"side": game.side_name(entry.side), "said": game.side_name(told.side)},
        "after": {"after": game.side_name(entry.after), "said": game.side_name(told.after)},
        "since": {"since": f"from {entry.since} on" if entry.since else "from the start", "said": told.since},
    }[sentence]
    own = where / ("id" if sentence == "since" and not entry.since else sentence)
    here, there = (told.where, own) if _of_aid(told) else (own, told.where)
    finding = VIC091.at(here, sentence, row=entry.id, text=told.called, **said).also(there, "compare this")
    for each in others:
        finding = finding.also(each.where, "compare this")
    return finding


def _told(game: Game, known: Sequence[str]) -> Iterator[_Told]:
    names = side_names(game)
    after = re.compile(_AFTER.format(names="|".join(re.escape(n) for called in names.values() for n in called)))
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            for part in re.split(r"[;.](?=\s|\Z)", clause.text):
                yield from _sentence(part, after, names, known, at / "text", f"clause {clause.id}")
    for aids, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", aids.sections):
            for line, each_at in here.each("lines", section.lines):
                for part in re.split(r"[;.](?=\s|\Z)", line.text):
                    yield from _sentence(part, after, names, known, each_at / "text", "the aid")


def _sentence(
    text: str,
    after: re.Pattern[str],
    names: Mapping[str, tuple[str, ...]],
    known: Sequence[str],
    at: Where,
    called: str,
) -> Iterator[_Told]:
    match = after.search(text)
    if match is None:
        return
    there = [place for place in known if re.search(rf"(?<!\w){re.escape(place)}(?!\w)", text)]
    wins = re.search(r"\bwins?\b", text) is not None
    firsts = [
        (found.start(), side)
        for side, several in names.items()
        for name in several
        if (found := re.search(rf"\b{re.escape(name)}s?\b", text)) is not None and found.start() != match.start(1)
    ]
    if firsts and (there or wins):
        sides = {name: side for side, several in names.items() for name in several}
        since = next((date for date, *_ in dates(text)), "") if re.search(r"\d,? on(?!\w)", text) else ""
        yield _Told(min(firsts)[1], sides[match[1]], frozenset(there), since, at, called)


CHECKS = (states, decisive)
