"""RUL151 to RUL154: what a player's rulebook prints of rulings and terms, and words that stand for a term."""

from __future__ import annotations

import contextlib
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.diagnostics import TextEdit
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game.game import fact
from scenario_forge.game.place import AddressError
from scenario_forge.game.reading.errata import every_erratum, is_selected, locate, printed_roots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.aids import AidSection
    from scenario_forge.documents.rulebook import Term
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
RUL151 = CODES.error(
    "RUL151", "ruling-without-printed-sentence", "the ruling `{ruling}` has no sentence to print, but others have one"
)
RUL152 = CODES.error("RUL152", "word-not-to-use", "`{said}` is a word not to use for the term `{term}`")
RUL153 = CODES.error(
    "RUL153",
    "word-not-to-use-is-a-term",
    term="`{word}` is listed as a word not to use for `{term}`, but is a spelling of the term `{other}`",
    two="`{word}` is listed as a word not to use for `{term}` and for `{other}`: only one can be meant",
)
RUL154 = CODES.error("RUL154", "term-without-meaning", "the term `{term}` has no meaning, but others have one")


# -- what some have and others lack ---------------------------------------------------------------


def rulings_without_sentence(game: Game) -> Iterator[Diagnostic]:
    """Report rulings without a sentence to print, where any ruling has one (RUL151)."""
    for book, where in game.documents("rulebook", RulebookDocument):
        rulings = [
            each for clause, at in where.each("clauses", book.clauses) for each in at.each("rulings", clause.rulings)
        ]
        printed = next((at for ruling, at in rulings if ruling.prints is not None), None)
        for ruling, at in rulings if printed is not None else ():
            if printed is not None and ruling.prints is None:
                finding = RUL151.at(at / "id", ruling=ruling.id).also(printed / "prints", "one that has it")
                yield finding.suggest("add `prints: …`, the sentence that players read in the clause")


def terms_without_meaning(game: Game) -> Iterator[Diagnostic]:
    """Report terms without a meaning, where any term has one (RUL154)."""
    for book, where in game.documents("rulebook", RulebookDocument):
        terms = [*where.each("terms", book.terms)]
        explained = next((at for term, at in terms if term.meaning is not None), None)
        for term, at in terms if explained is not None else ():
            if explained is not None and term.meaning is None:
                finding = RUL154.at(at / "term", term=term.term).also(explained / "meaning", "one that has it")
                yield finding.suggest("add `meaning: …`, one or two sentences")


# -- words not to use, and the forms in which they and the terms stand in texts ---------------------


class _Listed(NamedTuple):
    """A word not to use for a term, and where it is listed."""

    word: str
    term: Term
    where: Where


class _Form(NamedTuple):
    """A form in which a word stands in texts."""

    tokens: tuple[str, ...]
    plural: bool


_TOKEN = re.compile(r"\w+(?:-\w+)*")
_ALIKE = ("corps", "series")
"""Words whose plural is the same."""
_ENDS_IN_S = ("ss", "us", "is", *_ALIKE)
"""Endings of words that are no plurals: `pass`, `status`, `axis`."""
_SHORT = 2
"""Letters of words that are no plurals: `is`."""


class _Fault(NamedTuple):
    """What is wrong with a word not to use; of one that stands for two terms, with where it is listed before."""

    listed: _Listed
    before: _Listed
    finding: Diagnostic


def listed_words_at_fault(game: Game) -> Iterator[Diagnostic]:
    """Report words not to use that are terms themselves, or are listed for two terms (RUL153)."""
    yield from (fault.finding for fault in _faults(game))


def _listed(game: Game) -> list[_Listed]:
    return [_Listed(word, term, at) for term, where in _terms(game) for word, at in where.each("not", term.not_)]


def _faults(game: Game) -> Iterator[_Fault]:
    spelt = {form.tokens: each for each in _terms(game) for form in _spellings(game, each[0])}
    first: dict[tuple[str, ...], _Listed] = {}
    for listed in _listed(game):
        forms = [form.tokens for form in _forms(game, listed.word)]
        named = next((spelt[tokens] for tokens in forms if tokens in spelt), None)
        before = next((first[tokens] for tokens in forms if tokens in first), listed)
        first |= {tokens: first.get(tokens, listed) for tokens in forms}
        words = {"word": listed.word, "term": listed.term.term}
        if named is not None:
            finding = RUL153.at(listed.where, "term", other=named[0].term, **words).also(named[1] / "term", "the term")
            yield _Fault(listed, listed, finding.suggest("take the word off the list, or the spelling off the term"))
        elif before.term is not listed.term:
            finding = RUL153.at(listed.where, "two", other=before.term.term, **words).also(before.where, "the other")
            yield _Fault(listed, before, finding.suggest("leave it with the term that is to be written instead"))


