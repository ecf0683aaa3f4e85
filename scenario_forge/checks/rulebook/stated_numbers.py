"""RUL015, RUL018, RUL020: numbers, months and sides in words against the quantities they state."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from scenario_forge.checks.near_words import one_slip
from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.rulebook.quantities import MONTHS, dates, in_the_manner_of, numbers, numbers_of, worth
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.game import GameDocument, Printing
from scenario_forge.documents.rulebook import DiagramsDocument, ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.documents.time_track import StartDate
from scenario_forge.game.game import Game, fact
from scenario_forge.game.place import AddressError, rule_name
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.schedule import schedule
from scenario_forge.game.statements import quantities, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenario_forge.checks.rulebook.quantities import NumberInText
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Evidence
    from scenario_forge.documents.aids import AidTable
    from scenario_forge.documents.base import Document
    from scenario_forge.documents.rulebook import Clause
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL015 = CODES.error("RUL015", "text-and-states-differ", "the text says {said}, but `{quantity}` is stated as {value}")
RUL018 = CODES.warning(
    "RUL018", "number-unlike-the-rule", "the text gives {said}, but {rule} does not contain that number"
)
RUL020 = CODES.warning(
    "RUL020",
    "words-against-data",
    option_of_rule="{option} is {rule}, not {stated}",
    option_of_unit="the text mentions unit {named}, but the change is to unit {changed}",
    moves_first="by the text {named} moves first, by the start date {side} does",
    printings="`{printing}` is recognised by the same words as `{other}`",
    quantity_twice="`{quantity}` is in two rows",
    roll_twice="a roll of {roll} is in two rows",
    roll_missing="no row has a roll of {roll}",
)


D = TypeVar("D", bound="Document")
CountedText = tuple[str, "Where", str, set[Fraction]]
"""A text, its place, what it goes by, the numbers that it may name."""
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_DATE = re.compile(r"(?:\d{1,2}/)?\d{1,2}/\d{2}\Z")
_OF_YEAR = re.compile(r"([A-Z][a-z]+)\.? ((?:\d\d)?\d\d)")
_MONTH = re.compile(r"\b(?:\d{1,2}/)?\d{1,2}/\d{2}\b")
_CHANCE = re.compile(r"\b(\d+) to (\d+) on d([1-9]\d*)\b")
_GAP = re.compile(r"\{[^{}]*\}")

MOVES_FIRST = (
    r"(?: side| player)?(?: always)? (?:(?:moves|goes|plays|is) first|has the first (?:player )?turn|opens"
    r"|(?:begins|starts)(?: the game| play)?(?=[.,;:)]| and\b|\s*\Z))\b"
)
"""What a text says behind the name of the side that has the first turn; one "begins with two units" or "in Tripoli"."""


def own_words(game: Game) -> Iterator[Diagnostic]:
    """Report a number, month or side in words that the states lack, while the words lack one of theirs."""
    names = side_names(game)
    for document, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", document.clauses):
            if clause.states:
                for finding in _clause(names, clause, at):
                    yield finding.under(rule_name(clause.rule))


def other_texts(game: Game) -> Iterator[Diagnostic]:
    """Report numbers in options, aids, figures and examples that the rule they go by does not have."""
    if game.partly_read:
        return  # the number may be in what could not be read
    made = [
        *game.by_file("numbers", "options", OptionsDocument, partial(_odd_in, game, _of_options)),
        *game.by_file("numbers", "aids", AidsDocument, partial(_odd_in, game, _of_aids)),
        *game.by_file("numbers", "diagrams", DiagramsDocument, partial(_odd_in, game, _of_diagrams)),
        *game.by_file("numbers", "examples", ExamplesDocument, partial(_odd_in, game, _of_examples)),
    ]
    yield from (finding for findings in made for finding in findings)


def _odd_in(
    game: Game, texts: Callable[[Game, D, Where], Iterator[CountedText]], document: D, where: Where
) -> list[Diagnostic]:
    return list(_odd(game, texts(game, document, where)))


def _share(roll: re.Match[str]) -> Fraction:
    """Return the chance in percent of a span of results: ``1 to 7 on d10``."""
    return Fraction(100 * (int(roll[2]) - int(roll[1]) + 1), int(roll[3]))


def _odd(game: Game, texts: Iterable[CountedText]) -> Iterator[Diagnostic]:
    clauses, _rules = _of_clauses(game)
    for text, at, rule, allowed in texts:
        plain = _GAP.sub(lambda gap: " " * len(gap[0]), text)
        for roll in _CHANCE.finditer(plain):
            if _share(roll) in allowed:
                plain = plain[: roll.start()] + " " * len(roll[0]) + plain[roll.end() :]
        found = list(numbers(plain))
        whole = sum(said.value for said in found)
        for said in found:
            is_sum = len(found) > 2 and 2 * said.value == whole  # "a result of 4: 1 and 1 strength, 2 hexes"
            if said.counts and said.value not in allowed and said.word not in clauses and not is_sum:
                place = at if "\n" in text else at.within(said.start, said.end)
                yield RUL018.at(place, said=f"`{said.word}`", rule=rule)


# -- a clause ---------------------------------------------------------------------------------------


def _clause(names: Mapping[str, Sequence[str]], clause: Clause, at: Where) -> Iterator[Diagnostic]:
    yield from _unsaid(clause, at)
    yield from _names_of_quantities(clause, at)
    yield from _dates(clause, at)
    yield from _sides(names, clause, at)


def _unsaid(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """A number that the text lacks, where it has one too many."""
    counted = {
        name: abs(Fraction(value if isinstance(value, int) else str(value)))
        for name, value in clause.states.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value
    }
    if not counted:
        return
    hundredths = _hundredths(clause.text)
    all_said = numbers_of(clause.text, set(counted.values()))
    named = {said.value for said in all_said} | _halves(clause.text) | set(hundredths.values())
    unsaid = [
        name
        for name, value in counted.items()
        if value not in named and (at / "states" / name).basis in ("printed", "proposed")
    ]
    told = [said for said in all_said if said.counts]
    if not unsaid:
        yield from _once_too_few(clause, at, told, counted)
        return
    known = set(counted.values()) | _in_names(clause.states)
    found = [said for said in told if said.value not in known and hundredths.get(said.start) not in known]
    # what a text says several times over is no slip of one number, but worked out otherwise
    often = Counter(said.value for said in told)
    each_as_often = len(set(often.values())) == 1 < len(often)  # "worse than -5 as -5, better than 12 as 12"
    spare = [said for said in found if each_as_often or sum(other.value == said.value for other in found) == 1]
    if not spare:  # a number said twice that one quantity of the same matter has
        same = {value for name, value in counted.items() if name.split("_")[0] == unsaid[0].split("_")[0]}
        spare = [said for said in told if said.value in same and sum(other.value == said.value for other in told) > 1]
    if spare:
        pairs = [(name, said) for name in unsaid for said in spare]
        name, said = min(pairs, key=lambda pair: _apart(pair[1], counted[pair[0]]))
        finding = _differ(clause, at, name, f"`{said.word}`", (said.start, said.end))
        if len(pairs) > 1:  # the text may lack any of them
            finding = replace(finding, candidates=())
            for other, spared in pairs:
                finding = _candidates(finding, clause, at, other, (spared.start, spared.end), "compared")
        yield finding


def _once_too_few(
    clause: Clause, at: Where, told: Sequence[NumberInText], counted: Mapping[str, Fraction]
) -> Iterator[Diagnostic]:
    """The one number that a text has in place of one that as many quantities state as it has numbers."""
    said, stated = Counter(each.value for each in told), Counter(counted.values())
    spare, lacking = list((said - stated).elements()), list((stated - said).elements())
    if len(spare) == len(lacking) == 1 < len(told) - 1 and spare[0] not in stated and said[lacking[0]]:
        name = next(reversed([name for name, value in counted.items() if value == lacking[0]]))
        other = next(each for each in told if each.value == spare[0])
        yield _differ(clause, at, name, f"`{other.word}`", (other.start, other.end))


def _names_of_quantities(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    """A number in the name of a quantity, such as a row of a chart, that the text lacks, where it has one too many."""
    ends = {name: Fraction(name.rpartition(".")[2]) for name in clause.states if name.rpartition(".")[2].isdecimal()}
    told = [said for said in numbers(clause.text) if said.counts]
    known = _in_names(clause.states) | numbers_in_data(dict(clause.states))
    lacking = [name for name, value in ends.items() if value not in {said.value for said in numbers(clause.text)}]
    spare = [said for said in told if said.value.denominator == 1 and not {said.value, said.value / 100} & known]
    if len(lacking) == len(spare) == 1 and len(ends) > 1:
        part = (spare[0].start, spare[0].end)
        finding = replace(_differ(clause, at, lacking[0], f"`{spare[0].word}`", part), candidates=())
        new = in_the_manner_of(spare[0].word, ends[lacking[0]])
        yield (
            finding.could_be((at / "text").within(*part), new, "the name of the quantity", "compared")
            if new
            else finding
        )


def _apart(said: NumberInText, value: Fraction) -> tuple[bool, Fraction]:
    """Return how unlikely it is that one number was typed for the other: a slip of the pen first, then the nearest."""
    digits = str(said.value)
    return not one_slip(digits, str(value)) or len(digits) == 1, abs(said.value - value)


def _dates(clause: Clause, at: Where) -> Iterator[Diagnostic]:
    stated = {name: value for name, value in clause.states.items() if isinstance(value, str) and _DATE.match(value)}
    if not stated:
        return
    said = list(dates(clause.text))
    months = {date for date, *_ in said}
    if len(said) != 1:
        months |= {date for date, *_ in dates(clause.title)}
    spare = [found for found in said if found[0] not in stated.values()]
    for name, value in stated.items():
        if value not in months and spare and not _listed(clause, spare):
            date, start, end = spare[0]
            yield _differ(clause, at, name, f"`{clause.text[start:end]}` ({date})", (start, end))


def _listed(clause: Clause, spare: list[tuple[str, int, int]]) -> bool:
    """Whether a quantity states the months in a list or in words of its own."""
    rest = " ".join(str(value) for value in clause.states.values()) + " ".join(clause.states)
    return all(date in rest or f"{MONTHS[int(date.split('/')[0]) - 1][:3].casefold()}" in rest for date, *_ in spare)


def _sides(names: Mapping[str, Sequence[str]], clause: Clause, at: Where) -> Iterator[Diagnostic]:
    words = f"{clause.title} {clause.text}"
    for name, value in clause.states.items():
        if isinstance(value, str) and value.casefold() in names:
            own = value.casefold()
            others = [w for side, called in names.items() if side != own for w in called if _says(words, w)]
            if others and not any(_says(words, word) for word in names[own]):
                yield _differ(clause, at, name, f"`{others[0]}`", None)


def _differ(clause: Clause, at: Where, name: str, said: str, part: tuple[int, int] | None) -> Diagnostic:
    text = at / "text"
    place = text if part is None or "\n" in clause.text or _folded(text) else text.within(*part)
    finding = RUL015.at(place, said=said, quantity=name, value=clause.states[name])
    finding = finding.also(at / "states" / name, "stated here")
    finding = _candidates(finding, clause, at, name, part)
    return finding.suggest("correct the text, or what is stated if the text is right")


def _candidates(
    finding: Diagnostic,
    clause: Clause,
    at: Where,
    name: str,
    part: tuple[int, int] | None,
    evidence: Evidence = "restated",
) -> Diagnostic:
    """The finding with the text corrected to what is stated, and what is stated to the text."""
    stated = clause.states[name]
    if part is None:
        return finding
    said, state = clause.text[slice(*part)], at / "states" / name
    if isinstance(stated, str):
        month = next((date for date, *_ in dates(said)), None)
        new = _month_like(said, stated)
        if month is not None and new is not None:
            finding = finding.could_be((at / "text").within(*part), new, "what is stated", evidence)
            finding = finding.could_be(state, month, "what the text says", evidence)
        return finding
    value = worth(said)
    new = in_the_manner_of(said, abs(Fraction(str(stated))))
    if new is not None:
        finding = finding.could_be((at / "text").within(*part), new, "what is stated", evidence)
    sign = -1 if stated < 0 else 1
    number = int(value) if value.denominator == 1 else float(value)
    return finding.could_be(state, sign * number, "what the text says", evidence)


def _month_like(said: str, date: str) -> str | None:
    """A month of the track, `12/40`, as a text writes another; None where that is not with its name and its year."""
    found = _OF_YEAR.search(said)
    numbers_of_date = date.split("/")
    if found is None or len(numbers_of_date) != 2:
        return None
    month = MONTHS[int(numbers_of_date[0]) - 1]
    name = month if len(found[1]) > 3 or found[1] == month[: len(found[1])] == "May" else month[: len(found[1])]
    year = numbers_of_date[1] if len(found[2]) == 2 else found[2][:2] + numbers_of_date[1]
    return f"{said[: found.start()]}{name}{said[found.end(1) : found.start(2)]}{year}{said[found.end() :]}"


def _folded(at: Where) -> bool:
    """Whether a text is written over several lines, so that its characters are not those of the file."""
    return at.span.line != at.span.end_line


def _in_names(states: Mapping[str, object]) -> set[Fraction]:
    """Numbers that the names of quantities hold, such as throws, and those in values of words but for months."""
    texts = [*states, *(_MONTH.sub(" ", value) for value in states.values() if isinstance(value, str))]
    return {worth(found) for text in texts for found in _DIGITS.findall(text)}


def _halves(words: str) -> set[Fraction]:
    return {Fraction(1, 2)} if re.search(r"\bhal(?:f|ve[sd]?)\b", words, re.IGNORECASE) else set()


def _hundredths(words: str) -> dict[int, Fraction]:
    """What percentages come to, by where they begin: `20%` is 0.2 as well."""
    return {said.start: said.value / 100 for said in numbers(words) if words[said.end :].startswith("%")}


@fact
def side_names(game: Game) -> dict[str, tuple[str, ...]]:
    """The words that texts use for each side, by its id: its name, its nationalities."""
    if game.about is None:
        return {}
    called = {side.id: [side.name] for side in game.about.sides}
    for nation in game.about.nationalities:
        called.get(nation.side, []).extend(nation.name.split(" and "))
    for chart, _where in game.documents("orders-of-battle", OrderOfBattleDocument):
        heading = chart.title.casefold().removesuffix("order of battle").strip()
        called.get(chart.side, []).append(heading or chart.side)
    return {side: tuple(dict.fromkeys(names)) for side, names in called.items()}


def sides_in(text: str, names: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the sides that a text names, by the words for each."""
    return [side for side, called in names.items() if any(_says(text, name) for name in called)]


