"""Texts that name quantities instead of typing numbers: ``{supply.attrition}`` takes what the game states."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.components import WordsDocument
from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.project.game import Game
    from scenario_forge.project.system import Statement


_GAP = re.compile(r"\{(\+?)([^{}]*)\}")
_FIRMNESS = ("printed", "derived", "fitted", "proposed")
_FRACTIONS = {0.25: "¼", 0.5: "½", 0.75: "¾"}


class Said(NamedTuple):
    """The words that values are set with, in the language of the page."""

    yes: str = "yes"
    no: str = "no"
    between: str = " or "


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity named in a text: where its gap stands, its name, and whether its sign is set."""

    name: str
    start: int
    end: int
    signed: bool


@dataclass(frozen=True, slots=True)
class TextPart:
    """A stretch of a text: words, or a value with the statement it rests on."""

    text: str
    statement: Statement | None = None


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities that a text names, by the characters of their names."""
    for gap in _GAP.finditer(text):
        yield Quantity(gap[2], gap.start(2), gap.end(2), bool(gap[1]))


def pieces(game: Game, text: str, said: Said = Said()) -> list[TextPart]:  # noqa: B008 - it never changes
    """A text with its quantities filled in. One that is stated nowhere stays as it is written.

    Where the game states several values (RUL001), all are given: ``7 or 8``.
    """
    known, found, after = statements(game), [], 0
    for quantity in quantities(text):
        stated = known.get(quantity.name)
        begin, end = quantity.start - 1 - quantity.signed, quantity.end + 1
        if not stated:
            continue
        if begin > after:
            found.append(TextPart(text[after:begin]))
        values = dict.fromkeys(written(s.value, signed=quantity.signed, said=said) for s in stated)
        found.append(TextPart(said.between.join(values), firmest(stated)))
        after = end
    return [*found, TextPart(text[after:])] if after < len(text) else found


def firmest(stated: list[Statement]) -> Statement:
    """The statement that rests on the firmest ground."""
    return min(stated, key=lambda s: _FIRMNESS.index(s.where.basis))


def written(value: bool | int | float | str, *, signed: bool = False, said: Said = Said()) -> str:  # noqa: B008
    """A value as typeset: with a true minus, halves as fractions.

    >>> written(-5), written(2, signed=True), written(0.5), written(2.5), written("game_turn")
    ('−5', '+2', '½', '2½', 'game turn')
    """
    if isinstance(value, bool):
        return said.yes if value else said.no
    if isinstance(value, str):
        return value.replace("_", " ")
    whole, rest = divmod(abs(value), 1)
    part = _FRACTIONS.get(rest)
    figure = f"{int(whole) or ''}{part}" if part else f"{abs(value):g}"
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return sign + figure


# -- the words that every game has, in English, as they lie beside the code that prints them -------


FOLDER = Path(__file__).parents[1] / "printing" / "english"


@cache
def english() -> dict[str, str]:
    """Words by key, from `printing/english/*.yaml`: one file a component."""
    words: dict[str, str] = {}
    for document in english_files().values():
        words |= document.words
    return words


def english_of(game: Game) -> dict[str, str]:
    """The same with the words of a game's rule system, which has some of its own and says others in other words."""
    return english() | dict(game.system.words() if game.system else {})


@cache
def english_files() -> dict[str, WordsDocument]:
    """The same by component, such as `booklet` and `map`."""
    return {path.stem: _read(path) for path in sorted(FOLDER.glob("*.yaml"))}


@cache
def words_in(path: Path) -> Mapping[str, str]:
    """The words of one file that stands beside the code, such as those of a rule system."""
    return MappingProxyType(_read(path).words)


def _read(path: Path) -> WordsDocument:
    from scenario_forge.source.read import Source  # noqa: PLC0415 - only where words are read

    root = Source.read(path.name, path.read_bytes()).root
    return WordsDocument.model_validate(root.data if root else None)
