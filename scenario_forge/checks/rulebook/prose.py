"""RUL015, RUL022 to 025: a clause's words against what it states, its title, dates and terms."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.rulebook.contrasts import PARTS, Passage, Swapped, swapped
from scenario_forge.checks.rulebook.quantities import dates, in_the_manner_of, numbers
from scenario_forge.checks.rulebook.stated_numbers import MOVES_FIRST, RUL015, side_names
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.calendar import CENTURY, dates_in
from scenario_forge.game.game import fact
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.place import rule_name
from scenario_forge.game.schedule import schedule
from scenario_forge.hexes import hexes_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.checks.rulebook.quantities import NumberInText
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.hexes import Grid

CODES = Codes(__file__)
RUL022 = CODES.error(
    "RUL022",
    "text-against-its-title",
    'the title `{title}` and `states` forbid this, but the text has no "not"',
)
RUL023 = CODES.error(
    "RUL023",
    "reference-differs-from-text",
    "the text refers to Rule {number}, but `cites` has {cited}",
)
RUL024 = CODES.error("RUL024", "term-not-in-its-clause", "clause {clause} does not mention `{term}`")
RUL025 = CODES.error(
    "RUL025", "quantities-with-one-name", "two quantities are both called `{words}`: this one and `{other}`"
)
RUL107 = CODES.warning(
    "RUL107",
    "numbers-in-another-order",
    "the text has {first} before {second}, but `{one}` is stated before `{other}`: are the numbers exchanged?",
)

_WORD = re.compile(r"\s+([^\W\d_]+)")


class PlacedPassage(NamedTuple):
    """A passage, and where it and what it states stand."""

    passage: Passage
    at: Where
    stated: Where | None
    """The `states`; None where they are another document's."""
    rule: str


def prose(game: Game) -> Iterator[Diagnostic]:
    """Report quantities that the words of their own passage contradict; at most one finding a passage."""
    placed = list(_passages(game))
    found = game.memo.each("prose", game, (each.passage for each in placed), partial(_contradicted, game))
    for each_place in placed:
        passage, at, stated, rule = each_place
        wrong = found[passage]
        if isinstance(wrong, Swapped):
            yield _in_order(wrong, at, stated).under(rule)
        elif wrong is not None:
            said, name = wrong
            finding = RUL015.at(at, said=said, quantity=name, value=_shown(passage.states[name]))
            finding = _corrected(game, finding, each_place, name, said)
            if stated is not None:
                finding = finding.also(stated / name, "stated here")
            yield finding.suggest("correct the text, or what is stated if the text is right").under(rule)


def _corrected(game: Game, finding: Diagnostic, placed: PlacedPassage, name: str, told: str) -> Diagnostic:
    """The finding with each number or hex of which it tells made to fit what is stated, and that made to fit it."""
    passage, at, stated, _rule = placed
    value = passage.states[name]
    if isinstance(value, str):
        for hex_ in hexes_in(grid, passage.text) if (grid := _grid(game)) and grid.find(value) is not None else ():
            end = hex_.start + len(hex_.id)
            finding = finding.could_be(at.within(hex_.start, end), value, "what is stated", "restated")
        return finding
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return finding
    spoken = {said.value for said in numbers(told.replace("`", " "))}
    for said in passage.numbers:
        new = in_the_manner_of(said.word, abs(Fraction(str(value)))) if said.value in spoken else None
        if new is not None:
            finding = finding.could_be(at.within(said.start, said.end), new, "what is stated", "restated")
    if len(spoken) == 1 and stated is not None:
        number = spoken.pop()
        sign = -1 if value < 0 else 1
        other = int(number) if number.denominator == 1 else float(number)
        finding = finding.could_be(stated / name, sign * other, "what the text says", "restated")
    return finding


def _in_order(found: Swapped, at: Where, stated: Where | None) -> Diagnostic:
    one, other = found.numbers
    finding = RUL107.at(at, one=found.one, other=found.other, first=other.word, second=one.word)
    if stated is not None:
        finding = finding.also(stated / found.one, "the first quantity").also(stated / found.other, "the second")
    return finding.suggest("exchange the numbers in the text, or the order of the quantities if the text is right")


def _contradicted(game: Game, passage: Passage) -> tuple[str, str] | Swapped | None:
    """What a passage says otherwise than it states, and the quantity; or two numbers in the other order."""
    for part in (_exchanged, _nouns, _signs, _lists, _pairs, _months, _order, *(PARTS if passage.whole else ())):
        found: tuple[str, str] | None = next(part(game, passage), None)
        if found is not None:
            return found
    return swapped(passage) if passage.whole and len(passage.stated_numbers) > 1 else None