def people_of(side: str) -> str:
    """Return a pattern of the name of a side and of its people: `Allied`, `Allies`."""
    return f"{re.escape(side[:-1])}[ds]" if side.endswith("ied") else re.escape(side)


def _says(words: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}s?\b", words, re.IGNORECASE) is not None


# -- other texts --------------------------------------------------------------------------------------


def _of_options(game: Game, options: OptionsDocument, where: Where) -> Iterator[CountedText]:
    (_clauses, rules), printed = _of_clauses(game), _printed(game)
    for option, at in where.each("options", options.options):
        if option.rule in rules:
            changed = [change.value for change in option.changes]
            allowed = rules[option.rule].union(
                numbers_in_data(changed), *(printed[change.at] for change in option.changes)
            )
            yield option.text, at / "text", rule_name(option.rule), allowed


@fact
def _printed(game: Game) -> dict[str, set[Fraction]]:
    """The numbers of the values that options change, by address."""
    roots = corrected_roots(game.files)
    found: dict[str, set[Fraction]] = {}
    for options, _where in game.documents("options", OptionsDocument):
        for change in (change for option in options.options for change in option.changes):
            found[change.at] = set()
            with contextlib.suppress(AddressError):
                node = locate(roots, change.at)[2]
                found[change.at] = numbers_in_data(node.data) if node is not None else set()
    return found


