"""Shipped fonts, and the characters they have."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PIL.ImageFont import FreeTypeFont


FOLDER = Path(__file__).with_name("fonts")
SANS, SERIF = "Barlow", "Forge Serif"
"""Families as Typst knows them; the first is condensed, a stretch of 75 %."""

_INVISIBLE = frozenset(map(ord, "\t\n\r\u200b\u200c\u200d\u2060\ufeff"))


@cache
def coverage() -> frozenset[int]:
    """Return the code points that every weight of at least one family has, so that no text shows an empty box."""
    families: dict[str, list[frozenset[int]]] = {}
    for path in sorted(FOLDER.glob("*.ttf")):
        families.setdefault(path.name.partition("-")[0], []).append(frozenset(code_points(path.read_bytes())))
    return frozenset().union(*(frozenset.intersection(*weights) for weights in families.values())) | _INVISIBLE


def missing_characters(text: str) -> list[str]:
    """Return the characters of a text that no shipped font has, once each in order."""
    known = coverage()
    return list(dict.fromkeys(char for char in text if ord(char) not in known))


def code_points(font: bytes) -> Iterator[int]:
    """Yield the characters of a TrueType font: its Unicode `cmap` of format 4 or 12.

    Raises:
        ValueError: it has no such table.
    """
    table = _table(font, b"cmap")
    (count,) = struct.unpack_from(">2xH", font, table)
    records = [struct.unpack_from(">HHL", font, table + 4 + 8 * n) for n in range(count)]
    offset = max((o for platform, encoding, o in records if (platform, encoding) in {(3, 1), (3, 10)}), default=None)
    if offset is None:
        raise ValueError("the font has no Unicode cmap")
    start = table + offset
    form = struct.unpack_from(">H", font, start)[0]
    if form == 12:
        (groups,) = struct.unpack_from(">12xL", font, start)
        for n in range(groups):
            first, last = struct.unpack_from(">LL", font, start + 16 + 12 * n)
            yield from range(first, last + 1)
    elif form == 4:
        yield from _segments(font, start)
    else:
        raise ValueError(f"cmap format {form} is not read")


def _segments(font: bytes, start: int) -> Iterable[int]:
    (double,) = struct.unpack_from(">6xH", font, start)
    count = double // 2
    ends = struct.unpack_from(f">{count}H", font, start + 14)
    firsts = struct.unpack_from(f">{count}H", font, start + 16 + double)
    for first, last in zip(firsts, ends, strict=True):
        yield from range(first, min(last, 0xFFFE) + 1)


def _table(font: bytes, tag: bytes) -> int:
    (count,) = struct.unpack_from(">4xH", font, 0)
    for n in range(count):
        name, _checksum, offset, _length = struct.unpack_from(">4sLLL", font, 12 + 16 * n)
        if name == tag:
            return int(offset)
    raise ValueError(f"the font has no table {tag.decode()}")


# -- how wide texts run in the shipped fonts, so that labels can be placed and checked before they are drawn


Face = Literal["sans", "sans-semibold", "sans-bold", "serif", "serif-italic", "serif-semibold"]
_FILES: dict[Face, str] = {
    "sans": "BarlowCondensed-Regular",
    "sans-semibold": "BarlowCondensed-SemiBold",
    "sans-bold": "BarlowCondensed-Bold",
    "serif": "ForgeSerif-Regular",
    "serif-italic": "ForgeSerif-Italic",
    "serif-semibold": "ForgeSerif-SemiBold",
}
CAP_HEIGHT = 0.7
"""Height of a capital or figure in our fonts, as a part of the type size."""
DESCENT = 0.22
"""How far letters such as p reach below the line."""
_EM = 1000


def width_of(text: str, size: float, face: Face = "sans", spacing: float = 0.0) -> float:
    """Return the width of one line of text, in the unit of ``size``; ``spacing`` follows each letter but the last."""
    return sum(map(_advances(face).__getitem__, text)) / _EM * size + spacing * max(len(text) - 1, 0)


def fitting_size(text: str, size: float, face: Face, room: float, least: float) -> float:
    """Return the largest type size from ``least`` to ``size`` at which the text is no wider than ``room``."""
    wide = width_of(text, size, face)
    return size if wide <= room else max(least, size * room / wide)


def shorten(text: str, size: float, face: Face, room: float) -> str:
    """Return the beginning of a text that fits, with an ellipsis if it is not the whole."""
    if width_of(text, size, face) <= room + 1e-6:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(f"{text[:middle].rstrip()}…", size, face) <= room:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def wrap(text: str, size: float, face: Face, room: float, most: int = 12) -> list[str]:
    """Return lines no wider than ``room``; what remains after ``most`` lines becomes an ellipsis."""
    lines: list[str] = []
    line = ""
    words = text.split()
    for number, word in enumerate(words):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size, face) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = shorten(word, size, face, room)
        if len(lines) >= most - 1:
            return [*lines, shorten(" ".join([line, *words[number + 1 :]]), size, face, room)]
    return [*lines, line] if line else lines


class _Advances(dict[str, float]):
    """How far each letter of a face moves the pen, in parts of `_EM`. The fonts have no kerning that Pillow reads."""

    def __init__(self, font: FreeTypeFont) -> None:
        super().__init__()
        self._font = font

    def __missing__(self, letter: str) -> float:
        self[letter] = wide = self._font.getlength(letter)
        return wide


@cache
def _advances(face: Face) -> _Advances:
    from PIL import ImageFont  # noqa: PLC0415 - heavy

    font = ImageFont.truetype(str(FOLDER / f"{_FILES[face]}.ttf"), _EM, layout_engine=ImageFont.Layout.BASIC)
    return _Advances(font)
