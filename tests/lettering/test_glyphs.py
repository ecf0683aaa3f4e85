"""A font file: the characters that it has, kerning, ligatures, marks; and a file that is none."""

from __future__ import annotations

from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from scenario_forge.lettering import fonts
from scenario_forge.lettering.fonts import FILES, font
from scenario_forge.lettering.glyphs import Font, NotAFontError, script_of

ALL = sorted({name for names in FILES.values() for name in names})


def test_every_shipped_font_is_of_a_face():
    assert {path.stem for path in fonts.FOLDER.glob("*.ttf")} == set(ALL)


@pytest.mark.parametrize("name", ["BarlowCondensed-Bold", "ForgeSerif-Italic"])
def test_pairs_are_kerned(name):
    whole = font(name).extent("AVA").width
    assert whole == pytest.approx(font(name).extent("AV").width + font(name).extent("VA").width - _alone(name, "V"))
    assert whole < sum(_alone(name, letter) for letter in "AVA")


def test_cyrillic_and_greek_pairs_are_kerned_by_their_scripts():
    for name, pair in (("ForgeSans-Regular", "ГА"), ("ForgeSans-Bold", "ΤΑ"), ("ForgeSerif-Regular", "ГА")):
        assert font(name).extent(pair).width < sum(_alone(name, letter) for letter in pair), (name, pair)


@pytest.mark.parametrize(
    ("text", "script"),
    [("21 Київ", "cyrl"), ("Ἀθῆναι", "grek"), ("7. Αθήνα", "grek"), ("Rostov Дон", "latn"), ("7", "latn")],
)
def test_the_first_letter_says_the_script(text, script):
    assert script_of(text) == script


def test_a_ligature_is_one_glyph():
    assert font("BarlowCondensed-Regular").extent("office").glyphs == len("office") - 2
    assert font("BarlowCondensed-Regular").extent("o f f").glyphs == len("o f f")


def test_a_mark_moves_no_pen():
    plain, marked = (font("ForgeSerif-Regular").extent(text) for text in ("Q", "Q\u0301"))
    assert marked == plain


def test_a_letter_that_a_font_lacks_is_as_wide_as_its_box():
    assert not font("BarlowCondensed-Regular").has("Ж")
    assert font("BarlowCondensed-Regular").extent("Ж").width > 0


def _alone(name: str, letter: str) -> float:
    return font(name).extent(letter).width


@pytest.mark.parametrize(
    "content",
    [b"", b"<!doctype html>", b"\x00\x01\x00\x00\xff\xff" + b"\xff" * 80, None],
    ids=["empty", "page", "junk", "missing"],
)
def test_a_file_that_is_not_a_font_is_named(tmp_path, content):
    path = tmp_path / "BarlowCondensed-Regular.ttf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotAFontError, match=r"BarlowCondensed-Regular\.ttf is not a font"):
        Font(path)


def test_a_font_cut_off_in_the_middle_is_named(tmp_path):
    whole = (fonts.FOLDER / "ForgeSans-Bold.ttf").read_bytes()
    for part in (20, 300, 5_000, len(whole) // 2):
        path = tmp_path / "ForgeSans-Bold.ttf"
        path.write_bytes(whole[:part])
        with pytest.raises(NotAFontError):
            Font(path)


@pytest.mark.parametrize("table", ["GPOS", "GSUB", "hmtx", "glyf", "head", "cmap", "name"])
def test_a_font_with_one_byte_turned_is_named(tmp_path, table):
    """Kerning, ligatures, widths or outlines would be wrong without a word."""
    data = bytearray((fonts.FOLDER / "BarlowCondensed-Bold.ttf").read_bytes())
    place = TTFont(BytesIO(bytes(data)), lazy=True).reader.tables[table]
    data[place.offset + place.length - 5] ^= 0xFF
    path = tmp_path / "BarlowCondensed-Bold.ttf"
    path.write_bytes(data)
    with pytest.raises(NotAFontError, match=r"BarlowCondensed-Bold\.ttf is not a font"):
        Font(path)


def test_the_shipped_fonts_are_whole():
    fonts.check_fonts()
