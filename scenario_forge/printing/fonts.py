"""The fonts that are shipped, and which characters they have."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = Path(__file__).with_name("fonts")
SANS, SERIF = "Barlow", "Forge Serif"
"""Families as Typst knows them; the first is condensed, a stretch of 75 %."""

_INVISIBLE = frozenset(map(ord, "\t\n\r\u200b\u200c\u200d\u2060\ufeff"))


@cache
def coverage() -> frozenset[int]:
    """Code points that every weight of at least one family has, so that nothing is drawn as an empty box."""
    families: dict[str, list[frozenset[int]]] = {}
    for path in sorted(FOLDER.glob("*.ttf")):
        families.setdefault(path.name.partition("-")[0], []).append(frozenset(code_points(path.read_bytes())))
    return frozenset().union(*(frozenset.intersection(*weights) for weights in families.values())) | _INVISIBLE


def missing(text: str) -> list[str]:
    """The characters of a text that no shipped font has, once each in order."""
    known = coverage()
    return list(dict.fromkeys(char for char in text if ord(char) not in known))


def code_points(font: bytes) -> Iterator[int]:
    """The characters of a TrueType font: its Unicode `cmap` of format 4 or 12.

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
