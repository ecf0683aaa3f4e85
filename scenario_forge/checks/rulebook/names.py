"""RUL006 to 008, RUL012, 013: terms, headings, and names spelt in two ways or one slip apart."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scenario_forge.checks.near_words import NearWords, is_slip
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.rulebook import DiagramsDocument, ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.documents.time_track import ChronologyDocument
from scenario_forge.documents.victory import VictoryDocument
from scenario_forge.game.game import fact
from scenario_forge.game.place import Where
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.base import Document
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Path

CODES = Codes(__file__)
RUL006 = CODES.warning("RUL006", "term-never-used", "the term `{term}` is defined but never used")
RUL007 = CODES.warning(
    "RUL007",
    "heading-differs-from-contents",
    "rule {number} is headed `{title}`, but `{indexed}` in the table of contents",
)
RUL008 = CODES.warning("RUL008", "name-spelt-in-two-ways", "`{word}` is spelt `{known}` elsewhere")
RUL012 = CODES.warning("RUL012", "topic-misspelt", "the topic `{topic}` is spelt `{known}` elsewhere")
RUL013 = CODES.warning(
    "RUL013",
    "quantity-misspelt",
    "the quantity `{quantity}` is stated only here and looks like a typo for `{known}`",
)


_NAME = re.compile(r"(?<![\w'’])[^\W\d_a-zß-ÿ][^\W\d_]{4,}(?![\w])")
"""A capitalised word of five letters or more."""

PlacedText = tuple[Where, str]
D = TypeVar("D", bound="Document")


def spellings(game: Game) -> Iterator[Diagnostic]:
    """Report a capitalised word one letter from a known name, or from a word that stands elsewhere more often."""
    near = () if game.partly_read else _near_names(game)
    said = [each for own in _said(game) for each in own.texts] if near else []
    ordinary = "\n".join(text for _, text in said)
    for word, others in near:
        for other in others:
            if not _ordinary(word, ordinary) and not _ordinary(other, ordinary):
                yield from _findings(said, word, other)
                break


@fact
def _near_names(game: Game) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Strange names one letter away from those that are known or stand elsewhere more often, with these."""
    known, allowed = known_words(game), _allowed(game)
    counts, titles = _counts(game)
    strange = [word for word in counts if word not in known and word not in allowed]
    near = NearWords([*known, *strange])
    found = []
    for word in strange:
        others = near.slips_of(word)
        if others:
            others = [other for other in others if other in known or (counts[other], other) >= (counts[word], word)]
        if word in titles:  # titles of books hold words of all kinds
            others = [other for other in others if other in known]
        if others:
            found.append((word, tuple(others)))
    return tuple(found)


@fact
def _counts(game: Game) -> tuple[dict[str, int], frozenset[str]]:
    """How often each name stands in the game, and the words in titles of books."""
    counts: dict[str, int] = {}
    titles: set[str] = set()
    for own in _said(game):
        for word, times in own.counts.items():
            counts[word] = counts.get(word, 0) + times
        titles |= own.titles
    return counts, frozenset(titles)


@fact
def _allowed(game: Game) -> frozenset[str]:
    return frozenset(word for name in spelt_terms(game) for word in _NAME.findall(name))


def _findings(said: list[PlacedText], word: str, known: str) -> Iterator[Diagnostic]:
    used, right = re.compile(rf"\b{re.escape(word)}\b"), re.compile(rf"\b{re.escape(known)}\b")
    elsewhere = next((where for where, text in said if known in text and right.search(text)), None)
    for where, text in said:
        for match in used.finditer(text) if word in text else ():
            at = where if "\n" in text else where.within(match.start(), match.end())
            finding = RUL008.at(at, word=word, known=known)
            if elsewhere is not None:
                finding = finding.also(elsewhere, "here")
            yield finding.suggest(f"did you mean {known}?")


def _ordinary(word: str, texts: str) -> bool:
    """Whether the word stands somewhere without its capital."""
    plain = word.casefold()  # most stand nowhere so: that is quickly seen
    return plain in texts and re.search(rf"\b{re.escape(plain)}\b", texts) is not None


# -- what is known, what is said ------------------------------------------------------------------


@fact
def known_words(game: Game) -> frozenset[str]:
    """The words of all proper names that the components define."""
    return frozenset(word for name in _names(game) for word in _NAME.findall(name))


def _names(game: Game) -> Iterator[str]:
    """Proper names that the components define."""
    for document, _where in game.documents("map", MapDocument):
        yield document.title
        for place in document.places:
            yield from (place.name, *place.aliases)
        for box in document.boxes:
            yield from (box.name, *box.aliases)
        yield from (area.name for area in document.areas)
        yield from (line.name for line in document.lines)
        yield from (side.name for side in document.hexsides)
    for about, _where in game.documents("game", GameDocument):
        yield about.title
        yield from (side.name for side in about.sides)
        yield from (nationality.name for nationality in about.nationalities)
        yield from (name for credit in about.credits for name in credit.names)
    for chart, _where in game.documents("orders-of-battle", OrderOfBattleDocument):
        yield from (unit.name for unit in chart.units)


