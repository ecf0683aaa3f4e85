"""VIC090 to 093: what texts, clauses and aids say of a victory, against its condition, its side and its moment."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import dates
from scenario_forge.checks.rulebook.stated_numbers import side_names
from scenario_forge.checks.victory.parts import (
    PlacedCondition,
    VictoryRow,
    conditions,
    hexes_of_region,
    keys_of,
    objectives,
    places,
    rows,
    scenario_rows,
    selectors,
    unmet_criteria,
)
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.documents.victory import DecisiveVictory
from scenario_forge.game.front import predicates, stands, starting_holders
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import counts_in, ending, scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.checks.victory.parts import Conditional
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.victory import Condition, Presence
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario

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
VIC092 = CODES.warning(
    "VIC092",
    "victory-for-enemy-units",
    "{side} wins by the presence of {units} units: is that the right side?",
)
VIC093 = CODES.warning(
    "VIC093",
    "victory-before-the-first-move",
    "{side} wins `{row}` before the first move of {scenario}",
)


# -- words for the state of a place ---------------------------------------------------------------


_EITHER_WAY = r"\b{word}\b,? or not|\bor not {word}\b|whether or not {word}\b"
_EVER = re.compile(r"\b(?:at any (?:point|time|moment)|ever|at some (?:point|time))\b", re.IGNORECASE)


def states(game: Game) -> Iterator[Diagnostic]:
    """Report rows whose text and condition differ on a predicate, on supply, or on `at any point`."""
    if game.about is None or game.about.language != "en":
        return
    placed = [(str(getattr(row.entry, "text", "")), row) for row in [*objectives(game), *scenario_rows(game)]]
    linked = ending(game)
    more = [(entry.text, entry.when, at) for entry, at in linked.sudden]
    more += [(entry.text, entry.when, at) for entry, at in linked.ledger if entry.when is not None]
    every: list[tuple[str, Conditional]] = [*placed, *((t, PlacedCondition(when, at)) for t, when, at in more)]
    for text, row in every:
        if text:
            findings = chain(_predicates(game, text, row), _supplied(text, row), _ever(text, row))
            yield from (found.also(row.where / "text", "the text") for found in findings)


def _predicates(game: Game, text: str, row: Conditional) -> Iterator[Diagnostic]:
    for predicate in predicates(game).values():
        word = predicate.id.replace("_", " ")
        if re.search(_EITHER_WAY.format(word=re.escape(word)), text, re.IGNORECASE):
            continue
        said = re.search(rf"\b(not |un)?{re.escape(word)}\b", text, re.IGNORECASE)
        meant = [("is_not" in at.path, at / predicate.id) for condition, at in conditions(row)
                 if keys_of(condition) == [predicate.id]]  # fmt: skip
        if said and not meant:
            yield VIC090.at(row.where / "when", "said", word=said[0])
        elif meant and not said and not {"is_not", "any"} & {*meant[0][1].path} and not _besides(text, word):
            yield VIC090.at(meant[0][1].key(), "unsaid", word=word)
        elif said and meant and bool(said[1]) != meant[0][0]:
            words = f"{'not ' * meant[0][0]}{word}"
            yield VIC090.at(meant[0][1].key(), "denied", said=said[0], meant=words)


def _besides(text: str, word: str) -> bool:
    """Whether a text has another form of a word: `siege` of `besieged`."""
    root = word.casefold()[2:5]
    return len(root) > 2 and root in text.casefold()


def _supplied(text: str, row: Conditional) -> Iterator[Diagnostic]:
    said = re.search(r"\b(not |un|out of )?suppl(?:ied|y)\b", text, re.IGNORECASE)
    for selector, where in selectors(row):
        if said and selector.supplied is None:
            yield VIC090.at(where, "said", word=said[0])
        elif selector.supplied is not None and not said:
            yield VIC090.at(where / "supplied", "unsaid", word="supplied" if selector.supplied else "not supplied")
        elif said and selector.supplied is bool(said[1]):
            meant = "supplied" if selector.supplied else "not supplied"
            yield VIC090.at(where / "supplied", "denied", said=said[0], meant=meant)


def _ever(text: str, row: Conditional) -> Iterator[Diagnostic]:
    said = _EVER.search(text)
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
    """Report decisive victories whose side, moment or first turn is another in a clause or on an aid."""
    grid = hex_map(game)
    if grid is None or game.about is None or game.about.language != "en":
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


# -- victories for the wrong side, and at once ----------------------------------------------------


class _Victory(NamedTuple):
    """A decisive or sudden victory, as one scenario has it."""

    id: str
    side: str
    when: Condition
    where: Where
    scenarios: Sequence[str]


def _victories(game: Game) -> Iterator[_Victory]:
    for row in rows(game):
        if isinstance(row.entry, DecisiveVictory) and not row.entry.since:
            yield _Victory(row.entry.id, row.entry.side, row.when, row.where, ())
    for entry, at in ending(game).sudden:
        yield _Victory(entry.id, entry.side, entry.when, at, entry.scenarios)


def owners(game: Game) -> Iterator[Diagnostic]:
    """Report decisive and sudden victories that a side wins by the presence of enemy units."""
    of_nations = {nation.id: nation.side for nation in game.about.nationalities} if game.about else {}
    for victory in _victories(game):
        for condition, where in conditions(PlacedCondition(victory.when, victory.where)):
            presence = condition.present
            if presence is None or presence.none or "is_not" in where.path:
                continue
            units = presence.units
            side = units.side or of_nations.get(units.nationality or "")
            if side in game.side_names and side != victory.side:
                called = units.nationality or game.side_name(side or "")
                finding = VIC092.at(victory.where / "side", side=game.side_name(victory.side), units=called)
                yield finding.also(where / "present" / "units", "the units")


def at_once(game: Game) -> Iterator[Diagnostic]:
    """Report decisive and sudden victories whose condition holds when a scenario begins."""
    for victory in _victories(game):
        for scenario in scenarios(game).listed:
            if scenario.start is None or not counts_in(victory.scenarios, scenario.id):
                continue
            if _holds(game, scenario, victory.side, victory.when):
                names = {"side": game.side_name(victory.side), "row": victory.id}
                finding = VIC093.at(victory.where / "when", scenario=scenario.document.title, **names)
                yield finding.also(scenario.where / "start", "the start")
                break


def _holds(game: Game, scenario: Scenario, side: str, when: Condition) -> bool | None:
    """Whether a condition holds at the start; None where that cannot be told from the set-up alone."""
    if when.hold is not None:
        holder = starting_holders(game, scenario).get(when.hold)
        return None if holder is None else holder[0] == side
    if when.present is not None:
        return _present(game, scenario, when.present)
    parts = [_holds(game, scenario, side, part) for part in (when.all or when.any or ())]
    if when.all is not None:
        return False if False in parts else None if None in parts else True
    if when.any is not None:
        return True if True in parts else None if None in parts else False
    inner = when.is_not or when.ever
    found = _holds(game, scenario, side, inner) if inner is not None else None
    return found if found is None or when.is_not is None else not found


def _present(game: Game, scenario: Scenario, presence: Presence) -> bool | None:
    grid = hex_map(game)
    if grid is None or presence.units.supplied is not None or not presence.within:
        return None
    regions = [hexes_of_region(grid, region) for region in presence.within]
    if any(region.near or region.in_range or region.box or hexes is None
           for region, hexes in zip(presence.within, regions, strict=True)):  # fmt: skip
        return None
    there = frozenset.intersection(*(hexes for hexes in regions if hexes is not None))
    units = [stand.unit for stand in stands(game, scenario) if stand.unit is not None and stand.hex in there]
    counters = [unit.counter.counter for unit in units if unit.counter is not None]
    wanted = [counter for counter in counters if not unmet_criteria(presence.units, counter, counter.no)]
    if presence.none:
        return not wanted
    return len(wanted) >= (presence.at_least or 1)


CHECKS = (states, decisive, owners, at_once)
