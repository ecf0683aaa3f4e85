"""RUL148: dice that a text throws, against those of the rules, the chart or the procedure, and what they give."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.checks.rulebook.quantities import MONTHS, NUMBER_WORDS, worth
from scenario_forge.diagnostics.model import Codes
from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.rulebook import RulebookDocument
from scenario_forge.game.game import fact
from scenario_forge.game.procedures import procedures
from scenario_forge.game.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.game.game import Game
    from scenario_forge.game.place import Where

CODES = Codes(__file__)
RUL148 = CODES.warning(
    "RUL148",
    "dice-unlike-the-rule",
    others="the text throws `{said}`, but {what} {dice}",
    beyond="`{said}` can never come up with {dice}: {low} to {high}",
)


class Dice(NamedTuple):
    """Dice that are thrown together; no faces where a text does not tell."""

    number: int
    faces: int | None = None

    def fit(self, other: Dice) -> bool:
        """Whether both may be the same dice."""
        return self.number == other.number and (not self.faces or not other.faces or self.faces == other.faces)

    def __str__(self) -> str:
        if self.faces:
            return f"{self.number}d{self.faces}"
        return f"{self.number} dice" if self.number > 1 else "one die"


class Thrown(NamedTuple):
    """Dice in a text, and the characters that name them."""

    dice: Dice
    said: str
    start: int
    end: int


class _Stated(NamedTuple):
    """Dice that a text goes by, what names them, and where."""

    dice: Dice
    what: str
    where: Where


_NAMED = re.compile(
    rf"\b(?P<count>an?|{NUMBER_WORDS}|\d)(?: (?P<sides>\d+|six|eight|ten|twelve|twenty)[- ]?sided)? (?:dice|die)\b(?!-)"
    rf"|\b(?:(?P<before>an?|one) )?(?P<number>[1-9]?)[dD](?P<faces>[1-9]\d?\d?)\b",
    re.IGNORECASE,
)
_ANY = re.compile(r"di(?:e|ce)\b|d\d", re.IGNORECASE)
_ABOUT_THROWS = re.compile(r"\b(?:throw|roll|die\b|dice\b)", re.IGNORECASE)
_NOTATION = re.compile(r"([1-9]?)d([1-9]\d*)\Z")
_SENTENCE = re.compile(r"(?:[^.;]|\.(?=\d))+")
_DIGITS = re.compile(r"\b[2-9]d10\b|\bd66\b|\bpercent|\btens\b|\bdigits?\b", re.IGNORECASE)
"""Dice that are read as the digits of one number."""
_ZERO = 10
"""Faces of a die that may begin with 0 rather than 1."""
_MONTH = "|".join(f"{month}|{month[:3]}\\b" for month in MONTHS)
_MODIFIED = re.compile(r"\b(?:add(?:s|ed)?|subtract(?:s|ed)?|plus|minus|modif\w+|read as)\b|[+−-]\d", re.IGNORECASE)
_NEEDED = re.compile(
    r"\b(?:needs?|throws? of|rolls? of|on an?|on|scores? of) "
    r"(?P<first>\d+)(?:(?: to | or |[-–])(?P<last>\d+))?(?![\w/.%:])"
    rf"(?! (?:hex|point|strength|unit|turn|{_MONTH}))"
    r"|(?<![\w/.])(?P<least>\d+)(?= or (?:less|more|lower|higher)\b)|: (?P<listed>\d+) or \d",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def dice_in(text: str) -> tuple[Thrown, ...]:
    """Return the dice that a text names.

    >>> [str(each.dice) for each in dice_in("Throw two dice; at night roll 3d6, else a ten-sided die or one d10.")]
    ['2 dice', '3d6', '1d10', '1d10']
    """
    found = []
    for match in _NAMED.finditer(text) if _ANY.search(text) else ():
        if match["faces"]:
            dice = Dice(int(match["number"] or 1), int(match["faces"]))
        else:
            count = 1 if match["count"].casefold() in ("a", "an") else int(worth(match["count"]))
            dice = Dice(count, int(worth(match["sides"])) if match["sides"] else None)
        found.append(Thrown(dice, match[0], *match.span()))
    return tuple(found)


def other_dice(game: Game) -> Iterator[Diagnostic]:
    """Report a text that throws other dice than its procedure, the quantities that it states, or the chart it names."""
    if not game.in_english:
        return
    for text, at, stated in _texts_with_dice(game):
        thrown = dice_in(text)
        if not _agree(thrown, stated):
            known = stated[0]
            place = at.within(thrown[0].start, thrown[0].end)
            finding = RUL148.at(place, "others", said=thrown[0].said, what=known.what, dice=known.dice)
            yield finding.also(known.where, "the dice").suggest(f"say {known.dice} in both places, or the other")


def _agree(thrown: Sequence[Thrown], stated: Sequence[_Stated]) -> bool:
    return not thrown or not stated or any(each.dice.fit(known.dice) for each in thrown for known in stated)


def _texts_with_dice(game: Game) -> Iterator[tuple[str, Where, list[_Stated]]]:
    """Yield texts, their places, and the dice that they go by."""
    for procedure, where in procedures(game):
        dice = _read(procedure.dice)
        if dice is not None:
            yield procedure.text, where / "text", [_Stated(dice, "its procedure has", where / "dice")]
    charts = list(_charts(game))
    by_clause: dict[str, list[_Stated]] = {}
    for book, where in game.documents("rulebook", RulebookDocument):
        for clause, at in where.each("clauses", book.clauses):
            stated = list(_of_states(clause.states, at / "states"))
            by_clause[clause.id] = stated
            named = [known for title, known in charts if title in clause.text.casefold()]
            yield clause.text, at / "text", stated or named
    for aids, where in game.documents("aids", AidsDocument):
        for section, here in where.each("sections", aids.sections):
            for line, at in here.each("lines", section.lines):
                yield line.text, at / "text", [each for id_ in line.restates for each in by_clause.get(id_, ())]


def _charts(game: Game) -> Iterator[tuple[str, _Stated]]:
    for charts, where in game.documents("charts", ChartsDocument):
        for id_, chart in charts.charts.items():
            dice = _read(chart.die)
            if dice is not None:
                yield chart.title.casefold(), _Stated(dice, f"{chart.title} has", where / "charts" / id_ / "die")
            for turn, text in chart.dice_when.items():
                if (dice := _read(text)) is not None:
                    at = where / "charts" / id_ / "dice_when" / turn
                    yield chart.title.casefold(), _Stated(dice, f"{chart.title} has on such turns", at)


def _of_states(states: Mapping[str, object], where: Where) -> Iterator[_Stated]:
    for quantity, value in states.items():
        dice = _read(value) if isinstance(value, str) else None
        if dice is not None:
            yield _Stated(dice, f"`{quantity}` is", where / quantity)


def _read(text: str) -> Dice | None:
    match = _NOTATION.match(text)
    return Dice(int(match[1] or 1), int(match[2])) if match else None


# -- results that no dice give --------------------------------------------------------------------


def results_beyond(game: Game) -> Iterator[Diagnostic]:
    """Report a result in a text that the dice of the same sentence, or of the same clause, cannot give."""
    if not game.in_english:
        return
    usual = _faces(game)
    for text, at, stated in _texts_with_dice(game):
        if not _ABOUT_THROWS.search(text) or not _agree(dice_in(text), stated) or _MODIFIED.search(text):
            continue
        for sentence in _SENTENCE.finditer(text):
            thrown = dice_in(sentence[0])
            dice = thrown[0].dice if len(thrown) == 1 else stated[0].dice if len(stated) == 1 and not thrown else None
            faces = dice.faces or usual if dice else None
            if dice is None or faces is None or _DIGITS.search(text):
                continue
            for match in _NEEDED.finditer(sentence[0]):
                values = [int(value) for value in match.groups() if value]
                least = 0 if faces == _ZERO else dice.number
                wrong = [value for value in values if not least <= value <= dice.number * faces]
                if wrong and (thrown or _ABOUT_THROWS.search(sentence[0])):
                    begin = sentence.start() + match.start() + match[0].index(str(wrong[0]))
                    place = at.within(begin, begin + len(str(wrong[0])))
                    said = {"low": dice.number, "high": dice.number * faces}
                    finding = RUL148.at(place, "beyond", said=wrong[0], dice=dice, **said)
                    yield finding.suggest("correct the result, or the dice")


@fact
def _faces(game: Game) -> int | None:
    """The faces of a die, where all dice of the rules and the charts have as many."""
    named = {text for _title, known in _charts(game) for text in [known.dice.faces]}
    for several in statements(game).values():
        named |= {dice.faces for each in several if isinstance(each.value, str) and (dice := _read(each.value))}
    return named.pop() if len(named) == 1 else None


CHECKS = (other_dice, results_beyond)
