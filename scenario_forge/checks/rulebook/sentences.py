"""RUL105, 106: sentences that two documents have with words exchanged, keys to letters, rolls of procedures."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.rulebook import DiagramsDocument, ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.documents.words import WordsDocument
from scenario_forge.game.procedures import procedures
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL105 = CODES.error(
    "RUL105",
    "words-exchanged",
    order="the same sentence has `{here}` where {place} has `{there}`",
    letters="`{one}` and `{other}` are exchanged: each letter is that of the other word",
    twice="`{letter}` stands for `{one}` and for `{other}`",
    first="this puts `{one}` before `{other}`, but {place} says that the first is `{other}`",
)
RUL106 = CODES.error(
    "RUL106",
    "procedure-unlike-its-quantity",
    roll="the rolls {rolls} are a chance of {chances} %, but `{quantity}` is {stated}",
    factor="the text takes {share} of it, but `{quantity}` is {stated}",
    share="{share} is not {stated} % of {whole}, as `{quantity}` has it, but {right} is",
)

_SENTENCE = re.compile(r"[^.;:]+")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_LONG = 7
"""A sentence of so many words is no chance likeness of another."""


class _Sentence(NamedTuple):
    words: tuple[str, ...]
    where: Where
    book: bool


def exchanged(game: Game) -> Iterator[Diagnostic]:
    """Report sentences that a clause has with two words exchanged, or with the opposite word."""
    if not game.in_english:
        return
    opposites = _opposites(side_names(game))
    clauses: dict[frozenset[str], list[_Sentence]] = {}
    exact: set[tuple[str, ...]] = set()
    for sentence in _sentences(game):
        if sentence.book:
            exact.add(sentence.words)
            clauses.setdefault(_common(sentence.words, opposites), []).append(sentence)
    for sentence in _sentences(game):
        if sentence.book or sentence.words in exact:
            continue
        for clause in clauses.get(_common(sentence.words, opposites), ()):
            pairs = _differences(sentence.words, clause.words, opposites)
            if pairs:
                here, there = " … ".join(one for one, _ in pairs), " … ".join(other for _, other in pairs)
                place = clause.where.span.paper or "the rulebook"
                finding = RUL105.at(sentence.where, "order", here=here, there=there, place=place)
                yield finding.also(clause.where, "the clause")
                break


def _opposites(sides: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Words that turn the sense of a sentence round, each with the name of its group."""
    groups = [
        ("before", "after"),
        ("attacker", "defender"),
        ("attackers", "defenders"),
        ("first", "second", "last"),
        ("friendly", "enemy"),
        ("friends", "enemies"),
        ("more", "less", "fewer"),
        ("add", "subtract"),
        ("into", "out"),
        ("supplied", "unsupplied"),
        ("greater", "smaller"),
        ("most", "least"),
        ("north", "south", "east", "west"),
        tuple(name.casefold() for names in sides.values() for name in names if " " not in name),
    ]
    return {word: group[0] for group in groups for word in group}


def _common(words: tuple[str, ...], opposites: Mapping[str, str]) -> frozenset[str]:
    """The words of a sentence but for those that could be exchanged for others."""
    return frozenset(word for word in words if word not in opposites)


def _differences(one: tuple[str, ...], other: tuple[str, ...], opposites: Mapping[str, str]) -> list[tuple[str, str]]:
    """The one or two words that differ, where they are exchanged or opposites; none otherwise."""
    if len(one) != len(other):
        return []
    pairs = [(here, there) for here, there in zip(one, other, strict=True) if here != there]
    if len(pairs) == len(("one", "other")) and Counter(one) == Counter(other):
        return pairs
    same = [opposites.get(here, here) == opposites.get(there, there) for here, there in pairs]
    return pairs if len(pairs) == 1 and all(same) else []


def _sentences(game: Game) -> Iterator[_Sentence]:
    for text, where, book in printed_texts(game):
        for match in _SENTENCE.finditer(text):
            words = tuple(_plain(word) for word in _WORD.findall(match[0]))
            if len(words) >= _LONG:
                yield _Sentence(words, where, book)


