"""OOB001 to OOB007, RUL019: set-up numbers and identities, in orders of battle and on counters."""

from __future__ import annotations

import re
from collections import Counter
from collections import Counter as Tally
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.near_words import one_slip
from scenario_forge.checks.order import longest_rising, repeated_rows
from scenario_forge.diagnostics.model import Candidate, Codes, NewValue, TextEdit
from scenario_forge.documents.scenario import OrderOfBattleDocument, ScenarioDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.placement import PlacementToken
from scenario_forge.source.change import Changes
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.scenario import SideSetUp
    from scenario_forge.game.forces import Counter as CounterOfForce
    from scenario_forge.game.forces import Force, Forces, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.source.nodes import Data

CODES = Codes(__file__)
OOB001 = CODES.error("OOB001", "unit-without-counter", "{unit}, {name}, has no counter")
OOB002 = CODES.error("OOB002", "counter-without-unit", "counter {unit}, {name}, is in no order of battle")
OOB003 = CODES.error("OOB003", "set-up-number-twice", "{unit} is used twice: {name} and {other}")
OOB004 = CODES.warning(
    "OOB004",
    "gap-in-set-up-numbers",
    "no row has set-up number {missing}, between {before} and {unit}",
)
OOB005 = CODES.warning("OOB005", "row-out-of-order", "{unit} is listed after {before}, out of order")
OOB006 = CODES.warning(
    "OOB006",
    "identity-breaks-pattern",
    "`{part}` in the identity of {unit} looks like a typo; {others} have {usual}",
)
OOB007 = CODES.warning("OOB007", "identity-twice", "{unit} and {other} are both {name}")
REF004 = CODES.error("REF004", "two-spellings", "{thing}: `{one}` here, `{other}` elsewhere")
RUL019 = CODES.warning("RUL019", "title-names-no-side", "the title `{title}` does not name the side, {side}")


def units_without_counter(game: Game) -> Iterator[Diagnostic]:
    """Report a row whose number is on no counter, while its side has counters (OOB001)."""
    linked = forces(game)
    sides = {side for side, _no in linked.counters}
    for unit in linked.units():
        if unit.counter is None and unit.side in sides and not _misread(unit, linked):
            finding = OOB001.at(unit.where / "no", unit=unit.cited, name=unit.name)
            twin = _twin(unit, linked)
            if twin:
                finding = finding.also(twin.where / "no", f"{unit.name} has number {twin.counter.no} here")
                finding = finding.suggest(f"did you mean {twin.counter.no}?")
            yield finding


def _misread(unit: Unit, linked: Forces) -> bool:
    """Whether its counter is there under a side that is none, which is reported for it."""
    return any(
        no == unit.no and side not in linked.sides and plain(counter.counter.name) == plain(unit.name)
        for (side, no), counter in linked.counters.items()
    )


_FIXED = 8
"""Counters without a row that get a fix."""


def counters_without_unit(game: Game) -> Iterator[Diagnostic]:
    """Report a counter whose number no row has (OOB002), unless a misnumbered row means it."""
    linked = forces(game)
    if game.broken("orders-of-battle"):
        return
    rows = {unit.key for unit in linked.units()}
    astray = [unit for unit in linked.units() if unit.counter is None or _is_double(unit, linked)]
    meant = {id(twin) for unit in astray if (twin := _twin(unit, linked))}
    found = 0
    for key, counter in linked.counters.items():
        if key not in rows and key[0] in linked.sides and id(counter) not in meant:
            found += 1
            cited = f"{game.side_name(key[0])} {key[1]}"
            finding = OOB002.at(counter.where / "no", unit=cited, name=counter.counter.name)
            behind = next((unit for unit in linked.sides[key[0]].units if unit.no > key[1]), None)
            if behind is not None:
                finding = finding.also(behind.where / "no", "the row that would follow it")
            # a whole chart that is still to be written is not written by fixes, each of which reads its text
            yield _with_row(game, finding, counter) if found <= _FIXED else finding


def _with_row(game: Game, finding: Diagnostic, counter: CounterOfForce) -> Diagnostic:
    """Return the finding with a fix that adds the counter's row where its number belongs, absent at every start."""
    side, no, name = counter.counter.side, counter.counter.no, counter.counter.name
    force = forces(game).sides.get(side)
    notation = game.system.placement() if game.system else None
    if force is None or notation is None:
        return finding
    absent = notation.format([PlacementToken("absent")])
    row: dict[str, Data] = {"no": no, "name": name}
    row |= {column.id: absent for column in force.columns.values() if column.start}
    source = force.where.file.source
    try:
        changes = Changes(source.text)
        changes.insert(("units",), sum(1 for unit in force.units if unit.no < no), row)
        edits = [TextEdit(source.lines.span(source.name, a, b), put) for a, b, put in changes.splices()]
    except EditRefused:
        return finding
    return finding.fix(f"add it to the order of battle of {force.name}", *edits)


