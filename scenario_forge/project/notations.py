"""Notations that any game may use for the headings, cells and modifiers of its charts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from scenario_forge.project.system import Notation, NotationError

_NUMBER: Final = r"[+−-]?\d+"
_LIST: Final = re.compile(rf"{_NUMBER}(?:,\s*{_NUMBER})*\Z")
_SPAN: Final = re.compile(rf"({_NUMBER})\s*(?:to|–|-)\s*({_NUMBER})\Z")
_UP: Final = re.compile(r"(?:\s+\+|(?<=\d)\+|\s+or\s+(?:more|greater|higher))\Z")
_DOWN: Final = re.compile(r"(?:\s+or\s+(?:less|fewer|lower|worse))\Z")
_MODIFIER: Final = re.compile(
    r"(?P<sign>[+−-])\s*(?:(?P<number>\d+)|\((?P<reference>[^()]+)\))(?P<mark>[*†‡]*)\s*(?:\((?P<remark>[^()]*)\))?\.?\Z"
)
_MOST = 1000
"""A heading that spans more values than this is a slip, not a table."""


@dataclass(frozen=True, slots=True)
class Range:
    """What a heading covers, as printed. ``values`` lists single values; ``up``/``down`` are open ends."""

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


@dataclass(frozen=True, slots=True)
class ModifierValue:
    """A modifier as a table prints it: a number, or with ``reference`` one that stands elsewhere."""

    number: int | None
    reference: str = ""
    negative: bool = False
    mark: str = ""
    remark: str = ""


class TextNotation(Notation[object]):
    """Any text; it means itself."""

    def parse(self, text: str) -> object:
        """The text."""
        return text

    def format(self, value: object) -> str:
        """The text."""
        return str(value)


class NumberNotation(Notation[object]):
    """A whole number, with or without a sign."""

    def parse(self, text: str) -> Range:
        """The number as a :class:`Range` of one value."""
        if not re.fullmatch(_NUMBER, text):
            raise NotationError(f"`{text}` is not a whole number", 0, len(text))
        return Range((_int(text),))

    def format(self, value: object) -> str:
        """The number."""
        return str(value.values[0]) if isinstance(value, Range) else str(value)


class RangesNotation(Notation[object]):
    """Headings that cover several values: ``0``, ``+2,3``, ``-4,3``, ``1-3``, ``+12 +``, ``-5 or less``.

    Read to the letter: ``-4,3`` covers -4 and 3. What the printer may have meant is an erratum's affair.
    """

    def parse(self, text: str) -> Range:
        """What the heading covers."""
        plain = text.strip()
        up, down = bool(_UP.search(plain)), bool(_DOWN.search(plain))
        core = _DOWN.sub("", _UP.sub("", plain))
        if _LIST.match(core):
            return Range(tuple(_int(part) for part in core.split(",")), up, down)
        if span := _SPAN.match(core):
            first, last = _int(span[1]), _int(span[2])
            if first <= last < first + _MOST:
                return Range(tuple(range(first, last + 1)), up, down)
        raise NotationError(f"`{text}` is not a number or a range such as +2,3 or 1-3", 0, len(text))

    def format(self, value: object) -> str:
        """The range as a heading."""
        if not isinstance(value, Range):
            return str(value)
        text = ",".join(str(number) for number in value.values)
        return f"{text} +" if value.up else f"{text} or less" if value.down else text


class ModifierNotation(Notation[object]):
    """A modifier: ``-2*``, ``+2``, ``-3 (Optional)``, ``- (value).``."""

    def parse(self, text: str) -> ModifierValue:
        """The modifier."""
        match = _MODIFIER.match(text.strip())
        if not match:
            hint = f"+{text.strip()} or -{text.strip()}" if text.strip().isdecimal() else None
            raise NotationError(f"`{text}` is not a modifier such as +2 or -3 (Optional)", 0, len(text), hint)
        negative = match["sign"] != "+"
        number = None if match["number"] is None else int(match["number"]) * (-1 if negative else 1)
        remark = (match["remark"] or "").strip()
        return ModifierValue(number, (match["reference"] or "").strip(), negative, match["mark"], remark)

    def format(self, value: object) -> str:
        """The modifier as a table prints it."""
        if not isinstance(value, ModifierValue):
            return str(value)
        sign = "-" if value.negative else "+"
        amount = f" ({value.reference})" if value.number is None else str(abs(value.number))
        return f"{sign}{amount}{value.mark}" + (f" ({value.remark})" if value.remark else "")


def _int(text: str) -> int:
    return int(text.strip().replace("−", "-"))


CORE_NOTATIONS: Final[dict[str, Notation[object]]] = {
    "text": TextNotation(),
    "number": NumberNotation(),
    "ranges": RangesNotation(),
    "modifier": ModifierNotation(),
}
"""By the names that charts.yaml uses; a rule system adds its own."""
