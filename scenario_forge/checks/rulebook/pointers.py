"""RUL108 to RUL110: a clause against its title, and against what it points to: clauses, phases, data, the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.rulebook.contrasts import opposites, places_in, side_words
from scenario_forge.checks.rulebook.quantities import MONTHS
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.calendar import months_of
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import AddressError, Where, parse_address, resolve, rule_name
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import statements
from scenario_forge.source.nodes import texts_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game

CODES = Codes(__file__)
RUL108 = CODES.warning(
    "RUL108",
    "title-unlike-text",
    opposite="the title says {said}, but the text only {meant}",
    place="the title names {said}, but the text names {meant} instead",
)
RUL109 = CODES.warning(
    "RUL109",
    "pointer-to-another-matter",
    clause="clause {number}, `{title}`, speaks of nothing that stands before the reference",
    phase="`{term}` is nothing that the {phase} speaks of; the {other} does",
    places="the text names {said}, but {address} has {meant}",
    left_out="{address} has {meant}, which the text of clause {number} does not name",
    ordinal="the {ordinal} {noun} is what clause {other} speaks of too, and no clause of the first",
)
RUL110 = CODES.warning(
    "RUL110",
    "text-unlike-the-board",
    holder="the text gives {place} to {side} in {start}, but {holder} controls it",
    changed="the text has {place} change hands by {start}, but {holder} controls it as before",
)

_WORD = re.compile(r"[^\W\d_]{4,}")
_WORDS = re.compile(r"[^\W_]+")


def _clauses(game: Game) -> Iterator[tuple[Clause, Where]]:
    for document, where in game.documents("rulebook", RulebookDocument):
        yield from where.each("clauses", document.clauses)


# -- title and text ----------------------------------------------------------------------------------


def titles(game: Game) -> Iterator[Diagnostic]:
    """Report titles whose role, side or place the text has only the opposite of, or another in place of."""
    if not game.in_english:
        return
    every = list(_clauses(game))
    headings = [(clause.title.casefold(), clause.id) for clause, _at in every]
    copied = {id_ for pair in repeated_rows(headings, lambda row: row[0]) for _title, id_ in pair}
    for clause, at in every:
        said = next(_against(game, clause), None)
        if said is not None:
            kind, here, there = said
            of, other = ("title", "text") if clause.id in copied else ("text", "title")
            finding = RUL108.at(at / of, kind, said=here, meant=there).also(at / other, f"the {other}")
            yield finding.suggest("make the title and the text say one thing").under(rule_name(clause.rule))


def _against(game: Game, clause: Clause) -> Iterator[tuple[str, str, str]]:
    """What a title has that its text turns round: a role, a side, a place."""
    stated = " ".join(f"{name} {value}" for name, value in clause.states.items()).replace("_", " ").casefold()
    for own, other in opposites(_WORDS.findall(clause.title), clause.text):
        if own[:_STEM].casefold() not in stated:  # RUL015
            yield "opposite", f"`{own}`", f"`{other}`"
    named, there = (
        {side: said for side, words in side_words(game).items() if (said := _first(words, text))}
        for text in (clause.title, clause.text)
    )
    if len(named) == 1 and there and not named.keys() & there.keys():
        yield "opposite", f"`{next(iter(named.values()))}`", f"`{next(iter(there.values()))}`"
    headed, told = places_in(game, clause.title), places_in(game, clause.text)
    lacking, others = [each for each in headed if each not in told], [each for each in told if each not in headed]
    capitals = [word for word in clause.title.split()[1:] if word[:1].isupper()]
    plain = all(any(word in place for place in headed) for word in capitals)  # else it may have an alias
    if lacking and others and plain and len(headed) == len(told) and lacking[0].casefold() not in stated:
        yield "place", lacking[0], others[0]


_STEM = 6
"""Letters of a word that its other forms have too: `attack`, `defend`."""


def _first(words: str, text: str) -> str:
    match = re.search(rf"\b(?:{words})\b", text, re.IGNORECASE)
    return match[0] if match else ""


# -- references and phases -----------------------------------------------------------------------------


_REFERENCE = re.compile(r"([^.;:,()]+) \((?:see )?((?:\d+|[IVX]+)\.[\w.]*\w)\)")


def references(game: Game) -> Iterator[Diagnostic]:
    """Report a reference such as `control (9.2)` to a clause that has none of the words before it."""
    known = {clause.id: clause for clause, _at in _clauses(game)}
    for clause, at in _clauses(game):
        for match in _REFERENCE.finditer(clause.text):
            target = known.get(match[2])
            words = {_stem(word) for word in _WORD.findall(match[1])}
            if target is None or not words or words & _spoken(target):
                continue
            finding = RUL109.at(at / "text", "clause", number=target.id, title=target.title)
            others = [each.id for each in known.values() if each.rule == target.rule and words & _spoken(each)]
            hint = f"did you mean {others[0]}?" if len(others) == 1 else "name the clause that is meant"
            yield finding.suggest(hint).under(rule_name(clause.rule))


def _spoken(clause: Clause) -> set[str]:
    return {_stem(word) for word in _WORD.findall(f"{clause.title} {clause.text} {' '.join(clause.topics)}")}


def _stem(word: str) -> str:
    plain = word.casefold()
    return plain.removesuffix("s") if not plain.endswith("ss") else plain


_GIVEN = r"(?:given|chosen|set|decided|allotted|assigned|received|named|drawn|determined|fixed)"


def phases(game: Game) -> Iterator[Diagnostic]:
    """Report a phase in which a text has something given, while other phases alone speak of that."""
    for book, where in game.documents("rulebook", RulebookDocument):
        spoken: dict[str, str] = {}
        for clause in book.clauses:
            spoken[clause.rule] = spoken.get(clause.rule, "") + _text_of(clause)
        titles_of = {rule.title: rule.number for rule in book.rules if " " in rule.title}
        given = re.compile(rf"([^.;:,]+)\b{_GIVEN} in the ({'|'.join(map(re.escape, titles_of))})\b")
        spellings = [[spelling.casefold() for spelling in (term.term, *term.aliases)] for term in book.terms]
        for clause, at in where.each("clauses", book.clauses) if titles_of else ():
            for match in given.finditer(clause.text):
                before, title = match[1].casefold(), match[2]
                terms = [(before.rfind(word), words) for words in spellings for word in words if f" {word}" in before]
                words = max(terms)[1] if terms else []
                others = [other for other, of in titles_of.items() if other.split()[-1] == title.split()[-1]
                          and of != titles_of[title] and _speaks(spoken.get(of, ""), words)]  # fmt: skip
                if others and not _speaks(f"{title} {spoken.get(titles_of[title], '')}", words):
                    named = {"term": words[0], "phase": title, "other": " or the ".join(others)}
                    finding = RUL109.at(at / "text", "phase", **named)
                    yield finding.suggest(f"did you mean the {others[0]}?").under(rule_name(clause.rule))


def _speaks(text: str, spellings: Sequence[str]) -> bool:
    return any(word in text for word in spellings)


def _text_of(clause: Clause) -> str:
    return f"{clause.title} {clause.text} {' '.join(clause.topics)} ".casefold()


class _Ordinal(NamedTuple):
    ordinal: str
    noun: str
    clause: Clause
    at: Where


_ORDINAL = re.compile(r"\b[Tt]he (first|second) ((?:number|figure|column|letter|digit) of (?:the|a|an) \w+)")


def ordinals(game: Game) -> Iterator[Diagnostic]:
    """Report two clauses that both speak of the second number of something, while none speaks of the first."""
    found: dict[str, list[_Ordinal]] = {}
    for clause, at in _clauses(game):
        for match in _ORDINAL.finditer(clause.text):
            found.setdefault(match[2], []).append(_Ordinal(match[1], match[2], clause, at))
    for several in found.values():
        if len(several) > 1 and len({each.ordinal for each in several}) == 1:
            one, other = several[0], several[1]
            words = {"ordinal": one.ordinal, "noun": one.noun, "other": other.clause.id}
            finding = RUL109.at(one.at / "text", "ordinal", **words).also(other.at / "text", "the other clause")
            yield finding.suggest("say which of the two each clause means").under(rule_name(one.clause.rule))


# -- data and the map ------------------------------------------------------------------------------------


def data(game: Game) -> Iterator[Diagnostic]:
    """Report a clause whose text names another place than the data that it points to."""
    for clause, at in _clauses(game):
        written = places_in(game, clause.text)
        stated = " ".join(str(value) for value in clause.states.values())
        if any(place in stated for place in written):
            continue  # RUL001 compares them
        for address, here in at.each("data", clause.data) if written else ():
            there = _places_at(game, address)
            said = [place for place in there if place in written or place in clause.title]
            lacking = [place for place in there if place not in said]
            others = [place for place in written if place not in there]
            twice = [place for place in written if clause.text.count(place) > 1]
            most = len(there) > len(("one", "other")) and len(lacking) == 1 and len(written) > 1 and not others
            if (len(there) == 1 and lacking and others) or most:
                of_text = bool(others or twice)
                words = {
                    "said": others[0] if others else "nothing",
                    "meant": lacking[0],
                    "address": f"`{address}`",
                    "number": clause.id,
                }
                places = (at / "text", there[lacking[0]])
                sort = "places" if others else "left_out"
                finding = RUL109.at(places[not of_text], sort, **words).also(places[of_text], "compare this")
                finding = finding.also(here, "the clause points there")
                yield finding.suggest(f"name {lacking[0]}, or correct the other place").under(rule_name(clause.rule))


def _places_at(game: Game, written: str) -> dict[str, Where]:
    """The places that an address of another document leads to: the place itself, or those that its values name."""
    name, _, address = (part.strip() for part in written.partition(":"))
    file, linked = game.files.get(name), hex_map(game)
    if file is None or file.root is None or linked is None or not address:
        return {}
    try:
        paths = resolve(file.root, parse_address(address))
    except AddressError:
        return {}  # RUL016
    found: dict[str, Where] = {}
    for path in paths:
        own = path[:_OF_A_PLACE] if file.kind.name == "map" else path
        for below, text in texts_in(file.data):
            of_place = file.kind.name != "map" or below == (*own, "name")
            if of_place and below[: len(own)] == own and text in linked.places | linked.boxes:
                found.setdefault(text, Where(file, below))
    return found


_OF_A_PLACE = 2
"""Steps of the path of a place in the map: the list, and which."""


# -- who controls places --------------------------------------------------------------------------------


_CHANGED = re.compile(r"\b(?:changed? hands|has fallen|have fallen|been taken)\b", re.IGNORECASE)
_CONTROLS = re.compile(r"\b(?:controls?|holds?)\b", re.IGNORECASE)
_IN_MONTH = re.compile(rf"\bin ({'|'.join(MONTHS)})\b", re.IGNORECASE)


def control(game: Game) -> Iterator[Diagnostic]:
    """Report places that a clause gives to a side at a start, or lets change hands by then, against the rules."""
    months = _starts_by_month(game)
    for clause, at in _clauses(game) if months else ():
        for part in re.split(r"[.;]", clause.text):
            month = _IN_MONTH.search(part)
            start = months.get(month[1].casefold()) if month else None
            wrong = next(_otherwise(game, part, start, next(iter(months.values()))), None) if start else None
            if wrong is not None:
                kind, words, places = wrong
                of_text = words.pop("lacks", "") != ""
                there = (at / "text", places)
                finding = RUL110.at(there[not of_text], kind, start=month[1] if month else "", **words)
                finding = finding.also(there[of_text], "compare this")
                yield finding.suggest("correct the text, or who controls the place").under(rule_name(clause.rule))


def _starts_by_month(game: Game) -> dict[str, str]:
    """By month the one start date in it, the first first; none where nobody is said to control anything."""
    track = schedule(game)
    found: dict[str, list[str]] = {}
    for id_, start in track.starts.items() if track and track.calendar.dated else ():
        for month in months_of(track.calendar, start.turn)[:1] if track and start.turn is not None else ():
            found.setdefault(MONTHS[month % 12].casefold(), []).append(id_)
    named = any(name.startswith("control.") for name in statements(game))
    return {month: ids[0] for month, ids in found.items() if len(ids) == 1} if named else {}


def _otherwise(game: Game, part: str, start: str, first: str) -> Iterator[tuple[str, dict[str, str], Where]]:
    """What a part of a sentence says of a place otherwise than the rules; `lacks`: a place that it leaves out."""
    linked, known = hex_map(game), statements(game)
    keys = {place.name: key for key, (place, _hex, _at) in linked.places_by_id.items()} if linked else {}
    held = {name: tuple(next(iter(known.get(f"control.{id_}.{key}", ())), None) for id_ in (first, start))
            for name, key in keys.items()}  # fmt: skip
    for piece in re.split(r",? and (?=the )|:", part):
        verb = _CONTROLS.search(piece)
        sides = [each for each, words in side_words(game).items() if verb and _first(words, piece[: verb.start()])]
        said = places_in(game, piece)
        lacks = [name for name, (then, now) in held.items()
                 if then and now and then.value != now.value and name not in said]  # fmt: skip
        for place in said:
            then, now = held.get(place, (None, None))
            if now is None or then is None:
                continue
            words = {"place": place, "holder": game.side_name(str(now.value))}
            if _CHANGED.search(piece) and start != first and now.value == then.value:
                yield "changed", {**words, "lacks": next(iter(lacks), "")}, now.where
            elif verb and len(sides) == 1 and place in piece[verb.end() :] and now.value != sides[0]:
                yield "holder", {**words, "side": game.side_name(sides[0]), "lacks": place}, now.where


CHECKS = (titles, references, phases, ordinals, data, control)