def spelt_terms(game: Game) -> Iterator[str]:
    """Yield spellings that the rulebook allows, although other words may be near to them: `Korps`, `Corps`."""
    for book, _where in game.documents("rulebook", RulebookDocument):
        yield from (word for term in book.terms for word in (term.term, *term.aliases))


class DocumentTexts(NamedTuple):
    """The texts of a document."""

    texts: list[PlacedText]
    counts: Counter[str]
    """How often each name stands in them."""
    titles: frozenset[str]
    """Names in titles of books."""


def _said(game: Game) -> list[DocumentTexts]:
    """Every text with its place, by document."""
    return [
        *_said_in(game, "rulebook", RulebookDocument, _of_rulebook),
        *_said_in(game, "charts", ChartsDocument, _of_charts),
        *_said_in(game, "victory", VictoryDocument, _of_victory),
        *_said_in(game, "chronology", ChronologyDocument, _of_chronology),
        *_said_in(game, "scenarios", ScenarioDocument, _of_scenario),
        *_said_in(game, "options", OptionsDocument, _of_options),
        *_said_in(game, "game", GameDocument, _of_game),
        *_said_in(game, "aids", AidsDocument, _of_aids),
        *_said_in(game, "diagrams", DiagramsDocument, _of_diagrams),
        *_said_in(game, "examples", ExamplesDocument, _of_examples),
    ]


def _said_in(
    game: Game, kind: str, model: type[D], texts_of: Callable[[D, Where], Iterable[PlacedText]]
) -> list[DocumentTexts]:
    def make(document: D, where: Where) -> DocumentTexts:
        said = list(texts_of(document, where))
        titles = (word for at, text in said if "bibliography" in at.path for word in _NAME.findall(text))
        return DocumentTexts(said, Counter(_NAME.findall("\n".join([text for _, text in said]))), frozenset(titles))

    return game.by_file("names", kind, model, make)


def _of_rulebook(book: RulebookDocument, where: Where) -> Iterator[PlacedText]:
    for i, rule in enumerate(book.rules):
        yield _text(where, ("rules", i, "title"), rule.title)
    for i, clause in enumerate(book.clauses):
        yield _text(where, ("clauses", i, "title"), clause.title)
        yield _text(where, ("clauses", i, "text"), clause.text)


def _of_charts(charts: ChartsDocument, where: Where) -> Iterator[PlacedText]:
    for chart_id, chart in charts.charts.items():
        yield _text(where, ("charts", chart_id, "title"), chart.title)
        for row, cells in chart.rows.items():
            yield from (_text(where, ("charts", chart_id, "rows", row, i), cell) for i, cell in enumerate(cells))
        yield from (_text(where, ("charts", chart_id, "notes", i), note) for i, note in enumerate(chart.notes))


def _of_victory(victory: VictoryDocument, where: Where) -> Iterator[PlacedText]:
    for i, objective in enumerate(victory.objectives):
        yield _text(where, ("objectives", i, "text"), objective.text)


def _of_chronology(chronology: ChronologyDocument, where: Where) -> Iterator[PlacedText]:
    for i, event in enumerate(chronology.events):
        yield from (_text(where, ("events", i, column), cell) for column, cell in event.cells.items())


def _of_scenario(scenario: ScenarioDocument, where: Where) -> Iterator[PlacedText]:
    yield _text(where, ("title",), scenario.title)
    yield _text(where, ("text",), scenario.text)


def _of_options(options: OptionsDocument, where: Where) -> Iterator[PlacedText]:
    for i, option in enumerate(options.options):
        yield _text(where, ("options", i, "title"), option.title)
        yield _text(where, ("options", i, "text"), option.text)


def _of_game(about: GameDocument, where: Where) -> Iterator[PlacedText]:
    yield from (_text(where, ("bibliography", i), book) for i, book in enumerate(about.bibliography))


def _of_aids(aids: AidsDocument, where: Where) -> Iterator[PlacedText]:
    for i, section in enumerate(aids.sections):
        yield _text(where, ("sections", i, "title"), section.title)
        for n, line in enumerate(section.lines):
            yield _text(where, ("sections", i, "lines", n, "text"), line.text)


def _of_diagrams(diagrams: DiagramsDocument, where: Where) -> Iterator[PlacedText]:
    for i, diagram in enumerate(diagrams.diagrams):
        yield _text(where, ("diagrams", i, "caption"), diagram.caption)


def _of_examples(examples: ExamplesDocument, where: Where) -> Iterator[PlacedText]:
    for i, example in enumerate(examples.examples):
        yield _text(where, ("examples", i, "title"), example.title)
        yield _text(where, ("examples", i, "asked"), example.asked)


def _text(where: Where, path: Path, text: str) -> PlacedText:
    return Where(where.file, path), text


# -- terms that are never used, headings that differ from the table of contents --------------------


_SPACES = re.compile(r"\s+")