def _is_double(unit: Unit, linked: Forces) -> bool:
    """Whether an earlier row has its number, which is reported for it."""
    return linked.find(unit.side, unit.no) is not unit


def _twin(unit: Unit, linked: Forces) -> CounterOfForce | None:
    """The counter of that identity that no row has claimed: the row's number is misprinted."""
    rows = {each.key for each in linked.units()}
    spelt = plain(unit.name)
    for key, counter in linked.counters.items():
        if key[0] == unit.side and key not in rows and plain(counter.counter.name) == spelt:
            return counter
    return None


def plain(name: str) -> str:
    """Return a name without differences of style: case, spaces, full stops.

    >>> plain("Pzjg. Bn 39") == plain("PzJg Bn 39"), plain("1/1 S Af") == plain("11 S Af")
    (True, False)
    """
    return re.sub(r"[\s.,'’]", "", name).casefold()


def numbers_given_twice(game: Game) -> Iterator[Diagnostic]:
    """Report one set-up number for two rows, or for two counters (OOB003)."""
    linked = forces(game)
    for force in linked.sides.values():
        for unit, before in repeated_rows(force.units, lambda unit: unit.no):
            finding = OOB003.at(unit.where / "no", unit=unit.cited, name=before.name, other=unit.name)
            yield finding.also(before.where / "no", "the first")
    for again, before_ in linked.doubled_counters:
        counter = again.counter
        cited = f"{game.side_name(counter.side)} {counter.no}"
        finding = OOB003.at(again.where / "no", unit=cited, name=before_.counter.name, other=counter.name)
        yield finding.also(before_.where / "no", "the first")


def gaps_in_numbers(game: Game) -> Iterator[Diagnostic]:
    """Report numbers that neither a row nor a counter has, between rows that have counters (OOB004)."""
    linked = forces(game)
    for force in linked.sides.values():
        numbers = sorted({unit.no: unit for unit in force.units if unit.counter or not linked.counters}.items())
        for (low, before), (high, unit) in pairwise(numbers):
            missing = [no for no in range(low + 1, high) if (force.side, no) not in linked.counters]
            if missing and not _claimed(force, missing):
                listed = f"{missing[0]}" if len(missing) == 1 else f"{missing[0]} to {missing[-1]}"
                yield OOB004.at(unit.where / "no", unit=unit.cited, before=before.cited, missing=listed)


def _claimed(force: Force, numbers: Sequence[int]) -> bool:
    return any(unit.no in numbers for unit in force.units)