def _of_aids(game: Game, aids: AidsDocument, where: Where) -> Iterator[CountedText]:
    clauses, _rules = _of_clauses(game)
    for section, at in where.each("sections", aids.sections):
        for line, here in at.each("lines", section.lines):
            known = [clause for clause in line.restates if clause in clauses]
            if known:
                yield (
                    line.text,
                    here / "text",
                    f"clause {' or '.join(known)}",
                    set().union(*(clauses[clause] for clause in known)),
                )


def _of_diagrams(game: Game, diagrams: DiagramsDocument, where: Where) -> Iterator[CountedText]:
    _clauses, rules = _of_clauses(game)
    for diagram, at in where.each("diagrams", diagrams.diagrams):
        rule = diagram.clause.partition(".")[0]
        if rule in rules:
            drawn = diagram.model_dump(exclude={"caption", "lines", "title", "map"})
            allowed = rules[rule] | numbers_in_data(drawn)
            for text, here in at.each("lines", diagram.lines):
                yield text, here, rule_name(rule), allowed


def _of_examples(game: Game, examples: ExamplesDocument, where: Where) -> Iterator[CountedText]:
    clauses, rules = _of_clauses(game)
    of_rule = {
        clause.id: clause.rule
        for book, _where in game.documents("rulebook", RulebookDocument)
        for clause in book.clauses
    }
    for example, at in where.each("examples", examples.examples):
        own = numbers_in_data(example.model_dump(exclude={"title", "asked", "told", "map", "counters", "id"}))
        allowed = own.union(*(clauses.get(clause, set()) for clause in example.clauses))
        for key, text in (("title", example.title), ("asked", example.asked)):
            yield text, at / key, "its own data and clauses", allowed
        # what is told may lean on the clauses beside its own
        beside = allowed.union(*(rules.get(of_rule.get(clause, ""), set()) for clause in example.clauses))
        yield example.told or "", at / "told", "its own data and rules", beside | numbers_in_data(example.asked)