def unused_terms(game: Game) -> Iterator[Diagnostic]:
    """Report a term that no clause but its own uses, in any spelling."""
    for document, where in game.documents("rulebook", RulebookDocument):
        texts = [(c.id, f"{c.title}\n{c.text}\n{' | '.join(c.topics)}".casefold()) for c in document.clauses]
        if not texts:
            continue
        everything = "\0".join(text for _, text in texts)
        defining = dict(texts)
        for term, at in where.each("terms", document.terms):
            spellings = [word.casefold() for word in (term.term, *term.aliases)]
            own = defining.get(term.clause, "")
            if not any(_stands(word, everything, own.count(word) + 1) for word in spellings):
                yield RUL006.at(at / "term", term=term.term)


def _stands(word: str, text: str, times: int) -> bool:
    """Whether a word stands so many times in a text, which is not read further than that."""
    at = 0
    for _ in range(times):
        at = text.find(word, at) + len(word)
        if at < len(word):
            return False
    return True


def headings(game: Game) -> Iterator[Diagnostic]:
    """Report a rule's heading that differs from the table of contents; capitals do not count."""
    for document, where in game.documents("rulebook", RulebookDocument):
        for rule, at in where.each("rules", document.rules):
            if rule.indexed is not None and _plain(rule.indexed) != _plain(rule.title):
                finding = RUL007.at(at / "indexed", number=rule.number, title=rule.title, indexed=rule.indexed)
                finding = finding.could_be(at / "indexed", rule.title, "the heading of the rule", "restated")
                finding = finding.could_be(at / "title", rule.indexed, "the table of contents", "restated")
                yield finding.also(at / "title", "the heading")


def _plain(text: str) -> str:
    return _SPACES.sub(" ", text.casefold()).strip(" .")


# -- topics and quantities whose names are one slip away from others -------------------------------


_SHORTEST = 4
"""Letters that a part of a name must have before another one is taken for a slip of it."""


def topics(game: Game) -> Iterator[Diagnostic]:
    """Report a topic used once that is nearly a term, or nearly a topic used more often."""
    for document, where in game.documents("rulebook", RulebookDocument):
        counts = Counter(topic for clause in document.clauses for topic in clause.topics)
        terms = {word for term in document.terms for word in (term.term, *term.aliases)}
        lone = [topic for topic, count in counts.items() if count == 1 and topic not in terms]
        near = NearWords([*terms, *(topic for topic, count in counts.items() if count > 1 and topic not in terms)])
        wrong = {topic: found[0] for topic in lone if len(topic) > _SHORTEST and (found := near.slips_of(topic))}
        for clause, here in where.each("clauses", document.clauses if wrong else ()):
            for topic, at in here.each("topics", clause.topics):
                if topic in wrong:
                    finding = RUL012.at(at, topic=topic, known=wrong[topic])
                    yield finding.suggest(f"did you mean {wrong[topic]}?")


def quantities(game: Game) -> Iterator[Diagnostic]:
    """Report a quantity that one text states, and that is nearly one which is stated elsewhere."""
    if not misspelt_quantities(game):
        return
    stated = statements(game)
    for name, other in misspelt_quantities(game):
        finding = RUL013.at(stated[name][0].where.key(), quantity=name, known=other)
        if other in stated:
            finding = finding.also(stated[other][0].where.key(), "the other")
        yield finding.suggest(f"did you mean {other}?")


@fact
def misspelt_quantities(game: Game) -> tuple[tuple[str, str], ...]:
    """Pairs of quantities: one that is nearly another, and that other."""
    return tuple(_misspelt(game))


@fact
def stated_quantities(game: Game) -> tuple[dict[str, bool], frozenset[str]]:
    """All quantities stated, with whether one text alone states it; and those that the rulebook has words for."""
    lone = {name: len(said) == 1 and "states" in said[0].where.path for name, said in statements(game).items()}
    books = game.documents("rulebook", RulebookDocument)
    return lone, frozenset(name for document, _where in books for name in document.quantities)


def _misspelt(game: Game) -> Iterator[tuple[str, str]]:
    stated, words = stated_quantities(game)
    by_rest = _by_rest({*stated, *words})
    for name in (name for name, lone in stated.items() if lone):
        if name in words and not any(other in words for other in _near(name, by_rest)):
            continue
        for other in _near(name, by_rest):
            if other in words or not stated[other]:
                yield name, other
                break


def _by_rest(names: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Names by what is left of them without one part that may be mistyped, with that part."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name in names:
        for rest, part in _without_part(name):
            found.setdefault(rest, []).append((part, name))
    return found


def _without_part(name: str) -> Iterator[tuple[str, str]]:
    """What is left of a name without each part that is a word long enough for a slip, and the part."""
    start = 0
    for part in name.replace("_", ".").split("."):
        end = start + len(part)
        if len(part) >= _SHORTEST and part.isalpha():
            yield f"{name[:start]}*{name[end:]}", part
        start = end + 1


def _near(name: str, by_rest: dict[str, list[tuple[str, str]]]) -> Iterator[str]:
    for rest, part in _without_part(name):
        yield from (whole for other, whole in by_rest.get(rest, ()) if is_slip(part, other))


CHECKS = (
    spellings,
    unused_terms,
    headings,
    topics,
    quantities,
)
