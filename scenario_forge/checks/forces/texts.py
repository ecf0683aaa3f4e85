"""CNT042, CNT049: what the texts on counters say, against their values and other texts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.forces.counters import counter_name
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.scenario import ScenarioDocument
from scenario_forge.game.calendar import dates_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.documents.counters import UnitCounter
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
CNT042 = CODES.warning(
    "CNT042",
    "text-denies-the-value",
    denied="{unit} has {value}; its text says `{text}`",
    lacking="{unit} does not have {value}; its text says `{text}`",
    number="the text of {unit} says `{text}`; {others}",
)
CNT049 = CODES.warning(
    "CNT049", "year-of-another-war", "the text of {unit} names {year}; the other texts name {least} to {most}"
)

_YEARS = 3
"""Years named by others from which on they are the years of the game."""
_APART = 5
"""Years from those of the game that no counter means."""
_PARTS = re.compile(r"[;,.()]+(?=\s|$)|[()]")
_NOT = frozenset({"no", "not", "never", "without", "cannot"})
_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"\b(1[0-9]{3}|20[0-9]{2})\b")
_NUMBER = re.compile(r"\d+")
_PHRASE = 4
"""So many words with a number from which on they mean one thing wherever they stand."""


class _Text(NamedTuple):
    """A free text on a counter."""

    unit: UnitCounter
    cited: str
    text: str
    at: Where


def _texts(game: Game) -> Iterator[_Text]:
    for document, where in game.documents("counters", CountersDocument) if game.in_english else ():
        keys = [value.id for value in document.values if value.kind == "word" and not value.words]
        for unit, at in where.each("units", document.units) if keys else ():
            for key in keys:
                if isinstance(text := unit.values.get(key), str):
                    yield _Text(unit, counter_name(game, unit), text, at / key)


def flags_in_texts(game: Game) -> Iterator[Diagnostic]:
    """Report a unit with a flag that its own text denies, or without one that it states (CNT042)."""
    flags = {value.id: value.name or value.id for document, _where in game.documents("counters", CountersDocument)
             for value in document.values if value.kind == "flag"}  # fmt: skip
    for unit, cited, text, at in _texts(game) if flags else ():
        for flag, affirmed, words in _flags_in(text, flags):
            if affirmed != (unit.values.get(flag) is True):
                row = at._replace(path=at.path[:-1])
                form, here = ("lacking", row / "name") if affirmed else ("denied", row / flag)
                finding = CNT042.at(here, form, unit=cited, value=f"`{flag}`", text=words)
                finding = finding.also(at, "its text")
                yield finding.suggest(f"{'add' if affirmed else 'remove'} `{flag}`, or correct the text")


def _flags_in(text: str, flags: Mapping[str, str]) -> Iterator[tuple[str, bool, str]]:
    """Flags whose words a part of a text has one after the other: the flag, whether it is affirmed, and the words."""
    for part in _PARTS.split(text):
        words = [word.casefold() for word in _WORD.findall(part)]
        for flag, name in flags.items():
            for wanted in {tuple(_words_of(flag)), tuple(_words_of(name))}:
                start = _found(words, wanted)
                if start is not None and len(wanted) > 1:
                    yield flag, not _NOT.intersection(words[:start]), part.strip()
                    break


def _words_of(name: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(name.replace("_", " "))]


def _found(words: Sequence[str], wanted: Sequence[str]) -> int | None:
    """Where some words stand together, in whatever order; None where they do not."""
    ends = range(len(words) - len(wanted) + 1)
    return next((n for n in ends if sorted(words[n : n + len(wanted)]) == sorted(wanted)), None)


# -- numbers in phrases that stand elsewhere ----------------------------------------------------------


def numbers_in_texts(game: Game) -> Iterator[Diagnostic]:
    """Report a phrase with another number than it has in every other text on a counter and in charts (CNT042)."""
    texts = [*_texts(game)]
    elsewhere = [(text.text, text.at) for text in texts]
    for charts, where in game.documents("charts", ChartsDocument) if texts else ():
        for id_, chart in charts.charts.items():
            at = where / "charts" / id_
            elsewhere += [(cell, at / "rows" / label / n) for label, cells in chart.rows.items()
                          for n, cell in enumerate(cells)]  # fmt: skip
    told: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    places: dict[str, dict[tuple[str, ...], list[Where]]] = defaultdict(dict)
    for text, at in elsewhere:
        for phrase, numbers in _first_numbers(text).items():
            told[phrase][numbers] += 1
            places[phrase].setdefault(numbers, []).append(at)
    for unit in texts:
        own = _first_numbers(unit.text)
        for part in _PARTS.split(unit.text):
            for said, phrase in _phrases(part):
                if len(told[phrase]) > 2:  # with its own it leaves several
                    continue
                others = {numbers: times - (own.get(phrase) == numbers) for numbers, times in told[phrase].items()}
                usual = [numbers for numbers, times in others.items() if times]
                if len(usual) == 1 and said not in usual:
                    times, right = others[usual[0]], ", ".join(usual[0])
                    where = next(at for at in places[phrase][usual[0]] if at != unit.at)
                    words = f"{times} other {'text says' if times == 1 else 'texts say'} {right}"
                    finding = CNT042.at(unit.at, "number", unit=unit.cited, text=part.strip(), others=words)
                    yield finding.also(where, "elsewhere").suggest(f"did you mean {right}?")
                    break


def _first_numbers(text: str) -> dict[str, tuple[str, ...]]:
    """The numbers of each phrase of a text where it first stands."""
    if not _NUMBER.search(text):
        return {}
    words = text.split()
    windows = [words[start : start + _PHRASE] for start in range(len(words) - _PHRASE + 1)]
    found: dict[str, tuple[str, ...]] = {}
    for few in windows:
        numbers = tuple(number for word in few for number in _NUMBER.findall(word))
        if numbers:
            found.setdefault(_masked(" ".join(few)), numbers)
    return found


def _phrases(part: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """A few words with a number between them that is no year: the number, and the words without it."""
    words = part.split()
    for start in range(len(words) - _PHRASE + 1):
        few = words[start : start + _PHRASE]
        numbers = tuple(number for word in few for number in _NUMBER.findall(word))
        if numbers and not any(_YEAR.match(number) for number in numbers):
            yield numbers, _masked(" ".join(few))


def _masked(text: str) -> str:
    return " ".join(_NUMBER.sub("#", text).casefold().split())


# -- years and dates --------------------------------------------------------------------------------


def years_in_texts(game: Game) -> Iterator[Diagnostic]:
    """Report a year on a counter that lies far from all others of the game (CNT049)."""
    texts = [*_texts(game)]
    named = [(int(match[1]), unit, match.span()) for unit in texts for match in _YEAR.finditer(unit.text)]
    dated = [date.year for scenario, _where in game.documents("scenarios", ScenarioDocument) if texts
             for date in dates_in(scenario.dates) if date.year]  # fmt: skip
    every = Counter(year for year, _unit, _span in named) + Counter(dated)
    for year, unit, span in named:
        others = every - Counter(int(match[1]) for match in _YEAR.finditer(unit.text))
        least, most = min(others, default=0), max(others, default=0)
        if others.total() >= _YEARS and most - least <= _APART and not least - _APART <= year <= most + _APART:
            finding = CNT049.at(unit.at.within(*span), unit=unit.cited, year=year, least=least, most=most)
            yield finding.suggest("correct the year")


CHECKS = (flags_in_texts, numbers_in_texts, years_in_texts)