@fact
def _of_clauses(game: Game) -> tuple[dict[str, set[Fraction]], dict[str, set[Fraction]]]:
    """The numbers of each clause, and of each rule, in words or in states."""
    clauses: dict[str, set[Fraction]] = {}
    rules: dict[str, set[Fraction]] = {}
    for document, _where in game.documents("rulebook", RulebookDocument):
        for clause in document.clauses:
            texts = [
                clause.title,
                clause.text,
                *(r.reading for r in clause.rulings),
                *(r.question for r in clause.rulings),
            ]
            found = {said.value for text in texts for said in numbers(text)} | numbers_in_data(dict(clause.states))
            found |= _in_names(clause.states)
            clauses.setdefault(clause.id, set()).update(found)
            rules.setdefault(clause.rule, set()).update(found)
    return clauses, rules


def numbers_in_data(data: object) -> set[Fraction]:
    """Return every number in plain data, and the length of every list."""
    return set(_numbers_of(data))


def _numbers_of(data: object) -> Iterator[Fraction]:
    """Every number in plain data, and the length of every list."""
    if isinstance(data, str):
        yield from map(worth, _DIGITS.findall(data))
        yield from (said.value for said in numbers(data))
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _numbers_of(key)
            yield from _numbers_of(value)
    elif isinstance(data, (list, tuple)):
        yield worth(str(len(data)))
        for value in data:
            yield from _numbers_of(value)
    elif isinstance(data, (int, float)) and not isinstance(data, bool):
        yield Fraction(abs(data)) if isinstance(data, int) else abs(Fraction(str(data)))


