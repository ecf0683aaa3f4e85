"""SCN114 to 116: what an option says of itself, against the values that it changes and the units that it brings in."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.order import repeated_rows
from scenario_forge.checks.rulebook.quantities import COUNT, numbers, worth
from scenario_forge.checks.rulebook.stated_numbers import numbers_in_data, people_of, side_names, sides_in
from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.game.calendar import DateError, agrees, civil, dates_in
from scenario_forge.game.place import AddressError, parse_address
from scenario_forge.game.reading.errata import corrected_roots, locate
from scenario_forge.game.schedule import days_of, schedule

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from fractions import Fraction

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.documents.rulebook import OptionRule, Setting
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where
    from scenario_forge.game.schedule import Schedule
    from scenario_forge.source.nodes import Data, Node, Path

CODES = Codes(__file__)
SCN114 = CODES.error(
    "SCN114",
    "option-text-unlike-changes",
    date="this changes the turn {turn}, but the text names {said}",
    number="the new value has {number}, which the text does not name: it has {said}",
    instead="the text says `instead of {said}`, but the value that this changes is {printed}",
    unchanged="the text names `{key}`, but no change is to {address}",
    unsaid="this changes `{key}`, but the text names only {said}",
    side="this changes a value of {changed}, but the text is about {said}",
)
SCN115 = CODES.error(
    "SCN115",
    "option-text-unlike-units",
    side="the text gives units to {said}, but the counters of this option are {owner}'s",
    count="the text says `{said}`, but {count} {have} this option",
)
SCN116 = CODES.error("SCN116", "option-title-twice", "another option has the title `{title}` already")

_MORE = re.compile(
    rf"({COUNT}) (?:more|extra|further|additional|new) (?:[^\W\d_][\w-]* )?(?:unit|counter)s?\b",
    re.IGNORECASE,
)

_INSTEAD = re.compile(rf"({COUNT}) instead of ({COUNT})", re.IGNORECASE)
_BY = re.compile(
    r"\b(?:add(?:s|ed|itional)?|extra|few(?:er)?|further|increas\w+|less|lower\w*|more|rais\w+|reduc\w+|subtract\w*)\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\b(?:doubl\w+|twice|halv\w+|half)\b", re.IGNORECASE)


class _Change(NamedTuple):
    """A change whose address leads somewhere: the value at the address, and the values beside it."""

    setting: Setting
    steps: tuple[str, ...]
    file: str
    path: Path
    printed: Data
    beside: Mapping[str, Data]
    where: Where


def changes(game: Game) -> Iterator[Diagnostic]:
    """Report changes of options with another turn, number, value or side than the text of the option names."""
    if not game.in_english:
        return
    roots, track = corrected_roots(game.files), schedule(game)
    for document, where in game.documents("options", OptionsDocument):
        for option, at in where.each("options", document.options):
            settings = at.each("changes", option.changes)
            located = [place for change, here in settings if (place := _located(roots, change, here)) is not None]
            words = f"{option.title}. {option.text}"
            findings = itertools.chain(
                _turns(track, words, located) if track else (),
                _sides(game, words, located),
                _numbers(words, located),
                _instead(words, located if len(located) == len(option.changes) else []),
                _keys(words, located),
            )
            for finding in itertools.islice(findings, 1):
                yield finding.also(at / "text", "the text")


def _located(roots: dict[str, Node], change: Setting, where: Where) -> _Change | None:
    try:
        file, path, node = locate(roots, change.at)
    except AddressError:
        return None  # REF001
    data: Data = roots[file].data
    for step in path[:-1]:
        data = data[int(step)] if isinstance(data, list) else data.get(str(step)) if isinstance(data, dict) else None
    beside = data if isinstance(data, dict) else {}
    printed = node.data if node is not None else None
    return _Change(change, parse_address(change.at), file, path, printed, beside, where)


def _turns(track: Schedule, words: str, located: list[_Change]) -> Iterator[Diagnostic]:
    said = [date for date in dates_in(words) if date.day is not None or track.calendar.unit == "month"]
    turns: dict[int, _Change] = {}
    for change in located if track.calendar.dated else ():
        for step in change.steps[2:]:
            try:
                turn = track.turn(step)
            except DateError:
                continue
            turns.setdefault(turn, change)
            if said and not any(agrees(track.calendar, turn, date) for date in said):
                names = ", ".join(date.text for date in said)
                yield SCN114.at(change.where / "at", "date", turn=step, said=names)
    yield from _months(track, words, turns)


def _months(track: Schedule, words: str, turns: dict[int, _Change]) -> Iterator[Diagnostic]:
    """One of the months that the text names without a day is that of a turn: of its first or its middle day."""
    months = set()
    for turn in turns:
        days = days_of(track, turn)
        months |= {civil(day)[1] - 1 for day in (days[0], sum(days) // 2)} if days else set()
    named = [date for date in dates_in(words) if date.day is None and re.search(rf"\b{date.text.split()[0]}\b", words)]
    if months and named and track.calendar.unit == "day" and not any(date.month in months for date in named):
        turn, change = next(iter(turns.items()))
        yield SCN114.at(change.where / "at", "date", turn=track.calendar.text(turn), said=named[0].text)


def _instead(words: str, located: list[_Change]) -> Iterator[Diagnostic]:
    """A new value is `instead of` one that stands where it comes."""
    for match in _INSTEAD.finditer(words):
        changed = [change for change in located if worth(match[1]) in _scalar(change.setting.value)]
        printed = {number for change in changed for number in _scalar(change.printed)}
        if printed and worth(match[2]) not in printed:
            stands = ", ".join(str(change.printed) for change in changed)
            yield SCN114.at(changed[0].where / "at", "instead", said=match[2], printed=stands)


def _numbers(words: str, located: list[_Change]) -> Iterator[Diagnostic]:
    said = [each for each in numbers(words) if each.counts]
    for change in located if said else ():
        printed = _scalar(change.printed)
        named = {each.value for each in said}
        odd = sorted(_scalar(change.setting.value) - printed - named - {*_reckoned(words, printed, named)})
        if odd and printed:
            names = ", ".join(dict.fromkeys(each.word for each in said))
            yield SCN114.at(change.where / "value", "number", number=odd[0], said=names)


def _reckoned(words: str, printed: Collection[Fraction], named: Collection[Fraction]) -> Iterator[Fraction]:
    """The values that a text reckons from a single printed one: `two more`, `doubled`."""
    for value in printed if len(printed) == 1 else ():
        if _BY.search(words):
            yield from (value + sign * amount for amount in named for sign in (1, -1))
        if _TIMES.search(words):
            yield from (value * 2, value / 2)


def _scalar(value: object) -> set[Fraction]:
    """The numbers of a value that is no table."""
    return numbers_in_data(value) if isinstance(value, (int, float, str)) and not isinstance(value, bool) else set()


def _keys(words: str, located: list[_Change]) -> Iterator[Diagnostic]:
    """Of some numbers beside each other, those that the text names are those that are changed."""
    groups: dict[tuple[str, Path], list[_Change]] = {}
    for change in located:
        groups.setdefault((change.file, change.path[:-1]), []).append(change)
    for several in groups.values():
        alike = {key for key, value in several[0].beside.items() if isinstance(value, (int, float))}
        named = {key for key in alike if _names(words, key)}
        changed = {str(change.path[-1]) for change in several}
        if len(alike) < len(("one", "other")) or not named or not changed <= alike or len(changed) < len(several):
            continue  # one that is changed twice is SCN030
        unsaid = [change for change in several if str(change.path[-1]) not in named]
        unchanged = sorted(named - changed)
        if unchanged and changed & named:
            address = f"{several[0].setting.at.rpartition('.')[0]}.{unchanged[0]}"
            at = several[-1].where / "at"
            yield SCN114.at(at, "unchanged", key=unchanged[0], address=address)
        elif unsaid:
            key, said = str(unsaid[0].path[-1]), ", ".join(f"`{name}`" for name in sorted(named))
            yield SCN114.at(unsaid[0].where / "at", "unsaid", key=key, said=said)


def _names(words: str, key: str) -> bool:
    root = re.escape(key.replace("_", " ").removesuffix("s"))
    return re.search(rf"\b{root}s?\b", words, re.IGNORECASE) is not None


def _sides(game: Game, words: str, located: list[_Change]) -> Iterator[Diagnostic]:
    said = sides_in(words, side_names(game))
    for change in located if len(said) == 1 else ():
        changed = {step for step in change.steps if step in game.side_names}
        if len(changed) == 1 and said[0] not in changed:
            names = {"changed": game.side_name(min(changed)), "said": game.side_name(said[0])}
            yield SCN114.at(change.where / "at", "side", **names)
            return


def units(game: Game) -> Iterator[Diagnostic]:
    """Report options whose text gives other units, or to another side, than the counters that have the option."""
    counters = game.one("counters", CountersDocument)
    if counters is None or not game.in_english:
        return
    for document, where in game.documents("options", OptionsDocument):
        for option, at in where.each("options", document.options):
            own = [
                (unit, here) for unit, here in counters[1].each("units", counters[0].units) if unit.option == option.id
            ]
            sides = {unit.side for unit, _ in own}
            subject = _subject(game, option)
            if len(sides) == 1 and subject and subject not in sides:
                names = {"said": game.side_name(subject), "owner": game.side_name(min(sides))}
                yield SCN115.at(at / "text", "side", **names).also(own[0][1], "a counter")
            for match in _MORE.finditer(option.text) if own else ():
                if worth(match[1]) != len(own):
                    count, have = plural(len(own), "counter"), "has" if len(own) == 1 else "have"
                    finding = SCN115.at(at / "text", "count", said=match[0], count=count, have=have)
                    for unit, here in _beside(own, counters[1].each("units", counters[0].units)):
                        finding = finding.also(here, f"{unit.name}, beside one of them, does not have it")
                    yield finding


def _beside(
    own: list[tuple[UnitCounter, Where]], units: Iterable[tuple[UnitCounter, Where]]
) -> Iterator[tuple[UnitCounter, Where]]:
    """Counters without an option, of the type of one that has it and with the number before or after."""
    beside = {(unit.side, unit.type, unit.no + step) for unit, _ in own for step in (-1, 1)}
    for unit, here in units:
        if unit.option is None and (unit.side, unit.type, unit.no) in beside:
            yield unit, here


def titles(game: Game) -> Iterator[Diagnostic]:
    """Report options that cannot be told apart by their titles (SCN116)."""
    options = [(option, at) for document, where in game.documents("options", OptionsDocument)
               for option, at in where.each("options", document.options)]  # fmt: skip
    for (option, at), (_first, there) in repeated_rows(options, lambda row: row[0].title.casefold()):
        yield SCN116.at(at / "title", title=option.title).also(there / "title", "the first")


def _subject(game: Game, option: OptionRule) -> str | None:
    """The one side that by the text of an option has or gets something."""
    verbs = r"(?: player| side)? (?:has|have|gets?|receives?|gains?|adds?)\b"
    found = {
        side for side, called in side_names(game).items() for name in called
        if re.search(rf"\b{people_of(name)}s?{verbs}", option.text)
    }  # fmt: skip
    return found.pop() if len(found) == 1 else None


CHECKS = (changes, units, titles)