def _terms(game: Game) -> list[tuple[Term, Where]]:
    books = game.documents("rulebook", RulebookDocument)
    return [each for book, where in books for each in where.each("terms", book.terms)]


def _spellings(game: Game, term: Term) -> list[_Form]:
    """All forms of a term and its aliases, in English in the singular too."""
    names = (term.term, *term.aliases)
    singular = [_singular(name) for name in names if game.in_english and _is_plural(name)]
    return [form for name in (*names, *singular) for form in _forms(game, name)]


def _forms(game: Game, name: str) -> list[_Form]:
    """A name as it stands in texts: as it is written, and in English in the plural."""
    if not game.in_english:
        return [_Form(_tokens(name), plural=False)]
    plural = _is_plural(name)
    forms = [_Form(_tokens(name), plural)]
    return forms if plural else [*forms, _Form(_tokens(_plural(name)), plural=True)]


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(text.casefold()))


def _head(name: str) -> tuple[str, str, str]:
    """What is before the noun of a name, the noun, and what is behind it: `zone` of `zone of control`."""
    noun, of, behind = name.partition(" of ")
    before, space, last = noun.rpartition(" ")
    return before + space, last, of + behind


def _is_plural(name: str) -> bool:
    noun = _head(name)[1].casefold()
    return len(noun) > _SHORT and noun.endswith("s") and not noun.endswith(_ENDS_IN_S)


def _plural(name: str) -> str:
    before, noun, behind = _head(name)
    if noun.casefold().endswith(_ALIKE):
        return name
    if re.search(r"[^aeiou]y\Z", noun, re.IGNORECASE):
        return f"{before}{noun[:-1]}ies{behind}"
    ending = "es" if re.search(r"(?:s|x|z|ch|sh)\Z", noun, re.IGNORECASE) else "s"
    return f"{before}{noun}{ending}{behind}"


def _singular(name: str) -> str:
    before, noun, behind = _head(name)
    if re.search(r"[^aeiou]ies\Z", noun, re.IGNORECASE):
        return f"{before}{noun[:-3]}y{behind}"
    ending = "es" if re.search(r"(?:ss|x|z|ch|sh)es\Z", noun, re.IGNORECASE) else "s"
    return f"{before}{noun.removesuffix(ending)}{behind}"


# -- texts that have a word not to use ------------------------------------------------------------


class _Phrase(NamedTuple):
    """A word not to use in one of its forms, or a spelling of a term, for which nothing is ``listed``."""

    form: _Form
    listed: _Listed | None


class _Use(NamedTuple):
    """Where a phrase stands: its first token and the one behind its last, and the same in characters."""

    first: int
    behind: int
    start: int
    end: int
    phrase: _Phrase

    def is_part_of(self, other: _Use) -> bool:
        """Whether another phrase has this one in it, or is a term's at the same place."""
        if not other.first <= self.first < self.behind <= other.behind:
            return False
        return other.phrase.listed is None or other[:2] != self[:2]


_PRINTED = re.compile(
    r"""\"[^"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘.*?’(?!\w)|(?<!\w)'(?=[^\W\d]).*?(?<=\S)'(?!\w)|`[^`]*`|\{[^{}]*\}""",
    re.DOTALL,
)
"""Words as the game prints them, in quotes of any kind; quantities in braces."""
_JOINTS = " \t\r\n'’"
"""What may be between the tokens of a phrase."""
_ARTICLE = re.compile(r"\ban?\s+\Z", re.IGNORECASE)
_BEHIND_AN = re.compile(r"(?!uni|us[aeu]|eu|one)[aeiou]|hour|honou?r|heir", re.IGNORECASE)
"""How words begin that have `an` before them."""


def words_not_to_use(game: Game) -> Iterator[Diagnostic]:
    """Report words that the list of terms says not to use, in clauses, printed rulings, aids and scenarios (RUL152).

    Not in a printed text that an erratum corrects: where it is not applied, its reader wants what is printed.
    """
    phrases = _phrases(game)
    begin = {phrase.form.tokens[0] for phrase in phrases.values() if phrase.listed is not None}
    lengths: dict[str, set[int]] = {}
    for tokens in phrases:
        lengths.setdefault(tokens[0], set()).add(len(tokens))
    for text, at in _texts(game) if begin else ():
        if begin.isdisjoint(_tokens(text)):
            continue
        uses = [*_uses(text, phrases, lengths)]
        for use in uses:
            listed = use.phrase.listed
            if listed is None or any(use.is_part_of(other) for other in uses):
                continue
            if (at.file.name, at.path) not in _left_as_printed(game):
                yield _finding(game, text, at, use, listed)