def rows_out_of_order(game: Game) -> Iterator[Diagnostic]:
    """Report rows that stand apart from an otherwise ascending chart (OOB005)."""
    for force in forces(game).sides.values():
        units = list({unit.no: unit for unit in reversed(force.units)}.values())[::-1]
        units = [unit for unit in units if unit.counter or not forces(game).counters]
        kept = longest_rising([unit.no for unit in units])
        if len(units) - len(kept) > max(1, len(units) // 10):
            continue  # this chart is not in the order of its numbers at all
        for index, unit in enumerate(units):
            if index not in kept:
                before = units[index - 1] if index else units[1]
                yield OOB005.at(unit.where / "no", unit=unit.cited, before=before.cited)


def identities(game: Game) -> Iterator[Diagnostic]:
    """Report a unit with different names in its row and on its counter (REF004)."""
    linked = forces(game)
    rows = {(unit.side, plain(unit.name)): unit for unit in linked.units()}
    for unit in linked.units():
        if unit.counter is None or plain(unit.name) == plain(unit.counter.counter.name) or _is_double(unit, linked):
            continue
        name = unit.counter.counter.name
        finding = REF004.at(unit.where / "name", one=unit.name, other=name, thing=unit.cited)
        finding = finding.also(unit.counter.where / "name", "on its counter").rests_on(unit.counter.where / "name")
        named = rows.get((unit.side, plain(name)))
        if named is None:
            finding = finding.could_be(unit.where / "name", name, "the name on its counter", "restated")
            yield finding.could_be(unit.counter.where / "name", unit.name, "the name in its row", "restated")
        else:
            yield _exchanged(finding.note(f"{name} is the identity of {named.cited}"), unit, named)
    yield from _of_scenarios(game, linked, rows)


def _exchanged(finding: Diagnostic, one: Unit, other: Unit) -> Diagnostic:
    """The finding with the numbers of two rows exchanged, or their names; neither has another's name alone."""
    for key, here, there in (("no", one.no, other.no), ("name", one.name, other.name)):
        values = (NewValue.at(one.where / key, there), NewValue.at(other.where / key, here))
        found = Candidate(values, f"the {'numbers' if key == 'no' else 'names'} of two rows are exchanged", "compared")
        finding = replace(finding, candidates=(*finding.candidates, found))
    return finding


def _of_scenarios(game: Game, linked: Forces, rows: Mapping[tuple[str, str], Unit]) -> Iterator[Diagnostic]:
    """A unit that a scenario sets up under another name than its row has."""
    for document, where in game.documents("scenarios", ScenarioDocument):
        for own, at in where.each("set_up", document.set_up):
            if side_by_names(linked, own):
                continue  # they are those of another side
            for row, here in at.each("units", own.units):
                unit = linked.find(own.side, row.no)
                if unit is None or not row.name or plain(row.name) == plain(unit.name):
                    continue
                finding = REF004.at(here / "name", one=row.name, other=unit.name, thing=unit.cited)
                finding = finding.also(unit.where / "name", "in the order of battle")
                finding = finding.could_be(here / "name", unit.name, "the name in the order of battle", "restated")
                finding = finding.suggest(f"did you mean {unit.name}?")
                named = rows.get((own.side, plain(row.name)))
                yield finding.note(f"{row.name} is the name of {named.cited}") if named else finding


def side_by_names(linked: Forces, own: SideSetUp) -> str:
    """Return the other side whose units a set-up names with their numbers; empty if there is none."""
    named = [(unit.no, unit.name) for unit in own.units if unit.name]
    fitting = {side: sum(_is_named(linked, side, no, name) for no, name in named) for side in linked.sides}
    best = max(fitting, key=fitting.__getitem__, default="")
    return best if best and not fitting.get(own.side) and fitting[best] * 2 > len(named) else ""


def _is_named(linked: Forces, side: str, no: int, name: str) -> bool:
    unit = linked.find(side, no)
    return unit is not None and plain(unit.name) == plain(name)


def formations(game: Game) -> Iterator[Diagnostic]:
    """Report a formation spelt on one counter with a letter that differs from several others (REF004)."""
    named = [counter for counter in forces(game).counters.values() if counter.counter.parent]
    times = Tally((counter.counter.side, counter.counter.parent) for counter in named)
    for counter in named:
        side, parent = counter.counter.side, counter.counter.parent
        if times[side, parent] > 1:
            continue
        near = [text for (s, text), n in times.items() if s == side and n > 1 and _misspelt(parent, text)]
        if len(near) == 1:
            cited = f"{game.side_name(side)} {counter.counter.no}"
            place = counter.where / "parent"
            finding = REF004.at(place, one=parent, other=near[0], thing=f"the formation of {cited}")
            finding = finding.could_be(place, near[0], "the name on the others' counters", "outvoted")
            yield finding.rests_on(place).suggest(f"did you mean {near[0]}?")


def _misspelt(one: str, other: str) -> bool:
    """Whether two names are one slip apart, and not in a number: 15 Div. and 16 Div. are two formations."""
    return one_slip(one, other) and re.findall(r"\d+", one) == re.findall(r"\d+", other)


def identities_given_twice(game: Game) -> Iterator[Diagnostic]:
    """Report one numbered identity for two rows of a side (OOB007), unless counters.yaml is broken."""
    if game.broken("counters"):
        return
    for force in forces(game).sides.values():
        numbered = [unit for unit in force.units if re.search(r"\d", unit.name)]
        for unit, before in repeated_rows(numbered, lambda unit: plain(unit.name)):
            if before.no != unit.no and not _equal(before, unit):
                finding = OOB007.at(unit.where / "name", unit=unit.cited, other=before.cited, name=unit.name)
                yield finding.also(before.where / "name", "the first")


def _equal(one: Unit, other: Unit) -> bool:
    """Whether counters.yaml has them as equal counters of one row, which are called alike."""
    return one.counter is not None and other.counter is not None and one.counter.where == other.counter.where


# -- identities that break the pattern of their column ---------------------------------------------


ENOUGH = 3
"""How many others must agree before one that differs is called a slip."""


def titles(game: Game) -> Iterator[Diagnostic]:
    """Report orders of battle whose title names neither their side nor one of its nationalities."""
    sides = game.side_names
    for document, where in game.documents("orders-of-battle", OrderOfBattleDocument):
        used = {
            counter.counter.nationality for (side, _), counter in forces(game).counters.items() if side == document.side
        }
        known = {n.id: n.name for n in game.about.nationalities} if game.about else {}
        if document.side in sides and document.title and used <= known.keys():
            nations = [n.name for n in game.about.nationalities if n.side == document.side] if game.about else []
            words = {
                word.casefold() for name in (document.side, sides[document.side], *nations) for word in name.split()
            }
            if not words & {word.casefold() for word in re.findall(r"\w+", document.title)}:
                finding = RUL019.at(where / "title", title=document.title, side=sides[document.side])
                yield finding.also(where / "side", "the side")


class IdentityWord(NamedTuple):
    """A word of an identity and where it stands in it."""

    unit: Unit
    text: str
    start: int
    slot: str
    """The shapes of the words before it: what is compared with what."""


def broken_patterns(game: Game) -> Iterator[Diagnostic]:
    """Report a word that occurs once, one slip from a word or number form common in its place."""
    for force in forces(game).sides.values():
        parts = [part for unit in force.units for part in _parts(unit)]
        yield from _words(parts)
        yield from _numbers(parts)


def _parts(unit: Unit) -> Iterator[IdentityWord]:
    slot: list[str] = []
    for word in re.finditer(r"\S+", unit.name):
        yield IdentityWord(unit, word[0], word.start(), " ".join(slot))
        pieces = word[0].split("/")
        for number, piece in enumerate(pieces) if len(pieces) > 1 else ():  # Bush/2/13: a word by itself as well
            at = word.start() + sum(len(before) + 1 for before in pieces[:number])
            yield IdentityWord(unit, piece, at, " ".join((*slot, *map(shape, pieces[:number]), "/")))
        slot.append(shape(word[0]))


def shape(word: str) -> str:
    """Return the kind of a word: numbers by their form, all others alike.

    >>> shape("24/9"), shape("2/"), shape("Aus")
    ('#/#', '#/', 'A')
    """
    return re.sub(r"\d+", "#", word) if any(c.isdigit() for c in word) else "A"


def _words(parts: Iterable[IdentityWord]) -> Iterator[Diagnostic]:
    words = [part for part in parts if part.text.isalpha() and len(part.text) >= 3]
    times = Counter(part.text for part in words)
    by_slot = Counter((part.slot, part.text) for part in words)
    for part in words:
        if times[part.text] > 1:
            continue
        often = [text for (slot, text), n in by_slot.items() if slot == part.slot and n >= ENOUGH]
        near = [text for text in often if one_slip(part.text, text) and not _grammar(part.text, text)]
        if len(near) == 1:
            finding = _finding(part, f"`{near[0]}`", by_slot[part.slot, near[0]])
            name = part.unit.name
            meant = name[: part.start] + near[0] + name[part.start + len(part.text) :]
            yield finding.suggest(f"did you mean {meant}?")


def _grammar(one: str, other: str) -> bool:
    """Whether two words differ by an ending or by case: two forms, not a slip."""
    return one.startswith(other) or other.startswith(one) or one.casefold() == other.casefold()


def _numbers(parts: Iterable[IdentityWord]) -> Iterator[Diagnostic]:
    numbers = [part for part in parts if any(c.isdigit() for c in part.text) and not part.slot.endswith("/")]
    shapes = Counter((part.slot, shape(part.text)) for part in numbers)
    for part in numbers:
        own = shape(part.text)
        if own[0] == "#" and own[-1] == "#":
            continue  # whole: a plain number beside 24/9 is another kind of unit, not a slip
        whole = [s for (slot, s), n in shapes.items() if slot == part.slot and n >= ENOUGH and s != own and own in s]
        if whole and shapes[part.slot, own] < ENOUGH:
            example = next(p.text for p in numbers if p.slot == part.slot and shape(p.text) == whole[0])
            yield _finding(part, f"numbers such as `{example}`", shapes[part.slot, whole[0]])


def _finding(part: IdentityWord, usual: str, others: int) -> Diagnostic:
    where = (part.unit.where / "name").within(part.start, part.start + len(part.text))
    return OOB006.at(where, part=part.text, unit=part.unit.cited, usual=usual, others=f"{others} others")


CHECKS = (
    units_without_counter,
    counters_without_unit,
    numbers_given_twice,
    gaps_in_numbers,
    rows_out_of_order,
    identities,
    formations,
    identities_given_twice,
    broken_patterns,
    titles,
)