# -- what options, scenarios, printings and aids say in words against what they name ---------------


_UNIT = re.compile(r"\bunits? (\d+)\b", re.IGNORECASE)
_IN_ADDRESS = re.compile(r"/(\d+)\]")
_THROW = re.compile(r"(\d+)(?:\s*(to|-|–)\s*(\d+)|((?:,\s*\d+)+)|\s*(or more|or less|\+))?\Z")


def titles_of_options(game: Game) -> Iterator[Diagnostic]:
    """Report an option headed as one rule with the number of another, or whose changes miss the unit it names."""
    books = game.documents("rulebook", RulebookDocument)
    titles = {rule.title.casefold(): rule.number for book, _where in books for rule in book.rules}
    for document, where in game.documents("options", OptionsDocument):
        for option, at in where.each("options", document.options):
            headed = titles.get(option.title.casefold())
            if headed is not None and headed != option.rule:
                rules = {"rule": rule_name(headed), "stated": rule_name(option.rule)}
                yield RUL020.at(at / "rule", "option_of_rule", option=option.title, **rules)
            touched = {no for change in option.changes for no in _IN_ADDRESS.findall(change.at)}
            named = set(_UNIT.findall(option.text))
            if touched and named and not touched & named:
                finding = RUL020.at(at / "changes" / 0 / "at", "option_of_unit", named=min(named), changed=min(touched))
                yield finding.also(at / "text", "the text")