def _plain(word: str) -> str:
    return word.casefold().replace("’s", "").replace("'s", "").rstrip("'’")


def printed_texts(game: Game) -> Iterator[tuple[str, Where, bool]]:
    """Yield printed texts, their places, and whether they are those of clauses."""
    for book, where in game.documents("rulebook", RulebookDocument):
        yield from ((clause.text, at / "text", True) for clause, at in where.each("clauses", book.clauses))
    for part in (_of_charts, _of_aids, _of_figures, _of_options_and_examples):
        yield from ((text, at, False) for text, at in part(game))


def _of_charts(game: Game) -> Iterator[tuple[str, Where]]:
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            yield from (where / "charts" / chart_id).each("notes", chart.notes)


def _of_aids(game: Game) -> Iterator[tuple[str, Where]]:
    for aids, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", aids.sections):
            yield from ((line.text, at / "text") for line, at in here.each("lines", section.lines))


def _of_figures(game: Game) -> Iterator[tuple[str, Where]]:
    for diagrams, where in game.documents("diagrams", DiagramsDocument):
        for diagram, here in where.each("diagrams", diagrams.diagrams):
            yield diagram.caption, here / "caption"
            yield from here.each("lines", diagram.lines)


def _of_options_and_examples(game: Game) -> Iterator[tuple[str, Where]]:
    for options, where in game.documents("options", OptionsDocument):
        yield from ((option.text, at / "text") for option, at in where.each("options", options.options))
    for examples, where in game.documents("examples", ExamplesDocument):
        yield from ((each.told or "", at / "told") for each, at in where.each("examples", examples.examples))


# -- keys: letters and the figures behind them ----------------------------------------------------


_LETTER = re.compile(r"(?<![\w’'])([A-Z])(?: (?:is|means|for|stands for|=))? ([a-z]{3,})")
_LISTED = re.compile(r"(?:\A|, )([A-Z]) ([a-z]{3,})(?=,|\Z)")
_PAIR = re.compile(r"([a-z][a-z ]+?) [-–] ([a-z][a-z ]+)\Z")
_FIRST = re.compile(r"\bfirst (?:number|figure)\b([^;.]*)", re.IGNORECASE)
_SECOND = re.compile(r",? the second\b")


def keys(game: Game) -> Iterator[Diagnostic]:
    """Report letters of a key whose words are exchanged, and figures in another order than the rulebook's."""
    # the letters of a figure are names: "A moves, B attacks" is no key
    texts = [*_of_charts(game), *_of_aids(game)]
    for document, where in game.documents("words", WordsDocument):
        texts += [(text, where / "words" / key) for key, text in document.words.items()]
    for text, at in texts:
        yield from _letters_twice(text, at)
        found = {letter.casefold(): word for letter, word in _LETTER.findall(text)}
        for letter, word in found.items():
            other = word[0]
            if other != letter and found.get(other, "")[:1] == letter:
                yield RUL105.at(at, "letters", one=f"{letter.upper()} {word}", other=f"{other.upper()} {found[other]}")
                break
        pair = _PAIR.search(text.rpartition(",")[2].strip())
        if pair is not None:
            yield from _order(game, pair[1].strip(), pair[2].strip(), at)


def _letters_twice(text: str, at: Where) -> Iterator[Diagnostic]:
    """One letter for two words, of which only one begins with it: `R reinforcements, R withdrawals`."""
    listed = _LISTED.findall(text)
    for letter, word in listed:
        others = [other for each, other in listed if each == letter and other != word]
        if len(listed) > 1 and others and word[0] != letter.casefold() and others[0][0] == letter.casefold():
            finding = RUL105.at(at, "twice", letter=letter, one=others[0], other=word)
            yield finding.suggest(f"did you mean {word[0].upper()} for {word}?")


def _order(game: Game, one: str, other: str, at: Where) -> Iterator[Diagnostic]:
    for text, where, book in printed_texts(game):
        for match in _FIRST.finditer(text) if book else ():
            said = _SECOND.split(match[1])[0]
            if other in said and one not in said:
                place = where.span.paper or "the rulebook"
                finding = RUL105.at(at, "first", one=one, other=other, place=place)
                yield finding.also(where, "the clause")
                return


