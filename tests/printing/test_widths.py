"""A text is as wide as it was measured: in the font that each letter is printed in, kerned, with ligatures."""

from __future__ import annotations

import ctypes
from typing import get_args

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from scenario_forge.lettering.fonts import FAMILIES, Face
from scenario_forge.printing import typeset
from scenario_forge.printing.fonts import in_one_font, runs_of, shorten, width_of, wrap
from scenario_forge.printing.profile import POINT
from scenario_forge.printing.svg import Canvas

TEXTS = {
    "kerned": "AVATAR To W. Tobruk, Yp.",
    "ligatures": "office fjord affluent",
    "accented": "Łódź Škoda Žďár Übersee Việt",
    "signs": "L'Aquila “Type” 5–6 (1½)",
    "Cyrillic": "Севастополь Жуковский Україна",
    "Greek": "Θεσσαλονίκη ΑΥΤΟ",
    "mixed": "21. Київська fi Αθήνα",
    "lent by the last font": "ʿAlī a\u2009b",
    "accents apart": "Zu\u0308rich Й",
}
SIZE, STEP, LEFT = 8.0, 12.0, 20.0
TOLERANCE = 0.01
"""Millimetres, for a line of 8 mm type: Typst writes lengths to about that."""


def printed(face: Face, spacing: float, anchor: str) -> list[list[float]]:
    """Where the letter `|` at both ends of each text is printed, in millimetres."""
    canvas = Canvas(400, 400)
    for row, text in enumerate(TEXTS.values()):
        at = (LEFT if anchor == "start" else 300, LEFT + row * STEP)
        canvas.text(at, f"|{text}|", SIZE, face=face, spacing=spacing, anchor=anchor, halo="#FFFFFF")
    main = (
        '#set page(width: 400mm, height: 400mm, margin: 0mm)\n#image(bytes(sys.inputs.at("svg:0")), '
        'format: "svg", width: 400mm)'
    )
    page = pypdfium2.PdfDocument(typeset._pdf(main, {"svg:0": canvas.svg()}))[0]
    texts = page.get_textpage()
    found: list[list[float]] = [[] for _ in TEXTS]
    for index in range(texts.count_chars()):
        if chr(pdfium.FPDFText_GetUnicode(texts.raw, index)) == "|":
            x, y = ctypes.c_double(), ctypes.c_double()
            pdfium.FPDFText_GetCharOrigin(texts.raw, index, ctypes.byref(x), ctypes.byref(y))
            found[round((400 - y.value * POINT - LEFT) / STEP)].append(x.value * POINT)
    return [sorted(each) for each in found]


@pytest.mark.parametrize("face", get_args(Face))
@pytest.mark.parametrize(("spacing", "anchor"), [(0.0, "start"), (0.5, "middle"), (0.0, "end")])
def test_a_text_is_as_wide_as_it_was_measured(face, spacing, anchor):
    for text, places in zip(TEXTS.values(), printed(face, spacing, anchor), strict=True):
        wide = width_of(f"|{text}|", SIZE, face, spacing) - width_of("|", SIZE, face)
        first, last = places[0], places[-1]
        assert last - first == pytest.approx(wide, abs=TOLERANCE), text
        whole = width_of(f"|{text}|", SIZE, face, spacing)
        start = {"start": LEFT, "middle": 300 - whole / 2, "end": 300 - whole}[anchor]
        assert first == pytest.approx(start, abs=2 * TOLERANCE), text


def test_each_letter_is_of_the_first_font_that_has_it():
    assert [tuple(run) for run in runs_of("21. Київ ʿAin", "sans-bold")] == [
        ("BarlowCondensed-Bold", "21. "),
        ("ForgeSans-Bold", "Київ"),
        ("BarlowCondensed-Bold", " "),
        ("ForgeSerif-SemiBold", "ʿ"),
        ("BarlowCondensed-Bold", "Ain"),
    ]
    assert in_one_font("Київ 21", "serif")
    assert not in_one_font("Київ 21", "sans")


def test_a_letter_stays_with_its_accents():
    texts = [run.text for run in runs_of("Ж\u0301Q\u0301", "sans")]
    assert not any(text.startswith("\u0301") for text in texts)


def test_a_cyrillic_name_is_condensed_too():
    """It was measured in Barlow, which has no such letter, and printed in Forge Serif, half as wide again."""
    assert width_of("Севастополь", 1, "sans") < 0.8 * width_of("Севастополь", 1, "serif")


def test_kerning_and_ligatures_count():
    kerned = width_of("AV", 1)
    assert kerned < width_of("A", 1) + width_of("V", 1)
    assert width_of("fi", 1, spacing=0.5) == width_of("fi", 1), "one glyph, so no space within it"
    assert width_of("ab", 1, spacing=0.5) == pytest.approx(width_of("ab", 1) + 0.5)


@pytest.mark.parametrize("text", ["Севастополь Новороссийск", "Tobruk El Alamein"])
def test_what_is_fitted_stays_in_its_room(text):
    room = 0.6 * width_of(text, 3)
    assert width_of(shorten(text, 3, "sans", room), 3) <= room + 1e-6
    assert all(width_of(line, 3) <= room for line in wrap(text, 3, "sans", room))


def test_typst_knows_the_families_in_which_texts_are_measured():
    known = typeset._fonts().families()
    assert sorted(known) == sorted(FAMILIES["sans"]) == sorted(FAMILIES["serif"])


def test_a_drawing_names_the_font_of_each_part():
    canvas = Canvas(100, 20)
    canvas.text((50, 10), "21 Київ", 5, anchor="middle")
    canvas.text((50, 18), "21 Kyiv", 5, anchor="middle")
    mixed, plain = (line for line in canvas.svg().split("<text")[1:])
    assert mixed.count("<tspan") == 2
    assert 'font-family="Forge Sans"' in mixed
    assert "text-anchor" not in mixed
    assert "<tspan" not in plain
    assert 'text-anchor="middle"' in plain
    assert f'font-family="{", ".join(FAMILIES["sans"])}"' in plain


def test_a_soft_hyphen_takes_no_room():
    assert width_of("Panzer\u00adregiment", 10) == width_of("Panzerregiment", 10)
