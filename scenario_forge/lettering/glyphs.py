"""A font as it is typeset: which characters it has, and how far a line of them moves the pen.

Ligatures (GSUB `liga`) and kerning of pairs (GPOS `kern`) count, as Typst applies both. Kerning that depends on a third
letter does not: it is rare, and less than a twentieth of the type size.
"""

from __future__ import annotations

import struct
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class NotAFontError(ValueError):
    """A font is missing, or its file is none."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is not a font, so nothing can be printed")


class Extent(NamedTuple):
    """How far a line runs."""

    width: float
    """In the type size 1."""
    glyphs: int
    """How many glyphs move the pen; a ligature is one."""


class Font:
    """A TrueType font file.

    Raises:
        NotAFontError: the file is none, or missing.
    """

    def __init__(self, path: Path) -> None:
        from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415 - heavy
        from fontTools.ttLib.sfnt import calcChecksum  # noqa: PLC0415 - heavy

        try:
            data = path.read_bytes()
            font = TTFont(BytesIO(data), lazy=True)
            whole = all(
                calcChecksum(_summed(tag, data[table.offset : table.offset + table.length])) == table.checkSum
                for tag, table in font.reader.tables.items()
            )
            self._em: int = font["head"].unitsPerEm
            self._glyphs: dict[int, str] = font.getBestCmap() or {}
            self._advances = {name: advance for name, (advance, _bearing) in font["hmtx"].metrics.items()}
        except (TTLibError, struct.error, KeyError, AssertionError, EOFError, ValueError, OSError) as error:
            raise NotAFontError(path) from error
        if not whole or not self._glyphs:
            raise NotAFontError(path)
        self._font = font
        self._pairs: dict[tuple[str, str, str], int] = {}
        """What kerning adds between two glyphs of a script, as far as it was asked."""
        self._kerning: dict[str, list[list[_Pairs]]] = {}

    @property
    def characters(self) -> frozenset[int]:
        """Code points of the characters that it has."""
        return frozenset(self._glyphs)

    def has(self, text: str) -> bool:
        """Return whether it has every character of a text."""
        return all(ord(char) in self._glyphs for char in text)

    def extent(self, text: str) -> Extent:
        """Return how far a line runs; a character that the font lacks is as wide as its empty box."""
        glyphs = list(self._ligated([self._glyphs.get(ord(char), ".notdef") for char in text]))
        glyphs = [glyph for glyph in glyphs if glyph not in self._marks]
        script = script_of(text)
        kerned = sum(self._kern(script, one, next_) for one, next_ in pairwise(glyphs))
        return Extent((sum(map(self._advances.__getitem__, glyphs)) + kerned) / self._em, len(glyphs))

    # -- tables --------------------------------------------------------------------------------

    @cached_property
    def _marks(self) -> frozenset[str]:
        """Combining marks, which are set above or below a letter and do not move the pen."""
        classes = self._font["GDEF"].table.GlyphClassDef if "GDEF" in self._font else None
        return frozenset(glyph for glyph, kind in classes.classDefs.items() if kind == 3) if classes else frozenset()

    @cached_property
    def _ligatures(self) -> dict[str, list[tuple[list[str], str]]]:
        """By its first glyph, the glyphs that follow it in each ligature and the glyph that takes their place."""
        found: dict[str, list[tuple[list[str], str]]] = {}
        for table in self._subtables("GSUB", "liga", "latn"):
            for first, ligatures in getattr(table, "ligatures", {}).items():
                found.setdefault(first, []).extend((each.Component, each.LigGlyph) for each in ligatures)
        return found

    def _ligated(self, glyphs: list[str]) -> Iterator[str]:
        at = 0
        while at < len(glyphs):
            for others, glyph in self._ligatures.get(glyphs[at], ()):
                if glyphs[at + 1 : at + 1 + len(others)] == others:
                    yield glyph
                    at += len(others)
                    break
            else:
                yield glyphs[at]
            at += 1

    def _kern(self, script: str, one: str, next_: str) -> int:
        key = (script, one, next_)
        if key not in self._pairs:
            if script not in self._kerning:
                self._kerning[script] = self._lookups_of_pairs(script)
            self._pairs[key] = sum(_first_match(lookup, one, next_) for lookup in self._kerning[script])
        return self._pairs[key]

    def _lookups_of_pairs(self, script: str) -> list[list[_Pairs]]:
        """Return subtables of pairs, one list a lookup, in the order in which they apply."""
        return [
            [_Pairs(table, frozenset(table.Coverage.glyphs)) for table in tables if hasattr(table, "ValueFormat1")]
            for tables in self._lookups("GPOS", "kern", script)
        ]

    def _subtables(self, table: str, feature: str, script: str) -> Iterator[Any]:
        for tables in self._lookups(table, feature, script):
            yield from tables

    def _lookups(self, name: str, feature: str, script: str) -> Iterator[list[Any]]:
        """Return subtables of each lookup that a feature has in a script (OpenType 1.9, Common Table Formats)."""
        table = self._font[name].table if name in self._font else None
        if table is None or not table.ScriptList or not table.LookupList:
            return
        scripts = {record.ScriptTag: record.Script for record in table.ScriptList.ScriptRecord}
        known = next((scripts[tag] for tag in (script, "DFLT", "latn") if tag in scripts), None)
        if known is None or known.DefaultLangSys is None:
            return
        features = [table.FeatureList.FeatureRecord[number] for number in known.DefaultLangSys.FeatureIndex]
        numbers = {n for each in features if each.FeatureTag == feature for n in each.Feature.LookupListIndex}
        for number in sorted(numbers):
            yield [getattr(each, "ExtSubTable", each) for each in table.LookupList.Lookup[number].SubTable]


def _summed(tag: str, table: bytes) -> bytes:
    """Return the bytes that a table's checksum is of: the sum of the whole file in `head` is 0 (OpenType 1.9)."""
    return table[:8] + bytes(4) + table[12:] if tag == "head" else table


class _Pairs(NamedTuple):
    """A subtable of GPOS lookup type 2, and the first glyphs of its pairs."""

    table: Any
    firsts: frozenset[str]


def _first_match(lookup: list[_Pairs], one: str, next_: str) -> int:
    """Return what the first subtable that knows a pair adds between its glyphs; one of classes knows all of them."""
    for table, firsts in lookup:
        if one not in firsts:
            continue
        if table.Format == 1:
            number = table.Coverage.glyphs.index(one)
            pairs = table.PairSet[number].PairValueRecord
            value = next((pair.Value1 for pair in pairs if pair.SecondGlyph == next_), None)
            if value is None:
                continue
        else:
            first, second = table.ClassDef1.classDefs.get(one, 0), table.ClassDef2.classDefs.get(next_, 0)
            value = table.Class1Record[first].Class2Record[second].Value1
        return int(getattr(value, "XAdvance", 0) or 0)
    return 0


def script_of(text: str) -> str:
    """Return the OpenType tag of the first script of a text: Cyrillic, Greek or Latin."""
    for char in text:
        if "\u0370" <= char <= "\u03ff" or "\u1f00" <= char <= "\u1fff":
            return "grek"
        if "\u0400" <= char <= "\u052f":
            return "cyrl"
        if char.isalpha():
            return "latn"
    return "latn"
