"""Notations of printed cells: what a notation is, and those that the charts of any game may use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class NotationError(ValueError):
    """A printed cell that its grammar does not take.

    ``start`` and ``end`` are characters within the cell; ``hint`` is what may have been meant.
    """

    def __init__(self, message: str, start: int, end: int, hint: str | None = None) -> None:
        super().__init__(message)
        self.start, self.end, self.hint = start, end, hint


class Notation(Generic[T]):
    """A notation of a kind of cell; ``format(parse(text))`` is the canonical text."""

    def parse(self, text: str) -> T:
        """Return the meaning of a cell.

        Raises:
            NotationError: the text is not of this notation.
        """
        raise NotImplementedError

    def format(self, value: T) -> str:
        """Return the canonical text of a meaning; the meaning of a chart's cell says how it is printed."""
        return str(value)

    def hint(self, text: str) -> str | None:  # noqa: ARG002 - for systems to override
        """Return what a place name in a cell that names no place may mean, such as a mistyped date; None if nothing."""
        return None


_NUMBER: Final = r"[+−-]?\d+"
_LIST: Final = re.compile(rf"{_NUMBER}(?:,\s*{_NUMBER})*\Z")
_SPAN: Final = re.compile(rf"({_NUMBER})\s*(?:to|through|–|-)\s*({_NUMBER})\Z")
_BOUND: Final = re.compile(rf"([<>])\s*({_NUMBER})\Z")
_UP: Final = re.compile(r"(?:\s+\+|(?<=\d)\+|\s+or\s+(?:more|greater|higher))\Z")
_DOWN: Final = re.compile(r"(?:\s+or\s+(?:less|fewer|lower|worse))\Z")
_MODIFIER: Final = re.compile(
    r"(?P<sign>[+−-])\s*(?:(?P<number>\d+)|\((?P<reference>[^()]+)\))(?P<mark>[*†‡]*)\s*(?:\((?P<remark>[^()]*)\))?\.?\Z"
)
_DECIMAL: Final = r"[+−-]?(?:\d+(?:\.\d+)?|\.\d+)"
_AMOUNT: Final = re.compile(rf"(?P<number>{_DECIMAL})\s*(?P<unit>%?)\s*(?:\((?P<remark>[^()]+)\))?\Z")
_AMOUNTS: Final = re.compile(rf"({_DECIMAL})(?:(\s*(?:to|through|–|-)\s*)({_DECIMAL}))?\Z")
_RATIO: Final = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*([-–:])\s*(\d+(?:\.\d+)?)(\.?)(\s*\+|\s+or more)?\Z")
_BRACKETED: Final = re.compile(r"([^/()]+)\(([^/()]+)\)\Z")
_MOST = 1000
"""A heading that spans more values than this is a slip, not a table."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values that a heading covers. ``values`` lists single values; ``up``/``down`` are open ends."""

    values: tuple[int, ...]
    up: bool = False
    down: bool = False

    @property
    def value(self) -> int | None:
        """The number, where there is exactly one."""
        return self.values[0] if len(self.values) == 1 and not (self.up or self.down) else None

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        if value in self.values:
            return True
        return (self.up and value > max(self.values)) or (self.down and value < min(self.values))

    def __str__(self) -> str:
        text = ",".join(str(number) for number in self.values)
        return f"{text} +" if self.up else f"{text} or less" if self.down else text


@dataclass(frozen=True, slots=True)
class ModifierValue:
    """A modifier as a table prints it: a number, or with ``reference`` one that stands elsewhere."""

    number: int | None
    reference: str = ""
    negative: bool = False
    mark: str = ""
    remark: str = ""

    def __str__(self) -> str:
        amount = f" ({self.reference})" if self.number is None else str(abs(self.number))
        return f"{'-' if self.negative else '+'}{amount}{self.mark}" + (f" ({self.remark})" if self.remark else "")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as printed: ``.25``, ``1.0``, ``70%``, ``80% (expert)``. A percentage counts in hundredths: 70."""

    value: Fraction
    text: str = ""
    """The number in the printer's digits."""
    unit: str = ""
    remark: str = ""

    def __str__(self) -> str:
        return f"{self.text}{self.unit}" + (f" ({self.remark})" if self.remark else "")


