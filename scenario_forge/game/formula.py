"""Formulas of named values: ``min(600, ceiling)``, ``row × 2 + 1``. Exact, and nothing but arithmetic.

A formula has numbers (``3``, ``.25``), names, ``+ − × ÷`` (also ``- * /``), brackets, and the functions min, max,
round, floor and ceil. Values are fractions; round takes halves up. Nothing of it is run as Python.
"""

from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from scenario_forge.game.notations import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@cache
def exact(number: float) -> Fraction:
    """Return a decimal as the exact fraction that is written.

    >>> exact(0.15)
    Fraction(3, 20)
    """
    return Fraction(str(number))


def plain(value: Fraction) -> int | float:
    """Return a fraction as a number, whole if it is.

    >>> plain(Fraction(6, 2)), plain(Fraction(1, 4))
    (3, 0.25)
    """
    return int(value) if value.denominator == 1 else float(value)


LONGEST: Final = 200
"""Characters that a formula may have."""
DEEPEST: Final = 20
"""How deep brackets, functions and signs may nest."""

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>\d{1,12}(?:\.\d{1,12})?|\.\d{1,12})|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>[-+−*×/÷(),]))"
)
_PLAIN: Final = {"−": "-", "×": "*", "÷": "/"}


@dataclass(frozen=True, slots=True)
class _Number:
    value: int | Fraction


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a formula uses; ``start`` and ``end`` are characters within its text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Call:
    """A function or an operator, with what it is given."""

    word: str
    given: tuple[_Node, ...]


_Node = _Number | Name | _Call


_FUNCTIONS: Final[dict[str, Callable[..., int | Fraction]]] = {
    "min": lambda *values: min(values),
    "max": lambda *values: max(values),
    "round": lambda value: math.floor(value + Fraction(1, 2)),
    "floor": math.floor,
    "ceil": math.ceil,
}
_OPERATORS: Final[dict[str, Callable[..., int | Fraction]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": Fraction,
    "negative": operator.neg,
}
"""Whole numbers stay `int`, of which sums are many times faster than of fractions."""
_SEVERAL: Final = frozenset({"min", "max"})


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was read by :func:`parse`."""

    text: str
    names: tuple[Name, ...]
    """The names it uses, in the order of the text, each as often as it stands there."""
    root: _Node

    def value(self, values: Mapping[str, int | Fraction]) -> Fraction:
        """Work out the value of the formula.

        Args:
            values: by name, what each name of the formula stands for.

        Raises:
            KeyError: a name has no value.
            ZeroDivisionError: it divides by 0.
        """
        return Fraction(_value(self.root, values))


def _value(node: _Node, values: Mapping[str, int | Fraction]) -> int | Fraction:
    if isinstance(node, _Call):
        run = _OPERATORS.get(node.word) or _FUNCTIONS[node.word]
        return run(*[_value(part, values) for part in node.given])
    if isinstance(node, _Number):
        return node.value
    known = values[node.text]
    return known.numerator if known.denominator == 1 else known


def parse(text: str) -> Formula:
    """Read a formula.

    Raises:
        NotationError: it is none; with the place within the text.
    """
    if len(text) > LONGEST:
        raise NotationError(f"a formula has at most {LONGEST} characters", LONGEST, len(text))
    reader = _Reader(text)
    root = reader.sum_(0)
    if reader.token is not None:
        raise reader.wrong("an operator such as + or the end of the formula must stand here")
    return Formula(text, tuple(reader.names), root)


class _Reader:
    """Recursive descent, one token ahead."""

    def __init__(self, text: str) -> None:
        self.text, self.names = text, list[Name]()
        self.token: re.Match[str] | None = None
        self.at = 0
        self.step()

    def step(self) -> None:
        """Go on to the next token; None at the end."""
        end = len(self.text.rstrip())
        if self.at >= end:
            self.token = None
            return
        self.token = _TOKEN.match(self.text, self.at)
        if self.token is None:
            start = self.at + len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
            sign = self.text[start]
            raise NotationError(f"`{sign}` has no meaning in a formula", start, start + 1)
        self.at = self.token.end()

    @property
    def sign(self) -> str:
        """The operator, bracket or comma that stands here; empty for anything else."""
        found = self.token["sign"] if self.token else None
        return _PLAIN.get(found, found) if found else ""

    def wrong(self, message: str) -> NotationError:
        """Return the error at this token, or at the end of the text."""
        if self.token is None:
            return NotationError(message, max(len(self.text) - 1, 0), len(self.text))
        start, end = self.token.span(self.token.lastgroup or 0)
        return NotationError(message, start, end)

    def sum_(self, depth: int) -> _Node:
        """Read terms joined by + and −."""
        node = self.product(depth)
        while (word := self.sign) in ("+", "-"):
            self.step()
            node = _Call(word, (node, self.product(depth)))
        return node

    def product(self, depth: int) -> _Node:
        """Read factors joined by × and ÷."""
        node = self.factor(depth)
        while (word := self.sign) in ("*", "/"):
            self.step()
            node = _Call(word, (node, self.factor(depth)))
        return node

    def factor(self, depth: int) -> _Node:
        """Read a number, a name, a function, brackets, or one of these with a minus sign."""
        if depth > DEEPEST:
            raise self.wrong(f"brackets, functions and signs nest at most {DEEPEST} deep")
        token = self.token
        if token is None:
            raise self.wrong("a number or a name is missing")
        if self.sign == "-":
            self.step()
            return _Call("negative", (self.factor(depth + 1),))
        if self.sign == "(":
            self.step()
            node = self.sum_(depth + 1)
            self.close()
            return node
        if token["number"]:
            self.step()
            number = Fraction(token["number"])
            return _Number(number.numerator if number.denominator == 1 else number)
        if token["name"]:
            self.step()
            return self.call(token, depth) if self.sign == "(" else self.name(token)
        raise self.wrong("a number or a name must stand here")

    def name(self, token: re.Match[str]) -> Name:
        """Read the name of a value."""
        found = Name(token["name"], *token.span("name"))
        self.names.append(found)
        return found

    def call(self, token: re.Match[str], depth: int) -> _Node:
        """Read a function with its arguments in brackets."""
        word, span = token["name"], token.span("name")
        if word not in _FUNCTIONS:
            raise NotationError(f"`{word}` is not one of the functions {', '.join(_FUNCTIONS)}", *span)
        self.step()
        given = [self.sum_(depth + 1)]
        while self.sign == ",":
            self.step()
            given.append(self.sum_(depth + 1))
        self.close()
        if len(given) > 1 and word not in _SEVERAL:
            raise NotationError(f"{word} takes one value, not {len(given)}", *span)
        return _Call(word, tuple(given))

    def close(self) -> None:
        """Step over a closing bracket, which must come next."""
        if self.sign != ")":
            raise self.wrong("a closing bracket is missing")
        self.step()