@fact
def _left_as_printed(game: Game) -> frozenset[tuple[str, Path]]:
    """The values, by file and path, that errata correct which are not applied."""
    roots, applied = printed_roots(game.files), {patch.erratum.id for patch in game.patches}
    found: set[tuple[str, Path]] = set()
    for erratum, _where in every_erratum(game):
        if erratum.id not in applied and is_selected("all", erratum):
            with contextlib.suppress(AddressError):  # ERR001
                found.add(locate(roots, erratum.at)[:2])
    return frozenset(found)


def _phrases(game: Game) -> Mapping[tuple[str, ...], _Phrase]:
    """Words not to use that nothing is wrong with, and spellings of terms, by their tokens."""
    wrong = {listed.where for fault in _faults(game) for listed in (fault.listed, fault.before)}
    known: dict[tuple[str, ...], _Phrase] = {}
    for listed in _listed(game):
        if listed.where not in wrong:
            known |= {form.tokens: _Phrase(form, listed) for form in _forms(game, listed.word)}
    for term, _where in _terms(game):
        known |= {form.tokens: _Phrase(form, None) for form in _spellings(game, term)}
    return {tokens: phrase for tokens, phrase in known.items() if tokens}  # a name may be of signs alone


def _texts(game: Game) -> Iterator[tuple[str, Where]]:
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            yield clause.title, at / "title"
            yield clause.text, at / "text"
            yield from ((ruling.prints or "", here / "prints") for ruling, here in at.each("rulings", clause.rulings))
    for aids, where in game.documents("aids", AidsDocument):
        for section, at in where.each("sections", aids.sections):
            yield from _of_section(section, at)
        for procedure, at in where.each("procedures", aids.procedures):
            yield procedure.title, at / "title"
            yield procedure.text, at / "text"
        yield from ((record.title, at / "title") for record, at in where.each("records", aids.records))
        boxes = aids.unit_record.boxes if aids.unit_record is not None else ()
        yield from ((box.title, at / "title") for box, at in (where / "unit_record").each("boxes", boxes))
    for scenario, where in game.documents("scenarios", ScenarioDocument):
        yield scenario.text, where / "text"
        yield from ((row.text, at / "text") for row, at in where.each("victory", scenario.victory))


def _of_section(section: AidSection, where: Where) -> Iterator[tuple[str, Where]]:
    yield section.title, where / "title"
    for line, at in where.each("lines", section.lines):
        yield line.head, at / "head"
        yield line.text, at / "text"
    if section.table is not None:
        yield from (where / "table").each("columns", section.table.columns)
        for row, at in (where / "table").each("rows", section.table.rows):
            yield from at.each("cells", row.cells)


def _uses(
    text: str, phrases: Mapping[tuple[str, ...], _Phrase], lengths: Mapping[str, Iterable[int]]
) -> Iterator[_Use]:
    """Yield where phrases stand in a text, but for what is printed so; ``lengths``: in tokens, by the first."""
    own = _PRINTED.sub(lambda match: "\0" * len(match[0]), text)
    tokens = [*_TOKEN.finditer(own)]
    words = [token[0].casefold() for token in tokens]
    for first, word in enumerate(words):
        for length in lengths.get(word, ()):
            phrase, within = phrases.get(tuple(words[first : first + length])), tokens[first : first + length]
            if phrase is not None and len(within) == length and _is_joined(own, within):
                yield _Use(first, first + length, within[0].start(), within[-1].end(), phrase)


def _is_joined(text: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Whether nothing parts the tokens of a phrase, such as a full stop."""
    gaps = (text[one.end() : other.start()] for one, other in pairwise(tokens))
    return not any(gap.strip(_JOINTS) for gap in gaps)


def _finding(game: Game, text: str, at: Where, use: _Use, listed: _Listed) -> Diagnostic:
    said, term, plural = text[use.start : use.end], listed.term.term, use.phrase.form.plural
    instead = _plural(term) if plural and not _is_plural(term) else term
    if said[0].isupper() and not said.startswith(listed.word):
        instead = instead.upper() if said.isupper() and len(said) > 1 else instead[0].upper() + instead[1:]
    span = at.words(use.start, use.end)
    finding = RUL152.at(span, said=" ".join(said.split()), term=term).also(listed.where, "listed here")
    finding = finding.suggest(f"write `{instead}`")
    article = _ARTICLE.search(text, 0, use.start)
    fits = article is None or bool(_BEHIND_AN.match(said)) == bool(_BEHIND_AN.match(instead))
    source = at.file.source
    alone = _TOKEN.fullmatch(said) and _TOKEN.fullmatch(instead) and source.text[slice(*source.offsets(span))] == said
    if game.in_english and fits and alone and plural == _is_plural(instead):
        finding = finding.fix(f"write {instead}", TextEdit(span, instead), safe=True)
    return finding


CHECKS = (rulings_without_sentence, terms_without_meaning, listed_words_at_fault, words_not_to_use)