# -- procedures -----------------------------------------------------------------------------------


_ROLLS = re.compile(r"\bon (\d+) to (\d+)\b", re.IGNORECASE)
_FACES = {"d10": 10, "1d10": 10, "d6": 6, "1d6": 6, "d20": 20, "2d10": 100, "d100": 100}


def rolls(game: Game) -> Iterator[Diagnostic]:
    """Report procedures whose rolls are another share of the die than the chance that they carry out."""
    stated = statements(game)
    for procedure, where in procedures(game):
        faces = _FACES.get(str(procedure.dice or ""))
        spans = [(int(low), int(high)) for low, high in _ROLLS.findall(procedure.text)]
        chances = [stated[name][0] for name in procedure.quantities if name in stated]
        if faces is None or not spans or len(chances) != 1:
            continue
        value = chances[0].value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        shares = [(high - low + 1) * 100 / faces for low, high in spans]
        # one span leaves the rest open; several divide the die among those that have the chance
        wrong = all(share not in (value, 100 - value) for share in shares)
        if wrong or (len(shares) > 1 and sum(shares) != 100 and value * len(shares) == 100):
            said = {"rolls": " and ".join(f"{low} to {high}" for low, high in spans), "stated": value}
            finding = RUL106.at(
                where / "text", "roll", chances=" and ".join(f"{share:g}" for share in shares),
                quantity=procedure.quantities[0], **said,
            )  # fmt: skip
            yield finding.also(chances[0].where, "stated here")


_SHARE = re.compile(r"\b(\d+) points?\b[^.;:]*?\b(?:are|is|leaves?|becomes?|makes?) (\d+)\b(?!%)")


def shares(game: Game) -> Iterator[Diagnostic]:
    """Report procedures that work out a share of some points otherwise than the percentage that they name."""
    stated = statements(game)
    for procedure, where in procedures(game):
        named = [(name, stated[name][0]) for name in procedure.quantities if name in stated]
        percents = [(name, each) for name, each in named if type(each.value) in (int, float)]
        for match in _SHARE.finditer(procedure.text) if percents else ():
            whole, share = int(match[1]), int(match[2])
            rights = {abs(whole * (rest + sign * each.value) / 100): (name, each)
                      for name, each in percents for rest, sign in ((0, 1), (100, -1))
                      if isinstance(each.value, (int, float))}  # fmt: skip
            near = min(rights, key=lambda right: abs(right - share))
            if all(abs(right - share) >= 1 for right in rights) and abs(near - share) < whole / 10:
                name, each = rights[near]
                said = {"share": share, "whole": whole, "stated": each.value, "quantity": name}
                finding = RUL106.at(where / "text", "share", right=f"{near:g}", **said)
                yield finding.also(each.where, "stated here")


_FACTOR = re.compile(r"(?:\b(divide)\b|\bmultiply\b|\bthen\b|\btimes\b)[^.;:]*?\bby (\d+(?:\.\d+)?)\b", re.IGNORECASE)
_SAME = 1e-6


def factors(game: Game) -> Iterator[Diagnostic]:
    """Report procedures that multiply and divide by other numbers than the share that they name (RUL106)."""
    stated = statements(game)
    for procedure, where in procedures(game) if game.in_english else ():
        steps = _FACTOR.findall(procedure.text)
        values = [(name, stated[name][0]) for name in procedure.quantities if name in stated]
        shares = [(name, each) for name, each in values if type(each.value) in (int, float)]
        if not steps or len(shares) != 1 or len(values) != 1 or any(float(number) == 0 for _divide, number in steps):
            continue
        factor = 1.0
        for divide, number in steps:
            factor = factor / float(number) if divide else factor * float(number)
        name, each = shares[0]
        value = float(str(each.value)) / procedure.whole
        if all(abs(factor - right) > _SAME for right in (value, 1 - value, 1 + value)):
            finding = RUL106.at(where / "text", "factor", share=f"{factor:g}", quantity=name, stated=each.value)
            yield finding.also(each.where, "stated here").suggest(f"correct one of them: {value:g} of it is stated")


CHECKS = (exchanged, keys, rolls, shares, factors)