@dataclass(frozen=True, slots=True)
class AmountSpan:
    """A span of amounts, both ends included: ``.97 to 1.08``; a single one is both ends."""

    low: Amount
    high: Amount
    join: str = field(default=" to ", compare=False)

    def __str__(self) -> str:
        return f"{self.low.text}{self.join}{self.high.text}" if self.join else self.low.text


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio such as ``1-4``, ``.5-1`` or ``3:1``; ``up`` where it stands for all above it too: ``6:1 +``."""

    first: Amount
    second: Amount
    join: str = "-"
    up: bool = False

    @property
    def value(self) -> Fraction:
        """The first number divided by the second."""
        return self.first.value / self.second.value

    def __str__(self) -> str:
        return f"{self.first.text}{self.join}{self.second.text}" + (" +" if self.up else "")


@dataclass(frozen=True, slots=True)
class Parts:
    """A cell of several values: ``3/9``, ``2 / H / ALL``, ``0(4)``."""

    texts: tuple[str, ...]
    join: str = "/"
    """What stands between them; ``(`` for a second value in brackets."""

    @property
    def first(self) -> int | None:
        """The first as a number; None for a word."""
        return _whole(self.texts[0])

    @property
    def second(self) -> int | None:
        """The second as a number."""
        return _whole(self.texts[1])

    @property
    def third(self) -> int | None:
        """The third as a number; None where there is none."""
        return _whole(self.texts[2]) if len(self.texts) > 2 else None

    def __str__(self) -> str:
        return f"{self.texts[0]}({self.texts[1]})" if self.join == "(" else self.join.join(self.texts)


@dataclass(frozen=True)
class ChartNotation(Notation[object]):
    """A notation of the cells and headings of charts."""

    read: Callable[[str], object]

    def parse(self, text: str) -> object:
        """Return the meaning, by the function for such cells."""
        return self.read(text)


def _number(text: str) -> Range:
    """A whole number, with or without a sign."""
    if not re.fullmatch(_NUMBER, text):
        raise NotationError(f"`{text}` is not a whole number", 0, len(text))
    return Range((_int(text),))


def _ranges(text: str) -> Range:
    """Headings that cover several values: ``0``, ``+2,3``, ``1-3``, ``1 through 5``, ``+12 +``, ``-5 or less``, ``<5``.

    Read to the letter: ``-4,3`` covers -4 and 3. What the printer may have meant is an erratum's affair.
    """
    plain = text.strip()
    up, down = bool(_UP.search(plain)), bool(_DOWN.search(plain))
    core = _DOWN.sub("", _UP.sub("", plain))
    if _LIST.match(core):
        return Range(tuple(_int(part) for part in core.split(",")), up, down)
    if bound := _BOUND.match(plain):
        below = bound[1] == "<"
        return Range((_int(bound[2]) + (-1 if below else 1),), up=not below, down=below)
    if span := _SPAN.match(core):
        first, last = _int(span[1]), _int(span[2])
        if first <= last < first + _MOST:
            return Range(tuple(range(first, last + 1)), up, down)
    raise NotationError(f"`{text}` is not a number or a range such as +2,3 or 1-3", 0, len(text))


def _modifier(text: str) -> ModifierValue:
    """A modifier: ``-2*``, ``+2``, ``-3 (Optional)``, ``- (value).``."""
    match = _MODIFIER.match(text.strip())
    if not match:
        hint = f"+{text.strip()} or -{text.strip()}" if text.strip().isdecimal() else None
        raise NotationError(f"`{text}` is not a modifier such as +2 or -3 (Optional)", 0, len(text), hint)
    negative = match["sign"] != "+"
    number = None if match["number"] is None else int(match["number"]) * (-1 if negative else 1)
    remark = (match["remark"] or "").strip()
    return ModifierValue(number, (match["reference"] or "").strip(), negative, match["mark"], remark)


def _amount(unit: str) -> Callable[[str], Amount]:
    """A number with or without decimals, or a percentage; words in brackets may follow."""

    def read(text: str) -> Amount:
        match = _AMOUNT.match(text.strip())
        if not match or match["unit"] != unit:
            wanted = "a percentage such as 70%" if unit else "a number such as 2, .25 or 1.5"
            hint = f"{match['number']}{unit}" if match else None
            raise NotationError(f"`{text}` is not {wanted}", 0, len(text), hint)
        return Amount(_exact(match["number"]), match["number"], unit, (match["remark"] or "").strip())

    return read


def _span(text: str) -> AmountSpan:
    """Read a span from one number to another: ``.97 to 1.08``, ``1 through 5``, ``.97-1.08``."""
    match = _AMOUNTS.match(text.strip())
    low = Amount(_exact(match[1]), match[1]) if match else None
    high = Amount(_exact(match[3]), match[3]) if match and match[3] else low
    if not match or low is None or high is None or high.value < low.value:
        raise NotationError(f"`{text}` does not go from one number up to another, as .97 to 1.08 does", 0, len(text))
    return AmountSpan(low, high, match[2] or "")


def _ratio(text: str) -> Ratio:
    """Ratios: ``1-4``, ``5-1``, ``.5-1``, ``3:1``, ``6:1 +``."""
    match = _RATIO.match(text.strip())
    if not match or not _exact(match[3]):
        raise NotationError(f"`{text}` is not a ratio such as 1-4 or 3:1", 0, len(text))
    first, second = (Amount(_exact(number), number) for number in (match[1], match[3]))
    return Ratio(first, second, match[2], bool(match[5]))


def _parts(text: str) -> Parts:
    """Several values in a cell: ``3/9``, ``2 / H / ALL``, ``0(4)``."""
    if bracketed := _BRACKETED.match(text.strip()):
        return Parts((bracketed[1].strip(), bracketed[2].strip()), "(")
    join = " / " if " / " in text else "/"
    texts = tuple(part.strip() for part in text.split("/"))
    if len(texts) < 2 or not all(texts) or any(sign in text for sign in "()"):
        raise NotationError(f"`{text}` is not several values such as 3/9 or 0(4)", 0, len(text))
    return Parts(texts, join)


def number(meaning: object, part: str = "value") -> Fraction | None:
    """Return the number that a heading or cell, or a part of it, stands for; None for words and for several values."""
    found = meaning if part == "value" and isinstance(meaning, int) else getattr(meaning, part, None)
    if isinstance(found, Amount):
        found = found.value
    if isinstance(found, Fraction):
        return found
    return Fraction(found) if isinstance(found, int) and not isinstance(found, bool) else None


def _whole(text: str) -> int | None:
    return _int(text) if re.fullmatch(_NUMBER, text.strip()) else None


def _exact(text: str) -> Fraction:
    return Fraction(text.replace("−", "-"))


def _int(text: str) -> int:
    return int(text.strip().replace("−", "-"))


CORE_NOTATIONS: Final[dict[str, Notation[object]]] = {
    "text": ChartNotation(str),
    "number": ChartNotation(_number),
    "ranges": ChartNotation(_ranges),
    "modifier": ChartNotation(_modifier),
    "decimal": ChartNotation(_amount("")),
    "percent": ChartNotation(_amount("%")),
    "span": ChartNotation(_span),
    "ratio": ChartNotation(_ratio),
    "parts": ChartNotation(_parts),
}
"""By the names that charts.yaml uses; a rule system adds its own."""