def openings(game: Game) -> Iterator[Diagnostic]:
    """Report a scenario whose text lets a side open that is not the first of its start date."""
    track, names = schedule(game), side_names(game)
    for document, where in game.documents("scenarios", ScenarioDocument):
        found = track.starts.get(document.start) if track else None
        start = found.date if found else None
        if not isinstance(start, StartDate):
            continue
        for side, called in names.items():
            said = [n for n in called if re.search(rf"\b{re.escape(n)}s?{MOVES_FIRST}", document.text, re.IGNORECASE)]
            if said and side != start.first:
                finding = RUL020.at(where / "text", "moves_first", named=said[0], side=start.first)
                yield finding.also(where / "start", "the start date")


def printings(game: Game) -> Iterator[Diagnostic]:
    """Report two printings that are recognised by the same reading."""
    for document, where in game.documents("game", GameDocument):
        known = [(printing, at) for printing, at in where.each("printings", document.printings) if _reading(printing)]
        for (printing, at), (other, there) in repeated_rows(known, lambda row: _reading(row[0])):
            finding = RUL020.at(at / "recognise", "printings", printing=printing.id, other=other.id)
            yield finding.also(there / "recognise", "the other")


def _reading(printing: Printing) -> str:
    return printing.recognise.partition(";")[0].strip().casefold()


def tables_of_aids(game: Game) -> Iterator[Diagnostic]:
    """Report a quantity in two rows while one like it is in none, and a die roll that two rows have, or none."""
    known = statements(game)
    for document, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", document.sections):
            if section.table is not None:
                at = here / "table"
                yield from _twice(section.table, known, at)
                yield from _throws(section.table, at)


def _twice(table: AidTable, known: Iterable[str], at: Where) -> Iterator[Diagnostic]:
    first: dict[str, Where] = {}
    printed = {quantity.name for row in table.rows for cell in row.cells for quantity in quantities(cell)}
    unprinted = {name.rpartition(".")[0] for name in known if name not in printed}
    for row, here in at.each("rows", table.rows):
        for cell, place in here.each("cells", row.cells):
            for quantity in quantities(cell):
                earlier = first.setdefault(quantity.name, place)
                exchanged = quantity.name.rpartition(".")[0] in unprinted
                if exchanged and earlier is not place and earlier.path[:-2] != place.path[:-2]:
                    finding = RUL020.at(place, "quantity_twice", quantity=quantity.name)
                    yield finding.also(earlier, "the first")


def _throws(table: AidTable, at: Where) -> Iterator[Diagnostic]:
    if not table.columns or table.columns[0].casefold() not in ("die", "throw", "dice"):
        return
    found: dict[int, int] = {}
    for n, row in enumerate(table.rows):
        match = _THROW.match(row.cells[0].strip()) if row.cells else None
        if match is None:
            return
        for face in _faces(match):
            if face in found:
                yield RUL020.at(at / "rows" / n / "cells" / 0, "roll_twice", roll=face)
            found.setdefault(face, n)
    lacking = sorted(set(range(min(found, default=1), max(found, default=0))) - found.keys())
    if lacking and len(set(found)) == len(found):
        last = max(n for face, n in found.items() if face < lacking[0])
        yield RUL020.at(at / "rows" / last / "cells" / 0, "roll_missing", roll=lacking[0])


def _faces(match: re.Match[str]) -> list[int]:
    low = int(match[1])
    if match[3]:
        return list(range(low, int(match[3]) + 1))
    return [low, *(int(part) for part in (match[4] or "").split(",") if part.strip())]


CHECKS = (
    own_words,
    other_texts,
    titles_of_options,
    openings,
    printings,
    tables_of_aids,
)
