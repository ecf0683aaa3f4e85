"""Checks of finished pages: type too small, texts cut short, and texts in the rim that a printer leaves white."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics import Span
from scenario_forge.diagnostics.catalogue import prt
from scenario_forge.printing.lint.drawings import LEAST_POINTS
from scenario_forge.printing.paper import POINT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.printing.svg import Box

RIM = 4.0
"""Millimetres at the edge of the paper that a printer at home may leave white."""


def page_findings(
    pdf: bytes, file: str, least: float = LEAST_POINTS, rim: float = RIM, most: int = 20
) -> list[Diagnostic]:
    """Findings of a PDF: each word too small, cut short or in the rim, up to ``most``.

    ``file`` names the PDF; lines are its pages.
    """
    import pypdfium2  # noqa: PLC0415 - heavy

    found: list[Diagnostic] = []
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            for finding in _page(document[number], file, number + 1, least, rim):
                if finding not in found:
                    found.append(finding)
                if len(found) >= most:
                    return found
    finally:
        document.close()
    return found


def _page(page: Any, file: str, number: int, least: float, rim: float) -> Iterator[Diagnostic]:  # noqa: ANN401
    width, height = page.get_size()
    place = Span(file, number, 1, number, 2)
    for word in words_of_page(page):
        if "…" in word.text:
            yield prt.PRT014.at(place, text=word.text)
        if word.points < least - 0.05:
            yield prt.PRT003.at(place, text=word.text, points=f"{word.points:.1f}", least=f"{least:g}")
        left, bottom, right, top = word.box
        over = rim - min(left, bottom, width - right, height - top) * POINT
        if over > 0.05:
            yield prt.PRT002.at(place, text=word.text, over=f"{over:.1f}")


@dataclass(frozen=True, slots=True)
class Word:
    """A word as a page has it: ``box`` is left, bottom, right, top in points from the lower left corner."""

    text: str
    points: float
    box: Box


def words_of_page(page: Any) -> Iterator[Word]:  # noqa: ANN401
    """The words of a page of pypdfium2, in the order of its text."""
    import pypdfium2.raw as pdfium  # noqa: PLC0415 - heavy

    texts = page.get_textpage()
    letters = "".join(chr(pdfium.FPDFText_GetUnicode(texts.raw, i)) for i in range(texts.count_chars()))
    begin = None
    for index in range(len(letters) + 1):
        blank = index == len(letters) or letters[index].isspace() or not letters[index].isprintable()
        if not blank and begin is None:
            begin = index
        elif blank and begin is not None:
            yield _word(texts, letters, begin, index)
            begin = None


def _word(texts: Any, letters: str, begin: int, end: int) -> Word:  # noqa: ANN401
    boxes = [texts.get_charbox(index) for index in range(begin, end)]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return Word(letters[begin:end], _points(texts, begin), (min(lefts), min(bottoms), max(rights), max(tops)))


def _points(texts: Any, index: int) -> float:  # noqa: ANN401
    """The type size as seen: the font's, times what the page scales it by."""
    import ctypes  # noqa: PLC0415

    import pypdfium2.raw as pdfium  # noqa: PLC0415 - heavy

    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(texts.raw, index, ctypes.byref(matrix))
    return float(pdfium.FPDFText_GetFontSize(texts.raw, index) * (matrix.c**2 + matrix.d**2) ** 0.5)