def _shown(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _passages(game: Game) -> Iterator[PlacedPassage]:
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", document.clauses):
            if clause.states:
                passage = Passage(clause.text, clause.states, whole=True)
                yield PlacedPassage(passage, at / "text", at / "states", rule_name(clause.rule))
    for charts, where in game.documents("charts", ChartsDocument):
        for chart_id, chart in charts.charts.items():
            at = where / "charts" / chart_id
            for note, each_at in at.each("notes", chart.notes if chart.states else ()):
                yield PlacedPassage(Passage(note, chart.states), each_at, at / "states", chart.rule)
    yield from _lines_of_aids(game)


def _lines_of_aids(game: Game) -> Iterator[PlacedPassage]:
    books = game.documents("rulebook", RulebookDocument)
    by_id = {clause.id: clause for document, _where in books for clause in document.clauses}
    for aids, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", aids.sections):
            for line, each_at in here.each("lines", section.lines):
                clause = by_id.get(line.clause)
                if clause is not None and clause.states:
                    at = each_at / "text"
                    yield PlacedPassage(Passage(line.text, clause.states), at, None, rule_name(clause.rule))


# -- numbers ------------------------------------------------------------------------------------------


def _exchanged(game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """Two names whose numbers stand at each other's place."""
    counted, said = passage.stated_numbers, passage.numbers
    for members in _siblings(counted).values() if len(said) > 1 and len(counted) > 1 else ():
        values = {name: abs(counted[name]) for name in members}
        if len(set(values.values())) < 2:
            continue
        places = {name: _first(passage.text, _called(game, part)) for name, part in members.items()}
        spans = {name: place for name, place in places.items() if place is not None}
        values = {name: values[name] for name in spans}
        if len(set(values.values())) < 2 or len(set(spans.values())) < len(spans):
            continue
        for read in (_behind(said, spans), _before(said, spans)):
            wrong = [name for name in spans if read.get(name) != values[name]]
            if not wrong:
                break
        else:
            for read in (_behind(said, spans), _before(said, spans)):
                if len(read) == len(spans) and sorted(read.values()) == sorted(values.values()):
                    name = next(name for name in spans if read[name] != values[name])
                    yield f"{read[name]} of {members[name].replace('_', ' ')}", name


def _siblings(counted: Mapping[str, object]) -> dict[str, dict[str, str]]:
    """Quantities that differ in one part of their names, with that part."""
    groups: dict[str, dict[str, str]] = {}
    for name in counted:
        parts = name.split(".")
        for number, part in enumerate(parts):
            rest = ".".join((*parts[:number], "*", *parts[number + 1 :]))
            groups.setdefault(rest, {})[name] = part
    return {rest: members for rest, members in groups.items() if len(members) > 1}


def _called(game: Game, part: str) -> list[str]:
    """What a text may call a part of a quantity's name."""
    names = [part.replace("_", " ")]
    nations = _nations(game)
    for id_, name, side in nations:
        if id_ == part:
            names += name.split(" and ")
            if [id_ for id_, _, of in nations if of == side] == [part]:
                names += side_names(game).get(side, ())
    return list(dict.fromkeys(names))


@fact
def _nations(game: Game) -> list[tuple[str, str, str]]:
    """The id, name and side of each nationality."""
    return [(each.id, each.name, each.side) for each in game.about.nationalities] if game.about else []


def _first(text: str, names: list[str]) -> tuple[int, int] | None:
    """Where a text first has one of some names."""
    plain = text.casefold()
    there = (name for name in names if name.casefold() in plain)
    spans = (m.span() for name in there for m in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))
    return min(spans, default=None)


def _behind(said: Sequence[NumberInText], spans: Mapping[str, tuple[int, int]]) -> dict[str, Fraction]:
    """The number that follows each name, before the next name."""
    order = sorted(spans.items(), key=lambda each: each[1])
    ends = [span[0] for _, span in order[1:]] + [10**9]
    read = {}
    for (name, (_, end)), limit in zip(order, ends, strict=True):
        near = [s.value for s in said if end <= s.start < limit]
        if near:
            read[name] = near[0]
    return read


def _before(said: Sequence[NumberInText], spans: Mapping[str, tuple[int, int]]) -> dict[str, Fraction]:
    """The number that stands before each name, behind the last name."""
    order = sorted(spans.items(), key=lambda each: each[1])
    starts = [0, *(span[1] for _, span in order[:-1])]
    read = {}
    for (name, (start, _)), limit in zip(order, starts, strict=True):
        near = [s.value for s in said if limit <= s.start and s.end <= start]
        if near:
            read[name] = near[-1]
    return read


def _nouns(_game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """Numbers of regiments that contradict the stated quantity, the only one of its unit."""
    counted = passage.stated_numbers
    said_of: dict[str, list[tuple[NumberInText, str]]] = {}
    for said in passage.numbers if counted else ():
        noun = _WORD.match(passage.text, said.end)
        if noun is not None and said.counts:
            said_of.setdefault(noun[1].casefold().rstrip("s"), []).append((said, noun[1]))
    for stem, found in said_of.items():
        own = [name for name in counted if name.rsplit(".", 1)[-1].split("_")[0].rstrip("s") == stem]
        if own and not {abs(value) for value in counted.values()}.intersection(said.value for said, _ in found):
            yield f"`{found[0][0].word} {found[0][1]}`", own[0]


def _signs(_game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """A plus in words where the quantity is negative, or the other way round."""
    counted = passage.stated_numbers
    signed: dict[Fraction, dict[bool, str]] = {}
    for said in passage.numbers if counted else ():
        sign = passage.text[max(said.start - 1, 0) : said.start]
        if sign in ("+", "-", "−") and not passage.text[max(said.start - 2, 0) : said.start - 1].strip(" ("):
            signed.setdefault(said.value, {}).setdefault(sign == "+", f"`{sign}{said.word}`")
    for value, found in signed.items():
        same = [name for name, stated in counted.items() if abs(stated) == value and stated]
        if same and not any((counted[name] > 0) in found for name in same):
            yield next(iter(found.values())), same[0]


# -- words --------------------------------------------------------------------------------------------


def _lists(game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """A list whose text has most of its names, and one that is not in it; a hex in place of the one stated."""
    grid = _grid(game)
    hexes = [*hexes_in(grid, passage.text)] if grid else []
    for name, value in passage.states.items():
        if not isinstance(value, str):
            continue
        items = [item.strip() for item in value.split(",")]
        if len(items) > 2 and all(item[:1].isupper() for item in items):
            absent = [item for item in items if not re.search(rf"\b{re.escape(item)}\b", passage.text)]
            if len(absent) == 1 and not hexes:
                yield f"nothing about {absent[0]}", name
        hex_ = grid.find(value) if grid else None
        if hexes and hex_ is not None and hex_ not in {said.hex_ for said in hexes}:
            yield " and ".join(f"`{said.id}`" for said in hexes), name


@fact
def _grid(game: Game) -> Grid | None:
    linked = hex_map(game)
    return linked.grid if linked else None


def _pairs(_game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """`attacker/defender`, told in the other order."""
    text = passage.text.casefold()
    for name, value in passage.states.items():
        first, stroke, second = value.casefold().partition("/") if isinstance(value, str) else ("", "", "")
        words = stroke and first.isalpha() and second.isalpha() and len(first) > 3
        if words and f"{first}/{second}" not in text and first in text and 0 <= text.find(second) < text.index(first):
            yield f"`{second}` before `{first}`", name


def _months(game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """A month said twice where another of the stated ones is not said."""
    said = [date for date, *_ in dates(passage.text)]
    turns = _start_turns(game) if len(set(said)) < len(said) else {}
    for members in _siblings(passage.states).values() if turns else ():
        wanted = {name: turns[part] for name, part in members.items() if part in turns}
        absent = [name for name, turn in wanted.items() if turn not in said]
        if len(wanted) == len(members) and len(absent) == 1:
            twice = [turn for turn in wanted.values() if said.count(turn) > 1]
            if twice:
                yield f"{twice[0]} twice and nothing about {wanted[absent[0]]}", absent[0]


@fact
def _start_turns(game: Game) -> dict[str, str]:
    """The turn of each start date; none where there is no track."""
    track = schedule(game)
    return {id_: start.date.turn for id_, start in track.starts.items()} if track else {}


def _order(game: Game, passage: Passage) -> Iterator[tuple[str, str]]:
    """The side that moves first, named second."""
    first = passage.states.get("sequence.first")
    names = side_names(game) if isinstance(first, str) else {}
    if not isinstance(first, str) or first not in names:
        return
    places = {}
    for side, called in names.items():
        found = [m.start() for n in called for m in re.finditer(rf"\b{re.escape(n)}s?\b", passage.text, re.IGNORECASE)]
        if found:
            places[side] = min(found)
    told = "|".join(map(re.escape, names[first]))
    plainly = re.search(rf"\b(?:{told})s?{MOVES_FIRST}|\bafter (?:the )?(?:{told})", passage.text, re.IGNORECASE)
    if len(places) > 1 and first in places and min(places, key=lambda side: places[side]) != first and not plainly:
        yield "the other side first", "sequence.first"


# -- clauses against their title, dates, references and terms --------------------------------------


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
    """Report what contradicts itself in one clause alone: a denied quantity, a date, a reference."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            for part in (_denied, _dated, _referred):
                for finding in part(clause, at):
                    yield finding.under(rule_name(clause.rule))


def _denied(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """A title that says no, states that say no, and a text that allows or demands it."""
    denied = [name for name, value in clause.states.items() if value is False]
    if denied and _SAYS_NO.match(clause.title) and _MAY.search(clause.text) and not _NOT.search(clause.text):
        finding = RUL022.at(at / "text", title=clause.title)
        yield finding.also(at / "states" / denied[0], "stated as no").also(at / "title", "the title")


def _dated(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """Months of a text that a list of dates in its states does not have."""
    for name, value in clause.states.items():
        if not isinstance(value, str) or not _DATES.fullmatch(value):
            continue
        listed = {_months_in_title(date) for date in value.split(", ")}
        said = [date for date in dates_in(clause.text) if date.months is not None and date.day is None]
        odd = [date for date in said if date.months not in listed]
        if len(odd) == 1 and len(said) > len(odd):
            month = odd[0].months or 0
            date = f"{month % 12 + 1}/{month // 12 % 100:02}"
            finding = RUL015.at(at / "text", said=date, quantity=name, value=value)
            yield finding.also(at / "states" / name, "stated here")


def _months_in_title(date: str) -> int:
    month, year = date.split("/")
    return (int(year) + CENTURY) * 12 + int(month) - 1


def _referred(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """Rules that a text sends its reader to, where the references noted of it are to other rules."""
    cited = {citation.rule for citation in clause.cites}
    if not cited:
        return
    said = [number for match in _RULES.finditer(clause.text) for number in re.findall(r"\d+", match[1])]
    odd = [number for number in said if number not in cited and number != clause.rule]
    unsaid = sorted(cited - set(said))
    if odd and unsaid:
        finding = RUL023.at(at / "text", number=odd[0], cited=", ".join(map(rule_name, unsaid)))
        yield finding.also(at / "cites", "noted here")


def terms(game: Game) -> Iterator[Diagnostic]:
    """Report terms sent to a clause that does not speak of them."""
    for book, where in game.documents("rulebook", RulebookDocument):
        by_id = {clause.id: clause for clause in book.clauses}
        for term, at in where.each("terms", book.terms):
            clause = by_id.get(term.clause)
            spellings = [_root(word) for word in (term.term, *term.aliases)]
            if clause is None or any(spelling in _words(clause) for spelling in spellings):
                continue
            if not any(spelling in _words(each) for each in book.clauses for spelling in spellings):
                continue  # RUL006: nobody uses it
            finding = RUL024.at(at / "clause", clause=clause.id, term=term.term)
            others = [each.id for each in book.clauses if term.term.casefold() in each.title.casefold()]
            yield finding.suggest(f"did you mean {others[0]}?" if len(others) == 1 else None)


def _words(clause: Clause) -> str:
    return f"{clause.title}\n{clause.text}\n{' | '.join(clause.topics)}".casefold()


def _root(word: str) -> str:
    """A term without the ending that grammar gives it."""
    plain = word.casefold()
    return plain[:-1] if plain.endswith("s") and len(plain) > len("pts") else plain


def quantities(game: Game) -> Iterator[Diagnostic]:
    """Report two quantities that messages call the same: one was copied from the other."""
    for book, where in game.documents("rulebook", RulebookDocument):
        for (name, words), (other, _) in repeated_rows(book.quantities.items(), lambda row: row[1].casefold()):
            finding = RUL025.at(where / "quantities" / name, words=words, other=other)
            yield finding.also(where / "quantities" / other, "the first")


CHECKS = (
    prose,
    clauses,
    terms,
    quantities,
)
