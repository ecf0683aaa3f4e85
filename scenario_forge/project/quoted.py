"""Texts that name quantities instead of typing numbers: ``{supply.attrition}`` takes what the game states."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.project.statements import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

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
class Piece:
    """A stretch of a text: words, or a value with the statement it rests on."""

    text: str
    statement: Statement | None = None


def quantities(text: str) -> Iterator[Quantity]:
    """The quantities that a text names, by the characters of their names."""
    for gap in _GAP.finditer(text):
        yield Quantity(gap[2], gap.start(2), gap.end(2), bool(gap[1]))


def pieces(game: Game, text: str, said: Said = Said()) -> list[Piece]:  # noqa: B008 - it never changes
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
            found.append(Piece(text[after:begin]))
        values = dict.fromkeys(written(s.value, signed=quantity.signed, said=said) for s in stated)
        found.append(Piece(said.between.join(values), firmest(stated)))
        after = end
    return [*found, Piece(text[after:])] if after < len(text) else found


def firmest(stated: list[Statement]) -> Statement:
    """The statement that rests on the firmest ground."""
    return min(stated, key=lambda s: _FIRMNESS.index(s.where.basis))


def written(value: bool | int | float | str, *, signed: bool = False, said: Said = Said()) -> str:  # noqa: B008
    """A value as it is set: with a true minus, halves as fractions.

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
